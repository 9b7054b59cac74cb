"""Which piles may have parts in no order."""

from __future__ import annotations

from .checked import CardList, Checked, CheckedMove, CheckedShuffle, WholeZone
from .types import zone_names


def shuffled_zones(checked: Checked) -> set[str]:
    """The names of the zones that may have unordered parts: shuffled ones, and those that such a pile is laid on."""
    every = {zone.name for zone in checked.ruleset.zones.values()}
    found: set[str] = set()
    pours: list[tuple[set[str], set[str]]] = []
    for part in checked.sentences.values():
        match part.effect:
            case CheckedShuffle(zones):
                found |= zone_names(zones) or every
            case CheckedMove(cards=WholeZone(zone), to=to) | CheckedMove(cards=CardList(zone), amount=None, to=to):
                pours.append((zone_names(zone) or every, zone_names(to) or every))
    while True:
        more = {name for source, to in pours if source & found for name in to} - found
        if not more:
            return found
        found |= more
