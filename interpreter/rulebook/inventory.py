"""What a game consists of: its components, the cards in its places, and all that lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..language import model as m
from ..language import syntax as s
from ..language.audience import audience, is_open
from .blocks import Block, Heading, Item, Items, Paragraph, PrintedTable
from .english import English
from .settings import Settings
from .vocabulary import Vocabulary
from .wording import article, capital, listed, plain, plural, sentence


@dataclass(frozen=True, slots=True)
class Inventory:
    """Writes the sections about components and places."""

    english: English
    settings: Settings

    @property
    def vocabulary(self) -> Vocabulary:
        return self.english.vocabulary

    def components(self) -> Iterator[Block]:
        rules = self.vocabulary.rules
        if not rules.components and not rules.things:
            return
        yield Heading(2, "Components")
        items = []
        for component in rules.components.values():
            name = plain(component.name)
            if component.supply is not None:
                supply = self.settings.by_players(lambda n, c=component.name: str(self.settings.layouts[n].supplies[c]))  # type: ignore[misc]
                items.append(
                    Item(
                        capital(plural(name)),
                        f"{sentence(supply)} {sentence(self.vocabulary.filled(component.about))}".strip(),
                    )
                )
                continue
            total = self.settings.by_players(lambda n, c=component.name: str(self.cards(n, c)))  # type: ignore[misc]
            faces = [
                f"the {face} shows {listed([self.attribute(a) for a in component.attributes if a.face == face])}"
                for face in ("front", "back")
                if any(a.face == face for a in component.attributes)
            ]
            text = f"{sentence(total)} {sentence('; '.join(faces))} {sentence(self.vocabulary.filled(component.about))}"
            items.append(Item(capital(plural(name)), text.strip()))
        for thing in rules.things.values():
            members = [plain(label) for label in self.settings.layouts[min(self.settings.layouts)].names[thing.name]]
            number = self.settings.by_players(lambda n, t=thing.name: str(len(self.settings.layouts[n].names[t])))  # type: ignore[misc]
            told = f"{listed(members)}." if thing.members else f"{number}."
            items.append(
                Item(capital(plain(thing.plural)), f"{told} {sentence(self.vocabulary.filled(thing.about))}".strip())
            )
        yield Items(items)
        for at, zone in enumerate(zone for zone in rules.zones.values() if zone.rows):
            yield from self.contents(zone, at == 0)

    def cards(self, players: int, component: str) -> int:
        return sum(card.component == component for card in self.settings.layouts[players].cards)

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
        component = self.vocabulary.rules.components[zone.component]
        names = {zone.owner: f"the {zone.owner}"} if zone.owner else {}
        total = self.settings.by_players(lambda n: str(self.lying(n, zone)))
        where = (
            f"in each {plain(zone.owner)}'s {plain(zone.name)}"
            if zone.owner
            else f"in {self.vocabulary.name(zone.name, {})}"
        )
        explanation = " A list or a range means one card for each of its values." if first else ""
        yield Paragraph(f"Cards {where}: {total}.{explanation}", list(zone.rule))
        used = [a for a in component.attributes if any(a.name in row.values for row in zone.rows)]
        rows = []
        for row in zone.rows:
            cells = [", ".join(self.english.phrase(e, names) for e in row.values.get(a.name, [])) or "–" for a in used]
            rows.append([*cells, self.english.phrase(row.copies, names) if row.copies is not None else "1"])
        yield PrintedTable([*(capital(plain(a.name)) for a in used), "Copies of each"], rows)

    def lying(self, players: int, zone: m.Zone) -> int:
        layout = self.settings.layouts[players]
        return len(layout.lists[layout.bases[zone]].start)

    def places(self) -> Iterator[Block]:
        yield Heading(2, "On the table")
        owners = dict.fromkeys(zone.owner for zone in self.vocabulary.rules.zones.values())
        owners |= dict.fromkeys(variable.owner for variable in self.vocabulary.rules.variables.values())
        for owner in owners:
            yield Paragraph(f"Each {plain(owner)} has:" if owner else "In the middle:")
            zones = [self.zone(zone) for zone in self.vocabulary.rules.zones.values() if zone.owner == owner]
            counters = [self.variable(item) for item in self.vocabulary.rules.variables.values() if item.owner == owner]
            yield Items(zones + counters)

    def zone(self, zone: m.Zone) -> Item:
        component = plural(plain(zone.component))
        kind = f"a pile of {component}" if zone.ordered else f"{component} in groups" if zone.groups else component
        each = f", one for each {listed([plain(p.type or p.name) for p in zone.params])}" if zone.params else ""
        return Item(
            capital(plain(zone.name)),
            f"{kind}{each}; {seen_by(zone.see)}. {sentence(self.vocabulary.filled(zone.about))}".strip(),
            zone.rule,
        )

    def variable(self, item: m.Variable) -> Item:
        each = f", for each {listed([plain(p.type or p.name) for p in item.params])}" if item.params else ""
        names = {item.owner: f"the {item.owner}"} if item.owner else {}
        first = item.initial
        if item.token:
            start = (
                self.english.phrase(first, names) if first is not None and not isinstance(first, s.TypeText) else "0"
            )
            start = (
                self.settings.of(first.name)
                if isinstance(first, s.Name) and first.name in self.vocabulary.values
                else start
            )
            kind = f"{plural(plain(item.token))}{each}, {start} at the start"
        elif isinstance(first, s.TypeText):
            kind = f"{article(plain(first.name))} or none{each}, none at the start"
        elif isinstance(first, s.Truth):
            kind = f"yes or no{each}, {'yes' if first.value else 'no'} at the start"
        else:
            kind = self.number(item, first, names) + each
        seen = "" if is_open(item) else f"; {seen_by(item.see, False)}"
        return Item(
            capital(plain(item.name)),
            f"{kind}{seen}. {sentence(self.vocabulary.filled(item.about))}".strip(),
            item.rule,
        )

    def number(self, item: m.Variable, first: s.Expr | None, names: dict[str, str]) -> str:
        if isinstance(first, s.Binary) and first.op == "..":
            return f"a number, {self.english.phrase(first.left, names)} at the start"
        if first is not None:
            return f"{self.english.phrase(first, names)} at the start"
        low = item.range.left if isinstance(item.range, s.Binary) else None
        return f"a number, {self.english.phrase(low, names) if low is not None else '0'} at the start"


def seen_by(see: dict[str, str], cards: bool = True) -> str:
    """Who sees what, in words."""
    who = {
        "everyone": "everyone sees",
        "owner": "only its owner sees",
        "others": "all but its owner see",
        "nobody": "nobody sees",
    }
    if not see or list(see) == [""]:
        return f"{who[audience(see)]} {'the cards' if cards else 'it'}"
    what = {
        "front": "the fronts",
        "back": "the backs",
        "top": "the top card",
        "top.front": "the front of the top card",
        "top.back": "the back of the top card",
        "size": "how many there are",
        "": "the cards",
    }
    told = [f"{who[word]} {what[face]}" for face, word in see.items()]
    if "front" not in see and "back" not in see and "" not in see:
        told.append("nobody sees the other cards")
    return ", ".join(told)
