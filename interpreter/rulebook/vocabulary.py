"""English words for the names in a ruleset, and which of them are lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.display_names import PLAIN, Wording
from ..language import model as m
from ..language import syntax as s
from .wording import fill, sentence

Names = Mapping[str, str]

# letters that stand for the thing a condition is about, until it is known how to name it; one for each level
FIRST_IT = 0xE000
SHORT = 2
# how several things of one kind are distinguished
PLACE = re.compile(r"(.+?)(?:_[0-9]+)+")
NTH = ("that", "the other", "the third", "the fourth", "the fifth")
# a word over what it is given: {0} and {1}, or {one} and {many} of what its list is made of
SAID: dict[tuple[str, int], str] = {
    ("size", 1): "the number of {many}",
    ("count", 1): "the number of {many}",
    ("sum", 1): "the total of {0}",
    ("min", 1): "the lowest of {0}",
    ("max", 1): "the highest of {0}",
    ("min", 2): "the smaller of {0} and {1}",
    ("max", 2): "the greater of {0} and {1}",
    ("first", 1): "the first {one}",
    ("first", 2): "the first {1} {many}",
    ("last", 1): "the last {one}",
    ("item", 2): "entry number {1} of {0}",
    ("distinct", 1): "the different {bare}",
    ("sorted", 1): "{0} in ascending order",
    ("reversed", 1): "{0} in reverse order",
    ("splits", 2): "the ways to share out {0} among {1} heaps",
    ("left", 1): "the player to the left of {0}",
    ("left", 2): "the player as many seats to the left of {0} as {1}",
    ("right", 1): "the player to the right of {0}",
    ("right", 2): "the player as many seats to the right of {0} as {1}",
    ("groups", 1): "the groups in {0}",
    ("top", 1): "the top card of {0}",
    ("bottom", 1): "the bottom card of {0}",
    ("line", 3): "the line from {0} on, each place {1} down and {2} to the right of the one before",
    ("step", 3): "the place {1} down and {2} to the right of {0}",
}
WAYS: dict[tuple[str, ...], str] = {
    ("0", "1"): "to the right", ("0", "−1"): "to the left", ("1", "0"): "downwards", ("−1", "0"): "upwards",
    ("1", "1"): "down to the right", ("1", "−1"): "down to the left", ("−1", "1"): "up to the right",
    ("−1", "−1"): "up to the left",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Over:
    """The words of an aggregate over a choice: with the things chosen, with values of them, with one common value."""

    things: str
    values: str
    adjective: str = ""
    places: str = ""  # before places whose cards are numbered
    is_list: bool = False
    after: str = ""  # behind a list of values


OVER = {
    "count": Over("the number of {many}", "the count of"),
    "sum": Over("the total of the {many}", "the total of", "total"),
    "min": Over("the lowest of the {many}", "the lowest", "lowest", "the smallest of "),
    "max": Over("the highest of the {many}", "the highest", "highest", "the largest of "),
    "first": Over("the first {one}", "the first of"),
    "last": Over("the last {one}", "the last of"),
    "those": Over("the {many}", "", is_list=True),
    "distinct": Over("the different {many}", "the different", is_list=True, after=", each value once"),
    "sorted": Over("the {many}, in ascending order", "", is_list=True, after=", in ascending order"),
}


@dataclass(slots=True)
class ListKind:
    """The noun for a list's items: `a card`, `cards`, and the rest (` in the player's hand`)."""

    one: str
    many: str
    rest: str = ""
    player: bool = False

    @property
    def each(self) -> str:
        return self.one + self.rest

    @property
    def all(self) -> str:
        return self.many + self.rest


def what_belongs(text: str, it: str) -> str:
    """The possession in a phrase, `hand` of `it's hand`; "" if it is phrased differently."""
    return text.removeprefix(f"{it}'s ") if text.count(it) == 1 and text.startswith(f"{it}'s ") else ""


def member(thing: m.Thing, name: str, wording: Wording) -> str:
    """The words for a member of a thing: `tent 3`, `the cell in row 1, column 2`, or its name."""
    place = name.removeprefix(f"{thing.name}_").split("_")
    if thing.grid is not None and len(place) == len(thing.grid) and all(part.isdecimal() for part in place):
        return f"the {wording.name(thing.name)} in row {place[0]}, column {place[1]}"
    return wording.name(name)


@dataclass(slots=True)
class Vocabulary:
    """The names of one ruleset; `values` are the settings' texts, shown instead of their names.

    plurals: {players: player}; lists: what those local names are lists of that stand for several things; kinds: the
    nouns of the letters that stand for things which conditions are about; elements: what those definitions and settings
    are lists of that are lists; sizes: how many there are in each setting that is a list.
    """

    rules: m.Ruleset
    values: Mapping[str, str]
    plurals: dict[str, str] = field(default_factory=dict)
    lists: dict[str, ListKind] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    elements: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    words: Wording = PLAIN

    def __post_init__(self) -> None:
        self.words = self.rules.looks.wording
        self.plurals = {"players": "player", **{t.plural: t.name for t in self.rules.things.values()}}

    def is_other_of_two(self, name: str, args: Sequence[s.Expr]) -> bool:
        """Whether a word and its arguments are the neighbour of the player in a game for two."""
        beside = name in ("left", "right") and [getattr(arg, "name", "") for arg in args] == ["player"]
        return beside and max(self.rules.players) == 2

    def say(self, words: str, /, **holes: Any) -> str:
        """A sentence in the language of the rulebook, its holes filled."""
        return words.format(**holes)

    def fill_settings(self, words: str) -> str:
        """The ruleset's own words with the values of the settings in them."""
        return fill(self.words.step(words), self.values)

    def belonging_to(self, owner: str) -> dict[str, Any]:
        """The names for what is said about the places of an owner, `the player`; none for the middle."""
        return {owner: f"the {owner}"} if owner else {}

    def sentence(self, words: str) -> str:
        return sentence(self.fill_settings(words))

    def local(self, name: str, noun: str, names: Names) -> str:
        """The words for a bound name from now on: `the bidder`, `the lost card`; `that player` for a letter."""
        noun = noun.removeprefix("different ")
        if len(name) > SHORT:
            words = self.words.name(name)
            known = noun in words.split() or noun.endswith(words)
            alone = noun in ("player", "other player", "number", "one", "") or known
            return f"the {words}" if alone else f"the {words} {noun}"
        if noun in ("", "number"):
            return f"the {noun or 'value'} {name}"
        taken = {text for other, text in names.items() if other != name}
        return next((text for word in NTH if (text := f"{word} {noun}") not in taken), f"the {noun} {name}")

    def letter(self, noun: str, names: Names) -> str:
        """An unused letter for one more thing."""
        found = chr(FIRST_IT + sum(name in self.kinds for name in names.values()))
        self.kinds[found] = noun.removeprefix("different ")
        return found

    def later_name(self, letter: str, names: Names) -> str:
        """The words for the thing of a letter once it is known, unlike all others around it: `that card`."""
        noun = self.kinds[letter]
        above = sum(self.kinds.get(name) == noun for name in names.values())
        taken = set(names.values())
        free = [text for word in NTH if (text := f"{word} {noun}") not in taken]
        return free[min(above, len(free) - 1)]

    def name(self, name: str, names: Names) -> str:
        rules = self.rules
        if name in names:
            return names[name]
        if name in self.values:
            return self.values[name]
        if name in self.plurals:
            return f"all {self.words.name(name)}"
        if (place := PLACE.fullmatch(name)) and place[1] in rules.things:
            return member(rules.things[place[1]], name, self.words)
        zone = rules.zones.get(name)
        if zone is not None and name.endswith("ed"):
            return f"the {self.words.name(name)} {self.words.plural(self.words.name(zone.component))}"
        if zone is not None or name in rules.variables or name in rules.definitions:
            return self.words.name(name) if name.startswith("all_") else f"the {self.words.name(name)}"
        return f"the {name}" if name in ("round", "box") else self.words.name(name)

    def is_list(self, e: s.Expr) -> bool:
        """Whether an expression is a list of cards or things."""
        if getattr(e, "name", "") in self.elements:
            return True
        if isinstance(e, s.Binary):
            return e.op in ("from", "after", "..") or (e.op in ("+", "-") and (self.is_list(e.left)))
        if isinstance(e, s.Aggregate):
            return e.function in OVER and OVER[e.function].is_list
        if isinstance(e, s.Call) and e.name == "first" and len(e.args) > 1:
            return True
        if isinstance(e, s.Name | s.Field):
            return e.name in self.plurals or self.zone(e.name) is not None
        return isinstance(e, s.ListOf)

    def zone(self, name: str) -> m.Zone | None:
        return self.rules.zones.get(name)

    def variable(self, name: str) -> m.Variable | None:
        return self.rules.variables.get(name)

    def attribute(self, name: str) -> bool:
        return any(a.name == name for c in self.rules.components.values() for a in c.attributes)

    def many(self, e: s.Expr) -> bool:
        """Whether a field of this expression is a list of the fields."""
        if getattr(e, "name", "") in self.elements:
            return True
        if isinstance(e, s.Aggregate | s.Binary):
            return self.is_list(e)
        if isinstance(e, s.Name):
            return e.name in self.plurals or self.zone(e.name) is not None
        if not isinstance(e, s.Field) or e.name in ("top", "bottom"):
            return False
        return self.zone(e.name) is not None or e.name == "groups" or self.many(e.target)

    def takes_list(self, name: str) -> bool:
        """Whether a definition takes a whole list, not each of its items."""
        definition = self.rules.definitions.get(name)
        if definition is None or not definition.params:
            return False
        kind = definition.params[0].type or definition.params[0].name
        return kind not in {"player", "int", "bool", *self.rules.things, *self.rules.components}

    def of_number(self, name: str) -> bool:
        """Whether a definition takes a number, which has no fields."""
        definition = self.rules.definitions.get(name)
        return definition is not None and bool(definition.params) and definition.params[0].type == "int"

    def thing(self, e: s.Expr) -> m.Thing | None:
        """The thing all of whose members an expression names, None if it names something else."""
        name = getattr(e, "name", "")
        return next((thing for thing in self.rules.things.values() if thing.plural == name), None)

    def constant(self, e: s.Expr) -> str | None:
        """The text of a setting or a member, which is the same all game; None for anything else."""
        if not isinstance(e, s.Name):
            return None
        if e.name in self.values:
            return None if self.values[e.name].startswith("“") else self.values[e.name]
        members = (member for thing in self.rules.things.values() for member, _ in thing.members)
        return self.words.name(e.name) if e.name in members else None
