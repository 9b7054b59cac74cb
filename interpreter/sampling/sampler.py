"""Build a seat's belief at the current decision, from which samples are drawn."""

from __future__ import annotations

from ..backend.native.belief import Belief, BeliefPosition
from ..base.errors import UsageError
from ..game.state import State
from ..program import ir
from ..seats.offers import offered
from .belief_layout import BeliefLayout
from .past_positions import remade_steps, witnessed_choice
from .program_analysis import analysis_of


def belief(state: State, seat: int) -> Belief:
    """Return everything a seat knows of a state, laid out for `Machine.lay`.

    It is the same for all states that the seat cannot tell apart. Where something is hidden, raises UsageError for a
    game without a log, or with one that does not begin with the game. Raises IndexError where there is no such seat.
    """
    if not analysis_of(state.game).hides_anything:
        options = [(number, -1) for number in offered(state, seat)]
        return Belief(BeliefPosition(state.v[:], [items[:] for items in state.z]), options=options)
    if state.log is None:
        raise UsageError("samples need a log; start the game with one")
    if state.log.starts is not None:
        raise UsageError("nobody knows what happened before a position that was set up; play up to it instead")
    return belief_of(BeliefLayout(state, seat))


def belief_of(laid: BeliefLayout) -> Belief:
    """Return the belief of a layout: the current and earlier positions."""
    order = laid.order()
    laid.number([card for zone in sorted(order) for card in order[zone]])
    fits = [laid.fits(card) for card in laid.places]
    position = laid.position((laid.v, laid.z), order, laid.trail.left_out())
    picks = dict(laid.chosen_card_cells())
    position.cells = [(cell, place) for cell, place in position.cells if cell not in picks]
    for _, slot in picks:
        position.v[slot] = ir.NOTHING
    return Belief(
        position,
        laid.pools,
        fits,
        laid.mixed,
        [*picks.items()],
        [found for item in laid.trail.seen if (found := witnessed_choice(laid, item)) is not None],
        remade_steps(laid),
        laid.options(position),
    )
