"""Read the boards of the section `layout`: where places lie, what stands there, what joins them."""

from __future__ import annotations

from ..base.appearance.layouts import NO_COORDINATES, BoardLayout, BoardLines, read_range
from ..reading.nodes import Mapping, Node, Scalar, Sequence
from . import display_model as dm
from .reader import entries, text, texts

FACTS = ("piece", "note")


def board_of(kind: Scalar, body: Node) -> dm.BoardKindLayout:
    """The layout of the board of a thing, with every name in it."""
    lines = {key.text: (key, value) for key, value in entries(body)}
    parts = {key: value for key, (_, value) in lines.items()}
    named = [(part, item) for part in FACTS for item in _items(parts.get(part))]
    named += [("lines", item) for item in _items(parts.get("lines")) if item.text != NO_COORDINATES]
    named += [("at", key) for key, _ in entries(parts.get("at"))]
    coordinates, table, track = parts.get("coordinates"), parts.get("lines"), parts.get("track")
    layout = BoardLayout(
        squares=text(parts.get("squares")),
        hexes=text(parts.get("hexes")),
        coordinates=text(coordinates),
        rows=tuple(texts(_part(coordinates, "rows"))),
        columns=tuple(texts(_part(coordinates, "columns"))),
        piece=tuple(texts(parts.get("piece"))),
        note=tuple(texts(parts.get("note"))),
        side=text(parts.get("my side")),
        lines=None if table is None else BoardLines(text(table).replace(NO_COORDINATES, ""), False),
        at=tuple((key.text, *_percent(value)) for key, value in entries(parts.get("at"))),
        map=text(parts.get("map")),
        track=tuple(int(number) for number in texts(track)) if isinstance(track, Sequence) else (),
        scores=read_range(text(track)) if isinstance(track, Scalar) else None,
    )
    keys = {key: (value if key == "map" else scalar).span for key, (scalar, value) in lines.items()}
    return dm.BoardKindLayout(
        kind.text, kind.span, layout, keys, [(part, item.text, item.span) for part, item in named]
    )


def _items(node: Node | None) -> list[Scalar]:
    """The names of a list, or a single name."""
    return [item for item in (node.items if isinstance(node, Sequence) else [node]) if isinstance(item, Scalar)]


def _part(node: Node | None, key: str) -> Node | None:
    """A part of a mapping."""
    return node.get(key) if isinstance(node, Mapping) else None


def _percent(node: Node) -> tuple[int, int]:
    """The two numbers of a place."""
    across, down = text(node).split()
    return int(across), int(down)
