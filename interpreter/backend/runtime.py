"""The runtime of generated code: cards in piles, checks, failures. `S` is the running state, `v` and `z` its data."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Any, Protocol

from ..base.errors import CARD_NOT_THERE, CARD_NOWHERE, GameError
from ..base.limits import HEAPS, SETS, SHARES
from ..program.evaluate import distinct as distinct_lists
from ..program.ir import FOLD, GROUP


class ChanceSource(Protocol):
    """The interface of a state that generated code draws chance from."""

    v: list[int]
    z: list[list[int]]
    random: int

    def chance(self, n: int) -> int:
        """Draw uniformly from 0..n-1."""
        ...

    def card(self, n: int) -> int:
        """Draw one of n cards that lie in no order."""
        ...

    def position(self, n: int) -> int:
        """Draw one of n positions for a card, counted from the bottom from 0."""
        ...


def draw(S: ChanceSource, zone: list[int], parts: list[int] | None, message: str) -> int:
    """Remove the top card of a pile; from an unordered top part draw one of its cards."""
    if not zone:
        raise GameError(message)
    if not parts or parts[-1] != len(zone):
        return zone.pop()
    start, end = parts[-2:]
    card = zone.pop(start + S.card(end - start))
    shrink(parts, len(parts) - 2)
    return card


def draw_bottom(S: ChanceSource, zone: list[int], parts: list[int] | None, message: str) -> int:
    """Remove the bottom card of a pile; from an unordered bottom part draw one of its cards."""
    if not zone:
        raise GameError(message)
    if parts and parts[0] == 0:
        card = zone.pop(S.card(parts[1]))
        shrink(parts, 0)
        return card
    if parts:
        parts[:] = [i - 1 for i in parts]
    return zone.pop(0)


def shrink(parts: list[int], at: int) -> None:
    """Update the unordered parts after one card has left parts[at]: a part of one card is no part."""
    parts[at + 1] -= 1
    for i in range(at + 2, len(parts)):
        parts[i] -= 1
    if parts[at + 1] - parts[at] < 2:
        del parts[at : at + 2]


def take(zone: list[int], parts: list[int] | None, card: int) -> None:
    """Remove a given card."""
    try:
        position = zone.index(card)
    except ValueError:
        raise GameError(CARD_NOT_THERE) from None
    del zone[position]
    if parts:
        for at in range(0, len(parts), 2):
            if parts[at] <= position < parts[at + 1]:
                shrink(parts, at)
                return
            if position < parts[at]:
                for i in range(at, len(parts)):
                    parts[i] -= 1
                return


def take_marked(zone: list[int], marks: list[int], card: int) -> None:
    """Remove a given card from a zone with groups."""
    position = zone.index(card)
    del zone[position], marks[position]


def take_any(z: list[list[int]], number: int, segments: tuple[int, ...], marks: tuple[int, ...], card: int) -> None:
    """Remove a given card from a zone of any kind."""
    if marks[number] >= 0:
        take_marked(z[number], z[marks[number]], card)
    else:
        take(z[number], z[segments[number]] if segments[number] >= 0 else None, card)


def put_marked(zone: list[int], marks: list[int], card: int, where: str, number: int) -> None:
    """Put a card into a zone with groups: into group `number`, else into a new one."""
    zone.append(card)
    marks.append(number if where == "group" else new_group(marks))


def new_group(marks: list[int]) -> int:
    """The number for a new group: the smallest that is free."""
    taken, number = {*marks}, 1
    while number in taken:
        number += 1
    return number


def draw_any(
    S: ChanceSource, number: int, segments: tuple[int, ...], marks: tuple[int, ...], message: str, bottom: bool = False
) -> int:
    """Remove the top or bottom card of a zone of any kind."""
    z = S.z
    parts = z[segments[number]] if segments[number] >= 0 else None
    card = (draw_bottom if bottom else draw)(S, z[number], parts, message)
    if marks[number] >= 0:
        z[marks[number]].pop(0 if bottom else -1)
    return card


def put_any(
    S: ChanceSource, number: int, segments: tuple[int, ...], marks: tuple[int, ...], card: int, where: str, depth: int
) -> None:
    """Put a card into a zone of any kind."""
    z = S.z
    if marks[number] >= 0:
        put_marked(z[number], z[marks[number]], card, where, depth)
    else:
        put(S, z[number], z[segments[number]] if segments[number] >= 0 else None, card, where, depth)


def pour_any(z: list[list[int]], a: int, b: int, segments: tuple[int, ...], marks: tuple[int, ...]) -> None:
    """Move all cards between zones of any kind; in a zone with groups each makes a group of its own."""
    if a == b:
        return
    if marks[b] >= 0:
        for card in z[a]:
            put_marked(z[b], z[marks[b]], card, "top", 0)
        z[a].clear()
        if segments[a] >= 0:
            z[segments[a]].clear()
    else:
        parts = [z[segments[number]] if segments[number] >= 0 else None for number in (a, b)]
        pour(z[a], parts[0], z[b], parts[1])
    if marks[a] >= 0:
        z[marks[a]].clear()


def shuffle_any(z: list[list[int]], number: int, segments: tuple[int, ...], marks: tuple[int, ...]) -> None:
    """Shuffle a zone of any kind; cards keep their groups."""
    if marks[number] >= 0:
        z[marks[number]][:] = [mark for _, mark in sorted(zip(z[number], z[marks[number]], strict=True))]
    shuffle(z[number], z[segments[number]] if segments[number] >= 0 else None)


def groups(z: list[list[int]], number: int, marks: tuple[int, ...]) -> list[int]:
    """The groups of a zone in the order of their first cards."""
    return [number * GROUP + mark for mark in dict.fromkeys(z[marks[number]])]


def group(z: list[list[int]], value: int, marks: tuple[int, ...]) -> list[int]:
    """The cards of a group."""
    number, mark = divmod(value, GROUP)
    return [card for card, own in zip(z[number], z[marks[number]], strict=True) if own == mark]


def splits(numbers: list[int], heaps: int) -> list[list[int]]:
    """Every way to share numbers out among heaps, as the heaps' totals, each once."""
    if heaps > HEAPS:
        raise GameError(f"splits shares out among {heaps:,} heaps; {HEAPS:,} is the most")
    found: dict[tuple[int, ...], None] = {(0,) * heaps: None}
    for number in numbers:
        before, found = found, {}
        for t in before:
            for i in range(heaps):
                found[t[:i] + (t[i] + number,) + t[i + 1 :]] = None
            if len(found) > SHARES:
                raise GameError(f"splits finds too many ways to share out; {SHARES:,} is the most")
    return [list(t) for t in found]


def subsets(items: list[int], least: int, most: int, message: str) -> list[list[int]]:
    """Every set of least..most of the items, as lists."""
    found: list[list[int]] = [[]]
    for item in items:
        found += [[*chosen, item] for chosen in found if len(chosen) < most]
        if len(found) > SETS:
            raise GameError(message)
    return [chosen for chosen in found if least <= len(chosen) <= most]


def put(S: ChanceSource, zone: list[int], parts: list[int] | None, card: int, where: str, depth: int) -> None:
    """Put a card into a zone: top, bottom, below, random or random below (see docs/ir.md)."""
    if where == "top" or parts is None:
        zone.append(card)
    elif where == "bottom":
        insert(S, zone, parts, card, 0)
    elif where == "below":
        insert(S, zone, parts, card, max(0, len(zone) - depth))
    else:
        depth = max(0, depth)
        if where == "random below":
            settle(S, zone, parts, depth)
        room = max(0, len(zone) - (depth if where == "random below" else 0))
        if room == 0:
            insert(S, zone, parts, card, 0)
        elif parts and parts[0] == 0 and parts[1] == room:
            insort(zone, card, 0, room)
            parts[1] += 1
            for i in range(2, len(parts)):
                parts[i] += 1
        else:
            insert(S, zone, parts, card, S.position(room + 1))


def insert(S: ChanceSource, zone: list[int], parts: list[int], card: int, position: int) -> None:
    """Put a card at a position counted from the bottom; an unordered part around it is split by chance."""
    for at in range(0, len(parts), 2):
        start, end = parts[at], parts[at + 1]
        if start < position < end:
            rest = zone[start:end]
            above = sorted(rest.pop(S.chance(len(rest))) for _ in range(end - position))
            zone[start:end] = rest + above
            halves = [start, position, position, end]
            parts[at : at + 2] = [i for a in (0, 2) if halves[a + 1] - halves[a] > 1 for i in halves[a : a + 2]]
            break
    zone.insert(position, card)
    for i in range(0, len(parts), 2):
        if parts[i] >= position:
            parts[i] += 1
            parts[i + 1] += 1


def settle(S: ChanceSource, zone: list[int], parts: list[int], depth: int) -> None:
    """Fix the order of the top `depth` cards by chance where they are unordered, unseen."""
    low = max(0, len(zone) - depth)
    top = len(zone)
    while top > low:
        part = next((at for at in range(0, len(parts), 2) if parts[at] < top <= parts[at + 1]), -1)
        if part >= 0:
            start, end = parts[part : part + 2]
            card = zone.pop(start + S.chance(end - start))
            zone.insert(end - 1, card)
            parts[part + 1] -= 1
            if parts[part + 1] - start < 2:
                del parts[part : part + 2]
        top -= 1


def pour(a: list[int], a_parts: list[int] | None, b: list[int], b_parts: list[int] | None) -> None:
    """Move all cards of a zone on top of another, with their order and unordered parts."""
    if a is b:
        return
    if b_parts is not None and a_parts:
        base = len(b)
        b_parts += [base + i for i in a_parts]
    b += a
    a.clear()
    if a_parts:
        a_parts.clear()


def shuffle(zone: list[int], parts: list[int] | None) -> None:
    """Make the whole pile one unordered part, its cards in the order of their numbers."""
    zone.sort()
    if parts is not None:
        parts[:] = [0, len(zone)] if len(zone) > 1 else []


def top(zone: list[int], parts: list[int] | None, message: str) -> int:
    """The top card, -1 if there is none; it must not be one that only chance will decide."""
    if not zone:
        return -1
    if parts and parts[-1] == len(zone):
        raise GameError(message)
    return zone[-1]


def bottom(zone: list[int], parts: list[int] | None, message: str) -> int:
    """The bottom card, -1 if there is none; it must not be one that only chance will decide."""
    if not zone:
        return -1
    if parts and parts[0] == 0:
        raise GameError(message)
    return zone[0]


def divide(op: str, a: int, b: int, message: str) -> int:
    """Quotient rounded down or up, or remainder."""
    if b == 0:
        raise GameError(message)
    return FOLD[op](a, b)


def case_words(cases: list[list[str]], at: int) -> str:
    """The words of a table's keys at the position of a cell; `cases` are those of each key in turn."""
    words = []
    for values in reversed(cases):
        at, value = divmod(at, len(values))
        words.append(values[value])
    *others, last = reversed(words)
    return f"{', '.join(others)} with {last}" if others else last


def rotate(items: list[int], first: int, skip: int) -> list[int]:
    """The list rotated to begin with `first`; with skip = 1 without it."""
    if first not in items:
        return items
    at = items.index(first)
    return items[at + skip :] + items[:at]


def distinct(items: Sequence[Any]) -> list[Any]:
    """The distinct items in order of first appearance: ints or lists."""
    try:
        return list(dict.fromkeys(items))
    except TypeError:  # lists have no hash
        return distinct_lists(items)


def looks(items: list[int], table: tuple[int, ...]) -> list[int]:
    """The first of each set of cards that look alike."""
    seen: set[int] = set()
    out = []
    for item in items:
        look = table[item]
        if look not in seen:
            seen.add(look)
            out.append(item)
    return out


def find(z: list[list[int]], zones: int, card: int) -> int:
    """The number of the zone that holds a card."""
    for number in range(1, zones):
        if card in z[number]:
            return number
    raise GameError(CARD_NOWHERE)
