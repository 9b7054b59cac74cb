"""The table of operations: what it says of their parts is true of every shipped game."""

from __future__ import annotations

from typing import Any

from helpers.games import CASES
from helpers.tiers import full

from stammtisch.program import ir
from stammtisch.program.trees import trees

TABLES = (ir.EXPRESSIONS, ir.STATEMENTS, ir.TERMINATORS)


def is_expression(part: Any) -> bool:
    return isinstance(part, (int, str)) or bool(part) and str(part[0]) in ir.EXPRESSIONS


def fits(name: str, part: Any) -> bool:
    """Whether a part is of the kind that its name stands for."""
    if name in ir.INTS or name in ir.WORDS:
        return isinstance(part, int if name in ir.INTS else str)
    if name == "statements":
        return all(stmt[0] in ir.STATEMENTS for stmt in part)
    return is_expression(part)


@full
def test_parts_are_what_their_names_say() -> None:
    seen: set[str] = set()
    for case in (case for case in CASES if case.players == 3):
        for tree in trees(case.game.program):
            names = [found.parts for table in TABLES if (found := table.get(tree[0]))]
            assert names, tree
            assert any(all(map(fits, parts, tree[1:])) for parts in names), tree
            seen.add(tree[0])
    assert len(seen) > 40


def test_what_the_table_says_of_each_operation() -> None:
    assert {"let", "for", "draw", "draw bottom", "chance", "find", "new group"} == ir.SETS_REGISTER
    assert {"any", "every", "count", "filter", "map", "gather", "best", "by"} == ir.LOOPS
    assert {"table", "cell", "row", "call"} == ir.NAMED
    for op in ir.EXPRESSIONS.values():
        assert len(op.fold) in (0, len(op.words.split()))
        assert op.result == ir.LIST or not op.fresh
