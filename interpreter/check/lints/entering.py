"""Lints of events for entering cards: places that cards never enter, and cards that enter others' places."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.diagnostics import Diagnostic, Note
from ..checked import Checked, CheckedDeal, CheckedMove
from ..types import Typed, zone_names


def entering(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of events that never happen, or not for every card that enters a place of this name."""
    moves = [
        (sentence, part.effect.to)
        for sentence, part in checked.sentences.items()
        if isinstance(part.effect, CheckedMove | CheckedDeal)
    ]
    for event in checked.entering:
        if event.zone is None:
            continue
        zone = checked.exprs[id(event.zone)]
        names, span = zone_names(zone), zone.pos.span
        reaching = [(by, to) for by, to in moves if meets(names, zone_names(to))]
        if not reaching:
            message = f"this never happens: no step puts a card into {zone.pos.text}"
            yield Diagnostic("unreachable", message, span, "warning", "name another place, or delete the event")
        owner = owner_in_turn(zone, checked)
        others = [by for by, to in reaching if owner is not None and owner_in_turn(to, checked) is not owner]
        if others:
            name = zone.value.name
            message = f"this happens only for the {name} of the player in turn, not when cards come to others"
            owner = f"the owner is first(p in players where card in p.{name})"
            hint = f"write enters: players.{name} to watch all of them; {owner}"
            note = Note(others[0].span, f"this may put a card into another {name}")
            yield Diagnostic("one-owner", message, span, "warning", hint, (note,))


def meets(one: set[str] | None, other: set[str] | None) -> bool:
    """Whether two sets of places, None for any, have one in common."""
    return one is None or other is None or not one.isdisjoint(other)


def owner_in_turn(zone: Typed, checked: Checked) -> object:
    """The name of the player in turn who owns the place, None if it is another's or nobody's."""
    if zone.op != "zone" or not zone.args or zone.value.owner != "player":
        return None
    owner = zone.args[0]
    return owner.value if owner.op == "local" and owner.value in checked.turn_names.values() else None
