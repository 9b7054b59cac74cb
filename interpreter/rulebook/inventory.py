"""What a game consists of: its settings, its components, the cards in its places, all that lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..check.types import Type
from ..front.api import Ruleset
from ..language import model as m
from ..language import syntax as s
from ..language.audience import audience, is_open
from ..program.lowering.layout import Layout
from .blocks import Block, Heading, Item, Items, Paragraph, PrintedTable
from .english import English
from .vocabulary import member
from .wording import article, capital, listed, plain, plural, sentence

SEES = {
    "everyone": "everyone sees",
    "owner": "only its owner sees",
    "others": "all but its owner see",
    "nobody": "nobody sees",
}
FACES = {
    "front": "the fronts",
    "back": "the backs",
    "top": "the top card",
    "top.front": "the front of the top card",
    "top.back": "the back of the top card",
    "size": "how many there are",
    "": "the cards",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as they are in `layouts`, one for each number of players."""

    ruleset: Ruleset
    layouts: dict[int, Layout]

    def by_players(self, text: Callable[[int], str]) -> str:
        """A text that may depend on the number of players: `20 with 3 players, 18 with 4`."""
        groups: dict[str, list[int]] = {}
        for count in self.layouts:
            groups.setdefault(text(count), []).append(count)
        if len(groups) == 1:
            return next(iter(groups))
        told = [f"{value} with {numbers(counts)}" for value, counts in groups.items()]
        return listed([f"{told[0]} players", *told[1:]])

    def number(self, of: Callable[[Layout], int]) -> str:
        return self.by_players(lambda count: str(of(self.layouts[count])))

    def of(self, name: str) -> str:
        return self.by_players(lambda count: self.given(name, count))

    def named(self, name: str) -> str:
        """The value of a setting; its name, where the value depends on the number of players."""
        told = {self.given(name, count) for count in self.layouts}
        return told.pop() if len(told) == 1 else f"“{plain(name)}”"

    def size(self, name: str) -> int:
        """How many there are in a setting that is a list, the same for any number of players; else 0."""
        values = [layout.settings[name] for layout in self.layouts.values()]
        sizes = {len(value) if isinstance(value, list | tuple | range) else 0 for value in values}
        return sizes.pop() if len(sizes) == 1 else 0

    def given(self, name: str, count: int) -> str:
        setting, layout = self.ruleset.checked.ruleset.settings[name], self.layouts[count]
        example = setting.value if setting.value is not None else setting.by_players[0][2]
        return self.value(layout.settings[name], self.ruleset.checked.exprs[id(example)].type, layout)

    def value(self, value: Any, kind: Type, layout: Layout) -> str:
        """A constant in words."""
        if isinstance(value, list | tuple | range):
            item = kind.item if kind.kind == "list" and kind.item else kind
            return listed([self.value(one, item, layout) for one in value]) or "none"
        if kind.kind == "bool":
            return "yes" if value else "no"
        if kind.kind == "thing" and 0 <= value < len(layout.names[kind.name]):
            thing = self.ruleset.checked.ruleset.things.get(kind.name)
            name = layout.names[kind.name][value]
            return member(thing, name) if thing is not None else plain(name)
        return str(value)


def numbers(counts: list[int]) -> str:
    """3 to 5, 3 or 6."""
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return listed([str(count) for count in counts], "or")


@dataclass(frozen=True, slots=True)
class Inventory:
    """Writes the sections about components and places."""

    english: English
    settings: Settings

    def titled(self, name: str, text: str, about: str, rule: list[str] | None = None) -> Item:
        """A line about something that has a name and perhaps a remark."""
        return Item(capital(plain(name)), f"{text} {self.english.vocabulary.sentence(about)}".strip(), rule or [])

    def components(self) -> Iterator[Block]:
        rules = self.english.vocabulary.rules
        if not rules.components and not rules.things:
            return
        yield Heading(2, "Components")
        components = [self.component(component) for component in rules.components.values()]
        yield Items(components + [self.thing(thing) for thing in rules.things.values()])
        for at, zone in enumerate(zone for zone in rules.zones.values() if zone.rows):
            yield from self.contents(zone, at == 0)

    def box(self) -> str:
        """What there is of each kind, in one line: `52 cards, 80 coins`."""
        told = []
        for component in self.english.vocabulary.rules.components.values():
            numbers_ = [self.amount(component, layout) for layout in self.settings.layouts.values()]
            low, high = min(numbers_), max(numbers_)
            noun = plain(component.name)
            told.append(f"{low if low == high else f'{low} to {high}'} {noun if high == 1 else plural(noun)}")
        return listed(told)

    def amount(self, component: m.Component, layout: Layout) -> int:
        name = component.name
        if component.supply is not None:
            return layout.supplies[name]
        return sum(card.component == name for card in layout.cards)

    def component(self, component: m.Component) -> Item:
        name = component.name
        if component.supply is not None:
            supply = self.settings.number(lambda layout: self.amount(component, layout))
            return self.titled(plural(plain(name)), sentence(supply), component.about)
        total = self.settings.number(lambda layout: self.amount(component, layout))
        faces: dict[str, list[str]] = {"front": [], "back": []}
        for attribute in component.attributes:
            faces[attribute.face].append(self.attribute(attribute))
        told = [f"the {face} shows {listed(shown)}" for face, shown in faces.items() if shown]
        return self.titled(plural(plain(name)), f"{sentence(total)} {sentence('; '.join(told))}", component.about)

    def thing(self, thing: m.Thing) -> Item:
        names = [plain(name) for name, _ in thing.members]
        told = listed(names) or self.settings.number(lambda layout: len(layout.names[thing.name]))
        if thing.grid is not None:
            rows, columns = (self.english.phrase(side, {}) for side in thing.grid)
            told += f", in {rows} rows and {columns} columns"
        return self.titled(thing.plural, f"{told}.", thing.about)

    def attribute(self, attribute: m.Attribute) -> str:
        name, kind = plain(attribute.name), attribute.type
        if kind.kind == "maybe":
            return f"perhaps {article(plain(kind.name))}" if kind.name == attribute.name else f"perhaps its {name}"
        if kind.expr is not None and isinstance(kind.expr, s.Binary):
            return f"its {name} ({self.english.phrase(kind.expr, {})})"
        if isinstance(kind.expr, s.Name) and kind.expr.name == "bool":
            return f"whether it is {name}"
        return f"its {name}"

    def contents(self, zone: m.Zone, first: bool) -> Iterator[Block]:
        """The cards that lie in a place at first."""
        component = self.english.vocabulary.rules.components[zone.component]
        names = {zone.owner: f"the {zone.owner}"} if zone.owner else {}
        total = self.settings.number(lambda layout: len(layout.lists[layout.bases[zone]].start))
        whose = f"each {plain(zone.owner)}'s {plain(zone.name)}"
        where = f"in {whose if zone.owner else self.english.vocabulary.name(zone.name, {})}"
        explanation = " A list or a range means one card for each of its values." if first else ""
        noun = plural(plain(component.name))
        told = f"{noun} {where}" if zone.owner or not plain(zone.name).endswith(noun) else plain(zone.name)
        yield Paragraph(f"{capital(told)}: {total}.{explanation}", list(zone.rule))
        used = [a for a in component.attributes if any(a.name in row.values for row in zone.rows)]
        rows = []
        for row in zone.rows:
            cells = [", ".join(self.english.phrase(e, names) for e in row.values.get(a.name, [])) or "–" for a in used]
            rows.append([*cells, self.english.phrase(row.copies, names) if row.copies is not None else "1"])
        yield PrintedTable([*(capital(plain(a.name)) for a in used), "Copies of each"], rows)

    def places(self) -> Iterator[Block]:
        yield Heading(2, "On the table")
        rules = self.english.vocabulary.rules
        zones, variables = rules.zones.values(), rules.variables.values()
        for owner in dict.fromkeys([zone.owner for zone in zones] + [item.owner for item in variables]):
            yield Paragraph(f"Each {plain(owner)} has:" if owner else "In the middle:")
            lying = [self.zone(zone) for zone in zones if zone.owner == owner]
            yield Items(lying + [self.variable(item) for item in variables if item.owner == owner])

    def zone(self, zone: m.Zone) -> Item:
        component = plural(plain(zone.component))
        kind = f"a pile of {component}" if zone.ordered else f"{component} in groups" if zone.groups else component
        each = f", one for each {listed([plain(p.type or p.name) for p in zone.params])}" if zone.params else ""
        return self.titled(zone.name, f"{kind}{each}; {seen_by(zone.see)}.", zone.about, zone.rule)

    def variable(self, item: m.Variable) -> Item:
        each = f", for each {listed([plain(p.type or p.name) for p in item.params])}" if item.params else ""
        names = {item.owner: f"the {item.owner}"} if item.owner else {}
        first = item.initial
        if item.token:
            start = "0" if first is None or isinstance(first, s.TypeText) else self.english.phrase(first, names)
            if isinstance(first, s.Name) and first.name in self.english.vocabulary.values:
                start = self.settings.of(first.name)
            kind = f"{plural(plain(item.token))}{each}, {start} at the start"
        elif isinstance(first, s.TypeText):
            kind = f"{article(plain(first.name))} or none{each}, none at the start"
        elif isinstance(first, s.Truth):
            kind = f"yes or no{each}, {'yes' if first.value else 'no'} at the start"
        elif first is not None and not (isinstance(first, s.Binary) and first.op == ".."):
            kind = f"{self.english.phrase(first, names)} at the start{each}"
        else:
            numbers = first or item.range
            low = self.english.phrase(numbers.left, names) if isinstance(numbers, s.Binary) else "0"
            kind = f"a number, {low} at the start{each}"
        seen = "" if is_open(item) else f"; {seen_by(item.see, False)}"
        return self.titled(item.name, f"{kind}{seen}.", item.about, item.rule)


def seen_by(see: dict[str, str], cards: bool = True) -> str:
    """Who sees what, in words."""
    if not see or list(see) == [""]:
        return f"{SEES[audience(see)]} {'the cards' if cards else 'it'}"
    told = [f"{SEES[word]} {FACES[face]}" for face, word in see.items()]
    if not {"front", "back", ""} & see.keys():
        told.append("nobody sees the other cards")
    return ", ".join(told)
