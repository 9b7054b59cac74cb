"""Bots that choose for a person: once, where their time is up, or until they are back."""

from __future__ import annotations

from ...base.errors import GameError, UsageError
from ...bots.bot_seats import choose_option
from ...bots.by_name import Bot, bot
from ..storage.store import NotSaved
from .clocks import choice_key
from .moves import commit_choices
from .sets import is_set
from .table import FAILED, UNKEPT, Refused, Table
from .tables import Tables

QUICK, ALWAYS = "greedy", "random"


def substitute(table: Table) -> Bot:
    """The bot that plays for somebody: greedy if it can play this game, else random."""
    found = bot(QUICK)
    try:
        found.require(table.state.game)
    except UsageError:
        return bot(ALWAYS)
    return found


def choose_for(tables: Tables, table: Table, seat: int) -> None:
    """Let a bot make the choice that a seat is asked for now, of a set all of it.

    Nothing is chosen if somebody else chooses meanwhile. Raises Refused where it cannot be made.
    """
    chooser, first = substitute(table), -1
    while True:
        before = table.state
        site = dict(before.sites()).get(seat, -1)
        if site < 0 or first not in (-1, site) or (first >= 0 and not is_set(before.game.program.sites[site])):
            return
        first, state = site, before.clone()
        with tables.looking_ahead:
            number = choose_option(chooser, state, seat)
        with table.lock:
            if table.state is not before:
                return
            try:
                commit_choices(tables, table, seat, [number])
            except NotSaved:
                raise Refused(UNKEPT) from None
            except GameError:
                raise Refused(FAILED) from None
            table.chosen_for[seat] = choice_key(table.state, seat, table.seats[seat].epoch)
            table.notify()
