"""Why an option is refused: the named conditions of its entry, tested one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..backend.blocks import compile_expression
from ..program import ir

if TYPE_CHECKING:
    from .state import State


def first_refusal(state: State, site: int, number: int, seat: int) -> str:
    """The words of the first failing test, filled in; "" where all hold."""
    program = state.game.program
    for entry in program.sites[site].entries:
        if entry.base <= number < entry.base + entry.count:
            value = number - entry.base + entry.low
            for test in entry.tests:
                if not holds(state, test.expr, value, seat):
                    return test.words or "it is not among the things to choose from"
            if entry.kind not in ("plain", "pass", "done") and value not in values(state, entry.domain, seat):
                return "it is not among the things to choose from"
    return ""


def holds(state: State, expr: Any, value: int, seat: int) -> bool:
    """The truth of a test for a value."""
    return bool(evaluate(state, expr, value, seat))


def values(state: State, expr: Any, seat: int) -> list[int]:
    """A list expression's items now."""
    found = evaluate(state, expr, -1, seat)
    return list(found) if isinstance(found, list | tuple | range) else []


def evaluate(state: State, expr: Any, value: int, seat: int) -> Any:
    """An expression of the program, compiled by the backend and run on the state."""
    ask = compile_expression(state.game.program, expr, ", x, seat", {}, state._code.names)
    return ask(state.v, state.z, value, seat)


def candidates(state: State, site: int, seat: int) -> list[int]:
    """All option numbers that could be asked about: legal ones and those refused by a condition."""
    found: list[int] = []
    for entry in state.game.program.sites[site].entries:
        if entry.kind in ("plain", "pass", "done"):
            found.append(entry.base)
        else:
            inside = [x for x in values(state, entry.domain, seat) if entry.low <= x < entry.low + entry.count]
            found += [entry.base + x - entry.low for x in inside]
    return found


__all__ = ["candidates", "evaluate", "first_refusal", "holds", "ir", "values"]
