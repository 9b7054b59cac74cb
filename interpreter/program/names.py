"""The names that a ruleset declares, with their slots: by owner, by name, by the indexes in brackets."""

from __future__ import annotations

from typing import Any

from . import ir

SHARED = ""
# (True, the slot of a number or value) or (False, a zone)
Place = tuple[bool, int]
# whose it is ("player 1", a thing's word, "card 4", SHARED) -> name -> what stands in brackets -> its place
Index = dict[str, dict[str, dict[tuple[Any, ...], Place]]]


def index(program: ir.Program) -> Index:
    """Index every declared counter, value and place of a program."""
    found: Index = {word: {} for word in [SHARED, *program.names["player"]]}
    for number, zone in enumerate(program.lists[: program.zones]):
        if zone.kind in ("set", "pile"):
            _add(found, program, zone.declared, zone.indexes, (False, number))
    for number, slot in enumerate(program.ints):
        if slot.declared:
            _add(found, program, slot.declared, slot.indexes, (True, number))
    return found


def _add(found: Index, program: ir.Program, name: str, indexes: list[tuple[str, int]], place: Place) -> None:
    """Add one place to the index."""
    whose, *others = indexes or [("", 0)]
    owner = _word(program, *whose) if indexes else SHARED
    brackets: tuple[Any, ...] = tuple(i if kind == "player" else _word(program, kind, i) for kind, i in others)
    if place[0] and not indexes and program.ints[place[1]].token and name == "box":
        brackets = (program.ints[place[1]].token,)
    found.setdefault(owner, {}).setdefault(name, {})[brackets] = place


def _word(program: ir.Program, kind: str, number: int) -> str:
    """The name of a member of a thing."""
    return program.names[kind][number] if kind in program.names else f"{kind} {number + 1}"
