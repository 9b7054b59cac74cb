"""Check sentences, actions and events, with the names that each of them introduces."""

from __future__ import annotations

import re

from ..base.similar import report_unknown
from ..language import model as m
from ..language import syntax as s
from .checked import (
    CheckedAction,
    CheckedMove,
    CheckedRun,
    CheckedRunByKind,
    CheckedSentence,
    sentences_played,
    walk_all,
)
from .effects import Effects
from .expressions import Expressions
from .scope import Scope, false_facts, true_facts
from .types import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    Local,
    Type,
    Typed,
    an,
    as_list,
    fits,
    free,
    list_of,
    maybe,
    same_but_empty,
)

AGAIN = "to do something several times write repeat:, turns: or for each: around it"


class Sentences:
    """Checks all steps of a game, from the outermost inwards; an action where it is first met.

    running: the actions around, outermost first; around: the sentences around; chooser: whether somebody is named
    who decides.
    """

    def __init__(self, expressions: Expressions) -> None:
        self.expressions, self.check = expressions, expressions.check
        self.symbols, self.problems = expressions.symbols, expressions.problems
        self.error, self.rules = self.problems.error, self.symbols.ruleset
        self.effects = Effects(expressions, self.action)
        self.sentences: dict[m.Sentence, CheckedSentence] = {}
        self.actions: dict[str, CheckedAction] = {}
        self.entering: dict[m.Event, Local] = {}
        self.running: list[str] = []
        self.around: list[m.Sentence] = []
        self.chooser = False

    def check_all(self) -> None:
        """Check every action, the setup, the phases and the events of the ruleset."""
        for words in self.rules.actions:
            self.action(words)
        self.symbols.in_flow = True
        self.steps(self.rules.setup, Scope())
        self.steps(self.rules.phases, Scope())
        self.symbols.in_flow = False
        self.events(self.rules.whenever, Scope(self.of_turns()))

    def of_turns(self) -> dict[str, Local]:
        """The names that actions and events see besides whose turn it is: the round, if there are any."""
        return {"round": self.symbols.turn_round} if self.symbols.turn_names else {}

    def action(self, words: str) -> CheckedAction | None:
        """The checked action; None (and an error) where it runs itself."""
        if words in self.actions:
            return self.actions[words]
        item = self.rules.actions[words]
        if words in self.running:
            circle = " -> ".join([*self.running[self.running.index(words) :], words])
            self.error("recursion", f"the action '{words}' runs itself: {circle}", item.span, AGAIN)
            return None
        self.running.append(words)
        around, chooser = self.around, self.chooser
        self.around, self.chooser = [], True
        scope = Scope()
        for parameter in item.params:
            self.symbols.bind(scope, self.parameter(parameter), parameter.span)
        params = list(scope.names.values())
        scope.names = self.of_turns() | scope.names
        inner = self.sentence(item.sentence, scope)
        gives = {}
        for name, source, span in item.gives:
            local = inner.names.get(source)
            if local is None:
                self.error("unknown-name", f"the action gives '{source}', but remembers nothing of that name", span)
            else:
                gives[name] = local
        self.running.pop()
        self.around, self.chooser = around, chooser
        self.actions[words] = CheckedAction(item, params, gives)
        return self.actions[words]

    def parameter(self, parameter: m.Parameter) -> Local:
        params = tuple(self.symbols.param_type(p) for p in parameter.params)
        text = parameter.type
        if text.kind == "plain" and isinstance(text.expr, s.Name) and text.expr.name == "counter":
            return Local(parameter.name, INT, "place", params)
        kind = self.symbols.written_type(text)
        if text.kind in ("zone", "pile"):
            return Local(parameter.name, kind, "zone", params)
        return Local(parameter.name, kind, "formula" if params else "name", params)

    def steps(self, steps: m.Steps, scope: Scope) -> None:
        for sentence in steps:
            self.sentence(sentence, scope)

    def sentence(self, sentence: m.Sentence, outer: Scope) -> Scope:
        """Checks a sentence, adds to `outer` the names that live on, and returns the scope inside it."""
        out = self.sentences[sentence] = CheckedSentence()
        self.around.append(sentence)
        chooser = self.chooser
        inner = outer.child()
        inner.given = frozenset()
        for item in sentence.remember:
            self.check_remembered(item, inner, out)
        failing = inner.child()
        for condition in sentence.when:
            out.when.append(self.check(condition.expr, inner, BOOL))
            inner.facts |= true_facts(condition.expr)
        if len(sentence.when) == 1:
            failing.facts |= false_facts(sentence.when[0].expr)
        known_before = frozenset(inner.names)
        self.loop(sentence, inner, out)
        inner.given = frozenset(inner.names) - known_before
        self.events(sentence.whenever, inner)
        in_loop = inner.child()
        self.decision(sentence, inner, out)
        inner.given = frozenset(inner.names) - known_before
        known, self.chooser = self.chooser, self.chooser or sentence.by is not None
        for entry in sentence.menu:
            self.menu_item(entry, inner)
        self.chooser = known
        if sentence.effect:
            out.effect = self.effects.effect(sentence.effect, inner, self.around)
        self.steps(sentence.do, inner)
        self.steps(sentence.otherwise or [], failing)
        for branch in (sentence.impossible, sentence.declined):
            self.steps(branch or [], in_loop.child())
        self.around.pop()
        self.chooser = chooser
        self.export(sentence, out, outer)
        return inner

    def export(self, sentence: m.Sentence, out: CheckedSentence, outer: Scope) -> None:
        remembered = [local for local, _, _ in out.remember]
        alone = not (sentence.decision or sentence.menu or sentence.effect or sentence.do or sentence.loop)
        outer.gone |= {local.name for local in remembered if not alone}
        if sentence.loop is not None:
            return
        names = remembered if alone else []
        unsure = bool(sentence.when) and not m.leaves(sentence.otherwise, sentence.words)
        unsure |= sentence.impossible is not None and not m.leaves(sentence.impossible, sentence.words)
        declinable = sentence.decision is not None and sentence.decision.kind == "may choose"
        declinable &= not m.leaves(sentence.declined, sentence.words)
        names += out.chosen
        match out.effect:
            case CheckedMove(named=Local() as moved):
                names.append(moved)
            case CheckedRun(gives=gives) | CheckedRunByKind(runs=[CheckedRun(gives=gives), *_]):
                names += [mine for _, mine in gives]
            case None if isinstance(sentence.effect, m.Run):
                names += [Local(mine, UNKNOWN) for _, mine, _ in sentence.effect.gives]
        for local in names:
            if (unsure or (declinable and local in out.chosen)) and local.type.kind not in ("list", "maybe"):
                local.type = maybe(local.type)
            outer.put(local)
            self.symbols.exported.add(local)
            out.exports.append(local)

    def check_remembered(self, item: m.Remembered, scope: Scope, out: CheckedSentence) -> None:
        initial, typed, known = item.initial, None, False
        if isinstance(initial, s.TypeText):
            kind = self.symbols.written_type(initial)
        elif isinstance(initial, s.Binary) and initial.op == "..":
            kind = INT
            self.expressions.note(initial, scope)
        else:
            typed = self.check(initial, scope)
            typed = as_list(typed) if typed.type.kind == "zone" else typed
            known = typed.op == "need"  # it may be asked of the name once more
            typed = typed.args[0] if known else typed
            kind = typed.type
            if kind.kind == "none":
                hint = "write `maybe` and what it may be later, for example maybe player"
                self.error("maybe-none", f"what kind of thing is {item.name}?", item.span, hint)
        local = Local(item.name, kind)
        self.symbols.bind(scope, local, item.span)
        scope.facts |= {item.name} if known else set()
        self.symbols.remembered.add(local)
        out.remember.append((local, typed, item))

    def loop(self, sentence: m.Sentence, scope: Scope, out: CheckedSentence) -> None:
        loop = sentence.loop
        ends = scope.child()
        if loop is not None and loop.kind == "turns":
            out.round = Local("round", INT, "round") if self.running else self.symbols.turn_round
            ends.names["round"] = out.round
        if loop is not None and loop.choice is not None:
            ends.coming = frozenset(binder.name for binder in loop.choice.binders)
        for condition in sentence.until:
            out.until.append(self.check(condition.expr, ends, BOOL))
        if loop is None:
            return
        if loop.times is not None:
            out.times = self.not_negative(self.check(loop.times, scope, INT))
        waits = loop.kind in ("forever", "turns") and not sentence.until
        if waits and not any(isinstance(inner.effect, m.End) for inner in sentences_played(self.rules, [sentence])):
            message = "this goes on forever: nothing in it ends it"
            self.error("endless", message, loop.span, "add until:, or a step with end:")
        if loop.choice is None:
            return
        if len(loop.choice.binders) != 1 and loop.kind != "each":
            self.error("wrong-shape", f"{loop.kind} takes one name", loop.choice.pos.span)
        out.choice, inner = self.expressions.choice(loop.choice, scope)
        if loop.kind in ("turns", "together") and not same_but_empty(out.choice.binders[0][0].type, PLAYER):
            source = out.choice.binders[0][1]
            message = f"`{loop.kind}` is for players, but this is {an(source.type)}"
            self.error("wrong-type", message, source.pos.span, "go through them with `for each`; `by` says who decides")
            return
        if loop.kind == "turns":
            name = loop.choice.binders[0].name
            if name in self.symbols.turn_names and not self.running:
                local = self.symbols.turn_names[name]
                out.choice.binders[0] = (local, out.choice.binders[0][1])
                inner.names[name] = local
                out.choice.where = self.check(loop.choice.where, inner, BOOL) if loop.choice.where else None
            inner.names |= {"round": out.round} if out.round is not None else {}
            if loop.following is not None:
                out.following = self.check(loop.following, inner, PLAYER)
        scope.names, scope.facts = inner.names, inner.facts
        if out.choice.binders[0][0].type == PLAYER:
            self.chooser = True

    def not_negative(self, typed: Typed) -> Typed:
        if typed.op == "neg" and typed.args[0].op == "const":
            self.error("out-of-range", f"{typed.pos.text} is less than 0", typed.pos.span)
        return typed

    def decision(self, sentence: m.Sentence, scope: Scope, out: CheckedSentence) -> None:
        decision = sentence.decision
        decided = sentence.menu or (decision is not None and decision.kind != "random")
        if sentence.by is not None:
            out.by = self.check(sentence.by, scope, PLAYER)
        elif decided and not self.chooser and not (self.symbols.turn_names and self.running):
            span, hint = (decision or sentence).span, "write by: and a player, or put it into a loop over players"
            self.error("nobody-decides", "nothing says who decides this", span, hint)
        if decision is None:
            return
        if decision.secret and decision.kind == "may choose" and len(decision.choices) > 1:
            message = "everyone sees whether there is a second choice, and so whether the first was declined"
            hint = "write choose with a value that stands for nothing, or split it into two steps"
            self.error("wrong-shape", message, decision.span, hint)
        single = scope.child()
        for choice in decision.choices:
            if len(choice.binders) != 1:
                message = "each choice of the list has one name: write [a in A, b in B]"
                self.error("wrong-shape", message, choice.pos.span)
            before = single
            typed, single = self.expressions.choice(choice, single, decided=True)
            name, kind = typed.binders[0][0].name, typed.binders[0][0].type.kind
            if kind == "list" and decided:
                message = f"{name} would be a list, but a choice takes one thing, number or card at a time"
                self.error("wrong-type", message, choice.pos.span, "choose the number of the list instead")
            if choice.condition is not None and re.search(rf"\b{name}\b", choice.condition.pos.text):
                message = f"`if` decides whether there is a choice at all, before {name} is chosen"
                self.error("wrong-shape", message, choice.condition.pos.span, "write where instead of if")
            elif choice.condition is not None:
                typed.condition = self.check(choice.condition, before, BOOL)
                local = typed.binders[0][0]
                if decision.secret and free(typed.condition) & {made.binders[0][0] for made in out.choices}:
                    message = f"everyone sees whether {name} is chosen, and so learns what was chosen in secret"
                    self.error("wrong-shape", message, choice.condition.pos.span, "write where instead of if")
                local.type = maybe(local.type)
                single.facts |= {local.name}
            out.choices.append(typed)
        for condition in sentence.where:
            if not condition.whole:
                out.where.append(self.check(condition.expr, single, BOOL))
                single.facts |= true_facts(condition.expr)
        self.chosen_names(sentence, decision, scope, out)
        inner = scope.child()
        inner.names |= {out.whole.name: out.whole} if out.whole is not None else {}
        out.where += [self.check(condition.expr, inner, BOOL) for condition in sentence.where if condition.whole]
        optional = {choice.binders[0].name for choice in decision.choices if choice.condition is not None}
        scope.facts = single.facts - optional

    def chosen_names(self, sentence: m.Sentence, decision: m.Decision, scope: Scope, out: CheckedSentence) -> None:
        """Bind the names of what was chosen: in the rest of the sentence, and after it."""
        names = [typed.binders[0][0] for typed in out.choices]
        if decision.count is not None:
            anything = isinstance(decision.count, s.Name) and decision.count.name == "any"
            out.count = None if anything else self.not_negative(self.check(decision.count, scope))
            if out.count and not fits(out.count.type, INT) and not fits(out.count.type, list_of(INT)):
                self.error("wrong-type", "count is a number, a range such as 0..2, or any", decision.span)
            if len(names) > 1:
                hint = "leave out count or the other names"
                message = "count chooses several of one kind, so they have only one name"
                self.error("wrong-shape", message, decision.span, hint)
            name, kind = names[0].name, names[0].type
            out.chosen = names = [Local(name, list_of(kind))]
            out.whole = Local(name, list_of(kind, least_of(out.count) > 0))
        else:
            unsure = decision.kind == "may choose" or sentence.impossible is not None or bool(sentence.when)
            out.chosen = [Local(local.name, local.type) if unsure else local for local in names]
        for local in names:
            scope.names[local.name] = local

    def menu_item(self, item: m.MenuItem, scope: Scope) -> None:
        if item.sentence is not None:
            self.sentence(item.sentence, scope.child())
            return
        if item.words not in self.rules.actions:
            message = f"there is no action '{item.words}'"
            self.problems.add(report_unknown("unknown-action", message, item.span, item.words, self.rules.actions))
        elif self.rules.actions[item.words].params:
            self.error(
                "missing-argument",
                f"'{item.words}' needs something from its step: run it in a step of its own, with `with`",
                item.span,
            )
        else:
            self.action(item.words)

    def events(self, events: list[m.Event], scope: Scope) -> None:
        words = {s.words for s in walk_all(self.rules) if s.words} | set(self.rules.actions) if events else set()
        for event in events:
            inner = scope.child()
            if event.kind == "enters" and event.zone is not None:
                zone = self.check(event.zone, inner)
                self.expressions.typed[id(event.zone)] = zone
                place = zone.type.item if zone.type.kind == "list" and zone.type.item is not None else zone.type
                if place.kind == "zone":
                    inner.names["card"] = self.entering.setdefault(event, Local("card", Type("card", place.name)))
                elif zone.type.kind != "unknown":
                    self.error("wrong-type", f"cards enter a place for cards, not {an(zone.type)}", event.zone.pos.span)
            elif event.target not in words:
                message, span = f"there is no step '{event.target}'", event.target_span or event.span
                instead = "{}" if event.target_span else ""
                self.problems.add(report_unknown("unknown-step", message, span, event.target, words, instead=instead))
            self.sentence(event.sentence, inner)


def least_of(count: Typed | None) -> int:
    """The least number that is chosen, if `count` gives it as a number."""
    least = count.args[0] if count is not None and count.op == "range" else count
    return int(least.value) if least is not None and least.op == "const" else 0
