"""Passes over a flow from the start of a game: storing what nobody reads, or what is stored already."""

from __future__ import annotations

from typing import Any

from ...program import ir
from ..passes import passes
from .control_flow import Flow, Known, extent
from .specialize import reads


def stored(stmt: ir.Stmt) -> int | None:
    """The number (n) or list (-1 - n) that a statement stores as a whole, None if it is another statement."""
    if stmt[0] == "set" and isinstance(stmt[2], int):
        return int(stmt[1] + stmt[2])
    return -1 - int(stmt[1]) if stmt[0] == "store" else None


def initial(program: ir.Program, key: int) -> Any:
    """What a number or list is at first."""
    return 0 if key >= 0 else program.lists[-1 - key].start


def constant(stmt: ir.Stmt) -> Any:
    """The constant that such a statement stores, None if it is none."""
    value = stmt[3] if stmt[0] == "set" else stmt[2]
    return value if isinstance(value, int) else passes.constants(value) if passes.is_constant(value) else None


def idle(flow: Flow, program: ir.Program) -> None:
    """Leaves out storing numbers and lists that never hold anything but what they begin with."""
    changed: set[int] = set()
    for e in flow.trees():
        key = stored(e) if e[0] in ("set", "store") else None
        if key is not None:
            changed |= {key} if constant(e) != initial(program, key) else set()
        elif e[0] == "set":
            changed |= set(range(*extent(program, e[1])))
        elif e[0] in ("append", "remove"):
            changed |= {-1 - e[1]} if isinstance(e[1], int) else {-1 - n for n in range(len(program.lists))}

    flow.rewrite(lambda body: [stmt for stmt in body if stored(stmt) is None or stored(stmt) in changed])


def dead(flow: Flow, program: ir.Program) -> None:
    """Leaves out storing what is not read before it is stored anew or the game ends; what is only read to store it
    again, as a count that nobody asks for, is not read.
    """

    def step(stmt: ir.Stmt) -> tuple[ir.Stmt, int | None, set[int]]:
        key = stored(stmt)
        # what may fail is done in any case
        return stmt, key if key is not None and passes.is_safe(stmt[-1], program) else None, reads([stmt], program)

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


def beginning(flow: Flow) -> Known:
    """What the first place stores before anything else, taken out of it."""
    found: Known = {}
    body = flow.bodies[0]
    if any(0 in flow.targets(number) for number in flow.bodies):
        return found
    while body:
        key = stored(body[0])
        if body[0][0] != "emit":
            if key is None or constant(body[0]) is None:
                break
            found[key] = constant(body[0])
            body = body[1:]
        else:
            body = body[1:]
    flow.bodies[0] = body
    return found
