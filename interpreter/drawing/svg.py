"""Draw faces of cards as SVG, in millimetres, for print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..base.appearance.looks import COLOURS
from ..base.templates import macros
from .description import CardDrawing, Value, describe_card
from .fitting import is_right_to_left
from .placing import EDGE, GREY, PAPER, Box, Image, PlacedCard, Text, ink_on, place_card
from .style import CardStyle

BACK = "#44546a"
TEMPLATES = Path(__file__).parent / "templates"
SIGNS = "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', sans-serif"
WORDS = "'Liberation Sans', Arial, Helvetica, " + SIGNS


def draw_front(style: CardStyle, component: str, values: Mapping[str, Any], owner: int = -1) -> str:
    """Return the front of a card as SVG, its upper left corner at 0, 0."""
    drawing = describe_card(style, component, "front", values, owner)
    colour = COLOURS[drawing.colour or GREY]
    return _svg(drawing, place_card(drawing), PAPER, colour.ink, border=_border(drawing))


def front_colour(style: CardStyle, component: str, values: Mapping[str, Any], owner: int = -1) -> str:
    """The colour outside the frame of a front, which may run out over the edge of the card."""
    return _border(describe_card(style, component, "front", values, owner))


def _border(drawing: CardDrawing) -> str:
    """The colour outside the frame: that of the card; playing cards and cards without a colour are white there."""
    return PAPER if drawing.playing or not drawing.colour else COLOURS[drawing.colour].fill


def draw_back(style: CardStyle, component: str, values: Mapping[str, Any]) -> str:
    """Return the back of a card as SVG: equal for all of a kind, except for what is printed there."""
    fill = back_colour(style, component)
    ink = ink_on(fill)
    drawing = describe_card(style, component, "back", values)
    if values:
        numbers = [value for corner in drawing.corners for value in corner if value.text]
        if len(numbers) == 1 and not drawing.heading and not drawing.footer:
            name = Value(numbers[0].of, numbers[0].label or style.word(numbers[0].of))
            drawing = replace(drawing, footer=(name,))
        return _svg(drawing, place_card(drawing, fill, ink), fill, ink)
    look = style.looks.of(component)
    if look.picture:
        wide, high = drawing.size.width - 2 * EDGE, drawing.size.height - 2 * EDGE
        return _svg(drawing, PlacedCard(images=[Image(look.picture, EDGE, EDGE, wide, high, full=True)]), fill, ink)
    kind = "" if component == "card" else style.word(component)
    drawing = replace(
        drawing, title=(Value("", style.game),), picture=look.symbol, footer=(Value("", kind),) if kind else ()
    )
    return _svg(drawing, place_card(drawing, fill, ink, drawing.size.height / 5), fill, ink, plain=True)


def back_colour(style: CardStyle, component: str) -> str:
    """The fill colour of the back of a kind of cards."""
    colour = style.looks.of(component).colour
    return COLOURS[colour].fill if colour else BACK


def _svg(drawing: CardDrawing, placed: PlacedCard, ground: str, ink: str, border: str = "", plain: bool = False) -> str:
    """The SVG of a face; border: the colour outside the frame, if not the ground; plain: a back with two frames."""
    size = {"width": drawing.size.width, "height": drawing.size.height, "edge": EDGE}
    texts, again = ([_text(one) for one in texts] for texts in (placed.texts, placed.again))
    boxes, boxes_again = ([_box(one) for one in boxes] for boxes in (placed.boxes, placed.boxes_again))
    part, images = macros(TEMPLATES, "card.svg"), [_image(one) for one in placed.images]
    return str(part.face(ground, border or ground, ink, boxes, texts, boxes_again, again, size, plain, images))


def _image(image: Image) -> dict[str, str]:
    """A picture from a file, with all its content, and its numbers as they are printed."""
    numbers = {"x": image.x, "y": image.y, "width": image.width, "height": image.height}
    looks = {"fit": "slice" if image.full else "meet", "href": image.picture.data_uri}
    return {key: f"{value:.4g}" for key, value in numbers.items()} | looks


def _text(text: Text) -> dict[str, Any]:
    """A text with its numbers as they are printed."""
    place = {"x": f"{text.x:.4g}", "y": f"{text.y:.4g}", "size": f"{text.size:.3g}"}
    family = SIGNS if text.signs else WORDS
    looks = {"ink": text.ink, "bold": text.bold, "outline": text.outline, "rtl": is_right_to_left(text.text)}
    anchor = {"start": "end", "end": "start"}.get(text.anchor, text.anchor) if looks["rtl"] else text.anchor
    return place | looks | {"text": text.text, "anchor": anchor, "family": family}


def _box(box: Box) -> dict[str, Any]:
    """A box with its numbers as they are printed."""
    numbers = {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "round": box.round}
    looks = {"fill": box.fill, "opacity": box.opacity, "outline": box.outline}
    return {key: f"{value:.4g}" for key, value in numbers.items()} | looks
