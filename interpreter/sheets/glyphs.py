"""Characters that no font of the system has, and the cards on which they are."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.style import CardStyle
from ..seats.phrases import card_text
from .card_pages import back_of, front_of
from .cards import PrintedCard

MOST = 5


def missing_glyphs(missing: Sequence[str], cards: Sequence[PrintedCard], style: CardStyle) -> list[str]:
    """Return a sentence for each of these characters: where it is, and what helps. Only the first MOST are named."""
    faces = {card: front_of(card, style) + back_of(card, style) for card in dict.fromkeys(cards)}
    said = []
    for character in missing[:MOST]:
        with_it = [card for card, face in faces.items() if character in face]
        where = "on these pages"
        if with_it:
            front, back = dict(with_it[0].front), dict(with_it[0].back)
            words = card_text(
                {"component": with_it[0].component, "front": front} | ({"back": back} if back else {}),
                style.looks.wording,
            )
            more = len(with_it) - 1
            others = f" and {more} other{'s' if more > 1 else ''}" if more else ""
            where = f"on the card {words}{others}"
        said.append(f"No font here has {character} (U+{ord(character):04X}), which is {where}.")
    if len(missing) > MOST:
        said.append(f"The same holds for {len(missing) - MOST} more: {' '.join(missing[MOST:])}")
    if said:
        said.append("Install a font that has them, such as one of the Noto fonts, or write something else.")
    return said
