"""Cycles in the control flow of a program: blocks that can be reached again without a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import ir


def in_circles(bodies: Mapping[int, list[ir.Stmt]]) -> set[int]:
    """Return the blocks that the game can reach again without a decision. `bodies`: the statements of each block.

    They are the strongly connected components of Tarjan, Depth-first search and linear graph algorithms (1972).
    """
    ways = {number: ir.targets(body) for number, body in bodies.items()}
    found: set[int] = set()
    order: dict[int, int] = {}  # when a block was reached
    back: dict[int, int] = {}  # the earliest open one to which it leads
    open_: list[int] = []
    path: list[tuple[int, Iterator[int]]] = []

    def enter(block: int) -> None:
        order[block] = back[block] = len(order)
        open_.append(block)
        path.append((block, iter(ways[block])))

    for first in ways:
        if first not in order:
            enter(first)
        while path:
            block, further = path[-1]
            target = next(further, None)
            if target is None:
                path.pop()
                if path:
                    back[path[-1][0]] = min(back[path[-1][0]], back[block])
                if back[block] == order[block]:
                    part = [open_.pop()]
                    while part[-1] != block:
                        part.append(open_.pop())
                    back.update(dict.fromkeys(part, len(ways)))
                    if len(part) > 1 or block in ways[block]:
                        found.update(part)
            elif target not in order:
                enter(target)
            else:
                back[block] = min(back[block], back[target])
    return found
