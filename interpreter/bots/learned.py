"""The bots that have learned a game: the net alone, and a search that asks it. See docs/bots.md."""

from __future__ import annotations

from .knowledge import Knowledge
from .perfect import draw
from .search import best, search_within


def choose(known: Knowledge) -> int:
    """The position of an option, drawn with the probability that the net gives it."""
    return draw(known, known.learned_shares())


def choose_by_search(known: Knowledge, iterations: int | None = None) -> int:
    """The position of the option that a search with the net tried most often."""
    return best(known.search_by_net(iterations))[0]


def choose_within(known: Knowledge, seconds: float) -> int:
    """The position of the option found in about so many seconds; so not the same choice each time."""
    return best(search_within(known.search_by_net, seconds))[0]
