"""Plans of a game's boards: where the members of a thing lie, and the lines between them; from the program alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..base.appearance.layouts import (
    BELOW,
    DARK,
    DARK_BELOW,
    FLAT,
    LETTERS,
    LIGHT_AND_DARK,
    NO_COORDINATES,
    BoardLayout,
    letters,
)
from ..base.appearance.pictures import Picture
from ..program import ir
from .board_lines import line_ends, rows_of_places
from .map_layout import MOST_PLACES, lay_out_map

CELL = re.compile(r"(.+)_(\d+)_(\d+)")
POINT = re.compile(r"([a-z])(\d{1,2})")
SQUARES, HEXES, POINTS, TRACK, MAP = "squares", "hexes", "points", "track", "map"
# places of a track in a row, and the width of what lies between its parts, in places
A_ROW, GAP = 10, 0.3
# of a hexagon that is 1 wide: from one row to the next, and from corner to corner
PITCH, CORNERS = 0.866, 1.155
# how wide and high a map is, in places, and what the ratio of its picture may be
MAP_SIZE = (8, 6)
RATIO = (0.4, 1.6)
FEWEST = 3
NO_LAYOUT = BoardLayout()


class Spot(NamedTuple):
    """A place of a board: its member, and its centre, in squares from the left and the top.

    column, row: of the table or grid that it stands in, counted from 0; on a map only its order counts.
    """

    word: str
    x: float
    y: float
    column: int
    row: int


class _Shape(NamedTuple):
    """Where places lie: columns and rows of each, and the names of all columns and rows at the edge."""

    form: str
    places: list[tuple[int, int]]
    across: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The places of a thing on its board, in the order of its members.

    form: SQUARES, HEXES, POINTS, TRACK or MAP. widths: of the columns, in squares. height: of all, in squares. flat:
    whether hexagons have a side above, and not a corner. lines: the numbers of two places that are joined;
    rows_of_places: of those in a row. across, down: the names of columns from the left and of rows from the top, none
    where no name is at the edge. chequered:
    light and dark by turns. grounds: the facts that say what a place is, and not what stands there. piece, note: see
    BoardLayout. owned: whether players' pieces stand there. turns: whether the second player sees it
    turned. picture: what lies below a map. numbers: those that stand on squares. pawns: what each player has that is
    one of these places, as everybody sees. guessed: whether nobody has said where the places of a map lie. bare:
    whether nothing else is ever there.
    """

    kind: str
    form: str
    widths: tuple[float, ...]
    rows: int
    height: float
    flat: bool
    spots: tuple[Spot, ...]
    lines: tuple[tuple[int, int], ...]
    across: tuple[str, ...]
    down: tuple[str, ...]
    chequered: bool
    grounds: tuple[str, ...]
    piece: tuple[str, ...]
    note: tuple[str, ...]
    owned: bool
    turns: bool
    picture: Picture | None = None
    numbers: Mapping[str, str] = field(default_factory=dict)
    pawns: tuple[str, ...] = ()
    guessed: bool = False
    bare: bool = False
    rows_of_places: tuple[tuple[int, ...], ...] = ()

    @property
    def width(self) -> float:
        """The width of the board, in squares."""
        return sum(self.widths)


def board_plans(program: ir.Program, layouts: Mapping[str, BoardLayout]) -> dict[str, BoardPlan]:
    """Return the plans of all things of a program that are boards, by thing."""
    kinds = [kind for kind in program.names if kind not in ("player", "team")]
    laid = {kind: layouts.get(kind, NO_LAYOUT) for kind in kinds}
    # what has pawns on a track is no place itself
    plans = [_plan(program, kind, layout) for kind, layout in laid.items() if layout.scores is None]
    return {plan.kind: plan for plan in plans if plan is not None}


def _plan(program: ir.Program, kind: str, layout: BoardLayout) -> BoardPlan | None:
    """The plan of a thing's board; None if it is no board."""
    words = program.names[kind]
    lines = line_ends(program, kind, layout.lines) if layout.lines is not None else ()
    guessed = () if layout.at else _guess_map(program, kind, layout, lines)
    layout = replace(layout, at=guessed) if guessed else layout
    shape = _shape(program, kind, layout, bool(lines) and not (layout.lines and layout.lines.by_way))
    if shape is None:
        return None
    widths, spots = _spots(words, shape, layout)
    rows = 1 + max(row for _, row in shape.places)
    several = shape.form == SQUARES and _has_several_kinds(program, kind)
    hidden = layout.coordinates in (NO_COORDINATES, DARK, DARK_BELOW)
    return BoardPlan(
        kind,
        shape.form,
        widths,
        rows,
        _map_height(layout.ground)
        if shape.form == MAP
        else _hex_height(spots, layout.hexes == FLAT)
        if shape.form == HEXES
        else rows,
        layout.hexes == FLAT,
        spots,
        lines if shape.form in (POINTS, MAP) else (),
        () if hidden else shape.across,
        () if hidden else shape.down,
        layout.squares == LIGHT_AND_DARK if layout.squares else several,
        _grounds(program, kind),
        layout.piece,
        layout.note,
        any(slot.kind == "thing player" for slot in _facts(program, kind)),
        layout.side == BELOW and program.players == 2,
        layout.ground,
        _dark_numbers(words, shape, layout),
        _pawns(program, kind),
        bool(guessed),
        not _facts(program, kind) and not _zones(program, kind),
        rows_of_places(program, layout.lines) if layout.lines is not None and shape.form == POINTS else (),
    )


def _guess_map(
    program: ir.Program, kind: str, layout: BoardLayout, lines: tuple[tuple[int, int], ...]
) -> tuple[tuple[str, int, int], ...]:
    """Where the places of a map lie that has lines and no other form; none where these are no ways between places."""
    words = program.names[kind]
    other = _grid(kind, words, layout) or _points(words, bool(lines)) or layout.track
    holds = bool(_facts(program, kind) or _zones(program, kind) or _pawns(program, kind))
    if other or not lines or not holds or not FEWEST <= len(words) <= MOST_PLACES:
        return ()
    places = lay_out_map(len(words), lines)
    return tuple((word, *place) for word, place in zip(words, places, strict=True))


def _shape(program: ir.Program, kind: str, layout: BoardLayout, joined: bool) -> _Shape | None:
    """Where the members of a thing lie; None if it is no board."""
    words = program.names[kind]
    if layout.at:
        return _Shape(MAP, [(number, 0) for number in range(len(words))])
    found = _grid(kind, words, layout) or _points(words, joined)
    if found is None and (layout.track or _is_track(program, kind)):
        found = _Shape(TRACK, _track(len(words), layout.track))
    return found


def _grid(kind: str, words: Sequence[str], layout: BoardLayout) -> _Shape | None:
    """The squares of a grid; its rows and columns have numbers, as the words for a square have, or own names."""
    cells = [CELL.fullmatch(word) for word in words]
    if not cells or not all(cell is not None and cell[1] == kind for cell in cells):
        return None
    places = [(int(cell[3]) - 1, int(cell[2]) - 1) for cell in cells if cell is not None]
    columns, rows = (range(1, 2 + max(numbers)) for numbers in zip(*places, strict=True))
    across, down = tuple(map(str, columns)), tuple(map(str, rows))
    if layout.coordinates == LETTERS:
        across, down = tuple(letters(number) for number in columns), down[::-1]
    form = HEXES if layout.hexes else SQUARES
    return _Shape(form, places, _edge_names(layout.columns, across), _edge_names(layout.rows, down))


def _edge_names(own: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Own names of rows or columns, as far as there are any."""
    return (*own, *others[len(own) :])[: len(others)]


def _points(words: Sequence[str], joined: bool) -> _Shape | None:
    """Places that are called a letter and a number: letters from the left, numbers from below.

    Where every place of a rectangle is there and no lines join them, they are squares.
    """
    points = [POINT.fullmatch(word) for word in words]
    if len(words) < FEWEST or not all(points):
        return None
    names = [(point[1], int(point[2])) for point in points if point is not None]
    across = [chr(code) for code in range(ord(min(names)[0]), ord(max(names)[0]) + 1)]
    numbers = [number for _, number in names]
    down = [*range(max(numbers), min(numbers) - 1, -1)]
    if len(across) < 2 or len(down) < 2 or len(set(names)) < len(names):
        return None
    places = [(across.index(letter), down.index(number)) for letter, number in names]
    full = len(names) == len(across) * len(down) and not joined
    return _Shape(SQUARES if full else POINTS, places, tuple(across), tuple(map(str, down)))


def _is_track(program: ir.Program, kind: str) -> bool:
    """Whether the members of a thing are numbered, with one fact each and nothing else."""
    words, slots = program.names[kind], _facts(program, kind)
    if len(words) < FEWEST or not all(re.fullmatch(rf"{kind}_\d+", word) for word in words):
        return False
    plain = all(len(slot.indexes) == 1 and slot.show != "hidden" for slot in slots)
    return plain and len(slots) == len(words) and not _zones(program, kind)


def _track(size: int, parts: tuple[int, ...]) -> list[tuple[int, int]]:
    """The columns and rows of a track's places: its parts in a row with gaps, or each in a row of its own.

    A part that is too long for a row lies in several, of which none is much longer than another.
    """
    if not parts:
        return [(number % A_ROW, number // A_ROW) for number in range(size)]
    rest = max(0, size - sum(parts))
    if size <= A_ROW:
        numbered = [(part, place) for part, length in enumerate((*parts, rest)) for place in range(length)][:size]
        return [(number + part, 0) for number, (part, _) in enumerate(numbered)]
    rows = [length for part in (*parts, rest) for length in _rows_of_part(part)]
    return [(place, row) for row, length in enumerate(rows) for place in range(length)][:size]


def _rows_of_part(length: int) -> list[int]:
    """How many places of a part lie in each of its rows."""
    rows = -(-length // A_ROW)
    return [length * (row + 1) // rows - length * row // rows for row in range(rows)]


def _spots(words: Sequence[str], shape: _Shape, layout: BoardLayout) -> tuple[tuple[float, ...], tuple[Spot, ...]]:
    """The widths of a board's columns, and its places; columns where nothing lies are gaps in a track."""
    if shape.form == MAP:
        at = {word: (x, y) for word, x, y in layout.at}
        middles = [at.get(word, (50, 50)) for word in words]
        width, height = MAP_SIZE[0], _map_height(layout.ground)
        places = [(x * width / 100, y * height / 100) for x, y in middles]
        spots = zip(words, places, shape.places, strict=True)
        return (1.0,) * MAP_SIZE[0], tuple(Spot(word, *centre, *order) for word, centre, order in spots)
    if shape.form == HEXES:
        return _hex_spots(words, shape, layout.hexes == FLAT)
    taken = {column for column, _ in shape.places}
    gap = GAP if shape.form == TRACK else 1.0
    widths = tuple(1.0 if column in taken else gap for column in range(1 + max(taken)))
    found = zip(words, shape.places, strict=True)
    return widths, tuple(
        Spot(word, round(sum(widths[:column]) + 0.5, 2), row + 0.5, column, row) for word, (column, row) in found
    )


def _map_height(picture: Picture | None) -> float:
    """The height of a map, in places: its picture keeps its shape, unless that is no map's."""
    if picture is None:
        return MAP_SIZE[1]
    width, height = picture.shape
    return round(MAP_SIZE[0] * min(max(height / width, RATIO[0]), RATIO[1]), 2)


def _hex_spots(words: Sequence[str], shape: _Shape, flat: bool) -> tuple[tuple[float, ...], tuple[Spot, ...]]:
    """The widths that make up a board of hexagons, and its places; each row begins half a hexagon further right.

    flat: each column begins half a hexagon lower instead.
    """
    spots = []
    for word, (column, row) in zip(words, shape.places, strict=True):
        along, beyond = (row, column) if flat else (column, row)
        centre = (along + 0.5 + beyond / 2, PITCH * beyond + CORNERS / 2)
        spots.append(Spot(word, *(centre[::-1] if flat else centre), column, row))
    width = max(spot.x for spot in spots) + (CORNERS if flat else 1) / 2
    return (1.0,) * int(width) + ((width % 1,) if width % 1 else ()), tuple(spots)


def _hex_height(spots: Sequence[Spot], flat: bool) -> float:
    """The height of a board of hexagons."""
    return max(spot.y for spot in spots) + (1 if flat else CORNERS) / 2


def square_names(program: ir.Program, layouts: Mapping[str, BoardLayout]) -> dict[str, str]:
    """The names of the squares of grids whose layout names rows and columns: b3, left top."""
    found: dict[str, str] = {}
    for kind, layout in layouts.items():
        words = program.names.get(kind, [])
        shape = _grid(kind, words, layout)
        if shape is None:
            continue
        found |= _dark_numbers(words, shape, layout)
        if layout.coordinates == LETTERS or layout.rows or layout.columns:
            for word, (column, row) in zip(words, shape.places, strict=True):
                found[word] = _square_name(shape.across[column], shape.down[row])
    return found


def is_dark(column: int, row: int, rows: int) -> bool:
    """Whether a square, counted from 0 from the left above, is dark: the one at the left below is."""
    return (column + rows - row) % 2 == 1


def _dark_numbers(words: Sequence[str], shape: _Shape, layout: BoardLayout) -> dict[str, str]:
    """The numbers of the dark squares by their words, where a layout counts these."""
    if shape.form != SQUARES or layout.coordinates not in (DARK, DARK_BELOW):
        return {}
    rows = 1 + max(row for _, row in shape.places)
    dark = [(row, column, word) for word, (column, row) in zip(words, shape.places, strict=True)]
    dark = sorted(place for place in dark if is_dark(place[1], place[0], rows))
    return {word: str(at) for at, (*_, word) in enumerate(dark[:: -1 if layout.coordinates == DARK_BELOW else 1], 1)}


def _square_name(column: str, row: str) -> str:
    """The name of a square in a column and a row."""
    return f"{column}{row}" if len(column) < FEWEST and row.isdecimal() else f"{column} {row}"


def _facts(program: ir.Program, kind: str) -> list[ir.IntSlot]:
    """The declared numbers and values that each member of a thing has."""
    return [slot for slot in program.ints if slot.declared and slot.indexes and slot.indexes[-1][0] == kind]


def _zones(program: ir.Program, kind: str) -> list[ir.ListSlot]:
    """The places for cards that each member of a thing has."""
    zones = program.lists[: program.zones]
    return [slot for slot in zones if slot.declared and slot.indexes and slot.indexes[-1][0] == kind]


def _pawns(program: ir.Program, kind: str) -> tuple[str, ...]:
    """What each player has that is a member of a thing, and everybody sees."""
    everybody = (1 << program.players) - 1
    own = [slot for slot in program.ints if slot.declared and [name for name, _ in slot.indexes] == ["player"]]
    fitting = [slot for slot in own if slot.kind == f"thing {kind}" and slot.show != "hidden"]
    names = dict.fromkeys(slot.declared for slot in fitting)
    return tuple(name for name in names if all(slot.see == everybody for slot in fitting if slot.declared == name))


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
