"""The database of tables: each choice is in it before anybody is shown its consequences.

SQLite with a write-ahead log; whatever ends the program, what was committed is there. What is kept of a game is what a
recording says of it: its first line, with the rules, and its choices.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from shutil import disk_usage
from typing import IO, Any

from ...base import files
from ...base.errors import UsageError
from ...records.recording_reader import GAME_KEYS, RecordedChoice, RecordedGame, RecordedLine
from ...records.trace import check_keys, check_names
from .group_commit import DatabaseWriter, Work
from .permissions import FOLDER, create_private, make_private
from .rescue import Hopeless, finish_rescue, rescue
from .schema import APPLICATION, COLUMNS, PUT, VERSION, commands_from
from .sqlite_pages import log_damaged
from .table_record import Message, Seat, SeatNote, StoredTable, Subscription, TableSettings, Undone, Vote

FILE = "tables.sqlite"
LEAST_ROOM = 65_536  # bytes that SQLite needs beside the file
# errors from reading a table that somebody has damaged
DAMAGE = (sqlite3.Error, ValueError, TypeError, KeyError, UsageError)


class NotSaved(Exception):
    """Something could not be written; nothing has changed."""


class _Damaged(Exception):
    """Part of the file is unreadable."""


def _is_whole(database: sqlite3.Connection) -> bool:
    """Whether SQLite finds the file intact, and its texts are valid."""
    if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        return False
    try:
        rows = (
            row for part in COLUMNS if _columns(database, part) for row in database.execute(f"SELECT * FROM {part}")
        )
        return not any(isinstance(value, str) and "\0" in value for row in rows for value in row)
    except sqlite3.OperationalError:
        return False


def _columns(database: sqlite3.Connection, part: str) -> tuple[str, ...]:
    """The columns of a table in the file."""
    return tuple(row[1] for row in database.execute(f"PRAGMA table_info({part})"))


class Store:
    """The database file of one folder, for one server at a time; only its owner may read it.

    Of a file that is damaged all tables that can be read are saved into another; `notices` say so, and other things
    that its host should know. Raises UsageError where it cannot be opened: another server has it, it is newer, or no
    such file.
    """

    def __init__(self, folder: Path) -> None:
        self.notices: list[str] = []
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=FOLDER)
            # a link leads to one file, which two servers may not have at once
            self.path = (folder / FILE).resolve()
            lock = self.path.with_name(FILE + ".lock")
            create_private(lock)
            self.locked: IO[bytes] = open(lock, "ab")  # noqa: SIM115  # until the store is closed
        except (OSError, RuntimeError) as error:
            why = (getattr(error, "strerror", None) or str(error)).lower()
            raise UsageError(f"{folder} cannot be written: {why}") from None
        if not files.lock(self.locked):
            self.locked.close()
            raise UsageError(f"the tables in {folder} are being served already: end that server, or use another --save")
        try:
            self.database = self._open()
        except BaseException:
            self.locked.close()
            raise
        self.writer = DatabaseWriter(self.database)

    def _open(self) -> sqlite3.Connection:
        """Open the file once all of it that is readable is in order."""
        try:
            if self.path.exists() and not self.path.is_file():
                raise UsageError(f"{self.path} is not a file: use another --save")
            if aside := finish_rescue(self.path):
                self.notices.append(f"{self.path} was damaged: what was saved from it is used; it is kept as {aside}")
            create_private(self.path)
            self.notices += make_private(self.path.parent, FILE)
            if log_damaged(self.path):
                return self._rescue("a part of what was written last cannot be read")
            try:
                return self._connect()
            except _Damaged as error:
                return self._rescue(str(error))
        except OSError as error:
            raise UsageError(f"{self.path} cannot be used: {(error.strerror or str(error)).lower()}") from None

    def _rescue(self, why: str) -> sqlite3.Connection:
        """Replace a damaged file by a rescued one, and open that."""
        try:
            self.notices.append(rescue(self.path, commands_from(0)))
            return self._connect()
        except Hopeless:
            raise UsageError(f"{self.path} is damaged, or does not hold tables ({why}): use another --save") from None
        except (sqlite3.Error, OSError, _Damaged) as error:
            raise UsageError(f"{self.path} is damaged, and what can be read of it cannot be saved: {error}") from None

    def _connect(self) -> sqlite3.Connection:
        try:
            database = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            try:
                self._check(database)
            except BaseException:
                database.close()
                raise
        except sqlite3.DatabaseError as error:
            # what cannot be read is this error itself; others are about locks, disks and rights
            if type(error) is sqlite3.DatabaseError:
                raise _Damaged(str(error)) from None
            raise UsageError(f"{self.path} cannot be used: {self._reason(error)}") from None
        return database

    def _reason(self, error: sqlite3.Error) -> str:
        """An error of the file in words: a full disk is an I/O error where SQLite cannot make a file."""
        full = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
        if full or disk_usage(self.path.parent).free < LEAST_ROOM:
            return "the disk is full. Make room there, or use another --save"
        return str(error)

    def _check(self, database: sqlite3.Connection) -> None:
        """Bring a file up to this version. Raises _Damaged, UsageError or sqlite3.Error."""
        application, version, pages = (
            database.execute(f"PRAGMA {word}").fetchone()[0]
            for word in ("application_id", "user_version", "page_count")
        )
        as_ours = {part: _columns(database, part) for part in COLUMNS} == COLUMNS
        if pages and application != APPLICATION:
            if not as_ours and _is_whole(database):
                raise UsageError(f"{self.path} is a database of another program: use another --save")
            raise _Damaged("it is not marked as this program's")
        if pages and version > VERSION and not as_ours:
            raise UsageError(
                f"{self.path} was written by a newer version of Stammtisch: use that one, or another --save"
            )
        if pages and (not 1 <= version <= VERSION or (version == VERSION and not as_ours) or not _is_whole(database)):
            raise _Damaged("some of it cannot be read")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        # undone choices cannot be found in the file any more
        database.execute("PRAGMA secure_delete = ON")
        # of a table that was deleted nothing is saved any more
        database.execute("PRAGMA foreign_keys = ON")
        if not pages or version < VERSION:
            database.executescript(commands_from(version if pages else 0))

    @property
    def token(self) -> str:
        """The token of the page to set up tables."""
        found: str = self.database.execute("SELECT token FROM server").fetchone()[0]
        return found

    # -- writing

    def _write(self, work: Work) -> None:
        """Write all of it or nothing; it is on the disk then. Raises NotSaved."""
        try:
            self.writer.write(work)
        except sqlite3.Error as error:
            raise NotSaved(f"{self.path} cannot be written: {self._reason(error)}") from None

    def add_table(self, kept: StoredTable, after: str = "") -> None:
        """Save a new table, following the table `after` if there is one. Raises NotSaved."""
        header = json.dumps(kept.game.header, separators=(",", ":"))

        def work(database: sqlite3.Connection) -> None:
            number = database.execute("SELECT coalesce(max(begun) + 1, 0) FROM tables").fetchone()[0]
            links = kept.lobby, kept.device, kept.designer
            row = (kept.id, number, kept.host, kept.watch, header, *links, "", "", kept.settings, kept.clock)
            database.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(row))})", row)
            for seat, who in enumerate(kept.seats):
                values = who.token, who.name, who.kind, who.taken, who.shared, who.epoch, who.colour
                database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (kept.id, seat, *values))
            _insert(database, kept.id, 1, kept.game.choices)
            if after:
                database.execute("UPDATE tables SET next = ? WHERE id = ?", (kept.id, after))

        self._write(work)

    def delete_table(self, table: str) -> None:
        """Delete a table with all that belongs to it; nothing more can be saved of it. Raises NotSaved."""

        def work(database: sqlite3.Connection) -> None:
            # what refers to the table first
            for part in [*(part for part in COLUMNS if part not in ("tables", "server")), "tables"]:
                database.execute(f"DELETE FROM {part} WHERE id = ?", (table,))
            database.execute("UPDATE tables SET next = '' WHERE next = ?", (table,))

        self._write(work)

    def add_choices(self, table: str, number: int, chosen: Sequence[RecordedChoice]) -> None:
        """Save choices of a table, all or none, the first of them number `number` (from 1).

        Raises NotKept, also where there is one already.
        """
        self._write(lambda database: _insert(database, table, number, chosen))

    def take_back(
        self, table: str, last: int, again: Sequence[RecordedChoice], epochs: Sequence[int], undone: Undone
    ) -> None:
        """Save that all choices after number `last` are undone, except for those to be made `again`.

        epochs: each seat's from then on; `undone`: what is remembered of it. Ends a vote. Raises NotKept.
        """

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM choices WHERE id = ? AND number > ?", (table, last))
            _insert(database, table, last + 1, again)
            for seat, epoch in enumerate(epochs):
                database.execute("UPDATE seats SET epoch = ? WHERE id = ? AND seat = ?", (epoch, table, seat))
            number = database.execute("SELECT count(*) FROM undone WHERE id = ?", (table,)).fetchone()[0]
            database.execute("INSERT INTO undone VALUES (?, ?, ?)", (table, number, undone.to_json()))
            if undone.way == "all":
                database.execute("UPDATE tables SET vote = '' WHERE id = ?", (table,))

        self._write(work)

    def write_seat(self, table: str, seat: int, who: Seat) -> None:
        """Save who sits at a seat. Raises NotSaved."""
        row = (who.token, who.name, who.kind, who.taken, who.shared, who.colour, table, seat)
        words = ("token", "name", "kind", "taken", "shared", "colour")
        command = f"UPDATE seats SET {', '.join(f'{word} = ?' for word in words)} WHERE id = ? AND seat = ?"
        self._write(lambda database: database.execute(command, row))

    def write_field(self, table: str, word: str, value: str) -> None:
        """Save one of a table's words, of those in PUT. Raises NotSaved."""
        assert word in PUT
        self._write(lambda database: database.execute(f"UPDATE tables SET {word} = ? WHERE id = ?", (value, table)))

    def add_note(self, table: str, number: int, note: SeatNote) -> None:
        """Save note number `number` (from 0) of a table. Raises NotSaved."""
        row = (table, number, note.seat, note.decision, note.text)
        self._write(lambda database: database.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", row))

    def add_message(self, table: str, message: Message, most: int) -> None:
        """Save what somebody said, and forget all but the last `most` messages of the table. Raises NotSaved."""
        row = (table, message.number, message.seat, message.text)

        def work(database: sqlite3.Connection) -> None:
            database.execute("INSERT INTO messages VALUES (?, ?, ?, ?)", row)
            database.execute("DELETE FROM messages WHERE id = ? AND number <= ?", (table, message.number - most))

        self._write(work)

    def write_subscriptions(self, table: str, found: Sequence[Subscription]) -> None:
        """Save where browsers get messages about a table, in place of what was saved. Raises NotSaved."""

        def work(database: sqlite3.Connection) -> None:
            database.execute("DELETE FROM subscriptions WHERE id = ?", (table,))
            for number, one in enumerate(found):
                row = (table, number, one.seat, one.endpoint, one.p256dh, one.auth, one.language)
                database.execute("INSERT INTO subscriptions VALUES (?, ?, ?, ?, ?, ?, ?)", row)

        self._write(work)

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

    def read_table(self, table: str) -> StoredTable:
        """Read a table. Raises UsageError if it is damaged."""
        try:
            with self.writer.alone:
                return self._read(table)
        except DAMAGE as error:
            raise UsageError(f"table {table} in {self.path} is damaged and left as it is: {error}") from None

    def recording_path(self, header: dict[str, Any], table: str) -> Path:
        """The path of a finished game's recording."""
        return self.path.parent / f"{header['ruleset']}-{table}.jsonl"

    def _read(self, table: str) -> StoredTable:
        of = self.database.execute
        words = ("host", "watch", "header", *PUT)
        row = of(f"SELECT {', '.join(words)} FROM tables WHERE id = ?", (table,)).fetchone()
        said = dict(zip(words, row, strict=True))
        header = json.loads(said.pop("header"))
        seats = of(
            "SELECT token, name, kind, taken, shared, epoch, colour FROM seats WHERE id = ? ORDER BY seat", (table,)
        ).fetchall()
        choices = "SELECT seat, position, count, choice, number FROM choices WHERE id = ? ORDER BY number"
        chosen = of(choices, (table,)).fetchall()
        undone = of("SELECT what FROM undone WHERE id = ? ORDER BY number", (table,)).fetchall()
        said_by = of("SELECT number, seat, text FROM messages WHERE id = ? ORDER BY number", (table,)).fetchall()
        notes = of("SELECT seat, decision, text FROM notes WHERE id = ? ORDER BY number", (table,)).fetchall()
        if not isinstance(header, dict):
            raise ValueError("it does not say what is played")
        check_keys(str(self.path), 1, header, GAME_KEYS)
        check_names(str(self.path), header)
        if len(seats) != header["players"] or [row[4] for row in chosen] != [*range(1, len(chosen) + 1)]:
            raise ValueError("a seat or a choice is missing")
        if not all(
            isinstance(word, str) for word in (table, *said.values(), *(w for row in seats for w in (*row[:3], row[6])))
        ):
            raise ValueError("a link or a name is not text")
        if not all(isinstance(word, int) for row in [*chosen, *(row[3:6] for row in seats)] for word in row):
            raise ValueError("a choice is not a number")
        game = as_recording(str(self.path), header, [RecordedChoice(*row[:4]) for row in chosen])
        sitting = [Seat(row[0], row[1], row[2], row[3], bool(row[4]), *row[5:]) for row in seats]
        past = [Undone.from_json(row[0]) for row in undone]
        TableSettings.from_json(said["settings"])
        wanted = "SELECT seat, endpoint, p256dh, auth, language FROM subscriptions WHERE id = ? ORDER BY number"
        browsers = [Subscription(*row) for row in of(wanted, (table,)).fetchall()]
        messages = [Message(*row) for row in said_by]
        about = (
            [one.seat for one in past]
            + [one.seat for one in messages]
            + ([Vote.from_json(said["vote"]).by] if said["vote"] else [])
        )
        if not all(isinstance(seat, int) and -1 <= seat < len(seats) for seat in about):
            raise ValueError("somebody who took something back, asks for it or said something does not sit there")
        return StoredTable(
            id=table,
            seats=sitting,
            game=game,
            undone=past,
            notes=[SeatNote(*row) for row in notes],
            messages=messages,
            subscriptions=browsers,
            **said,
        )

    def close(self) -> None:
        """Close the file, which is complete then; another server may open it. Nothing can be written any more."""
        with self.writer.alone:
            self.database.close()
        self.locked.close()


def _insert(database: sqlite3.Connection, table: str, number: int, chosen: Sequence[RecordedChoice]) -> None:
    """Insert choices of a table, the first of them number `number`."""
    for at, one in enumerate(chosen, number):
        row = (table, at, one.seat, one.index, one.count, one.choice)
        database.execute("INSERT INTO choices VALUES (?, ?, ?, ?, ?, ?)", row)


def as_recording(path: str, header: dict[str, Any], choices: list[RecordedChoice]) -> RecordedGame:
    """A recording made of a game's header and choices."""
    return RecordedGame(path, header, [RecordedLine(0, 0, None), *(RecordedLine(0, 0, choice) for choice in choices)])
