"""The studio's server: its page, the door behind one address, and the tables at theirs."""

from __future__ import annotations

import json
import threading
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ..table.play.background import run_aside
from ..table.play.tables import Tables
from ..table.storage.tokens import tokens_match
from ..table.web.guard import FRAMED, TITLES, Guard, HTTPError, error_page, language_of, own_names
from ..table.web.server import application
from .door import answer, is_apart, read_request
from .studio import Studio

PAGE = Path(__file__).parent / "page" / "built"
MOST_BODY = 30_000_000
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
}
# the editor makes its own style elements; scripts come from files alone
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; frame-src 'self' blob:; worker-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
MISSING = "This copy of Stammtisch comes without the studio's page."


def studio_path(tables: Tables) -> str:
    """The path of the studio's page."""
    return f"/studio/{tables.store.token}/"


class StudioRoutes:
    """Route handlers of the studio; one request to the door is answered after another, beside one that plays games."""

    def __init__(self, studio: Studio, token: str) -> None:
        self.studio, self.token = studio, token
        self.at_door, self.playing = threading.Lock(), threading.Lock()

    def check_token(self, request: Request) -> None:
        """Raise HTTPError for a link that is not the studio's."""
        if not tokens_match(request.path_params["token"], self.token):
            raise HTTPError(404)

    async def page(self, request: Request) -> Response:
        """A file of the page."""
        self.check_token(request)
        name = request.path_params.get("file") or "index.html"
        path = (PAGE / name).resolve()
        headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
        if path.is_relative_to(PAGE.resolve()) and path.is_file() and path.suffix in KINDS:
            return Response(path.read_bytes(), 200, headers, KINDS[path.suffix])
        if name == "index.html":
            return Response(MISSING, 200, headers, "text/plain")
        raise HTTPError(404)

    async def door(self, request: Request) -> Response:
        """What the door answers."""
        self.check_token(request)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPError(415)
        body = bytearray()
        try:
            async for chunk in request.stream():
                body.extend(chunk)
                if len(body) > MOST_BODY:
                    raise HTTPError(413)
        except ClientDisconnect:
            raise HTTPError(400) from None
        return Response(await run_aside(self.answer, bytes(body)), media_type="application/json")

    def answer(self, body: bytes) -> str:
        """The answer to one request, when those before it have theirs."""
        request = read_request(body)
        with self.playing if is_apart(self.studio, request) else self.at_door:
            return json.dumps(answer(self.studio, request), ensure_ascii=False)


def allow_frames(app: ASGIApp) -> ASGIApp:
    """An application whose pages the studio's page may show in a frame."""
    wanted = {name.encode(): value.encode() for name, value in FRAMED.items()}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_framed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                found = [(name, wanted.get(name, value)) for name, value in message.get("headers", [])]
                message["headers"] = found
            await send(message)

        await app(scope, receive, send_framed)

    return answer


async def _refuse(request: Request, error: Exception) -> Response:
    """The page of a refused request."""
    status = error.status if isinstance(error, HTTPError) else getattr(error, "status_code", 400)
    return error_page(status if status in TITLES else 400, language_of(request))


def studio_application(studio: Studio, host: str = "localhost") -> ASGIApp:
    """The application of a studio with tables; host: where it listens."""
    tables = studio.open_tables
    to = StudioRoutes(studio, tables.store.token)
    own = Starlette(
        routes=[
            Route("/studio/{token}/", to.page),
            Route("/studio/{token}/door", to.door, methods=["POST"]),
            Route("/studio/{token}/{file:path}", to.page),
            Mount("/", allow_frames(application(tables, host, served=False))),
        ],
        exception_handlers={HTTPError: _refuse, HTTPException: _refuse},
    )
    own.router.redirect_slashes = False
    return Guard(own, own_names(host))
