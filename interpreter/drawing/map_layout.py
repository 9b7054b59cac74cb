"""Places of a map that nobody has laid out: from its lines alone, always the same, as whole percent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

Point = tuple[float, float]
STEPS = 300
# the edges that stay free, in percent: left and right, above, below with the name
SIDE, ABOVE, BELOW = 9, 8, 14
# how far apart places lie at least, in percent: beside each other, and one below the other with its name
BESIDE, APART = 15.0, 20.0
# more places would not find room for their names
MOST_PLACES = 48


@lru_cache(maxsize=64)
def lay_out_map(count: int, lines: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return where so many places lie, in percent from left and top: joined places are near each other."""
    far = _distances(count, lines)
    turns = [2 * math.pi * number / count for number in range(count)]
    found = [(math.cos(turn) * count / 4, math.sin(turn) * count / 4) for turn in turns]
    for _ in range(STEPS):
        found = [_pull(number, found, far[number]) for number in range(count)]
    return _part(_fill(_level(found)))


def _distances(count: int, lines: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The number of lines from each place to each; where no way leads, a little more than the longest way."""
    beside: list[set[int]] = [set() for _ in range(count)]
    for one, other in lines:
        beside[one].add(other)
        beside[other].add(one)
    found = []
    for start in range(count):
        ways, edge = {start: 0}, [start]
        while edge:
            edge = list(dict.fromkeys(end for place in edge for end in sorted(beside[place]) if end not in ways))
            ways |= dict.fromkeys(edge, 1 + max(ways.values()))
        found.append(ways)
    longest = 1 + max(max(ways.values()) for ways in found)
    return [[ways.get(end, longest) for end in range(count)] for ways in found]


def _pull(number: int, places: Sequence[Point], far: Sequence[int]) -> Point:
    """Where a place lies best between all others: as far from each as there are lines between them (SMACOF)."""
    x = y = weight = 0.0
    for other, (left, top) in enumerate(places):
        if other == number:
            continue
        across, down = places[number][0] - left, places[number][1] - top
        length = math.hypot(across, down) or 1e-6
        share = far[other] ** -2
        x += share * (left + far[other] * across / length)
        y += share * (top + far[other] * down / length)
        weight += share
    return x / weight, y / weight


def _level(places: Sequence[Point]) -> list[Point]:
    """The places turned so that they are broader than high."""
    middle = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    moved = [(x - middle[0], y - middle[1]) for x, y in places]
    across, down = sum(x * x for x, _ in moved), sum(y * y for _, y in moved)
    turn = -0.5 * math.atan2(2 * sum(x * y for x, y in moved), across - down)
    sine, cosine = math.sin(turn), math.cos(turn)
    return [(x * cosine - y * sine, x * sine + y * cosine) for x, y in moved]


def _fill(places: Sequence[Point]) -> list[Point]:
    """The places spread over the whole map."""
    found = []
    for axis, (least, most) in enumerate(((SIDE, 100 - SIDE), (ABOVE, 100 - BELOW))):
        values = [place[axis] for place in places]
        low, length = min(values), max(values) - min(values)
        spread = (most - least) / length if length > 1e-6 else 0.0
        found.append([least + (value - low) * spread if spread else (least + most) / 2 for value in values])
    return [*zip(*found, strict=True)]


def _part(places: list[Point]) -> tuple[tuple[int, int], ...]:
    """The places moved apart where one would cover another or its name."""
    for _ in range(STEPS):
        places, before = _one_step_apart(places), places
        if places == before:
            break
    return tuple((round(x), round(y)) for x, y in places)


def _one_step_apart(places: Sequence[Point]) -> list[Point]:
    """Each two places that are too near each other a little further apart, the shorter way; none leaves the map."""
    found = [[*place] for place in places]
    for one in range(len(found)):
        for other in range(one):
            across, down = found[one][0] - found[other][0], found[one][1] - found[other][1]
            if abs(across) >= BESIDE or abs(down) >= APART:
                continue
            missing = BESIDE - abs(across), APART - abs(down)
            axis = 0 if missing[0] <= missing[1] else 1
            step = math.copysign(missing[axis] / 2 + 0.1, (across, down)[axis])
            found[one][axis] += step
            found[other][axis] -= step
    return [(min(max(x, SIDE), 100 - SIDE), min(max(y, ABOVE), 100 - BELOW)) for x, y in found]
