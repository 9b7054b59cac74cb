"""What leads somebody back to their turns: the list of the tables where a browser has a seat, and a feed for a seat."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from ...seats.visibility import ONLOOKER
from ..pages.links import newest_seat
from ..pages.turn_pages import OwnSeat, feed_document, own_tables_page
from ..play.background import run_aside
from ..play.clocks import choice_key
from ..play.seats import is_asked
from ..play.table import Table
from ..play.tables import Tables
from ..storage.tokens import feed_token, tokens_match
from .guard import HTTPError, language_of
from .rates import Rates
from .seat_cookies import forget_seat, listed_seats, origin_of

# the most tables in the list; requests for it in all, and for a feed: at once, and per second after that
MOST_LISTED = 40
MOST_LISTS, MOST_OF_A_FEED = (100, 20), (20, 0.1)
MOST_REMEMBERED = 10_000
FEED = "application/atom+xml; charset=utf-8"


class TurnRoutes:
    """Route handlers of the list and of feeds. public: the beginning of links.

    `since`: for each seat what it was asked when its feed was read last, and when that was new.
    """

    def __init__(self, tables: Tables, public: str) -> None:
        self.tables, self.public = tables, public
        self.list_rates, self.feed_rates = Rates(*MOST_LISTS), Rates(*MOST_OF_A_FEED)
        self.since: dict[tuple[str, int], tuple[str, float]] = {}

    async def own(self, request: Request) -> Response:
        """The tables where this browser has a seat."""
        if not self.list_rates.allow(""):
            raise HTTPError(429)
        return await run_aside(self.show_own, request)

    def show_own(self, request: Request) -> Response:
        """The list now; seats whose link leads nowhere any more are forgotten."""
        found: list[OwnSeat] = []
        gone: list[tuple[str, int]] = []
        for table_id, seat, token in listed_seats(request)[:MOST_LISTED]:
            table = self.tables.find(table_id, opens=False)
            if table is None or not table.has_token(seat, token):
                gone.append((table_id, seat))
            else:
                found.append(OwnSeat(table, seat))
        order = {table_id: number for number, table_id in enumerate(self.tables.order)}
        found.sort(key=lambda own: order.get(own.table.id, -1), reverse=True)
        response = Response(own_tables_page(found, language_of(request)), media_type="text/html")
        for table_id, seat in gone:
            forget_seat(response, table_id, seat)
        return response

    async def feed(self, request: Request) -> Response:
        """The feed of a seat: an entry when it has to choose. Its address leads nowhere else."""
        table_id, token = request.path_params["table"], request.path_params["token"]
        if not self.feed_rates.allow(token):
            raise HTTPError(429)
        return await run_aside(self.show_feed, request, table_id, token)

    def show_feed(self, request: Request, table_id: str, token: str) -> Response:
        """The feed now, of the last of the games that follow the table. Raises HTTPError."""
        table = self.tables.find(table_id, opens=False)
        tokens = [feed_token(who.token) for who in table.seats] if table is not None else []
        seat = next((seat for seat, kept in enumerate(tokens) if tokens_match(token, kept)), ONLOOKER)
        if table is None or seat == ONLOOKER:
            raise HTTPError(404)
        newest, now = newest_seat(self.tables, table, seat)
        with newest.lock:
            key = choice_key(newest.state, now, newest.seats[now].epoch)
            asked = f"{key[0]}.{key[1]}" if is_asked(newest, now) else ""
        since = self._since(newest, now, asked)
        start = origin_of(request, self.public)
        content = feed_document(newest, start, request.url.path, asked, since, language_of(request))
        return Response(content, headers={"content-type": FEED})

    def _since(self, table: Table, seat: int, asked: str) -> float:
        """Since when a seat is asked that, as far as its feed was read."""
        known = self.since.get((table.id, seat))
        if known is None or known[0] != asked:
            if len(self.since) >= MOST_REMEMBERED:
                self.since.clear()
            known = self.since[table.id, seat] = asked, time.time()
        return known[1]
