"""The tree of a game as plain lists, and values of strategies: expected payoffs, best responses.

A strategy gives each information set a list of probabilities, one for each option; it covers all seats.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from ..base.errors import UsageError
from ..game.game import Game
from .tree import CHANCE, MOST_NODES, TERMINAL, Node, begin, walk

Strategy = list[list[float]]
AT_CHANCE, AT_END = -1, -2


@dataclass(slots=True)
class InformationSet:
    """An information set: who decides, its text (see Node.information), one history in it, its number of options."""

    seat: int
    text: str
    history: list[int]
    options: int
    nodes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class GameTable:
    """A game tree as lists. Histories are numbered from the root 0, each before its children.

    `seat[h]` decides at h (AT_CHANCE: each child is equally likely, AT_END), `place[h]` is the number of its
    information set (-1: none), `payoffs[h]` what the seats get at an end.
    """

    game: Game
    seat: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    payoffs: list[Sequence[float]] = field(default_factory=list)
    sets: list[InformationSet] = field(default_factory=list)

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


def tabulate(
    game: Game, limit: int = MOST_NODES, told: Callable[[int], None] | None = None, zero_sum: bool = False
) -> GameTable:
    """The table of a game's tree; `told` as in tree.count.

    Raises UsageError when there are more than `limit` histories; with `zero_sum` also at the first end at which two
    players do not win and lose the same.
    """
    table = GameTable(game)
    numbers: dict[tuple[int, bytes], int] = {}
    path: list[tuple[Node, int]] = []  # the nodes from the root to the last one, with their numbers
    for node in walk(begin(game), limit, told):
        while path and path[-1][0] is not node.before:
            path.pop()
        if zero_sum and node.kind == TERMINAL:
            require_zero_sum(game, [node.payoffs])
        h = len(table.seat)
        if path:
            table.children[path[-1][1]].append(h)
        path.append((node, h))
        table.seat.append(AT_CHANCE if node.kind == CHANCE else AT_END if node.kind == TERMINAL else node.seat)
        table.children.append([])
        table.payoffs.append(node.payoffs if node.kind == TERMINAL else ())
        place = -1
        if node.seat >= 0 and node.kind != CHANCE:
            memory = node.memory(node.seat)
            key = node.seat, memory.hash.digest()
            place = numbers.setdefault(key, len(table.sets))
            if place == len(table.sets):
                table.sets.append(InformationSet(node.seat, memory.text(), node.history(), node.results))
            table.sets[place].nodes.append(h)
        table.place.append(place)
    return table


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
