"""Results of a tree search for each option of a seat: see Machine.search and docs/bots.md."""

from __future__ import annotations

import struct
from math import sqrt
from typing import NamedTuple

MOST_FAILURES = 200  # iterations of a search in which the rules fail, or no sample fits
EDGE = struct.Struct("<qddII")
LOST, DRAWN, WON = 1, 2, 3


class OptionResult(NamedTuple):
    """The result of a search for one option.

    visits: the games in which it was tried. payoff: what the seat got in them in the mean (State.payoffs); error: the
    standard error of that, as of so many independent games. Both mean nothing without visits. proven: what is certain,
    if both play perfectly: LOST, DRAWN, WON; 0 if nothing is.
    """

    visits: int
    payoff: float
    error: float
    proven: int = 0


def read_results(edges: bytes) -> list[OptionResult]:
    """Read the edges of options from memory."""
    return [
        of_edge(total, squares, visits, offered >> 30) for _, total, squares, visits, offered in EDGE.iter_unpack(edges)
    ]


def of_edge(total: float, squares: float, visits: int, proven: int = 0) -> OptionResult:
    """The result of an option from its number of visits, the sum of its values and of their squares."""
    if proven:
        return OptionResult(visits, float(proven - DRAWN), 0.0, proven)
    if not visits:
        return OptionResult(0, 0.0, 0.0)
    mean = total / visits
    return OptionResult(visits, mean, sqrt(max(0.0, squares / visits - mean * mean) / visits))
