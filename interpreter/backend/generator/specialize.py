"""A pass over the flow of a program: what is known at each place when a game begins at its start is worked out there.

A place of the flow becomes as many as there are known values with which it is reached: loops over players are written
out, and numbers that only tell where the game stands are not kept at all. A value that is known is not stored; it is
where it is no longer needed or the game ends, and a stop names what it knows. After N. D. Jones, C. K. Gomard and
P. Sestoft, "Partial Evaluation and Automatic Program Generation", 1993, chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ...program import ir, trees
from ...program.fold import make
from ..passes import folding
from .control_flow import Choice, Flow, Known, Stop, Way, extent
from .liveness import Liveness, counted, reads

FEW = 100  # a number with more possible values is not followed
VARIANTS = 16  # of one place
PARTS = 1_500  # of the whole flow where something is followed; a greater one may grow by half
LARGE = 1_500  # of a flow in which nothing is followed
WRITTEN_OUT = 120  # parts of a loop over constants


class Dropped(Exception):
    """Some numbers (n) or lists (-1 - n) cannot be followed, or nothing where the game ends."""

    def __init__(self, keys: Iterable[int], end: bool = False) -> None:
        self.keys, self.end = set(keys), end


@dataclass(slots=True)
class Here:
    """What is known at one point of a place: the followed numbers and lists, and registers."""

    known: Known
    registers: dict[str, Any] = field(default_factory=dict)

    def copy(self) -> Here:
        """The same, to go on apart."""
        return Here(dict(self.known), dict(self.registers))


def specialize(flow: Flow, program: ir.Program) -> Flow:
    """The flow from the start of a game, see above."""
    followed = small(flow, program) if sum(map(flow.size, flow.bodies)) <= LARGE else set()
    end = True
    while True:
        try:
            return Specializer(flow, program, followed, end).run()
        except Dropped as dropped:
            assert dropped.end and end or followed & dropped.keys
            followed, end = followed - dropped.keys, end and not dropped.end


def small(flow: Flow, program: ir.Program) -> set[int]:
    """The numbers with few values, and the lists that are no zones, that may be followed."""
    found = {n for n, slot in enumerate(program.ints) if n > ir.TURNS and slot.high - slot.low < FEW}
    lists = {n for n, slot in enumerate(program.lists) if slot.kind == "list"}
    lists -= {slot.segments for slot in program.lists} | {slot.groups for slot in program.lists}
    for e in flow.trees():
        if e[0] in ("append", "remove", "cards", "size") and isinstance(e[1], list):
            lists -= counted(program, e[1])
    found |= {-1 - n for n in lists}
    for e in flow.trees():
        if e[0] == "call":
            found -= reads([e], program)
    return found


def changes(body: list[ir.Stmt], program: ir.Program) -> set[int]:
    """The numbers and lists that statements change."""
    found: set[int] = set()
    for e in trees.walk([body]):
        if e[0] == "set":
            found |= {e[1] + e[2]} if isinstance(e[2], int) else set(range(*extent(program, e[1])))
        elif e[0] in ("store", "append", "remove") and isinstance(e[1], int):
            found.add(-1 - e[1])
    return found


class Specializer:
    """Works the places out one by one, from the start; raises Dropped where there are too many.

    `end`: whether what is known is also followed where the game ends.
    """

    def __init__(self, flow: Flow, program: ir.Program, followed: set[int], end: bool) -> None:
        self.flow, self.program, self.followed = flow, program, followed
        self.live = Liveness(flow, program).live
        self.last = {number for number, body in flow.bodies.items() if body[-1] == ["over"]}
        if not end:
            self.live |= dict.fromkeys(self.last, set())
        self.numbers: dict[tuple[int, tuple[tuple[int, Any], ...]], int] = {}
        self.variants: dict[int, list[Known]] = {}
        self.waiting: list[tuple[int, int, Known]] = []
        self.result = Flow({}, {}, {})
        self.most = max(PARTS, sum(map(flow.size, flow.bodies)) * 3 // 2)

    def run(self) -> Flow:
        self.place(0, {key: 0 if key >= 0 else tuple(self.program.lists[-1 - key].start) for key in self.followed})
        parts = 0
        while self.waiting:
            number, block, known = self.waiting.pop()
            here = Here(dict(known))
            self.result.bodies[number] = self.statements(self.flow.bodies[block][:-1], here)
            self.end(number, block, here)
            parts += self.result.size(number)
            if parts > self.most and self.followed:
                self.crowded(self.last)
                raise Dropped(self.busiest([v for known in self.variants.values() for v in known]))
        return self.result

    # -- places

    def place(self, block: int, known: Known) -> int:
        """The number of a block that is reached with this known."""
        key = block, tuple(sorted(known.items()))
        if key not in self.numbers:
            number = self.numbers[key] = len(self.result.blocks)
            self.result.blocks[number] = self.flow.blocks[block]
            self.result.bodies[number] = []
            self.waiting.append((number, block, known))
            variants = self.variants.setdefault(block, [])
            variants.append(known)
            if len(variants) > VARIANTS:
                self.crowded({block})
                raise Dropped(self.busiest(variants))
        return self.numbers[key]

    def crowded(self, blocks: set[int]) -> None:
        """Raises Dropped if the game ends at one of these, in several variants."""
        if any(len(self.variants.get(block, [])) > 1 for block in blocks & self.last):
            raise Dropped([], end=True)

    def busiest(self, variants: list[Known]) -> set[int]:
        """What is known with the most different values; all that is followed if nothing is known any more."""
        values: dict[int, set[Any]] = {}
        for known in variants:
            for key, value in known.items():
                values.setdefault(key, set()).add(value)
        return {max(sorted(values), key=lambda key: len(values[key]))} if values else self.followed

    def edge(self, target: int, known: Known) -> tuple[int, list[ir.Stmt]]:
        """The place for a way to a block, and what has to be stored on that way."""
        live = self.live[target]
        kept = {key: value for key, value in known.items() if key in live}
        return self.place(target, kept), self.stored({key: v for key, v in known.items() if key not in live})

    def stored(self, known: Known) -> list[ir.Stmt]:
        """Statements that store what is known."""
        return [
            ["set", key, 0, known[key]] if key >= 0 else ["store", -1 - key, ["items", *known[key]]]
            for key in sorted(known)
        ]

    def end(self, number: int, block: int, here: Here) -> None:
        """How the place ends."""
        body = self.result.bodies[number]
        last = self.flow.bodies[block][-1]
        if last[0] == "stop":
            body.append(["stop"])
            self.stop(number, self.flow.stops[block], here)
        elif last[0] == "over":
            self.result.known[number] = dict(here.known)
            body.append(["over"])
        else:
            condition = self.read(last[1], here) if last[0] == "branch" else 0
            if isinstance(condition, int):
                target = last[1] if last[0] == "goto" else last[2] if condition else last[3]
                onward, stores = self.edge(target, here.known)
                body += [*stores, ["goto", onward]]
            else:
                body.append(["branch", condition, self.arm(last[2], here), self.arm(last[3], here)])

    def arm(self, target: int, here: Here) -> int:
        """The place for one side of a branch; what it has to store has a place of its own."""
        onward, stores = self.edge(target, here.known)
        if not stores:
            return onward
        number = len(self.result.blocks)
        self.result.blocks[number] = self.result.blocks[onward]
        self.result.bodies[number] = [*stores, ["goto", onward]]
        return number

    def stop(self, number: int, stop: Stop, here: Here) -> None:
        choices, pending = stop.choices, stop.pending
        if pending >= 0 and -1 - pending in here.known:
            here.registers["seat"] = here.known[-1 - pending][0]
            pending = -1
        stage = self.read(stop.stage, here)
        if isinstance(stage, int):
            choices = [choices[stage]]
        found = []
        for choice in choices:
            ways = []
            for way in choice.ways:
                there = here.copy()
                apply = self.statements(way.apply, there)
                target, stores = self.edge(way.target, there.known)
                ways.append(Way(way.entry, [*apply, *stores], target))
            options = self.statements(choice.options, here.copy())
            seat = self.read(choice.seat, here)
            found.append(Choice(choice.site, seat, options, ways))
        self.result.stops[number] = Stop(stop.block, found, pending, stage)
        self.result.known[number] = dict(here.known)

    # -- expressions

    def read(self, e: Any, here: Here) -> Any:
        """The expression with what is known, folded."""
        if isinstance(e, str):
            return here.registers.get(e, e)
        if not isinstance(e, list) or not e:
            return e
        op = e[0]
        if op == "var":
            return self.number(e, here)
        if op in ("cards", "size"):
            z = self.read(e[1], here)
            if not isinstance(z, int):
                return [op, z]
            if -1 - z in here.known:
                items = here.known[-1 - z]
                return ["items", *items] if op == "cards" else len(items)
            return [op, z]
        if op in ir.BINDING:
            return self.bound(e, here)
        named = op in ir.NAMED
        parts = [self.read(part, here) for part in (e[2:] if named else e[1:])]
        return self.made(op, [e[1], *parts] if named else parts)

    def bound(self, e: Any, here: Here) -> Any:
        """An expression that binds a register; what is known of each of a few constants decides a filter."""
        op, register, source = e[0], e[1], self.read(e[2], here)
        if op == "let" and (isinstance(source, int) or folding.is_constant(source)):
            return self.read(e[3], replace(here, registers=here.registers | {register: source}))
        if op == "filter" and folding.is_short(source):
            items = folding.constants(source)
            tests = [self.read(e[3], replace(here, registers=here.registers | {register: item})) for item in items]
            if all(isinstance(test, int) for test in tests):
                return ["items", *(item for item, test in zip(items, tests, strict=True) if test)]
        if op == "best" and folding.is_short(source) and trees.is_safe(e[3], self.program):
            items = folding.constants(source)
            if len(items) == 1:
                return ["items", *items]
        there = replace(here, registers={name: v for name, v in here.registers.items() if name != register})
        return [op, register, source, *(self.read(part, there) for part in e[3:])]

    def number(self, e: Any, here: Here) -> Any:
        index = folding.refold(self.read(e[2], here)) if len(e) > 2 else 0
        if isinstance(index, int):
            return here.known.get(e[1] + index, ["var", e[1], index] if index else ["var", e[1]])
        if family := here.known.keys() & set(range(*extent(self.program, e[1]))):
            raise Dropped(family)
        return ["var", e[1], index]

    def made(self, op: str, parts: list[Any]) -> Any:
        """The expression of these parts, as a constant if it is one."""
        if op == "need" and isinstance(parts[0], int) and parts[0] != parts[1]:
            return parts[0]
        if op == "within" and isinstance(parts[0], int) and parts[1] <= parts[0] <= parts[2]:
            return parts[0]
        if op in ("need", "within"):
            return [op, *parts]
        if op in ("after", "from"):
            return rotated(op, parts)
        if op in folding.PICKED or op in ir.DIVISIONS:
            return folding.refold([op, *parts])
        return make(op, *parts)

    # -- statements

    def statements(self, body: list[ir.Stmt], here: Here) -> list[ir.Stmt]:
        """The statements with what is known; those whose effect is known are left out and remembered."""
        out: list[ir.Stmt] = []
        for stmt in body:
            act = getattr(self, "do_" + stmt[0], None)
            if act is not None:
                act(stmt, here, out)
            else:
                if stmt[0] in ir.SETS_REGISTER:
                    here.registers.pop(stmt[1], None)
                out.append([stmt[0], *(self.read(part, here) for part in stmt[1:])])
        return out

    def do_let(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        value = self.read(stmt[2], here)
        here.registers.pop(stmt[1], None)
        if isinstance(value, int) or folding.is_constant(value):
            here.registers[stmt[1]] = value
        out.append(["let", stmt[1], value])

    def do_set(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        index, value = folding.refold(self.read(stmt[2], here)), self.read(stmt[3], here)
        if not isinstance(index, int):
            if family := here.known.keys() & set(range(*extent(self.program, stmt[1]))):
                raise Dropped(family)
            out.append(["set", stmt[1], index, value])
            return
        slot = stmt[1] + index
        here.known.pop(slot, None)
        if slot in self.followed and isinstance(value, int):
            here.known[slot] = value
        else:
            out.append(["set", slot, 0, value])

    def do_store(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        value = self.read(stmt[2], here)
        here.known.pop(-1 - stmt[1], None)
        if -1 - stmt[1] in self.followed and folding.is_constant(value):
            here.known[-1 - stmt[1]] = tuple(folding.constants(value))
        else:
            out.append(["store", stmt[1], value])

    def do_append(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        slot, value = self.read(stmt[1], here), self.read(stmt[2], here)
        items = here.known.get(-1 - slot) if isinstance(slot, int) else None
        if items is None:
            out.append([stmt[0], slot, value])
        elif isinstance(value, int) and (stmt[0] == "append" or value in items):
            at = len(items) if stmt[0] == "append" else items.index(value)
            here.known[-1 - slot] = (*items, value) if stmt[0] == "append" else items[:at] + items[at + 1 :]
        else:
            del here.known[-1 - slot]
            out += [["store", slot, ["items", *items]], [stmt[0], slot, value]]

    do_remove = do_append

    def do_if(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        condition = self.read(stmt[1], here)
        if isinstance(condition, int):
            out += self.statements(stmt[2] if condition else stmt[3], here)
            return
        arms = []
        for body in stmt[2:]:
            there = here.copy()
            arms.append((self.statements(body, there), there))
        same = {key: value for key, value in arms[0][1].known.items() if arms[1][1].known.get(key, None) == value}
        for body, there in arms:
            body += self.stored({key: value for key, value in there.known.items() if key not in same})
        names = {name: v for name, v in arms[0][1].registers.items() if arms[1][1].registers.get(name) == v}
        here.known, here.registers = same, names
        out.append(["if", condition, arms[0][0], arms[1][0]])

    def do_for(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        source = self.read(stmt[2], here)
        options = any(e[0] == "option" for e in trees.walk([stmt[3]]))
        constant = folding.is_constant(source)
        if constant and not options and len(folding.constants(source)) * trees.size(stmt[3]) <= WRITTEN_OUT:
            for value in folding.constants(source):
                here.registers[stmt[1]] = value
                out += self.statements(stmt[3], here)
            return
        out.append(["for", stmt[1], source, self.looped(stmt, stmt[3], here)])

    def do_while(self, stmt: ir.Stmt, here: Here, out: list[ir.Stmt]) -> None:
        body = self.looped(stmt, stmt[2], here)
        out.append(["while", self.read(stmt[1], here), body, stmt[3]])

    def looped(self, stmt: ir.Stmt, body: list[ir.Stmt], here: Here) -> list[ir.Stmt]:
        """The body of a loop, which may change nothing that is followed."""
        if changed := self.followed & changes(body, self.program):
            raise Dropped(changed)
        bound = {e[1] for e in trees.walk([[stmt]]) if e[0] in ir.SETS_REGISTER}
        here.registers = {name: value for name, value in here.registers.items() if name not in bound}
        return self.statements(body, here.copy())


def rotated(op: str, parts: list[Any]) -> Any:
    """A list of constants from or after one of them, if all is known."""
    if not isinstance(parts[1], int) or not folding.is_constant(parts[0]):
        return [op, *parts]
    items = folding.constants(parts[0])
    if parts[1] not in items:
        return ["items", *items]
    at = items.index(parts[1])
    return ["items", *items[at + (op == "after") :], *items[:at]]
