"""What stands where on a page: as a chip in a player's panel, as cards, or in the middle of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....base.appearance.layouts import PLAYERS, Mark, TableLayout
from ....base.display_names import Wording
from ....drawing.score_tracks import ScoreTrack
from ....program import ir
from ....seats.phrases.arrangement import Item, player_of
from ....seats.visibility import ONLOOKER

# the place of tracks above all groups of the middle
RACES = -1
# more open cards than these lie in a pile
MOST_OPEN = 7
# the fewest cards that have an order, and the most ways to put them in one
FEW_TO_ORDER, MOST_ORDERS = 3, 3
# more zones beside a hand are only shown where something lies
MANY_ZONES = 3


def closed_zones(program: ir.Program, seat: int) -> frozenset[str]:
    """The labels of the zones whose fronts a seat does not see where they lie."""
    everybody = (1 << program.players) - 1
    zones = [slot for slot in program.lists[: program.zones] if slot.kind in ("set", "pile")]
    sees = {slot.name: slot.see["front"] for slot in zones}
    return frozenset(
        name for name, mask in sees.items() if not (mask == everybody or (seat != ONLOOKER and mask >> seat & 1))
    )


def lies_open(item: Item, piles: frozenset[str]) -> bool:
    """Whether a pile lies open: the rules read its cards, which are few, and the seat knows all of them."""
    known = [card for card in item["cards"] if card.keys() & {"front", "back"}]
    return item["name"] in piles and item["size"] == len(known) <= MOST_OPEN and player_of(item) is None


def lies_in_middle(item: Item, layout: TableLayout) -> bool:
    """Whether an item of a player lies in the middle of the table."""
    return player_of(item) is not None and item["name"] in layout.middle


def split_panel(
    items: Sequence[Item], marks: Sequence[Mark] | None, closed: frozenset[str], tapped: frozenset[str]
) -> tuple[list[Item], list[Item]]:
    """Return a player's items that are numbers in the panel, in order, and those that are drawn below.

    marks: what the layout names for the panel, None where it says nothing: then all numbers, and the sizes of places of
    which nothing is seen. Cards that are seen are drawn unless they are named. tapped: the labels of zones with cards
    that can be tapped, which are always drawn.
    """
    order = None if marks is None else [mark.name for mark in marks]
    chips, drawn = [], []
    for item in items:
        zone, named = "cards" in item, order is not None and item["name"] in order
        known = zone and item["show"] != "count" and any(card.keys() & {"front", "back"} for card in item["cards"])
        is_drawn = zone and (item["label"] in tapped or (known and not named))
        # what is drawn has its size above it
        if named or (order is None and (not zone or (item["label"] in closed and not is_drawn))):
            chips.append(item)
        if is_drawn:
            drawn.append(item)
    if order is not None:
        chips.sort(key=lambda item: order.index(item["name"]))
    return chips, drawn


def lying_at(items: Sequence[Item], layout: TableLayout) -> list[tuple[str, Item]]:
    """Return what players have put on places: the word of each place, and the number that lies there."""
    values = {(item["name"], player_of(item)): item for item in items if "value" in item and len(item["indexes"]) == 1}
    return [
        (place["value"], number)
        for (name, player), place in values.items()
        if name in layout.lies_at and player is not None and isinstance(place["value"], str)
        if (number := values.get((layout.lies_at[name], player))) is not None and number["value"]
    ]


def middle_blocks(items: Sequence[Item], layout: TableLayout) -> list[list[Item]]:
    """Return the items in the middle of the table in groups: what the layout names, in order, then all the rest."""
    blocks: list[list[Item]] = [[] for _ in range(len(layout.middle) + 1)]
    for item in items:
        kind = item["indexes"][0]["kind"] if item["indexes"] else ""
        own = [at for at, name in enumerate(layout.middle) if name in (item["name"], kind)]
        blocks[own[0] if own else len(layout.middle)].append(item)
    return blocks


def tracks_at(at: int, tracks: Sequence[ScoreTrack], layout: TableLayout) -> list[ScoreTrack]:
    """The tracks that lie below a group of the middle: where the layout names them, else players' at the end.

    Those of things, which race, lie above all: at RACES.
    """
    places = {name: number for number, name in enumerate(layout.middle)}
    last = {PLAYERS: len(layout.middle)}
    return [track for track in tracks if places.get(track.name, last.get(track.kind, RACES)) == at]


def chip_of(item: Item, name: str, pawn: tuple[str, str]) -> dict[str, Any]:
    """The number of cards in a place, which is known, as a chip."""
    return {
        "name": name,
        "text": str(item["size"]),
        "option": None,
        "about": False,
        "pawn": pawn,
        "die": None,
    }


def without_empty(zones: list[dict[str, Any]], always: bool) -> list[dict[str, Any]]:
    """Return a player's zones without empty ones, unless these can be tapped; not always: if there are many zones."""
    if not always and len(zones) <= MANY_ZONES:
        return zones
    return [zone for zone in zones if zone["cards"] or zone["backs"] or zone["option"] is not None]


def put_in_order(item: Item, layout: TableLayout, orders: Mapping[str, dict[str, list[str]]]) -> Item:
    """A place of the own hand with its cards as the layout says, or else by things, then numbers; groups stay."""
    words = orders.get(item.get("component") or "", {})
    if item.get("kind") != "set" or any("group" in card for card in item["cards"]):
        return item
    names = layout.hands.get(item["name"], tuple(words))
    cards = list(item["cards"])
    for name in reversed(names):
        cards.sort(key=lambda card: _rank(card, name.removeprefix("-"), words), reverse=name.startswith("-"))
    return item | {"cards": cards}


def _rank(card: dict[str, Any], name: str, words: Mapping[str, list[str]]) -> tuple[int, int]:
    """The place of a card by an attribute; last where it has none."""
    value = (card.get("front") or {}).get(name, (card.get("back") or {}).get(name))
    if isinstance(value, str) and value in words.get(name, []):
        value = words[name].index(value)
    return (0, int(value)) if isinstance(value, int) else (1, 0)


def own_order(item: Item, orders: Mapping[str, dict[str, list[str]]], wording: Wording) -> dict[str, Any]:
    """What a browser needs to put the cards of a hand in an order of its own; {} where there is nothing to do.

    `by`: what they can be put in order by; `places`: by the seat's tag of a card, which counts as cards come, its
    place by each of these.
    """
    words = orders.get(item.get("component") or "", {})
    plain = item.get("kind") == "set" and not any("group" in card for card in item["cards"])
    if not plain or len(item["cards"]) < FEW_TO_ORDER or not all("tag" in card for card in item["cards"]):
        return {}
    known = [name for name in words if any(_rank(card, name, words) < (1, 0) for card in item["cards"])][:MOST_ORDERS]
    places = {card["tag"]: " ".join(str(_rank(card, name, words)[1]) for name in known) for card in item["cards"]}
    return {"by": [wording.name(name) for name in known], "places": places}


def pile_up(zone: dict[str, Any], named: bool, hand: bool) -> dict[str, Any]:
    """A zone as a pile, of which only the top is drawn and the rest can be opened: if named, a pile, or of many cards.

    `inside`: the cards below; none of a place where cards can be tapped, or of a hand unless it is named.
    """
    cards = zone["cards"]
    if any(card["option"] is not None for card in cards) or (hand and not named):
        return zone
    if len(cards) < 2 or not (named or zone["heap"] or len(cards) > MOST_OPEN):
        return zone
    # the top of a pile is its first card, as far as it is known; cards that lie side by side have none
    first = cards[0] if zone["heap"] else cards[-1]
    top = [first] if not zone["heap"] or first["position"] == 1 else []
    return zone | {"heap": True, "cards": top, "backs": 0 if top else zone["backs"], "inside": cards}
