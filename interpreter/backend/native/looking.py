"""What is asked of games that are looked at closely: why options are not offered, what parts of a score come to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from ...program import ir
from .layout import Layout
from .uses import Uses
from .writer import Num, Writer, const, wide

Improve = Callable[[ir.Expr], ir.Expr]


def tests(site: ir.Site, uses: Uses) -> list[ir.Stmt]:
    """Statements that pass a mark for each test that an option of a site meets, or the first one that it does not."""
    found: list[ir.Stmt] = []
    for number, entry in enumerate(site.entries):
        asked: list[ir.Stmt] = []
        for test in reversed(range(len(entry.tests))):
            met, unmet = uses.tested(site.number, number, test)
            asked = [["if", entry.tests[test].expr, [["passed", met], *asked], [["passed", unmet]]]]
        if asked and entry.kind not in ("plain", "pass", "done"):
            least, most = ["ge", "x", entry.low], ["lt", "x", entry.low + entry.count]
            asked = [["for", "x", ["filter", "x", entry.domain, ["and", least, most]], asked]]
        found += asked
    return found


def parts(w: Writer, uses: Uses, layout: Layout, improve: Improve) -> str:
    """The function that adds up what the parts of each seat's score come to, and their squares."""
    stores, seats = [], range(w.program.players)
    value = w.local("part", True)
    for (number, (_, sign, expr)), seat in product(enumerate(uses.parts), seats):
        w.registers = {"seat": Num(const(seat), seat, seat)}
        at = layout.parts + 16 * (number * len(seats) + seat)
        amount = wide(w.num(["mul", sign, improve(expr)]))
        stores.append(f"(local.set {value} {amount})")
        squared = f"(i64.mul (local.get {value}) (local.get {value}))"
        for offset, more in ((at, f"(local.get {value})"), (at + 8, squared)):
            stores.append(f"(i64.store {const(offset)} (i64.add (i64.load {const(offset)}) {more}))")
    body = w.whole("\n".join(stores))
    return f"(func $parts (param $S i32)\n{body})"
