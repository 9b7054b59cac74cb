"""The order of a pile that may have been shuffled, which is not decided before its cards are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic
from ..checked import Checked, typed_of
from ..shuffled import shuffled_zones
from ..types import subtrees, zone_names

BY_ORDER = ("first", "last", "item", "reversed")


def unknown_order(checked: Checked) -> Iterator[Diagnostic]:
    """Warning: cards are taken from a pile by their order, though nobody knows it."""
    shuffled = shuffled_zones(checked)
    found = (typed for part in checked.sentences.values() for whole in typed_of(part) for typed in subtrees(whole))
    for typed in found:
        if typed.op != "builtin" or typed.value not in BY_ORDER or typed.args[0].op != "cards":
            continue
        zone = typed.args[0].args[0]
        names = zone_names(zone)
        if names is None or not names & shuffled:
            continue
        message = f"{typed.pos.text} takes no cards at random: a shuffled pile has no order until its cards are drawn"
        hint = f"draw them, for example move: 2, from: {zone.pos.text}"
        yield Diagnostic("unknown-order", message, typed.pos.span, "warning", hint)
