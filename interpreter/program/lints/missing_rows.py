"""Warn about tables that lack a row they may be asked for: of cards, members of things, or numbers.

What a table is asked is worked out for every value of the names and numbers in it, as far as the conditions around it
allow them. A part of which that is not known, such as a sum over a hand, may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from ...base.diagnostics import Diagnostic, Note, RulesetError, Span
from ...check import checked as c
from ...check.types import Local, Typed, TypedChoice, conjuncts, free, parts_of, present, subtrees, with_definitions
from ...language import model as m
from ...reading.sheets.places import cell_at, in_sheet
from .. import ir
from ..evaluate import Evaluation, Unknown
from ..lowering.captions import MOST_NAMED, listed_cases
from ..lowering.expressions import Expressions
from ..lowering.layout import Env
from ..lowering.layout_builder import lay_out

MOST_CASES = 20_000  # combinations of values tried for one lookup
MOST_STEPS = 2_000_000
MOST_USES = 2_000  # uses of definitions that are searched
STATE = ("variable", "zone", "box", "possible")
UNKNOWN_STATE = ("cards", "size", "groups", "group", "looks", "splits", "subsets")
ATOMS = ("var", "top", "bottom")  # parts of the state whose values are all known

Guards = list[tuple[Typed, ir.Expr]]
Case = tuple[int | None, ...]


@dataclass(slots=True, eq=False)
class _Known:
    """An expression that reads only registers, all of whose values are known."""

    expr: ir.Expr
    registers: list[str]


@dataclass(slots=True, eq=False)
class Holes:
    """The cases that a table lacks (None for a key that is not known), and where it is asked for them."""

    table: c.CheckedTable
    uses: list[Typed] = field(default_factory=list)
    cases: set[Case] = field(default_factory=set)


def missing_rows(checked: c.Checked, players: int, chosen: dict[str, Any]) -> list[Diagnostic]:
    """The warning `missing-row` for each table that lacks what it may be asked, with these players and settings."""
    if all(table.default is not None for table in checked.tables.values()):
        return []
    search = Search(lay_out(checked, players, chosen))
    search.check_all()
    return [search.warning(found) for found in search.found.values()]


class Search:
    """Searches all expressions of a ruleset, with the conditions that hold at each."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.layout = expressions, expressions.layout
        self.checked, self.lowered = self.layout.checked, expressions.lower
        self.domains: dict[str, range | list[int]] = {}
        self.atoms: dict[str, str] = {}  # the register for each part of the state
        self.found: dict[c.CheckedTable, Holes] = {}
        self.evaluation = Evaluation(self.layout.tables, expressions.writer.functions, MOST_STEPS)
        self.uses = MOST_USES
        self.used: set[str] = set()  # definitions
        self.questions: set[str] = set()  # lookups done so far
        self.rows: dict[tuple[str, tuple[bool, ...]], set[Case]] = {}  # the cases for which tables have a row
        self.changed = {
            target.value
            for part in self.checked.sentences.values()
            if isinstance(part.effect, c.CheckedChange)
            for target, _ in part.effect.targets
        }

    def check_all(self) -> None:
        rules = self.checked.ruleset
        env: Env = {}
        for local in [self.checked.player, *self.checked.turn_names.values(), *self.checked.entering.values()]:
            self.bind(local, env)
        for action in self.checked.actions.values():
            for local in action.params:
                self.bind(local, env)
        self.steps(rules.setup + rules.phases, env, [])
        self.steps([action.sentence for action in rules.actions.values()], env, [])
        self.steps([event.sentence for event in rules.whenever], env, [])
        for expr in [rules.score, rules.payoff, *(r.value for r in rules.winner), *(a.expr for a in rules.always)]:
            if expr is not None:
                self.expression(self.checked.exprs[id(expr)], env, [])
        for name, definition in self.checked.definitions.items():
            if name not in self.used:
                self.expression(definition.value, {local: self.register(local) for local in definition.params}, [])

    # -- the warnings

    def warning(self, holes: Holes) -> Diagnostic:
        """The warning, placed at the nearest row above the missing one, or at the empty cell of a sheet."""
        table, use = holes.table, holes.uses[0]
        names = [self.layout.names.get(kind.name, []) for kind in table.params]
        # a key that is not known is not named
        told = [at for at in range(len(names)) if all(case[at] is not None for case in holes.cases)]
        lacking = holes.cases
        if told[0] == 0 and len(told) > 1:
            begun = {key for keys, _ in table.rows for key in self.keys(keys[0])}
            absent = {case for case in lacking if case[0] not in begun}
            told, lacking = ([0], absent) if absent else (told, lacking)
        cases = sorted({tuple(case[at] or 0 for at in told) for case in lacking})
        words = listed_cases(cases, [names[at] for at in told])
        asked = [use.args[at].pos.text for at in told if use.args[at].op != "const"]
        message = f"the table {table.table.name} has no row for {words}, which {' and '.join(asked)} can be"
        span, hint = self.place(table, cases[0], words) if told[0] == 0 else (table.table.span, "")
        notes = tuple(Note(one.pos.span, "it is looked up here") for one in holes.uses[:MOST_NAMED])
        return Diagnostic("missing-row", message, span, "warning", hint or f"add a row for {words}", notes)

    def place(self, table: c.CheckedTable, case: Case, words: str) -> tuple[Span, str]:
        """Where a case is missing and what to write there: in nested rows, or the cell of a sheet."""
        begun = [keys for keys, _ in table.rows if len(keys) > 1 and case[0] in self.keys(keys[0])]
        if not begun:
            return table.table.span, ""
        row = begun[0][0].pos.span
        headings = [keys[1].pos.span for keys, _ in table.rows if case[1:2] and case[1] in self.keys(keys[1])]
        heading = next((span for span in headings if span.file == row.file), None)
        if in_sheet(row.file):
            cell = cell_at(row, heading) if heading is not None else None
            return (cell, "fill in the cell") if cell is not None else (row, "")
        return row, f"add {words.partition(' with ')[2]} to this row" if " with " in words else ""

    def keys(self, key: Typed) -> list[int]:
        """The values of a key of a row."""
        found = self.evaluation.value(self.lowered(key, {}), {})
        return found if isinstance(found, list) else [found]

    # -- steps

    def steps(self, steps: m.Steps, env: Env, guards: Guards) -> None:
        for sentence in steps:
            self.sentence(sentence, env, guards)

    def sentence(self, sentence: m.Sentence, env: Env, guards: Guards) -> None:
        part = self.checked.sentences[sentence]
        for local, typed, _ in part.remember:
            if typed is not None:
                self.expression(typed, env, guards)
            self.bind(local, env, typed)
        self.steps(sentence.otherwise or [], env, guards)
        for condition in part.when:
            guards = self.holding(condition, env, guards)
        if part.choice is not None:
            guards = self.choice(part.choice, env, guards)
        for typed in [part.times, part.following, part.by, part.count, *part.until]:
            if typed is not None:
                self.expression(typed, env, guards)
        self.steps([*(sentence.impossible or []), *(sentence.declined or [])], env, guards)
        for choice in part.choices:
            guards = self.choice(choice, env, guards)
        for local in [*part.chosen, *([part.whole] if part.whole is not None else [])]:
            if local not in env:
                self.bind(local, env)
        for condition in part.where:
            guards = self.holding(condition, env, guards)
        self.effect(part, env, guards)
        for local in part.exports:
            if local not in env:
                self.bind(local, env)
        inside = [guard for guard in guards if not self.may_change(guard[0], sentence)]
        self.steps([item.sentence for item in sentence.menu if item.sentence is not None], env, inside)
        self.steps(sentence.do, env, inside)
        self.steps([event.sentence for event in sentence.whenever], env, [])

    def effect(self, part: c.CheckedSentence, env: Env, guards: Guards) -> None:
        for typed in c.of_effect(part.effect):
            self.expression(typed, env, guards)

    def may_change(self, condition: Typed, sentence: m.Sentence) -> bool:
        """Whether the answer to a condition may change within a step."""
        read = [part for part in with_definitions(condition) if part.op in STATE]
        cards = any(part.op != "variable" or part.value.token for part in read)
        for inner in c.walk([sentence]) if read else ():
            match self.checked.sentences[inner].effect:
                case c.CheckedReveal() | c.CheckedSay() | c.CheckedEnd() | None:
                    continue
                case c.CheckedChange(targets=targets):
                    if {part.value for part in read}.intersection(target.value for target, _ in targets):
                        return True
                case c.CheckedRun() | c.CheckedRunByKind():
                    return True
                case _ if cards:
                    return True
        return False

    # -- expressions

    def expression(self, t: Typed, env: Env, guards: Guards) -> None:
        """Look up every table in an expression, and in the definitions that it uses."""
        if t.op == "table" and t.value.default is None:
            self.check_lookup(t, env, guards)
        if t.op in ("and", "or"):
            for part in t.args:
                self.expression(part, env, guards)
                guards = self.and_if(part, env, guards, t.op == "and")
        elif t.op == "if":
            self.expression(t.args[0], env, guards)
            self.expression(t.args[1], env, self.and_if(t.args[0], env, guards, True))
            self.expression(t.args[2], env, self.and_if(t.args[0], env, guards, False))
        elif t.op == "each":
            inner = dict(env)
            within = self.choice(t.value[1], inner, guards)
            for part in t.args:
                self.expression(part, inner, within)
        elif t.op in ("map", "through", "gather"):
            self.expression(t.args[0], env, guards)
            self.expression(t.args[1], {**env, t.value: self.register(t.value)}, guards)
        else:
            for part in parts_of(t):
                self.expression(part, env, guards)
        if t.op == "define" and self.uses > 0:
            self.uses -= 1
            self.used.add(t.value.definition.name)
            given = {local: self.value(arg, env, local) for local, arg in zip(t.value.params, t.args, strict=True)}
            self.expression(t.value.value, given, guards)

    def choice(self, choice: TypedChoice, env: Env, guards: Guards) -> Guards:
        """Bind the names of a choice; return the guards with its condition."""
        for local, source in choice.binders:
            self.expression(source, env, guards)
            self.bind(local, env, source)
        if choice.where is not None:
            guards = self.holding(choice.where, env, guards)
        for typed in (choice.best, choice.order, choice.condition):
            if typed is not None:
                self.expression(typed, env, guards)
        return guards

    def holding(self, condition: Typed, env: Env, guards: Guards) -> Guards:
        """Search a condition; return the guards that hold when it does."""
        self.expression(condition, env, guards)
        return self.and_if(condition, env, guards, True)

    def and_if(self, condition: Typed, env: Env, guards: Guards, holds: bool) -> Guards:
        """The guards with a condition, or with its negation."""
        found = [(part, self.lower(part, env)) for part in (conjuncts(condition) if holds else [condition])]
        return [*guards, *((part, e if holds else ["not", e]) for part, e in found if e is not None)]

    # -- names

    def bind(self, local: Local, env: Env, source: Typed | None = None) -> None:
        """Give a name a register with all its possible values; `source` is what it is chosen from or set to."""
        env[local] = self.register(local)
        if present(local.type).kind == "int" and source is not None:
            listed = self.lower(source, env)
            if isinstance(listed, list) and listed[0] == "range":
                bounds = self.expressions.ranges.item_bounds(listed)
                if bounds is not None and bounds[1] - bounds[0] < MOST_CASES:
                    self.domains[env[local]] = range(bounds[0], bounds[1] + 1)
            elif source.type.kind == "int" and local not in self.changed and not _reads(source, STATE):
                env[local] = env[local] if listed is None else listed

    def register(self, local: Local) -> str:
        """A new register with the possible values of a name."""
        kind = present(local.type)
        found: str = self.expressions.writer.register(local.name, self.layout.type_bounds(local.type))
        if kind.kind == "thing":
            self.domains[found] = range(self.layout.sizes[kind.name])
        elif kind.kind == "card":
            self.domains[found] = [n for n, card in enumerate(self.layout.cards) if card.component == kind.name]
        elif kind.kind == "bool":
            self.domains[found] = range(2)
        return found

    def value(self, t: Typed, env: Env, local: Local) -> ir.Expr:
        """The value of a parameter; any value of its type if that is not known."""
        found = self.lower(t, env)
        return self.register(local) if found is None else found

    def lower(self, t: Typed, env: Env) -> ir.Expr | None:
        """The lowered expression; None if it cannot be lowered here, or has a mistake reported elsewhere."""
        if not free(t) <= env.keys() or any(part.op in ("formula", "possible") for part in subtrees(t)):
            return None
        try:
            return self.lowered(t, env)
        except RulesetError:
            return None

    # -- what a table is asked

    def check_lookup(self, t: Typed, env: Env, guards: Guards) -> None:
        """Note the cases that a lookup may ask for but the table lacks."""
        keys = [self.known_form(self.lower(arg, env)) for arg in t.args]
        registers = list(dict.fromkeys(register for key in keys if key is not None for register in key.registers))
        if not registers or prod(len(self.domains[register]) for register in registers) > MOST_CASES:
            return
        tests = [test for _, guard in guards if (test := self.known_form(guard)) is not None]
        tests = [test for test in tests if set(test.registers) <= set(registers)]
        name, known = t.value.table.name, tuple(key is not None for key in keys)
        # a definition used repeatedly has the same lookups each time
        question = f"{name} {id(t)} {[key and key.expr for key in keys]} {[test.expr for test in tests]}"
        if question in self.questions:
            return
        self.questions.add(question)
        if (name, known) not in self.rows:
            self.rows[name, known] = _cases_with_row(self.layout.tables[name], self.layout.table_ranges[name], known)
        has = self.rows[name, known]
        lacking = {case for case in self.cases(t, keys, registers, tests) if case not in has}
        if lacking:
            holes = self.found.setdefault(t.value, Holes(t.value))
            holes.cases |= lacking
            if t.pos.span not in [use.pos.span for use in holes.uses]:
                holes.uses.append(t)

    def values_of(self, found: _Known, tests: list[_Known]) -> set[int]:
        """The values that an expression can have when the conditions hold."""
        values = set()
        for one in product(*(self.domains[register] for register in found.registers)):
            known = dict(zip(found.registers, one, strict=True))
            with suppress(Unknown):
                if all(self.holds(test, known) for test in tests):
                    values.add(self.evaluation.value(found.expr, known))
        return values

    def cases(self, t: Typed, keys: list[_Known | None], registers: list[str], tests: list[_Known]) -> Iterator[Case]:
        """The combinations of values that the keys can have."""
        for values in product(*(self.domains[register] for register in registers)):
            known = dict(zip(registers, values, strict=True))
            try:
                case = tuple(None if key is None else self.evaluation.value(key.expr, known) for key in keys)
            except Unknown:  # a card of another kind, or what may be none
                continue
            named = [value for value, arg in zip(case, t.args, strict=True) if arg.type.kind == "thing"]
            if ir.NOTHING not in named and ir.NO_NUMBER not in case and all(self.holds(test, known) for test in tests):
                yield case

    def holds(self, test: _Known, known: dict[str, int]) -> bool:
        """Whether a test holds for these values; True if that is not known."""
        try:
            return bool(self.evaluation.value(test.expr, known))
        except Unknown:
            return True

    def known_form(self, e: ir.Expr | None) -> _Known | None:
        """The expression over registers with known values; None if it has no such form."""
        registers: dict[str, None] = {}
        try:
            return None if e is None else _Known(self.settle(e, frozenset(), registers), [*registers])
        except Unknown:
            return None

    def settle(self, e: ir.Expr, bound: frozenset[str], registers: dict[str, None]) -> ir.Expr:
        """Replace each part of the state by a register. Raises Unknown where its values are not known."""
        if isinstance(e, list) and e[0] in ATOMS:
            e = self.atom(e)
        if isinstance(e, str) and e not in bound:
            if e not in self.domains:
                raise Unknown
            registers[e] = None
        if not isinstance(e, list):
            return e
        if e[0] in UNKNOWN_STATE or (e[0] == "call" and not self.is_pure(e[1])):
            raise Unknown
        if e[0] in ir.BINDING:
            inner = bound | {e[1]}
            rest = [self.settle(part, inner, registers) for part in e[3:]]
            return [e[0], e[1], self.settle(e[2], bound, registers), *rest]
        first = 2 if e[0] in ir.NAMED else 1
        return [*e[:first], *(self.settle(part, bound, registers) for part in e[first:])]

    def is_pure(self, function: str) -> bool:
        """Whether a function reads nothing but its parameters."""
        made = self.expressions.writer.functions[function]
        found: dict[str, None] = {}
        try:
            self.settle(made.body, frozenset(made.params), found)
        except Unknown:
            return False
        return not found

    def atom(self, e: list[Any]) -> str:
        """The register for a part of the state, with all its values. Raises Unknown where they are not known."""
        name = repr(e)
        if name not in self.atoms:
            values = self.values(e)
            self.atoms[name] = self.expressions.writer.register("it")
            if values is not None and len(values) <= MOST_CASES:
                self.domains[self.atoms[name]] = values
        return self.atoms[name]

    def values(self, e: list[Any]) -> range | list[int] | None:
        """The possible values of a part of the state; None if not known."""
        if e[0] == "var":
            slot = self.layout.ints[e[1]]
            low, high = self.layout.present.get(e[1]) or (slot.low, slot.high)
            return None if slot.token else range(low, high + 1)
        zones = self.expressions.ranges.bounds(e[1])
        if zones is None or zones[1] >= self.layout.zones:
            return None
        component = self.layout.lists[zones[0]].component
        return [number for number, card in enumerate(self.layout.cards) if card.component == component]


def _reads(t: Typed, ops: tuple[str, ...]) -> bool:
    """Whether an expression, or a definition in it, has one of these operations."""
    return any(part.op in ops for part in with_definitions(t))


def _cases_with_row(cells: list[Any], ranges: list[tuple[int, int]], known: tuple[bool, ...]) -> set[Case]:
    """The cases for which a table has a row; None for each key that is not known."""
    values = product(*(range(low, high + 1) for low, high in ranges))
    return {
        tuple(value if is_known else None for value, is_known in zip(case, known, strict=True))
        for case, cell in zip(values, cells, strict=True)
        if cell is not None and cell != ir.NO_NUMBER
    }
