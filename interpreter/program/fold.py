"""Constant folding: build expressions of the intermediate representation, and read their constant values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import ir

FOLDED = (ir.FOLD.keys() - ir.DIVISIONS) | {"and", "or", "if"}  # what make() may fold
AGGREGATES: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}


def make(op: str, *args: Any) -> ir.Expr:
    """Build the expression [op, *args], folded where the result is certain."""
    if op in ir.FOLD and op in FOLDED and all(isinstance(a, int) for a in args):
        return int(ir.FOLD[op](*args))
    if op in ("and", "or"):
        stop = 0 if op == "and" else 1
        if any(isinstance(a, int) and a == stop for a in args):
            return stop
        parts = [a for a in args if not isinstance(a, int)]
        return 1 - stop if not parts else parts[0] if len(parts) == 1 else [op, *parts]
    if op == "if" and isinstance(args[0], int):
        return args[1] if args[0] else args[2]
    if op == "add" and args[1] == 0 or op == "sub" and args[1] == 0 or op == "mul" and args[1] == 1:
        return args[0]
    if op == "add" and args[0] == 0 or op == "mul" and args[0] == 1:
        return args[1]
    if (
        op in ("add", "sub")
        and isinstance(args[1], int)
        and isinstance(args[0], list)
        and args[0][0] in ("add", "sub")
        and isinstance(args[0][2], int)
    ):
        total = (args[1] if op == "add" else -args[1]) + (args[0][2] if args[0][0] == "add" else -args[0][2])
        return make("add", args[0][1], total) if total >= 0 else ["sub", args[0][1], -total]
    if op == "not" and isinstance(args[0], list) and args[0][0] == "not":
        return args[0][1]
    return [op, *args]


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
    """The expression for the number of items in a list."""
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
