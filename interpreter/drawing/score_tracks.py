"""Tracks of numbers: a pawn of each player or member of a thing at its number, as data, from the items of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..base.appearance.layouts import PLAYERS, BoardLayout
from ..program import ir
from ..seats.phrases.arrangement import Item, index_text
from .board_plans import A_ROW
from .boards import TALL, BoardWords
from .pawns import member_pawns, pawn_of, pawn_signs, pawn_spots

SCORES = "scores"
# every so many numbers one is darker, to count by
STEP = 5


class ScoreTrack(NamedTuple):
    """A track with the numbers from `low` to `high`, on which each of a kind has a pawn for the number `name`."""

    name: str
    low: int
    high: int
    kind: str = PLAYERS


def score_tracks(program: ir.Program, layouts: Mapping[str, BoardLayout]) -> tuple[ScoreTrack, ...]:
    """Return the tracks of a game: one for each number of players, or of a thing, that the layout names for one."""
    found = []
    for kind, layout in layouts.items():
        owner = ["player" if kind == PLAYERS else kind]
        own = {slot.declared for slot in program.ints if [name for name, _ in slot.indexes] == owner}
        found += [ScoreTrack(name, *layout.scores, kind) for name in layout.piece if layout.scores and name in own]
    return tuple(found)


def draw_score_track(track: ScoreTrack, items: Sequence[Item], words: BoardWords) -> dict[str, Any]:
    """Return a scoring track as plain data that `board_svg` draws.

    items: the numbers, as far as a seat sees them. `parts`: each row as a drawing of its own, so that
    rows stand beside each other where there is room; `says`: who stands where, in words.
    """
    pawns: dict[int, list[dict[str, Any]]] = {}
    says: dict[int, list[str]] = {}
    standing = _pawns_of(track.kind, words)
    for item in items:
        if item.get("hidden") or item["value"] is None:
            continue
        number = min(max(item["value"], track.low), track.high)
        pawn = standing[item["indexes"][0]["index" if track.kind == PLAYERS else "word"]]
        pawns.setdefault(number, []).append(pawn | ({"sign": str(item["value"])} if number != item["value"] else {}))
        says.setdefault(item["value"], []).append(index_text(item["indexes"][0], words.wording))
    numbers = range(track.low, track.high + 1)
    rows = [
        [_place(number, column, row, pawns.get(number, [])) for column, number in enumerate(part)]
        for row, part in enumerate(numbers[at : at + A_ROW] for at in range(0, len(numbers), A_ROW))
    ]
    name = words.wording.name(track.name)
    board = {"form": SCORES, "width": 100 * min(A_ROW, len(numbers)), "tall": TALL, "lines": [], "ways": []}
    board |= {
        "edges": False,
        "margin": [0, 0],
        "across": [],
        "down": [],
        "chequered": False,
        "picture": "",
        "turned": False,
    }
    parts = [board | {"height": TALL, "places": [[place | {"y": TALL // 2} for place in row]]} for row in rows]
    told = [f"{number}: {', '.join(names)}" for number, names in sorted(says.items())]
    return board | {"height": TALL * len(rows), "places": rows, "parts": parts, "title": name, "says": told}


def _pawns_of(kind: str, words: BoardWords) -> dict[Any, dict[str, Any]]:
    """The pawns of players by seat, or of the members of a thing by word."""
    if kind != PLAYERS:
        return dict(member_pawns(kind, words.style, words.wording))
    signs = pawn_signs(words.style, words.wording)
    return {seat: pawn_of(seat, sign, words.style) for seat, sign in enumerate(signs)}


def _place(number: int, column: int, row: int, pawns: list[dict[str, Any]]) -> dict[str, Any]:
    """A place of the track with the pawns that stand there."""
    standing = [pawn | spot for pawn, spot in zip(pawns, pawn_spots(len(pawns)), strict=False)]
    place = {"x": 100 * column + 50, "y": TALL * row + TALL // 2, "number": str(number)}
    return place | {"dark": number % STEP == 0, "pawns": standing, "mark": "", "piece": None, "marks": []}
