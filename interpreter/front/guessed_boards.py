"""Why a thing with facts is no board, and the line of `layout` that would make it one."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator

from ..drawing.board_plans import A_ROW, FEWEST
from ..drawing.map_layout import MOST_PLACES
from ..program import ir

# how far the places of a map lie from its edge, in percent
EDGE = 12


def boards_to_make(program: ir.Program, boards: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield each thing that has facts and is none of these boards: with a key, a value, and why it is no board."""
    places: list[ir.IntSlot | ir.ListSlot] = [*program.ints, *program.lists[: program.zones]]
    kinds = dict.fromkeys(slot.indexes[-1][0] for slot in places if slot.declared and slot.indexes)
    for kind in kinds:
        words = program.names.get(kind, [])
        if kind in (*boards, "player", "team") or not FEWEST <= len(words) <= MOST_PLACES:
            continue
        facts = dict.fromkeys(slot.declared for slot in places if slot.declared and slot.indexes[-1:] == [(kind, 0)])
        if all(re.fullmatch(rf"{kind}_\d+", word) for word in words):
            why = f"no board: each {kind} has more than one fact" if len(facts) > 1 else f"no board: {kind} has cards"
            yield kind, "track", track_parts(len(words)), f"{why}; this line makes a track"
        else:
            why = f"no board: no table joins {kind} to {kind}"
            yield kind, "at", _in_rows(words), f"{why}; this line makes a map"


def track_parts(size: int) -> str:
    """A track in rows of A_ROW places."""
    whole, rest = divmod(size, A_ROW)
    return f"[{', '.join(map(str, [A_ROW] * whole + [rest] * bool(rest)))}]"


def _in_rows(words: list[str]) -> str:
    """Places on a map in rows, from the left above."""
    across = math.ceil(math.sqrt(len(words)))
    down = math.ceil(len(words) / across)

    def share(number: int, count: int) -> int:
        return 50 if count == 1 else EDGE + (100 - 2 * EDGE) * number // (count - 1)

    found = (f"{word}: {share(at % across, across)} {share(at // across, down)}" for at, word in enumerate(words))
    return f"{{{', '.join(found)}}}"
