"""Values known before the game begins: constants of expressions, and mistakes in them told where they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.diagnostics import Diagnostic, Note, RulesetError, Span
from ...check.types import Typed, subtrees
from ...language import model as m
from ...language import syntax as s
from .. import ir
from .layout import Layout

AGGREGATES: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}


def constant(expr: Any) -> Any:
    """The value of a constant expression: int or list of values; a ValueError if it is not constant."""
    if isinstance(expr, int):
        return expr
    if isinstance(expr, list):
        if expr[0] == "items":
            return [constant(e) for e in expr[1:]]
        if expr[0] == "range":
            return list(range(constant(expr[1]), constant(expr[2]) + 1))
        if expr[0] == "join":
            return constant(expr[1]) + constant(expr[2])
        if expr[0] == "without":
            gone = constant(expr[2])
            return [x for x in constant(expr[1]) if x not in gone]
        if expr[0] == "len":
            return len(constant(expr[1]))
        if expr[0] in ir.DIVISIONS:
            a, b = constant(expr[1]), constant(expr[2])
            if b:
                return ir.FOLD[expr[0]](a, b)
        if expr[0] in ("first", "last") and constant(expr[1]):
            return constant(expr[1])[0 if expr[0] == "first" else -1]
        if expr[0] in AGGREGATES and constant(expr[1]):
            return AGGREGATES[expr[0]](constant(expr[1]))
    raise ValueError("not constant")


def as_expr(value: Any) -> Any:
    """A constant value as an expression."""
    return ["items", *(as_expr(v) for v in value)] if isinstance(value, list) else value


def length(source: ir.Expr) -> ir.Expr:
    """How many are in a list expression."""
    try:
        return len(constant(source))
    except ValueError:
        pass
    if isinstance(source, list) and source[0] == "cards":
        return ["size", source[1]]
    if isinstance(source, list) and source[0] == "filter":
        return ["count", *source[1:]]
    if isinstance(source, list) and source[0] == "map":
        return length(source[2])
    return ["len", source]


def given(setting: m.Setting, players: int) -> s.Expr | None:
    """What a ruleset writes for a setting with so many players; None if nothing."""
    cases = [value for low, high, value in setting.by_players if low <= players <= high]
    return cases[-1] if cases else setting.value


def written(layout: Layout, typed: Typed) -> Span:
    """Where the number that a value depends on stands: at the only setting in it, unless chosen for this game."""
    names = [part.value for part in subtrees(typed) if part.op == "setting"]
    if len(names) != 1 or names[0] in layout.chosen:
        return typed.pos.span
    setting = layout.checked.ruleset.settings[names[0]]
    value = given(setting, layout.players)
    return setting.span if value is None else value.pos.span


def wrong(layout: Layout, code: str, message: str, typed: Typed, hint: str = "") -> Diagnostic:
    """A mistake in a value: told where its number stands, and with the place that needs another one."""
    span, used = written(layout, typed), typed.pos.span
    notes = () if span == used else (Note(used, "it is used here"),)
    return Diagnostic(code, message, span, hint=hint, notes=notes)


def at_least_none(layout: Layout, value: ir.Expr, typed: Typed, words: str) -> None:
    """Refuses a number known before the game begins that is less than 0; `words` have {} in its place."""
    if isinstance(value, int) and value < 0:
        raise RulesetError([wrong(layout, "out-of-range", words.format(value), typed, "Write 0 or more.")])
