"""CFR+: an approximate equilibrium by regret matching, for trees too large for the linear program. Needs numpy.

Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014: regrets never fall below zero, the seats are
updated in turn, and later strategies count more in the average.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.errors import extra
from .game_table import AT_CHANCE, GameTable, Strategy, require_zero_sum
from .linear_program import shares


class Levels:
    """A game table as arrays by depth, so that a pass over the tree takes few steps.

    The options of all information sets are numbered on end: `start[set]` is the first of a set, `place[option]` the set
    of an option. `levels` are, for each distance from the root, the (histories above, below, option taken or -1 for
    chance, likelihood if chance decides, seat that decides) of all steps down.
    """

    def __init__(self, table: GameTable, np: Any) -> None:
        sizes = [place.options for place in table.sets]
        self.start = np.concatenate(([0], np.cumsum(sizes)))[:-1].astype(int)
        self.place = np.repeat(np.arange(len(sizes)), sizes)
        self.actions = len(self.place)
        self.histories = len(table.seat)
        self.payoff = np.array([pay[0] if pay else 0.0 for pay in table.payoffs])
        depth = [0] * self.histories
        edges: list[list[tuple[int, int, int, float, int]]] = []
        for h, children in enumerate(table.children):
            for position, child in enumerate(children):
                depth[child] = depth[h] + 1
                if depth[h] == len(edges):
                    edges.append([])
                seat = table.seat[h]
                action = -1 if seat == AT_CHANCE else int(self.start[table.place[h]]) + position
                likely = 1 / len(children) if seat == AT_CHANCE else 1.0
                edges[depth[h]].append((h, child, action, likely, seat))
        self.levels = [tuple(np.array(column) for column in zip(*level, strict=True)) for level in edges]

    def likely(self, np: Any, played: Any, seats: tuple[int, ...]) -> Any:
        """The reach probability of each history, from the choices of these seats only (AT_CHANCE: chance)."""
        found = np.ones(self.histories)
        for parent, child, action, chance, seat in self.levels:
            found[child] = found[parent] * np.where(np.isin(seat, seats), factor(np, played, action, chance), 1.0)
        return found

    def values(self, np: Any, played: Any) -> Any:
        """The expected payoff of player 1 at each history."""
        found = self.payoff.copy()
        for parent, child, action, chance, _ in reversed(self.levels):
            found += np.bincount(parent, factor(np, played, action, chance) * found[child], self.histories)
        return found


def factor(np: Any, played: Any, action: Any, chance: Any) -> Any:
    """The probability of each of these options or results of chance."""
    return np.where(action < 0, chance, played[action])


def cfr(table: GameTable, iterations: int, told: Callable[[int], None] | None = None) -> Strategy:
    """Return the average strategy after so many iterations; `told` is called after each with its number.

    Raises UsageError for a game that is not two-player zero-sum, or without numpy.
    """
    require_zero_sum(table.game, filter(None, table.payoffs))
    np = extra("numpy", "numpy")
    levels = Levels(table, np)
    regrets, average = np.zeros(levels.actions), np.zeros(levels.actions)
    for number in range(1, iterations + 1):
        for seat in (0, 1):
            played = matching(np, levels, regrets)
            worth = levels.values(np, played) * (1 if seat == 0 else -1)
            others = levels.likely(np, played, (1 - seat, AT_CHANCE))
            own = levels.likely(np, played, (seat,))
            for parent, child, action, _, who in levels.levels:
                mine = who == seat
                above, below, option = parent[mine], child[mine], action[mine]
                regrets += np.bincount(option, others[above] * (worth[below] - worth[above]), levels.actions)
                average += number * np.bincount(option, own[above] * played[option], levels.actions)
            regrets = np.maximum(regrets, 0.0)
        if told is not None:
            told(number)
    starts = levels.start.tolist()
    return [shares(average[at : at + place.options].tolist()) for at, place in zip(starts, table.sets, strict=True)]


def matching(np: Any, levels: Levels, regrets: Any) -> Any:
    """Regret matching: options in proportion to their positive regrets; uniform if there are none."""
    totals = np.bincount(levels.place, regrets)[levels.place]
    sizes = np.bincount(levels.place)[levels.place]
    return np.where(totals > 0, regrets / np.where(totals > 0, totals, 1.0), 1.0 / sizes)
