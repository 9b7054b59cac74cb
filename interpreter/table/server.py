"""What the server answers: which link leads where, what may be asked of it, and headers that keep pages private."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..base.errors import UsageError
from ..seats.visibility import ONLOOKER
from .tables import Refused, Table, Tables
from .templates import host_page, note, seat_page, style
from .tokens import same

LOG = logging.getLogger(__name__)
MOST_BODY = 4096
MOST_FIELDS = 8
MOST_SECONDS = 10.0
LOOK_AGAIN = 3
HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    # with "no-referrer" browsers would not say where a form comes from
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
TITLES = {
    400: ("That could not be understood", "Go back and try again."),
    403: ("Not from here", "This came from another page than that of the table."),
    404: ("There is nothing here", "Open the link that the host gave you; perhaps there is a newer one."),
    405: ("Not in this way", "Go back and try again."),
    408: ("Too slow", "Go back and try again."),
    413: ("Too much", "That was more than any move needs."),
    415: ("That could not be understood", "Moves are sent as forms."),
    421: ("Not under this name", "Open the table by the address of the machine that serves it."),
    500: ("Something went wrong", "The game stands as it was. Go back and try again."),
}


class Wrong(Exception):
    """A request that is refused with a status, before it can do anything."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def plain_note(status: int) -> Response:
    """The page for a request that leads nowhere: the same for everybody."""
    return Response(note(*TITLES[status]), status, media_type="text/html")


class Guard:
    """Around everything: which names the server answers to, where moves may come from, headers, no traceback ever.

    names: host names besides addresses, `localhost` and the machine's own; others could lead strangers' pages here.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        begun = False

        async def answer(message: dict[str, object]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                found: list[tuple[bytes, bytes]] = list(message.get("headers", []))  # type: ignore[call-overload]
                there = {name for name, _ in found}
                found += [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in there]
                message["headers"] = found
            await send(message)

        status = self.refused(Request(scope))
        if status:
            await plain_note(status)(scope, receive, answer)  # type: ignore[arg-type]
            return
        try:
            await self.app(scope, receive, answer)  # type: ignore[arg-type]
        except Exception:
            # without the path, in which there are tokens
            LOG.exception("a mistake in Stammtisch itself, the game goes on:")
            if not begun:
                await plain_note(500)(scope, receive, answer)  # type: ignore[arg-type]

    def refused(self, request: Request) -> int:
        """The status with which a request is refused for the host that it names or the page that it comes from."""
        host = request.headers.get("host", "")
        if not self.known(host):
            return 421
        if request.method != "POST":
            return 0
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
        foreign = origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}")
        return 403 if foreign or site not in ("same-origin", "none") else 0

    def known(self, host: str) -> bool:
        """Whether a Host header names this server: an address, or a name of its own."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return True


def own_names(host: str) -> frozenset[str]:
    """The names that this machine has for itself, and the one that the server was told to listen at."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine.split('.')[0]}.local", host.lower()})


async def form(request: Request) -> dict[str, str]:
    """The fields of a form that was sent, each once. Raises Wrong for anything else, too much, or too slow."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise Wrong(415)
    body = bytearray()

    async def read() -> None:
        async for chunk in request.stream():
            body.extend(chunk)
            if len(body) > MOST_BODY:
                raise Wrong(413)

    try:
        await asyncio.wait_for(read(), MOST_SECONDS)
    except TimeoutError:
        raise Wrong(408) from None
    except ClientDisconnect:
        raise Wrong(400) from None
    try:
        found = parse_qs(body.decode("ascii"), True, True, "utf-8", "strict", MOST_FIELDS)
    except ValueError:
        raise Wrong(400) from None
    if any(len(values) != 1 for values in found.values()):
        raise Wrong(400)
    return {name: values[0] for name, values in found.items()}


def number(text: str | None) -> int:
    """A whole number from 0. Raises Wrong for anything else."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Wrong(400)
    return int(text)


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

    def hosted(self, request: Request) -> Table:
        """The table of a host's link. Raises Wrong."""
        table = self.tables.tables.get(request.path_params["table"])
        if table is None or not same(request.path_params["token"], table.host):
            raise Wrong(404)
        return table

    async def page(self, request: Request) -> Response:
        table, seat = self.found(request)
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

    async def host(self, request: Request) -> Response:
        table = self.hosted(request)
        return await run_in_threadpool(self.hosts, table, request)

    def hosts(self, table: Table, request: Request, notice: str = "") -> Response:
        """The host's page as things stand."""
        origin = f"{request.url.scheme}://{request.headers['host']}"
        with table.lock:
            content = host_page(table, request.url.path, origin, notice)
        return Response(content, 409 if notice else 200, media_type="text/html")

    async def arrange(self, request: Request) -> Response:
        table = self.hosted(request)
        sent = await form(request)
        seat, do, kind = number(sent.get("seat")), sent.get("do"), sent.get("kind", "")
        if seat >= len(table.seats) or do not in ("kind", "link"):
            raise Wrong(400)

        def act() -> Response:
            try:
                if do == "link":
                    self.tables.renew(table, seat)
                else:
                    self.tables.hand_over(table, seat, kind)
            except (Refused, UsageError) as error:
                return self.hosts(table, request, str(error))
            return RedirectResponse(request.url.path, 303)

        return await run_in_threadpool(act)


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


def application(tables: Tables, host: str = "localhost") -> ASGIApp:
    """The server's application for these tables. `host`: the name or address that it listens at."""
    to = Answers(tables)
    routes: list[tuple[str, Callable[[Request], Awaitable[Response]], str]] = [
        ("/", front, "GET"),
        (f"/{style()[0]}", styled, "GET"),
        ("/table/{table}/host/{token}", to.host, "GET"),
        ("/table/{table}/host/{token}", to.arrange, "POST"),
        ("/table/{table}/{who}/{token}", to.page, "GET"),
        ("/table/{table}/{who}/{token}", to.move, "POST"),
        ("/table/{table}/{who}/{token}/name", to.name, "POST"),
    ]
    app = Starlette(
        routes=[Route(path, answer, methods=[method]) for path, answer, method in routes],
        exception_handlers={Wrong: _wrong, HTTPException: _wrong, Exception: _mistaken},
    )
    app.router.redirect_slashes = False
    return Guard(app, own_names(host))
