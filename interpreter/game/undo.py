"""Taking back a decision: which one it may be, and what forbids it."""

from __future__ import annotations

from ..program.events import Choose, Move, Pour, Random, Reveal, Say, Show, Shuffle, named
from .game import State
from .log import Link

ANNOUNCED = {
    "reveal": "a card has been shown since",
    "show": "a number has been shown since",
    "say": "something was announced since",
}
CHANCE = "chance has decided something since"
SEEN = "a card has been turned up or changed hands since"
TOGETHER = "all have chosen, and who was the last is not to be known"


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
    return stayed - 1, TOGETHER if _all_chose(state, stayed - 1) else barrier(state, stayed - 1)


def _choice(state: State, decision: int) -> Link | None:
    """The entry of a log for the choice before which so many were made; None for one without a log."""
    link, left = state.log.last if state.log is not None else None, state.decisions - decision
    while link is not None:
        left -= link.event[0] == "choose"
        if left <= 0:
            break
        link = link.before
    return link


def _all_chose(state: State, decision: int) -> bool:
    """Whether a choice was one of several at the same time, and all of them have been made."""
    link = _choice(state, decision)
    if link is None:
        return False
    chosen, program, now = named(link.event), state.game.program, dict(state.sites())
    assert isinstance(chosen, Choose)
    group = program.sites[chosen.site].group
    return group >= 0 and (chosen.seat in now or all(program.sites[site].group != group for site in now.values()))


def barrier(state: State, decisions: int) -> str:
    """What has happened since so many decisions that nobody can take back; "" if nothing."""
    if state.log is None:
        return "this game keeps no log"
    link = _choice(state, decisions)
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
