"""An application asked within a page, as browsers ask servers: by its worker, for the frames that show its pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp

REDIRECTS = (302, 303, 307)


@dataclass(frozen=True)
class Answer:
    """An answer to a request: its status, the path that gave it in the end, and its text."""

    status: int
    path: str
    text: str


class PageServer:
    """An application that answers below a path.

    root: the path of the folder of the page on its site, escaped, without a slash at its end: with it begin all paths
    that the page asks for.
    """

    def __init__(self, app: ASGIApp, root: str = "") -> None:
        self.app: Any = app
        self.root = unquote(root)

    async def answer(self, method: str, path: str, form: str, language: str, live: bool) -> Answer:
        """The answer of the table to a request, after all its redirects; live: htmx asks."""
        status, headers, text = await self._request(method, path, form, language, live)
        while status in REDIRECTS:
            path = headers["location"]
            status, headers, text = await self._request("GET", path, "", language, live)
        return Answer(status, path, text)

    async def _request(
        self, method: str, path: str, form: str, language: str, live: bool
    ) -> tuple[int, dict[str, str], str]:
        """One request to the table's application: status, headers and text of its answer."""
        body = form.encode()
        headers = {"accept-language": language, "content-type": "application/x-www-form-urlencoded"}
        sent: list[Mapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Mapping[str, Any]) -> None:
            sent.append(message)

        scope = self._scope("http", path, headers | ({"hx-request": "true"} if live else {})) | {"method": method}
        await self.app(scope, receive, send)
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], found, content.decode()

    def follow(self, path: str, language: str, tell: Callable[[str, Any], object]) -> Callable[[], None]:
        """Keep a page up to date: `tell` is called with "open", "text" and a text, "close" and a code.

        Return what ends it.
        """
        waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        waiting.put_nowait({"type": "websocket.connect"})

        async def send(message: Mapping[str, Any]) -> None:
            kind = message["type"]
            if kind == "websocket.accept":
                tell("open", "")
            elif kind == "websocket.send":
                tell("text", message["text"])
            elif kind == "websocket.close":
                tell("close", message.get("code", 1000))

        running = asyncio.ensure_future(
            self.app(self._scope("websocket", path, {"accept-language": language}), waiting.get, send)
        )
        # a task that nothing holds may end at any time
        following.add(running)
        running.add_done_callback(following.discard)
        return lambda: waiting.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def _scope(self, kind: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
        """What ASGI says of a request."""
        route, _, query = path.partition("?")
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(route),
            "raw_path": route.encode(),
            "query_string": query.encode(),
            "root_path": self.root,
            "headers": [(name.encode(), value.encode()) for name, value in {**headers, "host": "localhost"}.items()],
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 0),
            "subprotocols": [],
        }


following: set[asyncio.Future[Any]] = set()
