"""Short codes that lead somebody back to their seat from another device; the host sees them and says them.

They are kept in memory alone: after the server was started anew the host makes another.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ...base.languages.catalogues import mark
from ..storage.tokens import new_code, tokens_match
from .seats import set_seat
from .table import Refused, ReturnCode, Table
from .tables import Tables

MINUTES = 10
NO_SUCH_CODE = mark("There is no such code, or not any more. Ask the host for a new one.")


def make_return_code(table: Table, seat: int) -> None:
    """Make the code of a seat, in place of one from before. Raises Refused if nobody has sat down there."""
    with table.lock:
        if not can_return(table, seat):
            raise Refused("Nobody has sat down there yet.")
        others = [one.code for at, one in table.codes.items() if at != seat]
        while (code := new_code()) in others:
            pass
        table.codes[seat] = ReturnCode(code, table.seats[seat].token, time.monotonic() + 60 * MINUTES)
        table.notify()


def can_return(table: Table, seat: int) -> bool:
    """Whether somebody has sat down at a seat, who may come back to it."""
    return table.seats[seat].taken > 0 and bool(table.seats[seat].token)


def return_code(table: Table, seat: int) -> str:
    """The code of a seat as it is said, 482 913; "" if there is none."""
    found = table.codes.get(seat)
    if found is None or found.until <= time.monotonic() or not table.has_token(seat, found.token):
        return ""
    return f"{found.code[:3]} {found.code[3:]}"


def use_return_code(tables: Tables, table: Table, text: str) -> int:
    """The seat that a code leads back to; it is used up then, and the seat's page says that one was.

    Raises Refused if there is no such code, or that cannot be saved.
    """
    given = "".join(letter for letter in text if letter.isalnum())
    with table.lock:
        for seat, one in [*table.codes.items()]:
            if return_code(table, seat) and tokens_match(given, one.code):
                who = table.seats[seat]
                set_seat(tables, table, seat, replace(who, taken=who.taken + 1))
                del table.codes[seat]
                table.notify()
                return seat
    raise Refused(NO_SUCH_CODE)


def someone_may_return(table: Table) -> bool:
    """Whether anybody could come back to a table by a code."""
    return any(can_return(table, seat) for seat in range(len(table.seats)))
