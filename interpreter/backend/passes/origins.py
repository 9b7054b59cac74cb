"""Origin analysis of cards: a card known to lie in one of few zones is searched only there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...program import ir
from ...program.trees import is_body, uses

FEW = 6  # the most zones that are searched one after the other
KEEPS = frozenset(
    ("let", "emit", "fail", "spend", "passed", "gain", "turn")
)  # statements that leave the state as it is


def narrow_origins(body: list[ir.Stmt], program: ir.Program, known: Mapping[str, Any] | None = None) -> list[ir.Stmt]:
    """Return statements that search few zones instead of all, where a loop moves its cards from there.

    known: what registers hold that were set since the state changed last.
    """
    held, out = dict(known or {}), []
    for stmt in body:
        if stmt[0] == "for":
            zones = sources(stmt[2], program, held)
            if 0 < len(zones) <= FEW and is_move(stmt[1], stmt[3], zones):
                found = zones[-1]
                for zone in zones[-2::-1]:
                    found = ["if", ["in", stmt[1], ["cards", zone]], zone, found]
                stmt = [*stmt[:3], [["let", stmt[3][0][1], found], *stmt[3][1:]]]
            else:
                stmt = [*stmt[:3], narrow_origins(stmt[3], program)]
        elif stmt[0] in ("if", "while"):
            inside = held if stmt[0] == "if" else None
            stmt = [narrow_origins(part, program, inside) if is_body(part) else part for part in stmt]
        out.append(stmt)
        if stmt[0] in ir.SETS_REGISTER:
            held = {name: value for name, value in held.items() if name != stmt[1] and not uses(value, stmt[1])}
        if stmt[0] == "let" and not uses(stmt[2], stmt[1]):
            held[stmt[1]] = stmt[2]
        if stmt[0] not in KEEPS:
            held = {}
    return out


def sources(e: ir.Expr, program: ir.Program, held: Mapping[str, Any]) -> list[ir.Expr]:
    """The zones that hold all items of a list; [] if not known."""
    if isinstance(e, str):
        return sources(held[e], program, held) if e in held else []
    if not isinstance(e, list) or not e:
        return []
    if e[0] == "cards":
        zone = held.get(e[1], e[1]) if isinstance(e[1], str) else e[1]
        last = zone[2] if isinstance(zone, list) and zone[0] == "add" else zone
        return [zone] if isinstance(last, int) and 0 < last < program.zones else []
    if e[0] == "join" or e[0] == "gather" and e[3] == ["cards", e[1]] and e[2][:1] == ["items"]:
        lists = e[1:] if e[0] == "join" else [["cards", zone] for zone in e[2][1:]]
        found = [sources(part, program, held) for part in lists]
        return [zone for zones in found for zone in zones] if all(found) else []
    if e[0] not in ir.SAME_ITEMS or e[0] in ("gather", "let"):
        return []
    return sources(e[ir.SAME_ITEMS[e[0]]], program, held)


def is_move(card: str, body: list[ir.Stmt], zones: list[ir.Expr]) -> bool:
    """Whether the body of a loop looks for its card first, moves it and changes nothing else."""
    if not body or body[0][0] != "find" or body[0][2] != card:
        return False
    names = [card, body[0][1], *(stmt[1] for stmt in body if stmt[0] == "let")]
    moves = all(stmt[0] in KEEPS or stmt[0] in ("take", "put") and stmt[1] == card for stmt in body[1:])
    return moves and len({*names}) == len(names) and not any(uses(zones, name) for name in names)
