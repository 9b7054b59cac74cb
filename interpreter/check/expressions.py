"""Names and types of expressions: syntax trees -> typed trees, collecting diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..base.diagnostics import Diagnostic, Note, Span, certain, suggest
from ..language import model as m
from ..language import syntax as s
from ..reading.load import Scalar
from . import functions as signatures
from .types import (
    BOOL,
    INT,
    NONE,
    PLAYER,
    TEXT,
    UNKNOWN,
    Local,
    Type,
    Typed,
    TypedChoice,
    an,
    fits,
    list_of,
    maybe,
    present,
    same,
)

MOST_NUMBER = 1_000_000_000
COMPARISONS = ("<", "<=", ">", ">=")
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)
YES_OR_NO = {"yes": "true", "Yes": "true", "no": "false", "No": "false"}


@dataclass(slots=True, eq=False)
class CheckedTable:
    """A table with typed keys: rows[i] = (the keys of every parameter, the cell)."""

    table: m.Table
    params: list[Type]
    result: Type
    rows: list[tuple[list[Typed], Typed]]


@dataclass(slots=True, eq=False)
class CheckedDefinition:
    definition: m.Definition
    params: list[Local]
    value: Typed


@dataclass(slots=True)
class Scope:
    """Names in force; `facts` are texts of expressions known not to be none."""

    names: dict[str, Local] = field(default_factory=dict)
    facts: frozenset[str] = frozenset()

    def child(self, facts: Iterable[str] = ()) -> Scope:
        return Scope(dict(self.names), self.facts | frozenset(facts))


class Expressions:
    """Checks expressions of one ruleset; `turn_names` are known everywhere in the flow."""

    def __init__(self, ruleset: m.Ruleset) -> None:
        self.ruleset = ruleset
        self.problems: list[Diagnostic] = []
        self.turn_names: dict[str, Local] = {}
        self.definitions: dict[str, CheckedDefinition | None] = {}
        self.tables: dict[str, CheckedTable] = {}
        self.settings: dict[str, Type] = {}
        self.members: dict[str, tuple[str, int]] = {}
        self.plurals: dict[str, str] = {"players": "player"}
        self.in_progress: list[str] = []
        self.places: dict[str, list[m.Zone | m.Variable]] = {}
        belongings: list[m.Zone | m.Variable] = [*ruleset.zones.values(), *ruleset.variables.values()]
        for item in belongings:
            self.places.setdefault(item.name, []).append(item)
        self.possible: list[tuple[str, list[Typed], s.Pos]] = []
        self.ambiguous: set[str] = set()
        self.exported: set[Local] = set()

    def error(
        self, code: str, message: str, span: Span, hint: str = "", notes: tuple[Note, ...] = (), instead: str = ""
    ) -> Typed:
        self.problems.append(Diagnostic(code, message, span, hint=hint, notes=notes, instead=instead))
        return Typed("none", UNKNOWN, s.Pos(_NOWHERE, 0, 0))

    # -- entry points

    def check(self, expr: s.Expr, scope: Scope, wanted: Type | None = None, lenient: bool = False) -> Typed:
        """The typed form; with `wanted`, an error if it does not fit. lenient: reading through none gives none."""
        method = getattr(self, "_" + type(expr).__name__.lower())
        found: Typed = method(expr, scope, lenient)
        key = _key(expr)
        if found.type.kind == "maybe" and key in scope.facts:
            found = Typed("need", present(found.type), expr.pos, [found])
        return self.expect(found, wanted) if wanted is not None else found

    def expect(self, found: Typed, wanted: Type) -> Typed:
        if wanted.kind == "list":
            found = self.as_list(found)
        if fits(found.type, wanted):
            return found
        if found.type.kind == "maybe" and fits(present(found.type), wanted):
            return self.maybe_read(found)
        hint = f"write if {found.pos.text} then 1 else 0" if (found.type, wanted) == (BOOL, INT) else ""
        message = f"this is {an(found.type)}, but {an(wanted)} is needed here"
        return self.error("wrong-type", message, found.pos.span, hint)

    def bind(self, scope: Scope, local: Local, span: Span) -> None:
        """A new name in a scope; a warning if it hides another that is still of use there."""
        name, before = local.name, scope.names.get(local.name)
        alone = name in self.members or name in self.plurals or name in self.settings
        alone = alone or any(not item.owner and not item.params for item in self.places.get(name, ()))
        hides = alone or (before is not None and before not in self.exported)
        if hides and span.file in self.ruleset.files:  # a library cannot know the names of a game
            message = f"{name} hides {'what else is' if alone else 'the name further out that is'} called {name}"
            self.problems.append(Diagnostic("shadowed", message, span, "warning", "give one of the two another name"))
        scope.names[name] = local

    def maybe_read(self, found: Typed) -> Typed:
        inner = present(found.type)
        other = {"int": "0", "bool": "false"}.get(inner.kind, "...")
        text = found.pos.text
        hint = (
            f"write {text} or else {other}"
            if other != "..."
            else f"say what happens then: test {text} != none first, or write {text} or else ..."
        )
        return self.error("maybe-none", f"{text} may be none", found.pos.span, hint)

    def as_list(self, found: Typed) -> Typed:
        """A zone as the list of its cards, zones as the list of all their cards."""
        if found.type.kind == "zone":
            return Typed("cards", list_of(Type("card", found.type.name)), found.pos, [found])
        if found.type.kind == "group":
            return Typed("group", list_of(Type("card", found.type.name), True), found.pos, [found])
        if found.type.kind == "list" and found.type.item and found.type.item.kind == "zone":
            return Typed("flat", list_of(Type("card", found.type.item.name)), found.pos, [found])
        return found

    # -- literals and names

    def _number(self, e: s.Number, scope: Scope, lenient: bool) -> Typed:
        if e.value > MOST_NUMBER:
            return self.error(
                "too-large", f"{e.value} is more than {MOST_NUMBER:,}", e.pos.span, "write a smaller number"
            )
        return Typed("const", INT, e.pos, value=e.value)

    def _text(self, e: s.Text, scope: Scope, lenient: bool) -> Typed:
        return Typed("const", TEXT, e.pos, value=e.value)

    def _truth(self, e: s.Truth, scope: Scope, lenient: bool) -> Typed:
        return Typed("const", BOOL, e.pos, value=int(e.value))

    def _nothing(self, e: s.Nothing, scope: Scope, lenient: bool) -> Typed:
        return Typed("none", NONE, e.pos)

    def _name(self, e: s.Name, scope: Scope, lenient: bool) -> Typed:
        name, rules = e.name, self.ruleset
        local = scope.names.get(name) or self.turn_names.get(name)
        if local is not None:
            if local.kind in ("formula", "place") and local.params:
                return self.error("missing-argument", f"{name} is about something: write {name}(...)", e.pos.span)
            return Typed("local", local.type, e.pos, value=local)
        if name in self.ambiguous:
            return Typed("none", UNKNOWN, e.pos)
        if name in self.plurals:
            kind = self.plurals[name]
            return Typed("things", list_of(Type("thing", kind), True), e.pos, value=kind)
        if name in self.members:
            thing, index = self.members[name]
            return Typed("const", Type("thing", thing), e.pos, value=index)
        if name in self.settings:
            return Typed("setting", self.settings[name], e.pos, value=name)
        if (place := self.numbered(name)) is not None:
            return Typed("const", Type("thing", place[0]), e.pos, value=place[1])
        if name == "box" and "box" not in rules.zones:
            return Typed("box", INT, e.pos)
        return self.apply(name, [], e.pos, e.pos, lenient, scope)

    def numbered(self, name: str) -> tuple[str, int] | None:
        """tent_3 -> (tent, 2), cell_2_1 of a 3x3 grid -> (cell, 3)."""
        for thing in self.ruleset.things.values():
            rest = name.removeprefix(thing.name + "_")
            if rest != name and thing.count is not None and rest.isdecimal() and int(rest) > 0:
                return thing.name, int(rest) - 1
            columns = thing.grid[1] if thing.grid else None
            if rest != name and isinstance(columns, s.Number) and (match := re.fullmatch(r"(\d+)_(\d+)", rest)):
                return thing.name, (int(match[1]) - 1) * columns.value + int(match[2]) - 1
        return None

    def _field(self, e: s.Field, scope: Scope, lenient: bool) -> Typed:
        target = self.check(e.target, scope, lenient=lenient)
        args = [self.check(a, scope) for a in e.args]
        if target.type.kind == "maybe" and target.type.kind != "unknown":
            if not lenient:
                return self.maybe_read_through(target, e)
            inner = Local("it", present(target.type))
            body = self.apply(
                e.name, [Typed("local", inner.type, e.target.pos, value=inner), *args], e.pos, e.pos, lenient, scope
            )
            return Typed("through", maybe(body.type), e.pos, [target, body], inner)
        return self.apply(e.name, [target, *args], e.pos, e.pos, lenient, scope)

    def maybe_read_through(self, target: Typed, e: s.Field) -> Typed:
        text = e.pos.text
        if target.type.kind == "maybe" and target.pos.text.endswith(".top"):
            hint = f"write {text} or else 0, or test first: not {target.pos.text[:-4]}.empty and ..."
        else:
            hint = f"write {text} or else ..., or test first: {target.pos.text} != none and ..."
        return self.error("maybe-none", f"{target.pos.text} may be none, so it may have no {e.name}", e.pos.span, hint)

    def _call(self, e: s.Call, scope: Scope, lenient: bool) -> Typed:
        if e.name == "possible":
            return self._possible(e, scope)
        args = [self.check(a, scope, lenient=lenient) for a in e.args]
        return self.apply(e.name, args, e.pos, e.pos, lenient, scope)

    def _possible(self, e: s.Call, scope: Scope) -> Typed:
        if not e.args or not isinstance(e.args[0], s.Text):
            return self.error("wrong-arguments", "possible needs an action's words in '...' first", e.pos.span)
        words = e.args[0].value
        args = [self.check(a, scope) for a in e.args[1:]]
        if words not in self.ruleset.actions:
            guess = suggest(words, self.ruleset.actions)
            return self.error(
                "unknown-action",
                f"there is no action '{words}'",
                e.args[0].pos.span,
                f"Did you mean `{guess}`?" if guess else "",
                instead=f"'{guess}'" if certain(words, guess) else "",
            )
        self.possible.append((words, args, e.pos))
        return Typed("possible", BOOL, e.pos, args, words)

    # -- functions: fields, variables, zones, definitions, tables, built-in words

    def apply(self, name: str, args: list[Typed], pos: s.Pos, at: s.Pos, lenient: bool, scope: Scope) -> Typed:
        """name(args): whatever that is in this ruleset."""
        if any(a.type.kind == "unknown" for a in args) or (name in self.ambiguous and name not in scope.names):
            return Typed("none", UNKNOWN, pos)
        local = scope.names.get(name)
        if local is not None and local.kind in ("formula", "place", "zone") and args:
            args = self.arguments(name, args, list(local.params), pos)
            return Typed("formula", local.type, pos, args, local)
        found = self.applied(name, args, pos, lenient)
        if found is not None:
            return found
        if args and args[0].type.kind in ("list", "zone", "group"):
            mapped = self.broadcast(name, args, pos, lenient, scope)
            if mapped is not None:
                return mapped
        return self.unknown(name, args, pos, scope)

    def applied(self, name: str, args: list[Typed], pos: s.Pos, lenient: bool) -> Typed | None:
        rules, first = self.ruleset, args[0].type if args else None
        if first is not None and first.kind == "card" and first.name in rules.components:
            for attribute in rules.components[first.name].attributes:
                if attribute.name == name and len(args) == 1:
                    return Typed("attribute", self.written_type(attribute.type), pos, args, (first.name, attribute))
        for item in self.places.get(name, ()):
            owner = self.word_type(item.owner) if item.owner else None
            if item.owner and owner is None:
                return Typed("none", UNKNOWN, pos)
            wanted = ([owner] if owner else []) + [self.param_type(p) for p in item.params]
            if len(wanted) == len(args) and all(fits(a.type, w) for a, w in zip(args, wanted, strict=True)):
                kind = self.zone_type(item) if isinstance(item, m.Zone) else self.variable_type(item)
                return Typed("zone" if isinstance(item, m.Zone) else "variable", kind, pos, args, item)
        if name in rules.definitions:
            checked = self.definition(name)
            if checked is None:
                return Typed("none", UNKNOWN, pos)
            wanted = [p.type for p in checked.params]
            return self.given(name, args, wanted, pos, Typed("define", checked.value.type, pos, [], checked))
        if name in self.tables:
            table = self.tables[name]
            return self.given(name, args, table.params, pos, Typed("table", table.result, pos, [], table))
        return self.builtin(name, args, pos)

    def given(self, name: str, args: list[Typed], wanted: list[Type], pos: s.Pos, found: Typed) -> Typed | None:
        """A definition or table with its arguments; None where the first is a list, to be gone through one by one."""
        if len(wanted) == len(args) and self.all_fit(args, wanted):
            found.args = [self.expect(a, w) for a, w in zip(args, wanted, strict=True)]
            return found
        if len(wanted) == len(args) and args and args[0].type.kind == "list":
            return None
        self.arguments(name, args, wanted, pos)
        return Typed("none", UNKNOWN, pos)

    def all_fit(self, args: list[Typed], wanted: list[Type]) -> bool:
        return all(
            fits(self.as_list(a).type if w.kind == "list" else a.type, w) for a, w in zip(args, wanted, strict=True)
        )

    def builtin(self, name: str, args: list[Typed], pos: s.Pos) -> Typed | None:
        for signature in signatures.named(name):
            given = [
                self.as_list(a) if p.startswith("list") else a for a, p in zip(args, signature.params, strict=False)
            ]
            given += args[len(given) :]
            result = signatures.match(signature, [a.type for a in given])
            if result is not None:
                return Typed("builtin", result, pos, given, name)
        return None

    def broadcast(self, name: str, args: list[Typed], pos: s.Pos, lenient: bool, scope: Scope) -> Typed | None:
        """A field of a list is the list of the fields."""
        for source in (args[0], self.as_list(args[0])):
            item = source.type.item
            if source.type.kind != "list" or item is None:
                continue
            it = Local("it", item)
            before = len(self.problems)
            body = self.applied(name, [Typed("local", item, source.pos, value=it), *args[1:]], pos, lenient)
            if body is not None and len(self.problems) == before:
                flat = body.type.kind == "list"
                kind = body.type if flat else list_of(body.type, source.type.some)
                return Typed("gather" if flat else "map", kind, pos, [source, body], it)
        return None

    def arguments(self, name: str, args: list[Typed], wanted: list[Type], pos: s.Pos) -> list[Typed]:
        if len(args) != len(wanted):
            needs = " and ".join(map(an, wanted)) or "nothing"
            hint = f"for example {name}({', '.join(str(kind) for kind in wanted)})" if wanted else f"write {name}"
            count = f"{len(args)} given" if args else "none is given"
            self.error("wrong-arguments", f"{name} is about {needs}: {count}", pos.span, hint)
            return args
        return [self.expect(a, w) for a, w in zip(args, wanted, strict=True)]

    def unknown(self, name: str, args: list[Typed], pos: s.Pos, scope: Scope) -> Typed:
        rules = self.ruleset
        item = rules.zones.get(name) or rules.variables.get(name)
        if item is not None and not args:
            owner = item.owner or item.params[0].name
            whose = f"{owner}.{name}"
            message = f"{name} belongs to each {owner}: say whose"
            bound = owner in scope.names or owner in self.turn_names
            return self.error("missing-argument", message, pos.span, f"write {whose}", instead=whose if bound else "")
        if signatures.named(name) and args:
            usage = " or ".join(sig.example for sig in signatures.named(name))
            given = " and ".join(an(a.type) for a in args)
            return self.error(
                "wrong-arguments", f"{name} cannot be asked of {given or 'nothing'}", pos.span, f"for example {usage}"
            )
        known = [
            *scope.names,
            *self.turn_names,
            *rules.zones,
            *rules.variables,
            *self.settings,
            *rules.definitions,
            *self.tables,
            *self.members,
            *self.plurals,
        ]
        known += [a.name for c in rules.components.values() for a in c.attributes] + [
            sig.name for sig in signatures.SIGNATURES
        ]
        guess = suggest(name, known)
        start = pos.text.rfind(name)
        at = pos.scalar.at(pos.start + max(start, 0), len(name)) if start >= 0 else pos.span
        what = f"{an(args[0].type)} has no '{name}'" if args else f"nothing is called '{name}'"
        hint = f"Did you mean `{guess}`?" if guess else ""
        instead = certain(name, guess) if at != pos.span or not args else ""
        if not args and (name in rules.components or name in rules.things):
            hint, instead = f"say which {name}: bind one with a choice, for example {name} in ...", ""
        elif not args and name in YES_OR_NO:
            instead = YES_OR_NO[name]
            hint = f"write {instead}: yes and no are written true and false"
        elif not args and name.casefold() in NUMBER_WORDS and not guess:
            instead = str(NUMBER_WORDS.index(name.casefold()))
            hint = f"write {instead}"
        elif name == "score":
            hint, instead = "only winner knows the score; for use elsewhere write a definition", ""
        return self.error("unknown-name", what, at, hint, instead=instead)

    # -- operators

    def _unary(self, e: s.Unary, scope: Scope, lenient: bool) -> Typed:
        kind = BOOL if e.op == "not" else INT
        return Typed("not" if e.op == "not" else "neg", kind, e.pos, [self.check(e.value, scope, kind)])

    def _binary(self, e: s.Binary, scope: Scope, lenient: bool) -> Typed:
        op = e.op
        if op in ("and", "or"):
            left = self.check(e.left, scope, BOOL)
            facts = true_facts(e.left) if op == "and" else false_facts(e.left)
            return Typed(op, BOOL, e.pos, [left, self.check(e.right, scope.child(facts), BOOL)])
        if op == "or else":
            return self._or_else(e, scope)
        if op in ("in", "not in"):
            return self._membership(e, scope)
        if op in ("from", "after"):
            return self._rotated(e, scope)
        left, right = self.check(e.left, scope), self.check(e.right, scope)
        if op in ("+", "-") and (self.as_list(left).type.kind == "list" or self.as_list(right).type.kind == "list"):
            left = self.as_list(left)
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

    def _or_else(self, e: s.Binary, scope: Scope) -> Typed:
        left = self.check(e.left, scope, lenient=True)
        right = self.check(e.right, scope, lenient=True)
        if left.type.kind == "zone" or right.type.kind == "list":
            left, right = self.as_list(left), self.as_list(right)
        if left.type.kind not in ("maybe", "list", "none", "unknown"):
            text = e.left.pos.text
            self.error("needless-or-else", f"{text} is never none", e.pos.span, "leave or else out", instead=text)
        if not fits(present(right.type), present(left.type)) and left.type.kind != "none":
            message = f"one side is {an(present(left.type))}, the other {an(right.type)}"
            return self.error("wrong-type", message, e.pos.span)
        kind = right.type if right.type.kind == "maybe" else present(left.type)
        if kind.kind == "list":
            kind = list_of(kind.item or UNKNOWN, right.type.some)
        return Typed("or else", kind, e.pos, [left, right])

    def _membership(self, e: s.Binary, scope: Scope) -> Typed:
        left, right = self.check(e.left, scope), self.as_list(self.check(e.right, scope))
        if right.type.kind not in ("list", "unknown"):
            self.error("wrong-type", f"{an(right.type)} is not a list", e.right.pos.span)
        elif right.type.item and left.type.kind != "unknown" and not same(present(left.type), present(right.type.item)):
            self.error("wrong-type", f"{an(left.type)} is never in {an(right.type)}", e.pos.span)
        found = Typed("in", BOOL, e.pos, [left, right])
        return Typed("not", BOOL, e.pos, [found]) if e.op == "not in" else found

    def _rotated(self, e: s.Binary, scope: Scope) -> Typed:
        left = self.as_list(self.check(e.left, scope))
        item = left.type.item if left.type.kind == "list" else None
        if item is None:
            return (
                left
                if left.type.kind == "unknown"
                else self.error("wrong-type", f"{an(left.type)} has no order to go round", e.left.pos.span)
            )
        right = self.check(e.right, scope, item)
        some = left.type.some and (e.op == "from" or (item == PLAYER and self.ruleset.players[0] > 1))
        return Typed(e.op, list_of(item, some), e.pos, [left, right])

    def _compare(self, e: s.Compare, scope: Scope, lenient: bool) -> Typed:
        items = [self.as_list(self.check(i, scope)) for i in e.items]
        if set(e.ops) <= {"=", "!="}:
            items = [i.args[0] if i.op == "need" else i for i in items]
        for op, a, b in zip(e.ops, items, items[1:], strict=False):
            if op in COMPARISONS:
                wrong = [side for side in (a, b) if present(side.type).kind in ("card", "thing")]
                for side in wrong[:1]:
                    self.unordered(op, side)
                for side in () if wrong else (a, b):
                    if side.type.kind != "list":
                        self.expect(side, INT)
            elif not (fits(a.type, b.type) or fits(b.type, a.type) or same(present(a.type), present(b.type))):
                self.error(
                    "wrong-type", f"{an(a.type)} is never equal to {an(b.type)}", e.pos.span, self.member_hint(e, a, b)
                )
        return Typed("compare", BOOL, e.pos, items, list(e.ops))

    def unordered(self, op: str, side: Typed) -> None:
        """Cards and things compared as if they were numbers."""
        kind, text = present(side.type), side.pos.text
        hint = f"compare {text}.number, its number in the order of its members"
        if kind.kind == "card":
            attributes = self.ruleset.components[kind.name].attributes
            number = next((a.name for a in attributes if self.written_type(a.type) == INT), "")
            hint = f"compare {text}.{number}" if number else ""
        self.error("wrong-type", f"{text} is {an(side.type)}: {op} compares numbers", side.pos.span, hint)

    def member_hint(self, e: s.Compare, a: Typed, b: Typed) -> str:
        for side in (a, b):
            if side.type.kind == "thing" and side.type.name in self.ruleset.things:
                names = [name for name, _ in self.ruleset.things[side.type.name].members]
                if names:
                    return f"{an(side.type)} is one of {', '.join(names)}"
        return ""

    def _if(self, e: s.If, scope: Scope, lenient: bool) -> Typed:
        condition = self.check(e.condition, scope, BOOL)
        then = self.check(e.then, scope.child(true_facts(e.condition)), lenient=lenient)
        other = self.check(e.otherwise, scope.child(false_facts(e.condition)), lenient=lenient)
        kind = self.common(then.type, other.type)
        if kind is None:
            return self.error("wrong-type", f"then gives {an(then.type)}, else {an(other.type)}", e.pos.span)
        return Typed("if", kind, e.pos, [condition, then, other])

    def common(self, a: Type, b: Type) -> Type | None:
        if a.kind == "none" and b.kind != "none":
            return maybe(b)
        if b.kind == "none" and a.kind != "none":
            return maybe(a)
        if fits(a, b):
            return b if b.kind != "list" else list_of(b.item or UNKNOWN, a.some and b.some)
        return a if fits(b, a) else None

    def _listof(self, e: s.ListOf, scope: Scope, lenient: bool) -> Typed:
        items = [self.check(i, scope) for i in e.items]
        kind = items[0].type if items else UNKNOWN
        for item in items[1:]:
            common = self.common(kind, item.type)
            if common is None:
                return self.error(
                    "wrong-type", f"a list holds one kind of thing, here {an(kind)} and {an(item.type)}", item.pos.span
                )
            kind = common
        return Typed("list", list_of(kind, bool(items)), e.pos, items)

    # -- choices and aggregates

    def choice(self, choice: s.Choice, scope: Scope, decided: bool = False) -> tuple[TypedChoice, Scope]:
        """The typed choice, and the scope with its names."""
        inner = scope.child()
        binders: list[tuple[Local, Typed]] = []
        for binder in choice.binders:
            source = self.as_list(self.check(binder.source, inner))
            if source.type.kind not in ("list", "unknown"):
                source = self.error(
                    "wrong-type",
                    f"{binder.source.pos.text} is {an(source.type)}, not something to choose from",
                    binder.source.pos.span,
                )
            local = Local(binder.name, source.type.item or UNKNOWN)
            self.bind(inner, local, binder.pos.scalar.at(binder.pos.start, len(binder.name)))
            inner.facts = frozenset(f for f in inner.facts if f.split(".")[0] != binder.name)
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

    def _aggregate(self, e: s.Aggregate, scope: Scope, lenient: bool) -> Typed:
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
            return self.as_list(listed)
        if function == "count":
            return Typed("each", INT, e.pos, [], ("count", typed))
        found = self.builtin(function, [listed], e.pos)
        if found is None:
            return self.error("wrong-type", f"{function} needs numbers, not a list of {value.type}", e.pos.span)
        return found

    # -- declarations met in expressions

    def definition(self, name: str) -> CheckedDefinition | None:
        """The checked definition; None (and one error) where it leads back to itself."""
        if name in self.definitions:
            return self.definitions[name]
        item = self.ruleset.definitions[name]
        if name in self.in_progress:
            circle = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            self.error("recursion", f"the definition of {name} leads back to itself: {circle}", item.span)
            self.definitions[name] = None
            return None
        self.in_progress.append(name)
        params = [Local(p.name, self.param_type(p)) for p in item.params]
        value = self.check(item.value, Scope({p.name: p for p in params}))
        self.in_progress.pop()
        if name not in self.definitions:
            self.definitions[name] = CheckedDefinition(item, params, value)
        return self.definitions[name]

    def param_type(self, param: s.Param) -> Type:
        """`card` = a card called card; `player p`, `int n`, `players winners` (a list)."""
        word = param.type or param.name
        found = self.word_type(word)
        if found is None:
            guess = suggest(word, self.type_words())
            self.error(
                "unknown-type",
                f"'{word}' is not a kind of thing",
                param.pos.span,
                f"Did you mean `{guess}`?" if guess else f"write int {param.name} for a number",
                instead=certain(word, guess) if param.pos.text == word else "",
            )
            return UNKNOWN
        return found

    def word_type(self, word: str) -> Type | None:
        if word in ("int", "bool", "text"):
            return {"int": INT, "bool": BOOL, "text": TEXT}[word]
        if word == "player" or word in self.ruleset.things:
            return Type("thing", word)
        if word in self.ruleset.components:
            return Type("card", word)
        if word in self.plurals:
            return list_of(Type("thing", self.plurals[word]))
        if word.endswith("s") and word[:-1] in self.ruleset.components:
            return list_of(Type("card", word[:-1]))
        return None

    def type_words(self) -> list[str]:
        return ["int", "bool", "text", "player", *self.ruleset.things, *self.ruleset.components, *self.plurals]

    def written_type(self, text: s.TypeText) -> Type:
        """The type that an attribute, parameter or variable is declared with."""
        if text.kind == "plain" and text.expr is not None:
            if isinstance(text.expr, s.Name):
                found = self.word_type(text.expr.name)
                if found is not None:
                    return found
            elif isinstance(text.expr, s.Binary) and text.expr.op == "..":
                return INT
            name = text.expr.pos.text
        else:
            name = text.name
            found = self.word_type(name)
            if found is not None:
                return maybe(found) if text.kind == "maybe" else Type("zone", name)
        guess = suggest(name, self.type_words())
        self.error(
            "unknown-type",
            f"'{name}' is not a kind of thing",
            text.pos.span,
            f"Did you mean `{guess}`?" if guess else "write for example 1..8, bool, or the name of a thing",
            instead=certain(name, guess) if text.pos.text == name else "",
        )
        return UNKNOWN

    def zone_type(self, item: m.Zone) -> Type:
        return Type("zone", item.component) if item.component in self.ruleset.components else UNKNOWN

    def variable_type(self, item: m.Variable) -> Type:
        if item.token or item.range is not None:
            return INT
        if isinstance(item.initial, s.TypeText):
            return self.written_type(item.initial)
        if isinstance(item.initial, s.Binary) and item.initial.op == "..":
            return INT
        if item.initial is None or item.name in self.in_progress:
            return UNKNOWN
        self.in_progress.append(item.name)
        before = len(self.problems)
        kind = self.check(item.initial, Scope()).type
        del self.problems[before:]
        self.in_progress.pop()
        return UNKNOWN if kind.kind == "none" else kind


def _key(expr: s.Expr) -> str:
    return expr.pos.text if isinstance(expr, s.Name | s.Field | s.Call) else ""


def true_facts(expr: s.Expr) -> frozenset[str]:
    """What is known not to be none where the condition holds."""
    if isinstance(expr, s.Compare) and len(expr.ops) == 1:
        a, b = expr.items
        if expr.ops[0] == "!=" and isinstance(b, s.Nothing):
            return _chain(a)
        if expr.ops[0] == "=" and not isinstance(b, s.Nothing):
            return frozenset()
    if isinstance(expr, s.Unary) and expr.op == "not":
        return false_facts(expr.value)
    if isinstance(expr, s.Binary) and expr.op == "and":
        return true_facts(expr.left) | true_facts(expr.right)
    return frozenset()


def false_facts(expr: s.Expr) -> frozenset[str]:
    """What is known not to be none where the condition fails."""
    if isinstance(expr, s.Compare) and expr.ops == ["="] and isinstance(expr.items[1], s.Nothing):
        return _chain(expr.items[0])
    if isinstance(expr, s.Field) and expr.name == "empty":
        base = expr.target.pos.text
        return frozenset((base + ".top", base + ".bottom"))
    if isinstance(expr, s.Unary) and expr.op == "not":
        return true_facts(expr.value)
    if isinstance(expr, s.Binary) and expr.op == "or":
        return false_facts(expr.left) | false_facts(expr.right)
    return frozenset()


def _chain(expr: s.Expr) -> frozenset[str]:
    key = _key(expr)
    return frozenset((key,)) if key else frozenset()


_NOWHERE = Scalar(Span("", 1, 1, 1, 1), "", "")
