"""The inventory of a game in English: settings, components, places and their contents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..base.appearance.inline_icons import plain_sentence
from ..base.display_names import Wording
from ..base.english import is_many, join_words
from ..base.languages.catalogues import mark
from ..check.types import Type
from ..front.api import Ruleset
from ..language import model as m
from ..language import syntax as s
from ..language.audience import audience, is_open
from ..program.lowering.layout import Layout
from ..reading.player_counts import numbers, players_text
from .blocks import Block, Heading, Item, Items, Paragraph, PrintedTable
from .english import English
from .fallback import Told
from .vocabulary import Names, member
from .wording import article, capital, sentence

SEES = {
    "everyone": "everyone sees",
    "owner": "only its owner sees",
    "others": "everyone but its owner sees",
    "nobody": "nobody sees",
}
FACES = {
    "front": "the fronts",
    "back": "the backs",
    "top": "the top {one}",
    "top.front": "the front of the top {one}",
    "top.back": "the back of the top {one}",
    "size": "how many there are",
    "": "the {many}",
}


PILES = mark("Cards go on top of a pile and are taken from the top, unless stated otherwise.")


SQUARES = mark("{told}, in {rows} rows and {columns} columns")
HEXAGONS = mark(
    "{told} hexagons, in {rows} rows and {columns} columns, each row half a hexagon further right than the one above"
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a game, one layout for each number of players."""

    ruleset: Ruleset
    layouts: dict[int, Layout]

    @property
    def words(self) -> Wording:
        """The words for the ruleset's names."""
        return self.ruleset.looks.wording

    def players(self, counts: Sequence[int]) -> str:
        """Numbers of players with their noun: `3 to 5 players`."""
        return players_text(counts)

    def with_players(self, values: Mapping[str, Sequence[int]]) -> str:
        """Values with the numbers of players for which they hold: `20 with 3 players, 18 with 4`."""
        (value, counts), *others = values.items()
        return join_words(
            [f"{value} with {players_text(counts)}", *(f"{value} with {numbers(n)}" for value, n in others)]
        )

    def say(self, words: str, /, **holes: Any) -> str:
        """A sentence in the language of the rulebook."""
        return words.format(**holes)

    def join(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        return join_words(parts, self.say("and"))

    def by_players(self, text: Callable[[int], str]) -> str:
        """A text that may depend on the number of players: `20 with 3 players, 18 with 4`."""
        groups: dict[str, list[int]] = {}
        for count in self.layouts:
            groups.setdefault(text(count), []).append(count)
        if len(groups) == 1:
            return next(iter(groups))
        return self.with_players(groups)

    def number(self, of: Callable[[Layout], int]) -> str:
        return self.by_players(lambda count: str(of(self.layouts[count])))

    def text(self, name: str) -> str:
        return self.by_players(lambda count: self.value_with(name, count))

    def value_or_name(self, name: str) -> str:
        """The value of a setting, or its name if the value depends on the number of players."""
        told = {self.value_with(name, count) for count in self.layouts}
        return told.pop() if len(told) == 1 else self.in_quotes(self.words.name(name))

    def in_quotes(self, words: str) -> str:
        """Words in the quotation marks of the language."""
        return f"“{words}”"

    def size(self, name: str) -> int:
        """The length of a setting that is a list, if equal for all numbers of players; else 0."""
        values = [layout.settings[name] for layout in self.layouts.values()]
        sizes = {len(value) if isinstance(value, list | tuple | range) else 0 for value in values}
        return sizes.pop() if len(sizes) == 1 else 0

    def value_with(self, name: str, count: int) -> str:
        setting, layout = self.ruleset.checked.ruleset.settings[name], self.layouts[count]
        example = setting.value if setting.value is not None else setting.by_players[0][2]
        return self.value(layout.settings[name], self.ruleset.checked.exprs[id(example)].type, layout)

    def value(self, value: Any, kind: Type, layout: Layout) -> str:
        """A constant in words."""
        if isinstance(value, list | tuple | range):
            item = kind.item if kind.kind == "list" and kind.item else kind
            return self.join([self.value(one, item, layout) for one in value]) or self.say("none")
        if kind.kind == "bool":
            return self.say("yes") if value else self.say("no")
        if kind.kind == "thing" and 0 <= value < len(layout.names[kind.name]):
            thing = self.ruleset.checked.ruleset.things.get(kind.name)
            name = layout.names[kind.name][value]
            return self.member(thing, name) if thing is not None else self.words.name(name)
        return str(value)

    def member(self, thing: m.Thing, name: str) -> str:
        """A member of a thing in words."""
        return member(thing, name, self.words)


@dataclass(frozen=True, slots=True)
class Inventory:
    """Writes the sections about components and places."""

    english: English
    settings: Settings
    told: Told

    def say(self, words: str, /, **holes: Any) -> str:
        """A sentence in the language of the rulebook."""
        return self.english.vocabulary.say(words, **holes)

    def join(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        return join_words(parts, self.say("and"))

    @property
    def words(self) -> Wording:
        """The words for the ruleset's names."""
        return self.english.words

    def titled_item(self, name: str, text: str, about: str, rule: list[str] | None = None) -> Item:
        """A line about something with a name and perhaps a remark."""
        return Item(
            capital(self.words.name(name)), f"{text} {self.english.vocabulary.sentence(about)}".strip(), rule or []
        )

    def sentence(self, text: str) -> str:
        """A sentence of the ruleset with words in place of icons."""
        return plain_sentence(text, self.english.vocabulary.rules.look, self.words.names)

    def components(self) -> Iterator[Block]:
        rules = self.english.vocabulary.rules
        things = [thing for thing in rules.things.values() if not (rules.teams and thing.name == "team" or thing.texts)]
        if not rules.components and not things:
            return
        yield Heading(2, self.say("Components"))
        components = [
            self.told.tell(("component", c.name), partial(self.component, c)) for c in rules.components.values()
        ]
        yield Items(components + [self.told.tell(("thing", t.name), partial(self.thing, t)) for t in things])
        if sentences := [self.titled_item(word, self.sentence(entry.text), "") for word, entry in rules.texts.items()]:
            yield Items(sentences)
        for at, zone in enumerate(zone for zone in rules.zones.values() if zone.rows):
            yield from self.told.tell(("contents", zone.name), lambda: [*self.contents(zone, at == 0)])  # noqa: B023

    def box(self) -> str:
        """The components in one line: `52 cards, 80 coins`."""
        told = []
        for component in self.english.vocabulary.rules.components.values():
            numbers_ = [self.amount(component, layout) for layout in self.settings.layouts.values()]
            low, high = min(numbers_), max(numbers_)
            noun = self.words.name(component.name)
            number = str(low) if low == high else self.say("{low} to {high}", low=low, high=high)
            told.append(f"{number} {noun if high == 1 else self.words.plural(noun)}")
        return self.join(told)

    def amount(self, component: m.Component, layout: Layout) -> int:
        name = component.name
        if component.supply is not None:
            return layout.supplies[name]
        return sum(card.component == name for card in layout.cards)

    def component(self, component: m.Component) -> Item:
        name = component.name
        if component.supply is not None:
            supply = self.settings.number(lambda layout: self.amount(component, layout))
            return self.titled_item(self.words.plural(self.words.name(name)), sentence(supply), component.about)
        total = self.settings.number(lambda layout: self.amount(component, layout))
        faces: dict[str, list[str]] = {"front": [], "back": []}
        for attribute in component.attributes:
            told_once = self.attribute(attribute)
            if told_once not in faces[attribute.face]:
                faces[attribute.face].append(told_once)
        sides = {"front": mark("the front shows {shown}"), "back": mark("the back shows {shown}")}
        told = [self.say(sides[face], shown=self.join(shown)) for face, shown in faces.items() if shown]
        return self.titled_item(self.plural_of(name), f"{sentence(total)} {sentence('; '.join(told))}", component.about)

    def thing(self, thing: m.Thing) -> Item:
        names = [self.words.name(name) for name, _ in thing.members]
        told = self.join(names) or self.settings.number(lambda layout: len(layout.names[thing.name]))
        if thing.grid is not None:
            rows = self.settings.number(lambda layout: side(layout, thing, -2))
            columns = self.settings.number(lambda layout: side(layout, thing, -1))
            told = self.say(HEXAGONS if thing.hexes else SQUARES, told=told, rows=rows, columns=columns)
        return self.titled_item(self.plural_of_thing(thing), f"{told}.", thing.about)

    def plural_of(self, name: str) -> str:
        """The words for several of a component."""
        return self.words.plural(name)

    def plural_of_thing(self, thing: m.Thing) -> str:
        """The words for several of a thing."""
        return thing.plural

    def attribute(self, attribute: m.Attribute) -> str:
        if attribute.of is not None and attribute.of.index is not None:
            index = attribute.of.index
            return self.for_each(self.attribute(attribute.of), index.type or index.name)
        name, kind = self.words.name(attribute.name), attribute.type
        if kind.kind == "maybe" and not attribute.is_text:
            return (
                f"perhaps {article(self.words.name(kind.name))}"
                if kind.name == attribute.name
                else f"perhaps its {name}"
            )
        if kind.expr is not None and isinstance(kind.expr, s.Binary):
            return f"its {name} ({self.english.phrase(kind.expr, {})})"
        if isinstance(kind.expr, s.Name) and kind.expr.name == "bool":
            return f"perhaps the mark “{name}”"
        return f"its {name}"

    def for_each(self, told: str, kind: str) -> str:
        """Something that there is for each member of a kind."""
        return f"{told} for each {self.words.name(kind)}"

    def contents(self, zone: m.Zone, first: bool) -> Iterator[Block]:
        """The initial cards of a place."""
        component = self.english.vocabulary.rules.components[zone.component]
        names = self.english.vocabulary.belonging_to(zone.owner)
        total = self.settings.number(lambda layout: len(layout.lists[layout.bases[zone]].start))
        noun = self.words.plural(self.words.name(component.name))
        used = [a for a in component.attributes if any(a.name in row.values for row in zone.rows)]
        rows = []
        for row in zone.rows:
            cells = [", ".join(self.cell(e, names) for e in row.values.get(a.name, [])) or "–" for a in used]
            rows.append([*cells, self.cell(row.copies, names) if row.copies is not None else "1"])
        values = [cell for row in rows for a, cell in zip(used, row, strict=False) if not a.is_text]
        several = any(self.lists_several(cell) for cell in values)
        told = f"{self.where(zone, noun)}: {total}."
        if first and several:
            told += " " + self.say("A row with several values has that many {things} of each.", things=noun)
        yield Paragraph(capital(told), list(zone.rule))
        copies = self.say("Copies of each") if several else self.say("Copies")
        yield PrintedTable([*(capital(self.words.name(a.name)) for a in used), copies], rows)

    def lists_several(self, cell: str) -> bool:
        """Whether a cell of a table stands for several values."""
        return " to " in cell or "," in cell or cell.startswith("all ")

    def where(self, zone: m.Zone, noun: str) -> str:
        """What lies in a place at first, and where that is."""
        place = self.english.vocabulary.name(zone.name, {})
        where = f"each {self.words.name(zone.owner)}'s {self.words.name(zone.name)}" if zone.owner else place
        return place if not zone.owner and place.endswith(noun) else f"{noun} in {where}"

    def cell(self, e: s.Expr, names: Mapping[str, str]) -> str:
        """A value of initial cards, with the numbers of players for which it differs."""

        def given(count: int) -> str:
            values = {name: self.settings.value_with(name, count) for name in vocabulary.rules.settings}
            return self.with_values(values).phrase(e, names)

        vocabulary = self.english.vocabulary
        return self.settings.by_players(given)

    def with_values(self, values: Mapping[str, str]) -> English:
        """The writer of phrases, with other values of settings."""
        return English(replace(self.english.vocabulary, values=values))

    def places(self) -> Iterator[Block]:
        yield Heading(2, self.say("On the table"))
        rules = self.english.vocabulary.rules
        zones, variables = rules.zones.values(), rules.variables.values()
        for owner in dict.fromkeys([zone.owner for zone in zones] + [item.owner for item in variables]):
            yield Paragraph(self.told.tell(("owner", owner), partial(self.holder, owner)))
            lying = [
                self.told.tell(("zone", owner, one.name), partial(self.zone, one))
                for one in zones
                if one.owner == owner
            ]
            numbers_ = [
                self.told.tell(("variable", owner, one.name), partial(self.variable, one))
                for one in variables
                if one.owner == owner
            ]
            yield Items(lying + numbers_)
        if any(zone.ordered for zone in zones):
            yield Paragraph(self.say(PILES))

    def holder(self, owner: str) -> str:
        """The words before what a player or thing has."""
        return f"Each {self.words.name(owner)} has:" if owner else self.say("In the middle:")

    def zone(self, zone: m.Zone) -> Item:
        component = self.words.plural(self.words.name(zone.component))
        kind = f"a pile of {component}" if zone.ordered else f"{component} in groups" if zone.groups else component
        each = (
            f", one for each {join_words([self.words.name(p.type or p.name) for p in zone.params])}"
            if zone.params
            else ""
        )
        return self.titled_item(zone.name, f"{kind}{each}; {self.audience_sentence(zone)}.", zone.about, zone.rule)

    def variable(self, item: m.Variable) -> Item:
        rules = self.english.vocabulary.rules
        each = (
            f", for each {join_words([self.words.name(p.type or p.name) for p in item.params])}" if item.params else ""
        )
        names = self.english.vocabulary.belonging_to(item.owner)
        first = item.initial
        if item.token:
            start = "0" if first is None or isinstance(first, s.TypeText) else self.english.phrase(first, names)
            if isinstance(first, s.Name) and first.name in self.english.vocabulary.values:
                start = self.settings.text(first.name)
            kind = f"{self.words.plural(self.words.name(item.token))}{each}, {start} at the start"
        elif item.times_seen:
            kind = f"a number: {self.position(item)}"
        elif isinstance(first, s.TypeText):
            kind = f"{article(self.words.name(first.name))} or none{each}, none at the start"
        elif isinstance(first, s.Truth):
            kind = f"yes or no{each}, {'yes' if first.value else 'no'} at the start"
        elif first is not None and not (isinstance(first, s.Binary) and first.op == ".."):
            start = f"{self.english.phrase(first, names)} at the start"
            if item.name in names_set_in(rules.setup):
                start = article(str(self.settings.ruleset.checked.exprs[id(first)].type))
            kind = f"{start}{each}"
        else:
            numbers = first or item.range
            low = self.english.phrase(numbers.left, names) if isinstance(numbers, s.Binary) else "0"
            kind = f"a number, {low} at the start{each}"
        it = "them" if is_many(self.words.name(item.name)) else "it"
        seen = "" if is_open(item) else f"; {self.audience_sentence(item, it)}"
        return self.titled_item(item.name, f"{kind}{seen}.", item.about, item.rule)

    def position(self, item: m.Variable) -> str:
        """What a number counts that says how often a position has been there."""
        values = [self.english.vocabulary.rules.variables[one.text] for one in item.times_seen]
        owners = [f" of each {self.words.name(one.owner)}" if one.owner else "" for one in values]
        parts = [f"{self.words.name(one.name)}{owner}" for one, owner in zip(values, owners, strict=True)]
        return f"how often the same position has come with the same player to play ({', '.join(parts)})"

    def audience_sentence(self, place: m.Zone | m.Variable, what: str = "") -> str:
        """The sentence about who sees what of a place or number; `what` names a number."""
        see, names = place.see, self.english.vocabulary.belonging_to(place.owner)
        one = self.words.name(place.component) if isinstance(place, m.Zone) else ""
        many = self.words.plural(one)
        if not see or list(see) == [""]:
            return self.visibility(audience(see), what or f"the {many}", names)
        told = [self.visibility(word, FACES[face].format(one=one, many=many), names) for face, word in see.items()]
        if not {"front", "back", ""} & see.keys():
            told.append(f"nobody sees the other {many}")
        return ", ".join(told)

    def visibility(self, who: m.Seen, what: str, names: Names) -> str:
        """The words that an audience sees something."""
        if isinstance(who, s.If):
            sides = [self.visibility(side, what, names) for side in (who.then, who.otherwise)]
            if isinstance(who.condition, s.Name) and who.condition.name in self.english.vocabulary.rules.settings:
                return f"with {self.words.name(who.condition.name)} {sides[0]}, without that {sides[1]}"
            return f"if {self.english.conditions.statement(who.condition, names)}, {sides[0]}; if not, {sides[1]}"
        word = who.name if isinstance(who, s.Name) else who
        if isinstance(word, str) and word in SEES:
            return f"{SEES[word]} {what}"
        assert not isinstance(who, str)
        return f"only {self.english.phrase(who, names)} see {what}"


def side(layout: Layout, thing: m.Thing, at: int) -> int:
    """The number of rows (-2) or columns (-1) of a grid, which the last place's name gives."""
    return int(layout.names[thing.name][-1].split("_")[at])


def names_set_in(setup: m.Steps) -> set[str]:
    """The names that the set-up always sets, so that their initial values do not matter."""
    found: set[str] = set()
    for step in setup:
        if step.when or step.loop is not None or (step.decision is not None and step.decision.kind == "may choose"):
            continue
        if isinstance(step.effect, m.Set):
            found |= {target.name for target, _ in step.effect.targets if isinstance(target, s.Name)}
        found |= names_set_in(step.do)
    return found
