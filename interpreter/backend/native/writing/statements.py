"""Zones and statements as WebAssembly text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from ....program import ir, trees
from ...passes import folding
from . import counting
from .layout import Unfit
from .lists import LISTS
from .loops import loop
from .numbers import NUMBERS, index_address, place
from .writer import I32, Expression, ListValue, Num, Statement, Val, Writer, const, narrow

WHERE = ("top", "bottom", "below", "random", "random below", "group")
FEW = 8  # constant items that are stored one by one
WITHOUT_EFFECT = ("let", "option", "emit", "fail", "spend", "passed")


# -- zones that are read


def address(w: Writer, z: ir.Expr) -> str:
    """The address of a list of the state."""
    if not isinstance(z, int) and (found := w.num(z)).low == found.high:
        z = found.low
    if isinstance(z, int):
        return f"(i32.add (local.get $S) {const(w.layout.lists[z])})"
    return f"(i32.add (local.get $S) (i32.load offset={w.layout.zones} (i32.shl {w.index(z)} (i32.const 2))))"


def kinds(w: Writer, z: ir.Expr) -> set[str]:
    """The kinds that a zone may have: set, grouped, settled (a pile that is always in order) or pile."""
    known = Num("", z, z) if isinstance(z, int) else w.num(z)
    slots = w.program.lists[max(1, known.low) : min(known.high, w.program.zones - 1) + 1]
    return {"grouped" if slot.groups >= 0 else "settled" if slot.settled else slot.kind for slot in slots}


def cards(w: Writer, z: ir.Expr) -> ListValue:
    """The operation `cards` as WebAssembly text."""
    most = z if isinstance(z, int) else w.num(z).high
    if most < w.program.zones:
        return ListValue(address(w, z), 0, max(0, len(w.program.cards) - 1), alias=True, single=True)
    return ListValue(address(w, z), alias=True)


def size(w: Writer, z: ir.Expr) -> Num:
    """The operation `size` as WebAssembly text."""
    return Num(f"(i32.load {address(w, z)})", 0, max(len(w.program.cards), *w.layout.rooms))


def end(word: str, w: Writer, z: ir.Expr) -> Val:
    """The operations `top` and `bottom` as WebAssembly text."""
    if "pile" not in kinds(w, z):
        return LISTS["last" if word == "top" else "first"](w, ["cards", z], ir.NOTHING)
    return Num(f"(call ${word}_card (local.get $S) {w.i32(z)})", ir.NOTHING, len(w.program.cards) - 1)


def groups(w: Writer, z: ir.Expr) -> ListValue:
    """The operation `groups` as WebAssembly text."""
    w.rooms += 1
    return ListValue(f"(call $groups (local.get $S) {w.i32(z)})", 0, ir.GROUP * w.program.zones)


def group(w: Writer, g: ir.Expr) -> ListValue:
    """The operation `group` as WebAssembly text."""
    w.rooms += 1
    return ListValue(f"(call $group (local.get $S) {w.i32(g)})", 0, max(0, len(w.program.cards) - 1), single=True)


EXPRESSIONS: dict[str, Expression] = {
    **NUMBERS,
    **LISTS,
    "cards": cards,
    "size": size,
    "top": partial(end, "top"),
    "bottom": partial(end, "bottom"),
    "groups": groups,
    "group": group,
}


# -- registers of statements


def set_often(stmts: Any) -> frozenset[str]:
    """The registers that more than one of these statements sets, nested ones included."""
    found: Counter[str] = Counter()
    waiting = list(stmts)
    while waiting:
        stmt = waiting.pop()
        if stmt[0] in ir.SETS_REGISTER:
            found[stmt[1]] += 1
        if stmt[0] == "if":
            waiting += [*stmt[2], *stmt[3]]
        elif stmt[0] in ("for", "while"):
            waiting += stmt[3 if stmt[0] == "for" else 2]
    return frozenset(register for register, times in found.items() if times > 1)


def set_register(w: Writer, register: str, value: Val) -> str:
    """Text that sets a register for the statements that follow."""
    if isinstance(value, Num):
        value = narrow(value)
    elif value.alias:
        w.rooms += 1
        value = replace(value, code=f"(call $copied {value.code})", alias=False)
    w.kept_lists += isinstance(value, ListValue)
    before = w.slots.get(register)
    if before is None:
        before = w.slots[register] = w.local(register)
    code = value.code
    if register in w.often:
        value = replace(value, low=I32[0], high=I32[1])
    w.registers[register] = named = replace(value, code=f"(local.get {before})")
    return f"(local.set {before} {code}){w.bits_name(named)}"


# -- statements


def let(w: Writer, register: str, a: ir.Expr) -> str:
    """The statement `let` as WebAssembly text."""
    return set_register(w, register, w.value(a))


def assign(w: Writer, base: int, index: ir.Expr, a: ir.Expr) -> str:
    """The statement `set` as WebAssembly text."""
    if not isinstance(index, int) and (at := w.num(index)).low == at.high:
        index = at.low
    if isinstance(index, int):
        return f"(i32.store offset={place(base + index)} (local.get $S) {w.i32(a)})"
    return f"(i32.store offset={place(base)} {index_address(w, index)} {w.i32(a)})"


def store(w: Writer, slot: int, a: ir.Expr) -> str:
    """The statement `store` as WebAssembly text."""
    few = folding.constants(a) if folding.is_short(a) else []
    if 0 < len(few) <= min(FEW, w.layout.rooms[slot]) and all(I32[0] <= item <= I32[1] for item in few):
        at = w.layout.lists[slot]
        words = zip(count(at, 4), [len(few), *few], strict=False)
        return "\n".join(f"(i32.store offset={offset} (local.get $S) {const(word)})" for offset, word in words)
    found = w.list_value(a)
    if found.depth > 1:
        raise Unfit("lists of lists that are kept")
    return f"(call $store {address(w, slot)} {const(w.layout.rooms[slot])} {found.code})"


def append(w: Writer, slot: ir.Expr, a: ir.Expr) -> str:
    """The statement `append` as WebAssembly text."""
    before, at = w.keep(Num(address(w, slot)))
    first, count = (slot, 1) if isinstance(slot, int) else (slot[2], w.program.players)  # one for each seat
    room = min(w.layout.rooms[first : first + count])
    full = f"(if (i32.ge_u (i32.load {at.code}) {const(room)}) (then (unreachable)))"
    return f"{before} {full} (call $append {at.code} {w.i32(a)})"


def branch(w: Writer, condition: ir.Expr, yes: list[ir.Stmt], no: list[ir.Stmt]) -> str:
    """The statement `if` as WebAssembly text."""
    if is_offer(yes) and not no:
        return option(w, yes[0][1], condition)
    test, then, otherwise = w.i32(condition), w.body(yes), w.body(no)
    if not then and not otherwise:
        return f"(drop {test})" if not trees.is_safe(condition, w.program) else ""
    return f"(if {test} (then\n{then})" + (f"\n(else\n{otherwise})" if otherwise else "") + ")"


def for_each(w: Writer, register: str, source: ir.Expr, body: list[ir.Stmt]) -> str:
    """The statement `for` as WebAssembly text."""
    before = ""
    if isinstance(source, list) and source[0] == "filter" and is_offer(body):
        _, own, listed, condition = source

        def offer() -> str:
            found: str = w.with_register(register, w.registers[own], lambda: option(w, body[0][1], condition))
            return found

        return loop(w, own, listed, offer)
    if not all(stmt[0] in WITHOUT_EFFECT for stmt in body) and not (isinstance(source, list) and source[0] == "range"):
        found = w.list_value(source)
        if found.alias:
            found = replace(found, code=f"(call $copied {found.code})", alias=False)
            w.rooms += 1
        before, value = w.keep(found, "list")
        source = f"each{w.names}__for"
        w.registers[source] = value
    return f"{before}\n{loop(w, register, source, lambda: w.body(body))}"


def repeat(w: Writer, condition: ir.Expr, body: list[ir.Stmt], message: int) -> str:
    """The statement `while` as WebAssembly text."""
    passes, done, more, top = w.local("passes"), w.fresh("done"), w.fresh("more"), w.local("top")
    kept = w.kept_lists
    test, text = w.i32(condition), w.body(body)
    back = f"(global.set $top (local.get {top}))" if kept == w.kept_lists else ""
    return (
        f"(local.set {passes} (i32.const 0)) (local.set {top} (global.get $top))\n"
        f"(block {done} (loop {more}\n(br_if {done} (i32.eqz {test}))\n"
        f"(if (i32.ge_u (local.get {passes}) {const(ir.MOST_PASSES)}) (then (unreachable)))\n"
        f"(local.set {passes} (i32.add (local.get {passes}) (i32.const 1)))\n"
        f"{text}\n{back}\n(br {more})))"
    )


def option(w: Writer, a: ir.Expr, condition: ir.Expr = 1) -> str:
    """The statement `option`: always written, but overwritten by the next one if its condition does not hold."""
    before, test = counting.keep_in_local(w, truth(w.num(condition)))
    then, value = counting.keep_in_local(w, narrow(w.num(a)))
    text = f"{before} {then} (i32.store (local.get $o) {value.code})\n"
    text += f"(local.set $o (i32.add (local.get $o) (i32.shl {test.code} (i32.const 2))))"
    return f"{text}\n{counting.more(w, value, test)}" if w.offers else text


def is_offer(body: list[ir.Stmt]) -> bool:
    """Whether statements are a single option: a constant, a register, or their sum."""
    if [stmt[0] for stmt in body] != ["option"]:
        return False
    a = body[0][1]
    return isinstance(a, str | int) or a[0] == "add" and all(isinstance(part, str | int) for part in a[1:])


def truth(value: Num) -> Num:
    """A truth value, which may be any number but 0, as exactly 1 or 0."""
    return value if value.low >= 0 and value.high <= 1 else Num(f"(i32.ne {narrow(value).code} {const(0)})", 0, 1)


def append_item(w: Writer, listed: str, item: str) -> str:
    """Text that appends an item to a list in place, as a call of `$append` takes longer."""
    at, size = w.local("at"), w.local("size")
    end = f"(i32.add (local.get {at}) (i32.shl (local.get {size}) (i32.const 2)))"
    return (
        f"(local.set {at} {listed}) (local.set {size} (i32.load (local.get {at})))\n"
        f"(i32.store offset=4 {end} {item}) "
        f"(i32.store (local.get {at}) (i32.add (local.get {size}) (i32.const 1)))"
    )


def put(w: Writer, card: ir.Expr, z: ir.Expr, where: str, depth: ir.Expr) -> str:
    """The statement `put` as WebAssembly text."""
    found = kinds(w, z)
    if "grouped" not in found and (where == "top" or found == {"set"}):
        return append_item(w, address(w, z), w.i32(card))
    return f"(call $put (local.get $S) {w.i32(z)} {w.i32(card)} {const(WHERE.index(where))} {w.i32(depth)})"


def take(w: Writer, card: ir.Expr, z: ir.Expr) -> str:
    """The statement `take` as WebAssembly text."""
    if kinds(w, z) <= {"set", "settled"}:
        return f"(call $remove {address(w, z)} {w.i32(card)})"
    return f"(call $take (local.get $S) {w.i32(z)} {w.i32(card)})"


def draw(w: Writer, register: str, z: ir.Expr) -> str:
    """The statement `draw` as WebAssembly text."""
    lists, most, found = w.program.lists, len(w.program.cards) - 1, kinds(w, z)
    if found <= {"set", "settled"} or isinstance(z, int) and "grouped" not in found:
        ranges = address(w, lists[z].segments) if isinstance(z, int) and "pile" in found else const(0)
        return set_register(w, register, Num(f"(call $draw_card (local.get $S) {address(w, z)} {ranges})", 0, most))
    if found == {"pile"}:
        before, at = w.keep(w.num(z), "zone")
        ranges = f"(i32.add (local.get $S) (i32.load offset={w.layout.ranges} (i32.shl {at.code} (i32.const 2))))"
        cards = f"(i32.add (local.get $S) (i32.load offset={w.layout.zones} (i32.shl {at.code} (i32.const 2))))"
        drawn = Num(f"(call $draw_card (local.get $S) {cards} {ranges})", 0, most)
        return f"{before}\n{set_register(w, register, drawn)}"
    return set_register(w, register, Num(f"(call $draw (local.get $S) {w.i32(z)})", 0, most))


def draw_bottom(w: Writer, register: str, z: ir.Expr) -> str:
    """The statement `draw bottom` as WebAssembly text."""
    most = len(w.program.cards) - 1
    return set_register(w, register, Num(f"(call $draw_bottom (local.get $S) {w.i32(z)})", 0, most))


def pour(w: Writer, a: ir.Expr, b: ir.Expr) -> str:
    """The statement `pour` as WebAssembly text."""
    source, to = narrow(w.num(a)), narrow(w.num(b))
    apart = source.high < to.low or to.high < source.low
    if not apart or not kinds(w, a) <= {"set", "settled"} or "grouped" in kinds(w, b):
        return f"(call $pour (local.get $S) {source.code} {to.code})"
    before, emptied = w.keep(Num(address(w, a)))
    return f"{before} (call $add_all {address(w, b)} {emptied.code}) (i32.store {emptied.code} (i32.const 0))"


def find(w: Writer, register: str, card: ir.Expr) -> str:
    """The statement `find` as WebAssembly text."""
    zones = w.program.zones
    return set_register(w, register, Num(f"(call $find (local.get $S) {const(zones)} {w.i32(card)})", 1, zones - 1))


def chance(w: Writer, register: str, n: ir.Expr) -> str:
    """The statement `chance` as WebAssembly text."""
    count = narrow(w.num(n))
    draw = "next" if count.low > 1 else "chance"  # nothing is drawn among one
    return set_register(w, register, Num(f"(call ${draw} (local.get $S) {count.code})", 0, max(0, count.high - 1)))


def spend(w: Writer, n: ir.Expr) -> str:
    """The statement `spend` as WebAssembly text."""
    return (
        f"(global.set $spent (i32.add (global.get $spent) {w.i32(n)}))\n"
        f"(if (i32.gt_u (global.get $spent) {const(ir.MOST_CHANGES)}) (then (unreachable)))"
    )


STATEMENTS: dict[str, Statement] = {
    "let": let,
    "set": assign,
    "store": store,
    "append": append,
    "remove": lambda w, slot, a: f"(call $remove {address(w, slot)} {w.i32(a)})",
    "if": branch,
    "for": for_each,
    "while": repeat,
    "option": option,
    "put": put,
    "take": take,
    "draw": draw,
    "draw bottom": draw_bottom,
    "find": find,
    "new group": lambda w, register, z: set_register(
        w, register, Num(f"(call $free_group (local.get $S) {w.i32(z)})", 1, ir.GROUP)
    ),
    "pour": pour,
    "shuffle": lambda w, z: f"(call $shuffle (local.get $S) {w.i32(z)})",
    "chance": chance,
    "emit": lambda w, *_: "",
    "fail": lambda w, message: "(unreachable)",
    "spend": spend,
    "passed": counting.pass_mark,
    "aside": counting.aside,
    "gain": counting.gain,
    "begin": counting.begin,
    "turn": counting.turn,
}
