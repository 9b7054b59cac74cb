"""Outcome rows: the results of single games as numbers, to be saved as rows of a table."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...game.state import State
from ...program import ir
from ...program.outcome_columns import OutcomeColumns, outcome_columns

if TYPE_CHECKING:
    from ...backend.native.usage_reader import GameUsage

# instead of the number of the reason for which a game ended
FAILED, ENDLESS = -1, -2


@dataclass(slots=True)
class Rows:
    """Games by their `numbers`, each with a row in `data` that has the columns of `row_columns`.

    The reason is FAILED or ENDLESS if a game was not finished.
    """

    numbers: array[int] = field(default_factory=lambda: array("q"))
    data: array[int] = field(default_factory=lambda: array("i"))

    def add(self, other: Rows) -> None:
        """Add the rows of other games."""
        self.numbers.extend(other.numbers)
        self.data.extend(other.data)

    def add_native(self, first: int, used: GameUsage) -> None:
        """Add the games from number `first` on that were played natively."""
        self.numbers.extend(range(first, first + len(used.order)))
        came_to = [array("i", row).tobytes() for row, _ in used.counted.outcomes]
        self.data.frombytes(b"".join([came_to[which] for which in used.order]))

    def add_game(self, number: int, fields: int, row: Sequence[int] | int) -> None:
        """Add a game by its row, or as FAILED or ENDLESS."""
        self.numbers.append(number)
        self.data.extend(row if not isinstance(row, int) else [row] * fields)

    def take(self) -> Rows:
        """Remove all rows, and return them."""
        taken = Rows(self.numbers, self.data)
        self.numbers, self.data = array("q"), array("i")
        return taken


def row_columns(program: ir.Program) -> OutcomeColumns:
    """Return the columns of saved outcome rows."""
    return outcome_columns(program, counted=True)


def outcome_row(state: State, choices: Sequence[int], rounds: int) -> list[int]:
    """Return the row of a finished game; each of `choices` is number of options * players + seat."""
    players, winners = state.game.players, state.winners
    real = sum(choice >= 2 * players for choice in choices)
    return row_columns(state.game.program).row(
        (state.scores, [int(seat in winners) for seat in range(players)]),
        (state.v[ir.REASON], state.v[ir.TURNS], len(choices), real),
        ruleset_payoffs(state),
        (state.ranks, rounds),
    )


def ruleset_payoffs(state: State) -> list[int]:
    """Return the payoffs of the ruleset's `payoff`; [] if it has none."""
    return [int(payoff) for payoff in state.payoffs] if state.game.program.payoff else []
