"""Which keys of a table of numbers the rules can ask for, as far as the conditions around its uses say so."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, NamedTuple

from ..base.diagnostics import Span
from ..language import model as m
from ..language import syntax as s
from ..program.lowering.layout import Layout

# what has no uses in it
PLAIN = (str, int, float, NoneType, Span)
SIGNS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Use(NamedTuple):
    """A use of a table: what it is asked, and the conditions around it, each with whether it holds there."""

    args: Sequence[Any]
    conditions: tuple[tuple[Any, bool], ...]


def is_asked(uses: Sequence[Use], layouts: Collection[Layout], at: int, key: s.Expr) -> bool:
    """Whether a table may be asked for a key at a place of its parameters, with one of these numbers of players.

    uses: all of that table. It is not if at each of them conditions on the same name exclude the number, as in
    `if rank > last then 0 else points(rank)`.
    """
    if not isinstance(key, s.Number):
        return True
    found = [use for use in uses if len(use.args) > at]
    return not found or any(_allows(use, at, key.value, layout) for use in found for layout in layouts)


def _allows(use: Use, at: int, number: int, layout: Layout) -> bool:
    """Whether the conditions around a use of a table let it ask for a number."""
    asked = use.args[at]
    if not isinstance(asked, s.Name):
        return True
    return all(_outcome(condition, asked.name, number, layout) in (None, holds) for condition, holds in use.conditions)


def _outcome(condition: Any, name: str, number: int, layout: Layout) -> bool | None:
    """Whether a comparison of a name with a known number holds for a number; None if it is something else."""
    match condition:
        case s.Compare(ops=[sign], items=[s.Name(name=compared), value]) if compared == name and sign in SIGNS:
            known = layout.settings.get(value.name) if isinstance(value, s.Name) else getattr(value, "value", None)
            return SIGNS[sign](number, known) if type(known) is int else None
    return None


def uses_of(rules: m.Ruleset) -> dict[str, list[Use]]:
    """All uses of the tables of a ruleset, by their names."""
    parts = [rules.definitions, rules.setup, rules.phases, rules.actions, rules.whenever, rules.always, rules.tables]
    parts += [rules.score, rules.winner, rules.payoff, rules.variables, rules.zones]  # type: ignore[list-item]
    found: dict[str, list[Use]] = {name: [] for name in rules.tables}
    if found:
        _add_uses(parts, (), found)
    return found


def _add_uses(part: Any, conditions: tuple[tuple[Any, bool], ...], found: dict[str, list[Use]]) -> None:
    """Add the uses of tables in a part of a ruleset."""
    if isinstance(part, PLAIN):
        return
    match part:
        case s.If():
            _add_uses(part.condition, conditions, found)
            _add_uses(part.then, (*conditions, (part.condition, True)), found)
            _add_uses(part.otherwise, (*conditions, (part.condition, False)), found)
            return
        case s.Call(name=name) if name in found:
            found[name].append(Use(part.args, conditions))
        case s.Field(name=name) if name in found:
            found[name].append(Use([part.target, *part.args], conditions))
    if isinstance(part, dict):
        part = part.values()
    elif is_dataclass(part) and not isinstance(part, type):
        part = [getattr(part, name) for name in _names(type(part))]
    elif not isinstance(part, list | tuple):
        return
    for one in part:
        _add_uses(one, conditions, found)


@cache
def _names(kind: Any) -> list[str]:
    """The names of the fields of a dataclass."""
    return [one.name for one in fields(kind)]
