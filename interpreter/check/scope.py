"""Scopes: the names in force at one point of a ruleset, and expressions known not to be none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from ..language import syntax as s
from .types import Local, Type, Typed, TypedChoice

# how those with the most of something, or an order, stand behind a choice
_TAIL = re.compile(r"\s+(?:with\s+(?:most|least)|by)\s*$")
OF_ONE = ("top", "bottom", "first", "last", "min", "max")  # these exist if there is anything at all


@dataclass(slots=True)
class Scope:
    """Names in force; `facts`: texts of expressions known not to be none; `gone`: names remembered in a step before.

    `coming`: names that the loop gives, each time after what is asked here; `given`: names that the loop or choice
    of the step around gives, after its `when`; `within`: names known only inside the expression.
    """

    names: dict[str, Local] = field(default_factory=dict)
    facts: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    coming: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()

    def child(self, facts: Iterable[str] = ()) -> Scope:
        known = self.facts | frozenset(facts)
        return Scope(dict(self.names), known, self.gone, self.coming, self.given, self.within)

    def put(self, local: Local) -> None:
        """Give a name a new meaning."""
        self.names[local.name] = local
        self.facts = frozenset(f for f in self.facts if local.name not in re.findall(r"(?<!\.)\b\w+", f))


class Check(Protocol):
    """The interface of the type checker; lenient: reading through none gives none."""

    def __call__(self, expr: s.Expr, scope: Scope, wanted: Type | None = None, lenient: bool = False) -> Typed: ...


def fact(expr: s.Expr) -> str:
    """The text that identifies an expression known not to be none; "" if it cannot be known.

    That of `first(… with most …)` is the same without `with most`: if there is one at all, one has the most.
    """
    if isinstance(expr, s.Aggregate) and expr.function in ("first", "last") and expr.value is None:
        return f"{expr.function}({choice_head(expr.choice)})"
    return expr.pos.text if isinstance(expr, s.Name | s.Field | s.Call | s.Aggregate) else ""


def choice_head(choice: s.Choice | TypedChoice) -> str:
    """The text of a choice without `with most`, `with least` and `by`, which leave one if there is one at all."""
    text, start = choice.pos.scalar.text, choice.pos.start
    behind = [part.pos.start for part in (choice.best, choice.order) if part is not None]
    return _TAIL.sub("", text[start : min(behind)]) if behind else choice.pos.text


def true_facts(expr: s.Expr) -> frozenset[str]:
    """The expressions known not to be none where the condition holds."""
    if isinstance(expr, s.Compare) and len(expr.ops) == 1:
        a, b = expr.items
        if expr.ops[0] == "!=" and isinstance(b, s.Nothing):
            return _facts_of(a)
        return (
            _picks_from(_counted_text(a))
            if isinstance(b, s.Number) and _more_than_none(expr.ops[0], b.value)
            else frozenset()
        )
    if isinstance(expr, s.Unary) and expr.op == "not":
        return false_facts(expr.value)
    if isinstance(expr, s.Binary) and expr.op == "and":
        return true_facts(expr.left) | true_facts(expr.right)
    if isinstance(expr, s.Aggregate) and expr.function == "any":
        return _picks_from(_counted_text(expr))
    return frozenset()


def false_facts(expr: s.Expr) -> frozenset[str]:
    """The expressions known not to be none where the condition fails."""
    if isinstance(expr, s.Compare) and len(expr.ops) == 1:
        a, b = expr.items
        if expr.ops[0] == "=" and isinstance(b, s.Nothing):
            return _facts_of(a)
        none = isinstance(b, s.Number) and (expr.ops[0], b.value) in (("=", 0), ("<=", 0), ("<", 1))
        return _picks_from(_counted_text(a)) if none else frozenset()
    if isinstance(expr, s.Field) and expr.name == "empty":
        return _picks_from(expr.target.pos.text)
    if isinstance(expr, s.Call) and expr.name == "empty" and expr.args:
        return _picks_from(expr.args[0].pos.text)
    if isinstance(expr, s.Unary) and expr.op == "not":
        return true_facts(expr.value)
    if isinstance(expr, s.Binary) and expr.op == "or":
        return false_facts(expr.left) | false_facts(expr.right)
    if isinstance(expr, s.Aggregate) and expr.function == "no":
        return _picks_from(_counted_text(expr))
    return frozenset()


def _facts_of(expr: s.Expr) -> frozenset[str]:
    """The facts of an expression that is not none."""
    key = fact(expr)
    return frozenset((key,)) if key else frozenset()


def _more_than_none(op: str, number: int) -> bool:
    """Whether a comparison of a count with a number implies that the count is at least 1."""
    return (op == ">" and number >= 0) or (op in (">=", "=") and number >= 1) or (op == "!=" and number == 0)


def _counted_text(expr: s.Expr) -> str:
    """The text of what is counted, or of the choice that is tested; "" if there is none."""
    if isinstance(expr, s.Aggregate) and expr.value is None and expr.function in ("count", "any", "no"):
        return choice_head(expr.choice)
    if isinstance(expr, s.Field) and expr.name in ("count", "size"):
        return expr.target.pos.text
    return expr.args[0].pos.text if isinstance(expr, s.Call) and expr.name in ("count", "size") and expr.args else ""


def _picks_from(text: str) -> frozenset[str]:
    """The facts that follow when a list or place is not empty."""
    return frozenset(one for word in OF_ONE for one in (f"{text}.{word}", f"{word}({text})") if text)
