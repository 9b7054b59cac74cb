"""What the server answers: which link leads where, what may be asked of it, and headers that keep pages private."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ..seats.visibility import ONLOOKER
from .guard import TITLES, Guard, Wrong, form, number, own_names, plain_note
from .hosting import Hosting
from .live import MOST_AT_A_SEAT, MOST_ONLOOKERS, Live
from .lobby import opened
from .tables import Refused, Table, Tables
from .templates import note, notice_piece, script, seat_page, seat_pieces, style
from .tokens import same


class Answers:
    """What each link leads to; `tables` is what it is about."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.live = tables, Live()

    def found(self, request: HTTPConnection) -> tuple[Table, int]:
        """The table and seat of a link. Raises Wrong where it leads nowhere, whatever is wrong about it."""
        table = self.tables.tables.get(request.path_params["table"])
        who, token = request.path_params["who"], request.path_params["token"]
        if table is not None and who == "watch" and same(token, table.watch):
            return table, ONLOOKER
        if who.isascii() and who.isdigit() and len(who) < 4 and table is not None:
            seat = int(who) - 1
            if table.seat_of(seat, token):
                return table, seat
        raise Wrong(404)

    async def page(self, request: Request) -> Response:
        table, seat = self.found(request)
        if seat != ONLOOKER and not table.seats[seat].taken:
            await run_in_threadpool(opened, self.tables, table, seat)
        return await run_in_threadpool(self.shown, table, seat, request.url.path)

    def shown(self, table: Table, seat: int, link: str, notice: str = "") -> Response:
        """The page of a seat as things stand."""
        with table.lock:
            content = seat_page(table.state, seat, table.names, table.bots, link, notice)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def follow(self, socket: WebSocket) -> None:
        """Keeps an open page up to date."""
        try:
            table, seat = self.found(socket)
        except Wrong:
            await socket.close()
            return
        link = socket.url.path.removesuffix("/live")

        def pieces() -> dict[str, str] | None:
            if seat != ONLOOKER and not table.seat_of(seat, socket.path_params["token"]):
                return None
            return seat_pieces(table.state, seat, table.names, table.bots, link)[1]

        most = MOST_ONLOOKERS if seat == ONLOOKER else MOST_AT_A_SEAT
        await self.live.follow(socket, table, link, most, pieces)

    async def move(self, request: Request) -> Response:
        table, seat = self.found(request)
        if seat == ONLOOKER:
            raise Wrong(405)
        sent = await form(request)
        at, option, link = sent.get("moment", ""), number(sent.get("option")), request.url.path
        act = partial(self.tables.move, table, seat, at, option)
        return await run_in_threadpool(self.done, table, seat, link, act, request.headers.get("hx-request") == "true")

    async def name(self, request: Request) -> Response:
        table, seat = self.found(request)
        if seat == ONLOOKER:
            raise Wrong(405)
        name, link = (await form(request)).get("name", ""), request.url.path.removesuffix("/name")
        return await run_in_threadpool(self.done, table, seat, link, lambda: self.tables.rename(table, seat, name))

    def done(self, table: Table, seat: int, link: str, do: Callable[[], None], live: bool = False) -> Response:
        """Does something for a seat and leads back to its page, or shows the page with the reason why not.

        live: the page stays open and is told what changes; it is answered with the reason alone.
        """
        try:
            do()
        except Refused as refused:
            if live:
                return Response(notice_piece(str(refused)), 409, media_type="text/html")
            return self.shown(table, seat, link, str(refused))
        return Response(status_code=204) if live else RedirectResponse(link, 303)


FOREVER = {"cache-control": "public, max-age=31536000, immutable"}


async def styled(request: Request) -> Response:
    """The style sheet, which never changes under its name."""
    return Response(style()[1], 200, FOREVER, "text/css")


async def scripted(request: Request) -> Response:
    """The script, of which the same is true."""
    return Response(script()[1], 200, FOREVER, "text/javascript")


async def front(request: Request) -> Response:
    """The page for whoever comes without a link."""
    return Response(note("Stammtisch", "Open the link that the host of your table gave you."), media_type="text/html")


async def _mistaken(request: Request, error: Exception) -> Response:
    return plain_note(500)


async def _wrong(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Wrong) else getattr(error, "status_code", 400)
    return plain_note(status if status in TITLES else 400)


def application(tables: Tables, host: str = "localhost", offers: Sequence[str] = (), public: str = "") -> ASGIApp:
    """The server's application for these tables.

    host: the name or address that it listens at; offers: the names of the rulesets that may be played; public: how
    links begin where that is another address than the one that a browser asks for, such as that of a proxy.
    """
    to, of = Answers(tables), Hosting(tables, offers, public)
    routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
        ("/", front, "GET"),
        (f"/{style()[0]}", styled, "GET"),
        (f"/{script()[0]}", scripted, "GET"),
        ("/tables/{token}", of.rooms, "GET"),
        ("/tables/{token}", of.begin, "POST"),
        ("/table/{table}/host/{token}", of.host, "GET"),
        ("/table/{table}/host/{token}", of.arrange, "POST"),
        ("/table/{table}/join/{token}", of.lobby, "GET"),
        ("/table/{table}/join/{token}", of.sit, "POST"),
        ("/table/{table}/{who}/{token}", to.page, "GET"),
        ("/table/{table}/{who}/{token}", to.move, "POST"),
        ("/table/{table}/{who}/{token}/name", to.name, "POST"),
    ]
    app = Starlette(
        routes=[
            *(Route(path, answer, methods=[method]) for path, answer, method in routes),
            WebSocketRoute("/table/{table}/{who}/{token}/live", to.follow),
        ],
        exception_handlers={Wrong: _wrong, HTTPException: _wrong, Exception: _mistaken},
    )
    app.router.redirect_slashes = False
    return Guard(app, own_names(host, public))
