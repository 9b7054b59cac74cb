"""Takes the pictures of docs/pictures: cd tests; python -m helpers.pictures [game ...].

Needs `.[browser]` and Chromium.

Games are played at random up to a moment that shows something; then the page of the seat that has to choose is drawn.
"""

from __future__ import annotations

import io
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from helpers.chromium import chromium
from helpers.paths import DATA, ROOT
from PIL import Image

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.offers import offered
from stammtisch.table.play.seats import rename_seat, toggle_designer
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.web.server import application

FOLDER = ROOT / "docs" / "pictures"
PORT = 8191
PEOPLE = ["Anna", "Ben", "Clara", "David"]
GAMES = {"munchhausen": 4, "ofertu": 2, "warrender": 3, "bierfest": 3, "balvin": 3}
WIDE, PHONE = {"width": 1180, "height": 800}, {"width": 360, "height": 740}
# what an auction is called in a decision
BIDS = ("bid", "offer", "stake", "challenge", "lay a set")


def bidding(state: State) -> bool:
    """Whether somebody bids who can choose among several things."""
    asked = state.decision
    words = " ".join([asked.words, *(option.words for option in asked)]).lower()
    return len(asked) > 2 and any(bid in words for bid in BIDS)


def reached(tables: Tables, game: str, players: int, wanted: Callable[[State], bool], seed: int) -> Table:
    """A table at the first moment of a random game that is wanted, or at its end."""
    ruleset = load_ruleset(game)
    compiled = ruleset.game(players)
    state, stream = compiled.start(seed), Stream(2 * seed + 1)
    table = begin_table(tables, ruleset, compiled.start(seed), ["human"] * players)
    for seat in range(players):
        rename_seat(tables, table, seat, PEOPLE[seat])
    while not state.over and not wanted(state):
        state.choose(stream.draw(len(state.decision)))
    table.state = state
    return table


def taken(browser: Any, table: Table, name: str, size: dict[str, int], dark: bool = False, part: str = "") -> None:
    """A picture of the page of the seat that has to choose, or of a part of it."""
    seat = table.state.sites()[0][0] if table.state.sites() else 0
    drawn(browser, f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}", name, size, dark, part)


def drawn(browser: Any, link: str, name: str, size: dict[str, int], dark: bool = False, part: str = "") -> None:
    """A picture of a page, or of a part of it."""
    context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{PORT}{link}")
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.locator(part).screenshot() if part else page.screenshot())).convert("RGB")
    picture.save(FOLDER / f"{name}.webp", quality=72, method=6)
    context.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        tables = open_tables(Path(folder))
        config = uvicorn.Config(
            application(tables), port=PORT, log_level="critical", ws="websockets-sansio", lifespan="off"
        )
        threading.Thread(target=uvicorn.Server(config).run, daemon=True).start()
        time.sleep(1)
        with chromium() as browser:
            for game in sys.argv[1:] or GAMES:
                players = GAMES[game]
                middle = reached(
                    tables,
                    game,
                    players,
                    lambda state: state.decisions >= 40 and len(offered(state, state.decision.seat)) > 2,
                    11,
                )
                auction = reached(tables, game, players, lambda state: state.decisions >= 10 and bidding(state), 5)
                end = reached(tables, game, players, lambda state: False, 3)
                taken(browser, middle, f"{game}-table", WIDE)
                taken(browser, middle, f"{game}-hand", WIDE, part=".dock")
                taken(browser, auction, f"{game}-auction", WIDE, dark=True)
                taken(browser, middle, f"{game}-phone", PHONE)
                taken(browser, end, f"{game}-end", WIDE)
            towns = reached(tables, str(DATA / "river-towns"), 3, lambda state: state.decisions >= 7, 1)
            taken(browser, towns, "river-towns", {"width": 1180, "height": 900}, part="#area-table")
            trick = reached(tables, "hearts", 4, lambda state: state.decisions >= 31, 3)
            taken(browser, trick, "hearts-table", WIDE)
            taken(browser, trick, "hearts-phone", PHONE)
            toggle_designer(tables, middle)
            designer = f"/table/{middle.id}/designer/{middle.designer}"
            drawn(browser, designer, "designer", WIDE)
            drawn(browser, f"{designer}/position", "position", WIDE)


if __name__ == "__main__":
    main()
