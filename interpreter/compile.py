"""Intermediate representation -> Python source -> functions. The source is to be read: `show --python` prints it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import ir, passes, runtime
from .errors import GameError
from .streams import index_source, step_source

CONTROL = re.compile(r"[\x00-\x1f]")
INDENT = "    "
INFIX = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
TRUTHS = {"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "any", "every", "in"}
RUNTIME = {
    name: getattr(runtime, name)
    for name in (
        "draw",
        "take",
        "put",
        "pour",
        "shuffle",
        "within",
        "need",
        "cell",
        "divide",
        "rotate",
        "best",
        "looks",
        "distinct",
        "find",
        "take_marked",
        "take_any",
        "put_marked",
        "put_any",
        "draw_any",
        "pour_any",
        "shuffle_any",
        "new_group",
        "groups",
        "group",
        "splits",
    )
}
RUNTIME |= {"top_card": runtime.top, "bottom_card": runtime.bottom, "GameError": GameError}


@dataclass(slots=True)
class Code:
    """The compiled game. blocks[n](S, v, z) -> next block or -1 at a stop; the others by site number.

    options(S, v, z, seat) -> option numbers; seats(S, v, z) -> seat; applies(S, v, z, option, seat) -> block.
    """

    source: str
    lines: dict[int, int]
    blocks: dict[int, Callable[..., int]] = field(default_factory=dict)
    options: list[Callable[..., list[int]]] = field(default_factory=list)
    seats: list[Callable[..., int]] = field(default_factory=list)
    applies: list[Callable[..., int]] = field(default_factory=list)
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)


class Writer:
    """Writes the source of one program; events: whether log events are written too."""

    def __init__(self, program: ir.Program, events: bool) -> None:
        self.program, self.events = program, events
        self.lines: list[str] = []
        self.nodes: dict[int, int] = {}
        self.node = -1
        self.tables = {name: f"T_{_identifier(name)}" for name in program.tables}
        self.functions = {name: f"f_{_identifier(name)}" for name in program.functions}
        self.leads: dict[int, int] = {}
        self.known: dict[str, Any] = {}
        self.improve: Callable[[Any], Any] = (lambda e: e) if events else passes.improve(program)
        self.segments = [slot.segments for slot in program.lists]
        self.entered = entry_nodes(program)

    def line(self, depth: int, text: str) -> None:
        # comments hold a designer's words, in which a line break would begin a line of program
        self.lines.append(INDENT * depth + CONTROL.sub(" ", text))
        if self.node >= 0:
            self.nodes[len(self.lines)] = self.node

    # -- the whole

    def module(self) -> str:
        p = self.program
        self.line(0, repr(f"{p.game} for {p.players} players, generated from {p.ruleset}."))
        self.line(0, "")
        for number, slot in enumerate(p.ints):
            self.line(0, f"# v[{number}] {slot.name}: {slot.low}..{slot.high}")
        for number, listed in enumerate(p.lists):
            self.line(
                0,
                f"# z[{number}] {listed.name}" + (f": {listed.kind} of {listed.component}" if listed.component else ""),
            )
        for name, function in p.functions.items():
            self.function(name, function)
        for number, body in self.blocks().items():
            self.block(number, body)
        for site in p.sites:
            self.site(site)
        return "\n".join(self.lines) + "\n"

    def blocks(self) -> dict[int, list[ir.Stmt]]:
        if self.events:
            return {block.number: block.body for block in self.program.blocks}
        blocks, self.leads = passes.thread(self.program)
        return {number: passes.silent(body, self.program) for number, body in blocks.items()}

    def define(self, header: str) -> None:
        self.line(0, "")
        self.line(0, "")
        self.line(0, header)

    def function(self, name: str, function: ir.Function) -> None:
        self.define(f"def {self.functions[name]}(S, v, z{''.join(', ' + p for p in function.params)}):")
        self.line(1, f"# {name}")
        self.line(1, f"return {self.expr(self.improve(function.body))}")

    def block(self, number: int, body: list[ir.Stmt]) -> None:
        node = self.program.blocks[number].node
        self.node = self.entered.get(number, -1)
        self.define(f"def b{number}(S, v, z):")
        if node >= 0:
            self.line(1, f"# {self.program.nodes[node].words}")
        for stmt in body[:-1]:
            self.stmt(1, self.improve(stmt))
        self.terminator(number, self.improve(body[-1]))

    def terminator(self, number: int, stmt: ir.Stmt) -> None:
        op = stmt[0]
        if op == "goto":
            self.line(1, f"return {stmt[1]}")
        elif op == "branch":
            self.line(1, f"return {stmt[2]} if {self.expr(stmt[1])} else {stmt[3]}")
        elif op == "over":
            self.line(1, "v[0] = -1")
            self.line(1, "return -1")
        else:
            self.line(1, f"v[0] = {number}")
            self.line(1, "return -1")

    def site(self, site: ir.Site) -> None:
        self.node = site.node
        self.define(f"def o{site.number}(S, v, z, seat):")
        self.line(1, f"# {site.words}")
        self.options(self.improve(site.options))
        self.define(f"def s{site.number}(S, v, z):")
        self.line(1, f"return {self.expr(site.seat) if site.group < 0 else -1}")
        self.define(f"def a{site.number}(S, v, z, option, seat):")
        for number, entry in enumerate(site.entries):
            last = number == len(site.entries) - 1
            if not last:
                self.line(1, f"if option < {entry.base + entry.count}:")
            depth = 1 if last else 2
            if passes.uses(entry.apply, "x"):
                offset = entry.base - entry.low
                self.line(
                    depth,
                    "x = option"
                    if offset == 0
                    else f"x = option - {offset}"
                    if offset > 0
                    else f"x = option + {-offset}",
                )
            for stmt in entry.apply:
                self.stmt(depth, stmt)
            self.line(depth, f"return {self.leads.get(entry.target, entry.target)}")

    def options(self, stmts: list[ir.Stmt]) -> None:
        """One comprehension where the options are simple, else a list filled step by step."""
        if len(stmts) == 1 and (simple := self.comprehension(stmts[0])):
            self.line(1, f"return {simple}")
            return
        if len(stmts) == 2 and stmts[1][0] == "option" and (simple := self.comprehension(stmts[0])):
            self.line(1, f"options = {simple}")
            self.line(1, f"options.append({self.expr(stmts[1][1])})")
            self.line(1, "return options")
            return
        self.line(1, "options = []")
        for stmt in stmts:
            self.stmt(1, stmt)
        self.line(1, "return options")

    def comprehension(self, stmt: ir.Stmt) -> str:
        if stmt[0] != "for" or len(stmt[3]) != 1 or stmt[3][0][0] != "option":
            return ""
        register, source, value = stmt[1], stmt[2], stmt[3][0][1]
        if value == register:
            return self.listed(source)
        if isinstance(source, list) and source[0] == "filter":
            number = self.expr(passes.replace(value, register, source[1]))
            return f"[{number} for {source[1]} in {self.items(source[2])} if {self.expr(source[3])}]"
        return f"[{self.expr(value)} for {register} in {self.items(source)}]"

    # -- statements

    def stmt(self, depth: int, stmt: ir.Stmt) -> None:
        getattr(self, "_" + stmt[0].replace(" ", "_"))(depth, *stmt[1:])

    def body(self, depth: int, stmts: list[ir.Stmt]) -> None:
        node = self.node
        for stmt in stmts:
            self.stmt(depth, stmt)
        self.node = node
        if not stmts:
            self.line(depth, "pass")

    def _let(self, depth: int, register: str, value: Any) -> None:
        self.known[register] = value
        self.line(depth, f"{register} = {self.listed_or_number(value)}")

    def listed_or_number(self, value: Any) -> str:
        return self.listed(value) if self.is_list(value) else self.number(value)

    def is_list(self, e: Any) -> bool:
        """True for an expression whose value is a list."""
        return isinstance(e, list) and (e[0] in LISTS or any(self.is_list(x) for x in self.results(e)))

    def is_truth(self, e: Any) -> bool:
        """True for an expression that Python may give as a bool."""
        return isinstance(e, list) and (e[0] in TRUTHS or any(self.is_truth(x) for x in self.results(e)))

    def results(self, e: list[Any]) -> list[Any]:
        """The expressions one of which is the value of this one."""
        if e[0] == "if":
            return [e[2], e[3]]
        if e[0] == "let":
            return [e[3]]
        return [self.program.functions[e[1]].body] if e[0] == "call" else []

    def slot(self, base: int, index: Any) -> str:
        if isinstance(index, int):
            return f"v[{base + index}]"
        return f"v[{self.expr(index)}]" if base == 0 else f"v[{base} + {self.expr(index)}]"

    def _set(self, depth: int, base: int, index: Any, value: Any) -> None:
        place = self.slot(base, index)
        same = ["var", base] if index == 0 else ["var", base, index]
        if isinstance(value, list) and value[0] in ("add", "sub") and value[1] == same:
            self.line(depth, f"{place} {'+' if value[0] == 'add' else '-'}= {self.expr(value[2])}")
        else:
            self.line(depth, f"{place} = {self.number(value)}")

    def number(self, value: Any) -> str:
        """An expression whose value must be an int in the state, not a bool."""
        text = self.expr(value)
        return f"+({text})" if self.is_truth(value) else text

    def _store(self, depth: int, slot: int, value: Any) -> None:
        self.line(depth, f"z[{slot}] = {self.listed(value)}")

    def _append(self, depth: int, slot: Any, value: Any) -> None:
        self.line(depth, f"z[{self.expr(slot)}].append({self.number(value)})")

    def _remove(self, depth: int, slot: Any, value: Any) -> None:
        self.line(depth, f"z[{self.expr(slot)}].remove({self.expr(value)})")

    def _if(self, depth: int, condition: Any, yes: list[ir.Stmt], no: list[ir.Stmt]) -> None:
        if not yes:
            self.line(depth, f"if not ({self.expr(condition)}):")
            self.body(depth + 1, no)
            return
        self.line(depth, f"if {self.expr(condition)}:")
        self.body(depth + 1, yes)
        if no:
            self.line(depth, "else:")
            self.body(depth + 1, no)

    def _for(self, depth: int, register: str, source: Any, body: list[ir.Stmt]) -> None:
        changing = any(stmt[0] not in ("let", "set", "emit", "option", "fail") for stmt in body)
        text = self.listed(source) if changing else self.items(source)
        self.line(depth, f"for {register} in {text}:")
        self.body(depth + 1, body)

    def _while(self, depth: int, condition: Any, body: list[ir.Stmt], message: int) -> None:
        guard = f"passes__{len(self.lines)}"
        self.line(depth, f"{guard} = 0")
        self.line(depth, f"while {self.expr(condition)}:")
        self.line(depth + 1, f"if {guard} >= {ir.MOST_PASSES}:")
        self.line(depth + 2, f"raise GameError({self.text(message)}, {self.node})")
        self.line(depth + 1, f"{guard} += 1")
        self.body(depth + 1, body)

    def text(self, message: int) -> str:
        return repr(self.program.messages[message]) if self.program.messages else repr("")

    def zone(self, z: Any) -> tuple[str, str]:
        """The zone's list and its unordered parts, as Python."""
        if isinstance(z, int):
            if self.program.lists[z].settled:
                return f"z[{z}]", "[]"
            part = self.segments[z]
            return f"z[{z}]", f"z[{part}]" if part >= 0 else "None"
        kinds = self.family(z)
        if kinds in ("set", "settled"):
            return f"z[{self.expr(z)}]", "None" if kinds == "set" else "[]"
        return f"z[{self.expr(z)}]", f"(z[SEGMENTS[{self.expr(z)}]] if SEGMENTS[{self.expr(z)}] >= 0 else None)"

    def family(self, z: Any) -> str:
        """set, pile or settled where all zones of a numbered family are of that kind, else nothing."""
        base = self.base(z)
        slot = self.program.lists[base] if base > 0 else None
        return "" if slot is None else "settled" if slot.settled else slot.kind

    def base(self, z: Any) -> int:
        """The first zone of the family that a zone's number belongs to, -1 if that is not known."""
        if isinstance(z, str):
            z = self.known.get(z)
        if isinstance(z, list) and z[0] == "add" and isinstance(z[2], int) and z[2] < self.program.zones:
            return z[2]
        return z if isinstance(z, int) else -1

    def _put(self, depth: int, card: Any, z: Any, where: str, depth_below: Any) -> None:
        zone, parts = self.zone(z)
        marks = self.marks(z)
        if marks:
            self.line(depth, f"put_marked({zone}, {marks}, {self.expr(card)}, {where!r}, {self.expr(depth_below)})")
        elif self.may_have_groups(z):
            what = f"{self.expr(card)}, {where!r}, {self.expr(depth_below)}"
            self.line(depth, f"put_any(S, {self.expr(z)}, SEGMENTS, MARKS, {what})")
        elif where == "top":
            self.line(depth, f"{zone}.append({self.expr(card)})")
        else:
            self.line(depth, f"put(S, {zone}, {parts}, {self.expr(card)}, {where!r}, {self.expr(depth_below)})")

    def _take(self, depth: int, card: Any, z: Any) -> None:
        zone, parts = self.zone(z)
        if marks := self.marks(z):
            self.line(depth, f"take_marked({zone}, {marks}, {self.expr(card)})")
        elif self.may_have_groups(z):
            self.line(depth, f"take_any(z, {self.expr(z)}, SEGMENTS, MARKS, {self.expr(card)})")
        elif parts in ("None", "[]"):
            self.line(depth, f"{zone}.remove({self.expr(card)})")
        else:
            self.line(depth, f"take({zone}, {parts}, {self.expr(card)})")

    def marks(self, z: Any) -> str:
        """The list of group numbers of a zone with groups, as Python."""
        if isinstance(z, int):
            found = self.program.lists[z].groups
            return f"z[{found}]" if found >= 0 else ""
        base = self.base(z)
        if base > 0 and self.program.lists[base].groups >= 0:
            return f"z[MARKS[{self.expr(z)}]]"
        return ""

    def may_have_groups(self, z: Any) -> bool:
        """True for a zone with groups, or of an unknown family where some zone has groups."""
        if isinstance(z, int):
            return self.program.lists[z].groups >= 0
        base = self.base(z)
        slots = self.program.lists[base : base + 1] if base > 0 else self.program.lists
        return any(slot.groups >= 0 for slot in slots)

    def _new_group(self, depth: int, register: str, z: Any) -> None:
        self.line(depth, f"{register} = new_group(z[MARKS[{self.expr(z)}]])")

    def _find(self, depth: int, register: str, card: Any) -> None:
        self.line(depth, f"{register} = find(z, {self.program.zones}, {self.expr(card)})")

    def _draw(self, depth: int, register: str, z: Any) -> None:
        if self.may_have_groups(z):
            self.line(depth, f"{register} = draw_any(S, {self.expr(z)}, SEGMENTS, MARKS, 'there is no card to draw')")
            return
        zone, parts = self.zone(z)
        drawn = "S.draw(" if self.events else "draw(S, "
        self.line(depth, f"{register} = {drawn}{zone}, {parts}, 'there is no card to draw')")

    def _pour(self, depth: int, a: Any, b: Any) -> None:
        if self.may_have_groups(a) or self.may_have_groups(b):
            self.line(depth, f"pour_any(z, {self.expr(a)}, {self.expr(b)}, SEGMENTS, MARKS)")
            return
        self.line(depth, f"pour({', '.join(self.zone(a))}, {', '.join(self.zone(b))})")

    def _shuffle(self, depth: int, z: Any) -> None:
        if self.may_have_groups(z):
            self.line(depth, f"shuffle_any(z, {self.expr(z)}, SEGMENTS, MARKS)")
            return
        self.line(depth, f"shuffle({', '.join(self.zone(z))})")

    def _chance(self, depth: int, register: str, n: Any) -> None:
        listed = self.events and isinstance(n, list) and n[0] == "len"
        self.line(
            depth, f"{register} = S.pick({self.expr(n[1])})" if listed else f"{register} = S.chance({self.expr(n)})"
        )

    def _option(self, depth: int, value: Any) -> None:
        self.line(depth, f"options.append({self.expr(value)})")

    def _emit(self, depth: int, kind: str, node: int, *args: Any) -> None:
        self.node = node
        if self.events:
            parts = "".join(
                ", "
                + (
                    repr(a)
                    if a in ("top", "bottom", "below", "random", "random below", "group")
                    else self.event_value(a)
                )
                for a in args
            )
            self.line(depth, f"S.events.append(({kind!r}, {node}{parts}))")

    def event_value(self, value: Any) -> str:
        return f"tuple({self.items(value)})" if self.is_list(value) else self.number(value)

    def _fail(self, depth: int, message: int) -> None:
        self.line(depth, f"raise GameError({self.text(message)}, {self.node})")

    # -- expressions

    def items(self, e: Any) -> str:
        """A list expression to go through once."""
        if isinstance(e, list):
            if e[0] == "range":
                return f"range({self.expr(e[1])}, {self.expr(_more(e[2]))})"
            if e[0] == "items":
                return f"({''.join(self.expr(x) + ', ' for x in e[1:])})"
        return self.expr(e)

    def listed(self, e: Any) -> str:
        """A list expression as a list of its own."""
        if isinstance(e, str):
            return f"{e}[:]"
        if e[0] == "cards":
            return f"z[{self.expr(e[1])}][:]"
        if e[0] == "range":
            return (
                f"list({self.items(e)})"
                if not (isinstance(e[1], int) and isinstance(e[2], int))
                else repr(list(range(e[1], e[2] + 1)))
            )
        return self.expr(e) if e[0] in FRESH else f"list({self.expr(e)})"

    def expr(self, e: Any) -> str:
        if isinstance(e, int):
            return str(e) if e >= 0 else f"({e})"
        if isinstance(e, str):
            return e
        op = e[0]
        if op in INFIX:
            return f"({self.expr(e[1])} {INFIX[op]} {self.expr(e[2])})"
        return str(getattr(self, "e_" + op)(*e[1:]))

    def e_var(self, base: int, index: Any = 0) -> str:
        return self.slot(base, index)

    def e_cards(self, z: Any) -> str:
        return f"z[{self.expr(z)}]"

    def e_size(self, z: Any) -> str:
        return f"len(z[{self.expr(z)}])"

    def e_top(self, z: Any) -> str:
        zone, parts = self.zone(z)
        if parts in ("None", "[]"):
            return f"({zone}[-1] if {zone} else -1)"
        return f"top_card({zone}, {parts}, 'nobody knows the top card of a shuffled pile')"

    def e_bottom(self, z: Any) -> str:
        zone, parts = self.zone(z)
        if parts in ("None", "[]"):
            return f"({zone}[0] if {zone} else -1)"
        return f"bottom_card({zone}, {parts}, 'nobody knows the bottom card of a shuffled pile')"

    def e_table(self, name: str, index: Any) -> str:
        return f"{self.tables[name]}[{self.expr(index)}]"

    def e_cell(self, name: str, index: Any, message: int) -> str:
        return f"cell({self.tables[name]}, {self.expr(index)}, {ir.NO_NUMBER}, {self.text(message)})"

    def e_row(self, name: str, index: Any) -> str:
        return f"cell({self.tables[name]}, {self.expr(index)}, None, 'a table has no such row')"

    def e_call(self, name: str, *args: Any) -> str:
        return f"{self.functions[name]}(S, v, z{''.join(', ' + self.expr(a) for a in args)})"

    def e_neg(self, a: Any) -> str:
        return f"(-{self.expr(a)})"

    def e_not(self, a: Any) -> str:
        return f"(not {self.expr(a)})"

    def e_div_down(self, a: Any, b: Any, message: int) -> str:
        return self.divide("div_down", a, b, message)

    def e_div_up(self, a: Any, b: Any, message: int) -> str:
        return self.divide("div_up", a, b, message)

    def e_mod(self, a: Any, b: Any, message: int) -> str:
        return self.divide("mod", a, b, message)

    def divide(self, op: str, a: Any, b: Any, message: int) -> str:
        if (
            isinstance(b, int)
            and b != 0
            or (isinstance(b, list) and b[0] == "most" and isinstance(b[2], int) and b[2] > 0)
        ):
            x, y = self.expr(a), self.expr(b)
            return {"div_down": f"({x} // {y})", "div_up": f"(-(-{x} // {y}))", "mod": f"({x} % {y})"}[op]
        return f"divide({op!r}, {self.expr(a)}, {self.expr(b)}, {self.text(message)})"

    def e_and(self, *parts: Any) -> str:
        return f"({' and '.join(self.expr(x) for x in parts)})"

    def e_or(self, *parts: Any) -> str:
        return f"({' or '.join(self.expr(x) for x in parts)})"

    def e_if(self, condition: Any, a: Any, b: Any) -> str:
        return f"({self.expr(a)} if {self.expr(condition)} else {self.expr(b)})"

    def e_least(self, a: Any, b: Any) -> str:
        return f"min({self.expr(a)}, {self.expr(b)})"

    def e_most(self, a: Any, b: Any) -> str:
        return f"max({self.expr(a)}, {self.expr(b)})"

    def e_need(self, a: Any, none: int, message: int) -> str:
        return f"need({self.expr(a)}, {none}, {self.text(message)})"

    def e_within(self, a: Any, low: int, high: int, message: int) -> str:
        return f"within({self.expr(a)}, {low}, {high}, {self.text(message)})"

    def e_items(self, *items: Any) -> str:
        return f"[{', '.join(self.expr(x) for x in items)}]"

    def e_range(self, a: Any, b: Any) -> str:
        return f"list({self.items(['range', a, b])})"

    def e_join(self, a: Any, b: Any) -> str:
        return f"[*{self.items(a)}, *{self.items(b)}]"

    def e_without(self, a: Any, b: Any) -> str:
        name = f"i{len(self.lines)}"
        gone = self.expr(b)
        return f"[{name} for {name} in {self.items(a)} if {name} not in {gone}]"

    def e_from(self, a: Any, x: Any) -> str:
        return f"rotate({self.listed(a)}, {self.expr(x)}, 0)"

    def e_after(self, a: Any, x: Any) -> str:
        return f"rotate({self.listed(a)}, {self.expr(x)}, 1)"

    def e_in(self, x: Any, a: Any) -> str:
        return f"({self.expr(x)} in {self.items(a)})"

    def e_len(self, a: Any) -> str:
        return f"len({self.items(a)})"

    def e_nth(self, a: Any, i: Any, none: int) -> str:
        if isinstance(a, str) or (isinstance(a, list) and a[0] == "cards"):
            listed, at = self.expr(a), self.expr(i)
            if isinstance(i, int | str) or i[0] == "var":
                return f"({listed}[{at}] if 0 <= {at} < len({listed}) else {none})"
        return f"(lambda a, i: a[i] if 0 <= i < len(a) else {none})({self.items(a)}, {self.expr(i)})"

    def e_first(self, a: Any, none: int) -> str:
        return f"next(iter({self.items(a)}), {none})"

    def e_last(self, a: Any, none: int) -> str:
        return f"next(reversed({self.items(a)}), {none})"

    def e_reversed(self, a: Any) -> str:
        return f"{self.listed(a)}[::-1]"

    def e_distinct(self, a: Any) -> str:
        return f"distinct({self.items(a)})"

    def e_sorted(self, a: Any) -> str:
        return f"sorted({self.items(a)})"

    def e_sum(self, a: Any) -> str:
        return f"sum({self.items(a)})"

    def e_min(self, a: Any, none: int) -> str:
        return f"min({self.items(a)}, default={none})"

    def e_max(self, a: Any, none: int) -> str:
        return f"max({self.items(a)}, default={none})"

    def e_map(self, register: str, a: Any, body: Any) -> str:
        return f"[{self.expr(body)} for {register} in {self.items(a)}]"

    def e_filter(self, register: str, a: Any, condition: Any) -> str:
        return f"[{register} for {register} in {self.items(a)} if {self.expr(condition)}]"

    def e_gather(self, register: str, a: Any, body: Any) -> str:
        inner = f"i{len(self.lines)}_{register}"
        return f"[{inner} for {register} in {self.items(a)} for {inner} in {self.items(body)}]"

    def e_any(self, register: str, a: Any, condition: Any) -> str:
        return f"any({self.expr(condition)} for {register} in {self.items(a)})"

    def e_every(self, register: str, a: Any, condition: Any) -> str:
        return f"all({self.expr(condition)} for {register} in {self.items(a)})"

    def e_count(self, register: str, a: Any, condition: Any) -> str:
        return f"len([1 for {register} in {self.items(a)} if {self.expr(condition)}])"

    def e_best(self, register: str, a: Any, key: Any, most: int) -> str:
        name = f"i{len(self.lines)}_{register}"
        if isinstance(a, str) or a[0] in ("cards", "range", "items"):
            items = self.listed(a) if not isinstance(a, str) else a
            return f"best({items}, [{self.expr(key)} for {register} in {self.items(a)}], {most})"
        return f"(lambda {name}: best({name}, [{self.expr(key)} for {register} in {name}], {most}))({self.listed(a)})"

    def e_looks(self, a: Any) -> str:
        return f"looks({self.items(a)}, {self.tables['look']})"

    def e_head(self, a: Any, n: Any) -> str:
        return f"{self.listed(a)}[: max(0, {self.expr(n)})]"

    def e_splits(self, a: Any, n: Any) -> str:
        return f"splits({self.items(a)}, {self.expr(n)})"

    def e_groups(self, z: Any) -> str:
        return f"groups(z, {self.expr(z)}, MARKS)"

    def e_group(self, g: Any) -> str:
        return f"group(z, {self.expr(g)}, MARKS)"

    def e_by(self, register: str, a: Any, key: Any) -> str:
        return f"sorted({self.items(a)}, key=lambda {register}: {self.expr(key)})"

    def e_let(self, register: str, a: Any, body: Any) -> str:
        once = passes.uses(body, register) <= 1 and not register.startswith(passes.HOISTED)
        if once and passes.is_safe(a, self.program):
            return self.expr(passes.replace(body, register, a))
        return f"(lambda {register}: {self.expr(body)})({self.listed_or_number(a)})"


LISTS = frozenset(
    (
        "items",
        "range",
        "join",
        "without",
        "from",
        "after",
        "reversed",
        "distinct",
        "sorted",
        "map",
        "filter",
        "gather",
        "best",
        "by",
        "looks",
        "cards",
        "row",
        "head",
        "splits",
        "groups",
        "group",
    )
)


FRESH = LISTS - {"row", "cards"}


def _more(e: Any) -> Any:
    return e + 1 if isinstance(e, int) else ["add", e, 1]


def _identifier(name: str) -> str:
    return re.sub(r"\W", "_", name)


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
        after = [(target, node) for target in passes.targets(block.body)]
        if last[0] in ("ask", "together"):
            numbers = [last[1]] if last[0] == "ask" else program.groups[last[1]].sites
            entries = [(site.node, entry) for site in map(program.sites.__getitem__, numbers) for entry in site.entries]
            after = [(entry.target, entry.node if entry.node >= 0 else own) for own, entry in entries]
        for target, at in after:
            if target not in found:
                found[target] = at
                waiting.append(target)
    return found


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def compile_program(program: ir.Program, events: bool) -> Code:
    """The functions of a program; with `events` they also append to S.events."""
    writer = Writer(program, events)
    source = writer.module()
    names: dict[str, Any] = dict(RUNTIME)
    names |= {
        writer.tables[name]: tuple(list(cell) if isinstance(cell, list) else cell for cell in cells)
        for name, cells in program.tables.items()
    }
    names["SEGMENTS"] = tuple(writer.segments)
    names["MARKS"] = tuple(slot.groups for slot in program.lists)
    exec(compile(source, filename(program), "exec"), names)
    count = range(len(program.sites))
    blocks = {int(name[1:]): f for name, f in names.items() if re.fullmatch(r"b\d+", name)}
    return Code(
        source,
        writer.nodes,
        blocks,
        [names[f"o{i}"] for i in count],
        [names[f"s{i}"] for i in count],
        [names[f"a{i}"] for i in count],
        {name: names[label] for name, label in writer.functions.items()},
        names,
    )


def filename(program: ir.Program) -> str:
    """The name under which generated code appears in a traceback."""
    return f"<generated from {program.ruleset} for {program.players} players>"


__all__ = ["Code", "compile_program", "filename", "index_source", "step_source"]
