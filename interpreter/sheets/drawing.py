"""The faces of a card as SVG, in millimetres, made of what stands on it and the ruleset's colours and symbols."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

from ..base.looks import COLOURS, Look, Looks
from ..front.api import Ruleset
from ..seats.phrases import plain
from .cards import Card, Face

WIDTH, HEIGHT = 63, 88
EDGE = 3
FIELD = 16  # how far the tinted field in the middle is from the edge
# where a large number stands that has nothing below it
ALONE = 52
# colours of words that the ruleset gives none, in the order in which they are declared
OTHERS = ("blue", "orange", "green", "purple", "red", "brown", "pink", "grey")
BACK = "#44546a"
PAPER, DARK = "#ffffff", "#1c1b19"
WORDS = "'Liberation Sans', Arial, Helvetica, sans-serif"
SIGNS = "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', sans-serif"
# the width of a letter by the size of the writing, about
LETTER = 0.6


@dataclass(frozen=True, slots=True)
class Style:
    """How the cards of a game look; `places` are those of the words among the words of their kind."""

    game: str
    looks: Looks
    places: dict[str, int] = field(default_factory=dict)

    def tint(self, words: list[str]) -> str:
        """The name of the colour of the first word that has one of its own; else of the first that has any."""
        named = [self.looks.of(word).colour for word in words]
        others = [OTHERS[self.places[word] % len(OTHERS)] for word in words if word in self.places]
        return next((colour for colour in [*named, *others] if colour), "")


def style_of(ruleset: Ruleset) -> Style:
    """The ruleset's own looks, and the order of its words."""
    things = ruleset.checked.ruleset.things.values()
    places = {member: place for thing in things for place, (member, _) in enumerate(thing.members)}
    return Style(ruleset.name, ruleset.looks, places)


@dataclass(slots=True)
class Marks:
    """What stands on a face: in the corners, large in the middle, below it, and in small writing at the bottom."""

    corner: list[str]
    middle: str
    name: str
    under: str
    small: str


def marks(face: Face, looks: Looks, component: str) -> Marks:
    """Where the parts of a face stand; symbols take the place of words that have one."""
    shown: dict[str, Any] = {name: value for name, value in face if value is not None and value is not False}
    words = [
        value if isinstance(value, str) else name for name, value in shown.items() if isinstance(value, str | bool)
    ]
    flags = [name for name, value in shown.items() if value is True]
    numbers = {name: value for name, value in shown.items() if isinstance(value, int) and not isinstance(value, bool)}
    if flags and not any(numbers.values()):
        numbers = {}
    short = [looks.of(word).symbol for word in words if looks.of(word).short]
    signs = [look.symbol for word in words if (look := looks.of(word)).symbol and not look.short]
    names = [plain(word) for word in words if not looks.of(word).short]
    without = [plain(word) for word in words if not looks.of(word).symbol]
    first = [looks.of(name).symbol + str(value) for name, value in list(numbers.items())[:1]]
    told = [f"{plain(name)} {looks.of(name).symbol}{value}" for name, value in numbers.items()]
    large = short or first
    middle = "".join(signs) or " ".join(large)
    title = " ".join(without) if without and signs else ""
    others = [name for name in names if name != title]
    return Marks(
        [*large, *signs],
        middle,
        title or ("" if short and signs else " ".join(names)) or ("" if middle else plain(component)),
        " ".join(others) if title else "",
        " · ".join(told) if len(told) > 1 else "",
    )


def front(card: Card, style: Style) -> str:
    """The front of a card, its upper left corner at 0, 0."""
    words = [value if isinstance(value, str) else name for name, value in card.front if value and not _is_number(value)]
    player = style.looks.player(card.seat)
    colour = style.tint(words) or player.colour or style.looks.of(card.component).colour or "grey"
    ink, fill = COLOURS[colour].ink, COLOURS[colour].fill
    shown = marks(card.front, style.looks, card.component)
    if player.symbol:
        shown.corner.append(player.symbol)
    corner = "".join(
        _text(mark, 8.5, 13 + 8.5 * line, 9 if line == 0 else 7, 11, ink, bold=True)
        for line, mark in enumerate(shown.corner)
    )
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _frame(EDGE, ink),
        f'<rect x="{FIELD}" y="{FIELD}" width="{WIDTH - 2 * FIELD}" height="{HEIGHT - 2 * FIELD}" rx="4" fill="{fill}" '
        'fill-opacity="0.12"/>',
        corner,
        f'<g transform="rotate(180 {WIDTH / 2} {HEIGHT / 2})">{corner}</g>',
        _text(shown.middle, WIDTH / 2, 49 if shown.name or shown.under else ALONE, 22, 29, ink, bold=True),
        _text(shown.name, WIDTH / 2, 60.5, 6.5, 29, ink, bold=True),
        _text(shown.under, WIDTH / 2, 66, 4.5, 29, ink),
        _text(shown.small, WIDTH / 2, HEIGHT - EDGE - 4.5, 4, 38, DARK),
    ]
    return "".join(parts)


def back(card: Card, style: Style) -> str:
    """The back of a card: alike for all of a kind, but for what is printed there."""
    fill = back_colour(card, style)
    light = _is_light(fill)
    ink = DARK if light else PAPER
    look: Look = style.looks.of(card.component)
    shown = marks(card.back, style.looks, card.component)
    corner = "".join(
        _text(mark, 8.5, 13 + 8.5 * line, 9 if line == 0 else 7, 11, ink, bold=True)
        for line, mark in enumerate(shown.corner)
    )
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{fill}"/>', _frame(EDGE, ink)]
    if card.back:
        label = shown.small or " ".join(plain(name) for name, value in card.back if _is_number(value))
        parts += [corner, f'<g transform="rotate(180 {WIDTH / 2} {HEIGHT / 2})">{corner}</g>']
        parts += [_text(shown.middle, WIDTH / 2, 49, 24, 40, ink, bold=True)]
        parts += [_text(shown.name if shown.middle != shown.name else "", WIDTH / 2, 58, 6, 40, ink)]
        parts += [_text(label, WIDTH / 2, 65, 5, 40, ink)]
    else:
        parts += [_frame(EDGE + 2.5, ink, 0.3), _text(look.symbol, WIDTH / 2, 38, 16, 40, ink, bold=True)]
        parts += [_text(style.game, WIDTH / 2, 50 if look.symbol else HEIGHT / 2 + 2.5, 7, 46, ink, bold=True)]
        parts += [_text("" if card.component == "card" else plain(card.component), WIDTH / 2, 58, 4.5, 40, ink)]
    return "".join(parts)


def back_colour(card: Card, style: Style) -> str:
    """With what the back of a card is filled."""
    colour = style.looks.of(card.component).colour
    return COLOURS[colour].fill if colour else BACK


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150


def _frame(edge: float, ink: str, thick: float = 0.7) -> str:
    return (
        f'<rect x="{edge}" y="{edge}" width="{WIDTH - 2 * edge}" height="{HEIGHT - 2 * edge}" rx="3" fill="none" '
        f'stroke="{ink}" stroke-width="{thick}"/>'
    )


def _text(text: str, x: float, y: float, size: float, room: float, ink: str, bold: bool = False) -> str:
    """A line of writing around x, smaller where it would be wider than the room."""
    if not text:
        return ""
    fitting = min(size, room / (LETTER * len(text)))
    signs = not all(letter.isascii() or letter.isalpha() or letter == "·" for letter in text)
    weight = ' font-weight="bold"' if bold and not signs else ""
    family = SIGNS if signs else WORDS
    return (
        f'<text x="{x:g}" y="{y - (size - fitting) * 0.35:g}" font-size="{fitting:.3g}" font-family="{family}"{weight} '
        f'text-anchor="middle" fill="{ink}">{escape(text)}</text>'
    )
