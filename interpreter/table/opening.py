"""Opening the tables of a folder: games that are over lie beside them as recordings."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ..base.errors import UsageError
from .exporting import export, export_ended
from .store import Store
from .tables import Table, Tables


def opened(folder: Path) -> Tables:
    """The tables of a folder. Raises UsageError where its file cannot be used."""
    tables = Tables(Store(folder))
    tables.unread += export_ended(tables)

    def ended(table: Table) -> None:
        # else it is written when the folder is opened again
        with suppress(UsageError):
            export(tables, table)

    tables.ended = ended
    return tables
