"""A machine with a net: learning by games against itself, and what the net says of a decision. See docs/bots.md."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from ...base.streams import BOTS, Stream, seed_stream
from .belief import Belief
from .learned_net import LearnedNet, SearchSetting
from .running_module import DECISIONS_AT_ONCE, Trap
from .search_results import EDGE, OptionResult, read_results
from .writing.layout import HEAD, UNITS

if TYPE_CHECKING:
    from .machine import Machine

WEIGHTS_OF_HEAD = HEAD // 4
FIRST_WEIGHT, FIRST_SQUARES = 0.15, 0.1
EVEN = 0.5  # the value of a game of which nothing is known
LIKING = 40.0  # how much it takes what it likes when it has learned
FINE = 1 << 16


class Net:
    """A machine that was made for learning, with its tables in place. groups: of rows of positions, and of options."""

    def __init__(self, machine: Machine) -> None:
        self.machine, layout = machine, machine.layout
        assert layout.learning is not None
        self.machine.place(0)
        self.write(layout.tables_of_rows, layout.learning.data)
        self.groups = layout.learning.positions.sizes, layout.learning.options.sizes
        self.count = layout.net_size // 4

    def write(self, at: int, numbers: array[int] | array[float]) -> None:
        """Write numbers of 32 bits to memory."""
        self.machine.module.write(numbers.tobytes(), at)

    def set_global(self, name: str, value: float) -> None:
        """Set a global number of the module."""
        self.machine.module.set_value(name, value)

    # -- weights

    def begin(self, seed: int) -> None:
        """Begin with small random weights for the head and rows; silent rows and options begin with none."""
        stream, weights = Stream(seed_stream(seed, BOTS)), array("f", bytes(4 * self.count))
        places, learning = [*range(UNITS)], self.machine.layout.learning
        assert learning is not None
        for name, (first, size) in learning.positions.groups.items():
            if name not in learning.positions.silent:
                places += range(WEIGHTS_OF_HEAD + UNITS * first, WEIGHTS_OF_HEAD + UNITS * (first + size))
        for at in places:
            weights[at] = FIRST_WEIGHT * (2 * stream.draw(FINE) / FINE - 1)
        weights[UNITS] = EVEN
        self.write(self.machine.layout.net, weights)
        self.forget_squares()

    def forget_squares(self) -> None:
        """Let all weights learn as fast as at first."""
        squares = array("f", [FIRST_SQUARES]) * self.count
        self.write(self.machine.layout.net + self.machine.layout.net_size, squares)

    def weights(self) -> array[float]:
        """The weights as they are."""
        return array("f", self.machine.memory(self.machine.layout.net, 4 * self.count))

    def use(self, net: LearnedNet) -> bool:
        """Take over a net of the same play; return False if it was learned by a version that read other things."""
        sizes = [[size for _, size in groups] for groups in (*self.groups, net.rows, net.options)]
        if sizes[:2] != sizes[2:]:
            return False
        self.count_payoffs(*net.payoffs)
        self.write(self.machine.layout.net, net.weights)
        return True

    def use_names(self, net: LearnedNet) -> int:
        """Take over of a net what has the same name and size; return how many of its weights were."""
        weights, taken = self.weights(), WEIGHTS_OF_HEAD
        weights[:WEIGHTS_OF_HEAD] = net.weights[:WEIGHTS_OF_HEAD]
        at, before = WEIGHTS_OF_HEAD, WEIGHTS_OF_HEAD
        for wanted, found, each in zip(self.groups, (net.rows, net.options), (UNITS, WEIGHTS_OF_HEAD), strict=True):
            places = {}
            for name, size in found:
                places[name] = before, size
                before += size * each
            for name, size in wanted:
                start, known = places.get(name, (0, -1))
                if known == size:
                    weights[at : at + size * each] = net.weights[start : start + size * each]
                    taken += size * each
                at += size * each
        self.write(self.machine.layout.net, weights)
        return taken

    def count_payoffs(self, low: float, scale: float) -> None:
        """Say what payoffs are as shares: (payoff - low) * scale."""
        self.set_global("pay_low", float(low))
        self.set_global("pay_scale", scale)

    # -- learning

    def learn(self, games: int, key: int, heat: float, rate: float) -> int:
        """Play so many games against itself and follow them; return how many decisions of the rules failed."""
        machine, failures = self.machine, 0
        self.set_global("learned", 0)
        while machine.value("learned") < games:
            try:
                machine.module.call("learn", games, key, heat, rate, DECISIONS_AT_ONCE)
            except Trap:
                failures += 1
        return failures

    # -- what it says

    def rows(self, at: int, seat: int) -> list[int]:
        """The rows that a seat that has to decide reads of the state at an address."""
        machine = self.machine
        machine.module.call("look_at", at, seat, seat)
        begin = machine.layout.seen_rows
        return machine.numbers(begin, (machine.value("rows_end") - begin) // 4)

    def qualities(self, doubt: Belief, seat: int, random: int) -> tuple[list[float], list[float]]:
        """The share of the payoff that each of a seat's options may bring, and how likely the net takes it.

        By the net alone, which looks at one sample and takes options as often as at the end of its learning.
        """
        machine = self.machine
        with machine.lock:
            count = machine.prepare_search(doubt, seat, random)
            whole = machine.module.call("judge", LIKING)
            shares = [*array("f", machine.memory(machine.layout.qualities, 4 * count))]
            chances = array("d", machine.memory(machine.layout.chances, 8 * count))
            return shares, [one / whole for one in chances]

    def search(
        self, doubt: Belief, seat: int, iterations: int, random: int, setting: SearchSetting, proving: bool = False
    ) -> list[OptionResult]:
        """As Machine.search, with the net: what it likes comes first, and its value stands for the rest of a game."""
        machine = self.machine
        with machine.lock:
            count = machine.prepare_search(doubt, seat, random, iterations)
            machine.module.set_value("proving", int(proving))
            self.set_global("heat", setting.heat)
            self.set_global("ahead", setting.ahead)
            machine.repeat("search_by_net", iterations)
            machine.module.call("tell")
            begin = machine.layout.journal
            return read_results(bytes(machine.memory(begin, EDGE.size * count)))
