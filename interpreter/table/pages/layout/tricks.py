"""Cards that each player lays in the middle: where they lie, as people sit, and which was the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....base.appearance.layouts import TableLayout
from ....program import ir
from ....seats.percepts import SeatEvent
from ....seats.phrases.arrangement import Item, player_of

# for how many people there are places around the middle
SEATS = range(2, 7)
# more cards of one player lie in a row
MOST = 3
# so many events ago the last trick was at most
BACK = 150


def leader_of(values: Iterable[Item], layout: TableLayout) -> int | None:
    """Return the seat of the player whom the layout names as the first, as far as the reader knows."""
    found = (one for one in values if one["name"] == layout.first and not one["indexes"] and not one.get("hidden"))
    leader = next((one["value"] for one in found if one["kind"] == "thing player"), None)
    return leader if isinstance(leader, int) else None


def first_to_lay(events: Sequence[SeatEvent], zones: Sequence[Item]) -> int | None:
    """Return the seat of the player who laid the first of the cards that lie in these places; None if that is unknown.

    The rules may name the next one already while a trick still lies there.
    """
    owners, lying = {item["label"]: player_of(item) for item in zones}, sum(item["size"] or 0 for item in zones)
    first = None
    for event in reversed(events):
        if lying <= 0:
            break
        if event["kind"] == "move" and event["to"] in owners and event["from"] not in owners:
            first, lying = owners[event["to"]], lying - 1
    return first if lying <= 0 else None


def seat_at_table(item: Item, seat: int, players: int) -> int:
    """Return how many places to the left of the reader the owner sits; the reader, or for onlookers the first, is 0."""
    return ((player_of(item) or 0) - max(seat, 0)) % players


def is_round(zones: Sequence[Mapping[str, Any]]) -> bool:
    """Whether zones are one of each player, for so many people as there are places, with few small cards each."""
    if any(zone["rich"] or (zone["size"] or 0) > MOST for zone in zones):
        return False
    return len(zones) in SEATS and sorted(zone["at"] for zone in zones) == [*range(len(zones))]


def last_trick(events: Sequence[SeatEvent], program: ir.Program) -> tuple[int, list[tuple[int, SeatEvent]]] | None:
    """Return who took the last trick, and whose card each event of its sweep moves; None if there was none.

    A trick are open cards of several players, each from a place of the same name, that go to a place of one of them.
    """
    zones = {slot.name: slot for slot in program.lists[: program.zones]}
    everybody = (1 << program.players) - 1
    run: list[tuple[int, SeatEvent]] = []
    for event in reversed(events):
        same = not run or (event.get("words"), event.get("to")) == (run[-1][1]["words"], run[-1][1]["to"])
        source = zones.get(event["from"]) if event["kind"] in ("move", "pour") and same else None
        swept = source is not None and source.owner >= 0 and source.see["front"] == everybody
        if swept and source is not None and zones[event["to"]].declared != source.declared:
            run.append((source.owner, event))
        elif len({owner for owner, _ in run}) > 1:
            break
        else:
            run = []
    taker = zones[run[0][1]["to"]].owner if len({owner for owner, _ in run}) > 1 else -1
    return (taker, run[::-1]) if taker >= 0 else None
