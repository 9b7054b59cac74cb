"""The outcome row of a finished game: its columns of whole numbers, declared once for writers and readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from . import ir

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OutcomeColumns:
    """The positions in an outcome row: a slice with one number for each seat, or an index.

    won: 1 or 0; reason: its number among the program's; real: decisions with several options; payoffs: none unless the
    ruleset says payoffs; ranks (1 for the best) and rounds (-1: unknown): only where what is used is counted.
    """

    scores: slice
    won: slice
    reason: int
    turns: int
    decisions: int
    real: int
    payoffs: slice
    ranks: slice
    rounds: int
    width: int

    def row(
        self,
        seats: tuple[Sequence[T], Sequence[T]],
        game: tuple[T, T, T, T],
        payoffs: Sequence[T] = (),
        counted: tuple[Sequence[T], T] | None = None,
    ) -> list[T]:
        """Return an outcome row built from these parts, or whole columns in the same order.

        seats: scores, won; game: reason, turns, decisions, real; counted: ranks, rounds.
        """
        scores, won = seats
        last = [*counted[0], counted[1]] if counted is not None else []
        return [*scores, *won, *game, *payoffs, *last]


@cache
def columns_for(players: int, payoff: bool = False, counted: bool = False) -> OutcomeColumns:
    """Return the columns of a game for so many players."""
    game = 2 * players
    payoffs = game + 4
    ranks = payoffs + players * payoff
    rounds = ranks + players * counted
    return OutcomeColumns(
        slice(0, players),
        slice(players, game),
        game,
        game + 1,
        game + 2,
        game + 3,
        slice(payoffs, ranks),
        slice(ranks, rounds),
        rounds,
        rounds + counted,
    )


def outcome_columns(program: ir.Program, counted: bool = False) -> OutcomeColumns:
    """Return the columns of a program; counted: for games whose usage is counted."""
    return columns_for(program.players, bool(program.payoff), counted)
