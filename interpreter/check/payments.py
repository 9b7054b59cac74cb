"""Check payments: one good, or several paid at once, also those with an index, for each of its members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..language import model as m
from ..language import syntax as s
from . import checked as c
from .expressions import Expressions
from .scope import Scope
from .types import INT, Local, Type, Typed, an, list_of, present

Tokens = Callable[[m.Move, Typed, Typed, Scope], c.CheckedTokens]


class Payments:
    """Checks payments of several goods; `move_tokens` checks one of them."""

    def __init__(self, expressions: Expressions, move_tokens: Tokens) -> None:
        self.expressions, self.check, self.move_tokens = expressions, expressions.check, move_tokens
        self.symbols, self.problems = expressions.symbols, expressions.problems

    def payment(self, effect: m.Pay, scope: Scope) -> c.CheckedPayment | None:
        """Check a payment of several goods, or of one with an index; None for a single plain good, a normal move."""
        if not effect.several:
            place, amount = effect.goods[0]
            if amount.kind == "up to":
                self.part(place, amount, scope)
                return c.CheckedPayment([])
            if not self.index(place, amount, scope):
                return None
        goods = [self.good(effect, source, amount, scope) for source, amount in effect.goods]
        return c.CheckedPayment([good for good in goods if good is not None])

    def part(self, place: s.Expr, amount: s.Amount, scope: Scope) -> None:
        """Report a price that may be paid in part."""
        source = self.expressions.side(place, scope)
        assert amount.value is not None
        price = amount.value.pos.text
        there = f"{place.pos.text}.size" if source.type.kind == "zone" else place.pos.text
        instead = f"min({there}, {price})" if source.type.kind in ("zone", "int") and source.op != "box" else ""
        message = f"a price is paid as a whole or not at all: {price}, or less, is not a price"
        hint = f"write pay: {instead}" if instead else f"write pay: {price}"
        self.problems.error("wrong-shape", message, amount.pos.span, hint, instead=instead or price)

    def good(self, effect: m.Pay, place: s.Expr, amount: s.Amount, scope: Scope) -> c.PaidGood | None:
        """Check one good; a place with a missing index stands for one place of each member."""
        kind, inner, each = self.index(place, amount, scope), scope, None
        if kind:
            member, every = Local(f"each {kind}", Type("thing", kind)), list_of(Type("thing", kind), True)
            inner = scope.child()
            inner.put(member)
            each = (member, Typed("things", every, place.pos, value=kind))
            assert amount.value is not None
            place = s.with_index(place, member.name)
            amount = replace(amount, value=s.with_index(amount.value, member.name))
        source = self.expressions.side(place, inner)
        to = self.destination(effect.to, source, each[0] if each is not None else None, inner)
        if source.op == "attribute" or source.op == "const":
            message = f"nothing is paid from {place.pos.text}: it is {an(source.type)}, not where tokens lie"
            price = amount.value.pos.text if amount.value is not None else "all"
            hint = f"the place stands first, then how much is paid from there: {price}: {place.pos.text}"
            self.problems.error("wrong-type", message, place.pos.span, hint)
            return None
        if source.type.kind in ("zone", "group"):
            message = f"several goods are paid in tokens, and {place.pos.text} holds cards"
            hint = "move the cards in a step of their own, under do:"
            self.problems.error("wrong-type", message, place.pos.span, hint)
            return None
        if "unknown" in (source.type.kind, to.type.kind):
            return None
        return c.PaidGood(self.move_tokens(m.Move(effect.span, amount, effect.to, place), source, to, inner), each)

    def destination(self, to: s.Expr, source: Typed, member: Local | None, scope: Scope) -> Typed:
        """The target of a good: the box, a place, or the place of the same name of whoever gets it."""
        if member is not None and self.lacks(to, scope) == member.type.name:
            return self.check(s.with_index(to, member.name), scope)
        typed = self.expressions.side(to, scope)
        owner = source.value.owner if source.op == "variable" else ""
        if not owner or present(typed.type) != Type("thing", owner):
            return typed
        if typed.type.kind == "maybe":
            return self.problems.maybe_read(typed)
        return Typed("variable", INT, to.pos, [typed, *source.args[1:]], source.value)

    def index(self, place: s.Expr, amount: s.Amount, scope: Scope) -> str:
        """The kind over whose members both the place and the amount go; "" if they are single ones."""
        kind = self.lacks(place, scope)
        return kind if kind and amount.value is not None and self.lacks(amount.value, scope) == kind else ""

    def lacks(self, expr: s.Expr, scope: Scope) -> str:
        """The kind of a name's last index if only that is missing: gem for card.cost."""
        if not isinstance(expr, s.Name | s.Field | s.Call):
            return ""
        given = ([expr.target] if isinstance(expr, s.Field) else []) + getattr(expr, "args", [])
        local = scope.names.get(expr.name)
        if local is not None:
            kinds: list[Type | None] = [*local.params]
        elif expr.name in self.symbols.tables:
            kinds = [*self.symbols.tables[expr.name].params]
        else:
            definition = self.symbols.ruleset.definitions.get(expr.name)
            params = [("", definition.params)] if definition is not None else []
            params += [(item.owner, item.params) for item in self.symbols.places.get(expr.name, ())]
            words = [[*([owner] if owner else []), *(p.type or p.name for p in own)] for owner, own in params if own]
            kinds = next(([self.symbols.word_type(w) for w in one] for one in words if len(one) == len(given) + 1), [])
        last = kinds[-1] if len(kinds) == len(given) + 1 else None
        return last.name if last is not None and last.kind == "thing" else ""
