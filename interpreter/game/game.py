"""Games and their running states: decisions, results and copies. See docs/api.md.

A Game is a ruleset compiled for a number of players. It starts a State: plain data (v, z, random) that blocks of
generated code change decision by decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..backend.outcome import payoffs_of
from ..base.streams import game_seed
from ..program.outcome_columns import outcome_columns
from .bots import bots_stream, random_choices
from .compiled import CompiledGame
from .data import restore
from .log import Placed
from .state import State, begin_at, begin_game, replay_choices


class Game(CompiledGame):
    """A compiled ruleset that starts games."""

    def __reduce__(self) -> tuple[Any, ...]:
        # for other processes: functions are generated again there
        return Game, (self.program, self.looks), {"net_file": self.net_file}

    def start(self, seed: int = 0, log: bool = True) -> State:
        """A new game up to its first decision. Raises ValueError for a seed outside 0..2**63-1."""
        return begin_game(self, seed, log=log)

    def start_placed(self, seed: int, placed: Placed) -> State:
        """Start a game set up before its first decision, where its log begins. Raises UsageError if impossible."""
        return begin_at(self, seed, placed)

    def replayed(
        self, seed: int, choices: Iterable[tuple[int, int]], log: bool = True, placed: Placed | None = None
    ) -> State:
        """Replay the game from its start, or as it was placed, with these (seat, option number) choices.

        Raises UsageError for an impossible one.
        """
        return replay_choices(self, seed, choices, placed, log)

    def played(self, seed: int, most: int = 100_000) -> State:
        """Play the whole random game of a seed, with its bots' choices drawn from the same seed.

        Stops after `most` decisions with state.over false. Raises GameError where the rules fail.
        """
        state = self.start(seed, log=False)
        for decision, position in random_choices(state, bots_stream(seed), most):
            state.choose(position, decision.seat)
        return state

    def results(self, seed: int, count: int, first: int = 0, most: int = 100_000) -> Iterator[tuple[list[float], int]]:
        """The payoffs and numbers of decisions of random games first .. first + count - 1 of a run.

        They are State.payoffs and decisions of `played(game_seed(seed, number), most)`, found in less time.
        Raises ValueError as game_seed, GameError where the rules fail.
        """
        game_seed(seed, first), game_seed(seed, first + max(count, 1) - 1)
        decisions = outcome_columns(self.program).decisions
        rows = self.native.rows(seed, first, count, most) if self.native else [None] * count
        for number, row in enumerate(rows, first):
            if row is None:  # it takes too long, or fails: this shows how
                state = self.played(game_seed(seed, number), most)
                yield state.payoffs, state.decisions
            else:
                yield payoffs_of(self.program, row), row[decisions]

    def from_json(self, data: dict[str, Any]) -> State:
        """Restore a state saved by State.to_json. Raises UsageError if it is of another game or damaged."""
        return restore(self.program, data, self.replayed)


def starting_game(state: State) -> Game:
    """Return the game that a state is one of."""
    game = state.game
    assert isinstance(game, Game)
    return game
