"""What a decision is about: what was chosen, laid or named last, from the events that the seat perceived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ....seats.percepts import SeatEvent
from ....seats.phrases.arrangement import Item, player_of

# the last events of a log among which it is looked for
RECENT = 80


class Subject(NamedTuple):
    """What a question is about: labels of places and numbers, cards by label and tag, members by kind and word."""

    labels: frozenset[str] = frozenset()
    cards: frozenset[tuple[str, int]] = frozenset()
    members: frozenset[tuple[str, str | int]] = frozenset()


NO_SUBJECT = Subject()
# a question is about one of each: a thing on the table, and what somebody said of it
THING, NUMBER = "thing", "number"


def find_subject(events: Sequence[SeatEvent], items: Mapping[str, Item], hand: Mapping[str, Item]) -> Subject:
    """Return what a seat's question is about: the last thing that was chosen or laid, and the last number named.

    Both since the turn began; if nothing was, the shared value that somebody has named in the turn before, such as a
    bid to beat. events: the last of its log; items: what is drawn on the table, by label; hand: the places of its own
    hand, whose cards that show a chosen thing belong to it. What has gone since is left out.
    """
    found: dict[str, Subject] = {}
    picked: int | None = None
    for at in range(len(events) - 1, -1, -1):
        for part, subject in _subjects(events[at], events[at - 1] if at else {"kind": ""}, items, hand):
            # once somebody was picked, it is about what that player has said
            if part == THING or picked is None or {player_of(items[label]) for label in subject.labels} == {picked}:
                found.setdefault(part, subject)
        if picked is None and events[at]["kind"] == "choose" and events[at].get("value_kind") == "thing player":
            picked = events[at]["value"]
        if len(found) == len((THING, NUMBER)):
            break
        if events[at]["kind"] == "turn":
            found = found or {NUMBER: _named_before(events[:at], items)}
            break
    return (
        Subject(*(frozenset[Any]().union(*parts) for parts in zip(*found.values(), strict=True)))
        if found
        else NO_SUBJECT
    )


def _subjects(
    event: SeatEvent, before: SeatEvent, items: Mapping[str, Item], hand: Mapping[str, Item]
) -> Iterator[tuple[str, Subject]]:
    """What one event makes a subject of; before: the event before it."""
    kind, value_kind = event["kind"], str(event.get("value_kind", ""))
    if kind == "choose" and value_kind.startswith("thing ") and event["value"] is not None:
        member = value_kind.removeprefix("thing "), event["value"]
        yield THING, Subject(cards=_cards_with(member[1], hand), members=frozenset([member]))
    elif kind == "choose" and value_kind.startswith("card "):
        yield from _lying([event["value"]], [*items, *hand], {**items, **hand})
    elif kind == "move":
        yield from _lying([event["card"]], [event["to"]], items)
    elif kind == "reveal":
        yield from _lying(event["cards"], event["zones"], items)
    elif kind == "set" and event["changed"] and event["label"] in items and _names_number(event, before):
        yield NUMBER, Subject(labels=frozenset([event["label"]]))


def _named_before(events: Sequence[SeatEvent], items: Mapping[str, Item]) -> Subject:
    """The shared value that was set to the thing that was chosen last, if nothing else has happened since."""
    if len(events) > 1 and events[-2]["kind"] == "choose" and events[-1]["kind"] == "set":
        chosen, label = events[-2], events[-1]["label"]
        is_thing = str(chosen.get("value_kind", "")).startswith("thing ")
        if is_thing and label in items and not items[label]["indexes"] and chosen["value"] == events[-1].get("value"):
            return Subject(labels=frozenset([label]))
    return NO_SUBJECT


def _names_number(event: SeatEvent, before: SeatEvent) -> bool:
    """Whether a number is set to what somebody has just chosen."""
    chosen = before["kind"] == "choose" and before.get("value_kind") == "int"
    return chosen and event.get("value") == before.get("value")


def _cards_with(word: str | int, hand: Mapping[str, Item]) -> frozenset[tuple[str, int]]:
    """The cards of the hand whose front shows a member of a thing."""
    found = ((label, card) for label, item in hand.items() if "cards" in item for card in item["cards"])
    return frozenset((label, card["tag"]) for label, card in found if word in (card.get("front") or {}).values())


def _lying(cards: Sequence[Any], labels: Any, items: Mapping[str, Item]) -> Iterator[tuple[str, Subject]]:
    """Cards that still lie at one of these places; of those that are not known there, the place."""
    for label in labels:
        item = items.get(label)
        if item is None or "cards" not in item:
            continue
        known = {card["tag"]: card for card in item["cards"] if "tag" in card}
        tags = [card["tag"] for card in cards if isinstance(card, dict) and card.get("tag") in known]
        if tags and all(known[tag].keys() & {"front", "back"} for tag in tags):
            yield THING, Subject(cards=frozenset((label, tag) for tag in tags))
        elif tags or (len(labels) == 1 and item["size"]):
            yield THING, Subject(labels=frozenset([label]))
