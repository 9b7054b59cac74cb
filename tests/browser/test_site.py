"""The studio as a site in Chromium, from a folder on a plain server: the loop of a designer without any other Python."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from helpers import studio_engines
from helpers.chromium import CHROMIUM, chromium
from helpers.farmyard import write_farmyard
from helpers.firefox import NO_FIREFOX
from helpers.static_server import static_server
from helpers.studio_engines import build_site
from helpers.studios import begin, from_a_template_to_a_file, play_a_turn
from helpers.webkit import NO_WEBKIT

from stammtisch.backend.native.browser_host import FEATURES
from stammtisch.base.errors import UsageError
from stammtisch.front.api import load_ruleset
from stammtisch.standalone.npm_packages import WABT, package_files, pyodide_files

pytest.importorskip("playwright")
pytestmark = [pytest.mark.full, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]
# only a limit: machines that do much else need it
PATIENCE = 240_000
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


# put before the program of the worker: WebAssembly as it was before it had this feature, and a browser without a name
LACKING = """const validate = WebAssembly.validate;
WebAssembly.validate = (code) => Array.from(code).map((byte) => byte.toString(16).padStart(2, "0")).join("") !== "{code}" && validate(code);
"""
WITHOUT = "delete self.BigInt64Array;"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        pyodide_files(None), package_files(WABT, None)
    except UsageError as error:
        pytest.skip(str(error))
    return build_site(tmp_path_factory.mktemp("site") / "in" / "studio")


def open_site(browser: Any, address: str, faults: list[str], asked: list[str]) -> Any:
    """A window with the site in a profile of its own, ready to work."""
    return open_in(
        browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True), address, faults, asked
    )


def open_in(context: Any, address: str, faults: list[str], asked: list[str]) -> Any:
    """A window with the site in a profile, ready to work."""
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
        found = from_a_template_to_a_file(page, tmp_path / "game")
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
        # a second page would overwrite the files of the first
        second = page.context.new_page()
        second.goto(page.url)
        second.locator(LOADING, has_text="it is open in another tab").wait_for(timeout=PATIENCE)
        page.context.close()


def test_without_tail_calls_games_are_played_in_python_and_the_page_says_so(folder: Path) -> None:
    faults: list[str] = []
    with static_server(folder) as server, chromium() as browser:
        code = LACKING.replace("{code}", FEATURES["tail calls"])
        page = open_in(lacking(browser, folder, code), f"{server}/", faults, [])
        begin(page, "Card game", "Village picnic")
        play_a_turn(page)
        page.get_by_role("tab", name="Numbers").click()
        page.get_by_text("This browser's WebAssembly lacks tail calls: all bots choose at random").wait_for()
        page.get_by_role("button", name="Play 1,000 games").click()
        page.get_by_text("1,000 of 1,000 games").wait_for()
    assert not faults


def test_where_python_cannot_run_the_page_says_so(folder: Path) -> None:
    with static_server(folder) as server, chromium() as browser:
        page = lacking(browser, folder, WITHOUT).new_page()
        page.goto(f"{server}/")
        said = "The studio cannot run in this browser: it lacks BigInt64Array. A newer one can do more."
        page.locator(LOADING, has_text=said).wait_for(timeout=PATIENCE)
        page.locator("#studio").get_by_text(said).first.wait_for(timeout=PATIENCE)


def lacking(browser: Any, folder: Path, code: str) -> Any:
    """A profile in which this comes before the program of the worker, which assembles no tail calls."""
    worker = next(folder.glob("worker-*.js"))
    text = code + worker.read_text(encoding="utf-8").replace("tail_call: true", "tail_call: false")
    context = browser.new_context(service_workers="block")
    context.route(f"**/{worker.name}", lambda route: route.fulfill(body=text, content_type="text/javascript"))
    return context


@pytest.mark.parametrize("engine", [pytest.param("firefox", marks=NO_FIREFOX), pytest.param("webkit", marks=NO_WEBKIT)])
def test_another_engine_goes_from_a_template_to_many_games(folder: Path, engine: str) -> None:
    slow, found = studio_engines.go_through(engine, folder, 1000)
    assert not slow and not found


def request(name: str, **arguments: Any) -> dict[str, Any]:
    """A request to the studio's door."""
    return {"name": name, "arguments": arguments}
