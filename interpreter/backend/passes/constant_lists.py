"""Analysis of state slots that stay constant all game: items and lengths of lists, limits of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...program import ir
from ...program.trees import trees
from .folding import is_constant, length


def fixed_values(program: ir.Program) -> dict[int, Any]:
    """The lists that always hold the same constants, or the same length, with those."""
    values: dict[int, list[Any]] = {}
    changed: set[int] = set()
    counted: list[int] = []
    for e in trees(program):
        if e[0] == "store":
            values.setdefault(e[1], []).append(e[2])
        elif e[0] in ("append", "remove"):
            changed |= {e[1]} if isinstance(e[1], int) else set()
            counted += [e[1][2]] if isinstance(e[1], list) and e[1][0] == "add" else []
    known: dict[int, Any] = {}
    for slot, stored in values.items():
        if (
            slot not in changed
            and not any(base <= slot < base + program.players for base in counted)
            and slot != program.winners
        ):
            lengths = {length(value) for value in stored}
            if all(is_constant(value) and value == stored[0] for value in stored):
                known[slot] = stored[0]
            elif len(lengths) == 1 and -1 not in lengths:
                known[slot] = lengths.pop()
    return known


def fixed_lengths(program: ir.Program) -> dict[int, int]:
    """The lists that always have the same length, with it."""
    return {n: value if isinstance(value, int) else length(value) for n, value in fixed_values(program).items()}


def limits(e: ir.Expr, program: ir.Program) -> tuple[int, int]:
    """The least and greatest value of an expression that is a constant or a state slot."""
    if isinstance(e, int):
        return e, e
    if not isinstance(e, list) or e[0] != "var":
        return ir.NO_NUMBER, -ir.NO_NUMBER
    # all numbers that are reached by an index have the same limits
    slot = program.ints[e[1] + (e[2] if len(e) > 2 and isinstance(e[2], int) else 0)]
    return slot.low, slot.high


def fixed_lists(program: ir.Program) -> Callable[[ir.Expr], ir.Expr]:
    """Return the pass that replaces reads of constant lists."""
    known = fixed_values(program)

    def read(e: ir.Expr) -> Any:
        if not isinstance(e, list) or not e:
            return e
        e = [read(part) for part in e]
        if e[0] in ("cards", "size") and len(e) == 2 and isinstance(e[1], int) and e[1] in known:
            found = known[e[1]]
            if isinstance(found, list):
                return found if e[0] == "cards" else length(found)
            return found if e[0] == "size" else e
        if e[0] == "len" and isinstance(e[1], list) and e[1][0] == "cards" and isinstance(e[1][1], int):
            found = known.get(e[1][1])
            return found if isinstance(found, int) else e
        return e

    return read
