"""Tokens in print: strips of square tokens to be folded, so that each has two sides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..base.appearance.layouts import PrintLayout
from ..base.appearance.looks import COLOURS
from ..drawing.fitting import LEAST, fit
from ..drawing.placing import GREY, ink_on
from ..drawing.style import CardStyle
from ..front.api import Ruleset
from ..front.expressions import setting_values
from ..program.lowering.layout_builder import lay_out
from .sheet import Sheet, sheet_parts

# the side of a token, the least edge of the page, and the space between strips
SIDE, EDGE, BETWEEN = 18.0, 10.0, 7.0
SIGN = 9.0
WORD_SIZES = (3.2, 2.7, LEAST)


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of tokens: its name, and how many of them there are."""

    name: str
    count: int


def tokens_of(ruleset: Ruleset, options: dict[str, Any], players: int | None) -> list[Token]:
    """The tokens of a game: of each kind as many as there are for so many players, or for any number."""
    chosen = setting_values(ruleset.checked, options)
    counts = ruleset.players if players is None else [players]
    supplies = [lay_out(ruleset.checked, count, chosen).layout.supplies for count in counts]
    names = dict.fromkeys(name for supply in supplies for name in supply)
    return [Token(name, max(supply.get(name, 0) for supply in supplies)) for name in names]


def lay_out_tokens(tokens: Sequence[Token], style: CardStyle, print: PrintLayout) -> list[Sheet]:
    """Lay out pages of strips: above the fold the fronts, below it the backs, upside down."""
    width, height = print.size
    columns = math.floor((width - 2 * EDGE) / SIDE)
    rows = math.floor((height - 2 * EDGE - 5 + BETWEEN) / (2 * SIDE + BETWEEN))
    strips = [(token, min(columns, token.count - at)) for token in tokens for at in range(0, token.count, columns)]
    left = (width - columns * SIDE) / 2
    pages = []
    total = math.ceil(len(strips) / rows)
    for number in range(total):
        drawn = []
        for row, (token, count) in enumerate(strips[number * rows : (number + 1) * rows]):
            drawn.append(_strip(token, count, style, left, EDGE + row * (2 * SIDE + BETWEEN), print.bleed))
        note = style.looks.wording.say(
            "{game}: tokens, page {page} of {pages}; fold each strip at its broken line, glue it, then cut",
            game=style.game,
            page=number + 1,
            pages=total,
        )
        heading = {"text": note, "place": f"translate({width / 2:g} {height - 5:g})"}
        pages.append(Sheet(f"tokens-{number + 1}", width, height, str(sheet_parts().tokens(drawn, heading))))
    return pages


def _strip(token: Token, count: int, style: CardStyle, left: float, top: float, bleed: float) -> dict[str, Any]:
    """A strip of tokens for the template."""
    look = style.looks.of(token.name)
    fill = COLOURS[look.colour or GREY].fill
    room = SIDE - 3
    word = fit(style.word(token.name), room, 2 * WORD_SIZES[0] if look.symbol else room, WORD_SIZES)
    faces = [(left + at * SIDE + SIDE / 2, top + SIDE / 2) for at in range(count)]
    more = min(bleed, BETWEEN / 2)
    return {
        "fill": fill,
        "ink": ink_on(fill),
        "symbol": look.symbol,
        "sign": SIGN,
        "lines": word.lines,
        "size": word.size,
        "faces": faces,
        "side": SIDE,
        "box": (left - more, top - more, count * SIDE + 2 * more, 2 * SIDE + 2 * more),
        "cuts": [left + at * SIDE for at in range(count + 1)],
        "top": top,
        "left": left,
        "right": left + count * SIDE,
    }


def token_picture(token: Token, style: CardStyle) -> Sheet:
    """One side of a token as a drawing of its own."""
    strip = _strip(token, 1, style, 0, 0, 0)
    return Sheet(f"token-{token.name}", SIDE, SIDE, str(sheet_parts().whole_token(strip)))


def token_words(tokens: Sequence[Token], style: CardStyle) -> Iterator[tuple[int, str]]:
    """Yield how many tokens of each kind there are, and what these are called."""
    for token in tokens:
        name = style.word(token.name)
        look = style.looks.of(token.name)
        noun = name if token.count == 1 else style.looks.wording.plural(name)
        colour = f"({style.looks.wording.say(look.colour)})" if look.colour else ""
        yield token.count, " ".join(part for part in (noun, look.symbol, colour) if part)
