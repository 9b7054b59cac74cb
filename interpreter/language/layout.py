"""Read the section `layout`: what stands where on the cards, how large they are; boards; the table; print."""

from __future__ import annotations

from ..base.appearance.layouts import PARTS, POKER, SIDES, SIZES, CardLayout, CardSize, DieLayout, card_size
from ..base.diagnostics import Diagnostic, Span
from ..base.similar import report_unknown
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from . import display_model as dm
from .board_layout import board_of
from .print_layout import print_of
from .reader import Reader, entries, text, texts
from .table_layout import marks_of, table_of


def layout_of(node: Node | None, reader: Reader) -> dm.Layout:
    """The section `layout`; what is wrong in it is reported and left out."""
    parts = {key.text: value for key, value in entries(node)}
    return dm.Layout(
        {key.text: _card_kind(key, body, reader) for key, body in entries(parts.get("cards"))},
        {key.text: board_of(key, body) for key, body in entries(parts.get("boards"))},
        table_of(parts.get("table"), reader),
        print_of(parts.get("print"), reader),
        dice_of(parts.get("dice")),
    )


def dice_of(node: Node | None) -> list[tuple[DieLayout, Span]]:
    """The values that are drawn as dice, each where it is named."""
    found = []
    for item in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(item, Scalar):
            found.append((DieLayout(item.text), item.span))
        found += [(DieLayout(key.text, tuple(texts(faces))), key.span) for key, faces in entries(item)]
    return found


def _card_kind(kind: Scalar, body: Node, reader: Reader) -> dm.CardKindLayout:
    """The layout of a kind of cards."""
    names = {key.text: marks_of(value) for key, value in entries(body) if key.text in PARTS}
    size = _size(body.get("size") if isinstance(body, Mapping) else None, reader)
    layout = CardLayout({part: tuple(mark for mark, _ in found) for part, found in names.items()}, size)
    places = [(part, mark.name, place.span) for part, found in names.items() for mark, place in found]
    return dm.CardKindLayout(kind.text, kind.span, layout, places)


def _size(node: Node | None, reader: Reader) -> CardSize:
    """The size of a kind of cards; a wrong one is reported."""
    size = card_size(text(node)) if node is not None else POKER
    if size is None:
        assert node is not None
        reader.problems.append(_no_size(text(node), node))
    return size or POKER


def _no_size(words: str, node: Node) -> Diagnostic:
    """The mistake of an unknown size, or of one that is too small or too large."""
    if any(character.isdigit() for character in words):
        message = f"a card cannot have the size '{words}': its sides are {SIDES[0]} to {SIDES[-1]} mm"
        hint = "write a width and a height in whole millimetres, such as 50 x 75"
        return Diagnostic("bad-size", message, node.span, hint=hint)
    hint = f"the sizes are {', '.join(SIZES)}, or a width and a height in millimetres such as 50 x 75"
    known = [*SIZES, *(f"{size} landscape" for size in SIZES)]
    return report_unknown("bad-size", f"there is no size '{words}'", node.span, words, known, hint)
