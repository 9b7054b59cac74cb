"""What can be chosen such that the rest is possible: feasibility derived from the conditions of a step's choices."""

from __future__ import annotations

from typing import Any

from ...check.checked import CheckedSentence, payment
from ...check.types import Local, Typed, free
from ...language import model as m
from .. import ir
from ..fold import make
from .bounds import Ranges
from .constants import length
from .layout import Env, Layout, Thunk, none_of
from .quantifiers import Lower, Quantifiers, any_of
from .writer import Bounds

Condition = tuple[str, Typed | None, Any]  # words, a test, or None and the amount and source of a payment


class Feasibility:
    """Makes the chains of choices of one game, and what expressions ask about them."""

    def __init__(self, lower: Lower, layout: Layout, ranges: Ranges, quantifiers: Quantifiers) -> None:
        self.lower, self.layout, self.ranges, self.quantifiers = lower, layout, ranges, quantifiers
        self.checked = layout.checked

    def chain(self, sentence: m.Sentence) -> Chain:
        return Chain(self, sentence, self.checked.sentences[sentence])

    def available(self, source: Typed, env: Env) -> ir.Expr:
        if source.op == "box":
            return max(self.layout.supplies.values(), default=0)
        return self.lower(source, env)

    def possible_action(self, words: str, args: list[ir.Expr]) -> ir.Expr:
        """`possible('words', ...)`: the action's conditions hold and its choices can be completed."""
        action = self.checked.actions[words]
        sentence, inner = action.action.sentence, dict[Any, Any]()
        checked = self.checked.sentences[sentence]

        def asked() -> ir.Expr:
            for local, typed, remembered in checked.remember:
                inner[local] = Thunk([], typed, inner) if typed is not None else self.first_value(local, remembered)
            tests = [self.lower(t, inner) for t in checked.when]
            if sentence.decision is not None and sentence.decision.kind == "choose" and sentence.loop is None:
                tests.append(self.chain(sentence).possible(0, dict(inner)))
            return make("and", *tests)

        return self.ranges.bound(list(zip(action.params, args, strict=True)), inner, asked)

    def first_value(self, local: Local, item: m.Remembered) -> ir.Expr:
        if local.type.kind == "int":
            bounds = self.remembered_bounds(item, local)
            return bounds[0] if bounds else 0
        return none_of(local.type)

    def remembered_bounds(self, item: m.Remembered, local: Local) -> Bounds | None:
        typed = self.checked.exprs.get(id(item.initial))
        if typed is not None and typed.op == "range" and local.type.kind == "int":
            low, high = (self.ranges.bounds(self.lower(a, {})) for a in typed.args)
            if low and high:
                return low[0], high[1]
        return self.layout.type_bounds(local.type)


class Chain:
    """The choices of one sentence with the conditions of each: what can be chosen, and whether the rest is possible."""

    def __init__(self, feasibility: Feasibility, sentence: m.Sentence, checked: CheckedSentence) -> None:
        self.feasibility, self.choices = feasibility, checked.choices
        self.lower = feasibility.lower
        self.chosen_list = feasibility.quantifiers.chosen_list
        self.locals = [choice.binders[0][0] for choice in checked.choices]
        self.tests: list[list[Condition]] = [[] for _ in self.locals]
        for condition, typed in zip(sentence.where, checked.where, strict=True):
            self.tests[self.stage(typed)].append((condition.words, typed, None))
        if (paid := payment(sentence, checked)) is not None:
            amount, source = paid
            stage = max(self.stage(amount), self.stage(source))
            self.tests[stage].append(("that much cannot be paid", None, (amount, source)))

    def stage(self, typed: Typed) -> int:
        used = free(typed)
        return max((i for i, local in enumerate(self.locals) if local in used), default=0)

    def conditions(self, stage: int, env: Env, upto: int | None = None) -> list[ir.Expr]:
        return [self.condition(test, env) for test in self.tests[stage][:upto]]

    def condition(self, test: Condition, env: Env) -> ir.Expr:
        _, typed, payment = test
        if typed is not None:
            return self.lower(typed, env)
        amount, source = payment
        return make("le", self.lower(amount, env), self.feasibility.available(source, env))

    def listed(self, stage: int, env: Env) -> ir.Expr:
        """What may be chosen at a stage, the rest being possible."""

        def tests(inner: Env) -> list[ir.Expr]:
            return [*self.conditions(stage, inner), self.possible(stage + 1, inner)]

        return self.chosen_list(self.choices[stage], env, tests)

    def possible(self, stage: int, env: Env, last: tuple[int, int] | None = None) -> ir.Expr:
        """True if the choices from `stage` on can be completed; `last` = (stage, tests): the conditions that count."""
        if stage >= len(self.locals) or (last is not None and stage > last[0]):
            return 1
        choice = self.choices[stage]
        upto = last[1] if last is not None and last[0] == stage else None

        def tests(inner: Env) -> list[ir.Expr]:
            return [*self.conditions(stage, inner, upto), self.possible(stage + 1, inner, last)]

        listed = self.chosen_list(choice, env, tests)
        if isinstance(listed, list) and listed[0] == "filter":
            found = any_of(listed[1], listed[2], listed[3])
        else:
            found = make("gt", length(listed), 0)
        if choice.condition is None:
            return found
        without = {**env, self.locals[stage]: none_of(self.locals[stage].type)}
        return make("if", self.lower(choice.condition, env), found, self.possible(stage + 1, without, last))

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
