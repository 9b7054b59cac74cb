"""Taking back a decision: which one it may be, and what forbids it."""

from __future__ import annotations

from typing import Any

from ..game.state import State, replay_choices
from ..program.events import Move, Pour, Random, Reveal, Say, Show, Shuffle, name_parts
from ..seats.perception.events import Perception, perception_of

ANNOUNCED = {
    "reveal": "a card has been shown since",
    "show": "a number has been shown since",
    "say": "something was announced since",
}
CHANCE = "chance has decided something since"
SEEN = "a card has been turned up or changed hands since"
TOGETHER = "all have chosen, and who was the last is not to be known"


def undo_last(state: State, seat: int) -> tuple[State | None, str]:
    """The game before the seat's last real decision, or None and the reason why that decision stands.

    A decision stands once another seat has chosen, chance has decided or anybody has seen something new. What others
    have chosen meanwhile that is still secret stays chosen.
    """
    stayed, reason = last_undoable(state, seat)
    if reason:
        return None, reason
    chosen = [(link.seat, link.number) for link in state.choices()]
    others = [one for one in chosen[stayed:] if one[0] != seat]
    return replay_choices(state.game, state.seed, [*chosen[:stayed], *others]), ""


def last_undoable(state: State, seat: int) -> tuple[int, str]:
    """How many decisions were before the seat's last real one, and "" or the reason why that stands.

    Who of the others has chosen at the same time, and when, tells nothing.
    """
    link, stayed, others = state.history, state.decisions, 0
    while link is not None and (link.seat != seat or link.count == 1):
        others += link.seat != seat
        link, stayed = link.before, stayed - 1
    if link is None:
        return stayed, "you have decided nothing yet"
    reader = perception_of(state, seat)
    if any(event[0] == "together" for event in _events_since(state, stayed - 1)):
        return stayed - 1, TOGETHER
    if others > len(reader.waiting):
        return stayed - 1, f"{_last_other(state, reader)} has decided since"
    return stayed - 1, barrier(state, stayed - 1)


def _last_other(state: State, reader: Perception) -> str:
    """Who of the others chose last, as far as a seat has been told."""
    for number in range(len(reader.log.events) - 1, -1, -1):
        (event,) = reader.log.events[number : number + 1]
        if event["kind"] == "choose" and event["seat"] != reader.seat:
            return state.game.program.names["player"][event["seat"]]
    return "somebody"


def _events_since(state: State, decision: int) -> list[tuple[Any, ...]]:
    """The events behind the choice before which so many were made, as they were written; none without a log."""
    link, left, found = state.log.last if state.log is not None else None, state.decisions - decision, []
    while link is not None:
        left -= link.event[0] == "choose"
        if left <= 0:
            break
        found.append(link.event)
        link = link.before
    return found[::-1]


def barrier(state: State, decisions: int) -> str:
    """What has happened since so many decisions that nobody can take back; "" if nothing."""
    if state.log is None:
        return "this game keeps no log"
    happened = _events_since(state, decisions)
    if state.log.chances_since(len(state.log) - len(happened)):
        return CHANCE
    for found in map(name_parts, happened):
        match found:
            case Reveal() | Show() | Say():
                return ANNOUNCED[found.kind]
            case Random() | Shuffle():
                return CHANCE
            case Move() if _was_seen(state, found.source, found.to):
                return SEEN
            case Pour() if found.cards and _was_seen(state, found.source, found.to):
                return SEEN
    return ""


def _was_seen(state: State, source: int, to: int) -> bool:
    """Whether a card that went from one zone to another may have been seen by a seat that did not see it before."""
    old, new = state.game.program.lists[source], state.game.program.lists[to]
    for face in ("front", "back"):
        held, top = old.see.get(face, 0), old.see.get(f"top.{face}", 0)
        if (new.see.get(face, 0) | (new.see.get(f"top.{face}", 0) if new.kind == "pile" else 0)) & ~held:
            return True
        # the card below the one taken is now on top
        if old.kind == "pile" and top & ~held and state.z[source]:
            return True
    return False
