"""64-bit hashes of what each seat observes, as WebAssembly functions: they identify the nodes of a search."""

from __future__ import annotations

import hashlib

from ...program import ir
from .writing.layout import MemoryLayout
from .writing.numbers import place
from .writing.temporaries import Temporaries
from .writing.writer import const

FRONT, BACK = 1, 2
SIDES = {FRONT: "front", BACK: "back"}


class ObservationHash:
    """Writes hash functions: `$seen0` of what seat 0 observes of a state, ...; `$n7` of a decision at block 7.

    With a `mark` they are independent ones beside those without: `$seenb0`, `$nb7`.
    """

    def __init__(self, program: ir.Program, layout: MemoryLayout, mark: str = "") -> None:
        self.program, self.layout, self.mark = program, layout, mark
        self.tables: dict[int, int] = {}
        self.undeclared = Temporaries(program)

    def text(self, stops: dict[int, ir.Stmt]) -> str:
        """The text of all hash functions; stops: the blocks at which somebody decides, and their last statements."""
        seats = range(self.program.players)
        ways = "(unreachable)"
        for seat in reversed(seats):
            here = f"(i32.eq (local.get $seat) {const(seat)})"
            ways = f"(if {here} (then (return_call $seen{self.mark}{seat} (local.get $S))))\n{ways}"
        viewed = f"(func $viewed{self.mark} (param $S i32) (param $seat i32) (result i64)\n{ways})"
        return "\n".join(
            [
                "" if self.mark else SUMS,
                *map(self.hash_function, seats),
                viewed,
                *(self.node(n, stop) for n, stop in stops.items()),
            ]
        )

    def node(self, block: int, stop: ir.Stmt) -> str:
        """The hash function of a decision: the observation of the seat that decides, the place, what else it knows."""
        if stop[0] == "ask":
            terms = self.terms(block, self.program.sites[stop[1]])
        else:
            group, terms = self.program.groups[stop[1]], ""
            at_seat = "(i32.add (local.get $S) (i32.shl (local.get $seat) (i32.const 2)))"
            for number, site in enumerate(group.sites):
                here = f"(i32.eq (i32.load offset={place(group.stage)} {at_seat}) {const(number)})"
                terms += f"(if {here} (then {self.terms(block, self.program.sites[site])}))\n"
        return (
            f"(func $n{self.mark}{block} (param $S i32) (param $seat i32) (result i64) (local $h i64)\n"
            f"(local.set $h (i64.add (call $viewed{self.mark} (local.get $S) (local.get $seat))"
            f" (i64.mul (i64.extend_i32_u (local.get $seat)) {self.factor('seat')})))\n{terms}\n(local.get $h))"
        )

    def terms(self, block: int, site: ir.Site) -> str:
        """The terms for the decision itself and for undeclared slots that the seat knows."""
        text, everybody = [add(self.factor("site", block, site.number))], (1 << self.program.players) - 1
        text.append(f"(global.set $alike {const(self.alike(site))})")
        for slot, seats in self.undeclared.slots_at(block, site):
            if slot < len(self.program.ints):
                term = self.number(slot)
            else:
                at = self.layout.lists[slot - len(self.program.ints)]
                name = "of_numbers" if slot in self.undeclared.appended else "in_order"
                term = f"(i64.mul (call ${name} (i32.add (local.get $S) {const(at)})) {self.factor('list', slot)})"
            if seats & everybody == everybody:
                text.append(add(term))
            elif seats & everybody:
                known = f"(i32.and (i32.shr_u {const(seats & everybody)} (local.get $seat)) (i32.const 1))"
                text.append(f"(if {known} (then {add(term)}))")
        return "\n".join(text)

    def hash_function(self, seat: int) -> str:
        """The function that hashes a state as a seat observes it: a sum with a factor for each thing seen."""
        terms = []
        for slot, made in enumerate(self.program.ints):
            if made.see >> seat & 1:
                terms.append(self.number(slot))
        for zone, slot_ in enumerate(self.program.lists):
            terms += self.zone(zone, slot_, seat)
        adds = "\n".join(map(add, terms))
        return f"(func $seen{self.mark}{seat} (param $S i32) (result i64) (local $h i64)\n{adds}\n(local.get $h))"

    def number(self, slot: int) -> str:
        """The term of a number slot; for a card, by its look."""
        value = f"(i32.load offset={place(slot)} (local.get $S))"
        if self.program.ints[slot].kind.startswith("card "):
            found = f"(i64.load (i32.add {const(self.looks(FRONT | BACK))} (i32.shl {value} (i32.const 3))))"
        else:
            found = f"(i64.extend_i32_s {value})"
        return f"(i64.mul {found} {self.factor('int', slot)})"

    def alike(self, site: ir.Site) -> int:
        """The address of a table from option numbers to the first equivalent option; 0 if none is needed.

        Where of cards that look alike one is offered, it makes no difference which.
        """
        firsts: dict[tuple[str, int], int] = {}
        looks = [firsts.setdefault((card.component, card.look), n) for n, card in enumerate(self.program.cards)]
        if len(firsts) == len(looks) or not mentions(site.options, "looks"):
            return 0
        found = list(range(max(entry.base + entry.count for entry in site.entries)))
        for entry in site.entries:
            if entry.kind.startswith("card "):
                for x in range(max(0, entry.low), entry.low + entry.count):
                    found[entry.base + x - entry.low] = entry.base + looks[x] - entry.low
        return self.layout.words(found)

    def zone(self, zone: int, slot: ir.ListSlot, seat: int) -> list[str]:
        """The terms of a zone: its cards, in piles with their order; only the number of hidden ones."""

        def mask(which: str) -> int:
            return sum(side for side, word in SIDES.items() if slot.see.get(which + word, 0) >> seat & 1)

        if slot.kind not in ("set", "pile"):
            return []
        at = f"(i32.add (local.get $S) {const(self.layout.lists[zone])})"
        whole, top = mask(""), mask("top.") if slot.kind == "pile" else 0
        found = []
        if self.tells(slot, whole):
            name = "ordered" if slot.kind == "pile" else "together"
            found.append(f"(i64.mul (call ${name} {at} {const(self.looks(whole))}) {self.factor('cards', zone)})")
        elif slot.see.get("size", 0) >> seat & 1:
            found.append(f"(i64.mul (i64.load32_u {at}) {self.factor('size', zone)})")
        if self.tells(slot, top & ~whole):
            found.append(
                f"(i64.mul (call $uppermost {at} {const(self.looks(top | whole))}) {self.factor('top', zone)})"
            )
        return found

    def tells(self, slot: ir.ListSlot, mask: int) -> bool:
        """Whether these sides of the cards that may lie in a zone carry attributes."""
        return any(
            side and SIDES[side] == face
            for side in (mask & FRONT, mask & BACK)
            for component, attributes in self.program.attributes.items()
            if slot.component in ("", component)
            for _, face, _ in attributes
        )

    def looks(self, mask: int) -> int:
        """The address of a table with a 64-bit number for the look of each card, and for none before the first."""
        if mask not in self.tables:
            numbers = [self.mark_number("none")]
            for card in self.program.cards:
                sides = [FRONT if face == "front" else BACK for _, face, _ in self.program.attributes[card.component]]
                shown = [v if mask & side else None for v, side in zip(card.values, sides, strict=False)]
                numbers.append(self.mark_number("look", card.component, shown))
            self.tables[mask] = 8 + self.layout.sets(numbers)
        return self.tables[mask]

    def mark_number(self, *parts: object) -> int:
        """The fixed number of these parts, another one for each mark."""
        return number(*parts, self.mark) if self.mark else number(*parts)

    def factor(self, *parts: object) -> str:
        """The text of a fixed number, as a factor."""
        return f"(i64.const {self.mark_number(*parts)})"


def mentions(tree: ir.Expr, op: str) -> bool:
    """Whether an operation appears anywhere in expressions or statements."""
    return isinstance(tree, list) and (tree[:1] == [op] or any(mentions(part, op) for part in tree))


def add(term: str) -> str:
    """The statement that adds a term to the hash."""
    return f"(local.set $h (i64.add (local.get $h) {term}))"


def number(*parts: object) -> int:
    """A fixed odd 64-bit number derived from these parts."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little") | 1


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
  (i32.shl (i32.load (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const 2)))) (i32.const 3)))))
(func $of_numbers (param $a i32) (result i64) (local $end i32) (local $h i64)
(local.set $end (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const 2))))
(block $done (loop $more
  (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
  (local.set $a (i32.add (local.get $a) (i32.const 4)))
  (local.set $h (i64.add (local.get $h) (call $mix (i64.const 1) (i64.load32_s (local.get $a)))))
  (br $more)))
(local.get $h))
(func $in_order (param $a i32) (result i64) (local $end i32) (local $h i64)
(local.set $end (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const 2))))
(block $done (loop $more
  (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
  (local.set $a (i32.add (local.get $a) (i32.const 4)))
  (local.set $h (i64.mul (i64.add (local.get $h) (i64.load32_s (local.get $a))) (i64.const 0x9e3779b97f4a7c15)))
  (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))
  (br $more)))
(local.get $h))"""
