"""Test lists for items without building them: stop at the first item."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...program import ir
from ...program.trees import is_safe, map_program

# whether a comparison of a length with a constant tests for items (True) or for none (False)
ASKED = {("gt", 0): True, ("ge", 1): True, ("ne", 0): True, ("eq", 0): False, ("lt", 1): False, ("le", 0): False}
SAME = frozenset(("distinct", "sorted", "reversed", "looks", "from"))  # as empty as the list they are made of
TWIN = " has items"  # in the names of functions; no other has a blank
ITEM = "item__"


def use_emptiness(program: ir.Program) -> ir.Program:
    """Return the program with such tests; a function only asked for emptiness gets a twin that answers it."""
    twins: dict[str, ir.Function] = {}
    program = replace(program, functions=dict(program.functions))

    def test_only(e: ir.Expr) -> Any:
        """Replace comparisons of a length with 0 by tests for items."""
        if not isinstance(e, list) or not e:
            return e
        e = [test_only(part) for part in e]
        if len(e) == 3 and isinstance(e[1], list) and e[1][:1] == ["len"] and isinstance(e[2], int):
            wanted = ASKED.get((e[0], e[2]))
            if wanted is not None:
                found = some(e[1][1])
                return found if wanted else ["not", found]
        return e

    def some(e: ir.Expr) -> ir.Expr:
        """The condition that a list, already processed by `test_only`, has items."""
        op = e[0] if isinstance(e, list) else ""
        if op == "items" and is_safe(e, program):
            return int(len(e) > 1)
        if op in SAME and is_safe(["and", *e[2:]], program):
            return some(e[1])
        if op == "filter" and is_safe(e[3], program):
            return ["any", e[1], e[2], e[3]]
        if op == "without":
            found: ir.Expr = ["any", ITEM, f"{ITEM}all", ["not", ["in", ITEM, f"{ITEM}others"]]]
            return ["let", f"{ITEM}all", e[1], ["let", f"{ITEM}others", e[2], found]]
        if op == "let":
            return ["let", e[1], e[2], some(e[3])]
        if op == "if":
            return ["if", e[1], some(e[2]), some(e[3])]
        if op == "call":
            return ["call", twin(e[1]), *e[2:]]
        return ["gt", ["len", e], 0]

    def twin(name: str) -> str:
        if name not in twins:
            made = program.functions[name]
            twins[name] = program.functions[name + TWIN] = ir.Function(name + TWIN, made.params, 0)
            twins[name].body = some(test_only(made.body))
        return twins[name].name

    found = map_program(program, test_only)
    return replace(found, functions=found.functions | {made.name: made for made in twins.values()})
