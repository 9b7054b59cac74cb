"""How large a game exported as a page is, and how long its first move takes in Chromium.

    python tests/benchmarks/web_page.py [--games balvin,ofertu] [--rounds 5]

Each round has a new profile, so that nothing is kept, and a plain server over loopback. `bare` is the time in which a
page does nothing but start Pyodide as it comes in a worker, `move` that from opening the page, with the game begun at once against
the bots that it proposes, until a first choice was taken and the next question or page has come. Sizes are those of all
files, each compressed by gzip as servers do; pictures of the game are counted apart.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from helpers.chromium import TOO_SOON, chromium
from helpers.static_server import static_server

from stammtisch.front.api import load_ruleset
from stammtisch.standalone.compilation import STANDARD_LIBRARY
from stammtisch.standalone.export import web_files
from stammtisch.standalone.npm_packages import pyodide_files

FIVE = "balvin,bierfest,munchhausen,ofertu,warrender"
BARE = {
    "bare.html": '<!doctype html><script src="bare.js"></script>',
    "bare.js": 'new Worker("bare-worker.js", {type: "module"}).onmessage = () => { document.title = "started"; };',
    "bare-worker.js": 'import { loadPyodide } from "./pyodide/pyodide.mjs";\n'
    'loadPyodide({indexURL: new URL("./pyodide/", self.location.href).href}).then(() => postMessage(""));',
}
PATIENCE = 120_000
# taps, and chooses one more where several are chosen together, unless the page has changed
CHOSEN = """before => {
  const changed = document.querySelector("#move [name=moment]")?.value !== before;
  if (!changed) {
    document.querySelector("input[type=checkbox][name=option]:not(:checked)")?.click();
    (document.querySelector("button[name=option]") || document.querySelector("button.main"))?.click();
  }
  return changed;
}"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", default=FIVE)
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    print("game         MB gzip  pictures   bare s  start s   move s  move / bare (medians)")
    with tempfile.TemporaryDirectory() as place, static_server(Path(place)) as address, chromium() as browser:
        for game in given.games.split(","):
            size, pictures = write_page(game, Path(place) / game)
            took = [measure(browser, f"{address}/{game}/") for _ in range(given.rounds)]
            bare, start, move = (median(times) for times in zip(*took, strict=True))
            ratio = median(one / other for other, _, one in took)
            print(f"{game:12}{size:8.2f}{pictures:10.2f}{bare:9.2f}{start:9.2f}{move:9.2f}{ratio:9.2f}", flush=True)


def write_page(game: str, folder: Path) -> tuple[float, float]:
    """Export a game; the megabytes of its files, compressed: without its pictures, and these."""
    sizes = [0, 0]
    pyodide = pyodide_files(None)
    for name, content in web_files(load_ruleset(game), {}, pyodide).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        sizes[name.startswith("pictures/")] += len(gzip.compress(content))
    for name, text in BARE.items():
        (folder / name).write_text(text)
    # as it comes with Pyodide, for the bare start alone
    (folder / "pyodide" / STANDARD_LIBRARY).write_bytes(pyodide[STANDARD_LIBRARY].read_bytes())
    return sizes[0] / 1e6, sizes[1] / 1e6


def measure(browser: Any, address: str) -> tuple[float, float, float]:
    """Seconds of Pyodide's bare start, until a game can be begun, and until the first choice was taken."""
    page = new_page(browser)
    began = time.perf_counter()
    page.goto(f"{address}bare.html")
    page.wait_for_function("() => document.title === 'started'")
    bare = time.perf_counter() - began
    page.context.close()
    page = new_page(browser)
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("#begin")
    start = time.perf_counter() - began
    page.click("#begin .begin")
    choose_first(page)
    move = time.perf_counter() - began
    page.context.close()
    return bare, start, move


def new_page(browser: Any) -> Any:
    """A page in a new profile."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def choose_first(page: Any) -> None:
    """Make the first choice of a seat, with two taps where it takes these, and wait until the page has changed."""
    frame = page.wait_for_selector("#table").content_frame()
    frame.wait_for_selector("#move [name=moment]", state="attached")
    frame.wait_for_function(CHOSEN, arg=frame.input_value("#move [name=moment]"), polling=TOO_SOON + 30)


if __name__ == "__main__":
    main()
