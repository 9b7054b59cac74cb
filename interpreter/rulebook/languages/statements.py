"""Conditions of a ruleset as clauses of another language; conditions.py says them in English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ...base.languages.catalogues import mark
from ...base.languages.declension import Noun, NounPhrase, fixed_phrase, in_brackets, of_noun
from ...base.languages.phrases import holes_in
from ...language import syntax as s
from ..conditions import OPPOSITE
from ..english import UNORDERED
from ..fallback import Unsaid
from .sentences import Bracketed, Clause, Joined, Statement
from .vocabulary import Kind, Names, OtherWords

SIGNS = {
    "=": mark("{subject} is {other}"), "!=": mark("{subject} is not {other}"),
    "<": mark("{subject} is less than {other}"), "<=": mark("{subject} is at most {other}"),
    ">": mark("{subject} is more than {other}"), ">=": mark("{subject} is at least {other}"),
}  # fmt: skip
# where what it is compared with is no plain number
LIKE = {
    "=": mark("{subject} equals {other}"), "!=": mark("{subject} does not equal {other}"),
    "<=": mark("{subject} is at most as much as {other}"), ">=": mark("{subject} is at least as much as {other}"),
}  # fmt: skip
# where a thing is a player's: the man on a square
BELONGING = {"=": mark("{subject} belongs to {other}"), "!=": mark("{subject} does not belong to {other}")}
SAME = {
    "=": mark("{subject} belongs to the same player as {other}"),
    "!=": mark("{subject} does not belong to the same player as {other}"),
}
# where there are several
MORE = {"<": mark("{subject} are fewer than {other}"), ">": mark("{subject} are more than {other}")}
AMOUNTS = {
    "=": mark("there are exactly {number} {subject}"), "!=": mark("there are not exactly {number} {subject}"),
    "<": mark("there are fewer than {number} {subject}"), "<=": mark("there are at most {number} {subject}"),
    ">": mark("there are more than {number} {subject}"), ">=": mark("there are at least {number} {subject}"),
}  # fmt: skip
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
NOT = "{not}"
# stands for a thing while it is counted how often a clause names it
_MARKED = "\ue000"


class Nouns(Protocol):
    """The interface for the noun phrases in conditions, which Phrases has."""

    def phrase(self, e: s.Expr, names: Names) -> NounPhrase: ...
    def argument(self, e: s.Expr, names: Names) -> NounPhrase: ...
    def many(self, e: s.Expr, names: Names) -> bool: ...
    def kind(self, e: s.Expr, names: Names) -> Kind: ...
    def narrow(self, kind: Kind, choice: s.Choice, names: Names) -> Kind: ...
    def relative(self, e: s.Expr, name: str, kind: Kind, names: Names, many: bool) -> str: ...
    def several(self, choice: s.Choice, names: Names) -> tuple[dict[str, NounPhrase], NounPhrase]: ...
    def letter(self, noun: Noun, names: Names) -> NounPhrase: ...


@dataclass(frozen=True, slots=True)
class Statements:
    """Writes conditions, with the noun phrases of `nouns`."""

    vocabulary: OtherWords
    nouns: Nouns

    def statement(self, e: s.Expr, names: Names, negated: bool = False) -> Statement:
        """The expression as a clause: `die Hand des Spielers ist leer`."""
        v = self.vocabulary
        if isinstance(e, s.Unary) and e.op == "not":
            return self.statement(e.value, names, not negated)
        if isinstance(e, s.Binary) and e.op in ("and", "or"):
            return self.both(e, names, negated)
        if isinstance(e, s.Compare):
            return self.compare(e, names, negated)
        if isinstance(e, s.Binary) and e.op in ("in", "not in"):
            return self.membership(e, names, negated)
        if isinstance(e, s.Aggregate) and e.function in ("any", "no", "all"):
            return self.quantified(e, names, negated)
        if isinstance(e, s.Truth):
            return self.constant_clause(e.value != negated)
        if isinstance(e, s.If):
            then, otherwise = (self.side(part, names, negated).main() for part in (e.then, e.otherwise))
            condition = self.statement(e.condition, names).after()
            return Clause(v.say("{then} if {condition}, otherwise {otherwise}", then=then, condition=condition,
                                otherwise=otherwise))  # fmt: skip
        if isinstance(e, s.Field | s.Call):
            return self.quality(e.name, [e.target, *e.args] if isinstance(e, s.Field) else e.args, names, negated)
        if (value := v.constant(e)) in (v.say("yes"), v.say("no")):
            return self.constant_clause((value == v.say("yes")) != negated)
        if isinstance(e, s.Name) and e.name not in names:
            return self.quality(e.name, [], names, negated)
        sentence = mark("{subject} does not hold") if negated else mark("{subject} holds")
        return v.say_clause(sentence, subject=self.nouns.phrase(e, names))

    def constant_clause(self, always: bool) -> Clause:
        """What always or never holds."""
        return Clause(self.vocabulary.say("always") if always else self.vocabulary.say("never"))

    def both(self, e: s.Binary, names: Names, negated: bool) -> Statement:
        """The clauses of `and` or `or`; a side that always or never holds is left out."""
        op = {"and": "or", "or": "and"}[e.op] if negated else e.op
        decisive, idle = self.constant_clause(op == "or"), self.constant_clause(op != "or")
        parts: list[Statement] = []
        for side in sides(e, e.op):
            clause = self.statement(side, names, negated)
            if clause == decisive:
                return decisive
            if clause != idle:
                mixed = isinstance(clause, Joined) and clause.word != self.vocabulary.say(op)
                parts.append(Bracketed(clause) if mixed else clause)
        if len(parts) < 2:
            only = parts[0] if parts else idle
            return only.inner if isinstance(only, Bracketed) else only
        return Joined(parts, self.vocabulary.say(op))

    def side(self, e: s.Expr, names: Names, negated: bool) -> Statement:
        clause = self.statement(e, names, negated)
        return Bracketed(clause) if isinstance(clause, Joined) or isinstance(e, s.If) else clause

    # -- yes or no

    def quality(self, name: str, args: Sequence[s.Expr], names: Names, negated: bool) -> Clause:
        """A yes-or-no field as a clause."""
        if not args:
            if name in self.vocabulary.words.steps:
                return self.predicate(name, None, [], negated)
            answer = self.vocabulary.say("no") if negated else self.vocabulary.say("yes")
            return self.vocabulary.say_clause(
                "“{name}” is {answer}", name=self.vocabulary.words.name(name), answer=answer
            )
        return self.quality_of(name, self.nouns.argument(args[0], names), args[1:], names, negated)

    def quality_of(self, name: str, subject: NounPhrase, args: Sequence[s.Expr], names: Names, negated: bool) -> Clause:
        """A yes-or-no field as a clause about a subject given in words."""
        v = self.vocabulary
        given = [self.nouns.argument(a, names) for a in args]
        if name == "possible":
            if given:
                sentence = mark("{subject} is possible with {given}")
                sentence = mark("{subject} is not possible with {given}") if negated else sentence
                return v.say_clause(sentence, subject=subject, given=v.join(given))
            sentence = mark("{subject} is not possible") if negated else mark("{subject} is possible")
            return v.say_clause(sentence, subject=subject)
        if name == "empty":
            sentence = mark("{subject} is not empty") if negated else mark("{subject} is empty")
            return v.say_clause(sentence, subject=subject)
        if name in v.words.steps:
            return self.predicate(name, subject, given, negated)
        if v.variable(name) is None and v.attribute(name):
            sentence = mark("{subject} is not marked “{name}”") if negated else mark("{subject} is marked “{name}”")
            return v.say_clause(sentence, subject=subject, name=v.words.name(name))
        found = v.words.names.get(name)
        if found is None or "gender" in found.forms:
            raise Unsaid(name)
        if given:
            more = v.join(given)
            sentence = (
                mark("{subject} is not {name} for {given}") if negated else mark("{subject} is {name} for {given}")
            )
            return v.say_clause(sentence, subject=subject, name=found.one, given=more)
        sentence = mark("{subject} is not {name}") if negated else mark("{subject} is {name}")
        return v.say_clause(sentence, subject=subject, name=found.one)

    def predicate(self, name: str, subject: NounPhrase | None, given: Sequence[NounPhrase], negated: bool) -> Clause:
        """What the file of words says for a yes-or-no definition: `[passt|passen] {not} zu {1:dat}`."""
        entry, no = self.vocabulary.words.steps[name], self.vocabulary.say("not")
        entry = entry.replace(NOT, no) if negated else entry.replace(f"{NOT} ", "").replace(f" {NOT}", "")
        holes: dict[str, object] = {f"a{number}": one for number, one in enumerate(given, 1)}
        for number in range(1, len(given) + 1):
            entry = entry.replace(f"{{{number}", f"{{a{number}")
        if not {hole for hole, _ in holes_in(entry) or ()} <= holes.keys():
            raise Unsaid(name)
        if subject is None:
            return Clause(entry, holes)
        return Clause(f"{{subject}} {entry}", {**holes, "subject": subject})

    # -- comparisons

    def compare(self, e: s.Compare, names: Names, negated: bool) -> Statement:
        v = self.vocabulary
        if len(e.ops) > 1:
            parts = [
                self.compare(s.Compare(e.pos, [op], [a, b]), names, negated)
                for op, a, b in zip(e.ops, e.items, e.items[1:], strict=False)
            ]
            return Joined(parts, v.say("or") if negated else v.say("and"))
        op = OPPOSITE[e.ops[0]] if negated else e.ops[0]
        left, right = e.items
        known = v.constant(left), v.constant(right)
        if None not in known and op in ("=", "!="):
            return self.constant_clause((known[0] == known[1]) == (op == "="))
        if isinstance(right, s.Nothing):
            return self.presence(left, names, op == "!=")
        if (same := self.sameness(left, op, right, names)) is not None:
            return same
        amount = self.amount_of(left, names)
        if amount is not None and (number := self.nouns.phrase(right, names)).isdecimal():
            return self.how_many(amount, op, str(number))
        if isinstance(left, s.Number) and not isinstance(right, s.Number):
            return self.compare(s.Compare(e.pos, [TURNED.get(op, op)], [right, left]), names, False)
        subject, other = (
            in_brackets(self.nouns.phrase(side, names)) if isinstance(side, s.If) else self.nouns.phrase(side, names)
            for side in (left, right)
        )
        if op in BELONGING and v.holds_players(left):
            if v.holds_players(right):
                return v.say_clause(SAME[op], subject=subject, other=other)
            return v.say_clause(BELONGING[op], subject=subject, other=other)
        sentence = SIGNS[op]
        if not other.removeprefix("−").isdecimal() and (op in LIKE and (op not in ("=", "!=") or self.is_number(left))):
            sentence = LIKE[op]
        elif subject.many and op in MORE:
            sentence = MORE[op]
        return v.say_clause(sentence, subject=subject, other=other)

    def is_number(self, e: s.Expr) -> bool:
        """Whether an expression is a number, as far as its form tells."""
        v, name = self.vocabulary, getattr(e, "name", "")
        if isinstance(e, s.Aggregate):
            return e.function in UNORDERED
        if isinstance(e, s.Binary):
            return e.op in ("+", "-", "*", "/up", "/down", "mod")
        if (variable := v.variable(name)) is not None:
            first = variable.initial
            return bool(variable.token) or first is None or isinstance(first, s.Number | s.Binary)
        kinds = [a.type.expr for c in v.rules.components.values() for a in c.attributes if a.name == name]
        return any(isinstance(kind, s.Binary) for kind in kinds) or name in ("size", "count", "number", "row", "column")

    def sameness(self, left: s.Expr, op: str, right: s.Expr, names: Names) -> Clause | None:
        """The clause that things are equal, or all different, in something; None if it is another comparison."""
        v = self.vocabulary
        if not (isinstance(left, s.Call) and left.name == "count" and isinstance(left.args[0], s.Call)):
            return None
        different = left.args[0]
        of = different.args[0] if different.name == "distinct" else None
        if not isinstance(of, s.Field) or of.args or not self.nouns.many(of.target, names):
            return None
        holes = {"subject": self.nouns.kind(of.target, names).all(), "what": v.noun(of.name)}
        if isinstance(right, s.Number) and (op, right.value) in (("=", 1), ("<=", 1), ("<", 2)):
            return v.say_clause("all of {subject} have the same {what}", **holes)
        if isinstance(right, s.Number) and (op, right.value) in (("!=", 1), (">", 1), (">=", 2)):
            return v.say_clause("not all of {subject} have the same {what}", **holes)
        if op == "=" and number_of(right, of.target):
            return v.say_clause("no two of {subject} have the same {what}", **holes)
        if op in ("!=", "<") and number_of(right, of.target):
            return v.say_clause("two of {subject} have the same {what}", **holes)
        return None

    def amount_of(self, e: s.Expr, names: Names) -> Kind | None:
        """The kind of things that an expression counts; None if it counts none."""
        if isinstance(e, s.Aggregate) and e.function == "count" and e.value is None and len(e.choice.binders) == 1:
            return self.nouns.narrow(self.nouns.kind(e.choice.binders[0].source, names), e.choice, names)
        if isinstance(e, s.Field) and e.name == "size" and self.vocabulary.many(e.target):
            return self.nouns.kind(e.target, names)
        if isinstance(e, s.Call) and e.name == "count" and len(e.args) == 1:
            return self.nouns.kind(e.args[0], names)
        return None

    def how_many(self, kind: Kind, op: str, number: str) -> Clause:
        v = self.vocabulary
        if (op, number) in ((">", "0"), (">=", "1"), ("!=", "0")):
            return v.say_clause("there is at least one {subject}", subject=kind.a("mindestens ein"))
        if (op, number) in (("=", "0"), ("<", "1"), ("<=", "0")):
            return v.say_clause("there is no {subject}", subject=kind.a("kein"))
        things = kind.a("") if number == "1" else kind.all("")
        return v.say_clause(AMOUNTS[op], subject=things, number=number)

    def presence(self, e: s.Expr, names: Names, there: bool) -> Clause:
        """The clause that something is there, or none."""
        v = self.vocabulary
        args = [e.target, *e.args] if isinstance(e, s.Field) else e.args if isinstance(e, s.Call) else []
        name = e.name if isinstance(e, s.Field | s.Call) else ""
        if args and (v.variable(name) or v.attribute(name)):
            subject, *more = (self.nouns.argument(a, names) for a in args)
            rest = v.say(" for {given}", given=v.join(more)) if more else ""
            thing = Kind(v.noun(name), rest, rest).a("ein" if there else "kein")
            sentence = mark("{subject} has {thing}") if there else mark("{subject} has no {thing}")
            return v.say_clause(sentence, subject=subject, thing=thing)
        phrase = self.nouns.phrase(e, names)
        if phrase.noun is None or phrase.noun.plural_only:
            sentence = mark("{subject} is not none") if there else mark("{subject} is none")
            return v.say_clause(sentence, subject=phrase)
        rest = str(phrase).removeprefix(str(of_noun(phrase.noun, False, "der")))
        if there:
            return v.say_clause("there is {subject}", subject=of_noun(phrase.noun, False, "ein", rest))
        return v.say_clause("there is no {subject}", subject=of_noun(phrase.noun, False, "kein", rest))

    def membership(self, e: s.Binary, names: Names, negated: bool) -> Clause:
        v, inside = self.vocabulary, (e.op == "in") != negated
        left = self.nouns.phrase(e.left, names)
        if isinstance(e.right, s.ListOf):
            items = [self.nouns.phrase(item, names) for item in e.right.items]
            if inside:
                return v.say_clause("{subject} is {other}", subject=left, other=v.join(items, mark("or")))
            return v.say_clause("{subject} is neither {other}", subject=left, other=v.join(items, mark("nor")))
        right = self.nouns.phrase(e.right, names)
        if isinstance(e.right, s.Name | s.Field) and v.zone(e.right.name) is not None:
            sentence = mark("{subject} is in {other}") if inside else mark("{subject} is not in {other}")
        else:
            sentence = mark("{subject} is one of {other}") if inside else mark("{subject} is none of {other}")
        return v.say_clause(sentence, subject=left, other=right)

    # -- any, no and all

    def quantified(self, e: s.Aggregate, names: Names, negated: bool) -> Statement:
        v, choice = self.vocabulary, e.choice
        if e.function == "all" and e.value is not None:
            return self.for_all(e, names, negated)
        there = (e.function == "any") != negated
        condition = e.value if e.value is not None else choice.where
        if len(choice.binders) > 1:
            return self.several(choice, names, there)
        binder = choice.binders[0]
        kind = self.nouns.kind(binder.source, names)
        plainly = choice.best is None and choice.order is None and (e.value is None or choice.where is None)
        narrowed = kind
        if e.value is not None or not plainly:
            narrowed = self.nouns.narrow(kind, choice, names)
        if condition is not None and (plainly or e.value is not None):
            if plainly and not kind.rest and self.named_once(condition, binder.name, kind, names):
                subject = kind.a("mindestens ein" if there else "kein")
                return self.statement(condition, {**names, binder.name: subject})
            one, many = (self.nouns.relative(condition, binder.name, kind, names, several) for several in (False, True))
            narrowed = narrowed.with_rest(one, many)
        if there:
            return v.say_clause("there is {subject}", subject=narrowed.a("ein"))
        return v.say_clause("there is no {subject}", subject=narrowed.a("kein"))

    def named_once(self, condition: s.Expr, name: str, kind: Kind, names: Names) -> bool:
        """Whether a condition names a thing once, as its subject or the owner of that."""
        it = fixed_phrase(_MARKED, kind.noun.gender)
        clause = self.statement(condition, {**names, name: it})
        if not isinstance(clause, Clause) or clause.main().count(_MARKED) != 1 or clause.subject is None:
            return False
        return clause.subject is it or clause.subject.owner is it

    def several(self, choice: s.Choice, names: Names, there: bool) -> Clause:
        v = self.vocabulary
        inner, things = self.nouns.several(choice, names)
        if choice.where is None:
            sentence = mark("there is {subject}") if there else mark("there is not {subject}")
            return v.say_clause(sentence, subject=things)
        condition = self.statement(choice.where, inner).main()
        sentence = (
            mark("there is {things}, for which this holds: {condition}")
            if there
            else mark("there is not {things}, for which this holds: {condition}")
        )
        return v.say_clause(sentence, things=things, condition=condition)

    def for_all(self, e: s.Aggregate, names: Names, negated: bool) -> Statement:
        assert e.value is not None
        v, binder = self.vocabulary, e.choice.binders[0]
        kind = self.nouns.kind(binder.source, names)
        narrowed = self.nouns.narrow(kind, e.choice, names)
        if not narrowed.rest and not negated and self.named_once(e.value, binder.name, kind, names):
            return self.statement(e.value, {**names, binder.name: kind.a("jed")})
        it = self.nouns.letter(kind.noun, names)
        condition = self.statement(e.value, {**names, binder.name: it}).main()
        sentence = (
            mark("not for every {things} this holds: {condition}")
            if negated
            else mark("for every {things} this holds: {condition}")
        )
        return v.say_clause(sentence, things=narrowed.a("jed"), condition=condition)


def sides(e: s.Expr, op: str) -> list[s.Expr]:
    """The parts a, b and c of `a and b and c`."""
    if isinstance(e, s.Binary) and e.op == op:
        return [*sides(e.left, op), *sides(e.right, op)]
    return [e]


def number_of(e: s.Expr, things: s.Expr) -> bool:
    """Whether an expression is the number of these things."""
    counted = e.args[0] if isinstance(e, s.Call) and e.name == "count" and len(e.args) == 1 else None
    counted = e.target if isinstance(e, s.Field) and e.name == "size" else counted
    return counted is not None and counted.pos.text == things.pos.text
