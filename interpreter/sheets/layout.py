"""Cards on sheets: nine on a page of A4 with marks to cut along, or seventy in a picture for a tabletop simulator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from ..base.printing import drawn_pdf
from .cards import Card
from .drawing import HEIGHT, WIDTH, Style, back, back_colour, front

PAGE_WIDTH, PAGE_HEIGHT = 210, 297
COLUMNS, ROWS = 3, 3
LEFT, TOP = (PAGE_WIDTH - COLUMNS * WIDTH) / 2, (PAGE_HEIGHT - ROWS * HEIGHT) / 2
# how far a back reaches beyond its edge, and where the marks to cut along begin and end, from the cards
BLEED, MARK = 2.0, (3.0, 8.0)
# what Tabletop Simulator takes: ten by seven, the last place for the back of cards that are held hidden
WIDE, HIGH = 10, 7
PLACES = WIDE * HIGH - 1
PIXELS = 409  # a card's width: the picture stays below 4096


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of so many millimetres, as SVG; its name has its number and side."""

    name: str
    width: int
    height: int
    inside: str

    @property
    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}mm" height="{self.height}mm" '
            f'viewBox="0 0 {self.width} {self.height}">{self.inside}</svg>'
        )


def sheets(cards: Sequence[Card], style: Style) -> list[Sheet]:
    """Pages of A4: the fronts, each followed by its backs, mirrored for paper that is turned on its long edge."""
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


def _page(cards: Sequence[Card], style: Style, backs: bool, note: str) -> str:
    places = []
    for at, card in enumerate(cards):
        row, column = divmod(at, COLUMNS)
        column = COLUMNS - 1 - column if backs else column
        places.append((LEFT + column * WIDTH, TOP + row * HEIGHT, card))
    parts = []
    if backs:
        parts += [
            f'<rect x="{x - BLEED:g}" y="{y - BLEED:g}" width="{WIDTH + 2 * BLEED:g}" height="{HEIGHT + 2 * BLEED:g}" '
            f'fill="{back_colour(card, style)}"/>'
            for x, y, card in places
        ]
    drawn = back if backs else front
    parts += [f'<g transform="translate({x:g} {y:g})">{drawn(card, style)}</g>' for x, y, card in places]
    if not backs:
        edge = 'fill="none" stroke="#bbb" stroke-width="0.1"'
        parts += [f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" {edge}/>' for x, y, _ in places]
    parts += _cut_marks()
    parts.append(
        f'<text x="{PAGE_WIDTH / 2:g}" y="{PAGE_HEIGHT - 5}" font-size="3" text-anchor="middle" fill="#666" '
        f'font-family="Arial, Helvetica, sans-serif">{escape(note)}</text>'
    )
    return "".join(parts)


def _cut_marks() -> Iterator[str]:
    near, far = MARK
    right, bottom = LEFT + COLUMNS * WIDTH, TOP + ROWS * HEIGHT
    line = '<path d="M{:g} {:g}L{:g} {:g}" stroke="#000" stroke-width="0.2" fill="none"/>'
    for column in range(COLUMNS + 1):
        x = LEFT + column * WIDTH
        yield line.format(x, TOP - far, x, TOP - near)
        yield line.format(x, bottom + near, x, bottom + far)
    for row in range(ROWS + 1):
        y = TOP + row * HEIGHT
        yield line.format(LEFT - far, y, LEFT - near, y)
        yield line.format(right + near, y, right + far, y)


def document(pages: Sequence[Sheet]) -> bytes:
    """The pages as one PDF. Raises UsageError where the library that makes it is missing."""
    return drawn_pdf([page.svg for page in pages], PAGE_WIDTH, PAGE_HEIGHT)


# -- for tabletop simulators


def boards(cards: Sequence[Card], style: Style) -> Iterator[Sheet]:
    """Pictures of ten by seven places: the fronts of each kind of card, and the backs where they are not all alike.

    The last place shows the back. Where all backs are alike there is one of them, as large as a card.
    """
    for component in dict.fromkeys(card.component for card in cards):
        kind = [card for card in cards if card.component == component]
        alike = len({card.back for card in kind}) == 1
        if alike:
            yield Sheet(f"{component}-back", WIDTH, HEIGHT, back(kind[0], style))
        parts = [kind[at : at + PLACES] for at in range(0, len(kind), PLACES)]
        for number, part in enumerate(parts, 1):
            ending = f"-{number}" if len(parts) > 1 else ""
            yield _board(f"{component}-fronts{ending}", part, style, front)
            if not alike:
                yield _board(f"{component}-backs{ending}", part, style, back)


def _board(name: str, cards: Sequence[Card], style: Style, drawn: Callable[[Card, Style], str]) -> Sheet:
    # what others see of a card that is held hidden may tell nothing
    hidden = replace(cards[0], back=())
    places = [*((at, drawn(card, style)) for at, card in enumerate(cards)), (PLACES, back(hidden, style))]
    inside = [f'<g transform="translate({at % WIDE * WIDTH} {at // WIDE * HEIGHT})">{card}</g>' for at, card in places]
    return Sheet(name, WIDE * WIDTH, HIGH * HEIGHT, "".join(inside))
