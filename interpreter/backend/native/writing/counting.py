"""WebAssembly text that counts usage during play: the counters of options, marks and gains."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count

from ....program import ir
from .layout import MemoryLayout
from .numbers import NUMBERS, place
from .writer import Expression, Num, Val, Writer, const

ACTOR = "(global.get $actor)"  # the offset of the acting seat's marks from the first seat's
ROW = "row looked up"  # the register with its number


def more(w: Writer, option: Num, test: Num, chosen: bool = False) -> str:
    """Text that adds one to the counter of an offered or chosen option, if the test holds.

    $cells: how far the counters of the seat lie behind those of the first.
    """
    at, table = w.layout.chosen if chosen else w.layout.used, w.offers
    if option.low == option.high:
        return add_to_counter(at + 4 * table[option.low], "(local.get $cells)", test.code)
    number, cell = option.code, w.local("cell")
    if test.low != 1 and not (option.low >= 0 and option.high < len(table)):
        number = f"(i32.mul {number} {test.code})"  # valid only if it is offered
    behind = f"(i32.shl {number} (i32.const 2))"
    if all(counter == table[0] + n for n, counter in enumerate(table)):
        at += 4 * table[0]
    else:
        behind = f"(i32.load offset={w.layout.constant([4 * counter for counter in table]) + 4} {behind})"
    before = f"(local.set {cell} (i32.add (local.get $cells) {behind}))"
    return f"{before}\n{add_to_counter(at, f'(local.get {cell})', test.code)}"


def keep_in_local(w: Writer, value: Num) -> tuple[str, Num]:
    """A statement that stores a number in a local variable if needed, and the number to read afterwards."""
    if value.low == value.high:
        return "", Num(const(value.low), value.low, value.high)
    name = w.local()
    return f"(local.set {name} {value.code})", Num(f"(local.get {name})", value.low, value.high)


def add_to_counter(at: int, cell: str, more: str) -> str:
    """A statement that increases a counter."""
    return f"(i32.store offset={at} {cell} (i32.add (i32.load offset={at} {cell}) {more}))"


def cells(layout: MemoryLayout) -> str:
    """Text that sets the local variable $cells for $seat; it must come first in a function."""
    return f"(local $cells i32)\n(local.set $cells (i32.mul (local.get $seat) {const(layout.cells)}))\n"


def acts(layout: MemoryLayout, seat: str) -> str:
    """Text after which marks are counted for a seat."""
    return f"(global.set $actor (i32.mul {seat} {const(layout.mark_cells)}))"


def several(w: Writer, node: int, site: int) -> str:
    """Text that counts a choice among more than one option."""
    assert w.layout.uses is not None
    at = w.layout.marks_at + 4 * w.layout.uses.mark("several", node, site)
    return add_to_counter(at, ACTOR, "(i32.gt_u (i32.sub (local.get $o) (global.get $OPTIONS)) (i32.const 4))")


def looked_up(op: str, w: Writer, name: str, index: ir.Expr, *message: int) -> Val:
    """A table's cell at an index; counts the row, if the ruleset declares the table."""
    assert w.layout.uses is not None
    marks = w.layout.uses.rows.get(name)
    if marks is None:
        return NUMBERS[op](w, name, index, *message)
    before, at = w.keep(w.num(index))
    found: Val = w.with_register(ROW, at, lambda: NUMBERS[op](w, name, ROW, *message))
    value, cell = w.local("value"), w.local("cell")
    offset = w.layout.constant([4 * mark for mark in marks]) + 4
    counter = f"(i32.load offset={offset} (i32.shl {at.code} (i32.const 2)))"
    then = f"(local.set {value} {found.code})\n(local.set {cell} (i32.add (global.get $rows) {counter}))"
    count = add_to_counter(w.layout.marks_at, f"(local.get {cell})", const(1))
    return replace(found, code=f"(block (result i32) {before} {then}\n{count}\n(local.get {value}))")


def is_detailed(w: Writer) -> Num:
    """The test that the current game is counted in detail."""
    return Num("(global.get $looked)", 0, 1)


COUNTED: dict[str, Expression] = {"looked": is_detailed, **{op: partial(looked_up, op) for op in ("cell", "row")}}

# -- statements of uses.py


def pass_mark(w: Writer, mark: int) -> str:
    """Text that counts one pass of a mark."""
    return add_to_counter(w.layout.marks_at + 4 * mark, ACTOR, const(1))


def aside(w: Writer, whether: int) -> str:
    """Text after which rows that are looked up are not counted, or are counted again."""
    return f"(global.set $rows (global.get {'$ROWS_ASIDE' if whether else '$ROWS'}))"


def gain(w: Writer, number: int, counter: int, slot: ir.Expr) -> str:
    """Text that adds a counter's change to a seat's gains."""
    assert w.layout.uses is not None
    players = w.program.players
    known, cell = w.layout.known + 4 * players * counter, w.layout.gains + 24 * players * number
    base = const(w.layout.uses.counters[counter])
    return f"(call $uses_gain (local.get $S) {w.i32(slot)} {base} {const(known)} {const(cell)})"


def begin(w: Writer) -> str:
    """Text that notes the counters' values where the game begins."""
    assert w.layout.uses is not None
    size = 4 * w.program.players
    return "\n".join(
        f"(memory.copy {const(at)} (i32.add (local.get $S) {const(place(slot))}) {const(size)})"
        for at, slot in zip(count(w.layout.known, size), w.layout.uses.counters, strict=False)
    )


def turn(w: Writer, node: int, seat: ir.Expr, rounds: ir.Expr) -> str:
    """Text that counts a turn: whose it is, and a new round."""
    before, round_ = keep_in_local(w, Num(f"(i32.add {const(node << 16)} {w.i32(rounds)})"))
    begins = f"(if (i32.ne (global.get $round) {round_.code}) (then (call $uses_turn (local.get $S) {round_.code})))"
    return f"{acts(w.layout, w.i32(seat))}\n{before}\n{begins}"
