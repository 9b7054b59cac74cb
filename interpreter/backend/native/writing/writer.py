"""A writer of WebAssembly functions: names, labels, and the known bounds of registers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ....program import ir, trees
from .layout import MOST_BITS, MOST_NAMES, WORD, MemoryLayout, Unfit

I32 = -(1 << 31), (1 << 31) - 1
I64 = -(1 << 63), (1 << 63) - 1
BITS = "\0"  # marks around text that is written only if needed
READ = re.compile(r"\(local\.get (\$bits_\d+)\)")


@dataclass(slots=True)
class Num:
    """A number: its text, its least and greatest value, and whether it has 64 bits."""

    code: str
    low: int = I32[0]
    high: int = I32[1]
    wide: bool = False


@dataclass(slots=True)
class ListValue:
    """A list: the text of its address, the bounds of its numbers, and how deep lists are nested.

    alias: it lies in the state, and changes with it. single: it has no number twice.
    """

    code: str
    low: int = I32[0]
    high: int = I32[1]
    depth: int = 1
    alias: bool = False
    single: bool = False


Val = Num | ListValue
Expression = Callable[..., Val]
Statement = Callable[..., str]


@dataclass(slots=True)
class Writer:
    """Writes one function. registers: the values that the program's registers stand for here."""

    program: ir.Program
    layout: MemoryLayout
    calls: Calls
    expressions: dict[str, Expression]
    statements: dict[str, Statement]
    registers: dict[str, Val] = field(default_factory=dict)
    locals: list[str] = field(default_factory=list)
    names: int = 0
    rooms: int = 0  # the number of lists allocated
    often: frozenset[str] = frozenset()  # registers that statements set more than once
    slots: dict[str, str] = field(default_factory=dict)  # the local variables of registers that statements set
    inside: int = 0  # functions that are being written in place of their calls
    offers: list[int] = field(default_factory=list)  # the counter of each option offered here, if they are counted
    kept_lists: int = 0  # how many lists statements have given a name
    depth: int = 0  # loops around what is being written
    named: dict[str, tuple[list[str], int]] = field(default_factory=dict)  # of lists with a name: see `bits_name`
    constant: set[str] = field(default_factory=set)  # texts of lists that never change, with their bits before them

    def fresh(self, kind: str = "x") -> str:
        """A new name in this function. Raises Unfit when there are too many, before all of it is written."""
        self.names += 1
        if self.names > MOST_NAMES:
            raise Unfit("its module is too large")
        return f"${''.join(c if c.isascii() and c.isalnum() else '_' for c in kind)}_{self.names}"

    def local(self, kind: str = "x", wide: bool = False) -> str:
        """A new local variable."""
        name = self.fresh(kind)
        self.locals.append(f"(local {name} {'i64' if wide else 'i32'})")
        return name

    # -- expressions

    def value(self, e: ir.Expr) -> Val:
        """The value of an expression."""
        if isinstance(e, int):
            number = int(e)
            fits = I32[0] <= number <= I32[1]
            return Num(f"({'i32' if fits else 'i64'}.const {number})", number, number, not fits)
        if isinstance(e, str):
            found = self.registers[e]
            return replace(found)
        value = self.expressions[e[0]](self, *e[1:])
        if isinstance(value, Num) and value.low == value.high and not trees.is_safe(e, self.program):
            # computed even if known, as it may fail
            return replace(value, low=value.low - (value.high == I32[1]), high=value.high + (value.high != I32[1]))
        return value

    def num(self, e: ir.Expr) -> Num:
        """The value of a number expression."""
        found = self.value(e)
        if not isinstance(found, Num):
            raise Unfit(f"a list where a number stands: {e}")
        return found

    def i32(self, e: ir.Expr) -> str:
        """The text of a 32-bit number; at run time it traps if the value does not fit."""
        return narrow(self.num(e)).code

    def list_value(self, e: ir.Expr) -> ListValue:
        """The value of a list expression."""
        found = self.value(e)
        if not isinstance(found, ListValue):
            raise Unfit(f"a number where a list stands: {e}")
        return found

    def index(self, e: ir.Expr) -> str:
        """The text of a number that is known to fit, whatever its parts are."""
        if isinstance(e, list) and e[0] in ("add", "sub", "mul"):
            return f"(i32.{e[0]} {self.index(e[1])} {self.index(e[2])})"
        found = self.num(e)
        return f"(i32.wrap_i64 {found.code})" if found.wide else found.code

    def keep(self, value: Val, kind: str = "x") -> tuple[str, Val]:
        """A statement that stores a value in a new local variable, and the value to read afterwards."""
        if isinstance(value, Num):
            value = narrow(value)
        name = self.local(kind)
        named = replace(value, code=f"(local.get {name})")
        if isinstance(value, ListValue) and value.code in self.constant:
            self.constant.add(named.code)
        if isinstance(value, ListValue) and value.code in self.named:
            self.named[named.code] = self.named[value.code]
            return f"(local.set {name} {value.code})", named
        return f"(local.set {name} {value.code}){self.bits_name(named)}", named

    def bits_name(self, value: Val) -> str:
        """A placeholder after a list's local variable, filled with its bits if they are used later.

        `named` then has their local variables and how many loops are around this place.
        """
        if not isinstance(value, ListValue) or value.depth > 1 or not 0 <= value.low <= value.high < MOST_BITS:
            return ""
        names = [self.fresh("bits") for _ in range(value.high // WORD + 1)]
        self.named[value.code] = names, self.depth
        return f"{BITS}{' '.join([*names, value.code])}{BITS}"

    def bits(self, value: ListValue) -> list[str]:
        """The numbers of a list as bits, 64 to a text, if at hand or needed in a loop; else []."""
        if value.code in self.constant and 0 <= value.low <= value.high < MOST_BITS:
            words = [f"(i64.load (i32.sub {value.code} (i32.const 16)))"]
            if value.high < WORD:
                return words
            before, named = self.keep(value)
            words[0] = f"(block (result i64) {before} (i64.load (i32.sub {named.code} (i32.const 16))))"
            return [*words, f"(i64.load (i32.sub {named.code} (i32.const 8)))"]
        names, depth = self.named.get(value.code, ([], self.depth))
        return [f"(local.get {name})" for name in names] if depth < self.depth else []

    def whole(self, body: str) -> str:
        """The function's text: local variables and body, with bits computed where they are needed."""
        parts = body.split(BITS)
        read = set(READ.findall(body)) if len(parts) > 1 else set()
        for at in range(1, len(parts), 2):
            *names, code = parts[at].split(" ", parts[at].count("$") - 1)
            needed = not read.isdisjoint(names)
            self.locals += [f"(local {name} i64)" for name in names if needed]
            sets = " ".join(f"local.set {name}" for name in reversed(names))
            parts[at] = f" (call $bits_{len(names)} {code}) {sets}" if needed else ""
        return "\n".join([" ".join(self.locals), "".join(parts)])

    def with_register(self, register: str, value: Val, write: Callable[[], Any]) -> Any:
        """Call `write` while a register stands for a value."""
        outside = self.registers.get(register)
        self.registers[register] = value
        found = write()
        if outside is None:
            del self.registers[register]
        else:
            self.registers[register] = outside
        return found

    def room(self, items: str) -> str:
        """Text that allocates a list of so many items."""
        self.rooms += 1
        return f"(call $room {items})"

    # -- statements

    def body(self, stmts: list[ir.Stmt]) -> str:
        """The text of statements in sequence."""
        return "\n".join(text for stmt in stmts if (text := self.statements[stmt[0]](self, *stmt[1:])))


@dataclass(slots=True)
class Calls:
    """The bounds of the parameters of the program's functions, from all calls.

    results: what is known of what they give, by name and what is known of the arguments.
    """

    params: dict[str, list[Val]] = field(default_factory=dict)
    results: dict[Any, Val] = field(default_factory=dict)

    def note(self, name: str, arguments: list[Val]) -> None:
        """Note the arguments of a call."""
        before = self.params.get(name)
        self.params[name] = (
            arguments if before is None else [either(a, b) for a, b in zip(before, arguments, strict=True)]
        )


def narrow(value: Num) -> Num:
    """A number in 32 bits, trapping if it does not fit."""
    if not value.wide:
        return value
    if isinstance(value, Num) and I32[0] <= value.low and value.high <= I32[1]:
        return Num(f"(i32.wrap_i64 {value.code})", value.low, value.high)
    return Num(f"(call $narrow {value.code})", max(value.low, I32[0]), min(value.high, I32[1]))


def wide(value: Num) -> str:
    """The text of a number in 64 bits."""
    if value.wide:
        return value.code
    if value.low == value.high:
        return f"(i64.const {value.low})"
    return f"(i64.extend_i32_s {value.code})"


def either(a: Val, b: Val) -> Val:
    """A value with the bounds of both, and the text of the first."""
    if isinstance(a, Num) != isinstance(b, Num):
        raise Unfit("a value that is a number or a list")
    low, high = min(a.low, b.low), max(a.high, b.high)
    if isinstance(a, Num):
        return replace(a, low=low, high=high)
    assert isinstance(b, ListValue)
    empty = a.low > a.high or b.low > b.high
    if a.depth != b.depth and not empty:
        raise Unfit("lists nested in different ways")
    single = a.single and b.single
    return replace(a, low=low, high=high, depth=max(a.depth, b.depth), alias=a.alias or b.alias, single=single)


def const(number: int) -> str:
    """A constant as text."""
    return f"(i32.const {number})"
