"""Decide whether a seat sees everything now that an expression of the program reads; no if in doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...program import ir
from ..running_game import StartedGame
from ..visibility import BACK, FRONT
from .card_faces import visibility_of

PLACES = ("cards", "top", "bottom", "groups")
# a register that may hold a card from a variable, which need not lie in sight
BLIND = "blind"
Known = Mapping[str, range | str | None]


def is_allowed(game: StartedGame, seat: int, reader: int, expr: ir.Expr) -> bool:
    """Return Sight.allows for an expression of the program, cached for a game: it is equal in all its states."""
    key = f"sight {seat} {reader}"
    known: dict[int, tuple[ir.Expr, bool]] = game.visibility.setdefault(key, {})
    # cached with the expression, so that its id stays unique; each has its own Sight, for threads
    found = known.get(id(expr)) or known.setdefault(id(expr), (expr, Sight(game, seat, reader).allows(expr)))
    return found[1]


def sides_read(game: StartedGame, seat: int, expr: ir.Expr) -> dict[str, int]:
    """The sides of cards that an expression reads, by component."""
    sight = Sight(game, seat, seat)
    sight.find_sides(expr, set())
    return sight.needed


def _ends(*ends: int) -> range:
    """The range that contains all these numbers."""
    return range(min(ends), max(ends) + 1)


def _rest(number: range, by: range) -> range | None:
    """The range of the remainder by a positive constant; None if the divisor is not one."""
    if len(by) != 1 or by[0] <= 0:
        return None
    return _ends(number[0] % by[0]) if len(number) == 1 else range(by[0])


REACHES: dict[str, Callable[[range, range], range | None]] = {
    "add": lambda one, other: _ends(one[0] + other[0], one[-1] + other[-1]),
    "sub": lambda one, other: _ends(one[0] - other[-1], one[-1] - other[0]),
    "mul": lambda one, other: _ends(*(a * b for a in (one[0], one[-1]) for b in (other[0], other[-1]))),
    "mod": _rest,
    "range": lambda first, last: _ends(first[0], last[-1]) if first[0] <= last[-1] else None,
}


class Sight:
    """Decides what `reader` sees of expressions about the player `seat`."""

    def __init__(self, game: StartedGame, seat: int, reader: int) -> None:
        self.program, self.seat = game.program, seat
        self.visibility = visibility_of(game, reader)
        # what is on cards: the component and the side of each table of an attribute
        self.cards = {
            f"{component}.{name}": (component, FRONT if side == "front" else BACK)
            for component, attributes in self.program.attributes.items()
            for name, side, _ in attributes
        }
        self.needed: dict[str, int] = {}
        self.called: dict[tuple[object, ...], bool] = {}  # what was found of a function, with these arguments

    def allows(self, expr: ir.Expr) -> bool:
        """Whether the reader sees everything now that an expression reads; of cards the sides that matter."""
        self.needed, self.called = {}, {}
        self.find_sides(expr, set())
        return self.reads(expr, {})

    def find_sides(self, expr: ir.Expr, seen: set[str]) -> None:
        """Note the sides of cards that an expression reads; both if it tells cards apart otherwise."""
        if not isinstance(expr, list):
            return
        if expr[0] in ("table", "cell", "row") and expr[1] in self.cards:
            component, side = self.cards[expr[1]]
            self.needed[component] = self.needed.get(component, 0) | side
        if expr[0] == "looks" or (expr[0] == "var" and self.program.ints[expr[1]].kind.startswith("card ")):
            self.needed |= dict.fromkeys(self.program.attributes, FRONT | BACK)
        if expr[0] == "call" and expr[1] not in seen:
            seen.add(expr[1])
            self.find_sides(self.program.functions[expr[1]].body, seen)
        for part in expr[1:]:
            self.find_sides(part, seen)

    def reads(self, expr: ir.Expr, known: Known) -> bool:
        """Whether the reader sees what an expression reads; `known` are the constant values of registers."""
        if not isinstance(expr, list):
            return True
        op = expr[0]
        if op == "var":
            return self.number(expr[1], expr[2] if len(expr) > 2 else 0, known)
        if op == "call":
            function = self.program.functions[expr[1]]
            given = {
                name: self.register_values(arg, known) for name, arg in zip(function.params, expr[2:], strict=True)
            }
            if not self.parts(expr[2:], known):
                return False
            key = (expr[1], *given.values())
            if key not in self.called:
                self.called[key] = self.reads(function.body, given)
            return self.called[key]
        if op == "size" or op in PLACES:
            return self.parts(expr[1:], known) and self.place(op, expr[1], known)
        if op == "let" or op in ir.LOOPS:
            return self.reads(expr[2], known) and self.parts(
                expr[3:], {**known, expr[1]: self.register_values(expr[2], known)}
            )
        if op in ("table", "cell", "row") and expr[1] in self.cards and self.register_values(expr[2], known) == BLIND:
            return False
        return self.parts([part for part in expr[1:] if isinstance(part, list)], known)

    def register_values(self, expr: ir.Expr, known: Known) -> range | str | None:
        """What a register that is set to this, or to its items, holds."""
        values = self.values(expr, known)
        settled = values is not None and len(values) == 1
        return BLIND if not settled and self.from_variable(expr, known) else values

    def from_variable(self, expr: ir.Expr, known: Known) -> bool:
        if isinstance(expr, list):
            return expr[0] == "var" or any(self.from_variable(part, known) for part in expr[1:])
        return isinstance(expr, str) and known.get(expr) == BLIND

    def parts(self, exprs: list[Any], known: Known) -> bool:
        return all(self.reads(part, known) for part in exprs)

    def number(self, base: int, index: ir.Expr, known: Known) -> bool:
        at = self.values(index, known)
        slots = self.program.ints
        if at is not None and len(at) == 1 and 0 <= base + at[0] < len(slots):
            return self.visibility.reads(base + at[0])
        alike = [slot for slot, made in enumerate(slots) if made.declared and made.declared == slots[base].declared]
        return bool(alike) and all(map(self.visibility.reads, alike)) and self.reads(index, known)

    def place(self, op: str, zone: ir.Expr, known: Known) -> bool:
        at, every = self.values(zone, known), range(1, self.program.zones)
        zones = every if at is None else range(max(at.start, every.start), min(at.stop, every.stop))
        return bool(zones) and all(self.sees(op, number) for number in zones)

    def sees(self, op: str, zone: int) -> bool:
        """Whether the reader sees what an operation reads of a zone: its cards, its top one, their number."""
        slot, visibility = self.program.lists[zone], self.visibility
        if op == "size" or slot.kind not in ("set", "pile"):
            return op == "size" and visibility.size[zone]
        has = {side for _, side, _ in self.program.attributes[slot.component]}
        needed = self.needed.get(slot.component, 0)
        needed &= (FRONT if "front" in has else 0) | (BACK if "back" in has else 0)
        seen = visibility.zone[zone] | (visibility.top[zone] if op == "top" else 0)
        return seen & needed == needed and visibility.size[zone]

    def values(self, expr: ir.Expr, known: Known) -> range | None:
        """The range of an expression's value, or of its items, in any state."""
        if isinstance(expr, int):
            return range(expr, expr + 1)
        if isinstance(expr, str):
            found = range(self.seat, self.seat + 1) if expr == "seat" else known.get(expr)
            return found if isinstance(found, range) else None
        op = expr[0]
        if op in ("map", "gather"):
            return self.values(expr[3], {**known, expr[1]: self.values(expr[2], known)})
        if op in ir.SAME_ITEMS:
            return self.values(expr[ir.SAME_ITEMS[op]], known)
        if op not in REACHES:
            return None
        one, other = (self.values(side, known) for side in expr[1:3])
        return REACHES[op](one, other) if one and other else None
