"""Lay out cards on sheets: nine on an A4 page with cut marks, or seventy in a picture for a tabletop simulator."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from ..base.errors import extra
from ..base.looks import CardStyle
from ..base.printing import pdf
from ..base.templates import macros, render
from .cards import PrintedCard
from .drawing import HEIGHT, SIZE, TEMPLATES, WIDTH, back_colour, draw_back, draw_front

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
COLUMNS, ROWS = 3, 3
LEFT, TOP = (PAGE_WIDTH - COLUMNS * WIDTH) / 2, (PAGE_HEIGHT - ROWS * HEIGHT) / 2
# how far a back reaches beyond its edge, and where the marks to cut along begin and end, from the cards
BLEED, MARK = 2.0, (3.0, 8.0)
# what Tabletop Simulator takes: ten by seven, the last place for the back of cards that are held hidden
WIDE, HIGH = 10, 7
PLACES = WIDE * HIGH - 1
PIXELS = 409  # a card's width: the picture stays below 4096
POINTS = 72 / 25.4  # in a millimetre


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of so many millimetres, as SVG; its name has its number and side."""

    name: str
    width: int
    height: int
    inside: str

    @property
    def svg(self) -> str:
        return str(_parts().sheet(self.width, self.height, Markup(self.inside)))


def lay_out_sheets(cards: Sequence[PrintedCard], style: CardStyle) -> list[Sheet]:
    """Lay out A4 pages: the fronts, each followed by its backs, mirrored for turning on the long edge."""
    found = []
    per_page = COLUMNS * ROWS
    pages = [cards[at : at + per_page] for at in range(0, len(cards), per_page)]
    digits = len(str(len(pages)))
    for number, page in enumerate(pages, 1):
        first = (number - 1) * per_page
        which = f"cards {first + 1} to {first + len(page)} of {len(cards)}, sheet {number} of {len(pages)}"
        for side, word in (("front", "fronts"), ("back", "backs")):
            note = f"{style.game}: {word} of {which}"
            inside = _page(page, style, side == "back", note)
            found.append(Sheet(f"sheet-{number:0{digits}}-{side}", PAGE_WIDTH, PAGE_HEIGHT, inside))
    return found


def _page(cards: Sequence[PrintedCard], style: CardStyle, backs: bool, note: str) -> str:
    """A page of fronts or backs as SVG."""
    places = []
    for at, card in enumerate(cards):
        row, column = divmod(at, COLUMNS)
        column = COLUMNS - 1 - column if backs else column
        places.append((LEFT + column * WIDTH, TOP + row * HEIGHT, card))
    drawings = [
        (f"{x:g}", f"{y:g}", Markup((draw_back if backs else draw_front)(card, style))) for x, y, card in places
    ]
    note_at = {"x": f"{PAGE_WIDTH / 2:g}", "y": PAGE_HEIGHT - 5, "text": note}
    if not backs:
        return str(_parts().fronts(drawings, SIZE, [*_cut_marks()], note_at))
    size = {"width": f"{WIDTH + 2 * BLEED:g}", "height": f"{HEIGHT + 2 * BLEED:g}"}
    fills = [
        {"x": f"{x - BLEED:g}", "y": f"{y - BLEED:g}", **size, "colour": back_colour(card, style)}
        for x, y, card in places
    ]
    return str(_parts().backs(drawings, fills, [*_cut_marks()], note_at))


def _parts() -> Any:
    """The templates of sheets."""
    return macros(TEMPLATES, "sheet.svg")


def _cut_marks() -> Iterator[list[str]]:
    """Yield the ends of each cut mark: x and y of one, then of the other."""
    near, far = MARK
    right, bottom = LEFT + COLUMNS * WIDTH, TOP + ROWS * HEIGHT
    for column in range(COLUMNS + 1):
        x = LEFT + column * WIDTH
        yield [f"{at:g}" for at in (x, TOP - far, x, TOP - near)]
        yield [f"{at:g}" for at in (x, bottom + near, x, bottom + far)]
    for row in range(ROWS + 1):
        y = TOP + row * HEIGHT
        yield [f"{at:g}" for at in (LEFT - far, y, LEFT - near, y)]
        yield [f"{at:g}" for at in (right + near, y, right + far, y)]


def sheets_pdf(pages: Sequence[Sheet]) -> bytes:
    """Return the pages, all of the size of the first, as one PDF.

    Raises UsageError where the library that makes it is missing.
    """
    drawings = [Markup(page.svg) for page in pages]
    return pdf(render(TEMPLATES, "pages.html", drawings=drawings, width=pages[0].width, height=pages[0].height))


# -- for tabletop simulators


def lay_out_boards(cards: Sequence[PrintedCard], style: CardStyle) -> Iterator[Sheet]:
    """Pictures of ten by seven places: the fronts of each kind of card, and the backs if they differ.

    The last place shows the back. Where all backs are alike there is one of them, as large as a card.
    """
    for component in dict.fromkeys(card.component for card in cards):
        kind = [card for card in cards if card.component == component]
        alike = len({card.back for card in kind}) == 1
        if alike:
            yield Sheet(f"{component}-back", WIDTH, HEIGHT, draw_back(kind[0], style))
        parts = [kind[at : at + PLACES] for at in range(0, len(kind), PLACES)]
        for number, part in enumerate(parts, 1):
            ending = f"-{number}" if len(parts) > 1 else ""
            yield _board(f"{component}-fronts{ending}", part, style, draw_front)
            if not alike:
                yield _board(f"{component}-backs{ending}", part, style, draw_back)


def _board(
    name: str, cards: Sequence[PrintedCard], style: CardStyle, drawn: Callable[[PrintedCard, CardStyle], str]
) -> Sheet:
    # the back of a card held hidden must reveal nothing
    """A picture of cards in ten by seven places."""
    hidden = replace(cards[0], back=())
    places = [*((at, drawn(card, style)) for at, card in enumerate(cards)), (PLACES, draw_back(hidden, style))]
    drawings = [(at % WIDE * WIDTH, at // WIDE * HEIGHT, Markup(card)) for at, card in places]
    return Sheet(name, WIDE * WIDTH, HIGH * HEIGHT, str(_parts().places(drawings)))


def sheet_png(sheet: Sheet) -> bytes:
    """A sheet as a PNG in which cards are PIXELS wide. Raises UsageError if a library is missing."""
    pdfium: Any = extra("pypdfium2", "pypdfium2 pillow weasyprint")
    drawing = pdfium.PdfDocument(sheets_pdf([sheet]))
    picture = drawing[0].render(scale=PIXELS / (WIDTH * POINTS)).to_pil()
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
