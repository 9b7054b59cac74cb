"""Zone operations as Python text, by what is known of a zone's kind."""

from __future__ import annotations

import re
from functools import partial

from ..base.errors import EMPTY_ZONE, UNORDERED_BOTTOM, UNORDERED_TOP
from ..program import ir
from .passes import folding
from .writer import Expression, Statement, Writer

NO_CARD = repr(EMPTY_ZONE)


def base(w: Writer, z: ir.Expr) -> int:
    """The first zone of the family that a zone's number belongs to, -1 if not known."""
    if isinstance(z, str):
        z = w.known.get(z)
    if isinstance(z, list) and z[0] == "add" and isinstance(z[2], int) and z[2] < w.program.zones:
        return z[2]
    return z if isinstance(z, int) else -1


def family(w: Writer, z: ir.Expr) -> str:
    """The kind (set, pile or settled) of all zones in a numbered family, "" if not the same."""
    first = base(w, z)
    slot = w.program.lists[first] if first > 0 else None
    return "" if slot is None else "settled" if slot.settled else slot.kind


def parts(w: Writer, z: ir.Expr) -> str:
    """The text of the list of a zone's unordered parts."""
    if isinstance(z, int):
        slot = w.program.lists[z]
        return "[]" if slot.settled else w.cards(slot.segments) if slot.segments >= 0 else "None"
    kinds = family(w, z)
    if kinds in ("set", "settled"):
        return "None" if kinds == "set" else "[]"
    at = w.atom(z, "zone")
    return f"({w.places.any_list(f'SEGMENTS[{at}]')} if SEGMENTS[{at}] >= 0 else None)"


def end(word: str, w: Writer, z: ir.Expr) -> str:
    """The operations `top` and `bottom` as Python text."""
    position, message = (-1, UNORDERED_TOP) if word == "top" else (0, UNORDERED_BOTTOM)
    unordered, cards = parts(w, z), w.cards(z)
    if unordered in ("None", "[]"):
        if not re.fullmatch(r"\w+", cards):
            cards = w.name_text("cards", cards)
        return f"({cards}[{position}] if {cards} else -1)"
    return f"{word}_card({cards}, {unordered}, {message!r})"


def marks(w: Writer, z: ir.Expr) -> str:
    """The text of the list of group numbers of a zone with groups."""
    if isinstance(z, int):
        found = w.program.lists[z].groups
        return w.cards(found) if found >= 0 else ""
    first = base(w, z)
    if first > 0 and w.program.lists[first].groups >= 0:
        return w.places.any_list(f"MARKS[{w.expr(z)}]")
    return ""


def may_have_groups(w: Writer, z: ir.Expr) -> bool:
    """Whether a zone has groups, or may have as its family is unknown."""
    if isinstance(z, int):
        return w.program.lists[z].groups >= 0
    first = base(w, z)
    slots = w.program.lists[first : first + 1] if first > 0 else w.program.lists
    return any(slot.groups >= 0 for slot in slots)


def put(w: Writer, card: ir.Expr, z: ir.Expr, where: str, depth: ir.Expr) -> None:
    """Write the statement `put`."""
    what = w.expr(card)
    if mark_list := marks(w, z):
        below = w.expr(depth)
        w.line(f"put_marked({w.cards(z)}, {mark_list}, {what}, {where!r}, {below})")
    elif may_have_groups(w, z):
        what = f"{what}, {where!r}, {w.expr(depth)}"
        w.places.any_zone(w, f"put_any(S, {w.expr(z)}, SEGMENTS, MARKS, {what})")
    elif where == "top":
        w.line(f"{w.cards(z)}.append({what})")
    else:
        below, unordered = w.expr(depth), parts(w, z)
        w.places.by_chance(w, f"put(S, {w.cards(z)}, {unordered}, {what}, {where!r}, {below})")


def take(w: Writer, card: ir.Expr, z: ir.Expr) -> None:
    """Write the statement `take`."""
    what = w.expr(card)
    if mark_list := marks(w, z):
        w.line(f"take_marked({w.cards(z)}, {mark_list}, {what})")
    elif may_have_groups(w, z):
        w.places.any_zone(w, f"take_any(z, {w.expr(z)}, SEGMENTS, MARKS, {what})")
    else:
        unordered = parts(w, z)
        if unordered in ("None", "[]"):
            w.line(f"{w.cards(z)}.remove({what})")
        else:
            w.line(f"take({w.cards(z)}, {unordered}, {what})")


def new_group(w: Writer, register: str, z: ir.Expr) -> None:
    """Write the statement `new group`."""
    w.line(f"{register} = new_group({w.places.any_list(f'MARKS[{w.expr(z)}]')})")


def find(w: Writer, register: str, card: ir.Expr) -> None:
    """Write the statement `find`."""
    w.places.any_zone(w, f"{register} = find(z, {w.program.zones}, {w.expr(card)})")


def draw(w: Writer, register: str, z: ir.Expr, bottom: bool = False) -> None:
    """Write the statements `draw` and `draw bottom`."""
    if may_have_groups(w, z):
        from_where = ", True" if bottom else ""
        w.places.any_zone(w, f"{register} = draw_any(S, {w.expr(z)}, SEGMENTS, MARKS, {NO_CARD}{from_where})")
    else:
        unordered, name = parts(w, z), "draw_bottom" if bottom else "draw"
        drawn = f"S.{name}(" if w.events else f"{name}(S, "
        w.places.by_chance(w, f"{register} = {drawn}{w.cards(z)}, {unordered}, {NO_CARD})")


def pour(w: Writer, a: ir.Expr, b: ir.Expr) -> None:
    """Write the statement `pour`."""
    if may_have_groups(w, a) or may_have_groups(w, b):
        w.places.any_zone(w, f"pour_any(z, {w.expr(a)}, {w.expr(b)}, SEGMENTS, MARKS)")
    else:
        unordered = parts(w, a), parts(w, b)
        w.line(f"pour({w.cards(a)}, {unordered[0]}, {w.cards(b)}, {unordered[1]})")


def shuffle(w: Writer, z: ir.Expr) -> None:
    """Write the statement `shuffle`."""
    if may_have_groups(w, z):
        w.places.any_zone(w, f"shuffle_any(z, {w.expr(z)}, SEGMENTS, MARKS)")
    else:
        unordered = parts(w, z)
        w.line(f"shuffle({w.cards(z)}, {unordered})")


def chance(w: Writer, register: str, n: ir.Expr) -> None:
    """Write the statement `chance`."""
    listed = w.events and isinstance(n, list) and n[0] == "len"
    what = f"S.pick({w.expr(n[1])})" if listed else f"S.chance({w.expr(folding.refold(n))})"
    w.line(f"{register} = {what}")


ENDS: dict[str, Expression] = {"top": partial(end, "top"), "bottom": partial(end, "bottom")}
MOVES: dict[str, Statement] = {
    "put": put,
    "take": take,
    "new group": new_group,
    "find": find,
    "draw": draw,
    "draw bottom": partial(draw, bottom=True),
    "pour": pour,
    "shuffle": shuffle,
    "chance": chance,
}
