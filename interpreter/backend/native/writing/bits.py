"""Bit sets of numbers below 128, which replace whole loops by a few operations on 64 bits, or twice that.

Sets are texts of numbers of 64 bits, one for each 64 numbers; no texts where a set is not at hand. Their texts are run
in this order.
"""

from __future__ import annotations

from typing import Any

from ....program import ir, trees
from .layout import WORD
from .numbers import COMPARED
from .writer import ListValue, Num, Writer, const

WIDEST = 256  # the most distinct numbers compared with by a table of sets
NOT = "(i64.xor {} (i64.const -1))"


def single(w: Writer, a: ir.Expr) -> bool:
    """Whether a list certainly holds no number twice."""
    if isinstance(a, list) and a[0] in ("filter", "without"):
        return single(w, a[2 if a[0] == "filter" else 1])
    if isinstance(a, list) and a[0] in ("range", "cards", "group"):
        return True
    found = w.registers.get(a) if isinstance(a, str) else None
    return isinstance(found, ListValue) and found.single


def bit(w: Writer, sought: Num, known: list[str]) -> Num:
    """The test that a number is in a set."""
    before, value = w.keep(sought)
    most = WORD * len(known)
    inside = "(i64.const 1)"
    if value.low < 0 or value.high >= most:
        inside = f"(i64.extend_i32_u (i32.lt_u {value.code} {const(most)}))"
    word = known[0]
    if len(known) > 1:
        word = f"(select {known[0]} {known[1]} (i32.lt_u {value.code} {const(WORD)}))"
    code = f"(i64.and {inside} (i64.shr_u {word} (i64.extend_i32_u {value.code})))"
    return Num(f"(block (result i32) {before} (i32.wrap_i64 {code}))", 0, 1)


def any_of(known: list[str]) -> str:
    """The test that a set is not empty."""
    found = known[0] if len(known) == 1 else f"(i64.or {known[0]} {known[1]})"
    return f"(i64.ne {found} (i64.const 0))"


def count_of(known: list[str]) -> Num:
    """The number of items in a set."""
    counts = [f"(i64.popcnt {word})" for word in known]
    found = counts[0] if len(known) == 1 else f"(i64.add {counts[0]} {counts[1]})"
    return Num(f"(i32.wrap_i64 {found})", 0, WORD * len(known))


def those(w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> list[str]:
    """The set of a list's numbers that satisfy a condition; [] if that needs a loop."""
    if not trees.is_safe(condition, w.program):
        return []
    source = items(w, a)
    test = holding(w, register, condition, len(source)) if source else []
    return join_sets("and", source, test)


def join_sets(op: str, a: list[str], b: list[str]) -> list[str]:
    """The union or intersection of two sets; the shorter one limits the words needed."""
    return [f"(i64.{op} {x} {y})" for x, y in zip(a, b, strict=False)]


def items(w: Writer, a: ir.Expr) -> list[str]:
    """The items of a list as a set; [] if they are not at hand as bits."""
    if isinstance(a, str):
        found = w.registers[a]
        return w.bits(found) if isinstance(found, ListValue) else []
    if not isinstance(a, list):
        return []
    if a[0] == "filter":
        return those(w, a[1], a[2], a[3])
    if a[0] == "without" and trees.is_safe(a, w.program):
        left = items(w, a[1])
        return join_sets("and", left, fitting([NOT.format(word) for word in items(w, a[2])], len(left), "-1"))
    if a[0] == "row":
        return w.bits(w.list_value(a))
    return []


def fitting(known: list[str], size: int, none: str = "0") -> list[str]:
    """A set brought to `size` words; `none` stands for missing ones."""
    return [*known, f"(i64.const {none})"][:size] if known else []


def holding(w: Writer, register: str, e: ir.Expr, size: int) -> list[str]:
    """The set of numbers below `size` times 64 that satisfy a condition; [] if that needs a loop."""
    if not trees.uses(e, register):
        return once(w, f"(select (i64.const -1) (i64.const 0) {w.i32(e)})", size)
    if not isinstance(e, list):
        return []
    op = e[0]
    if op == "not":
        return [NOT.format(word) for word in holding(w, register, e[1], size)]
    if op in ("and", "or"):
        found = holding(w, register, e[1], size)
        for part in e[2:]:
            found = join_sets(op, found, holding(w, register, part, size))
        return found
    if op in COMPARED:
        return compare_by_tables(w, register, op, e[1], e[2], size)
    if op == "in" and e[1] == register:
        return fitting(items(w, e[2]), size)
    if op == "call":
        return holding_call(w, register, e, size)
    return []


def once(w: Writer, code: str, size: int) -> list[str]:
    """One 64-bit value repeated for each word of a set."""
    if size == 1:
        return [code]
    name = w.local("all", wide=True)
    return [f"(local.tee {name} {code})", f"(local.get {name})"]


def compare_by_tables(w: Writer, register: str, op: str, a: ir.Expr, b: ir.Expr, size: int) -> list[str]:
    """The set of numbers whose table value compares so with another value; [] if that needs a loop."""
    if trees.uses(b, register):
        if trees.uses(a, register):
            return []
        op, a, b = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}.get(op, op), b, a
    values = [value_of(w, a, register, x) for x in range(WORD * size)]
    if all(value is None for value in values):
        return []
    other = w.value(b)
    if not isinstance(other, Num) or other.wide or other.high - other.low >= WIDEST:
        return []
    test, at = ir.FOLD[op], other.code
    if size > 1:
        name = w.local("other")
        at = f"(local.tee {name} {other.code})"
    found = []
    for first in range(0, WORD * size, WORD):
        alike: dict[int, int] = {}
        for x, value in enumerate(values[first : first + WORD]):
            if value is not None:
                alike[value] = alike.get(value, 0) | 1 << x
        numbers = range(other.low, other.high + 1)
        if op in ("eq", "ne"):
            every = sum(alike.values()) if op == "ne" else 0
            sets = [every ^ alike.get(n, 0) for n in numbers]
        else:
            sets = [sum(alike[v] for v in alike if test(v, n)) for n in numbers]
        begin = w.layout.sets(sets) - 8 * other.low
        if begin >= 0 and other.low >= 0:
            found.append(f"(i64.load offset={begin} (i32.shl {at} (i32.const 3)))")
        else:  # an offset cannot be below 0, nor counted from below 0
            found.append(f"(i64.load (i32.add {const(begin)} (i32.shl {at} (i32.const 3))))")
        at = f"(local.get {name})" if size > 1 else ""
    return found


def value_of(w: Writer, e: ir.Expr, register: str, x: int) -> Any:
    """The value of an expression of a register, constants and tables for one number; None if it has another form."""
    if e == register:
        return x
    if isinstance(e, int):
        return e
    if not isinstance(e, list):
        return None
    if e[0] == "table":
        cells, at = w.program.tables[e[1]], value_of(w, e[2], register, x)
        if at is None or not 0 <= at < len(cells) or isinstance(cells[at], (list, tuple)):
            return None
        return ir.NO_NUMBER if cells[at] is None else int(cells[at])
    if e[0] not in ir.FOLD or e[0] in ir.DIVISIONS:
        return None
    parts = [value_of(w, part, register, x) for part in e[1:]]
    return None if None in parts else ir.FOLD[e[0]](*parts)


def holding_call(w: Writer, register: str, e: list[Any], size: int) -> list[str]:
    """Return `holding` of a called function, with its body in place of the call."""
    made = w.program.functions[e[1]]
    outside, before = w.registers, []
    inside = {}
    item = f"each{w.names}__item"
    body = made.body
    for parameter, argument in zip(made.params, e[2:], strict=True):
        if argument == register:
            body = trees.replace(body, parameter, item)
        elif trees.uses(argument, register):
            return []
        else:
            text, inside[parameter] = w.keep(w.value(argument), parameter)
            before.append(text)
    w.registers = inside
    found = holding(w, item, body, size)
    w.registers = outside
    return [f"(block (result i64) {' '.join(before)} {found[0]})", *found[1:]] if found else []
