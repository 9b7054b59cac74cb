"""What a phone has in view when its seat has to choose: cd tests; python -m helpers.in_view [--most N] [game ...]

Plays whole random games in Chromium at 360 x 740 and looks at each decision of the first seat as the page has brought
itself: whether the question, each option and the framed object it is about can be seen without scrolling (a number that
the question says in words, such as a bid, counts as seen), and how much of the height the rail takes. Needs `.[browser]` and Chromium.
"""

from __future__ import annotations

import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from helpers.chromium import chromium
from helpers.paths import DATA

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.table.play.moves import commit_choices
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table, moment
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.web.server import application

PHONE = {"width": 360, "height": 740}
# players, and settings that make a game shorter
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "munchhausen": (4, {}),
    "ofertu": (2, {}),
    "warrender": (4, {}),
    "bierfest": (4, {}),
    "balvin": (4, {}),
    "hearts": (4, {"game_ends_at": 26}),
    "gin-rummy": (2, {"points_to_win": 30}),
    "nine-mens-morris": (2, {}),
    "othello": (2, {}),
    "chess": (2, {}),
}
# those that are too short for the test, or are looked at now and then
OTHERS: dict[str, tuple[int, dict[str, Any]]] = {
    "liars-dice": (2, {}),
    "goofspiel": (3, {}),
    "hex": (2, {}),
    str(DATA / "stones"): (2, {}),
    str(DATA / "river-towns"): (3, {}),
}
SETTLED = """at => document.querySelector('[name=moment]')?.value === at && !document.querySelector('.htmx-request')
  && !document.getAnimations().some(one => one.playState === 'running')"""
# until nothing has moved for some frames: what explains a choice finds its place after the rail has
STILL = """() => new Promise(done => {
  let last = '', same = 0;
  const look = () => {
    const boxes = [...document.querySelectorAll('.felt, .dock, #hand, .guide')].map(each => each.getBoundingClientRect());
    const now = JSON.stringify([boxes, scrollY]);
    same = now === last ? same + 1 : 0;
    last = now;
    if (same > 5) done(); else requestAnimationFrame(look);
  };
  look();
})"""
# what of a page is in view; an element is if what lies at its corners and its middle belongs to it. Of cards that
# overlap the left edge is enough to see and tap them.
LOOK = """() => {
  document.body.classList.remove('settling', 'happening');
  const shown = each => each.getClientRects().length && getComputedStyle(each).visibility !== 'hidden';
  const at = (each, x, y) => { const hit = document.elementFromPoint(x, y); return hit && (each.contains(hit) || hit.contains(each) && hit.matches('.ground *, label')); };
  const points = (each, some) => { const box = each.getBoundingClientRect(), in_ = Math.min(8, box.width / 3, box.height / 3);
    const left = box.left + in_, right = box.right - in_, top = box.top + in_, below = box.bottom - in_;
    return some ? [[left, top], [left, below]] : [[left, top], [right, top], [left, below], [right, below]]; };
  const seen = (each, some) => points(each, some).every(([x, y]) => at(each, x, y));
  const name = each => (each.getAttribute('aria-label') || each.textContent).trim().replace(/\\s+/g, ' ').slice(0, 40);
  const asked = document.querySelector('#asked'), dock = document.querySelector('.dock');
  const options = [...document.querySelectorAll('.tap, #ask .options button, #ask .choice, #ask .options input, #ask .number input')].filter(each =>
    shown(each) && !each.closest('details:not([open]) > :not(summary)'));
  // a number in a panel whose words stand at the question, such as a bid, is seen there
  const words = text => text.trim().replace(/\\s+/g, ' ').toLowerCase(), told = words(document.querySelector('#ask .scope')?.innerText ?? '');
  const objects = [...document.querySelectorAll('.about')].filter(each => shown(each) && !each.parentElement.closest('.about') &&
    !(each.matches('.counters *') && told.includes(words(each.innerText))));
  // where nothing has been said or laid in this turn it is about what can be tapped, or else about the own hand
  const taps = options.some(each => each.matches('.tap')), hand = document.querySelector('#hand .zone');
  return {
    question: !!asked && seen(asked, true),
    hidden: options.filter(each => !seen(each, each.matches('.card'))).map(name),
    options: options.length,
    objects: objects.length + (taps || hand && seen(hand, true) ? 1 : 0),
    unseen: objects.filter(each => !seen(each, each.matches('.card'))).map(name),
    rail: dock ? dock.getBoundingClientRect().height / innerHeight : 0,
    scrolls: !!dock && dock.scrollHeight > dock.clientHeight + 1,
  };
}"""


@dataclass
class Seen:
    """What was in view at the decisions of one game; `faults`: for each that was not, its question and what was not."""

    game: str
    decisions: int = 0
    rails: list[float] = field(default_factory=list)
    scrolled: int = 0
    faults: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of decisions at which everything was in view."""
        return 1 - len(self.faults) / max(1, self.decisions)

    def add(self, words: str, look: dict[str, Any]) -> None:
        """Count a decision."""
        self.decisions += 1
        self.rails.append(look["rail"])
        self.scrolled += look["scrolls"]
        wrong = [] if look["question"] else ["the question"]
        wrong += [f"option {name!r}" for name in look["hidden"]]
        wrong += [f"object {name!r}" for name in look["unseen"]]
        wrong += [] if look["objects"] else ["nothing says what it is about"]
        wrong += [] if look["options"] else ["no option"]
        if wrong:
            self.faults.append((words, wrong))

    def __str__(self) -> str:
        most, half = max(self.rails, default=0), sorted(self.rails)[len(self.rails) // 2] if self.rails else 0
        return (
            f"{self.game}: {self.decisions} decisions, {self.share:.1%} in view; rail {half:.0%} (half), "
            f"{most:.0%} (most); it scrolls at {self.scrolled}"
        )


@contextmanager
def listening(folder: Path) -> Iterator[tuple[Tables, str]]:
    """A server in this process: its tables, and how its addresses begin."""
    tables, found = open_tables(folder), socket.socket()
    found.bind(("127.0.0.1", 0))
    config = uvicorn.Config(application(tables), log_level="critical", ws="websockets-sansio", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([found],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield tables, f"http://127.0.0.1:{found.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    tables.store.close()


def table_of(tables: Tables, game: str, seed: int) -> Table:
    """A new table of people."""
    players, settings = (GAMES | OTHERS)[game]
    ruleset = load_ruleset(game)
    return begin_table(tables, ruleset, ruleset.game(players, settings).start(seed), ["human"] * players)


def choose_at_random(tables: Tables, table: Table, seat: int, stream: Stream) -> None:
    """Make one choice of a seat."""
    with table.lock:
        numbers = table.state.option_numbers(seat, dict(table.state.sites())[seat])
        commit_choices(tables, table, seat, [numbers[stream.draw(len(numbers))]])


def watch(page: Any, tables: Tables, table: Table, game: str, most: int = 10_000, every: int = 1) -> Iterator[str]:
    """Play at random, with the first seat's page open; the question of each decision that the page shows.

    most: how many of them; every: of how many decisions of the seat one is shown.
    """
    stream, asked = Stream(11), 0
    while not table.state.over and most:
        seats = [seat for seat, _ in table.state.sites()]
        # where several choose at once the one who is watched comes last
        seat = seats[-1]
        if seat == 0:
            asked += 1
            if asked % every == 0:
                page.wait_for_function(SETTLED, arg=moment(table.state, 0, table.seats[0].epoch))
                page.evaluate(STILL)
                yield page.inner_text("#asked")
                most -= 1
        choose_at_random(tables, table, seat, stream)


def open_phone(browser: Any, link: str) -> Any:
    """A page on a phone, without movement or pictures in between."""
    page = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
    # what happens is shown at once
    page.add_init_script("localStorage.setItem('stammtisch pace', 'none')")
    page.goto(link)
    return page


def look_at(browser: Any, tables: Tables, address: str, game: str, most: int = 10_000, every: int = 1) -> Seen:
    """What was in view in one random game; of its decisions at most so many, each so many-th."""
    table, seen = table_of(tables, game, 5), Seen(game)
    page = open_phone(browser, f"{address}/table/{table.id}/1/{table.seats[0].token}")
    for words in watch(page, tables, table, game, most, every):
        seen.add(words, page.evaluate(LOOK))
    page.context.close()
    return seen


def main() -> int:
    words, most, show = sys.argv[1:], 10_000, "--faults" in sys.argv
    if "--most" in words:
        most = int(words.pop(words.index("--most") + 1))
    games = [word for word in words if not word.startswith("--")]
    with tempfile.TemporaryDirectory() as folder, listening(Path(folder)) as (tables, address), chromium() as browser:
        for game in games or GAMES | OTHERS:
            seen = look_at(browser, tables, address, game, most)
            print(seen, flush=True)
            for question, wrong in seen.faults if show else ():
                print(f"    {question}: {'; '.join(wrong[:4])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
