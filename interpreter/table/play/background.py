"""Work beside the answers to pages: in threads, or between other events where Python has none (in a browser)."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

HAS_THREADS = sys.platform != "emscripten"
Answer = TypeVar("Answer")


async def run_aside(do: Callable[..., Answer], *arguments: object) -> Answer:
    """Return what a function returns; other pages are answered meanwhile if there are threads."""
    return await run_in_threadpool(do, *arguments) if HAS_THREADS else do(*arguments)


def call_later(seconds: float, do: Callable[..., object], *arguments: object) -> None:
    """Call a function after so many seconds."""
    if HAS_THREADS:
        timer = threading.Timer(seconds, do, arguments)
        timer.daemon = True
        timer.start()
    else:
        asyncio.get_event_loop().call_later(seconds, do, *arguments)


class Repetition:
    """A step that is repeated until it returns False."""

    def __init__(self, step: Callable[[], bool]) -> None:
        self.step, self.over = step, False
        self.thread = threading.Thread(target=self._repeat, daemon=True) if HAS_THREADS else None

    def start(self) -> None:
        """Begin; return at once."""
        if self.thread is not None:
            self.thread.start()
        else:
            call_later(0, self._repeat_once)

    def join(self, seconds: float) -> None:
        """Wait until it is over, but not much longer than so many seconds."""
        if self.thread is not None:
            self.thread.join(seconds)
            return
        until = time.monotonic() + seconds
        while not self.over and time.monotonic() < until:
            self.over = not self.step()

    def _repeat(self) -> None:
        while self.step():
            pass

    def _repeat_once(self) -> None:
        self.over = self.over or not self.step()
        if not self.over:
            call_later(0, self._repeat_once)
