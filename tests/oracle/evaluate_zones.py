"""Cards in zones for the plain evaluator: sets, piles with their unordered ranges, groups. See docs/ir.md."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.base import errors
from stammtisch.base.errors import GameError
from stammtisch.program import ir
from stammtisch.program.ir import ListSlot

Ranges = list[tuple[int, int]]
Draw = Callable[[int], int]


class Zones:
    """The zones of one state: `slots` say what each list of `z` is, `draw(n)` gives a chance result 0..n-1."""

    def __init__(self, slots: list[ListSlot], zones: int, z: list[list[int]], draw: Draw) -> None:
        self.slots, self.count, self.z, self.chance = slots, zones, z, draw

    def is_pile(self, zone: int) -> bool:
        return self.slots[zone].segments >= 0

    def is_grouped(self, zone: int) -> bool:
        return self.slots[zone].groups >= 0

    def marks(self, zone: int) -> list[int]:
        """The group numbers of a zone's cards: the list itself."""
        if not self.is_grouped(zone):
            raise ValueError(f"zone {zone} has no groups")
        return self.z[self.slots[zone].groups]

    def content(self, zone: int) -> tuple[list[int], Ranges]:
        """The cards of a zone (the list itself) and its unordered ranges; none if it is no pile."""
        if not 0 <= zone < len(self.z):
            raise IndexError(f"zone {zone} of {len(self.z)}")
        if not self.is_pile(zone):
            return self.z[zone], []
        flat = self.z[self.slots[zone].segments]
        return self.z[zone], list(zip(flat[::2], flat[1::2], strict=True))

    def set_ranges(self, zone: int, ranges: Ranges) -> None:
        if self.is_pile(zone):
            flat = [place for start, end in ranges if end - start >= 2 for place in (start, end)]
            self.z[self.slots[zone].segments][:] = flat

    # -- statements

    def put(self, card: int, zone: int, where: str, depth: int) -> None:
        cards, ranges = self.content(zone)
        if self.is_grouped(zone):
            mark = depth if where == "group" else self.new_group(zone)
            self.marks(zone).append(mark)
        if not self.is_pile(zone):
            cards.append(card)
            return
        depth = max(0, min(depth, len(cards)))
        match where:
            case "top":
                cards.append(card)
            case "bottom":
                insert(cards, ranges, 0, card, self.chance)
            case "below":
                insert(cards, ranges, len(cards) - depth, card, self.chance)
            case "random":
                insert_somewhere(cards, ranges, 0, card, self.chance)
            case "random below":
                insert_somewhere(cards, ranges, depth, card, self.chance)
            case _:
                raise ValueError(f"there is no place called {where!r} in a pile")
        self.set_ranges(zone, ranges)

    def find(self, card: int) -> int:
        for zone in range(1, self.count):
            if card in self.z[zone]:
                return zone
        raise GameError(errors.CARD_NOWHERE)

    def take(self, card: int, zone: int) -> None:
        cards, _ = self.content(zone)
        if card not in cards:
            raise GameError(errors.CARD_NOT_THERE)
        self.remove(zone, cards.index(card))

    def draw(self, zone: int) -> int:
        cards, ranges = self.content(zone)
        if not cards:
            raise GameError(errors.EMPTY_ZONE)
        start = ranges[-1][0] if ranges and ranges[-1][1] == len(cards) else len(cards) - 1
        return self.remove(zone, start + self.chance(len(cards) - start))

    def draw_bottom(self, zone: int) -> int:
        cards, ranges = self.content(zone)
        if not cards:
            raise GameError(errors.EMPTY_ZONE)
        return self.remove(zone, self.chance(ranges[0][1]) if ranges and ranges[0][0] == 0 else 0)

    def remove(self, zone: int, place: int) -> int:
        """The card at this place leaves, with its group number; ranges around it shrink, ranges above it move down."""
        cards, ranges = self.content(zone)
        if self.is_grouped(zone):
            self.marks(zone).pop(place)
        self.set_ranges(zone, [(start - (start > place), end - (end > place)) for start, end in ranges])
        return cards.pop(place)

    def pour(self, source: int, target: int) -> None:
        if source == target:
            return
        cards, ranges = self.content(source)
        onto, below = self.content(target)
        self.set_ranges(target, below + [(start + len(onto), end + len(onto)) for start, end in ranges])
        for card in cards:
            onto.append(card)
            if self.is_grouped(target):
                self.marks(target).append(self.new_group(target))
        cards.clear()
        self.set_ranges(source, [])
        if self.is_grouped(source):
            self.marks(source).clear()

    def shuffle(self, zone: int) -> None:
        cards, _ = self.content(zone)
        if self.is_grouped(zone):
            self.marks(zone)[:] = [mark for _, mark in sorted(zip(cards, self.marks(zone), strict=True))]
        cards.sort()
        self.set_ranges(zone, [(0, len(cards))])

    def new_group(self, zone: int) -> int:
        """The smallest number from 1 on that no card of the zone is marked with."""
        marks = self.marks(zone)
        number = 1
        while number in marks:
            number += 1
        return number

    # -- expressions

    def end(self, zone: int, edge: int, words: str) -> int:
        """The last (edge -1) or first (edge 0) card of a zone; fails with the words where it is still unordered."""
        cards, ranges = self.content(zone)
        if ranges and (ranges[-1][1] == len(cards) if edge else ranges[0][0] == 0):
            raise GameError(words)
        return cards[edge] if cards else ir.NOTHING

    def groups(self, zone: int) -> list[int]:
        """The groups of a zone, each once, in the order of their first cards."""
        return [zone * ir.GROUP + mark for mark in dict.fromkeys(self.marks(zone))]

    def group(self, group: int) -> list[int]:
        """The cards of a group, in order."""
        zone, number = divmod(group, ir.GROUP)
        cards, _ = self.content(zone)
        return [card for card, mark in zip(cards, self.marks(zone), strict=True) if mark == number]


def insert(cards: list[int], ranges: Ranges, place: int, card: int, draw: Draw) -> None:
    """Put a card at this place. A range that the place lies inside of is first divided by chance."""
    for number, (start, end) in enumerate(ranges):
        if start < place < end:
            below = cards[start:end]
            above = sorted([below.pop(draw(len(below))) for _ in range(end - place)])
            cards[start:end] = below + above
            ranges[number : number + 1] = [(start, place), (place, end)]
            break
    cards.insert(place, card)
    ranges[:] = [(start + (start >= place), end + (end > place)) for start, end in ranges]


def insert_somewhere(cards: list[int], ranges: Ranges, depth: int, card: int, draw: Draw) -> None:
    """Put a card at random anywhere under the top `depth` cards, which are first fixed by chance."""
    below = len(cards) - depth
    for place in range(len(cards) - 1, below - 1, -1):
        if ranges and ranges[-1][1] == place + 1:
            start, end = ranges.pop()
            cards.insert(place, cards.pop(start + draw(end - start)))
            ranges += [(start, place)] if place - start >= 2 else []
    if ranges == [(0, below)]:
        cards[:below] = sorted([*cards[:below], card])
        ranges[:] = [(0, below + 1)]
    else:
        insert(cards, ranges, draw(below + 1), card, draw)
