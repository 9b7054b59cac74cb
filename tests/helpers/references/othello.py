"""Othello by alpha-beta: at the end of the search corners count, squares beside empty ones, and free choice."""

from __future__ import annotations

from helpers.references.alpha_beta import WON, alpha_beta, best_moves, pick

from stammtisch.bots.knowledge import Knowledge

ALL, NOT_FIRST, NOT_LAST = 0xFFFFFFFFFFFFFFFF, 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
# a step to the next square, and the squares in which it may end
STEPS = (
    (1, NOT_FIRST),
    (-1, NOT_LAST),
    (8, ALL),
    (-8, ALL),
    (9, NOT_FIRST),
    (-9, NOT_LAST),
    (7, NOT_LAST),
    (-7, NOT_FIRST),
)
CORNERS = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
# each corner with the square that leads to it along the diagonal
DIAGONAL = ((1 << 0, 1 << 9), (1 << 7, 1 << 14), (1 << 56, 1 << 49), (1 << 63, 1 << 54))
CORNER, BESIDE_CORNER, CHOICE = 30, 12, 2

# own discs, the other's
Position = tuple[int, int]


def shifted(discs: int, step: int, within: int) -> int:
    return (discs << step if step > 0 else discs >> -step) & within


def legal(position: Position) -> int:
    """The squares on which a disc encloses others."""
    own, other = position
    empty, found = ALL & ~(own | other), 0
    for step, within in STEPS:
        line = shifted(own, step, within) & other
        for _ in range(5):
            line |= shifted(line, step, within) & other
        found |= shifted(line, step, within) & empty
    return found


def moves(position: Position) -> list[int]:
    """The squares, corners first; 0 to pass."""
    found, squares = [], legal(position)
    while squares:
        found.append(squares & -squares)
        squares &= squares - 1
    return sorted(found, key=lambda square: not square & CORNERS) or [0]


def play(position: Position, move: int) -> Position:
    own, other = position
    turned = 0
    for step, within in STEPS:
        line, at = 0, shifted(move, step, within)
        while at & other:
            line |= at
            at = shifted(at, step, within)
        if at & own:
            turned |= line
    return other & ~turned, own | turned | move


def value(position: Position, depth: int) -> float | None:
    """Who has won, or how the corners stand at the end of the search."""
    own, other = position
    choice, others = legal(position), legal((other, own))
    if not choice and not others:
        more = own.bit_count() - other.bit_count()
        return more + (WON if more > 0 else -WON if more < 0 else 0)
    if depth > 0:
        return None
    worth = CHOICE * (choice.bit_count() - others.bit_count())
    worth += CORNER * ((own & CORNERS).bit_count() - (other & CORNERS).bit_count())
    for corner, beside in DIAGONAL:
        if not (own | other) & corner:
            worth -= BESIDE_CORNER * (bool(own & beside) - bool(other & beside))
    return worth


def read(known: Knowledge) -> Position:
    """The position as the seat sees it."""
    discs = [0, 0]
    for number, one in enumerate(one for one in known.view["values"] if one["name"] == "disc"):
        if one["value"] is not None:
            discs[one["value"]] |= 1 << number
    return discs[known.seat], discs[1 - known.seat]


def choose(known: Knowledge, depth: int) -> int:
    """The option of the best move; of several one at random."""
    if known.count == 1:
        return 0
    position = read(known)
    squares = [one["indexes"][0]["word"] for one in known.view["values"] if one["name"] == "disc"]

    def of_move(move: int, low: float) -> float:
        return -alpha_beta(play(position, move), depth - 1, -float("inf"), -low, moves, play, value)

    move = pick(known, best_moves(moves(position), of_move))
    return [option["value"] for option in known.options].index(squares[move.bit_length() - 1])
