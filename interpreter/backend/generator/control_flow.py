"""The flow of a program as a graph of numbered places, for what is written as one generator: see asking.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...program import ir, trees
from ..passes import block_passes, folding

Known = dict[int, Any]


@dataclass(slots=True)
class Way:
    """How an option of one family is taken, and the place where the game goes on."""

    entry: ir.Entry
    apply: list[ir.Stmt]
    target: int


@dataclass(slots=True)
class Choice:
    """What one seat decides."""

    site: ir.Site
    seat: Any
    options: list[ir.Stmt]
    ways: list[Way]


@dataclass(slots=True)
class Stop:
    """A decision, begun in a block. Of several choices `stage` tells which; the first seat of the list `pending` makes
    it, or -1 where `choices` name the seat.
    """

    block: int
    choices: list[Choice]
    pending: int = -1
    stage: Any = 0


@dataclass(slots=True)
class Flow:
    """Places by number, the first is 0: the statements of each, ending with goto, branch, over or stop.

    blocks: the block that each place belongs to; known: where the game stops or is over, what numbers (n: an int) and
    lists (-1 - n: a tuple) hold that were not stored.
    """

    bodies: dict[int, list[ir.Stmt]]
    stops: dict[int, Stop]
    blocks: dict[int, int]
    known: dict[int, Known] = field(default_factory=dict)

    def targets(self, number: int) -> list[int]:
        """The places that a place may go on to, options taken."""
        if number in self.stops:
            return [way.target for choice in self.stops[number].choices for way in choice.ways]
        return ir.targets(self.bodies[number])

    def size(self, number: int) -> int:
        """How many parts stand at a place."""
        choices = self.stops[number].choices if number in self.stops else []
        taken = [[choice.options, [way.apply for way in choice.ways]] for choice in choices]
        return trees.size(self.bodies[number]) + trees.size(taken)

    def trees(self) -> Iterator[list[Any]]:
        """Every statement and expression."""
        stops = [
            [stop.stage, choice.seat, choice.options, [way.apply for way in choice.ways]]
            for stop in self.stops.values()
            for choice in stop.choices
        ]
        return trees.walk([*self.bodies.values(), *stops])


def flow_of(program: ir.Program, improve: Callable[[Any], Any]) -> Flow:
    """The flow of a program: its places are the blocks that are left when blocks with a single way in are joined."""
    blocks, leads, _ = block_passes.thread(program)
    bodies = {number: improved(block_passes.silent(body, program), improve) for number, body in blocks.items()}
    stops = {}
    for number, body in bodies.items():
        op, which = body[-1][0], body[-1][-1]
        if op not in ("ask", "together"):
            continue
        sites = [which] if op == "ask" else program.groups[which].sites
        choices = []
        for site in map(program.sites.__getitem__, sites):
            ways = [Way(entry, entry.apply, leads.get(entry.target, entry.target)) for entry in site.entries]
            seat = site.seat if op == "ask" else "seat"
            choices.append(Choice(site, seat, [improve(stmt) for stmt in site.options], ways))
        stops[number] = Stop(number, choices)
        if op == "together":
            group = program.groups[which]
            stops[number].pending, stops[number].stage = group.pending, ["var", group.stage, "seat"]
        bodies[number] = [["stop"]]
    return Flow(bodies, stops, {number: number for number in bodies})


def ending(flow: Flow, body: list[ir.Stmt]) -> None:
    """Lets the game, if it can end, do so at one more place, after these statements."""
    last = max(flow.bodies) + 1
    over = [number for number, stmts in flow.bodies.items() if stmts[-1] == ["over"]]
    if not over:
        return
    for number in over:
        flow.bodies[number] = [*flow.bodies[number][:-1], ["goto", last]]
    flow.bodies[last], flow.blocks[last] = [*body, ["over"]], over[0]


def improved(body: list[ir.Stmt], improve: Callable[[Any], Any]) -> list[ir.Stmt]:
    """The statements after all passes; a branch that can be decided is none."""
    body = folding.propagate([improve(stmt) for stmt in body])
    if body[-1][0] == "branch" and isinstance(body[-1][1], int):
        body[-1] = ["goto", body[-1][2] if body[-1][1] else body[-1][3]]
    return body


def shape(flow: Flow, roots: list[int]) -> tuple[dict[int, int], dict[int, int]]:
    """How often each place is gone to; and for a place the one where the ways out of it meet again.

    A place where ways from several roots meet, or a second one below the same place, becomes one of the roots.
    """
    comes: dict[int, list[int]] = {number: [] for number in roots}
    waiting = list(roots)
    while waiting:
        number = waiting.pop()
        for target in flow.targets(number):
            if target not in comes:
                comes[target] = []
                waiting.append(target)
            comes[target].append(number)
    above = {number: found[0] for number, found in comes.items() if len(found) == 1 and number not in roots}
    joins: dict[int, int] = {}
    left = [n for n, found in comes.items() if len(found) > 1 and n not in roots and flow.bodies[n] != [["over"]]]
    while left:
        met = len(joins)
        for number in left:
            first, *others = (list(upward(above, come)) for come in comes[number])
            meeting = next((place for place in first if all(place in other for other in others)), -1)
            if meeting >= 0 and meeting not in joins:
                joins[meeting], above[number] = number, meeting
        if len(joins) == met:
            roots.append(left[0])
        left = [number for number in left if number not in above and number not in roots]
    return {number: len(found) for number, found in comes.items()}, joins


def upward(above: dict[int, int], number: int) -> Iterator[int]:
    """A place and those through which every way leads to it, as far as they are known, the nearest first."""
    yield number
    while number in above:
        number = above[number]
        yield number


def extent(program: ir.Program, base: int) -> tuple[int, int]:
    """The first number of the family that is read by an index from `base`, and the one after its last."""
    ints, players = program.ints, program.players
    for group in program.groups:
        if group.stage <= base < group.stage + players:
            return group.stage, group.stage + players
    if not ints[base].declared:  # a number for each seat
        return base, base + players
    first = last = base
    while first and ints[first - 1].declared == ints[base].declared:
        first -= 1
    while last < len(ints) and ints[last].declared == ints[base].declared:
        last += 1
    return first, last
