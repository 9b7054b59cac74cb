"""The ledger: how much each step has changed each number of a game, updated as the log grows."""

from __future__ import annotations

from ...game.log import Link
from ...program import ir
from ..running_game import RunningGame
from ..seat_log import initial_values

PLACE = "ledger"  # where a link keeps it
# the words of a step -> the first step of these words, and by how much it changed a number, each time, also by 0
Changes = dict[str, tuple[int, tuple[int, ...]]]


class Ledger:
    """The changes of numbers up to a link of the log; `changes[slot]` is in the order of the first change.

    What is in `changes` is replaced, never changed, so that copies share it.
    """

    __slots__ = ("program", "starts", "values", "changes")

    def __init__(self, program: ir.Program, numbers: list[int] | None) -> None:
        self.program = program
        self.starts = dict(enumerate(numbers)) if numbers is not None else initial_values(program)
        self.values: dict[int, int] = {}
        self.changes: dict[int, Changes] = {}

    def copy(self) -> Ledger:
        """An independent copy."""
        other = Ledger.__new__(Ledger)
        other.program, other.starts = self.program, self.starts
        other.values, other.changes = self.values.copy(), self.changes.copy()
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
            case ("set", int(node), int(slot), int(value)):
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
        first, before = made.get(words, (node, ()))
        self.changes[slot] = {**made, words: (first, (*before, by))}
        self.values[slot] = self.value(slot) + by


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
