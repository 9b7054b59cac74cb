"""Intermediate representation -> Python source -> functions. The source is to be read: `show --python` prints it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..base.errors import GameError
from ..program import ir
from . import outcome, runtime
from .expressions import INDENT, LONG_TUPLE, Line
from .passes import block_passes, improve
from .statements import Statements

RUNTIME: dict[str, Any] = {
    function.__name__: function
    for function in (
        runtime.draw,
        runtime.take,
        runtime.put,
        runtime.pour,
        runtime.shuffle,
        runtime.divide,
        runtime.rotate,
        runtime.looks,
        runtime.distinct,
        runtime.find,
        runtime.take_marked,
        runtime.take_any,
        runtime.put_marked,
        runtime.put_any,
        runtime.draw_any,
        runtime.pour_any,
        runtime.shuffle_any,
        runtime.new_group,
        runtime.groups,
        runtime.group,
        runtime.splits,
    )
}
RUNTIME |= {"top_card": runtime.top, "bottom_card": runtime.bottom, "GameError": GameError}
# ROUND[n][skip][x]: the numbers below n in order from x on, without x if skip is 1; for x = -1 all of them
RUNTIME["ROUND"] = tuple(
    tuple(tuple(runtime.rotate(list(range(n)), x, skip) for x in (*range(n), -1)) for skip in (0, 1))
    for n in range(LONG_TUPLE + 1)
)


@dataclass(slots=True)
class Code:
    """The compiled game. blocks[n](S, v, z) -> next block or -1 at a stop; the others by site number.

    options(v, z, seat) -> option numbers; seats(v, z) -> seat; applies(S, v, z, option, seat) -> block.
    """

    source: str
    lines: dict[int, int]
    blocks: dict[int, Callable[..., int]] = field(default_factory=dict)
    options: list[Callable[..., list[int]]] = field(default_factory=list)
    seats: list[Callable[..., int]] = field(default_factory=list)
    applies: list[Callable[..., int]] = field(default_factory=list)
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    asks: dict[int, int] = field(default_factory=dict)  # the site of each block at which one seat decides


class Writer(Statements):
    """Writes a program as one function a block, to be stopped at every decision."""

    def __init__(self, program: ir.Program, events: bool) -> None:
        super().__init__(program, events)
        self.leads: dict[int, int] = {}
        self.improve: Callable[[Any], Any] = (lambda e: e) if events else improve.improve(program)
        self.entered = entry_nodes(program)
        self.taken: list[int] = []

    def module(self) -> None:
        p = self.program
        self.line(repr(f"{p.game} for {p.players} players, generated from {p.ruleset}."))
        self.line("")
        for number, slot in enumerate(p.ints):
            self.line(f"# v[{number}] {slot.name}: {slot.low}..{slot.high}")
        for number, listed in enumerate(p.lists):
            kind = f": {listed.kind} of {listed.component}" if listed.component else ""
            self.line(f"# z[{number}] {listed.name}{kind}")
        for name, function in p.functions.items():
            self.function(name, ir.Function(name, function.params, self.improve(function.body)))
        self.payoffs()
        for number, body in self.blocks().items():
            self.block(number, body)
        for site in p.sites:
            self.site(site)

    def payoffs(self) -> None:
        """The payoffs of all seats, what they have in common worked out once: State.payoffs says which they are."""
        self.define("def payoffs(v, z):")
        players = self.program.players
        if self.program.payoff:
            self.give(outcome.of_each_seat(self.program.payoff, self.program, self.taken, lambda items: items))
            return
        self.line("if v[0] >= 0:")
        self.line(f"{INDENT}return {[0.0] * players}")
        self.line(f"return {self.shares_of(outcome.winners(self.program, self.taken))}")

    def blocks(self) -> dict[int, list[ir.Stmt]]:
        if self.events:
            return {block.number: block.body for block in self.program.blocks}
        blocks, self.leads = block_passes.thread(self.program)
        return {number: block_passes.silent(body, self.program) for number, body in blocks.items()}

    def block(self, number: int, body: list[ir.Stmt]) -> None:
        node = self.program.blocks[number].node
        self.define(f"def b{number}(S, v, z):")
        self.node = self.entered.get(number, -1)
        if node >= 0:
            self.line(f"# {self.program.nodes[node].words}")
        for stmt in body[:-1]:
            self.stmt(self.improve(stmt))
        self.terminator(number, self.improve(body[-1]))

    def terminator(self, number: int, stmt: ir.Stmt) -> None:
        op = stmt[0]
        if op == "goto":
            self.line(f"return {stmt[1]}")
        elif op == "branch":
            test = self.expr(stmt[1])
            self.line(f"return {stmt[2]} if {test} else {stmt[3]}")
        else:
            self.line(f"v[0] = {-1 if op == 'over' else number}")
            self.line("return -1")

    def site(self, site: ir.Site) -> None:
        self.define(f"def o{site.number}(v, z, seat):")
        self.node = site.node
        self.line(f"# {site.words}")
        self.line(f"return {self.options(self.improve(site.options))}")
        self.define(f"def s{site.number}(v, z):")
        self.line(f"return {self.expr(site.seat) if site.group < 0 else -1}")
        self.define(f"def a{site.number}(S, v, z, option, seat):")
        self.node = site.node
        for number, entry in enumerate(site.entries):
            last = number == len(site.entries) - 1
            if not last:
                self.line(f"if option < {entry.base + entry.count}:")
            self.depth = 1 if last else 2
            self.entry(entry)
            self.line(f"return {self.leads.get(entry.target, entry.target)}")
            self.depth = 1


def entry_nodes(program: ir.Program) -> dict[int, int]:
    """The step that runs where each block begins, as far as the flow tells."""
    found: dict[int, int] = {0: -1}
    waiting = [0]
    while waiting:
        number = waiting.pop(0)
        block = program.blocks[number]
        node = found[number] = block.node if block.node >= 0 else found[number]
        for stmt in block.body:
            node = stmt[2] if stmt[0] == "emit" else node
        last = block.body[-1]
        after = [(target, node) for target in block_passes.targets(block.body)]
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
    """The functions of a program; with `events` they also append to S.events."""
    writer = Writer(program, events)
    writer.module()
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
        {block.number: block.body[-1][1] for block in program.blocks if block.body[-1][0] == "ask"},
    )


def compile_expression(
    program: ir.Program, expr: Any, params: str, functions: dict[str, ir.Function], names: dict[str, Any]
) -> Callable[..., Any]:
    """A function of v, z and these parameters that gives the expression's value; `functions` are those it needs."""
    writer = Statements(program, False)
    for name, function in functions.items():
        writer.function(name, function)
    writer.define(f"def asked(v, z{params}):")
    writer.give(expr)
    names = constants(writer) | names
    exec(compile(text_of(writer.lines)[0], "<condition>", "exec"), names)
    found: Callable[..., Any] = names["asked"]
    return found


def text_of(lines: list[Line]) -> tuple[str, dict[int, int]]:
    """The source, and for each of its lines the step it belongs to."""
    source = "".join(f"{INDENT * depth}{text}\n" for depth, text, _ in lines)
    return source, {number: node for number, (_, _, node) in enumerate(lines, 1) if node >= 0}


def constants(writer: Statements) -> dict[str, Any]:
    """The names that generated source reads."""
    program = writer.program
    names = dict(RUNTIME)
    names |= {
        writer.tables[name]: tuple(list(cell) if isinstance(cell, list) else cell for cell in cells)
        for name, cells in program.tables.items()
    }
    names["SEGMENTS"] = tuple(writer.segments)
    names["MARKS"] = tuple(slot.groups for slot in program.lists)
    return names


def filename(program: ir.Program) -> str:
    """The name under which generated code appears in a traceback."""
    return f"<generated from {program.ruleset} for {program.players} players>"
