"""Taking back a decision: which one it may be, and what forbids it."""

from __future__ import annotations

from ..program.events import Move, Pour, Random, Reveal, Say, Show, Shuffle
from .game import State

ANNOUNCED = {
    "reveal": "a card has been shown since",
    "show": "a number has been shown since",
    "say": "something was announced since",
}
CHANCE = "chance has decided something since"
SEEN = "a card has been turned up or changed hands since"


def undone(state: State, seat: int) -> tuple[State | None, str]:
    """The game before the seat's last real decision, or None and the reason why that decision stands.

    A decision stands once another seat has chosen, chance has decided or anybody has seen something new.
    """
    stayed, reason = undoable(state, seat)
    return (None, reason) if reason else (state.replayed(stayed), "")


def undoable(state: State, seat: int) -> tuple[int, str]:
    """How many decisions stay where the seat's last real one is taken back, and "" or the reason why that stands."""
    link, stayed = state.history, state.decisions
    while link is not None and link.seat == seat and link.count == 1:
        link, stayed = link.before, stayed - 1
    if link is None:
        return stayed, "you have decided nothing yet"
    if link.seat != seat:
        own = any(link.seat == seat and link.count > 1 for link in state.choices())
        other = state.game.program.names["player"][link.seat]
        return stayed, f"{other} has decided since" if own else "you have decided nothing yet"
    return stayed - 1, barrier(state, stayed - 1)


def barrier(state: State, decisions: int) -> str:
    """What has happened since so many decisions that nobody can take back; "" if nothing."""
    if state.log is None:
        return "this game keeps no log"
    link, left = state.log.last, state.decisions - decisions
    while link is not None:
        left -= link.event[0] == "choose"
        if left <= 0:
            break
        link = link.before
    # events behind that choice, which is none itself
    number = link.number + 1 if link is not None else 0
    if state.log.chances_since(number):
        return CHANCE
    for found in state.log.since(number):
        match found:
            case Reveal() | Show() | Say():
                return ANNOUNCED[found.kind]
            case Random() | Shuffle():
                return CHANCE
            case Move() if _seen(state, found.source, found.to):
                return SEEN
            case Pour() if found.cards and _seen(state, found.source, found.to):
                return SEEN
    return ""


def _seen(state: State, source: int, to: int) -> bool:
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
