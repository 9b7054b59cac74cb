"""The declared visibility of zones, numbers and faces for one seat, independent of the actual cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..program import ir
from .percepts import Look, Values

FRONT, BACK = 1, 2
FACES = {FRONT: "front", BACK: "back"}
# an onlooker, who sees what everybody sees
ONLOOKER = -1


def shown_value(names: dict[str, list[str]], kind: str, value: int) -> Any:
    """A value as JSON: a number, true or false, a seat, the word of a thing, or None."""
    if kind == "int":
        return None if value == ir.NO_NUMBER else value
    if kind == "bool":
        return bool(value)
    if value < 0:
        return None
    if kind == "thing player" or kind.partition(" ")[2] not in names:
        return value
    return names[kind.partition(" ")[2]][value]


def faces(program: ir.Program, card: ir.Card) -> dict[str, dict[str, Any]]:
    """The attribute values on the front and on the back of a card."""
    found: dict[str, dict[str, Any]] = {word: {} for word in FACES.values()}
    for (name, face, kind), value in zip(program.attributes[card.component], card.values, strict=True):
        found[face][name] = shown_value(program.names, kind, value)
    return found


class SeatVisibility:
    """The declared visibility for one seat: of zones and numbers, and the faces of each kind of card.

    `numbers`: those that the seat may read, by their labels; `closed`: those of single cards that it may not; `has`: by
    component the faces with something on them; `blank`: the look of a card of which nothing is seen. Of `other`, which
    is another seat's, it takes what is the same for all.
    """

    sides: dict[str, list[int]]
    has: dict[str, int]
    blank: dict[str, Look]
    _copies: Counter[tuple[str, Values]]
    _constants: dict[str, dict[str, Any]]
    _parts: dict[tuple[str, Look, int], Look]
    _faces: dict[tuple[str, int, Values], dict[str, Any]]

    def __init__(self, program: ir.Program, seat: int, other: SeatVisibility | None = None) -> None:
        self.program, self.seat = program, seat
        self.zone = [self._mask(slot, "") for slot in program.lists]
        self.top = [self._mask(slot, "top.") for slot in program.lists]
        self.size = [self.sees(slot.see.get("size", 0)) for slot in program.lists]
        self.numbers = {slot.name: n for n, slot in enumerate(program.ints) if slot.declared and self.reads(n)}
        of_cards = [n for n, slot in enumerate(program.ints) if slot.indexes and slot.indexes[-1][0] == "card"]
        self.closed = frozenset(n for n in of_cards if not self.reads(n))
        if other is not None:
            self.sides, self.has, self.blank, self._copies = other.sides, other.has, other.blank, other._copies
            self._parts, self._faces, self._constants = other._parts, other._faces, other._constants
            return
        self.sides = {
            component: [FRONT if face == "front" else BACK for _, face, _ in attributes]
            for component, attributes in program.attributes.items()
        }
        self.has = {name: (FRONT if FRONT in s else 0) | (BACK if BACK in s else 0) for name, s in self.sides.items()}
        self.blank = {name: Look(0, (None,) * len(sides)) for name, sides in self.sides.items()}
        self._copies = Counter((card.component, (*card.values,)) for card in program.cards)
        self._parts, self._faces, self._constants = {}, {}, {}

    def sees(self, audience: int) -> bool:
        """Whether the seat is in an audience (a bit mask); an onlooker is if all seats are."""
        return bool(audience >> self.seat & 1) if self.seat >= 0 else audience == (1 << self.program.players) - 1

    def among(self, seats: Sequence[int]) -> bool:
        """Whether something shown to these seats is shown to the seat; to an onlooker if it is shown to all."""
        return self.seat in seats if self.seat >= 0 else len(set(seats)) == self.program.players

    def _mask(self, slot: ir.ListSlot, which: str) -> int:
        bits = {face: self.sees(slot.see.get(which + word, 0)) for face, word in FACES.items()}
        return sum(face for face, bit in bits.items() if bit)

    def pile(self, zone: int) -> bool:
        """Whether a zone is a pile."""
        return self.program.lists[zone].kind == "pile"

    def reads(self, slot: int) -> bool:
        """Whether the seat may read a number."""
        return self.sees(self.program.ints[slot].see)

    def entry(self, slot: ir.ListSlot | ir.IntSlot, **now: Any) -> dict[str, Any]:
        """What a view says of a place or number, as a new dict: what is so whatever happens, its indexes as words, and
        what is so now."""
        made = self._constants.get(slot.name)
        if made is None:
            made = self._constants[slot.name] = self._make_constants(slot)
        return {**made, "indexes": [*map(dict.copy, made["indexes"])], **now}

    def _make_constants(self, slot: ir.ListSlot | ir.IntSlot) -> dict[str, Any]:
        """Make what is always the same of a place or number."""
        names = self.program.names
        indexes = [
            {"kind": kind, "index": i, "word": names[kind][i] if kind in names else str(i + 1)}
            for kind, i in slot.indexes
        ]
        made = {"label": slot.name, "name": slot.declared, "indexes": indexes}
        if isinstance(slot, ir.IntSlot):
            return made | {"kind": slot.kind, "of": slot.token or None, "show": slot.show or None}
        owner = slot.owner if slot.owner >= 0 else None
        return made | {"owner": owner, "kind": slot.kind, "component": slot.component, "show": slot.show or None}

    def part(self, component: str, look: Look, faces: int) -> Look:
        """The part of a look on some faces."""
        key = component, look, faces
        found = self._parts.get(key)
        if found is None:
            values = zip(look.values, self.sides[component], strict=True)
            kept = tuple(value if side & faces else None for value, side in values)
            found = self._parts[key] = Look(look.faces & faces, kept)
        return found

    def face(self, component: str, face: int, values: Values) -> dict[str, Any]:
        """The attribute values on one face."""
        key = component, face, values
        if key not in self._faces:
            self._faces[key] = {
                name: shown_value(self.program.names, kind, value)
                for (name, side, kind), value in zip(self.program.attributes[component], values, strict=True)
                if side == FACES[face] and value is not None
            }
        return self._faces[key].copy()

    def copies(self, component: str, values: Values) -> int:
        """The number of cards in the game with this look."""
        return self._copies[component, values]
