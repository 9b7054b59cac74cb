"""Numbers, truth values and reads of the state, as WebAssembly text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ....program import ir, trees
from .writer import I32, I64, Expression, ListValue, Num, Val, Writer, const, either, narrow, wide

COMPARED = {"eq": "eq", "ne": "ne", "lt": "lt_s", "le": "le_s", "gt": "gt_s", "ge": "ge_s"}
EMPTY = (0, -1)  # least and greatest of no numbers
INLINED = 40  # parts of a function that is written in place of its calls
INLINED_TOLD = 80  # likewise if at least half of the arguments are constants
DEEPEST = 4  # such functions within one another
SMALL = 4  # the most parts of an expression that may be computed needlessly
PLAIN = 70  # likewise for one that only compares numbers of the state
COMPARING = (*COMPARED, "and", "or", "not")


def arithmetic(op: str, w: Writer, a: ir.Expr, b: ir.Expr) -> Num:
    """The operations `add`, `sub` and `mul` as WebAssembly text."""
    x, y = w.num(a), w.num(b)
    if not fits(bounds(op, x, y), I64):
        x, y = narrow(x), narrow(y)
    low, high = bounds(op, x, y)
    if low == high:
        return constant(low)
    if fits((low, high), I32) and not x.wide and not y.wide:
        return Num(f"(i32.{op} {x.code} {y.code})", low, high)
    return Num(f"(i64.{op} {wide(x)} {wide(y)})", low, high, True)


def constant(number: int) -> Num:
    """A constant number."""
    fit = fits((number, number), I32)
    return Num(f"({'i32' if fit else 'i64'}.const {number})", number, number, not fit)


def bounds(op: str, x: Num, y: Num) -> tuple[int, int]:
    """The least and greatest result of an operation."""
    if op == "add":
        return x.low + y.low, x.high + y.high
    if op == "sub":
        return x.low - y.high, x.high - y.low
    products = [p * q for p in (x.low, x.high) for q in (y.low, y.high)]
    return min(products), max(products)


def fits(found: tuple[int, int], room: tuple[int, int]) -> bool:
    """Whether bounds lie within others."""
    return room[0] <= found[0] and found[1] <= room[1]


def divide(op: str, w: Writer, a: ir.Expr, b: ir.Expr, message: int) -> Num:
    """The operations `div_down`, `div_up` and `mod` as WebAssembly text."""
    x, y = w.num(a), w.num(b)
    if op == "mod" and x.wide and x.low >= 0 and y.low > 0 and fits((0, y.high - 1), I32):
        return Num(f"(i32.wrap_i64 (i64.rem_u {wide(x)} {wide(y)}))", 0, y.high - 1)
    x, y = narrow(x), narrow(y)
    most = max(abs(x.low), abs(x.high))
    low, high = (-most, most) if op != "mod" else (min(0, y.low + 1), max(0, y.high - 1))
    if x.low >= 0 and y.low > 0:
        low, high = 0, min(high, x.high)
        if op != "div_up":
            return Num(f"(i32.{'div_u' if op == 'div_down' else 'rem_u'} {x.code} {y.code})", low, high)
    return Num(f"(call ${op} {x.code} {y.code})", max(low, I32[0]), min(high, I32[1]))


def compare(op: str, w: Writer, a: ir.Expr, b: ir.Expr) -> Num:
    """A comparison as WebAssembly text."""
    x, y = w.value(a), w.value(b)
    if isinstance(x, ListValue) and isinstance(y, ListValue):
        depth = max(x.depth, y.depth)
        return Num(f"(i32.{COMPARED[op]} (call $compare {x.code} {y.code} {const(depth)}) (i32.const 0))", 0, 1)
    assert isinstance(x, Num) and isinstance(y, Num)
    if x.low == x.high and y.low == y.high:
        return constant(int(ir.FOLD[op](x.low, y.low)))
    if x.wide or y.wide:
        return Num(f"(i64.{COMPARED[op]} {wide(x)} {wide(y)})", 0, 1)
    if op == "eq" and (y.low, y.high) == (0, 0):
        return Num(f"(i32.eqz {x.code})", 0, 1)
    return Num(f"(i32.{COMPARED[op]} {x.code} {y.code})", 0, 1)


def negate(w: Writer, a: ir.Expr) -> Num:
    """The operation `neg` as WebAssembly text."""
    return arithmetic("sub", w, 0, a)


def logical_not(w: Writer, a: ir.Expr) -> Num:
    """The operation `not` as WebAssembly text."""
    return Num(f"(i32.eqz {w.i32(a)})", 0, 1)


def both(op: str, w: Writer, *parts: ir.Expr) -> Num:
    """The operations `and` and `or` as WebAssembly text."""
    first = w.i32(parts[0])
    if len(parts) == 1:
        return Num(first, 0, 1)
    rest = both(op, w, *parts[1:]).code
    if all(is_quick(part, w.program) for part in parts[1:]):
        return Num(f"(i32.{op} {first} {rest})", 0, 1)
    yes, no = (rest, const(0)) if op == "and" else (const(1), rest)
    return Num(f"(if (result i32) {first} (then {yes}) (else {no}))", 0, 1)


def is_quick(e: ir.Expr, program: ir.Program) -> bool:
    """Whether evaluating a condition takes no longer than a mispredicted branch."""
    room = trees.size(e)
    return room <= SMALL and trees.is_safe(e, program) or room <= PLAIN and only_compares(e)


def only_compares(e: ir.Expr) -> bool:
    """Whether an expression only compares numbers of the state at constant places."""
    if not isinstance(e, list):
        return True
    if e[0] == "var":
        return all(isinstance(part, int) for part in e[1:])
    return e[0] in COMPARING and all(map(only_compares, e[1:]))


def choose_value(w: Writer, condition: ir.Expr, a: ir.Expr, b: ir.Expr) -> Val:
    """The operation `if` as WebAssembly text."""
    test, x, y = w.i32(condition), w.value(a), w.value(b)
    found = either(x, y)
    kind = "i32"
    if isinstance(x, Num) and isinstance(y, Num) and (x.wide or y.wide):
        x, y, kind = replace(x, code=wide(x)), replace(y, code=wide(y)), "i64"
    code = f"(if (result {kind}) {test} (then {x.code}) (else {y.code}))"
    if isinstance(found, Num):
        return replace(found, code=code, wide=kind == "i64")
    return replace(found, code=code)


def nearer(op: str, w: Writer, a: Num, b: Num) -> Num:
    """The smaller (lt_s) or greater (gt_s) of two."""
    before, x = w.keep(a)
    after, y = w.keep(b)
    use = min if op == "lt_s" else max
    code = f"(select {x.code} {y.code} (i32.{op} {x.code} {y.code}))"
    return Num(f"(block (result i32) {before} {after} {code})", use(x.low, y.low), use(x.high, y.high))


def check(w: Writer, a: ir.Expr, fails: Callable[[Num], str]) -> Num:
    """A number, with a trap if the test on it holds."""
    before, found = w.keep(w.num(a), "found")
    assert isinstance(found, Num)
    return replace(found, code=f"(block (result i32) {before} (if {fails(found)} (then (unreachable))) {found.code})")


def need(w: Writer, a: ir.Expr, none: int, message: int) -> Val:
    """The operation `need` as WebAssembly text."""
    return check(w, a, lambda found: f"(i32.eq {found.code} {const(none)})")


def check_range(w: Writer, a: ir.Expr, low: int, high: int, message: int) -> Num:
    """The operation `within` as WebAssembly text."""
    found = w.num(a)
    if low <= found.low and found.high <= high:
        return found
    low, high = max(low, I32[0]), min(high, I32[1])
    test = f"(i32.or (i32.lt_s {{0}} {const(low)}) (i32.gt_s {{0}} {const(high)}))"
    return replace(check(w, a, lambda found: test.format(found.code)), low=low, high=high)


def var(w: Writer, base: int, index: ir.Expr = 0) -> Num:
    """The operation `var` as WebAssembly text."""
    slots = w.program.ints
    if isinstance(index, int):
        number = base + index
        return Num(f"(i32.load offset={place(number)} (local.get $S))", *bounds_of(w, number, number))
    at = w.num(index)
    if at.low == at.high:
        return var(w, base, at.low)
    low, high = max(0, base + at.low), min(len(slots) - 1, base + at.high)
    return Num(f"(i32.load offset={place(base)} {index_address(w, index)})", *bounds_of(w, low, high))


def bounds_of(w: Writer, first: int, last: int) -> tuple[int, int]:
    """The least and greatest value of a row of numbers in the state; at first they are 0.

    An index that is never right, in what is never reached, has none: any number will do.
    """
    slots = w.program.ints[first : last + 1]
    if not slots:
        return I32
    low, high = min(slot.low for slot in slots), max(slot.high for slot in slots)
    return max(min(low, 0), I32[0]), min(max(high, 0), I32[1])


def place(number: int) -> int:
    """The offset of v[number] in a state."""
    return 16 + 4 * number


def index_address(w: Writer, index: ir.Expr) -> str:
    """The address to which an index is added."""
    return f"(i32.add (local.get $S) (i32.shl {w.index(index)} (i32.const 2)))"


def table(w: Writer, name: str, index: ir.Expr) -> Val:
    """The operation `table` as WebAssembly text."""
    cells = w.program.tables[name]
    code = f"(i32.load offset={w.layout.tables[name]} (i32.shl {w.index(index)} (i32.const 2)))"
    if any(isinstance(cell, (list, tuple)) for cell in cells):
        return rows(w, name, code)
    at = w.num(index)
    if at.low == at.high and 0 <= at.low < len(cells) and cells[at.low] is not None:
        return w.value(int(cells[at.low]))
    numbers = [int(cell) for cell in cells if cell is not None]
    return Num(code, min(numbers, default=0), max(numbers, default=0))


def cell(w: Writer, name: str, index: ir.Expr, message: int) -> Num:
    """The operation `cell` as WebAssembly text."""
    cells = w.program.tables[name]
    numbers = [int(cell) for cell in cells if cell not in (None, ir.NO_NUMBER)]
    code = looked_up(w, name, index, len(numbers) < len(cells), ir.NO_NUMBER)
    return Num(code, min(numbers, default=0), max(numbers, default=0))


def row(w: Writer, name: str, index: ir.Expr) -> Val:
    """The operation `row` as WebAssembly text."""
    return rows(w, name, looked_up(w, name, index, None in w.program.tables[name], 0))


def looked_up(w: Writer, name: str, index: ir.Expr, gaps: bool, gap: int) -> str:
    """A table's cell at an index, with a trap outside the table and, if there are gaps, at a gap."""
    before, at = w.keep(w.num(index), "row")
    found = w.local("cell")
    code = f"(i32.load offset={w.layout.tables[name]} (i32.shl {at.code} (i32.const 2)))"
    most = len(w.program.tables[name]) - 1
    outside = "" if at.low >= 0 and at.high <= most else f"(i32.gt_u {at.code} {const(most)})"
    outside = outside and f"(if {outside} (then (unreachable)))"
    if not gaps:
        return f"(block (result i32) {before} {outside} {code})"
    missing = f"(if (i32.eq (local.tee {found} {code}) {const(gap)}) (then (unreachable)))"
    return f"(block (result i32) {before} {outside} {missing} (local.get {found}))"


def rows(w: Writer, name: str, code: str) -> ListValue:
    """A row of a table of lists."""
    numbers = [int(item) for cell in w.program.tables[name] if cell is not None for item in cell]
    w.constant.add(code)
    single = all(len(set(cell)) == len(cell) for cell in w.program.tables[name] if cell is not None)
    return ListValue(code, min(numbers, default=0), max(numbers, default=-1), single=single)


def call(w: Writer, name: str, *arguments: ir.Expr) -> Val:
    """The operation `call` as WebAssembly text."""
    values = [narrow(value) if isinstance(value, Num) else value for value in map(w.value, arguments)]
    function = w.program.functions[name]
    told = sum(isinstance(value, Num) and value.low == value.high for value in values)
    most = INLINED_TOLD if told and 2 * told >= len(values) else INLINED
    if trees.size(function.body) <= most and w.inside < DEEPEST:
        return in_place(w, function, values)
    w.calls.note(name, values)
    found = result(w, name, values)
    w.rooms += isinstance(found, ListValue)
    code = f"(call {function_name(w.program, name)} {' '.join(['(local.get $S)', *(v.code for v in values)])})"
    return replace(found, code=code)


def in_place(w: Writer, function: ir.Function, arguments: list[Val]) -> Val:
    """The body of a small function, in place of a call."""
    kept = [w.keep(value, register) for register, value in zip(function.params, arguments, strict=True)]
    outside, w.registers = w.registers, dict(zip(function.params, (value for _, value in kept), strict=True))
    w.inside += 1
    found = w.value(function.body)
    w.inside -= 1
    w.registers = outside
    kind = "i64" if isinstance(found, Num) and found.wide else "i32"
    return replace(found, code=f"(block (result {kind}) {' '.join(before for before, _ in kept)} {found.code})")


def result(w: Writer, name: str, arguments: list[Val]) -> Val:
    """The bounds of a function's result for arguments with known bounds; cached."""
    key = name, *(value_key(value) for value in arguments)
    if key not in w.calls.results:
        function = w.program.functions[name]
        scratch = Writer(w.program, w.layout, w.calls, w.expressions, w.statements)
        scratch.registers = dict(zip(function.params, arguments, strict=True))
        found = scratch.value(function.body)
        w.calls.results[key] = narrow(found) if isinstance(found, Num) else found
    return w.calls.results[key]


def value_key(value: Val) -> tuple[int, ...]:
    """The bounds of a value without its text, as a cache key."""
    return value.low, value.high, *((value.depth, value.single) if isinstance(value, ListValue) else (0,))


def function_name(program: ir.Program, name: str) -> str:
    """The name of a program's function in the module."""
    return f"$f{list(program.functions).index(name)}"


def let(w: Writer, register: str, a: ir.Expr, body: ir.Expr) -> Val:
    """The operation `let` as WebAssembly text."""
    before, value = w.keep(w.value(a), register)
    found: Val = w.with_register(register, value, lambda: w.value(body))
    kind = "i64" if isinstance(found, Num) and found.wide else "i32"
    return replace(found, code=f"(block (result {kind}) {before} {found.code})")


NUMBERS: dict[str, Expression] = {
    **{op: partial(arithmetic, op) for op in ("add", "sub", "mul")},
    **{op: partial(divide, op) for op in ir.DIVISIONS},
    **{op: partial(compare, op) for op in COMPARED},
    "and": partial(both, "and"),
    "or": partial(both, "or"),
    "not": logical_not,
    "neg": negate,
    "if": choose_value,
    "least": lambda w, a, b: nearer("lt_s", w, w.num(a), w.num(b)),
    "most": lambda w, a, b: nearer("gt_s", w, w.num(a), w.num(b)),
    "need": need,
    "within": check_range,
    "var": var,
    "table": table,
    "cell": cell,
    "row": row,
    "call": call,
    "let": let,
}
