"""Loops as WebAssembly text; filtered, mapped and joined lists are traversed without being built."""

from __future__ import annotations

from collections.abc import Callable

from ....program import ir
from ...passes import folding
from .layout import WORD
from .writer import ListValue, Num, Val, Writer, either, narrow

UNROLLED = 4  # items up to which a loop is written out


def loop(w: Writer, register: str, source: ir.Expr, write: Callable[[], str], keeps: bool = False) -> str:
    """A loop whose body `write` gives; `keeps`: the memory that it allocates is needed afterwards."""
    op = source[0] if isinstance(source, list) else ""
    if op == "filter":
        return loop(w, source[1], source[2], lambda: when(w, register, source, write), keeps)
    if op == "let":
        before, value = w.keep(w.value(source[2]), source[1])
        text = w.with_register(source[1], value, lambda: loop(w, register, source[3], write, keeps))
        return f"{before}\n{text}"
    if op == "map":
        return loop(w, source[1], source[2], lambda: mapped_item(w, register, source, write), keeps)
    if op == "gather":
        return loop(w, source[1], source[2], lambda: loop(w, register, source[3], write, keeps), keeps)
    if op == "looks" and max(w.program.tables["look"], default=0) < WORD:
        return of_each_look(w, register, source[1], write, keeps)
    if op == "items" and 1 < len(source) <= 1 + UNROLLED and not folding.is_short(source):
        parts = [w.keep(w.value(part), register) for part in source[1:]]
        return "\n".join(before for before, _ in parts) + "".join(
            each(w, register, one, write, keeps) for _, one in parts
        )
    if folding.is_short(source) and 0 < len(few := folding.constants(source)) <= UNROLLED:
        return "\n".join(each(w, register, w.value(item), write, keeps) for item in few)
    if op == "range" and 0 < (count := 1 + folding.span(source)) <= UNROLLED:
        return few_numbers(w, register, source[1], count, write, keeps)
    if op == "range":
        return counting(w, register, source, write, keeps)
    if op == "join":
        lists = w.list_value(source[1]), w.list_value(source[2])
        found = either(*lists)
        assert isinstance(found, ListValue)
        return through(w, register, found, write, keeps, lists[1].code)
    return through(w, register, w.list_value(source), write, keeps)


def few_numbers(w: Writer, register: str, first: ir.Expr, count: int, write: Callable[[], str], keeps: bool) -> str:
    """An unrolled loop over a few consecutive numbers."""
    before, value = w.keep(w.num(first), "first")
    name = f"each{w.names}__first"
    w.registers[name] = value
    text = [before]
    for n in range(count):
        begin, item = w.keep(w.value(["add", name, n]), register)
        text += [begin, each(w, register, item, write, keeps)]
    return "\n".join(text)


def when(w: Writer, register: str, source: ir.Expr, write: Callable[[], str]) -> str:
    """The text of `write` under a filter's condition, for its own register."""
    value = w.registers[source[1]]
    test = w.i32(source[3])
    return f"(if {test} (then\n{w.with_register(register, value, write)}))"


def of_each_look(w: Writer, register: str, source: ir.Expr, write: Callable[[], str], keeps: bool) -> str:
    """A loop over cards that runs only for the first of those that look alike."""
    seen, look = w.local("seen", wide=True), w.local("look", wide=True)

    def once() -> str:
        card = w.registers[register]
        number = f"(i64.load32_u offset={w.layout.tables['look']} (i32.shl {card.code} (i32.const 2)))"
        return (
            f"(local.set {look} (i64.shl (i64.const 1) {number}))\n"
            f"(if (i64.eqz (i64.and (local.get {seen}) (local.get {look}))) (then\n"
            f"(local.set {seen} (i64.or (local.get {seen}) (local.get {look})))\n{write()}))"
        )

    return f"(local.set {seen} (i64.const 0))\n{loop(w, register, source, once, keeps)}"


def mapped_item(w: Writer, register: str, source: ir.Expr, write: Callable[[], str]) -> str:
    """The text of `write` with a map's value in its register."""
    before, value = w.keep(w.value(source[3]), register)
    return f"{before}\n{w.with_register(register, value, write)}"


def each(w: Writer, register: str, value: Val, write: Callable[[], str], keeps: bool) -> str:
    """The body of a loop; memory that it allocates is released after each pass unless `keeps`."""
    before, kept = w.rooms, w.kept_lists
    w.depth += 1
    text: str = w.with_register(register, value, write)
    w.depth -= 1
    if keeps or w.rooms == before or w.kept_lists > kept:
        return text
    top = w.local("top")
    return f"(local.set {top} (global.get $top))\n{text}\n(global.set $top (local.get {top}))"


def counting(w: Writer, register: str, source: ir.Expr, write: Callable[[], str], keeps: bool) -> str:
    """A loop over a range."""
    low, high = narrow(w.num(source[1])), narrow(w.num(source[2]))
    at, item, end, more = w.local("at"), w.local(register), w.local("end"), w.fresh("more")
    body = each(w, register, Num(f"(local.get {item})", low.low, high.high), write, keeps)
    return (
        f"(local.set {at} {low.code}) (local.set {end} {high.code})\n"
        f"(loop {more} (if (i32.le_s (local.get {at}) (local.get {end})) (then\n"
        f"(local.set {item} (local.get {at})) (local.set {at} (i32.add (local.get {at}) (i32.const 1)))\n"
        f"{body}\n(br {more}))))"
    )


def through(w: Writer, register: str, source: ListValue, write: Callable[[], str], keeps: bool, then: str = "") -> str:
    """A loop over a list in memory, then over the list `then`."""
    at, item, end, more = w.local("at"), w.local(register), w.local("end"), w.fresh("more")
    before = other = ""
    body = each(w, register, item_of(source, f"(local.get {item})"), write, keeps)
    begin = f"(local.set {end} (i32.add (local.get {at}) (i32.shl (i32.load (local.get {at})) (i32.const 2))))"
    if then:
        second = w.local("then")
        before = f"(local.set {second} {then}) "
        other = (
            f"\n(else (if (local.get {second}) (then (local.set {at} (local.get {second})) "
            f"(local.set {second} (i32.const 0)) {begin} (br {more}))))"
        )
    return (
        f"(local.set {at} {source.code}) {before}{begin}\n"
        f"(loop {more} (if (i32.lt_u (local.get {at}) (local.get {end})) (then\n"
        f"(local.set {at} (i32.add (local.get {at}) (i32.const 4))) (local.set {item} (i32.load (local.get {at})))\n"
        f"{body}\n(br {more})){other}))"
    )


def item_of(source: ListValue, code: str) -> Val:
    """An item of a list as a value, with its known bounds."""
    if source.depth > 1:
        return ListValue(code, source.low, source.high, source.depth - 1)
    return Num(code, source.low, source.high) if source.low <= source.high else Num(code)
