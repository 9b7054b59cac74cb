"""The state of a recorded game at any event: the last decision's state, with the events since then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...backend.runtime import new_group, pour_any, take_any
from ...game.game import Game
from ...program import events as ev
from ...seats.running_game import RunningGame
from ...seats.seat_log import initial_values


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """The numbers and lists of a game at a decision, after so many events."""

    number: int
    v: list[int]
    z: list[list[int]]


def stop(state: RunningGame) -> DecisionPoint:
    """The current state of a game with a log, as a Stop."""
    assert state.log is not None
    return DecisionPoint(len(state.log), state.v[:], [items[:] for items in state.z])


class TableStanding:
    """The declared numbers and the places of a game before the event of that number.

    `stops` are those of the game, in order. Where by chance a card came to lie in a pile is not told by events.
    """

    def __init__(self, game: Game, events: Sequence[ev.Event], stops: Sequence[DecisionPoint], number: int) -> None:
        self.game, program = game, game.program
        last = next((one for one in reversed(stops) if one.number <= number), None)
        self.following = next((one for one in stops if one.number > number), stops[-1])
        if last is None:  # what the set-up computes is known from the first stop on
            v = [initial_values(program).get(slot, value) for slot, value in enumerate(stops[0].v)]
            last = DecisionPoint(0, v, [slot.start for slot in program.lists])
        self.v, self.z = last.v[:], [items[:] for items in last.z]
        self.parts = (-1,) * len(program.lists)
        self.marks = tuple(slot.groups for slot in program.lists)
        for event in events[last.number : number]:
            self.read(event)

    def read(self, event: ev.Event) -> None:
        """Apply the next event."""
        if isinstance(event, ev.Set):
            self.v[event.slot] = event.value
        elif isinstance(event, ev.Tokens):
            for slot, change in ((event.source, -event.amount), (event.to, event.amount)):
                if slot >= 0:
                    self.v[slot] += change
        elif isinstance(event, ev.Move):
            take_any(self.z, event.source, self.parts, self.marks, event.card)
            zone = self.z[event.to]
            zone.insert(0 if event.where == "bottom" else len(zone), event.card)
            if self.marks[event.to] >= 0:
                self.z[self.marks[event.to]].append(self.group(event.to, event.card))
        elif isinstance(event, ev.Pour):
            pour_any(self.z, event.source, event.to, self.parts, self.marks)

    def group(self, zone: int, card: int) -> int:
        """The group a card was laid into, as it is at the next decision."""
        then, marks = self.following.z[zone], self.following.z[self.marks[zone]]
        return marks[then.index(card)] if card in then else new_group(self.z[self.marks[zone]])

    def scores(self) -> list[int]:
        """The score of each seat."""
        score = self.game.code(True).functions[self.game.program.score]
        return [score(self.v, self.z, seat) for seat in range(self.game.players)]
