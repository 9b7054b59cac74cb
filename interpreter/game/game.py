"""Games and their running states: decisions, results and copies. See docs/api.md.

A Game is a ruleset compiled for a number of players. It starts a State: plain data (v, z, random) that blocks of
generated code change decision by decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from ..backend.blocks import compile_program
from ..backend.native import compile_native
from ..backend.outcome import payoffs_of
from ..backend.questions import Questions
from ..base.errors import UsageError
from ..base.looks import NO_LOOKS, Looks
from ..base.streams import game_seed, game_stream
from ..program import ir, names
from ..program.outcome_columns import outcome_columns
from .bots import bots_stream, random_choices
from .data import restored
from .log import Placed
from .placing import place
from .state import State

if TYPE_CHECKING:
    from ..backend.native import Machine


class Game:
    """A ruleset for a fixed number of players and options, compiled; `looks` are only how it is shown."""

    def __init__(self, program: ir.Program, looks: Looks = NO_LOOKS) -> None:
        self.program, self.players, self.looks = program, program.players, looks
        self.code = cache(partial(compile_program, program))  # blocks as functions, with or without writing the log
        self.counting = cache(partial(compile_native, program, True))  # like `native`, and counts what is used
        self.grouping = {s.number for s in program.sites if any(e.kind.startswith("group ") for e in s.entries)}
        self.names = names.index(program)  # where everything with a name is kept
        self.visibility: dict[int | str, Any] = {}  # for seats: what each seat may see, worked out once

    def __reduce__(self) -> tuple[type[Game], tuple[ir.Program, Looks]]:
        return Game, (self.program, self.looks)  # for other processes: functions are generated again there

    @property
    def name(self) -> str:
        """The game's title."""
        return self.program.game

    @property
    def hash(self) -> str:
        """The ruleset's hash: the same for rulesets that differ only in layout, comments and documentation."""
        return self.program.hash

    @cached_property
    def questions(self) -> Questions:
        """Options and conditions, to be worked out where nothing is played."""
        return Questions(self.program)

    @cached_property
    def native(self) -> Machine | None:
        """What plays many games at once; None where this machine or program cannot have it."""
        return compile_native(self.program)

    @cached_property
    def searching(self) -> Machine | None:
        """What samples and searches; None likewise."""
        return compile_native(self.program, searching=True)

    def start(self, seed: int = 0, log: bool = True) -> State:
        """A new game up to its first decision. Raises ValueError for a seed outside 0..2**63-1."""
        state = State(self, seed, game_stream(seed), log)
        state._advance(0)
        return state

    def placed(self, seed: int, placed: Placed) -> State:
        """A game that stands so before its first decision; its log begins there. Raises UsageError if it cannot."""
        state = State(self, seed, placed[2], True)
        place(state, placed)
        return state

    def replayed(
        self, seed: int, choices: Iterable[tuple[int, int]], log: bool = True, placed: Placed | None = None
    ) -> State:
        """The game from its start, or as it was placed, with these (seat, option number) choices.

        Raises UsageError for an impossible one.
        """
        state = self.start(seed, log) if placed is None else self.placed(seed, placed)
        for position, (seat, number) in enumerate(choices, 1):
            site = dict(state.sites()).get(seat)
            if site is None or number not in state.option_numbers(seat, site):
                raise UsageError(f"choice {position} of the saved game is not possible with this ruleset")
            state.choose(state.option(site, number), seat)
        return state

    def played(self, seed: int, most: int = 100_000) -> State:
        """The whole random game of a seed, its bots' choices drawn from the same seed.

        Stops after `most` decisions with state.over false. Raises GameError where the rules fail.
        """
        state = self.start(seed, log=False)
        for decision, position in random_choices(state, bots_stream(seed), most):
            state.choose(position, decision.seat)
        return state

    def results(self, seed: int, count: int, first: int = 0, most: int = 100_000) -> Iterator[tuple[list[float], int]]:
        """The payoffs and the number of decisions of random games number first .. first + count - 1 of a run.

        They are State.payoffs and decisions of `played(game_seed(seed, number), most)`, found in less time.
        Raises ValueError as game_seed, GameError where the rules fail.
        """
        game_seed(seed, first), game_seed(seed, first + max(count, 1) - 1)
        decisions = outcome_columns(self.program).decisions
        rows = self.native.rows(seed, first, count, most) if self.native else [None] * count
        for number, row in enumerate(rows, first):
            if row is None:  # it goes on for too long, or fails: this says how
                state = self.played(game_seed(seed, number), most)
                yield state.payoffs, state.decisions
            else:
                yield payoffs_of(self.program, row), row[decisions]

    def from_json(self, data: dict[str, Any]) -> State:
        """The state saved by State.to_json. Raises UsageError where it does not belong to this game or is damaged."""
        return restored(self.program, data, self.replayed)
