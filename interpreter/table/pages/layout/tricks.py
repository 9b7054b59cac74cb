"""Cards that each player lays in the middle: where they lie, as people sit, and which was the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ....base.appearance.layouts import TableLayout
from ....program import ir
from ....seats.percepts import SeatEvent
from ....seats.phrases.arrangement import Item, player_of
from ....seats.running_game import StartedGame
from ....seats.seat_log import SeatLog
from ....seats.worked_values import value_of_cards

# who took a trick, and the owner of the cards that each event of its sweep moves
Trick = tuple[int, list[tuple[int, SeatEvent]]]

# for how many people there are places around the middle
SEATS = range(2, 7)
# more cards of one player lie in a row
MOST = 3
# so many events ago the last trick was at most
BACK = 150
# events of a hand, at most: so many are read before the first trick
A_HAND = 500


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


def at_its_seat(item: Item, shown: Mapping[str, Any]) -> Item:
    """The item with its seat, whether its owner led, and what the last trick has changed for them, if that is new."""
    owner, trick = player_of(item), shown["trick"]
    gained = trick["gains"] if trick is not None and trick["new"] == owner else []
    at = seat_at_table(item, shown["seat"], shown["players"])
    return item | {"at": at, "led": owner == shown["led"], "gained": gained}


def is_round(zones: Sequence[Mapping[str, Any]]) -> bool:
    """Whether zones are one of each player, for so many people as there are places, with few small cards each."""
    if any(zone["rich"] or (zone["size"] or 0) > MOST for zone in zones):
        return False
    return len(zones) in SEATS and sorted(zone["at"] for zone in zones) == [*range(len(zones))]


def last_trick(events: Sequence[SeatEvent], program: ir.Program) -> Trick | None:
    """Return the last trick; None if there was none."""
    return next(reversed(_tricks(events, program)), None)


def _tricks(events: Sequence[SeatEvent], program: ir.Program) -> list[Trick]:
    """The tricks: open cards of several players, each from a place of the same name, that go to a place of one."""
    zones = {slot.name: slot for slot in program.lists[: program.zones]}
    everybody = (1 << program.players) - 1
    begun = {name for name, slot in zones.items() if slot.owner >= 0 and slot.see["front"] == everybody}
    if not begun:
        return []

    def way(event: SeatEvent) -> tuple[str, str] | None:
        if event["kind"] not in ("move", "pour") or event["from"] not in begun:
            return None
        to = event["to"]
        return (event["words"], to) if zones[to].declared != zones[event["from"]].declared else None

    found = []
    for to, run in groupby(events, way):
        taken = [(zones[event["from"]].owner, event) for event in run] if to is not None else []
        if to is not None and zones[to[1]].owner >= 0 and len({owner for owner, _ in taken}) > 1:
            found.append((zones[to[1]].owner, taken))
    return found


def cards_of(event: SeatEvent) -> list[dict[str, Any]]:
    """The cards that an event moves, as far as the reader knows them."""
    cards: list[dict[str, Any]] = [event["card"]] if event["kind"] == "move" else event["cards"]
    return cards


def trick_gains(game: StartedGame, log: SeatLog, first: int) -> dict[int, list[tuple[str, int]]]:
    """By how much each trick has changed what panels have worked out from its taker's cards.

    By the number of its first event, from this one on: the names of the definitions, with amounts that are not 0.
    """
    names = sorted(game.looks.table.worked_numbers & game.program.functions.keys())
    begun = max(0, first - A_HAND)
    events = log.events[begun:] if names else ()
    tricks = {taken[0][1]["number"]: (taker, taken) for taker, taken in _tricks(events, game.program)}
    # what lies where tricks go, None as long as that is unknown
    lying: dict[str, list[dict[str, Any]] | None]
    lying = {taken[0][1]["to"]: None if begun else [] for _, taken in tricks.values()}
    gains: dict[int, list[tuple[str, int]]] = {}
    for event in events if tricks else ():
        before = lying.get(event["to"]) if event["kind"] in ("move", "pour") else None
        if before is not None and event["number"] in tricks and event["number"] >= first:
            taker, taken = tricks[event["number"]]
            cards = [card for _, each in taken for card in cards_of(each)]
            amounts = [(name, _gain(game, name, taker, event["to"], before, cards)) for name in names]
            gains[event["number"]] = [(name, by) for name, by in amounts if by]
        if before is not None:
            before += cards_of(event)
        if event["kind"] in ("move", "pour") and event["from"] in lying:
            # all that lies there is poured; which card is taken away may be unknown
            lying[event["from"]] = [] if event["kind"] == "pour" else None
    return gains


def _gain(
    game: StartedGame, name: str, player: int, place: str, cards: list[dict[str, Any]], more: list[dict[str, Any]]
) -> int:
    """By how much a definition of a player changes when more cards come to a place; 0 where that is unknown."""
    values = [value_of_cards(game, name, player, place, some) for some in (cards, cards + more)]
    return values[1] - values[0] if values[0] is not None and values[1] is not None else 0
