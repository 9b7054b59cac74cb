"""What the hunter knows of a ruleset that it writes: its kinds of values and what it has declared so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Type:
    """kind: int, bool, thing, card, zone, group, list, maybe, tokens, any; `name` the thing or component."""

    kind: str
    name: str = ""
    item: Type | None = None


INT, BOOL, PLAYER = Type("int"), Type("bool"), Type("thing", "player")


def list_of(item: Type) -> Type:
    return Type("list", item=item)


def maybe(item: Type) -> Type:
    return item if item.kind == "maybe" else Type("maybe", item=item)


@dataclass(frozen=True)
class Name:
    """A name in scope and what it is; `settable` if it is remembered."""

    text: str
    type: Type
    settable: bool = False


@dataclass(frozen=True)
class Thing:
    """A kind of thing; members as written in expressions."""

    name: str
    plural: str
    members: tuple[str, ...]
    grid: bool = False
    named: bool = False


@dataclass(frozen=True)
class Card:
    """A component with something printed on it: attributes with their types and the values each may have."""

    name: str
    attributes: dict[str, tuple[Type, tuple[Any, ...]]]
    backs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Field:
    """What lies on the table. owner: "" for the middle, else a kind of thing; `index` a kind it exists for each of.

    type: a zone, int, bool, a thing, maybe, or tokens; for a pile `pile` is true. `open`: everyone sees it.
    """

    owner: str
    name: str
    type: Type
    index: str = ""
    pile: bool = False
    groups: bool = False
    open: bool = True
    filled: bool = False


@dataclass(frozen=True)
class Function:
    """A table or definition; an action's parameters too."""

    name: str
    params: tuple[Type, ...]
    result: Type


@dataclass(frozen=True)
class Table:
    """A table that may lack rows: the types of its keys, of which all values are known wherever it is asked."""

    name: str
    keys: tuple[Type, ...]
    result: Type


@dataclass
class Action:
    """An action of the ruleset: its parameters by name, and results by name.

    kind: the thing each of whose members has an action like this one.
    """

    words: str
    params: dict[str, Type] = field(default_factory=dict)
    formulas: dict[str, tuple[Type, Type]] = field(default_factory=dict)
    gives: dict[str, Type] = field(default_factory=dict)
    decides: bool = True
    kind: str = ""


@dataclass
class World:
    """Everything that is declared.

    printed: the numbers on cards that there are for each member of a thing. spans: shared counters of a small range.
    """

    players: tuple[int, int] = (2, 2)
    settings: dict[str, Type] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    printed: list[Field] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    spans: list[str] = field(default_factory=list)

    def zones(self, component: str = "", owner: str | None = None) -> list[Field]:
        return [
            f
            for f in self.fields
            if f.type.kind == "zone" and component in ("", f.type.name) and owner in (None, f.owner)
        ]
