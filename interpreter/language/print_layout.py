"""Read how sheets are printed, in the section `layout`."""

from __future__ import annotations

from ..base.appearance.layouts import MOST_BLEED, MOST_GAP, MOST_SHIFT, PrintLayout, read_length, read_shift
from ..reading.nodes import Node
from .reader import Reader, entries, text


def print_of(node: Node | None, reader: Reader) -> PrintLayout:
    """How sheets are printed; wrong lengths are reported."""
    usual, lines = PrintLayout(), {key.text: value for key, value in entries(node)}
    found: dict[str, float] = {}
    for key, most, default in (("bleed", MOST_BLEED, usual.bleed), ("gap", MOST_GAP, usual.gap)):
        length = read_length(text(lines[key]), 0, most) if key in lines else default
        if length is None:
            message = f"`{key}` must be from 0 to {most} mm, not '{text(lines[key])}'"
            reader.error("bad-print", message, lines[key].span, f"write `{key}: {default:g}`")
        found[key] = default if length is None else length
    shift = read_shift(text(lines["shift"])) if "shift" in lines else usual.shift
    if shift is None:
        message = f"`shift` must be two lengths of at most {MOST_SHIFT} mm, not '{text(lines['shift'])}'"
        hint = "write how far backs move right and down, such as `shift: 0.5 -0.3`"
        reader.error("bad-print", message, lines["shift"].span, hint)
    return PrintLayout(
        text(lines.get("paper")) or usual.paper,
        found["bleed"],
        text(lines.get("marks")) or usual.marks,
        shift or usual.shift,
        found["gap"],
    )
