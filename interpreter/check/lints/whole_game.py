"""Lints of the whole game: no end, no tie-break, no words; idle scores; steps never reached."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.diagnostics import Diagnostic, Note, Span
from ...language import model as m
from ...language import syntax as s
from ..checked import Checked, CheckedDeal, CheckedMove, amount_of, emptied_place, runs_out
from ..types import Typed, subtrees, zone_names
from .logic import comparisons
from .ranges import Ranges
from .ranking import never_equal

NUMBER = re.compile(r"(?<![\w<.-])\d+(?![\w>.])")
NUMBERED = ("seat", "player", "place", "position", "team")  # "seat 1" is the name of a seat


def _warning(code: str, message: str, span: Span, hint: str, notes: tuple[Note, ...] = ()) -> Diagnostic:
    """Make a warning."""
    return Diagnostic(code, message, span, "warning", hint, notes)


def ending(checked: Checked) -> Iterator[Diagnostic]:
    """Warn if nobody can win, or if a tie is not decided."""
    rules = checked.ruleset
    named = any(isinstance(s.effect, m.End) and s.effect.winner is not None for s in checked.sentences)
    if rules.score is None and not rules.winner and rules.payoff is None and not named:
        hint = "write score: and what counts, or end: game with winner:"
        yield _warning("no-winner", "nothing says who wins this game", rules.span, hint)
    ruled = any(ruling.change in ("score", "winner", "payoff") for ruling in rules.rulings)
    ranked = rules.winner[0].pos if rules.winner else rules.score.pos if rules.score is not None else None
    several = rules.players[-1] > 1 and len(rules.winner) < 2
    said = ruled or rules.payoff is not None or _compares_several(checked) or (named and _told_by_play(checked))
    if ranked is not None and several and not said and not never_equal(checked):
        message = f"nothing says who wins when two players have the same {'rank' if rules.winner else 'score'}"
        first, what = (ranked.text, "winner") if rules.winner else ("most score", "score")
        first = f"'{first}'" if "," in first else first
        ruling = f"equal players share the victory: {{change: {what}}}"
        shared = f"write under rulings: {ruling}" if rules.rulings else f"write rulings: {{{ruling}}}"
        hint = f"add a tie-break, winner: [{first}, most ...]; or, if they share the victory, {shared}"
        yield _warning("no-tie-break", message, ranked.span, hint)


def _told_by_play(checked: Checked) -> bool:
    """Whether play decides the winner: the score is a constant, or a step names the winner at every end."""
    return isinstance(checked.ruleset.score, s.Number) or not runs_out(checked.ruleset)


def _compares_several(checked: Checked) -> bool:
    """Whether the first rank compares several numbers in turn."""
    first = checked.ruleset.winner[:1]
    return bool(first) and checked.exprs[id(first[0].value)].type.kind == "list"


def below_zero(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of numbers that begin below zero only because their range does."""
    for item in checked.ruleset.variables.values():
        first = item.initial if item.initial is not None else item.range
        lowest = first.left if isinstance(first, s.Binary) and first.op == ".." else None
        if isinstance(lowest, s.Unary) and lowest.op == "-":
            asked = first.pos.text if first is not None else ""
            message = f"{item.name} begins with {lowest.pos.text}, the smallest number of its range"
            hint = f"write {item.name}: {{start: 0, range: {asked}}} to begin with 0"
            yield _warning("starts-below-zero", message, item.span, hint)


def idle_score(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of a variant's score that the base's `winner` does not use."""
    rules = checked.ruleset
    if rules.score is None or not rules.winner:
        return
    score, winner = rules.score.pos, rules.winner[0].pos
    by_variant = score.span.file not in (rules.base, winner.span.file)
    if by_variant and not any(ranking.value.pos.text == score.text for ranking in rules.winner):
        asked = ", ".join(ranking.pos.text for ranking in rules.winner)
        message = f"this changes the score that players see, not who wins: `winner` stays {asked}"
        hint = "Write `winner: [most score, ...]` as well, with the tie-breaks that are to stay."
        yield _warning("idle-score", message, score.span, hint, (Note(winner.span, "this decides who wins"),))


def unreachable(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of steps behind one that always ends what is around it, and of steps whose condition never holds."""
    rules, options, ranges = checked.ruleset, _option_sentences(checked), Ranges(checked)
    lists = [rules.setup, rules.phases]
    for sentence, part in checked.sentences.items():
        lists += [sentence.do, *(b for b in (sentence.otherwise, sentence.impossible, sentence.declined) if b)]
        for condition, typed in zip(sentence.when, part.when, strict=True):
            if ranges.never(typed) and sentence not in options:
                message = f"this never happens: {_explain_never(ranges, condition, typed)}"
                yield _warning("unreachable", message, condition.expr.pos.span, "change the condition, or delete it")
    for steps in lists:
        for before, after in zip(steps, steps[1:], strict=False):
            may_not = before.when or before.loop or before.decision or before.menu
            if isinstance(before.effect, m.End) and not may_not:
                what, target = f"'{after.words}'" if after.words else "what follows", before.effect.target
                ended = f"the {target}" if target in ("game", "turn") else f"'{target}'"
                message = f"{what} is never reached: the step before it ends {ended}"
                hint = "put it before that step, or give that step a `when`"
                note = Note(before.effect.span, "this always ends it")
                yield _warning("unreachable", message, after.span, hint, (note,))


def _explain_never(ranges: Ranges, condition: m.Condition, typed: Typed) -> str:
    """The message that a condition never holds, with the numbers that show it."""
    shown = next(comparisons(ranges, typed), None)
    return shown.message if shown is not None else f"{condition.expr.pos.text} is never true"


def _option_sentences(checked: Checked) -> dict[m.Sentence, str]:
    """The sentences that are options, with their words."""
    found = {item.sentence: item.words for s in checked.sentences for item in s.menu if item.sentence is not None}
    return found | {action.sentence: words for words, action in checked.ruleset.actions.items()}


def never_legal(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of options and choices whose condition never holds."""
    offered, ranges = _option_sentences(checked), Ranges(checked)
    for sentence, part in checked.sentences.items():
        conditions = list(zip(sentence.where, part.where, strict=True))
        if sentence in offered:
            conditions += zip(sentence.when, part.when, strict=True)
        for condition, typed in conditions:
            if ranges.never(typed):
                what = f"'{offered[sentence]}'" if sentence in offered else "this"
                message = f"{what} can never be chosen: {_explain_never(ranges, condition, typed)}"
                hint = "change the condition, or delete the action"
                yield Diagnostic("never-legal", message, condition.expr.pos.span, hint=hint)


def never_filled(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of cards dealt or moved from a place that never holds any."""
    places = {zone.name for zone in checked.ruleset.zones.values() if not zone.rows}
    effects = [part.effect for part in checked.sentences.values()]
    for done in effects:
        if isinstance(done, CheckedMove | CheckedDeal):
            filled = zone_names(done.to)
            places -= places if filled is None else filled
    for done in effects:
        source = emptied_place(done)
        if source is not None and source.op == "zone" and source.value.name in places:
            message = f"{source.pos.text} never holds a card: it starts empty, and no step puts one there"
            hint = f"write starts with: for {source.value.name}, or put cards there first"
            notes = (Note(source.value.span, "it is declared here"),)
            yield _warning("never-filled", message, source.pos.span, hint, notes)


def words(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of `where` conditions without words, and of numbers in words that a setting determines."""
    for sentence, part in checked.sentences.items():
        for condition in sentence.where:
            if not condition.words:
                text = condition.expr.pos.text
                message = "a player who asks why this cannot be chosen gets no answer: the condition has no words"
                yield _warning("no-words", message, condition.span, f"write where: {{WHY IT IS REFUSED: {text}}}")
        named = [(c.words, c.span, [t]) for c, t in zip(sentence.when, part.when, strict=True)]
        named += [(c.words, c.span, [t]) for c, t in zip(sentence.where, part.where, strict=True)]
        named += [(c.words, c.span, [t]) for c, t in zip(sentence.until, part.until, strict=True)]
        alone = [t for t in (part.times, part.count, amount_of(part.effect)) if t]
        named.append((sentence.words, sentence.span, [*part.when, *alone]))
        for words, span, typed in named:
            yield from _numbers(checked, words, span, typed)


def _numbers(checked: Checked, words: str, span: Span, typed: list[Typed]) -> Iterator[Diagnostic]:
    """Warn of a number in words that stays the same when the setting it stands for is changed."""
    used = {part.value for t in typed for part in subtrees(t) if part.op == "setting"}
    numbered = (*NUMBERED, *checked.ruleset.things)
    for match in NUMBER.finditer(words):
        if words[: match.start()].casefold().rstrip().split(" ")[-1] in numbered:
            continue
        for name in sorted(used):
            setting = checked.ruleset.settings[name]
            values = [setting.value] if setting.value is not None else [value for _, _, value in setting.by_players]
            if any(checked.exprs[id(value)].value == int(match[0]) for value in values):
                message = f"these words say {match[0]}, whatever the setting {name} is"
                notes = (Note(setting.span, "the setting"),)
                plain = span.line == span.end_line and span.end_column - span.column == len(words)
                start, end = span.column + match.start(), span.column + match.end()
                at = Span(span.file, span.line, start, span.line, end) if plain else span
                instead = f"<{name}>" if plain else ""
                yield Diagnostic("number-in-words", message, at, "warning", f"write <{name}>", notes, instead=instead)
                return
