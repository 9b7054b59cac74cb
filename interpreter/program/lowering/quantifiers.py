"""Lower loops in expressions (any, all, count, those) and the lists that choices choose from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...base.diagnostics import mistake
from ...check.checked import CheckedRun, CheckedRunByKind, prices, walk
from ...check.types import PLAYER, Local, Typed, TypedChoice, conjuncts, free, subtrees
from ...language import model as m
from .. import ir
from ..fold import length, make
from .bounds import Ranges
from .layout import CHOOSER, Env, Thunk, none_of
from .prices import Due, dues
from .whole_sets import NOTHING, Holds, WholeSet, refuse_too_many_sets
from .writer import Bounds

MISSING = "there is no {} to go with it"  # words of a test that no designer wrote

Lower = Callable[[Typed, Env], ir.Expr]
Tests = Callable[[Env], list[ir.Expr]]
Condition = tuple[str, Typed | Due]  # words, and a test or what has to be paid


def holds_once(t: Typed) -> bool:
    """Whether a list certainly holds nobody twice: all of a kind, from somebody on, those of them that fit."""
    if t.op in ("from", "after"):
        return holds_once(t.args[0])
    if t.op == "each":
        (function, choice), (value, *_) = t.value, t.args or (t,)
        binders = choice.binders
        return function == "those" and len(binders) == 1 and value.value is binders[0][0] and holds_once(binders[0][1])
    return t.op == "things"


class Quantifiers:
    """Writes expressions that go through lists, and the conditions under which choices are possible."""

    def __init__(self, lower: Lower, ranges: Ranges) -> None:
        self.lower, self.ranges, self.writer, self.layout = lower, ranges, ranges.writer, ranges.layout

    def lower_each(self, t: Typed, env: Env) -> ir.Expr:
        found = self.lower_quantifier(t, env)
        self.ranges.refuse_too_long(self.ranges.least_steps(found), "this", t.pos.span)
        return found

    def lower_quantifier(self, t: Typed, env: Env) -> ir.Expr:
        function, choice = t.value
        value = t.args[0] if t.args else None
        if function in ("any", "no"):
            found = self.exists(choice, dict(env), value)
            return make("not", found) if function == "no" else found
        if function == "all" and value is not None:
            return self.every(choice, dict(env), value)
        if function == "count" and len(choice.binders) == 1:
            return length(self.chosen_list(choice, env))
        return self.collect(choice, env, value, function)

    def source(self, binder: tuple[Local, Typed], env: Env) -> tuple[str, ir.Expr]:
        """A register bound to a name, and the list whose items it holds in turn."""
        listed = self.lower(binder[1], env)
        return self.bind(binder[0], listed, env), listed

    def bind(self, local: Local, listed: ir.Expr, env: Env) -> str:
        """Bind a name to a new register for the items of a list."""
        env[local] = register = self.writer.register(local.name, self.ranges.item_bounds(listed))
        return register

    def exists(self, choice: TypedChoice, env: Env, value: Typed | None) -> ir.Expr:
        """The condition that some values of a choice's names pass its tests."""
        tests = conjuncts(choice.where) + conjuncts(value)
        stages = stage_tests(choice, tests)

        def nest(i: int) -> ir.Expr:
            if i == len(choice.binders):
                return 1
            register, listed = self.source(choice.binders[i], env)
            body = make("and", *(self.lower(test, env) for test in stages[i]), nest(i + 1))
            return ["any", register, listed, body] if body != 1 else make("gt", length(listed), 0)

        return nest(0)

    def every(self, choice: TypedChoice, env: Env, value: Typed) -> ir.Expr:
        """The condition that a value holds for all values of a choice's names."""
        inner = dict(env)
        lists = [self.source(binder, inner) for binder in choice.binders]
        body = self.lower(value, inner)
        if choice.where is not None:
            body = make("or", make("not", self.lower(choice.where, inner)), body)
        for register, listed in reversed(lists):
            body = ["every", register, listed, body]
        return body

    def chosen_list(self, choice: TypedChoice, env: Env, tests: Tests | None = None) -> ir.Expr:
        """The list that a choice of one name chooses from, in order: filtered, the best, sorted."""
        local, source = choice.binders[0]
        listed = self.lower(source, env)
        inner = dict(env)
        if choice.where is not None or tests is not None:
            register = self.bind(local, listed, inner)
            where = self.lower(choice.where, inner) if choice.where is not None else 1
            condition = make("and", where, *(tests(inner) if tests is not None else []))
            if condition != 1:
                listed = ["filter", register, listed, condition]
        for key, op in ((choice.best, "best"), (choice.order, "by")):
            if key is not None:
                register = self.bind(local, listed, inner)
                extra = [int(choice.most)] if op == "best" else []
                listed = [op, register, listed, self.lower(key, inner), *extra]
        return listed

    def collect(self, choice: TypedChoice, env: Env, value: Typed | None, function: str) -> ir.Expr:
        """The list of values that pass (`those`), or their number (`count`)."""
        if len(choice.binders) == 1:
            listed = self.chosen_list(choice, env)
            local = choice.binders[0][0]
            if value is None or (value.op == "local" and value.value is local):
                return listed
            inner = dict(env)
            return ["map", self.bind(local, listed, inner), listed, self.lower(value, inner)]
        stages = stage_tests(choice, conjuncts(choice.where))
        inner = dict(env)

        def nest(i: int) -> ir.Expr:
            register, listed = self.source(choice.binders[i], inner)
            condition = make("and", *(self.lower(test, inner) for test in stages[i]))
            if condition != 1:
                listed = ["filter", register, listed, condition]
            if i + 1 < len(choice.binders):
                return ["gather", register, listed, nest(i + 1)]
            return ["map", register, listed, self.lower(value, inner) if value is not None else 1]

        found = nest(0)
        return ["len", found] if function == "count" else found

    # -- what choices need

    def payable(self, due: Due, env: Env) -> ir.Expr:
        """The condition that a good can be paid, together with others paid from the same place."""
        amount, source = self.price(due, env)
        for other in due.others:
            more, place = self.price(other, env)
            same = same_place(source, place)
            amount = make("add", amount, more if same == 1 else make("if", same, more, 0))
        return make("le", amount, source)

    def price(self, due: Due, env: Env) -> tuple[ir.Expr, ir.Expr]:
        """The amount to pay, and the amount in the place that pays it."""
        amount, source = due.price.amount, due.price.source
        most = max(self.layout.supplies.values(), default=0)
        names = due.names(env)
        return self.lower(amount, names), most if source.op == "box" else self.lower(source, names)

    def possible_action(self, words: str, args: list[ir.Expr], env: Env) -> ir.Expr:
        """The condition `possible('words', ...)`: the action's conditions hold and its choices can be completed."""
        action = self.layout.checked.actions[words]

        def asked(env: Env) -> ir.Expr:
            sentence = action.action.sentence
            tests, chain = self.conditions_and_choices(sentence, env)
            if chain is not None:
                return make("and", *tests, chain.possible(0, dict(env)))
            return make("and", *tests, *(test.expr for test in self.needs(sentence, env)))

        return self.ranges.bind(zip(action.params, args, strict=True), self.layout.of_turns(env), asked)

    def conditions_and_choices(self, sentence: m.Sentence, env: Env) -> tuple[list[ir.Expr], ChoiceChain | None]:
        """The conditions of a sentence that may follow, and its chain of choices; its remembered names enter `env`."""
        checked = self.layout.checked.sentences[sentence]
        for local, typed, item in checked.remember:
            if typed is not None:
                env[local] = Thunk([], typed, env)
            else:
                bounds = self.remembered_bounds(item, local) if local.type.kind == "int" else None
                env[local] = bounds[0] if bounds else none_of(local.type)
        tests = [self.lower(t, env) for t in checked.when]
        chooses = sentence.decision is not None and sentence.decision.kind == "choose" and sentence.loop is None
        return tests, ChoiceChain(self, sentence) if chooses else None

    def needs(
        self, sentence: m.Sentence, env: Env, above: tuple[m.Sentence, ...] = (), own: bool = True
    ) -> list[ir.Test]:
        """The tests that a sentence without a choice must pass: it can pay, and its first steps can be done.

        That is one of its menu, the first pass of its loop, the action it runs, or else the first step inside, if its
        conditions hold; `above` are those around it. `own`: the conditions of an action that it runs are its own.
        """
        if sentence in above or (above and sentence.decision is not None and sentence.loop is None):
            return []
        if sentence.loop is not None and not any(may_need(inner) for inner in walk([sentence])):
            return []
        if sentence.loop is not None:
            return test_not_empty(self.can_begin(sentence, env, above))
        return self.needs_once(sentence, env, above, own)

    def needs_once(self, sentence: m.Sentence, env: Env, above: tuple[m.Sentence, ...], own: bool) -> list[ir.Test]:
        """The tests of one pass of a sentence, without its loop."""
        checked = self.layout.checked.sentences[sentence]
        if owed := dues(prices(sentence, checked), self.layout):
            return [ir.Test(due.words, self.payable(due, env)) for due in owed]
        above = (*above, sentence)
        if sentence.menu and sentence.impossible is None:
            return test_not_empty(make("or", *(self.takeable(item, env, above) for item in sentence.menu)))
        if sentence.decision is not None or sentence.menu:
            return []
        if isinstance(checked.effect, CheckedRunByKind):
            kind, runs = self.lower(checked.effect.kind, env), checked.effect.runs
            asked = [make("and", *(test.expr for test in self.run_needs(run, env, above, own))) for run in runs]
            others = [make("or", make("ne", kind, member), can) for member, can in enumerate(asked)]
            return test_not_empty(make("and", *others))
        if isinstance(checked.effect, CheckedRun):
            return self.run_needs(checked.effect, env, above, own)
        if checked.effect is not None or not sentence.do:
            return []
        return self.step_needs(sentence.do[0], dict(env), above)

    def run_needs(self, run: CheckedRun, env: Env, above: tuple[m.Sentence, ...], own: bool) -> list[ir.Test]:
        """The tests of an action that an option, or a step in it, runs."""
        inner = self.layout.of_turns(env)
        for local, params, value in run.arguments:
            inner[local] = none_of(local.type) if value.op == "none" else Thunk(params, value, env)
        needs = self.all_needs if own else self.step_needs
        return needs(run.action.action.sentence, inner, above)

    def step_needs(self, sentence: m.Sentence, env: Env, above: tuple[m.Sentence, ...]) -> list[ir.Test]:
        """The tests of a step; none if its conditions do not hold, as it is skipped then."""
        found = self.all_needs(sentence, env, above, own=False)
        skipped = make("not", make("and", *(test.expr for test in found[: len(sentence.when)])))
        return [ir.Test(test.words, make("or", skipped, test.expr)) for test in found[len(sentence.when) :]]

    def takeable(self, item: m.MenuItem, env: Env, above: tuple[m.Sentence, ...]) -> ir.Expr:
        """The condition that an option of a menu can be taken."""
        body = item.sentence
        inner = dict(env) if body is not None else self.layout.of_turns(env)
        body = body or self.layout.checked.ruleset.actions[item.words].sentence
        return make("and", *(test.expr for test in self.all_needs(body, inner, above)))

    def can_begin(self, sentence: m.Sentence, env: Env, above: tuple[m.Sentence, ...]) -> ir.Expr:
        """The condition that the first pass of a loop is possible, if there is one; for `together`, every pass."""
        checked, inner = self.layout.checked.sentences[sentence], dict(env)
        assert sentence.loop is not None
        listed: ir.Expr = None
        if checked.choice is not None:
            local = checked.choice.binders[0][0]
            listed = self.chosen_list(checked.choice, env)
            register = self.bind(local, listed, inner)
            if local.type == PLAYER:
                inner[CHOOSER] = register
        if checked.round is not None:
            inner[checked.round] = 1
        tests = self.needs_once(sentence, inner, above, own=False)
        if sentence.decision is not None and sentence.decision.kind == "choose" and sentence.impossible is None:
            tests.append(ir.Test("", ChoiceChain(self, sentence).possible(0, dict(inner))))
        body = make("and", *(test.expr for test in tests))
        if body == 1:
            return 1
        body = make("or", *(self.lower(typed, inner) for typed in checked.until), body)
        if listed is None:
            return body if checked.times is None else make("or", make("le", self.lower(checked.times, env), 0), body)
        if sentence.loop.kind == "together":
            return ["every", register, listed, body]
        return make("or", make("eq", length(listed), 0), ["let", register, ["first", listed, ir.NOTHING], body])

    def all_needs(
        self, sentence: m.Sentence, env: Env, above: tuple[m.Sentence, ...], own: bool = True
    ) -> list[ir.Test]:
        """The conditions of a sentence, and its needs."""
        conditions, chain = self.conditions_and_choices(sentence, env)
        tests = [ir.Test(c.words, holds) for c, holds in zip(sentence.when, conditions, strict=True)]
        if chain is None:
            return tests + self.needs(sentence, env, above, own)
        if sentence.impossible is not None:
            return tests
        return [*tests, ir.Test("there is nothing to choose", chain.possible(0, dict(env)))]

    def remembered_bounds(self, item: m.Remembered, local: Local) -> Bounds | None:
        """The bounds of a remembered name, from its range or its type."""
        typed = self.layout.checked.exprs.get(id(item.initial))
        if typed is not None and typed.op == "range" and local.type.kind == "int":
            low, high = (self.ranges.bounds(self.lower(a, {})) for a in typed.args)
            if low and high:
                return low[0], high[1]
        return self.layout.type_bounds(local.type)


class ChoiceChain:
    """The choices of one sentence, with the conditions of each: what can be chosen while the rest stays possible."""

    def __init__(self, quantifiers: Quantifiers, sentence: m.Sentence) -> None:
        checked = quantifiers.layout.checked.sentences[sentence]
        self.quantifiers, self.lower, self.choices = quantifiers, quantifiers.lower, checked.choices
        self.count = checked.count
        self.locals = [choice.binders[0][0] for choice in checked.choices]
        self.tests: list[list[Condition]] = [[] for _ in self.locals]
        several = sentence.decision is not None and sentence.decision.count is not None
        together: list[Condition] = []
        for condition, typed in zip(sentence.where, checked.where, strict=True):
            tests = together if condition.whole else self.tests[last_mentioned(self.locals, typed)]
            tests.append((condition.words, typed))
        for due in dues(prices(sentence, checked), quantifiers.layout):
            asked = due.mentions()
            stage = max((i for i, local in enumerate(self.locals) if local in asked), default=0)
            tests = together if several and checked.chosen[0] in asked else self.tests[stage]
            tests.append((due.words, due))
        self.whole: WholeSet | None = None
        if together:
            holds: list[Holds] = [(test[0], partial(self.condition, test)) for test in together]
            assert checked.whole is not None
            self.whole = WholeSet(
                (checked.whole, checked.chosen[0]), holds, quantifiers.writer, self.choices[0].pos.span
            )

    def condition(self, test: Condition, env: Env) -> ir.Expr:
        """A test of the chain, or whether a good can be paid, as an expression."""
        part = test[1]
        return self.quantifiers.payable(part, env) if isinstance(part, Due) else self.lower(part, env)

    def choosable(self, stage: int, env: Env, last: tuple[int, int] | None = None) -> ir.Expr:
        """The list of values that may be chosen at a stage while the rest stays possible.

        `last` = (stage, tests) are the last conditions that count.
        """
        counting = self.tests[stage][: last[1] if last is not None and last[0] == stage else None]

        def tests(inner: Env) -> list[ir.Expr]:
            return [*(self.condition(test, inner) for test in counting), self.possible(stage + 1, inner, last)]

        return self.quantifiers.chosen_list(self.choices[stage], env, tests)

    def possible(self, stage: int, env: Env, last: tuple[int, int] | None = None) -> ir.Expr:
        """The condition that the choices from `stage` on can be completed."""
        if stage >= len(self.locals) or (last is not None and stage > last[0]):
            return 1
        choice, listed = self.choices[stage], self.choosable(stage, env, last)
        least = self.how_many(env)[0]
        if self.whole is not None:
            found = self.whole.completes(NOTHING, self.each_once(listed), self.how_many(env), env)
        elif least not in (0, 1):
            found = make("ge", length(self.each_once(listed)), least)
        elif isinstance(listed, list) and listed[0] == "filter":
            found = ["any", *listed[1:]]
        else:
            found = make("gt", length(listed), 0)
        if choice.condition is None:
            return found
        without = {**env, self.locals[stage]: none_of(self.locals[stage].type)}
        return make("if", self.lower(choice.condition, env), found, self.possible(stage + 1, without, last))

    # -- sets: several are chosen

    def each_once(self, listed: ir.Expr) -> ir.Expr:
        """The list without its duplicates."""
        single = self.quantifiers.ranges.has_no_duplicates(listed) or self.choices[0].binders[0][1].op == "cards"
        return listed if single else ["distinct", listed]

    def next_of_set(self, env: Env, chosen: ir.Expr) -> ir.Expr:
        """The list of values that can be added to a set such that it can be completed."""
        listed = self.choosable(0, dict(env))
        rest: ir.Expr = ["without", listed, chosen]
        if self.whole is None:
            return rest
        ranges, size = self.quantifiers.ranges, self.how_many(env)
        refuse_too_many_sets(ranges.least_items(listed), ranges.bounds(size[1]), self.choices[0].pos.span)
        return self.whole.next(chosen, self.each_once(rest), size, env)

    def set_tests(self, env: Env, chosen: ir.Expr) -> list[ir.Test]:
        """The tests that a chosen set must pass."""
        if self.whole is None:
            return []
        enough = make("ge", length(chosen), self.how_many(env)[0])
        fits = [(words, self.whole.fits(chosen, env, n)) for n, (words, _) in enumerate(self.whole.tests, 1)]
        return [ir.Test(words, make("and", enough, holds)) for words, holds in fits]

    def how_many(self, env: Env) -> tuple[ir.Expr, ir.Expr]:
        """The least and the greatest size of the set to choose."""
        if self.count is None:
            return 0, len(self.quantifiers.layout.cards) + 1000
        count = self.lower(self.count, env)
        self.quantifiers.layout.at_least_none(count, self.count, "{} cannot be chosen")
        if isinstance(count, list) and count[0] == "range":
            self.quantifiers.layout.at_least_none(count[1], self.count, "{} cannot be chosen")
            return count[1], count[2]
        if self.count.type.kind == "list":
            raise mistake("wrong-type", "count is a number, a range such as 0..2, or any", self.count.pos.span)
        return count, count

    def explanations(self, stage: int, env: Env, chosen: ir.Expr = NOTHING) -> list[ir.Test]:
        """The tests of a stage in order, then those of the later choices, to find the one that refuses a value."""
        found = [ir.Test(test[0], self.condition(test, env)) for test in self.tests[stage]]
        for later in range(stage + 1, len(self.locals)):
            missing = MISSING.format(self.locals[later].name.replace("_", " "))
            words = [(test[0], number) for number, test in enumerate(self.tests[later], 1)] or [(missing, 0)]
            found += [ir.Test(text, self.possible(stage + 1, dict(env), (later, upto))) for text, upto in words]
        if self.whole is not None:
            begun = ["join", chosen, ["items", env[self.locals[0]]]]
            rest, size = ["without", self.each_once(self.choosable(0, dict(env))), begun], self.how_many(env)
            for upto, (text, _) in enumerate(self.whole.tests, 1):
                found.append(ir.Test(text, self.whole.completes(begun, rest, size, env, upto)))
        return found


def may_need(sentence: m.Sentence) -> bool:
    """Whether a sentence itself can require something before it is done."""
    return bool(sentence.menu) or sentence.decision is not None or isinstance(sentence.effect, m.Pay | m.Run)


def test_not_empty(possible: ir.Expr) -> list[ir.Test]:
    """The test that there is something to choose, unless that is certain."""
    return [ir.Test("there is nothing to choose", possible)] if possible != 1 else []


def same_place(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """The condition that two numbers are in the same place."""
    if one == other:
        return 1
    first, second = (e[1:] if isinstance(e, list) and e[0] == "var" else None for e in (one, other))
    if first is None or second is None:
        return 0
    return make("eq", *(make("add", base, index[0] if index else 0) for base, *index in (first, second)))


def last_mentioned(names: list[Local], typed: Typed) -> int:
    """The position of the last of these names that an expression mentions, 0 if it mentions none."""
    used = free(typed)
    return max((i for i, local in enumerate(names) if local in used), default=0)


def stage_tests(choice: TypedChoice, tests: list[Typed]) -> list[list[Typed]]:
    """The tests by stage: each at the first binder where all its names are known."""
    stages: list[list[Typed]] = [[] for _ in choice.binders]
    least = 0
    for test in tests:
        stage = last_mentioned([local for local, _ in choice.binders], test)
        # a test may rest on one written before it
        if any(x.op == "need" for x in subtrees(test)):
            stage = least = max(least, stage)
        stages[stage].append(test)
    return stages
