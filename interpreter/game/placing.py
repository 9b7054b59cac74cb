"""A game that is set up somewhere else than at its start."""

from __future__ import annotations

from typing import Any

from ..base.errors import GameError, UsageError
from .log import Placed


def place(state: Any, placed: Placed) -> None:
    """Puts numbers, lists and chance in the place of those of a state (State) with an empty log, which begins there.

    Raises UsageError where its game cannot stand so before a decision.
    """
    v, z, random = placed
    try:
        if (len(v), len(z)) != (len(state.v), len(state.z)):
            raise ValueError("this position belongs to another game")
        state.v, state.z = [*map(int, v)], [[*map(int, items)] for items in z]
        zones = state.z[: state.game.program.zones]
        cards = [card for zone in zones[1:] for card in zone]
        if len(cards) != len(set(cards)):
            raise ValueError("a card lies in two places")
        for seat, site in state.sites():
            state.option_numbers(seat, site)
    except (GameError, ValueError, TypeError, LookupError) as error:
        raise UsageError(f"{state.game.name} cannot start from this position: {error}") from None
    state.log.placed, state.log.starts, state.log.numbers = (state.v, state.z, random), zones, state.v
