"""The tree of a game as plain lists, and values of strategies: expected payoffs, best responses.

A strategy gives each information set a list of probabilities, one for each option; it covers all seats.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from ..base.errors import UsageError
from ..game.game import Game
from .tree import CHANCE, TERMINAL, Node, begin

Strategy = list[list[float]]
AT_CHANCE, AT_END = -1, -2


@dataclass(slots=True)
class InformationSet:
    """An information set: who decides, its number of options, the histories in it."""

    table: GameTable = field(repr=False)
    seat: int
    options: int
    nodes: list[int] = field(default_factory=list)

    @property
    def history(self) -> list[int]:
        """One history in it, as the positions that lead there."""
        return self.table.history(self.nodes[0])

    @property
    def text(self) -> str:
        """Its text (see Node.information), from playing one of its histories."""
        return self.table.node(self.nodes[0]).information()


@dataclass(slots=True)
class GameTable:
    """A game tree as lists. Histories are numbered from the root 0, each before its children.

    `before[h]` is its parent (-1: none), `seat[h]` decides at h (AT_CHANCE: each child is equally likely, AT_END),
    `place[h]` is the number of its information set (-1: none), `payoffs[h]` what the seats get at an end. `keys` are
    those of native information sets (native_table.py).
    """

    game: Game
    before: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    payoffs: list[Sequence[float]] = field(default_factory=list)
    sets: list[InformationSet] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    root: Node | None = None

    def history(self, h: int) -> list[int]:
        """The positions that lead to a history from the root."""
        found: list[int] = []
        while (above := self.before[h]) >= 0:
            found.append(self.children[above].index(h))
            h = above
        return found[::-1]

    def node(self, h: int) -> Node:
        """A history as a node of the tree."""
        self.root = self.root or begin(self.game)
        node = self.root
        for position in self.history(h):
            node = node.child(position)
        return node

    def reach(self, strategy: Strategy, without: Container[int] = ()) -> list[float]:
        """The reach probability of each history; `without` some seats: as if they played every option surely."""
        found = [0.0] * len(self.seat)
        found[0] = 1.0
        for h, children in enumerate(self.children):
            seat, mine = self.seat[h], found[h]
            for position, child in enumerate(children):
                if seat == AT_CHANCE:
                    found[child] = mine / len(children)
                else:
                    found[child] = mine if seat in without else mine * strategy[self.place[h]][position]
        return found

    def values(self, strategy: Strategy) -> list[float]:
        """The expected payoff of each seat if all play the strategy."""
        reach = self.reach(strategy)
        ends = [h for h, seat in enumerate(self.seat) if seat == AT_END]
        return [sum(reach[h] * self.payoffs[h][seat] for h in ends) for seat in range(self.game.players)]

    def uniform(self) -> Strategy:
        """The strategy that plays every option with equal probability."""
        return [[1 / place.options] * place.options for place in self.sets]


def require_zero_sum(game: Game, payoffs: Iterable[Sequence[float]]) -> None:
    """Raise UsageError unless these are payoffs of two players that add up to 0."""
    if not all(len(pay) == 2 and abs(sum(pay)) < 1e-9 for pay in payoffs):
        raise UsageError(
            f"{game.name} for {game.players} players cannot be solved: there must be two players, and "
            "what one wins the other must lose"
        )


def best_response(table: GameTable, strategy: Strategy, seat: int) -> tuple[float, dict[int, int]]:
    """A seat's best payoff while the others keep to a strategy, and its best options {information set: position}.

    Information sets that the others never let come about have the first option.
    """
    reach = table.reach(strategy, without=(seat,))
    worth: list[float | None] = [None] * len(table.seat)
    best: dict[int, int] = {}

    def choose(place: int) -> int:
        if place not in best:
            nodes = [h for h in table.sets[place].nodes if reach[h] > 0]
            totals = [
                sum(reach[h] * value(table.children[h][position]) for h in nodes)
                for position in range(table.sets[place].options)
            ]
            best[place] = totals.index(max(totals))
        return best[place]

    def value(h: int) -> float:
        found = worth[h]
        if found is None:
            children, who = table.children[h], table.seat[h]
            if who == AT_END:
                found = table.payoffs[h][seat]
            elif who == AT_CHANCE:
                found = sum(map(value, children)) / len(children)
            elif who == seat:
                found = value(children[choose(table.place[h])])
            else:
                played = strategy[table.place[h]]
                found = sum(p * value(child) for p, child in zip(played, children, strict=True) if p > 0)
            worth[h] = found
        return found

    return value(0), best


def nash_conv(table: GameTable, strategy: Strategy) -> float:
    """The sum of what each seat could gain by a best response of its own; 0 in an equilibrium."""
    values = table.values(strategy)
    return sum(best_response(table, strategy, seat)[0] - values[seat] for seat in range(table.game.players))


def backward_induction(node: Node, known: dict[str, list[float]] | None = None) -> list[float]:
    """The payoffs if all choose what is best for them, for a game in which nothing is hidden.

    Like positions are worked out once. With hidden cards or simultaneous choices the result means nothing.
    """
    known = {} if known is None else known
    key = f"{node.kind} {node.state.v} {node.state.z} {node.results} {node.under_way}"
    if key not in known:
        if node.kind == TERMINAL:
            known[key] = node.payoffs
        else:
            found = [backward_induction(child, known) for child in node.children()]
            if node.kind == CHANCE:
                known[key] = [sum(column) / len(found) for column in zip(*found, strict=True)]
            else:
                known[key] = max(found, key=lambda values: values[node.seat])
    return known[key]
