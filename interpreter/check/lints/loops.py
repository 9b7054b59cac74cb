"""Lints of loops that never end, or in which nobody decides anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from ...base.diagnostics import Diagnostic
from ...language import model as m
from .. import checked as c
from ..types import Typed, subtrees, with_definitions
from .ranges import Ranges

OF_ITS_OWN = ("zone", "variable", "define")  # what a player has


def endless(checked: c.Checked) -> Iterator[Diagnostic]:
    """Report a loop in which nothing can make its end condition true."""
    ranges = Ranges(checked)
    for sentence, part in checked.sentences.items():
        loop = sentence.loop
        if loop is None or loop.kind not in ("forever", "turns", "until") or not part.until:
            continue
        inside = _inside(checked, sentence)
        if any(isinstance(s.effect, m.End) for s in inside):
            continue
        changes = _changes(checked, sentence)
        passing = any(inner.loop is not None and inner.loop.kind == "turns" for inner in inside)
        possible = [typed for typed in part.until if not ranges.never(typed)]
        if any(changes is None or _may_change(checked, typed, changes, passing) for typed in possible):
            continue
        text, span = sentence.until[0].expr.pos.text, sentence.until[0].expr.pos.span
        message = f"this goes on forever: nothing in it changes {text}"
        if ranges.never(part.until[0]):
            message = f"this goes on forever: {text} is never true"
        yield Diagnostic("endless", message, span, hint="change the condition, or what happens")


def no_decision(checked: c.Checked) -> Iterator[Diagnostic]:
    """Warn of turns in which nobody ever decides anything, if no loop is endless."""
    hint = "add a choice, or write for each: instead of turns:"
    for sentence in checked.sentences if not any(endless(checked)) else ():
        if sentence.loop is None or sentence.loop.kind != "turns":
            continue
        inside = _inside(checked, sentence)
        if not any(s.menu or (s.decision is not None and s.decision.kind != "random") for s in inside):
            message = "nobody decides anything in these turns"
            yield Diagnostic("no-decision", message, sentence.loop.span, "warning", hint)


def ends_for_one(checked: c.Checked) -> Iterator[Diagnostic]:
    """Warn of turns that end by what the last player has, where all players seem to be meant."""
    for sentence, part in checked.sentences.items():
        if sentence.loop is None or sentence.loop.kind != "turns" or part.choice is None:
            continue
        own = part.choice.binders[0][0]
        for typed in part.until:
            if any(
                p.op in OF_ITS_OWN and any(a.value is own for a in p.args if a.op == "local") for p in subtrees(typed)
            ):
                message = (
                    f"these turns end for all as soon as this is true of one {own.name}, after that {own.name}'s turn"
                )
                hint = _of_several(typed.pos.text, own.name)
                yield Diagnostic("until-one", message, typed.pos.span, "warning", hint)


def _of_several(text: str, name: str) -> str:
    """The text that asks one of the players, and the one that asks all, where it asks one by name."""
    letter = next((letter for letter in "pqrstu" if not re.search(rf"\b{letter}\b", text)), "other")
    asked = re.sub(rf"\b{name}\b", letter, text)
    return f"write any({letter} in players where {asked}) if that is meant, or all({asked} for {letter} in players)"


def _inside(checked: c.Checked, sentence: m.Sentence) -> list[m.Sentence]:
    """The sentences inside a sentence, of its actions, and of everything that events may do."""
    rules = checked.ruleset
    return list(c.sentences_played(rules, [sentence, *(event.sentence for event in rules.whenever)]))


def _changes(checked: c.Checked, sentence: m.Sentence) -> set[object] | None:
    """The places, variables and names that may change in a loop; None if not known."""
    found: set[object] = set()
    for inner in _inside(checked, sentence):
        part = checked.sentences[inner]
        found |= {*part.exports, *part.chosen, *(choice.binders[0][0] for choice in part.choices)}
        if inner is not sentence:
            found |= {local for local, _, _ in part.remember}
            found |= {local for local, _ in part.choice.binders} if part.choice is not None else set()
        if isinstance(part.effect, c.CheckedMove) and isinstance(part.effect.cards, c.OneCard | c.CardList):
            found |= set(checked.ruleset.zones.values())
        for typed in _change_targets(part):
            for mentioned in subtrees(typed):
                if mentioned.op == "formula" or (mentioned.op == "local" and mentioned.value.kind != "name"):
                    return None
                found |= {mentioned.value} if mentioned.op == "local" else set()
            found |= {part.value for part in with_definitions(typed) if part.op in ("zone", "variable")}
    return found


def _change_targets(part: c.CheckedSentence) -> Iterator[Typed]:
    """The expressions that the effect of a sentence changes."""
    match part.effect:
        case c.CheckedChange(targets=targets):
            yield from (target for target, _ in targets)
        case c.CheckedMove() | c.CheckedTokens() | c.CheckedPayment() | c.CheckedDeal() | c.CheckedShuffle():
            yield from c.typed_of(part)
        case c.CheckedReveal() | c.CheckedSay() | c.CheckedRun() | c.CheckedRunByKind() | c.CheckedEnd() | None:
            pass
        case other:
            assert_never(other)


def _may_change(checked: c.Checked, typed: Typed, changes: set[object], passing: bool) -> bool:
    """Whether a condition may change by these changes; `passing`: turns pass from one player to the next."""
    if typed.op == "const":
        return True
    for part in with_definitions(typed):
        if part.op in ("formula", "possible") or (part.op == "local" and part.value.kind != "name"):
            return True
        if part.op in ("zone", "variable", "local") and part.value in changes:
            return True
        if passing and part.op == "local" and part.value in checked.turn_names.values():
            return True
        if passing and part.op == "variable" and part.value.times_seen:
            return True
    return False
