"""Loops in expressions: any, all, count, those, and the lists that choices choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ...check.types import Local, Type, Typed, TypedChoice, conjuncts, free, subtrees
from .. import ir
from ..fold import make
from .bounds import Ranges
from .constants import length
from .layout import Env

Tests = Callable[[Env], list[ir.Expr]]


class Lower(Protocol):
    """Lowers an expression; `wanted` says of what type a literal none is."""

    def __call__(self, t: Typed, env: Env, wanted: Type | None = None) -> ir.Expr: ...


class Quantifiers:
    """Writes expressions that go through lists."""

    def __init__(self, lower: Lower, ranges: Ranges) -> None:
        self.lower, self.ranges, self.writer = lower, ranges, ranges.writer

    def each(self, t: Typed, env: Env) -> ir.Expr:
        function, choice = t.value
        value = t.args[0] if t.args else None
        if function in ("any", "no"):
            found = self.exists(choice, dict(env), value)
            return make("not", found) if function == "no" else found
        if function == "all" and value is not None:
            return self.every(choice, dict(env), value)
        if function == "count" and len(choice.binders) == 1:
            return length(self.chosen_list(choice, env))
        return self.collected(choice, env, value, function)

    def bind(self, local: Local, listed: ir.Expr, env: Env) -> str:
        """The register that holds each of a list in turn, known by a name."""
        env[local] = register = self.writer.register(local.name, self.ranges.item_bounds(listed))
        return register

    def exists(self, choice: TypedChoice, env: Env, value: Typed | None) -> ir.Expr:
        tests = conjuncts(choice.where) + conjuncts(value)
        stages = staged(choice, tests)

        def nest(i: int) -> ir.Expr:
            if i == len(choice.binders):
                return 1
            local, source = choice.binders[i]
            listed = self.lower(source, env)
            register = self.bind(local, listed, env)
            body = make("and", *(self.lower(test, env) for test in stages[i]), nest(i + 1))
            return any_of(register, listed, body)

        return nest(0)

    def every(self, choice: TypedChoice, env: Env, value: Typed) -> ir.Expr:
        inner = dict(env)
        lists = []
        for local, source in choice.binders:
            listed = self.lower(source, inner)
            register = self.bind(local, listed, inner)
            lists.append((register, listed))
        body = self.lower(value, inner)
        if choice.where is not None:
            body = make("or", make("not", self.lower(choice.where, inner)), body)
        for register, listed in reversed(lists):
            body = ["every", register, listed, body]
        return body

    def chosen_list(self, choice: TypedChoice, env: Env, tests: Tests | None = None) -> ir.Expr:
        """What a choice of one name chooses from, in order: filtered, the best, sorted."""
        local, source = choice.binders[0]
        listed = self.lower(source, env)
        inner = dict(env)
        if choice.where is not None or tests is not None:
            register = self.bind(local, listed, inner)
            parts = [self.lower(choice.where, inner)] if choice.where is not None else []
            parts += tests(inner) if tests is not None else []
            condition = make("and", *parts)
            if condition != 1:
                listed = ["filter", register, listed, condition]
        for key, op in ((choice.best, "best"), (choice.order, "by")):
            if key is not None:
                register = self.bind(local, listed, inner)
                extra = [int(choice.most)] if op == "best" else []
                listed = [op, register, listed, self.lower(key, inner), *extra]
        return listed

    def collected(self, choice: TypedChoice, env: Env, value: Typed | None, function: str) -> ir.Expr:
        """The list of values (`those`), or their number."""
        if len(choice.binders) == 1:
            listed = self.chosen_list(choice, env)
            local = choice.binders[0][0]
            if value is None or (value.op == "local" and value.value is local):
                return listed
            inner = dict(env)
            return ["map", self.bind(local, listed, inner), listed, self.lower(value, inner)]
        stages = staged(choice, conjuncts(choice.where))
        inner = dict(env)

        def nest(i: int) -> ir.Expr:
            local, source = choice.binders[i]
            listed = self.lower(source, inner)
            register = self.bind(local, listed, inner)
            condition = make("and", *(self.lower(test, inner) for test in stages[i]))
            if condition != 1:
                listed = ["filter", register, listed, condition]
            if i + 1 < len(choice.binders):
                return ["gather", register, listed, nest(i + 1)]
            return ["map", register, listed, self.lower(value, inner) if value is not None else 1]

        found = nest(0)
        return ["len", found] if function == "count" else found


def staged(choice: TypedChoice, tests: list[Typed]) -> list[list[Typed]]:
    """Each test at the first binder where all its names are known."""
    stages: list[list[Typed]] = [[] for _ in choice.binders]
    least = 0
    for test in tests:
        used = free(test)
        stage = max((i for i, (local, _) in enumerate(choice.binders) if local in used), default=0)
        # a test may rest on one written before it
        if any(x.op == "need" for x in subtrees(test)):
            stage = least = max(least, stage)
        stages[stage].append(test)
    return stages


def any_of(register: str, listed: ir.Expr, body: ir.Expr) -> ir.Expr:
    if body == 1:
        return make("gt", length(listed), 0)
    return ["any", register, listed, body]
