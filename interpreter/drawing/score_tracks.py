"""Scoring tracks: each player's pawn at its number, as plain data, from the items of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..base.appearance.layouts import PLAYERS, BoardLayout
from ..program import ir
from ..seats.phrases.arrangement import Item, player_of
from .board_plans import A_ROW
from .boards import TALL, BoardWords
from .pawns import pawn_of, pawn_signs, pawn_spots

SCORES = "scores"
# every so many numbers one is darker, to count by
STEP = 5


class ScoreTrack(NamedTuple):
    """A track with the numbers from `low` to `high`, on which each player has a pawn for the counter `name`."""

    name: str
    low: int
    high: int


def score_tracks(program: ir.Program, layouts: Mapping[str, BoardLayout]) -> tuple[ScoreTrack, ...]:
    """Return the scoring tracks of a game: one for each counter of players that the layout names."""
    layout = layouts.get(PLAYERS)
    if layout is None or layout.scores is None:
        return ()
    own = {slot.declared for slot in program.ints if [kind for kind, _ in slot.indexes] == ["player"]}
    return tuple(ScoreTrack(name, *layout.scores) for name in layout.piece if name in own)


def draw_score_track(track: ScoreTrack, items: Sequence[Item], words: BoardWords) -> dict[str, Any]:
    """Return a scoring track as plain data that `board_svg` draws.

    items: the players' counters, as far as a seat sees them. `parts`: each row as a drawing of its own, so that
    rows stand beside each other where there is room; `says`: who stands where, in words.
    """
    pawns: dict[int, list[dict[str, Any]]] = {}
    says: dict[int, list[str]] = {}
    initials = pawn_signs(words.style, words.wording)
    for item in items:
        seat = player_of(item)
        if seat is None or item.get("hidden") or item["value"] is None:
            continue
        number = min(max(item["value"], track.low), track.high)
        sign = str(item["value"]) if number != item["value"] else initials[seat]
        pawns.setdefault(number, []).append(pawn_of(seat, sign, words.style))
        says.setdefault(item["value"], []).append(str(words.wording.player(seat)))
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


def _place(number: int, column: int, row: int, pawns: list[dict[str, Any]]) -> dict[str, Any]:
    """A place of the track with the pawns that stand there."""
    standing = [pawn | spot for pawn, spot in zip(pawns, pawn_spots(len(pawns)), strict=False)]
    place = {"x": 100 * column + 50, "y": TALL * row + TALL // 2, "number": str(number)}
    return place | {"dark": number % STEP == 0, "pawns": standing, "mark": "", "piece": None, "marks": []}
