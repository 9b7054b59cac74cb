"""Plans of a game's boards: where the members of a thing lie, and the lines between them; from the program alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..base.layouts import BoardLines
from ..program import ir

CELL = re.compile(r"(.+)_(\d+)_(\d+)")
POINT = re.compile(r"([a-z])(\d{1,2})")
SQUARES, POINTS, TRACK = "squares", "points", "track"
# places of a track in a row
A_ROW = 10
FEWEST = 3


class Spot(NamedTuple):
    """A place of a board: its member, its column and row, counted from 0 at top left."""

    word: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The places of a thing on its board, in the order of its members.

    form: SQUARES, POINTS or TRACK. lines: the numbers of two places that are joined. across, down: the names of columns
    from the left and of rows from the top, none where no name is at the edge. chequered: light and dark by turns.
    grounds: the facts that say what a place is, and not what stands there. owned: whether players' pieces stand there.
    """

    kind: str
    form: str
    columns: int
    rows: int
    spots: tuple[Spot, ...]
    lines: tuple[tuple[int, int], ...] = ()
    across: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    chequered: bool = False
    grounds: tuple[str, ...] = ()
    owned: bool = False


def board_plans(program: ir.Program, lines: Mapping[str, BoardLines]) -> dict[str, BoardPlan]:
    """Return the plans of all things of a program that are boards, by thing; lines: between the places of each."""
    found = {}
    for kind, words in program.names.items():
        if kind in ("player", "team"):
            continue
        joined = _joined(program, lines[kind]) if kind in lines else ()
        made = _grid_plan(program, kind, words) or _points_plan(program, kind, words, joined)
        made = made or _track_plan(program, kind, words)
        if made is not None:
            found[kind] = made
    return found


def _grid_plan(program: ir.Program, kind: str, words: Sequence[str]) -> BoardPlan | None:
    """The plan of a grid's squares; its rows and columns have numbers, as the words for a square have."""
    cells = [CELL.fullmatch(word) for word in words]
    if not cells or not all(cell is not None and cell[1] == kind for cell in cells):
        return None
    places = [(int(cell[3]) - 1, int(cell[2]) - 1) for cell in cells if cell is not None]
    columns, rows = (1 + max(numbers) for numbers in zip(*places, strict=True))
    return BoardPlan(
        kind,
        SQUARES,
        columns,
        rows,
        _spots(words, places),
        across=tuple(str(number + 1) for number in range(columns)),
        down=tuple(str(number + 1) for number in range(rows)),
        chequered=_has_several_kinds(program, kind),
        grounds=_grounds(program, kind),
        owned=_is_owned(program, kind),
    )


def _points_plan(
    program: ir.Program, kind: str, words: Sequence[str], lines: tuple[tuple[int, int], ...]
) -> BoardPlan | None:
    """The plan of places that are called a letter and a number: letters from the left, numbers from below.

    Where every place of a rectangle is there and no lines join them, they are squares.
    """
    points = [POINT.fullmatch(word) for word in words]
    if len(words) < FEWEST or not all(points):
        return None
    names = [(point[1], int(point[2])) for point in points if point is not None]
    letters = [chr(code) for code in range(ord(min(names)[0]), ord(max(names)[0]) + 1)]
    numbers = [number for _, number in names]
    down = [*range(max(numbers), min(numbers) - 1, -1)]
    if len(letters) < 2 or len(down) < 2 or len(set(names)) < len(names):
        return None
    places = [(letters.index(letter), down.index(number)) for letter, number in names]
    squares = len(names) == len(letters) * len(down) and not lines
    return BoardPlan(
        kind,
        SQUARES if squares else POINTS,
        len(letters),
        len(down),
        _spots(words, places),
        lines,
        tuple(letters),
        tuple(map(str, down)),
        squares and _has_several_kinds(program, kind),
        _grounds(program, kind),
        _is_owned(program, kind),
    )


def _track_plan(program: ir.Program, kind: str, words: Sequence[str]) -> BoardPlan | None:
    """The plan of places in a row: numbered, with one number each and nothing else."""
    numbered = all(re.fullmatch(rf"{kind}_\d+", word) for word in words)
    slots = [slot for slot in _facts(program, kind) if slot.indexes[0][0] == kind]
    if len(words) < FEWEST or not numbered or len(slots) != len(words) or _zones(program, kind):
        return None
    if any(slot.kind != "int" or len(slot.indexes) > 1 or slot.show == "hidden" for slot in slots):
        return None
    columns = min(len(words), A_ROW)
    places = [(number % A_ROW, number // A_ROW) for number in range(len(words))]
    return BoardPlan(kind, TRACK, columns, places[-1][1] + 1, _spots(words, places))


def _spots(words: Sequence[str], places: Sequence[tuple[int, int]]) -> tuple[Spot, ...]:
    """The places of a board from their columns and rows."""
    return tuple(Spot(word, *place) for word, place in zip(words, places, strict=True))


def _joined(program: ir.Program, lines: BoardLines) -> tuple[tuple[int, int], ...]:
    """The pairs of places that a table joins."""
    found = set()
    for number, row in enumerate(program.tables[lines.table]):
        ends = [(number, other) for other in row] if lines.of_neighbours else zip(row, row[1:], strict=False)
        found |= {(min(pair), max(pair)) for pair in ends if min(pair) >= 0}
    return tuple(sorted(found))


def _facts(program: ir.Program, kind: str) -> list[ir.IntSlot]:
    """The declared numbers and values that each member of a thing has."""
    return [slot for slot in program.ints if slot.declared and slot.indexes and slot.indexes[-1][0] == kind]


def _zones(program: ir.Program, kind: str) -> list[ir.ListSlot]:
    """The places for cards that each member of a thing has."""
    zones = program.lists[: program.zones]
    return [slot for slot in zones if slot.declared and slot.indexes and slot.indexes[-1][0] == kind]


def _has_several_kinds(program: ir.Program, kind: str) -> bool:
    """Whether two players have pieces of several kinds there, as in chess: a square says whose and what."""
    facts = {(slot.kind, slot.low < 0) for slot in _facts(program, kind) if slot.show != "hidden"}
    whose = ("thing player", True)
    what = [kind for kind, may_be_none in facts - {whose} if kind == "bool" or (may_be_none and "thing" in kind)]
    return program.players == 2 and whose in facts and bool(what) and not _zones(program, kind)


def _grounds(program: ir.Program, kind: str) -> tuple[str, ...]:
    """The facts that are always some member of a thing, where others say what stands there."""
    members = [slot for slot in _facts(program, kind) if slot.kind.startswith("thing ")]
    stands = any(slot.low < 0 for slot in members) or _zones(program, kind)
    return tuple(dict.fromkeys(slot.declared for slot in members if slot.low >= 0)) if stands else ()


def _is_owned(program: ir.Program, kind: str) -> bool:
    """Whether players' pieces stand on the members of a thing."""
    return any(slot.kind == "thing player" for slot in _facts(program, kind))
