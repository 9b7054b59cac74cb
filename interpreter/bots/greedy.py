"""The option right after which the seat is most ahead, in the mean over some states that may be the true one."""

from __future__ import annotations

from math import isnan

from .knowledge import Knowledge

SAMPLES = 20


def choose(known: Knowledge) -> int:
    """The position of an option; of those that are equally good each is equally likely."""
    values = [float("-inf") if isnan(value) else value for value in known.standings(SAMPLES)]
    best = [position for position, value in enumerate(values) if value == max(values)]
    return best[known.random.draw(len(best))]
