"""Check operators: arithmetic, comparisons, membership, lists, `if` and `or else`."""

from __future__ import annotations

from ..language import syntax as s
from .scope import Check, Scope, false_facts, true_facts
from .symbols import Symbols, is_member, number_of
from .types import BOOL, INT, PLAYER, UNKNOWN, Typed, an, as_list, common, fits, list_of, present, same_but_empty

COMPARISONS = ("<", "<=", ">", ">=")
LACKING = ("maybe", "list", "none", "unknown")  # kinds that may be nothing


class Operators:
    """Checks the operators of expressions."""

    def __init__(self, symbols: Symbols, check: Check) -> None:
        self.symbols, self.rules = symbols, symbols.ruleset
        self.check, self.error, self.expect = check, symbols.problems.error, symbols.problems.expect

    def unary(self, e: s.Unary, scope: Scope) -> Typed:
        kind = BOOL if e.op == "not" else INT
        return Typed("not" if e.op == "not" else "neg", kind, e.pos, [self.check(e.value, scope, kind)])

    def binary(self, e: s.Binary, scope: Scope) -> Typed:
        op = e.op
        if op in ("and", "or"):
            left = self.check(e.left, scope, BOOL)
            facts = true_facts(e.left) if op == "and" else false_facts(e.left)
            return Typed(op, BOOL, e.pos, [left, self.check(e.right, scope.child(facts), BOOL)])
        if op == "or else":
            return self.or_else(e, scope)
        if op in ("in", "not in"):
            return self.membership(e, scope)
        if op in ("from", "after"):
            return self.check_rotation(e, scope)
        left, right = self.check(e.left, scope), self.check(e.right, scope)
        if op in ("+", "-") and (as_list(left).type.kind == "list" or as_list(right).type.kind == "list"):
            left = as_list(left)
            if left.type.kind == "unknown":
                return left
            if left.type.kind != "list":
                return self.error("wrong-type", f"{an(left.type)} and a list cannot be joined", e.pos.span)
            right = self.expect(right, list_of(left.type.item or UNKNOWN))
            some = op == "+" and (left.type.some or right.type.some)
            return Typed(
                "join" if op == "+" else "without", list_of(left.type.item or UNKNOWN, some), e.pos, [left, right]
            )
        args = [self.expect(left, INT), self.expect(right, INT)]
        if op in ("/up", "/down", "mod") and isinstance(e.right, s.Number) and e.right.value == 0:
            return self.error("divide-by-zero", "nothing can be divided by 0", e.pos.span)
        if op == "..":
            some = isinstance(e.left, s.Number) and isinstance(e.right, s.Number) and e.left.value <= e.right.value
            if isinstance(e.left, s.Number) and isinstance(e.right, s.Number) and not some:
                turned = f"{e.right.value}..{e.left.value}"
                message = "this range is empty: the smaller number comes first"
                return self.error("bad-range", message, e.pos.span, f"write {turned}", instead=turned)
            return Typed("range", list_of(INT, some), e.pos, args)
        return Typed(op, INT, e.pos, args)

    def or_else(self, e: s.Binary, scope: Scope) -> Typed:
        start = len(self.symbols.problems.found)
        left = self.check(e.left, scope, lenient=True)
        right = self.check(e.right, scope, lenient=True)
        if left.type.kind not in LACKING and scope.facts:  # it may be asked once more
            before = len(self.symbols.problems.found)
            again = self.check(e.left, Scope(scope.names, gone=scope.gone, coming=scope.coming), lenient=True)
            left = again if again.type.kind in LACKING and len(self.symbols.problems.found) == before else left
            del self.symbols.problems.found[before:]
        if left.type.kind == "zone" or right.type.kind == "list":
            left, right = as_list(left), as_list(right)
        near, other = _neighbours(e)
        whole = near is e.left and other is e.right
        if (left.type.kind not in LACKING or not fits(present(right.type), present(left.type))) and not whole:
            return self.or_else_beside(e, near, other, scope, start)
        if left.type.kind not in LACKING:
            text, hint = e.left.pos.text, f"delete `or else {e.right.pos.text}`"
            self.error("needless-or-else", f"{text} is never none", e.pos.span, hint, instead=text)
        if not fits(present(right.type), present(left.type)) and left.type.kind != "none":
            message = f"one side is {an(present(left.type))}, the other {an(right.type)}"
            return self.error("wrong-type", message, e.pos.span)
        kind = right.type if right.type.kind == "maybe" else present(left.type)
        if kind.kind == "list":
            kind = list_of(kind.item or UNKNOWN, right.type.some)
        return Typed("or else", kind, e.pos, [left, right])

    def or_else_beside(self, e: s.Binary, near: s.Expr, other: s.Expr, scope: Scope, start: int) -> Typed:
        """Report an `or else` that takes in an adjacent comparison; start: the number of problems before."""
        found = self.symbols.problems.found
        before, found[start:] = found[start:], []
        kind = self.check(near, scope, lenient=True).type.kind
        found[start:] = before if kind == "unknown" else []
        if kind == "unknown":
            return Typed("none", UNKNOWN, e.pos)
        whole, at = e.pos.scalar.text, e.pos
        parts = whole[at.start : near.pos.start], near.pos.text, whole[other.pos.end : at.end]
        if kind not in LACKING:
            instead = "".join(parts)
            text = e.left.pos.text if other is e.right else parts[1]
            hint = f"delete `or else {other.pos.text}`"
            return self.error("needless-or-else", f"{text} is never none", at.span, hint, instead=instead)
        bracketed = f"({parts[1]} or else {other.pos.text})"
        message = f"`or else` is read last, so it does not belong to {parts[1]} alone"
        hint = f"put brackets around what may be none and what it is otherwise: `{bracketed}`"
        return self.error("wrong-type", message, at.span, hint, instead=f"{parts[0]}{bracketed}{parts[2]}")

    def membership(self, e: s.Binary, scope: Scope) -> Typed:
        left, right = self.check(e.left, scope), as_list(self.check(e.right, scope))
        if right.type.kind not in ("list", "unknown"):
            self.error("wrong-type", f"{an(right.type)} is not a list", e.right.pos.span)
        elif (
            right.type.item
            and left.type.kind != "unknown"
            and not same_but_empty(present(left.type), present(right.type.item))
        ):
            self.error("wrong-type", f"{an(left.type)} is never in {an(right.type)}", e.pos.span)
        found = Typed("in", BOOL, e.pos, [left, right])
        return Typed("not", BOOL, e.pos, [found]) if e.op == "not in" else found

    def check_rotation(self, e: s.Binary, scope: Scope) -> Typed:
        left = as_list(self.check(e.left, scope))
        item = left.type.item
        if left.type.kind == "unknown":
            return left
        if left.type.kind != "list" or item is None:
            return self.error("wrong-type", f"{an(left.type)} has no order to go round", e.left.pos.span)
        right = self.check(e.right, scope, item)
        some = left.type.some and (e.op == "from" or (item == PLAYER and self.rules.players[0] > 1))
        return Typed(e.op, list_of(item, some), e.pos, [left, right])

    def compare(self, e: s.Compare, scope: Scope) -> Typed:
        items = [as_list(self.check(i, scope)) for i in e.items]
        if set(e.ops) <= {"=", "!="}:
            items = [i.args[0] if i.op == "need" else i for i in items]
        for op, a, b in zip(e.ops, items, items[1:], strict=False):
            if op in COMPARISONS:
                numbers = all(side.type.kind == "list" and side.type.item == INT for side in (a, b))
                wrong = [side for side in (a, b) if present(side.type).kind in ("card", "thing", "list")]
                for side in () if numbers else wrong[:1]:
                    self.refuse_comparison(op, side)
                for side in () if wrong else (a, b):
                    self.expect(side, INT)
            elif not (fits(a.type, b.type) or fits(b.type, a.type) or same_but_empty(present(a.type), present(b.type))):
                message = f"{an(a.type)} is never equal to {an(b.type)}"
                self.error("wrong-type", message, e.pos.span, self.member_hint(e, a, b))
        return Typed("compare", BOOL, e.pos, items, list(e.ops))

    def refuse_comparison(self, op: str, side: Typed) -> None:
        """Report cards, things or lists compared as if they were numbers."""
        kind, text = present(side.type), side.pos.text
        hint = f"compare {number_of(side)}" if kind.kind == "thing" else ""
        if kind.kind == "list":
            hint = f"compare count({text})" + (f", max({text}) or sum({text})" if kind.item == INT else "")
        if kind.kind == "card":
            attributes = self.rules.components[kind.name].attributes
            number = next((a.name for a in attributes if self.symbols.written_type(a.type) == INT), "")
            hint = f"compare {text}.{number}" if number else ""
        self.error("wrong-type", f"{text} is {an(side.type)}: {op} compares numbers", side.pos.span, hint)

    def member_hint(self, e: s.Compare, a: Typed, b: Typed) -> str:
        for side, other in ((a, b), (b, a)):
            kind = present(side.type)
            if kind.kind == "card" and kind.name in self.rules.components:
                attributes = self.rules.components[kind.name].attributes
                alike = [
                    a.name for a in attributes if same_but_empty(self.symbols.written_type(a.type), present(other.type))
                ]
                if alike:
                    return f"compare what is printed on it: {' or '.join(f'{side.pos.text}.{name}' for name in alike)}"
            if side.type.kind == "thing" and side.type.name in self.rules.things:
                names = [name for name, _ in self.rules.things[side.type.name].members]
                if names:
                    return f"{an(side.type)} is one of {', '.join(names)}"
        return ""

    def conditional(self, e: s.If, scope: Scope, lenient: bool) -> Typed:
        condition = self.check(e.condition, scope, BOOL)
        then = self.check(e.then, scope.child(true_facts(e.condition)), lenient=lenient)
        other = self.check(e.otherwise, scope.child(false_facts(e.condition)), lenient=lenient)
        kind = common(then.type, other.type)
        if kind is None:
            members = [side for side in (then, other) if is_member(side)]
            hint = f"write {number_of(members[0])}" if INT in (then.type, other.type) and members else ""
            message = f"then gives {an(then.type)}, but else gives {an(other.type)}"
            return self.error("wrong-type", message, e.pos.span, hint)
        return Typed("if", kind, e.pos, [condition, then, other])

    def check_list(self, e: s.ListOf, scope: Scope) -> Typed:
        items = [self.check(i, scope) for i in e.items]
        kind = items[0].type if items else UNKNOWN
        for item in items[1:]:
            both = common(kind, item.type)
            if both is None:
                message = f"a list holds one kind of thing, here {an(kind)} and {an(item.type)}"
                return self.error("wrong-type", message, item.pos.span)
            kind = both
        return Typed("list", list_of(kind, bool(items)), e.pos, items)


def _neighbours(e: s.Binary) -> tuple[s.Expr, s.Expr]:
    """The expressions just before and after an `or else`, in unbracketed comparisons on its sides."""
    near, other = e.left, e.right
    while inner := _parts(near):
        near = inner[-1]
    while inner := _parts(other):
        other = inner[0]
    between = e.pos.scalar.text[near.pos.end : other.pos.start]
    return (near, other) if between.split() == ["or", "else"] else (e.left, e.right)


def _parts(e: s.Expr) -> list[s.Expr]:
    """The parts of a condition joined by `and` or `or`."""
    if isinstance(e, s.Compare):
        return e.items
    if isinstance(e, s.Binary) and e.op in ("and", "or", "in", "not in"):
        return [e.left, e.right]
    return []
