"""Statements and functions of the intermediate representation as Python."""

from __future__ import annotations

import re
from typing import Any

from ..program import ir
from .expressions import INDENT, Expressions
from .passes import folding, trees

PLACES = ("top", "bottom", "below", "random", "random below", "group")
UNROLLED = 80  # a loop over constants is written out if it has no more parts in all
NO_CARD = "'there is no card to draw'"


class Statements(Expressions):
    """Writes statements; `events`: whether those that write the log are written too."""

    def __init__(self, program: ir.Program, events: bool) -> None:
        super().__init__(program)
        self.events = events
        self.known: dict[str, Any] = {}

    # -- functions

    def function(self, name: str, function: ir.Function) -> None:
        """A function of the program."""
        self.define(f"def {self.functions[name]}({', '.join(['v', 'z', *function.params])}):")
        self.line(f"# {name}")
        self.give(function.body)
        self.depth -= 1

    def define(self, header: str) -> None:
        self.node = -1
        self.depth = 0
        self.line("")
        self.line("")
        self.line(header)
        self.depth = 1

    def give(self, e: Any) -> None:
        """Returns the expression's value, as soon as it is known."""
        op = e[0] if isinstance(e, list) else ""
        if op == "let":
            self.give(self.bound(*e[1:]))
        elif op == "if":
            self.line(f"if {self.expr(e[1])}:")
            self.depth += 1
            self.give(e[2])
            self.depth -= 1
            self.give(e[3])
        elif op in ("any", "every"):
            levels = self.loop(e[1], e[2])
            self.line(f"if {self.truth(e[3], op == 'any')}:")
            self.line(f"{INDENT}return {op == 'any'}")
            self.depth -= levels
            self.line(f"return {op != 'any'}")
        elif op in ("and", "or") and self.apart(lambda: self.expr(e))[0]:
            for part in e[1:-1]:
                self.line(f"if {self.truth(part, op == 'or')}:")
                self.line(f"{INDENT}return {op == 'or'}")
            self.give(e[-1])
        else:
            self.line(f"return {self.value(e)}")

    # -- statements

    def stmt(self, stmt: ir.Stmt) -> None:
        getattr(self, "_" + stmt[0].replace(" ", "_"))(*stmt[1:])

    def body(self, stmts: list[ir.Stmt], deeper: int = 1) -> None:
        node, start = self.node, len(self.lines)
        self.depth += deeper
        for stmt in stmts:
            self.stmt(stmt)
        if len(self.lines) == start and deeper:
            self.line("pass")
        self.depth -= deeper
        self.node = node

    def _let(self, register: str, value: Any) -> None:
        self.known[register] = value
        self.line(f"{register} = {self.value(value)}")

    def _set(self, base: int, index: Any, value: Any) -> None:
        place = self.slot(base, index)
        same = (["var", base], ["var", base, index])
        if isinstance(value, list) and value[0] in ("add", "sub") and value[1] in same:
            by = self.expr(value[2])
            self.line(f"{place} {'+' if value[0] == 'add' else '-'}= {by}")
        else:
            self.line(f"{place} = {self.number(value)}")

    def _store(self, slot: int, value: Any) -> None:
        self.line(f"{self.cards(slot)} = {self.listed(value)}")

    def _append(self, slot: Any, value: Any) -> None:
        what = self.number(value)
        self.line(f"{self.cards(slot)}.append({what})")

    def _remove(self, slot: Any, value: Any) -> None:
        what = self.expr(value)
        self.line(f"{self.cards(slot)}.remove({what})")

    def _if(self, condition: Any, yes: list[ir.Stmt], no: list[ir.Stmt]) -> None:
        if isinstance(condition, int):
            self.body(yes if condition else no, 0)
            return
        if not yes:
            condition, yes, no = folding.refold(["not", condition]), no, []
        if not no:
            levels = self.when(condition)
            self.depth -= 1
            self.body(yes)
            self.depth -= levels - 1
            return
        self.line(f"if {self.expr(condition)}:")
        self.body(yes)
        self.line("else:")
        self.body(no)

    def _for(self, register: str, source: Any, body: list[ir.Stmt]) -> None:
        changing = any(stmt[0] not in ("let", "set", "emit", "option", "fail") for stmt in body)
        pure = all(stmt[0] in ("emit", "option", "fail") for stmt in body)
        if pure:
            levels = self.loop(register, source)
        elif folding.is_short(source) and len(constants := folding.constants(source)) * trees.size(body) <= UNROLLED:
            for value in constants:
                self.body(folding.propagate([folding.refold(trees.replace(stmt, register, value)) for stmt in body]), 0)
            return
        else:
            text = self.listed(source) if changing and not folding.is_constant(source) else self.items(source)
            self.line(f"for {register} in {text}:")
            self.depth += 1
            levels = 1
        self.depth -= 1
        self.body(body)
        self.depth -= levels - 1

    def _while(self, condition: Any, body: list[ir.Stmt], message: int) -> None:
        guard = self.fresh("passes")
        self.line(f"{guard} = 0")
        lines, text = self.apart(lambda: self.expr(condition))
        self.line("while True:" if lines else f"while {text}:")
        self.depth += 1
        if lines:
            self.insert(lines, 1)
            self.line(f"if not {text}:")
            self.line(f"{INDENT}break")
        self.line(f"if {guard} >= {ir.MOST_PASSES}:")
        self.depth += 1
        self.fail(self.text(message))
        self.depth -= 1
        self.line(f"{guard} += 1")
        self.depth -= 1
        self.body(body)

    def options(self, stmts: list[ir.Stmt]) -> str:
        """The list of options: one expression where they are simple, else filled step by step."""
        if all(stmt[0] == "option" for stmt in stmts):
            return f"[{', '.join(self.expr(stmt[1]) for stmt in stmts)}]"
        source = offered(stmts[0])
        if source is not None:
            text = self.listed(source)
            if len(stmts) == 1:
                return text
            self.line(f"options = {text}")
            stmts = stmts[1:]
        else:
            self.line("options = []")
        for stmt in stmts:
            source = offered(stmt)
            if source is None or source[0] in ("filter", "map"):
                self.stmt(stmt)
            else:
                text = self.items(source)
                self.line(f"options += {text}")
        return "options"

    def entry(self, entry: ir.Entry) -> None:
        """Taking an option of one family."""
        if trees.uses(entry.apply, "x"):
            offset = entry.base - entry.low
            self.line(f"x = option{f' - {offset}' if offset > 0 else f' + {-offset}' if offset else ''}")
        for stmt in entry.apply:
            self.stmt(stmt)

    def _option(self, value: Any) -> None:
        what = self.expr(value)
        self.line(f"options.append({what})")

    def _emit(self, kind: str, node: int, *args: Any) -> None:
        self.node = node
        if self.events:
            parts = "".join(", " + (repr(a) if a in PLACES else self.event_value(a)) for a in args)
            self.line(f"S.events.append(({kind!r}, {node}{parts}))")

    def event_value(self, value: Any) -> str:
        return f"tuple({self.items(value)})" if self.is_list(value) else self.number(value)

    def _fail(self, message: int) -> None:
        self.fail(self.text(message))

    def shares_of(self, won: Any) -> str:
        """What the seats of a list that have won share: 1, less what they would get if the other of two had it."""
        players = self.program.players
        if folding.is_constant(won):
            shares = [1 / (len(won) - 1) if seat in won[1:] else 0.0 for seat in range(players)]
            return repr([shares[0] - shares[1], shares[1] - shares[0]] if players == 2 else shares)
        text = self.expr(won)
        name = self.fresh("won")
        self.line(f"{name} = {text}")
        if players == 2:
            return f"([0.0, 0.0] if len({name}) > 1 else [-1.0, 1.0] if {name}[0] else [1.0, -1.0])"
        return f"[1 / len({name}) if seat in {name} else 0.0 for seat in {tuple(range(players))}]"

    # -- cards

    def base(self, z: Any) -> int:
        """The first zone of the family that a zone's number belongs to, -1 if that is not known."""
        if isinstance(z, str):
            z = self.known.get(z)
        if isinstance(z, list) and z[0] == "add" and isinstance(z[2], int) and z[2] < self.program.zones:
            return z[2]
        return z if isinstance(z, int) else -1

    def family(self, z: Any) -> str:
        """set, pile or settled where all zones of a numbered family are of that kind, else nothing."""
        base = self.base(z)
        slot = self.program.lists[base] if base > 0 else None
        return "" if slot is None else "settled" if slot.settled else slot.kind

    def parts(self, z: Any) -> str:
        """The list of the zone's unordered parts, as Python."""
        if isinstance(z, int):
            slot = self.program.lists[z]
            return "[]" if slot.settled else self.cards(slot.segments) if slot.segments >= 0 else "None"
        kinds = self.family(z)
        if kinds in ("set", "settled"):
            return "None" if kinds == "set" else "[]"
        at = self.atom(z, "zone")
        return f"({self.any_list(f'SEGMENTS[{at}]')} if SEGMENTS[{at}] >= 0 else None)"

    def e_top(self, z: Any) -> str:
        return self.end("top", -1, z)

    def e_bottom(self, z: Any) -> str:
        return self.end("bottom", 0, z)

    def end(self, word: str, position: int, z: Any) -> str:
        parts, cards = self.parts(z), self.cards(z)
        if parts in ("None", "[]"):
            if not re.fullmatch(r"\w+", cards):
                name = self.fresh("cards")
                self.line(f"{name} = {cards}")
                cards = name
            return f"({cards}[{position}] if {cards} else -1)"
        return f"{word}_card({cards}, {parts}, 'nobody knows the {word} card of a shuffled pile')"

    def any_list(self, number: str) -> str:
        """z[number], whatever the number."""
        return f"z[{number}]"

    def marks(self, z: Any) -> str:
        """The list of group numbers of a zone with groups, as Python."""
        if isinstance(z, int):
            found = self.program.lists[z].groups
            return self.cards(found) if found >= 0 else ""
        base = self.base(z)
        if base > 0 and self.program.lists[base].groups >= 0:
            return self.any_list(f"MARKS[{self.expr(z)}]")
        return ""

    def may_have_groups(self, z: Any) -> bool:
        """True for a zone with groups, or of an unknown family where some zone has groups."""
        if isinstance(z, int):
            return self.program.lists[z].groups >= 0
        base = self.base(z)
        slots = self.program.lists[base : base + 1] if base > 0 else self.program.lists
        return any(slot.groups >= 0 for slot in slots)

    def _put(self, card: Any, z: Any, where: str, depth: Any) -> None:
        what = self.expr(card)
        marks = self.marks(z)
        if marks:
            below = self.expr(depth)
            self.line(f"put_marked({self.cards(z)}, {marks}, {what}, {where!r}, {below})")
        elif self.may_have_groups(z):
            what = f"{what}, {where!r}, {self.expr(depth)}"
            self.any_zone(f"put_any(S, {self.expr(z)}, SEGMENTS, MARKS, {what})")
        elif where == "top":
            self.line(f"{self.cards(z)}.append({what})")
        else:
            below, parts = self.expr(depth), self.parts(z)
            self.by_chance(f"put(S, {self.cards(z)}, {parts}, {what}, {where!r}, {below})")

    def _take(self, card: Any, z: Any) -> None:
        what = self.expr(card)
        if marks := self.marks(z):
            self.line(f"take_marked({self.cards(z)}, {marks}, {what})")
        elif self.may_have_groups(z):
            self.any_zone(f"take_any(z, {self.expr(z)}, SEGMENTS, MARKS, {what})")
        else:
            parts = self.parts(z)
            if parts in ("None", "[]"):
                self.line(f"{self.cards(z)}.remove({what})")
            else:
                self.line(f"take({self.cards(z)}, {parts}, {what})")

    def _new_group(self, register: str, z: Any) -> None:
        self.line(f"{register} = new_group({self.any_list(f'MARKS[{self.expr(z)}]')})")

    def _find(self, register: str, card: Any) -> None:
        self.any_zone(f"{register} = find(z, {self.program.zones}, {self.expr(card)})")

    def _draw(self, register: str, z: Any) -> None:
        if self.may_have_groups(z):
            self.any_zone(f"{register} = draw_any(S, {self.expr(z)}, SEGMENTS, MARKS, {NO_CARD})")
        else:
            parts = self.parts(z)
            drawn = "S.draw(" if self.events else "draw(S, "
            self.by_chance(f"{register} = {drawn}{self.cards(z)}, {parts}, {NO_CARD})")

    def _pour(self, a: Any, b: Any) -> None:
        if self.may_have_groups(a) or self.may_have_groups(b):
            self.any_zone(f"pour_any(z, {self.expr(a)}, {self.expr(b)}, SEGMENTS, MARKS)")
        else:
            parts = self.parts(a), self.parts(b)
            self.line(f"pour({self.cards(a)}, {parts[0]}, {self.cards(b)}, {parts[1]})")

    def _shuffle(self, z: Any) -> None:
        if self.may_have_groups(z):
            self.any_zone(f"shuffle_any(z, {self.expr(z)}, SEGMENTS, MARKS)")
        else:
            parts = self.parts(z)
            self.line(f"shuffle({self.cards(z)}, {parts})")

    def _chance(self, register: str, n: Any) -> None:
        listed = self.events and isinstance(n, list) and n[0] == "len"
        what = f"S.pick({self.expr(n[1])})" if listed else f"S.chance({self.expr(folding.refold(n))})"
        self.line(f"{register} = {what}")

    def any_zone(self, text: str) -> None:
        """A statement that reads or changes zones by their numbers."""
        self.line(text)

    def by_chance(self, text: str) -> None:
        """A statement that may draw from the game's stream."""
        self.line(text)


def offered(stmt: ir.Stmt) -> Any:
    """The list whose items a loop offers, if it does no more."""
    if stmt[0] != "for" or len(stmt[3]) != 1 or stmt[3][0][0] != "option":
        return None
    _, register, source, [[_, value]] = stmt
    if value == register:
        return source
    shift = isinstance(value, list) and value[0] in ("add", "sub") and value[1] == register
    if shift and isinstance(value[2], int) and isinstance(source, list) and source[0] == "range":
        return ["range", *(folding.refold([value[0], end, value[2]]) for end in source[1:])]
    return ["map", register, source, value]
