"""Group commit: writes that wait at the same moment share one transaction and one wait for the disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

# statements of one transaction
Work = Callable[[sqlite3.Connection], object]


@dataclass
class _Waiting:
    """A write that waits. `woken` when it is done, or when it is its turn to write for all who wait."""

    work: Work
    woken: threading.Event = field(default_factory=threading.Event)
    done: bool = False
    error: Exception | None = None


class DatabaseWriter:
    """Writes to a database from any thread; while `alone` is held nothing is written."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database
        self.alone, self.queue = threading.Lock(), threading.Lock()
        self.waiting: list[_Waiting] = []
        self.busy = False

    def write(self, work: Work) -> None:
        """Run `work`, all of it or nothing, and return when it is on the disk. Raises what went wrong."""
        mine = _Waiting(work)
        with self.queue:
            self.waiting.append(mine)
            first, self.busy = not self.busy, True
        if not first:
            mine.woken.wait()
        if not mine.done:
            with self.queue:
                batch, self.waiting = self.waiting, []
            with self.alone:
                self._commit(batch)
            with self.queue:
                self.busy = bool(self.waiting)
                after = self.waiting[:1]
            for one in batch:
                one.done = True
                one.woken.set()
            # what came meanwhile is written by one of those who wait for it
            for one in after:
                one.woken.set()
        if mine.error is not None:
            raise mine.error

    def _commit(self, batch: list[_Waiting]) -> None:
        """Write a batch in one transaction, without the works that fail; if it fails as a whole, nothing."""
        try:
            self.database.execute("BEGIN IMMEDIATE")
            for one in batch:
                self._try(one)
            self.database.execute("COMMIT")
        except Exception as error:
            for one in batch:
                one.error = one.error or error
            # a file that was closed meanwhile has none
            with suppress(sqlite3.ProgrammingError):
                if self.database.in_transaction:
                    self.database.execute("ROLLBACK")

    def _try(self, one: _Waiting) -> None:
        self.database.execute("SAVEPOINT one")
        try:
            one.work(self.database)
        except Exception as error:
            one.error = error
            # a full disk has ended the transaction already
            if not self.database.in_transaction:
                raise
            self.database.execute("ROLLBACK TO one")
        self.database.execute("RELEASE one")
