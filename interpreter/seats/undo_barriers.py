"""Reasons why a seat's choice can no longer be undone, from its percepts since then."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.captions import SEAT, Caption, sentence
from ..base.languages.catalogues import mark
from ..program import ir
from .percepts import Announced, Chosen, Moved, NumbersShown, Percept, Poured, Record, Revealed, Shuffled
from .seat_log import SeatLog

ANNOUNCED = {
    "reveal": mark("a card has been shown since"),
    "show": mark("a number has been shown since"),
    "say": mark("something was announced since"),
}
CHANCE = mark("chance has decided something since")
SEEN = mark("a card has been turned up or changed hands since")
TOGETHER = mark("everybody has chosen, and who chose last stays hidden")


def last_real_choice(log: SeatLog, record: Record) -> int:
    """Return the number (from 0) of the seat's last choice among several options; -1 if it has made none."""
    number = log.chosen
    for percept in reversed(record):
        if isinstance(percept, Chosen) and percept.seat == log.visibility.seat:
            number -= 1
            if not percept.forced:
                return number
    return -1


def undo_barrier(log: SeatLog, record: Record, number: int) -> str:
    """Return what has happened since a choice of the seat (its number, from 0) that prevents an undo, "" if nothing.

    Another seat has chosen, chance has decided, something was announced, or anybody has seen a card that it did not see
    before. What others have chosen at the same time, and when, is not perceived.
    """
    program, since = log.program, _percepts_since(log, record, number)
    if any(percept.kind == "together" for percept in since):
        return TOGETHER
    others = [percept.seat for percept in since if isinstance(percept, Chosen) and percept.seat != log.visibility.seat]
    if others:
        who = Caption(program.names["player"][others[-1]], SEAT, str(others[-1]))
        return sentence(mark("{player} has decided since"), player=who)
    if any(map(_is_drawn, since)):
        return CHANCE
    return next((words for percept in since if (words := _barrier(log, percept))), "")


def _percepts_since(log: SeatLog, record: Record, number: int) -> Sequence[Percept]:
    """The percepts after a choice of the seat, in order."""
    found: list[Percept] = []
    left = log.chosen
    for percept in reversed(record):
        if isinstance(percept, Chosen) and percept.seat == log.visibility.seat:
            left -= 1
            if left <= number:
                break
        found.append(percept)
    return found[::-1]


def _is_drawn(percept: Percept) -> bool:
    """Whether chance has decided which card it is, or where it comes to lie."""
    return (isinstance(percept, Moved) and percept.drawn) or percept.kind == "random"


def _barrier(log: SeatLog, percept: Percept) -> str:
    """The reason in one percept that prevents an undo, "" if none."""
    match percept:
        case Revealed() | NumbersShown() | Announced():
            return ANNOUNCED[percept.kind]
        case Shuffled():
            return CHANCE
        case Moved() | Poured() if may_be_seen(
            log.program, percept.source, percept.to, bool(log.cards.inside[percept.source])
        ):
            return SEEN
    return ""


def may_be_seen(program: ir.Program, source: int, to: int, left: bool = True) -> bool:
    """Whether a card that moves between zones may be seen by a seat that has not seen it before; left: others stay."""
    old, new = program.lists[source], program.lists[to]
    for face in ("front", "back"):
        held, top = old.see.get(face, 0), old.see.get(f"top.{face}", 0)
        if (new.see.get(face, 0) | (new.see.get(f"top.{face}", 0) if new.kind == "pile" else 0)) & ~held:
            return True
        # the card below the one taken is now on top
        if old.kind == "pile" and top & ~held and left:
            return True
    return False
