"""Places of the seats by what a ruleset ranks them by."""

from __future__ import annotations

from typing import Any


def places(keys: list[list[Any]], most: list[bool]) -> list[int]:
    """The place of each seat, 1 for the best, by its keys in turn; `most` says where more is better."""

    def better(other: list[Any], own: list[Any]) -> bool:
        return next(((x > y) == more for x, y, more in zip(other, own, most, strict=True) if x != y), False)

    return [1 + sum(better(other, own) for other in keys) for own in keys]
