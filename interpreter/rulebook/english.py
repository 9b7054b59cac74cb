"""Expressions of a ruleset in plain English, for the printed rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..language import model as m
from ..language import syntax as s
from .wording import agreeing, article, bare, listed, of, plain, plural, possessive, verb

Names = Mapping[str, str]

# letters that stand for the thing a condition is about, until it is known how to name it; one for each level
FIRST_IT = 0xE000
SHORT = 2
VERBS = ("is", "has", "may", "can", "fits", "beats", "goes", "matches", "wins", "was", "must", "follows")
TOTALS = {"sum": "total", "min": "lowest", "max": "highest"}
PREPOSITIONS = ("in", "of", "on", "to", "for", "with", "at")
SIGNS = {"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
STEPS: dict[tuple[str, ...], str] = {
    ("0", "1"): " to the right", ("0", "-1"): " to the left", ("1", "0"): " downwards", ("-1", "0"): " upwards",
    ("1", "1"): " down to the right", ("1", "-1"): " down to the left", ("-1", "1"): " up to the right",
    ("-1", "-1"): " up to the left",
}  # fmt: skip
ORDINALS = {1: "first", 2: "second", 3: "third"}


@dataclass(slots=True)
class Kind:
    """What a list is made of: `a card`, `cards` and what follows the noun (` in the player's hand`)."""

    one: str
    many: str
    rest: str = ""
    player: bool = False


def placeholder(names: Names) -> str:
    """A letter that stands for one more thing, other than those already in the names."""
    return chr(FIRST_IT + sum(len(name) == 1 and ord(name) >= FIRST_IT for name in names.values()))


@dataclass(slots=True)
class English:
    """Translates for one ruleset; `values` are the texts of the settings, shown instead of their names."""

    rules: m.Ruleset
    values: Mapping[str, str]
    plurals: dict[str, str] = field(default_factory=dict)
    lists: dict[str, Kind] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plurals = {"players": "player", **{t.plural: t.name for t in self.rules.things.values()}}

    # -- names

    def local(self, name: str, noun: str, names: Names) -> str:
        """What a bound name is called from now on: `the bidder`, `the lost card`; `that player` for a letter."""
        if len(name) > SHORT:
            words = plain(name)
            known = noun in words.split() or noun.endswith(words)
            alone = noun in ("player", "other player", "number", "one", "") or known
            return f"the {words}" if alone else f"the {words} {noun}"
        found = f"that {noun}"
        taken = any(text == found for other, text in names.items() if other != name)
        return f"the other {noun}" if taken else found

    # -- noun phrases

    def phrase(self, e: s.Expr, names: Names) -> str:
        """The expression as a noun phrase: `the number of cards in the player's hand`."""
        if isinstance(e, s.Number | s.Text | s.Truth | s.Nothing):
            return _literal(e)
        if isinstance(e, s.Name):
            return self.name(e.name, names)
        if isinstance(e, s.Field):
            return self.function(e.name, [e.target, *e.args], names)
        if isinstance(e, s.Call):
            return self.function(e.name, e.args, names)
        if isinstance(e, s.Aggregate):
            return self.aggregate(e, names)
        if isinstance(e, s.If):
            return (
                f"{self.phrase(e.then, names)} if {self.clause(e.condition, names)}, "
                f"otherwise {self.phrase(e.otherwise, names)}"
            )
        if isinstance(e, s.ListOf):
            return listed([self.phrase(item, names) for item in e.items]) or "nothing"
        if isinstance(e, s.Unary) and e.op == "-":
            return f"minus {self.phrase(e.value, names)}"
        if isinstance(e, s.Binary) and e.op not in ("and", "or", "in", "not in"):
            return self.binary(e, names)
        return f"whether {self.clause(e, names)}"

    def name(self, name: str, names: Names) -> str:
        rules = self.rules
        if name in names:
            return names[name]
        if name in self.values:
            return self.values[name]
        if name in self.plurals:
            return f"all {plain(name)}"
        zone = rules.zones.get(name)
        if zone is not None and name.endswith("ed"):
            return f"the {plain(name)} {plural(plain(zone.component))}"
        if zone is not None or name in rules.variables or name in rules.definitions:
            return f"the {plain(name)}"
        if name == "round":
            return "the round"
        if name == "box":
            return "the box"
        return plain(name)

    def binary(self, e: s.Binary, names: Names) -> str:
        left, right = self.operand(e.left, names), self.operand(e.right, names)
        if left.isdecimal() and right.isdecimal() and e.op in ("+", "-", "*"):
            a, b = int(left), int(right)
            return str(a + b if e.op == "+" else a - b if e.op == "-" else a * b)
        if e.op == "*" and left == "1":
            return right
        if e.op == ".." and left == right:
            return left
        if e.op in ("+", "-") and (self.is_list(e.left) or self.is_list(e.right)):
            return f"{left} and {right}" if e.op == "+" else f"{left} without {right}"
        if e.op in ("/up", "/down"):
            words = f"half of {left}" if right == "2" else f"{left} divided by {right}"
            return f"{words}, rounded {e.op[1:]}"
        if e.op in ("from", "after"):
            kind = self.kind(e, names)
            return f"the {kind.many}{kind.rest}"
        if e.op == "or else":
            return f"{left} ({right} if there is none)"
        words = {"+": "plus", "-": "minus", "*": "times", "mod": "modulo", "..": "to"}[e.op]
        return f"{left} {words} {right}"

    def operand(self, e: s.Expr, names: Names) -> str:
        text = self.phrase(e, names)
        inner = isinstance(e, s.If) or (isinstance(e, s.Binary) and e.op in ("*", "/up", "/down", "mod"))
        return f"({text})" if inner else text

    def is_list(self, e: s.Expr) -> bool:
        """Whether an expression is a list of cards or things, as far as its form shows."""
        if isinstance(e, s.Binary):
            return e.op in ("from", "after", "..") or (e.op in ("+", "-") and (self.is_list(e.left)))
        if isinstance(e, s.Aggregate):
            return e.function in ("those", "distinct", "sorted")
        if isinstance(e, s.Call) and e.name == "first" and len(e.args) > 1:
            return True
        if isinstance(e, s.Name | s.Field):
            return e.name in self.plurals or self.zone(e.name) is not None
        return isinstance(e, s.ListOf)

    def zone(self, name: str) -> m.Zone | None:
        return next((zone for zone in self.rules.zones.values() if zone.name == name), None)

    def variable(self, name: str) -> m.Variable | None:
        return next((item for item in self.rules.variables.values() if item.name == name), None)

    def attribute(self, name: str) -> bool:
        return any(a.name == name for c in self.rules.components.values() for a in c.attributes)

    # -- functions and fields

    def function(self, name: str, args: list[s.Expr], names: Names) -> str:
        """name(args), whatever that is in this ruleset."""
        own = self.zone(name) or self.variable(name) or self.rules.definitions.get(name) or self.rules.tables.get(name)
        if not args:
            return self.name(name, names)
        if own is None and not self.attribute(name):
            if name in names:
                return f"{names[name]} of {listed([self.phrase(a, names) for a in args])}"
            return self.word(name, args, names)
        if name in self.rules.tables:
            start = f"what {plain(name)}" if name.partition("_")[0] in VERBS else f"the {plain(name)} for"
            return f"{start} {listed([self.phrase(a, names) for a in args])}"
        if name in self.rules.definitions and name.rpartition("_")[2] in PREPOSITIONS:
            return f"the {plain(name)} {listed([self.phrase(a, names) for a in args])}"
        more = [self.phrase(a, names) for a in args[1:]]
        suffix = f" for {listed(more)}" if more else ""
        first = args[0]
        if self.many(first):
            kind = self.kind(first, names)
            if self.attribute(name) and kind.rest:
                return f"the {plural(plain(name))} of the {kind.many}{kind.rest}"
            whose = f"all {possessive(kind.many)}" if not kind.rest else ""
            noun = plural(plain(name))
            return f"{whose} {noun}{suffix}" if whose else f"the {noun}{suffix} of the {kind.many}{kind.rest}"
        return of(self.phrase(first, names), plain(name)) + suffix

    def many(self, e: s.Expr) -> bool:
        """Whether a field of this expression is a list of the fields."""
        if isinstance(e, s.Aggregate):
            return e.function in ("those", "distinct")
        if isinstance(e, s.Binary):
            return self.is_list(e)
        if isinstance(e, s.Name):
            return e.name in self.plurals or self.zone(e.name) is not None
        if not isinstance(e, s.Field) or e.name in ("top", "bottom"):
            return False
        return self.zone(e.name) is not None or e.name == "groups" or self.many(e.target)

    def word(self, name: str, args: list[s.Expr], names: Names) -> str:
        """A word of the language."""
        given = [self.phrase(a, names) for a in args]
        if name == "count" and (number := self.counted_things(args)):
            return number
        if name in ("size", "count") and args:
            kind = self.kind(args[0], names)
            return f"the number of {kind.many}{kind.rest}"
        if name in TOTALS and len(args) == 1:
            return self.total(name, args[0], names)
        if name in ("min", "max"):
            return f"the {'smaller' if name == 'min' else 'greater'} of {given[0]} and {given[1]}"
        if name in ("first", "last"):
            kind = self.kind(args[0], names)
            if len(args) == 1:
                return f"the {name} {kind.one}{kind.rest}"
            if given[1].isdecimal():
                return f"the {name} {given[1]} {kind.many}{kind.rest}"
            return f"the {name} {kind.many}{kind.rest} ({given[1]})"
        if name in ("left", "right"):
            return f"the player to the {name} of {given[0]}" if len(args) == 1 else f"player {given[1]} to the {name}"
        simple = {
            "item": "number {1} of {0}",
            "sorted": "{0} in ascending order",
            "reversed": "{0} in reverse order",
            "splits": "the ways to share out {0} among {1} heaps",
            "groups": "the groups in {0}",
            "top": "the top card of {0}",
            "bottom": "the bottom card of {0}",
            "number": "the number of {0}",
            "row": "the row of {0}",
            "column": "the column of {0}",
            "line": "the places from {0} on" + STEPS.get(tuple(given[1:]), ", each {1} down and {2} to the right"),
        }
        if name == "distinct" and given:
            return f"the different {bare(given[0])}"
        if name in simple and given:
            return simple[name].format(*given)
        return f"{plain(name)} {'of ' + listed(given) if given else ''}".strip()

    def counted_things(self, args: list[s.Expr]) -> str:
        """How many there are of a kind of thing with a fixed number of members; else nothing."""
        name = args[0].name if args and isinstance(args[0], s.Name) else ""
        thing = next((thing for thing in self.rules.things.values() if thing.plural == name), None)
        if thing is None:
            return ""
        return str(len(thing.members)) if thing.members else str(getattr(thing.count, "value", ""))

    def total(self, name: str, e: s.Expr, names: Names) -> str:
        """sum, min and max of a list."""
        if isinstance(e, s.Field) and _sizes(e, self):
            word = {"sum": "", "min": "the smallest of ", "max": "the largest of "}[name]
            return f"the number of cards in {word}{self.phrase(e.target, names)}"
        if isinstance(e, s.Field) and self.attribute(e.name) and self.many(e.target):
            kind = self.kind(e.target, names)
            if kind.rest:
                return f"the {TOTALS[name]} {plain(e.name)} of the {kind.many}{kind.rest}"
        return f"the {TOTALS[name]} of {self.phrase(e, names)}"

    # -- lists and choices

    def kind(self, e: s.Expr, names: Names, many: bool = True) -> Kind:
        """What the members of a list are called; many if `rest` is to follow the plural."""
        if isinstance(e, s.Name) and e.name in self.plurals:
            one = plain(self.plurals[e.name])
            return Kind(one, plain(e.name), "", one == "player")
        if isinstance(e, s.Name) and e.name in self.lists:
            return self.lists[e.name]
        if isinstance(e, s.Binary) and (found := self.kind_of_binary(e, names)) is not None:
            return found
        if isinstance(e, s.Aggregate) and e.function in ("those", "distinct") and e.value is None:
            binder = e.choice.binders[0]
            inner = self.kind(binder.source, names)
            rest = inner.rest + self.filtered(e.choice, inner, names, many)
            return Kind(inner.one, inner.many, rest, inner.player)
        if isinstance(e, s.Aggregate) and e.value is not None:
            return self.values_of(e, names)
        if isinstance(e, s.Call) and e.name in ("those", "distinct", "sorted"):
            return self.kind(e.args[0], names)
        return self.kind_of_name(e, names)

    def kind_of_name(self, e: s.Expr, names: Names) -> Kind:
        """Places, groups and everything else that has a name."""
        if isinstance(e, s.Field) and e.name == "groups":
            return Kind("group", "groups", f" in {self.phrase(e.target, names)}")
        if isinstance(e, s.Call) and e.name == "splits":
            return Kind("way", "ways", bare(self.phrase(e, names)).removeprefix("ways"))
        zone = self.zone(e.name) if isinstance(e, s.Name | s.Field | s.Call) and e.name not in names else None
        if zone is not None:
            noun = plain(zone.component)
            if isinstance(e, s.Field) and plain(zone.name) == plural(noun) and not self.many(e.target):
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
        if e.op == "from":
            inner = self.kind(e.left, names)
            rest = f"{inner.rest}, beginning with {self.phrase(e.right, names)},"
            return Kind(inner.one, inner.many, rest, inner.player)
        if e.op == "after":
            inner = self.kind(e.left, names)
            rest = f", in order from the left of {self.phrase(e.right, names)},"
            return Kind(f"other {inner.one}", f"other {inner.many}", rest, inner.player)
        if e.op == "..":
            low, high = self.phrase(e.left, names), self.phrase(e.right, names)
            return Kind("number", "numbers", f" from {low} to {high}")
        if e.op == "+":
            left, right = self.kind(e.left, names), self.kind(e.right, names)
            if left.one == right.one and left.rest.startswith(" in "):
                return Kind(left.one, left.many, f"{left.rest} and {right.rest.removeprefix(' in ')}")
        return None

    def values_of(self, e: s.Aggregate, names: Names) -> Kind:
        """The values that `distinct(p.coins for p in players)` and the like list."""
        assert e.value is not None
        binder = e.choice.binders[0]
        kind = self.kind(binder.source, names)
        it = placeholder(names)
        text = self.phrase(e.value, {**names, binder.name: it})
        every = f"{kind.many}{kind.rest}{self.filtered(e.choice, kind, names, True)}"
        different = "different " if e.function == "distinct" else ""
        if text.count(it) == 1 and text.startswith(f"{it}'s "):
            noun = text.removeprefix(f"{it}'s ")
            head, between, rest = noun.partition(" for ")
            return Kind(different + noun, f"{different}{plural(head)}{between}{rest}", f" of the {every}")
        noun = f"value of {text.replace(it, f'that {kind.one}')}"
        return Kind(different + noun, different + noun.replace("value", "values", 1), f", over the {every}")

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
        if text.count(it) == 1 and text.startswith(f"{it}'s "):
            return text.removeprefix(f"{it}'s ")
        return bare(text).replace(it, f"that {kind.one}")

    def relative(self, e: s.Expr, name: str, kind: Kind, names: Names, many: bool) -> str:
        """A condition about `name` as a relative clause."""
        it = placeholder(names)
        inner = {**names, name: it}
        who = "who" if kind.player else "that"
        pieces = []
        for part in _conjuncts(e):
            text = self.clause(part, inner)
            if text == "always":
                continue
            if text.count(it) == 1 and text.startswith(f"{it}'s "):
                pieces.append(f"whose {text.removeprefix(it + chr(39) + 's ')}")
            elif text.count(it) == 1 and text.startswith(f"{it} "):
                pieces.append(f"{who} {agreeing(text.removeprefix(f'{it} '), many)}")
            else:
                for_ = "for whom" if who == "who" else "for which"
                pieces.append(f"{for_} {text.replace(it, f'that {kind.one}')}")
        return f" {' and '.join(pieces)}" if pieces else ""

    def chosen(self, choice: s.Choice, names: Names) -> str:
        """What a choice is made from, as one of them: `a card in the player's hand whose value is 3`."""
        binder = choice.binders[0]
        kind = self.kind(binder.source, names)
        return article(kind.one) + kind.rest + self.filtered(choice, kind, names, False)

    def aggregate(self, e: s.Aggregate, names: Names) -> str:
        """A word over a choice as a noun phrase."""
        if e.function in ("any", "no", "all"):
            return f"whether {self.clause(e, names)}"
        binder = e.choice.binders[0]
        kind = self.kind(binder.source, names)
        if len(e.choice.binders) > 1:
            return f"the {e.function} over {listed([self.kind(b.source, names).many for b in e.choice.binders])}"
        rest = kind.rest + self.filtered(e.choice, kind, names, True)
        if e.value is None:
            if e.function == "count":
                return f"the number of {kind.many}{rest}"
            if e.function in ("first", "last"):
                one = kind.rest + self.filtered(e.choice, kind, names, False)
                return f"the {e.function} {kind.one}{one}"
            word = {"distinct": "the different", "those": "the"}.get(e.function, f"the {e.function} of the")
            return f"{word} {kind.many}{rest}"
        it = placeholder(names)
        value = self.phrase(e.value, {**names, binder.name: it})
        every = f"{kind.many}{rest}"
        starts = {"sum": "the total of", "min": "the lowest", "max": "the highest", "distinct": "the different"}
        start = starts.get(e.function, "" if e.function == "those" else f"the {e.function} of")
        the = "all" if not rest else "the"
        if value.count(it) == 1 and value.startswith(f"{it}'s "):
            noun = value.removeprefix(f"{it}'s ")
            if e.function in TOTALS:
                return f"the {TOTALS[e.function]} {noun} of {the} {every}"
            return f"{start} the {plural(noun)} of {the} {every}".strip()
        if e.function in ("min", "max") and not rest and value.startswith("the number of ") and value.count(it) == 1:
            return f"the {TOTALS[e.function]} {bare(value).replace(it, f'any {kind.one}')}"
        that = value.replace(it, f"that {kind.one}")
        return f"{start.removesuffix(' of')}, over {the} {every}, of {that}".strip()

    # -- statements

    def clause(self, e: s.Expr, names: Names, negated: bool = False) -> str:
        """The expression as a statement: `the player's hand is empty`."""
        if isinstance(e, s.Unary) and e.op == "not":
            return self.clause(e.value, names, not negated)
        if isinstance(e, s.Binary) and e.op in ("and", "or"):
            return self.both(e, names, negated)
        if isinstance(e, s.Compare):
            return self.compare(e, names, negated)
        if isinstance(e, s.Binary) and e.op in ("in", "not in"):
            return self.membership(e, names, negated)
        if isinstance(e, s.Aggregate) and e.function in ("any", "no", "all"):
            return self.quantified(e, names, negated)
        if isinstance(e, s.Truth):
            return "always" if e.value != negated else "never"
        if isinstance(e, s.If):
            return (
                f"{self.clause(e.then, names, negated)} if {self.clause(e.condition, names)}, "
                f"otherwise {self.clause(e.otherwise, names, negated)}"
            )
        if isinstance(e, s.Field):
            return self.quality(e.name, [e.target, *e.args], names, negated)
        if isinstance(e, s.Call):
            return self.quality(e.name, e.args, names, negated)
        if isinstance(e, s.Name) and e.name in self.values:
            return "always" if (self.values[e.name] == "yes") != negated else "never"
        return f"{self.phrase(e, names)} {'does not hold' if negated else 'holds'}"

    def both(self, e: s.Binary, names: Names, negated: bool) -> str:
        """`and` and `or`; a side that always or never holds is left out."""
        op = {"and": "or", "or": "and"}[e.op] if negated else e.op
        decisive, idle = ("always", "never") if op == "or" else ("never", "always")
        parts = []
        for side in (e.left, e.right):
            text = self.clause(side, names, negated)
            if text == decisive:
                return decisive
            mixed = isinstance(side, s.Binary) and side.op in ("and", "or") and side.op != e.op
            if text != idle:
                parts.append(f"({text})" if mixed else text)
        return f" {op} ".join(parts) if parts else idle

    def quality(self, name: str, args: list[s.Expr], names: Names, negated: bool) -> str:
        """A yes-or-no field as a statement."""
        is_ = "is not" if negated else "is"
        if name == "possible" and args and isinstance(args[0], s.Text):
            more = [self.phrase(a, names) for a in args[1:]]
            rest = f" with {listed(more)}" if more else ""
            return f"“{args[0].value}” {is_} possible{rest}"
        if not args:
            return f"the {plain(name)} {'does not hold' if negated else 'holds'}"
        subject = self.phrase(args[0], names)
        more = [self.phrase(a, names) for a in args[1:]]
        if name == "empty":
            return f"{subject} {verb(subject, is_)} empty"
        if self.variable(name) is None and self.attribute(name):
            return f"{subject} {is_} marked {plain(name)}"
        words = plain(name)
        first, _, rest = words.partition(" ")
        if first in VERBS and first not in ("is", "was"):
            if negated:
                base = {"has": "have", "goes": "go"}.get(first, first.removesuffix("s"))
                words = f"{first} not {rest}" if first in ("may", "can", "must") else f"does not {base} {rest}"
            last = [listed(more)] if len(more) < 2 else [f"for {listed(more)}"]
            return " ".join([subject, words.strip(), *last]).strip()
        words = rest if first in ("is", "was") else words
        return " ".join([subject, verb(subject, is_), words, *(["for", listed(more)] if more else [])])

    def compare(self, e: s.Compare, names: Names, negated: bool) -> str:
        if len(e.ops) > 1:
            parts = [
                self.compare(s.Compare(e.pos, [op], [a, b]), names, negated)
                for op, a, b in zip(e.ops, e.items, e.items[1:], strict=False)
            ]
            return (" or " if negated else " and ").join(parts)
        op = OPPOSITE[e.ops[0]] if negated else e.ops[0]
        left, right = e.items
        known = self.constant(left), self.constant(right)
        if None not in known and op in ("=", "!="):
            return "always" if (known[0] == known[1]) == (op == "=") else "never"
        if isinstance(right, s.Nothing):
            return self.presence(left, names, op == "!=")
        amount = self.amount_of(left, names)
        if amount is not None and (number := self.phrase(right, names)).isdecimal():
            return self.how_many(amount, op, number)
        if isinstance(left, s.Number) and not isinstance(right, s.Number):
            turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
            return self.compare(s.Compare(e.pos, [turned], [right, left]), names, False)
        subject, other = self.phrase(left, names), self.phrase(right, names)
        if op == "=" and self.amount_of(right, names) is not None:
            return f"{subject} {'equal' if verb(subject, 'is') == 'are' else 'equals'} {other}"
        return f"{subject} {verb(subject, SIGNS[op])} {other}"

    def constant(self, e: s.Expr) -> str | None:
        """The text of a setting or member of a kind, which is the same all through the game."""
        if not isinstance(e, s.Name):
            return None
        if e.name in self.values:
            return None if self.values[e.name].startswith("“") else self.values[e.name]
        members = (member for thing in self.rules.things.values() for member, _ in thing.members)
        return plain(e.name) if e.name in members else None

    def amount_of(self, e: s.Expr, names: Names) -> Kind | None:
        """The kind that is counted, where an expression counts something."""
        if isinstance(e, s.Aggregate) and e.function == "count" and e.value is None and len(e.choice.binders) == 1:
            kind = self.kind(e.choice.binders[0].source, names)
            one = self.filtered(e.choice, kind, names, False)
            return Kind(kind.one + kind.rest + one, kind.many + kind.rest + self.filtered(e.choice, kind, names, True))
        counted: s.Expr | None = None
        if isinstance(e, s.Field) and e.name == "size" and self.many(e.target):
            counted = e.target
        elif isinstance(e, s.Call) and e.name == "count" and len(e.args) == 1:
            counted = e.args[0]
        if counted is None:
            return None
        kind = self.kind(counted, names)
        return Kind(kind.one + kind.rest, kind.many + kind.rest)

    def how_many(self, kind: Kind, op: str, number: str) -> str:
        if (op, number) in ((">", "0"), (">=", "1"), ("!=", "0")):
            return f"there is at least one {kind.one}"
        if (op, number) in (("=", "0"), ("<", "1"), ("<=", "0")):
            return f"there is no {kind.one}"
        words = {
            "=": "exactly",
            "!=": "not exactly",
            "<": "fewer than",
            "<=": "at most",
            ">": "more than",
            ">=": "at least",
        }
        noun = kind.one if number == "1" else kind.many
        return f"there {'is' if number == '1' else 'are'} {words[op]} {number} {noun}"

    def presence(self, e: s.Expr, names: Names, there: bool) -> str:
        """Whether something is none."""
        if isinstance(e, s.Field):
            owner = self.phrase(e.target, names)
            noun = plain(e.name)
            return f"{owner} has {article(noun) if there else 'no ' + noun}"
        noun = bare(self.phrase(e, names))
        return f"there is {article(noun) if there else 'no ' + noun}"

    def membership(self, e: s.Binary, names: Names, negated: bool) -> str:
        inside = (e.op == "in") != negated
        left = self.phrase(e.left, names)
        if isinstance(e.right, s.ListOf):
            items = [self.phrase(item, names) for item in e.right.items]
            return f"{left} is {listed(items, 'or')}" if inside else f"{left} is neither {listed(items, 'nor')}"
        if isinstance(e.right, s.Name | s.Field) and self.zone(e.right.name) is not None:
            return f"{left} is {'' if inside else 'not '}in {self.phrase(e.right, names)}"
        return f"{left} is {'' if inside else 'not '}one of {self.phrase(e.right, names)}"

    def quantified(self, e: s.Aggregate, names: Names, negated: bool) -> str:
        """any, no and all as statements."""
        choice = e.choice
        if e.function == "all" and e.value is not None:
            return self.for_all(e, names, negated)
        there = (e.function == "any") != negated
        condition = e.value if e.value is not None else choice.where
        if len(choice.binders) > 1:
            return self.several(choice, names, there)
        binder = choice.binders[0]
        kind = self.kind(binder.source, names)
        if condition is None:
            return f"there is {article(kind.one) if there else 'no ' + kind.one}{kind.rest}"
        if not kind.rest:
            it = placeholder(names)
            text = self.clause(condition, {**names, binder.name: it})
            if text.count(it) == 1 and text.startswith(it) and " and " not in text:
                return text.replace(it, f"any {kind.one}" if there else f"no {kind.one}")
        narrowed = kind.rest + self.relative(condition, binder.name, kind, names, False)
        return f"there is {article(kind.one) if there else 'no ' + kind.one}{narrowed}"

    def several(self, choice: s.Choice, names: Names, there: bool) -> str:
        inner, parts = dict(names), []
        for binder in choice.binders:
            kind = self.kind(binder.source, inner)
            parts.append(article(kind.one) + kind.rest)
            inner[binder.name] = self.local(binder.name, kind.one, inner)
        condition = f" so that {self.clause(choice.where, inner)}" if choice.where is not None else ""
        return f"there {'is' if there else 'is not'} {listed(parts)}{condition}"

    def for_all(self, e: s.Aggregate, names: Names, negated: bool) -> str:
        assert e.value is not None
        binder = e.choice.binders[0]
        kind = self.kind(binder.source, names)
        rest = kind.rest + (self.relative(e.choice.where, binder.name, kind, names, False) if e.choice.where else "")
        it = placeholder(names)
        text = self.clause(e.value, {**names, binder.name: it})
        if text.count(it) == 1 and text.startswith(it) and not rest:
            return text.replace(it, f"not every {kind.one}" if negated else f"every {kind.one}")
        text = text.replace(it, f"that {kind.one}")
        return f"{'it does not hold that ' if negated else ''}for every {kind.one}{rest}, {text}"


def _sizes(e: s.Expr, english: English) -> bool:
    """Whether this is the number of cards in each of several places."""
    return (
        isinstance(e, s.Field) and e.name == "size" and isinstance(e.target, s.Field) and english.many(e.target.target)
    )


def _literal(e: s.Number | s.Text | s.Truth | s.Nothing) -> str:
    if isinstance(e, s.Number):
        return str(e.value)
    if isinstance(e, s.Text):
        return f"“{e.value}”"
    return "none" if isinstance(e, s.Nothing) else "yes" if e.value else "no"


def _conjuncts(e: s.Expr) -> list[s.Expr]:
    """The parts of `a and b and c`."""
    if isinstance(e, s.Binary) and e.op == "and":
        return [*_conjuncts(e.left), *_conjuncts(e.right)]
    return [e]
