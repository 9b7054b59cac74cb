"""All hands as they were a number of choices ago, for those who look on: each as its own seat saw it then."""

from __future__ import annotations

from markupsafe import Markup

from ...base.languages.catalogues import ENGLISH, say_count_in
from ...game.state import State
from ...seats.running_game import game_wording
from ...seats.visibility import ONLOOKER
from ..play.spectators import hands_moment
from ..play.table import Table
from .page import page_data
from .page_content import content_of
from .render import area_piece, page_macros, render_page, table_pieces

# seconds between reloads
LOOK_AGAIN = 10


def all_hands_page(table: Table, link: str, language: str = ENGLISH) -> bytes:
    """The page with all hands as they were so many choices ago, as the host has decided; link: that of who looks on."""
    wording, delay, at = (
        game_wording(table.state.game, table.names, language),
        table.host_settings.hands,
        hands_moment(table),
    )
    state = table.state.replayed(at or 0)
    page = page_data(content_of(state, ONLOOKER, wording), wording, table.bots)
    page["leads_back"] = False
    if table.state.over:
        now = page["turn"]
    else:
        now = say_count_in(language, "As it was {number} choice ago", "As it was {number} choices ago", delay)
    pieces = {"top": page_macros(language).top(page, page["game"], now, "")} | table_pieces(page)
    hands = [] if at is None else [_hand(table, state, seat, language) for seat in range(len(table.seats))]
    again = 0 if table.state.over else LOOK_AGAIN
    values = {
        "page": page,
        "pieces": pieces,
        "link": link,
        "hands": hands,
        "early": at is None,
        "delay": delay,
        "again": again,
    }
    return render_page("hands.html", language, **values)


def _hand(table: Table, state: State, seat: int, language: str) -> Markup:
    """The own things of a seat as it saw them, under its player's name; "" where it has none."""
    wording = game_wording(table.state.game, table.names, language)
    page = page_data(content_of(state, seat, wording), wording, table.bots, asks=False)
    hand = next((area for area in page["areas"] if area["id"] == "hand"), None)
    if hand is None:
        return Markup("")
    piece = str(area_piece(hand | {"title": wording.player(seat), "own": False}, page["look"]))
    return Markup(piece.replace('id="hand"', f'id="hand-{seat + 1}"'))
