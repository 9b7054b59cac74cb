"""What a seat knew at an earlier moment of a running game, for the pictures of what has happened since."""

from __future__ import annotations

from ..card_memory import Handle
from ..happenings import Beginning
from ..running_game import RunningGame
from .events import Perception, perception_of

# the most of a seat's events of which there are pictures
MOST_EVENTS = 200


def beginning_at(state: RunningGame, seat: int, number: int, most: int = MOST_EVENTS) -> Beginning | None:
    """Return what a seat knew up to its own event number `number`, and its percepts since.

    None if that is more than `most` events back, or not in its log. Raises IndexError where there is no such seat.
    """
    now = perception_of(state, seat)
    if not max(0, len(now.log.events) - most) <= number <= len(now.log.events):
        return None
    kept = _kept_before(state, seat, number)
    numbers = {slot: _number(kept, slot) for slot in kept.values if kept.sight.reads(slot)}
    return Beginning(number, kept.log.copy(), numbers, now.record[len(kept.record) :])


def _kept_before(state: RunningGame, seat: int, number: int) -> Perception:
    """The last perception of a seat that is kept and has no more than so many events; else its first."""
    link = state.log.last if state.log is not None else None
    while link is not None:
        kept: Perception | None = link.known.get(seat)
        if kept is not None and len(kept.log.events) <= number:
            return kept
        link = link.before
    return Perception(state, seat)


def _number(kept: Perception, slot: int) -> int | Handle | None:
    """The value of a number; a card by its handle."""
    value = kept.values[slot]
    if kept.program.ints[slot].kind.startswith("card ") and value >= 0:
        return kept.handles.get(value)
    return value
