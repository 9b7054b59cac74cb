"""Steps of a ruleset as items of the rulebook: who decides, the options, the effects."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from ..base.english import is_many, join_words
from ..check.checked import walk_all
from ..language import model as m
from ..language import syntax as s
from .blocks import BELOW, Item
from .effects import Context, Effects
from .english import English
from .fallback import Told
from .vocabulary import SHORT, ListKind
from .wording import article, capital, sentence, uncapital, unsaid_sentences, without_article

# so many choices in one sentence, or members of a kind of thing behind its name, still read well
LONG = 3


def is_idle(action: m.Action) -> bool:
    """Whether an action is `nothing`."""
    step = action.sentence
    return not (step.do or step.effect or step.decision or step.menu or step.when or step.rule or step.about)


def _nest(when: str, items: list[Item]) -> Item:
    """Items under their occasion; a single one without a title follows it in the line."""
    if len(items) == 1 and not items[0].title:
        only = items[0]
        return Item(text=f"{when}: {only.text}", rule=only.rule, children=only.children, idea=only.idea)
    return Item(text=f"{when}:", children=items)


class Steps:
    """Writes the steps of one ruleset; `nouns` gives the noun for each action's result, by action and result.

    `inlined` are the actions that are told with their arguments.
    """

    def __init__(
        self, english: English, nouns: Mapping[tuple[str, str], str], inlined: Collection[str], told: Told
    ) -> None:
        self.english, self.told = english, told
        self.effects = Effects(english, nouns, inlined)
        self.vocabulary, self.words = english.vocabulary, english.words
        self.rules = english.vocabulary.rules
        loops = {step.words: step.loop.kind for step in walk_all(self.rules) if step.words and step.loop}
        named: dict[bool, set[str]] = {True: set(), False: set()}
        for step in walk_all(self.rules):
            if step.loop is not None and step.loop.choice is not None:
                named[step.loop.kind == "turns"] |= {binder.name for binder in step.loop.choice.binders}
        changes = [step.effect for step in walk_all(self.rules) if isinstance(step.effect, m.Set | m.Add)]
        self.changing = {e.name for effect in changes for e, _ in effect.targets if isinstance(e, s.Name)}
        self.active = named[True] - named[False]
        self.passes = {words: f"each {'turn' if kind == 'turns' else 'pass'} of " for words, kind in loops.items()}

    def items(self, steps: m.Steps, around: Context) -> list[Item]:
        """The steps in order; names bound by one are known to the next."""
        return [self.item(step, around) for step in steps]

    def item(self, step: m.Sentence, outer: Context) -> Item:
        """One step with everything inside it."""
        return self.told.tell(id(step), lambda: self.make_item(step, outer))

    def make_item(self, step: m.Sentence, outer: Context) -> Item:
        around = outer.inner()
        out = Item(capital(self.vocabulary.fill_settings(step.words)), rule=list(step.rule))
        said = [sentence(self.memory_sentence(item, around)) for item in step.remember]
        when = self.conditions(step.when, around) if step.when else ""
        otherwise = self.items(step.otherwise or [], outer.inner())
        # after several steps it would be read as the opposite of the last one
        inline = len(step.do) > 1 and len(otherwise) == 1 and not (otherwise[0].title or otherwise[0].children)
        inline = inline and bool(when)
        if inline:
            other = self.after_colon(otherwise[0].text).removesuffix(".")
            when = self.say("{when} (otherwise: {other}).", when=when[:-1], other=other)
        lead = self.loop(step, around)
        looped = around.inner()
        ending = self.ending(step, around)
        done = [*self.decision(step, around), *(self.effects.clauses(step.effect, around) if step.effect else [])]
        if step.by is not None and isinstance(step.effect, m.Run):
            done[0] = self.does(around.who, done[0])
        if lead.endswith(":") and not done:
            lead = self.happens(lead)
        if lead.endswith(":") and done:
            done[0] = f"{lead} {self.after_lead(done[0])}"
            lead = ""
        told = ([lead] if lead else []) + done + ([ending] if ending else [])
        if when and not any(condition.words for condition in step.when):
            when = f"{when[:-1]}:" if not told and (step.do or step.menu) else when
            if told:
                when, told[0] = "", f"{when[:-1]}: {self.after_lead(told[0])}"
        said += [when] if when else []
        said += [sentence(part) for part in told]
        out.text = " ".join(said)
        out.idea = unsaid_sentences(self.vocabulary.sentence(step.about), out.text)
        self.inside(step, around, out)
        if not inline:
            several = self.say("If the condition above does not hold")
            self.branch(several if len(step.do) > 1 else self.say("Otherwise"), step.otherwise, outer, out)
        self.branch(self.say("If nothing can be chosen"), step.impossible, looped, out)
        self.branch(self.say("If nothing is chosen"), step.declined, looped, out)
        out.children += [self.event(event, around) for event in step.whenever]
        self.names_after(step, around, outer)
        return out

    def say(self, words: str, /, **holes: object) -> str:
        """A sentence in the language of the rulebook."""
        return self.vocabulary.say(words, **holes)

    def after_colon(self, text: str) -> str:
        """A sentence as it goes on after a colon."""
        return uncapital(text)

    def doer(self) -> str:
        """Whoever does what an action says."""
        return "the one who does this"

    def within(self, title: str) -> str:
        """A title as it stands inside a line."""
        return title.lower()

    def for_every(self, source: s.Expr) -> str:
        """The words that something happens for each item of a list."""
        return f" for every {self.english.kind(source, {}).one}"

    def after_lead(self, clause: str) -> str:
        """A clause as it stands behind a colon."""
        return clause

    def happens(self, lead: str) -> str:
        """The beginning of a repeated step whose own steps follow below."""
        return f"{lead[:-1]}, the following happens:"

    def does(self, who: str, what: str) -> str:
        """The clause that somebody does what an action says."""
        return f"{who} does what is described under {what.removeprefix('see ')}"

    def inside(self, step: m.Sentence, around: Context, out: Item) -> None:
        """Add options and inner steps to an item."""
        out.children += [self.option(item, around) for item in step.menu]
        steps = self.items(step.do, around)
        if step.menu and steps:
            out.children.append(_nest(self.say("After any of these"), steps))
        elif len(steps) == 1 and not steps[0].title and not steps[0].rule:
            # after a colon the sentence continues
            text = self.after_colon(steps[0].text) if out.text.endswith(":") else steps[0].text
            out.text = f"{out.text} {text}".strip()
            out.idea = f"{out.idea} {steps[0].idea}".strip()
            out.children += steps[0].children
        else:
            out.children += steps

    def branch(self, when: str, steps: m.Steps | None, around: Context, out: Item) -> None:
        if steps is None:
            return
        items = self.items(steps, around.inner())
        if not items:
            idle = self.say("{when}, nothing happens.", when=when)
            out.text = f"{out.text} {idle}".strip()
        else:
            out.children.append(_nest(when, items))

    def names_after(self, step: m.Sentence, around: Context, outer: Context) -> None:
        """Keep the names known after the step: of choices, moves and results, outside loops."""
        if step.loop is not None:
            return
        chosen = [choice.binders[0].name for choice in step.decision.choices] if step.decision else []
        alone = not (step.decision or step.menu or step.effect or step.do)
        for name in chosen + m.named_by(step.effect) + ([item.name for item in step.remember] if alone else []):
            if name in around.names:
                outer.names[name] = around.names[name]

    def option(self, item: m.MenuItem, around: Context) -> Item:
        if item.sentence is not None:
            made = self.item(item.sentence, around.inner())
            made.text = made.text or self.say("Nothing happens.")
            return made
        idle = is_idle(self.rules.actions[item.words]) if item.words in self.rules.actions else False
        return Item(
            capital(self.vocabulary.fill_settings(item.words)),
            self.say("Nothing happens.") if idle else self.say(BELOW),
            below=not idle,
        )

    def event(self, event: m.Event, around: Context) -> Item:
        """An event with its occasion."""
        inner = around.inner()
        when = self.when(event, around, inner)
        made = self.item(event.sentence, inner)
        made.text = f"{when} {made.text}"
        return made

    def when(self, event: m.Event, around: Context, inner: Context) -> str:
        """The occasion of an event; `inner` gets the name of the card."""
        if event.zone is None:
            each = self.passes.get(event.target, "")
            return f"{capital(event.kind)} {each}“{self.vocabulary.fill_settings(event.target)}”."
        zone = self.english.kind(event.zone, inner.names)
        inner.names["card"] = f"the {zone.one}"
        where = self.english.phrase(event.zone, around.names)
        if self.english.many(event.zone, around.names):
            where = f"any of {where.replace('all players', 'the players', 1)}"
        return f"Whenever {article(zone.one)} comes to {where}."

    # -- conditions, names, loops

    def conditions(self, conditions: list[m.Condition], around: Context, whose: str = "") -> str:
        """Conditions in words; `whose`: of what is chosen one after another."""
        told = "; ".join(self.condition(c, around) for c in conditions)
        if any(condition.words for condition in conditions):
            return f"Condition for {whose}: {told}." if whose else f"Condition: {told}."
        return f"Only if, for {whose}, {told}." if whose else f"Only if {told}."

    def condition(self, condition: m.Condition, around: Context) -> str:
        words = self.vocabulary.fill_settings(condition.words)
        told = self.english.conditions.statement(condition.expr, around.names)
        exact = words or told
        if words and unsaid_sentences(told, words) and told != "always" and not condition.judge:
            exact = f"{words} ({told})"
        return f"{exact} (a judge looks)" if condition.judge else exact

    def occasion(self, condition: m.Condition, around: Context) -> str:
        """A condition by its words, if it has any."""
        told = self.vocabulary.fill_settings(condition.words)
        return told or self.english.conditions.statement(condition.expr, around.names)

    def memory_sentence(self, item: m.Remembered, around: Context) -> str:
        first = item.initial
        if isinstance(first, s.TypeText):
            around.names[item.name] = self.vocabulary.local(item.name, self.words.name(first.name), around.names)
            return f"at first there is no {without_article(around.names[item.name])}"
        words, one = self.words.name(item.name), ""
        if isinstance(first, s.Binary) and first.op == "..":
            value = f"{self.english.phrase(first.left, around.names)} at first"
        else:
            value = self.english.phrase(first, around.names)
        if isinstance(first, s.Aggregate) and first.function == "those":
            player = self.english.kind(first, around.names).player
            self.vocabulary.lists[item.name] = ListKind(words.removesuffix("s"), words, "", player)
        if isinstance(first, s.Aggregate) and first.function in ("first", "last") and first.value is None:
            one = self.english.kind(first.choice.binders[0].source, around.names).one
        elif isinstance(first, s.Call) and first.name in ("first", "last") and len(first.args) == 1:
            one = self.english.kind(first.args[0], around.names).one
        around.names[item.name] = self.vocabulary.local(item.name, one, around.names)
        later = " at first" if item.name in self.changing and not value.endswith("at first") else ""
        return f"{around.names[item.name]} {'are' if is_many(words) else 'is'} {value}{later}"

    def loop(self, step: m.Sentence, around: Context) -> str:
        """The beginning of a repeated step; ends in a colon where the rest of the sentence follows."""
        loop = step.loop
        if loop is None:
            return ""
        if loop.kind == "forever":
            return "again and again:"
        if loop.kind == "until":
            return f"again and again, until {' or '.join(self.condition(c, around) for c in step.until)}:"
        if loop.choice is None:
            times = self.english.phrase(loop.times, around.names) if loop.times is not None else ""
            return f"{times} times:" if times.isdecimal() else f"as many times as {times}:"
        binder = loop.choice.binders[0]
        kind = self.english.kind(binder.source, self.turning(binder.source, around), loop.kind != "each")
        narrowed = self.english.filter_words(loop.choice, kind, around.names, loop.kind != "each")
        for bound in loop.choice.binders:
            one = self.english.kind(bound.source, around.names).one
            around.names[bound.name] = self.vocabulary.local(bound.name, one, around.names)
        if loop.kind == "turns" and len(binder.name) <= SHORT and "the player" not in around.names.values():
            around.names[binder.name] = "the player"
        if kind.player or loop.kind in ("turns", "together"):
            around.who = around.names[binder.name]
        name = around.names[binder.name]
        called = "" if name in (f"the {kind.one}", f"that {kind.one}") else f" ({name})"
        if loop.kind == "turns":
            after = ", clockwise"
            if loop.following is not None:
                after = f"; next is {self.english.phrase(loop.following, around.names)}"
            whose = f". The active player, whose turn it is, is called {name}" if called else ""
            rest = kind.rest.replace(", in order from the left of ", ", beginning to the left of ")
            return f"the {kind.many}{narrowed} take turns, round and round{after}{rest}{whose}."
        if loop.kind == "together":
            return f"at the same time, unseen by the others, for each of the {kind.all}{narrowed}{called}:"
        several = [self.english.kind(b.source, around.names) for b in loop.choice.binders[1:]]
        thing = self.vocabulary.thing(binder.source)
        if thing is not None and not narrowed and 0 < len(thing.members) <= LONG:
            narrowed = f" ({join_words([self.words.name(member) for member, _ in thing.members])})"
        more = "".join(f" and each {other.one}{other.rest}" for other in several)
        return f"for each {kind.each}{more}{narrowed}{called}:"

    def turning(self, e: s.Expr, around: Context) -> dict[str, Any]:
        """The names for an order of players; one that is merely `the player` gets another name."""
        first = e.right if isinstance(e, s.Binary) and e.op in ("from", "after") else None
        if isinstance(first, s.Name) and first.name in self.active and around.names.get(first.name) == "the player":
            return {**around.names, first.name: "the active player"}
        return around.names

    def ending(self, step: m.Sentence, around: Context) -> str:
        """The words for `until`; "" if the step has none, or its loop says it."""
        if not step.until or (step.loop is not None and step.loop.kind == "until"):
            return ""
        conditions = [self.condition(c, around) for c in step.until]
        if step.loop is not None and step.loop.kind == "turns":
            return f"play turns until {' or until '.join(conditions)}, checked before each turn"
        return f"this stops once {' or once '.join(conditions)}, checked before each time"

    # -- decisions

    def decision(self, step: m.Sentence, around: Context) -> list[str]:
        if step.by is not None:
            told = self.english.phrase(step.by, around.names)
            around.who = f"({told})" if isinstance(step.by, s.If) else told
        who, decision = around.who, step.decision
        if step.menu:
            return [f"{who} does one of the following"]
        if decision is None:
            return []
        start = {"choose": f"{who} chooses", "may choose": f"{who} may choose", "random": "chance picks"}[decision.kind]
        if decision.secret:
            start += " secretly"
        chosen = [self.choice(choice, decision, around) for choice in decision.choices]
        in_order = f"{start}, in this order: {'; '.join(chosen)}"
        said = [in_order if len(chosen) > LONG else f"{start} {', then '.join(chosen)}"]
        for whole in (False, True):
            if conditions := [condition for condition in step.where if condition.whole == whole]:
                whose = "" if decision.count is None else "all of them together" if whole else "each of them"
                said.append(self.conditions(conditions, around, whose))
        return said

    def choice(self, choice: s.Choice, decision: m.Decision, around: Context) -> str:
        """The words for what is chosen from what; binds its name."""
        english, binder, condition = self.english, choice.binders[0], ""
        kind = english.kind(binder.source, around.names)
        one = article(kind.one) + kind.rest + english.filter_words(choice, kind, around.names, False)
        if choice.condition is not None:
            condition = f" (only if {english.conditions.statement(choice.condition, around.names)})"
        if decision.count is not None:
            anything = isinstance(decision.count, s.Name) and decision.count.name == "any"
            number = "any number" if anything else english.phrase(decision.count, around.names)
            rest = kind.rest + english.filter_words(choice, kind, around.names, True)
            exact = anything or re.fullmatch(r"[0-9]+( to [0-9]+)?", number)
            one = f"{number} of the {kind.many}{rest}" if exact else f"{kind.many}{rest}, as many as {number},"
        name = english.vocabulary.local(binder.name, kind.one, around.names)
        if decision.count is not None and len(binder.name) > SHORT:
            words = self.words.name(binder.name)
            name = f"the {kind.many}" if kind.many in words else f"the {words} {kind.many}"
        around.names[binder.name] = name
        called = "" if name in (f"the {kind.one}", f"that {kind.one}") else f" ({name})"
        return f"{one}{called}{condition}"
