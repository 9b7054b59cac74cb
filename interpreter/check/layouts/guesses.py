"""What rules that say nothing of their looks show of them: tricks, and values that are dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ...base.appearance.layouts import DieLayout
from ...base.diagnostics import Span
from ...language import model as m
from ...language import syntax as s
from ...language.audience import is_open
from ..checked import walk_all

PLAYERS = "players"
# the numbers of a die
FACES = (1, 6)


def parts_of(node: Any, kind: Any) -> Iterator[Any]:
    """Return everything of a kind in a part of a ruleset."""
    if isinstance(node, kind):
        yield node
    if isinstance(node, list | tuple):
        for one in node:
            yield from parts_of(one, kind)
    elif isinstance(node, dict):
        yield from parts_of(list(node.values()), kind)
    elif dataclasses.is_dataclass(node) and not isinstance(node, Span | s.Pos):
        for field in dataclasses.fields(node):
            yield from parts_of(getattr(node, field.name), kind)


def guess_tricks(rules: m.Ruleset) -> list[str]:
    """Return the open places to which players play a card of their own, and from which the cards of all go together."""
    own = {zone.name for zone in rules.zones.values() if zone.owner == "player"}
    places = [z.name for z in rules.zones.values() if z.name in own and not z.ordered and not z.params and is_open(z)]
    steps = [*walk_all(rules)]
    played = {name for step in steps if _chooses_from(step) & own for name in _ends_of(step)}
    swept = {name for step in steps for name in _sweeps(step)}
    return [name for name in dict.fromkeys(places) if name in played and name in swept]


def _chooses_from(step: m.Sentence) -> set[str]:
    """The places of one player that the choices of a step are from."""
    choices = step.decision.choices if step.decision is not None and step.decision.kind != "random" else []
    sources = [binder.source for choice in choices for binder in choice.binders]
    return {one.name for one in sources if isinstance(one, s.Field)}


def _ends_of(step: m.Sentence) -> set[str]:
    """The places to which a step itself moves a card."""
    effect = step.effect
    return {effect.to.name} if isinstance(effect, m.Move) and isinstance(effect.to, s.Field) else set()


def _sweeps(step: m.Sentence) -> set[str]:
    """The places from which a step moves the cards of all players."""
    effect, loop = step.effect, step.loop
    if isinstance(effect, m.Gather):
        return _of_all([binder.source for binder in effect.cards.binders])
    if not isinstance(effect, m.Move):
        return set()
    found = _of_all([effect.amount, effect.source])
    if loop is not None and loop.kind == "each" and loop.choice is not None:
        (first, *_) = loop.choice.binders
        over_all = PLAYERS in [one.name for one in parts_of(first.source, s.Name)]
        source = effect.source
        if over_all and isinstance(source, s.Field) and isinstance(source.target, s.Name):
            found |= {source.name} if source.target.name == first.name else set()
    return found


def _of_all(node: Any) -> set[str]:
    """The names behind `players.` in an expression."""
    fields = parts_of(node, s.Field)
    return {one.name for one in fields if isinstance(one.target, s.Name) and one.target.name == PLAYERS}


def guess_dice(rules: m.Ruleset) -> list[DieLayout]:
    """Return the values of at most six that the rules only set to numbers, at least once to that of a die they roll."""
    rolled: set[str] = set()
    counted: set[str] = set()
    for step in walk_all(rules):
        numbers = _rolled_numbers(step)
        for effect in [step.effect, *(inner.effect for inner in step.do)]:
            for target, value in effect.targets if isinstance(effect, m.Set | m.Add) else ():
                if not isinstance(target, s.Name | s.Field):
                    continue
                if isinstance(effect, m.Add) or not isinstance(value, s.Name | s.Number):
                    counted.add(target.name)
                elif isinstance(value, s.Name) and value.name in numbers:
                    rolled.add(target.name)
    values = [one for one in rules.variables.values() if one.name in rolled - counted]
    return [DieLayout(one.name) for one in values if _most(one.range or one.initial) == FACES[1]]


def _most(source: Any) -> int | None:
    """The greatest number of a range that is written with numbers; None for another."""
    match source:
        case s.Binary(op="..", left=s.Number(), right=s.Number(value=last)):
            return int(last)
    return None


def _rolled_numbers(step: m.Sentence) -> set[str]:
    """The names of the numbers of dice that a step rolls."""
    decision = step.decision
    if decision is None or decision.kind != "random" or decision.count is not None:
        return set()
    return {one.name for choice in decision.choices for one in choice.binders if _is_die(one.source)}


def _is_die(source: Any) -> bool:
    """Whether a list is the numbers from 1 to 6."""
    match source:
        case s.Binary(op="..", left=s.Number(value=first), right=s.Number(value=last)):
            return (first, last) == FACES
    return False
