"""The perfect bot: plays small games for two exactly, with a draw where a strategy mixes options."""

from __future__ import annotations

from itertools import accumulate

from .knowledge import Knowledge

PARTS = 1_000_000  # of the probability 1


def choose(known: Knowledge) -> int:
    """The position of an option, drawn with its probability."""
    return draw(known, known.exact_shares())


def draw(known: Knowledge, shares: list[float]) -> int:
    """A position, drawn with its share from the bot's own stream."""
    sums = [*accumulate(shares)]
    drawn = known.random.draw(PARTS) / PARTS * sums[-1]
    return next(at for at, reached in enumerate(sums) if drawn < reached)
