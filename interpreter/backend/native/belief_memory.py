"""The memory layout of a belief, as sample.wat reads it."""

from __future__ import annotations

from array import array

from ...program import ir
from .belief import Belief, BeliefPosition, Cell
from .writing.layout import MemoryLayout

HEAD = 28  # words before everything else
WITNESSED, REMADE = 8, 7  # words of a choice that was seen, of a step that is played again


def address(layout: MemoryLayout, cell: Cell) -> int:
    """The offset of a cell in a state."""
    zone, at = cell
    return 16 + 4 * at if zone < 0 else layout.lists[zone] + 4 + 4 * at


class BeliefMemory:
    """The words of a belief from the address `at` on; `states`: the addresses of its positions, current one first."""

    def __init__(self, program: ir.Program, layout: MemoryLayout, doubt: Belief, at: int, states: list[int]) -> None:
        self.layout, self.at, self.numbers = layout, at, len(program.ints)
        self.width = -(-max(1, len(program.cards)) // 32)
        self.words = [0] * HEAD
        places = sum(map(len, doubt.pools))
        pools: list[int] = []
        first = 0
        for pool in doubt.pools:
            every = sum(1 << card for card in pool)
            limited = any(fits != every for fits, _ in doubt.fits[first : first + len(pool)])
            pools += [first, len(pool), self.put(pool), int(limited)]
            first += len(pool)
        rows, looser = ([word for fits in doubt.fits for word in self.halves(fits[n])] for n in (0, 1))
        mixes = [word for mix in doubt.mixes for word in (self.put([address(layout, c) for c in mix]), len(mix))]
        picks = [word for cell, of in doubt.picks for word in (address(layout, cell), self.put(of), len(of))]
        records = [self.record(at, position) for at, position in zip(states, doubt.positions, strict=False)]
        seen: list[int] = []
        for record, item in zip(records[1:], doubt.witnessed, strict=False):
            seen += [record, item.seat, *item.choice, self.put(item.places), len(item.places), 1, 0]
        remade = self.remade_steps(doubt, records[1 + len(doubt.witnessed) :])
        options = [word for choice in doubt.options for word in choice]
        counted = [(pools, 4), (mixes, 2), (picks, 3), (seen, WITNESSED), (options, 2), (remade, REMADE)]
        head = [records[0], places, self.width, states[-1]]
        head += [word for listed, size in counted for word in (self.put(listed), len(listed) // size)]
        room = [0] * places
        head += [self.put(room), self.put(rows), self.put(looser), self.put(room), self.put(room)]
        self.words[: len(head)] = head

    def remade_steps(self, doubt: Belief, records: list[int]) -> list[int]:
        """The words for the steps that are replayed."""
        found: list[int] = []
        rest = iter(records)
        for item in doubt.remade:
            choices = [word for seat, choice in item.choices for word in (seat, *choice)]
            numbers = [
                word for slot, more, known in item.numbers for at in self.cells(slot) for word in (at, more, int(known))
            ]
            same = [word for slot, n in item.same for word in (16 + 4 * slot, n)]
            found += [next(rest) if item.position else 0, self.put(choices), len(item.choices)]
            found += [self.put(numbers), len(numbers) // 3, self.put(same), len(item.same)]
        return found

    def cells(self, slot: int) -> range:
        """The offsets of a number in a state, or of all items of a list."""
        lists = slot - self.numbers
        if lists < 0:
            return range(16 + 4 * slot, 20 + 4 * slot, 4)
        at = self.layout.lists[lists]
        return range(at, at + 4 + 4 * self.layout.rooms[lists], 4)

    def put(self, words: list[int]) -> int:
        """Add words; return their address."""
        self.words += words
        return self.at + 4 * (len(self.words) - len(words))

    def record(self, at: int, position: BeliefPosition) -> int:
        """Add a position: its address, its cells (offset in a state, place), its marks; return the address."""
        cells = [word for cell, place in position.cells for word in (address(self.layout, cell), place)]
        marks = [word for slot, values in position.marks for word in (16 + 4 * slot, self.put(values))]
        return self.put([at, self.put(cells), len(position.cells), self.put(marks), len(position.marks)])

    def halves(self, total: int) -> list[int]:
        """Split a set of cards, given as bits, into words."""
        return [(total >> 32 * n & 0xFFFFFFFF ^ 1 << 31) - (1 << 31) for n in range(self.width)]

    def bytes(self) -> bytes:
        """The words as bytes of memory."""
        return array("i", self.words).tobytes()
