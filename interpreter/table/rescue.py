"""Saving what can be read of a file of tables that is damaged; the file itself is kept beside it as it was."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

PARTS = ("tables", "seats", "choices", "undone", "notes")


def rescued(path: Path, schema: str) -> str:
    """Puts a file with all tables that can be read in the place of a damaged one, and gives what is to be said of it.

    schema: the commands that make an empty file. Raises sqlite3.Error or OSError where not even that can be done; the
    file is then as it was.
    """
    fresh = path.with_name(path.name + ".rescue")
    fresh.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as old, closing(sqlite3.connect(fresh)) as new:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new.executescript(schema)
        with suppress(sqlite3.Error):
            new.execute("UPDATE server SET token = ?", old.execute("SELECT token FROM server").fetchone())
        saved, lost = 0, 0
        for table in _ids(old):
            try:
                rows = {part: _rows(old, part, table) for part in PARTS}
            except sqlite3.Error:
                lost += 1
                continue
            for part, found in rows.items():
                for row in found:
                    new.execute(f"INSERT INTO {part} VALUES ({', '.join('?' * len(row))})", row)
            saved += 1
        new.commit()
    aside = _free(path)
    shutil.copy2(path, aside)
    with open(fresh, "rb+") as file:
        os.fsync(file.fileno())
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    os.replace(fresh, path)
    others = f", {lost} could not be read" if lost else ""
    return f"{path} was damaged: {saved} tables were saved from it{others}; it is kept as {aside}"


def _ids(database: sqlite3.Connection) -> Iterator[str]:
    """The ids of the tables, as far as they can be read."""
    seen = set[str]()
    for order in ("begun", "begun DESC", "id", "id DESC"):
        # from both ends, as what is behind a damaged place may be read from the other side
        with suppress(sqlite3.Error):
            for row in database.execute(f"SELECT id FROM tables ORDER BY {order}"):
                if isinstance(row[0], str) and row[0] not in seen:
                    seen.add(row[0])
                    yield row[0]


def _rows(database: sqlite3.Connection, part: str, table: str) -> Sequence[Sequence[object]]:
    return database.execute(f"SELECT * FROM {part} WHERE id = ?", (table,)).fetchall()


def _free(path: Path) -> Path:
    """A name for the damaged file at which nothing lies."""
    number = 1
    while (found := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return found
