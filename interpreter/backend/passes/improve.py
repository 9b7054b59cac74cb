"""All passes over expressions, in order. Each can be left out: the games stay the same."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir
from .constant_lists import fixed_lists
from .folding import narrow, refold, unroll
from .hoisting import hoist, repeat_once
from .reachability import alike_apart, unlike


def improve(program: ir.Program, zones: bool = False) -> Callable[[ir.Expr], ir.Expr]:
    """All the passes over expressions, as one function of an expression or statement.

    zones: those that a loop within a loop goes through are named before both.
    """
    taken: list[int] = []
    fixed = fixed_lists(program)
    apart = alike_apart(program)

    def improve_expression(e: ir.Expr) -> ir.Expr:
        folded = unroll(refold(unlike(fixed(e), program, apart)))
        return repeat_once(hoist(narrow(folded, program), program, taken, zones), taken)

    return improve_expression
