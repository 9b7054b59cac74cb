"""Inline functions of a program at their calls, if they are small or called once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..program import ir, trees
from .passes import folding
from .writer import Expression, Writer

SMALL = 24  # the most parts of a function that is inlined everywhere
DEEPEST = 5  # the deepest nesting of inlined functions


def in_place(program: ir.Program, bodies: dict[str, ir.Expr], code: Iterable[Any]) -> Expression:
    """Return the writer of calls. bodies: the functions' expressions; code: everything else that calls them."""
    calls = Counter(e[1] for e in trees.walk([*code, *bodies.values()]) if e[0] == "call")
    opened: list[str] = []

    def call(w: Writer, name: str, *arguments: ir.Expr) -> str:
        body = bodies[name]
        if len(opened) == DEEPEST or (calls[name] > 1 and trees.size(body) > SMALL):
            return w.places.call_text(w, name, [w.expr(argument) for argument in arguments])
        opened.append(name)
        body = trees.rename_bound(body, w.fresh)
        for parameter, value in zip(program.functions[name].params, arguments, strict=True):
            if isinstance(value, int | str) or trees.uses(body, parameter) <= 1:
                body = w.bind(parameter, value, body)
            else:
                body = trees.replace(body, parameter, w.atom(value, parameter))
        text = w.expr(folding.unroll(folding.refold(body)))
        opened.pop()
        return text

    return call
