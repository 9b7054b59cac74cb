"""Reachability of cards: which cards can lie in which zone, so that tests for alike cards can be dropped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...program import ir

ANYWHERE = ("anywhere",)
Place = tuple[Any, ...]


def alike_apart(program: ir.Program) -> set[int]:
    """The zones that can never hold two cards that look alike."""
    zones = range(1, program.zones)
    cards = {zone: set(program.lists[zone].start) for zone in zones}
    moves = {move for body in bodies(program) for move in moves_of(body, program, {})}
    changed = True
    while changed:
        changed = False
        for a, b in moves:
            for source in zones if a < 0 else (a,):
                for target in zones if b < 0 else (b,):
                    if not cards[source] <= cards[target]:
                        cards[target] |= cards[source]
                        changed = True
    look = program.tables.get("look", [])
    return {zone for zone in zones if len({look[card] for card in cards[zone]}) == len(cards[zone])}


def bodies(program: ir.Program) -> Iterator[list[ir.Stmt]]:
    """All statement lists of a program."""
    for block in program.blocks:
        yield block.body
    for site in program.sites:
        for entry in site.entries:
            yield entry.apply


def moves_of(body: list[ir.Stmt], program: ir.Program, known: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """The pairs of zones between which statements move cards, -1 for any zone."""
    known = dict(known)
    taken: dict[str, Any] = {}
    for stmt in body:
        op = stmt[0]
        if op == "let":
            known[stmt[1]] = resolve(stmt[2], known)
        elif op in ("take", "draw", "draw bottom"):
            card, zone = stmt[1], stmt[2]
            taken[repr(resolve(card, known))] = resolve(zone, known)
        elif op == "put":
            source = taken.get(repr(resolve(stmt[1], known)), ANYWHERE)
            yield from pairs(source, resolve(stmt[2], known), program)
        elif op == "pour":
            yield from pairs(resolve(stmt[1], known), resolve(stmt[2], known), program)
        for part in stmt[1:]:
            if isinstance(part, list) and part and isinstance(part[0], list) and isinstance(part[0][0], str):
                yield from moves_of(part, program, known)


def resolve(e: ir.Expr, known: dict[str, Any]) -> ir.Expr:
    """Replace registers in an expression by what they hold."""
    if isinstance(e, str):
        return known.get(e, e)
    return [e[0], *(resolve(part, known) for part in e[1:])] if isinstance(e, list) and e else e


def pairs(source: ir.Expr, target: ir.Expr, program: ir.Program) -> Iterator[tuple[int, int]]:
    """The pairs of zones that two expressions may stand for: equal positions if both have the same index."""
    a, b = family(source, program), family(target, program)
    if a and b and a[1] == b[1] and a[1] is not None:
        yield from zip(a[0], b[0], strict=False)
        return
    for one in a[0] if a else (-1,):
        yield from ((one, other) for other in (b[0] if b else (-1,)))


def family(z: ir.Expr, program: ir.Program) -> tuple[range, Any] | None:
    """The zones that an expression may stand for, and its index; None if not known."""
    if isinstance(z, int):
        return range(z, z + 1), None
    if not isinstance(z, list) or z[0] != "add" or not isinstance(z[2], int) or not 0 < z[2] < program.zones:
        return None
    first = last = z[2]
    declared = program.lists[first].declared
    while last < program.zones and program.lists[last].declared == declared:
        last += 1
    return range(first, last), z[1]


def unlike(e: ir.Expr, program: ir.Program, apart: set[int]) -> ir.Expr:
    """Drop `looks` where no two cards that look alike can lie."""
    if not isinstance(e, list):
        return e
    e = [unlike(part, program, apart) for part in e]
    if e and e[0] == "looks" and isinstance(e[1], list) and e[1][0] == "cards":
        zones = family(e[1][1], program)
        if zones and apart.issuperset(zones[0]):
            return e[1]
    return e
