"""Check names and types of expressions: syntax trees become typed trees."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from ..base import limits
from ..base.english import join_words
from ..base.similar import report_unknown
from ..language import syntax as s
from .operators import Operators
from .resolver import NO_KIND, WRITTEN_DOWN, Resolver
from .scope import Scope, fact, true_facts
from .symbols import OR_ELSE, OTHERWISE, CheckedExpression, Symbols, emptying_place
from .types import BOOL, INT, NONE, UNKNOWN, Local, Type, Typed, TypedChoice, an, as_list, list_of, maybe, present


class Expressions:
    """Checks the expressions of one ruleset.

    `typed` keeps those of declarations by the identity of the syntax tree; `asked` are the actions, with arguments,
    that expressions ask whether they are possible.
    """

    def __init__(self, symbols: Symbols) -> None:
        self.symbols, self.problems, self.error = symbols, symbols.problems, symbols.problems.error
        self.resolver = Resolver(symbols, self.check)
        self.operators = Operators(symbols, self.check)
        self.typed: dict[int, Typed] = {}
        self.asked: list[tuple[str, list[Typed], s.Pos]] = []

    def note(self, expr: s.Expr | None, scope: Scope, wanted: Type | None = None) -> Typed | None:
        """Check a declaration's expression, and keep the typed form by the identity of the syntax tree."""
        if expr is None:
            return None
        self.typed[id(expr)] = found = self.check(expr, scope, wanted)
        return found

    def check(self, expr: s.Expr, scope: Scope, wanted: Type | None = None, lenient: bool = False) -> Typed:
        """Return the typed expression, which must fit `wanted`. lenient: reading through none gives none."""
        found = self.expression(expr, scope, lenient)
        if found.type.kind == "maybe" and fact(expr) in scope.facts:
            found = Typed("need", present(found.type), expr.pos, [found])
        if (record := self.symbols.record) is not None:
            record.expressions.append(CheckedExpression(expr, found, dict(scope.names), self.symbols.in_flow))
        return self.problems.expect(found, wanted) if wanted is not None else found

    def expression(self, e: s.Expr, scope: Scope, lenient: bool) -> Typed:
        match e:
            case s.Number():
                return self.number(e)
            case s.Text():
                message = f"'{e.value}' is text, which is only the words of an action, as in possible('...')"
                hint, instead = "quotation marks are not used around names", ""
                if e.value in self.resolver.known_names(scope):
                    message = "quotation marks are not used around names"
                    hint, instead = f"write `{e.value}` without them", e.value
                return self.error("wrong-type", message, e.pos.span, hint, instead=instead)
            case s.Truth():
                return Typed("const", BOOL, e.pos, value=int(e.value))
            case s.Nothing():
                return Typed("none", NONE, e.pos)
            case s.Name():
                return self.name(e, scope)
            case s.Field():
                return self.field(e, scope, lenient)
            case s.Call():
                return self.call(e, scope, lenient)
            case s.Unary():
                return self.operators.unary(e, scope)
            case s.Binary():
                return self.operators.binary(e, scope)
            case s.Compare():
                return self.operators.compare(e, scope)
            case s.If():
                return self.operators.conditional(e, scope, lenient)
            case s.ListOf():
                return self.operators.check_list(e, scope)
            case s.Aggregate():
                return self.aggregate(e, scope)
            case _:
                assert_never(e)

    def side(self, expr: s.Expr, scope: Scope, what: str = "") -> Typed:
        """One end of a move: a place, or the box; what: the cards or tokens moved, "" if not known."""
        if isinstance(expr, s.Name) and expr.name == "box":
            return Typed("box", INT, expr.pos)
        return self.place(expr, scope, what)

    def place(self, expr: s.Expr, scope: Scope, what: str = "") -> Typed:
        """The expression where a place is needed; for an unknown name the error lists the places."""
        before = len(self.problems.found)
        typed = self.check(expr, scope)
        for at, problem in enumerate(self.problems.found[before:], before):
            if problem.hint != WRITTEN_DOWN:
                continue
            message = f"there is no place called '{expr.name}'" if isinstance(expr, s.Name) else problem.message
            hint = self.places_hint(what, expr.name if isinstance(expr, s.Name) else "")
            self.problems.found[at] = replace(problem, message=message, hint=hint)
        return typed

    def places_hint(self, what: str, new: str = "") -> str:
        """The hint where such cards or tokens ("" for all) can lie; new: a name that may be declared."""
        names, declared = self.symbols.place_names(what)
        *most, last = [name if name == "..." else f"`{name}`" for name in names] or ["no place yet"]
        listed = f"{', '.join(most)} {'or' if what else 'and'} {last}" if most else last
        if not what:
            return f"the places here are {listed}; write any other under `shared` or `each player`"
        hint = f"{f'{what}s' if declared.startswith('{of') else an(what)} can lie in {listed}."
        hint = hint[0].upper() + hint[1:]
        return f"{hint} For a new place, add a line under `shared`: `{new}: {declared}`" if new else hint

    def number(self, e: s.Number) -> Typed:
        if e.value > limits.NUMBER:
            message = f"{e.value} is more than {limits.NUMBER:,}"
            return self.error("too-large", message, e.pos.span, "write a smaller number")
        return Typed("const", INT, e.pos, value=e.value)

    def name(self, e: s.Name, scope: Scope) -> Typed:
        name = e.name
        local = scope.names.get(name) or self.symbols.turn_names.get(name)
        if local is not None:
            if local.kind in ("formula", "place") and local.params:
                return self.error("missing-argument", f"{name} is about something: write {name}(...)", e.pos.span)
            return Typed("local", local.type, e.pos, value=local)
        if name in self.symbols.ambiguous:
            return Typed("none", UNKNOWN, e.pos)
        if name in self.symbols.plurals:
            kind = self.symbols.plurals[name]
            return Typed("things", list_of(Type("thing", kind), True), e.pos, value=kind)
        if name in self.symbols.members:
            thing, index = self.symbols.members[name]
            return Typed("const", Type("thing", thing), e.pos, value=index)
        if name in self.symbols.settings:
            return Typed("setting", self.symbols.settings[name], e.pos, value=name)
        if (place := self.symbols.member_by_number(name)) is not None:
            return Typed("const", Type("thing", place[0]), e.pos, value=place[1])
        if name == "box":
            message = "the box is not a value: tokens move from it and to it"
            return self.error("wrong-type", message, e.pos.span, "box stands after from or to, after move or pay")
        return self.resolver.resolve(name, [], e.pos, scope)

    def field(self, e: s.Field, scope: Scope, lenient: bool) -> Typed:
        target = self.check(e.target, scope, lenient=lenient)
        args = [self.check(a, scope) for a in e.args]
        if target.type.kind == "maybe":
            if not lenient:
                return self.read_through(e, target, args, scope)
            inner = Local("it", present(target.type))
            body = self.resolver.resolve(
                e.name, [Typed("local", inner.type, e.target.pos, value=inner), *args], e.pos, scope
            )
            return Typed("through", maybe(body.type), e.pos, [target, body], inner)
        return self.resolver.resolve(e.name, [target, *args], e.pos, scope)

    def read_through(self, e: s.Field, target: Typed, args: list[Typed], scope: Scope) -> Typed:
        """Report a field of something that may be none."""
        text, known, found = e.pos.text, target.pos.text, self.problems.found
        message, before = f"{known} may be none, so it may have no {e.name}", len(found)
        it = Typed("local", present(target.type), e.target.pos, value=Local("it", present(target.type)))
        kind = present(self.resolver.resolve(e.name, [it, *args], e.pos, scope).type)
        if len(found) > before:
            return Typed("none", UNKNOWN, e.pos)
        if (kind.name or kind.kind) in OTHERWISE and emptying_place(target):
            return self.problems.lacking(e.pos, kind, target, message)
        hint = self.ask_first(known, scope)
        if e.name not in self.symbols.ruleset.zones:
            hint = f"{hint}; where it is only read, write after {text}: {OR_ELSE}"
        return self.error("maybe-none", message, e.pos.span, hint)

    def ask_first(self, text: str, scope: Scope, alone: bool = False) -> str:
        """The hint where to ask whether there is such a thing. alone: in no condition, where `and` could follow."""
        names = set(re.findall(r"(?<!\.)\b\w+", text))
        if names & scope.within:
            return f"ask first, in the same condition: {text} != none and ..."
        if given := sorted(names & scope.given):
            known = f"{join_words(given, 'and')} {'is' if len(given) == 1 else 'are'} known"
            return f"put what this step does under do:, where {known}, and begin it with when: {text} != none"
        return f"ask first, with when: {text} != none" + f", or {text} != none and ..." * (not alone)

    def call(self, e: s.Call, scope: Scope, lenient: bool) -> Typed:
        if e.name == "possible":
            return self.possible(e, scope)
        args = [self.check(a, scope, lenient=lenient) for a in e.args]
        return self.resolver.resolve(e.name, args, e.pos, scope)

    def possible(self, e: s.Call, scope: Scope) -> Typed:
        if not e.args or not isinstance(e.args[0], s.Text):
            return self.error("wrong-arguments", "possible needs an action's words in '...' first", e.pos.span)
        words = e.args[0].value
        args = [self.check(a, scope) for a in e.args[1:]]
        actions = self.symbols.ruleset.actions
        if words not in actions:
            message, span = f"there is no action '{words}'", e.args[0].pos.span
            return self.problems.add(report_unknown("unknown-action", message, span, words, actions, instead="'{}'"))
        self.asked.append((words, args, e.pos))
        return Typed("possible", BOOL, e.pos, args, words)

    # -- choices, and the functions that go through them: count(c in hand where c.value > 3)

    def choice(self, choice: s.Choice, scope: Scope, decided: bool = False) -> tuple[TypedChoice, Scope]:
        """The typed choice, and the scope with its names."""
        inner = scope.child()
        binders: list[tuple[Local, Typed]] = []
        for binder in choice.binders:
            source = as_list(self.check(binder.source, inner))
            if source.type.kind not in ("list", "unknown"):
                message = f"{binder.source.pos.text} is {an(source.type)}, not something to choose from"
                source = self.error("wrong-type", message, binder.source.pos.span)
            if (source.type.item or source.type).kind == "unknown" and not self.problems.has_errors:
                message = f"there is nothing in {binder.source.pos.text} that could have a name"
                source = self.error("wrong-type", message, binder.source.pos.span, NO_KIND)
            local = Local(binder.name, source.type.item or UNKNOWN)
            self.symbols.bind(inner, local, binder.pos.scalar.span_of(binder.pos.start, len(binder.name)))
            inner.within |= {binder.name}
            binders.append((local, source))
        where = None
        if choice.where is not None:
            where = self.check(choice.where, inner, BOOL)
            inner.facts |= true_facts(choice.where)
        best, order = (self.key(ranked, inner) if ranked else None for ranked in (choice.best, choice.order))
        if choice.condition is not None and not decided:
            message = "only a list of choices, as in [a in A, b in B], can end with `if`"
            self.error("wrong-shape", message, choice.condition.pos.span, "write where")
        if len(binders) > 1 and (best or order):
            self.error("wrong-shape", "with most, with least and by need a choice with one name", choice.pos.span)
        return TypedChoice(choice.pos, binders, where, best, choice.most, order), inner

    def key(self, expr: s.Expr, scope: Scope) -> Typed:
        found = self.check(expr, scope)
        return self.problems.expect(found, list_of(INT) if found.type.kind == "list" else INT)

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
                return self.error("wrong-shape", "all needs a condition: all(CONDITION for NAME in WHAT)", e.pos.span)
            return Typed("each", BOOL, e.pos, [value] if value else [], (function, typed))
        count = Typed("each", INT, e.pos, [], ("count", typed))
        if e.value is not None:
            value = self.check(e.value, inner)
        elif len(typed.binders) == 1:
            local = typed.binders[0][0]
            value = Typed("local", local.type, e.pos, value=local)
        elif function == "count":
            return count
        else:
            return self.error("wrong-shape", f"say what is taken: {function}(WHAT for ...)", e.pos.span)
        if value.type.kind == "unknown":
            return Typed("none", UNKNOWN, e.pos)
        listed = Typed("each", list_of(value.type, some), e.pos, [value], ("those", typed))
        if function == "those":
            return as_list(listed)
        if function == "count":
            return count
        found = self.resolver.builtin(function, [listed], e.pos)
        if found is None:
            return self.error("wrong-type", f"{function} needs numbers, not a list of {value.type}", e.pos.span)
        return found
