"""Expressions of a ruleset in plain English, for the printed rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from ..language import syntax as s
from .conditions import Conditions
from .vocabulary import OVER, SAID, WAYS, Kind, Names, Over, Vocabulary, belonging, placeholder
from .wording import VERBS, agreeing, bare, listed, of, plain, plural, possessive

PREPOSITIONS = ("in", "of", "on", "to", "for", "with", "at")


@dataclass(frozen=True, slots=True)
class English:
    """Writes expressions as noun phrases with the words of one ruleset."""

    vocabulary: Vocabulary

    @property
    def conditions(self) -> Conditions:
        """Writes the yes-or-no expressions."""
        return Conditions(self.vocabulary, self)

    def phrase(self, e: s.Expr, names: Names) -> str:
        """The expression as a noun phrase: `the number of cards in the player's hand`."""
        if isinstance(e, s.Number):
            return str(e.value)
        if isinstance(e, s.Text):
            return f"“{e.value}”"
        if isinstance(e, s.Truth):
            return "yes" if e.value else "no"
        if isinstance(e, s.Nothing):
            return "none"
        if isinstance(e, s.Name):
            return self.vocabulary.name(e.name, names)
        if isinstance(e, s.Field | s.Call):
            return self.function(e.name, [e.target, *e.args] if isinstance(e, s.Field) else e.args, names)
        if isinstance(e, s.Aggregate):
            return self.aggregate(e, names)
        if isinstance(e, s.If):
            then, otherwise = self.phrase(e.then, names), self.phrase(e.otherwise, names)
            return f"{then} if {self.conditions.told(e.condition, names)}, otherwise {otherwise}"
        if isinstance(e, s.ListOf):
            return listed([self.phrase(item, names) for item in e.items]) or "nothing"
        if isinstance(e, s.Unary) and e.op == "-":
            return f"minus {self.phrase(e.value, names)}"
        if isinstance(e, s.Binary) and e.op not in ("and", "or", "in", "not in"):
            return self.binary(e, names)
        return f"whether {self.conditions.told(e, names)}"

    def binary(self, e: s.Binary, names: Names) -> str:
        left, right = self.operand(e.left, names), self.operand(e.right, names)
        if left.isdecimal() and right.isdecimal() and e.op in ("+", "-", "*"):
            a, b = int(left), int(right)
            return str(a + b if e.op == "+" else a - b if e.op == "-" else a * b)
        if e.op == "*" and left == "1":
            return right
        if e.op == ".." and left == right:
            return left
        if e.op in ("+", "-") and (self.vocabulary.is_list(e.left) or self.vocabulary.is_list(e.right)):
            return f"{left} and {right}" if e.op == "+" else f"{left} without {right}"
        if e.op in ("/up", "/down"):
            words = f"half of {left}" if right == "2" else f"{left} divided by {right}"
            return f"{words}, rounded {e.op[1:]}"
        if e.op in ("from", "after"):
            return f"the {self.kind(e, names).all}"
        if e.op == "or else":
            return f"{left} ({right} if there is none)"
        words = {"+": "plus", "-": "minus", "*": "times", "mod": "modulo", "..": "to"}[e.op]
        return f"{left} {words} {right}"

    def operand(self, e: s.Expr, names: Names) -> str:
        text = self.phrase(e, names)
        inner = isinstance(e, s.If) or (isinstance(e, s.Binary) and e.op in ("*", "/up", "/down", "mod"))
        return f"({text})" if inner else text

    # -- functions and fields

    def function(self, name: str, args: list[s.Expr], names: Names) -> str:
        """name(args), whatever that is in this ruleset."""
        vocabulary, rules = self.vocabulary, self.vocabulary.rules
        own = vocabulary.zone(name) or vocabulary.variable(name) or name in rules.definitions or name in rules.tables
        given = [self.phrase(a, names) for a in args]
        if not args:
            return vocabulary.name(name, names)
        if not own and not vocabulary.attribute(name):
            return f"{names[name]} of {listed(given)}" if name in names else self.word(name, args, names)
        if name in rules.tables:
            start = f"what {plain(name)}" if name.partition("_")[0] in VERBS else f"the {plain(name)} for"
            return f"{start} {listed(given)}"
        if name in rules.definitions and name.rpartition("_")[2] in PREPOSITIONS:
            return f"the {plain(name)} {listed(given)}"
        suffix = f" for {listed(given[1:])}" if given[1:] else ""
        if not vocabulary.many(args[0]):
            return of(given[0], plain(name)) + suffix
        kind, noun = self.kind(args[0], names), plural(plain(name))
        if kind.rest:
            return f"the {noun}{'' if vocabulary.attribute(name) else suffix} of the {kind.all}"
        return f"all {possessive(kind.many)} {noun}{suffix}"

    def word(self, name: str, args: list[s.Expr], names: Names) -> str:
        """A word of the language over what it is given."""
        given = [self.phrase(a, names) for a in args]
        thing = self.vocabulary.thing(args[0]) if name == "count" and args else None
        if thing is not None and (number := len(thing.members) or getattr(thing.count, "value", 0)):
            return str(number)
        if name == "number" and len(args) == 1:
            return of(given[0], "seat number" if given[0].endswith("player") else "number")
        template = SAID.get((name, len(args)))
        if template is None:
            return f"{plain(name)} {'of ' + listed(given) if given else ''}".strip()
        kind = self.kind(args[0], names)
        if name in OVER and OVER[name].adjective and len(args) == 1:
            return self.total(OVER[name], args[0], names)
        if name == "first" and len(args) > 1 and not given[1].isdecimal():
            return f"the first {kind.all} ({given[1]})"
        if name == "line" and (way := WAYS.get(tuple(given[1:]))):
            return f"the places from {given[0]} on {way}"
        return template.format(*given, one=kind.each, many=kind.all, bare=bare(given[0]))

    def total(self, word: Over, e: s.Expr, names: Names) -> str:
        """sum, min and max of a list."""
        many = self.vocabulary.many
        if isinstance(e, s.Field) and e.name == "size" and isinstance(e.target, s.Field) and many(e.target.target):
            return f"the number of cards in {word.places}{self.phrase(e.target, names)}"
        if isinstance(e, s.Field) and self.vocabulary.attribute(e.name) and many(e.target):
            kind = self.kind(e.target, names)
            if kind.rest:
                return f"the {word.adjective} {plain(e.name)} of the {kind.all}"
        return f"the {word.adjective} of {self.phrase(e, names)}"

    # -- lists and choices

    def kind(self, e: s.Expr, names: Names, many: bool = True) -> Kind:
        """What the members of a list are called; many if `rest` is to follow the plural."""
        if isinstance(e, s.Name) and e.name in self.vocabulary.plurals:
            one = plain(self.vocabulary.plurals[e.name])
            return Kind(one, plain(e.name), "", one == "player")
        if isinstance(e, s.Name) and e.name in self.vocabulary.lists:
            return self.vocabulary.lists[e.name]
        if isinstance(e, s.Binary) and (found := self.kind_of_binary(e, names)) is not None:
            return found
        if isinstance(e, s.Aggregate) and e.function in ("those", "distinct") and e.value is None:
            binder = e.choice.binders[0]
            inner = self.kind(binder.source, names)
            rest = inner.rest + self.filtered(e.choice, inner, names, many)
            return Kind(inner.one, inner.many, rest, inner.player)
        if isinstance(e, s.Call) and e.name in ("those", "distinct", "sorted"):
            return self.kind(e.args[0], names)
        return self.kind_of_name(e, names)

    def kind_of_name(self, e: s.Expr, names: Names) -> Kind:
        """Places, groups and everything else that has a name."""
        if isinstance(e, s.Field) and e.name == "groups":
            return Kind("group", "groups", f" in {self.phrase(e.target, names)}")
        if isinstance(e, s.Call) and e.name == "splits":
            return Kind("way", "ways", bare(self.phrase(e, names)).removeprefix("ways"))
        name = e.name if isinstance(e, s.Name | s.Field | s.Call) and e.name not in names else ""
        if (zone := self.vocabulary.zone(name)) is not None:
            noun = plain(zone.component)
            if isinstance(e, s.Field) and plain(zone.name) == plural(noun) and not self.vocabulary.many(e.target):
                return Kind(noun, plural(noun), f" of {self.phrase(e.target, names)}")
            return Kind(noun, plural(noun), f" in {self.phrase(e, names)}")
        if isinstance(e, s.Field) and e.name.endswith("s") and not e.args:
            noun = plain(e.name)
            return Kind(noun[:-1], noun, f" of {self.phrase(e.target, names)}")
        text = self.phrase(e, names)
        noun = bare(text)
        if isinstance(e, s.Name) and noun.endswith("s"):
            return Kind(noun[:-1], noun)
        return Kind("one", "things", f" of {text}")

    def kind_of_binary(self, e: s.Binary, names: Names) -> Kind | None:
        """Turn orders, ranges and lists put together."""
        if e.op in ("from", "after"):
            inner, first = self.kind(e.left, names), self.phrase(e.right, names)
            if e.op == "from":
                return Kind(inner.one, inner.many, f"{inner.rest}, beginning with {first},", inner.player)
            rest = f", in order from the left of {first},"
            return Kind(f"other {inner.one}", f"other {inner.many}", rest, inner.player)
        if e.op == "..":
            low, high = self.phrase(e.left, names), self.phrase(e.right, names)
            return Kind("number", "numbers", f" from {low} to {high}")
        if e.op == "+":
            left, right = self.kind(e.left, names), self.kind(e.right, names)
            if left.one == right.one and left.rest.startswith(" in "):
                return Kind(left.one, left.many, f"{left.rest} and {right.rest.removeprefix(' in ')}")
        return None

    def filtered(self, choice: s.Choice, kind: Kind, names: Names, many: bool) -> str:
        """What narrows a choice down: ` whose value is 3`, ` with the highest offer`."""
        name = choice.binders[0].name
        out = ""
        if choice.where is not None:
            out += self.relative(choice.where, name, kind, names, many)
        if choice.best is not None:
            word = "highest" if choice.most else "lowest"
            keys = choice.best.items if isinstance(choice.best, s.ListOf) else [choice.best]
            out += " with " + listed([f"the {word} {self.key(key, name, kind, names)}" for key in keys], "and then")
        if choice.order is not None:
            out += f", in the order of {self.key(choice.order, name, kind, names)}"
        return out

    def key(self, e: s.Expr, name: str, kind: Kind, names: Names) -> str:
        it = placeholder(names)
        text = self.phrase(e, {**names, name: it})
        return belonging(text, it) or bare(text).replace(it, f"that {kind.one}")

    def relative(self, e: s.Expr, name: str, kind: Kind, names: Names, many: bool) -> str:
        """A condition about `name` as a relative clause."""
        it = placeholder(names)
        inner = {**names, name: it}
        who = "who" if kind.player else "that"
        pieces = []
        for part in _conjuncts(e):
            text = self.conditions.told(part, inner)
            if text == "always":
                continue
            if noun := belonging(text, it):
                pieces.append(f"whose {noun}")
            elif text.count(it) == 1 and text.startswith(f"{it} "):
                pieces.append(f"{who} {agreeing(text.removeprefix(f'{it} '), many)}")
            else:
                for_ = "for whom" if who == "who" else "for which"
                pieces.append(f"{for_} {text.replace(it, f'that {kind.one}')}")
        return f" {' and '.join(pieces)}" if pieces else ""

    def aggregate(self, e: s.Aggregate, names: Names) -> str:
        """A word over a choice as a noun phrase."""
        if e.function in ("any", "no", "all"):
            return f"whether {self.conditions.told(e, names)}"
        binder = e.choice.binders[0]
        kind = self.kind(binder.source, names)
        if len(e.choice.binders) > 1:
            return f"the {e.function} over {listed([self.kind(b.source, names).many for b in e.choice.binders])}"
        word = OVER[e.function]
        every = kind.all + self.filtered(e.choice, kind, names, True)
        if e.value is None:
            return word.things.format(one=kind.each + self.filtered(e.choice, kind, names, False), many=every)
        it = placeholder(names)
        value = self.phrase(e.value, {**names, binder.name: it})
        the = "all" if every == kind.many else "the"
        if noun := belonging(value, it):
            if word.adjective:
                return f"the {word.adjective} {noun} of {the} {every}"
            return f"{word.values} the {plural(noun)} of {the} {every}".strip()
        if word.places and the == "all" and value.startswith("the number of ") and value.count(it) == 1:
            return f"the {word.adjective} {bare(value).replace(it, f'any {kind.one}')}"
        that = value.replace(it, f"that {kind.one}")
        return f"{word.values.removesuffix(' of')}, over {the} {every}, of {that}".strip()


def _conjuncts(e: s.Expr) -> list[s.Expr]:
    """The parts of `a and b and c`."""
    if isinstance(e, s.Binary) and e.op == "and":
        return [*_conjuncts(e.left), *_conjuncts(e.right)]
    return [e]
