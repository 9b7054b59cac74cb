"""Detailed counts of sampled games: why options are not offered, and the parts of the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product, takewhile

from ....program import ir, trees
from ....program.options import VALUELESS
from .layout import MemoryLayout
from .uses import Uses
from .writer import Num, Writer, const, wide

Improve = Callable[[ir.Expr], ir.Expr]
UNASKED = "unasked"  # a statement, with the number of a site at which nothing is left to choose


def tests(site: ir.Site, uses: Uses) -> list[ir.Stmt]:
    """Statements that pass a mark for each test that a site's options meet, or the first that they fail.

    Tests that no value makes a difference to come first; they are asked once for all values, also where there are none.
    """
    found: list[ir.Stmt] = []
    for number, entry in enumerate(site.entries):
        valued = entry.kind not in VALUELESS
        alike = len([*takewhile(lambda test: not trees.uses(test.expr, "x"), entry.tests)])
        asked: list[ir.Stmt] = []
        for test in reversed(range(len(entry.tests))):
            met, unmet = uses.test_marks(site.number, number, test)
            asked = [["if", entry.tests[test].expr, [["passed", met], *asked], [["passed", unmet]]]]
            if valued and test == alike:
                least, most = ["ge", "x", entry.low], ["lt", "x", entry.low + entry.count]
                asked = [["for", "x", ["filter", "x", entry.domain, ["and", least, most]], asked]]
        found += asked
    return found


def note_unasked(program: ir.Program) -> ir.Program:
    """Return the program with a statement UNASKED wherever a decision offers nothing."""
    before: dict[int, list[ir.Stmt]] = {}
    for site in program.sites:
        if site.unasked is not None:
            before.setdefault(site.unasked.block, []).append([UNASKED, site.number])
    blocks = [replace(block, body=[*before.get(block.number, []), *block.body]) for block in program.blocks]
    return replace(program, blocks=blocks)


def put_in(body: list[ir.Stmt], program: ir.Program, tests: dict[int, list[ir.Stmt]]) -> list[ir.Stmt]:
    """A block's statements with the tests of a site in place of UNASKED."""
    out: list[ir.Stmt] = []
    for stmt in body:
        if stmt[0] != UNASKED:
            out.append(stmt)
        elif asked := tests[stmt[1]]:
            asked = where_unasked(program.sites[stmt[1]], asked)
            out.append(["if", ["looked"], [["aside", 1], *asked, ["aside", 0]], []])
    return out


def where_unasked(site: ir.Site, asked: list[ir.Stmt]) -> list[ir.Stmt]:
    """The test statements of a site, adapted to a place where nobody is asked."""
    unasked = site.unasked
    assert unasked is not None
    if unasked.chosen >= 0:
        # the list still holds what was chosen there last
        asked = trees.exchange(asked, ["cards", unasked.chosen], ["items"])
        asked = trees.exchange(asked, ["size", unasked.chosen], 0)
    return [["for", "seat", unasked.seats, asked]] if unasked.seats is not None else asked


def parts(w: Writer, uses: Uses, layout: MemoryLayout, improve: Improve) -> str:
    """The WebAssembly function that sums the parts of each seat's score, and their squares."""
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
