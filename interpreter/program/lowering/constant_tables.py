"""Tabulation: an expression of a few things or small numbers becomes a table of constants, computed beforehand.

The rows of a board, the neighbours of a place: else they are worked out anew for every option. A loop over constants
whose condition begins with such a part goes through those alone that meet it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Any

from .. import ir
from ..evaluate import Evaluation, Unknown
from ..fold import make
from ..trees import walk
from .bounds import Ranges, hull

MOST_CELLS = 1_024
MOST_STEPS = 200_000  # the most steps for computing all tables of a program
STATE = frozenset(("var", "cards", "size", "top", "bottom", "groups", "group", "looks", "splits", "subsets"))
# slow operations: making a list, traversing one
LISTS = {"without", "from", "after", "join", "distinct", "sorted", "reversed", "head", "sum", "min", "max", "in"}
PICKED = frozenset(("first", "last", "nth", "min", "max"))  # none if there is nothing
WORTH = ir.LOOPS | LISTS
NARROWED = frozenset(("any", "count", "filter"))


def tabulate(program: ir.Program, ranges: Ranges) -> None:
    """Replace expressions of constants by tables, in all functions and blocks of a program."""
    parameters(program, ranges)
    tables = ConstantTables(program, ranges)
    for made in program.functions.values():
        made.body = tables.within(made.body)
    for block in program.blocks:
        block.body = tables.within(block.body)
    for site in program.sites:
        site.options = tables.within(site.options)
        for entry in site.entries:
            entry.apply = tables.within(entry.apply)


def parameters(program: ir.Program, ranges: Ranges) -> None:
    """Derive the bounds of plain number parameters from all the calls."""
    known = ranges.writer.ranges
    given: dict[str, list[ir.Expr]] = {}
    for call in calls(program):
        for parameter, argument in zip(program.functions[call[1]].params, call[2:], strict=True):
            given.setdefault(parameter, []).append(argument)
    learned = True
    while learned:
        learned = False
        for parameter, arguments in given.items():
            both = reduce(hull, map(ranges.bounds, arguments)) if known.get(parameter) is None else None
            if both is not None:
                known[parameter], learned = both, True


def calls(program: ir.Program) -> Iterator[list[Any]]:
    """All calls of functions in a program."""
    return (e for e in parts(program) if e[0] == "call")


def parts(program: ir.Program) -> Iterator[list[Any]]:
    """Every statement and expression of a program, with the tests of options and the score's parts."""
    waiting: list[Any] = [block.body for block in program.blocks]
    waiting += [function.body for function in program.functions.values()]
    for site in program.sites:
        waiting += [site.seat, site.options]
        for entry in site.entries:
            waiting += [entry.apply, entry.domain, *(test.expr for test in entry.tests)]
    scored = [*program.score_parts]
    for part in scored:
        waiting += [part.expr, part.listed, part.each]
        scored += part.parts
    return walk(waiting)


def doubtful(program: ir.Program) -> set[str]:
    """The registers, and the functions as `name()`, that may be none although their bounds do not show it."""
    given: list[tuple[str, ir.Expr]] = [(f"{name}()", made.body) for name, made in program.functions.items()]
    for e in parts(program):
        if e[0] == "let":
            given.append((e[1], e[2]))
        elif e[0] == "for" or e[0] in ir.LOOPS:
            given.append((e[1], e[2][3] if isinstance(e[2], list) and e[2][0] == "map" else 0))
        elif e[0] == "call":
            given += zip(program.functions[e[1]].params, e[2:], strict=True)
    found: set[str] = set()
    before = -1
    while before < len(found):
        before = len(found)
        found.update(register for register, value in given if may_be_none(value, found))
    return found


def may_be_none(e: ir.Expr, known: set[str]) -> bool:
    """Whether a number may be the none of what it was picked from; `known` are registers that may, and functions()."""
    if isinstance(e, str):
        return e in known
    if not isinstance(e, list) or e[0] in ("need", "within"):
        return False
    if e[0] in PICKED:
        return True
    if e[0] == "call":
        return f"{e[1]}()" in known
    if e[0] in ("let", "if"):
        return any(may_be_none(part, known) for part in e[3 if e[0] == "let" else 2 :])
    return e[0] in ir.ARITHMETIC and any(may_be_none(part, known) for part in e[1:])


class ConstantTables:
    """Writes tables for parts of one program; equal ones are one."""

    def __init__(self, program: ir.Program, ranges: Ranges) -> None:
        self.program, self.ranges = program, ranges
        self.names: dict[str, str] = {}
        self.constant: set[str] = set()  # functions asked of once: what tables change in them changes neither
        self.quick: set[str] = set()
        self.doubtful = doubtful(program)
        self.evaluation = Evaluation(program.tables, program.functions, MOST_STEPS)

    def within(self, e: Any) -> Any:
        """Return an expression, a statement or a list of statements with tables in place of its parts."""
        if not isinstance(e, list) or not e:
            return e
        if isinstance(e[0], str):
            found = self.table(e)
            if found is not None:
                return found
            if e[0] == "within" and self.is_inside(e):
                return self.within(e[1])
            if e[0] in NARROWED:
                e = self.narrow(e)
        return [self.within(part) for part in e]

    def is_inside(self, e: list[Any]) -> bool:
        """Whether a number that is tested is certain to be in range."""
        known = None if may_be_none(e[1], self.doubtful) else self.ranges.bounds(e[1])
        return known is not None and e[2] <= known[0] and known[1] <= e[3]

    def narrow(self, e: list[Any]) -> list[Any]:
        """Restrict a loop over constants to those that meet its first conditions, if these do not depend on play."""
        op, register, source, condition = e
        parts = condition[1:] if isinstance(condition, list) and condition[0] == "and" else []
        for first in range(len(parts) - 1, 0, -1):
            found = self.table(["filter", register, source, make("and", *parts[:first])])
            if found is not None:
                return [op, register, found, make("and", *parts[first:])]
        return e

    def table(self, e: list[Any]) -> ir.Expr | None:
        """A cell or row of a table in place of an expression, None if there can be none."""
        free = self.free(e)
        if not free or not self.doubtful.isdisjoint(free) or not self.is_worth(e):
            return None
        domain = [(register, self.ranges.bounds(register)) for register in free]
        cells = 1
        index: ir.Expr = 0
        limits: list[tuple[int, int]] = []
        for register, bounds in domain:
            # a register that never has a value has an empty range
            if bounds is None or not 0 < cells * (bounds[1] - bounds[0] + 1) <= MOST_CELLS:
                return None
            size = bounds[1] - bounds[0] + 1
            cells *= size
            limits.append(bounds)
            index = make("add", make("mul", index, size), make("sub", register, bounds[0]))
        try:
            values = [
                self.evaluation.value(e, dict(zip(free, numbers, strict=True)))
                for numbers in product(*(range(low, high + 1) for low, high in limits))
            ]
        except Unknown:
            return None
        lists = isinstance(values[0], list)
        if lists and any(isinstance(item, list) for value in values for item in value):
            return None
        name = self.names.setdefault(repr(values), f"worked out {len(self.names) + 1}")
        self.program.tables[name] = values
        return ["row" if lists else "table", name, index]

    def free(self, e: ir.Expr) -> list[str] | None:
        """The registers that an expression reads, in their order; None if it reads the state."""
        found: dict[str, None] = {}

        def reads(part: ir.Expr, bound: frozenset[str]) -> bool:
            if isinstance(part, str):
                found.update({} if part in bound else {part: None})
                return True
            if not isinstance(part, list):
                return True
            if not part or not isinstance(part[0], str) or part[0] in STATE or part[0] not in ir.EXPRESSIONS:
                return False
            if part[0] in ir.LOOPS or (part[0] == "let" and len(part) == 4):
                return reads(part[2], bound) and all(reads(x, bound | {part[1]}) for x in part[3:])
            if part[0] == "let" or (part[0] == "call" and not self.is_constant(part[1])):
                return False
            return all(reads(x, bound) for x in part[2 if part[0] in ir.NAMED else 1 :])

        return list(found) if reads(e, frozenset()) else None

    def is_constant(self, function: str) -> bool:
        """Whether a function reads nothing but its parameters."""
        made = self.program.functions[function]
        if function not in self.constant:
            free = self.free(made.body)
            if free is None or not set(free) <= set(made.params):
                return False
            self.constant.add(function)
        return True

    def is_worth(self, e: ir.Expr) -> bool:
        """Whether an expression takes enough time to be worth a table."""
        if not isinstance(e, list) or not e:
            return False
        if e[0] == "call":
            if e[1] not in self.quick and self.is_worth(self.program.functions[e[1]].body):
                return True
            self.quick.add(e[1])
            return False
        return e[0] in WORTH or any(self.is_worth(part) for part in e[1:])
