"""Resolve links of seats to their table and seat, or to onlookers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from starlette.requests import HTTPConnection

from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH
from ...seats.running_game import game_wording
from ...seats.visibility import ONLOOKER
from ..pages.links import link_path
from ..play.table import Table
from ..play.tables import Tables
from ..storage.tokens import tokens_match
from .guard import HTTPError, language_of
from .rates import Rates

# requests at once, and per second after that
MOST_OF_A_SEAT = (300, 30)
MOST_OF_A_TABLE = (2000, 200)


@dataclass(frozen=True)
class LinkTarget:
    """The target of a link: a seat (or ONLOOKER) of a table, the path of its page, and of its cover page.

    language: the reader's.
    """

    table: Table
    seat: int
    link: str
    cover: str = ""
    language: str = ENGLISH

    @property
    def wording(self) -> Wording:
        """The words of the table's game in the reader's language."""
        return game_wording(self.table.state.game, self.table.names, self.language)


class LinkTargets:
    """Resolves links to places, with rate limits."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.seat_rates, self.table_rates = Rates(*MOST_OF_A_SEAT), Rates(*MOST_OF_A_TABLE)

    def find(self, request: HTTPConnection) -> LinkTarget:
        """The place of a link. Raises HTTPError, the same whatever is wrong with it, or if asked too often."""
        table = self.tables.tables.get(request.path_params["table"])
        if table is None:
            raise HTTPError(404)
        place = find_place(table, request.path_params)
        key = table.id, place.seat, place.cover
        if not self.seat_rates.allow(key) or not self.table_rates.allow(table.id):
            raise HTTPError(429)
        return replace(place, language=language_of(request))

    def find_player(self, request: HTTPConnection) -> LinkTarget:
        """The place of a seat's link, for an action. Raises HTTPError as `find` does, and for an onlooker."""
        place = self.find(request)
        if place.seat == ONLOOKER:
            raise HTTPError(405)
        return place


def find_place(table: Table, params: Mapping[str, str]) -> LinkTarget:
    """The place at a table from the parts of a path: `who`, `token` and, if shared, `seat`. Raises HTTPError."""
    who, token = params.get("who", "device"), params["token"]
    link = link_path(table, who, token)
    if who == "watch" and tokens_match(token, table.watch):
        return LinkTarget(table, ONLOOKER, link)
    if who == "device" and tokens_match(token, table.device):
        if "seat" not in params:
            return LinkTarget(table, ONLOOKER, link, link)
        seat = _seat_number(params["seat"])
        if 0 <= seat < len(table.seats) and table.seats[seat].shared:
            return LinkTarget(table, seat, f"{link}/{seat + 1}", link)
    if table.has_token(_seat_number(who), token):
        return LinkTarget(table, _seat_number(who), link)
    raise HTTPError(404)


def _seat_number(text: str) -> int:
    """The seat from 0 of a text that counts from 1; -1 for anything else, also for 01, as a seat has one page."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return number - 1 if str(number) == text else -1
