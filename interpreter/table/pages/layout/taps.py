"""What can be tapped on a page for the options of a question, and which of several mentions of a place it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from ....base.appearance.layouts import TableLayout
from ....program import ir
from ....seats.phrases.arrangement import Item, player_of


class Taps(NamedTuple):
    """The options taken by tapping something: cards by zone and tag, places by kind and word, players by seat.

    whole: whether several cards are chosen together; costs: in words, of the options that cost something.
    """

    cards: dict[tuple[str, int], int]
    places: dict[tuple[str, str], int]
    players: dict[int, int]
    costs: dict[int, str]
    whole: bool = False


NO_TAPS = Taps({}, {}, {}, {})


def find_taps(shown: dict[str, Any], whole: bool, costs: dict[int, str]) -> Taps:
    """The taps for the options of a view (whole: only cards); a tap that could mean two options is left out."""
    taps = Taps({}, {}, {}, costs, whole)
    decision = shown["decision"]
    found: list[tuple[dict[Any, int], Any, int]] = []
    for option in decision["options"] if decision else ():
        kind, _, word = option["kind"].partition(" ")
        if kind == "card" and option["value"]["tag"] is not None:
            found.append((taps.cards, (option["zone"], option["value"]["tag"]), option["index"]))
        elif whole:
            continue
        elif kind == "thing" and word == "player" and isinstance(option["value"], int):
            found.append((taps.players, option["value"], option["index"]))
        elif kind == "thing" and isinstance(option["value"], str):
            found.append((taps.places, (word, option["value"]), option["index"]))
    times = Counter((id(kind), what) for kind, what, _ in found)
    for kind, what, index in found:
        if times[id(kind), what] == 1:
            kind[what] = index
    return taps


def find_alike(
    shown: dict[str, Any], taps: dict[tuple[str, int], int], program: ir.Program
) -> dict[tuple[str, int], int]:
    """The taps of cards that are alike in every respect to one that can be tapped, and lie in no order beside it."""
    marked = {kind for slot in program.ints if slot.declared for kind, _ in slot.indexes}
    found: dict[tuple[str, int], int] = {}
    for zone in shown["zones"]:
        cards = {card["tag"]: card for card in zone["cards"] if card.get("now") and "tag" in card}
        if zone["kind"] != "set" or zone["component"] in marked:
            continue
        looks = {tag: repr(sorted((key, card[key]) for key in card if key != "tag")) for tag, card in cards.items()}
        first = {looks[tag]: taps[zone["label"], tag] for tag in looks if (zone["label"], tag) in taps}
        own = {(zone["label"], tag): first[look] for tag, look in looks.items() if look in first}
        found |= {card: option for card, option in own.items() if card not in taps}
    return found


def choose_mentions(
    items: Sequence[Item], taps: Taps, seat: int, table: TableLayout, boards: Collection[str]
) -> list[Item]:
    """The items, marked `elsewhere` where a place that can be chosen is tapped at a better mention of it.

    What is the reader's own or nobody's goes before what other players have; of the reader's own numbers and values by
    place the first name, and a yes or no last: a sheet, not the marks on it. boards: the things that are boards.
    """
    if not taps.places:
        return [*items]
    near: set[tuple[str, str]] = set()
    names: dict[str, str] = {}
    for item in sorted(items, key=lambda item: item.get("kind") == "bool"):
        place, owner = _place_of(item, taps), player_of(item)
        if place is None or owner not in (None, seat):
            continue
        # numbers of players that the layout leaves out are not on the page
        if owner is not None and "cards" not in item and place[0] not in boards and not _is_shown(item["name"], table):
            continue
        near.add(place)
        if owner is not None and "cards" not in item:
            names.setdefault(place[0], item["name"])
    found = []
    for item in items:
        place, owner = _place_of(item, taps), player_of(item)
        others = owner not in (None, seat) and place in near
        again = (
            place is not None
            and owner == seat
            and "cards" not in item
            and names.get(place[0], item["name"]) != item["name"]
        )
        found.append(item | {"elsewhere": True} if others or again else item)
    return found


def _place_of(item: Item, taps: Taps) -> tuple[str, str] | None:
    """The place that an item belongs to, if it can be chosen."""
    last = item["indexes"][-1] if item["indexes"] else None
    place = (last["kind"], last["word"]) if last else None
    return place if place in taps.places else None


def _is_shown(name: str, table: TableLayout) -> bool:
    """Whether the reader's own numbers of a name are on the page."""
    return table.mine is None or name in table.middle or name in {mark.name for mark in table.mine}
