"""The value of an expression that reads nothing but registers and constant tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import ir


class Unknown(Exception):
    """The value of an expression is not known: it fails, or reads more than constants."""


class Evaluation:
    """Evaluates expressions of constants; `left` is the number of steps still allowed."""

    def __init__(self, tables: dict[str, list[Any]], functions: dict[str, ir.Function], left: int) -> None:
        self.tables, self.functions, self.left = tables, functions, left

    def spend(self, steps: int) -> None:
        """Count steps. Raises Unknown when the budget is used up."""
        self.left -= steps
        if self.left < 0:
            raise Unknown

    def value(self, e: ir.Expr, known: dict[str, Any]) -> Any:
        """The value of an expression, where `known` are the registers.

        Raises Unknown where it has none, or takes too many steps.
        """
        if isinstance(e, int):
            return e
        if isinstance(e, str):
            return known[e]
        self.spend(1)
        op = e[0]
        if op in LOOPS:
            pairs = [(item, self.value(e[3], {**known, e[1]: item})) for item in self.value(e[2], known)]
            return self.count_steps(LOOPS[op](pairs))
        match op:
            case "let":
                return self.value(e[3], {**known, e[1]: self.value(e[2], known)})
            case "call":
                made = self.functions[e[1]]
                return self.value(
                    made.body, dict(zip(made.params, (self.value(part, known) for part in e[2:]), strict=True))
                )
            case "if":
                return self.value(e[2] if self.value(e[1], known) else e[3], known)
            case "and":
                return int(all(self.value(part, known) for part in e[1:]))
            case "or":
                return int(any(self.value(part, known) for part in e[1:]))
            case "table" | "cell" | "row":
                return cell(self.tables[e[1]], self.value(e[2], known), op)
        if op not in ir.FOLD and op not in PLAIN:  # its first part may be a name, which has no value here
            raise Unknown
        parts = [self.value(part, known) for part in e[1 : 3 if op in ir.DIVISIONS else None]]
        if op in ir.FOLD and (op not in ir.DIVISIONS or parts[1]):
            return int(ir.FOLD[op](*parts))
        if op == "range":
            self.spend(max(0, parts[1] - parts[0]))
        return self.count_steps(PLAIN[op](*parts)) if op in PLAIN else raise_unknown()

    def count_steps(self, found: Any) -> Any:
        """Return the value itself; a list costs a step for each of its items."""
        if isinstance(found, list):
            self.spend(len(found))
        return found


def distinct(items: Iterable[Any]) -> list[Any]:
    """The distinct items in order of first appearance: ints, lists of ints, or lists of such lists."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(hashable(item), item)
    return [*found.values()]


def hashable(item: Any) -> Any:
    """A hashable form of an item: lists become tuples."""
    return tuple(map(hashable, item)) if isinstance(item, list) else item


def raise_unknown() -> Any:
    """Raise Unknown, as an expression."""
    raise Unknown


def cell(cells: list[Any], at: int, op: str) -> Any:
    """The cell of a table. Raises Unknown if there is none."""
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
    "need": lambda a, none, message: a if a != none else raise_unknown(),
    "within": lambda a, low, high, message: a if low <= a <= high else raise_unknown(),
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
    "distinct": distinct,
    "sorted": sorted,
    "sum": sum,
}
