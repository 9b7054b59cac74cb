"""What may still be read of numbers and lists: for specializing a flow, and to leave out storing what nobody reads.

A number has its own number as a key, list n has -1 - n.
"""

from __future__ import annotations

from typing import Any

from ...program import ir, trees
from .control_flow import Flow, extent

Step = tuple[ir.Stmt, int | None, bool, set[int]]  # a statement, what it stores, if that is all it does, what it reads


def reads(these: list[Any], program: ir.Program) -> set[int]:
    """The numbers and lists that expressions and statements read or change by part."""
    found: set[int] = set()
    called: set[str] = set()
    waiting = list(trees.walk(list(these)))
    while waiting:
        e = waiting.pop()
        if e[0] == "var":
            index = e[2] if len(e) > 2 else 0
            found |= {e[1] + index} if isinstance(index, int) else set(range(*extent(program, e[1])))
        elif e[0] in ("cards", "size", "append", "remove"):
            found |= {-1 - n for n in counted(program, e[1])}
        elif e[0] == "set" and not isinstance(e[2], int):
            found |= set(range(*extent(program, e[1])))
        elif e[0] == "call" and e[1] not in called:
            called.add(e[1])
            waiting += trees.walk([program.functions[e[1]].body])
    return found


def counted(program: ir.Program, z: Any) -> set[int]:
    """The lists that a list's number, an expression, may mean."""
    if isinstance(z, int):
        return {z}
    if not isinstance(z, list) or z[0] != "add" or not isinstance(z[2], int):
        return set(range(len(program.lists)))
    family = {
        n for n, slot in enumerate(program.lists) if slot.declared and slot.declared == program.lists[z[2]].declared
    }
    return family | set(range(z[2], z[2] + program.players))


def steps(body: list[ir.Stmt], program: ir.Program) -> list[Step]:
    """The statements, each with what it does to what is kept."""
    found: list[Step] = []
    for stmt in body:
        key = None
        if stmt[0] == "set" and isinstance(stmt[2], int):
            key = int(stmt[1] + stmt[2])
        elif stmt[0] == "store":
            key = -1 - int(stmt[1])
        # what may fail is done in any case
        found.append((stmt, key, key is not None and trees.is_safe(stmt[-1], program), reads([stmt], program)))
    return found


def backward(body: list[Step], live: set[int]) -> tuple[list[ir.Stmt], set[int]]:
    """The statements that are needed if these are live after them, and what is live before them."""
    out = []
    for stmt, key, only, read in reversed(body):
        if not only or key in live:
            out.append(stmt)
            live = (live - {key} if key is not None else live) | read
    return out[::-1], live


class Liveness:
    """`live`: for each place what may be read before it is stored anew or the game is over.

    What is only read to store it again, as a count that nobody asks for, is not read.
    """

    def __init__(self, flow: Flow, program: ir.Program) -> None:
        self.flow = flow
        self.bodies = {number: steps(body, program) for number, body in flow.bodies.items()}
        self.ways = {number: [way for c in stop.choices for way in c.ways] for number, stop in flow.stops.items()}
        self.applied = {number: [steps(way.apply, program) for way in ways] for number, ways in self.ways.items()}
        self.asked = {
            number: reads([[stop.stage, c.seat, c.options] for c in stop.choices], program) | {-1 - stop.pending}
            for number, stop in flow.stops.items()
        }
        self.live: dict[int, set[int]] = {number: set() for number in flow.bodies}
        changed = True
        while changed:
            changed = False
            for number in reversed(flow.bodies):
                before = backward(self.bodies[number], self.after(number))[1]
                changed = changed or before != self.live[number]
                self.live[number] = before

    def after(self, number: int) -> set[int]:
        """What is live at the end of a place."""
        if number not in self.ways:
            return {key for target in self.flow.targets(number) for key in self.live[target]}
        taken = zip(self.ways[number], self.applied[number], strict=True)
        return self.asked[number].union(*(backward(apply, self.live[way.target])[1] for way, apply in taken))
