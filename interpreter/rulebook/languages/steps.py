"""Steps of a ruleset as items of the rulebook in another language; ../steps.py puts them together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ...base.languages.catalogues import mark
from ...base.languages.declension import NounPhrase, as_subject, fixed_phrase, in_brackets, of_cases, of_noun, with_name
from ...language import model as m
from ...language import syntax as s
from ..effects import Context
from ..english import English
from ..fallback import Told, Unsaid
from ..steps import LONG, Steps
from ..vocabulary import SHORT
from ..wording import COMMA, capital
from .effects import OtherEffects
from .phrases import Phrases
from .vocabulary import Kind

STARTS = {
    ("choose", False): mark("{subject} chooses {things}"), ("may choose", False): mark("{subject} may choose {things}"),
    ("choose", True): mark("{subject} chooses secretly {things}"),
    ("may choose", True): mark("{subject} may choose secretly {things}"),
    ("random", False): mark("chance picks {things}"), ("random", True): mark("chance picks secretly {things}"),
}  # fmt: skip


class OtherSteps(Steps):
    """Writes the steps of one ruleset in another language; told: has the English ones."""

    def __init__(
        self,
        english: English,
        phrases: Phrases,
        nouns: Mapping[tuple[str, str], str],
        inlined: Collection[str],
        told: Told,
    ) -> None:
        super().__init__(english, nouns, inlined, told)
        self.phrases, self.other = phrases, phrases.vocabulary
        self.vocabulary, self.words = phrases.vocabulary, phrases.vocabulary.words
        self.effects = OtherEffects(english, nouns, inlined, phrases=phrases)

    # -- what ../steps.py puts together

    def after_colon(self, text: str) -> str:
        return text

    def doer(self) -> str:
        return self.other.say_part("the one who does this")

    def within(self, title: str) -> str:
        return title

    def for_every(self, source: s.Expr) -> str:
        return self.other.say(" for every {thing}", thing=self.phrases.kind(source, {}).a("jed"))

    def after_lead(self, clause: str) -> str:
        return capital(clause)

    def happens(self, lead: str) -> str:
        return self.other.say("{lead}, the following happens:", lead=lead[:-1])

    def does(self, who: str, what: str) -> str:
        return self.other.say("{who} does: {what}", who=who, what=what)

    def conditions(self, conditions: list[m.Condition], around: Context, whose: str = "") -> str:
        v = self.other
        if any(condition.words for condition in conditions) or whose:
            told = "; ".join(self.condition(c, around) for c in conditions)
            told = COMMA.sub("", f"{told};").removesuffix(";")
            if whose:
                return v.say("Condition for {whose}: {told}.", whose=whose, told=told)
            return v.say("Condition: {told}.", told=told)
        clauses = [self.phrases.conditions.statement(c.expr, around.names).after() for c in conditions]
        return v.say("Only if {told}.", told=v.join([fixed_phrase(clause) for clause in clauses]))

    def condition(self, condition: m.Condition, around: Context) -> str:
        v, words = self.other, self.vocabulary.fill_settings(condition.words)
        clause = self.phrases.conditions.statement(condition.expr, around.names).main()
        told = words or clause
        if words and clause != v.say("always") and not condition.judge and clause != words:
            told = f"{words} ({clause})"
        return v.say("{told} (a judge looks)", told=told) if condition.judge else told

    def occasion(self, condition: m.Condition, around: Context) -> str:
        told = self.vocabulary.fill_settings(condition.words)
        return told or self.phrases.conditions.statement(condition.expr, around.names).main()

    def memory_sentence(self, item: m.Remembered, around: Context) -> str:
        v, first, names = self.other, item.initial, around.names
        if isinstance(first, s.TypeText):
            noun = v.noun(item.name) if len(item.name) > SHORT else v.noun(first.name)
            names[item.name] = v.local_name(item.name, v.noun(first.name) if first.name else None, names)
            return v.say_clause("at first there is no {subject}", subject=of_noun(noun, False, "kein")).main()
        start = isinstance(first, s.Binary) and first.op == ".."
        value = self.phrases.phrase(first.left if isinstance(first, s.Binary) and start else first, names)
        one = None
        if isinstance(first, s.Aggregate) and first.function == "those" and first.value is None:
            kind = self.phrases.kind(first, names)
            v.nouns_of_lists[item.name] = Kind(v.noun(item.name), player=kind.player)
        if isinstance(first, s.Aggregate) and first.function in ("first", "last") and first.value is None:
            one = self.phrases.kind(first.choice.binders[0].source, names).noun
        elif isinstance(first, s.Call) and first.name in ("first", "last") and len(first.args) == 1:
            one = self.phrases.kind(first.args[0], names).noun
        name = names[item.name] = (
            of_noun(v.noun(item.name), True, "der")
            if item.name in v.nouns_of_lists
            else v.local_name(item.name, one, names)
        )
        if start or item.name in self.changing:
            return v.say_clause("{subject} is {value} at first", subject=name, value=value).main()
        return v.say_clause("{subject} is remembered as {value}", subject=name, value=value).main()

    def loop(self, step: m.Sentence, around: Context) -> str:
        v, loop = self.other, step.loop
        if loop is None:
            return ""
        if loop.kind == "forever":
            return v.say("again and again:")
        if loop.kind == "until":
            told = v.say(" or ").join(self.condition(c, around) for c in step.until)
            return v.say("again and again, until {conditions}:", conditions=told)
        if loop.choice is None:
            times = self.phrases.phrase(loop.times, around.names) if loop.times is not None else fixed_phrase("")
            return v.say("{times} times:", times=times) if times.isdecimal() else v.say(
                "as many times as {times}:", times=times)  # fmt: skip
        return self.rounds(loop, loop.choice, around)

    def rounds(self, loop: m.Loop, choice: s.Choice, around: Context) -> str:
        """The beginning of a loop over players or things."""
        v, binder = self.other, choice.binders[0]
        names = self.turning(binder.source, around)
        turns = loop.kind == "turns"
        kind = self.phrases.kind(binder.source, names)
        order = kind.order.removesuffix(",") if turns else ""
        kind = replace(kind, order="") if turns else kind
        narrowed = self.phrases.narrow(kind, choice, around.names)
        for bound in choice.binders:
            noun = self.phrases.kind(bound.source, around.names).noun
            around.names[bound.name] = v.local_name(bound.name, noun, around.names)
        player = v.the("player")
        if turns and len(binder.name) <= SHORT and str(player) not in map(str, around.names.values()):
            around.names[binder.name] = player
        if kind.player or loop.kind in ("turns", "together"):
            around.who = around.names[binder.name]
        name = around.names[binder.name]
        alone = str(name) in (str(of_noun(kind.noun, False, "der")), str(of_noun(kind.noun, False, "dies")))
        if turns:
            if loop.following is not None:
                order = v.say("; next is {player}", player=self.phrases.phrase(loop.following, around.names)) + order
            else:
                order = v.say(", clockwise") + order
            whose = "" if alone else v.say(". The active player, whose turn it is, is called {name}", name=name)
            said = v.say_clause("{subject} take turns, round and round", subject=narrowed.all()).main()
            return f"{said}{order}{whose}."
        each = replace(narrowed, order="").a("jed")
        things = of_cases(each if alone else with_name(each, name), narrowed.order)
        if loop.kind == "together":
            return v.say("at the same time, unseen by the others, for each of {things}:", things=things)
        all_of = [things]
        all_of += [self.phrases.kind(b.source, around.names).a("jed") for b in choice.binders[1:]]
        return v.say("for each {things}:", things=v.join(all_of))

    def turning(self, e: s.Expr, around: Context) -> dict[str, Any]:
        first = e.right if isinstance(e, s.Binary) and e.op in ("from", "after") else None
        player = self.other.the("player")
        if isinstance(first, s.Name) and first.name in self.active and around.names.get(first.name) == player:
            return {**around.names, first.name: self.other.say_part("the active player")}
        return around.names

    def ending(self, step: m.Sentence, around: Context) -> str:
        v = self.other
        if not step.until or (step.loop is not None and step.loop.kind == "until"):
            return ""
        told = v.say(" or ").join(self.condition(c, around) for c in step.until)
        if step.loop is not None and step.loop.kind == "turns":
            return v.say("play turns until {conditions}, checked before each turn", conditions=told)
        return v.say("this stops once {conditions}, checked before each time", conditions=told)

    # -- decisions

    def decision(self, step: m.Sentence, around: Context) -> list[str]:
        v = self.other
        if step.by is not None:
            told = self.phrases.phrase(step.by, around.names)
            around.who = in_brackets(told) if isinstance(step.by, s.If) else told
        who, decision = around.who, step.decision
        assert isinstance(who, NounPhrase)
        if step.menu:
            return [v.say_clause("{subject} does one of the following", subject=who).main()]
        if decision is None:
            return []
        chosen = [self.option_of(choice, decision, around) for choice in decision.choices]
        joint = "; " if len(chosen) > LONG else v.say(", then ")
        things = of_cases(chosen[0], "".join(f"{joint}{one.form('akk')}" for one in chosen[1:]))
        start = STARTS[decision.kind, decision.secret]
        said = [v.say_clause(start, subject=who, things=things).main()]
        for whole in (False, True):
            if conditions := [condition for condition in step.where if condition.whole == whole]:
                whose = ""
                if decision.count is not None:
                    whose = v.say("all of them together") if whole else v.say("each of them")
                said.append(self.conditions(conditions, around, whose))
        return said

    def option_of(self, choice: s.Choice, decision: m.Decision, around: Context) -> NounPhrase:
        """What is chosen from what; binds its name."""
        v, binder = self.other, choice.binders[0]
        who = str(around.who)
        mine = {name: as_subject(one) if str(one) == who else one for name, one in around.names.items()}
        kind = self.phrases.kind(binder.source, mine if decision.kind != "random" else around.names)
        kind = replace(kind, order="")
        narrowed = self.phrases.narrow(kind, choice, around.names)
        one = narrowed.a()
        if decision.count is not None:
            anything = isinstance(decision.count, s.Name) and decision.count.name == "any"
            if anything:
                one = v.say_part("any number of {things}", things=narrowed.all(""))
            else:
                number = self.phrases.phrase(decision.count, around.names)
                if number[:1].isdecimal():
                    one = v.say_part("{number} of {things}", number=number, things=narrowed.all())
                else:
                    one = of_cases(narrowed.all(""), v.say(" (number: {value})", value=number))
        name = v.local_name(binder.name, kind.noun, around.names)
        if decision.count is not None and len(binder.name) > SHORT:
            noun = v.noun(binder.name)
            name = of_noun(noun, True, "der")
        around.names[binder.name] = name
        plain = {str(of_noun(kind.noun, many, word)) for many in (False, True) for word in ("der", "dies")}
        said = one if str(name) in plain else with_name(one, name)
        if choice.condition is not None:
            condition = self.phrases.conditions.statement(choice.condition, around.names).after()
            return of_cases(said, v.say(" (only if {condition})", condition=condition))
        return said

    def when(self, event: m.Event, around: Context, inner: Context) -> str:
        v = self.other
        if event.zone is None:
            each = self.passes.get(event.target, "")
            if each:
                raise Unsaid("event")
            words = v.in_quotes(self.vocabulary.fill_settings(event.target))
            return v.say("Before {step}.", step=words) if event.kind == "before" else v.say("After {step}.", step=words)
        kind = self.phrases.kind(event.zone, inner.names)
        inner.names["card"] = of_noun(kind.noun, False, "der")
        place = self.phrases.phrase(event.zone, around.names)
        return v.say("Whenever {thing} comes {to}.", thing=of_noun(kind.noun, False, "ein"), to=place.form("wohin"))
