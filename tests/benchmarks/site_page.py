"""What the studio as a site costs in Chromium: until the first mistake is shown, for an edit, memory, games a second.

    python tests/benchmarks/site_page.py [--rounds 5] [--only first,edits,memory,speed] [--site FOLDER]

`first`: a link with Balvin, in which a line is wrong, is opened in a new profile, until the mistake is shown; then the
same page again in the same profile; each beside the time in which a page does nothing but start Pyodide as it comes.
`edits`: a name in Balvin is mistyped and mended in the page's editor, key by key, with several pauses before each key;
until the mistake is underlined or gone, beside what the studio's door takes in Python here. `memory`: of the tab's process, with Balvin open, after a game was begun and
a turn played with each of three numbers of players, and once the second worker has played random games with each.
`speed`: random games by WebAssembly in the page's worker as a share of those by wasmtime here, in turns.
FOLDER is a site that was built, else one is built first.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import speed_probe
from helpers import hosts
from helpers.chromium import TOO_SOON, chromium
from helpers.paths import ROOT
from helpers.static_server import static_server
from helpers.studio_engines import build_site
from web_page import BARE, CHOSEN, FIVE, PATIENCE, new_page

from stammtisch.standalone.archives import zip_of
from stammtisch.standalone.compilation import STANDARD_LIBRARY
from stammtisch.standalone.npm_packages import pyodide_files
from stammtisch.studio.door import answer
from stammtisch.studio.game_folder import GameFolder
from stammtisch.studio.studio import Studio
from stammtisch.table.play.tables import open_tables

BALVIN = ROOT / "rulesets/balvin"
RULES = "my-balvin/ruleset.yaml"
NAME = "count(beers"  # a name that is mistyped at its end
EDITS, SECONDS, PLAYERS = 10, 3, (3, 4, 5)
ASK = """async ([name, given]) => {
  const began = performance.now();
  const answer = await (await fetch("door", { method: "POST", body: JSON.stringify({ name, arguments: given }) })).json();
  if (answer.mistake) { throw new Error(answer.mistake.message); }
  return [answer.result, (performance.now() - began) / 1000];
}"""
# typed on, while the longer checks run, and when nothing is left to do
PAUSES = (0.4, 1.4, 4)
# the studio's editor with the cursor at a place of its text
CURSOR = """at => {
  const { view } = document.querySelector(".cm-content").cmTile;
  view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  view.focus();
}"""
# the milliseconds from the next key until a mistake is underlined, or none is
AWAIT = """wrong => {
  window.shownAfter = new Promise(done => document.addEventListener("keydown", () => {
    const began = performance.now();
    const look = () => Boolean(document.querySelector(".cm-lintRange-error")) === wrong ? done(performance.now() - began) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  }, { once: true, capture: true }));
}"""


def link_of(text: str) -> str:
    """The end of a link with Balvin in it, with this text of the rules."""
    files = {path.relative_to(BALVIN).as_posix(): path.read_bytes() for path in BALVIN.rglob("*.yaml")}
    packed = zip_of(files | {"ruleset.yaml": text.encode()})
    return f"#game=my-balvin&zip={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def first_mistake(browser: Any, address: str, rounds: int) -> None:
    """Print how long it takes until the first mistake is shown."""
    text = (BALVIN / "ruleset.yaml").read_text(encoding="utf-8")
    link = link_of(re.sub("^settings:", "setings:", text, count=1, flags=re.MULTILINE))
    rows = []
    for _ in range(rounds):
        page = new_page(browser)
        bare = timed(partial(start_python, page, f"{address}/bare.html"))
        page.context.close()
        page = new_page(browser)
        fresh = timed(partial(show_mistake, page, f"{address}/index.html{link}"))
        later = page.context.new_page()
        later.set_default_timeout(PATIENCE)
        page.close()
        again = timed(partial(show_mistake, later, f"{address}/index.html"))
        later.context.close()
        rows.append((bare, fresh, again))
        print(f"  {bare:.1f}, {fresh:.1f}, {again:.1f} s", flush=True)
    bare, fresh, again = (median(times) for times in zip(*rows, strict=True))
    print(f"first mistake of Balvin: Pyodide alone {bare:.2f} s, new profile {fresh:.2f} s, again {again:.2f} s")
    ratios = [median(row[at] / row[0] for row in rows) for at in (1, 2)]
    print(f"  as ratios to Pyodide alone: {ratios[0]:.2f}, again {ratios[1]:.2f} (medians of {rounds})", flush=True)


def start_python(page: Any, address: str) -> None:
    """Open a page that does nothing but start Pyodide, and wait until it has."""
    page.goto(address)
    page.wait_for_function("() => document.title === 'started'")


def show_mistake(page: Any, address: str) -> None:
    """Open the site, and wait until the mistake is shown."""
    page.goto(address)
    page.get_by_text("A ruleset has no part called 'setings'").first.wait_for()


def timed(do: Callable[[], object]) -> float:
    """The seconds that something takes."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def edits(browser: Any, address: str) -> None:
    """Print how long after a key the mistakes of names and types are shown, and what the door takes here."""
    text = (BALVIN / "ruleset.yaml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "games"
        shutil.copytree(BALVIN, folder / "my-balvin")
        studio = Studio(GameFolder(folder), open_tables(Path(place) / "tables"))
        page = open_balvin(browser, address)
        page.wait_for_function(
            f"() => document.querySelector('.cm-content')?.cmTile.view.state.doc.length === {len(text)}"
        )
        page.evaluate(CURSOR, text.index(NAME) + len(NAME))
        times: dict[float, list[float]] = {pause: [] for pause in PAUSES}
        here = []
        for number in range(EDITS):
            for pause, found in times.items():
                for key in ("q", "Backspace"):
                    page.wait_for_timeout(1000 * pause)
                    page.evaluate(AWAIT, key == "q")
                    page.keyboard.press(key)
                    found.append(page.evaluate("() => window.shownAfter") / 1000)
            given = {"file": RULES, "text": text.replace(NAME, f"{NAME}{'q' * (1 + number % 2)}")}
            here.append(timed(partial(answer, studio, {"name": "check", "arguments": given})))
        page.context.close()
        studio.open_tables.store.close()
    for pause, found in times.items():
        print(
            f"a key in Balvin, {pause} s after the last: its mistake is shown or gone after {1000 * median(found):.0f} ms "
            f"(best {1000 * min(found):.0f}, worst {1000 * max(found):.0f})"
        )
    print(f"the check alone in Python here: {1000 * median(here):.0f} ms (best {1000 * min(here):.0f})", flush=True)


def open_balvin(browser: Any, address: str) -> Any:
    """A page in a new profile with Balvin open and checked."""
    page = new_page(browser)
    page.goto(f"{address}/index.html{link_of((BALVIN / 'ruleset.yaml').read_text(encoding='utf-8'))}")
    page.get_by_text("No mistakes").first.wait_for()
    return page


def memory(browser: Any, address: str) -> None:
    """Print the memory of the tab."""
    page = open_balvin(browser, address)
    steps: list[tuple[str, Callable[[], object]]] = [("Balvin open", lambda: None)]
    steps += [(f"a turn of {count} players", partial(play_turn, page, count)) for count in PLAYERS]
    steps += [(f"1,000 games of {count}, second worker", partial(play_games, page, count)) for count in PLAYERS]
    print("memory of the tab, MB (resident; of it shared with other processes of the browser)")
    for words, step in steps:
        step()
        page.wait_for_timeout(1500)
        resident, shared = memory_of_tab(browser)
        print(f"  {words}: {resident:.0f} ({shared:.0f})", flush=True)
    page.context.close()


def play_turn(page: Any, players: int) -> None:
    """Begin a game of Balvin against bots that search, and choose once as a person does."""
    seats = ["human", *["search:40"] * (players - 1)]
    begun = page.evaluate(ASK, ["play", {"game": RULES, "players": players, "seats": seats, "seed": 7}])[0]
    page.evaluate(
        """path => { document.querySelector("#shown")?.remove();
        const frame = Object.assign(document.createElement("iframe"), { id: "shown", src: path });
        frame.style = "position: fixed; inset: 0; width: 100vw; height: 100vh; z-index: 99";
        document.body.append(frame); }""",
        begun["paths"]["seats"][0],
    )
    frame = page.wait_for_selector("#shown").content_frame()
    frame.wait_for_selector("#move [name=moment]", state="attached")
    moment = frame.input_value("#move [name=moment]")
    frame.wait_for_function(CHOSEN, arg=moment, polling=TOO_SOON + 30)


def play_games(page: Any, players: int) -> None:
    """Play random games in the second worker, as the page does."""
    job = page.evaluate(ASK, ["simulate", {"game": RULES, "players": [players], "games": 1000}])[0]["job"]
    while not page.evaluate(ASK, ["go_on", {"job": job, "seconds": 0.5}])[0]["done"]:
        pass


def memory_of_tab(browser: Any) -> tuple[float, float]:
    """Megabytes of the largest process that shows a page: all, and those shared with other processes."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = [(0.0, 0.0)]
    for one in found:
        if one["type"] == "renderer":
            lines = Path(f"/proc/{one['id']}/smaps_rollup").read_text().split("\n")[1:]
            parts = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines if line}
            sizes.append((parts["Rss"], parts["Shared_Clean"] + parts["Shared_Dirty"]))
    return max(sizes)


def speed(browser: Any, address: str, rounds: int) -> None:
    """Print the speed of random games in the page as a share of that with wasmtime."""
    for game in FIVE.split(","):
        here, there = [], []
        for _ in range(rounds):
            there.append(hosts.in_chromium(browser, address, game, SECONDS))
            here.append(speed_probe.findings(game, SECONDS))
        page, own = (max(one["speed"] for one in found) for found in (there, here))
        words = f"{game}, {here[0]['players']} players"
        print(f"{words}: {page:,.0f} games a second in Chromium, {own:,.0f} by wasmtime: {page / own:.2f}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--only", default="first,edits,memory,speed")
    arguments.add_argument("--site", type=Path)
    given = arguments.parse_args()
    print(f"load of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        if given.site is None:
            build_site(folder)
        else:
            shutil.copytree(given.site, folder)
        hosts.prepare(folder, Path(speed_probe.__file__))
        for name, text in BARE.items():
            (folder / name).write_text(text)
        # as it comes with Pyodide, for the bare start alone
        shutil.copy(pyodide_files(None)[STANDARD_LIBRARY], folder / "pyodide")
        with static_server(folder) as address, chromium() as browser:
            run = {
                "first": lambda: first_mistake(browser, address, given.rounds),
                "edits": lambda: edits(browser, address),
                "memory": lambda: memory(browser, address),
                "speed": lambda: speed(browser, address, given.rounds),
            }
            for name in given.only.split(","):
                run[name]()
    print(f"load of the last minute: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
