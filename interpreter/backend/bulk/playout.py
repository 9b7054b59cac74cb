"""A program as one Python function: what simulations and rollouts run.

The state's numbers and zones become local names, steps follow each other without calls, and both random streams are
drawn from in place. Places that are reached from one other stand there; the others are told apart by the number `at` in
one loop. Resumed goes on from any decision; whole.py has the functions for games from their start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...base.errors import ENDLESS
from ...base.streams import index_source, step_source
from ...program import ir
from ..blocks import constants, text_of
from ..passes import improve
from ..statements import EXPRESSIONS, STATEMENTS, options, taken
from ..writer import INDENT, Line, Statement, Writer
from .control_flow import Choice, Flow, flow_of
from .local_names import LocalNames

DEEPEST = 40  # Python allows 100 levels of indentation
Play = Callable[..., tuple[int, int]]


@dataclass(slots=True)
class Playout:
    """play(S, bots, most, at, choices) -> bots' stream, decisions left; starts[block] is the `at` to begin with, -1 for
    a new game. S.random is read; S.v and S.z are made anew, from S.v and S.z if the game is not new.

    `choices` gets the number of options * players + seat of each decision, if the function was made to count.
    """

    source: str
    play: Play
    starts: dict[int, int]


class Joined(Exception):
    """A block is reached from several places: it needs a number of its own."""

    def __init__(self, block: int) -> None:
        self.block = block


class FlowWriter:
    """Writes a flow as one function; `counted`: whether it keeps how many options each decision had.

    `statements`: how those are written that no program has.
    """

    def __init__(self, program: ir.Program, counted: bool, statements: dict[str, Statement]) -> None:
        self.program, self.counted = program, counted
        improved = improve.improve(program)
        self.flow = self.flowing(flow_of(program, improved))
        bodies = {name: improved(function.body) for name, function in program.functions.items()}
        self.names = LocalNames(program, self.flow, bodies)
        own = STATEMENTS | self.names.statements | statements
        self.w = Writer(program, False, self.names, EXPRESSIONS | {"call": self.names.call}, own)
        self.roots = [0]
        self.numbered: dict[int, int] = {}

    def flowing(self, flow: Flow) -> Flow:
        """The flow that is written."""
        return flow

    # -- the game

    def module(self, whole: Callable[[], None]) -> None:
        """The whole source; blocks that turn out to be reached from several places get a number and all starts anew."""
        while True:
            self.w.lines, self.w.names = [], 0
            try:
                whole()
            except Joined as joined:
                self.roots.append(joined.block)
                continue
            break
        heading = (0, repr(f"{self.program.game} for {self.program.players} players, played in bulk."), -1)
        self.w.lines = [heading, *self.names.before, *self.w.lines]

    def places(self) -> list[Line]:
        """The lines of all places, for a loop."""
        self.numbered = {place: n for n, place in enumerate(self.roots)}
        self.names.used = {}
        self.w.depth = 2
        self.dispatch(0, len(self.roots))
        lines, self.w.lines = self.w.lines, []
        return lines

    def dispatch(self, first: int, last: int) -> None:
        """Goes on at the root number `at`, which is one of first .. last - 1."""
        if last - first == 1:
            self.place(self.roots[first], -1)
            return
        middle = (first + last) // 2
        self.w.line(f"if at < {middle}:")
        with self.w.indented():
            self.dispatch(first, middle)
        self.w.line("else:")
        with self.w.indented():
            self.dispatch(middle, last)

    def place(self, number: int, after: int) -> None:
        """A block and what stands with it; where it goes on at block `after`, the text goes on."""
        if number in self.endless:
            self.w.line("passes += 1")
            self.w.line(f"if passes > {ir.MOST_PASSES}:")
            self.w.line(f"{INDENT}raise GameError({ENDLESS!r})")
        node = self.program.blocks[self.flow.blocks[number]].node
        if node >= 0:
            self.w.line(f"# {self.program.nodes[node].words}")
        body = self.flow.bodies[number]
        for stmt in body[:-1]:
            self.w.stmt(stmt)
        last = body[-1]
        op = last[0]
        if op == "over":
            self.over(number)
        elif op == "goto":
            self.go(last[1], after)
        else:
            inner = self.joins.get(number, after)
            if op == "branch":
                self.w.line(f"if {self.w.expr(last[1])}:")
                self.arm(last[2], inner)
                self.w.line("else:")
                self.arm(last[3], inner)
            else:
                stop = self.flow.stops[number]
                if stop.pending >= 0:
                    self.w.line(f"seat = {self.w.cards(stop.pending)}[0]")
                self.stop(number, inner)
            if inner != after:
                self.place(inner, after)

    def over(self, number: int) -> None:
        """Ends the game."""
        self.w.line(f"{self.names.number(self.w, ir.PC, 0)} = -1")
        self.w.line("break")

    def arm(self, target: int, after: int) -> None:
        start = len(self.w.lines)
        with self.w.indented():
            self.go(target, after)
            self.fill(start)

    def fill(self, start: int) -> None:
        """Where no statement has been written since that line, one that does nothing."""
        if all(text.startswith("#") for _, text, _ in self.w.lines[start:]):
            self.w.line("pass")

    def go(self, target: int, after: int) -> None:
        """Goes on at another block."""
        if target == after:
            return
        if self.w.depth > DEEPEST and target not in self.numbered:
            raise Joined(target)
        if target in self.numbered:
            self.w.line(f"at = {self.numbered[target]}")
            self.w.line("continue")
        elif self.ways[target] == 1 or self.flow.bodies[target] == [["over"]]:
            self.place(target, after)
        else:
            raise Joined(target)

    def stop(self, number: int, after: int) -> None:
        """A decision: every option is listed and one of them taken."""
        stop = self.flow.stops[number]
        for at, choice in enumerate(stop.choices):
            if len(stop.choices) > 1:
                last = at == len(stop.choices) - 1
                self.w.line("else:" if last else f"{'el' if at else ''}if {self.w.expr(stop.stage)} == {at}:")
            with self.w.indented(int(len(stop.choices) > 1)):
                self.decide(number, choice, after)

    def decide(self, number: int, choice: Choice, after: int) -> None:
        self.w.line(f"# {choice.site.words}")
        self.w.line(f"option = {self.chosen(number, choice)}")
        for at, way in enumerate(choice.ways):
            last = at == len(choice.ways) - 1
            if not last:
                self.w.line(f"{'el' if at else ''}if option < {way.entry.base + way.entry.count}:")
            elif at:
                self.w.line("else:")
            start = len(self.w.lines)
            with self.w.indented(int(at > 0 or not last)):
                taken(self.w, way.entry, way.apply)
                self.go(way.target, after)
                self.fill(start)

    def chosen(self, number: int, choice: Choice) -> str:
        """One of the options, by the bots' stream."""
        fixed = site_constants(choice.options)
        text = repr(tuple(fixed)) if fixed else options(self.w, choice.options)
        count = str(len(fixed)) if fixed else "len(options)"
        if text != "options" and (self.counted or not fixed):
            self.w.line(f"options = {text}")
            text = "options"
        self.w.line(step_source("bots"))
        if self.counted:
            self.w.line(f"choices.append(len(options) * {self.program.players} + {self.w.expr(choice.seat)})")
        if fixed and fixed == list(range(len(fixed))):
            return index_source("bots", count)
        return f"{text}[{index_source('bots', count)}]"

    # -- the shape of the flow

    def shape(self) -> None:
        """How often each block is gone to, and the blocks where the ways out of a block meet again.

        A block where ways from several roots meet, or a second one below the same block, becomes a root.
        """
        comes: dict[int, list[int]] = {number: [] for number in self.roots}
        waiting = list(self.roots)
        while waiting:
            number = waiting.pop()
            for target in self.flow.targets(number):
                if target not in comes:
                    comes[target] = []
                    waiting.append(target)
                comes[target].append(number)
        self.ways = {number: len(found) for number, found in comes.items()}
        more = True
        while more:
            above, order = self.dominators(comes)
            self.joins: dict[int, int] = {}
            more = False
            for number in order:
                if number not in self.roots and self.ways[number] > 1 and self.flow.bodies[number] != [["over"]]:
                    if above[number] < 0 or above[number] in self.joins:
                        self.roots.append(number)
                        more = True
                    else:
                        self.joins[above[number]] = number
        self.endless = self.loop_headers()

    def dominators(self, comes: dict[int, list[int]]) -> tuple[dict[int, int], list[int]]:
        """For each block the nearest one through which every way leads to it, and an order from the roots on.

        After Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm".
        """
        roots = set(self.roots)
        order: list[int] = []
        seen = set(roots)
        for root in self.roots:
            path = [(root, iter(self.flow.targets(root)))]
            while path:
                number, targets = path[-1]
                target = next((t for t in targets if t not in seen), -1)
                if target < 0:
                    order.append(number)
                    path.pop()
                else:
                    seen.add(target)
                    path.append((target, iter(self.flow.targets(target))))
        order.reverse()
        rank = {number: n for n, number in enumerate(order)}
        above = dict.fromkeys(self.roots, -1)
        changed = True
        while changed:
            changed = False
            for number in order:
                if number not in roots:
                    known = [c for c in comes[number] if c in above]
                    new = known[0]
                    for other in known[1:]:
                        new = self.common_dominator(new, other, above, rank)
                    if above.get(number) != new:
                        above[number], changed = new, True
        return above, order

    def loop_headers(self) -> set[int]:
        """The roots that the game may come back to without a decision."""
        found = set()
        for root in set(self.roots) - set(self.flow.stops):
            waiting, seen = self.flow.targets(root), set(self.flow.stops)
            while waiting:
                number = waiting.pop()
                if number == root:
                    found.add(root)
                    break
                if number not in seen:
                    seen.add(number)
                    waiting = [*waiting, *self.flow.targets(number)]
        return found

    def common_dominator(self, a: int, b: int, above: dict[int, int], rank: dict[int, int]) -> int:
        """The nearest block above both, -1 if there is none."""
        while a != b and a >= 0 and b >= 0:
            if rank[a] > rank[b]:
                a = above[a]
            else:
                b = above[b]
        return a if a == b else -1


def site_constants(stmts: list[ir.Stmt]) -> list[int]:
    """The options, if they are always the same."""
    return [stmt[1] for stmt in stmts] if all(s[0] == "option" and isinstance(s[1], int) for s in stmts) else []


class Resumed(FlowWriter):
    """Writes the function that goes on from any decision, or from the start."""

    def __init__(self, program: ir.Program, counted: bool) -> None:
        super().__init__(program, counted, {})
        self.roots = [0, *sorted(set(self.flow.stops) - {0})]

    def whole(self) -> None:
        self.shape()
        body = self.places()
        self.w.define("def play(S, bots, left, at, choices):")
        self.unpack()
        self.w.line("while True:")
        self.w.lines += body
        self.pack()

    def unpack(self) -> None:
        """The state's numbers and lists into local names."""
        self.w.line("game = S.random")
        if self.endless:
            self.w.line("passes = 0")
        runs, lists = list(self.names.runs()), self.program.lists
        self.w.line("if at < 0:")
        with self.w.indented():
            self.w.line("at = 0")
            self.w.line(f"{' = '.join(name for name, _, last in runs if last < 0)} = 0")
            for name, first, last in runs:
                if last >= 0:
                    self.w.line(f"{name} = {[0] * (last - first)}")
            self.w.line(f"z = [{', '.join(repr(slot.start) for slot in lists)}]")
        self.w.line("else:")
        with self.w.indented():
            self.w.line("v = S.v")
            self.w.line("z = S.z")
            for name, first, last in runs:
                self.w.line(f"{name} = v[{first}]" if last < 0 else f"{name} = v[{first}:{last}]")
        for number, name in self.names.lists.items():
            if name in self.names.used or number in self.names.stored:
                self.w.line(f"{name} = z[{number}]")

    def pack(self) -> None:
        """The local names back into the state."""
        names = [name if last < 0 else f"*{name}" for name, _, last in self.names.runs()]
        self.w.depth = 1
        self.w.line(f"S.v = [{', '.join(names)}]")
        for number in self.names.stored:
            self.w.line(f"z[{number}] = {self.names.lists[number]}")
        self.w.line("S.z = z")
        self.w.line("S.random = game")
        self.w.line("return bots, left")

    def stop(self, number: int, after: int) -> None:
        self.w.line("if not left:")
        self.w.line(f"{INDENT}{self.names.number(self.w, ir.PC, 0)} = {self.flow.stops[number].block}")
        self.w.line(f"{INDENT}break")
        self.w.line("left -= 1")
        if self.endless:
            self.w.line("passes = 0")
        super().stop(number, after)


def compile_playout(program: ir.Program, counted: bool) -> Playout:
    """The function that plays games of a program on from any decision."""
    writer = Resumed(program, counted)
    writer.module(writer.whole)
    source, _ = text_of(writer.w.lines)
    names = constants(writer.w)
    exec(compile(source, f"<playout of {program.ruleset} for {program.players} players>", "exec"), names)
    return Playout(source, names["play"], writer.numbered)
