"""The studio's site in Firefox and in WebKit: from a template by a mended mistake and a turn to many games.

cd tests; python -m helpers.studio_engines firefox|webkit|webkit-without-tail-calls ... [--games 10000]
    [--site FOLDER] [--pictures FOLDER]

Needs Debian's firefox-esr, or what `helpers.webkit` names. FOLDER is a site that was built, else one is built first.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from helpers.firefox import firefox
from helpers.static_server import static_server
from helpers.webkit import webkit

SIZE = (1280, 800)
ENGINES: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "firefox": firefox,
    "webkit": partial(webkit, SIZE),
    "webkit-without-tail-calls": partial(webkit, SIZE, useWasmTailCalls="0"),
}
# what the page says where many games are played in Python
SLOW = "lacks tail calls"
ENTER, HOME, RIGHT, DELETE = "\ue007", "\ue011", "\ue014", "\ue017"
SECONDS = 240
TABLE = "iframe[title='The table']"
READY = "!document.querySelector('#site-says, .waiting') && !!document.querySelector('#studio button')"
# where the left end of the first one of a kind with such words is in the window, once nothing lies over it
PLACE = """((kind, words, frame) => {
  const outer = frame && document.querySelector(frame), page = outer ? outer.contentDocument : document;
  const each = [...page.querySelectorAll(kind)].find(one =>
    new RegExp(words).test(one.textContent.trim()) && one.getClientRects().length && !one.disabled);
  if (!each) { return null; }
  each.scrollIntoView({block: "nearest", behavior: "instant"});
  const box = each.getBoundingClientRect(), at = [box.left + Math.min(12, box.width / 2), box.top + Math.min(20, box.height / 2)];
  const hit = page.elementFromPoint(...at), around = outer ? outer.getBoundingClientRect() : {left: 0, top: 0};
  return hit && each.contains(hit) ? [around.left + at[0], around.top + at[1]] : null;
})"""
WORDS = "document.body.innerText"
MOMENT = f"document.querySelector({json.dumps(TABLE)})?.contentDocument.querySelector('[name=moment]')?.value ?? ''"
ARMED = f"!!document.querySelector({json.dumps(TABLE)})?.contentDocument.querySelector('.armed')"


class Page(Protocol):
    """A window of an engine."""

    @property
    def faults(self) -> list[str]: ...
    def load(self, link: str) -> None: ...
    def run(self, expression: str) -> Any: ...
    def press(self, x: float, y: float) -> None: ...
    def keys(self, keys: str) -> None: ...
    def picture(self) -> bytes: ...


def until(page: Page, expression: str) -> Any:
    """The value of an expression as soon as there is one."""
    end = time.monotonic() + SECONDS
    while not (found := page.run(expression)):
        assert time.monotonic() < end, f"never: {expression}; {page.faults}; {page.run(WORDS)}"
        time.sleep(0.1)
    return found


def press(page: Page, kind: str, words: str = "", frame: str = "") -> None:
    """Press the first one of a kind with such words, as soon as it can be pressed and no longer moves."""
    place = f"{PLACE}({json.dumps(kind)}, {json.dumps(words)}, {json.dumps(frame)})"
    before, now = None, until(page, place)
    while now != before:
        time.sleep(0.1)
        before, now = now, until(page, place)
    page.press(*now)


def says(page: Page, words: str) -> None:
    """Wait until the page says this."""
    until(page, f"{WORDS}.includes({json.dumps(words)})")


def open_site(page: Page, address: str) -> None:
    """Open the site, and wait until Python is there."""
    page.load(address)
    until(page, READY)


def begin(page: Page) -> None:
    """Begin a game from a template."""
    press(page, "button", "^Card game")
    until(page, "document.activeElement.matches('dialog input')")
    page.keys("Village picnic" + ENTER)
    until(page, "!!document.querySelector('.noted')")


def mend(page: Page) -> None:
    """Take a letter away, and have it written again by the quick fix."""
    press(page, ".cm-line", "^settings:")
    page.keys(HOME + 3 * RIGHT + DELETE)
    until(page, "[...document.querySelectorAll('.cm-line')].some(line => line.textContent.startsWith('setings:'))")
    press(page, "button", "^Write settings")
    says(page, "No mistakes")
    says(page, "Saved")


def play(page: Page) -> None:
    """Choose the first card that can be played at the table, and wait until the bots have answered."""
    press(page, "[role=tab]", "^Play$")
    press(page, "button.main", "^Play$")
    moment = until(page, MOMENT)
    press(page, ".tap", frame=TABLE)
    gone_on = f"({MOMENT}) && ({MOMENT}) !== {json.dumps(moment)}"
    until(page, f"({gone_on}) || {ARMED}")
    if not page.run(gone_on):
        time.sleep(0.25)  # a second tap that comes at once is none
        press(page, ".armed", frame=TABLE)
    until(page, gone_on)


def simulate(page: Page, games: int) -> None:
    """Play so many games."""
    press(page, "[role=tab]", "^Numbers$")
    until(page, f"!!document.querySelector('option[value=\"{games}\"]')")
    page.run(
        f"""(select => {{ select.value = "{games}"; select.dispatchEvent(new Event("change", {{bubbles: true}})); }})(
          document.querySelector('option[value="{games}"]').parentNode)"""
    )
    press(page, "button", f"^Play {games:,} games")
    says(page, f"{games:,} of {games:,} games")


def visit(page: Page, address: str, games: int, told: Callable[[str, float], None]) -> bool:
    """Go through all steps, and tell how many seconds each took; whether the page says that games are slow."""
    steps: list[tuple[str, Callable[[], object]]] = [
        ("open", lambda: open_site(page, address)),
        ("template", lambda: begin(page)),
        ("quick fix", lambda: mend(page)),
        ("turn", lambda: play(page)),
        (f"{games:,} games", lambda: simulate(page, games)),
    ]
    for name, step in steps:
        began = time.monotonic()
        step()
        told(name, time.monotonic() - began)
    return SLOW in str(page.run(WORDS))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("engines", nargs="+", choices=[*ENGINES])
    arguments.add_argument("--games", type=int, default=10_000, choices=[1000, 10_000, 100_000])
    arguments.add_argument("--site", type=Path)
    arguments.add_argument("--pictures", type=Path)
    given, wrong = arguments.parse_args(), 0
    with tempfile.TemporaryDirectory() as place:
        site = given.site or build_site(Path(place) / "site")
        for name in given.engines:
            wrong += bool(go_through(name, site, given.games, given.pictures)[1])
    return 1 if wrong else 0


def build_site(folder: Path) -> Path:
    """Build the site into a folder; the folder."""
    from click.testing import CliRunner

    from stammtisch.cli.commands.site import command

    CliRunner().invoke(command, ["--out", str(folder)], standalone_mode=False, catch_exceptions=False)
    return folder


def go_through(name: str, site: Path, games: int, pictures: Path | None = None) -> tuple[bool, list[str]]:
    """Go through all steps in one engine, and print what they took; whether the page says that it plays in Python, and
    what it complained of.
    """
    with static_server(site) as address, ENGINES[name]() as browser:
        page: Page = browser.open(*SIZE)
        print(f"{browser.name} ({name})")

        def told(step: str, seconds: float) -> None:
            print(f"  {step}: {seconds:.1f} s", flush=True)
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
                (pictures / f"{name}-{step.replace(' ', '-')}.png").write_bytes(page.picture())

        slow, found = visit(page, f"{address}/", games, told), page.faults
    print(f"  games are played {'in Python, as the page says' if slow else 'by WebAssembly'}; faults: {found}")
    return slow, found


if __name__ == "__main__":
    sys.exit(main())
