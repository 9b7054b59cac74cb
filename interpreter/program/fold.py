"""Building expressions of the intermediate representation, constants folded."""

from __future__ import annotations

from typing import Any

from . import ir

FOLDED = (ir.FOLD.keys() - ir.DIVISIONS) | {"and", "or", "if"}  # what make() may fold


def make(op: str, *args: Any) -> ir.Expr:
    """[op, *args], folded where that is certain."""
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
