"""A game exported as a page plays in Chromium, from a folder on a plain server: as it does here, and asking nobody."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.chromium import CHROMIUM, chromium
from helpers.static_server import static_server

from stammtisch.base.errors import UsageError
from stammtisch.bots.bot_seats import BotSeats
from stammtisch.bots.by_name import bot
from stammtisch.cli.web_export import web
from stammtisch.records.recording_reader import read_game
from stammtisch.standalone.npm_packages import pyodide_files

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]
GAME, KINDS, SEED = "munchhausen", ["human", "search:10", "search:200"], 7
# bytes of all files, compressed as servers do
MOST = 9_500_000
# only a limit: machines that do much else need it
PATIENCE = 240_000
# which part of the content security policy forbids to ask an address of another server
ASKS_ELSEWHERE = """async address => {
  const forbidden = new Promise(told => addEventListener("securitypolicyviolation", event => told(event.effectiveDirective)));
  return Promise.race([fetch(address.replace("127.0.0.1", "localhost")).then(() => "allowed", () => forbidden)]);
}"""
# a browser without tail calls takes no module that has them
NO_TAIL_CALLS = """
const valid = WebAssembly.validate;
WebAssembly.validate = code => code.length > 40 && valid(code);
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        pyodide_files(None)
    except UsageError as error:
        pytest.skip(str(error))
    made = tmp_path_factory.mktemp("web") / "games" / GAME
    CliRunner().invoke(web, [GAME, "--out", str(made)], standalone_mode=False, catch_exceptions=False)
    return made


def test_the_folder_is_small_enough_for_a_page(folder: Path) -> None:
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < MOST
    assert all(file.stat().st_mode & 0o044 == 0o044 for file in files)


def test_a_game_against_bots_is_the_one_that_it_is_here(folder: Path, tmp_path: Path) -> None:
    asked: list[str] = []
    with static_server(folder.parent.parent) as address, chromium() as browser:
        page = browser.new_page(locale="de-DE")
        page.set_default_timeout(PATIENCE)
        faults = watch(page, asked)
        page.goto(f"{address}/games/{GAME}/")
        wait_for_start(page)
        for seat, level in ((2, "beginner"), (3, "advanced")):
            page.select_option(f"[name=seat-{seat}]", level)
        begin(page)
        table = page.frame_locator("#table")
        turn(page, table)
        look_around(table)
        with page.expect_download() as saved:
            page.click("#record")
        saved.value.save_as(tmp_path / "game.jsonl")
        # a game under way is not thrown away by a slip
        page.on("dialog", lambda dialog: dialog.accept())
        assert not faults and all(one.startswith(f"{address}/games/{GAME}/") for one in asked)
        assert page.evaluate(ASKS_ELSEWHERE, f"{address}/") == "connect-src"
    kept = read_game(tmp_path / "game.jsonl")
    assert kept.header["seed"] == SEED and len(kept.choices) > 2
    state = kept.game().start(SEED)
    for choice in kept.choices:
        if KINDS[choice.seat] != "human":
            seats = BotSeats([None if kind == "human" else bot(kind) for kind in KINDS], state)
            assert seats.choose(state, choice.seat) == choice.index
        state.choose(choice.index, choice.seat)


def test_without_tail_calls_bots_play_at_random_and_the_page_says_so(folder: Path) -> None:
    with static_server(folder) as address, chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        faults = watch(page, [])
        put_before_worker(page, folder, NO_TAIL_CALLS)
        page.goto(f"{address}/")
        wait_for_start(page)
        assert "Bots that think cannot play in this browser" in page.inner_text("#begin")
        assert page.locator("[name=seat-2] option").all_inner_texts() == ["a person", "a random bot"]
        begin(page)
        turn(page, page.frame_locator("#table"))
    assert not faults


def test_where_python_cannot_run_the_page_says_so(folder: Path) -> None:
    with static_server(folder) as address, chromium() as browser:
        page = browser.new_page()
        put_before_worker(page, folder, "delete self.BigInt64Array;")
        page.goto(f"{address}/")
        page.get_by_text("This browser is too old for this game.").wait_for(timeout=PATIENCE)
        assert "BigInt" not in page.inner_text("body")


def put_before_worker(page: Any, folder: Path, code: str) -> None:
    """Have this run before the program of the worker."""
    body = code + (folder / "worker.js").read_text()
    page.route("**/worker.js", lambda route: route.fulfill(content_type="text/javascript", body=body))


def wait_for_start(page: Any) -> None:
    """Wait until a game can be begun."""
    page.wait_for_selector("#begin, .failed")
    assert page.locator("#begin").count(), page.inner_text("body")


def begin(page: Any) -> None:
    """Begin the game of SEED, whose first question is answered by buttons."""
    page.click("#begin summary")
    page.fill("[name=seed]", str(SEED))
    page.click("#begin .begin")


def turn(page: Any, table: Any) -> None:
    """Choose the first option, twice where that takes two taps, and wait for the next question."""
    option, asked = table.locator("#move .options button:visible").first, table.locator("#move [name=moment]")
    option.wait_for()
    moment = asked.input_value()
    for _ in range(PATIENCE // 500):
        if asked.count() and asked.input_value() != moment:
            return
        if asked.count() and option.is_visible():
            option.click()
        page.wait_for_timeout(500)
    raise AssertionError("the choice was not taken")


def look_around(table: Any) -> None:
    """Ask what the rules say of a heading, read the rules beside the table, and go to the whole log and back."""
    table.locator("[data-what]:visible").first.click()
    table.locator("#what:popover-open").wait_for()
    assert len(table.locator("#what").inner_text()) > 20
    table.locator("details.rules > summary").click()
    table.frame_locator("details.rules iframe").locator("h1").wait_for()
    table.locator('a[href="?log"]').click()
    table.locator("a", has_text="Zurück zum Tisch").click()
    table.locator("#log").wait_for()
    # nobody can be written to
    assert not table.locator("#talk").is_visible()


def watch(page: Any, asked: list[str]) -> list[str]:
    """Note every request of a page; return the list of what goes wrong on it."""
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: faults.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda answer: faults.extend([answer.url] * (answer.status >= 400)))
    return faults


def test_opened_as_a_file_the_page_says_what_to_do(folder: Path) -> None:
    with chromium() as browser:
        page = browser.new_page()
        page.goto((folder / "index.html").as_uri())
        page.wait_for_timeout(300)
        assert "Browsers do not run this page from a file" in page.inner_text("body")
        assert not page.locator("#wheel").is_visible()
