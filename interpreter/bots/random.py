"""The random bot: each option is equally likely."""

from __future__ import annotations

from .knowledge import Knowledge


def choose(known: Knowledge) -> int:
    """The position of a random option."""
    return known.random.draw(known.count)
