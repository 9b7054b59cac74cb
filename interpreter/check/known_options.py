"""Who may know what: the options of a player may depend only on what that player knows when they are offered.

Every action is followed from where it is run, with its parameters, so that "the player's own hand" is told from
another player's. What this cannot prove to be known counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.diagnostics import Diagnostic, Note
from ..language import model as m
from .checked import Checked, CheckedEffect, CheckedSentence
from .secrecy import Bound, Hidden, Known, Sight, Writes, apart, audience, root
from .types import PLAYER, Local, Typed, TypedChoice, subtrees

MOST_SENTENCES = 20_000  # actions that run actions; a real game has a few hundred


def check_flow(checked: Checked) -> list[Diagnostic]:
    """Errors `hidden-condition` and `marked-cards`."""
    walk = _Walk(checked)
    rules = checked.ruleset
    start = Known()
    walk.steps(rules.setup, start)
    walk.steps(rules.phases, start)
    walk.events(rules.whenever, walk.in_turns(start))
    return [*_marked(checked), *walk.findings()]


def _marked(checked: Checked) -> Iterator[Diagnostic]:
    """A value of each card that all can see would tell the hidden ones apart."""
    rules = checked.ruleset
    for variable in rules.variables.values():
        kinds = [variable.owner, *(local.type.name for local in checked.owners.get(variable, []))]
        component = next((kind for kind in kinds if kind in rules.components), "")
        seen = [word for word in variable.see.values() if word != "nobody"] or not variable.see
        hidden = next((z for z in rules.zones.values() if z.component == component and not _open(z, rules)), None)
        if component and seen and hidden is not None:
            message = f"{variable.name} of each {component} would tell the hidden cards in {hidden.name} apart"
            hint = f"write {variable.name}: {{start: ..., see: nobody}}"
            yield Diagnostic(
                "marked-cards", message, variable.span, hint=hint, notes=(Note(hidden.span, "hidden here"),)
            )


def _open(zone: m.Zone, rules: m.Ruleset) -> bool:
    faces = {a.face for a in rules.components[zone.component].attributes}
    return all(audience(zone.see, face) == "everyone" for face in faces)


class _Walk:
    """Goes through the game as it is played and notes every expression that decides about options, and for whom."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.pending: list[tuple[Typed, Known, Bound]] = []
        self.writes: Writes = {}
        self.sentences = 0
        self.turns: dict[Local, Bound] = {}

    def findings(self) -> list[Diagnostic]:
        sight = Sight(self.checked, self.writes)
        found = []
        for typed, known, who in self.pending:
            hidden = sight.ask(typed, known, who)
            if hidden is not None:
                found.append(_diagnostic(typed, hidden, self.checked.ruleset.files))
        return list(dict.fromkeys(found))

    def in_turns(self, known: Known) -> Known:
        """Events happen in the turn of whoever's turn it is."""
        inner = known.child()
        inner.names |= self.turns
        inner.decider = next(iter(self.turns.values()), None)
        return inner

    # -- sentences

    def steps(self, steps: m.Steps, known: Known) -> None:
        for sentence in steps:
            self.sentence(sentence, known)

    def sentence(self, sentence: m.Sentence, outer: Known, offered: Bound | None = None) -> Known:
        """Goes through a sentence, which is one of the options of `offered`; returns what is known inside it."""
        part, known = self.checked.sentences[sentence], outer.child()
        self.sentences += 1
        if self.sentences > MOST_SENTENCES:
            return known
        for local, typed, _ in part.remember:
            known.names[local] = Bound(typed, known.child())
        for condition, typed in zip(sentence.when, part.when, strict=True):
            if not condition.judge:
                self.pend(offered, known, typed)
            known.conditions.append((typed, known.child()))
        failing = known.child()
        self.loop(sentence, part, known)
        in_loop = known.child()
        self.decision(sentence, part, known, offered)
        self.events(sentence.whenever, known)
        if part.effect is not None:
            self.effect(sentence, part, part.effect, known)
        self.steps(sentence.do, known)
        self.steps(sentence.otherwise or [], failing)
        branches = [failing]
        for branch in (sentence.impossible, sentence.declined):
            branches.append(in_loop.child())
            self.steps(branch or [], branches[-1])
        for local in part.exports:
            if local in known.names:
                outer.names[local] = known.names[local]
        decided = sentence.decision is not None and sentence.decision.kind == "may choose"
        if not (sentence.when or sentence.loop or sentence.menu or decided or sentence.impossible is not None):
            outer.lain, outer.shown = known.lain, known.shown
            outer.more -= known.shown.keys()
        for inner in (known, *branches):
            outer.forget(inner.more)
        return known

    def pend(self, who: Bound | None, known: Known, *parts: Typed | None) -> None:
        if who is not None:
            self.pending += [(typed, known.child(), who) for typed in parts if typed is not None]

    def loop(self, sentence: m.Sentence, part: CheckedSentence, known: Known) -> None:
        if part.choice is None:
            return
        self.bind(part.choice, known)
        local = part.choice.binders[0][0]
        bound = known.names[local]
        if local.type == PLAYER:
            bound.open, known.decider = True, bound
        if sentence.loop is not None and sentence.loop.kind == "turns":
            self.turns[local] = bound

    def bind(self, choice: TypedChoice, known: Known) -> list[Bound]:
        found = []
        for local, source in choice.binders:
            bound = Bound(source, known.child())
            bound.apart = list(apart(source, choice.where, local, known))
            known.names[local] = bound
            found.append(bound)
        return found

    def decision(self, sentence: m.Sentence, part: CheckedSentence, known: Known, offered: Bound | None) -> None:
        who = self.decider(part, known)
        chance = sentence.decision is not None and sentence.decision.kind == "random"
        for choice in part.choices:
            self.pend(None if chance else who, known, *(source for _, source in choice.binders), choice.condition)
            bound = self.bind(choice, known)[0]
            bound.open = True
            bound.secret_to = who if sentence.decision is not None and sentence.decision.secret else None
            self.pend(None if chance else who, known, choice.where, choice.best, choice.order)
            for chosen in part.chosen:
                if chosen.name == choice.binders[0][0].name:
                    known.names[chosen] = bound
        if not chance:
            self.pend(who, known, part.count)
            for condition, typed in zip(sentence.where, part.where, strict=True):
                if not condition.judge:
                    self.pend(who, known, typed)
        if part.effect is not None and sentence.effect is not None and sentence.effect.kind == "pay":
            payer = who if part.choices and not chance else offered
            self.pend(payer, known, part.effect.amount, part.effect.source)
        for item in sentence.menu:
            inner = known.child()
            inner.decider = who
            if item.sentence is not None:
                self.sentence(item.sentence, inner, who)
            elif item.words in self.checked.actions:
                inner = self.action(item.words, {}, inner, who)
            known.forget(inner.more)

    def decider(self, part: CheckedSentence, known: Known) -> Bound | None:
        if part.by is None:
            return known.decider
        found = known.names.get(part.by.value) if part.by.op == "local" else None
        return found if found is not None else Bound(part.by, known.child(), True)

    def action(self, words: str, given: dict[Local, Bound], known: Known, offered: Bound | None) -> Known:
        """An action sees its parameters and whose turn it is, none of the names around it."""
        turns = {local: bound for local, bound in known.names.items() if local in self.turns}
        inner = known.child()
        inner.names = turns | given
        return self.sentence(self.checked.actions[words].action.sentence, inner, offered)

    def events(self, events: list[m.Event], known: Known) -> None:
        for event in events:
            inner = known.child()
            entering = self.checked.entering.get(event)
            if entering is not None and event.zone is not None:
                inner.names[entering] = card = Bound(None, known.child(), True)
                inner.lain[card] = [(self.checked.exprs[id(event.zone)], known)]
            self.sentence(event.sentence, inner)

    # -- effects

    def effect(self, sentence: m.Sentence, part: CheckedSentence, done: CheckedEffect, known: Known) -> None:
        kind = sentence.effect.kind if sentence.effect is not None else ""
        if done.action is not None:
            self.run(part, done, known)
        elif kind in ("move", "deal"):
            self.moved(done, known)
        elif kind == "reveal" and done.amount is not None:
            things: list[object] = [bound] if (bound := root(done.amount, known)) is not None else []
            things += [t.value for t in subtrees(done.amount) if t.op in ("zone", "variable") and bound is None]
            for thing in things:
                known.shown[thing] = [*known.shown.get(thing, []), (done.to, known.child())]
                known.more.discard(thing)
        for target, value in done.targets:
            inner = target.args[1] if target.op == "map" else target
            if inner.op == "local" and inner.value in known.names:
                known.names[inner.value].set_to.append((value, known.child()))
            elif inner.op == "variable":
                self.writes.setdefault(inner.value, []).append((target, value, known.child()))

    def run(self, part: CheckedSentence, done: CheckedEffect, known: Known) -> None:
        assert done.action is not None
        given = {}
        for local, bound, typed in done.arguments:
            alias = known.names.get(typed.value) if typed.op == "local" and not bound else None
            given[local] = alias if alias is not None else Bound(typed, known.child(), params=bound)
        inner = known.child()
        inner.decider = self.decider(part, known)
        after = self.action(done.action.action.words, given, inner, None)
        known.forget(after.more)
        for result, mine in done.gives:
            known.names[mine] = after.names.get(result) or Bound(None, known.child())

    def moved(self, done: CheckedEffect, known: Known) -> None:
        if done.to is not None and done.to.op == "zone":
            known.forget({done.to.value})
        places = [(typed, known.child()) for typed in (done.source, done.to) if typed is not None]
        if done.named is not None:
            bound = known.names[done.named] = Bound(None, known.child(), True)
            known.lain[bound] = places
        bound_card = root(done.amount, known) if done.amount is not None else None
        if bound_card is not None:
            known.lain[bound_card] = [*known.lain.get(bound_card, []), *places[-1:]]


def _diagnostic(typed: Typed, hidden: Hidden, own: frozenset[str]) -> Diagnostic:
    """At the part that is read, where the condition itself names it or only it stands in the game's own files."""
    here = hidden.part.pos.scalar is typed.pos.scalar
    message = f"this decides what may be chosen, but who chooses may not know {hidden.part.pos.text}: {hidden.why}"
    hint = "read only what that player sees, or let a judge look: WORDS: {judge: CONDITION}"
    part, condition = hidden.part.pos.span, typed.pos.span
    if here:
        return Diagnostic("hidden-condition", message, part, hint=hint)
    if condition.file not in own and part.file in own:
        return Diagnostic("hidden-condition", message, part, hint=hint, notes=(Note(condition, "it decides here"),))
    return Diagnostic("hidden-condition", message, condition, hint=hint, notes=(Note(part, "it is read here"),))
