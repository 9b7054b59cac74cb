"""Lay out cards on pages in true size: fronts with bleed, backs behind them, marks where to cut."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..base.appearance.layouts import CORNERS, LINES, NO_MARKS, CardSize, PrintLayout
from ..base.languages.catalogues import mark
from ..drawing.style import CardStyle
from ..drawing.svg import back_colour, draw_back, draw_front, front_colour
from .cards import PrintedCard
from .sheet import Sheet, sheet_parts

# the least distance of a cut from the edge of the paper, where printers print nothing
MARGIN = 7.5
# marks: from the bleed, how long, how far from the edge of the paper, and half a cross between cards
NEAR, LONG, CLEAR, CROSS = 1.0, 4.0, 1.0, 1.2
# the room that the heading needs beyond the bleed, and how far its line is from the edge of the paper
HEADED, HEADING = 8.0, 5.0
USUAL = PrintLayout()
FRONTS = mark("{game}: fronts of cards {numbers} of {all}, sheet {sheet} of {sheets}")
BACKS = mark("{game}: backs of cards {numbers} of {all}, sheet {sheet} of {sheets}")


@dataclass(frozen=True, slots=True)
class Grid:
    """The places for cards of a size in the middle of a page; turned: cards lie on their side, as more of them fit."""

    size: CardSize
    print: PrintLayout = USUAL

    def _fits(self, width: float, height: float) -> tuple[int, int]:
        """How many columns and rows of a size fit on a page."""
        room = [side - 2 * MARGIN + self.print.gap for side in self.print.size]
        return max(1, math.floor(room[0] / (width + self.print.gap))), max(
            1, math.floor(room[1] / (height + self.print.gap))
        )

    @property
    def is_on_side(self) -> bool:
        """Whether cards lie on their side, as more of them fit so."""
        upright, lying = self._fits(self.size.width, self.size.height), self._fits(self.size.height, self.size.width)
        return lying[0] * lying[1] > upright[0] * upright[1]

    @property
    def place(self) -> tuple[float, float]:
        """The width and the height of a place."""
        width, height = float(self.size.width), float(self.size.height)
        return (height, width) if self.is_on_side else (width, height)

    @property
    def columns(self) -> int:
        return self._fits(*self.place)[0]

    @property
    def rows(self) -> int:
        return self._fits(*self.place)[1]

    @property
    def lefts(self) -> list[float]:
        """The left edges of the columns."""
        return self._edges(self.print.size[0], self.place[0], self.columns)

    @property
    def tops(self) -> list[float]:
        """The upper edges of the rows."""
        return self._edges(self.print.size[1], self.place[1], self.rows)

    def _edges(self, page: float, side: float, count: int) -> list[float]:
        first = (page - count * side - (count - 1) * self.print.gap) / 2
        return [first + number * (side + self.print.gap) for number in range(count)]


def lay_out_sheets(cards: Sequence[PrintedCard], style: CardStyle, print: PrintLayout = USUAL) -> list[Sheet]:
    """Lay out pages of cards: the fronts, each followed by its backs, mirrored for turning on the long edge.

    Cards of different sizes are on different pages.
    """
    pages: list[tuple[Grid, Sequence[PrintedCard], int]] = []
    first = 1
    for size in dict.fromkeys(card_size(card, style) for card in cards):
        grid = Grid(size, print)
        alike = [card for card in cards if card_size(card, style) == size]
        per_page = grid.columns * grid.rows
        for at in range(0, len(alike), per_page):
            pages.append((grid, alike[at : at + per_page], first))
            first += len(pages[-1][1])
    digits = len(str(len(pages)))
    found = []
    for number, (grid, page, first) in enumerate(pages, 1):
        last = first + len(page) - 1
        numbers = str(first) if last == first else f"{first}–{last}"
        which = {"game": style.game, "numbers": numbers, "all": len(cards), "sheet": number, "sheets": len(pages)}
        for side, words in (("front", FRONTS), ("back", BACKS)):
            inside = _page(page, style, grid, side == "back", style.looks.wording.say(words, **which))
            found.append(Sheet(f"sheet-{number:0{digits}}-{side}", *print.size, inside))
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
    drawings, fills = [], []
    taken = [*_taken(grid, len(cards), backs)]
    for (column, row), card in zip(taken, cards, strict=True):
        colour = back_colour(style, card.component) if backs else front_of_colour(card, style)
        fills.append(_bleed(grid, column, row, taken) | {"colour": colour})
        drawing = Markup((back_of if backs else front_of)(card, style))
        drawings.append((_placing(grid, grid.lefts[column], grid.tops[row], backs), drawing))
    marks = [] if grid.print.marks == NO_MARKS else [*_marks_around(grid)]
    crosses = [*_crosses(grid, len(cards), backs)] if grid.print.marks == CORNERS else []
    boxes = [*_boxes(grid, len(cards), backs)] if grid.print.marks == LINES else []
    shift = grid.print.shift if backs else (0.0, 0.0)
    if shift != (0.0, 0.0):
        across, down = "left" if shift[0] < 0 else "right", "up" if shift[1] < 0 else "down"
        note += f", moved {abs(shift[0]):g} mm {across} and {abs(shift[1]):g} mm {down}"
    lines = {"marks": marks, "crosses": crosses, "boxes": boxes}
    moved = [f"{length:g}" for length in shift]
    return str(
        sheet_parts().cards(drawings, fills, lines, heading(note, grid.print, (grid.lefts[0], grid.tops[0])), moved)
    )


def front_of_colour(card: PrintedCard, style: CardStyle) -> str:
    """The colour that runs out over the edge of a card's front."""
    return front_colour(style, card.component, dict(card.front), card.seat)


def _placing(grid: Grid, x: float, y: float, backs: bool) -> str:
    """The transformation that brings a card to its place; a back that lies on its side is turned the other way."""
    if not grid.is_on_side:
        return f"translate({x:g} {y:g})"
    width, height = grid.place
    return f"translate({x:g} {y + height:g}) rotate(-90)" if backs else f"translate({x + width:g} {y:g}) rotate(90)"


def _bleed(grid: Grid, column: int, row: int, taken: Sequence[tuple[int, int]]) -> dict[str, str]:
    """The area of a place with its bleed: the whole one, but only up to the middle of the gap to another card."""
    width, height = grid.place
    whole, inner = grid.print.bleed, min(grid.print.bleed, grid.print.gap / 2)
    beside = [(column - 1, row), (column, row - 1), (column + 1, row), (column, row + 1)]
    left, above, right, below = (inner if place in taken else whole for place in beside)
    x, y = grid.lefts[column] - left, grid.tops[row] - above
    return {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width + left + right:g}", "height": f"{height + above + below:g}"}


def heading(text: str, print: PrintLayout, edge: tuple[float, float]) -> dict[str, str]:
    """The heading of a page below what is cut, or at its left where there is more room.

    edge: the left and the upper edge of what is cut.
    """
    width, height = print.size
    if edge[1] - print.bleed < HEADED and edge[0] > edge[1]:
        return {"text": text, "place": f"translate({HEADING:g} {height / 2:g}) rotate(-90)"}
    return {"text": text, "place": f"translate({width / 2:g} {height - HEADING:g})"}


def _marks_around(grid: Grid) -> Iterator[list[str]]:
    """Yield the ends of each cut mark around the cards: x and y of one, then of the other."""
    (page_width, page_height), (width, height) = grid.print.size, grid.place
    near = grid.print.bleed + NEAR
    left, top = grid.lefts[0], grid.tops[0]
    across, down = min(near + LONG, left - CLEAR), min(near + LONG, top - CLEAR)
    for x in sorted({round(edge + side, 3) for edge in grid.lefts for side in (0, width)}):
        yield [f"{at:g}" for at in (x, top - down, x, top - near)]
        yield [f"{at:g}" for at in (x, page_height - top + near, x, page_height - top + down)]
    for y in sorted({round(edge + side, 3) for edge in grid.tops for side in (0, height)}):
        yield [f"{at:g}" for at in (left - across, y, left - near, y)]
        yield [f"{at:g}" for at in (page_width - left + near, y, page_width - left + across, y)]


def _crosses(grid: Grid, count: int, backs: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the fine crosses at the corners where cards meet: x, y and half their width."""
    width, height = grid.place
    corners = {
        (round(x + a, 3), round(y + b, 3))
        for x, y in _places(grid, count, backs)
        for a in (0, width)
        for b in (0, height)
    }
    for x, y in sorted(corners):
        yield f"{x:g}", f"{y:g}", f"{CROSS:g}"


def _boxes(grid: Grid, count: int, backs: bool) -> Iterator[dict[str, str]]:
    """Yield the line around each card of a page of fronts."""
    if not backs:
        width, height = grid.place
        for x, y in _places(grid, count, backs):
            yield {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{height:g}"}


def _places(grid: Grid, count: int, backs: bool) -> Iterator[tuple[float, float]]:
    """Yield the left and upper edges of the places that so many cards take."""
    for column, row in _taken(grid, count, backs):
        yield grid.lefts[column], grid.tops[row]


def _taken(grid: Grid, count: int, backs: bool) -> Iterator[tuple[int, int]]:
    """Yield the columns and rows that so many cards take, in their order; backs from the right."""
    for at in range(count):
        row, column = divmod(at, grid.columns)
        yield grid.columns - 1 - column if backs else column, row
