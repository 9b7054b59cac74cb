"""Middleware before every answer: the server's names, allowed origins of moves, limits of forms."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from urllib.parse import parse_qs, urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ...base.languages.catalogues import ENGLISH, best_language, mark
from ...base.lookalikes import compose
from ..pages.links import served_below
from ..pages.render import note_page

LOG = logging.getLogger(__name__)
MOST_BODY = 4096
MOST_FIELDS = 8
MOST_SECONDS = 10.0
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; "
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
# of what a page of the table itself may show in a frame
FRAMED = {
    "content-security-policy": HEADERS["content-security-policy"].replace("ancestors 'none'", "ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",
}
TITLES = {
    400: (mark("That could not be understood"), mark("Go back and try again.")),
    403: (mark("Not from here"), mark("This came from a page that is not the table's.")),
    404: (mark("There is nothing here"), mark("Open the link that the host gave you; perhaps there is a newer one.")),
    405: (mark("Not like this"), mark("Go back and try again.")),
    408: (mark("Too slow"), mark("Go back and try again.")),
    413: (mark("Too much"), mark("That was more than any move needs.")),
    415: (mark("That could not be understood"), mark("Moves are sent as forms.")),
    421: (mark("Not under this name"), mark("Open the table by the address of the machine that serves it.")),
    429: (mark("Too often"), mark("Wait a moment and try again.")),
    500: (mark("Something went wrong"), mark("The game stands as it was. Go back and try again.")),
}


class HTTPError(Exception):
    """A request is refused with a status, before it can do anything."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def error_page(status: int, language: str = ENGLISH) -> Response:
    """The page for a refused request: the same for everybody who reads that language."""
    return Response(note_page(*TITLES[status], language), status, media_type="text/html")


def language_of(request: HTTPConnection) -> str:
    """The language that an address asks for, as that of a connection does, else the browser of whoever reads."""
    return best_language(request.query_params.get("language") or request.headers.get("accept-language", ""))


class Guard:
    """Middleware: checks host names and origins, sets headers, never shows a traceback.

    names: host names besides addresses, `localhost` and the machine's own; others could lead strangers' pages here.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with served_below(scope.get("root_path", "")):
            await self.guard(scope, receive, send)

    async def guard(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or connection, or pass it on."""
        request = HTTPConnection(scope)
        status, language = self.refusal_status(request, scope.get("method", "POST")), language_of(request)
        if scope["type"] == "websocket":
            await self.pass_connection(status, scope, receive, send)
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

        if status:
            await error_page(status, language)(scope, receive, answer)  # type: ignore[arg-type]
            return
        try:
            await self.app(scope, receive, answer)  # type: ignore[arg-type]
        except Exception:
            # without the path, in which there are tokens
            LOG.exception("a mistake in Stammtisch itself, the game goes on:")
            if not begun:
                await error_page(500, language)(scope, receive, answer)  # type: ignore[arg-type]

    async def pass_connection(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on, if it is not refused."""
        if status:
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await self.app(scope, receive, send)
        except Exception:
            LOG.exception("a mistake in Stammtisch itself, the game goes on:")

    def refusal_status(self, request: HTTPConnection, method: str) -> int:
        """The status that refuses a request for its host or origin, 0 if it is fine.

        Connections, which have no method, are looked at as what moves something.
        """
        host = request.headers.get("host", "")
        if not self.is_own_host(host):
            return 421
        if method != "POST":
            return 0
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
        foreign = origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}")
        return 403 if foreign or site not in ("same-origin", "none") else 0

    def is_own_host(self, host: str) -> bool:
        """Whether a Host header names this server: an address, or a name of its own."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.names
        return True


def own_names(host: str, public: str = "") -> frozenset[str]:
    """The names of this machine, the host that the server listens at, and the host in public links."""
    machine, told = socket.gethostname().lower(), urlsplit(public).hostname
    return frozenset({"localhost", machine, f"{machine.split('.')[0]}.local", host.lower(), *([told] if told else [])})


async def read_form(
    request: Request, most: int = MOST_FIELDS, several: str = "", size: int = MOST_BODY
) -> dict[str, str]:
    """The fields of a submitted form, each once, at most `most`; values of `several` are joined with commas.

    Raises HTTPError for anything else, or too slow.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPError(415)
    body = bytearray()

    async def read() -> None:
        async for chunk in request.stream():
            body.extend(chunk)
            if len(body) > size:
                raise HTTPError(413)

    try:
        await asyncio.wait_for(read(), MOST_SECONDS)
    except TimeoutError:
        raise HTTPError(408) from None
    except ClientDisconnect:
        raise HTTPError(400) from None
    try:
        found = parse_qs(body.decode("ascii"), True, True, "utf-8", "strict", most)
    except ValueError:
        raise HTTPError(400) from None
    if any(len(values) != 1 for name, values in found.items() if name != several):
        raise HTTPError(400)
    return {name: compose(",".join(values)) for name, values in found.items()}


def parse_number(text: str | None) -> int:
    """A whole number from 0. Raises HTTPError for anything else."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 7):
        raise HTTPError(400)
    return int(text)
