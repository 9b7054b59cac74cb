"""The table of a game's tree: walked natively where that is possible, else node by node."""

from __future__ import annotations

from collections.abc import Callable

from ..game.game import Game
from .game_table import AT_CHANCE, AT_END, GameTable, InformationSet, require_zero_sum
from .native_table import walk_natively
from .tree import CHANCE, MOST_NODES, TERMINAL, Node, begin, walk


def tabulate(
    game: Game, limit: int = MOST_NODES, told: Callable[[int], None] | None = None, zero_sum: bool = False
) -> GameTable:
    """The table of a game's tree; `told` as in tree.count.

    Raises UsageError when there are more than `limit` histories; with `zero_sum` also where two players do not win and
    lose the same.
    """
    if zero_sum:
        first = begin(game, log=False)
        while first.results:
            first = first.child(0)
        require_zero_sum(game, [first.payoffs])
    table = walk_natively(game, limit, told)
    if table is None:
        return tabulate_nodes(game, limit, told, zero_sum)
    if zero_sum:
        require_zero_sum(game, filter(None, table.payoffs))
    return table


def tabulate_nodes(game: Game, limit: int, told: Callable[[int], None] | None, zero_sum: bool) -> GameTable:
    """The table of a game's tree, node by node."""
    table = GameTable(game)
    numbers: dict[tuple[int, bytes], int] = {}
    path: list[tuple[Node, int]] = []  # the nodes from the root to the last one, with their numbers
    for node in walk(begin(game), limit, told):
        while path and path[-1][0] is not node.before:
            path.pop()
        if zero_sum and node.kind == TERMINAL:
            require_zero_sum(game, [node.payoffs])
        h = len(table.seat)
        table.before.append(path[-1][1] if path else -1)
        if path:
            table.children[path[-1][1]].append(h)
        path.append((node, h))
        table.seat.append(AT_CHANCE if node.kind == CHANCE else AT_END if node.kind == TERMINAL else node.seat)
        table.children.append([])
        table.payoffs.append(node.payoffs if node.kind == TERMINAL else ())
        place = -1
        if node.seat >= 0 and node.kind != CHANCE:
            key = node.seat, node.memory(node.seat).hash.digest()
            place = numbers.setdefault(key, len(table.sets))
            if place == len(table.sets):
                table.sets.append(InformationSet(table, node.seat, node.results))
            table.sets[place].nodes.append(h)
        table.place.append(place)
    return table
