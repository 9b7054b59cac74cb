"""What the links of seats lead to: pages, moves, what people at a table do besides, games seen again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from ...base.errors import UsageError
from ...bots.named import HUMAN
from ...seats.visibility import ONLOOKER
from ..pages.books import Books
from ..pages.render import rules_page, seat_page, seat_pieces, why_page
from ..pages.seat_pages import cover_page, more_page, replay_page
from ..pages.sidebar import beside
from ..play.lobby import opened
from ..play.notes import leave
from ..play.rematch import link_there, rematch
from ..play.table import Refused, Table
from ..play.tables import Tables
from ..play.undo import take_back
from ..play.votes import AWAY, BACK, answer, come_back, propose
from ..storage.tokens import same
from .guard import FRAMED, Wrong, form, number
from .live import MOST_AT_A_SEAT, MOST_ONLOOKERS, Live, is_live, refusal
from .rates import Rates

MOST_IN_A_SET = 200
MOST_WORDS = 60
MOST_OF_A_SEAT = (300, 30)
MOST_OF_A_TABLE = (2000, 200)


@dataclass(frozen=True)
class Place:
    """What a link leads to: a seat (or ONLOOKER) of a table, the path of its page, and of the page that covers it."""

    table: Table
    seat: int
    link: str
    cover: str = ""


class Playing:
    """What each seat's link leads to; `tables` is what it is about."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.live, self.books = tables, Live(), Books()
        self.of_seat, self.of_table = Rates(*MOST_OF_A_SEAT), Rates(*MOST_OF_A_TABLE)

    def found(self, request: HTTPConnection) -> Place:
        """What a link leads to. Raises Wrong where it leads nowhere, whatever is wrong about it; or too often."""
        table = self.tables.tables.get(request.path_params["table"])
        if table is None:
            raise Wrong(404)
        place = self._place(table, request.path_params)
        if not self.of_seat.allowed((table.id, place.seat, place.cover)) or not self.of_table.allowed(table.id):
            raise Wrong(429)
        return place

    def _place(self, table: Table, params: Mapping[str, str]) -> Place:
        who, token = params.get("who", "device"), params["token"]
        link = f"/table/{table.id}/{who}/{token}"
        if who == "watch" and same(token, table.watch):
            return Place(table, ONLOOKER, link)
        if who == "device" and same(token, table.device):
            if "seat" not in params:
                return Place(table, ONLOOKER, link, link)
            seat = _seat(params["seat"])
            if 0 <= seat < len(table.seats) and table.seats[seat].shared:
                return Place(table, seat, f"{link}/{seat + 1}", link)
        if table.seat_of(_seat(who), token):
            return Place(table, _seat(who), link)
        raise Wrong(404)

    def person(self, request: HTTPConnection) -> Place:
        """What the link of a seat leads to, where somebody does something. Raises Wrong likewise."""
        place = self.found(request)
        if place.seat == ONLOOKER:
            raise Wrong(405)
        return place

    # -- pages

    async def page(self, request: Request) -> Response:
        place = self.found(request)
        table, seat = place.table, place.seat
        if seat != ONLOOKER and not table.seats[seat].taken:
            await run_in_threadpool(opened, self.tables, table, seat)
        if table.next and not table.state.over and not place.cover:
            there = link_there(self.tables, table, seat)
            if there:
                return RedirectResponse(there, 303)
        return await run_in_threadpool(self.shown, place)

    def shown(self, place: Place, notice: str = "") -> Response:
        """The page of a seat as things stand."""
        table, seat = place.table, place.seat
        if place.cover and seat == ONLOOKER:
            return self.covered(place, notice)
        with table.lock:
            side = beside(table, seat, link_there(self.tables, table, seat))
            names, bots = table.names, table.bots
            content = seat_page(table.state, seat, names, bots, place.link, notice, side, place.cover)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def cover(self, request: Request) -> Response:
        return await run_in_threadpool(self.covered, self.found(request))

    def covered(self, place: Place, notice: str = "") -> Response:
        """The page between the seats of one device."""
        with place.table.lock:
            content = cover_page(place.table, place.cover, notice)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def follow(self, socket: WebSocket) -> None:
        """Keeps an open page up to date."""
        try:
            place = self.found(socket)
        except Wrong:
            await socket.close()
            return
        table, seat = place.table, place.seat

        def pieces() -> dict[str, str] | None:
            if seat != ONLOOKER and not table.seat_of(seat, socket.path_params["token"]):
                return None
            there = link_there(self.tables, table, seat)
            if there and not table.state.over:
                return None
            side = beside(table, seat, there)
            return seat_pieces(table.state, seat, table.names, table.bots, place.link, side)[1]

        most = MOST_ONLOOKERS if seat == ONLOOKER else MOST_AT_A_SEAT
        await self.live.follow(socket, table, place.link, most, pieces)

    async def why(self, request: Request) -> Response:
        """What a seat cannot choose now, and why."""
        place, live = self.found(request), is_live(request)
        if place.seat == ONLOOKER:
            raise Wrong(404)

        def told() -> Response:
            with place.table.lock:
                content = why_page(place.table.state, place.seat, place.table.names, place.link, live)
            return Response(content, media_type="text/html")

        return await run_in_threadpool(told)

    async def rules(self, request: Request) -> Response:
        """The rules in print, or what is found in them: the same for all at a table. Pages have them in a frame."""
        table, words = self.found(request).table, request.query_params.get("find", "").strip()[:MOST_WORDS]
        body = await run_in_threadpool(self.books.of, table.header, words)
        return Response(rules_page(table.state.game.name, body, words), 200, FRAMED, "text/html")

    # -- what people do

    async def move(self, request: Request) -> Response:
        place = self.person(request)
        sent = await form(request, MOST_IN_A_SET, "option")
        at, whole = sent.get("moment", ""), sent.get("whole") == "1"
        if not (whole or "option" in sent):
            raise Wrong(400)
        options = [number(word) for word in sent["option"].split(",")] if "option" in sent else []
        act = partial(self.tables.move, place.table, place.seat, at, options, whole)
        return await run_in_threadpool(self.done, place, act, is_live(request))

    async def name(self, request: Request) -> Response:
        place = self.person(request)
        name = (await form(request)).get("name", "")
        act = partial(self.tables.rename, place.table, place.seat, name)
        return await run_in_threadpool(self.done, place, act, is_live(request))

    def done(self, place: Place, do: Callable[[], object], live: bool = False) -> Response:
        """Does something for a seat and leads back to its page, or shows the page with the reason why not.

        live: the page stays open and is told what changes; it is answered with the reason alone.
        """
        try:
            do()
        except (Refused, UsageError) as refused:
            if live:
                return refusal(str(refused))
            return self.shown(place, str(refused))
        return Response(status_code=204) if live else RedirectResponse(place.cover or place.link, 303)

    async def do(self, request: Request) -> Response:
        """What people at a table do besides playing."""
        place = self.person(request)
        sent = await form(request)
        tables, table, seat, what = self.tables, place.table, place.seat, sent.get("do")
        acts: dict[str | None, Callable[[], object]] = {
            "back": lambda: take_back(tables, table, seat, sent.get("at", "")),
            "yes": lambda: answer(tables, table, seat, True),
            "no": lambda: answer(tables, table, seat, False),
            "vote-back": lambda: propose(tables, table, seat, BACK, number(sent.get("to"))),
            "vote-away": lambda: propose(tables, table, seat, AWAY, number(sent.get("to"))),
            "note": lambda: leave(tables, table, seat, sent.get("text", "")),
            "return": lambda: come_back(tables, table, seat),
            "again": lambda: rematch(tables, table),
        }
        if what not in acts:
            raise Wrong(400)
        if table.seats[seat].kind != HUMAN and what not in ("return", "note", "again"):
            raise Wrong(405)
        if what in ("vote-back", "vote-away"):
            number(sent.get("to"))
        return await run_in_threadpool(self.done, place, acts[what], is_live(request))

    async def more(self, request: Request) -> Response:
        """The page for what is seldom done."""
        place = self.found(request)
        if place.seat == ONLOOKER:
            raise Wrong(404)

        def shown() -> Response:
            with place.table.lock:
                return Response(more_page(place.table, place.seat, place.link), media_type="text/html")

        return await run_in_threadpool(shown)

    async def replay(self, request: Request) -> Response:
        """A game that is over, as this seat saw it, step by step."""
        place = self.found(request)
        at = number(request.query_params.get("at", "0"))
        if not place.table.state.over:
            raise Wrong(404)
        content = await run_in_threadpool(replay_page, place.table, place.seat, place.link, at)
        return Response(content, media_type="text/html")


def _seat(text: str) -> int:
    """The number of a seat from 0 as links name it from 1; -1 for anything else."""
    return int(text) - 1 if text.isascii() and text.isdigit() and len(text) < 4 else -1
