"""Piles whose cards the rules read: few of them lie open, beside each other."""

from __future__ import annotations

from ..program import ir
from ..program.trees import trees

# what takes cards to look at them, one by one or in their order
READING = ir.LOOPS | {"head", "reversed"}


def read_piles(program: ir.Program) -> frozenset[str]:
    """The names of piles that belong to no player and whose cards the rules read, and do not only move."""
    places = [(number, slot) for number, slot in enumerate(program.lists[: program.zones]) if slot.kind == "pile"]
    names = {number: slot.declared for number, slot in places if "player" not in [kind for kind, _ in slot.indexes]}
    found = set()
    for tree in trees(program):
        if tree and tree[0] in READING:
            inner = [part for part in tree if isinstance(part, list) and part[:1] == ["cards"]]
            found |= {names[part[1]] for part in inner if isinstance(part[1], int) and part[1] in names}
    return frozenset(found)
