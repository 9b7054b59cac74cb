"""Opening the tables of a folder: games that are over lie beside them as recordings."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from ...base.errors import UsageError
from ..storage.store import Store
from .recordings import export, export_ended
from .table import Table
from .tables import Tables

WORD = re.compile(r"[a-z0-9]{0,12}")


def opened(folder: Path, ids: str = "") -> Tables:
    """The tables of a folder; `ids`: the word with which the ids of new ones begin.

    Raises UsageError where its file cannot be used, or for a word that cannot stand there.
    """
    if not WORD.fullmatch(ids):
        raise UsageError(f"--ids {ids}: at most twelve small letters and digits, for example a")
    tables = Tables(Store(folder), ids)
    tables.unread += export_ended(tables)

    def ended(table: Table) -> None:
        # else it is written when the folder is opened again
        with suppress(UsageError):
            export(tables, table)

    def reopened(table: Table) -> None:
        with suppress(OSError):
            tables.store.recording(table.header, table.id).unlink(missing_ok=True)

    tables.ended, tables.reopened = ended, reopened
    return tables
