"""Games that people have played, as recordings beside the file of the tables: other commands read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...base import files
from ...base.errors import UsageError
from ...records.recording import recording_of
from .table import Table
from .tables import Tables


def played(table: Table) -> dict[str, Any]:
    """What a recording says of how the game was played: by people, who sat where, their notes, what was taken back."""
    notes = [{"seat": note.seat, "decision": note.decision, "text": note.text} for note in table.notes]
    undone = [{"decision": gone.stayed, "seat": gone.seat, "choices": gone.choices} for gone in table.undone]
    known: dict[str, Any] = table.header.get("play", {})
    return known | {
        "by": "people",
        "seats": [seat.kind for seat in table.seats],
        "temporary": False,
        "notes": notes,
        "undone": undone,
    }


def recording(table: Table) -> bytes:
    """The game at a table as a recording, with the names of its players."""
    return recording_of(table.header | {"names": table.names, "play": played(table)}, table.state)


def export(tables: Tables, table: Table) -> Path:
    """Writes the recording of a table. Raises UsageError where that fails."""
    path = tables.store.recording(table.header, table.id)
    files.write(path, recording(table))
    return path


def export_ended(tables: Tables) -> list[str]:
    """Writes the games that are over and have no recording yet; what to say of those where that failed.

    To be called when the tables were just opened: those that have one rest.
    """
    troubles = []
    for table in [*tables.tables.values()]:
        if table.state.over:
            try:
                export(tables, table)
            except UsageError as error:
                troubles.append(str(error))
    return troubles
