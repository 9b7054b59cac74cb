"""Pictures of many cards for a tabletop simulator: seventy in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from ..drawing.style import CardStyle
from .card_pages import back_of, card_size, front_of
from .cards import PrintedCard
from .sheet import Sheet, pictures, sheet_parts, sheets_pdf

# what Tabletop Simulator takes: ten by seven, the last place for the back of cards that are held hidden
WIDE, HIGH = 10, 7
PLACES = WIDE * HIGH - 1
PIXELS = 409  # a card's width: the picture stays below 4096


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A picture for a kind of cards: their fronts, or backs, or the one back that all have; card: a card's width.

    part: of the kind, counted from 1; side: front or back; alike: whether it is one back for all.
    """

    sheet: Sheet
    component: str
    part: int
    side: str
    cards: tuple[PrintedCard, ...]
    card: int
    alike: bool = False

    @property
    def png(self) -> bytes:
        """The picture as a PNG in which cards are PIXELS wide. Raises UsageError if a library is missing."""
        (content,) = pictures(sheets_pdf([self.sheet]).content, PIXELS / self.card * 25.4)
        return content


def card_pictures(cards: Sequence[PrintedCard], style: CardStyle) -> Iterator[CardPicture]:
    """Pictures of ten by seven places: the fronts of each kind of card, and the backs if they differ.

    The last place shows the back. Where all backs are alike there is one of them, as large as a card.
    """
    for component in dict.fromkeys(card.component for card in cards):
        kind = tuple(card for card in cards if card.component == component)
        alike = len({card.back for card in kind}) == 1
        size = card_size(kind[0], style)
        if alike:
            back = Sheet(f"{component}-back", size.width, size.height, back_of(kind[0], style))
            yield CardPicture(back, component, 1, "back", kind, size.width, alike=True)
        parts = [kind[at : at + PLACES] for at in range(0, len(kind), PLACES)]
        for number, part in enumerate(parts, 1):
            ending = f"-{number}" if len(parts) > 1 else ""
            fronts = _sheet(f"{component}-fronts{ending}", part, style, front_of)
            yield CardPicture(fronts, component, number, "front", part, size.width)
            if not alike:
                backs = _sheet(f"{component}-backs{ending}", part, style, back_of)
                yield CardPicture(backs, component, number, "back", part, size.width)


def _sheet(
    name: str, cards: Sequence[PrintedCard], style: CardStyle, draw: Callable[[PrintedCard, CardStyle], str]
) -> Sheet:
    """A picture of cards in ten by seven places."""
    # the back of a card held hidden must reveal nothing
    hidden, size = replace(cards[0], back=()), card_size(cards[0], style)
    places = [*((at, draw(card, style)) for at, card in enumerate(cards)), (PLACES, back_of(hidden, style))]
    drawings = [
        (f"translate({at % WIDE * size.width} {at // WIDE * size.height})", Markup(card)) for at, card in places
    ]
    return Sheet(name, WIDE * size.width, HIGH * size.height, str(sheet_parts().places(drawings)))
