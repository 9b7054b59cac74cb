"""What the server answers: which link leads where, what may be asked of it, and headers that keep pages private."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ..seats.visibility import ONLOOKER
from .guard import TITLES, Guard, Wrong, form, number, own_names, plain_note
from .hosting import Hosting
from .lobby import opened
from .tables import Refused, Table, Tables
from .templates import note, seat_page, style
from .tokens import same

LOOK_AGAIN = 3


class Answers:
    """What each link leads to; `tables` is what it is about."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def found(self, request: Request) -> tuple[Table, int]:
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
            content, waits = seat_page(table.state, seat, table.names, table.bots, link, notice)
        headers = {"refresh": f"{LOOK_AGAIN};url={link}"} if waits else {}
        return Response(content, 409 if notice else 200, headers, "text/html")

    async def move(self, request: Request) -> Response:
        table, seat = self.found(request)
        if seat == ONLOOKER:
            raise Wrong(405)
        sent = await form(request)
        at, option, link = sent.get("moment", ""), number(sent.get("option")), request.url.path
        return await run_in_threadpool(self.done, table, seat, link, lambda: self.tables.move(table, seat, at, option))

    async def name(self, request: Request) -> Response:
        table, seat = self.found(request)
        if seat == ONLOOKER:
            raise Wrong(405)
        name, link = (await form(request)).get("name", ""), request.url.path.removesuffix("/name")
        return await run_in_threadpool(self.done, table, seat, link, lambda: self.tables.rename(table, seat, name))

    def done(self, table: Table, seat: int, link: str, do: Callable[[], None]) -> Response:
        """Does something for a seat and leads back to its page, or shows the page with the reason why not."""
        try:
            do()
        except Refused as refused:
            return self.shown(table, seat, link, str(refused))
        return RedirectResponse(link, 303)


async def styled(request: Request) -> Response:
    """The style sheet, which never changes under its name."""
    return Response(style()[1], 200, {"cache-control": "public, max-age=31536000, immutable"}, "text/css")


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
        routes=[Route(path, answer, methods=[method]) for path, answer, method in routes],
        exception_handlers={Wrong: _wrong, HTTPException: _wrong, Exception: _mistaken},
    )
    app.router.redirect_slashes = False
    return Guard(app, own_names(host, public))
