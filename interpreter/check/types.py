"""Types of the expression language, and typed expression trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..language import syntax as s


@dataclass(frozen=True, slots=True)
class Type:
    """kind: int, bool, thing, card, zone, group, maybe, list, none, unknown.

    `name` is the thing or component; `item` what a maybe or a list holds; `some` marks a list known not to be empty.
    Players are the thing `player`. `unknown` follows an error already reported and fits everything.
    """

    kind: str
    name: str = ""
    item: Type | None = None
    some: bool = False

    def __str__(self) -> str:
        if self.kind == "int":
            return "number"
        if self.kind == "bool":
            return "true or false"
        if self.kind == "maybe":
            return f"maybe {self.item}"
        if self.kind == "list" and self.item is not None:
            return f"list of {self.item.many}"
        if self.kind in ("zone", "group"):
            return f"{'place for' if self.kind == 'zone' else 'group of'} {self.name}s"
        return self.name or self.kind

    @property
    def many(self) -> str:
        """The plural words of the type."""
        if self.kind == "list" and self.item is not None:
            return f"lists of {self.item.many}"
        if self.kind in ("zone", "group"):
            return f"{'places for' if self.kind == 'zone' else 'groups of'} {self.name}s"
        return str(self) if self.kind in ("bool", "maybe") else f"{self}s"


INT, BOOL, NONE, UNKNOWN = Type("int"), Type("bool"), Type("none"), Type("unknown")
PLAYER, TEAM = Type("thing", "player"), Type("thing", "team")


def an(what: Type | str) -> str:
    """The words for a type with their article."""
    words = str(what)
    if words in ("none", "true or false") or words.startswith("maybe "):
        return words
    return f"an {words}" if words[:1].casefold() in "aeiou" else f"a {words}"


def maybe(item: Type) -> Type:
    """The type of a value that may be none."""
    return item if item.kind in ("maybe", "none", "unknown") else Type("maybe", item=item)


def list_of(item: Type, some: bool = False) -> Type:
    """The type of a list; some: it is not empty."""
    return Type("list", item=item, some=some)


def present(kind: Type) -> Type:
    """The type without its `maybe`."""
    return kind.item if kind.kind == "maybe" and kind.item else kind


def same_but_empty(a: Type, b: Type) -> bool:
    """Whether two types are equal apart from what is known about emptiness."""
    if "unknown" in (a.kind, b.kind):
        return True
    if a.kind != b.kind or a.name != b.name:
        return False
    if a.item is None or b.item is None:
        return a.item is b.item
    return same_but_empty(a.item, b.item)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is expected."""
    if same_but_empty(given, wanted):
        return True
    if wanted.kind == "maybe":
        return given.kind == "none" or same_but_empty(given, present(wanted))
    if wanted.kind == "list" and given.kind == "list" and given.item and wanted.item:
        return fits(given.item, wanted.item)
    return False


def common(a: Type, b: Type) -> Type | None:
    """The type that covers both; None if there is none."""
    if a.kind == "none" and b.kind != "none":
        return maybe(b)
    if b.kind == "none" and a.kind != "none":
        return maybe(a)
    if a.kind == b.kind == "list" and a.item and b.item:
        if UNKNOWN in (a.item, b.item):  # the empty list has the item type of the other
            item: Type | None = a.item if b.item == UNKNOWN else b.item
        else:
            item = common(a.item, b.item) if fits(a, b) or fits(b, a) else None
        return list_of(item, a.some and b.some) if item else None
    return b if fits(a, b) else a if fits(b, a) else None


@dataclass(slots=True, eq=False)
class Local:
    """A name bound in the flow or in an expression. kind: name, value, formula, place, zone, round."""

    name: str
    type: Type
    kind: str = "name"
    params: tuple[Type, ...] = ()


@dataclass(slots=True, eq=False)
class Typed:
    """A checked expression: an operation (`op`), its arguments, and a symbol or constant (`value`).

    ops: const, none, local, setting, things, variable, zone, box, attribute, table, define, formula, builtin, each,
    map, cards, flat, need, list, range, if, or else, compare, in, not, neg, and, or, + - * mod /up /down, from, after,
    possible.
    """

    op: str
    type: Type
    pos: s.Pos
    args: list[Typed] = field(default_factory=list)
    value: Any = None


@dataclass(slots=True, eq=False)
class TypedChoice:
    """Binders with their sources (each may use the names before it), then where, best and order."""

    pos: s.Pos
    binders: list[tuple[Local, Typed]]
    where: Typed | None = None
    best: Typed | None = None
    most: bool = True
    order: Typed | None = None
    condition: Typed | None = None


def parts_of(t: Typed) -> list[Typed]:
    """The direct parts of an expression, inside choices too."""
    if t.op != "each":
        return t.args
    choice = t.value[1]
    inside = [*(source for _, source in choice.binders), choice.where, choice.best, choice.order]
    return [*t.args, *(part for part in inside if part is not None)]


def subtrees(t: Typed) -> list[Typed]:
    """The expression and all its parts, inside choices too."""
    return [t, *(found for part in parts_of(t) for found in subtrees(part))]


def with_definitions(t: Typed) -> list[Typed]:
    """The expression and all its parts, and those of the definitions that it uses, each definition once."""
    found, definitions = subtrees(t), set[str]()
    for part in found:  # which grows by what the definitions hold
        if part.op == "define" and part.value.definition.name not in definitions:
            definitions.add(part.value.definition.name)
            found += subtrees(part.value.value)
    return found


def free(t: Typed) -> set[Local]:
    """The locals an expression mentions."""
    return {part.value for part in subtrees(t) if part.op in ("local", "formula")}


def conjuncts(t: Typed | None) -> list[Typed]:
    """The parts of `a and b and c`; [] for None."""
    if t is None:
        return []
    return [part for arg in t.args for part in conjuncts(arg)] if t.op == "and" else [t]


def zone_names(to: Typed) -> set[str] | None:
    """The declared zones that a destination may be; None if not known."""
    if to.op == "zone":
        return {to.value.name}
    if to.op == "if":
        sides = [zone_names(side) for side in to.args[1:]]
        return set().union(*(side for side in sides if side is not None)) if None not in sides else None
    if to.op == "map":
        return zone_names(to.args[1])
    return None


def as_list(found: Typed) -> Typed:
    """A zone as the list of its cards, zones as the list of all their cards."""
    if found.type.kind == "zone":
        return Typed("cards", list_of(Type("card", found.type.name)), found.pos, [found])
    if found.type.kind == "group":
        return Typed("group", list_of(Type("card", found.type.name), True), found.pos, [found])
    if found.type.kind == "list" and found.type.item and found.type.item.kind == "zone":
        return Typed("flat", list_of(Type("card", found.type.item.name)), found.pos, [found])
    return found
