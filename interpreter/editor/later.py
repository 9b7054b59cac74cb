"""A process of its own for the checks that take long: it takes the newest order and answers piece by piece."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread

from ..base.diagnostics import Diagnostic
from ..base.errors import UsageError
from ..base.unsaved import texts_in_place
from .errands import Outcome, do_errand
from .mistakes import later_mistakes


@dataclass(frozen=True, slots=True)
class Order:
    """A ruleset or scenarios to be checked with these unsaved texts, or an errand to be done with them.

    words, folder: as for `do_errand`. A newer order takes the place of an older one.
    """

    number: int
    path: Path
    kind: str
    texts: dict[str, str]
    errand: str = ""
    words: str = ""
    folder: Path = Path()


@dataclass(frozen=True, slots=True)
class Findings:
    """What is found for an order; outcome: of an errand."""

    number: int
    path: Path
    found: list[Diagnostic]
    outcome: Outcome | None = None


def work(connection: Connection) -> None:
    """Carry out orders until the other side is gone; whoever types goes first."""
    if hasattr(os, "nice"):
        os.nice(10)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            order: Order = connection.recv()
            while connection.poll():
                order = connection.recv()  # only the newest counts
            carry_out(order, connection)


def carry_out(order: Order, connection: Connection) -> None:
    """Check a ruleset, and stop as soon as there is another order; or do an errand."""
    found: list[Diagnostic] = []
    if order.errand:
        with texts_in_place(order.texts):
            outcome = do_errand(order.errand, order.path, order.words, order.folder)
        connection.send(Findings(order.number, order.path, list(outcome.found), outcome))
        return
    with texts_in_place(order.texts), suppress(UsageError):
        for so_far in later_mistakes(order.path, order.kind):
            found = so_far
            if connection.poll():
                return
    connection.send(Findings(order.number, order.path, found))


class LaterChecks:
    """The other end of that process. take: called with what is found, in a thread of its own."""

    def __init__(self, take: Callable[[Findings], None]) -> None:
        self.take = take
        self.connection: Connection | None = None
        self.number = 0

    def check(self, path: Path, kind: str, texts: dict[str, str]) -> int:
        """Check a ruleset or scenarios in place of whatever is being checked; return the number of the order."""
        return self._send(Order(self.number + 1, path, kind, dict(texts)))

    def do(self, errand: str, path: Path, words: str, texts: dict[str, str], folder: Path) -> int:
        """Do one of ERRANDS in place of whatever is being done; return the number of the order."""
        return self._send(Order(self.number + 1, path, "", dict(texts), errand, words, folder))

    def _send(self, order: Order) -> int:
        self.number = order.number
        if self.connection is None:
            self.start()
        assert self.connection is not None
        with suppress(OSError):
            self.connection.send(order)
        return self.number

    def start(self) -> None:
        mine, its = multiprocessing.Pipe()
        self.connection = mine
        multiprocessing.get_context("spawn").Process(target=work, args=(its,), daemon=True).start()
        its.close()
        Thread(target=self.listen, args=(mine,), daemon=True).start()

    def listen(self, connection: Connection) -> None:
        with suppress(EOFError, OSError):
            while True:
                self.take(connection.recv())

    def stop(self) -> None:
        """End the process."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
