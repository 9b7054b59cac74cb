"""Decisions -> sites: lists of choices with derived feasibility, menus, simultaneous choices, chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.diagnostics import Diagnostic, RulesetError
from ...check.checked import CheckedSentence
from ...check.types import Local, Type, Typed, TypedChoice, free, present
from ...language import model as m
from .. import ir
from ..fold import make
from .effects import Effects
from .expressions import CHOOSER, Closure, Env


class Chain:
    """The choices of one sentence with the conditions of each: what can be chosen, and whether the rest is possible."""

    def __init__(self, flow: Choices, sentence: m.Sentence, checked: CheckedSentence) -> None:
        self.flow, self.choices = flow, checked.choices
        self.locals = [choice.binders[0][0] for choice in checked.choices]
        self.tests: list[list[tuple[str, Typed | None, Any]]] = [[] for _ in self.locals]
        for condition, typed in zip(sentence.where, checked.where, strict=True):
            self.tests[self.stage(typed)].append((condition.words, typed, None))
        done = checked.effect
        if (
            sentence.effect is not None
            and sentence.effect.kind == "pay"
            and done is not None
            and done.source is not None
            and done.amount is not None
        ):
            amount, source = done.amount, done.source
            stage = max(self.stage(amount), self.stage(source))
            self.tests[stage].append(("that much cannot be paid", None, (amount, source)))

    def stage(self, typed: Typed) -> int:
        used = free(typed)
        return max((i for i, local in enumerate(self.locals) if local in used), default=0)

    def conditions(self, stage: int, env: Env, upto: int | None = None) -> list[Any]:
        return [self.condition(test, env) for test in self.tests[stage][:upto]]

    def condition(self, test: tuple[str, Typed | None, Any], env: Env) -> Any:
        _, typed, payment = test
        if typed is not None:
            return self.flow.lower(typed, env)
        amount, source = payment
        return make("le", self.flow.lower(amount, env), self.flow.available(source, env))

    def listed(self, stage: int, env: Env) -> Any:
        """What may be chosen at a stage, the rest being possible."""

        def tests(inner: Env) -> list[Any]:
            return [*self.conditions(stage, inner), self.possible(stage + 1, inner)]

        return self.flow.chosen_list(self.choices[stage], env, tests)

    def possible(self, stage: int, env: Env, last: tuple[int, int] | None = None) -> Any:
        """True if the choices from `stage` on can be completed; `last` = (stage, tests): the conditions that count."""
        if stage >= len(self.locals) or (last is not None and stage > last[0]):
            return 1
        choice = self.choices[stage]
        upto = last[1] if last is not None and last[0] == stage else None

        def tests(inner: Env) -> list[Any]:
            return [*self.conditions(stage, inner, upto), self.possible(stage + 1, inner, last)]

        listed = self.flow.chosen_list(choice, env, tests)
        if isinstance(listed, list) and listed[0] == "filter":
            found = self.flow.any_of(listed[1], listed[2], listed[3])
        else:
            found = make("gt", self.flow.length(listed), 0)
        if choice.condition is None:
            return found
        without = {**env, self.locals[stage]: self.flow.none(self.locals[stage].type)}
        return make("if", self.flow.lower(choice.condition, env), found, self.possible(stage + 1, without, last))

    def explanations(self, stage: int, env: Env) -> list[ir.Test]:
        """The tests of a stage in order, then those of the later choices, for naming the one that refuses."""
        found = []
        for test in self.tests[stage]:
            found.append(ir.Test(test[0], self.condition(test, env)))
        for later in range(stage + 1, len(self.locals)):
            for number, test in enumerate(self.tests[later]):
                found.append(ir.Test(test[0], self.possible(stage + 1, dict(env), (later, number + 1))))
            if not self.tests[later]:
                found.append(
                    ir.Test(
                        f"there is no {self.locals[later].name.replace('_', ' ')} to go with it",
                        self.possible(stage + 1, dict(env), (later, 0)),
                    )
                )
        return found


class Choices(Effects):
    """Writes decisions."""

    cutting: bool

    def __init__(self, checked: Any, players: int, chosen: dict[str, Any]) -> None:
        self.blocks: list[ir.Block] = []
        self.sites: list[ir.Site] = []
        self.groups: list[ir.Group] = []
        self.nodes: list[ir.Node] = []
        self.out: list[ir.Stmt] = []
        super().__init__(checked, players, chosen)
        self.turn_locals = set(checked.turn_names.values())
        self.held: dict[Local, Any] = {}

    def block(self, node: int = -1) -> int:
        raise AssertionError("written by the flow")

    def available(self, source: Typed, env: Env) -> Any:
        if source.op == "box":
            return max(self.supplies.values(), default=0)
        return self.lower(source, env)

    # -- a decision inside a sentence

    def happening(
        self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int, picked: Any = None
    ) -> None:
        """Decision, effect, do."""
        if sentence.menu:
            self.menu(sentence, checked, env, node)
        elif sentence.decision is None:
            self.consequences(sentence, checked, env)
        elif sentence.decision.kind == "random":
            self.random(sentence, checked, env)
        elif sentence.decision.count is not None:
            self.choose_several(sentence, checked, env, node)
        else:
            self.choose(sentence, checked, env, node, picked)

    def consequences(self, sentence: m.Sentence, checked: CheckedSentence, env: Env) -> None:
        if sentence.decision is not None and sentence.decision.secret:
            for local in [*(choice.binders[0][0] for choice in checked.choices), *checked.chosen]:
                self.hidden[local] = frozenset([local])
        if sentence.effect is not None:
            self.effect(sentence, checked, env)
        self.steps(sentence.do, env)

    def steps(self, steps: m.Steps, env: Env) -> None:
        raise AssertionError("written by the flow")

    def seat(self, checked: CheckedSentence, env: Env, span: Any) -> Any:
        if checked.by is not None:
            return self.lower(checked.by, env)
        if CHOOSER in env:
            return env[CHOOSER]
        raise RulesetError(
            [Diagnostic("nobody-decides", "nobody is named who decides this here", span, hint="write by: and a player")]
        )

    def words_of(self, sentence: m.Sentence) -> str:
        return sentence.words or (self.nodes[self.current_node].words if self.current_node >= 0 else "") or "choose"

    def site(
        self,
        sentence: m.Sentence,
        node: int,
        seat: Any,
        entries: list[ir.Entry],
        options: list[ir.Stmt],
        group: int = -1,
    ) -> ir.Site:
        secret = sentence.decision is not None and sentence.decision.secret
        self.sites.append(
            ir.Site(len(self.sites), self.words_of(sentence), node, seat, entries, options, group, secret)
        )
        return self.sites[-1]

    def ask(self, site: ir.Site) -> None:
        """The block that asks; writing goes on wherever the entries lead."""
        number = self.block()
        self.end_with("goto", number)
        self.blocks[number].body.append(["ask", site.number])

    def end_with(self, *terminator: Any) -> None:
        raise AssertionError("written by the flow")

    def go(self, block: int) -> None:
        raise AssertionError("written by the flow")

    def value_entry(
        self, words: str, kind: Type, bounds: tuple[int, int] | None, base: int, span: Any, node: int
    ) -> ir.Entry:
        if bounds is None:
            raise RulesetError(
                [Diagnostic("no-range", "how far do these numbers go?", span, hint="give the names in it a range")]
            )
        low, high = bounds
        if high - low > 100_000 and present(kind).kind != "group":
            raise RulesetError([Diagnostic("too-large", f"a choice among {low}..{high} is too wide", span)])
        return ir.Entry(words, self.kind_name(kind), base, low, max(0, high - low + 1), [], -1, node=node)

    def offer(self, entry: ir.Entry, listed: Any, choice: TypedChoice, env: Env, seat: Any) -> ir.Stmt:
        """The statement that offers an entry for each of a list to a seat."""
        register = self.register("one", (entry.low, entry.low + entry.count))
        return [
            "for",
            register,
            self.alike(listed, choice, env, seat),
            [["option", make("add", register, entry.base - entry.low)]],
        ]

    def alike(self, listed: Any, choice: TypedChoice, env: Env, seat: Any) -> Any:
        """Cards of one zone that look alike in every respect are offered once, if all their faces can be seen there."""
        source = choice.binders[0][1]
        kind = present(choice.binders[0][0].type)
        if kind.kind != "card" or self.unique_looks or source.op != "cards":
            return listed
        if source.args[0].op != "zone" or source.args[0].value.groups:
            return listed
        if not self.open_to(source.args[0], env, seat):
            return listed  # leaving one of two out would tell that hidden cards are alike
        if any(face == "back" for _, face, _ in self.attributes[kind.name]):
            return listed
        return ["looks", listed]

    def open_to(self, zone: Typed, env: Env, seat: Any) -> bool:
        """Whether the seat certainly sees the fronts of the cards in a zone: all do, or it is the owner."""
        front = self.visibility(zone.value.see, 0)["front"]
        if front == (1 << self.players) - 1:
            return True
        return bool(front & 1 and zone.value.owner == "player" and self.lower(zone.args[0], env) == seat)

    def place_for(self, local: Local, checked: CheckedSentence, env: Env, bounds: tuple[int, int] | None) -> Any:
        """Where the value of a choice is kept: the exported place if there is one."""
        exported = next((c for c in checked.chosen if c.name == local.name and c in env), None)
        if exported is not None:
            place = env[exported]
            if (
                not isinstance(place, str)
                and place[0] == "var"
                and bounds is not None
                and present(local.type).kind == "int"
            ):
                slot = self.ints[place[1]]
                slot.low, slot.high = (ir.NO_NUMBER if exported.type.kind == "maybe" else bounds[0]), bounds[1]
            env[local] = place
            return place
        place = self.bind(local, env, True, bounds)
        for chosen in checked.chosen:
            if chosen.name == local.name:
                env[chosen] = place
        return place

    def choose(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int, picked: Any) -> None:
        """A list of choices as a chain of small decisions, then what follows from it."""
        chain = Chain(self, sentence, checked)
        first = 0
        if picked is not None:
            env[chain.locals[0]] = picked
            for chosen in checked.chosen[:1]:
                env[chosen] = picked
            first = 1
        after = self.block()
        if sentence.impossible is not None and picked is None:
            onward, other = self.block(), self.block()
            self.end_with("branch", chain.possible(0, dict(env)), onward, other)
            self.go(other)
            self.steps(sentence.impossible, dict(env))
            self.end_with("goto", after)
            self.go(onward)
        declined = -1
        seat = self.seat(checked, env, sentence.span)
        for stage in range(first, len(chain.locals)):
            local, choice = chain.locals[stage], chain.choices[stage]
            skip = self.optional(choice, env)
            listed = chain.listed(stage, dict(env))
            entry = self.value_entry("", local.type, self.item_bounds(listed), 0, choice.pos.span, node)
            place = self.place_for(local, checked, env, self.item_bounds(listed))
            entry.apply = [["set", place[1], 0, "x"]]
            self.explain(entry, chain, stage, env)
            options = [self.offer(entry, listed, choice, env, seat)]
            entries = [entry]
            if stage == 0 and sentence.decision is not None and sentence.decision.kind == "may choose":
                declined = self.block()
                entries.append(ir.Entry("pass", "pass", entry.count, 0, 1, [], declined, node=node))
                options.append(["option", entry.count])
            site = self.site(sentence, node, seat, entries, options)
            site.asks = local.name if len(chain.locals) > 1 else ""
            self.ask(site)
            entry.target = self.block()
            self.go(entry.target)
            self.remember_source(local, choice, env)
            if skip >= 0:
                self.rejoin(skip, place, self.none(local.type))
                self.sources.pop(local, None)
        self.consequences(sentence, checked, env)
        self.sources.clear()
        self.end_with("goto", after)
        if declined >= 0:
            self.go(declined)
            self.steps(sentence.declined or [], dict(env))
            self.end_with("goto", after)
        self.go(after)

    def optional(self, choice: TypedChoice, env: Env) -> int:
        """A choice that is only there under a condition: the block where it is not, -1 if it always is."""
        if choice.condition is None:
            return -1
        onward, skip = self.block(), self.block()
        self.end_with("branch", self.lower(choice.condition, env), onward, skip)
        self.go(onward)
        return skip

    def rejoin(self, skip: int, place: Any, none: int) -> None:
        """Goes on where a choice was made or was not there."""
        join = self.block()
        self.end_with("goto", join)
        self.go(skip)
        self.out.append(["set", place[1], 0, none])
        self.end_with("goto", join)
        self.go(join)

    def possible_action(self, words: str, args: list[Any]) -> Any:
        """`possible('words', ...)`: the action's conditions hold and its choices can be completed."""
        action = self.checked.actions[words]
        sentence, inner = action.action.sentence, dict[Any, Any]()
        checked = self.checked.sentences[sentence]

        def asked() -> Any:
            for local, typed, remembered in checked.remember:
                inner[local] = Closure([], typed, inner) if typed is not None else self.first_value(local, remembered)
            tests = [self.lower(t, inner) for t in checked.when]
            if sentence.decision is not None and sentence.decision.kind == "choose" and sentence.loop is None:
                tests.append(Chain(self, sentence, checked).possible(0, dict(inner)))
            return make("and", *tests)

        return self.bound(list(zip(action.params, args, strict=True)), inner, asked)

    def explain(self, entry: ir.Entry, chain: Chain, stage: int, env: Env) -> None:
        """Fills in the tests that name why a value is refused; they read the register x."""
        self.ranges["x"] = (entry.low, entry.low + entry.count)
        inner = {**env, chain.locals[stage]: "x"}
        entry.tests = chain.explanations(stage, inner)
        entry.domain = self.lower(chain.choices[stage].binders[0][1], env)
        choice = chain.choices[stage]
        if choice.where is not None:
            entry.tests.insert(0, ir.Test("", self.lower(choice.where, inner)))

    def remember_source(self, local: Local, choice: TypedChoice, env: Env) -> None:
        source = choice.binders[0][1]
        if local.type.kind == "card" and source.op == "cards":
            self.sources[local] = self.lower(source.args[0], env)

    def choose_several(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int) -> None:
        """A set of different ones, chosen one after another; `done` is offered when there are enough."""
        chain = Chain(self, sentence, checked)
        local, choice = chain.locals[0], chain.choices[0]
        chosen = checked.chosen[0]
        if chosen not in env:
            self.bind(chosen, env, True)
        slot = env[chosen][1]
        least, most = self.how_many(sentence, checked, env)
        self.out.append(["store", slot, ["items"]])
        listed = ["without", chain.listed(0, dict(env)), ["cards", slot]]
        entry = self.value_entry("", local.type, self.item_bounds(listed), 0, choice.pos.span, node)
        entry.apply = [["append", slot, "x"]]
        self.explain(entry, chain, 0, env)
        check, after = self.block(), self.block()
        entry.target = check
        finished = ir.Entry("done", "done", entry.count, 0, 1, [], after, node=node)
        seat = self.seat(checked, env, sentence.span)
        options = [
            self.offer(entry, listed, choice, env, seat),
            ["if", ["ge", ["size", slot], least], [["option", entry.count]], []],
        ]
        site = self.site(sentence, node, seat, [entry, finished], options)
        self.end_with("goto", check)
        self.go(check)
        onward = self.block()
        self.end_with("branch", ["ge", ["size", slot], most], after, onward)
        self.go(onward)
        self.ask(site)
        self.go(after)
        self.consequences(sentence, checked, env)

    def how_many(self, sentence: m.Sentence, checked: CheckedSentence, env: Env) -> tuple[Any, Any]:
        if checked.count is None:
            return 0, len(self.cards) + 1000
        count = self.lower(checked.count, env)
        self.at_least_none(count, checked.count, "{} cannot be chosen")
        if isinstance(count, list) and count[0] == "range":
            self.at_least_none(count[1], checked.count, "{} cannot be chosen")
            return count[1], count[2]
        return count, count

    # -- menus

    def menu(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int) -> None:
        """`one of`: entries whose `when` holds and whose choices are possible; a first choice is merged in."""
        decides = {CHOOSER: self.lower(checked.by, env)} if checked.by is not None else {}
        entries: list[ir.Entry] = []
        options: list[ir.Stmt] = []
        after, base = self.block(), 0
        bodies = []
        possible: list[Any] = []
        for item in sentence.menu:
            body, inner = self.item(item, {**env, **decides})
            entry, offers, can = self.menu_entry(item, body, inner, base)
            base += entry.count
            entries.append(entry)
            options += offers
            possible.append(can)
            bodies.append((entry, body, inner))
        if sentence.impossible is not None:
            onward, other = self.block(), self.block()
            self.end_with("branch", make("or", *possible), onward, other)
            self.go(other)
            self.steps(sentence.impossible, dict(env))
            self.end_with("goto", after)
            self.go(onward)
        site = self.site(sentence, node, self.seat(checked, env, sentence.span), entries, options)
        self.ask(site)
        join = self.block()
        for entry, body, inner in bodies:
            entry.target = self.block(entry.node)
            self.go(entry.target)
            picked = None
            if entry.kind != "plain":
                picked = ["var", entry.apply[0][1]]
            self.option_body(body, inner, picked)
            self.end_with("goto", join)
        self.go(join)
        self.consequences(sentence, checked, env)
        self.end_with("goto", after)
        self.go(after)

    def item(self, item: m.MenuItem, env: Env) -> tuple[m.Sentence, Env]:
        if item.sentence is not None:
            return item.sentence, dict(env)
        inner = {key: value for key, value in env.items() if key == CHOOSER or key in self.turn_locals}
        return self.checked.ruleset.actions[item.words].sentence, inner

    def menu_entry(
        self, item: m.MenuItem, body: m.Sentence, env: Env, base: int
    ) -> tuple[ir.Entry, list[ir.Stmt], Any]:
        """The entry, the statements that offer it, and whether it can be taken at all."""
        checked = self.checked.sentences[body]
        node = self.node(item.words, "option", body.rule, item.span)
        look = dict(env)
        for local, typed, remembered in checked.remember:
            look[local] = Closure([], typed, look) if typed is not None else self.first_value(local, remembered)
        tests = [ir.Test(c.words, self.lower(t, look)) for c, t in zip(body.when, checked.when, strict=True)]
        allowed = make("and", *(test.expr for test in tests))
        decision = body.decision
        chain = (
            Chain(self, body, checked)
            if decision is not None and decision.kind == "choose" and body.loop is None
            else None
        )
        merged = (
            chain is not None
            and body.by is None
            and decision is not None
            and decision.count is None
            and body.impossible is None
        )
        if chain is None or not merged:
            if chain is not None and body.impossible is None:
                tests.append(ir.Test("there is nothing to choose", chain.possible(0, dict(look))))
            elif body.effect is not None and body.effect.kind == "pay" and chain is None:
                done = checked.effect
                if done is not None and done.amount is not None and done.source is not None:
                    tests.append(
                        ir.Test(
                            "that much cannot be paid",
                            make("le", self.lower(done.amount, look), self.available(done.source, look)),
                        )
                    )
            allowed = make("and", *(test.expr for test in tests))
            entry = ir.Entry(item.words, "plain", base, 0, 1, [], -1, tests, node=node)
            return entry, [["if", allowed, [["option", base]], []]] if allowed != 1 else [["option", base]], allowed
        assert chain is not None
        listed = chain.listed(0, dict(look))
        entry = self.value_entry(item.words, chain.locals[0].type, self.item_bounds(listed), base, item.span, node)
        slot = self.add_int(
            chain.locals[0].name, entry.low, entry.low + entry.count - 1, kind=self.kind_name(chain.locals[0].type)
        )
        entry.apply = [["set", slot, 0, "x"]]
        self.explain(entry, chain, 0, look)
        entry.tests = tests + entry.tests
        offer = self.offer(entry, listed, chain.choices[0], look, look.get(CHOOSER))
        can = make("and", allowed, chain.possible(0, dict(look)))
        return entry, [["if", allowed, [offer], []]] if allowed != 1 else [offer], can

    def first_value(self, local: Local, item: m.Remembered) -> Any:
        if local.type.kind == "int":
            bounds = self.remembered_bounds(item, local)
            return bounds[0] if bounds else 0
        return self.none(local.type)

    def remembered_bounds(self, item: m.Remembered, local: Local) -> tuple[int, int] | None:
        raise AssertionError("written by the flow")

    def node(self, words: str, kind: str, rule: list[str], span: Any) -> int:
        raise AssertionError("written by the flow")

    def option_body(self, body: m.Sentence, env: Env, picked: Any) -> None:
        raise AssertionError("written by the flow")

    # -- chance

    def random(self, sentence: m.Sentence, checked: CheckedSentence, env: Env) -> None:
        """Each name is drawn uniformly among the values from which the rest is possible."""
        chain = Chain(self, sentence, checked)
        if sentence.decision is not None and sentence.decision.count is not None:
            raise RulesetError([Diagnostic("wrong-shape", "random draws one; use repeat for several", sentence.span)])
        if sentence.impossible is None:
            self.draw_lots(chain, sentence, checked, env)
            return
        self.choose_branch(
            self.is_cut(sentence),
            chain.possible(0, dict(env)),
            lambda: self.draw_lots(chain, sentence, checked, env),
            lambda: self.steps(sentence.impossible or [], dict(env)),
        )

    def choose_branch(self, cut: bool, condition: Any, then: Callable[[], None], other: Callable[[], None]) -> None:
        raise AssertionError("written by the flow")

    def is_cut(self, sentence: m.Sentence) -> bool:
        raise AssertionError("written by the flow")

    def draw_lots(self, chain: Chain, sentence: m.Sentence, checked: CheckedSentence, env: Env) -> None:
        for stage, (local, choice) in enumerate(zip(chain.locals, chain.choices, strict=True)):
            listed = chain.listed(stage, dict(env))
            bounds = self.item_bounds(listed)
            register, index = self.register("drawn_from"), self.register("drawn")
            self.out.append(["let", register, listed])
            self.fail_unless(make("gt", ["len", register], 0), f"there is no {local.name} to draw", sentence.span)
            self.out.append(["chance", index, ["len", register]])
            exported = next((c for c in checked.chosen if c.name == local.name and c in env), None)
            place = env[exported] if exported is not None else self.bind(local, env, False, bounds)
            env[local] = place
            self.assign(place, ["nth", register, index, self.none(local.type)])
            kind = self.kind_number(self.kind_name(local.type))  # also of a secret draw: scenarios go by the kinds
            if not (sentence.decision and sentence.decision.secret):
                self.emit("random", kind, place)
            self.remember_source(local, choice, env)
        self.consequences(sentence, checked, env)
        self.sources.clear()

    # -- simultaneous choices

    def together(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int) -> None:
        """All the seats decide unseen; then the effect and `do` happen for each in order."""
        assert checked.choice is not None
        player = checked.choice.binders[0][0]
        if sentence.decision is None or sentence.decision.kind == "random" or sentence.menu:
            hint = "one of is for players in turn; name what is chosen: choose: x in ..."
            raise RulesetError(
                [Diagnostic("wrong-shape", "together needs choose or may choose", sentence.span, hint=hint)]
            )
        self.fits_together(sentence, checked)
        chain = Chain(self, sentence, checked)
        order, pending = self.add_list("seats that decide together"), self.add_list("seats still to decide")
        stage = self.int_row("choice a seat is at", 0, len(chain.locals))
        several = sentence.decision.count is not None
        inner: Env = {**env, player: "seat", CHOOSER: "seat"}
        self.ranges["seat"] = (0, self.players - 1)
        listed = self.chosen_list(checked.choice, env)
        self.out.append(["store", order, listed])
        reset = self.register("seat", (0, self.players - 1))
        begin: Any = 0
        deciding: Any = ["cards", order]
        if sentence.impossible is not None:
            able = chain.possible(0, {**env, player: reset, CHOOSER: reset})
            begin = make("if", able, 0, len(chain.locals))
            register = self.register("seat", (0, self.players - 1))
            deciding = ["filter", register, deciding, ["eq", ["var", stage, register], 0]]
        resets: list[ir.Stmt] = [["set", stage, reset, begin]]
        self.out.append(["for", reset, ["cards", order], resets])
        self.out.append(["store", pending, deciding])
        first = self.out
        wait, check, after = self.block(), self.block(), self.block()
        self.end_with("goto", check)
        group = ir.Group(len(self.groups), pending, stage, [])
        self.groups.append(group)
        self.blocks[wait].body.append(["together", group.number])
        self.blocks[check].body.append(["branch", ["eq", ["size", pending], 0], after, wait])
        picks: list[int] = []
        for number, (local, choice) in enumerate(zip(chain.locals, chain.choices, strict=True)):
            site, base = self.together_stage(
                sentence, checked, chain, number, local, choice, inner, node, group, pending, stage, check, several
            )
            picks.append(base)
            group.sites.append(site.number)
            if several:
                first[:0] = [["store", base + i, ["items"]] for i in range(self.players)]
            else:
                resets.append(["set", base, reset, self.none(local.type)])
        self.go(after)
        self.together_effects(sentence, checked, chain, player, order, picks, stage, env, several)

    def fits_together(self, sentence: m.Sentence, checked: CheckedSentence) -> None:
        """Nobody decides anything else while all decide together."""
        inner = [*sentence.do, *(sentence.declined or []), *(sentence.impossible or [])]
        effect = sentence.effect
        ends = effect is not None and effect.kind == "end"
        if checked.effect is not None and checked.effect.action is not None:
            ends = self.is_cut(checked.effect.action.action.sentence)
        message, hint = "no further decision and no end inside together", "put it into a step after this one"
        if any(choice.condition is not None for choice in checked.choices):
            message, hint = "a choice with `if` cannot be made together", "let all choose, or ask one after the other"
        elif not ends and not any(self.is_cut(step) for step in inner):
            return
        raise RulesetError([Diagnostic("wrong-shape", message, sentence.span, hint=hint)])

    def int_row(self, name: str, low: int, high: int, kind: str = "int") -> int:
        """One slot a seat; the first of them."""
        slots = [self.add_int(f"{name} (seat {i + 1})", low, high, kind=kind) for i in range(self.players)]
        return slots[0]

    def together_stage(
        self,
        sentence: m.Sentence,
        checked: CheckedSentence,
        chain: Chain,
        number: int,
        local: Local,
        choice: TypedChoice,
        env: Env,
        node: int,
        group: ir.Group,
        pending: int,
        stage: int,
        check: int,
        several: bool,
    ) -> tuple[ir.Site, int]:
        listed = chain.listed(number, dict(env))
        bounds = self.item_bounds(listed)
        entry = self.value_entry("", local.type, bounds, 0, choice.pos.span, node)
        self.explain(entry, chain, number, env)
        entry.target = check
        last = number == len(chain.locals) - 1
        options: list[ir.Stmt] = []
        entries = [entry]
        if several:
            slots = [self.add_list(f"{local.name} (seat {i + 1})") for i in range(self.players)]
            base = slots[0]
            mine = ["add", "seat", base]
            least, most = self.how_many(sentence, checked, env)
            options.append(self.offer(entry, ["without", listed, ["cards", mine]], choice, env, "seat"))
            entry.apply = [
                ["append", mine, "x"],
                ["if", ["ge", ["size", mine], most], [["remove", pending, "seat"]], []],
            ]
            entries.append(ir.Entry("done", "done", entry.count, 0, 1, [["remove", pending, "seat"]], check, node=node))
            options.append(["if", ["ge", ["size", mine], least], [["option", entry.count]], []])
        else:
            low = ir.NO_NUMBER if present(local.type).kind == "int" else ir.NOTHING
            base = self.int_row(
                local.name, min(low, entry.low), entry.low + entry.count - 1, self.kind_name(local.type)
            )
            options.append(self.offer(entry, listed, choice, env, "seat"))
            onward = [["remove", pending, "seat"]] if last else [["set", stage, "seat", number + 1]]
            entry.apply = [["set", base, "seat", "x"], *onward]
            env[local] = ["var", base, "seat"]
            if number == 0 and sentence.decision is not None and sentence.decision.kind == "may choose":
                declined = [["set", base, "seat", self.none(local.type)], ["remove", pending, "seat"]]
                entries.append(ir.Entry("pass", "pass", entry.count, 0, 1, declined, check, node=node))
                options.append(["option", entry.count])
        return self.site(sentence, node, "seat", entries, options, group.number), base

    def together_effects(
        self,
        sentence: m.Sentence,
        checked: CheckedSentence,
        chain: Chain,
        player: Local,
        order: int,
        picks: list[int],
        stage: int,
        env: Env,
        several: bool,
    ) -> None:
        register = self.register(player.name, (0, self.players - 1))
        inner: Env = {**env, player: register, CHOOSER: register}
        for local, base in zip(chain.locals, picks, strict=True):
            inner[local] = ["var", base, register] if not several else inner.get(local)
        for chosen, base in zip(checked.chosen, picks, strict=True):
            inner[chosen] = ["cards", ["add", register, base]] if several else ["var", base, register]
        for local, choice in zip(chain.locals, chain.choices, strict=True):
            self.remember_source(local, choice, inner)
            for chosen in checked.chosen:
                if chosen.name == local.name and local in self.sources and not several:
                    self.sources[chosen] = self.sources[local]
        saved, self.out = self.out, []
        self.consequences(sentence, checked, inner)
        body, self.out = self.out, []
        self.steps(sentence.declined or [], dict(inner))
        declined, self.out = self.out, []
        self.steps(sentence.impossible or [], dict(inner))
        impossible, self.out = self.out, saved
        self.sources.clear()
        if not several and sentence.decision is not None and sentence.decision.kind == "may choose":
            none = self.none(chain.locals[0].type)
            body = [["if", ["ne", ["var", picks[0], register], none], body, declined]]
        if sentence.impossible is not None:
            body = [["if", ["eq", ["var", stage, register], len(chain.locals)], impossible, body]]
        if body:
            self.out.append(["for", register, ["cards", order], body])
