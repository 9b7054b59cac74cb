"""A pass over a flow from the start of a game: piles that stay unordered."""

from __future__ import annotations

from typing import Any

from ...program import ir
from ..passes import trees
from .control_flow import Flow
from .liveness import counted

# what may be done to a pile that stays one unordered part
LOOSE = frozenset(("cards", "size", "shuffle", "draw", "find", "take"))
# what is done in the same way to every zone, and putting, which ends what is known in any case
TOLD = frozenset(("cards", "size", "take", "put", "to"))


def touched(flow: Flow, program: ir.Program) -> dict[int, set[str]]:
    """For each zone all that may read or change it; `to` is what a pour does to the zone that the cards go to.

    What changes a zone that only play can tell, other than by taking a card, stands there with `some ` before it.
    """
    lets: dict[str, list[Any]] = {}
    waiting = [*flow.trees()]
    called: set[str] = set()
    for e in waiting:  # which grows by the functions that are called
        if e[0] == "call" and e[1] not in called:
            called.add(e[1])
            waiting += trees.walk([program.functions[e[1]].body])
    for e in waiting:
        if e[0] in ir.SETS_REGISTER and isinstance(e[1], str):
            lets.setdefault(e[1], []).append(e[2] if e[0] == "let" else None)
    zones = set(range(1, program.zones))

    def meant(z: Any) -> set[int]:
        if isinstance(z, str):
            values = lets.get(z, [None])
            return set().union(*(meant(value) for value in values)) if None not in values else zones
        return counted(program, z) & zones if isinstance(z, int | list) else zones

    found: dict[int, set[str]] = {zone: set() for zone in zones}
    for e in waiting:
        if e[0] in ("find", "group"):
            for zone in zones:
                found[zone].add(e[0])
        for position in ir.ZONES.get(e[0], ()):
            word = "to" if (e[0], position) == ("pour", 2) else e[0]
            told = isinstance(e[position], int) or word in TOLD
            for zone in meant(e[position]):
                found[zone].add(word if told else f"some {word}")
    return found


def loose(flow: Flow, program: ir.Program) -> set[int]:
    """The piles that are one unordered part from the first place on, which is then not kept when cards are drawn."""
    found = set()
    for zone, ops in touched(flow, program).items():
        slot = program.lists[zone]
        if slot.segments >= 0 and slot.groups < 0 and not slot.settled and ops <= LOOSE and "draw" in ops:
            first: ir.Stmt = next((stmt for stmt in flow.bodies[0] if moves(stmt, zone)), [""])
            if first[0] == "shuffle":
                found.add(zone)

    def drawn(stmt: ir.Stmt) -> ir.Stmt:
        if stmt[0] == "shuffle" and isinstance(stmt[1], int) and stmt[1] in found:
            return ["sort", stmt[1]]
        return ["any", *stmt[1:]] if stmt[0] == "draw" and isinstance(stmt[2], int) and stmt[2] in found else stmt

    flow.rewrite(drawn)
    return found


def moves(stmt: ir.Stmt, zone: int) -> bool:
    """True for a statement that may change a zone, or what is known of its order."""
    changing = [e for e in trees.walk([stmt]) if e[0] in ir.ZONES and e[0] not in ("cards", "size")]
    return any(e[at] == zone or not isinstance(e[at], int) for e in changing for at in ir.ZONES[e[0]])
