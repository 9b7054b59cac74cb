"""The checker: names, types and flow of a whole ruleset, collecting every diagnostic."""

from __future__ import annotations

import re

from ..base.diagnostics import Note, RulesetError, Span, certain, suggest
from ..language import model as m
from ..language import syntax as s
from .checked import Checked, CheckedAction, CheckedEffect, CheckedSentence, walk, walk_all
from .declarations import declarations
from .expressions import Expressions, Scope, false_facts, true_facts
from .known_options import check_flow
from .lints.logic import lint_logic
from .lints.names import lint_names
from .types import BOOL, INT, PLAYER, UNKNOWN, Local, Type, Typed, an, fits, list_of, maybe, present


class Checker(Expressions):
    def __init__(self, ruleset: m.Ruleset) -> None:
        super().__init__(ruleset)
        self.sentences: dict[m.Sentence, CheckedSentence] = {}
        self.actions: dict[str, CheckedAction] = {}
        self.exprs: dict[int, Typed] = {}
        self.running: list[str] = []
        self.around: list[m.Sentence] = []
        self.chooser = False
        self.owners: dict[m.Zone | m.Variable, list[Local]] = {}
        self.entering: dict[m.Event, Local] = {}
        self.player = Local("player", PLAYER)

    def note(self, expr: s.Expr | None, scope: Scope, wanted: Type | None = None) -> Typed | None:
        """Checks a declaration's expression and keeps the typed form by the identity of the syntax tree."""
        if expr is None:
            return None
        self.exprs[id(expr)] = found = self.check(expr, scope, wanted)
        return found

    def everything(self) -> Checked:
        rules = self.ruleset
        declarations(self)
        for sentence in walk(rules.setup + rules.phases):
            if sentence.loop and sentence.loop.kind == "turns" and sentence.loop.choice:
                name = sentence.loop.choice.binders[0].name
                self.turn_names.setdefault(name, Local(name, PLAYER))
        for words in rules.actions:
            self.action(words)
        self.steps(rules.setup, Scope())
        self.steps(rules.phases, Scope())
        self.events(rules.whenever, Scope())
        judged = Scope({"player": self.player})
        self.note(rules.score, judged, INT)
        self.note(rules.payoff, judged, INT)
        for ranking in rules.winner:
            self.exprs[id(ranking.value)] = self.key(ranking.value, judged)
        for always in rules.always:
            self.always(always, self.all_words())
        self.slots()
        self.rulings()
        for words, args, pos in self.possible:
            self.possible_arguments(words, args, pos)
        definitions = {name: d for name, d in self.definitions.items() if d is not None}
        warnings = [p for p in self.problems if p.severity == "warning"]
        return Checked(
            rules,
            definitions,
            self.tables,
            self.actions,
            self.sentences,
            self.exprs,
            self.player,
            self.turn_names,
            self.plurals,
            self.entering,
            self.owners,
            warnings,
        )

    def possible_arguments(self, words: str, args: list[Typed], pos: s.Pos) -> None:
        self.arguments(f"'{words}'", args, [p.type for p in self.actions[words].params], pos)

    def slots(self) -> None:
        """`<name>` in words stands for the value of a setting."""
        for sentence in walk_all(self.ruleset):
            named = [(sentence.words, sentence.span), *((item.words, item.span) for item in sentence.menu)]
            named += [(c.words, c.span) for c in [*sentence.when, *sentence.until, *sentence.where]]
            for words, span in named:
                for name in re.findall(r"<(\w+)>", words):
                    if name not in self.ruleset.settings:
                        guess = suggest(name, self.ruleset.settings)
                        message = f"<{name}> in these words is not a setting"
                        self.error("unknown-name", message, span, f"Did you mean `<{guess}>`?" if guess else "")

    def always(self, always: m.Always, words: set[str]) -> None:
        self.note(always.expr, Scope(), BOOL)
        step = always.at.removeprefix("after ")
        if always.at not in ("every decision", "the end") and (step == always.at or step not in words):
            guess = suggest(step, words)
            hint = f"Did you mean `after {guess}`?" if guess else "write every decision, the end, or after and a step"
            self.error("unknown-step", f"'{always.at}' is no time to look at this", always.span, hint)

    def all_words(self) -> set[str]:
        rules = self.ruleset
        return {sentence.words for sentence in walk_all(rules)} | set(rules.actions)

    def rulings(self) -> None:
        rules = self.ruleset
        words = self.all_words()
        words |= {item.words for sentence in walk_all(rules) for item in sentence.menu}
        words |= {c.words for sentence in walk_all(rules) for c in [*sentence.when, *sentence.where, *sentence.until]}
        names = {
            *rules.settings,
            *rules.zones,
            *rules.variables,
            *rules.tables,
            *rules.definitions,
            *rules.components,
            *rules.things,
            "score",
            "winner",
            "players",
        }
        for ruling in rules.rulings:
            if ruling.change and ruling.change not in words | names:
                guess = suggest(ruling.change, sorted(words | names))
                hint = f"Did you mean `{guess}`?" if guess else ""
                self.error(
                    "unknown-step",
                    f"a ruling names '{ruling.change}', which is neither a step nor a name",
                    ruling.change_span or ruling.span,
                    hint,
                    instead=certain(ruling.change, guess),
                )

    # -- actions

    def action(self, words: str) -> CheckedAction | None:
        if words in self.actions:
            return self.actions[words]
        item = self.ruleset.actions[words]
        if words in self.running:
            circle = " -> ".join([*self.running[self.running.index(words) :], words])
            self.error("recursion", f"the action '{words}' runs itself: {circle}", item.span, "use a loop")
            return None
        self.running.append(words)
        around, chooser = self.around, self.chooser
        self.around, self.chooser = [], True
        scope = Scope()
        for parameter in item.params:
            self.bind(scope, self.parameter(parameter), parameter.span)
        params = list(scope.names.values())
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
        params = tuple(self.param_type(p) for p in parameter.params)
        text = parameter.type
        if text.kind == "plain" and isinstance(text.expr, s.Name) and text.expr.name == "counter":
            return Local(parameter.name, INT, "place", params)
        kind = self.written_type(text)
        if text.kind in ("zone", "pile"):
            return Local(parameter.name, kind, "zone", params)
        return Local(parameter.name, kind, "formula" if params else "name", params)

    # -- sentences

    def steps(self, steps: m.Steps, scope: Scope) -> None:
        for sentence in steps:
            self.sentence(sentence, scope)

    def sentence(self, sentence: m.Sentence, outer: Scope) -> Scope:
        """Checks a sentence, adds to `outer` the names that live on, and returns the scope inside it."""
        out = self.sentences[sentence] = CheckedSentence()
        self.around.append(sentence)
        chooser = self.chooser
        inner = outer.child()
        for item in sentence.remember:
            self.remembered(item, inner, out)
        failing = inner.child()
        for condition in sentence.when:
            out.when.append(self.check(condition.expr, inner, BOOL))
            inner.facts |= true_facts(condition.expr)
        if len(sentence.when) == 1:
            failing.facts |= false_facts(sentence.when[0].expr)
        self.loop(sentence, inner, out)
        self.events(sentence.whenever, inner)
        in_loop = inner.child()
        self.decision(sentence, inner, out)
        known, self.chooser = self.chooser, self.chooser or sentence.by is not None
        for entry in sentence.menu:
            self.menu_item(entry, inner)
        self.chooser = known
        if sentence.effect:
            out.effect = self.effect(sentence.effect, inner, out)
        self.steps(sentence.do, inner)
        self.steps(sentence.otherwise or [], failing)
        for branch in (sentence.impossible, sentence.declined):
            self.steps(branch or [], in_loop.child())
        self.around.pop()
        self.chooser = chooser
        self.export(sentence, out, outer)
        return inner

    def export(self, sentence: m.Sentence, out: CheckedSentence, outer: Scope) -> None:
        if sentence.loop is not None:
            return
        alone = not (sentence.decision or sentence.menu or sentence.effect or sentence.do or sentence.loop)
        names = [local for local, _, _ in out.remember] if alone else []
        unsure = bool(sentence.when) and not m.leaves(sentence.otherwise, sentence.words)
        unsure |= sentence.impossible is not None and not m.leaves(sentence.impossible, sentence.words)
        declinable = sentence.decision is not None and sentence.decision.kind == "may choose"
        declinable &= not m.leaves(sentence.declined, sentence.words)
        names += out.chosen
        if out.effect and out.effect.named:
            names.append(out.effect.named)
        names += [mine for _, mine in out.effect.gives] if out.effect else []
        for local in names:
            if (unsure or (declinable and local in out.chosen)) and local.type.kind not in ("list", "maybe"):
                local.type = maybe(local.type)
            outer.names[local.name] = local
            self.exported.add(local)
            outer.facts = frozenset(f for f in outer.facts if f.split(".")[0] != local.name)
            out.exports.append(local)

    def remembered(self, item: m.Remembered, scope: Scope, out: CheckedSentence) -> None:
        initial, typed = item.initial, None
        if isinstance(initial, s.TypeText):
            kind = self.written_type(initial)
        elif isinstance(initial, s.Binary) and initial.op == "..":
            kind = INT
            self.note(initial, scope)
        else:
            typed = self.check(initial, scope)
            typed = self.as_list(typed) if typed.type.kind == "zone" else typed
            kind = typed.type
            if kind.kind == "none":
                self.error(
                    "maybe-none",
                    f"what kind of thing is {item.name}?",
                    item.span,
                    "write maybe and its kind, for example maybe player",
                )
        local = Local(item.name, kind)
        self.bind(scope, local, item.span)
        scope.facts = frozenset(f for f in scope.facts if f.split(".")[0] != item.name)
        out.remember.append((local, typed, item))

    def loop(self, sentence: m.Sentence, scope: Scope, out: CheckedSentence) -> None:
        loop = sentence.loop
        ends = scope.child()
        if loop is not None and loop.kind == "turns":
            out.round = ends.names["round"] = Local("round", INT, "round")
        for condition in sentence.until:
            out.until.append(self.check(condition.expr, ends, BOOL))
        if loop is None:
            return
        if loop.times is not None:
            out.times = self.not_negative(self.check(loop.times, scope, INT))
        if loop.kind in ("forever", "turns") and not sentence.until and not self.may_end(sentence):
            message = "this goes on for ever: nothing in it ends it"
            self.error("endless", message, loop.span, "add until:, or a step with end:")
        if loop.choice is None:
            return
        if len(loop.choice.binders) != 1 and loop.kind != "each":
            self.error("wrong-shape", f"{loop.kind} takes one name", loop.choice.pos.span)
        out.choice, inner = self.choice(loop.choice, scope)
        if loop.kind == "turns":
            name = loop.choice.binders[0].name
            if name in self.turn_names and not self.running:
                local = self.turn_names[name]
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
            self.error("out-of-range", f"{typed.pos.text} is less than nothing", typed.pos.span)
        return typed

    def may_end(self, sentence: m.Sentence) -> bool:
        """True if a step inside, or in an action run there, ends something."""
        waiting, seen = [sentence], set[str]()
        while waiting:
            for inner in walk([waiting.pop()]):
                effect = inner.effect
                if effect is not None and effect.kind == "end":
                    return True
                names = [item.words for item in inner.menu] + ([effect.action] if effect is not None else [])
                for words in names:
                    if words in self.ruleset.actions and words not in seen:
                        seen.add(words)
                        waiting.append(self.ruleset.actions[words].sentence)
        return False

    def decision(self, sentence: m.Sentence, scope: Scope, out: CheckedSentence) -> None:
        decision = sentence.decision
        if sentence.by is not None:
            out.by = self.check(sentence.by, scope, PLAYER)
        elif sentence.menu or (decision is not None and decision.kind != "random"):
            self.chooser_known(decision.span if decision else sentence.span)
        if decision is None:
            return
        single = scope.child()
        for choice in decision.choices:
            if len(choice.binders) != 1:
                message = "each choice of the list has one name: write [a in A, b in B]"
                self.error("wrong-shape", message, choice.pos.span)
            before = single
            typed, single = self.choice(choice, single, decided=True)
            name = typed.binders[0][0].name
            if choice.condition is not None and re.search(rf"\b{name}\b", choice.condition.pos.text):
                message = f"`if` says whether there is such a choice at all, before {name} is chosen"
                self.error("wrong-shape", message, choice.condition.pos.span, "write where instead of if")
            elif choice.condition is not None:
                typed.condition = self.check(choice.condition, before, BOOL)
                local = typed.binders[0][0]
                local.type = maybe(local.type)
                single.facts |= {local.name}
            out.choices.append(typed)
        for condition in sentence.where:
            out.where.append(self.check(condition.expr, single, BOOL))
            single.facts |= true_facts(condition.expr)
        self.chosen_names(sentence, decision, scope, out)
        optional = {choice.binders[0].name for choice in decision.choices if choice.condition is not None}
        scope.facts = single.facts - optional

    def chooser_known(self, span: Span) -> None:
        """Somebody must be named who decides: by a loop over players, or by the turn in which an action is run."""
        if not self.chooser and not (self.turn_names and self.running):
            hint = "write by: and a player, or put it into a loop over players"
            self.error("nobody-decides", "nobody is named who decides this", span, hint)

    def chosen_names(self, sentence: m.Sentence, decision: m.Decision, scope: Scope, out: CheckedSentence) -> None:
        """The names that stand for what was chosen: in the rest of the sentence, and after it."""
        names = [typed.binders[0][0] for typed in out.choices]
        if decision.count is not None:
            anything = isinstance(decision.count, s.Name) and decision.count.name == "any"
            out.count = None if anything else self.not_negative(self.check(decision.count, scope))
            if out.count and out.count.type.kind not in ("int", "list", "unknown"):
                self.error("wrong-type", "count is a number, a range such as 0..2, or any", decision.span)
            if len(names) > 1:
                self.error(
                    "wrong-shape", "count goes with one name", decision.span, "leave out count or the other names"
                )
            out.chosen = names = [Local(names[0].name, list_of(names[0].type))]
        else:
            unsure = decision.kind == "may choose" or sentence.impossible is not None or bool(sentence.when)
            out.chosen = [Local(local.name, local.type) if unsure else local for local in names]
        for local in names:
            scope.names[local.name] = local

    def menu_item(self, item: m.MenuItem, scope: Scope) -> None:
        if item.sentence is not None:
            self.sentence(item.sentence, scope.child())
            return
        if item.words not in self.ruleset.actions:
            guess = suggest(item.words, self.ruleset.actions)
            self.error(
                "unknown-action",
                f"there is no action '{item.words}'",
                item.span,
                f"Did you mean `{guess}`?" if guess else "",
                instead=certain(item.words, guess),
            )
        elif self.ruleset.actions[item.words].params:
            self.error("missing-argument", f"'{item.words}' has parameters: run it in a step of its own", item.span)
        else:
            self.action(item.words)

    def events(self, events: list[m.Event], scope: Scope) -> None:
        words = {s.words for s in walk_all(self.ruleset) if s.words} | set(self.ruleset.actions) if events else set()
        for event in events:
            inner = scope.child()
            if event.kind == "enters" and event.zone is not None:
                zone = self.check(event.zone, inner)
                self.exprs[id(event.zone)] = zone
                if zone.type.kind == "zone":
                    inner.names["card"] = self.entering.setdefault(event, Local("card", Type("card", zone.type.name)))
                elif zone.type.kind != "unknown":
                    self.error("wrong-type", f"cards enter a place for cards, not {an(zone.type)}", event.zone.pos.span)
            elif event.target not in words:
                guess = suggest(event.target, words)
                self.error(
                    "unknown-step",
                    f"there is no step '{event.target}'",
                    event.target_span or event.span,
                    f"Did you mean `{guess}`?" if guess else "",
                    instead=certain(event.target, guess) if event.target_span else "",
                )
            self.sentence(event.sentence, inner)

    # -- effects

    def effect(self, effect: m.Effect, scope: Scope, out: CheckedSentence) -> CheckedEffect:
        kind = effect.kind
        done: CheckedEffect = getattr(self, "_" + kind)(effect, scope)
        if effect.named == "new group":
            if done.to is None or done.to.op != "zone" or not done.to.value.groups:
                self.error(
                    "wrong-type",
                    "as: new group needs a place whose cards lie in groups",
                    effect.span,
                    "declare the place with in: groups",
                )
        elif effect.named:
            single = done.form == "card" or (
                done.form == "count"
                and effect.amount is not None
                and isinstance(effect.amount.value, s.Number)
                and effect.amount.value.value == 1
                and effect.amount.kind == "exactly"
            )
            zone = done.source or done.to
            card = Type("card", zone.type.name) if zone is not None and zone.type.kind == "zone" else UNKNOWN
            done.named = Local(effect.named, card if single else list_of(card))
            self.bind(scope, done.named, effect.span)
        if effect.at is not None and effect.at.depth is not None:
            done.depth = self.check(effect.at.depth, scope, INT)
        return done

    def _move(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        to = self.check(effect.to, scope) if effect.to is not None else None
        source = self.check(effect.source, scope) if effect.source is not None else None
        amount = effect.amount
        if amount is None or to is None:
            return CheckedEffect("cards", to=to, source=source)
        if source is not None and source.type.kind == "int":
            self.counter(source, effect.span, "moved from")
            self.counter(to, effect.span, "moved to")
            self.same_tokens(source, to)
            typed = self.check(amount.value, scope, INT) if amount.value is not None else None
            return CheckedEffect("tokens", typed, source, to)
        if to.type.kind not in ("zone", "group") and "unknown" not in (to.type.kind, source and source.type.kind):
            self.error(
                "wrong-type",
                f"cards are moved to a place for cards, not to {an(to.type)}",
                effect.to.pos.span if effect.to else effect.span,
            )
        if amount.value is None:
            if source is None:
                self.error("missing-key", "move: all needs `from`", effect.span)
            elif source.type.kind != "zone":
                source = self.as_list(source)
            return CheckedEffect("all", None, source, to)
        typed = self.check(amount.value, scope)
        if typed.type.kind == "int":
            if source is None:
                self.error("missing-key", "a number of cards is moved `from` somewhere", effect.span)
            return CheckedEffect("count", typed, self.zone_from(source, effect), to)
        if typed.type.kind == "maybe" and present(typed.type).kind == "card":
            typed = self.maybe_read(typed)
        if typed.type.kind == "card":
            return CheckedEffect("card", typed, source, to)
        form = "zone" if typed.type.kind == "zone" else "list"
        listed = self.as_list(typed)
        if listed.type.kind != "unknown" and (
            listed.type.kind != "list" or (listed.type.item or UNKNOWN).kind not in ("card", "unknown")
        ):
            self.error("wrong-type", f"this is {an(typed.type)}: move takes cards or a number", typed.pos.span)
        return CheckedEffect(form, typed if form == "zone" else listed, source, to)

    def zone_from(self, source: Typed | None, effect: m.Effect) -> Typed | None:
        if source is not None and source.type.kind not in ("zone", "unknown"):
            message = f"cards are taken from a place for cards, not from {an(source.type)}"
            self.error("wrong-type", message, source.pos.span)
        return source

    def counter(self, typed: Typed, span: Span, what: str) -> None:
        inner = typed.args[1] if typed.op == "map" else typed
        if inner.op == "box" or inner.type.kind == "unknown" or self.assignable(inner):
            return
        self.error("wrong-type", f"{typed.pos.text} is not a number that can be {what}", typed.pos.span)

    def same_tokens(self, source: Typed, to: Typed) -> None:
        """What is moved from one place to the other must be the same on both sides."""
        kinds = [self.token_kind(side) for side in (source, to)]
        if None not in kinds and kinds[0] != kinds[1]:
            words = [f"{kind}s" if kind else "a plain number" for kind in kinds]
            message = f"{source.pos.text} counts {words[0]}, {to.pos.text} {words[1]}"
            self.error("conserved", message, to.pos.span, "tokens move between places of the same kind, and the box")

    def token_kind(self, typed: Typed) -> str | None:
        """The token that a place counts, "" for a plain number, None where that is not certain."""
        inner = typed.args[1] if typed.op == "map" else typed
        return inner.value.token if inner.op == "variable" else None

    def assignable(self, typed: Typed) -> bool:
        return (
            typed.op == "variable"
            or (typed.op == "formula" and typed.value.kind == "place")
            or (typed.op == "local" and typed.value.kind in ("name", "place"))
        )

    _pay = _move

    def _deal(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        source = self.zone_from(self.check(effect.source, scope) if effect.source else None, effect)
        to = self.check(effect.to, scope) if effect.to else None
        if to is not None and to.type.kind == "list" and (to.type.item or UNKNOWN).kind != "zone":
            self.error("wrong-type", f"cards are dealt to places for cards, not to {an(to.type)}", to.pos.span)
        amount = effect.amount.value if effect.amount else None
        typed = self.check(amount, scope, INT) if amount is not None else None
        return CheckedEffect("deal", typed, source, to)

    def _set(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        done = CheckedEffect(effect.kind)
        for target, value in effect.targets:
            place = self.check(target, scope)
            inner = place.args[1] if place.op == "map" else place
            if inner.type.kind == "unknown":
                continue
            if not self.assignable(inner):
                hint = "only variables and remembered names can"
                if inner.type.kind == "zone":
                    hint = f"cards get there by move: ..., to: {target.pos.text}"
                self.error("not-changeable", f"{target.pos.text} cannot be changed", target.pos.span, hint)
                continue
            token = inner.value.token if inner.op == "variable" else ""
            if token:
                self.error(
                    "conserved",
                    f"{target.pos.text} counts {token}s, which can only be moved",
                    target.pos.span,
                    f"write move: ..., from: ..., to: {target.pos.text}",
                )
            wanted = INT if effect.kind == "add" else inner.type
            if effect.kind == "add":
                self.expect(inner, INT)
            done.targets.append((place, self.check(value, scope, wanted)))
        return done

    _add = _set

    def _shuffle(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        source = self.check(effect.source, scope) if effect.source is not None else None
        zone = (
            source.type.item if source is not None and source.type.kind == "list" else source.type if source else None
        )
        if source is not None and zone is not None and zone.kind not in ("zone", "unknown"):
            self.error("wrong-type", f"{an(source.type)} cannot be shuffled", source.pos.span)
        elif source is not None and source.op == "zone" and not source.value.ordered:
            self.error(
                "wrong-type",
                f"{source.pos.text} has no order to shuffle",
                source.pos.span,
                "declare it with pile of instead of holds",
            )
        return CheckedEffect("shuffle", source=source)

    def _reveal(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        amount = effect.amount.value if effect.amount else None
        typed = self.check(amount, scope) if amount is not None else None
        to = self.check(effect.to, scope) if effect.to is not None else None
        if to is not None and not (fits(to.type, PLAYER) or fits(to.type, list_of(PLAYER))):
            self.error("wrong-type", f"things are revealed to players, not to {an(to.type)}", to.pos.span)
        if typed is None:
            return CheckedEffect("list", to=to)
        if typed.type.kind == "card":
            return CheckedEffect("card", typed, to=to, reveals=True)
        listed = self.as_list(typed)
        item = listed.type.item if listed.type.kind == "list" else listed.type
        if item is not None and item.kind in ("card", "unknown"):
            return CheckedEffect("list", listed, to=to, reveals=True)
        if (typed.args[1] if typed.op == "map" else typed).op != "variable":
            message = f"{typed.pos.text} is neither cards nor a number that lies on the table"
            self.error("wrong-type", message, typed.pos.span, "reveal cards or a variable; say anything else")
        return CheckedEffect("numbers", typed, to=to)

    def _say(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        source = self.check(effect.source, scope) if effect.source is not None else None
        if source is not None and present(source.type).kind in ("zone", "group", "list", "none"):
            message = f"{an(source.type)} cannot be said: say a number, a player, a card or a thing"
            self.error("wrong-type", message, source.pos.span, "write reveal to show cards or numbers")
        return CheckedEffect("say", source=source)

    def _end(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        done = CheckedEffect("end")
        if effect.winner is not None:
            found = self.check(effect.winner, scope)
            done.winner = (
                self.expect(found, list_of(PLAYER)) if found.type.kind == "list" else self.expect(found, PLAYER)
            )
        if effect.target == "game":
            return done
        if effect.target == "turn":
            return done
        for sentence in reversed(self.around):
            if sentence.words == effect.target:
                done.end = sentence
                return done
        names = ["game", "turn", *(sentence.words for sentence in self.around if sentence.words)]
        guess = suggest(effect.target, names)
        self.error(
            "unknown-step",
            f"no step '{effect.target}' is around this one",
            effect.target_span or effect.span,
            f"Did you mean `{guess}`?" if guess else f"known here: {', '.join(names)}",
            instead=certain(effect.target, guess) if effect.target_span else "",
        )
        return done

    def _run(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        done = CheckedEffect("run")
        if effect.action not in self.ruleset.actions:
            guess = suggest(effect.action, self.ruleset.actions)
            self.error(
                "unknown-action",
                f"there is no action '{effect.action}'",
                effect.target_span or effect.span,
                f"Did you mean `{guess}`?" if guess else "",
                instead=certain(effect.action, guess) if effect.target_span else "",
            )
            done.gives = [(Local(name, UNKNOWN), Local(mine, UNKNOWN)) for name, mine, _ in effect.gives]
            return done
        done.action = self.action(effect.action)
        if done.action is None:
            return done
        given = {argument.name: argument for argument in effect.arguments}
        missing = [local for local in done.action.params if local.name not in given]
        if missing:
            names = ", ".join(local.name for local in missing)
            whole = ", ".join(f"{_with_parameters(local)}: ..." for local in missing)
            message = f"'{effect.action}' needs {names}"
            self.error("missing-argument", message, effect.span, f"write with: {{{whole}}}")
        for local in done.action.params:
            if local.name in given:
                self.argument(done, local, given.pop(local.name), scope)
        for argument in given.values():
            guess = suggest(argument.name, [local.name for local in done.action.params])
            self.error(
                "unknown-name",
                f"'{effect.action}' has no parameter {argument.name}",
                argument.span,
                f"Did you mean `{guess}`?" if guess else "",
            )
        for name, mine, span in effect.gives:
            result = done.action.gives.get(name)
            if result is None:
                guess = suggest(name, done.action.gives)
                self.error(
                    "unknown-name",
                    f"'{effect.action}' does not give {name}",
                    span,
                    f"Did you mean `{guess}`?" if guess else "",
                )
                continue
            local = Local(mine, result.type)
            self.bind(scope, local, span)
            done.gives.append((result, local))
        return done

    def argument(self, done: CheckedEffect, local: Local, argument: m.Argument, scope: Scope) -> None:
        if len(argument.params) != len(local.params):
            self.error("wrong-arguments", f"{local.name} is about {len(local.params)} things here", argument.span)
            return
        bound = [Local(name, kind) for name, kind in zip(argument.params, local.params, strict=True)]
        inner = scope.child()
        for name in bound:
            inner.names[name.name] = name
        value = self.check(argument.value, inner)
        if local.kind == "place" and value.type.kind != "unknown" and not self.assignable(value):
            self.error(
                "not-changeable",
                f"{local.name} must be a number that can be changed",
                argument.value.pos.span,
                "give a variable",
            )
        wanted = value.type if local.kind == "zone" and value.type.kind == "zone" else local.type
        done.arguments.append((local, bound, self.expect(value, wanted)))


def check(ruleset: m.Ruleset) -> Checked:
    """The ruleset resolved and typed. Raises RulesetError with every error found."""
    checker = Checker(ruleset)
    checked = checker.everything()
    if any(p.severity == "error" for p in checker.problems):
        raise RulesetError(checker.problems)
    checked.warnings += [*lint_names(checked), *lint_logic(checked), *check_flow(checked)]
    if any(p.severity == "error" for p in checked.warnings):
        raise RulesetError(checked.warnings)
    return checked


__all__ = ["Checked", "Note", "check", "walk", "walk_all"]


def _with_parameters(local: Local) -> str:
    """The name of a parameter, as it is written under `with`: offer(p) where it is about a player."""
    letters = ", ".join(str(kind)[0] for kind in local.params)
    return f"{local.name}({letters})" if letters else local.name
