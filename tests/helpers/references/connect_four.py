"""Connect four by alpha-beta: at the end of the search fours are counted that can still be filled."""

from __future__ import annotations

from helpers.references.alpha_beta import WON, alpha_beta, best_moves, pick

from stammtisch.bots.knowledge import Knowledge

WIDTH, HEIGHT = 7, 6
# a column has seven bits, so that rows do not run into the next one
FULL = sum(((1 << HEIGHT) - 1) << 7 * column for column in range(WIDTH))
DIRECTIONS = (1, 7, 6, 8)
FOURS = [
    four
    for start in range(7 * WIDTH)
    for step in DIRECTIONS
    if (four := sum(1 << start + step * n for n in range(4))) & FULL == four
]
WORTH = (0, 1, 5, 25, 0)

# own discs, the other's
Position = tuple[int, int]


def has_four(discs: int) -> bool:
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def moves(position: Position) -> list[int]:
    """The cells that a disc can fall to, those of the middle first."""
    taken = position[0] | position[1]
    found = []
    for column in (3, 2, 4, 1, 5, 0, 6):
        cell = (taken + (1 << 7 * column)) & FULL & (0x3F << 7 * column)
        if cell:
            found.append(cell)
    return found


def play(position: Position, move: int) -> Position:
    return position[1], position[0] | move


def value(position: Position, depth: int) -> float | None:
    """Who has lost, or what the fours are worth at the end of the search."""
    own, other = position
    if has_four(other):
        return -WON - depth
    if own | other == FULL:
        return 0
    if depth > 0:
        return None
    worth = 0
    for four in FOURS:
        mine, theirs = own & four, other & four
        if not theirs:
            worth += WORTH[mine.bit_count()]
        elif not mine:
            worth -= WORTH[theirs.bit_count()]
    return worth


def read(known: Knowledge) -> Position:
    """The position as the seat sees it; the rows of the view are numbered from the top."""
    discs = [0, 0]
    for number, one in enumerate(one for one in known.view["values"] if one["name"] == "disc"):
        if one["value"] is not None:
            row, column = divmod(number, WIDTH)
            discs[one["value"]] |= 1 << 7 * column + HEIGHT - 1 - row
    return discs[known.seat], discs[1 - known.seat]


def choose(known: Knowledge, depth: int) -> int:
    """The option of the best move; of several one at random."""
    position = read(known)

    def of_move(move: int, low: float) -> float:
        return -alpha_beta(play(position, move), depth - 1, -float("inf"), -low, moves, play, value)

    move = pick(known, best_moves(moves(position), of_move))
    column = (move.bit_length() - 1) // 7
    return [option["value"] for option in known.options].index(f"slot_{column + 1}")
