"""What has changed on boards since a seat last chose, and what it has picked now: from the events that it perceived."""

from __future__ import annotations

from collections.abc import Mapping, Reversible, Sequence
from typing import Any, NamedTuple

from ..base.display_names import PLAYER
from ..seats.percepts import SeatEvent
from ..seats.phrases.things import LABEL


class LastMoves(NamedTuple):
    """The places that were filled or emptied, by their words; ways, from a place to another; places picked before.

    latest: what has changed since the last choice of another alone; gone: what was at emptied places and went to none
    that is known, as labels and values.
    """

    filled: tuple[str, ...] = ()
    emptied: tuple[str, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    latest: LastMoves | None = None
    gone: tuple[tuple[str, Any], ...] = ()


NO_MOVES = LastMoves()
# the last events of a log among which those are looked for
RECENT = 500


def last_moves(events: Sequence[SeatEvent], seat: int) -> LastMoves:
    """Return what others have changed since the seat last chose before them, and what it has picked since then.

    For onlookers: what the player has changed who was the last to choose. events: of a log, all that are known.
    """
    log, events = events, events[max(0, len(events) - RECENT) :]
    choices = [(at, event["seat"]) for at, event in enumerate(events) if event["kind"] == "choose"]
    others = [(at, who) for at, who in choices if who != seat]
    if not others:
        return NO_MOVES._replace(picked=_last_picks(events, seat))
    last, mover = others[-1]
    before = [at for at, who in choices if at < last and (who == seat or (seat < 0 and who != mover))]
    # what follows from the seat's own choice is no news to it
    first = next(at for at, _ in others if not before or at > before[-1])
    own = next((at for at, _ in choices if at > last), len(events))
    latest = _changes(events[last:own], log)
    return _changes(events[first:own], log)._replace(picked=_last_picks(events[own:], seat), latest=latest)


def _last_picks(events: Sequence[SeatEvent], seat: int) -> tuple[str, ...]:
    """The places that a seat has chosen last, while nothing has come of it."""
    found: list[str] = []
    for event in reversed(events):
        if event["kind"] != "choose" or event["seat"] != seat:
            break
        found += _places([event])
    return tuple(found[::-1])


def _changes(events: Sequence[SeatEvent], log: Reversible[SeatEvent]) -> LastMoves:
    """The places that events of a log change, and the ways between them: of cards, and from one chosen to the next."""
    filled, emptied = dict[str, None](), dict[str, None]()
    ways: list[tuple[str, str]] = []
    # whether the last that was heard of a place is that something left it
    left: dict[str, bool] = {}
    for event in events:
        if event["kind"] == "set" and event["changed"] and "value" in event and (place := _owner(event["label"])):
            is_empty = event["value"] is None or event["value"] is False
            (emptied if is_empty else filled)[place] = None
            left[place] = is_empty
        elif event["kind"] in ("move", "pour", "tokens"):
            start, end = _owner(event["from"]), _owner(event["to"])
            emptied |= dict.fromkeys([start] if start else [])
            filled |= dict.fromkeys([end] if end else [])
            left |= ({start: True} if start else {}) | ({end: False} if end else {})
            ways += [(start, end)] if start and end else []
    chosen = [_places([event]) for event in events if event["kind"] == "choose"]
    pairs = [(*one, *other) for one, other in zip(chosen, chosen[1:], strict=False)]
    ways += [pair for pair in pairs if len(pair) == 2 and pair[0] in emptied and pair[1] in filled]
    now = {place: left[place] for place in (*filled, *emptied)}
    found = LastMoves(
        tuple(place for place in now if not now[place]),
        tuple(place for place in now if now[place]),
        tuple(dict.fromkeys(way for way in ways if way[0] != way[1])),
    )
    return found._replace(gone=_removals(events, log, found))


def _removals(events: Sequence[SeatEvent], log: Reversible[SeatEvent], moves: LastMoves) -> tuple[tuple[str, Any], ...]:
    """The values that were at emptied places and came to no other one, with their labels."""
    starts, ends = {start for start, _ in moves.ways}, {end for _, end in moves.ways}
    was = {place: dict[str, Any]() for place in moves.emptied if place not in starts}
    came = {place: dict[str, Any]() for place in moves.filled if place not in ends}
    for event in events:
        if event["kind"] != "set" or not event["changed"] or "value" not in event:
            continue
        label, place = event["label"], _owner(event["label"])
        if place in was:
            was[place].setdefault(label, value_before(log, event))
        elif place in came:
            came[place][label] = event["value"]
    there = [_facts(values) for values in came.values()]
    return tuple(
        (label, value)
        for values in was.values()
        if _facts(values) not in there
        for label, value in values.items()
        if isinstance(value, str | int)
    )


def _facts(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by the names of what has them, whatever place they belong to."""
    return {label.rpartition(".")[2]: value for label, value in values.items()}


def value_before(log: Reversible[SeatEvent], event: SeatEvent) -> Any:
    """What a value was before an event that sets it, None where the log does not say so."""
    for earlier in reversed(log):
        if earlier["number"] < event["number"] and earlier["kind"] == "set" and earlier["label"] == event["label"]:
            return earlier.get("value")
    return None


def _owner(label: str) -> str:
    """The member that a place or value belongs to, "" if it belongs to none, or to a player."""
    found = LABEL.fullmatch(label)
    owner = (found["owner"] or "") if found is not None else ""
    return "" if PLAYER.fullmatch(owner) else owner


def _places(events: Sequence[SeatEvent]) -> list[str]:
    """The members of things that are chosen."""
    chosen = [event.get("value") for event in events if str(event.get("value_kind", "")).startswith("thing ")]
    return [value for value in chosen if isinstance(value, str)]
