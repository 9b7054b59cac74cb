"""Compile a program's blocks to Python source and functions. The source is readable: `show --python` prints it."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import GameError
from ..program import ir, trees
from . import outcome, runtime
from .calls import in_place
from .passes import block_passes, emptiness, improve
from .statements import EXPRESSIONS, STATEMENTS, function, give, options, shares_of, take_option
from .writer import INDENT, LONG_TUPLE, Line, Writer

RUNTIME: dict[str, Any] = {name: value for name, value in vars(runtime).items() if inspect.isfunction(value)}
RUNTIME |= {"top_card": runtime.top, "bottom_card": runtime.bottom, "GameError": GameError}
# ROUND[n][skip][x]: the numbers below n in order from x on, without x if skip is 1; for x = -1 all of them
RUNTIME["ROUND"] = tuple(
    tuple(tuple(runtime.rotate(list(range(n)), x, skip) for x in (*range(n), -1)) for skip in (0, 1))
    for n in range(LONG_TUPLE + 1)
)
Step = tuple[int, tuple[int, ...]]  # the next block or -1, and the blocks that were passed

SMALL = 12  # the most parts of a block that is copied to each jump
MOST_WITHIN = 8  # the most blocks in sequence in one function


@dataclass(slots=True)
class Code:
    """The compiled game. blocks[n](S, v, z) -> the next block, -1 at a stop, and the blocks that were passed.

    By site number: options(v, z, seat) -> option numbers; seats(v, z) -> seat; applies(S, v, z, option, seat) -> as
    blocks. By the block at which one seat decides, asks: the site, who decides, and the options; where several decide,
    groups. numbers: how many a state has; lists: those with which a game begins.
    """

    source: str
    lines: dict[int, int]
    blocks: dict[int, Callable[..., Step]] = field(default_factory=dict)
    options: list[Callable[..., list[int]]] = field(default_factory=list)
    seats: list[Callable[..., int]] = field(default_factory=list)
    applies: list[Callable[..., Step]] = field(default_factory=list)
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    asks: dict[int, tuple[ir.Site, Callable[..., int], Callable[..., list[int]]]] = field(default_factory=dict)
    groups: dict[int, ir.Group] = field(default_factory=dict)
    numbers: int = 0
    lists: list[list[int]] = field(default_factory=list)


class StateLists:
    """Places for which numbers and zones stay in the lists v and z, and the state S draws chance."""

    def number(self, w: Writer, base: int, index: ir.Expr) -> str:
        if isinstance(index, int):
            return f"v[{base + index}]"
        return f"v[{w.expr(index)}]" if base == 0 else f"v[{base} + {w.expr(index)}]"

    def cards(self, w: Writer, z: ir.Expr) -> str:
        return f"z[{w.expr(z)}]"

    def any_list(self, number: str) -> str:
        return f"z[{number}]"

    def call_text(self, w: Writer, name: str, arguments: list[str]) -> str:
        return f"{w.functions[name]}({', '.join(['v', 'z', *arguments])})"

    def any_zone(self, w: Writer, text: str) -> None:
        w.line(text)

    by_chance = any_zone


class Blocks:
    """Writes a program as functions that run from one decision to the next.

    With a log there is one for each block; without one, small blocks stand where they are jumped to.
    """

    def __init__(self, program: ir.Program, events: bool) -> None:
        program = program if events else emptiness.use_emptiness(program)
        self.w = Writer(program, events, StateLists(), EXPRESSIONS, STATEMENTS)
        self.improve: Callable[[Any], Any] = (lambda e: e) if events else improve.improve(program)
        self.entered = entry_nodes(program)
        self.leads: dict[int, int] = {}
        self.parts = block_passes.parts(program)
        self.bodies = {block.number: block.body for block in program.blocks}
        if not events:
            blocks, self.leads, self.parts = block_passes.thread(program)
            self.bodies = {number: block_passes.silent(body, program) for number, body in blocks.items()}
        self.ways = Counter(target for body in self.bodies.values() for target in ir.targets(body))
        self.ways.update(self.leads.get(entry.target, entry.target) for site in program.sites for entry in site.entries)
        self.functions = {name: self.improve(function.body) for name, function in program.functions.items()}
        if not events:
            code = [*self.bodies.values(), *(site.options for site in program.sites)]
            code += [entry.apply for site in program.sites for entry in site.entries]
            self.w.expressions = EXPRESSIONS | {"call": in_place(program, self.functions, code)}
        # blocks that need a function of their own
        self.waiting = [*self.bodies] if events else [0]

    def module(self) -> None:
        w, p = self.w, self.w.program
        w.line(repr(f"{p.game} for {p.players} players, generated from {p.ruleset}."))
        w.line("")
        for number, slot in enumerate(p.ints):
            w.line(f"# v[{number}] {slot.name}: {slot.low}..{slot.high}")
        for number, listed in enumerate(p.lists):
            kind = f": {listed.kind} of {listed.component}" if listed.component else ""
            w.line(f"# z[{number}] {listed.name}{kind}")
        for name, made in p.functions.items():
            function(w, name, ir.Function(name, made.params, self.functions[name]))
        payoffs(w)
        for site in p.sites:
            self.site(site)
        written = set[int]()
        while self.waiting:
            number = self.waiting.pop(0)
            if number not in written:
                written.add(number)
                self.block(number)

    def block(self, number: int) -> None:
        self.w.define(f"def b{number}(S, v, z):")
        self.run(number, [])

    def run(self, number: int, passed: list[int], within: tuple[int, ...] = ()) -> None:
        """Write a block and those behind it in the same function; `passed`: the blocks run before it."""
        w, body = self.w, self.bodies[number]
        node = w.program.blocks[number].node
        w.node = self.entered.get(number, -1)
        if node >= 0:
            w.line(f"# {w.program.nodes[node].words}")
        for stmt in body[:-1]:
            w.stmt(self.improve(stmt))
        passed = passed + self.parts[number]
        within = (*within, number)
        last = self.improve(body[-1])
        if last[0] == "goto":
            self.jump(last[1], passed, within)
        elif last[0] == "branch" and isinstance(last[1], int):
            self.jump(last[2] if last[1] else last[3], passed, within)
        elif last[0] == "branch":
            w.line(f"if {w.expr(last[1])}:")
            with w.indent():
                self.jump(last[2], passed, within)
            self.jump(last[3], passed, within)
        else:
            w.line(f"v[0] = {-1 if last[0] == 'over' else number}")
            w.line(f"return -1, {(*passed,)}")

    def jump(self, target: int, passed: list[int], within: tuple[int, ...]) -> None:
        """Write a jump to a block: the block itself, or a return of its number."""
        w, node = self.w, self.w.node
        if self.may_stand_here(target, within):
            self.run(target, passed, within)
        else:
            w.line(f"return {target}, {(*passed,)}")
            self.waiting.append(target)
        w.node = node

    def may_stand_here(self, target: int, within: tuple[int, ...]) -> bool:
        """Whether a block can be written in place of a jump to it: only small ones, and none inside itself."""
        if self.w.events or target in within or len(within) > MOST_WITHIN:
            return False
        return self.ways[target] == 1 or trees.size(self.bodies[target]) <= SMALL

    def site(self, site: ir.Site) -> None:
        w = self.w
        w.define(f"def o{site.number}(v, z, seat):")
        w.node = site.node
        w.line(f"# {site.words}")
        w.line(f"return {options(w, self.improve(site.options))}")
        w.define(f"def s{site.number}(v, z):")
        w.line(f"return {w.expr(site.seat) if site.group < 0 else -1}")
        w.define(f"def a{site.number}(S, v, z, option, seat):")
        w.node = site.node
        for number, entry in enumerate(site.entries):
            last = number == len(site.entries) - 1
            if not last:
                w.line(f"if option < {entry.base + entry.count}:")
            with w.indent(0 if last else 1):
                take_option(w, entry, entry.apply)
                self.jump(self.leads.get(entry.target, entry.target), [], ())


def payoffs(w: Writer) -> None:
    """Write the function of all seats' payoffs, as State.payoffs defines them; common parts are computed once."""
    w.define("def payoffs(v, z):")
    program, names = w.program, list[int]()
    if program.payoff:
        give(w, outcome.of_each_seat(program.payoff, program, names, lambda items: items))
        return
    w.line("if v[0] >= 0:")
    w.line(f"{INDENT}return {[0.0] * program.players}")
    w.line(f"return {shares_of(w, outcome.winners(program, names))}")


def entry_nodes(program: ir.Program) -> dict[int, int]:
    """The step that runs at the beginning of each block, as far as the control flow determines it."""
    found: dict[int, int] = {0: -1}
    waiting = [0]
    while waiting:
        number = waiting.pop(0)
        block = program.blocks[number]
        node = found[number] = block.node if block.node >= 0 else found[number]
        for stmt in block.body:
            node = stmt[2] if stmt[0] == "emit" else node
        last = block.body[-1]
        after = [(target, node) for target in ir.targets(block.body)]
        if last[0] in ("ask", "together"):
            numbers = [last[1]] if last[0] == "ask" else program.groups[last[1]].sites
            entries = [(site.node, entry) for site in map(program.sites.__getitem__, numbers) for entry in site.entries]
            after = [(entry.target, entry.node if entry.node >= 0 else own) for own, entry in entries]
        for target, at in after:
            if target not in found:
                found[target] = at
                waiting.append(target)
    return found


def compile_program(program: ir.Program, events: bool) -> Code:
    """Compile a program to functions; with `events` they also append to S.events."""
    writing = Blocks(program, events)
    writing.module()
    writer = writing.w
    source, nodes = text_of(writer.lines)
    names = constants(writer)
    exec(compile(source, filename(program), "exec"), names)
    count = range(len(program.sites))
    blocks = {int(name[1:]): f for name, f in names.items() if re.fullmatch(r"b\d+", name)}
    return Code(
        source,
        nodes,
        blocks,
        [names[f"o{i}"] for i in count],
        [names[f"s{i}"] for i in count],
        [names[f"a{i}"] for i in count],
        {name: names[label] for name, label in writer.functions.items()},
        names,
        {
            block.number: (program.sites[site], names[f"s{site}"], names[f"o{site}"])
            for block in program.blocks
            for op, site, *_ in [(*block.body[-1], -1)]
            if op == "ask"
        },
        {b.number: program.groups[b.body[-1][1]] for b in program.blocks if b.body[-1][0] == "together"},
        len(program.ints),
        [slot.start for slot in program.lists],
    )


def text_of(lines: list[Line]) -> tuple[str, dict[int, int]]:
    """The source text, and the step that each of its lines belongs to."""
    source = "".join(f"{INDENT * depth}{text}\n" for depth, text, _ in lines)
    return source, {number: node for number, (_, _, node) in enumerate(lines, 1) if node >= 0}


def constants(writer: Writer) -> dict[str, Any]:
    """The values of the names that generated source reads."""
    program = writer.program
    names = dict(RUNTIME)
    names |= {
        writer.tables[name]: tuple(list(cell) if isinstance(cell, list) else cell for cell in cells)
        for name, cells in program.tables.items()
    }
    names["SEGMENTS"] = tuple(slot.segments for slot in program.lists)
    names["MARKS"] = tuple(slot.groups for slot in program.lists)
    return names


def filename(program: ir.Program) -> str:
    """The name under which generated code appears in a traceback."""
    return f"<generated from {program.ruleset} for {program.players} players>"
