"""Lists of numbers below 64 as sets: one bit for each number, so that a whole loop is a few steps on 64 bits."""

from __future__ import annotations

from typing import Any

from ...program import ir
from ..passes import trees
from .layout import WORD
from .numbers import COMPARED
from .writer import Listed, Num, Writer

WIDEST = 256  # different numbers that may be compared with, of a table of sets
ALL = (1 << WORD) - 1


def single(w: Writer, a: ir.Expr) -> bool:
    """Whether it is sure that a list has no number twice."""
    if isinstance(a, list) and a[0] in ("filter", "without"):
        return single(w, a[2 if a[0] == "filter" else 1])
    if isinstance(a, list) and a[0] in ("range", "cards", "group"):
        return True
    found = w.registers.get(a) if isinstance(a, str) else None
    return isinstance(found, Listed) and found.single


def bit(w: Writer, sought: Num, known: str) -> Num:
    """Whether a number is among those whose bits are known."""
    before, value = w.kept(sought)
    inside = "(i64.const 1)"
    if value.low < 0 or value.high >= WORD:
        inside = f"(i64.extend_i32_u (i32.lt_u {value.code} (i32.const {WORD})))"
    code = f"(i64.shr_u {known} (i64.extend_i32_u {value.code}))"
    return Num(f"(block (result i32) {before} (i32.wrap_i64 (i64.and {inside} {code})))", 0, 1)


def those(w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> str:
    """The numbers of a list for which a condition on the register holds, as bits; or "" where a loop has to tell."""
    if not trees.is_safe(condition, w.program):
        return ""
    source = items(w, a)
    test = source and holding(w, register, condition)
    return f"(i64.and {source} {test})" if test else ""


def items(w: Writer, a: ir.Expr) -> str:
    """The numbers of a list as bits, where they are at hand."""
    if isinstance(a, str):
        found = w.registers[a]
        return w.bits(found) if isinstance(found, Listed) else ""
    if not isinstance(a, list):
        return ""
    if a[0] == "filter":
        return those(w, a[1], a[2], a[3])
    if a[0] == "without" and trees.is_safe(a, w.program):
        left, right = items(w, a[1]), items(w, a[2])
        return f"(i64.and {left} (i64.xor {right} (i64.const -1)))" if left and right else ""
    if a[0] == "row":
        found = w.listed(a)
        assert isinstance(found, Listed)
        return w.bits(found) if 0 <= found.low <= found.high < WORD else ""
    return ""


def holding(w: Writer, register: str, e: ir.Expr) -> str:
    """The numbers below 64 for which a condition on the register holds, as bits; or "" if that cannot be told."""
    if not trees.uses(e, register):
        return f"(select (i64.const -1) (i64.const 0) {w.i32(e)})"
    if not isinstance(e, list):
        return ""
    op = e[0]
    if op == "not":
        found = holding(w, register, e[1])
        return found and f"(i64.xor {found} (i64.const -1))"
    if op in ("and", "or"):
        parts = [holding(w, register, part) for part in e[1:]]
        found = parts[0]
        for part in parts[1:]:
            found = f"(i64.{op} {found} {part})"
        return found if all(parts) else ""
    if op in COMPARED:
        return compared(w, register, op, *e[1:])
    if op == "in" and e[1] == register:
        return items(w, e[2])
    if op == "call":
        return called(w, register, e)
    return ""


def compared(w: Writer, register: str, op: str, a: ir.Expr, b: ir.Expr) -> str:
    """Those for which a comparison holds of what tables tell of them with something else."""
    if trees.uses(b, register):
        if trees.uses(a, register):
            return ""
        op, a, b = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}.get(op, op), b, a
    values = [told(w, a, register, x) for x in range(WORD)]
    other = w.value(b)
    if not isinstance(other, Num) or all(value is None for value in values):
        return ""
    if other.wide or other.high - other.low >= WIDEST:
        return ""
    test = ir.FOLD[op]
    sets = [
        sum(1 << x for x, value in enumerate(values) if value is not None and test(value, number))
        for number in range(other.low, other.high + 1)
    ]
    if len(sets) == 1:
        return f"(i64.const {sets[0] - (sets[0] >> 63 << 64)})"
    at = w.layout.sets(sets) - 8 * other.low
    if at >= 0 and other.low >= 0:
        return f"(i64.load offset={at} (i32.shl {other.code} (i32.const 3)))"
    return f"(i64.load (i32.add (i32.const {at}) (i32.shl {other.code} (i32.const 3))))"


def told(w: Writer, e: ir.Expr, register: str, x: int) -> Any:
    """What an expression of nothing but a register, constants and tables is for a number; None if it is not such."""
    if e == register:
        return x
    if isinstance(e, int):
        return e
    if not isinstance(e, list):
        return None
    if e[0] == "table":
        cells, at = w.program.tables[e[1]], told(w, e[2], register, x)
        if at is None or not 0 <= at < len(cells) or isinstance(cells[at], (list, tuple)):
            return None
        return ir.NO_NUMBER if cells[at] is None else int(cells[at])
    if e[0] not in ir.FOLD or e[0] in ir.DIVISIONS:
        return None
    parts = [told(w, part, register, x) for part in e[1:]]
    return None if None in parts else ir.FOLD[e[0]](*parts)


def called(w: Writer, register: str, e: list[Any]) -> str:
    """The same for a condition that is a function, which is put in place of the call."""
    made = w.program.functions[e[1]]
    outside, before = w.registers, []
    inside = {}
    item = f"each{w.names}__item"
    body = made.body
    for parameter, argument in zip(made.params, e[2:], strict=True):
        if argument == register:
            body = trees.replace(body, parameter, item)
        elif trees.uses(argument, register):
            return ""
        else:
            text, inside[parameter] = w.kept(w.value(argument), parameter)
            before.append(text)
    w.registers = inside
    found = holding(w, item, body)
    w.registers = outside
    return found and f"(block (result i64) {' '.join(before)} {found})"
