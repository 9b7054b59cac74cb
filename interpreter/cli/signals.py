"""What ends the program from outside: Ctrl-C, a closed terminal, a system that shuts down. For the main thread."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has no SIGHUP
OTHERS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
ENDING = [signal.SIGINT, *OTHERS]


class Stopped(BaseException):
    """The program was told to end by a signal, not by Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def code(self) -> int:
        """The exit code that shells know for it."""
        return 128 + self.number


def _stop(number: int, _: FrameType | None) -> None:
    raise Stopped(number)


@contextmanager
def stopping() -> Iterator[None]:
    """Raises Stopped where a signal other than Ctrl-C would kill the program, unless it is ignored anyway."""
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
def held() -> Iterator[None]:
    """Lets all these signals wait until the body is done; those that are ignored stay so."""
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in ENDING}
    heeded = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])
    if came:
        signal.raise_signal(came[0])


@contextmanager
def deaf() -> Iterator[None]:
    """Ignores all these signals: an impatient second one must not cut short what the first has begun."""
    before = {number: signal.getsignal(number) for number in ENDING}
    for number in before:
        signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
