"""Passes over a flow from the start of a game: storing what nobody reads."""

from __future__ import annotations

from typing import Any

from ...program import ir
from ..passes import trees
from .control_flow import Flow
from .specialize import reads


def stored(stmt: ir.Stmt) -> int | None:
    """The number (n) or list (-1 - n) that a statement stores as a whole, None if it is another statement."""
    if stmt[0] == "set" and isinstance(stmt[2], int):
        return int(stmt[1] + stmt[2])
    return -1 - int(stmt[1]) if stmt[0] == "store" else None


def dead(flow: Flow, program: ir.Program) -> None:
    """Leaves out storing what is not read before it is stored anew or the game ends; what is only read to store it
    again, as a count that nobody asks for, is not read.
    """

    def step(stmt: ir.Stmt) -> tuple[ir.Stmt, int | None, set[int]]:
        key = stored(stmt)
        # what may fail is done in any case
        return stmt, key if key is not None and trees.is_safe(stmt[-1], program) else None, reads([stmt], program)

    def backward(steps: list[Any], live: set[int]) -> tuple[list[ir.Stmt], set[int]]:
        """The statements that are needed if these are live after them, and what is live before them."""
        out = []
        for stmt, key, read in reversed(steps):
            if key is None or key in live:
                out.append(stmt)
                always = stored(stmt)
                live = (live - {always} if always is not None else live) | read
        return out[::-1], live

    bodies = {number: [*map(step, body)] for number, body in flow.bodies.items()}
    ways = {number: [way for c in stop.choices for way in c.ways] for number, stop in flow.stops.items()}
    applied = {number: [[*map(step, way.apply)] for way in found] for number, found in ways.items()}
    asked: dict[int, set[int]] = {}
    for number, stop in flow.stops.items():
        asked[number] = reads([[stop.stage, c.seat, c.options] for c in stop.choices], program) | {-1 - stop.pending}
    live: dict[int, set[int]] = {number: set() for number in bodies}

    def after(number: int) -> set[int]:
        if number not in ways:
            return {key for target in flow.targets(number) for key in live[target]}
        found = asked[number]
        for way, steps in zip(ways[number], applied[number], strict=True):
            found = found | backward(steps, live[way.target])[1]
        return found

    changed = True
    while changed:
        changed = False
        for number in reversed(flow.bodies):
            before = backward(bodies[number], after(number))[1]
            changed = changed or before != live[number]
            live[number] = before
    for number, steps in bodies.items():
        flow.bodies[number] = backward(steps, after(number))[0]
        for way, taken in zip(ways.get(number, []), applied.get(number, []), strict=True):
            way.apply = backward(taken, live[way.target])[0]
