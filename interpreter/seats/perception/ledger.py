"""The ledger: how much each step has changed each number of a game, updated as the log grows."""

from __future__ import annotations

from typing import Any

from ...game.log import Link
from ...program import ir
from ..running_game import RunningGame
from ..seat_log import initial_values

PLACE = "ledger"  # where a link keeps it
# a member of a thing: its kind and number
Member = tuple[str, int]
# what a change was for, as far as the events of its choice say: the place that became something, such as closed, and
# the member of which numbers of players were shown before
Cause = tuple[Member | None, Member | None]
# the words of a step -> the first step of these words, and by how much it changed a number, each time, also by 0, and
# for what
Changes = dict[str, tuple[int, tuple[int, ...], tuple[Cause, ...]]]


class Ledger:
    """The changes of numbers up to a link of the log; `changes[slot]` is in the order of the first change.

    What is in `changes` is replaced, never changed, so that copies share it.
    """

    __slots__ = ("program", "starts", "values", "changes", "shown", "recent")

    def __init__(self, program: ir.Program, numbers: list[int] | None) -> None:
        self.program = program
        self.starts = dict(enumerate(numbers)) if numbers is not None else initial_values(program)
        self.values: dict[int, int] = {}
        self.changes: dict[int, Changes] = {}
        # since the last choice: the member of which numbers were shown, and what was changed: number, words, which time
        self.shown: Member | None = None
        self.recent: tuple[tuple[int, str, int], ...] = ()

    def copy(self) -> Ledger:
        """An independent copy."""
        other = Ledger.__new__(Ledger)
        other.program, other.starts = self.program, self.starts
        other.values, other.changes = self.values.copy(), self.changes.copy()
        other.shown, other.recent = self.shown, self.recent
        return other

    def start(self, slot: int) -> int:
        """The initial value of a number."""
        return self.starts.get(slot, 0)

    def value(self, slot: int) -> int:
        """The current value of a number, from the log."""
        return self.values.get(slot, self.start(slot))

    def read(self, event: tuple[object, ...]) -> None:
        """Process one event tuple."""
        match event:
            case ("choose" | "turn", *_):
                self.shown, self.recent = None, ()
            case ("show", _, [*slots], [*to]) if len({*to}) == self.program.players:
                self.shown = self.common_member(slots) or self.shown
            case ("set", int(node), int(slot), int(value)):
                if self.becomes_so(slot, value):
                    self.explain(self.program.ints[slot].indexes[0])
                self.change(node, slot, value - self.value(slot))
            case ("tokens", int(node), int(source), int(to), int(amount), _) if source != to:
                self.change(node, source, -amount)
                self.change(node, to, amount)
            case ("tokens", int(node), int(source), _, _, _):
                self.change(node, source, 0)

    def change(self, node: int, slot: int, by: int) -> None:
        if slot < 0:  # the box
            return
        words = self.program.nodes[node].words if node >= 0 else ""
        made = self.changes.get(slot, {})
        first, before, causes = made.get(words, (node, (), ()))
        self.changes[slot] = {**made, words: (first, (*before, by), (*causes, (None, self.shown)))}
        self.recent += ((slot, words, len(before)),)
        self.values[slot] = self.value(slot) + by

    def common_member(self, slots: list[Any]) -> Member | None:
        """The member of which numbers of players are, if it is one: of their barrels of a beer the beer."""
        members = {self.program.ints[slot].indexes[1] for slot in slots if len(self.program.ints[slot].indexes) == 2}
        return members.pop() if len(members) == 1 else None

    def becomes_so(self, slot: int, value: int) -> bool:
        """Whether a yes or no of a place that everybody sees becomes yes."""
        made, everybody = self.program.ints[slot], (1 << self.program.players) - 1
        owned = made.indexes and made.indexes[0][0] != "player"
        return bool(owned) and made.kind == "bool" and made.see == everybody and value == 1 != self.value(slot)

    def explain(self, place: Member) -> None:
        """Note that what has changed by this choice was for that place."""
        for slot, words, at in self.recent:
            first, amounts, causes = self.changes[slot][words]
            new = (*causes[:at], (place, causes[at][1]), *causes[at + 1 :])
            self.changes[slot] = {**self.changes[slot], words: (first, amounts, new)}


def ledger_of(state: RunningGame) -> Ledger:
    """The ledger of a state with a log, cached on it."""
    log = state.log
    assert log is not None
    link: Link | None = log.last
    new: list[Link] = []
    while link is not None and PLACE not in link.known:
        new.append(link)
        link = link.before
    known: Ledger | None = link.known.get(PLACE) if link is not None else None
    if known is not None and not new:
        return known
    # another thread may have taken it from there: then it is read from the start
    ledger = known.copy() if known is not None else Ledger(state.game.program, log.numbers)
    for event in [one.event for one in reversed(new)] if known is not None else log.raw_events():
        ledger.read(event)
    if log.last is not None:
        log.last.keep(PLACE, ledger)
        if link is not None:
            link.known.pop(PLACE, None)
    return ledger
