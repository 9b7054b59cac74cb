"""The lines between the places of a board, from a table of the program."""

from __future__ import annotations

from ..base.appearance.layouts import BoardLines
from ..program import ir

# two places that are joined are no row
A_ROW = 3


def line_ends(program: ir.Program, kind: str, lines: BoardLines) -> tuple[tuple[int, int], ...]:
    """Return the pairs of places that a table joins; a case without a row joins none."""
    rows, count = program.tables[lines.table] if lines.table else [], len(program.names[kind])
    found = set()
    for number, row in enumerate(_rows_of_ways(rows, count, lines.by_way) if lines.by_way else rows[:count]):
        if row is None:
            continue
        ends = [(number, other) for other in row] if lines.of_neighbours else zip(row, row[1:], strict=False)
        found |= {(min(pair), max(pair)) for pair in ends if min(pair) >= 0}
    return tuple(sorted(found))


def rows_of_places(program: ir.Program, lines: BoardLines) -> tuple[tuple[int, ...], ...]:
    """Return the rows of at least three places that a table has; none where it joins a place to its neighbours."""
    if not lines.table or lines.of_neighbours or lines.by_way:
        return ()
    rows = [row for row in program.tables[lines.table] if row is not None]
    return tuple(tuple(row) for row in rows if len(row) >= A_ROW and min(row) >= 0)


def _rows_of_ways(cells: list[int], count: int, place_key: int) -> list[list[int]]:
    """The places beyond each place, of a table of places and ways; none where it has no row for some place.

    place_key: which of the two keys is the place, counted from 1.
    """
    ways = len(cells) // count
    if len(cells) - ways * count > 1:  # one more is the default
        return []
    if place_key == 1:
        return [cells[number * ways : (number + 1) * ways] for number in range(count)]
    return [cells[number : ways * count : count] for number in range(count)]
