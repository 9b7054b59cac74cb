"""Handling of Ctrl-C, SIGTERM and SIGHUP, so that a stopped run keeps its results."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Windows has no SIGHUP
STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass(slots=True)
class StopRequest:
    """Whether the user has asked to stop (Ctrl-C); the second time raises KeyboardInterrupt."""

    asked: bool = False

    def ask(self, number: int, frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextlib.contextmanager
def listen_for_stop() -> Iterator[StopRequest]:
    """Set a stop flag on Ctrl-C, SIGTERM or a closed terminal while this lasts; in the main thread only."""
    stop = StopRequest()
    with handle_signals(stop.ask):
        yield stop


@contextlib.contextmanager
def handle_signals(what: Any) -> Iterator[None]:
    """Handle these signals so while this lasts; does nothing outside the main thread.

    A terminal that is closed means nothing to what was started with `nohup`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heeded = [one for one in STOPPING if one is signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]
    before = {number: signal.signal(number, what) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
