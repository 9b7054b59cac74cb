"""Live pages: each open page is sent the pieces of it that have changed.

What is sent, and whether anything is, depends on the seat's own page alone. A page says nothing: whoever does, or does
not take what is sent to it, is cut off without effect on others, and asks again when it can.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..pages.pictures import Update
from ..pages.render import notice_piece
from ..play.background import run_aside
from ..play.table import Table
from .page_updates import SeatOrder, Sent, Shown, next_message

if TYPE_CHECKING:
    from .page_workers import PageWorkers

LOG = logging.getLogger(__name__)
MOST_AT_A_SEAT = 8
MOST_ONLOOKERS = 100
SECONDS_TO_TAKE = 10.0
# how often a page learns that the server is still there
SECONDS_OF_SILENCE = 20.0
NO_SUCH_LINK = 1008
OVERLOADED = 1013

# errors raised if a page is already gone
GONE = (WebSocketDisconnect, OSError, RuntimeError)

# a page as it stands, or what makes it so; None where its link leads nowhere any more
MakePage = Callable[[], Update | SeatOrder | None]


@dataclass
class Live:
    """The open pages. `pages` counts them by link; `made` has the latest update of each in each language.

    `tables` counts them by table; `workers`: make them where there are many.
    """

    pages: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    made: dict[tuple[str, str], tuple[int, Update]] = field(default_factory=dict)
    workers: PageWorkers | None = None

    async def follow(
        self, socket: WebSocket, table: Table, link: str, most: int, make: MakePage, language: str = ""
    ) -> None:
        """Keep one page up to date as long as it is open.

        link: its path; most: how many may be open by that link at once; make: makes it as things stand, in that
        language.
        """
        if self.pages[link] >= most:
            await socket.close(OVERLOADED)
            return
        self.pages[link] += 1
        self.tables[table.id] += 1
        if self.workers is not None:
            self.workers.begin(self.pages.total())
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
            self.tables[table.id] -= 1
            if not self.tables[table.id]:
                del self.tables[table.id]
                if self.workers is not None:
                    self.workers.drop(table.id)
            self.pages[link] -= 1
            if not self.pages[link]:
                del self.pages[link]
                for page in [page for page in self.made if page[0] == link]:
                    del self.made[page]

    async def _send_changes(
        self, socket: WebSocket, table: Table, page: tuple[str, str], make: MakePage, woken: asyncio.Event
    ) -> int:
        """Send changes until the connection ends; return the reason."""
        shown = Shown(socket.query_params.get("mark", ""), None, socket.query_params.get("at", ""))
        # an unseen change, such as a secret choice, must not delay it
        due = anyio.current_time() + SECONDS_OF_SILENCE
        while True:
            woken.clear()
            found = await self._next_message(table, page, make, shown)
            if found is None:
                return NO_SUCH_LINK
            text, shown = found
            if text:
                if not await _send(socket, text):
                    return OVERLOADED
                due = anyio.current_time() + SECONDS_OF_SILENCE
            while not woken.is_set():
                with anyio.CancelScope(deadline=due):
                    await woken.wait()
                if anyio.current_time() >= due:
                    if not await _send(socket, ""):
                        return OVERLOADED
                    due = anyio.current_time() + SECONDS_OF_SILENCE

    async def _next_message(self, table: Table, page: tuple[str, str], make: MakePage, shown: Shown) -> Sent | None:
        """What is sent to a page next, and what it shows then; None if its link leads nowhere any more."""
        workers = self.workers
        while True:
            found = await self._ask(table, page, make, shown, workers)
            if not isinstance(found, Future):
                return found
            assert self.workers is not None
            try:
                # also if this page is closed meanwhile: the worker plays the game along
                if made := await asyncio.shield(asyncio.wrap_future(found)):
                    return made
            except BrokenExecutor:
                pass  # which is found when it is asked again
            except Exception as error:
                LOG.error("the server makes a page itself, as the process that should has failed: %r", error)
                workers = None
            self.workers.forget(table.id)

    async def _ask(
        self, table: Table, page: tuple[str, str], make: MakePage, shown: Shown, workers: PageWorkers | None
    ) -> Sent | Future[Sent | None] | None:
        """What `_message` returns: at once, as that is faster than in a thread, unless a bot has the table now."""
        if not table.lock.acquire(blocking=False):
            return await run_aside(self._message, table, page, make, shown, workers)
        try:
            return self._message(table, page, make, shown, workers)
        finally:
            table.lock.release()

    def _message(
        self, table: Table, page: tuple[str, str], make: MakePage, shown: Shown, workers: PageWorkers | None
    ) -> Sent | Future[Sent | None] | None:
        """What is sent to a page next, or the worker's answer to that; the page is made once for all its windows."""
        with table.lock:
            version, found = self.made.get(page, (-1, None))
            if version != table.version or found is None:
                made = make()
                if isinstance(made, SeatOrder):
                    if workers is not None and (answer := workers.submit(table, made, shown)) is not None:
                        self.made.pop(page, None)
                        return answer
                    made = made.update(table.state)
                if made is None:
                    return None
                found = made
                self.made[page] = table.version, found
            return next_message(found, shown)


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
