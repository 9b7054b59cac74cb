"""Two pages that are printed on both sides of a sheet, to measure how far backs lie beside their fronts."""

from __future__ import annotations

from ..base.appearance.layouts import PrintLayout
from ..base.languages.catalogues import mark
from ..drawing.style import CardStyle
from .sheet import Sheet, sheet_parts

REACH = 10  # of the rulers around the middle, in millimetres
SCALE = 100  # the length of the line that is to be measured

HOW = (
    mark("How to measure the shift of backs"),
    mark("1. Print this page and the next on both sides of one sheet, at 100 %, turned on the long edge."),
    mark("2. Measure the line below: it must be {length} mm long; else the printer has fitted the page to the paper."),
    mark("3. Hold the sheet against the light. The cross of the other side shows through at the rulers."),
    mark("4. Read where its upright line meets the ruler across, then where its level line meets the ruler upright."),
    mark("5. Write the two numbers, in this order: --shift '0.5 -0.3', or shift: 0.5 -0.3 in the ruleset."),
)


def measure_pages(style: CardStyle, print: PrintLayout) -> list[Sheet]:
    """Return the page with the rulers, and the page with the cross behind it."""
    width, height = print.size
    middle = (width / 2, height / 2)
    note = {"place": f"translate({width / 2:g} {height - 10:g})"}
    say = style.looks.wording.say
    front = note | {"text": say("{game}: front of the test page", game=style.game)}
    back = note | {"text": say("{game}: back of the test page", game=style.game)}
    how = [say(line, length=SCALE) for line in HOW]
    rulers = str(sheet_parts().rulers(middle, REACH, how, SCALE, front))
    cross = str(sheet_parts().cross(middle, 3 * REACH, back))
    return [Sheet("measure-front", width, height, rulers), Sheet("measure-back", width, height, cross)]
