"""Undo of a decision: which one it may be, and what prevents it."""

from __future__ import annotations

from ..base.languages.catalogues import mark
from ..game.state import State, replay_choices
from ..seats.perception.events import perception_of
from ..seats.undo_barriers import last_real_choice, undo_barrier

BEFORE = mark("all choose at the same time now, so what was chosen before stands")


def undo_last(state: State, seat: int) -> tuple[State | None, str]:
    """The game before the seat's last real decision, or None and the reason why it cannot be undone.

    A decision stands once another seat has chosen, chance has decided or anybody has seen something new. What others
    have chosen meanwhile that is still secret stays chosen.
    """
    stayed, reason = last_undoable(state, seat)
    if reason or state.log is None:
        return None, reason
    chosen = [(link.seat, link.number) for link in state.choices()]
    others = [one for one in chosen[stayed:] if one[0] != seat]
    return replay_choices(state.game, state.seed, [*chosen[:stayed], *others], state.log.placed), ""


def last_undoable(state: State, seat: int) -> tuple[int, str]:
    """How many decisions came before the seat's last real one, and the reason why it cannot be undone, "" for none.

    Both follow from what the seat perceives.
    """
    if state.log is None:
        return state.decisions, mark("this game keeps no log")
    perception = perception_of(state, seat)
    last = last_real_choice(perception.log, perception.record)
    if last < 0:
        return 0, mark("you have decided nothing yet")
    stayed, sites = _number_of(state, seat, perception.log.chosen - last), state.game.program.sites
    reason = undo_barrier(perception.log, perception.record, last)
    together = any(sites[site].group >= 0 for _, site in state.sites())
    if not reason and together and sites[state.choices()[stayed].site].group < 0:
        reason = BEFORE  # others may have chosen in secret based on that choice, which shows nowhere
    return stayed, reason


def _number_of(state: State, seat: int, back: int) -> int:
    """The number (from 0) of a choice of a seat, its last one, the one before ... (`back`: 1, 2, ...)."""
    link, number = state.history, state.decisions - 1
    while link is not None and (link.seat != seat or back > 1):
        back -= link.seat == seat
        link, number = link.before, number - 1
    return number


def barrier_since(state: State, seat: int, stayed: int) -> str:
    """Return why a choice of the seat stands, "" if it does not; `stayed`: how many decisions were before it."""
    perception = perception_of(state, seat)
    return undo_barrier(perception.log, perception.record, own_decisions(state, seat).index(stayed))


def own_decisions(state: State, seat: int) -> list[int]:
    """Return the numbers (from 0) of the choices of a seat."""
    return [number for number, link in enumerate(state.choices()) if link.seat == seat]
