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

    def each() -> list[tuple[Any, Any]]:
        return [(item, evaluated(e[3], {**known, e[1]: item}, program)) for item in value(e[2])]

    if op in ir.LOOPS:
        return LOOPS[op](each()) if op in LOOPS else unknown()
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
            return found(program.tables[e[1]], value(e[2]), op)
        case "need":
            return value(e[1]) if value(e[1]) != e[2] else unknown()
        case "within":
            return value(e[1]) if e[2] <= value(e[1]) <= e[3] else unknown()
        case "first" | "last":
            return ([*value(e[1])] or [e[2]])[0 if op == "first" else -1]
        case "nth":
            items, at = value(e[1]), value(e[2])
            return items[at] if 0 <= at < len(items) else e[3]
        case "min" | "max":
            return (min if op == "min" else max)(value(e[1]), default=e[2])
    parts = [value(part) for part in e[1 : 3 if op in ir.DIVISIONS else None]]
    if op in ir.FOLD:
        return int(ir.FOLD[op](*parts)) if op not in ir.DIVISIONS or parts[1] else unknown()
    return LISTS[op](*parts) if op in LISTS else unknown()


def unknown() -> Any:
    raise Unknown


def found(cells: list[Any], at: int, op: str) -> Any:
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
LISTS: dict[str, Callable[..., Any]] = {
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
