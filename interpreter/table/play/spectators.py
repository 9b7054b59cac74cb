"""What those who look on see besides what is public: nothing, or all hands a number of choices later.

The host decides it before anybody sits down, and everybody is told.
"""

from __future__ import annotations

from dataclasses import replace

from ...base.languages.catalogues import mark
from ...bots.by_name import HUMAN
from .seats import set_field
from .table import Refused, Table, told_choices
from .tables import Tables

# how many choices later
DELAYS = (10, 30, 100)
SETTLED = mark("Somebody sits at the table already: what those who watch see stays as it is.")


def may_set_hands(table: Table) -> bool:
    """Whether the host may still decide what those who look on see: nobody sits there, and nothing was chosen."""
    return not told_choices(table.state) and not any(seat.kind == HUMAN and seat.taken for seat in table.seats)


def set_hands(tables: Tables, table: Table, delay: int) -> None:
    """Let those who look on see all hands so many choices later (0: never). Raises Refused if it is too late."""
    with table.lock:
        if not may_set_hands(table):
            raise Refused(SETTLED)
        if delay not in (0, *DELAYS):
            raise Refused("There is no such delay.")
        set_field(tables, table, "settings", replace(table.host_settings, hands=delay).to_json())


def hands_moment(table: Table) -> int | None:
    """After how many choices those who look on see all hands now; None if they see none (yet).

    It depends on what everybody knows alone. When the game is over all of it is seen.
    """
    delay, told = table.host_settings.hands, told_choices(table.state)
    if not delay or (told < delay and not table.state.over):
        return None
    return told if table.state.over else told - delay
