"""Dice in print: nets to be cut out, folded and glued, for what chance decides among two, three or six."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..base.appearance.layouts import DieLayout, PrintLayout
from ..base.appearance.looks import COLOURS
from ..check.checked import walk_all
from ..check.types import Typed
from ..drawing.die_faces import PIPS
from ..drawing.fitting import LEAST, fit
from ..drawing.placing import PAPER, ink_on
from ..drawing.style import CardStyle
from ..front.api import Ruleset
from ..front.expressions import setting_values
from .sheet import Sheet, sheet_parts

# the side of a die, the width of a tab to glue, the least edge of the page and the space between nets, in mm
SIDE, TAB, EDGE, BETWEEN = 16.0, 5.0, 10.0, 4.0
SIGN = 8.0
WORD_SIZES = (3.2, 2.7, LEAST)
# where each face lies in the net, in sides from the left and top: two that lie opposite each other add up to seven
NET = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (3, 1))
# the edges with a tab: where they begin, in sides, and how often they are turned by a right angle
TABS = ((1, 1, 3), (1, 0, 0), (2, 0, 1), (2, 2, 1), (2, 3, 2), (1, 3, 3), (4, 1, 1))


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its words, and what is on its six faces: numbers, or members of a thing."""

    words: str
    faces: tuple[int, ...] | tuple[str, ...]


def dice_of(ruleset: Ruleset, options: dict[str, Any], style: CardStyle) -> list[Die]:
    """The dice of a game, each once: what its `random` draws from, if six faces can show it evenly."""
    chosen = setting_values(ruleset.checked, options)
    found = {}
    for sentence in walk_all(ruleset.checked.ruleset):
        if sentence.decision is None or sentence.decision.kind != "random":
            continue
        for choice in ruleset.checked.sentences[sentence].choices:
            faces, words = _faces(choice.binders[0][1], chosen, ruleset, style)
            if len(faces) > 1 and 6 % len(faces) == 0:
                found[faces] = Die(words, tuple(face for face in faces for _ in range(6 // len(faces))))
    own = [Die(style.word(die.name), _own_faces(die)) for die in ruleset.looks.dice if die.faces]
    named = {words for die in own for words in die.faces}
    # what has faces of its own is not printed with one face of each
    return [die for die in found.values() if not {*die.faces} <= named or isinstance(die.faces[0], int)] + own


def _own_faces(die: DieLayout) -> tuple[int, ...] | tuple[str, ...]:
    """The six faces that a layout gives a die: as often as six faces have room for them."""
    faces = [face for face in die.faces for _ in range(6 // len(die.faces))]
    return tuple(map(int, faces)) if all(face.isdigit() for face in faces) else tuple(faces)


def _faces(source: Typed, settings: dict[str, Any], ruleset: Ruleset, style: CardStyle) -> tuple[tuple[Any, ...], str]:
    """What chance draws from, numbers or members of a thing, and the words for it; () for anything else."""
    if source.op == "range":
        ends = [settings[end.value] if end.op == "setting" else end.value for end in source.args]
        if all(end.op in ("const", "setting") for end in source.args):
            words = style.looks.wording.say("{first} to {last}", first=ends[0], last=ends[1])
            return tuple(range(ends[0], ends[1] + 1)), words
    if source.op == "things" and source.value != "player":
        members = style.members.get(source.value, ())
        numbered = ruleset.checked.ruleset.things[source.value].count is not None
        faces = range(1, len(members) + 1) if numbered else members
        return tuple(faces), style.looks.wording.plural(source.value)
    return (), ""


def lay_out_dice(dice: Sequence[Die], style: CardStyle, print: PrintLayout) -> list[Sheet]:
    """Lay out a page for each die, with as many nets as have room on it."""
    width, height = print.size
    columns, rows = nets_on_page(print)
    wide, high = 4 * SIDE + TAB + BETWEEN, 3 * SIDE + 2 * TAB + BETWEEN
    left = (width - columns * wide + BETWEEN) / 2
    pages = []
    for number, die in enumerate(dice, 1):
        faces = [*_draw_faces(die, style)]
        places = [
            f"translate({left + column * wide:g} {EDGE + TAB + row * high:g})"
            for row in range(rows)
            for column in range(columns)
        ]
        note = style.looks.wording.say(
            "{game}: dice with {faces}; cut each out, fold it at the thin lines and glue it at the tabs",
            game=style.game,
            faces=die.words,
        )
        heading = {"text": note, "place": f"translate({width / 2:g} {height - 5:g})"}
        drawing = sheet_parts().dice(places, faces, [(x * SIDE, y * SIDE, 90 * turn) for x, y, turn in TABS], SIDE, TAB)
        pages.append(Sheet(f"dice-{number}", width, height, str(drawing) + str(sheet_parts().headed(heading))))
    return pages


def nets_on_page(print: PrintLayout) -> tuple[int, int]:
    """How many nets have room beside each other, and below each other."""
    width, height = print.size
    columns = math.floor((width - 2 * EDGE + BETWEEN) / (4 * SIDE + TAB + BETWEEN))
    return columns, math.floor((height - 2 * EDGE - 5 + BETWEEN) / (3 * SIDE + 2 * TAB + BETWEEN))


def _draw_faces(die: Die, style: CardStyle) -> Iterator[dict[str, Any]]:
    """Yield each face for the template."""
    for (column, row), face in zip(NET, die.faces, strict=True):
        made: dict[str, Any] = {"x": column * SIDE, "y": row * SIDE, "pips": [], "symbol": "", "lines": (), "size": 0}
        made |= {"sign": SIGN, "fill": PAPER, "ink": "#111111"}
        if isinstance(face, int) and 1 <= face <= len(PIPS):
            made["pips"] = [((spot % 3 + 1) * SIDE / 4, (spot // 3 + 1) * SIDE / 4) for spot in PIPS[face - 1]]
        elif isinstance(face, int):
            made |= {"lines": (str(face),), "size": SIGN}
        elif isinstance(face, str):
            look = style.looks.of(face)
            fill = COLOURS[look.colour].fill if look.colour else PAPER
            word = fit(style.word(face), SIDE - 3, SIDE / 2 if look.symbol else SIDE - 3, WORD_SIZES)
            made |= {"symbol": look.symbol, "lines": word.lines, "size": word.size, "fill": fill, "ink": ink_on(fill)}
        yield made
