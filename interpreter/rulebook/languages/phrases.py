"""Expressions of a ruleset as noun phrases of another language; english.py says them in English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...base.languages.catalogues import mark
from ...base.languages.declension import Noun, NounPhrase, fixed_phrase, in_brackets, noun_phrase, of_noun, owned_by
from ...language import syntax as s
from ..english import ARITHMETIC, LOOSE, UNORDERED, is_open
from ..fallback import Unsaid
from ..wording import capital
from .lists import Lists
from .statements import Statements
from .vocabulary import AND_THEN, Kind, Names, OtherWords

WAYS: dict[tuple[str, ...], str] = {
    ("0", "1"): mark("to the right"), ("0", "−1"): mark("to the left"), ("1", "0"): mark("downwards"),
    ("−1", "0"): mark("upwards"), ("1", "1"): mark("down to the right"), ("1", "−1"): mark("down to the left"),
    ("−1", "1"): mark("up to the right"), ("−1", "−1"): mark("up to the left"),
}  # fmt: skip
SIGNS = {
    "+": mark("{left} plus {right}"), "-": mark("{left} minus {right}"), "*": mark("{left} times {right}"),
    "..": mark("{left} to {right}"), "mod": mark("the remainder of {left} divided by {right}"),
    "/up": mark("{left} divided by {right}, rounded up"), "/down": mark("{left} divided by {right}, rounded down"),
}  # fmt: skip
HALVES = {"/up": mark("half of {left}, rounded up"), "/down": mark("half of {left}, rounded down")}
# words of the language over what they are given
SAID = {
    ("sum", 1): mark("the total of {first}"), ("min", 1): mark("the lowest of {first}"),
    ("max", 1): mark("the highest of {first}"), ("min", 2): mark("the smaller of {first} and {second}"),
    ("max", 2): mark("the greater of {first} and {second}"), ("item", 2): mark("entry number {second} of {first}"),
    ("sorted", 1): mark("{first} in ascending order"), ("reversed", 1): mark("{first} in reverse order"),
    ("splits", 2): mark("the ways to share out {first} among {second} heaps"),
    ("left", 1): mark("the player to the left of {first}"), ("right", 1): mark("the player to the right of {first}"),
    ("left", 2): mark("the player {second} seats to the left of {first}"),
    ("right", 2): mark("the player {second} seats to the right of {first}"),
    ("groups", 1): mark("the groups in {first}"), ("number", 1): mark("the number of {first} itself"),
    ("row", 1): mark("the row of {first}"), ("column", 1): mark("the column of {first}"),
    ("line", 3): mark("the line from {first} on, each place {second} down and {third} to the right"),
    ("step", 3): mark("the place {second} down and {third} to the right of {first}"),
    ("team", 1): mark("the team of {first}"),
}  # fmt: skip
PLACED = {"top": mark("the top {thing} of {place}"), "bottom": mark("the bottom {thing} of {place}")}
TOTALS = {
    "sum": mark("the total {attribute} of {things}"), "max": mark("the highest {attribute} of {things}"),
    "min": mark("the lowest {attribute} of {things}"),
}  # fmt: skip
OVERALL = {
    "sum": mark("the total of {value}, over {things}"), "max": mark("the highest of {value}, over {things}"),
    "min": mark("the lowest of {value}, over {things}"), "count": mark("the count of {value}, over {things}"),
    "first": mark("the first of {value}, over {things}"), "last": mark("the last of {value}, over {things}"),
    "those": mark("the list of {value} for each of {things}"),
    "distinct": mark("the list of {value} for each of {things}, each value once"),
    "sorted": mark("the list of {value} for each of {things}, in ascending order"),
}  # fmt: skip
FIRST = {"first": mark("the first {thing}"), "last": mark("the last {thing}")}
_NAMED = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Phrases(Lists):
    """Writes expressions as noun phrases, with the words of one ruleset."""

    vocabulary: OtherWords

    @property
    def conditions(self) -> Statements:
        """The writer of conditions."""
        return Statements(self.vocabulary, self)

    def phrase(self, e: s.Expr, names: Names) -> NounPhrase:
        """The expression as a noun phrase: `die Zahl der Karten auf der Hand des Spielers`."""
        v = self.vocabulary
        if isinstance(e, s.Number):
            return fixed_phrase(str(e.value))
        if isinstance(e, s.Text):
            return fixed_phrase(v.in_quotes(capital(v.words.step(e.value))))
        if isinstance(e, s.Truth):
            return fixed_phrase(v.say("yes") if e.value else v.say("no"))
        if isinstance(e, s.Nothing):
            return fixed_phrase(v.say("nothing"))
        if isinstance(e, s.Name):
            return v.phrase_of_name(e.name, names)
        if isinstance(e, s.Field | s.Call):
            return self.function(e.name, [e.target, *e.args] if isinstance(e, s.Field) else e.args, names)
        if isinstance(e, s.Aggregate):
            return self.aggregate(e, names)
        if isinstance(e, s.If):
            return self.either(e, names)
        if isinstance(e, s.ListOf):
            return v.join([self.phrase(item, names) for item in e.items])
        if isinstance(e, s.Unary) and e.op == "-":
            text = self.operand(e.value, names, e.op, True)
            return fixed_phrase(f"−{text}") if text.isdecimal() else v.say_part("minus {value}", value=text)
        if isinstance(e, s.Binary) and e.op not in ("and", "or", "in", "not in"):
            return self.binary(e, names)
        return fixed_phrase(v.say("whether {condition}", condition=self.conditions.statement(e, names).after()))

    def either(self, e: s.If, names: Names) -> NounPhrase:
        """`x, falls ..., sonst y`."""
        then, otherwise = self.phrase(e.then, names), self.phrase(e.otherwise, names)
        if isinstance(e.then, s.If):
            then = in_brackets(then)
        condition = self.conditions.statement(e.condition, names).after()

        def told(one: str, other: str) -> str:
            return self.vocabulary.say(
                "{then} if {condition}, otherwise {otherwise}", then=one, condition=condition, otherwise=other
            )

        made = noun_phrase(lambda case: told(then.cases(case), otherwise.cases(case)), then.gender)
        made.form = lambda form: told(then.form(form), otherwise.form(form))
        return made

    def binary(self, e: s.Binary, names: Names) -> NounPhrase:
        v = self.vocabulary
        if e.op in ("from", "after"):
            return self.kind(e, names).all()
        left, right = self.operand(e.left, names, e.op), self.operand(e.right, names, e.op, True)
        if left.isdecimal() and right.isdecimal() and e.op in ("+", "-", "*"):
            a, b = int(left), int(right)
            return fixed_phrase(str(a + b if e.op == "+" else a - b if e.op == "-" else a * b))
        if (core := self.core(e, names)) is not e:
            return self.phrase(core, names)
        if e.op == ".." and left == right:
            return left
        if e.op in ("+", "-") and (v.is_list(e.left) or v.is_list(e.right)):
            if e.op == "-":
                return v.say_part("{left} without {right}", left=left, right=right)
            return v.join([left, right])
        if e.op in ("/up", "/down") and right == "2":
            return v.say_part(HALVES[e.op], left=left)
        if e.op == "or else":
            return v.say_part("{left} ({right} if there is none)", left=left, right=right)
        return v.say_part(SIGNS[e.op], left=left, right=right)

    def core(self, e: s.Expr, names: Names) -> s.Expr:
        """The expression without factors of 1."""
        while isinstance(e, s.Binary) and e.op == "*" and self.phrase(e.left, names) == "1":
            e = e.right
        return e

    def operand(self, e: s.Expr, names: Names, op: str, right: bool = False) -> NounPhrase:
        """One side of an operator, in brackets if the order of operations would be unclear."""
        e = self.core(e, names)
        text = self.phrase(e, names)
        if text.removeprefix("−").isdecimal():
            return text
        return in_brackets(text) if self.needs_brackets(e, op, right) else text

    def needs_brackets(self, e: s.Expr, op: str, right: bool) -> bool:
        if isinstance(e, s.If | s.Unary):
            return True
        if op in ("..", "or else"):
            return isinstance(e, s.Binary) and e.op in (op, "*", "/up", "/down", "mod") and e.op != "or else"
        if isinstance(e, s.Binary) and e.op in (*ARITHMETIC, "or else"):
            lists = e.op != op and self.vocabulary.is_list(e)
            return right or lists or e.op not in LOOSE.get(op, ()) or is_open(e)
        return not right and is_open(e)

    def argument(self, e: s.Expr, names: Names) -> NounPhrase:
        """The argument of a function: sums, products and conditions in brackets."""
        text = self.phrase(e, names)
        inner = isinstance(e, s.If | s.Unary) or (isinstance(e, s.Aggregate) and is_open(e))
        inner = inner or (isinstance(e, s.Binary) and e.op in ARITHMETIC and e.op != "..")
        return in_brackets(text) if inner and not text.removeprefix("−").isdecimal() else text

    # -- functions and fields

    def function(self, name: str, args: Sequence[s.Expr], names: Names) -> NounPhrase:
        """The phrase for name(args), whatever that is in this ruleset."""
        v = self.vocabulary
        if not args:
            return v.phrase_of_name(name, names)
        if not v.is_own(name) and not v.attribute(name):
            if name in names:
                of = v.join([self.argument(a, names) for a in args])
                return v.say_part("{name} of {given}", name=names[name], given=of)
            return self.word(name, args, names)
        given = [self.argument(a, names) for a in args]
        noun = v.noun(name)
        if name in v.rules.tables and len(given) == 1 and v.lists_rows(name):
            return owned_by(given[0], noun, True)
        if name in v.rules.tables or v.of_number(name):
            return of_noun(noun, noun.plural_only, "der", v.say(" for {given}", given=v.join(given)))
        rest = v.say(" for {given}", given=v.join(given[1:])) if given[1:] else ""
        several = (v.many(args[0]) and not v.takes_list(name)) or self.lists_things(name)
        return self.possession(given[0], noun, several, rest)

    def lists_things(self, name: str) -> bool:
        """Whether a definition is a list of things, players or cards, not of numbers."""
        element = self.vocabulary.elements.get(name, "")
        return bool(element) and element not in ("number", "list", "answer", "group", "place")

    def possession(self, owner: NounPhrase, noun: Noun, several: bool = False, rest: str = "") -> NounPhrase:
        """`die Hand des Spielers`; `seine Hand`, where the owner is known as its subject."""
        return owned_by(owner, noun, several or noun.plural_only, rest)

    def word(self, name: str, args: Sequence[s.Expr], names: Names) -> NounPhrase:
        """The phrase for a word of the language and its arguments."""
        v = self.vocabulary
        thing = v.thing(args[0]) if name == "count" and args else None
        if thing is not None and (number := len(thing.members) or getattr(thing.count, "value", 0)):
            return fixed_phrase(str(number))
        if name == "count" and len(args) == 1 and (number := v.sizes.get(getattr(args[0], "name", ""), 0)):
            return fixed_phrase(str(number))
        if name in ("size", "count") and len(args) == 1:
            return v.say_part("the number of {things}", things=self.kind(args[0], names).all())
        if name in TOTALS and len(args) == 1:
            return self.total(name, args[0], names)
        if name in PLACED and len(args) == 1:
            noun, place = self.kind(args[0], names).noun, self.phrase(args[0], names)
            return v.say_part(PLACED[name], thing=noun, place=place)
        if name in FIRST:
            return self.beginning(name, args, names)
        if name in ("distinct", "reversed", "sorted") and len(args) == 1 and name == "distinct":
            return self.kind(s.Call(args[0].pos, name, [args[0]]), names).all()
        given = [self.argument(a, names) for a in args]
        if name in ("line", "step") and (way := WAYS.get(tuple(map(str, given[1:])))):
            if name == "line":
                return v.say_part("the line from {first} {way}", first=given[0], way=v.say(way))
            return v.say_part("the place one step {way} from {first}", first=given[0], way=v.say(way))
        sentence = SAID.get((name, len(args)))
        if sentence is None:
            raise Unsaid(name)
        if v.is_other_of_two(name, args):
            return v.say_part("the other player")
        if name == "item" and not given[1].isdecimal():
            sentence = mark("the entry of {first} whose number is {second}")
        return v.say_part(sentence, **dict(zip(_NAMED, given, strict=False)))

    def beginning(self, name: str, args: Sequence[s.Expr], names: Names) -> NounPhrase:
        """The first or last of a list, or some of them."""
        v, kind = self.vocabulary, self.kind(args[0], names)
        if len(args) == 1:
            found = v.say_part(FIRST[name], thing=kind.noun)
            return noun_phrase(lambda case: found.cases(case) + kind.one + kind.order, found.gender)
        number = self.phrase(args[1], names)
        if name != "first":
            raise Unsaid(name)
        if not number.isdecimal():
            return v.say_part("the first {things} (as many as {number})", number=number, things=kind.all(""))
        return v.say_part("the first {number} {things}", number=number, things=kind.all(""))

    def total(self, name: str, e: s.Expr, names: Names) -> NounPhrase:
        """The sum, the least or the most of a list."""
        v = self.vocabulary
        if isinstance(e, s.Field) and e.name == "size" and isinstance(e.target, s.Field) and v.many(e.target.target):
            zone = v.rules.zones.get(e.target.name)
            things = of_noun(self.component(zone.component if zone is not None else "card"), True, "der")
            place, owners = v.noun(e.target.name), self.phrase(e.target.target, names)
            which = owned_by(owners, place, True)
            if name != "sum":
                sentence = mark("the largest {place} of {owners}")
                sentence = sentence if name == "max" else mark("the smallest {place} of {owners}")
                which = v.say_part(sentence, place=place, owners=owners)
            return v.say_part("the number of {things} in {place}", things=things, place=which)
        if isinstance(e, s.Field) and v.attribute(e.name) and v.many(e.target):
            return self.over(name, v.noun(e.name), self.kind(e.target, names).all())
        if isinstance(e, s.Field) and v.variable(e.name) and v.many(e.target) and not e.args and name != "sum":
            return self.over(name, v.noun(e.name), self.phrase(e.target, names))
        return v.say_part(SAID[name, 1], first=self.phrase(e, names))

    def over(self, name: str, noun: Noun, things: NounPhrase) -> NounPhrase:
        """The sum, the least or the most of what things have."""
        attribute = of_noun(noun, True, "der") if name == "sum" else noun
        return self.vocabulary.say_part(TOTALS[name], attribute=attribute, things=things)

    # -- choices

    def aggregate(self, e: s.Aggregate, names: Names) -> NounPhrase:
        """The phrase for a word over a choice."""
        v = self.vocabulary
        if e.function in ("any", "no", "all"):
            return fixed_phrase(v.say("whether {condition}", condition=self.conditions.statement(e, names).after()))
        if len(e.choice.binders) > 1:
            return self.combination(e, names)
        binder = e.choice.binders[0]
        kind = self.kind(binder.source, names)
        if e.function in UNORDERED and isinstance(binder.source, s.Binary) and binder.source.op == "after":
            kind, other = self.kind(binder.source.left, names), self.phrase(binder.source.right, names)
            kind = kind.with_rest(rest := v.say(" other than {other}", other=other), rest)
        narrowed = self.narrow(kind, e.choice, names)
        if e.value is None:
            if e.function == "count":
                return v.say_part("the number of {things}", things=narrowed.all())
            if e.function in FIRST:
                found = v.say_part(FIRST[e.function], thing=kind.noun)
                rest = narrowed.one + narrowed.order
                return noun_phrase(lambda case: found.cases(case) + rest, found.gender)
            if e.function == "distinct":
                narrowed = Kind(narrowed.noun.with_adjective("verschieden"), narrowed.one, narrowed.many)
            if e.function in ("those", "distinct"):
                return narrowed.all()
            raise Unsaid(e.function)
        it = self.letter(kind.noun, names)
        value = self.phrase(e.value, {**names, binder.name: it})
        things = narrowed.all("all" if narrowed.many == "" else "der")
        noun = value.noun if value.owner is it else None
        if noun is not None and not noun.plural_only and e.function in TOTALS and value == owned_by(it, noun):
            return self.over(e.function, noun, things)
        if noun is not None and value.owned is not None and e.function in ("those", "distinct"):
            rest = value.owned(0).removeprefix(noun.many if value.many else noun.one)
            noun = noun.with_adjective("verschieden") if e.function == "distinct" else noun
            whose = v.say(" with {things}", things=things) if rest else f" {things.form('gen')}"
            return of_noun(noun, True, "der", rest + whose)
        if (counted := self.count_phrase(e, kind, names)) is not None and not narrowed.rest:
            return counted
        if e.function == "count" and e.value is not None:
            raise Unsaid("count")
        if e.function in ("min", "max") and v.is_list(e.value):
            if e.function == "max":
                return v.say_part(
                    "the highest list, entry by entry, over {things}: {value}", value=value, things=things
                )
            return v.say_part("the lowest list, entry by entry, over {things}: {value}", value=value, things=things)
        return v.say_part(OVERALL[e.function], value=value, things=things)

    def count_phrase(self, e: s.Aggregate, kind: Kind, names: Names) -> NounPhrase | None:
        """The number of things that all have together, or the least or most that one has; None for another value."""
        v, binder, value = self.vocabulary, e.choice.binders[0], e.value
        if not isinstance(value, s.Field) or value.name != "size" or not isinstance(value.target, s.Field):
            return None
        place = value.target
        if not isinstance(place.target, s.Name) or place.target.name != binder.name or v.zone(place.name) is None:
            return None
        if e.function == "sum":
            everywhere = s.Field(place.pos, binder.source, place.name, place.args)
            return v.say_part("the number of {things}", things=self.kind(everywhere, names).all())
        if e.function not in ("min", "max"):
            return None
        things = self.kind(place, {**names, binder.name: kind.a()}).all()
        if e.function == "min":
            return v.say_part("the lowest number of {things}", things=things)
        return v.say_part("the highest number of {things}", things=things)

    def combination(self, e: s.Aggregate, names: Names) -> NounPhrase:
        """The phrase for a word over several things at once."""
        v = self.vocabulary
        inner, parts = self.several(e.choice, names)
        over: Any = parts
        if e.choice.where is not None:
            condition = self.conditions.statement(e.choice.where, inner).main()
            over = v.say_part("{things}, for which this holds: {condition},", things=parts, condition=condition)
        if e.value is None:
            if e.function != "count":
                raise Unsaid(e.function)
            return v.say_part("the number of choices of {things}", things=over)
        return v.say_part(OVERALL[e.function], value=self.argument(e.value, inner), things=over)

    def several(self, choice: s.Choice, names: Names) -> tuple[dict[str, NounPhrase], NounPhrase]:
        """The things of a choice of several, and the names with theirs."""
        v = self.vocabulary
        inner, parts = dict(names), []
        for binder in choice.binders:
            kind = self.kind(binder.source, inner)
            name = inner[binder.name] = v.local_name(binder.name, kind.noun, inner)
            called = "" if str(name) == str(of_noun(kind.noun, False, "dies")) else f" ({name})"
            parts.append(kind.with_rest(called, called).a())
        return inner, v.join(parts)

    def component(self, name: str) -> Noun:
        return self.vocabulary.noun(name)

    def sorted_list(self, e: s.ListOf, names: Names) -> NounPhrase:
        """The entries of a list one after another."""
        return self.vocabulary.join([self.phrase(one, names) for one in e.items], AND_THEN)
