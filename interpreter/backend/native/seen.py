"""What each seat sees of a state, as one number of 64 bits: functions of WebAssembly text for the nodes of a search."""

from __future__ import annotations

import hashlib

from ...program import ir
from .layout import Layout
from .numbers import place
from .writer import const

FRONT, BACK = 1, 2
SIDES = {FRONT: "front", BACK: "back"}


class Seen:
    """Writes the functions of a program: `$seen0` of a state, by what seat 0 sees, and so on; `$node` of a decision."""

    def __init__(self, program: ir.Program, layout: Layout) -> None:
        self.program, self.layout = program, layout
        self.tables: dict[int, int] = {}

    def text(self) -> str:
        """All of them."""
        seats = range(self.program.players)
        ways = "(unreachable)"
        for seat in reversed(seats):
            found = f"(return (call $mix (call $seen{seat} (local.get $S)) (local.get $about)))"
            ways = f"(if (i32.eq (local.get $viewer) {const(seat)}) (then {found}))\n{ways}"
        about = f"(i32.add (i32.mul (i32.load offset={place(ir.PC)} (local.get $S)) {const(self.program.players)})"
        node = (
            "(func $node (param $S i32) (param $seat i32) (result i64) (local $about i64) (local $viewer i32)\n"
            f"(local.set $about (i64.extend_i32_u {about} (local.get $seat))))\n"
            "(local.set $viewer (select (global.get $searcher) (local.get $seat) (global.get $by_searcher)))\n"
            f"{ways})"
        )
        return "\n".join([SUMS, *map(self.seen, seats), node])

    def seen(self, seat: int) -> str:
        """The number of a state by what a seat sees: a sum in which each thing seen has a factor of its own."""
        terms = []
        for slot, made in enumerate(self.program.ints):
            if made.see >> seat & 1:
                terms.append(f"(i64.mul (i64.load32_s offset={place(slot)} (local.get $S)) {factor('int', slot)})")
        for zone, slot_ in enumerate(self.program.lists):
            terms += self.zone(zone, slot_, seat)
        adds = "\n".join(f"(local.set $h (i64.add (local.get $h) {term}))" for term in terms)
        return f"(func $seen{seat} (param $S i32) (result i64) (local $h i64)\n{adds}\n(local.get $h))"

    def zone(self, zone: int, slot: ir.ListSlot, seat: int) -> list[str]:
        """What a seat sees of a zone: the cards, in piles their order, too; of hidden ones how many there are."""

        def mask(which: str) -> int:
            return sum(side for side, word in SIDES.items() if slot.see.get(which + word, 0) >> seat & 1)

        if slot.kind not in ("set", "pile"):
            return []
        at = f"(i32.add (local.get $S) {const(self.layout.lists[zone])})"
        whole, top = mask(""), mask("top.") if slot.kind == "pile" else 0
        found = []
        if self.tells(slot, whole):
            name = "ordered" if slot.kind == "pile" else "together"
            found.append(f"(i64.mul (call ${name} {at} {const(self.looks(whole))}) {factor('cards', zone)})")
        elif slot.see.get("size", 0) >> seat & 1:
            found.append(f"(i64.mul (i64.load32_u {at}) {factor('size', zone)})")
        if self.tells(slot, top & ~whole):
            found.append(f"(i64.mul (call $uppermost {at} {const(self.looks(top | whole))}) {factor('top', zone)})")
        return found

    def tells(self, slot: ir.ListSlot, mask: int) -> bool:
        """Whether something is on these sides of the cards that may lie there."""
        return any(
            side and SIDES[side] == face
            for side in (mask & FRONT, mask & BACK)
            for component, attributes in self.program.attributes.items()
            if slot.component in ("", component)
            for _, face, _ in attributes
        )

    def looks(self, mask: int) -> int:
        """The address of a table: for each card a number of 64 bits that says how these sides of it look."""
        if mask not in self.tables:
            numbers = []
            for card in self.program.cards:
                sides = [FRONT if face == "front" else BACK for _, face, _ in self.program.attributes[card.component]]
                shown = [v if mask & side else None for v, side in zip(card.values, sides, strict=False)]
                numbers.append(number("look", card.component, shown))
            self.tables[mask] = self.layout.sets(numbers)
        return self.tables[mask]


def number(*parts: object) -> int:
    """An odd number of 64 bits that is always the same for these, and has nothing to do with others."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little") | 1


def factor(*parts: object) -> str:
    """The same as text."""
    return f"(i64.const {number(*parts)})"


SUMS = """(func $together (param $a i32) (param $looks i32) (result i64) (local $end i32) (local $h i64)
(local.set $end (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const 2))))
(block $done (loop $more
  (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
  (local.set $a (i32.add (local.get $a) (i32.const 4)))
  (local.set $h (i64.add (local.get $h)
    (i64.load (i32.add (local.get $looks) (i32.shl (i32.load (local.get $a)) (i32.const 3))))))
  (br $more)))
(local.get $h))
(func $ordered (param $a i32) (param $looks i32) (result i64) (local $end i32) (local $h i64)
(local.set $end (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const 2))))
(block $done (loop $more
  (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
  (local.set $a (i32.add (local.get $a) (i32.const 4)))
  (local.set $h (i64.mul (i64.add (local.get $h)
    (i64.load (i32.add (local.get $looks) (i32.shl (i32.load (local.get $a)) (i32.const 3)))))
    (i64.const 0x9e3779b97f4a7c15)))
  (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))
  (br $more)))
(local.get $h))
(func $uppermost (param $a i32) (param $looks i32) (result i64)
(if (i32.eqz (i32.load (local.get $a))) (then (return (i64.const 0))))
(i64.load (i32.add (local.get $looks)
  (i32.shl (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const 2)))) (i32.const 3)))))"""
