"""What a seat cannot know of a state, from where the game stands: what samples for looking ahead are drawn from."""

from __future__ import annotations

from ..backend.native.doubt import Doubt
from ..game.game import State


def doubt(state: State, seat: int) -> Doubt:
    """All that a seat knows of a state, laid out for `Machine.lay`."""
    return Doubt(state.v[:], [items[:] for items in state.z])
