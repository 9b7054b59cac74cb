"""Expressions of a ruleset in English, as noun phrases for the rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..base.display_names import Wording
from ..base.english import is_many, join_words, possessive
from ..language import syntax as s
from .conditions import Conditions
from .vocabulary import OVER, SAID, WAYS, ListKind, Names, Over, Vocabulary, what_belongs
from .wording import PREPOSITIONS, VERBS, article, make_agree, noun_of, without_article

POSSESSIVE = "'s "
ARITHMETIC = ("+", "-", "*", "/up", "/down", "mod", "..")
# words over a list whose order plays no part
UNORDERED = ("count", "sum", "min", "max")
# what may stand left of a sign without brackets
LOOSE = {"+": ("+", "-"), "-": ("+", "-"), "*": ("*",)}


def is_open(e: s.Expr) -> bool:
    """Whether the words of an expression end in a clause that following words would seem to belong to."""
    if isinstance(e, s.Aggregate):
        choice = e.choice
        tail = choice.where or choice.best or choice.order
        own = isinstance(e.value, s.Field) and isinstance(e.value.target, s.Name) and not e.value.args
        return (
            tail is not None
            or (e.value is not None and not own)
            or e.function in ("any", "no", "all")
            or any(is_open(b.source) for b in choice.binders)
        )
    if isinstance(e, s.Compare):
        return any(map(is_open, e.items))
    if isinstance(e, s.Field):
        if e.name == "line":
            return True
        return any(map(is_open, [e.target, *e.args]))
    if isinstance(e, s.Call):
        if e.name == "first" and len(e.args) > 1:
            return isinstance(e.args[1], s.Number)
        return any(map(is_open, e.args))
    if isinstance(e, s.Binary):
        return e.op in ("from", "after") or is_open(e.right)
    return isinstance(e, s.Unary) and is_open(e.value)


@dataclass(frozen=True, slots=True)
class English:
    """Writes expressions as noun phrases, with the words of one ruleset."""

    vocabulary: Vocabulary

    @property
    def words(self) -> Wording:
        """The words for the ruleset's names."""
        return self.vocabulary.words

    @property
    def conditions(self) -> Conditions:
        """The writer of conditions."""
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
            then = self.phrase(e.then, names)
            then = f"({then})" if isinstance(e.then, s.If) else then
            condition, otherwise = self.conditions.statement(e.condition, names), self.phrase(e.otherwise, names)
            return f"{then} if {condition}, otherwise {otherwise}"
        if isinstance(e, s.ListOf):
            return join_words([self.phrase(item, names) for item in e.items]) or "nothing"
        if isinstance(e, s.Unary) and e.op == "-":
            text = self.operand(e.value, names, e.op, True)
            return f"−{text}" if text.isdecimal() else f"minus {text}"
        if isinstance(e, s.Binary) and e.op not in ("and", "or", "in", "not in"):
            return self.binary(e, names)
        return f"whether {self.conditions.statement(e, names)}"

    def binary(self, e: s.Binary, names: Names) -> str:
        if e.op in ("from", "after"):
            return f"the {self.kind(e, names).all}"
        left, right = self.operand(e.left, names, e.op), self.operand(e.right, names, e.op, True)
        if left.isdecimal() and right.isdecimal() and e.op in ("+", "-", "*"):
            a, b = int(left), int(right)
            return str(a + b if e.op == "+" else a - b if e.op == "-" else a * b)
        if (core := self.core(e, names)) is not e:
            return self.phrase(core, names)
        if e.op == ".." and left == right:
            return left
        if e.op in ("+", "-") and (self.vocabulary.is_list(e.left) or self.vocabulary.is_list(e.right)):
            return f"{left} and {right}" if e.op == "+" else f"{left} without {right}"
        if e.op in ("/up", "/down"):
            words = f"half of {left}" if right == "2" else f"{left} divided by {right}"
            return f"{words}, rounded {e.op[1:]}"
        if e.op == "or else":
            return f"{left} ({right} if there is none)"
        if e.op == "mod":
            return f"the remainder of {left} divided by {right}"
        words = {"+": "plus", "-": "minus", "*": "times", "..": "to"}[e.op]
        return f"{left} {words} {right}"

    def core(self, e: s.Expr, names: Names) -> s.Expr:
        """The expression without factors of 1: `penalty * cards` with a penalty of 1 is `cards`."""
        while isinstance(e, s.Binary) and e.op == "*" and self.phrase(e.left, names) == "1":
            e = e.right
        return e

    def operand(self, e: s.Expr, names: Names, op: str, right: bool = False) -> str:
        """One side of an operator, in brackets if the order of operations would be unclear."""
        e = self.core(e, names)
        text = self.phrase(e, names)
        if text.removeprefix("−").isdecimal():
            return text
        if isinstance(e, s.Binary) and e.op == "or else" and right and op != e.op:
            return f"({self.phrase(e.left, names)}, or {self.phrase(e.right, names)} if there is none)"
        return f"({text})" if self.needs_brackets(e, op, right) else text

    def needs_brackets(self, e: s.Expr, op: str, right: bool) -> bool:
        if isinstance(e, s.If | s.Unary):
            return True
        if op in ("..", "or else"):
            return isinstance(e, s.Binary) and e.op in (op, "*", "/up", "/down", "mod") and e.op != "or else"
        if isinstance(e, s.Binary) and e.op in ARITHMETIC:
            lists = e.op != op and self.vocabulary.is_list(e)
            return right or lists or e.op not in LOOSE.get(op, ()) or is_open(e)
        return not right and is_open(e)

    def ends_open(self, e: s.Expr) -> bool:
        return is_open(e)

    def argument(self, e: s.Expr, names: Names) -> str:
        """The argument of a function: sums, products and conditions in brackets."""
        text = self.phrase(e, names)
        inner = isinstance(e, s.If | s.Unary) or (isinstance(e, s.Aggregate) and is_open(e))
        inner = inner or (isinstance(e, s.Binary) and e.op in ARITHMETIC and e.op != "..")
        return f"({text})" if inner and not text.removeprefix("−").isdecimal() else text

    # -- functions and fields

    def function(self, name: str, args: list[s.Expr], names: Names) -> str:
        """The phrase for name(args), whatever that is in this ruleset."""
        vocabulary, rules = self.vocabulary, self.vocabulary.rules
        own = vocabulary.zone(name) or vocabulary.variable(name) or name in rules.definitions or name in rules.tables
        given = [self.argument(a, names) for a in args]
        if not args:
            return vocabulary.name(name, names)
        if not own and not vocabulary.attribute(name):
            return f"{names[name]} of {join_words(given)}" if name in names else self.word(name, args, names)
        if name in rules.tables:
            start = (
                f"what {self.words.name(name)}" if name.partition("_")[0] in VERBS else f"the {self.words.name(name)}"
            )
            joined = start.startswith("what ") or name.rpartition("_")[2] in PREPOSITIONS
            return f"{start} {'' if joined else 'for '}{join_words(given)}"
        if name in rules.definitions and name.rpartition("_")[2] in PREPOSITIONS:
            return f"the {self.words.name(name)} {join_words(given)}"
        if vocabulary.of_number(name):
            return f"the {self.words.name(name)} for {join_words(given)}"
        suffix = f" for {join_words(given[1:])}" if given[1:] else ""
        if not vocabulary.many(args[0]) or vocabulary.takes_list(name):
            return noun_of(given[0], self.words.name(name)) + suffix
        kind, noun = self.kind(args[0], names), self.words.plural(self.words.name(name))
        if kind.rest:
            return f"the {noun}{'' if vocabulary.attribute(name) else suffix} of the {kind.all}"
        return f"all {possessive(kind.many)} {noun}{suffix}"

    def word(self, name: str, args: list[s.Expr], names: Names) -> str:
        """The phrase for a word of the language and its arguments."""
        given = [self.argument(a, names) for a in args]
        thing = self.vocabulary.thing(args[0]) if name == "count" and args else None
        if thing is not None and (number := len(thing.members) or getattr(thing.count, "value", 0)):
            return str(number)
        if (
            name == "count"
            and len(args) == 1
            and (number := self.vocabulary.sizes.get(getattr(args[0], "name", ""), 0))
        ):
            return str(number)
        if name == "number" and len(args) == 1:
            return noun_of(given[0], "seat number" if given[0].endswith("player") else "number")
        if name in ("row", "column") and len(args) == 1:
            return noun_of(given[0], name)
        template = SAID.get((name, len(args)))
        if template is None:
            return f"{self.words.name(name)} {'of ' + join_words(given) if given else ''}".strip()
        kind = self.kind(args[0], names)
        if name in OVER and OVER[name].adjective and len(args) == 1:
            return self.total(OVER[name], args[0], names)
        if name == "first" and len(args) > 1 and not given[1].isdecimal():
            return f"the first {kind.all} (as many as {given[1]})"
        if name == "item" and not given[1].isdecimal():
            return f"the entry of {given[0]} whose number is {given[1]}"
        if self.vocabulary.is_other_of_two(name, args):
            return "the other player"
        if name in ("left", "right") and len(args) > 1 and given[1].isdecimal():
            return f"the player {given[1]} seat{'s' * (given[1] != '1')} to the {name} of {given[0]}"
        if name == "line" and (way := WAYS.get(tuple(given[1:]))):
            return f"the line from {given[0]} {way}"
        if name == "step" and (way := WAYS.get(tuple(given[1:]))):
            return f"the place one step {way} from {given[0]}"
        return template.format(*given, one=kind.each, many=kind.all, bare=without_article(given[0]))

    def total(self, word: Over, e: s.Expr, names: Names) -> str:
        """The phrase for the sum, min or max of a list."""
        many = self.vocabulary.many
        if isinstance(e, s.Field) and e.name == "size" and isinstance(e.target, s.Field) and many(e.target.target):
            zone = self.vocabulary.rules.zones.get(e.target.name)
            things = self.words.plural(self.words.name(zone.component)) if zone is not None else "cards"
            return f"the number of {things} in {word.places}{self.phrase(e.target, names)}"
        if isinstance(e, s.Field) and self.vocabulary.attribute(e.name) and many(e.target):
            kind = self.kind(e.target, names)
            if kind.rest:
                return f"the {word.adjective} {self.words.name(e.name)} of the {kind.all}"
        return f"the {word.adjective} of {self.phrase(e, names)}"

    # -- lists and choices

    def many(self, e: s.Expr, names: Names) -> bool:
        """Whether an expression stands for several things."""
        if isinstance(e, s.Name) and e.name in names and is_many(names[e.name]):
            return True
        return self.vocabulary.many(e)

    def kind(self, e: s.Expr, names: Names, many: bool = True) -> ListKind:
        """The noun for the items of a list; many if `rest` follows the plural."""
        if isinstance(e, s.Name) and e.name in self.vocabulary.plurals:
            one = self.words.name(self.vocabulary.plurals[e.name])
            return ListKind(one, self.words.name(e.name), "", one == "player")
        if isinstance(e, s.Name) and e.name in self.vocabulary.lists:
            return self.vocabulary.lists[e.name]
        if isinstance(e, s.Binary) and (found := self.kind_of_binary(e, names)) is not None:
            return found
        if isinstance(e, s.Aggregate) and e.function in ("those", "distinct") and e.value is None:
            binder = e.choice.binders[0]
            inner = self.kind(binder.source, names)
            rest = inner.rest + self.filter_words(e.choice, inner, names, many)
            found = ListKind(inner.one, inner.many, rest, inner.player)
            return distinct_members(found) if e.function == "distinct" else found
        if isinstance(e, s.Call) and e.name == "distinct" and isinstance(e.args[0], s.Field) and not e.args[0].args:
            of = e.args[0]
            if self.vocabulary.attribute(of.name) and self.many(of.target, names):
                noun = self.words.name(of.name)
                return distinct_members(
                    ListKind(noun, self.words.plural(noun), f" among the {self.kind(of.target, names).all}")
                )
        if isinstance(e, s.Call | s.Field) and e.name in ("first", "last", "reversed", "those", "distinct", "sorted"):
            args = [e.target, *e.args] if isinstance(e, s.Field) else e.args
            inner = self.kind(args[0], names)
            if e.name == "distinct":
                return distinct_members(inner)
            return replace(inner, rest=self.cut(e.name, e, args, names) or inner.rest)
        return self.kind_of_name(e, names)

    def cut(self, name: str, e: s.Expr, args: list[s.Expr], names: Names) -> str:
        """The words after a list's noun that say it is a beginning or another order; "" for neither."""
        if name in ("reversed", "sorted"):
            if name == "reversed" and isinstance(args[0], s.Name | s.Field) and not getattr(args[0], "args", []):
                return f"{self.kind(args[0], names).rest}, beginning with the last,"
            return f" among ({self.phrase(e, names)})"
        return f" among {self.phrase(e, names)}" if len(args) > 1 else ""

    def kind_of_name(self, e: s.Expr, names: Names) -> ListKind:
        """The noun for places, groups and everything else with a name."""
        if isinstance(e, s.Field) and e.name == "groups":
            return ListKind("group", "groups", f" in {self.phrase(e.target, names)}")
        if isinstance(e, s.Call) and e.name == "splits":
            return ListKind("way", "ways", without_article(self.phrase(e, names)).removeprefix("ways"))
        if isinstance(e, s.Field | s.Call) and (e.name in ("row", "column", "line")):
            comma = "," if e.name == "line" else ""
            return ListKind("place", "places", f" in {self.phrase(e, names)}{comma}")
        name = e.name if isinstance(e, s.Name | s.Field | s.Call) and e.name not in names else ""
        if (zone := self.vocabulary.zone(name)) is not None:
            noun = self.words.name(zone.component)
            if (
                isinstance(e, s.Field)
                and self.words.name(zone.name) == self.words.plural(noun)
                and not self.vocabulary.many(e.target)
            ):
                return ListKind(noun, self.words.plural(noun), f" of {self.phrase(e.target, names)}")
            return ListKind(noun, self.words.plural(noun), f" in {self.phrase(e, names)}")
        if isinstance(e, s.Aggregate) and e.value is not None:
            if (different := without_article(self.phrase(e, names))).startswith("different "):
                return ListKind(different, different)
            return ListKind("value", "values", f" in {self.phrase(e, names)}")
        if isinstance(e, s.Field) and e.name.endswith("s") and not e.args:
            noun = self.words.name(e.name)
            return ListKind(noun[:-1], noun, f" of {self.phrase(e.target, names)}")
        text = self.phrase(e, names)
        noun, element = without_article(text), self.vocabulary.elements.get(getattr(e, "name", ""), "")
        if isinstance(e, s.Name) and e.name in self.vocabulary.values and element:
            return ListKind(element, self.words.plural(element), f" among {text}")
        if isinstance(e, s.Name) and noun.endswith("s"):
            return ListKind(noun[:-1], noun)
        return ListKind(element or "one", self.words.plural(element or "thing"), f" of {text}")

    def kind_of_binary(self, e: s.Binary, names: Names) -> ListKind | None:
        """The noun for turn orders, ranges and joined lists."""
        if e.op in ("from", "after"):
            inner, first = self.kind(e.left, names), self.phrase(e.right, names)
            if e.op == "from":
                return ListKind(inner.one, inner.many, f"{inner.rest}, beginning with {first},", inner.player)
            rest = f"{inner.rest}, in order from the left of {first},"
            return ListKind(f"other {inner.one}", f"other {inner.many}", rest, inner.player)
        if e.op == "..":
            low, high = self.phrase(e.left, names), self.phrase(e.right, names)
            return ListKind("number", "numbers", f" from {low} to {high}")
        if e.op == "-":
            left = self.kind(e.left, names)
            return ListKind(left.one, left.many, f"{left.rest} without {self.operand(e.right, names, e.op, True)}")
        if e.op == "+":
            left, right = self.kind(e.left, names), self.kind(e.right, names)
            if left.one == right.one and left.rest.startswith(" in "):
                return ListKind(left.one, left.many, f"{left.rest} and {right.rest.removeprefix(' in ')}")
        return None

    def filter_words(self, choice: s.Choice, kind: ListKind, names: Names, many: bool) -> str:
        """The words that restrict a choice: ` whose value is 3`, ` with the highest offer`."""
        name = choice.binders[0].name
        out = ""
        if choice.where is not None:
            out += self.relative(choice.where, name, kind, names, many)
        if choice.best is not None:
            word = "highest" if choice.most else "lowest"
            keys = choice.best.items if isinstance(choice.best, s.ListOf) else [choice.best]
            out += (
                (", of these" if out else "")
                + " with "
                + join_words([f"the {word} {self.ranking_key(key, name, kind, names)}" for key in keys], "and then")
            )
        if choice.order is not None:
            out += f", in the order of {self.key(choice.order, name, kind, names)}"
        return out

    def ranking_key(self, e: s.Expr, name: str, kind: ListKind, names: Names) -> str:
        """The phrase for a key by which the highest or lowest is found."""
        each = ", compared one by one" if getattr(e, "name", "") in self.vocabulary.elements else ""
        return self.key(e, name, kind, names) + each

    def key(self, e: s.Expr, name: str, kind: ListKind, names: Names) -> str:
        it = self.vocabulary.letter(kind.one, names)
        text = self.phrase(e, {**names, name: it})
        return what_belongs(text, it) or without_article(text).replace(it, self.vocabulary.later_name(it, names))

    def relative(self, e: s.Expr, name: str, kind: ListKind, names: Names, many: bool) -> str:
        """A condition about `name` as a relative clause."""
        it = self.vocabulary.letter(kind.one, names)
        inner = {**names, name: it}
        who = "who" if kind.player else "that"
        pieces = []
        for part in _conjuncts(e):
            text = self.conditions.statement(part, inner)
            if text == "always":
                continue
            that = self.vocabulary.later_name(it, names)
            if text.startswith(f"{it}'s "):
                pieces.append(f"whose {text.removeprefix(f'{it}{POSSESSIVE}').replace(it, that)}")
            elif text.startswith(f"{it} "):
                pieces.append(f"{who} {make_agree(text.removeprefix(f'{it} '), many).replace(it, that)}")
            else:
                for_ = "for whom" if who == "who" else "for which"
                pieces.append(f"{for_} {text.replace(it, that)}")
        return f" {' and '.join(pieces)}" if pieces else ""

    def aggregate(self, e: s.Aggregate, names: Names) -> str:
        """The phrase for a word over a choice."""
        if e.function in ("any", "no", "all"):
            return f"whether {self.conditions.statement(e, names)}"
        binder = e.choice.binders[0]
        kind = self.kind(binder.source, names)
        if len(e.choice.binders) > 1:
            return self.combination(e, names)
        word = OVER[e.function]
        if e.function in UNORDERED and isinstance(binder.source, s.Binary) and binder.source.op == "after":
            inner, other = self.kind(binder.source.left, names), self.phrase(binder.source.right, names)
            than = f" other than {other}"
            kind = ListKind(f"{inner.one}{than}", f"{inner.many}{than}", inner.rest, inner.player)
        every = kind.all + self.filter_words(e.choice, kind, names, True)
        if e.value is None:
            return word.things.format(one=kind.each + self.filter_words(e.choice, kind, names, False), many=every)
        it = self.vocabulary.letter(kind.one, names)
        value = self.phrase(e.value, {**names, binder.name: it})
        the = "all" if every == kind.many else "the"
        if noun := what_belongs(value, it):
            if word.adjective and POSSESSIVE not in noun:
                return f"the {word.adjective} {noun} of {the} {every}"
            if word.adjective:
                that = self.vocabulary.later_name(it, names)
                return f"the {word.adjective}, over {the} {every}, of {value.replace(it, that)}"
            head, joint, rest = noun.partition(" for ")
            whose = f"{'' if word.is_list and word.values else 'the '}{self.words.plural(head)}{joint}{rest}"
            return f"{word.values} {whose} of {the} {every}".strip()
        if word.places and the == "all" and value.startswith("the number of ") and value.count(it) == 1:
            return f"the {word.adjective} {without_article(value).replace(it, f'any {kind.one}')}"
        that = value.replace(it, self.vocabulary.later_name(it, names))
        if e.function in ("max", "min") and self.vocabulary.is_list(e.value):
            return f"the {word.adjective} list, compared entry by entry, over {the} {every}: {that}"
        if word.is_list:
            return f"the {word.values} list of {that} for each of {the} {every}{word.after}".replace("  ", " ")
        return f"{word.values.removesuffix(' of')}, over {the} {every}, of {that}".strip()

    def combination(self, e: s.Aggregate, names: Names) -> str:
        """The phrase for a word over several things at once."""
        inner, parts = dict(names), []
        for binder in e.choice.binders:
            kind = self.kind(binder.source, inner)
            inner[binder.name] = self.vocabulary.local(binder.name, kind.one, inner)
            called = "" if inner[binder.name] == f"that {kind.one}" else f" ({inner[binder.name]})"
            parts.append(article(kind.one) + kind.rest + called)
        over = f"choices of {join_words(parts)}"
        if e.choice.where is not None:
            over += f" so that {self.conditions.statement(e.choice.where, inner)}"
        if e.value is None:
            return f"the number of {over}" if e.function == "count" else f"the {e.function} of the {over}"
        value = self.argument(e.value, inner)
        if OVER[e.function].is_list:
            return f"the list of {value} for the {over}{OVER[e.function].after}"
        return f"{OVER[e.function].values.removesuffix(' of')}, over the {over}, of {value}".strip()


def distinct_members(kind: ListKind) -> ListKind:
    """The noun for the distinct items of a list."""
    return replace(kind, one=f"different {kind.one}", many=f"different {kind.many}")


def _conjuncts(e: s.Expr) -> list[s.Expr]:
    """The parts of `a and b and c`."""
    if isinstance(e, s.Binary) and e.op == "and":
        return [*_conjuncts(e.left), *_conjuncts(e.right)]
    return [e]
