"""Constants: folding, propagation, unrolling of loops over them, narrowing of filtered ranges."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from ...program import ir
from ...program.fold import FOLDED, make
from ...program.trees import is_body, is_safe, replace, size, uses

UNROLL, MOST_PARTS = 16, 100
UNROLLED = frozenset(("any", "every", "count", "filter", "map"))
PICKED = frozenset(("first", "last", "nth", "len"))
MIRRORED = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge"}


def refold(e: ir.Expr) -> ir.Expr:
    """Fold the constants of an expression again."""
    if not isinstance(e, list) or not e:
        return e
    if not isinstance(e[0], str):
        return [refold(part) for part in e]
    if e[0] == "chance" and isinstance(e[2], list) and e[2][0] == "len":
        return [e[0], e[1], ["len", refold(e[2][1])]]  # a scenario may script the item
    parts = [refold(part) for part in e[1:]]
    if e[0] == "if" and is_body(e[2]):
        return [e[0], *parts]
    if e[0] in ir.DIVISIONS and isinstance(parts[0], int) and isinstance(parts[1], int) and parts[1]:
        return ir.FOLD[e[0]](*parts[:2])
    if e[0] in FOLDED and not (e[0] == "if" and isinstance(parts[0], list)):
        return make(e[0], *parts)
    if e[0] in PICKED and is_constant(parts[0]):
        return pick(e[0], constants(parts[0]), parts[1:], [e[0], *parts])
    if e[0] == "nth" and isinstance(parts[1], int) and isinstance(parts[0], list) and parts[0][0] == "items":
        items = parts[0][1:]
        if parts[1] < len(items) and not any(isinstance(item, list) for item in items):
            return items[parts[1]]
    return [e[0], *parts]


def pick(op: str, items: Sequence[int], rest: list[Any], e: ir.Expr) -> ir.Expr:
    """Fold `len`, `first`, `last` or `nth` of a list of constants, if its result is known."""
    if op == "len":
        return len(items)
    if op in ("first", "last"):
        return items[0 if op == "first" else -1] if items else rest[0]
    if isinstance(rest[0], int):
        return items[rest[0]] if 0 <= rest[0] < len(items) else rest[1]
    return e


def is_constant(e: ir.Expr) -> bool:
    """Whether an expression is a list of constants."""
    return isinstance(e, list) and bool(e) and e[0] in ("range", "items") and all(isinstance(x, int) for x in e[1:])


def is_short(e: ir.Expr) -> bool:
    """Whether an expression is a list of at most UNROLL constants."""
    if not isinstance(e, list) or e[0] not in ("range", "items") or not all(isinstance(x, int) for x in e[1:]):
        return False
    return (e[2] - e[1] if e[0] == "range" else len(e) - 2) < UNROLL


def constants(e: list[Any]) -> Sequence[int]:
    """The items of a constant list; those of a range are not written out."""
    return range(e[1], e[2] + 1) if e[0] == "range" else e[1:]


def span(e: list[Any]) -> int:
    """The difference between the ends of a range, if both are one expression plus a constant; else -1."""
    (a, low), (b, high) = (
        (x[1], x[2] if x[0] == "add" else -x[2])
        if isinstance(x, list) and x[0] in ("add", "sub") and isinstance(x[2], int)
        else (x, 0)
        for x in e[1:]
    )
    return high - low if a == b and not isinstance(a, int) else -1


def length(e: ir.Expr) -> int:
    """The length of a list, -1 if not certain."""
    if is_constant(e):
        return len(constants(e))
    if isinstance(e, list) and e and e[0] in ("from", "reversed", "sorted"):
        return length(e[1])
    return -1


def propagate(body: list[ir.Stmt], outside: Container[str] = ()) -> list[ir.Stmt]:
    """Replace registers by the constants they hold; those of `outside` are still set."""
    times: dict[str, int] = {}
    constant: dict[str, Any] = {}

    def count(stmts: list[ir.Stmt]) -> None:
        for stmt in stmts:
            if stmt[0] in ir.SETS_REGISTER:
                times[stmt[1]] = times.get(stmt[1], 0) + 1
            for part in stmt[2:]:
                if stmt[0] in ("if", "for", "while") and is_body(part):
                    count(part)

    count(body)
    out = []
    for stmt in body:
        for register, value in constant.items():
            stmt = refold(replace(stmt, register, value))
        if stmt[0] == "let" and times[stmt[1]] == 1 and (isinstance(stmt[2], int) or is_constant(stmt[2])):
            constant[stmt[1]] = stmt[2]
            if stmt[1] not in outside:
                continue
        out.append(stmt)
    return out


def unroll(e: ir.Expr) -> ir.Expr:
    """Write out loops over a few constants where that stays short, and fold constants."""
    if not isinstance(e, list):
        return e
    e = [unroll(part) for part in e]
    if not e or not isinstance(e[0], str) or e[0] not in UNROLLED or not is_short(e[2]):
        return e
    bodies, parts = [], 0
    for i in constants(e[2]):
        bodies.append(refold(replace(e[3], e[1], i)))
        parts += size(bodies[-1]) if isinstance(bodies[-1], list) else 0
        if parts > MOST_PARTS:
            return e
    if e[0] in ("any", "every"):
        return make("or" if e[0] == "any" else "and", *bodies)
    if e[0] == "map":
        return ["items", *bodies]
    if all(isinstance(body, int) for body in bodies):
        kept = [i for i, body in zip(constants(e[2]), bodies, strict=True) if body]
        return len(kept) if e[0] == "count" else ["items", *kept]
    return e


def narrow(e: ir.Expr, program: ir.Program) -> ir.Expr:
    """A filtered range that compares its numbers with something fixed, as a shorter range."""
    if not isinstance(e, list):
        return e
    e = [narrow(part, program) for part in e]
    if not e or e[0] != "filter" or not isinstance(e[2], list) or e[2][0] != "range":
        return e
    _, register, (_, low, high), condition = e
    tests = list(condition[1:]) if isinstance(condition, list) and condition[0] == "and" else [condition]
    kept = []
    for number, test in enumerate(tests):
        # the first test of a range that is not empty is made in any case, so it may fail as well before the loop
        sure = number == 0 and isinstance(low, int) and isinstance(high, int) and low <= high
        free, bound = (test[1], test[2]) if isinstance(test, list) and test[0] == "or" and len(test) == 3 else (0, test)
        found = limit(bound, register)
        if not found or uses(free, register) or not (sure or is_safe(test, program)):
            kept.append(test)
        elif found[0] == "low":
            low = refold(["if", free, low, ["most", found[1], low]])
        else:
            high = refold(["if", free, high, ["least", found[1], high]])
    source = ["range", low, high]
    return ["filter", register, source, make("and", *kept)] if kept else source


def limit(test: ir.Expr, register: str) -> tuple[str, Any] | None:
    """The bound a comparison puts on a register: ("low" or "high", the least or greatest number it may be)."""
    if not isinstance(test, list) or test[0] not in MIRRORED or len(test) != 3:
        return None
    op, a, b = test
    if uses(b, register):
        op, a, b = MIRRORED[op], b, a
    more = 0
    if isinstance(a, list) and a[0] in ("add", "sub") and isinstance(a[2], int):
        a, more = a[1], a[2] if a[0] == "add" else -a[2]
    if a != register or uses(b, register):
        return None
    more -= {"gt": 1, "lt": -1}.get(op, 0)
    return "low" if op in ("gt", "ge") else "high", refold(["add", b, -more])
