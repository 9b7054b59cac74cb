"""Lay out cards on sheets: as many as fit on A4 with cut marks, or seventy in a picture for a tabletop simulator."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ..base.errors import extra
from ..base.layouts import POKER, CardSize
from ..base.printing import pdf
from ..base.templates import macros, render
from ..drawing.style import CardStyle
from ..drawing.svg import back_colour, draw_back, draw_front
from .cards import PrintedCard

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
# the least distance of cards from the edge of the page, where the marks to cut along are and the page's note
MARGIN = 9
# how far a back reaches beyond its edge, and where the marks to cut along begin and end, from the cards
BLEED, MARK = 2.0, (3.0, 8.0)
# what Tabletop Simulator takes: ten by seven, the last place for the back of cards that are held hidden
WIDE, HIGH = 10, 7
PLACES = WIDE * HIGH - 1
PIXELS = 409  # a card's width: the picture stays below 4096
POINTS = 72 / 25.4  # in a millimetre
TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Grid:
    """The places for cards of a size on a page of A4: columns and rows in the middle of the page."""

    size: CardSize

    @property
    def columns(self) -> int:
        return (PAGE_WIDTH - MARGIN) // self.size.width

    @property
    def rows(self) -> int:
        return (PAGE_HEIGHT - 2 * MARGIN) // self.size.height

    @property
    def left_edge(self) -> float:
        return (PAGE_WIDTH - self.columns * self.size.width) / 2

    @property
    def top_edge(self) -> float:
        return (PAGE_HEIGHT - self.rows * self.size.height) / 2


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of so many millimetres, as SVG; its name has its number and side. card: the width of its cards."""

    name: str
    width: int
    height: int
    inside: str
    card: int = POKER.width

    @property
    def svg(self) -> str:
        return str(_parts().sheet(self.width, self.height, Markup(self.inside)))


def lay_out_sheets(cards: Sequence[PrintedCard], style: CardStyle) -> list[Sheet]:
    """Lay out A4 pages: the fronts, each followed by its backs, mirrored for turning on the long edge.

    Cards of different sizes are on different pages.
    """
    pages: list[tuple[Grid, Sequence[PrintedCard], int]] = []
    sizes = dict.fromkeys(card_size(card, style) for card in cards)
    first = 1
    for grid in map(Grid, sizes):
        alike = [card for card in cards if card_size(card, style) == grid.size]
        per_page = grid.columns * grid.rows
        for at in range(0, len(alike), per_page):
            pages.append((grid, alike[at : at + per_page], first))
            first += len(pages[-1][1])
    digits = len(str(len(pages)))
    found = []
    for number, (grid, page, first) in enumerate(pages, 1):
        which = f"cards {first} to {first + len(page) - 1} of {len(cards)}, sheet {number} of {len(pages)}"
        for side, word in (("front", "fronts"), ("back", "backs")):
            note = f"{style.game}: {word} of {which}"
            inside = _page(page, style, grid, side == "back", note)
            found.append(Sheet(f"sheet-{number:0{digits}}-{side}", PAGE_WIDTH, PAGE_HEIGHT, inside))
    return found


def card_size(card: PrintedCard, style: CardStyle) -> CardSize:
    """The size of a card."""
    return style.layout(card.component, "front").size


def front_of(card: PrintedCard, style: CardStyle) -> str:
    """The front of a card as SVG."""
    return draw_front(style, card.component, dict(card.front), card.seat)


def back_of(card: PrintedCard, style: CardStyle) -> str:
    """The back of a card as SVG."""
    return draw_back(style, card.component, dict(card.back))


def _page(cards: Sequence[PrintedCard], style: CardStyle, grid: Grid, backs: bool, note: str) -> str:
    """A page of fronts or backs as SVG."""
    width, height = grid.size.width, grid.size.height
    places = []
    for at, card in enumerate(cards):
        row, column = divmod(at, grid.columns)
        column = grid.columns - 1 - column if backs else column
        places.append((grid.left_edge + column * width, grid.top_edge + row * height, card))
    drawings = [(f"{x:g}", f"{y:g}", Markup((back_of if backs else front_of)(card, style))) for x, y, card in places]
    note_at = {"x": f"{PAGE_WIDTH / 2:g}", "y": PAGE_HEIGHT - 5, "text": note}
    marks = [*_cut_marks(grid)]
    if not backs:
        return str(_parts().fronts(drawings, {"width": width, "height": height}, marks, note_at))
    size = {"width": f"{width + 2 * BLEED:g}", "height": f"{height + 2 * BLEED:g}"}
    fills = [
        {"x": f"{x - BLEED:g}", "y": f"{y - BLEED:g}", **size, "colour": back_colour(style, card.component)}
        for x, y, card in places
    ]
    return str(_parts().backs(drawings, fills, marks, note_at))


def _parts() -> Any:
    """The templates of sheets."""
    return macros(TEMPLATES, "sheet.svg")


def _cut_marks(grid: Grid) -> Iterator[list[str]]:
    """Yield the ends of each cut mark: x and y of one, then of the other."""
    near, far = MARK
    left, top, width, height = grid.left_edge, grid.top_edge, grid.size.width, grid.size.height
    right, bottom = left + grid.columns * width, top + grid.rows * height
    for column in range(grid.columns + 1):
        x = left + column * width
        yield [f"{at:g}" for at in (x, top - far, x, top - near)]
        yield [f"{at:g}" for at in (x, bottom + near, x, bottom + far)]
    for row in range(grid.rows + 1):
        y = top + row * height
        yield [f"{at:g}" for at in (left - far, y, left - near, y)]
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
            size = card_size(kind[0], style)
            yield Sheet(f"{component}-back", size.width, size.height, back_of(kind[0], style), size.width)
        parts = [kind[at : at + PLACES] for at in range(0, len(kind), PLACES)]
        for number, part in enumerate(parts, 1):
            ending = f"-{number}" if len(parts) > 1 else ""
            yield _board(f"{component}-fronts{ending}", part, style, front_of)
            if not alike:
                yield _board(f"{component}-backs{ending}", part, style, back_of)


def _board(
    name: str, cards: Sequence[PrintedCard], style: CardStyle, draw: Callable[[PrintedCard, CardStyle], str]
) -> Sheet:
    """A picture of cards in ten by seven places."""
    # the back of a card held hidden must reveal nothing
    hidden, size = replace(cards[0], back=()), card_size(cards[0], style)
    places = [*((at, draw(card, style)) for at, card in enumerate(cards)), (PLACES, back_of(hidden, style))]
    drawings = [(at % WIDE * size.width, at // WIDE * size.height, Markup(card)) for at, card in places]
    return Sheet(name, WIDE * size.width, HIGH * size.height, str(_parts().places(drawings)), size.width)


def sheet_png(sheet: Sheet) -> bytes:
    """A sheet as a PNG in which cards are PIXELS wide. Raises UsageError if a library is missing."""
    pdfium: Any = extra("pypdfium2", "pypdfium2 pillow weasyprint")
    drawing = pdfium.PdfDocument(sheets_pdf([sheet]))
    picture = drawing[0].render(scale=PIXELS / (sheet.card * POINTS)).to_pil()
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
