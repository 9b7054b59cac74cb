"""What the names and words of a ruleset are called in English, and which of them are lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..language import model as m
from ..language import syntax as s
from .wording import fill, plain, plural, sentence

Names = Mapping[str, str]

# letters that stand for the thing a condition is about, until it is known how to name it; one for each level
FIRST_IT = 0xE000
SHORT = 2
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
    ("item", 2): "number {1} of {0}",
    ("distinct", 1): "the different {bare}",
    ("sorted", 1): "{0} in ascending order",
    ("reversed", 1): "{0} in reverse order",
    ("splits", 2): "the ways to share out {0} among {1} heaps",
    ("left", 1): "the player to the left of {0}",
    ("left", 2): "player {1} to the left",
    ("right", 1): "the player to the right of {0}",
    ("right", 2): "player {1} to the right",
    ("groups", 1): "the groups in {0}",
    ("top", 1): "the top card of {0}",
    ("bottom", 1): "the bottom card of {0}",
    ("row", 1): "the row of {0}",
    ("column", 1): "the column of {0}",
    ("line", 3): "the places from {0} on, each {1} down and {2} to the right",
}
WAYS: dict[tuple[str, ...], str] = {
    ("0", "1"): "to the right", ("0", "-1"): "to the left", ("1", "0"): "downwards", ("-1", "0"): "upwards",
    ("1", "1"): "down to the right", ("1", "-1"): "down to the left", ("-1", "1"): "up to the right",
    ("-1", "-1"): "up to the left",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Over:
    """A word over a choice: of the things chosen, before values of them, and with the one value they have."""

    things: str
    values: str
    adjective: str = ""
    places: str = ""  # before places whose cards are numbered
    is_list: bool = False


OVER = {
    "count": Over("the number of {many}", "the count of"),
    "sum": Over("the sum of the {many}", "the total of", "total"),
    "min": Over("the min of the {many}", "the lowest", "lowest", "the smallest of "),
    "max": Over("the max of the {many}", "the highest", "highest", "the largest of "),
    "first": Over("the first {one}", "the first of"),
    "last": Over("the last {one}", "the last of"),
    "those": Over("the {many}", "", is_list=True),
    "distinct": Over("the different {many}", "the different", is_list=True),
    "sorted": Over("the sorted of the {many}", "the sorted of", is_list=True),
}


@dataclass(slots=True)
class Kind:
    """What a list is made of: `a card`, `cards` and what follows the noun (` in the player's hand`)."""

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


def placeholder(names: Names) -> str:
    """A letter that stands for one more thing, other than those already in the names."""
    return chr(FIRST_IT + sum(len(name) == 1 and ord(name) >= FIRST_IT for name in names.values()))


def belonging(text: str, it: str) -> str:
    """What a phrase says belongs to it, `hand` of `it's hand`; nothing if it speaks of it in another way."""
    return text.removeprefix(f"{it}'s ") if text.count(it) == 1 and text.startswith(f"{it}'s ") else ""


@dataclass(slots=True)
class Vocabulary:
    """The names of one ruleset; `values` are the texts of the settings, shown instead of their names.

    plurals: {players: player}; lists: what those local names are lists of that stand for several things.
    """

    rules: m.Ruleset
    values: Mapping[str, str]
    plurals: dict[str, str] = field(default_factory=dict)
    lists: dict[str, Kind] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plurals = {"players": "player", **{t.plural: t.name for t in self.rules.things.values()}}

    def filled(self, words: str) -> str:
        """The ruleset's own words with the values of the settings in them."""
        return fill(words, self.values)

    def sentence(self, words: str) -> str:
        return sentence(self.filled(words))

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
        return f"the {name}" if name in ("round", "box") else plain(name)

    def is_list(self, e: s.Expr) -> bool:
        """Whether an expression is a list of cards or things, as far as its form shows."""
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
        if isinstance(e, s.Aggregate | s.Binary):
            return self.is_list(e)
        if isinstance(e, s.Name):
            return e.name in self.plurals or self.zone(e.name) is not None
        if not isinstance(e, s.Field) or e.name in ("top", "bottom"):
            return False
        return self.zone(e.name) is not None or e.name == "groups" or self.many(e.target)

    def thing(self, e: s.Expr) -> m.Thing | None:
        """The kind of thing of which an expression names all."""
        name = getattr(e, "name", "")
        return next((thing for thing in self.rules.things.values() if thing.plural == name), None)

    def constant(self, e: s.Expr) -> str | None:
        """The text of a setting or member of a kind, which is the same all through the game."""
        if not isinstance(e, s.Name):
            return None
        if e.name in self.values:
            return None if self.values[e.name].startswith("“") else self.values[e.name]
        members = (member for thing in self.rules.things.values() for member, _ in thing.members)
        return plain(e.name) if e.name in members else None
