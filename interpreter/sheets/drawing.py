"""Draw the faces of a card as SVG, in millimetres, from its attributes and the ruleset's colours and symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base.english import plain_words
from ..base.looks import COLOURS, CardStyle, Looks, card_style
from ..base.templates import macros
from ..front.api import Ruleset
from .cards import Face, PrintedCard

WIDTH, HEIGHT = 63, 88
EDGE = 3
FIELD = 16  # the distance of the tinted middle field from the edge
# the position of a large number with nothing below it
ALONE = 52
BACK = "#44546a"
PAPER, DARK = "#ffffff", "#1c1b19"
WORDS = "'Liberation Sans', Arial, Helvetica, sans-serif"
SIGNS = "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', sans-serif"
# the approximate width of a letter, relative to its size
LETTER = 0.6
SIZE = {"width": WIDTH, "height": HEIGHT, "edge": EDGE, "field": FIELD, "paper": PAPER}
TEMPLATES = Path(__file__).parent / "templates"


def ruleset_style(ruleset: Ruleset) -> CardStyle:
    """Return the style of a ruleset's cards: its own looks, and the order of its words."""
    things = ruleset.checked.ruleset.things.values()
    return card_style(ruleset.name, ruleset.looks, [[member for member, _ in thing.members] for thing in things])


@dataclass(slots=True)
class FaceMarks:
    """The marks on a face: in the corners, large in the middle, below it, and in small print at the bottom."""

    corner: list[str]
    middle: str
    name: str
    under: str
    small: str


def face_marks(face: Face, looks: Looks, component: str) -> FaceMarks:
    """Arrange the parts of a face; symbols replace words that have one."""
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
    names = [plain_words(word) for word in words if not looks.of(word).short]
    without = [plain_words(word) for word in words if not looks.of(word).symbol]
    first = [looks.of(name).symbol + str(value) for name, value in list(numbers.items())[:1]]
    told = [f"{plain_words(name)} {looks.of(name).symbol}{value}" for name, value in numbers.items()]
    large = short or first
    middle = "".join(signs) or " ".join(large)
    title = " ".join(without) if without and signs else ""
    others = [name for name in names if name != title]
    return FaceMarks(
        [*large, *signs],
        middle,
        title or ("" if short and signs else " ".join(names)) or ("" if middle else plain_words(component)),
        " ".join(others) if title else "",
        " · ".join(told) if len(told) > 1 else "",
    )


def draw_front(card: PrintedCard, style: CardStyle) -> str:
    """Return the front of a card with its upper left corner at 0, 0."""
    words = [value if isinstance(value, str) else name for name, value in card.front if value and not _is_number(value)]
    player = style.looks.player(card.seat)
    colour = COLOURS[style.colour(words) or player.colour or style.looks.of(card.component).colour or "grey"]
    shown = face_marks(card.front, style.looks, card.component)
    if player.symbol:
        shown.corner.append(player.symbol)
    lines = [
        _line(shown.middle, 49 if shown.name or shown.under else ALONE, 22, 29, colour.ink, bold=True),
        _line(shown.name, 60.5, 6.5, 29, colour.ink, bold=True),
        _line(shown.under, 66, 4.5, 29, colour.ink),
        _line(shown.small, HEIGHT - EDGE - 4.5, 4, 38, DARK),
    ]
    return str(_faces().front(colour, _corner(shown, colour.ink), _drop_empty(lines), SIZE))


def draw_back(card: PrintedCard, style: CardStyle) -> str:
    """Return the back of a card: equal for all of a kind, except for attributes printed there."""
    fill = back_colour(card, style)
    ink = DARK if _is_light(fill) else PAPER
    shown = face_marks(card.back, style.looks, card.component)
    if card.back:
        label = shown.small or " ".join(plain_words(name) for name, value in card.back if _is_number(value))
        lines = [
            _line(shown.middle, 49, 24, 40, ink, bold=True),
            _line(shown.name if shown.middle != shown.name else "", 58, 6, 40, ink),
            _line(label, 65, 5, 40, ink),
        ]
    else:
        symbol = style.looks.of(card.component).symbol
        lines = [
            _line(symbol, 38, 16, 40, ink, bold=True),
            _line(style.game, 50 if symbol else HEIGHT / 2 + 2.5, 7, 46, ink, bold=True),
            _line("" if card.component == "card" else plain_words(card.component), 58, 4.5, 40, ink),
        ]
    return str(_faces().back(fill, ink, _corner(shown, ink), _drop_empty(lines), SIZE, not card.back))


def _faces() -> Any:
    """The templates of card faces."""
    return macros(TEMPLATES, "card.svg")


def back_colour(card: PrintedCard, style: CardStyle) -> str:
    """The fill colour of a card's back."""
    colour = style.looks.of(card.component).colour
    return COLOURS[colour].fill if colour else BACK


def _is_number(value: Any) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_light(colour: str) -> bool:
    """Whether a colour is light."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text around x, its numbers as they are printed."""

    text: str
    x: str
    y: str
    size: str
    family: str
    bold: bool
    ink: str


def _line(
    text: str, y: float, size: float, room: float, ink: str, x: float = WIDTH / 2, bold: bool = False
) -> TextLine | None:
    """Return a line of text, scaled down to the room; None for no text."""
    if not text:
        return None
    fitting = min(size, room / (LETTER * len(text)))
    signs = not all(letter.isascii() or letter.isalpha() or letter == "·" for letter in text)
    shift = (size - fitting) * 0.35
    return TextLine(
        text, f"{x:g}", f"{y - shift:g}", f"{fitting:.3g}", SIGNS if signs else WORDS, bold and not signs, ink
    )


def _drop_empty(lines: Sequence[TextLine | None]) -> list[TextLine]:
    """The lines that have text."""
    return [line for line in lines if line is not None]


def _corner(shown: FaceMarks, ink: str) -> list[TextLine]:
    """Return the lines in the corner of a face, from top to bottom."""
    sizes = [9] + [7] * len(shown.corner)
    lines = [_line(mark, 13 + 8.5 * at, sizes[at], 11, ink, x=8.5, bold=True) for at, mark in enumerate(shown.corner)]
    return _drop_empty(lines)
