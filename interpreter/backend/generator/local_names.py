"""Places for a program that is one function: its numbers and lists are local names, chance is drawn in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...base.streams import index_source, step_source
from ...program import ir, trees
from .. import zones
from ..passes import folding
from ..statements import give
from ..writer import INDENT, Line, Statement, Writer, identifier
from .control_flow import Flow, extent

SMALL = 24  # a function of no more parts stands where it is called
DEEPEST = 5  # so many of them within each other


class LocalNames:
    """A local name for each number, or for a family of numbers that is read with an index, and for each list.

    `bodies`: what the program's functions give. used: the names that are read or stored; before: the functions' lines;
    statements: those that are written in another way than for state lists.
    """

    def __init__(self, program: ir.Program, flow: Flow, bodies: dict[str, ir.Expr]) -> None:
        self.program, self.flow, self.bodies = program, flow, bodies
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
        self.lists = {n: f"z{n}_{identifier(slot.name)}" for n, slot in enumerate(program.lists)}
        self.written: dict[str, list[str]] = {}
        self.used: dict[str, None] = {}
        self.opened = 0  # how many functions stand within each other where they are called
        self.before: list[Line] = []
        self.statements: dict[str, Statement] = {
            "store": self.store,
            "chance": self.chance,
            "pour": self.pour,
            "draw": self.draw,
        }
        self.calls = Counter(e[1] for e in self.trees() if e[0] == "call")

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

    def use(self, name: str) -> str:
        self.used[name] = None
        return name

    # -- places

    def number(self, w: Writer, base: int, index: ir.Expr) -> str:
        if isinstance(index, int):
            if base + index not in self.families:
                return self.use(self.numbers[base + index])
            name, at = self.families[base + index]
            return f"{self.use(name)}[{at}]"
        name, at = self.families[base]
        return f"{self.use(name)}[{w.expr(folding.refold(['add', index, at]))}]"

    def cards(self, w: Writer, z: ir.Expr) -> str:
        return self.use(self.lists[z]) if isinstance(z, int) else f"{self.use('z')}[{w.expr(z)}]"

    def any_list(self, number: str) -> str:
        return f"{self.use('z')}[{number}]"

    def called(self, w: Writer, name: str, arguments: list[str]) -> str:
        if name not in self.written:
            self.write(w, name)
        return f"{w.functions[name]}({', '.join([*arguments, *map(self.use, self.written[name])])})"

    def by_chance(self, w: Writer, text: str) -> None:
        self.use("S")
        w.line("S.random = game")
        w.line(text)
        w.line("game = S.random")

    def any_zone(self, w: Writer, text: str) -> None:
        self.use("z")
        w.line("S.z = z")
        self.by_chance(w, text)

    # -- functions

    def write(self, w: Writer, name: str) -> None:
        """Writes a function of the program, before the others; it gets the places it reads as arguments."""
        kept = w.lines, w.depth, w.node, self.used
        w.lines, self.used = [], {}
        w.depth = 1
        give(w, self.bodies[name])
        lines, needed = w.lines, list(self.used)
        w.lines, w.depth, w.node, self.used = kept
        self.written[name] = needed
        parameters = ", ".join([*self.program.functions[name].params, *needed])
        self.before += [(0, "", -1), (0, "", -1), (0, f"def {w.functions[name]}({parameters}):", -1)]
        self.before += [(1, f"# {name}", -1), *lines]

    def call(self, w: Writer, name: str, *args: ir.Expr) -> str:
        """A call; of a small function, or one that is called once, its body instead."""
        body = self.bodies[name]
        if (self.calls[name] == 1 or trees.size(body) <= SMALL) and self.opened < DEEPEST:
            self.opened += 1
            body = trees.renamed(body, w.fresh)
            for parameter, value in zip(self.program.functions[name].params, args, strict=True):
                if isinstance(value, int | str) or trees.uses(body, parameter) <= 1:
                    body = w.bound(parameter, value, body)
                else:
                    body = trees.replace(body, parameter, w.atom(value, parameter))
            text = w.expr(folding.unroll(folding.refold(body)))
            self.opened -= 1
            return text
        return self.called(w, name, [w.expr(a) for a in args])

    # -- statements that are written in another way than for state lists

    def store(self, w: Writer, slot: int, value: ir.Expr) -> None:
        whole = "[:]" if slot in self.shared else ""
        w.line(f"{w.cards(slot)}{whole} = {w.listed(value)}")

    def chance(self, w: Writer, register: str, n: ir.Expr) -> None:
        n = folding.refold(n)
        count = w.atom(n, "count")
        if isinstance(n, int):
            w.below[register] = n
            w.line(step_source("game") if n > 1 else f"{register} = 0")
            if n > 1:
                w.line(f"{register} = {index_source('game', count)}")
            return
        w.line(f"{register} = 0")
        w.line(f"if {count} > 1:")
        w.line(f"{INDENT}{step_source('game')}")
        w.line(f"{INDENT}{register} = {index_source('game', count)}")

    def pour(self, w: Writer, a: ir.Expr, b: ir.Expr) -> None:
        parts = "" if zones.may_have_groups(w, a) or zones.may_have_groups(w, b) else zones.parts(w, a)
        if parts not in ("None", "[]") or zones.parts(w, b) not in ("None", "[]") or a == b:
            zones.pour(w, a, b)
            return
        source, target = self.zone(w, a), self.zone(w, b)
        apart = isinstance(a, int) and isinstance(b, int)
        if not apart:
            w.line(f"if {source} is not {target}:")
        with w.indented(0 if apart else 1):
            w.line(f"{target} += {source}")
            w.line(f"{source}.clear()")

    def zone(self, w: Writer, z: ir.Expr) -> str:
        """A zone's list as a name."""
        text = w.cards(z)
        return text if text.isidentifier() else w.named("zone", text)

    def draw(self, w: Writer, register: str, z: ir.Expr) -> None:
        parts = "" if zones.may_have_groups(w, z) else zones.parts(w, z)
        if not parts:
            zones.draw(w, register, z)
            return
        zone = self.zone(w, z)
        # an empty zone raises an IndexError, and the game is then played step by step to say where
        if parts in ("None", "[]"):
            w.line(f"{register} = {zone}.pop()")
            return
        if not parts.isidentifier():
            parts = w.named("parts", parts)
        end, count = w.fresh("end"), w.fresh("count")
        w.line(f"{end} = len({zone})")
        w.line(f"if {parts} and {parts}[-1] == {end}:")
        w.line(f"{INDENT}{count} = {end} - {parts}[-2]")
        w.line(f"{INDENT}{step_source('game')}")
        w.line(f"{INDENT}{register} = {zone}.pop({end} - {count} + {index_source('game', count)})")
        w.line(f"{INDENT}if {count} > 2:")
        w.line(f"{INDENT * 2}{parts}[-1] = {end} - 1")
        w.line(f"{INDENT}else:")
        w.line(f"{INDENT * 2}del {parts}[-2:]")
        w.line("else:")
        w.line(f"{INDENT}{register} = {zone}.pop()")


def is_counted(z: ir.Expr) -> bool:
    """True for a list's number that is counted from a constant."""
    return isinstance(z, list) and z[0] == "add" and isinstance(z[2], int)
