"""Live pages: each open page is sent the pieces of it that have changed.

What is sent, and whether anything is, depends on the seat's own page alone. A page says nothing: whoever does, or does
not take what is sent to it, is cut off without effect on others, and asks again when it can.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import anyio
from markupsafe import escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..pages.pictures import Passage, Update
from ..pages.render import notice_piece, page_digest
from ..play.background import run_aside
from ..play.table import Table

MOST_AT_A_SEAT = 8
MOST_ONLOOKERS = 100
SECONDS_TO_TAKE = 10.0
# how often a page learns that the server is still there
SECONDS_OF_SILENCE = 20.0
NO_SUCH_LINK = 1008
OVERLOADED = 1013

# errors raised if a page is already gone
GONE = (WebSocketDisconnect, OSError, RuntimeError)

# a page as it stands, None where its link leads nowhere any more
MakeUpdate = Callable[[], Update | None]


def changed_pieces(before: Mapping[str, int], now: Mapping[str, str]) -> str:
    """The pieces that have changed; `before` has the hashes of those that were sent."""
    return "".join(text for name, text in now.items() if before.get(name) != hash(text))


def piece_hashes(pieces: Mapping[str, str]) -> dict[str, int]:
    """The hashes of pieces."""
    return {name: hash(text) for name, text in pieces.items()}


def message(before: Mapping[str, int], update: Update, passage: Passage) -> str:
    """What is sent to a page: a template for each picture of what has happened and for the page now, "" for nothing.

    Each has the pieces that differ from the template before; `before` has the hashes of those that were sent. A page
    that shows no happenings gets its pieces alone.
    """
    if not update.mark:
        return changed_pieces(before, update.pieces)
    sent, texts = dict(before), list[str]()
    for picture in passage.pictures:
        changed = changed_pieces(sent, picture.pieces)
        texts.append(template(picture.mark, picture.hold, picture.way, changed, picture.taken))
        sent |= piece_hashes(picture.pieces)
    last = changed_pieces(sent, update.pieces)
    return "".join(texts) + (template(update.mark, passage.hold, passage.way, last) if last or texts else "")


def template(mark: str, hold: int, way: str, pieces: str, taken: bool = False) -> str:
    """Pieces that are shown later, for so many milliseconds; way: what moves then; taken: somebody takes cards next."""
    moves = f' data-way="{escape(way)}"' if way else ""
    return f'<template data-mark="{mark}" data-hold="{hold}"{moves}{" data-taken" if taken else ""}>{pieces}</template>'


@dataclass
class Live:
    """The open pages. `pages` counts them by link; `made` has the latest update of each in each language."""

    pages: Counter[str] = field(default_factory=Counter)
    made: dict[tuple[str, str], tuple[int, Update]] = field(default_factory=dict)

    async def follow(
        self, socket: WebSocket, table: Table, link: str, most: int, make: MakeUpdate, language: str = ""
    ) -> None:
        """Keep one page up to date as long as it is open.

        link: its path; most: how many may be open by that link at once; make: makes it as things stand, in that
        language.
        """
        if self.pages[link] >= most:
            await socket.close(OVERLOADED)
            return
        self.pages[link] += 1
        woken, loop = asyncio.Event(), asyncio.get_running_loop()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(woken.set)

        table.listeners.add(wake)
        try:
            await socket.accept()
            code = OVERLOADED
            async with anyio.create_task_group() as tasks:

                async def wait_for_end() -> None:
                    await socket.receive()
                    tasks.cancel_scope.cancel()

                tasks.start_soon(wait_for_end)
                code = await self._send_changes(socket, table, (link, language), make, woken)
                tasks.cancel_scope.cancel()
            if WebSocketState.DISCONNECTED not in (socket.client_state, socket.application_state):
                with anyio.move_on_after(1):
                    await socket.close(code)
        except GONE:
            pass
        finally:
            table.listeners.discard(wake)
            self.pages[link] -= 1
            if not self.pages[link]:
                del self.pages[link]
                for page in [page for page in self.made if page[0] == link]:
                    del self.made[page]

    async def _send_changes(
        self, socket: WebSocket, table: Table, page: tuple[str, str], make: MakeUpdate, woken: asyncio.Event
    ) -> int:
        """Send changes until the connection ends; return the reason."""
        sent: dict[str, int] | None = None
        mark = socket.query_params.get("mark", "")
        # an unseen change, such as a secret choice, must not delay it
        due = anyio.current_time() + SECONDS_OF_SILENCE
        while True:
            woken.clear()
            found = await self._make_update(table, page, make, mark)
            if found is None:
                return NO_SUCH_LINK
            now, passage = found
            if sent is None:
                is_drawn = socket.query_params.get("at") == page_digest(now.pieces.values())
                sent = piece_hashes(now.pieces) if is_drawn else {}
            text = message(sent, now, passage)
            if text:
                if not await _send(socket, text):
                    return OVERLOADED
                due = anyio.current_time() + SECONDS_OF_SILENCE
            sent, mark = piece_hashes(now.pieces), now.mark
            while not woken.is_set():
                with anyio.CancelScope(deadline=due):
                    await woken.wait()
                if anyio.current_time() >= due:
                    if not await _send(socket, ""):
                        return OVERLOADED
                    due = anyio.current_time() + SECONDS_OF_SILENCE

    async def _make_update(
        self, table: Table, page: tuple[str, str], make: MakeUpdate, mark: str
    ) -> tuple[Update, Passage] | None:
        """A page as `_update` makes it: at once, as that is faster than in a thread, unless a bot has the table now."""
        if not table.lock.acquire(blocking=False):
            return await run_aside(self._update, table, page, make, mark)
        try:
            return self._update(table, page, make, mark)
        finally:
            table.lock.release()

    def _update(
        self, table: Table, page: tuple[str, str], make: MakeUpdate, mark: str
    ) -> tuple[Update, Passage] | None:
        """A page as it stands and what has led there from a mark, made once for all windows of a link and language."""
        with table.lock:
            version, found = self.made.get(page, (-1, None))
            if version != table.version or found is None:
                found = make()
                if found is None:
                    return None
                self.made[page] = table.version, found
            return found, found.passage(mark)


def is_live(request: Request) -> bool:
    """Whether a request comes from an open live page, which learns of changes by its connection."""
    return request.headers.get("hx-request") == "true"


def refusal(text: str, language: str) -> Response:
    """The answer to a live page's refused request: the reason alone."""
    return Response(notice_piece(text, language), 409, media_type="text/html")


async def _send(socket: WebSocket, text: str) -> bool:
    """Send a text; return whether it was received in time."""
    try:
        with anyio.move_on_after(SECONDS_TO_TAKE):
            await socket.send_text(text)
            return True
    except GONE:
        pass
    return False
