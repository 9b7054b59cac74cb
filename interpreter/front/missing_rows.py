"""Rows that a table lacks for a number that it is certainly asked for in one game, behind definitions too.

A key is worked out for each value of the one thing that it depends on: a number chosen from a range, a parameter that
is given one, a variable. What depends on more, or is read under a condition about more, is not certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from ..base.diagnostics import Diagnostic, Note
from ..check.checked import Checked, CheckedRun, all_typed, typed_of
from ..check.types import Local, Typed, TypedChoice, conjuncts, subtrees
from ..language import model as m
from ..program import ir
from ..program.lowering.expressions import COMPARE, DIVISION, MADE
from ..program.lowering.numbers import changed_locals

MOST_STEPS = 60_000
MOST_VALUES = 1000
Env = dict[Local, "tuple[Typed, Env]"]
Key = Local | m.Variable


@dataclass(slots=True)
class Guard:
    """A condition under which something is read: it holds there, or does not (holds false)."""

    condition: Typed
    holds: bool
    env: Env


class Unsure(Exception):
    """A value that is not certain."""


class Depends(Unsure):
    """A value that depends on a variable or a name, which was not given."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key


def missing_rows(checked: Checked, program: ir.Program) -> list[Diagnostic]:
    """Warnings `missing-row` that only show with the settings of this game, or behind a definition."""
    return list(dict.fromkeys(_Reader(checked, program).everything())) if checked.tables else []


class _Values:
    """Which numbers expressions have in one game. sources: what a name is chosen from or set to, under which guards."""

    def __init__(self, checked: Checked, program: ir.Program) -> None:
        self.exprs, self.options, self.steps = checked.exprs, program.options, 0
        self.fixed: Env = {}
        self.sources: dict[Local, list[tuple[Typed, list[Guard]]]] = {}
        changed = changed_locals(checked)
        each = [part.value[1] for typed in all_typed(checked) for part in subtrees(typed) if part.op == "each"]
        loops = [part.choice for part in checked.sentences.values() if part.choice is not None]
        for choice in [*each, *loops]:
            self.sources |= {local: [(source, _guards(choice.where))] for local, source in choice.binders}
        for part in checked.sentences.values():
            for local, typed, item in part.remember:
                if typed is not None and local not in changed:
                    self.fixed[local] = typed, {}
                elif typed is None and id(item.initial) in self.exprs:
                    self.sources[local] = [(self.exprs[id(item.initial)], [])]
            for choice in part.choices:
                local, source = choice.binders[0]
                names = [local, *(chosen for chosen in part.chosen if chosen.name == local.name)]
                self.sources |= {name: [(source, _guards(choice.where, *part.where))] for name in names}

    def values(self, t: Typed, env: Env, guards: list[Guard]) -> set[int]:
        """Every value that an expression certainly can have where the guards hold. Raises Unsure."""
        try:
            return {self.value(t, env, {})}
        except Depends as depends:
            key = depends.key
        known = [v for v in self.domain(key) if all(self.holds(guard, key, v) for guard in guards)]
        return {self.value(t, env, {key: v}) for v in known}

    def domain(self, key: Key) -> set[int]:
        """What a variable or a name can certainly be. Raises Unsure."""
        if isinstance(key, m.Variable):
            return set(self.range(self.exprs.get(id(key.range if key.range is not None else key.initial))))
        found: set[int] = set()
        for source, guards in self.sources.get(key, []):
            with suppress(Unsure):
                if source.type.kind == "int":
                    found |= self.values(source, {}, guards)
                else:
                    found |= {v for v in self.range(source) if all(self.holds(g, key, v) for g in guards)}
        return found

    def range(self, t: Typed | None) -> range:
        """The numbers of a range. Raises Unsure if its ends depend on anything."""
        if t is None or t.op != "range":
            raise Unsure
        low, high = (self.value(arg, {}, {}) for arg in t.args)
        return range(low, min(high, low + MOST_VALUES) + 1)

    def holds(self, guard: Guard, key: Key, value: int) -> bool:
        """Whether a guard lets that value through; one about other things does if it may hold."""
        try:
            return bool(self.value(guard.condition, guard.env, {key: value})) is guard.holds
        except Unsure:
            return not self.about(guard.condition, guard.env, key)

    def about(self, t: Typed, env: Env, key: Key) -> bool:
        """Whether an expression mentions a variable or a name."""
        for part in subtrees(t):
            behind = env.get(part.value) or self.fixed.get(part.value) if part.op == "local" else None
            behind = (part.value.value, {}) if part.op == "define" else behind
            if part.value is key or (behind is not None and self.about(*behind, key)):
                return True
        return False

    def value(self, t: Typed, env: Env, given: dict[Key, int]) -> int:
        """The value where what it depends on is given. Raises Unsure, or Depends for the first thing that is not."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unsure
        match t.op:
            case "const" | "setting":
                found = t.value if t.op == "const" else self.options[t.value]
                if not isinstance(found, int):
                    raise Unsure
                return found
            case "local" if t.value in env or t.value in self.fixed:
                return self.value(*(env.get(t.value) or self.fixed[t.value]), given)
            case "local" | "variable":
                if t.value not in given:
                    raise Depends(t.value)
                return given[t.value]
            case "define":
                return self.value(t.value.value, _parameters(t, env), given)
            case "if":
                return self.value(t.args[1] if self.value(t.args[0], env, given) else t.args[2], env, given)
        return self.worked_out(t, [self.value(arg, env, given) for arg in t.args])

    def worked_out(self, t: Typed, args: list[int]) -> int:
        """What an operator makes of numbers."""
        match t.op:
            case "and" | "or":
                return int(all(args) if t.op == "and" else any(args))
            case "compare":
                pairs = zip(t.value, args, args[1:], strict=False)
                return int(all(ir.FOLD[COMPARE[op]](a, b) for op, a, b in pairs))
            case "builtin" if t.value in ("min", "max") and len(args) == 2:
                return min(args) if t.value == "min" else max(args)
        op = {**MADE, **DIVISION}.get(t.op)
        if op is None or (t.op in DIVISION and not args[1]):
            raise Unsure
        return int(ir.FOLD[op](*args))


class _Reader:
    """Goes through the game as it is played, each step on the first way to it, with the conditions on that way."""

    def __init__(self, checked: Checked, program: ir.Program) -> None:
        self.checked, self.known = checked, _Values(checked, program)
        self.reached: set[m.Sentence] = set()
        self.asking: set[object] = set()
        for definition in checked.definitions.values():  # those that one reads stand before it
            parts = subtrees(definition.value)
            if any(t.op == "table" or (t.op == "define" and t.value in self.asking) for t in parts):
                self.asking.add(definition)

    def everything(self) -> Iterator[Diagnostic]:
        rules = self.checked.ruleset
        steps = [*rules.setup, *rules.phases, *(event.sentence for event in rules.whenever)]
        read = list(self.steps(steps, []))
        for typed in self.checked.exprs.values():
            yield from self.read(typed, {}, [])
        for typed, guards in read:  # the parameters of all actions are known by now
            yield from self.read(typed, {}, guards)

    def steps(self, steps: Iterable[m.Sentence], guards: list[Guard]) -> Iterator[tuple[Typed, list[Guard]]]:
        """Every expression of the steps with its guards."""
        for sentence in steps:
            if sentence in self.reached:
                continue
            self.reached.add(sentence)
            part, actions = self.checked.sentences[sentence], self.checked.actions
            choices = [*([part.choice] if part.choice is not None else []), *part.choices]
            tests = [*part.where, *(test for choice in choices for test in (choice.where, choice.condition))]
            begun = [*guards, *_guards(*part.when)]
            inside = [*begun, *_guards(*tests), *(Guard(until, False, {}) for until in part.until)]
            for typed in typed_of(part):
                yield typed, [guard for guard in inside if guard.condition not in conjuncts(typed)]
            for local, bound, typed in part.effect.arguments if isinstance(part.effect, CheckedRun) else []:
                if not bound:
                    self.known.sources.setdefault(local, []).append((typed, inside))
            run = [actions[words].action.sentence for words in m.run_by(sentence) if words in actions]
            menu = [item.sentence for item in sentence.menu if item.sentence is not None]
            yield from self.steps([*sentence.do, *menu, *run], inside)
            yield from self.steps([event.sentence for event in sentence.whenever], guards)
            failing = [Guard(part.when[0], False, {})] if len(part.when) == 1 else []
            yield from self.steps(sentence.otherwise or [], [*guards, *failing])
            yield from self.steps([*(sentence.impossible or []), *(sentence.declined or [])], begun)

    def read(self, t: Typed, env: Env, guards: list[Guard]) -> Iterator[Diagnostic]:
        """The rows that are missing where an expression is worked out."""
        self.known.steps += 1
        if self.known.steps > MOST_STEPS:
            return
        if t.op in ("if", "and", "or"):
            yield from self.read(t.args[0], env, guards)
            for number, arg in enumerate(t.args[1:]):
                holds = t.op == "and" or (t.op == "if" and number == 0)
                yield from self.read(arg, env, [*guards, Guard(t.args[0], holds, env)])
            return
        if t.op == "each":
            choice: TypedChoice = t.value[1]
            chosen = [*guards, *_guards(choice.where, env=env)]
            parts = [(source, guards) for _, source in choice.binders] + [(choice.where, guards)]
            for part, under in [*parts, *((part, chosen) for part in (*t.args, choice.best, choice.order))]:
                yield from self.read(part, env, under) if part is not None else ()
            return
        for arg in t.args:
            yield from self.read(arg, env, guards)
        if t.op == "define" and t.value in self.asking:
            yield from self.read(t.value.value, _parameters(t, env), guards)
        elif t.op == "table":
            yield from self.table(t, env, guards)

    def table(self, t: Typed, env: Env, guards: list[Guard]) -> Iterator[Diagnostic]:
        table = t.value
        for position, arg in enumerate(t.args):
            keys = [row[position] for row, _ in table.rows]
            try:
                rows = [self.known.range(k) if k.op == "range" else [self.known.value(k, {}, {})] for k in keys]
                missing = sorted(self.known.values(arg, env, guards).difference(*rows))
            except Unsure:
                continue
            if missing and arg.type.kind == "int":  # things are looked into whatever the settings are
                message = f"the table {table.table.name} has no row for {missing[0]}, which {arg.pos.text} can be"
                notes = (Note(table.table.span, "the table"),)
                few = f"a row for {' and '.join(map(str, missing))}"
                hint = f"add {few if len(missing) < 3 else f'rows up to {missing[-1]}'}"
                yield Diagnostic("missing-row", message, t.pos.span, "warning", hint, notes)


def _guards(*conditions: Typed | None, env: Env | None = None) -> list[Guard]:
    """The conditions, those joined by `and` one by one."""
    return [Guard(part, True, env or {}) for condition in conditions for part in conjuncts(condition)]


def _parameters(t: Typed, env: Env) -> Env:
    """What the parameters of a definition stand for where it is used."""
    return {param: (arg, env) for param, arg in zip(t.value.params, t.args, strict=True)}
