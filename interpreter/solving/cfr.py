"""CFR+: an approximate equilibrium by regret matching, natively (regrets.wat). Needs wasmtime.

Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014: regrets never fall below zero, the seats are
updated in turn, and later strategies count more in the average.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from importlib.resources import files
from itertools import accumulate

from ..backend.native.host import available, open_module
from ..backend.native.running_module import NoRoom
from ..base.errors import UsageError
from .game_table import AT_CHANCE, AT_END, GameTable, Strategy, require_zero_sum
from .linear_program import shares

PAGE = 65_536
BYTES = 40  # of a history, and of a choice
WORDS = BYTES // 8
AT_ONCE = 1_000_000  # histories that are updated in one call
ROOT = 16  # the address of the first history


def cfr(table: GameTable, iterations: int, told: Callable[[int], None] | None = None) -> Strategy:
    """Return the average strategy after so many iterations; `told` is called now and then with how many are done.

    Raises UsageError for a game that is not two-player zero-sum, or without wasmtime.
    """
    require_zero_sum(table.game, filter(None, table.payoffs))
    regrets = Regrets(table)
    several = max(1, AT_ONCE // len(table.seat))
    for number in range(1, iterations + 1, several):
        last = min(iterations, number + several - 1)
        regrets.play_rounds(number, last)
        if told is not None:
            told(last)
    return regrets.average()


class Regrets:
    """The tree of a game in the memory of a module, with the regrets and averages of CFR+."""

    def __init__(self, table: GameTable) -> None:
        sets = table.sets
        self.order = sorted(range(len(sets)), key=lambda number: sets[number].seat)
        sizes = [sets[number].options for number in self.order]
        self.tail = ROOT + BYTES * len(table.seat)
        starts = list(accumulate((BYTES * size for size in sizes), initial=self.tail))
        self.first = dict(zip(self.order, starts, strict=False))
        self.stop = starts[-1]
        histories, results = self.histories(table)
        likely = [1 / size for size in sizes for _ in range(size)] + results
        choices = array("d", bytes(BYTES * len(likely)))
        choices[::WORDS] = array("d", likely)
        listed = self.stop + BYTES * len(results)
        self.open(listed + 4 * len(sizes))
        for at, data in (
            (ROOT, histories),
            (self.tail, choices),
            (listed, array("i", [BYTES * size for size in sizes])),
        ):
            self.module.write(data.tobytes(), at)
        begun = sum(sets[number].seat == 0 for number in self.order)
        middle, end = listed + 4 * begun, listed + 4 * len(sizes)
        # the tree, the choices of player 1 and player 2, their sets
        self.places = ROOT, self.tail, starts[begun], self.stop, listed, middle, end

    def histories(self, table: GameTable) -> tuple[array[int], list[float]]:
        """The histories as they lie in memory, and the likelihoods of results of chance.

        Equally likely results share a place; the first is what is certain, which leads to the root.
        """
        places = {1: self.stop}
        steps = [self.stop] * len(table.seat)
        for h, children in enumerate(table.children):
            if table.seat[h] == AT_CHANCE:
                first, step = places.setdefault(len(children), self.stop + BYTES * len(places)), 0
            elif table.seat[h] != AT_END:
                first, step = self.first[table.place[h]], BYTES
            for position, child in enumerate(children):
                steps[child] = first + step * position
        found = array("q", bytes(BYTES * len(steps)))
        above = (ROOT + BYTES * max(0, before) for before in table.before)
        found[::WORDS] = array("q", (step << 32 | before for step, before in zip(steps, above, strict=True)))
        payoffs = array("d", [pay[0] if pay else 0.0 for pay in table.payoffs])
        found[1::WORDS] = array("q", payoffs.tobytes())
        return found, [1 / among for among in places]

    def open(self, size: int) -> None:
        """Start a module with room for so many bytes. Raises UsageError if there is none."""
        if not available():
            raise UsageError("this needs wasmtime, which is not installed: pip install wasmtime")
        self.module = open_module((files(__package__) / "regrets.wat").read_text(encoding="utf-8"))
        try:
            self.module.grow(-(-size // PAGE))
        except NoRoom:
            raise UsageError("there is no room in memory to solve so large a game") from None

    def play_rounds(self, number: int, last: int) -> None:
        """Update both seats in turn in the rounds from one number to another; each counts by its number."""
        self.module.call("rounds", number, last, *self.places)

    def average(self) -> Strategy:
        """The average strategy so far."""
        found = array("d", bytes(self.module.read(self.tail, self.stop)))[2::WORDS]
        stops = dict(zip(self.order, [*list(self.first.values())[1:], self.stop], strict=True))
        return [
            shares(found[(start - self.tail) // BYTES : (stops[number] - self.tail) // BYTES])
            for number, start in sorted(self.first.items())
        ]
