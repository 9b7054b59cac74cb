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
    choices = state.choices()
    at = len(choices) - 1
    while at >= 0 and choices[at].seat == seat and choices[at].count == 1:
        at -= 1
    if at < 0:
        return None, "you have decided nothing yet"
    if choices[at].seat != seat:
        own = any(link.seat == seat and link.count > 1 for link in choices)
        other = state.game.program.names["player"][choices[at].seat]
        return None, f"{other} has decided since" if own else "you have decided nothing yet"
    before = state.replayed(at)
    reason = barrier(before, state)
    return (None, reason) if reason else (before, "")


def barrier(before: State, after: State) -> str:
    """What happened from one state to a later one of the same game that nobody can take back; "" if nothing."""
    if before.random != after.random:
        return CHANCE
    if before.log is None or after.log is None:
        return "this game keeps no log"
    for event in after.log.since(len(before.log)):
        match event:
            case Reveal() | Show() | Say():
                return ANNOUNCED[event.kind]
            case Random() | Shuffle():
                return CHANCE
            case Move() if _seen(after, event.source, event.to):
                return SEEN
            case Pour() if event.cards and _seen(after, event.source, event.to):
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
