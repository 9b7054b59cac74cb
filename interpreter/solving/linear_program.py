"""Solve two-player zero-sum games exactly, by the sequence-form linear program.

Needs scipy (the extra `solve`). See docs/solving.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import GameError, extra
from .game_table import AT_END, GameTable, Strategy, require_zero_sum


@dataclass(slots=True)
class Solution:
    """An equilibrium; `value` is the payoff of player 1 if both play their part of `strategy`."""

    value: float
    strategy: Strategy


@dataclass(slots=True)
class Sequences:
    """A seat's sequences of own choices: number 0 is the empty one.

    `first[set]` is the sequence that ends with the first option of an information set (the other options follow),
    `parent[set]` the sequence that leads to it, `at[h]` the one that the seat has played at a history.
    """

    number: int = 1
    first: dict[int, int] = field(default_factory=dict)
    parent: dict[int, int] = field(default_factory=dict)
    at: list[int] = field(default_factory=list)


def sequences(table: GameTable, seat: int) -> Sequences:
    """The sequences of a seat, with each information set after those that lead to it."""
    found = Sequences(at=[0] * len(table.seat))
    for h, children in enumerate(table.children):
        now, place = found.at[h], table.place[h]
        if table.seat[h] == seat and place not in found.first:
            found.first[place], found.parent[place] = found.number, now
            found.number += len(children)
        for position, child in enumerate(children):
            found.at[child] = found.first[place] + position if table.seat[h] == seat else now
    return found


def solve(table: GameTable) -> Solution:
    """An equilibrium. Raises UsageError for a game that is not two-player zero-sum, or without scipy."""
    require_zero_sum(table.game, filter(None, table.payoffs))
    linprog, matrix = extra("scipy.optimize", "scipy").linprog, extra("scipy.sparse", "scipy").coo_matrix
    one, two = sequences(table, 0), sequences(table, 1)
    # the variables are what player 1 can make sure of from each set of player 2 on (0: from the start), then how
    # likely player 1 plays each sequence; no sequence of player 2 may leave player 1 less
    worth = {place: 1 + position for position, place in enumerate(two.first)}
    plan = 1 + len(worth)
    bounds: list[tuple[int, int, float]] = [(0, 0, 1.0)]  # row, column, entry; those at the same place are added up
    for place, first in two.first.items():
        bounds.append((two.parent[place], worth[place], -1.0))
        for option in range(table.sets[place].options):
            bounds.append((first + option, worth[place], 1.0))
    for h, likely in enumerate(table.reach([], without=(0, 1))):
        if table.seat[h] == AT_END:
            bounds.append((two.at[h], plan + one.at[h], -likely * table.payoffs[h][0]))
    flow = [(0, plan, 1.0)]
    for row, (place, first) in enumerate(one.first.items()):
        flow.append((row + 1, plan + one.parent[place], -1.0))
        for option in range(table.sets[place].options):
            flow.append((row + 1, plan + first + option, 1.0))
    size = plan + one.number

    def sparse(found: list[tuple[int, int, float]], height: int) -> Any:
        rows, columns, entries = zip(*found, strict=True)
        return matrix((entries, (rows, columns)), shape=(height, size)).tocsr()

    found = linprog(
        [-1.0] + [0.0] * (size - 1),
        A_ub=sparse(bounds, two.number),
        b_ub=[0.0] * two.number,
        A_eq=sparse(flow, 1 + len(one.first)),
        b_eq=[1.0] + [0.0] * len(one.first),
        bounds=[(None, None)] * plan + [(0, None)] * one.number,
        method="highs",
    )
    if found.x is None:
        raise GameError(f"the linear program was not solved: {found.message}")
    strategy = table.uniform()
    likelihoods = ((one, found.x[plan:]), (two, -found.ineqlin.marginals))
    for own, weights in likelihoods:
        for place, first in own.first.items():
            strategy[place] = shares(weights[first : first + table.sets[place].options])
    return Solution(-float(found.fun), strategy)


def shares(weights: Sequence[float]) -> list[float]:
    """Weights as probabilities; uniform if all are 0."""
    kept = [max(0.0, float(weight)) for weight in weights]
    total = sum(kept)
    return [weight / total for weight in kept] if total > 1e-12 else [1 / len(kept)] * len(kept)
