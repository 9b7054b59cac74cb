"""Tables in a database file: each choice is in it before anybody is shown what it leads to.

SQLite with a write-ahead log; whatever ends the program, what was committed is there. What is kept of a game is what a
recording says of it: its first line, with the rules, and its choices.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from ..base import files
from ..base.errors import UsageError
from ..records.recorded import GAME_KEYS, Chosen, Line, RecordedGame
from ..records.trace import check_keys, check_names
from .kept import Kept, Note, Seat, Undone, Vote
from .rescue import rescued
from .tokens import new_token
from .writing import Work, Writer

FILE = "tables.sqlite"
APPLICATION = 0x53744D54
VERSION = 2
SCHEMA = """
CREATE TABLE tables (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, host TEXT NOT NULL, watch TEXT NOT NULL,
  header TEXT NOT NULL);
CREATE TABLE seats (id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, token TEXT NOT NULL, name TEXT NOT NULL,
  kind TEXT NOT NULL, PRIMARY KEY (id, seat)) WITHOUT ROWID;
CREATE TABLE choices (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  position INTEGER NOT NULL, count INTEGER NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
"""
# what came with version 2; the words after `tables` are the columns that `put` writes
PUT = ("lobby", "device", "designer", "next", "vote")
SECOND = (
    "".join(f"ALTER TABLE tables ADD COLUMN {word} TEXT NOT NULL DEFAULT '';" for word in PUT)
    + "".join(
        f"ALTER TABLE seats ADD COLUMN {word} INTEGER NOT NULL DEFAULT 0;" for word in ("taken", "shared", "epoch")
    )
    + """
CREATE TABLE undone (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, what TEXT NOT NULL,
  PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE notes (id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  decision INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE server (token TEXT NOT NULL);
"""
)
# what reading a table that somebody has damaged may end in
DAMAGE = (sqlite3.Error, ValueError, TypeError, KeyError, UsageError)


class NotKept(Exception):
    """Something could not be written; nothing has changed."""


class Damaged(Exception):
    """Some of the file cannot be read."""


def _whole(database: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with a file."""
    try:
        return bool(database.execute("PRAGMA quick_check").fetchone()[0] == "ok")
    except sqlite3.Error:
        return False


def _schema(empty: bool = True) -> str:
    """The commands that bring a file up to this version; in one transaction, so that a kill leaves it as it was."""
    first = f"PRAGMA application_id = {APPLICATION}; {SCHEMA}" if empty else ""
    token = f"INSERT INTO server VALUES ('{new_token()}');"
    return f"BEGIN; {first} {SECOND} {token} PRAGMA user_version = {VERSION}; COMMIT;"


class Store:
    """The database file of one folder, for one server at a time.

    Of a file that is damaged all tables that can be read are saved into another; `rescued` says so, "" else.
    Raises UsageError where it cannot be opened: another server has it, it is newer, or no such file.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.locked: IO[bytes] = open(folder / (FILE + ".lock"), "ab")  # noqa: SIM115  # until the store is closed
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
        if not files.lock(self.locked):
            self.locked.close()
            raise UsageError(f"the tables in {folder} are being served already: end that server, or use another --save")
        self.rescued = ""
        try:
            try:
                self.database = self._opened()
            except Damaged:
                self.rescued = self._rescued()
                self.database = self._opened()
        except BaseException:
            self.locked.close()
            raise
        self.writer = Writer(self.database)

    def _rescued(self) -> str:
        try:
            return rescued(self.path, _schema())
        except (sqlite3.Error, OSError) as error:
            raise UsageError(f"{self.path} is damaged, and nothing of it can be read: {error}") from None

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
        if not empty and not 1 <= version <= VERSION:
            raise UsageError(
                f"{self.path} was written by a newer version of Stammtisch: use that one, or another --save"
            )
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        if not empty and not _whole(database):
            if version < VERSION:
                raise sqlite3.DatabaseError("some of it cannot be read")
            raise Damaged
        if empty or version < VERSION:
            database.executescript(_schema(empty))

    @property
    def token(self) -> str:
        """The token of the page on which tables are set up."""
        found: str = self.database.execute("SELECT token FROM server").fetchone()[0]
        return found

    # -- writing

    def _write(self, work: Work) -> None:
        """All of it or nothing; it is on the disk then. Raises NotKept."""
        try:
            self.writer.write(work)
        except sqlite3.Error as error:
            raise NotKept(f"{self.path} cannot be written: {error}") from None

    def begin(self, kept: Kept, after: str = "") -> None:
        """Keeps a new table, as the one that follows the table `after` if there is one. Raises NotKept."""
        header = json.dumps(kept.game.header, separators=(",", ":"))

        def work(database: sqlite3.Connection) -> None:
            number = database.execute("SELECT count(*) FROM tables").fetchone()[0]
            links = kept.lobby, kept.device, kept.designer
            row = (kept.id, number, kept.host, kept.watch, header, *links, "", "")
            database.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            for seat, who in enumerate(kept.seats):
                values = who.token, who.name, who.kind, who.taken, who.shared, who.epoch
                database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (kept.id, seat, *values))
            _insert(database, kept.id, 1, kept.game.choices)
            if after:
                database.execute("UPDATE tables SET next = ? WHERE id = ?", (kept.id, after))

        self._write(work)

    def choose(self, table: str, number: int, chosen: Sequence[Chosen]) -> None:
        """Keeps choices of a table, all or none, the first of them number `number` (from 1).

        Raises NotKept, also where there is one already.
        """
        self._write(lambda database: _insert(database, table, number, chosen))

    def take_back(self, table: str, last: int, again: Sequence[Chosen], epochs: Sequence[int], undone: Undone) -> None:
        """Keeps that all choices behind number `last` are taken back, but for those to be made `again`.

        epochs: each seat's from then on; `undone`: what is remembered of it. Ends a vote. Raises NotKept.
        """

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM choices WHERE id = ? AND number > ?", (table, last))
            _insert(database, table, last + 1, again)
            for seat, epoch in enumerate(epochs):
                database.execute("UPDATE seats SET epoch = ? WHERE id = ? AND seat = ?", (epoch, table, seat))
            number = database.execute("SELECT count(*) FROM undone WHERE id = ?", (table,)).fetchone()[0]
            database.execute("INSERT INTO undone VALUES (?, ?, ?)", (table, number, undone.written()))
            if undone.way == "all":
                database.execute("UPDATE tables SET vote = '' WHERE id = ?", (table,))

        self._write(work)

    def sit(self, table: str, seat: int, who: Seat) -> None:
        """Keeps who sits at a seat from now on. Raises NotKept."""
        row = (who.token, who.name, who.kind, who.taken, who.shared, table, seat)
        command = "UPDATE seats SET token = ?, name = ?, kind = ?, taken = ?, shared = ? WHERE id = ? AND seat = ?"
        self._write(lambda database: database.execute(command, row))

    def put(self, table: str, word: str, value: str) -> None:
        """Keeps one of the words of a table, of those in PUT. Raises NotKept."""
        assert word in PUT
        self._write(lambda database: database.execute(f"UPDATE tables SET {word} = ? WHERE id = ?", (value, table)))

    def note(self, table: str, number: int, note: Note) -> None:
        """Keeps note number `number` (from 0) of a table. Raises NotKept."""
        row = (table, number, note.seat, note.decision, note.text)
        self._write(lambda database: database.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", row))

    # -- reading

    def ids(self) -> list[str]:
        """The ids of all tables in the order in which they were begun.

        Raises UsageError where the file is so damaged that it does not tell which tables there are.
        """
        try:
            with self.writer.alone:
                return [row[0] for row in self.database.execute("SELECT id FROM tables ORDER BY begun").fetchall()]
        except sqlite3.Error as error:
            raise UsageError(f"{self.path} is damaged ({error}): use another --save") from None

    def kept(self, table: str) -> Kept:
        """A table. Raises UsageError where it is damaged."""
        try:
            with self.writer.alone:
                return self._kept(table)
        except DAMAGE as error:
            raise UsageError(f"table {table} in {self.path} is damaged and left as it is: {error}") from None

    def recording(self, header: dict[str, Any], table: str) -> Path:
        """Where the recording of a game lies, if it is over."""
        return self.path.parent / f"{header['ruleset']}-{table}.jsonl"

    def _kept(self, table: str) -> Kept:
        of = self.database.execute
        words = ("host", "watch", "header", *PUT)
        row = of(f"SELECT {', '.join(words)} FROM tables WHERE id = ?", (table,)).fetchone()
        said = dict(zip(words, row, strict=True))
        header = json.loads(said.pop("header"))
        seats = of(
            "SELECT token, name, kind, taken, shared, epoch FROM seats WHERE id = ? ORDER BY seat", (table,)
        ).fetchall()
        choices = "SELECT seat, position, count, choice, number FROM choices WHERE id = ? ORDER BY number"
        chosen = of(choices, (table,)).fetchall()
        undone = of("SELECT what FROM undone WHERE id = ? ORDER BY number", (table,)).fetchall()
        notes = of("SELECT seat, decision, text FROM notes WHERE id = ? ORDER BY number", (table,)).fetchall()
        if not isinstance(header, dict):
            raise ValueError("it does not say what is played")
        check_keys(str(self.path), 1, header, GAME_KEYS)
        check_names(str(self.path), header)
        if len(seats) != header["players"] or [row[4] for row in chosen] != [*range(1, len(chosen) + 1)]:
            raise ValueError("a seat or a choice is missing")
        if not all(isinstance(word, str) for word in (table, *said.values(), *(w for row in seats for w in row[:3]))):
            raise ValueError("a link or a name is no text")
        if not all(isinstance(word, int) for row in [*chosen, *(row[3:] for row in seats)] for word in row):
            raise ValueError("a choice is no number")
        game = recorded(str(self.path), header, [Chosen(*row[:4]) for row in chosen])
        sitting = [Seat(row[0], row[1], row[2], bool(row[3]), bool(row[4]), row[5]) for row in seats]
        past = [Undone.read(row[0]) for row in undone]
        about = [one.seat for one in past] + ([Vote.read(said["vote"]).by] if said["vote"] else [])
        if not all(isinstance(seat, int) and -1 <= seat < len(seats) for seat in about):
            raise ValueError("somebody who took something back or asks for it does not sit there")
        return Kept(id=table, seats=sitting, game=game, undone=past, notes=[Note(*row) for row in notes], **said)

    def close(self) -> None:
        """Closes the file, in which all is then; another server may open it. Nothing can be written any more."""
        with self.writer.alone:
            self.database.close()
        self.locked.close()


def _insert(database: sqlite3.Connection, table: str, number: int, chosen: Sequence[Chosen]) -> None:
    """Choices of a table, the first of them number `number`."""
    for at, one in enumerate(chosen, number):
        row = (table, at, one.seat, one.index, one.count, one.choice)
        database.execute("INSERT INTO choices VALUES (?, ?, ?, ?, ?, ?)", row)


def recorded(path: str, header: dict[str, Any], choices: list[Chosen]) -> RecordedGame:
    """A game as a recording, of its header and choices."""
    return RecordedGame(path, header, [Line(0, 0, None), *(Line(0, 0, choice) for choice in choices)])
