"""The search bot: choose the option that a tree search tried most often."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..backend.native.search_results import DRAWN, LOST, WON, OptionResult
from .knowledge import Knowledge
from .perfect import draw

ITERATIONS = 400
MOST_ITERATIONS = 1_000_000
FIRST = 100  # iterations that show how many fit into a time


def choose(known: Knowledge, iterations: int = ITERATIONS) -> int:
    """The position of the option that was tried most often, of several that with the best value.

    In small games that hide something it is drawn from a mixture, so that it bluffs.
    """
    if (shares := known.mixture(iterations)) is not None:
        return draw(known, shares)
    return best(known.search(iterations))[0]


def choose_within(known: Knowledge, seconds: float) -> int:
    """The position of the option found in about so many seconds; so not the same choice each time."""
    if (shares := mixture_within(known, seconds)) is not None:
        return draw(known, shares)
    return best(search_within(known.search, seconds))[0]


def mixture_within(known: Knowledge, seconds: float) -> list[float] | None:
    """The mixture of about so many seconds, if there is one: with more iterations while there is time."""
    begun, iterations, found = time.monotonic(), ITERATIONS, None
    while (shares := known.mixture(iterations)) is not None:
        found, iterations = shares, 2 * iterations
        if 3 * (time.monotonic() - begun) > seconds or iterations > MOST_ITERATIONS:
            break
    return found


def search_within(search: Callable[[int], list[OptionResult]], seconds: float) -> list[OptionResult]:
    """Return the results of about so many seconds: a search, and while there is time a larger one."""
    begun, iterations = time.monotonic(), FIRST
    while True:
        started = time.monotonic()
        found = search(iterations)
        ended = time.monotonic()
        fitting = int((seconds - (ended - begun)) / max(ended - started, 1e-6) * iterations)
        solved = any(one.proven == WON for one in found) or all(one.proven for one in found)
        if solved or fitting < 2 * iterations or iterations == MOST_ITERATIONS:
            return found
        # the first ones take longer, so the number that fits is estimated step by step
        iterations = min(fitting if fitting < 20 * iterations else 10 * iterations, MOST_ITERATIONS)


def best(found: list[OptionResult]) -> list[int]:
    """The positions of the options, the one to choose first.

    What surely wins comes first, what surely loses last; a sure draw comes before what has done worse so far.
    """
    drawn = any(one.proven == DRAWN for one in found)

    def rank(at: int) -> tuple[bool, bool, bool, int, float, int]:
        one = found[at]
        behind = drawn and not one.proven and one.payoff < 0
        return one.proven != WON, one.proven == LOST, behind, -one.visits, -one.payoff, at

    return sorted(range(len(found)), key=rank)
