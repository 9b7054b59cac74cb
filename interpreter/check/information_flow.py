"""Information flow: a player's options may depend only on what that player knows when they are offered.

Every action is followed from where it is run, with its parameters, so that "the player's own hand" is told from
another player's. What this cannot prove to be known counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ..base import limits
from ..base.diagnostics import Diagnostic, Note, mistake
from ..language import model as m
from ..language.audience import EVERYONE, NOBODY, audience
from . import checked as c
from .secrecy import Binding, Environment, HiddenPart, Secrecy, Writes, others_than, root
from .types import PLAYER, Local, Typed, TypedChoice, conjuncts, subtrees


def information_flow(checked: c.Checked) -> list[Diagnostic]:
    """Errors `hidden-condition`, `hidden-choice`, `marked-cards`. Raises RulesetError for too many steps."""
    flow = _Flow(checked)
    rules = checked.ruleset
    start = Environment()
    flow.steps(rules.setup, start)
    flow.steps(rules.phases, start)
    start.names |= flow.turns  # events happen in the turn of whoever's turn it is
    start.decider = next(iter(flow.turns.values()), None)
    flow.events(rules.whenever, start)
    return [*_marks_on_cards(checked), *flow.findings()]


def _marks_on_cards(checked: c.Checked) -> Iterator[Diagnostic]:
    """Report public values of single cards by which players could identify hidden ones."""
    rules = checked.ruleset
    for variable in rules.variables.values():
        kinds = [variable.owner, *(local.type.name for local in checked.owners.get(variable, []))]
        component = next((kind for kind in kinds if kind in rules.components), "")
        zones = [zone for zone in rules.zones.values() if zone.component == component]
        faces = {attribute.face for attribute in rules.components[component].attributes} if component else ()
        hidden = next((z for z in zones if any(audience(z.see, face) != EVERYONE for face in faces)), None)
        if component and audience(variable.see) != NOBODY and hidden is not None:
            message = f"{variable.name} of each {component} would tell the hidden cards in {hidden.name} apart"
            hint = _lay_on_place(rules, variable, component) if variable.token else _hide_mark(variable)
            notes = (Note(hidden.span, "hidden here"),)
            yield Diagnostic("marked-cards", message, variable.span, hint=hint, notes=notes)


def _lay_on_place(rules: m.Ruleset, tokens: m.Variable, component: str) -> str:
    """The hint for tokens on cards: they lie on the place where the card lies."""
    owners = [zone.owner for zone in rules.zones.values() if zone.component == component]
    place = next((owner for owner in owners if owner in rules.things), "")
    line = f"{tokens.name}: {{of: {tokens.token}}}"
    where = (
        f"write `{line}` under `each {place}`"
        if place
        else (f"write `each place: {{shown: {{holds: {component}}}, {line}}}` and `things: {{place: 5}}`")
    )
    return f"{where}: tokens lie on the card's place, and your steps move them with it"


def _hide_mark(variable: m.Variable) -> str:
    """The hint for another value of cards: nobody sees it, or each place has it."""
    parts = {"start": variable.initial, "range": variable.range}
    written = [f"{key}: {part.pos.text}, " for key, part in parts.items() if part is not None]
    hidden = f"{variable.name}: {{{''.join(written) or 'start: ..., '}see: nobody}}"
    return f"write {hidden}; what all must see belongs to the place where the card lies"


class _Flow:
    """Follows the game as it is played, and notes every expression that decides about options, and for whom."""

    def __init__(self, checked: c.Checked) -> None:
        self.checked = checked
        self.pending: list[tuple[Typed, Environment, Binding]] = []
        self.chosen_from: list[tuple[Typed, str, Environment, Binding]] = []
        self.writes: Writes = {}
        self.sentences = 0
        self.turns: dict[Local, Binding] = {}

    def findings(self) -> list[Diagnostic]:
        """The diagnostics for all expressions noted."""
        secrecy = Secrecy(self.checked, self.writes)
        found = []
        effects = [part.effect for part in self.checked.sentences.values()]
        amounts = [subtrees(done.amount) for done in effects if isinstance(done, c.CheckedReveal) and not done.numbers]
        revealed = {typed.value for amount in amounts for typed in amount if typed.op == "zone"}
        for zone, name, env, who in self.chosen_from:
            if zone.value not in revealed and secrecy.sees_no_card(zone, env, who):
                message, hint = (
                    f"the player choosing cannot see the cards of {zone.pos.text}",
                    f"write random: {name} in {zone.pos.text}",
                )
                found.append(Diagnostic("hidden-choice", message, zone.pos.span, hint=hint))
        for typed, env, who in self.pending:
            hidden = secrecy.ask(typed, env, who)
            if hidden is not None:
                found.append(_diagnostic(typed, hidden, self.checked.ruleset.files))
        return list(dict.fromkeys(found))

    # -- sentences

    def steps(self, steps: m.Steps, env: Environment) -> None:
        for sentence in steps:
            self.sentence(sentence, env)

    def sentence(
        self, sentence: m.Sentence, outer: Environment, offered: Binding | None = None, own: bool = True
    ) -> Environment:
        """Follow a sentence; return the environment inside it.

        `offered`: whose options it is one of (`own`), or begins one of.
        """
        part, env = self.checked.sentences[sentence], outer.child()
        self.sentences += 1
        if self.sentences > limits.SENTENCES:
            message = f"actions that run other actions give this game more than {limits.SENTENCES:,} steps"
            raise mistake(
                "too-large", message, sentence.span, hint="run actions in fewer places, especially inside other actions"
            )
        for local, typed, _ in part.remember:
            env.names[local] = Binding(typed, env.child())
        for condition, typed in zip(sentence.when, part.when, strict=True):
            if not condition.judge:
                self.pend(offered, env, typed)
            env.conditions.append((typed, env.child()))
        failing = env.child()
        own = own and sentence.loop is None
        self.loop(sentence, part, env, offered)
        in_loop = env.child()
        self.decision(sentence, part, env, offered)
        self.events(sentence.whenever, env)
        if isinstance(part.effect, c.CheckedRunByKind):
            self.pend(offered, env, part.effect.kind)
        if part.effect is not None:
            self.effect(sentence, part, part.effect, env, (offered, own))
        for number, step in enumerate(sentence.do):
            begins = number == 0 and part.effect is None and c.asks_first(self.checked, step)
            self.sentence(step, env, offered if begins else None, own=False)
        self.steps(sentence.otherwise or [], failing)
        branches = [failing]
        for branch in (sentence.impossible, sentence.declined):
            branches.append(in_loop.child())
            self.steps(branch or [], branches[-1])
        for local in part.exports:
            if local in env.names:
                outer.names[local] = env.names[local]
        decided = sentence.decision is not None and sentence.decision.kind == "may choose"
        if not (sentence.when or sentence.loop or sentence.menu or decided or sentence.impossible is not None):
            outer.lain, outer.shown = env.lain, env.shown
            outer.more -= env.shown.keys()
        for inner in (env, *branches):
            outer.forget(inner.more)
        return env

    def pend(self, who: Binding | None, env: Environment, *parts: Typed | None) -> None:
        """Note that `who` has to know these expressions."""
        if who is not None:
            self.pending += [(typed, env.child(), who) for typed in parts if typed is not None]

    def loop(self, sentence: m.Sentence, part: c.CheckedSentence, env: Environment, offered: Binding | None) -> None:
        if offered is not None and c.asks_first(self.checked, sentence):
            self.pend(offered, env, part.times, *part.until)
        if part.choice is None:
            return
        self.bind(part.choice, env)
        if offered is not None and c.asks_first(self.checked, sentence):
            sources = [source for _, source in part.choice.binders]
            self.pend(offered, env, *sources, part.choice.where, part.choice.best, part.choice.order)
        local = part.choice.binders[0][0]
        bound = env.names[local]
        if local.type == PLAYER:
            bound.open, env.decider = True, bound
        if sentence.loop is not None and sentence.loop.kind == "turns":
            self.turns[local] = bound

    def bind(self, choice: TypedChoice, env: Environment) -> None:
        for local, source in choice.binders:
            env.names[local] = bound = Binding(source, env.child())
            bound.apart = list(others_than(source, choice.where, local, env))
        bound.tests = [(test, env.child()) for test in conjuncts(choice.where)]

    def decision(
        self, sentence: m.Sentence, part: c.CheckedSentence, env: Environment, offered: Binding | None
    ) -> None:
        who = self.decider(part, env)
        chance = sentence.decision is not None and sentence.decision.kind == "random"
        for choice in part.choices:
            name, unknown = part.choices[0].binders[0][0].name, Binding(None, env)
            for zone in _zones(choice.binders[0][1]) if not chance else ():
                self.chosen_from.append((zone, name, env.child(), who or unknown))
            self.pend(None if chance else who, env, *(source for _, source in choice.binders), choice.condition)
            self.bind(choice, env)
            bound = env.names[choice.binders[0][0]]
            bound.open = True
            secret = sentence.decision is not None and sentence.decision.secret
            bound.secret_to = (unknown if chance or who is None else who) if secret else None  # chance informs nobody
            self.pend(None if chance else who, env, choice.where, choice.best, choice.order)
            for chosen in [*part.chosen, *([part.whole] if part.whole is not None else [])]:
                if chosen.name == choice.binders[0][0].name:
                    env.names[chosen] = bound
        if not chance:
            self.pend(who, env, part.count)
            for condition, typed in zip(sentence.where, part.where, strict=True):
                if not condition.judge:
                    self.pend(who, env, typed)
        payer = who if part.choices and not chance else offered
        for price in c.prices(sentence, part):
            inner = env.child()
            if price.each is not None:
                inner.names[price.each[0]] = Binding(price.each[1], env.child(), True)
            self.pend(payer, inner, price.amount, price.source)
        for item in sentence.menu:
            inner = env.child()
            inner.decider = who
            if item.sentence is not None:
                self.sentence(item.sentence, inner, who)
            elif item.words in self.checked.actions:
                inner = self.action(item.words, {}, inner, who)
            env.forget(inner.more)

    def decider(self, part: c.CheckedSentence, env: Environment) -> Binding | None:
        """The player who decides in a sentence."""
        if part.by is None:
            return env.decider
        found = env.names.get(part.by.value) if part.by.op == "local" else None
        return found if found is not None else Binding(part.by, env.child(), True)

    def action(
        self,
        words: str,
        given: dict[Local, Binding],
        env: Environment,
        offered: Binding | None,
        own: bool = True,
    ) -> Environment:
        """Follow an action: it sees its parameters and whose turn it is, none of the names around it."""
        turns = {local: bound for local, bound in env.names.items() if local in self.turns}
        inner = env.child()
        inner.names = turns | given
        return self.sentence(self.checked.actions[words].action.sentence, inner, offered, own)

    def events(self, events: list[m.Event], env: Environment) -> None:
        for event in events:
            inner = env.child()
            entering = self.checked.entering.get(event)
            if entering is not None and event.zone is not None:
                inner.names[entering] = card = Binding(None, env.child(), True)
                inner.lain[card] = [(self.checked.exprs[id(event.zone)], env)]
            self.sentence(event.sentence, inner)

    # -- effects

    def effect(
        self,
        sentence: m.Sentence,
        part: c.CheckedSentence,
        done: c.CheckedEffect,
        env: Environment,
        offer: tuple[Binding | None, bool],
    ) -> None:
        match done:
            case c.CheckedRun() | c.CheckedRunByKind():
                for run in c.runs_of(done):
                    self.run(part, run, env, offer)
            case c.CheckedMove() | c.CheckedTokens() | c.CheckedDeal():
                if not isinstance(sentence.effect, m.Pay):
                    self.note_move(done, done.named if isinstance(done, c.CheckedMove) else None, env)
            case c.CheckedReveal():
                self.note_reveal(done, env)
            case c.CheckedChange():
                for target, value in done.targets:
                    inner = target.args[1] if target.op == "map" else target
                    if inner.op == "local" and inner.value in env.names:
                        env.names[inner.value].set_to.append((value, env.child()))
                    elif inner.op == "variable":
                        self.writes.setdefault(inner.value, []).append((target, value, env.child()))
            case c.CheckedPayment() | c.CheckedShuffle() | c.CheckedSay() | c.CheckedEnd():
                pass
            case _:
                assert_never(done)

    def note_reveal(self, done: c.CheckedReveal, env: Environment) -> None:
        """Note what was shown to whom."""
        things: list[object] = [bound] if (bound := root(done.amount, env)) is not None else []
        things += [t.value for t in subtrees(done.amount) if t.op in ("zone", "variable") and bound is None]
        for thing in things:
            env.shown[thing] = [*env.shown.get(thing, []), (done.to, env.child())]
            env.more.discard(thing)

    def run(
        self, part: c.CheckedSentence, done: c.CheckedRun, env: Environment, offer: tuple[Binding | None, bool]
    ) -> None:
        given = {}
        for local, bound, typed in done.arguments:
            alias = env.names.get(typed.value) if typed.op == "local" and not bound else None
            given[local] = alias if alias is not None else Binding(typed, env.child(), params=bound)
        inner = env.child()
        inner.decider = self.decider(part, env)
        offered, own = offer
        counts = own or c.asks_first(self.checked, done.action.action.sentence)
        after = self.action(done.action.action.words, given, inner, offered if counts else None, own)
        env.forget(after.more)
        for result, mine in done.gives:
            env.names[mine] = after.names.get(result) or Binding(None, env.child())

    def note_move(
        self, done: c.CheckedMove | c.CheckedTokens | c.CheckedDeal, named: Local | None, env: Environment
    ) -> None:
        """Note where moved cards and named ones may come from and go to."""
        if done.to.op == "zone":
            env.forget({done.to.value})
        places = [(typed, env.child()) for typed in (done.source, done.to) if typed is not None]
        if named is not None:
            bound = env.names[named] = Binding(None, env.child(), True)
            env.lain[bound] = places
        bound_card = root(done.amount, env) if done.amount is not None else None
        if bound_card is not None:
            env.lain[bound_card] = [*env.lain.get(bound_card, []), *places[-1:]]


def _zones(source: Typed) -> Iterator[Typed]:
    """The places from which something is chosen."""
    while source.op == "each" and source.value[0] == "those" and len(source.value[1].binders) == 1:
        source = source.value[1].binders[0][1]
    if source.op == "zone":
        yield source
    for part in source.args if source.op in ("cards", "join") else []:
        yield from _zones(part) if part.op in ("zone", "cards") else []


def _diagnostic(typed: Typed, hidden: HiddenPart, own: frozenset[str]) -> Diagnostic:
    """The message at the part that is read, or at the condition where only that is in the game's own files."""
    here = hidden.part.pos.scalar is typed.pos.scalar
    message = (
        f"this decides what may be chosen, but the player choosing cannot know {hidden.part.pos.text}: {hidden.why}"
    )
    hint = "use only what that player sees, or let a judge look: WORDS: {judge: CONDITION}"
    part, condition = hidden.part.pos.span, typed.pos.span
    if here:
        return Diagnostic("hidden-condition", message, part, hint=hint)
    if condition.file not in own and part.file in own:
        return Diagnostic("hidden-condition", message, part, hint=hint, notes=(Note(condition, "it decides here"),))
    return Diagnostic("hidden-condition", message, condition, hint=hint, notes=(Note(part, "it is read here"),))
