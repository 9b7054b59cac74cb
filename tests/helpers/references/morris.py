"""Nine men's morris by alpha-beta: men and closed mills are counted so many moves ahead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from helpers.references.alpha_beta import WON, alpha_beta, best_moves, pick

from stammtisch.bots.knowledge import Knowledge

ROWS = (
    "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7, "
    "a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7"
)
BIT = {point: 1 << number for number, point in enumerate(sorted({*ROWS.replace(",", "").split()}))}
MILLS = [sum(BIT[point] for point in row.split()) for row in ROWS.split(", ")]
MILLS_AT = {bit: [mill & ~bit for mill in MILLS if mill & bit] for bit in BIT.values()}
NEXT = dict.fromkeys(BIT.values(), 0)
for row in ROWS.split(", "):
    first, middle, last = (BIT[point] for point in row.split())
    NEXT[first] |= middle
    NEXT[middle] |= first | last
    NEXT[last] |= middle
FLYING, MAN, MILL = 3, 10, 4

# own men, the other's, own to place, the other's to place
Position = tuple[int, int, int, int]
# from (0: from the supply), to, taken (0: none)
Move = tuple[int, int, int]


def bits(of: int) -> Iterator[int]:
    """The bits of a number, one by one."""
    while of:
        yield of & -of
        of &= of - 1


def in_mill(men: int, bit: int) -> bool:
    return any(men & rest == rest for rest in MILLS_AT[bit])


def takeable(men: int) -> list[int]:
    """The men that may be taken."""
    free = [bit for bit in bits(men) if not in_mill(men, bit)]
    return free or [*bits(men)]


def steps(position: Position) -> Iterator[tuple[int, int]]:
    """From where to where a man may go."""
    own, other, left, _ = position
    empty = 0xFFFFFF & ~(own | other)
    if left:
        yield from ((0, to) for to in bits(empty))
        return
    flies = own.bit_count() <= FLYING
    for start in bits(own):
        yield from ((start, to) for to in bits(empty if flies else empty & NEXT[start]))


def moves(position: Position) -> list[Move]:
    """All moves, those that close a mill first."""
    own, other = position[:2]
    closing, quiet = [], []
    taken: list[int] = []
    for start, to in steps(position):
        if in_mill(own & ~start, to):
            taken = taken or takeable(other) or [0]
            closing += [(start, to, one) for one in taken]
        else:
            quiet.append((start, to, 0))
    return closing + quiet


def play(position: Position, move: Move) -> Position:
    own, other, left, others_left = position
    start, to, taken = move
    return other & ~taken, own & ~start | to, others_left, left - (not start)


def value(position: Position, depth: int) -> float | None:
    """Who has lost, or how the men stand at the end of the search."""
    own, other, left, others_left = position
    if own.bit_count() + left < 3 or (not left and next(steps(position), None) is None):
        return -WON - depth
    if depth > 0:
        return None
    men = own.bit_count() + left - other.bit_count() - others_left
    return MAN * men + MILL * sum((own & mill == mill) - (other & mill == mill) for mill in MILLS)


def read(known: Knowledge) -> Position:
    """The position as the seat sees it."""
    men, left = [0, 0], [0, 0]
    for one in known.view["values"]:
        if one["name"] == "man" and one["value"] is not None:
            men[one["value"]] |= BIT[one["indexes"][0]["word"]]
        elif one["name"] == "to_place":
            left[one["indexes"][0]["index"]] = one["value"]
    seat = known.seat
    return men[seat], men[1 - seat], left[seat], left[1 - seat]


def choose(known: Knowledge, depth: int) -> int:
    """The option of the best move; of several one at random."""
    position, decision = read(known), known.view["decision"]
    words = [BIT[option["value"]] for option in known.options]
    if decision["name"] == "Take a man":
        # the man that closed the mill stands already
        still = position[0] & -position[0]
        candidates = [(still, still, one) for one in words]
    elif decision["asks"] == "target":
        start = BIT[known.log[-1]["value"]]
        candidates = [move for move in moves(position) if move[0] == start]
    else:
        candidates = moves(position)
    of_move = partial(value_of, position, depth)
    start, to, taken = pick(known, best_moves(candidates, of_move))
    chosen = taken if decision["name"] == "Take a man" else start if start and decision["asks"] != "target" else to
    return words.index(chosen)


def value_of(position: Position, depth: int, move: Move, low: float) -> float:
    after = play(position, move)
    return -alpha_beta(after, depth - 1, -float("inf"), -low, moves, play, value)
