"""Typed expressions at random: for a wanted type, one of the ways of the language to write such a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from helpers.hunter.holes import Question
from helpers.hunter.language import Builtin, builtins
from helpers.hunter.source import Source
from helpers.hunter.world import BOOL, INT, PLAYER, Field, Function, Name, Type, World, list_of, maybe

Scope = tuple[Name, ...]
Way = Callable[[], str | None]
COMPARED = ("=", "!=", "<", "<=", ">", ">=")


class Expressions:
    """Writes expressions about a world; each method gives None where there is nothing of that type to write."""

    def __init__(self, source: Source, world: World) -> None:
        self.source, self.world = source, world

    def write(self, wanted: Type, scope: Scope, depth: int = 2) -> str | None:
        """An expression of that type; now and then, in a loosely typed program, one of another."""
        if depth < -4:
            return None
        if self.source.chance(self.source.looseness):
            wanted = self.any_type()
        simple = depth <= 0 or self.source.chance(0.35)
        orders = (self.leaves, self.compounds) if simple else (self.compounds, self.leaves)
        for order in orders:
            if order == self.compounds and depth <= -1:
                continue
            ways = list(order(wanted, scope, depth - 1))
            for _ in range(3):
                if not ways:
                    break
                way = ways.pop(self.source.upto(len(ways) - 1))
                if (text := way()) is not None:
                    return text
        return None

    def any_type(self) -> Type:
        """A type of values that this world has."""
        return self.source.pick((INT, BOOL, PLAYER, *self.element_types(), list_of(INT), list_of(PLAYER)))

    def element_types(self) -> list[Type]:
        """What lists may hold."""
        things = [Type("thing", name) for name in self.world.things]
        return [INT, PLAYER, *things, *(Type("card", name) for name in self.world.cards)]

    # -- names and constants

    def leaves(self, wanted: Type, scope: Scope, depth: int) -> Iterator[Way]:
        """The ways without parts; what is in scope counts twice."""
        for name in scope:
            if name.type == wanted:
                yield from [lambda text=name.text: text] * 2
        yield from (lambda text=text: text for text in self.constants(wanted))
        if wanted.kind == "zone":
            yield lambda: self.zone(wanted.name, scope, depth)
        if wanted == BOOL:
            numbers = [name.text for name in scope if name.type == INT]
            numbers += [
                field.name for field in self.world.fields if field.type == INT and not field.owner + field.index
            ]
            if numbers:
                yield lambda: f"({self.source.pick(numbers)} {self.source.pick(COMPARED)} {self.source.number(0, 4)})"
            yield lambda: self.comparison(scope, -1)
        if wanted.kind == "maybe" and wanted.item:
            yield lambda: "none"
            yield lambda: self.write(wanted.item, scope, depth)  # type: ignore[arg-type]
        for field in self.world.fields:
            if field.owner == "" and field.type == wanted and not field.index:
                yield lambda text=field.name: text  # type: ignore[misc]

    def constants(self, wanted: Type) -> Iterator[str]:
        """What means the same everywhere."""
        yield from (name for name, kind in self.world.settings.items() if kind == wanted)
        if wanted == INT:
            number = self.source.number()
            yield from (str(number), str(self.source.between(0, 3)))
        if wanted == BOOL and self.source.chance(0.03):
            yield self.source.pick(("true", "false"))
        if wanted.kind == "thing" and wanted.name in self.world.things:
            yield self.source.pick(self.world.things[wanted.name].members)
        if wanted == PLAYER:
            yield "first(players)"
        if wanted == list_of(INT):
            yield self.range()
        if wanted.kind == "list" and wanted.item and wanted.item.kind == "thing":
            yield self.plural(wanted.item.name)

    def plural(self, kind: str) -> str:
        return (
            "players" if kind == "player" else self.world.things[kind].plural if kind in self.world.things else "none"
        )

    def range(self) -> str:
        low = self.source.between(0, 2)
        return f"{low}..{low + self.source.number(0, 5)}"

    def zone(self, component: str, scope: Scope, depth: int, pile: bool = False, opened: bool = False) -> str | None:
        """A place where cards of that component lie; a pile, or one that all see, if so asked."""
        there = [f for f in self.world.zones("" if component == "*" else component) if f.pile or not pile]
        there = [f for f in there if f.open or not opened]
        return self.of(self.source.pick(there), scope, depth) if there else None

    # -- what belongs to something

    def of(self, field: Field, scope: Scope, depth: int, many: bool = False, bare: bool = False) -> str | None:
        """A field of an owner, or with `many` of several owners; `bare`: without its index."""
        index = ""
        if field.index and not bare:
            kind = Type("thing", field.index)
            inside = self.write(kind, scope, 0)
            if inside is None:
                return None
            index = f"({inside})"
        if not field.owner:
            return field.name + index
        kind = Type("card" if field.owner in self.world.cards else "thing", field.owner)
        owner = self.write(list_of(kind) if many else kind, scope, min(depth, 1))
        if owner is None:
            return None
        called = index and self.source.chance(0.2)
        return f"{field.name}({owner}, {index[1:]}" if called else f"{dotted(owner)}.{field.name}{index}"

    def call(self, function: Function, scope: Scope, depth: int) -> str | None:
        """A table or definition, asked before or behind its first argument."""
        arguments = [self.write(kind, scope, min(depth, 1)) for kind in function.params]
        if None in arguments:
            return None
        return self.asked(function.name, [text for text in arguments if text is not None])

    def asked(self, name: str, arguments: list[str]) -> str:
        if not arguments:
            return name
        if self.source.chance(0.3):
            rest = f"({', '.join(arguments[1:])})" if arguments[1:] else ""
            return f"{dotted(arguments[0])}.{name}{rest}"
        return f"{name}({', '.join(arguments)})"

    # -- the ways with parts

    def compounds(self, wanted: Type, scope: Scope, depth: int) -> Iterator[Way]:
        write = self.write
        for field in self.world.fields:
            # counters of tokens are numbers
            kind = INT if field.type.kind == "tokens" else field.type
            if kind == wanted:
                yield lambda field=field: self.of(field, scope, depth)  # type: ignore[misc]
            elif list_of(kind) == wanted and field.owner:
                yield lambda field=field: self.of(field, scope, depth, True)  # type: ignore[misc]
        if wanted == INT:
            for printed in self.world.printed:
                yield lambda printed=printed: self.of(printed, scope, depth)  # type: ignore[misc]
        for function in self.world.functions:
            if function.result == wanted:
                yield from [lambda function=function: self.call(function, scope, depth)] * 2
        for card in self.world.cards.values():
            for name, (kind, _) in card.attributes.items():
                if kind == wanted:
                    yield lambda name=name, card=card: after(write(Type("card", card.name), scope, depth), name)  # type: ignore[misc]
                elif list_of(kind) == wanted:
                    yield lambda name=name, card=card: after(self.zone(card.name, scope, depth), name)  # type: ignore[misc]
        fitting = [(builtin, found) for builtin in builtins() if (found := unify(builtin.result, wanted)) is not None]
        for builtin, bound in fitting:
            yield lambda builtin=builtin, bound=bound: self.builtin(builtin, bound, scope, depth)  # type: ignore[misc]
        yield lambda: self.either(wanted, scope, depth)
        if wanted == INT:
            yield from [lambda: self.arithmetic(scope, depth)] * 4
            yield from [lambda: self.aggregate(scope, depth)] * 2
            for table in self.world.tables:
                yield from [lambda table=table: Question(self, table, scope, depth).text()] * 10
        elif wanted == BOOL:
            yield from [lambda: self.comparison(scope, depth)] * 6
            yield from [lambda: self.logic(scope, depth)] * 4
            yield lambda: self.quantified(scope, depth)
            yield lambda: self.possible(scope, depth)
        elif wanted.kind == "list" and wanted.item:
            item = wanted.item
            yield lambda: bracketed(write(item, scope, depth), write(item, scope, depth))
            yield lambda: self.chosen("those", item, scope, depth)
            yield lambda: self.both(wanted, scope, depth)
            if item.kind == "thing":
                yield lambda: self.round_from(item, scope, depth)
            if item.kind == "card":
                yield from [lambda: self.zone(item.name, scope, depth)] * 3
            if item == INT:
                yield lambda: joined("1", "..", write(INT, scope, depth))
        if wanted.kind in ("int", "bool", "thing", "card"):
            yield lambda: self.or_else(self.doubtful(wanted, scope, depth), wanted, scope, depth)
        elif wanted.kind == "maybe" and wanted.item:
            yield lambda: self.chosen(self.source.pick(("first", "last")), wanted.item, scope, depth)  # type: ignore[arg-type]

    def builtin(self, function: Builtin, bound: dict[str, Type], scope: Scope, depth: int) -> str | None:
        """A function of the language; what its types leave open is anything of this world."""
        if function.name == "line" and self.source.chance(0.95):
            return None  # it wants numbers from -1 to 1, which few expressions are
        bound.setdefault("any", self.source.pick(self.element_types()))
        cards, kinds = list(self.world.cards), [*self.world.things, "player"]
        bound.setdefault("zone", Type("zone", self.source.pick(cards) if cards else "*"))
        bound.setdefault("thing", Type("thing", self.source.pick(kinds)))
        arguments = [self.write(filled(kind, bound), scope, depth) for kind in function.params]
        if None in arguments:
            return None
        return self.asked(function.name, [text for text in arguments if text is not None])

    def either(self, wanted: Type, scope: Scope, depth: int) -> str | None:
        if wanted.kind == "list" and wanted.item and wanted.item.kind == "card":
            return None  # a place and a list of cards do not go together
        condition, then, other = (self.write(kind, scope, depth) for kind in (BOOL, wanted, wanted))
        if condition is None or then is None or other is None:
            return None
        return f"(if {condition} then {then} else {other})"

    def or_else(self, first: str | None, wanted: Type, scope: Scope, depth: int) -> str | None:
        if first is None or "None" in first:
            return None
        return joined(first, " or else ", self.write(wanted, scope, depth))

    def doubtful(self, wanted: Type, scope: Scope, depth: int) -> str | None:
        """What may be none, and if not is of that type."""
        ways: list[Way] = [lambda: self.chosen(self.source.pick(("first", "last")), wanted, scope, depth)]
        ways += [lambda name=name: name.text for name in scope if name.type == maybe(wanted)]  # type: ignore[misc]
        fields = [field for field in self.world.fields if field.type == maybe(wanted)]
        ways += [lambda field=field: self.of(field, scope, depth) for field in fields]  # type: ignore[misc]
        if wanted.kind == "card":
            ways.append(lambda: after(self.zone(wanted.name, scope, depth, True), self.source.pick(("top", "bottom"))))
        return self.source.pick(ways)()

    def arithmetic(self, scope: Scope, depth: int) -> str | None:
        sign = self.source.pick(("+", "-", "*", "mod", "/", "-x"))
        a, b = self.write(INT, scope, depth), self.write(INT, scope, depth)
        if sign == "-x":
            return None if a is None else f"(-{a})"
        if sign in ("/", "mod") and self.source.chance(0.8):
            b = str(self.source.number(1, 5))
        if sign == "/":
            return joined(a, " / ", None if b is None else f"{b} rounded {self.source.pick(('up', 'down'))}")
        return joined(a, f" {sign} ", b)

    def comparison(self, scope: Scope, depth: int) -> str | None:
        """Any two of one type; numbers in a chain at times; whether something is in a list."""
        kind = self.source.pick((INT, INT, INT, self.any_type()))
        a = self.write(kind, scope, depth)
        form, odd = self.source.upto(29), self.source.chance(0.004 + 0.3 * self.source.looseness)
        if form < 2 and kind.kind in ("int", "thing", "card"):
            return joined(self.doubtful(kind, scope, depth), f" {self.source.pick(COMPARED[:2])} ", "none")
        if form < 5:
            return joined(a, self.source.pick((" in ", " not in ")), self.write(list_of(kind), scope, depth))
        if odd and form < 15:
            # a type and the list of it are easily taken for each other
            return joined(a, f" {self.source.pick(COMPARED)} ", self.write(list_of(kind), scope, depth))
        sign = self.source.pick(COMPARED if kind in (INT, list_of(INT)) or odd else COMPARED[:2])
        b = self.write(kind, scope, depth)
        if form in (5, 6):
            b = joined(b, f" {sign} ", self.write(kind, scope, depth))
            b = b and b[1:-1]
        return joined(a, f" {sign} ", b)

    def logic(self, scope: Scope, depth: int) -> str | None:
        a = self.write(BOOL, scope, depth)
        if self.source.chance(0.3):
            return None if a is None else f"(not {a})"
        return joined(a, self.source.pick((" and ", " or ")), self.write(BOOL, scope, depth))

    def both(self, wanted: Type, scope: Scope, depth: int) -> str | None:
        a, b = self.write(wanted, scope, depth), self.write(wanted, scope, depth)
        return joined(a and dotted(a), self.source.pick((" + ", " - ")), b and dotted(b))

    def round_from(self, item: Type, scope: Scope, depth: int) -> str | None:
        word = self.source.pick((" from ", " after "))
        return joined(self.plural(item.name), word, self.write(item, scope, depth))

    def possible(self, scope: Scope, depth: int) -> str | None:
        if not self.world.actions or self.source.chance(0.5):
            return None
        action = self.source.pick(self.world.actions)
        arguments = [self.write(kind, scope, depth) for kind in action.params.values()]
        if None in arguments or "'" in action.words:
            return None
        return f"possible({', '.join([repr(action.words), *(text for text in arguments if text)])})"

    # -- over many things

    def choice(self, item: Type, scope: Scope, depth: int, sifted: bool = False) -> tuple[str, Scope] | None:
        """`x in LIST where CONDITION`, perhaps the best or in an order, and the scope in which x is known.

        sifted: surely with a condition, so that there may be none.
        """
        among = self.write(list_of(item), scope, depth)
        if among is None:
            return None
        name = "player" if item == PLAYER and self.source.chance(0.2) else self.source.name()
        inner = (*scope, Name(name, item))
        text = f"{name} in {among}"
        if (sifted or self.source.chance(0.5)) and (condition := self.write(BOOL, inner, depth)):
            text += f" where {condition}"
        elif sifted:
            return None
        if self.source.chance(0.15) and (number := self.write(INT, inner, depth)):
            text += f" {self.source.pick(('with most', 'with least', 'by'))} {number}"
        return text, inner

    def chosen(self, word: str, item: Type, scope: Scope, depth: int) -> str | None:
        made = self.choice(item, scope, depth, word in ("first", "last"))
        return f"{word}({made[0]})" if made else None

    def quantified(self, scope: Scope, depth: int) -> str | None:
        made = self.choice(self.source.pick(self.element_types()), scope, depth)
        if made is None:
            return None
        if self.source.chance(0.4):
            inside = self.write(BOOL, made[1], depth)
            return None if inside is None else f"all({inside} for {made[0]})"
        return f"{self.source.pick(('any', 'no'))}({made[0]})"

    def aggregate(self, scope: Scope, depth: int) -> str | None:
        word = self.source.pick(("sum", "count", "max", "min"))
        made = self.choice(self.source.pick(self.element_types()), scope, depth, word in ("max", "min"))
        if made is None:
            return None
        if word == "count":
            return f"count({made[0]})"
        inside = self.write(INT, made[1], depth)
        text = None if inside is None else f"{word}({inside} for {made[0]})"
        return text if text is None or word == "sum" else joined(text, " or else ", str(self.source.number()))


def joined(a: str | None, sign: str, b: str | None) -> str | None:
    """Both in brackets with the sign between them."""
    return None if a is None or b is None else f"({a}{sign}{b})"


def bracketed(*items: str | None) -> str | None:
    return None if None in items else f"[{', '.join(item for item in items if item)}]"


def dotted(text: str) -> str:
    """An expression behind which a point may stand."""
    plain = text.replace("_", "a").isalnum() or text.endswith(")") and text[0] not in "-("
    return text if plain or text.startswith(("(", "[")) else f"({text})"


def after(text: str | None, name: str) -> str | None:
    return None if text is None else f"{dotted(text)}.{name}"


def unify(pattern: Type, wanted: Type) -> dict[str, Type] | None:
    """What the open types of a pattern are if it is the wanted type; None if it cannot be."""
    if pattern.kind == "any":
        return {"any": wanted}
    if pattern.name == "*":
        if wanted.kind != pattern.kind:
            return None
        return {"thing": wanted} if wanted.kind == "thing" else {"zone": Type("zone", wanted.name)}
    if pattern.kind != wanted.kind or pattern.name != wanted.name:
        return None
    return unify(pattern.item, wanted.item) if pattern.item and wanted.item else {}


def filled(pattern: Type, bound: dict[str, Type]) -> Type:
    """The pattern with its open types filled in."""
    if pattern.kind == "any":
        return bound["any"]
    if pattern.name == "*":
        return bound["thing"] if pattern.kind == "thing" else Type(pattern.kind, bound["zone"].name)
    return Type(pattern.kind, pattern.name, filled(pattern.item, bound)) if pattern.item else pattern
