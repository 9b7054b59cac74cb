"""Lints of a variant that changes parts but leaves rulings and explanations about them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ...base.diagnostics import Diagnostic, Note, RulesetError, Span
from ...base.english import NUMBER_WORDS
from ...language import model as m
from ...language import syntax as s
from ...language.build import build
from ...reading.variants.merge import merge_files
from ..checked import Checked, walk_all

COUNTED = re.compile(r"\w+(?:-\w+)*")
FEWEST = 2  # "one" and "no" are often no numbers


def stale(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of a base's rulings about changed parts, and of explanations with outdated numbers."""
    rules = checked.ruleset
    if len(rules.files) < FEWEST:
        return
    parts, before = _parts(rules), _Before(rules.base)
    for ruling in rules.rulings:
        part = parts.get(ruling.change)
        changed = _place_of_change(part, rules) if ruling.span.file == rules.base else None
        if changed is not None and before.loses(ruling, part):
            message = f"this changes '{ruling.change}', and a ruling is about it: {ruling.words}"
            hint = "If the ruling still holds, repeat it under `rulings:` here; if not, write `null` after it there."
            yield Diagnostic("stale-words", message, changed, "warning", hint, (Note(ruling.span, "the ruling"),))
    for name, part, words, about in _explained_parts(rules):
        if not (numbers := _numbers(words)):
            continue
        spoken_of = [part] if about else [part, *_settings(part, rules)]
        gone = numbers - {value for one in spoken_of for value in _values(one)}
        changed = next((span for one in spoken_of if gone and (span := _place_of_change(one, rules, about))), None)
        if changed is not None and not isinstance(part, m.Zone):  # words about cards may say how many they are together
            gone &= before.near(name, words)
        if changed is not None and gone:
            said = " and ".join(map(str, sorted(gone)))
            message = f"this changes {name}, but the words still say {said}: {words}"
            yield Diagnostic("stale-words", message, changed, "warning", "Change the words as well.")


class _Before:
    """The base by itself, read only if a ruling's part has been changed."""

    def __init__(self, file: str) -> None:
        self.file = file

    @cached_property
    def places_of_rulings(self) -> dict[Span, set[Span]]:
        """The place of each ruling, with the places of everything in its part."""
        rules = self.rules
        if rules is None:
            return {}
        parts = _parts(rules)
        return {ruling.span: _places(parts.get(ruling.change)) for ruling in rules.rulings}

    @cached_property
    def rules(self) -> m.Ruleset | None:
        try:
            return build(merge_files(Path(self.file)), "")
        except RulesetError:
            return None

    def near(self, name: str, words: str) -> set[int]:
        """The numbers that a part's words may mean: those in it, and the neighbours, as of `round > 3`, round 4."""
        rules = self.rules
        if rules is None:
            return set()
        parts = [part for known, part, said, _ in _explained_parts(rules) if (known, said) == (name, words)]
        values = {value for part in parts for one in [part, *_settings(part, rules)] for value in _values(one)}
        return {value + more for value in values for more in (-1, 0, 1)}

    def loses(self, ruling: m.Ruling, part: Any) -> bool:
        """Whether content of a ruling's part is replaced or removed; additions leave the ruling true."""
        return not self.places_of_rulings.get(ruling.span, {ruling.span}) <= _places(part)


def _places(part: Any) -> set[Span]:
    """The places of everything in a part."""
    return {span for node in _inside(part) if (span := _place(node)) is not None}


def _place(node: Any) -> Span | None:
    """The place of an expression, of the action that a step runs, or of the step that it ends."""
    if isinstance(node, m.Run):
        return node.action_span or node.span
    if isinstance(node, m.End):
        return node.target_span
    return node.pos.span if hasattr(node, "pos") else None


def _parts(rules: m.Ruleset) -> dict[str, Any]:
    """Everything that a ruling can be about, by its words or name."""
    found: dict[str, Any] = {"score": rules.score, "winner": rules.winner}
    if rules.score is not None and rules.score.pos.scalar.inlaid:
        del found["score"]  # its old value still counts
    for step in walk_all(rules):
        for condition in [*step.when, *step.where, *step.until]:
            found.setdefault(condition.words, condition.expr)
        found.setdefault(step.words, step)
    return found | rules.settings | {name: item.value for name, item in rules.definitions.items()}


def _explained_parts(rules: m.Ruleset) -> Iterator[tuple[str, Any, str, str]]:
    """The explained parts: name, part, words, and the words again if they are an explanation."""
    for step in walk_all(rules):
        if step.span.file != rules.base:
            continue
        name = f"'{step.words}'" if step.words else "this step"
        yield name, step, step.words, ""
        yield name, step, step.about, step.about
        for condition in [*step.when, *step.where, *step.until]:
            if condition.span.file == rules.base:
                yield f"'{condition.words}'", condition.expr, condition.words, ""
    for items in (rules.settings, rules.definitions, rules.zones, rules.tables):
        for name, item in items.items():
            yield name, item, item.about, item.about


def _inside(node: Any, outermost: bool = True) -> Iterator[Any]:
    """The expressions in a part; steps in it with words of their own are parts of their own."""
    if isinstance(node, list | tuple):
        for one in node:
            yield from _inside(one, False)
    elif isinstance(node, dict):
        yield from _inside(list(node.values()), False)
    elif isinstance(node, m.Sentence) and node.words and not outermost:
        return
    elif fields := _fields(node.__class__):
        yield node
        for field in fields:
            yield from _inside(getattr(node, field), False)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of the fields in which expressions of a part can stand."""
    is_part = dataclasses.is_dataclass(kind) and not issubclass(kind, Span | s.Pos)
    return tuple(field.name for field in dataclasses.fields(kind)) if is_part else ()


def _place_of_change(part: Any, rules: m.Ruleset, about: str = "") -> Span | None:
    """The place where another file has changed a part; None if that file says `about` as well."""
    for node in _inside(part):
        span = _place(node)
        if span is not None and span.file != rules.base and span.file in rules.files:
            source = node.pos.scalar.source if hasattr(node, "pos") else None
            told = bool(about) and source is not None and _squeeze(about) in _squeeze(source.text)
            return None if told else span
    return None


def _squeeze(text: str) -> str:
    """The text with one blank for each run of blanks and signs."""
    return re.sub(r"\W+", " ", text)


def _settings(part: Any, rules: m.Ruleset) -> list[m.Setting]:
    """The settings that an expression or a step mentions."""
    names = {node.name for node in _inside(part) if isinstance(node, s.Name)}
    return [setting for name, setting in rules.settings.items() if name in names]


def _values(part: Any) -> set[int]:
    """The numbers written in a part."""
    return {node.value for node in _inside(part) if isinstance(node, s.Number)}


def _numbers(about: str) -> set[int]:
    """The numbers in an explanation, as digits or in words."""
    words = [word.casefold() for word in COUNTED.findall(about)]
    named = {NUMBER_WORDS.index(word) for word in words if word in NUMBER_WORDS} - {0, 1}
    return named | {int(word) for word in words if word.isdecimal()}
