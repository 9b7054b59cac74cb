"""Choices, and the functions that go through them: count(c in hand where c.value > 3)."""

from __future__ import annotations

from ..language import syntax as s
from .resolver import Resolver
from .scope import Check, Scope, true_facts
from .symbols import Symbols
from .types import BOOL, INT, UNKNOWN, Local, Typed, TypedChoice, an, as_list, list_of


class Choices:
    def __init__(self, symbols: Symbols, resolver: Resolver, check: Check) -> None:
        self.symbols, self.resolver, self.check = symbols, resolver, check
        self.error, self.expect = symbols.problems.error, symbols.problems.expect

    def choice(self, choice: s.Choice, scope: Scope, decided: bool = False) -> tuple[TypedChoice, Scope]:
        """The typed choice, and the scope with its names."""
        inner = scope.child()
        binders: list[tuple[Local, Typed]] = []
        for binder in choice.binders:
            source = as_list(self.check(binder.source, inner))
            if source.type.kind not in ("list", "unknown"):
                source = self.error(
                    "wrong-type",
                    f"{binder.source.pos.text} is {an(source.type)}, not something to choose from",
                    binder.source.pos.span,
                )
            local = Local(binder.name, source.type.item or UNKNOWN)
            self.symbols.bind(inner, local, binder.pos.scalar.at(binder.pos.start, len(binder.name)))
            binders.append((local, source))
        where = best = order = None
        if choice.where is not None:
            where = self.check(choice.where, inner, BOOL)
            inner.facts |= true_facts(choice.where)
        if choice.best is not None:
            best = self.key(choice.best, inner)
        if choice.order is not None:
            order = self.key(choice.order, inner)
        if choice.condition is not None and not decided:
            self.error(
                "wrong-shape",
                "`if` at the end belongs to a choice of a list of choices",
                choice.condition.pos.span,
                "write where",
            )
        if len(binders) > 1 and (best or order):
            self.error("wrong-shape", "with most, with least and by need a choice of one name", choice.pos.span)
        return TypedChoice(choice.pos, binders, where, best, choice.most, order), inner

    def key(self, expr: s.Expr, scope: Scope) -> Typed:
        found = self.check(expr, scope)
        if found.type.kind == "list":
            return self.expect(found, list_of(INT))
        return self.expect(found, INT)

    def aggregate(self, e: s.Aggregate, scope: Scope) -> Typed:
        typed, inner = self.choice(e.choice, scope)
        function = e.function
        if any(source.type.kind == "unknown" for _, source in typed.binders):
            return Typed("none", UNKNOWN, e.pos)
        some = typed.where is None and all(source.type.some for _, source in typed.binders)
        if function in ("any", "no", "all"):
            # `all(c.value > 0 for c in hand)` tests the value, `any(c in hand where ...)` the choice
            value = self.check(e.value, inner, BOOL) if e.value is not None else None
            if function == "all" and value is None:
                return self.error("wrong-shape", "all needs what holds: all(CONDITION for NAME in WHAT)", e.pos.span)
            return Typed("each", BOOL, e.pos, [value] if value else [], (function, typed))
        if e.value is not None:
            value = self.check(e.value, inner)
        elif len(typed.binders) == 1:
            local = typed.binders[0][0]
            value = Typed("local", local.type, e.pos, value=local)
        elif function == "count":
            return Typed("each", INT, e.pos, [], ("count", typed))
        else:
            return self.error("wrong-shape", f"say what is taken: {function}(WHAT for ...)", e.pos.span)
        if value.type.kind == "unknown":
            return Typed("none", UNKNOWN, e.pos)
        listed = Typed("each", list_of(value.type, some), e.pos, [value], ("those", typed))
        if function == "those":
            return as_list(listed)
        if function == "count":
            return Typed("each", INT, e.pos, [], ("count", typed))
        found = self.resolver.builtin(function, [listed], e.pos)
        if found is None:
            return self.error("wrong-type", f"{function} needs numbers, not a list of {value.type}", e.pos.span)
        return found
