"""Who is in which place when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ranks(keys: list[list[Any]], most: Sequence[bool]) -> list[int]:
    """The place of each seat, 1 for the best, by its keys one after another; of some the `most` counts, else the least.

    Equal ones share a place. A key is a number or a list of numbers.
    """

    def better(a: list[Any], b: list[Any]) -> bool:
        for wants_most, x, y in zip(most, a, b, strict=True):
            if x != y:
                return bool(x > y) if wants_most else bool(x < y)
        return False

    return [1 + sum(better(other, key) for other in keys) for key in keys]
