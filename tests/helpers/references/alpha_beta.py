"""Alpha-beta search for two players who see everything, over positions as the side to move sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from stammtisch.bots.knowledge import Knowledge

WON = 1_000_000
P = TypeVar("P")
M = TypeVar("M")


def alpha_beta(
    position: P,
    depth: int,
    low: float,
    high: float,
    moves: Callable[[P], Sequence[M]],
    play: Callable[[P, M], P],
    value: Callable[[P, int], float | None],
) -> float:
    """The value for the side to move.

    play: the position after a move, seen by the other side; value: what a position is worth, None to look on.
    """
    found = value(position, depth)
    if found is not None:
        return found
    best = -float("inf")
    for move in moves(position):
        best = max(best, -alpha_beta(play(position, move), depth - 1, -high, -max(low, best), moves, play, value))
        if best >= high:
            break
    return best


def best_moves(moves: Iterable[M], value: Callable[[M, float], float]) -> list[M]:
    """The moves with the greatest value.

    value: of a move, exact where it is above a bound.
    """
    best = -float("inf")
    found: list[M] = []
    for move in moves:
        one = value(move, best - 0.5)
        if one > best:
            best, found = one, []
        if one == best:
            found.append(move)
    return found


def pick(known: Knowledge, found: Sequence[M]) -> M:
    """One of several at random, from the seat's own stream."""
    return found[known.random.draw(len(found))]
