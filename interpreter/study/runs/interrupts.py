"""Ctrl-C, SIGTERM and SIGHUP: what was done until then is kept."""

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
class Stop:
    """Whether the user has asked to stop (Ctrl-C); the second time raises KeyboardInterrupt."""

    asked: bool = False

    def ask(self, number: int, frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextlib.contextmanager
def listen_for_stop() -> Iterator[Stop]:
    """Ctrl-C, the system or a closed terminal asks the run to stop while this lasts; in the main thread only."""
    stop = Stop()
    with handle_signals(stop.ask):
        yield stop


@contextlib.contextmanager
def handle_signals(what: Any) -> Iterator[None]:
    """What becomes of these signals while this lasts; outside the main thread they stay as they are.

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
