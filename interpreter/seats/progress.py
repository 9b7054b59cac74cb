"""How far a game has come: how much is missing until a condition that ends it holds, from the program alone.

Only what everybody sees is counted. Where a condition is no comparison of numbers, or reads something hidden, nothing
is said of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..program import ir
from .perception.expression_visibility import is_allowed
from .running_game import RunningGame, StartedGame
from .visibility import ONLOOKER

# more than any number of a game
FAR = 1 << 30
KEPT = "ends"


class ToGo(NamedTuple):
    """How much is missing until a condition holds: its words, and the number."""

    words: str
    number: int


class End(NamedTuple):
    """A condition at which the game ends: its words, and what is missing, as an expression that is 0 once it holds."""

    words: str
    missing: ir.Expr


def progress(state: RunningGame) -> list[ToGo]:
    """Return what is missing until each condition that ends the game holds, as far as everybody can count it."""
    if state.over:
        return []
    ask = state.evaluator(ONLOOKER)
    found = [ToGo(end.words, ask(end.missing, 0)) for end in _countable_ends(state.game)]
    # one that holds is looked at when the round, or whatever it is, is complete
    return [end for end in found if 0 < end.number < FAR]


def _countable_ends(game: StartedGame) -> list[End]:
    """The conditions that everybody can count, cached for a game."""
    if KEPT not in game.visibility:
        rounds = _rounds(game.program)
        game.visibility[KEPT] = [
            end for end in ends_of(game.program) if is_allowed(game, ONLOOKER, ONLOOKER, _without(end.missing, rounds))
        ]
    ends: list[End] = game.visibility[KEPT]
    return ends


def ends_of(program: ir.Program) -> list[End]:
    """Return the conditions at which the last outermost loop with any ends, as far as they compare numbers.

    Without numbers that are set anew during the game, such as the moves since something happened: they tell nothing.
    """
    found: dict[int, list[End]] = {}
    rounds = set().union(*map(_numbers, _rounds(program)))
    reset = _reset_numbers([block.body for block in program.blocks[program.started :]]) - rounds
    for block in program.blocks:
        last = block.body[-1]
        asked = [part[1] for part in block.body if part[0] == "condition"]
        node = program.nodes[asked[-1]] if asked else None
        if node is None or node.kind != "until" or last[0] != "branch" or program.nodes[node.above].above >= 0:
            continue
        missing = _missing(last[1])
        found.setdefault(node.above, [])
        if missing is not None and node.words and not (_numbers(missing) & reset):
            found[node.above].append(End(node.words, missing))
    return found[max(found)] if found else []


def _numbers(expr: ir.Expr) -> set[int]:
    """The first slots of the numbers that an expression reads."""
    if not isinstance(expr, list):
        return set()
    own = {expr[1]} if expr[:1] == ["var"] else set()
    return own.union(*map(_numbers, expr[1:]))


def _reset_numbers(body: list[Any]) -> set[int]:
    """The first slots of the numbers that statements set to a constant."""
    own = {body[1]} if body[:1] == ["set"] and isinstance(body[3], int) else set()
    return own.union(*(_reset_numbers(part) for part in body if isinstance(part, list)))


def _rounds(program: ir.Program) -> list[ir.Expr]:
    """The numbers of rounds that everybody is told."""
    told = [part for block in program.blocks for part in block.body if part[:2] == ["emit", "turn"]]
    return [part[-1] for part in told]


def _without(expr: ir.Expr, known: list[ir.Expr]) -> ir.Expr:
    """An expression with 0 in place of what is known."""
    if expr in known:
        return 0
    return [_without(part, known) for part in expr] if isinstance(expr, list) else expr


def _missing(condition: ir.Expr) -> ir.Expr | None:
    """What is missing until a condition holds, as an expression; None where it is no comparison of numbers."""
    match condition:
        case ["ge", one, other]:
            return _above(["sub", other, one])
        case ["gt", one, other]:
            return _above(["add", ["sub", other, one], 1])
        case ["le", one, other]:
            return _above(["sub", one, other])
        case ["lt", one, other]:
            return _above(["add", ["sub", one, other], 1])
        case ["eq", ["size", place], 0]:
            return ["size", place]
        case ["not", ["any", register, listed, ["eq", _, int()] as holds]]:
            return ["count", register, listed, holds]
        case ["any", register, listed, holds]:
            inner = _missing(holds)
            return None if inner is None else ["min", ["map", register, listed, inner], FAR]
        case ["every", register, listed, holds]:
            inner = _missing(holds)
            return None if inner is None else ["sum", ["map", register, listed, inner]]
        case ["and", *parts]:
            each = [_missing(part) for part in parts]
            if None in each:
                return None
            most = each[0]
            for part in each[1:]:
                most = ["most", most, part]
            return most
    return None


def _above(expr: ir.Expr) -> ir.Expr:
    """A number, 0 if it is below."""
    return ["most", expr, 0]
