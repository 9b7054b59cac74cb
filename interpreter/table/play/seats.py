"""Seats at a table: sitting down, names, links, bots that take over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ...base.appearance.looks import COLOURS
from ...base.languages.catalogues import mark
from ...base.lookalikes import tidy, visible
from ...bots.by_name import HUMAN, bot_in
from ..storage.store import NotSaved
from ..storage.table_record import Seat
from ..storage.tokens import new_token
from .moves import let_bots_play
from .table import UNCHANGED, Refused, Table
from .tables import Tables

LONGEST_NAME = 24
TAKEN = mark("Somebody sits there already. These seats are free.")


def free_seats(table: Table) -> list[int]:
    """The seats where somebody may sit down: for people, not at a shared device, their link not opened yet."""
    seats = enumerate(table.seats)
    return [number for number, seat in seats if seat.kind == HUMAN and not seat.taken and not seat.shared]


def is_asked(table: Table, seat: int) -> bool:
    """Whether the person at a seat has to choose now."""
    return table.seats[seat].kind == HUMAN and not table.next and seat in dict(table.state.sites())


def take_seat(tables: Tables, table: Table, seat: int, name: str) -> str:
    """Sit down at a free seat; return the token of its new link, which makes the old one invalid.

    Raises Refused for a seat that is not free, or a name that will not do; then nothing has changed.
    """
    with table.lock:
        if seat not in free_seats(table):
            raise Refused(TAKEN)
        who = replace(table.seats[seat], token=new_token(), taken=1, name=valid_name(table, seat, name))
        set_seat(tables, table, seat, who)
        return who.token


def mark_taken(tables: Tables, table: Table, seat: int) -> None:
    """Note that a seat's link was opened: the seat is taken from now on, which no page of a game shows."""
    with table.lock, suppress(NotSaved):
        if not table.seats[seat].taken:
            who = replace(table.seats[seat], taken=1)
            tables.store.write_seat(table.id, seat, who)
            table.seats[seat] = who
            table.notify()


def rename_seat(tables: Tables, table: Table, seat: int, name: str, colour: str | None = None) -> None:
    """Give a seat the name that all see, and a colour ("": none). Raises Refused if one is another seat's or none."""
    with table.lock:
        who = table.seats[seat]
        colour = who.colour if colour is None else colour
        if colour and colour not in free_colours(table, seat):
            raise Refused("Another seat has that colour.")
        set_seat(tables, table, seat, replace(who, name=valid_name(table, seat, name), colour=colour))


def free_colours(table: Table, seat: int) -> list[str]:
    """The colours that a seat may have: those that no other has."""
    others = [who.colour for other, who in enumerate(table.seats) if other != seat]
    return [colour for colour in COLOURS if colour not in others]


def hand_over(tables: Tables, table: Table, seat: int, kind: str) -> None:
    """Let a bot play a seat, or a person (HUMAN). Raises UsageError if no such bot can play this game."""
    if kind != HUMAN:
        kind = bot_in(table.state.game, kind).name
    with table.lock:
        table.trouble = ""
        who = table.seats[seat]
        token = who.token or (new_token() if kind == HUMAN else "")
        set_seat(tables, table, seat, replace(who, kind=kind, token=token))
    let_bots_play(tables, table)


def renew_link(tables: Tables, table: Table, seat: int) -> None:
    """Give a seat a new link; the old one becomes invalid, and the seat is free again."""
    with table.lock:
        set_seat(tables, table, seat, replace(table.seats[seat], token=new_token(), taken=0))


def toggle_shared(tables: Tables, table: Table, seat: int) -> None:
    """Move a seat to the shared device, or away from it."""
    with table.lock:
        set_seat(tables, table, seat, replace(table.seats[seat], shared=not table.seats[seat].shared))


def toggle_designer(tables: Tables, table: Table) -> None:
    """Create the designer's link, or remove it; all who sit at the table see whether there is one."""
    with table.lock:
        set_field(tables, table, "designer", "" if table.designer else new_token())


def set_seat(tables: Tables, table: Table, seat: int, who: Seat) -> None:
    """Replace who sits at a seat; the caller holds the lock. Raises Refused if it cannot be saved."""
    try:
        tables.store.write_seat(table.id, seat, who)
    except NotSaved:
        raise Refused(UNCHANGED) from None
    table.seats[seat] = who
    table.notify()


def set_field(tables: Tables, table: Table, word: str, value: str) -> None:
    """Replace one of a table's saved words; the caller holds the lock. Raises Refused if it cannot be saved."""
    try:
        tables.store.write_field(table.id, word, value)
    except NotSaved:
        raise Refused(UNCHANGED) from None
    setattr(table, word, value)
    table.notify()


def valid_name(table: Table, seat: int, name: str) -> str:
    """A name as it is shown. Raises Refused if it is empty, too long or another seat's."""
    name = tidy(name)
    # who has moved here in a next game may be called by the number of the seat before
    if name == table.seats[seat].name:
        return name
    if not 0 < len(name) <= LONGEST_NAME or not visible(name).strip():
        raise Refused("A name has 1 to {most} characters.", most=LONGEST_NAME)
    numbered = table.state.game.program.names["player"]
    others = [other for names in (table.names, numbered) for at, other in enumerate(names) if at != seat]
    if visible(name).casefold() in [visible(other).casefold() for other in others]:
        raise Refused("Another seat has that name.")
    return name
