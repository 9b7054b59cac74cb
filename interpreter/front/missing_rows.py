"""Rows that a table lacks for numbers that it is certainly asked for in one game, behind definitions too."""

from __future__ import annotations

from ..base.diagnostics import Diagnostic, Note
from ..check.checked import Checked, typed_of
from ..check.types import Typed, TypedChoice, subtrees
from ..program import ir
from .possible import Closure, Env, Guard, Possible, Unsure, own

MOST_READ = 20_000


def missing_rows(checked: Checked, program: ir.Program) -> list[Diagnostic]:
    """Warnings `missing-row` that only show with the settings and cards of this game, or behind a definition."""
    return _Reader(checked, program).everything() if checked.tables else []


class _Reader:
    """Reads every expression as it is worked out in the game, with what its names stand for."""

    def __init__(self, checked: Checked, program: ir.Program) -> None:
        self.checked, self.possible = checked, Possible(checked, program)
        self.found: dict[Diagnostic, None] = {}
        self.reads = 0
        self.looking: dict[object, bool] = {}

    def everything(self) -> list[Diagnostic]:
        for typed in self.checked.exprs.values():
            self.read(typed, {}, [])
        for sentence, part in self.checked.sentences.items():
            around = self.possible.around[sentence]
            mine = own(part)
            for typed in typed_of(part):
                self.read(typed, {}, [*around, *(guard for guard in mine if guard.condition is not typed)])
        return list(self.found)

    def asks(self, t: Typed) -> bool:
        """Whether a table is asked in an expression, or in a definition that it uses."""
        for part in subtrees(t):
            if part.op == "table":
                return True
            if part.op == "define":
                if part.value not in self.looking:
                    self.looking[part.value] = False
                    self.looking[part.value] = self.asks(part.value.value)
                if self.looking[part.value]:
                    return True
        return False

    def read(self, t: Typed, env: Env, guards: list[Guard]) -> None:
        self.reads += 1
        if self.reads > MOST_READ or not self.asks(t):
            return
        if t.op in ("if", "and", "or"):
            self.read(t.args[0], env, guards)
            for number, arg in enumerate(t.args[1:]):
                holds = t.op == "and" or (t.op == "if" and number == 0)
                self.read(arg, env, [*guards, Guard(t.args[0], holds, env)])
            return
        for arg in t.args if t.op != "each" else []:
            self.read(arg, env, guards)
        if t.op == "each":
            self.choice(t.value[1], t.args, env, guards)
        elif t.op == "define":
            inner: Env = {p: Closure(a, env) for p, a in zip(t.value.params, t.args, strict=True)}
            self.read(t.value.value, inner, guards)
        elif t.op == "table":
            self.table(t, env, guards)

    def choice(self, choice: TypedChoice, values: list[Typed], env: Env, guards: list[Guard]) -> None:
        for _, source in choice.binders:
            self.read(source, env, guards)
        chosen = [*guards, *([Guard(choice.where, True, env)] if choice.where is not None else [])]
        if choice.where is not None:
            self.read(choice.where, env, guards)
        for value in [*values, choice.best, choice.order]:
            if value is not None:
                self.read(value, env, chosen)

    def table(self, t: Typed, env: Env, guards: list[Guard]) -> None:
        table = t.value
        for position, arg in enumerate(t.args):
            if arg.type.kind != "int":
                continue  # things are looked into whatever the settings are
            try:
                values = self.possible.values(arg, env, guards)
                known = {key for keys, _ in table.rows for key in self.possible.row(keys[position])}
            except Unsure:
                continue
            missing = sorted(values - known)
            if missing:
                message = f"the table {table.table.name} has no row for {missing[0]}, which {arg.pos.text} can be"
                notes = (Note(table.table.span, "the table"),)
                hint = (
                    f"add a row for {' and '.join(map(str, missing))}"
                    if len(missing) < 3
                    else f"add rows up to {missing[-1]}"
                )
                self.found[Diagnostic("missing-row", message, t.pos.span, "warning", hint, notes)] = None
