"""Runs modules by wasmtime: thousands of games for one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import wasmtime

from ...program import ir
from .layout import MOST_OPTIONS
from .module import written

AT_ONCE = 1 << 30  # games for one call, as far as the decisions allow
DECISIONS_AT_ONCE = 200_000  # so that Ctrl-C answers at once


@cache
def engine() -> wasmtime.Engine:
    """What compiles modules; one for all."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    return wasmtime.Engine(config)


@dataclass(slots=True)
class Counted:
    """What some games of a run came to.

    games: how many were finished; failed: whether the one after these fails or goes on for too long. outcomes: each
    different row (see Machine) with the number of games that came to it. choices: how often a seat chose among so many
    options, by number of options * players + seat.
    """

    games: int
    failed: bool
    outcomes: list[tuple[tuple[int, ...], int]]
    choices: Counter[int]


class Machine:
    """A program that is played by numbers; several threads need a machine each.

    A row is what a game came to: the score of each seat, 1 or 0 for each as it has won or not, the number of the
    reason, turns, decisions, decisions with several options, and the payoff of each seat if the ruleset says payoffs.
    Raises Unfit where a program cannot be played here.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        text, self.layout = written(program)
        self.store = wasmtime.Store(engine())
        module = wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(text)))
        self.exports: Mapping[str, Any] = wasmtime.Instance(self.store, module, []).exports(self.store)

    def rows(self, seed: int, first: int, count: int, most: int) -> Iterator[list[int] | None]:
        """The rows of the random games number first .. first + count - 1 of a run, of at most so many decisions.

        None where a game fails or goes on for too long.
        """
        fields, end = self.layout.fields, first + count
        while first < end:
            done, failed = self.run(seed, first, end - first, most, False)
            numbers = self.numbers(self.layout.outcomes, fields * done)
            for number in range(done):
                yield numbers[number * fields : (number + 1) * fields]
            first += done
            if failed:
                yield None
                first += 1

    def counted(self, seed: int, first: int, count: int, most: int) -> Counted:
        """The first games of these, as many as take a moment, counted."""
        done, failed = self.run(seed, first, count, most, True)
        size = self.layout.fields + 1
        numbers = self.numbers(self.layout.outcomes, self.value("kept") * size)
        outcomes = [(tuple(numbers[at + 1 : at + size]), numbers[at]) for at in range(0, len(numbers), size)]
        choices = self.numbers(self.layout.choices, MOST_OPTIONS * self.program.players)
        return Counted(done, failed, outcomes, Counter({n: times for n, times in enumerate(choices) if times}))

    def state(self) -> tuple[list[int], list[list[int]], int]:
        """The state in which the last game ended: v, z and the game's stream."""
        at, program = self.layout.state, self.program
        numbers = self.numbers(at, self.layout.size // 4)
        starts = [offset // 4 for offset in self.layout.lists]
        stream = [word & 0xFFFFFFFF for word in numbers[:4]]
        z = [numbers[start + 1 : start + 1 + numbers[start]] for start in starts]
        random = (stream[1] << 32 | stream[0]) << 64 | stream[3] << 32 | stream[2]
        return numbers[4 : 4 + len(program.ints)], z, random

    def run(self, seed: int, first: int, count: int, most: int, counted: bool) -> tuple[int, bool]:
        """Plays games; how many were finished, and whether the next one fails."""
        failed = False
        try:
            self.exports["run"](
                self.store, seed, first, min(AT_ONCE, count), min(most, AT_ONCE), int(counted), DECISIONS_AT_ONCE
            )
        except wasmtime.Trap:
            failed = True
        return self.value("played"), failed

    def value(self, name: str) -> int:
        """A number that the module tells."""
        found: int = self.exports[name].value(self.store)
        return found

    def numbers(self, at: int, count: int) -> list[int]:
        """So many numbers of memory."""
        data = self.exports["memory"].read(self.store, at, at + 4 * count)
        return memoryview(data).cast("i").tolist()
