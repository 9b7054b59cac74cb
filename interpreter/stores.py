"""Passes over a flow from the start of a game: storing what nobody reads, or what is stored already."""

from __future__ import annotations

from typing import Any

from . import ir, passes
from .flow import Flow, Known, extent
from .specialize import needed, reads


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

    def kept(body: list[ir.Stmt]) -> list[ir.Stmt]:
        return [stmt for stmt in body if stored(stmt) is None or stored(stmt) in changed]

    for number, body in flow.bodies.items():
        flow.bodies[number] = kept(body)
    for stop in flow.stops.values():
        for choice in stop.choices:
            for way in choice.ways:
                way.apply = kept(way.apply)


def dead(flow: Flow, program: ir.Program) -> None:
    """Leaves out storing what is not read before it is stored anew or the game ends."""
    live = needed(flow, program)

    def kept(body: list[ir.Stmt], after: set[int]) -> list[ir.Stmt]:
        out: list[ir.Stmt] = []
        for stmt in reversed(body):
            key = stored(stmt)
            if key is not None and key not in after and passes.is_safe(stmt[-1], program):
                continue
            out.append(stmt)
            after = (after - {key} if key is not None else after) | reads([stmt], program)
        return out[::-1]

    for number, body in flow.bodies.items():
        if number in flow.stops:
            stop = flow.stops[number]
            ways = [way for choice in stop.choices for way in choice.ways]
            for way in ways:
                way.apply = kept(way.apply, live[way.target])
            after = {key for way in ways for key in live[way.target] | reads([way.apply], program)}
            for choice in stop.choices:
                after |= reads([stop.stage, choice.seat, choice.options], program)
            after |= {-1 - stop.pending}
        else:
            after = {key for target in flow.targets(number) for key in live[target]}
        flow.bodies[number] = kept(body, after)


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
