"""The exact value and an optimal strategy of a two-player zero-sum game, by its sequence-form linear program.

Needs scipy (the extra `solve`). See docs/solving.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..base.errors import GameError
from ..base.extras import extra
from .game_table import AT_CHANCE, AT_END, GameTable, Strategy, not_zero_sum


@dataclass(slots=True)
class Solution:
    """`value` is what player 1 wins if both play their part of `strategy`."""

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
    """The sequences of a seat; sets come in an order in which each stands behind those that lead to it."""
    found = Sequences(at=[0] * len(table.seat))
    for h, children in enumerate(table.children):
        now, place = found.at[h], table.place[h]
        if table.seat[h] == seat and place not in found.first:
            found.first[place], found.parent[place] = found.number, now
            found.number += len(children)
        for position, child in enumerate(children):
            found.at[child] = found.first[place] + position if table.seat[h] == seat else now
    return found


class Matrix:
    """The entries of a sparse matrix; entries at the same place are added up."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.entries: list[float] = []

    def add(self, row: int, column: int, entry: float) -> None:
        """Adds to an entry."""
        self.rows.append(row)
        self.columns.append(column)
        self.entries.append(entry)


def require_zero_sum(table: GameTable) -> None:
    """Raises UsageError for a game that is not for two or in which one does not win what the other loses."""
    if not table.zero_sum:
        raise not_zero_sum(table.game)


def solve(table: GameTable) -> Solution:
    """An equilibrium. Raises UsageError for a game that is not two-player zero-sum, or without scipy."""
    require_zero_sum(table)
    linprog, matrix = extra("scipy.optimize", "scipy").linprog, extra("scipy.sparse", "scipy").coo_matrix
    one, two = sequences(table, 0), sequences(table, 1)
    # the variables are what player 1 can make sure of from each set of player 2 on (0: from the start), then how
    # likely player 1 plays each sequence; no sequence of player 2 may leave player 1 less
    worth = {place: 1 + position for position, place in enumerate(two.first)}
    plan = 1 + len(worth)
    bounds, flow = Matrix(), Matrix()
    bounds.add(0, 0, 1.0)
    for place, first in two.first.items():
        bounds.add(two.parent[place], worth[place], -1.0)
        for option in range(table.sets[place].options):
            bounds.add(first + option, worth[place], 1.0)
    for h, likely in enumerate(chances(table)):
        if table.seat[h] == AT_END:
            bounds.add(two.at[h], plan + one.at[h], -likely * table.payoffs[h][0])
    flow.add(0, plan, 1.0)
    for row, (place, first) in enumerate(one.first.items()):
        flow.add(row + 1, plan + one.parent[place], -1.0)
        for option in range(table.sets[place].options):
            flow.add(row + 1, plan + first + option, 1.0)
    size = plan + one.number
    found = linprog(
        [-1.0] + [0.0] * (size - 1),
        A_ub=matrix((bounds.entries, (bounds.rows, bounds.columns)), shape=(two.number, size)).tocsr(),
        b_ub=[0.0] * two.number,
        A_eq=matrix((flow.entries, (flow.rows, flow.columns)), shape=(1 + len(one.first), size)).tocsr(),
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
    """Weights as probabilities; all alike where there are none."""
    kept = [max(0.0, float(weight)) for weight in weights]
    total = sum(kept)
    return [weight / total for weight in kept] if total > 1e-12 else [1 / len(kept)] * len(kept)


def chances(table: GameTable) -> list[float]:
    """How likely chance alone lets each history come about."""
    found = [0.0] * len(table.seat)
    found[0] = 1.0
    for h, children in enumerate(table.children):
        for child in children:
            found[child] = found[h] / len(children) if table.seat[h] == AT_CHANCE else found[h]
    return found
