"""Steps of a ruleset as items of the printed rulebook: who decides, what is possible, what happens."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..language import model as m
from ..language import syntax as s
from .english import English, Kind, article, bare, listed, plain, plural, possessive

SLOT = re.compile(r"<([^<>]+)>")
COMMA = re.compile(r",(?=[,.:;)]| \()|(?<= ),")
TOKEN_WORDS = ("box",)
# so many choices in one sentence, or members of a kind of thing behind its name, still read well
LONG = 3


@dataclass(slots=True)
class Item:
    """A line of the rulebook with what belongs to it. `title` are the ruleset's words, `text` full sentences."""

    title: str = ""
    text: str = ""
    rule: list[str] = field(default_factory=list)
    children: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class Around:
    """What is known at a place in the rules: names, where chosen cards come from, and who decides there."""

    names: dict[str, str]
    origins: dict[str, str]
    who: str

    def inner(self) -> Around:
        """The same, to be added to."""
        return Around(dict(self.names), dict(self.origins), self.who)


def capital(text: str) -> str:
    """The first letter made a capital."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A full sentence."""
    text = capital(COMMA.sub("", text.strip().removesuffix(",")))
    return text if not text or text[-1] in ".:!?" else text + "."


def fill(words: str, values: Mapping[str, str]) -> str:
    """Words with the value of each <setting> put in."""
    return SLOT.sub(lambda found: values.get(found[1].strip(), plain(found[1])), words)


def is_idle(action: m.Action) -> bool:
    """Whether an action is `nothing`."""
    step = action.sentence
    return not (step.do or step.effect or step.decision or step.menu or step.when or step.rule or step.about)


class Steps:
    """Writes the steps of one ruleset; `nouns` tells what the result of an action is called, by action and result."""

    def __init__(self, english: English, nouns: Mapping[tuple[str, str], str]) -> None:
        self.english, self.nouns = english, nouns
        self.rules = english.rules

    def words(self, words: str) -> str:
        return fill(words, self.english.values)

    def items(self, steps: m.Steps, around: Around) -> list[Item]:
        """The steps in order; names bound by one are known to the next."""
        return [self.item(step, around) for step in steps]

    def item(self, step: m.Sentence, outer: Around) -> Item:
        """One step with everything inside it."""
        around = outer.inner()
        out = Item(capital(self.words(step.words)), rule=list(step.rule))
        said = [sentence(self.remembered(item, around)) for item in step.remember]
        if step.when:
            said.append(self.conditions(step.when, around))
        if step.about:
            said.append(sentence(self.words(step.about)))
        lead = self.loop(step, around)
        ending = self.ending(step, around)
        done = [*self.decision(step, around), *self.effect(step, around)]
        if lead.endswith(":") and not done:
            lead = f"{lead[:-1]}, the following happens:"
        if lead.endswith(":") and done:
            done[0] = f"{capital(lead)} {done[0]}"
            lead = ""
        said += [sentence(part) for part in ([lead] if lead else []) + done + ([ending] if ending else [])]
        out.text = " ".join(said)
        self.inside(step, around, outer, out)
        self.handed_on(step, around, outer)
        return out

    def inside(self, step: m.Sentence, around: Around, outer: Around, out: Item) -> None:
        """Options, further steps, alternatives and events."""
        out.children += [self.option(item, around) for item in step.menu]
        steps = self.items(step.do, around)
        if step.menu and len(steps) == 1 and not steps[0].title:
            out.children.append(Item("", f"After any of these: {steps[0].text}", steps[0].rule, steps[0].children))
        elif step.menu and steps:
            out.children.append(Item(text="After any of these:", children=steps))
        elif len(steps) == 1 and not steps[0].title and not steps[0].rule:
            out.text = f"{out.text} {steps[0].text}".strip()
            out.children += steps[0].children
        else:
            out.children += steps
        self.branch("Otherwise", step.otherwise, outer, out)
        self.branch("If nothing can be chosen", step.impossible, outer, out)
        self.branch("If nothing is chosen", step.declined, outer, out)
        out.children += [self.event(event, around) for event in step.whenever]

    def branch(self, when: str, steps: m.Steps | None, around: Around, out: Item) -> None:
        if steps is None:
            return
        items = self.items(steps, around.inner())
        if not items:
            out.text = f"{out.text} {when}, nothing happens.".strip()
        elif len(items) == 1 and not items[0].title:
            out.children.append(Item(text=f"{when}: {items[0].text}", rule=items[0].rule, children=items[0].children))
        else:
            out.children.append(Item(text=f"{when}:", children=items))

    def handed_on(self, step: m.Sentence, around: Around, outer: Around) -> None:
        """Names that are still known after the step: those of choices, moves and results, outside loops."""
        if step.loop is not None:
            return
        chosen = [choice.binders[0].name for choice in step.decision.choices] if step.decision else []
        named = [step.effect.named] if step.effect and step.effect.named else []
        given = [mine for _, mine, _ in step.effect.gives] if step.effect else []
        alone = not (step.decision or step.menu or step.effect or step.do)
        for name in chosen + named + given + ([item.name for item in step.remember] if alone else []):
            if name in around.names:
                outer.names[name] = around.names[name]

    def option(self, item: m.MenuItem, around: Around) -> Item:
        if item.sentence is not None:
            made = self.item(item.sentence, around.inner())
            made.text = made.text or "Nothing happens."
            return made
        idle = is_idle(self.rules.actions[item.words]) if item.words in self.rules.actions else False
        return Item(capital(self.words(item.words)), "Nothing happens." if idle else "See below.")

    def event(self, event: m.Event, around: Around) -> Item:
        """An event with when it happens."""
        inner = around.inner()
        if event.zone is not None:
            zone = self.english.kind(event.zone, inner.names)
            inner.names["card"] = f"the {zone.one}"
            when = f"Whenever {article(zone.one)} comes to {self.english.phrase(event.zone, around.names)}."
        else:
            when = f"{capital(event.kind)} “{self.words(event.target)}”."
        made = self.item(event.sentence, inner)
        made.text = f"{when} {made.text}"
        return made

    # -- conditions, names, loops

    def conditions(self, conditions: list[m.Condition], around: Around) -> str:
        """All of these: their words, or what they say."""
        named = any(condition.words for condition in conditions)
        told = [self.condition(c, around) for c in conditions]
        return f"{'Condition: ' if named else 'Only if '}{'; '.join(told)}."

    def condition(self, condition: m.Condition, around: Around) -> str:
        told = self.words(condition.words) or self.english.clause(condition.expr, around.names)
        return f"{told} (a judge looks)" if condition.judge else told

    def remembered(self, item: m.Remembered, around: Around) -> str:
        first = item.initial
        if isinstance(first, s.TypeText):
            around.names[item.name] = self.english.local(item.name, plain(first.name), around.names)
            return f"at first there is no {bare(around.names[item.name])}"
        if isinstance(first, s.Binary) and first.op == "..":
            name = around.names[item.name] = self.english.local(item.name, "", around.names)
            return f"{name} {self.is_(item.name)} {self.english.phrase(first.left, around.names)} at first"
        value = self.english.phrase(first, around.names)
        if isinstance(first, s.Aggregate) and first.function == "those":
            kind = self.english.kind(first, around.names)
            self.english.lists[item.name] = Kind(plain(item.name).removesuffix("s"), plain(item.name), "", kind.player)
        around.names[item.name] = self.english.local(item.name, self.single(first, around), around.names)
        return f"{around.names[item.name]} {self.is_(item.name)} {value}"

    def is_(self, name: str) -> str:
        return "are" if name.endswith("s") else "is"

    def single(self, e: s.Expr, around: Around) -> str:
        """What an expression's value is called, where it picks one of a list; else nothing."""
        if isinstance(e, s.Aggregate) and e.function in ("first", "last") and e.value is None:
            return self.english.kind(e.choice.binders[0].source, around.names).one
        return ""

    def loop(self, step: m.Sentence, around: Around) -> str:
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
        kind = self.english.kind(binder.source, around.names, loop.kind != "each")
        narrowed = self.english.filtered(loop.choice, kind, around.names, loop.kind != "each")
        for bound in loop.choice.binders:
            one = self.english.kind(bound.source, around.names).one
            around.names[bound.name] = self.english.local(bound.name, one, around.names)
        if kind.player or loop.kind in ("turns", "together"):
            around.who = around.names[binder.name]
        name = around.names[binder.name]
        called = "" if name in (f"the {kind.one}", f"that {kind.one}") else f" ({name})"
        if loop.kind == "turns":
            following = loop.following
            after = (
                f"; next is {self.english.phrase(following, around.names)}" if following is not None else ", clockwise"
            )
            whose = f". The active player, whose turn it is, is called {name}" if called else ""
            return f"the {kind.many}{narrowed} take turns, round and round{after}{kind.rest}{whose}."
        if loop.kind == "together":
            return f"at the same time, unseen by the others, for each of the {kind.many}{kind.rest}{narrowed}{called}:"
        several = [self.english.kind(b.source, around.names) for b in loop.choice.binders[1:]]
        narrowed += self.members(binder.source) if not narrowed else ""
        more = "".join(f" and each {other.one}{other.rest}" for other in several)
        return f"for each {kind.one}{kind.rest}{more}{narrowed}{called}:"

    def members(self, source: s.Expr) -> str:
        """The members of a kind of thing, where a loop goes through all of them: ` (morning and evening)`."""
        thing = next((t for t in self.rules.things.values() if t.plural == getattr(source, "name", "")), None)
        return (
            f" ({listed([plain(name) for name, _ in thing.members])})"
            if thing is not None and 0 < len(thing.members) <= LONG
            else ""
        )

    def ending(self, step: m.Sentence, around: Around) -> str:
        if not step.until or (step.loop is not None and step.loop.kind == "until"):
            return ""
        return f"this ends as soon as {' or as soon as '.join(self.condition(c, around) for c in step.until)}"

    # -- decisions

    def decision(self, step: m.Sentence, around: Around) -> list[str]:
        who = self.english.phrase(step.by, around.names) if step.by is not None else around.who
        if step.by is not None:
            around.who = who
        if step.menu:
            return [f"{who} does one of the following"]
        decision = step.decision
        if decision is None:
            return []
        start = {"choose": f"{who} chooses", "may choose": f"{who} may choose", "random": "chance picks"}[decision.kind]
        if decision.secret:
            start += " secretly"
        chosen = [self.choice(choice, decision, around) for choice in decision.choices]
        in_order = f"{start}, in this order: {'; '.join(chosen)}"
        said = [in_order if len(chosen) > LONG else f"{start} {', then '.join(chosen)}"]
        if step.where:
            said.append(self.conditions(step.where, around))
        return said

    def choice(self, choice: s.Choice, decision: m.Decision, around: Around) -> str:
        """What is chosen, from what; binds its name."""
        english, binder = self.english, choice.binders[0]
        kind = english.kind(binder.source, around.names)
        one = english.chosen(choice, around.names)
        condition = (
            f" (only if {english.clause(choice.condition, around.names)})" if choice.condition is not None else ""
        )
        if decision.count is not None:
            anything = isinstance(decision.count, s.Name) and decision.count.name == "any"
            number = "any number" if anything else english.phrase(decision.count, around.names)
            rest = kind.rest + english.filtered(choice, kind, around.names, True)
            exact = anything or number.isdecimal()
            one = f"{number} of the {kind.many}{rest}" if exact else f"{kind.many}{rest}, as many as {number},"
        name = english.local(binder.name, kind.one, around.names)
        if decision.count is not None and len(binder.name) > 2:
            name = (
                f"the {plain(binder.name)} {kind.many}" if kind.many not in plain(binder.name) else f"the {kind.many}"
            )
        around.names[binder.name] = name
        if kind.rest.startswith(" in "):
            around.origins[binder.name] = kind.rest.removeprefix(" in ")
        called = "" if name in (f"the {kind.one}", f"that {kind.one}") else f" ({name})"
        return f"{one}{called}{condition}"

    # -- effects

    def effect(self, step: m.Sentence, around: Around) -> list[str]:
        effect = step.effect
        if effect is None:
            return []
        return EFFECTS[effect.kind](self, effect, around)

    def place(self, e: s.Expr, around: Around) -> str:
        return self.english.phrase(e, around.names)

    def tokens(self, effect: m.Effect) -> str:
        """The token that a move is about; "" for cards."""
        for side in (effect.source, effect.to):
            name = getattr(side, "name", "")
            variable = self.english.variable(name)
            if variable is not None and variable.token:
                return variable.token
        for side in (effect.source, effect.to):
            name = getattr(side, "name", "")
            if name in TOKEN_WORDS or (name and self.english.zone(name) is None and isinstance(side, s.Field)):
                return "token"
        return ""

    def move(self, effect: m.Effect, around: Around) -> list[str]:
        assert effect.amount is not None and effect.to is not None
        token = self.tokens(effect)
        if token:
            return [self.move_tokens(effect, plain(token), around)]
        to = self.place(effect.to, around)
        if effect.at is not None:
            depth = self.place(effect.at.depth, around) if effect.at.depth is not None else ""
            to = {
                "top": f"the top of {to}",
                "bottom": f"the bottom of {to}",
                "random": f"a random place in {to}",
                "below": f"the place below the top {depth} cards of {to}",
                "random below": f"a random place below the top {depth} cards of {to}",
            }[effect.at.kind]
        what, many, number = self.moved(effect, around)
        to = to.removeprefix("the ") if to.startswith("the out of") else f"to {to}"
        said = f"{what} {'go' if many else 'goes'} {to}{number}"
        if effect.named == "new group":
            return [f"{said}, as a new group"]
        if effect.named:
            kind = self.english.kind(effect.source, around.names) if effect.source is not None else None
            noun = kind.one if kind is not None else "card"
            around.names[effect.named] = self.english.local(effect.named, noun, around.names)
            return [f"{said} ({around.names[effect.named]})"]
        return [said]

    def holder(self, e: s.Expr | None, noun: str, around: Around) -> tuple[str, bool]:
        """Where tokens lie, and whether it is simply who has them: the player, instead of the player's coins."""
        if isinstance(e, s.Field) and plain(e.name) == plural(noun) and not self.english.many(e.target):
            return self.place(e.target, around), True
        return self.place(e, around) if e is not None else "", False

    def move_tokens(self, effect: m.Effect, noun: str, around: Around) -> str:
        """A payment or another move of tokens: how many, from where, to where."""
        assert effect.amount is not None
        (origin, owned), (to, _) = self.holder(effect.source, noun, around), self.holder(effect.to, noun, around)
        up_to = "up to " if effect.amount.kind == "up to" else ""
        if effect.amount.value is None:
            return f"all {plural(noun)} {'of' if owned else 'in'} {origin} go to {to}"
        value = self.english.phrase(effect.amount.value, around.names)
        counted = f"{up_to}{value} {noun if value == '1' else plural(noun)}" if value.isdecimal() else ""
        number = "" if counted else f": {up_to}{value}"
        if effect.kind == "pay":
            return f"{origin} pays {counted or plural(noun)}{'' if owned else f' from {origin}'} to {to}{number}"
        return f"{counted or plural(noun)} {'goes' if value == '1' else 'go'} from {origin} to {to}{number}"

    def moved(self, effect: m.Effect, around: Around) -> tuple[str, bool, str]:
        """What is moved and from where, whether it is several, and how many where that stands at the end."""
        amount, source = effect.amount, effect.source
        assert amount is not None
        origin = self.place(source, around) if source is not None else ""
        if amount.value is None:
            return f"all cards in {origin}", True, ""
        value = self.english.phrase(amount.value, around.names)
        if source is None:
            name = amount.value.name if isinstance(amount.value, s.Name) else ""
            came = f", taken from {around.origins[name]}," if name in around.origins else ""
            several = self.english.is_list(amount.value) or value.endswith("s") or " cards " in value
            is_zone = isinstance(amount.value, s.Name | s.Field) and self.english.zone(amount.value.name) is not None
            kind = self.english.kind(amount.value, around.names) if is_zone else None
            return (f"all {kind.many}{kind.rest}" if kind else f"{value}{came}"), several, ""
        start = "up to " if amount.kind == "up to" else ""
        single = value == "1"
        zone = self.english.zone(getattr(source, "name", ""))
        card = plain(zone.component) if zone is not None else "card"
        if single:
            which = "the top" if zone is not None and zone.ordered else "one"
            return f"{which} {card} of {origin}{' if there is one' if start else ''}", False, ""
        if value.isdecimal():
            if start and zone is not None and zone.ordered:
                return f"up to {value} {plural(card)} from the top of {origin}", True, ""
            return f"{start or 'the top '}{value} {plural(card)} of {origin}", True, ""
        return f"{plural(card)} from {origin}", True, f": {start}{value}"

    def deal(self, effect: m.Effect, around: Around) -> list[str]:
        assert effect.amount is not None and effect.source is not None and effect.to is not None
        source, to = self.place(effect.source, around), self.place(effect.to, around)
        if effect.amount.value is None:
            return [f"all cards of {source} are dealt one by one to {to}"]
        count = self.english.phrase(effect.amount.value, around.names)
        if isinstance(effect.to, s.Field) and self.english.many(effect.to.target):
            kind, noun = self.english.kind(effect.to.target, around.names), plain(effect.to.name)
            to = to.replace(f"all {possessive(kind.many)} {plural(noun)}", f"each {possessive(kind.one)} {noun}")
        each = "card" if count == "1" else "cards"
        return [f"{count} {each} from {source} {'is' if count == '1' else 'are'} dealt to {to}"]

    def set(self, effect: m.Effect, around: Around) -> list[str]:
        return [self.becomes(target, value, around) for target, value in effect.targets]

    def becomes(self, target: s.Expr, value: s.Expr, around: Around) -> str:
        english, names = self.english, around.names
        name = getattr(target, "name", "")
        variable = english.variable(name)
        truth = variable is not None and isinstance(variable.initial, s.Truth)
        if isinstance(target, s.Field) and truth:
            many = english.many(target.target)
            kind = english.kind(target.target, names) if many else None
            words = plain(name)
            subject = f"the {kind.many}{kind.rest}" if kind else english.phrase(target.target, names)
            subject = f"all {kind.many}" if kind and not kind.rest else subject
            verb_ = "are" if many else "is"
            if isinstance(value, s.Truth) and many and not value.value:
                return f"from now on none of {subject.replace('all ', 'the ', 1)} is {words}"
            if isinstance(value, s.Truth):
                return f"from now on {subject} {verb_} {'' if value.value else 'not '}{words}"
            return f"from now on {subject} {verb_} {words} if {english.clause(value, names)}"
        if truth:
            if isinstance(value, s.Truth):
                return f"from now on {english.quality(name, [], names, not value.value)}"
            return f"{english.quality(name, [], names, False)} from now on if {english.clause(value, names)}"
        place = self.place(target, around)
        if isinstance(value, s.Nothing):
            return f"{place} {'are' if self.several(target) else 'is'} cleared"
        verb_ = "become" if self.several(target) else "becomes"
        return f"{place} {verb_} {english.phrase(value, names)}"

    def several(self, target: s.Expr) -> bool:
        name = getattr(target, "name", "")
        return name.endswith("s") or (isinstance(target, s.Field) and self.english.many(target.target))

    def add(self, effect: m.Effect, around: Around) -> list[str]:
        said = []
        for target, value in effect.targets:
            verb_ = "go" if self.several(target) else "goes"
            down = isinstance(value, s.Unary) and value.op == "-"
            amount = self.english.phrase(value.value if isinstance(value, s.Unary) and down else value, around.names)
            said.append(f"{self.place(target, around)} {verb_} {'down' if down else 'up'} by {amount}")
        return said

    def shuffle(self, effect: m.Effect, around: Around) -> list[str]:
        return [f"{self.place(effect.source, around)} is shuffled"] if effect.source is not None else []

    def reveal(self, effect: m.Effect, around: Around) -> list[str]:
        value = effect.amount.value if effect.amount else None
        what = self.place(value, around) if value is not None else "everything"
        to = self.place(effect.to, around) if effect.to is not None else "everyone"
        several = isinstance(value, s.Field) and self.english.many(value.target)
        many = value is not None and (several or self.english.is_list(value) or what.endswith("s"))
        return [f"{what} {'are' if many else 'is'} shown to {to}"]

    def say(self, effect: m.Effect, around: Around) -> list[str]:
        return [f"{self.place(effect.source, around)} is announced to everyone"] if effect.source is not None else []

    def run(self, effect: m.Effect, around: Around) -> list[str]:
        """An action that is described elsewhere, with what it is given and gives."""
        told = []
        for argument in effect.arguments:
            names = dict(around.names)
            for name in argument.params:
                names[name] = "that player"
            value = self.english.phrase(argument.value, names)
            about = f" of {listed([names[name] for name in argument.params])}" if argument.params else ""
            told.append(f"{plain(argument.name)}{about}: {value}")
        told = [text for text in told if text.partition(": ")[0] != bare(text.partition(": ")[2])]
        given = f" ({'; '.join(told)})" if told else ""
        said = [f"see “{capital(self.words(effect.action))}”{given}"]
        for result, mine, _ in effect.gives:
            around.names[mine] = self.english.local(mine, self.nouns.get((effect.action, result), ""), around.names)
            if plain(result) != plain(mine):
                said.append(f"its {plain(result)} is from here on called {around.names[mine]}")
        return said

    def end(self, effect: m.Effect, around: Around) -> list[str]:
        if effect.target == "game":
            winner = f", and {self.place(effect.winner, around)} wins" if effect.winner is not None else ""
            return [f"the game ends{winner}"]
        if effect.target == "turn":
            return ["the turn ends"]
        return [f"“{capital(self.words(effect.target))}” ends"]


EFFECTS: dict[str, Callable[[Steps, m.Effect, Around], list[str]]] = {
    "move": Steps.move,
    "pay": Steps.move,
    "deal": Steps.deal,
    "set": Steps.set,
    "add": Steps.add,
    "shuffle": Steps.shuffle,
    "reveal": Steps.reveal,
    "say": Steps.say,
    "run": Steps.run,
    "end": Steps.end,
}
