"""The value of an expression that reads nothing but registers and constant tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import ir


class Unknown(Exception):
    """An expression fails, or asks for more than constants."""


def evaluated(e: ir.Expr, known: dict[str, Any], program: ir.Program) -> Any:
    """The value of an expression, where `known` are the registers. Raises Unknown where it has none."""
    if isinstance(e, int):
        return e
    if isinstance(e, str):
        return known[e]
    op = e[0]

    def value(part: ir.Expr) -> Any:
        return evaluated(part, known, program)

    if op in LOOPS:
        return LOOPS[op]([(item, evaluated(e[3], {**known, e[1]: item}, program)) for item in value(e[2])])
    match op:
        case "let":
            return evaluated(e[3], {**known, e[1]: value(e[2])}, program)
        case "call":
            made = program.functions[e[1]]
            return evaluated(made.body, dict(zip(made.params, map(value, e[2:]), strict=True)), program)
        case "if":
            return value(e[2] if value(e[1]) else e[3])
        case "and":
            return int(all(value(part) for part in e[1:]))
        case "or":
            return int(any(value(part) for part in e[1:]))
        case "table" | "cell" | "row":
            return cell(program.tables[e[1]], value(e[2]), op)
    if op not in ir.FOLD and op not in PLAIN:  # its first part may be a name, which has no value here
        raise Unknown
    parts = [value(part) for part in e[1 : 3 if op in ir.DIVISIONS else None]]
    if op in ir.FOLD and (op not in ir.DIVISIONS or parts[1]):
        return int(ir.FOLD[op](*parts))
    return PLAIN[op](*parts) if op in PLAIN else unknown()


def unknown() -> Any:
    raise Unknown


def cell(cells: list[Any], at: int, op: str) -> Any:
    """A cell of a table."""
    if not 0 <= at < len(cells) or cells[at] is None or (op == "cell" and cells[at] == ir.NO_NUMBER):
        raise Unknown
    return cells[at]


LOOPS: dict[str, Callable[[list[tuple[Any, Any]]], Any]] = {
    "any": lambda pairs: int(any(holds for _, holds in pairs)),
    "every": lambda pairs: int(all(holds for _, holds in pairs)),
    "count": lambda pairs: sum(bool(holds) for _, holds in pairs),
    "filter": lambda pairs: [item for item, holds in pairs if holds],
    "map": lambda pairs: [made for _, made in pairs],
    "gather": lambda pairs: [item for _, made in pairs for item in made],
}
PLAIN: dict[str, Callable[..., Any]] = {
    "need": lambda a, none, message: a if a != none else unknown(),
    "within": lambda a, low, high, message: a if low <= a <= high else unknown(),
    "first": lambda a, none: a[0] if a else none,
    "last": lambda a, none: a[-1] if a else none,
    "nth": lambda a, i, none: a[i] if 0 <= i < len(a) else none,
    "min": lambda a, none: min(a, default=none),
    "max": lambda a, none: max(a, default=none),
    "items": lambda *items: [*items],
    "range": lambda low, high: [*range(low, high + 1)],
    "join": lambda a, b: [*a, *b],
    "without": lambda a, b: [item for item in a if item not in b],
    "in": lambda x, a: int(x in a),
    "len": len,
    "head": lambda a, n: a[: max(0, n)],
    "reversed": lambda a: a[::-1],
    "distinct": lambda a: [*dict.fromkeys(a)],
    "sorted": sorted,
    "sum": sum,
}
