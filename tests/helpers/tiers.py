"""The two tiers: `pytest` runs the quick one; `pytest -m ""` runs everything, `.ci/run` first the one, then the rest.

What only the full run plays is marked `full`. Loops that are tried with more games or examples then ask `many`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
full = pytest.mark.full
everything = False  # set by conftest.py before tests are collected


def many(quick: int, all_of_them: int) -> int:
    """The small number in the quick tier, the large one in the full run."""
    return all_of_them if everything else quick


def tiered(values: Iterable[T], quick: Callable[[T], bool]) -> list[Any]:
    """Parameters of a test: those that are not quick are marked. A tuple is a value for each of several parameters."""
    parts = ((value, value if isinstance(value, tuple) else (value,)) for value in values)
    return [pytest.param(*part, marks=() if quick(value) else full) for value, part in parts]
