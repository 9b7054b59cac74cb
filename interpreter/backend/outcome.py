"""Winners and payoffs of a finished game, as expressions of the intermediate representation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..program import ir, trees
from ..program.outcome_columns import outcome_columns
from .passes import folding, hoisting


def of_each_seat(function: str, program: ir.Program, taken: list[int], use: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """Apply `use` to the list of a seat function's values for all seats; common parts are computed once."""
    seats = ["range", 0, program.players - 1]
    each = ["map", "seat", seats, trees.inline(["call", function, "seat"], program)]
    found = folding.unroll(hoisting.hoist(trees.canonical(each), program, taken))
    if split_lets(found)[1][0] == "map":  # too long to be written out
        found = ["items", *(["call", function, seat] for seat in range(program.players))]
    lets, items = split_lets(hoisting.share(found, program, taken))
    return join_lets(lets, use(items))


def split_lets(e: ir.Expr) -> tuple[list[ir.Stmt], Any]:
    """Split an expression into its leading `let`s, as statements, and its value."""
    lets = []
    while e[0] == "let":
        lets.append(e[:3])
        e = e[3]
    return lets, e


def join_lets(lets: list[ir.Stmt], e: ir.Expr) -> ir.Expr:
    """Put `let` statements back in front of an expression."""
    for stmt in reversed(lets):
        e = [*stmt, e]
    return e


def winners(program: ir.Program, taken: list[int], scores: Any = None) -> ir.Expr:
    """The list of winners: those named, else the best by all that `winner:` names.

    `scores`: the list of scores, if it has been worked out.
    """
    named = program.winners
    every = ["range", 0, program.players - 1]
    return ["if", ["size", named], ["cards", named], best(program, list(program.ranking), every, taken, scores)]


def best(
    program: ir.Program, ranking: list[tuple[str, bool]], seats: ir.Expr, taken: list[int], scores: Any
) -> ir.Expr:
    """The seats that are best by these functions."""
    if not ranking:
        return seats
    (name, most), rest = ranking[0], ranking[1:]

    def best_by(keys: ir.Expr) -> Any:
        first = ["best", "seat", seats, ["nth", keys, "seat", 0], int(most)]
        return best(program, rest, first, taken, scores)

    def name_keys(keys: ir.Expr) -> Any:
        names = [f"{hoisting.HOISTED}{len(taken) + number}" for number in range(program.players)]
        taken.extend([1] * program.players)
        lets = [["let", key, item] for key, item in zip(names, keys[1:], strict=True)]
        return join_lets(lets, best_by(["items", *names]))

    return best_by(scores) if scores and name == program.score else of_each_seat(name, program, taken, name_keys)


def payoffs_of(program: ir.Program, row: Sequence[int]) -> list[float]:
    """Return the payoffs of a game from its outcome row, as State.payoffs."""
    columns = outcome_columns(program)
    if program.payoff:
        return list(row[columns.payoffs])
    won = row[columns.won]
    shares = [one / max(1, sum(won)) for one in won]
    return [shares[0] - shares[1], shares[1] - shares[0]] if len(shares) == 2 else shares
