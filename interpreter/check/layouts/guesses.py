"""What rules that say nothing of their looks show of them: tricks, phases that are counted, races, and dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from ...base.appearance.layouts import BoardLayout, DieLayout
from ...base.diagnostics import Span
from ...language import model as m
from ...language import syntax as s
from ...language.audience import is_open
from ..checked import walk_all

PLAYERS = "players"
# the numbers of a die
FACES = (1, 6)
# how many run a race, and how many numbers its track has
RUNNERS, TRACK = range(2, 9), range(8, 101)


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


def guess_numbers(rules: m.Ruleset) -> dict[str, str]:
    """Return the numbers, by the words of a phase that is repeated, that it counts from 1 on before anything is chosen.

    No other step changes such a number, and all see it.
    """
    shared = [one for one in rules.variables.values() if not one.owner and not one.params and is_open(one)]
    counters = {one.name for one in shared if _begins_at_nothing(one)}
    changed = [name for effect in parts_of(rules, m.Add | m.Set) for name in _targets(effect)]
    found: dict[str, str] = {}
    for phase in rules.phases:
        if phase.loop is None or phase.loop.kind not in ("until", "forever"):
            continue
        for step in takewhile(lambda one: not [*parts_of(one, m.Decision)], phase.do):
            for name in _counted_by(step):
                if name in counters and changed.count(name) == 1:
                    found.setdefault(phase.words, name)
    return found


def _begins_at_nothing(number: m.Variable) -> bool:
    """Whether a number is 0 at the beginning."""
    match number.range if number.initial is None else number.initial:
        case s.Number(value=0) | s.Binary(op="..", left=s.Number(value=0)):
            return True
    return False


def _targets(effect: m.Add | m.Set) -> list[str]:
    """The shared numbers and values that an effect changes."""
    return [target.name for target, _ in effect.targets if isinstance(target, s.Name)]


def _counted_by(step: m.Sentence) -> list[str]:
    """The names of the numbers to which a step adds 1, whatever has happened."""
    if step.when or step.loop is not None or not isinstance(step.effect, m.Add):
        return []
    return [to.name for to, by in step.effect.targets if isinstance(to, s.Name) and by == s.Number(by.pos, 1)]


def guess_races(rules: m.Ruleset) -> dict[str, BoardLayout]:
    """Return tracks for things that race: the rules compare one number of theirs among them, whose range has an end."""
    compared = {*_comparisons(rules)}
    found = {}
    for thing in rules.things.values():
        own = [one for one in rules.variables.values() if one.owner == thing.name and not one.params]
        ranges = {one.name: _ends(one.range or one.initial) for one in own if is_open(one) and one.show != "hidden"}
        tracks = {name: ends for name, ends in ranges.items() if ends and 1 + ends[1] - ends[0] in TRACK}
        runners = thing.count.value if isinstance(thing.count, s.Number) else len(thing.members)
        has_cards = any(zone.owner == thing.name for zone in rules.zones.values())
        if runners not in RUNNERS or thing.grid or has_cards or len(tracks) != 1 or not compared >= tracks.keys():
            continue
        ((name, ends),) = tracks.items()
        if thing.name not in ("player", "team", *rules.layout.boards):
            found[thing.name] = BoardLayout(piece=(name,), scores=ends)
    return found


def _comparisons(rules: m.Ruleset) -> Iterator[str]:
    """The names of what is compared among several: the most or least, the greatest of all, two of one name."""
    for choice in parts_of(rules, s.Choice):
        yield from (one.name for one in parts_of(choice.best, s.Field))
    for call in parts_of(rules, s.Call):
        if call.name in ("max", "min"):
            yield from (one.name for one in parts_of(call.args, s.Field))
    for compare in parts_of(rules, s.Compare):
        fields = [one.name for one in compare.items if isinstance(one, s.Field)]
        yield from (name for name in fields if fields.count(name) > 1)


def _ends(source: Any) -> tuple[int, int] | None:
    """The first and the last number of a range that is written with numbers; None for another."""
    match source:
        case s.Binary(op="..", left=s.Number(value=first), right=s.Number(value=last)):
            return int(first), int(last)
    return None


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
    return [DieLayout(one.name) for one in values if (_ends(one.range or one.initial) or FACES[:1])[-1] == FACES[1]]


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
