"""What has changed since the reader's last choice: cards that came to its hand, points that were counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from ....base.display_names import Wording
from ....drawing.last_moves import LastMoves, value_before
from ....program import ir
from ....seats.percepts import SeatEvent
from ....seats.phrases.arrangement import Item
from ....seats.phrases.log_lines import LogLine, score_counters
from ....seats.phrases.things import place_text
from ....seats.seat_log import SeatLog, initial_values

# the most steps that counted points, the last ones
MOST_COUNTS = 2
# so many lost pieces are named, more are counted
MOST_NAMED = 3


class Counted(NamedTuple):
    """The points of players that a step has counted: its words, and for each player's seat by how much, and to what.

    What the points are now is None where the reader does not see it. counter: the name of the points; number: of the
    first event; fact: the event with which a place has become something by the same choice, such as closed.
    """

    words: str
    rows: tuple[tuple[int, int, int | None], ...]
    counter: str
    number: int
    fact: SeatEvent | None = None


def mark_new_cards(items: Sequence[Item], log: SeatLog, hand: Collection[str]) -> list[Item]:
    """The items, with the cards marked `new` that came to the reader's hand since its last choice.

    None is where all of a hand is new. hand: the labels of the reader's hand.
    """
    came: dict[str, set[int]] = {}
    for event in _events_since(log):
        cards = [event["card"]] if event["kind"] == "move" else event["cards"] if event["kind"] == "pour" else []
        if cards and event["to"] in hand:
            came.setdefault(event["to"], set()).update(card["tag"] for card in cards if card.get("tag") is not None)
    return [_mark_new(item, came[item["label"]]) if item["label"] in came else item for item in items]


def _mark_new(item: Item, tags: Collection[int]) -> Item:
    """A place with its new cards marked."""
    new = [card.get("tag") in tags for card in item["cards"]]
    if all(new):
        return item
    return item | {
        "cards": [card | {"new": True} if is_new else card for card, is_new in zip(item["cards"], new, strict=True)]
    }


def _events_since(log: SeatLog) -> Sequence[dict[str, Any]]:
    """The events since the reader's last choice; none before its first."""
    return log.events[log.since :] if log.chosen else []


def counted_points(log: SeatLog, program: ir.Program, events: Sequence[SeatEvent] | None = None) -> list[Counted]:
    """What the last steps have counted of what the score goes by: in `events`, or since the reader's last choice."""
    events = _events_since(log) if events is None else events
    changed = any(event["kind"] in ("set", "gain") for event in events)
    counters, facts = score_counters(program) if changed else frozenset[str](), dict[str, SeatEvent]()
    found: dict[str, dict[int, tuple[int, int | None]]] = {}
    first: dict[str, dict[str, Any]] = {}
    counting = dict[str, None]()
    for event in events if counters else ():
        if event["kind"] in ("choose", "turn"):
            counting.clear()
        elif _becomes_so(event):
            facts |= dict.fromkeys(counting, event)
        if event["kind"] not in ("set", "gain") or event["variable"] not in counters or not event["words"]:
            continue
        player = _owner(event["label"])
        if player is None:
            continue
        now = event["value"] if event["kind"] == "set" else None
        by = event["amount"] if now is None else now - points_before(log, event["label"], event["number"], program)
        first.setdefault(event["words"], event)
        counting[event["words"]] = None
        before = found.setdefault(event["words"], {}).get(player, (0, None))[0]
        found[event["words"]][player] = before + by, now
    told = [
        Counted(
            words,
            tuple((player, by, now) for player, (by, now) in sorted(rows.items())),
            first[words]["variable"],
            first[words]["number"],
            facts.get(words),
        )
        for words, rows in found.items()
        if any(by for by, _ in rows.values())
    ]
    return told[-MOST_COUNTS:]


def _becomes_so(event: SeatEvent) -> bool:
    """Whether a yes or no of a place has become yes."""
    is_yes = event["kind"] == "set" and event["value_kind"] == "bool" and event["changed"] and event["value"] is True
    return is_yes and "." in event["label"] and _owner(event["label"]) is None


def announcements_before(log: SeatLog, number: int) -> list[dict[str, Any]]:
    """What the rules have announced before that event, since the choice before it."""
    said: list[dict[str, Any]] = []
    for event in reversed(log.events[log.since : number]):
        if event["kind"] == "choose":
            break
        if event["kind"] == "say":
            said.append(event)
    return said[::-1]


def lost_pieces(
    log: SeatLog, fresh: Sequence[LogLine], moves: LastMoves, men: Collection[str], wording: Wording
) -> tuple[str, str]:
    """Which pieces the reader has lost on boards since its last choice, and the line of the choice that took the last.

    Those that are gone, and those to whose place another came. men: the facts of boards that say whose a piece is.
    """
    ends = {end for _, end in moves.ways}
    gone = {place.partition(".")[0] for place, _ in moves.gone}
    names, number = dict[str, None](), -1
    for event in _events_since(log):
        if event["kind"] != "set" or not event["changed"] or event["variable"] not in men:
            continue
        place, seat = event["label"].partition(".")[0], log.visibility.seat
        if place in gone | ends and event["value"] != seat and value_before(log.events, event) == seat:
            names[f"{wording.noun(event['variable'])} {place_text(place, wording)}"] = None
            number = event["number"]
    if not names:
        return "", ""
    told = wording.join([*names]) if len(names) <= MOST_NAMED else str(len(names))
    line = next((line for line in reversed(fresh) if line.chosen and line.number <= number), "")
    return wording.say("You have lost: {pieces}", pieces=told), line


def _owner(label: str) -> int | None:
    """The seat of the player to whom a number belongs: `player 2.points`."""
    owner = label.partition(".")[0].removeprefix("player ")
    return int(owner) - 1 if owner.isdecimal() else None


def points_before(log: SeatLog, label: str, number: int, program: ir.Program) -> int:
    """What a number was before the event with that number."""
    if (before := value_before(log.events, {"label": label, "number": number})) is not None:
        return int(before)
    slots = {slot.name: number for number, slot in enumerate(program.ints)}
    return initial_values(program).get(slots.get(label, -1), 0)


def add_men(areas: Sequence[dict[str, Any]], items: Sequence[Item], men: Collection[str]) -> list[dict[str, Any]]:
    """The areas, those of players with how many pieces they have on boards as `men`; None where that says nothing.

    men: the names of the facts of boards that say whose piece stands there.
    """
    if not men:
        return [*areas]
    owners = [item.get("value") for item in items if item["name"] in men and not item.get("hidden")]
    return [area | {"men": owners.count(area["owner"]) if area["owner"] is not None else None} for area in areas]


def lasting_pieces(program: ir.Program, boards: Collection[str]) -> frozenset[str]:
    """The facts of boards that say whose piece stands there, where pieces are taken or change hands.

    Where pieces are only placed nobody counts them.
    """
    facts = {
        number: slot.declared
        for number, slot in enumerate(program.ints)
        if slot.kind == "thing player" and [kind for kind, _ in slot.indexes] in [[kind] for kind in boards]
    }
    changed: set[str] = set()

    def look(body: Sequence[Any], repeated: bool) -> None:
        for part in body:
            if not isinstance(part, list):
                continue
            if part[:1] == ["set"] and part[1] in facts and (repeated or part[3] == ir.NOTHING):
                changed.add(facts[part[1]])
            look(part, repeated or part[:1] == ["for"])

    for block in program.blocks[program.started :]:
        look(block.body, False)
    return frozenset(changed)
