"""Sitting down: seats that are free, and how somebody takes one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ...bots.named import HUMAN
from ..storage.store import NotKept
from ..storage.tokens import new_token
from .table import Refused, Table
from .tables import Tables, fitting

TAKEN = "Somebody sits there already. These are the seats that are free."


def free(table: Table) -> list[int]:
    """The seats at which somebody may sit down: a person's, not at a shared device, its link not opened by anybody."""
    seats = enumerate(table.seats)
    return [number for number, seat in seats if seat.kind == HUMAN and not seat.taken and not seat.shared]


def take(tables: Tables, table: Table, seat: int, name: str) -> str:
    """Sits down at a free seat and gives the token of its link, a new one: a link that was not used leads nowhere.

    Raises Refused for a seat that is not free, or a name that will not do; then nothing has changed.
    """
    with table.lock:
        if seat not in free(table):
            raise Refused(TAKEN)
        who = replace(table.seats[seat], token=new_token(), taken=True, name=fitting(table, seat, name))
        tables.sit(table, seat, who)
        return who.token


def opened(tables: Tables, table: Table, seat: int) -> None:
    """The link of a seat was opened: from now on the seat is taken, which no page of a game shows."""
    with table.lock, suppress(NotKept):
        if not table.seats[seat].taken:
            who = replace(table.seats[seat], taken=True)
            tables.store.sit(table.id, seat, who)
            table.seats[seat] = who
            table.changed()
