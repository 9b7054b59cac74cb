"""The studio as a site in Chromium, from a folder on a plain server: the loop of a designer without any other Python."""

from __future__ import annotations

import re
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.chromium import CHROMIUM, chromium
from helpers.farmyard import write_farmyard
from helpers.static_server import static_server
from helpers.studios import begin, choose

from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.site import command
from stammtisch.front.api import load_ruleset
from stammtisch.standalone.npm_packages import WABT, package_files, pyodide_files

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]
# only a limit: machines that do much else need it
PATIENCE = 240_000
BROKEN = "setings:"
LOADING = "#site-says"
ASK = """async request => {
  const answer = await fetch("door", { method: "POST", body: JSON.stringify(request) });
  return (await answer.json()).result;
}"""
# until the service worker has kept all files, and answers for this page
IS_KEPT = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller || new Promise(told => navigator.serviceWorker.addEventListener('controllerchange', told))).then(() => 0)"
SHOW = """path => {
  const frame = document.createElement("iframe");
  frame.id = "shown";
  frame.src = path;
  document.body.append(frame);
}"""
# which part of the content security policy forbids to ask an address of another server
ASKS_ELSEWHERE = """async address => {
  const forbidden = new Promise(told => addEventListener("securitypolicyviolation", event => told(event.effectiveDirective)));
  return Promise.race([fetch(address).then(() => "allowed", () => forbidden)]);
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        pyodide_files(None), package_files(WABT, None)
    except UsageError as error:
        pytest.skip(str(error))
    made = tmp_path_factory.mktemp("site") / "in" / "studio"
    CliRunner().invoke(command, ["--out", str(made)], standalone_mode=False, catch_exceptions=False)
    return made


def open_site(browser: Any, address: str, faults: list[str], asked: list[str]) -> Any:
    """A window with the site in a profile of its own, ready to work."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.add_init_script("localStorage.setItem('stammtisch pace', 'none')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    wait_until_loaded(page)
    return page


def wait_until_loaded(page: Any) -> None:
    """Wait until Python is there and the studio shows something."""
    page.wait_for_selector(".waiting", state="detached")
    page.wait_for_selector(LOADING, state="detached")


def test_from_a_template_to_a_link_that_another_profile_opens(folder: Path, tmp_path: Path) -> None:
    faults: list[str] = []
    asked: list[str] = []
    with static_server(folder.parent.parent) as server, chromium() as browser:
        address = f"{server}/in/studio/"
        page = open_site(browser, address, faults, asked)
        begin(page, "Card game", "Village picnic")
        mend_a_mistake(page)
        play_a_turn(page)
        play_many_games(page)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Export").click()
        saved.value.save_as(tmp_path / "game.zip")
        page.get_by_role("button", name="Share").first.click()
        link = page.locator("dialog input, dialog textarea").first.input_value()
        assert link.startswith(f"{address}#")
        # what was written is there again
        page.reload()
        wait_until_loaded(page)
        kept = page.evaluate(ASK, request("read", file="village-picnic/ruleset.yaml"))
        other = open_site(browser, link, faults, asked)
        sent = other.evaluate(ASK, request("read", file="village-picnic/ruleset.yaml"))
        assert sent["text"] == kept["text"] and "#" not in other.url
        assert page.evaluate(ASKS_ELSEWHERE, f"{server.replace('127.0.0.1', 'localhost')}/") == "connect-src"
        page.context.close()
        other.context.close()
    assert not [fault for fault in faults if "localhost" not in fault]
    assert all(one.startswith((address, "blob:", "data:")) for one in asked if "localhost" not in one)
    with zipfile.ZipFile(tmp_path / "game.zip") as archive:
        archive.extractall(tmp_path / "game")
    found = next((tmp_path / "game").rglob("ruleset.yaml"))
    # the same rules as here, and by them the same games
    assert found.read_text(encoding="utf-8") == kept["text"] and load_ruleset(str(found)).name == "Village picnic"


def test_after_the_first_visit_it_opens_without_a_network_and_shows_pictures(folder: Path, tmp_path: Path) -> None:
    faults: list[str] = []
    files = write_farmyard(tmp_path / "farm")
    with chromium() as browser:
        with static_server(folder.parent.parent) as server:
            page = open_site(browser, f"{server}/in/studio/", faults, [])
            page.evaluate(IS_KEPT)
            for path in sorted(file for file in files.rglob("*") if file.is_file()):
                name, content = f"farm/{path.relative_to(files).as_posix()}", b64encode(path.read_bytes()).decode()
                assert page.evaluate(ASK, request("write", file=name, base64=content, digest=""))
        # the server is gone, but not what was loaded and written
        page.reload()
        wait_until_loaded(page)
        there = page.evaluate(ASK, request("play", game="farm/ruleset.yaml", players=2, seats=["human", "human"]))
        with page.expect_response(re.compile("/pictures/")) as answered:
            page.evaluate(SHOW, there["paths"]["seats"][0])
        assert answered.value.status == 200 and answered.value.from_service_worker
        assert answered.value.headers["content-type"].startswith("image/")
        page.frame_locator("#shown").locator("#hand .card").first.wait_for()
        page.context.close()


def test_a_worker_that_does_not_answer_is_ended_and_what_it_found_stays(folder: Path) -> None:
    faults: list[str] = []
    with static_server(folder.parent.parent) as server, chromium() as browser:
        page = open_site(browser, f"{server}/in/studio/", faults, [])
        game = "shipped:kuhn/ruleset.yaml"
        job = page.evaluate(ASK, request("simulate", game=game, games=10_000_000))["job"]
        found = page.evaluate(ASK, request("go_on", job=job, seconds=0.1))
        # two seconds of work are under way, and the page can be asked for something else meanwhile
        page.evaluate(
            "request => { fetch('door', { method: 'POST', body: JSON.stringify(request) }); }",
            request("go_on", job=job, seconds=2),
        )
        assert page.evaluate(ASK, request("game", game=game))["players"] == [2, 3]
        left = page.evaluate(ASK, request("stop", job=job))
        assert left["done"] and left["progress"]["done"] >= found["progress"]["done"]
        again = page.evaluate(ASK, request("simulate", game=game, games=100, players=[2]))["job"]
        assert again != job and page.evaluate(ASK, request("go_on", job=again))["progress"]["total"] == 100
        page.context.close()


def request(name: str, **arguments: Any) -> dict[str, Any]:
    """A request to the studio's door."""
    return {"name": name, "arguments": arguments}


def mend_a_mistake(page: Any) -> None:
    """Take a letter away, and have it written again by the quick fix."""
    page.locator(".cm-line", has_text=re.compile("^settings:")).click()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    assert page.locator(".cm-line", has_text=BROKEN).count() == 1
    page.get_by_role("button", name="Write settings").click()
    page.get_by_text("No mistakes").wait_for()
    page.get_by_text("Saved", exact=True).wait_for()


def play_a_turn(page: Any) -> None:
    page.get_by_role("tab", name="Play").click()
    page.get_by_role("button", name="Play", exact=True).click()
    choose(page)


def play_many_games(page: Any) -> None:
    page.get_by_role("tab", name="Numbers").click()
    page.locator(".choice", has_text="Games").locator("select").select_option("10000")
    page.get_by_role("button", name="Play 10,000 games").click()
    page.get_by_text("10,000 of 10,000 games").wait_for()
