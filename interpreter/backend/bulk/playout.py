"""A program as one Python function: what simulations and rollouts run.

The state's numbers and zones become local names, steps follow each other without calls, and both random streams are
drawn from in place. Places that are reached from one other stand there; the others are told apart by the number `at` in
one loop. Resumed goes on from any decision; whole.py has the functions for games from their start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...base.streams import index_source, step_source
from ...program import ir
from ..blocks import constants, text_of
from ..expressions import INDENT, Line, identifier
from ..passes import folding, improve, trees
from ..statements import Statements
from .control_flow import Choice, Flow, extent, flow_of

SMALL = 24  # a function of no more parts stands where it is called
REPEATED = 400  # parts of a function that stands at all its calls, in all
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


class Writer(Statements):
    """Writes a flow as one function; `counted`: whether it keeps how many options each decision had."""

    def __init__(self, program: ir.Program, counted: bool) -> None:
        super().__init__(program, False)
        self.counted = counted
        self.improve = improve.improve(program)
        self.flow = self.flowing(flow_of(program, self.improve))
        self.bodies = {name: self.improve(function.body) for name, function in program.functions.items()}
        self.roots = [0]
        self.place_names()
        self.written: dict[str, list[str]] = {}
        self.used: dict[str, None] = {}
        self.before: list[Line] = []
        self.calls = self.call_counts()
        self.numbered: dict[int, int] = {}

    def flowing(self, flow: Flow) -> Flow:
        """The flow that is written."""
        return flow

    # -- where numbers and lists are kept

    def place_names(self) -> None:
        """A local name for each number, or for a family of numbers that is read with an index, and for each list."""
        program = self.program
        self.families: dict[int, tuple[str, int]] = {}
        self.numbers = {n: f"v{n}_{identifier(slot.name)}" for n, slot in enumerate(program.ints)}
        indexed = self.indexed()
        if 0 in indexed:  # some numbers are reached by their place among all
            self.families = {n: ("v", n) for n in self.numbers}
        for base in sorted(indexed):
            if base not in self.families:
                first, last = extent(program, base)
                name = f"v{first}_{identifier(program.ints[first].declared or program.ints[first].name)}"
                self.families |= {n: (name, n - first) for n in range(first, last)}
        stored = {e[1] for e in self.trees() if e[0] == "store"}
        counted = {e[1][2] for e in self.trees() if e[0] in ("append", "remove", "cards", "size") and is_counted(e[1])}
        # lists that are also reached by their number stay the same lists
        self.shared = {n for n in stored if any(base <= n < base + program.players for base in counted)}
        self.stored = sorted(stored - self.shared)
        self.lists = {n: f"z{n}_{identifier(slot.name)}" for n, slot in enumerate(program.lists)}

    def indexed(self) -> set[int]:
        """The numbers from which others are counted."""
        found = set()
        for e in self.trees():
            if e[0] in ("var", "set") and len(e) > 2 and not isinstance(e[2], int):
                found.add(e[1])
        return found | {group.stage for group in self.program.groups}

    def trees(self) -> Iterator[list[Any]]:
        """Every statement and expression, after the passes."""
        yield from self.flow.trees()
        yield from trees.walk([self.bodies[name] for name in self.called_names()])

    def called_names(self) -> list[str]:
        """The functions that are called, also by each other."""
        found: dict[str, None] = {}
        waiting = list(self.flow.trees())
        while waiting:
            e = waiting.pop()
            if e[0] == "call" and e[1] not in found:
                found[e[1]] = None
                waiting += trees.walk([self.bodies[e[1]]])
        return sorted(found)

    def slot(self, base: int, index: Any = 0) -> str:
        if isinstance(index, int):
            if base + index not in self.families:
                return self.use(self.numbers[base + index])
            name, at = self.families[base + index]
            return f"{self.use(name)}[{at}]"
        name, at = self.families[base]
        return f"{self.use(name)}[{self.expr(folding.refold(['add', index, at]))}]"

    def _store(self, slot: int, value: Any) -> None:
        whole = "[:]" if slot in self.shared else ""
        self.line(f"{self.cards(slot)}{whole} = {self.listed(value)}")

    def cards(self, z: Any) -> str:
        return self.use(self.lists[z]) if isinstance(z, int) else f"{self.use('z')}[{self.expr(z)}]"

    def any_list(self, number: str) -> str:
        return f"{self.use('z')}[{number}]"

    def use(self, name: str) -> str:
        self.used[name] = None
        return name

    # -- functions

    def call_counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for e in self.trees():
            if e[0] == "call":
                counts[e[1]] = counts.get(e[1], 0) + 1
        return counts

    def e_call(self, name: str, *args: Any) -> str:
        body = self.bodies[name]
        if self.calls[name] == 1 or trees.size(body) <= SMALL or self.calls[name] * trees.size(body) <= REPEATED:
            body = trees.renamed(body, self.fresh)
            for parameter, value in zip(self.program.functions[name].params, args, strict=True):
                simple = isinstance(value, int | str) or trees.uses(body, parameter) <= 1
                body = self.bound(parameter, value, body) if simple else self.at_hand(parameter, value, body)
            return self.expr(folding.unroll(folding.refold(body)))
        return self.called(name, [self.expr(a) for a in args])

    def at_hand(self, register: str, value: Any, body: Any) -> Any:
        return trees.replace(body, register, self.atom(value, register))

    def called(self, name: str, arguments: list[str]) -> str:
        if name not in self.written:
            self.write(name)
        return f"{self.functions[name]}({', '.join([*arguments, *map(self.use, self.written[name])])})"

    def write(self, name: str) -> None:
        """Writes a function of the program, before the others; it gets the places it reads as arguments."""
        kept = self.lines, self.depth, self.node, self.used
        self.lines, self.used = [], {}
        self.depth = 1
        self.give(self.bodies[name])
        lines, needed = self.lines, list(self.used)
        self.lines, self.depth, self.node, self.used = kept
        self.written[name] = needed
        parameters = ", ".join([*self.program.functions[name].params, *needed])
        self.before += [(0, "", -1), (0, "", -1), (0, f"def {self.functions[name]}({parameters}):", -1)]
        self.before += [(1, f"# {name}", -1), *lines]

    # -- the game

    def module(self, whole: Callable[[], None]) -> None:
        """The whole source; blocks that turn out to be reached from several places get a number and all starts anew."""
        while True:
            self.lines, self.names = [], 0
            try:
                whole()
            except Joined as joined:
                self.roots.append(joined.block)
                continue
            break
        heading = (0, repr(f"{self.program.game} for {self.program.players} players, played in bulk."), -1)
        self.lines = [heading, *self.before, *self.lines]

    def places(self) -> list[Line]:
        """The lines of all places, for a loop."""
        self.numbered = {place: n for n, place in enumerate(self.roots)}
        self.used = {}
        self.depth = 2
        self.dispatch(0, len(self.roots))
        lines, self.lines = self.lines, []
        return lines

    def runs(self) -> Iterator[tuple[str, int, int]]:
        """Name, first number and end (-1 for a single number) of all that is kept, in order."""
        at = 0
        while at < len(self.program.ints):
            if at in self.families:
                name, last = self.families[at][0], at
                while last in self.families and self.families[last][0] == name:
                    last += 1
                yield name, at, last
                at = last
            else:
                yield self.numbers[at], at, -1
                at += 1

    def dispatch(self, first: int, last: int) -> None:
        """Goes on at the root number `at`, which is one of first .. last - 1."""
        if last - first == 1:
            self.place(self.roots[first], -1)
            return
        middle = (first + last) // 2
        self.line(f"if at < {middle}:")
        self.depth += 1
        self.dispatch(first, middle)
        self.depth -= 1
        self.line("else:")
        self.depth += 1
        self.dispatch(middle, last)
        self.depth -= 1

    def place(self, number: int, after: int) -> None:
        """A block and what stands with it; where it goes on at block `after`, the text goes on."""
        if number in self.endless:
            self.line("passes += 1")
            self.line(f"if passes > {ir.MOST_PASSES}:")
            self.line(f"{INDENT}raise GameError('the game goes on for ever without a decision')")
        node = self.program.blocks[self.flow.blocks[number]].node
        if node >= 0:
            self.line(f"# {self.program.nodes[node].words}")
        body = self.flow.bodies[number]
        for stmt in body[:-1]:
            self.stmt(stmt)
        last = body[-1]
        op = last[0]
        if op == "over":
            self.over(number)
        elif op == "goto":
            self.go(last[1], after)
        else:
            inner = self.joins.get(number, after)
            if op == "branch":
                self.line(f"if {self.expr(last[1])}:")
                self.arm(last[2], inner)
                self.line("else:")
                self.arm(last[3], inner)
            else:
                stop = self.flow.stops[number]
                if stop.pending >= 0:
                    self.line(f"seat = {self.cards(stop.pending)}[0]")
                self.stop(number, inner)
            if inner != after:
                self.place(inner, after)

    def over(self, number: int) -> None:
        """Ends the game."""
        self.line(f"{self.slot(ir.PC)} = -1")
        self.line("break")

    def arm(self, target: int, after: int) -> None:
        start = len(self.lines)
        self.depth += 1
        self.go(target, after)
        self.fill(start)
        self.depth -= 1

    def fill(self, start: int) -> None:
        """Where no statement has been written since that line, one that does nothing."""
        if all(text.startswith("#") for _, text, _ in self.lines[start:]):
            self.line("pass")

    def go(self, target: int, after: int) -> None:
        """Goes on at another block."""
        if target == after:
            return
        if self.depth > DEEPEST and target not in self.numbered:
            raise Joined(target)
        if target in self.numbered:
            self.line(f"at = {self.numbered[target]}")
            self.line("continue")
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
                self.line("else:" if last else f"{'el' if at else ''}if {self.expr(stop.stage)} == {at}:")
                self.depth += 1
            self.decide(number, choice, after)
            if len(stop.choices) > 1:
                self.depth -= 1

    def decide(self, number: int, choice: Choice, after: int) -> None:
        self.line(f"# {choice.site.words}")
        self.line(f"option = {self.chosen(number, choice)}")
        for at, way in enumerate(choice.ways):
            last = at == len(choice.ways) - 1
            if not last:
                self.line(f"{'el' if at else ''}if option < {way.entry.base + way.entry.count}:")
            elif at:
                self.line("else:")
            start = len(self.lines)
            self.depth += at > 0 or not last
            self.entry(replace(way.entry, apply=way.apply))
            self.go(way.target, after)
            self.fill(start)
            self.depth -= at > 0 or not last

    def chosen(self, number: int, choice: Choice) -> str:
        """One of the options, by the bots' stream."""
        options = site_constants(choice.options)
        text = repr(tuple(options)) if options else self.options(choice.options)
        count = str(len(options)) if options else "len(options)"
        if text != "options" and (self.counted or not options):
            self.line(f"options = {text}")
            text = "options"
        self.line(step_source("bots"))
        if self.counted:
            self.line(f"choices.append(len(options) * {self.program.players} + {self.expr(choice.seat)})")
        if options and options == list(range(len(options))):
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
            above, order = self.nearest(comes)
            self.joins: dict[int, int] = {}
            more = False
            for number in order:
                if number not in self.roots and self.ways[number] > 1 and self.flow.bodies[number] != [["over"]]:
                    if above[number] < 0 or above[number] in self.joins:
                        self.roots.append(number)
                        more = True
                    else:
                        self.joins[above[number]] = number
        self.endless = self.turning()

    def nearest(self, comes: dict[int, list[int]]) -> tuple[dict[int, int], list[int]]:
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
                        new = self.common(new, other, above, rank)
                    if above.get(number) != new:
                        above[number], changed = new, True
        return above, order

    def turning(self) -> set[int]:
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

    def common(self, a: int, b: int, above: dict[int, int], rank: dict[int, int]) -> int:
        """The nearest block above both, -1 if there is none."""
        while a != b and a >= 0 and b >= 0:
            if rank[a] > rank[b]:
                a = above[a]
            else:
                b = above[b]
        return a if a == b else -1

    # -- chance

    def by_chance(self, text: str) -> None:
        self.line("S.random = game")
        self.line(text)
        self.line("game = S.random")

    def any_zone(self, text: str) -> None:
        self.use("z")
        self.line("S.z = z")
        self.by_chance(text)

    def _chance(self, register: str, n: Any) -> None:
        n = folding.refold(n)
        count = self.atom(n, "count")
        if isinstance(n, int):
            self.below[register] = n
            self.line(step_source("game") if n > 1 else f"{register} = 0")
            if n > 1:
                self.line(f"{register} = {index_source('game', count)}")
            return
        self.line(f"{register} = 0")
        self.line(f"if {count} > 1:")
        self.line(f"{INDENT}{step_source('game')}")
        self.line(f"{INDENT}{register} = {index_source('game', count)}")

    def _pour(self, a: Any, b: Any) -> None:
        parts = "" if self.may_have_groups(a) or self.may_have_groups(b) else self.parts(a)
        if parts not in ("None", "[]") or self.parts(b) not in ("None", "[]") or a == b:
            super()._pour(a, b)
            return
        source, target = self.zone(a), self.zone(b)
        if not isinstance(a, int) or not isinstance(b, int):
            self.line(f"if {source} is not {target}:")
            self.depth += 1
        self.line(f"{target} += {source}")
        self.line(f"{source}.clear()")
        self.depth -= not isinstance(a, int) or not isinstance(b, int)

    def zone(self, z: Any) -> str:
        """A zone's list as a name."""
        text = self.cards(z)
        if text.isidentifier():
            return text
        name = self.fresh("zone")
        self.line(f"{name} = {text}")
        return name

    def _shuffle(self, z: Any) -> None:
        parts = "" if self.may_have_groups(z) else self.parts(z)
        if not isinstance(z, int) or not parts.isidentifier() or parts == "None":
            super()._shuffle(z)
            return
        zone = self.cards(z)
        self.line(f"{zone}.sort()")
        self.line(f"{parts}[:] = [0, len({zone})] if len({zone}) > 1 else []")

    def _draw(self, register: str, z: Any) -> None:
        parts = "" if self.may_have_groups(z) else self.parts(z)
        if not parts:
            super()._draw(register, z)
            return
        zone = self.zone(z)
        # an empty zone raises an IndexError, and the game is then played step by step to say where
        if parts in ("None", "[]"):
            self.line(f"{register} = {zone}.pop()")
            return
        if not parts.isidentifier():
            name = self.fresh("parts")
            self.line(f"{name} = {parts}")
            parts = name
        end, count = self.fresh("end"), self.fresh("count")
        self.line(f"{end} = len({zone})")
        self.line(f"if {parts} and {parts}[-1] == {end}:")
        self.line(f"{INDENT}{count} = {end} - {parts}[-2]")
        self.line(f"{INDENT}{step_source('game')}")
        self.line(f"{INDENT}{register} = {zone}.pop({end} - {count} + {index_source('game', count)})")
        self.line(f"{INDENT}if {count} > 2:")
        self.line(f"{INDENT * 2}{parts}[-1] = {end} - 1")
        self.line(f"{INDENT}else:")
        self.line(f"{INDENT * 2}del {parts}[-2:]")
        self.line("else:")
        self.line(f"{INDENT}{register} = {zone}.pop()")


def is_counted(z: Any) -> bool:
    """True for a list's number that is counted from a constant."""
    return isinstance(z, list) and z[0] == "add" and isinstance(z[2], int)


def site_constants(stmts: list[ir.Stmt]) -> list[int]:
    """The options, if they are always the same."""
    return [stmt[1] for stmt in stmts] if all(s[0] == "option" and isinstance(s[1], int) for s in stmts) else []


class Resumed(Writer):
    """Writes the function that goes on from any decision, or from the start."""

    def __init__(self, program: ir.Program, counted: bool) -> None:
        super().__init__(program, counted)
        self.roots = [0, *sorted(set(self.flow.stops) - {0})]

    def whole(self) -> None:
        self.shape()
        body = self.places()
        self.define("def play(S, bots, left, at, choices):")
        self.unpack()
        self.line("while True:")
        self.lines += body
        self.pack()

    def unpack(self) -> None:
        """The state's numbers and lists into local names."""
        self.line("game = S.random")
        if self.endless:
            self.line("passes = 0")
        runs, lists = list(self.runs()), self.program.lists
        self.line("if at < 0:")
        self.depth += 1
        self.line("at = 0")
        self.line(f"{' = '.join(name for name, _, last in runs if last < 0)} = 0")
        for name, first, last in runs:
            if last >= 0:
                self.line(f"{name} = {[0] * (last - first)}")
        self.line(f"z = [{', '.join(repr(slot.start) for slot in lists)}]")
        self.depth -= 1
        self.line("else:")
        self.depth += 1
        self.line("v = S.v")
        self.line("z = S.z")
        for name, first, last in runs:
            self.line(f"{name} = v[{first}]" if last < 0 else f"{name} = v[{first}:{last}]")
        self.depth -= 1
        for number, name in self.lists.items():
            if name in self.used or number in self.stored:
                self.line(f"{name} = z[{number}]")

    def pack(self) -> None:
        """The local names back into the state."""
        names = [name if last < 0 else f"*{name}" for name, _, last in self.runs()]
        self.depth = 1
        self.line(f"S.v = [{', '.join(names)}]")
        for number in self.stored:
            self.line(f"z[{number}] = {self.lists[number]}")
        self.line("S.z = z")
        self.line("S.random = game")
        self.line("return bots, left")

    def stop(self, number: int, after: int) -> None:
        self.line("if not left:")
        self.line(f"{INDENT}{self.slot(ir.PC)} = {self.flow.stops[number].block}")
        self.line(f"{INDENT}break")
        self.line("left -= 1")
        if self.endless:
            self.line("passes = 0")
        super().stop(number, after)


def compile_playout(program: ir.Program, counted: bool) -> Playout:
    """The function that plays games of a program on from any decision."""
    writer = Resumed(program, counted)
    writer.module(writer.whole)
    source, _ = text_of(writer.lines)
    names = constants(writer)
    exec(compile(source, f"<playout of {program.ruleset} for {program.players} players>", "exec"), names)
    return Playout(source, names["play"], writer.numbered)
