"""What a seat cannot know of a state, from where the game stands: what samples for looking ahead are drawn from."""

from __future__ import annotations

from ..backend.native.doubt import Doubt, Position
from ..base.errors import UsageError
from ..game.state import State
from ..program import ir
from ..seats.offers import offered
from .earlier import remade, witnessed
from .facts import facts_of
from .laid import Laid


def doubt(state: State, seat: int) -> Doubt:
    """All that a seat knows of a state, laid out for `Machine.lay`.

    It is the same for all states that the seat cannot tell apart. Where something is hidden, raises UsageError for a
    game without a log, or with one that does not begin with the game. Raises IndexError where there is no such seat.
    """
    if not facts_of(state.game).hides:
        options = [(number, -1) for number in offered(state, seat)]
        return Doubt(Position(state.v[:], [items[:] for items in state.z]), options=options)
    if state.log is None:
        raise UsageError("samples need a log; start the game with one")
    if state.log.starts is not None:
        raise UsageError("nobody knows what happened before a position that was set up; play up to it instead")
    return of(Laid(state, seat))


def of(laid: Laid) -> Doubt:
    """The whole of what is laid out: now, and earlier."""
    order = laid.order()
    laid.number([card for zone in sorted(order) for card in order[zone]])
    fits = [laid.fits(card) for card in laid.places]
    position = laid.position((laid.v, laid.z), order, laid.trail.left_out())
    picks = dict(laid.picks())
    position.cells = [(cell, place) for cell, place in position.cells if cell not in picks]
    for _, slot in picks:
        position.v[slot] = ir.NOTHING
    return Doubt(
        position,
        laid.pools,
        fits,
        laid.mixed,
        [*picks.items()],
        [found for item in laid.trail.seen if (found := witnessed(laid, item)) is not None],
        remade(laid),
        laid.options(position),
    )
