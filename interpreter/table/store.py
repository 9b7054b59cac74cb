"""Tables in a database file: each choice is in it before anybody is shown what it leads to.

SQLite with a write-ahead log; whatever ends the program, what was committed is there. What is kept of a game is what a
recording says of it: its first line, with the rules, and its choices.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ..base import files
from ..base.errors import UsageError
from ..records.recorded import Chosen, Line, RecordedGame

FILE = "tables.sqlite"
APPLICATION = 0x53744D54
VERSION = 1
SCHEMA = """
CREATE TABLE tables (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, host TEXT NOT NULL, watch TEXT NOT NULL,
  header TEXT NOT NULL);
CREATE TABLE seats (id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, token TEXT NOT NULL, name TEXT NOT NULL,
  kind TEXT NOT NULL, PRIMARY KEY (id, seat)) WITHOUT ROWID;
CREATE TABLE choices (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  position INTEGER NOT NULL, count INTEGER NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
"""


class NotKept(Exception):
    """Something could not be written; nothing has changed."""


@dataclass
class Seat:
    """Who sits at a seat: the token of its link, the name that all see, `human` or the name of a bot."""

    token: str
    name: str
    kind: str


@dataclass
class Kept:
    """A table as it is kept: its id, the tokens of host and onlookers, its seats, its game as a recording tells it."""

    id: str
    host: str
    watch: str
    seats: list[Seat]
    game: RecordedGame


class Store:
    """The database file of one folder, for one server at a time.

    Raises UsageError where it cannot be opened: another server has it, it is damaged, newer, or no such file.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.writing = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.locked: IO[bytes] = open(folder / (FILE + ".lock"), "ab")  # noqa: SIM115  # until the store is closed
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
        if not files.lock(self.locked):
            self.locked.close()
            raise UsageError(f"the tables in {folder} are being served already: end that server, or use another --save")
        try:
            self.database = self._opened()
        except BaseException:
            self.locked.close()
            raise

    def _opened(self) -> sqlite3.Connection:
        try:
            database = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            try:
                self._check(database)
            except BaseException:
                database.close()
                raise
        except sqlite3.Error as error:
            raise UsageError(f"{self.path} is damaged, or no file of tables ({error}): use another --save") from None
        return database

    def _check(self, database: sqlite3.Connection) -> None:
        application, version = (
            database.execute(f"PRAGMA {word}").fetchone()[0] for word in ("application_id", "user_version")
        )
        empty = not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not empty and application != APPLICATION:
            raise UsageError(f"{self.path} is a database of another program: use another --save")
        if not empty and version != VERSION:
            raise UsageError(
                f"{self.path} was written by a newer version of Stammtisch: use that one, or another --save"
            )
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        if empty:
            # one transaction: a program that is killed leaves it empty or whole
            database.executescript(
                f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {SCHEMA} COMMIT;"
            )
        elif (found := database.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing. Raises NotKept."""
        with self.writing:
            try:
                self.database.execute("BEGIN IMMEDIATE")
                yield self.database
                self.database.execute("COMMIT")
            except sqlite3.Error as error:
                if self.database.in_transaction:
                    self.database.execute("ROLLBACK")
                raise NotKept(f"{self.path} cannot be written: {error}") from None

    def begin(self, kept: Kept) -> None:
        """Keeps a new table. Raises NotKept."""
        header = json.dumps(kept.game.header, separators=(",", ":"))
        with self._transaction() as database:
            number = database.execute("SELECT count(*) FROM tables").fetchone()[0]
            database.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?)", (kept.id, number, kept.host, kept.watch, header)
            )
            for seat, who in enumerate(kept.seats):
                row = (kept.id, seat, who.token, who.name, who.kind)
                database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", row)

    def choose(self, table: str, number: int, chosen: Chosen) -> None:
        """Keeps choice number `number` (from 1) of a table. Raises NotKept, also where there is one already."""
        row = (table, number, chosen.seat, chosen.index, chosen.count, chosen.choice)
        with self._transaction() as database:
            database.execute("INSERT INTO choices VALUES (?, ?, ?, ?, ?, ?)", row)

    def sit(self, table: str, seat: int, who: Seat) -> None:
        """Keeps who sits at a seat from now on. Raises NotKept."""
        row = (who.token, who.name, who.kind, table, seat)
        with self._transaction() as database:
            database.execute("UPDATE seats SET token = ?, name = ?, kind = ? WHERE id = ? AND seat = ?", row)

    def tables(self) -> list[Kept]:
        """All tables in the order in which they were begun. Raises UsageError where the file is damaged."""
        try:
            rows = self.database.execute("SELECT id, host, watch, header FROM tables ORDER BY begun").fetchall()
            return [self._kept(*row) for row in rows]
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise UsageError(f"{self.path} is damaged ({error}): use another --save") from None

    def _kept(self, table: str, host: str, watch: str, header: str) -> Kept:
        of = self.database.execute
        seats = of("SELECT token, name, kind FROM seats WHERE id = ? ORDER BY seat", (table,)).fetchall()
        chosen = of(
            "SELECT seat, position, count, choice FROM choices WHERE id = ? ORDER BY number", (table,)
        ).fetchall()
        game = recorded(str(self.path), json.loads(header), [Chosen(*row) for row in chosen])
        return Kept(table, host, watch, [Seat(*row) for row in seats], game)

    def close(self) -> None:
        """Closes the file; another server may then open it."""
        self.database.close()
        self.locked.close()


def recorded(path: str, header: dict[str, Any], choices: list[Chosen]) -> RecordedGame:
    """A game as a recording, of its header and choices."""
    return RecordedGame(path, header, [Line(0, 0, None), *(Line(0, 0, choice) for choice in choices)])
