"""The faces of dice: pips, symbols or words; for pages and print."""

from __future__ import annotations

from typing import Any

from ..base.appearance.looks import COLOURS
from .placing import DARK, PAPER, ink_on
from .style import CardStyle

# the pips of each number, on a grid of three by three from the upper left
PIPS = ((4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
# the side of a face on pages, in its own units, and the longest text on it
SIDE, LETTERS = 40, 3


def die_face(style: CardStyle, value: int | str) -> dict[str, Any]:
    """Return a face of a die as plain data: `pips`, their centres, or the `sign` on it; its colours."""
    if isinstance(value, int):
        pips = PIPS[value - 1] if 1 <= value <= len(PIPS) else ()
        places = [(SIDE // 4 * (spot % 3 + 1), SIDE // 4 * (spot // 3 + 1)) for spot in pips]
        return {"pips": places, "sign": "" if places else str(value), "fill": PAPER, "ink": DARK}
    look = style.looks.of(value)
    fill = COLOURS[look.colour].fill if look.colour else PAPER
    return {"pips": [], "sign": look.symbol or style.word(value)[:LETTERS], "fill": fill, "ink": ink_on(fill)}
