"""The table of a game's tree from a native walk, compared with the tree node by node at a sample of its histories."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from json import dumps

from ..backend.native import available
from ..base.errors import UsageError
from ..game.game import Game
from ..program.options import Option
from ..seats.offers import card_reference
from .game_table import AT_CHANCE, AT_END, GameTable, InformationSet
from .tree import TOO_MANY, Node, begin

COMPARED = 200  # information sets
OF_EACH = 20  # of a group that is too large to be compared as a whole


def walk_natively(game: Game, limit: int, told: Callable[[int], None] | None = None) -> GameTable | None:
    """Return the table of a game's tree; None where it cannot be walked natively, or would not be exact.

    Raises UsageError when there are more than `limit` histories.
    """
    if not available():
        return None
    from ..backend.native.tree_walk import TooLarge, walk_tree

    try:
        found = walk_tree(game.program, limit, told)
    except TooLarge:
        raise UsageError(TOO_MANY.format(limit)) from None
    if found is None:
        return None
    players = game.players
    table = GameTable(game, before=found.before.tolist(), keys=found.keys)
    table.sets = [InformationSet(table, *one) for one in zip(found.seats, found.options, strict=True)]
    table.children = [[] for _ in table.before]
    for h, (above, what) in enumerate(zip(table.before, found.what, strict=True)):
        if above >= 0:
            table.children[above].append(h)
        at = -2 - what
        table.payoffs.append(found.payoffs[at * players : (at + 1) * players].tolist() if at >= 0 else ())
        table.seat.append(AT_END if at >= 0 else AT_CHANCE if what == -1 else found.seats[what])
        table.place.append(max(what, -1))
        if what >= 0:
            table.sets[what].nodes.append(h)
    return table if is_exact(table, found.earlier) else None


def is_exact(table: GameTable, earlier: list[int]) -> bool:
    """Whether information sets are those of the tree node by node, as far as a sample shows.

    Two histories of a set must be the same to its seat, and no two sets may be. earlier: the last choice of its own
    before each set.
    """
    nodes: dict[int, Node] = {}
    left = COMPARED
    for group in alike_sets(table, earlier):
        compared = group[:: max(1, len(group) // OF_EACH)] if len(group) > left else group
        texts = set()
        for place in compared:
            inside = table.sets[place].nodes
            both = {seen_at(node_of(table, h, nodes)) for h in (inside[0], inside[-1])}
            if len(both) > 1 or None in both:
                return False
            texts |= both
        left -= len(compared)
        if len(texts) < len(compared):
            return False
        if left < 0:
            break
    return True


def seen_at(node: Node) -> tuple[str, ...] | None:
    """What the seat that decides sees of a history, and its options in order; None if it cannot tell these apart."""
    options = [shown_option(node, option) for option in node.options]
    return (node.information(), *options) if len({*options}) == len(options) else None


def shown_option(node: Node, option: Option) -> str:
    """An option as its seat can tell it from others: a card by its look."""
    if not option.kind.startswith("card ") or option.value is None:
        return str(option.number)
    card = card_reference(node.state, node.seat, option.value)
    return dumps([option.words, card["component"], card.get("front"), card.get("back")])


def alike_sets(table: GameTable, earlier: list[int]) -> list[list[int]]:
    """The information sets of each seat by what it chose before from how many options, smallest groups first.

    Sets in different groups are different, so only those in one need to be compared.
    """
    starts = list(accumulate((made.options for made in table.sets), initial=1))
    groups: dict[tuple[int, int, int, int], int] = {}
    found: list[list[int]] = []
    numbers: list[int] = []
    for place, made in enumerate(table.sets):
        last = bisect_right(starts, earlier[place]) - 1 if earlier[place] else -1
        shape = made.seat, numbers[last] if last >= 0 else -1, earlier[place] - starts[last], made.options
        number = groups.setdefault(shape if last >= 0 else (made.seat, -1, -1, made.options), len(found))
        if number == len(found):
            found.append([])
        found[number].append(place)
        numbers.append(number)
    return sorted(found, key=len)


def node_of(table: GameTable, h: int, nodes: dict[int, Node]) -> Node:
    """A history as a node of the tree; those on the way are kept."""
    if h not in nodes:
        above = table.before[h]
        nodes[h] = (
            node_of(table, above, nodes).child(table.children[above].index(h)) if above >= 0 else begin(table.game)
        )
    return nodes[h]
