"""Conditions on a whole chosen set (`where all`): what can be added so that the set can be completed."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from ...base import limits
from ...base.diagnostics import Span, mistake
from ...check.types import Local
from .. import ir
from ..fold import length, make
from .layout import Env
from .writer import Bounds, ProgramWriter

Size = tuple[ir.Expr, ir.Expr]
NOTHING: ir.Expr = ["items"]
TOO_MANY = f"there are more than {limits.SETS:,} sets to choose from here"
Holds = tuple[str, Callable[[Env], ir.Expr]]  # the words of a condition, and the function that writes it


class WholeSet:
    """Writes the conditions of `where all`, and of a price that depends on the whole set.

    The names stand for the set in conditions and price, which are asked of it in one order, whatever that of choosing.
    """

    def __init__(self, names: tuple[Local, Local], tests: list[Holds], writer: ProgramWriter, span: Span) -> None:
        self.names, self.tests, self.writer = names, tests, writer
        self.message = writer.message(TOO_MANY, span)

    def fits(self, together: ir.Expr, env: Env, upto: int | None = None) -> ir.Expr:
        """The condition that a set meets the first `upto` conditions."""
        register = self.writer.register(self.names[0].name)
        inner: Env = {**env, **dict.fromkeys(self.names, register)}
        holds = make("and", *(holds(inner) for _, holds in self.tests[:upto]))
        return holds if isinstance(holds, int) else ["let", register, ["sorted", together], holds]

    def completes(self, begun: ir.Expr, rest: ir.Expr, size: Size, env: Env, upto: int | None = None) -> ir.Expr:
        """The condition that a begun set can be completed from the rest."""
        register = self.writer.register("others")
        together = register if begun == NOTHING else ["join", begun, register]
        return ["any", register, self.others(rest, length(begun), 0, size), self.fits(together, env, upto)]

    def next(self, begun: ir.Expr, rest: ir.Expr, size: Size, env: Env) -> ir.Expr:
        """The list of those in the rest that can be added next."""
        others, useful, one = (self.writer.register(name) for name in ("others", "useful", "one"))
        fitting = self.fits(["join", begun, others], env)
        found = ["gather", others, ["filter", others, self.others(rest, length(begun), 1, size), fitting], others]
        return ["let", useful, ["distinct", found], ["filter", one, rest, ["in", one, useful]]]

    def others(self, rest: ir.Expr, taken: ir.Expr, first: int, size: Size) -> ir.Expr:
        """The subsets of the rest, of at least `first` items, that could complete a set of `taken` ones."""
        least, most = (make("sub", limit, taken) for limit in size)
        return ["subsets", rest, make("most", first, least), most, self.message]


def refuse_too_many_sets(things: int, most: Bounds | None, span: Span) -> None:
    """Refuse a choice that certainly has more sets, of at most so many of these things, than can be searched."""
    sizes = range(min(things, most[0] if most is not None else 0) + 1)
    if sum(comb(things, size) for size in sizes) > limits.SETS:
        raise mistake("too-large", TOO_MANY, span, hint="let players choose fewer, or from fewer")
