"""Notes that people leave during play, for the host and the designer, saved with the recording."""

from __future__ import annotations

from ..storage.store import NotSaved
from ..storage.table_record import SeatNote
from .recordings import record_finished_game
from .table import UNCHANGED, Refused, Table, told_choices
from .tables import Tables

LONGEST = 400
MOST = 500


def leave_note(tables: Tables, table: Table, seat: int, text: str) -> None:
    """Save a note from a seat (ONLOOKER: from the host), with the number of choices that all know of.

    Raises Refused for one that is empty or too long, or where there are too many.
    """
    lines = (" ".join(line.split()) for line in text.splitlines())
    text = "\n".join(line for line in lines if line)
    if not 0 < len(text) <= LONGEST:
        raise Refused("A note has 1 to {most} characters.", most=LONGEST)
    with table.lock:
        if len(table.notes) >= MOST:
            raise Refused("There are too many notes at this table already.")
        note = SeatNote(seat, told_choices(table.state), text)
        try:
            tables.store.add_note(table.id, len(table.notes), note)
        except NotSaved:
            raise Refused(UNCHANGED) from None
        table.notes.append(note)
        table.notify()
        if table.state.over:
            record_finished_game(tables.store, table)
