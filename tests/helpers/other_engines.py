"""Plays whole games in Firefox or WebKit, on two pages as narrow as a phone, and looks for faults in them.

cd tests; python -m helpers.other_engines firefox|webkit [--pictures FOLDER] [hearts nine-mens-morris ...]

Needs Debian's firefox-esr, or what `helpers.webkit` names. Firefox taps with a finger, WebKit clicks.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from helpers.chromium import MOMENT, SHOWN, faults_of, served
from helpers.firefox import firefox
from helpers.webkit import webkit

from stammtisch.base.streams import Stream

ENGINES: dict[str, Callable[[], AbstractContextManager[Any]]] = {"firefox": firefox, "webkit": webkit}
# players, of whom two are windows and the others bots, and settings that end a game sooner
GAMES = {
    "hearts": (4, ["--set", "game_ends_at=26", "--seat", "3=greedy,4=greedy"]),
    "nine-mens-morris": (2, []),
}
PHONE = (360, 740)
# seconds without a change after which nothing more happens by itself
STILL = 2
# a window whose page has settled on whose turn it is
IDLE = "!document.body.matches('.happening, .settling') && document.querySelector('#lost').hidden"
ASKED = f"document.title.startsWith('●') && !!document.querySelector('#move') && {IDLE}"
# what of several can be pressed and seen; what is asked of a set has boxes
FOUND = """(kind => [...document.querySelectorAll(kind)].filter(
  each => each.getClientRects().length && getComputedStyle(each).visibility !== 'hidden' && !each.disabled))"""
TAPS, LISTED, BOXES = ".tap:not(label)", "#ask .options button", "input[type=checkbox][name=option]"
# where the middle of one is, or of a card that others overlap its left edge, brought into view; null if something lies
# over it
PLACE = """((kind, at) => {
  const each = (FOUND(kind))[at], place = () => { const box = each.getBoundingClientRect();
    return [box.left + Math.min(12, box.width / 2), box.top + Math.min(20, box.height / 2)]; };
  const free = () => { const hit = document.elementFromPoint(...place()); return !!hit && (each.contains(hit) || each.closest('label')?.contains(hit)); };
  for (const block of ['nearest', 'center', 'start', 'end']) {
    if (free()) { return [...place(), each.getAttribute('aria-label') || each.textContent]; }
    each.scrollIntoView({block, behavior: 'instant'});
  }
  return free() ? [...place(), ''] : null;
})""".replace("FOUND", FOUND)
WIDE = """[document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll('body *')].filter(each => {
  const box = each.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !each.closest('.said, [popover], .earlier, dl, ul, svg, iframe');
}).map(each => each.outerHTML.slice(0, 80))]"""
APP = """fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json()).then(found => [
  found.start_url, !navigator.serviceWorker ? 'no service worker' : navigator.serviceWorker.controller ? 'a service worker serves it' : 'no worker yet'])"""


class Page(Protocol):
    """A window of an engine."""

    @property
    def faults(self) -> list[str]: ...
    def load(self, link: str) -> None: ...
    def run(self, expression: str) -> object: ...
    def press(self, x: float, y: float) -> None: ...
    def picture(self) -> bytes: ...


class Player:
    """A seat in a window: what it presses is drawn from a stream."""

    def __init__(self, page: Page, link: str, seed: int) -> None:
        self.page, self.link, self.stream = page, link, Stream(2 * seed + 1)
        self.found: list[str] = []
        self.moves = 0
        page.load(link)

    @property
    def asked(self) -> bool:
        return self.page.run(ASKED) is True

    @property
    def over(self) -> bool:
        return "The game is over" in str(self.page.run("document.title"))

    def until(self, expression: str, seconds: float = 20) -> bool:
        """Waits until that holds; whether it ever did."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.page.run(expression) is True:
                return True
            time.sleep(0.05)
        return False

    def settled(self) -> object:
        """What the page shows once bots have chosen and pictures in between are over."""
        shown, seen = self.page.run(f"({SHOWN})()"), time.monotonic()
        end = seen + 20
        while time.monotonic() < min(seen + STILL, end):
            time.sleep(0.2)
            now = self.page.run(f"({SHOWN})()")
            if now != shown or not self.page.run(IDLE):
                shown, seen = now, time.monotonic()
        return shown

    def count(self, kind: str) -> int:
        """How many of a kind can be seen."""
        return int(str(self.page.run(f"{FOUND}({json.dumps(kind)}).length")))

    def press(self, kind: str, at: int) -> None:
        """Presses one of a kind."""
        place = self.page.run(f"{PLACE}({json.dumps(kind)}, {at})")
        if not isinstance(place, list):
            html = self.page.run(f"{FOUND}({json.dumps(kind)})[{at}].outerHTML.slice(0, 150)")
            self.found.append(f"something lies over {html}")
            self.page.run(f"{FOUND}({json.dumps(kind)})[{at}].click()")
        else:
            self.page.press(place[0], place[1])

    def choose(self) -> None:
        """Chooses something at random, and waits until the page has gone on."""
        before = json.dumps(self.page.run(MOMENT))
        if self.page.run("!!document.querySelector('#ask [name=whole]')"):
            amount = re.search(r"[0-9]+", str(self.page.run("document.querySelector('#ask .hint').textContent")))
            for at in range(int(amount[0]) if amount else 1):
                self.press(BOXES, 2 * at)
            self.press("button.main", 0)
        elif some := self.count(TAPS):
            self.press(TAPS, self.stream.draw(some))
        else:
            self.page.run("document.querySelectorAll('#ask details').forEach(each => each.open = true)")
            self.press(LISTED, self.stream.draw(self.count(LISTED)))
        gone_on = f"{MOMENT} !== {before}"
        # what cannot be taken back takes two presses
        if self.until(f"{gone_on} || !!document.querySelector('.armed')") and self.page.run(f"!({gone_on})"):
            time.sleep(0.25)  # a second tap that comes at once is none
            self.press(".armed", 0)
        if not self.until(gone_on):
            said = self.page.run(
                "[document.title, document.querySelector('#notice').textContent, document.querySelector('#ask').textContent]"
            )
            raise AssertionError(f"nothing came of move {self.moves}: {said} {self.look()}")
        self.moves += 1

    def look(self) -> list[str]:
        """What is wrong with the page as it is."""
        wide = self.page.run(WIDE)
        assert isinstance(wide, list)
        found = self.found + self.page.faults
        return found + ([f"{wide[0]} pixels too wide: {wide[1:3]}"] if wide[0] > 0 or len(wide) > 1 else [])

    def look_again(self) -> list[str]:
        """The same, and whether the page shows what it shows when it is loaded again; what the app of the page is."""
        before, found = self.settled(), self.look()
        self.page.load(self.link)
        after = self.settled()
        return found + ([f"shows {before!r}, and when loaded again {after!r}"] if before != after else [])


def play(
    game: str, pages: list[Page], most: int = 10_000, pictures: Path | None = None, name: str = ""
) -> tuple[int, list[str], str]:
    """Plays a game, or so many moves of it: how many moves the windows made, what was found wrong, and what is said of
    the app.
    """
    number, more = GAMES[game]
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "tables", game, number, *more) as links:
        players = [Player(page, links[seat], seat + 1) for seat, page in enumerate(pages)]
        found: list[str] = []
        begun, moves = time.monotonic(), 0
        while moves < most and not all(player.over for player in players):
            turn = next((player for player in players if player.asked), None)
            if turn is None:
                assert time.monotonic() - begun < 60, [str(player.page.run("document.title")) for player in players]
                time.sleep(0.05)
                continue
            if pictures and moves in (0, 7, 20):
                (pictures / f"{name}-{game}-{moves}.png").write_bytes(turn.page.picture())
            turn.choose()
            moves, begun = moves + 1, time.monotonic()
            if moves % 20 == 5:
                found += [f"after {moves} moves: {word}" for word in turn.look()]
            if moves % 20 == 15:  # in the middle of a game a page is loaded again
                found += [f"after {moves} moves: {word}" for word in turn.look_again()]
        for player in players:
            found += player.look_again()
        if pictures:
            (pictures / f"{name}-{game}-end.png").write_bytes(pages[0].picture())
        app = pages[0].run(APP)
        assert isinstance(app, list) and app[0] in links[0], app
        for page in pages:
            page.load("about:blank")
    return moves, list(dict.fromkeys(found)), str(app[1])


def main() -> int:
    words, pictures = sys.argv[1:], None
    if "--pictures" in words:
        at = words.index("--pictures")
        pictures = Path(words[at + 1])
        del words[at : at + 2]
    wrong = 0
    with ENGINES[words[0]]() as browser:
        pages: list[Page] = [browser.open(*PHONE) for _ in range(2)]
        for game in words[1:] or GAMES:
            begun = time.monotonic()
            moves, found, app = play(game, pages, pictures=pictures, name=words[0])
            seconds = time.monotonic() - begun
            print(f"{browser.name}, {game}: {moves} moves in {seconds:.0f} s; {app}; {faults_of(found)}", flush=True)
            wrong += bool(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
