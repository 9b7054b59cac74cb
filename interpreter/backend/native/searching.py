"""What a tree search finds out about the options of a seat: see Machine.search and docs/bots.md."""

from __future__ import annotations

import struct
from math import sqrt
from typing import NamedTuple

MOST_FAILURES = 200  # iterations of a search in which the rules fail, or no sample fits
EDGE = struct.Struct("<qddII")


class Tried(NamedTuple):
    """What a search found out about an option: how often it was tried, what it is worth to the seat.

    value: the mean payoff, as a part of the way from the smallest (0) to the greatest (1) that was met; error: its
    standard error, of as many independent games. Both are nan where it was never tried.
    """

    visits: int
    value: float
    error: float


def tried(edges: bytes, low: float, high: float) -> list[Tried]:
    """The edges of options as they lie in memory; low and high are the payoffs that count as 0 and 1."""
    scale, found = high - low, []
    for _, total, squares, visits, _ in EDGE.iter_unpack(edges):
        value = error = float("nan")
        if visits:
            mean = total / visits
            spread = sqrt(max(0.0, squares / visits - mean * mean) / visits)
            value, error = ((mean - low) / scale, spread / scale) if scale > 0 else (0.5, 0.0)
        found.append(Tried(visits, value, error))
    return found
