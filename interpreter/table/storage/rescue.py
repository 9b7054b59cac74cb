"""Rescue what is readable of a damaged file of tables; the damaged file is kept beside it.

Everything is read page by page (`pages_of_file.py`), so it does not matter which pages are damaged. A table is saved
if it is known what is played there, and no choice is missing in the middle. Where its last choices or notes may have
been in a page that cannot be read, or its links were, it is saved and named.
"""

from __future__ import annotations

import json
import os
import sqlite3
from bisect import bisect_left
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...base.english import join_words
from ...base.errors import UsageError
from ...bots.by_name import HUMAN
from ...records.recording_reader import GAME_KEYS
from ...records.trace import check_keys, check_names
from .permissions import create_private
from .sqlite_pages import Row, RowRun, Value, read_pages

# the columns of each part, as types, and the defaults of those that were added later
COLUMNS: dict[str, tuple[tuple[type, ...], tuple[Value, ...]]] = {
    "tables": ((str, int, str, str, str), ("",) * 7),
    "seats": ((str, int, str, str, str), (0, 0, 0, "")),
    "choices": ((str, int, int, int, int, int), ()),
    "undone": ((str, int, str), ()),
    "notes": ((str, int, int, int, str), ()),
    "messages": ((str, int, int, str), ()),
    "subscriptions": ((str, int, int, str, str, str, str), ()),
}
# the number of the first row of a table
FIRST = {"choices": 1, "undone": 0, "notes": 0}
MOST = 1 << 62
Key = tuple[str, int]


class Hopeless(Exception):
    """Nothing of a file can be read."""


@dataclass
class _Rows:
    """The rows of each part by their keys, and the token of the server, "" if it cannot be read.

    `followed`: by part the keys behind which the next row is known to be next. `first`: the parts of which the first
    row is known to be first. `holes`: whether anything at all cannot be read.
    """

    parts: dict[str, dict[Key, Row]] = field(default_factory=lambda: {part: {} for part in COLUMNS})
    token: str = ""
    followed: dict[str, set[Key]] = field(default_factory=lambda: {part: set() for part in COLUMNS})
    first: set[str] = field(default_factory=set)
    holes: bool = False

    def doubtful(self, table: str) -> bool:
        """Whether rows of a table may be missing."""
        return self.holes and any(self.doubtful_before(part, (table, MOST)) for part in FIRST)

    def doubtful_before(self, part: str, key: Key) -> bool:
        """Whether an unreadable row may have been just before this key."""
        keys = sorted(self.parts[part])
        at = bisect_left(keys, key)
        return keys[at - 1] not in self.followed[part] if at else part not in self.first


def rescue(path: Path, schema: str) -> str:
    """Replace a damaged file by one with all readable tables; return the message about it.

    schema: the commands that make an empty file. Whatever ends the program meanwhile, `finish` does the rest.
    Raises Hopeless where there is nothing to save, sqlite3.Error or OSError where it cannot be written; the file is
    then as it was.
    """
    rows = _sort(read_pages(path).runs())
    if not rows.parts["tables"]:
        raise Hopeless
    known = sorted({table for part in rows.parts.values() for table, _ in part})
    whole = [table for table in known if _is_whole(rows, table)]
    free = [table for table in whole if _fill(rows, table)]
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        _write(part, schema, rows, {*whole})
        os.replace(part, _rescue_path(path))
    finally:
        part.unlink(missing_ok=True)
    aside = finish_rescue(path)
    doubtful = [table for table in whole if rows.doubtful(table)]
    lost = [table for table in known if table not in whole]
    words = f"{_count(whole, known)} saved from it{_say(lost, doubtful, free)}"
    return f"{path} was damaged: {words}; it is kept as {aside}"


def finish_rescue(path: Path) -> Path | None:
    """Put a rescued file in its place, if there is one; return where the damaged one is then.

    Raises OSError.
    """
    fresh = _rescue_path(path)
    if not fresh.exists():
        return None
    aside = _free_name(path)
    # its log goes first: beside another file it would be read as that file's
    for name, to in ((path.name + "-wal", aside.name + "-wal"), (path.name, aside.name)):
        with suppress(FileNotFoundError):
            os.replace(path.with_name(name), path.with_name(to))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    os.replace(fresh, path)
    return aside


def _rescue_path(path: Path) -> Path:
    """The path of a complete rescued file until it replaces the damaged one."""
    return path.with_name(path.name + ".saved")


def _free_name(path: Path) -> Path:
    """An unused name for the damaged file."""
    number = 1
    while os.path.lexists(found := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    return found


def _write(path: Path, schema: str, rows: _Rows, whole: set[str]) -> None:
    """Write a file with these tables, and wait for the disk."""
    create_private(path)
    with closing(sqlite3.connect(path)) as new:
        new.executescript(schema)
        if rows.token:
            new.execute("UPDATE server SET token = ?", (rows.token,))
        for part, found in rows.parts.items():
            for (table, _), row in sorted(found.items()):
                if table in whole:
                    new.execute(f"INSERT INTO {part} VALUES ({', '.join('?' * len(row))})", row)
        new.commit()
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


# -- which rows there are


def _sort(runs: list[RowRun]) -> _Rows:
    """Sort the rows by part. Choices outside the trees count only where the trees may lack them."""
    found = _Rows(holes=not runs or not all(run.name and None not in run.rows for run in runs))
    found.first |= {run.name for run in runs if not run.rows}
    trees, others = [run for run in runs if run.name], [run for run in runs if not run.name]
    for run in trees:
        _take(found, run, {})
    # the others were taken back, and their page was not used again
    keys = [_key(row) for run in others for row in run.rows if row is not None and _part(row) == "choices"]
    room = {key: found.doubtful_before("choices", key) for key in keys}
    for run in others:
        _take(found, run, room)
    return found


def _take(found: _Rows, run: RowRun, room: dict[Key, bool]) -> None:
    """Add the rows of a run; choices only if there is room for them."""
    last: tuple[str, Key] | None = None
    for at, row in enumerate(run.rows):
        part = _part(row) if row is not None else ""
        if row is None or not part:
            if row is not None and run.name in ("server", "") and len(row) == 1 and isinstance(row[0], str):
                found.token = found.token or row[0]
            last = None
            continue
        key = _key(row)
        if last is not None and _are_next(last, (part, key)):
            found.followed[part].add(last[1])
        elif at == 0 and run.name:
            found.first.add(part)
        if part != "choices" or room.get(key, True):
            found.parts[part].setdefault(key, _fill_columns(part, row))
        last = part, key
    if last is not None and run.name:
        found.followed[last[0]].add(last[1])


def _are_next(one: tuple[str, Key], other: tuple[str, Key]) -> bool:
    """Whether no row can be between two adjacent rows."""
    (part, (table, number)), (same_part, following) = one, other
    return part == same_part and part in FIRST and (following[1] == FIRST[part] or following == (table, number + 1))


def _part(row: Row) -> str:
    """The part that a row belongs to, "" for none."""
    for part, (types, more) in COLUMNS.items():
        fits = len(types) <= len(row) <= len(types) + len(more)
        added = zip(row[len(types) :], more, strict=False)
        if fits and all(map(isinstance, row, types)) and all(type(value) is type(default) for value, default in added):
            return part
    return ""


def _fill_columns(part: str, row: Row) -> Row:
    """A row with the columns that were added after it was written."""
    types, more = COLUMNS[part]
    return row + more[len(row) - len(types) :]


def _key(row: Row) -> Key:
    """The key of a row."""
    table, number = row[:2]
    assert isinstance(table, str) and isinstance(number, int)
    return table, number


# -- which tables are there


def _header(rows: _Rows, table: str) -> dict[str, Any]:
    """The recording header of a table; {} if it cannot be read."""
    row = next((row for (known, _), row in rows.parts["tables"].items() if known == table), None)
    try:
        header = json.loads(str(row[4])) if row is not None else {}
        check_keys("", 1, header, GAME_KEYS)
        check_names("", header)
    except (ValueError, TypeError, KeyError, AttributeError, UsageError):
        return {}
    return dict(header)


def _is_whole(rows: _Rows, table: str) -> bool:
    """Whether a table's header and all its choices up to the last known one are readable."""
    choices = sorted(number for known, number in rows.parts["choices"] if known == table)
    return bool(_header(rows, table)) and choices == [*range(1, len(choices) + 1)]


def _fill(rows: _Rows, table: str) -> bool:
    """Add a seat without a link for each unreadable one; return whether there was any."""
    header = _header(rows, table)
    missing = [seat for seat in range(header["players"]) if (table, seat) not in rows.parts["seats"]]
    names, kinds = header["names"], header.get("play", {}).get("seats", [])
    taken_back = sum(known == table for known, _ in rows.parts["undone"])
    for seat in missing:
        name, kind = (found[seat] if seat < len(found) else "" for found in (names, kinds))
        row = (table, seat, "", name or f"Player {seat + 1}", kind or HUMAN, 0, 0, taken_back, "")
        rows.parts["seats"][table, seat] = row
    return bool(missing)


# -- the message


def _count(whole: list[str], known: list[str]) -> str:
    """The sentence part with counts: 12 of 13 tables were; 1 table was."""
    if len(whole) == len(known):
        return "1 table was" if len(whole) == 1 else f"all {len(whole)} tables were"
    return f"{len(whole)} of {len(known)} tables {'was' if len(whole) == 1 else 'were'}"


def _say(lost: list[str], doubtful: list[str], free: list[str]) -> str:
    """The message about what was rescued and what was lost."""
    words = f"; not all of {join_words(lost)} can be read" if lost else ""
    words += f"; the last choices or notes of {join_words(doubtful)} may be missing" if doubtful else ""
    return words + (f"; seats of {join_words(free)} need new links, which their hosts can make" if free else "")
