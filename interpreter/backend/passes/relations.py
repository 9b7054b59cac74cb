"""Loops over constants that go only through those for which a relation of constants holds, such as neighbours.

`any(t in points where t.man = none and (joined(p, t) or all may fly))` asks of a few points, or of all if all may fly.
Loops whose condition begins with the relation are narrowed by `program.lowering.constant_tables` for all backends.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from ...program import ir
from ...program.evaluate import Evaluation, Unknown
from ...program.fold import make
from ...program.trees import exchange, free, is_safe, map_program, uses, walk
from .constant_lists import limits
from .folding import constants, is_constant

NARROWED = frozenset(("any", "count", "filter"))
MOST_CELLS, MOST_STEPS = 1_024, 200_000
Bounds = dict[str, tuple[int, int]]


def narrow_loops(program: ir.Program) -> ir.Program:
    """The program with such loops."""
    relations = Relations(replace(program, tables=dict(program.tables)))
    return map_program(relations.program, lambda e: relations.within(e, {}))


class Relations:
    """Narrows the loops of one program, to whose tables it adds a row of constants for each case."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.evaluation = Evaluation(program.tables, program.functions, MOST_STEPS)
        self.names: dict[str, str] = {}

    def within(self, e: Any, known: Bounds) -> Any:
        """An expression, a statement or a list of them with narrowed loops; known: registers and their bounds."""
        if not isinstance(e, list) or not e:
            return e
        if not isinstance(e[0], str) or (e[0] not in ir.LOOPS and e[0] != "for"):
            return [self.within(part, known) for part in e]
        bounds = items(e[2])
        inner = {name: found for name, found in known.items() if name != e[1]} | ({e[1]: bounds} if bounds else {})
        source = e[2]
        e = [e[0], e[1], self.within(source, known), *(self.within(part, inner) for part in e[3:])]
        if e[0] == "for" and is_filter(source) and [stmt[0] for stmt in e[3]] == ["option"]:
            ways, all_of, some = self.narrow(source, known)
            if ways:
                return ["if", make("or", *ways), [["for", e[1], all_of, e[3]]], [["for", e[1], some, e[3]]]]
        elif e[0] in NARROWED and is_constant(e[2]):
            ways, all_of, some = self.narrow(e, known)
            # a list is not worth writing out for one of two
            return some if not ways else e if e[0] == "filter" else ["if", make("or", *ways), all_of, some]
        return e

    def narrow(self, e: list[Any], known: Bounds) -> tuple[list[ir.Expr], ir.Expr, ir.Expr]:
        """A loop that goes through a row instead, if one of its conditions is a relation.

        Returned with what lets it go through everything nevertheless, if there is anything, and the loop for that.
        """
        op, register, source, condition = e
        tests = condition[1:] if isinstance(condition, list) and condition[0] == "and" else [condition]
        for at, test in enumerate(tests):
            ways = test[1:] if isinstance(test, list) and test[0] == "or" else [test]
            always = [way for way in ways if not uses(way, register)]
            if is_safe(["and", *always], self.program):
                row = self.row(register, source, make("or", *(way for way in ways if uses(way, register))), known)
                if row is not None:
                    rest = make("and", *tests[:at], *tests[at + 1 :])
                    return always, [op, register, source, rest], [op, register, row, rest]
            if not is_safe(test, self.program):
                break
        return [], e, e

    def row(self, register: str, source: list[Any], test: ir.Expr, known: Bounds) -> ir.Expr | None:
        """A row of a table: the constants for which a test holds; None if it is no relation, or holds for most."""
        read = {f"number {e[1]}": e for e in walk([test]) if e[0] == "var" and len(e) == 2}
        for name, slot in read.items():
            test = exchange(test, slot, name)
        known = known | {name: limits(slot, self.program) for name, slot in read.items()}
        names = [name for name in known if uses(test, name)]
        if not names or not uses(test, register) or free(test, {register, *names}):
            return None
        sizes = {name: known[name][1] - known[name][0] + 1 for name in names}
        if not 0 < prod(sizes.values()) * len(constants(source)) <= MOST_CELLS:
            return None
        numbers = product(*(range(known[name][0], known[name][1] + 1) for name in names))
        try:
            rows = [self.holding(test, register, source, dict(zip(names, case, strict=True))) for case in numbers]
        except Unknown:
            return None
        if 2 * sum(map(len, rows)) > len(rows) * len(constants(source)):
            return None
        index: ir.Expr = 0
        for name in names:
            index = make("add", make("mul", index, sizes[name]), make("sub", read.get(name, name), known[name][0]))
        made = self.names.setdefault(repr(rows), f"narrowed {len(self.names) + 1}")
        self.program.tables[made] = rows
        return ["row", made, index]

    def holding(self, test: ir.Expr, register: str, source: list[Any], case: dict[str, int]) -> list[int]:
        """The constants for which a test holds in a case. Raises Unknown if it depends on more."""
        return [item for item in constants(source) if self.evaluation.value(test, {**case, register: item})]


def items(source: ir.Expr) -> tuple[int, int] | None:
    """The bounds of the items of constants, or of some of them; None if they are not known, or there are none."""
    while isinstance(source, list) and source[0] == "filter":
        source = source[2]
    found = constants(source) if is_constant(source) and isinstance(source, list) else []
    return (min(found), max(found)) if found else None


def is_filter(source: ir.Expr) -> bool:
    """Whether a loop goes through some of certain constants."""
    return isinstance(source, list) and source[0] == "filter" and is_constant(source[2])
