"""Takes the pictures of docs/pictures: cd tests; python -m helpers.pictures [game ... | moments | situations].

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
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from helpers.chromium import chromium
from helpers.in_view import choose_at_random
from helpers.paths import DATA, ROOT
from PIL import Image

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.offers import offered
from stammtisch.table.pages.links import own_tables_path, table_path
from stammtisch.table.play.chat import post_message
from stammtisch.table.play.clocks import VOTE
from stammtisch.table.play.seats import rename_seat, toggle_designer
from stammtisch.table.play.setup import begin_table
from stammtisch.table.play.table import Table
from stammtisch.table.play.tables import Tables, open_tables
from stammtisch.table.play.votes import BACK, propose
from stammtisch.table.watches.clock_watch import set_clock
from stammtisch.table.web.server import application

FOLDER = ROOT / "docs" / "pictures"
PORT = 8192
PEOPLE = ["Anna", "Ben", "Clara", "David"]
GAMES = {"munchhausen": 4, "ofertu": 2, "warrender": 3, "bierfest": 3, "balvin": 3}
# players, decisions before the picture, seed
OTHERS = {
    "hearts": (4, 31, 3),
    "gin-rummy": (2, 23, 3),
    "nine-mens-morris": (2, 21, 4),
    "othello": (2, 22, 2),
    "chess": (2, 33, 2),
}
WIDE, PHONE = {"width": 1180, "height": 800}, {"width": 360, "height": 740}
# on a device that wants nothing explained
EXPLAINED = "localStorage.setItem('stammtisch guide', '{\"off\": true}')"
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


def opened(browser: Any, link: str, size: dict[str, int], dark: bool = False, first: bool = False) -> Any:
    """A page that has come to rest; first: of somebody who plays for the first time."""
    phone = size is PHONE
    context = browser.new_context(viewport=size, has_touch=phone, color_scheme="dark" if dark else "light")
    page = context.new_page()
    if not first:
        page.add_init_script(EXPLAINED)
    page.goto(f"http://127.0.0.1:{PORT}{link}")
    page.wait_for_timeout(500)
    return page


def keep(page: Any, name: str, part: str = "") -> None:
    """Keeps what a page shows, or a part of it, and closes it."""
    picture = Image.open(io.BytesIO(page.locator(part).screenshot() if part else page.screenshot())).convert("RGB")
    picture.save(FOLDER / f"{name}.webp", quality=72, method=6)
    page.context.close()


def drawn(browser: Any, link: str, name: str, size: dict[str, int], dark: bool = False, part: str = "") -> None:
    """A picture of a page, or of a part of it."""
    keep(opened(browser, link, size, dark), name, part)


def draw_german(browser: Any, tables: Tables) -> None:
    """A page in German, as it was sent: its connection would ask in the browser's own language."""
    table = reached(tables, "munchhausen", 4, lambda state: state.decisions >= 40 and bidding(state), 5)
    page = browser.new_context(viewport=WIDE, locale="de", color_scheme="dark").new_page()
    page.route_web_socket("**/live*", lambda _: None)
    page.add_init_script(EXPLAINED)
    page.goto(f"http://127.0.0.1:{PORT}{link_of(table, table.state.sites()[0][0])}")
    page.wait_for_timeout(500)
    keep(page, "munchhausen-german")


def link_of(table: Table, seat: int) -> str:
    """The path of a seat's page."""
    return f"/table/{table.id}/{seat + 1}/{table.seats[seat].token}"


def draw_game(browser: Any, tables: Tables, game: str) -> Table:
    """Pictures of one of the five games; the table in the middle of it."""
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
    return middle


def draw_trick(browser: Any, tables: Tables) -> None:
    """A trick that is held until all have seen it, on a page that was open; and the same as the last trick."""
    ruleset, stream = load_ruleset("hearts"), Stream(7)
    table = begin_table(tables, ruleset, ruleset.game(4).start(3), ["human"] * 4)
    for seat in range(4):
        rename_seat(tables, table, seat, PEOPLE[seat])
    while table.state.decisions < 12 + 4 * 4 + 3:
        choose_at_random(tables, table, table.state.sites()[-1][0], stream)
    last = table.state.sites()[0][0]
    watching = (last + 1) % 4
    page = opened(browser, link_of(table, watching), PHONE)
    choose_at_random(tables, table, last, stream)
    page.wait_for_timeout(700)
    keep(page, "hearts-held")
    drawn(browser, link_of(table, watching), "hearts-last-trick", WIDE)


def draw_first_game(browser: Any, tables: Tables) -> None:
    """A kind of choice that is explained, as it is asked for the first time."""
    table = reached(tables, "munchhausen", 4, lambda state: state.decisions >= 2, 5)
    page = opened(browser, link_of(table, table.state.sites()[0][0]), PHONE, first=True)
    page.locator("#why").wait_for()
    keep(page, "first-game")


def draw_fine_board(browser: Any, tables: Tables) -> None:
    """A board finer than a finger, where a first tap has found a place."""
    table = reached(tables, "hex", 2, lambda state: state.decisions >= 26, 3)
    page = opened(browser, link_of(table, table.state.sites()[0][0]), PHONE)
    page.locator(".cell").nth(47).tap()
    page.wait_for_timeout(300)
    keep(page, "hex-phone")


def draw_moments(browser: Any, tables: Tables) -> None:
    """Pictures of people at a table: chat and clocks, host and lobby, a refusal, an end, in the dark."""
    draw_trick(browser, tables)
    hearts = reached(tables, "hearts", 4, lambda state: state.decisions >= 18, 5)
    for seat, text in ((1, "Sorry, somebody had to get the queen"), (2, "😄"), (0, "Next hand it is yours")):
        post_message(tables, hearts, seat, text)
    taken(browser, hearts, "chat", WIDE)
    morris = reached(tables, "nine-mens-morris", 2, lambda state: True, 5)
    set_clock(tables, morris, "calm", VOTE)
    taken(browser, morris, "clocks", PHONE)
    drawn(browser, f"/table/{morris.id}/host/{morris.host}", "host", WIDE)
    drawn(browser, f"/table/{hearts.id}/host/{hearts.host}", "host-phone", PHONE)
    free = begin_table(tables, load_ruleset("balvin"), load_ruleset("balvin").game(3).start(1), ["human"] * 3)
    drawn(browser, f"/table/{free.id}/join/{free.lobby}", "lobby", PHONE)
    passing = reached(tables, "hearts", 4, lambda state: True, 2)
    page = opened(browser, link_of(passing, 0), PHONE)
    page.locator("#hand label.tap").nth(1).tap(position={"x": 9, "y": 20})
    page.locator("button.main").tap()
    page.locator("#notice:not(:empty)").wait_for()
    page.wait_for_timeout(300)
    keep(page, "refusal")
    draw_first_game(browser, tables)
    draw_german(browser, tables)
    ended = reached(tables, "balvin", 3, lambda state: False, 3)
    taken(browser, ended, "end-phone", PHONE, dark=True)
    taken(browser, reached(tables, "chess", 2, lambda state: state.decisions >= 40, 6), "chess-dark", PHONE, dark=True)


def draw_situations(browser: Any, tables: Tables) -> None:
    """Pictures of what else people see: explanations, looking back, votes, those who watch, the rules beside the table."""
    balvin = reached(tables, "balvin", 3, lambda state: state.decisions >= 40, 7)
    asked = balvin.state.sites()[0][0]
    page = opened(browser, link_of(balvin, asked), PHONE)
    page.tap(".tiles > li:has-text('blocked') .fact")
    page.locator("#what").wait_for()
    keep(page, "what-is-that")
    keep(opened(browser, link_of(balvin, asked) + "/rules", PHONE), "rules-phone")
    fresh = reached(tables, "balvin", 3, lambda state: True, 7)
    stream = Stream(5)
    while fresh.state.decisions < 14:
        choose_at_random(tables, fresh, fresh.state.sites()[0][0], stream)
    drawn(browser, table_path(fresh, "watch"), "log", {"width": 1180, "height": 1100}, part="#log")
    fresh = reached(tables, "balvin", 3, lambda state: True, 7)
    page = opened(browser, link_of(fresh, fresh.state.sites()[0][0]), {"width": 1280, "height": 800}, first=True)
    page.locator("#why").wait_for()
    keep(page, "first-game-wide")
    hearts = reached(tables, "hearts", 4, lambda state: state.decisions >= 22, 5)
    last = hearts.state.sites()[0][0]
    page = opened(browser, link_of(hearts, (last + 1) % 4), PHONE)
    page.goto(page.evaluate("document.querySelectorAll('#log a.then')[3].href"))
    page.wait_for_timeout(500)
    choose_at_random(tables, hearts, last, Stream(7))
    page.locator("#moved span").wait_for()
    keep(page, "looking-back")
    propose(tables, hearts, last, BACK, 19)
    drawn(browser, link_of(hearts, (last + 2) % 4), "vote", PHONE)
    watched = reached(tables, "gin-rummy", 2, lambda state: True, 3)
    watched.settings = replace(watched.host_settings, hands=10).to_json()
    stream = Stream(3)
    while watched.state.decisions < 24:
        choose_at_random(tables, watched, watched.state.sites()[0][0], stream)
    drawn(browser, table_path(watched, "watch"), "spectator", WIDE)
    drawn(browser, f"{table_path(watched, 'watch')}/hands", "all-hands", WIDE)
    page = opened(browser, link_of(hearts, last), PHONE)
    page.goto(f"http://127.0.0.1:{PORT}{link_of(balvin, asked)}")
    page.goto(f"http://127.0.0.1:{PORT}{own_tables_path(hearts.id)}")
    keep(page, "own-tables")
    page = browser.new_context(viewport=PHONE, has_touch=True, locale="de").new_page()
    page.add_init_script(EXPLAINED)
    page.goto(f"http://127.0.0.1:{PORT}{link_of(balvin, asked)}")
    page.wait_for_timeout(500)
    keep(page, "balvin-german-phone")


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
            wanted = sys.argv[1:] or [*GAMES, *OTHERS, "hex", "moments", "situations"]
            for game in wanted:
                if game in GAMES:
                    middle = draw_game(browser, tables, game)
                elif game in OTHERS:
                    players, decisions, seed = OTHERS[game]
                    table = reached(tables, game, players, lambda state, most=decisions: state.decisions >= most, seed)  # type: ignore[misc]
                    taken(browser, table, f"{game}-table", WIDE)
                    taken(browser, table, f"{game}-phone", PHONE)
            if "hex" in wanted:
                draw_fine_board(browser, tables)
            if "moments" in wanted:
                draw_moments(browser, tables)
                towns = reached(tables, str(DATA / "river-towns"), 3, lambda state: state.decisions >= 7, 1)
                taken(browser, towns, "river-towns", {"width": 1180, "height": 900}, part="#area-table")
            if "situations" in wanted:
                draw_situations(browser, tables)
            if "balvin" in wanted:
                toggle_designer(tables, middle)
                designer = f"/table/{middle.id}/designer/{middle.designer}"
                drawn(browser, designer, "designer", WIDE)
                drawn(browser, f"{designer}/position", "position", WIDE)


if __name__ == "__main__":
    main()
