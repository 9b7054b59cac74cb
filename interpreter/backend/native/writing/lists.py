"""List operations as WebAssembly text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ....program import ir
from ...passes import folding
from . import bits
from .layout import Unfit
from .loops import item_of, loop
from .numbers import EMPTY, nearer
from .writer import I32, Expression, ListValue, Num, Val, Writer, const, either, narrow, wide

MOST_ITEMS = 1 << 22  # of a list
FEW = 8  # constants that are compared one by one


def work_out_source(w: Writer, source: ir.Expr) -> tuple[str, str, ir.Expr]:
    """Statements that compute a loop's list, the most items it can have, and the expression to loop over."""
    op = source[0] if isinstance(source, list) else ""
    if op in ("filter", "map"):
        before, most, inner = work_out_source(w, source[2])
        return before, most, [op, source[1], inner, source[3]]
    if op == "range":
        (first, low), (then, high) = (w.keep(w.num(end), "end") for end in source[1:])
        ends = [f"each{w.names}__{part}" for part in ("low", "high")]
        w.registers |= {ends[0]: low, ends[1]: high}
        count = f"(i32.add (i32.sub {high.code} {low.code}) (i32.const 1))"
        return f"{first} {then}", f"(select {count} (i32.const 0) (i32.le_s {low.code} {high.code}))", ["range", *ends]
    before, value = w.keep(w.list_value(source), "list")
    name = f"each{w.names}__list"
    w.registers[name] = value
    return before, f"(i32.load {value.code})", name


def known_of(found: list[Val]) -> Val:
    """Bounds and depth that hold for all of these values."""
    known = found[0]
    for value in found[1:]:
        known = either(known, value)
    return known


# -- lists made item by item


def build_list(w: Writer, source: ir.Expr, register: str, item: Callable[[], Val]) -> ListValue:
    """A list that holds the value of `item` for each item of a source."""
    before, most, source = work_out_source(w, source)
    out, at = w.local("all"), w.local("at")
    found: list[Val] = []

    def write() -> str:
        value = item()
        found.append(narrow(value) if isinstance(value, Num) else value)
        return (
            f"(i32.store (local.get {at}) {found[-1].code}) (local.set {at} (i32.add (local.get {at}) (i32.const 4)))"
        )

    body = loop(w, register, source, write, keeps=True)
    value = known_of(found)
    depth = value.depth + 1 if isinstance(value, ListValue) else 1
    length = f"(i32.shr_u (i32.sub (i32.sub (local.get {at}) (local.get {out})) (i32.const 4)) (i32.const 2))"
    code = (
        f"(block (result i32) {before}\n(local.set {out} {w.room(most)}) "
        f"(local.set {at} (i32.add (local.get {out}) (i32.const 4)))\n{body}\n"
        f"(i32.store (local.get {out}) {length}) (local.get {out}))"
    )
    return ListValue(code, value.low, value.high, depth)


def map_items(w: Writer, register: str, a: ir.Expr, body: ir.Expr) -> ListValue:
    """The operation `map` as WebAssembly text."""
    return build_list(w, a, register, lambda: w.value(body))


def filter_items(w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> ListValue:
    """The operation `filter` as WebAssembly text."""
    found = build_list(w, ["filter", register, a, condition], register, lambda: w.registers[register])
    return replace(found, single=bits.single(w, a))


def gather_items(w: Writer, register: str, a: ir.Expr, body: ir.Expr) -> ListValue:
    """The operation `gather` as WebAssembly text: the lists of all items, joined."""
    lists = map_items(w, register, a, body)
    if lists.depth < 2:
        raise Unfit("a list where lists are joined")
    w.rooms += 1
    return ListValue(f"(call $joined {lists.code})", lists.low, lists.high, lists.depth - 1)


def items(w: Writer, *parts: ir.Expr) -> ListValue:
    """The operation `items` as WebAssembly text."""
    if all(isinstance(part, int) and I32[0] <= part <= I32[1] for part in parts):
        low, high = (min(parts), max(parts)) if parts else EMPTY
        found = ListValue(const(w.layout.constant([int(part) for part in parts])), low, high)
        found.single = len(set(parts)) == len(parts)
        w.constant.add(found.code)
        return found
    values = [narrow(value) if isinstance(value, Num) else value for value in map(w.value, parts)]
    known = known_of(values)
    out = w.local("items")
    stores = "\n".join(
        f"(i32.store offset={4 + 4 * number} (local.get {out}) {value.code})" for number, value in enumerate(values)
    )
    before = f"(local.set {out} {w.room(const(len(values)))}) (i32.store (local.get {out}) {const(len(values))})"
    depth = known.depth + 1 if isinstance(known, ListValue) else 1
    return ListValue(f"(block (result i32) {before}\n{stores}\n(local.get {out}))", known.low, known.high, depth)


def range_list(w: Writer, a: ir.Expr, b: ir.Expr) -> ListValue:
    """The operation `range` as WebAssembly text."""
    if folding.is_short(["range", a, b]):
        return items(w, *range(a, b + 1))
    low, high = narrow(w.num(a)), narrow(w.num(b))
    w.rooms += 1
    return ListValue(f"(call $range {low.code} {high.code})", low.low, high.high, single=True)


def of_same(call: str, w: Writer, a: ir.Expr, *parts: ir.Expr) -> ListValue:
    """A list with items of another one, by a runtime function that takes further numbers."""
    source = w.list_value(a)
    w.rooms += 1
    return replace(source, code=f"(call ${call} {' '.join([source.code, *map(w.i32, parts)])})")


def rotate(skip: int, w: Writer, a: ir.Expr, x: ir.Expr) -> ListValue:
    """The operations `from` and `after` as WebAssembly text."""
    if folding.is_short(a) and a[0] == "range" and a[1] == 0 and a[2] >= 0:
        first = w.num(x)
        if first.low >= -1 and first.high <= a[2]:
            table = const(w.layout.rounds(a[2] + 1, skip))
            code = f"(i32.load offset=4 (i32.add {table} (i32.shl {first.code} (i32.const 2))))"
            return ListValue(code, 0, a[2], single=True)
    return of_same("rotated", w, a, x, skip)


def distinct(call: str, w: Writer, a: ir.Expr) -> ListValue:
    """The operations `distinct` and `sorted` as WebAssembly text."""
    source = w.list_value(a)
    w.rooms += 1
    return replace(source, code=f"(call ${call} {source.code} {const(source.depth - 1)})", alias=False)


def join(w: Writer, a: ir.Expr, b: ir.Expr) -> ListValue:
    """The operation `join` as WebAssembly text."""
    x, y = w.list_value(a), w.list_value(b)
    w.rooms += 1
    found = either(x, y)
    assert isinstance(found, ListValue)
    return replace(found, code=f"(call $join {x.code} {y.code})", alias=False, single=False)


def remove_items(w: Writer, a: ir.Expr, b: ir.Expr) -> ListValue:
    """The operation `without` as WebAssembly text."""
    if isinstance(b, list) and b[0] == "items" and len(b) == 2 and not isinstance(b[1], list):
        name = f"each{w.names}__without"
        return filter_items(w, name, a, ["ne", name, b[1]])
    x, y = w.list_value(a), w.list_value(b)
    if x.depth > 1:
        raise Unfit("lists of lists without some of them")
    w.rooms += 1
    return replace(x, code=f"(call $without {x.code} {y.code})", alias=False)


def sort_items(w: Writer, register: str, a: ir.Expr, key: ir.Expr) -> ListValue:
    """The operation `by` as WebAssembly text."""
    before, source = w.keep(w.list_value(a), "list")
    assert isinstance(source, ListValue)
    out, name = w.local("sorted"), f"each{w.names}__by"
    w.registers[name] = source
    keys = map_items(w, register, name, key)
    w.rooms += 1
    code = (
        f"(block (result i32) {before} (local.set {out} (call $copied {source.code}))\n"
        f"(call $sort_by (local.get {out}) {keys.code} {const(keys.depth - 1)}) (local.get {out}))"
    )
    return replace(source, code=code, alias=False)


def best(w: Writer, register: str, a: ir.Expr, key: ir.Expr, most: int) -> ListValue:
    """The operation `best` as WebAssembly text."""
    before, bound, source = work_out_source(w, a)
    out, limit, own = w.local("best"), w.local("limit"), w.local("own")
    found: list[tuple[Val, Val]] = []

    def write() -> str:
        item, value = w.registers[register], w.value(key)
        value = narrow(value) if isinstance(value, Num) else value
        found.append((item, value))
        depth = value.depth if isinstance(value, ListValue) else 0
        ways = f"(call $compare (local.get {own}) (local.get {limit}) {const(depth)})"
        way = ways if most else f"(i32.sub (i32.const 0) {ways})"
        if not depth:
            sign = "gt_s" if most else "lt_s"
            way = f"(i32.{sign} (local.get {own}) (local.get {limit}))"
        better = f"(i32.gt_s {way} (i32.const 0))" if depth else way
        equal = f"(i32.eqz {ways})" if depth else f"(i32.eq (local.get {own}) (local.get {limit}))"
        none = f"(i32.eqz (i32.load (local.get {out})))"
        return (
            f"(local.set {own} {value.code})\n"
            f"(if (if (result i32) {none} (then (i32.const 1)) (else {better})) (then\n"
            f"(local.set {limit} (local.get {own})) (i32.store (local.get {out}) (i32.const 1)) "
            f"(i32.store offset=4 (local.get {out}) {item.code}))\n"
            f"(else (if {equal} (then (call $append (local.get {out}) {item.code})))))"
        )

    body = loop(w, register, source, write, keeps=True)
    item = known_of([one for one, _ in found])
    depth = item.depth + 1 if isinstance(item, ListValue) else 1
    code = f"(block (result i32) {before}\n(local.set {out} {w.room(bound)})\n{body}\n(local.get {out}))"
    return ListValue(code, item.low, item.high, depth)


def looks(w: Writer, a: ir.Expr) -> ListValue:
    """The operation `looks` as WebAssembly text."""
    source = w.list_value(a)
    w.rooms += 1
    return replace(source, code=f"(call $looks {source.code} {const(w.layout.tables['look'])})", alias=False)


def splits(w: Writer, a: ir.Expr, n: ir.Expr) -> ListValue:
    """The operation `splits` as WebAssembly text."""
    w.rooms += 1
    return ListValue(f"(call $splits {w.list_value(a).code} {w.i32(n)})", depth=2)


def subsets(w: Writer, a: ir.Expr, least: ir.Expr, most: ir.Expr, message: int) -> ListValue:
    """The operation `subsets` as WebAssembly text."""
    w.rooms += 1
    source = w.list_value(a)
    return ListValue(f"(call $subsets {source.code} {w.i32(least)} {w.i32(most)})", source.low, source.high, 2)


# -- queries of lists


def has(w: Writer, x: ir.Expr, a: ir.Expr) -> Num:
    """The operation `in` as WebAssembly text."""
    sought = w.value(x)
    if isinstance(sought, ListValue):
        return Num(f"(call $has {w.list_value(a).code} {sought.code} {const(sought.depth)})", 0, 1)
    if isinstance(a, list) and a[0] in ("range", "filter") or folding.is_short(a) and len(folding.constants(a)) <= FEW:
        before, value = w.keep(sought)
        assert isinstance(value, Num)
        name = f"each{w.names}__sought"
        w.registers[name] = value
        if a[0] == "range":
            low, high = w.i32(a[1]), w.i32(a[2])
            test = f"(i32.and (i32.le_s {low} {value.code}) (i32.le_s {value.code} {high}))"
        elif a[0] == "filter":
            test = any_or_every(True, w, a[1], a, ["eq", a[1], name]).code
        else:
            test = const(0)
            for number, item in enumerate(folding.constants(a)):
                same = f"(i32.eq {value.code} {const(item)})"
                test = same if number == 0 else f"(i32.or {test} {same})"
        return Num(f"(block (result i32) {before} {test})", 0, 1)
    found = w.list_value(a)
    known = w.bits(found)
    if known:
        return bits.bit(w, sought, known)
    return Num(f"(i32.ge_s (call $position {found.code} {narrow(sought).code}) (i32.const 0))", 0, 1)


def length(w: Writer, a: ir.Expr) -> Num:
    """The operation `len` as WebAssembly text."""
    if isinstance(a, list) and a[0] == "filter":
        return count_items(w, a[1], a[2], a[3])
    if isinstance(a, list) and a[0] == "map":
        return length(w, a[2])
    return Num(f"(i32.load {w.list_value(a).code})", 0, MOST_ITEMS)


def nth(w: Writer, a: ir.Expr, i: ir.Expr, none: int) -> Val:
    """The operation `nth` as WebAssembly text."""
    if isinstance(a, list) and a[0] == "items":
        sought = w.num(i)
        if sought.low == sought.high:
            return w.value(a[1 + sought.low]) if 0 <= sought.low < len(a) - 1 else w.value(none)
    if isinstance(a, list) and a[0] == "range" and folding.is_constant(a):
        before, at = w.keep(w.num(i), "at")
        found = f"(i32.add {at.code} {const(a[1])})"
        test = f"(i32.lt_u {at.code} {const(max(0, a[2] - a[1] + 1))})"
        code = f"(block (result i32) {before} (select {found} {const(none)} {test}))"
        return or_none(Num(code, a[1], max(a[1], a[2])), none)
    first, source = w.keep(w.list_value(a), "list")
    then, at = w.keep(w.num(i), "at")
    assert isinstance(source, ListValue)
    found = f"(i32.load offset=4 (i32.add {source.code} (i32.shl {at.code} (i32.const 2))))"
    inside = f"(i32.lt_u {at.code} (i32.load {source.code}))"
    code = f"(block (result i32) {first} {then} (if (result i32) {inside} (then {found}) (else {const(none)})))"
    return or_none(item_of(source, code), none)


def or_none(found: Val, none: int) -> Val:
    """The value with its bounds widened to include `none`."""
    return replace(found, low=min(found.low, none), high=max(found.high, none))


def first(w: Writer, a: ir.Expr, none: int) -> Val:
    """The operation `first` as WebAssembly text."""
    if not (isinstance(a, list) and a[0] == "filter"):
        return nth(w, a, 0, none)
    done = w.fresh("first")
    found: list[Val] = []

    def write() -> str:
        found.append(w.registers[a[1]])
        return f"(br {done} {found[-1].code})"

    body = loop(w, a[1], a, write)
    return or_none(replace(known_of(found), code=f"(block {done} (result i32)\n{body}\n{const(none)})"), none)


def last(w: Writer, a: ir.Expr, none: int) -> Val:
    """The operation `last` as WebAssembly text."""
    before, source = w.keep(w.list_value(a), "list")
    assert isinstance(source, ListValue)
    count = f"(i32.load {source.code})"
    found = f"(i32.load (i32.add {source.code} (i32.shl {count} (i32.const 2))))"
    code = f"(block (result i32) {before} (if (result i32) {count} (then {found}) (else {const(none)})))"
    return or_none(item_of(source, code), none)


def any_or_every(value: bool, w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> Num:
    """The operations `any` (value True) and `every` (False) as WebAssembly text."""
    chosen = bits.those(w, register, a, condition if value else ["not", condition])
    if chosen:
        found = bits.any_of(chosen)
        return Num(found if value else f"(i32.eqz {found})", 0, 1)
    done = w.fresh("decided")

    def write() -> str:
        test = w.i32(condition)
        test = test if value else f"(i32.eqz {test})"
        return f"(if {test} (then (br {done} {const(int(value))})))"

    body = loop(w, register, a, write)
    return Num(f"(block {done} (result i32)\n{body}\n{const(int(not value))})", 0, 1)


def count_items(w: Writer, register: str, a: ir.Expr, condition: ir.Expr) -> Num:
    """The operation `count` as WebAssembly text."""
    chosen = bits.those(w, register, a, condition) if bits.single(w, a) else []
    if chosen:
        return bits.count_of(chosen)
    count = w.local("count")
    more = f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))"
    body = loop(w, register, a, lambda: f"(if {w.i32(condition)} (then {more}))")
    return Num(f"(block (result i32) (local.set {count} (i32.const 0))\n{body}\n(local.get {count}))", 0, MOST_ITEMS)


def total(w: Writer, a: ir.Expr) -> Num:
    """The operation `sum` as WebAssembly text."""
    if isinstance(a, list) and a[0] == "items":
        found: ir.Expr = a[1] if len(a) > 1 else 0
        for part in a[2:]:
            found = ["add", found, part]
        return w.num(found)
    if isinstance(a, list) and a[0] in ("map", "filter", "gather"):
        out, each_one = w.local("sum", wide=True), f"each{w.names}__sum"
        found_items: list[Val] = []

        def write() -> str:
            item = w.registers[each_one]
            assert isinstance(item, Num)
            found_items.append(item)
            return f"(local.set {out} (i64.add (local.get {out}) {wide(item)}))"

        body = loop(w, each_one, a, write)
        item = known_of(found_items)
        code = f"(block (result i64) (local.set {out} (i64.const 0))\n{body}\n(local.get {out}))"
        return Num(code, min(0, item.low * MOST_ITEMS), max(0, item.high * MOST_ITEMS), True)
    source = w.list_value(a)
    low, high = min(0, source.low * MOST_ITEMS), max(0, source.high * MOST_ITEMS)
    return Num(f"(call $sum {source.code})", low, high, True)


def extreme(op: str, w: Writer, a: ir.Expr, none: int) -> Val:
    """The operations `min` (lt_s) and `max` (gt_s) as WebAssembly text."""
    if isinstance(a, list) and a[0] == "items" and 1 < len(a) <= FEW:
        nearest = w.num(a[1])
        for part in a[2:]:
            nearest = nearer(op, w, nearest, w.num(part))
        return nearest
    out, some, name = w.local("best"), w.local("some"), f"each{w.names}__best"
    found: list[Val] = []

    def write() -> str:
        item = w.registers[name]
        found.append(item)
        better = f"(i32.{op} {item.code} (local.get {out}))"
        if isinstance(item, ListValue):
            better = f"(i32.{op} (call $compare {item.code} (local.get {out}) {const(item.depth)}) (i32.const 0))"
        test = f"(if (result i32) (local.get {some}) (then {better}) (else (i32.const 1)))"
        return f"(if {test} (then (local.set {out} {item.code}) (local.set {some} (i32.const 1))))"

    body = loop(w, name, a, write, keeps=True)
    best_one = known_of(found)
    if isinstance(best_one, ListValue):  # a list of lists is never empty where its greatest is asked for
        none_of = f"(if (i32.eqz (local.get {some})) (then (unreachable)))"
        code = f"(block (result i32) (local.set {some} (i32.const 0))\n{body}\n{none_of} (local.get {out}))"
        return replace(best_one, code=code)
    begin = f"(local.set {some} (i32.const 0)) (local.set {out} {const(none)})"
    code = f"(block (result i32) {begin}\n{body}\n(local.get {out}))"
    return or_none(replace(best_one, code=code), none)


LISTS: dict[str, Expression] = {
    "items": items,
    "range": range_list,
    "join": join,
    "without": remove_items,
    "from": partial(rotate, 0),
    "after": partial(rotate, 1),
    "in": has,
    "len": length,
    "nth": nth,
    "first": first,
    "last": last,
    "head": lambda w, a, n: replace(of_same("head", w, a, n), alias=False),
    "reversed": lambda w, a: replace(of_same("reversed", w, a), alias=False),
    "distinct": partial(distinct, "distinct"),
    "sorted": partial(distinct, "sorted"),
    "looks": looks,
    "splits": splits,
    "subsets": subsets,
    "map": map_items,
    "filter": filter_items,
    "gather": gather_items,
    "any": partial(any_or_every, True),
    "every": partial(any_or_every, False),
    "count": count_items,
    "sum": total,
    "min": partial(extreme, "lt_s"),
    "max": partial(extreme, "gt_s"),
    "best": best,
    "by": sort_items,
}
