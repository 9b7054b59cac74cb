"""Marks on cards that a seat cannot see but can partly follow."""

from __future__ import annotations

from collections.abc import Iterable

from ..program import ir
from .watcher import TrueCards


class Marks:
    """A seat's assumption of the marks on each card, for kinds of marks that it does not see all of.

    It follows what everybody knows of them. Of cards that are mixed it cannot know which has which: the marks are dealt
    out in the order of their places.
    """

    def __init__(self, program: ir.Program, kinds: list[int], cards: TrueCards) -> None:
        self.cards, size = cards, range(len(program.cards))
        begun = {stmt[1]: stmt[3] for stmt in program.blocks[0].body if stmt[:1] == ["set"] and stmt[2] == 0}
        sight = cards.visibility
        self.on = {
            first: [value if isinstance(value := begun.get(first + card), int) else 0 for card in size]
            for first in kinds
            if not all(sight.reads(first + card) for card in size)
        }
        self.slots = {first + card: (first, card) for first in self.on for card in size}

    def set_mark(self, slot: int, value: int) -> None:
        """Sets a mark."""
        first, card = self.slots[slot]
        self.on[first][card] = value

    def add(self, slot: int, amount: int) -> None:
        """Add to a mark."""
        first, card = self.slots[slot]
        self.on[first][card] += amount

    def mix(self, cards: Iterable[int]) -> None:
        """Redistribute the marks of mixed cards in the order of their current places."""
        if self.on:
            laid = sorted(cards, key=self.place)
            for marks in self.on.values():
                for card, mark in zip(laid, sorted(marks[card] for card in laid), strict=True):
                    marks[card] = mark

    def place(self, card: int) -> tuple[int, int, int]:
        """The place of a card, as far as that tells it from others."""
        zone = self.cards.zone[card]
        order = self.cards.order.get(zone)
        return zone, order.index(card) if card in order else -1, self.cards.tags.get(card, 1 << 30)

    def with_marks(self, v: list[int]) -> list[int]:
        """The numbers of a position with these marks."""
        if not self.on:
            return v
        v = v[:]
        for first, marks in self.on.items():
            v[first : first + len(marks)] = marks
        return v
