"""Each option equally likely."""

from __future__ import annotations

from .knowledge import Knowledge


def choose(known: Knowledge) -> int:
    """The position of an option."""
    return known.random.draw(known.count)
