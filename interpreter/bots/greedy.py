"""The greedy bot: choose the option after which the seat leads most, on average over sampled states."""

from __future__ import annotations

from math import isnan

from .knowledge import Knowledge

SAMPLES = 20


def choose(known: Knowledge) -> int:
    """The position of an option, random among the best."""
    values = [float("-inf") if isnan(value) else value for value in known.standings(SAMPLES)]
    best = [position for position, value in enumerate(values) if value == max(values)]
    return best[known.random.draw(len(best))]
