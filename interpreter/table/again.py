"""The next game at a table: with the same people, their seats moved by one; and who goes where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..base.errors import UsageError
from ..game.game import State
from .kept import Seat
from .store import NotKept
from .tables import UNCHANGED, Refused, Table, Tables
from .tokens import new_seed, new_token


def rematch(tables: Tables, table: Table) -> Table:
    """The next game of the same people: everybody sits one seat further to the front, and the first sits last.

    Where there is one already, that one. Raises Refused where the game is not over, or there are too many tables.
    """
    with table.lock:
        if known := tables.tables.get(table.next):
            return known
        if not table.state.over:
            raise Refused("This game is not over yet.")
        found = follow(tables, table, table.header, table.state.game.start(new_seed()), 1)
    tables.go_on(found)
    return found


def follow(tables: Tables, table: Table, header: dict[str, Any], state: State, moved: int) -> Table:
    """A table that follows another one, with its lock held: the same people, each `moved` seats to the front.

    header: the first line of a recording with the rules of the next game. Raises Refused.
    """
    count, numbered = len(table.seats), table.state.game.program.names["player"]
    seats = []
    for number in range(count):
        was = (number + moved) % count
        who: Seat = table.seats[was]
        name = numbered[number] if who.name == numbered[was] else who.name
        seats.append(replace(who, token=new_token() if who.token else "", name=name, epoch=0))
    play = {"seats": [seat.kind for seat in seats], "from": {"table": table.id, "moved": moved}}
    first = header | {"seed": state.seed, "names": [seat.name for seat in seats], "play": play}
    try:
        return tables.add(first, state, seats, table)
    except UsageError as error:
        raise Refused(f"{error}.") from None
    except NotKept:
        raise Refused(UNCHANGED) from None


def link_there(tables: Tables, table: Table, seat: int) -> str:
    """The path of the page in the next game of whoever sits here, "" if there is none; a seat below 0 looks on."""
    there = tables.tables.get(table.next)
    if there is None:
        return ""
    if seat < 0:
        return f"/table/{there.id}/watch/{there.watch}"
    number = (seat - there.header["play"]["from"]["moved"]) % len(there.seats)
    token = there.seats[number].token
    return f"/table/{there.id}/{number + 1}/{token}" if token else ""
