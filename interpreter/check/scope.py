"""Names in force at one point of a ruleset, and what is known there not to be none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from ..language import syntax as s
from .types import Local, Type, Typed


@dataclass(slots=True)
class Scope:
    """Names in force; `facts`: texts of expressions known not to be none; `gone`: names remembered in a step before.

    `coming`: names that the loop gives, each time after what is asked here.
    """

    names: dict[str, Local] = field(default_factory=dict)
    facts: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    coming: frozenset[str] = frozenset()

    def child(self, facts: Iterable[str] = ()) -> Scope:
        return Scope(dict(self.names), self.facts | frozenset(facts), self.gone, self.coming)

    def put(self, local: Local) -> None:
        """A name that now stands for something else than before."""
        self.names[local.name] = local
        self.facts = frozenset(f for f in self.facts if f.split(".")[0] != local.name)


class Check(Protocol):
    """Gives an expression its types; an error where it is not what is wanted. lenient: through none it gives none."""

    def __call__(self, expr: s.Expr, scope: Scope, wanted: Type | None = None, lenient: bool = False) -> Typed: ...


def fact(expr: s.Expr) -> str:
    """The text by which an expression is known not to be none; "" where it cannot be."""
    return expr.pos.text if isinstance(expr, s.Name | s.Field | s.Call) else ""


def true_facts(expr: s.Expr) -> frozenset[str]:
    """What is known not to be none where the condition holds."""
    if isinstance(expr, s.Compare) and len(expr.ops) == 1:
        a, b = expr.items
        if expr.ops[0] == "!=" and isinstance(b, s.Nothing):
            return _stated(a)
        if expr.ops[0] == "=" and not isinstance(b, s.Nothing):
            return frozenset()
    if isinstance(expr, s.Unary) and expr.op == "not":
        return false_facts(expr.value)
    if isinstance(expr, s.Binary) and expr.op == "and":
        return true_facts(expr.left) | true_facts(expr.right)
    return frozenset()


def false_facts(expr: s.Expr) -> frozenset[str]:
    """What is known not to be none where the condition fails."""
    if isinstance(expr, s.Compare) and expr.ops == ["="] and isinstance(expr.items[1], s.Nothing):
        return _stated(expr.items[0])
    if isinstance(expr, s.Field) and expr.name == "empty":
        base = expr.target.pos.text
        return frozenset((base + ".top", base + ".bottom"))
    if isinstance(expr, s.Unary) and expr.op == "not":
        return true_facts(expr.value)
    if isinstance(expr, s.Binary) and expr.op == "or":
        return false_facts(expr.left) | false_facts(expr.right)
    return frozenset()


def _stated(expr: s.Expr) -> frozenset[str]:
    key = fact(expr)
    return frozenset((key,)) if key else frozenset()
