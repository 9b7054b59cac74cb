"""Votes of the people at a table: to go back further, or to let a bot play for somebody who is away or out of time.

One vote at a time. It passes when all who sit there as people have agreed; whose seat a bot is to play is not asked
for consent, but has a minute to say no. Bots consent. Nothing here goes by when somebody chose last: that may be
secret.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from ...base.languages.catalogues import mark
from ...bots.by_name import HUMAN
from ..storage.table_record import SECONDS_TO_SAY_NO, Vote
from .background import call_later
from .clocks import VOTE
from .moves import let_bots_play
from .seats import hand_over, set_field
from .substitutes import choose_for, substitute
from .table import Refused, Table
from .tables import Tables
from .undo import go_back, step_starts

BACK, AWAY, SKIP = "back", "away", "skip"
BUSY = mark("There is a vote already: answer that one first.")
GONE = mark("That vote is over.")


def current_vote(table: Table) -> Vote | None:
    """The current vote of a table, or the last one; none about somebody who has chosen meanwhile."""
    found = Vote.from_json(table.vote) if table.vote else None
    return None if found is not None and found.what == SKIP and found.to not in table.late else found


def voters(table: Table, vote: Vote) -> list[int]:
    """The seats that have to agree: those of people, except the one that a bot is to play."""
    people = [number for number, seat in enumerate(table.seats) if seat.kind == HUMAN and (seat.taken or seat.shared)]
    return [seat for seat in people if vote.what == BACK or seat != vote.to]


def propose(tables: Tables, table: Table, seat: int, what: str, to: int) -> None:
    """Open a vote. Raises Refused if there is nothing to vote on, or another vote is open."""
    with table.lock:
        known = current_vote(table)
        if known is not None and known.no < 0:
            raise Refused(BUSY)
        if table.next or what not in (BACK, AWAY, SKIP):
            raise Refused("This game continues at another table.")
        if what == BACK and to not in step_starts(table.state):
            raise Refused("The game cannot go back to there.")
        if what == SKIP and (to not in table.late or to == seat or table.host_settings.at_zero != VOTE):
            raise Refused("Nobody's time is up there.")
        if what == AWAY:
            _require_away(table, seat, to)
        wait = SECONDS_TO_SAY_NO if what == AWAY else 0.0
        _save_vote(tables, table, Vote(what, to, seat, [seat], wait=wait))
        table.due = time.monotonic() + wait
    _settle_when_due(tables, table)
    settle(tables, table)


def _require_away(table: Table, seat: int, other: int) -> None:
    """Raise Refused unless the other seat is a person's and the game is not over."""
    if not 0 <= other < len(table.seats) or other == seat or table.seats[other].kind != HUMAN or table.state.over:
        raise Refused("A bot cannot play for that seat.")


def answer(tables: Tables, table: Table, seat: int, yes: bool) -> None:
    """Agree or object. Raises Refused if there is no vote, or the seat has no say in it."""
    with table.lock:
        vote = current_vote(table)
        if vote is None or (vote.no >= 0 and yes):
            raise Refused(GONE)
        if vote.no >= 0:
            # what was decided has been read
            set_field(tables, table, "vote", "")
            return
        if seat not in voters(table, vote) and (yes or vote.what != AWAY or seat != vote.to):
            raise Refused(GONE)
        if yes:
            _save_vote(tables, table, replace(vote, yes=[*dict.fromkeys([*vote.yes, seat])]))
        elif seat == vote.by:
            set_field(tables, table, "vote", "")
        else:
            _save_vote(tables, table, replace(vote, no=seat))
    settle(tables, table)


def settle(tables: Tables, table: Table) -> None:
    """Carry out a vote once all have agreed and the time to object is over.

    To be called when somebody has answered, a seat has changed hands or a minute has passed.
    """
    with table.lock:
        vote = current_vote(table)
        open_ = vote is not None and vote.no < 0
        if vote is None or not open_ or not set(voters(table, vote)) <= set(vote.yes) or time.monotonic() < table.due:
            return
        if vote.what == BACK and vote.to in step_starts(table.state):
            go_back(tables, table, vote.to, vote.by)
        else:
            set_field(tables, table, "vote", "")
        away = vote.what == AWAY and table.seats[vote.to].kind == HUMAN
    if away:
        stand_in(tables, table, vote.to)
    elif vote.what == SKIP:
        choose_for(tables, table, vote.to)
    let_bots_play(tables, table)


def resume(tables: Tables, table: Table) -> None:
    """Resume what was under way at a table read from the file: bots choose, a vote passes when due.

    Nobody can tell how long the server was away, so that there is all the time again to say no.
    """
    let_bots_play(tables, table, 0)
    vote = current_vote(table)
    if vote is not None:
        table.due = time.monotonic() + vote.wait
    _settle_when_due(tables, table)


def _settle_when_due(tables: Tables, table: Table) -> None:
    """Start a timer that settles the open vote when it is due."""
    vote = current_vote(table)
    if vote is not None and vote.no < 0:
        call_later(max(0.0, table.due - time.monotonic()) + 0.1, _settle_in_time, tables, table)


def _settle_in_time(tables: Tables, table: Table) -> None:
    """Settle a vote that is due."""
    # where it cannot be saved now, the next answer settles it
    with suppress(Refused):
        settle(tables, table)


def stand_in(tables: Tables, table: Table, seat: int) -> None:
    """Let a bot play for somebody."""
    hand_over(tables, table, seat, substitute(table).name)


def come_back(tables: Tables, table: Table, seat: int) -> None:
    """Let the person play the seat again."""
    hand_over(tables, table, seat, HUMAN)


def _save_vote(tables: Tables, table: Table, vote: Vote) -> None:
    """Save a vote and show it."""
    set_field(tables, table, "vote", vote.to_json())
