"""The next game at a table: a rematch with seats moved by one, or the same game by changed rules."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

from ...base.errors import UsageError
from ...front.api import Ruleset
from ...game.game import Game, starting_game
from ...game.state import State
from ...records.recording import GameRecorder
from ...records.recording_reader import RecordedChoice
from ...records.replay_kept import replay_game
from ..storage.store import NotSaved, as_recording
from ..storage.tokens import new_seed, new_token
from .moves import let_bots_play
from .table import UNCHANGED, Refused, Table, told_choices
from .tables import Tables

# how often a game that continues meanwhile is carried over
TRIES = 3


def begin_rematch(tables: Tables, table: Table) -> Table:
    """Begin the next game of the same people: everybody sits one seat further to the front, the first last.

    Where there is one already, that one. Raises Refused where the game is not over, or there are too many tables.
    """
    with table.lock:
        if known := tables.find(table.next):
            return known
        if not table.state.over:
            raise Refused("This game is not over yet.")
        first = {word: value for word, value in table.header.items() if word not in ("position", "carried")}
        found = begin_next_game(tables, table, first, starting_game(table.state).start(new_seed()), 1)
    let_bots_play(tables, found)
    return found


def restart(tables: Tables, table: Table) -> Table:
    """Begin the next game by the current rules, with another seed; everybody keeps their seat.

    Raises Refused where there are no other rules, or they have mistakes.
    """
    with table.lock:
        ruleset, game = _new_rules(table)
        state = game.start(new_seed())
        found = begin_next_game(tables, table, recording_header(ruleset, state), state, 0)
    let_bots_play(tables, found)
    return found


def carry_over(tables: Tables, table: Table) -> Table:
    """Continue the same game by the current rules, as far as the same choices fit.

    The first line of its recording says how far that is and what did not fit (`carried`).

    Choices are found by what they mean, as `replay` finds them. Raises Refused as `restart`, or where not even the
    beginning fits.
    """
    for _ in range(TRIES):
        with table.lock:
            ruleset, _ = _new_rules(table)
            if "position" in table.header:
                raise Refused(
                    "A game that was set up cannot be carried over. Set the position up again under the new rules."
                )
            state = table.state
        # it takes seconds, for which nobody else has to wait
        first, carried = _replay_with_rules(state, table.header, ruleset)
        with table.lock:
            if _new_rules(table)[0] is ruleset and table.state is state:
                found = begin_next_game(tables, table, first, carried, 0)
                break
    else:
        raise Refused("The game moves on faster than it can be carried over. Try again when nobody is choosing.")
    let_bots_play(tables, found)
    return found


def _replay_with_rules(state: State, header: dict[str, Any], ruleset: Ruleset) -> tuple[dict[str, Any], State]:
    """The recording header of a game by other rules, and that game as far as the same choices fit."""
    chosen = [RecordedChoice(link.seat, link.position, link.count, link.number) for link in state.choices()]
    try:
        result = replay_game(as_recording("the game so far", header, chosen), None, ruleset)
    except (UsageError, OSError) as error:
        raise Refused("The game cannot be carried over: {why}", why=error) from None
    again = result.state
    if again is None or again.over:
        raise Refused("This game cannot be resumed under the new rules. Start another one.")
    told = told_choices(state)
    why = str(result.last) if result.stopped else ""
    return recording_header(ruleset, again) | {
        "carried": {"fit": min(again.decisions, told), "of": told, "why": why}
    }, again


def _new_rules(table: Table) -> tuple[Ruleset, Game]:
    """The changed rules of a table and their game. Raises Refused if there are none, or the game has moved on."""
    new = table.rules
    if new is None or new.ruleset is None or new.game is None:
        raise Refused("There are no new rules, or they still have mistakes.")
    if table.next:
        raise Refused("This game already continues at another table.")
    return new.ruleset, new.game


def recording_header(ruleset: Ruleset, state: State) -> dict[str, Any]:
    """The header of a recording of a game by these rules."""
    return GameRecorder(io.BytesIO(), ruleset, state).header


def begin_next_game(tables: Tables, table: Table, header: dict[str, Any], state: State, moved: int) -> Table:
    """A table that follows another one: the same people and bots by their names, `moved` seats to the front.

    header: the first line of a recording with the rules of the next game. The caller holds the lock. Raises Refused.
    """
    people = [*table.seats[moved:], *table.seats[:moved]]
    seats = [replace(who, token=new_token() if who.token else "", epoch=0) for who in people]
    play = {"seats": [seat.kind for seat in seats], "from": {"table": table.id, "moved": moved}}
    first = header | {"seed": state.seed, "names": [seat.name for seat in seats], "play": play}
    try:
        return tables.add(first, state, seats, table)
    except UsageError as error:
        raise Refused("{why}.", why=error) from None
    except NotSaved:
        raise Refused(UNCHANGED) from None
