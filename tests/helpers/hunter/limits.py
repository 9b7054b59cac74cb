"""Time and memory for one stage of a trial: what takes more is stopped and is a find."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MEGABYTES = 1500


class TookTooLong(BaseException):
    """The stage used up its time of the processor; no `except Exception` holds it up."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TookTooLong after so many seconds of processor time, again every second if it is held up.

    Within another one, the time of that goes on.
    """

    def stop(*_: Any) -> None:
        raise TookTooLong(f"more than {seconds:g} s")

    before, begun = signal.signal(signal.SIGPROF, stop), time.process_time()
    left = signal.getitimer(signal.ITIMER_PROF)[0]
    signal.setitimer(signal.ITIMER_PROF, min(seconds, left or seconds), 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if left:
            signal.setitimer(signal.ITIMER_PROF, max(0.001, left - (time.process_time() - begun)), 1.0)


def limit_memory(megabytes: int = MEGABYTES) -> None:
    """From now on this process gets a MemoryError beyond that much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
