"""Conditions of a ruleset as English statements: `the player's hand is empty`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..base.display_names import Wording
from ..base.english import join_words
from ..language import syntax as s
from .vocabulary import ListKind, Names, Vocabulary
from .wording import PREPOSITIONS, VERBS, article, make_agree, verb, without_article

SIGNS = {"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
AMOUNTS = {"=": "exactly", "!=": "not exactly", "<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least"}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Nouns(Protocol):
    """The interface for the noun phrases in conditions, which English has."""

    def phrase(self, e: s.Expr, names: Names) -> str: ...
    def kind(self, e: s.Expr, names: Names, many: bool = True) -> ListKind: ...
    def filter_words(self, choice: s.Choice, kind: ListKind, names: Names, many: bool) -> str: ...
    def argument(self, e: s.Expr, names: Names) -> str: ...
    def many(self, e: s.Expr, names: Names) -> bool: ...
    def ends_open(self, e: s.Expr) -> bool: ...
    def relative(self, e: s.Expr, name: str, kind: ListKind, names: Names, many: bool) -> str: ...


@dataclass(frozen=True, slots=True)
class Conditions:
    """Writes conditions, with the noun phrases of `nouns`."""

    vocabulary: Vocabulary
    nouns: Nouns

    @property
    def words(self) -> Wording:
        """The words for the ruleset's names."""
        return self.vocabulary.words

    def statement(self, e: s.Expr, names: Names, negated: bool = False) -> str:
        """The expression as a statement: `the player's hand is empty`."""
        if isinstance(e, s.Unary) and e.op == "not":
            return self.statement(e.value, names, not negated)
        if isinstance(e, s.Binary) and e.op in ("and", "or"):
            return self.both(e, names, negated)
        if isinstance(e, s.Compare):
            return self.compare(e, names, negated)
        if isinstance(e, s.Binary) and e.op in ("in", "not in"):
            return self.membership(e, names, negated)
        if isinstance(e, s.Aggregate) and e.function in ("any", "no", "all"):
            return self.quantified_statement(e, names, negated)
        if isinstance(e, s.Truth):
            return "always" if e.value != negated else "never"
        if isinstance(e, s.If):
            then, otherwise = (self.side(part, names, negated) for part in (e.then, e.otherwise))
            return f"{then} if {self.statement(e.condition, names)}, otherwise {otherwise}"
        if isinstance(e, s.Field | s.Call):
            return self.quality(e.name, [e.target, *e.args] if isinstance(e, s.Field) else e.args, names, negated)
        if (value := self.vocabulary.constant(e)) in ("yes", "no"):
            return "always" if (value == "yes") != negated else "never"
        if isinstance(e, s.Name) and e.name not in names:
            return self.quality(e.name, [], names, negated)
        return f"{self.nouns.phrase(e, names)} {'does not hold' if negated else 'holds'}"

    def both(self, e: s.Binary, names: Names, negated: bool) -> str:
        """The statement for `and` or `or`; a side that always or never holds is left out."""
        op = {"and": "or", "or": "and"}[e.op] if negated else e.op
        decisive, idle = ("always", "never") if op == "or" else ("never", "always")
        parts: list[str] = []
        for side in self.sides(e, e.op):
            text = self.statement(side, names, negated)
            if text == decisive:
                return decisive
            if text != idle:
                mixed = self.joining_word(side, names, negated) not in ("", op)
                # a clause over many things is closed by a comma, or what follows would belong to it
                over = "," if isinstance(side, s.Aggregate | s.Compare) and self.nouns.ends_open(side) else ""
                parts.append(f"({text})" if mixed else text + over)
        return f" {op} ".join(parts).removesuffix(",") if parts else idle

    def sides(self, e: s.Expr, op: str) -> list[s.Expr]:
        """The parts a, b and c of `a and b and c`."""
        if isinstance(e, s.Binary) and e.op == op:
            return [*self.sides(e.left, op), *self.sides(e.right, op)]
        return [e]

    def joining_word(self, e: s.Expr, names: Names, negated: bool) -> str:
        """The word between the parts of a statement: `and`, `or`, `if`, or ""."""
        while isinstance(e, s.Unary):
            e, negated = e.value, not negated
        if isinstance(e, s.Binary) and e.op in ("and", "or"):
            op = {"and": "or", "or": "and"}[e.op] if negated else e.op
            idle = "never" if op == "or" else "always"
            told = [side for side in self.sides(e, e.op) if self.statement(side, names, negated) != idle]
            return self.joining_word(told[0], names, negated) if len(told) == 1 else op
        return "if" if isinstance(e, s.If) else ""

    def side(self, e: s.Expr, names: Names, negated: bool) -> str:
        text = self.statement(e, names, negated)
        return f"({text})" if self.joining_word(e, names, negated) else text

    def quality(self, name: str, args: list[s.Expr], names: Names, negated: bool) -> str:
        """A yes-or-no field as a statement."""
        if not args:
            return f"“{self.words.name(name)}” is {'no' if negated else 'yes'}"
        return self.quality_of(name, self.nouns.argument(args[0], names), args[1:], names, negated)

    def quality_of(self, name: str, subject: str, args: list[s.Expr], names: Names, negated: bool) -> str:
        """A yes-or-no field as a statement about a subject given in words."""
        is_ = "is not" if negated else "is"
        more = [self.nouns.argument(a, names) for a in args]
        if name == "possible":
            return f"{subject} {is_} possible" + (f" with {join_words(more)}" if more else "")
        if name == "empty":
            return f"{subject} {verb(subject, is_)} empty"
        if self.vocabulary.variable(name) is None and self.vocabulary.attribute(name):
            return f"{subject} {is_} marked {self.words.name(name)}"
        words = self.words.name(name)
        first, _, rest = words.partition(" ")
        if first in ("is", "was"):
            words = rest
        elif first in VERBS:
            if negated:
                base = {"has": "have", "goes": "go"}.get(first, first.removesuffix("s"))
                words = f"{first} not {rest}" if first in ("may", "can", "must") else f"does not {base} {rest}"
            last = join_words(more) if len(more) < 2 or not rest else f"for {join_words(more)}"
            many = verb(subject, "is") == "are"
            return f"{subject} {make_agree(f'{words} '.replace('  ', ' '), many)}{last}".strip()
        linked = ["for"] if more and words.rpartition(" ")[2] not in PREPOSITIONS else []
        return " ".join([subject, verb(subject, is_), words, *linked, *([join_words(more)] if more else [])])

    def compare(self, e: s.Compare, names: Names, negated: bool) -> str:
        if len(e.ops) > 1:
            parts = [
                self.compare(s.Compare(e.pos, [op], [a, b]), names, negated)
                for op, a, b in zip(e.ops, e.items, e.items[1:], strict=False)
            ]
            # the middle term is named once
            start = f"{(subject := self.nouns.phrase(e.items[1], names))} {verb(subject, 'is')} "
            if all(part.startswith(start) for part in parts):
                parts[1:] = [part.removeprefix(start) for part in parts[1:]]
            return (" or " if negated else " and ").join(parts)
        op = OPPOSITE[e.ops[0]] if negated else e.ops[0]
        left, right = e.items
        known = self.vocabulary.constant(left), self.vocabulary.constant(right)
        if None not in known and op in ("=", "!="):
            return "always" if (known[0] == known[1]) == (op == "=") else "never"
        if isinstance(right, s.Nothing):
            return self.presence(left, names, op == "!=")
        if (sameness := self.sameness(left, op, right, names)) is not None:
            return sameness
        amount = self.amount_of(left, names)
        if amount is not None and (number := self.nouns.phrase(right, names)).isdecimal():
            return self.how_many(amount, op, number)
        if isinstance(left, s.Number) and not isinstance(right, s.Number):
            turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
            return self.compare(s.Compare(e.pos, [turned], [right, left]), names, False)
        subject, other = (
            f"({self.nouns.phrase(side, names)})" if isinstance(side, s.If) else self.nouns.phrase(side, names)
            for side in (left, right)
        )
        if op == "=" and (self.is_count(left, names) or self.amount_of(right, names) is not None):
            return f"{subject} {'equal' if verb(subject, 'is') == 'are' else 'equals'} {other}"
        return f"{subject} {verb(subject, SIGNS[op])} {other}"

    def sameness(self, left: s.Expr, op: str, right: s.Expr, names: Names) -> str | None:
        """The statement that things are equal, or all different, in something; None if it is another comparison."""
        if not (isinstance(left, s.Call) and left.name == "count" and isinstance(left.args[0], s.Call)):
            return None
        different = left.args[0]
        of = different.args[0] if different.name == "distinct" else None
        if not isinstance(of, s.Field) or of.args or not self.nouns.many(of.target, names):
            return None
        things, what = f"of the {self.nouns.kind(of.target, names).all}", f"have the same {self.words.name(of.name)}"
        if isinstance(right, s.Number) and (op, right.value) in (("=", 1), ("<=", 1), ("<", 2)):
            return f"all {things} {what}"
        if isinstance(right, s.Number) and (op, right.value) in (("!=", 1), (">", 1), (">=", 2)):
            return f"not all {things} {what}"
        if (op in ("=", "!=", "<")) and self.number_of(right, of.target):
            return f"{'no two' if op == '=' else 'two'} {things} {what}"
        return None

    def number_of(self, e: s.Expr, things: s.Expr) -> bool:
        """Whether an expression is the number of these things."""
        counted = e.args[0] if isinstance(e, s.Call) and e.name == "count" and len(e.args) == 1 else None
        counted = e.target if isinstance(e, s.Field) and e.name == "size" else counted
        return counted is not None and counted.pos.text == things.pos.text

    def is_count(self, e: s.Expr, names: Names) -> bool:
        """Whether an expression is a number of things, or a total."""
        return (isinstance(e, s.Aggregate) and e.function == "sum") or self.amount_of(e, names) is not None

    def amount_of(self, e: s.Expr, names: Names) -> ListKind | None:
        """The kind of things that an expression counts; None if it counts none."""
        if isinstance(e, s.Aggregate) and e.function == "count" and e.value is None and len(e.choice.binders) == 1:
            kind = self.nouns.kind(e.choice.binders[0].source, names)
            one, many = (self.nouns.filter_words(e.choice, kind, names, several) for several in (False, True))
            return ListKind(kind.each + one, kind.all + many)
        if isinstance(e, s.Field) and e.name == "size" and self.vocabulary.many(e.target):
            kind = self.nouns.kind(e.target, names)
        elif isinstance(e, s.Call) and e.name == "count" and len(e.args) == 1:
            kind = self.nouns.kind(e.args[0], names)
        else:
            return None
        return ListKind(kind.each, kind.all)

    def how_many(self, kind: ListKind, op: str, number: str) -> str:
        if (op, number) in ((">", "0"), (">=", "1"), ("!=", "0")):
            return f"there is at least one {kind.one}"
        if (op, number) in (("=", "0"), ("<", "1"), ("<=", "0")):
            return f"there is no {kind.one}"
        there_are, noun = ("there is", kind.one) if number == "1" else ("there are", kind.many)
        return f"{there_are} {AMOUNTS[op]} {number} {noun}"

    def presence(self, e: s.Expr, names: Names, there: bool) -> str:
        """The statement that something is there, or none."""
        args = [e.target, *e.args] if isinstance(e, s.Field) else e.args if isinstance(e, s.Call) else []
        name = e.name if isinstance(e, s.Field | s.Call) else ""
        if args and (self.vocabulary.variable(name) or self.vocabulary.attribute(name)):
            subject, *more = (self.nouns.argument(a, names) for a in args)
            noun = self.words.name(name) + (f" for {join_words(more)}" if more else "")
            has = "have" if verb(subject, "is") == "are" else "has"
            return f"{subject} {has} {article(noun) if there else 'no ' + noun}"
        phrase = self.nouns.phrase(e, names)
        if not phrase.startswith("the ") or isinstance(e, s.If):
            return f"{phrase} {'is not none' if there else 'is none'}"
        return f"there is {article(without_article(phrase)) if there else 'no ' + without_article(phrase)}"

    def membership(self, e: s.Binary, names: Names, negated: bool) -> str:
        inside = (e.op == "in") != negated
        left = self.nouns.phrase(e.left, names)
        if isinstance(e.right, s.ListOf):
            items = [self.nouns.phrase(item, names) for item in e.right.items]
            return f"{left} is {join_words(items, 'or')}" if inside else f"{left} is neither {join_words(items, 'nor')}"
        lying = isinstance(e.right, s.Name | s.Field) and self.vocabulary.zone(e.right.name) is not None
        within = f"{'' if inside else 'not '}{'in' if lying else 'one of'}"
        return f"{left} is {within} {self.nouns.phrase(e.right, names)}"

    def quantified_statement(self, e: s.Aggregate, names: Names, negated: bool) -> str:
        """any, no and all as statements."""
        choice = e.choice
        if e.function == "all" and e.value is not None:
            return self.for_all(e, names, negated)
        there = (e.function == "any") != negated
        condition = e.value if e.value is not None else choice.where
        if len(choice.binders) > 1:
            return self.several(choice, names, there)
        binder = choice.binders[0]
        kind = self.nouns.kind(binder.source, names)
        plainly = choice.best is None and choice.order is None and (e.value is None or choice.where is None)
        narrowed = kind.rest
        if e.value is not None or not plainly:
            narrowed += self.nouns.filter_words(choice, kind, names, False)
        if condition is not None and (plainly or e.value is not None):
            it = self.vocabulary.letter(kind.one, names)
            text = self.statement(condition, {**names, binder.name: it})
            if plainly and not kind.rest and text.count(it) == 1 and text.startswith(it) and " and " not in text:
                return text.replace(it, f"any {kind.one}" if there else f"no {kind.one}")
            narrowed += self.nouns.relative(condition, binder.name, kind, names, False)
        return f"there is {article(kind.one) if there else 'no ' + kind.one}{narrowed}"

    def several(self, choice: s.Choice, names: Names, there: bool) -> str:
        inner, parts = dict(names), []
        for binder in choice.binders:
            kind = self.nouns.kind(binder.source, inner)
            inner[binder.name] = self.vocabulary.local(binder.name, kind.one, inner)
            called = "" if inner[binder.name] == f"that {kind.one}" else f" ({inner[binder.name]})"
            parts.append(article(kind.one) + kind.rest + called)
        condition = f" so that {self.statement(choice.where, inner)}" if choice.where is not None else ""
        return f"there {'is' if there else 'is not'} {join_words(parts)}{condition}"

    def for_all(self, e: s.Aggregate, names: Names, negated: bool) -> str:
        assert e.value is not None
        binder = e.choice.binders[0]
        kind = self.nouns.kind(binder.source, names)
        rest = kind.rest + self.nouns.filter_words(e.choice, kind, names, False)
        it = self.vocabulary.letter(kind.one, names)
        text = self.statement(e.value, {**names, binder.name: it})
        if text.count(it) == 1 and text.startswith(it) and not rest:
            return text.replace(it, f"not every {kind.one}" if negated else f"every {kind.one}")
        text = text.replace(it, self.vocabulary.later_name(it, names))
        return f"{'it does not hold that ' if negated else ''}for every {kind.one}{rest}, {text}"
