"""Recordings of games played by people, beside the tables' file, for other commands to read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from ...base import files
from ...base.errors import UsageError
from ...records.recording import recording_of
from ..storage.store import Store
from .table import Table


def play_data(table: Table) -> dict[str, Any]:
    """The data in a recording about the play: by people, who sat where, notes, undone choices."""
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


def recording_content(table: Table) -> bytes:
    """The game at a table as a recording, with the names of its players."""
    return recording_of(table.header | {"names": table.names, "play": play_data(table)}, table.state)


def write_recording(store: Store, table: Table) -> Path:
    """Write the recording of a table. Raises UsageError if that fails."""
    path = store.recording_path(table.header, table.id)
    files.write(path, recording_content(table))
    return path


def record_finished_game(store: Store, table: Table) -> None:
    """Write the recording of a finished game; if that fails, it is retried when the folder is opened again."""
    with suppress(UsageError):
        write_recording(store, table)


def remove_recording(store: Store, table: Table) -> None:
    """Remove the recording of a game that is no longer over."""
    with suppress(OSError):
        store.recording_path(table.header, table.id).unlink(missing_ok=True)
