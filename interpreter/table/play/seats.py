"""Who sits at a table: taking a seat, names, links, bots that take over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ...base.lookalikes import compose, visible
from ...bots.by_name import HUMAN, bot
from ..storage.store import NotSaved
from ..storage.table_record import Seat
from ..storage.tokens import new_token
from .moves import let_bots_play
from .table import UNCHANGED, Refused, Table
from .tables import Tables

LONGEST_NAME = 24
TAKEN = "Somebody sits there already. These are the seats that are free."


def free_seats(table: Table) -> list[int]:
    """The seats at which somebody may sit down: a person's, not at a shared device, its link not opened by anybody."""
    seats = enumerate(table.seats)
    return [number for number, seat in seats if seat.kind == HUMAN and not seat.taken and not seat.shared]


def take_seat(tables: Tables, table: Table, seat: int, name: str) -> str:
    """Sits down at a free seat and gives the token of its link, a new one: a link that was not used leads nowhere.

    Raises Refused for a seat that is not free, or a name that will not do; then nothing has changed.
    """
    with table.lock:
        if seat not in free_seats(table):
            raise Refused(TAKEN)
        who = replace(table.seats[seat], token=new_token(), taken=True, name=valid_name(table, seat, name))
        set_seat(tables, table, seat, who)
        return who.token


def mark_taken(tables: Tables, table: Table, seat: int) -> None:
    """The link of a seat was opened: from now on the seat is taken, which no page of a game shows."""
    with table.lock, suppress(NotSaved):
        if not table.seats[seat].taken:
            who = replace(table.seats[seat], taken=True)
            tables.store.write_seat(table.id, seat, who)
            table.seats[seat] = who
            table.notify()


def rename_seat(tables: Tables, table: Table, seat: int, name: str) -> None:
    """Gives a seat the name that all see. Raises Refused for one that is empty, too long or another seat's."""
    with table.lock:
        set_seat(tables, table, seat, replace(table.seats[seat], name=valid_name(table, seat, name)))


def hand_over(tables: Tables, table: Table, seat: int, kind: str) -> None:
    """Lets a bot play a seat, or a person (HUMAN). Raises UsageError where no such bot can play this game."""
    if kind != HUMAN:
        chosen = bot(kind)
        chosen.require(table.state.game)
        kind = chosen.name
    with table.lock:
        table.trouble = ""
        who = table.seats[seat]
        token = who.token or (new_token() if kind == HUMAN else "")
        set_seat(tables, table, seat, replace(who, kind=kind, token=token))
    let_bots_play(tables, table)


def renew_link(tables: Tables, table: Table, seat: int) -> None:
    """Gives a seat a new link; the old one leads nowhere, and the seat is free again."""
    with table.lock:
        set_seat(tables, table, seat, replace(table.seats[seat], token=new_token(), taken=False))


def toggle_shared(tables: Tables, table: Table, seat: int) -> None:
    """Lets a seat be played at the shared device, or no longer."""
    with table.lock:
        set_seat(tables, table, seat, replace(table.seats[seat], shared=not table.seats[seat].shared))


def toggle_designer(tables: Tables, table: Table) -> None:
    """Makes the designer's link, or takes it away; all who sit at the table are told whether there is one."""
    with table.lock:
        set_field(tables, table, "designer", "" if table.designer else new_token())


def set_seat(tables: Tables, table: Table, seat: int, who: Seat) -> None:
    """Replaces who sits at a seat, with the lock held. Raises Refused where that cannot be kept."""
    try:
        tables.store.write_seat(table.id, seat, who)
    except NotSaved:
        raise Refused(UNCHANGED) from None
    table.seats[seat] = who
    table.notify()


def set_field(tables: Tables, table: Table, word: str, value: str) -> None:
    """Replaces one of the words that are kept of a table, with the lock held. Raises Refused likewise."""
    try:
        tables.store.write_field(table.id, word, value)
    except NotSaved:
        raise Refused(UNCHANGED) from None
    setattr(table, word, value)
    table.notify()


def valid_name(table: Table, seat: int, name: str) -> str:
    """A name in the way it is shown. Raises Refused for one that is empty, too long or another seat's."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in compose(name)).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused(f"A name has 1 to {LONGEST_NAME} characters.")
    numbered = table.state.game.program.names["player"]
    others = [other for names in (table.names, numbered) for at, other in enumerate(names) if at != seat]
    if visible(name).casefold() in [visible(other).casefold() for other in others]:
        raise Refused("Another seat has that name.")
    return name
