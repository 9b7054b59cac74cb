"""Lists and choices in another language: what their items are, and which of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from ...base.languages.catalogues import mark
from ...base.languages.declension import MANY, Noun, NounPhrase, of_cases, of_noun
from ...language import syntax as s
from ..fallback import Unsaid
from .sentences import Bracketed, Clause, Joined, Statement
from .statements import Statements
from .vocabulary import Kind, Names, OtherWords


@dataclass(frozen=True, slots=True)
class Lists(ABC):
    """The kinds of lists; phrases.py says everything else."""

    vocabulary: OtherWords

    @property
    @abstractmethod
    def conditions(self) -> Statements:
        """The writer of conditions."""

    @abstractmethod
    def phrase(self, e: s.Expr, names: Names) -> NounPhrase:
        """The expression as a noun phrase."""

    @abstractmethod
    def several(self, choice: s.Choice, names: Names) -> tuple[dict[str, NounPhrase], NounPhrase]:
        """The things of a choice of several, and the names with theirs."""

    @abstractmethod
    def operand(self, e: s.Expr, names: Names, op: str, right: bool = False) -> NounPhrase:
        """One side of an operator."""

    def many(self, e: s.Expr, names: Names) -> bool:
        """Whether an expression stands for several things."""
        if isinstance(e, s.Name) and e.name in names and names[e.name].many:
            return True
        return self.vocabulary.many(e)

    def kind(self, e: s.Expr, names: Names) -> Kind:
        """The noun for the items of a list, and what follows it."""
        v = self.vocabulary
        if isinstance(e, s.Name) and e.name in v.plurals:
            one = v.plurals[e.name]
            return Kind(v.noun(one), player=one == "player")
        if isinstance(e, s.Name) and e.name in v.nouns_of_lists:
            return v.nouns_of_lists[e.name]
        if isinstance(e, s.Binary) and (found := self.kind_of_binary(e, names)) is not None:
            return found
        if isinstance(e, s.Aggregate) and e.function in ("those", "distinct") and e.value is None:
            inner = self.narrow(self.kind(e.choice.binders[0].source, names), e.choice, names)
            return self.different(inner) if e.function == "distinct" else inner
        if isinstance(e, s.Call) and e.name == "distinct" and isinstance(e.args[0], s.Field) and not e.args[0].args:
            of = e.args[0]
            if v.attribute(of.name) and self.many(of.target, names):
                rest = v.say(" among {things}", things=self.kind(of.target, names).all())
                return self.different(Kind(v.noun(of.name), rest, rest))
        if isinstance(e, s.Call | s.Field) and e.name in ("first", "last", "reversed", "those", "distinct", "sorted"):
            args = [e.target, *e.args] if isinstance(e, s.Field) else e.args
            inner = self.kind(args[0], names)
            if e.name == "distinct":
                return self.different(inner)
            if e.name == "reversed":
                return inner.with_rest(rest := v.say(", beginning with the last,"), rest)
            if e.name == "sorted" or len(args) > 1:
                rest = v.say(" among {things}", things=self.phrase(e, names))
                return Kind(inner.noun, rest, rest, inner.player)
            return inner
        return self.kind_of_name(e, names)

    def different(self, kind: Kind) -> Kind:
        """The kind of the distinct items of a list."""
        return replace(kind, noun=kind.noun.with_adjective("verschieden"))

    def kind_of_name(self, e: s.Expr, names: Names) -> Kind:
        """The noun for places, groups and everything else with a name."""
        v = self.vocabulary
        if isinstance(e, s.Field) and e.name == "groups":
            rest = f" {self.phrase(e.target, names).form('wo')}"
            return Kind(v.say_noun(mark("noun: group")), rest, rest)
        if isinstance(e, s.Call) and e.name == "splits":
            first, second = (self.phrase(one, names) for one in e.args)
            rest = v.say(" to share out {first} among {second} heaps", first=first, second=second)
            return Kind(v.say_noun(mark("noun: way")), rest, rest)
        if isinstance(e, s.Field | s.Call) and e.name in ("row", "column", "line"):
            thing = next((thing for thing in v.rules.things.values() if thing.grid is not None), None)
            noun = v.noun(thing.name) if thing is not None else v.say_noun(mark("noun: place"))
            rest = v.say(" on {line}", line=self.phrase(e, names))
            return Kind(noun, rest, rest)
        name = e.name if isinstance(e, s.Name | s.Field | s.Call) and e.name not in names else ""
        if (zone := v.zone(name)) is not None:
            noun, place = v.noun(zone.component), self.phrase(e, names)
            if (held := v.noun_of_held(name)) is not None:  # `the cards of the tent`, `the cards played`
                noun = held
                rest = f" {place.owner.cases(1)}" if place.owner is not None and not place.owner.own else ""
            else:
                rest = f" {place.form('wo')}"
            return Kind(noun, rest, rest)
        if isinstance(e, s.Aggregate) and e.value is not None:
            inner = self.phrase(e, names)
            if len(e.choice.binders) > 1 and isinstance(e.value, s.Name):
                bound = next((b for b in e.choice.binders if b.name == e.value.name), None)
                if bound is None:
                    raise Unsaid(e.value.name)
                known = {**names, **self.several(e.choice, names)[0]}
                rest = v.say(" of {values}", values=inner)
                return Kind(self.kind(bound.source, known).noun, rest, rest)
            if inner.noun is not None and e.function in ("those", "distinct"):
                rest = str(inner).removeprefix(str(of_noun(inner.noun, True, "der")))
                return Kind(inner.noun, rest, rest)
            rest = v.say(" of {values}", values=inner)
            return Kind(v.say_noun(mark("noun: value")), rest, rest)
        element = v.elements.get(getattr(e, "name", ""), "")
        if element:
            own = v.words.names.get(name)
            things = element not in ("number", "list", "answer", "group", "place")
            if own is not None and own.forms.get("gender", MANY) != MANY and things:
                told = self.phrase(e, names)
                rest = str(told).removeprefix(str(of_noun(v.noun(name), True, "der")))
                return Kind(v.noun(name), rest, rest, element == "player")
            noun = self.element(element)
            rest = v.say(" among {things}", things=self.phrase(e, names))
            return Kind(noun, rest, rest)
        if name in v.rules.tables and v.lists_rows(name):
            owner = self.phrase(e, names).owner
            rest = f" {owner.cases(1)}" if owner is not None else ""
            return Kind(v.noun(name), rest, rest)
        if isinstance(e, s.If | s.ListOf | s.Binary):
            rest = v.say(" among {things}", things=self.phrase(e, names))
            return Kind(self.common_noun(e, names), rest, rest)
        raise Unsaid(getattr(e, "name", type(e).__name__))

    def common_noun(self, e: s.Expr, names: Names) -> Noun:
        """The noun for what a list put together of others holds."""
        v = self.vocabulary
        if isinstance(e, s.If):
            return self.common_noun(e.then, names)
        if isinstance(e, s.ListOf) and e.items:
            return self.common_noun(e.items[0], names)
        if isinstance(e, s.Binary):
            return self.common_noun(e.left, names)
        if isinstance(e, s.Number | s.Unary):
            return v.say_noun(mark("noun: number"))
        name = getattr(e, "name", "")
        if name in v.elements:
            return self.element(v.elements[name])
        things = [one.name for one in v.rules.things.values() if name in (member for member, _ in one.members)]
        if things:
            return v.noun(things[0])
        variable = v.variable(name)
        if variable is not None and isinstance(variable.initial, s.TypeText):
            return v.noun(variable.initial.name)
        if name in names and (noun := names[name].noun) is not None:
            return noun
        raise Unsaid(name or type(e).__name__)

    def element(self, word: str) -> Noun:
        """The noun for the items of a definition or setting."""
        known = {"number": mark("noun: number"), "place": mark("noun: place"), "group": mark("noun: group")}
        return self.vocabulary.say_noun(known[word]) if word in known else self.vocabulary.noun(word)

    def kind_of_binary(self, e: s.Binary, names: Names) -> Kind | None:
        """The noun for turn orders, ranges and joined lists."""
        v = self.vocabulary
        if e.op in ("from", "after"):
            inner, first = self.kind(e.left, names), self.phrase(e.right, names)
            if e.op == "from":
                return replace(inner, order=v.say(", beginning with {first},", first=first))
            order = v.say(", in order from the left of {first},", first=first)
            return replace(inner, noun=inner.noun.with_adjective("ander"), order=order)
        if e.op == "..":
            low, high = self.phrase(e.left, names), self.phrase(e.right, names)
            plain = high.removeprefix("−").isdecimal()
            sentence = mark(" from {low} to {high}") if plain else mark(" from {low} up to {high}")
            rest = v.say(sentence, low=low, high=high)
            return Kind(v.say_noun(mark("noun: number")), rest, rest)
        if e.op == "-":
            left = self.kind(e.left, names)
            rest = v.say(" without {right}", right=self.operand(e.right, names, e.op, True))
            return left.with_rest(rest, rest)
        if e.op == "+":
            left, right = self.kind(e.left, names), self.kind(e.right, names)
            if left.noun == right.noun:
                rest = f"{left.many} {v.say('and')} {right.many.strip()}"
                return Kind(left.noun, rest, rest)
        return None

    # -- which of them

    def letter(self, noun: Noun, names: Names) -> NounPhrase:
        """The thing that a condition is about: `diese Karte`, unlike all others around it."""
        return self.vocabulary.another(noun, {str(phrase) for phrase in names.values()})

    def narrow(self, kind: Kind, choice: s.Choice, names: Names) -> Kind:
        """The kind with what restricts a choice: `, deren Wert 3 ist,`."""
        one, many = (self.filter_words(choice, kind, names, several) for several in (False, True))
        return kind.with_rest(one, many)

    def filter_words(self, choice: s.Choice, kind: Kind, names: Names, many: bool) -> str:
        """The words that restrict a choice: `, deren Wert 3 ist,`, ` mit dem höchsten Gebot`."""
        v, name = self.vocabulary, choice.binders[0].name
        out = ""
        if choice.where is not None:
            out += self.relative(choice.where, name, kind, names, many)
        if choice.best is not None:
            keys = choice.best.items if isinstance(choice.best, s.ListOf) else [choice.best]
            told = v.join([self.best(key, name, kind, names, choice.most) for key in keys], mark("and then"))
            out += v.say(" with {best}", best=told)
        if choice.order is not None:
            it = self.letter(kind.noun, names)
            out += v.say(", in the order of {key}", key=self.phrase(choice.order, {**names, name: it}))
        return out

    def best(self, key: s.Expr, name: str, kind: Kind, names: Names, most: bool) -> NounPhrase:
        """The value that has to be the highest: `das höchste Gebot`."""
        v, it = self.vocabulary, self.letter(kind.noun, names)
        value = self.phrase(key, {**names, name: it})
        compared = getattr(key, "name", "") in v.elements
        if value.noun is None:
            sentence = mark("the highest value of {value}") if most else mark("the lowest value of {value}")
            return v.say_part(sentence, value=value)
        owned = value.noun
        if value.owner is None:
            rest = str(value).removeprefix(str(of_noun(owned, owned.plural_only, "der")))
            found = v.say_part("the highest {key}", key=owned) if most else v.say_part("the lowest {key}", key=owned)
            return of_cases(found, rest)
        rest = value.owned(0).removeprefix(owned.many if owned.plural_only else owned.one) if value.owned else ""
        if value.owner is not it:
            sentence = mark("the highest {key} of {owner}") if most else mark("the lowest {key} of {owner}")
            return v.say_part(sentence, key=owned, owner=value.owner)
        if compared:
            rest += v.say(", compared one by one")
        sentence = mark("the highest {key}") if most else mark("the lowest {key}")
        found = v.say_part(sentence, key=owned)
        if owned.plural_only:
            sentence = mark("the most {key}") if most else mark("the fewest {key}")
            found = v.say_part(sentence, key=owned)
        return of_cases(found, rest)

    def relative(self, e: s.Expr, name: str, kind: Kind, names: Names, many: bool) -> str:
        """A condition about `name` as a relative clause, between commas."""
        v, it = self.vocabulary, self.letter(kind.noun, names)
        gender = MANY if many else kind.noun.gender
        pieces: list[str] = []
        others: list[Statement] = []
        for part in conjuncts(e):
            clause = self.conditions.statement(part, {**names, name: it})
            if clause.main() == v.say("always"):
                continue
            if told := clause.relative(gender, it) if isinstance(clause, Clause) else "":
                pieces.append(told.removesuffix(","))
            else:
                others.append(Bracketed(clause) if isinstance(clause, Joined) else clause)
        if others:
            # what is said of it otherwise stands together
            condition = others[0] if len(others) == 1 else Joined(others, v.say("and"))
            condition = condition.inner if isinstance(condition, Bracketed) else condition
            pieces.append(v.say(_WHICH[gender], condition=condition.main()).removesuffix(","))
        return f", {v.say('and').join(f' {piece} ' for piece in pieces).strip()}," if pieces else ""


_WHICH = {
    "m": mark("m: for which this holds: {condition}"), "f": mark("f: for which this holds: {condition}"),
    "n": mark("n: for which this holds: {condition}"), MANY: mark("many: for which this holds: {condition}"),
}  # fmt: skip


def conjuncts(e: s.Expr) -> list[s.Expr]:
    """The parts of `a and b and c`."""
    if isinstance(e, s.Binary) and e.op == "and":
        return [*conjuncts(e.left), *conjuncts(e.right)]
    return [e]
