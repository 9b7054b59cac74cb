"""Signals that end the program: Ctrl-C, a closed terminal, a shutdown. For the main thread."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has no SIGHUP
OTHERS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
ENDING = [signal.SIGINT, *OTHERS]


class Terminated(BaseException):
    """The program was told to end by a signal, not by Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def code(self) -> int:
        """The exit code that shells know for the signal."""
        return 128 + self.number


def _stop(number: int, _: FrameType | None) -> None:
    """Raise Terminated for a signal."""
    raise Terminated(number)


@contextmanager
def raise_on_signals() -> Iterator[None]:
    """Raise Terminated where a signal other than Ctrl-C would kill the program, unless it is ignored anyway."""
    before = {number: signal.getsignal(number) for number in OTHERS}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def hold_signals(patience: float = 0.0) -> Iterator[None]:
    """Delay all these signals until the body is done, or for `patience` seconds; ignored ones stay ignored.

    0: as long as it takes, as everywhere where there is no timer (Windows).
    """
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in ENDING}
    heeded = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    timed = patience > 0 and hasattr(signal, "setitimer")

    def wait(number: int, _: FrameType | None) -> None:
        came.append(number)
        if timed and len(came) == 1:
            signal.signal(signal.SIGALRM, lambda *_: cut())
            signal.setitimer(signal.ITIMER_REAL, patience)

    def cut() -> None:
        """Act on the first of them, if it is still waiting."""
        for number in heeded:
            signal.signal(number, before[number])
        first, came[:] = came[:1], []
        if first:
            signal.raise_signal(first[0])

    for number in heeded:
        signal.signal(number, wait)
    try:
        yield
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
        cut()


@contextmanager
def ignore_signals() -> Iterator[None]:
    """Ignore all these signals: a second one must not interrupt what the first has begun."""
    before = {number: signal.getsignal(number) for number in ENDING}
    for number in before:
        signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
