"""Moves of people and bots: each choice is saved before it is shown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from ...base.errors import ChoiceError, GameError
from ...bots.bot_seats import BotSeats as Bots
from ...bots.by_name import HUMAN, bot
from ...seats.offers import offered
from ..storage.store import NotSaved
from .background import Repetition
from .recordings import record_finished_game
from .sets import WrongCount, choose_set
from .table import FAILED, OLD, UNKEPT, WRONG, Refused, Table, moment
from .tables import Tables

PAUSE = 0.4


def make_move(tables: Tables, table: Table, seat: int, at: str, options: Sequence[int], whole: bool = False) -> None:
    """Make a person's choice; `at`: the moment of the page it was made on, `options`: positions of options.

    There may be several of a set (whole: all of it), which are chosen together.
    Raises Refused where it is not made: then nothing has changed.
    """
    with table.lock:
        if at != moment(table.state, seat, table.seats[seat].epoch):
            raise Refused(OLD)
        numbers = offered(table.state, seat)
        if table.seats[seat].kind != HUMAN or not all(0 <= option < len(numbers) for option in options):
            raise Refused(WRONG)
        try:
            commit_choices(tables, table, seat, [numbers[option] for option in options], whole)
        except NotSaved:
            raise Refused(UNKEPT) from None
        except GameError:
            raise Refused(FAILED) from None
        except WrongCount as error:
            raise Refused(error.args[0]) from None
        except ChoiceError:
            raise Refused(WRONG) from None
    let_bots_play(tables, table)


def commit_choices(tables: Tables, table: Table, seat: int, numbers: Sequence[int], whole: bool = False) -> None:
    """Make choices, save them, then show them; the caller holds the lock.

    Raises NotKept, GameError or ChoiceError; then nothing has changed.
    """
    state = table.state.clone()
    try:
        chosen = choose_set(state, seat, numbers, whole)
    except GameError as error:
        table.trouble = str(error)
        table.notify()
        raise
    tables.store.add_choices(table.id, table.state.decisions + 1, chosen)
    table.state = state
    table.notify()
    if state.over:
        record_finished_game(tables.store, table)


def let_bots_play(tables: Tables, table: Table, wait: float = PAUSE) -> None:
    """Let bots choose as long as it is their turn; wait a moment to show quick bots' choices at once."""
    with table.lock:
        if table.thinking is None and _deciding_bot(table) is not None:
            table.thinking = Repetition(partial(_let_bot_choose, tables, table))
            table.thinking.start()
        thinking = table.thinking
    if thinking is not None:
        thinking.join(wait)


def _deciding_bot(table: Table) -> int | None:
    """A seat whose bot has to decide, None if there is none."""
    if table.trouble or not table.allowed or table.deleted:
        return None
    return next((seat for seat, _ in table.state.sites() if table.bots[seat]), None)


def _let_bot_choose(tables: Tables, table: Table) -> bool:
    """Let a bot choose; return whether another one may have to decide then."""
    with table.lock:
        seat = _deciding_bot(table)
        if seat is None:
            table.thinking = None
            return False
        before, state = table.state, table.state.clone()
        kinds = [None if who.kind == HUMAN else bot(who.kind) for who in table.seats]
    try:
        with tables.looking_ahead:
            position = Bots(kinds, state).choose(state, seat)
        number = state.option_numbers(seat, dict(state.sites())[seat])[position]
        with table.lock:
            # else a person has chosen meanwhile, or has the seat now: the bot is asked anew
            if table.state is before and table.bots[seat] and table.allowed:
                commit_choices(tables, table, seat, [number])
                table.allowed -= table.allowed > 0
    except NotSaved:
        time.sleep(PAUSE)
    except Exception as error:  # the table waits until the host does something; others continue
        with table.lock:
            if table.state is before:
                table.trouble, table.thinking = f"{table.seats[seat].kind} cannot choose: {error}", None
                table.notify()
                return False
    return True
