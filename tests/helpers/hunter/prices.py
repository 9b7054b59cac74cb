"""Payments at random: several goods at once, with an index for each of its members, and one place paid from twice."""

from __future__ import annotations

from typing import Any

from helpers.hunter.declarations import Tree, plain
from helpers.hunter.expressions import Expressions, Scope
from helpers.hunter.source import Source
from helpers.hunter.world import INT, PLAYER, Field, Type, World


class Prices:
    """Writes payments about a world; None where there is nothing to pay with."""

    def __init__(self, source: Source, world: World, expressions: Expressions) -> None:
        self.source, self.world, self.expressions = source, world, expressions

    def places(self) -> list[Field]:
        return [field for field in self.world.fields if field.type.kind == "tokens"]

    def several(self, scope: Scope) -> Tree | None:
        """Goods in braces: mostly of one owner, at times from one place twice."""
        places = self.places()
        if not places:
            return None
        to = self.source.pick(("box", "box", "player", "place"))
        if to == "place":
            token = self.source.pick(places).type
            places = [place for place in places if place.type == token]
        elif to == "player":
            owned = [place for place in places if place.owner == "player"]
            places, to = (owned, to) if owned else (places, "box")
        goods: Tree = {}
        for _ in range(self.source.pick((1, 2, 2, 3))):
            field = self.source.pick(places)
            price = self.each(field.index, scope) if field.index and self.source.chance(0.3) else None
            place: str | None = self.expressions.of(field, scope, 0, bare=price is not None)
            if place:
                goods[place] = price or self.amount(place, scope)
        taker = self.taker(to, places, scope)
        return {"pay": goods, "to": taker} if goods and taker else None

    def indexed(self, scope: Scope) -> Tree | None:
        """One good for each member of its index, with `from`."""
        places = [place for place in self.places() if place.index]
        if not places:
            return None
        field = self.source.pick(places)
        place, price = self.expressions.of(field, scope, 0, bare=True), self.each(field.index, scope)
        alike = [other for other in places if (other.type, other.index) == (field.type, field.index)]
        to = self.expressions.of(self.source.pick(alike), scope, 0, bare=True) if self.source.chance(0.5) else "box"
        if field.owner == "player" and self.source.chance(0.2):
            to = self.taker("player", [field], scope)
        return {"pay": price, "from": place, "to": to} if place and price and to else None

    def each(self, index: str, scope: Scope) -> str | None:
        """A number there is for each member of that thing, without the member."""
        ways = [field for field in (*self.world.printed, *self.places()) if field.index == index]
        ways += [field for field in self.world.fields if field.type == INT and field.index == index]
        asked = [f for f in self.world.functions if f.result == INT and f.params[-1:] == (Type("thing", index),)]
        if not ways + asked:
            return None
        way: Any = self.source.pick([*ways, *asked])
        if isinstance(way, Field):
            return self.expressions.of(way, scope, 1, bare=True)
        first = [self.expressions.write(kind, scope, 0) for kind in way.params[:-1]]
        return None if None in first else self.expressions.asked(way.name, [text for text in first if text])

    def amount(self, place: str, scope: Scope) -> str | int:
        """How much is paid from there: mostly little, at times what there is at most, rarely no price."""
        form = self.source.upto(19)
        if form < 12:
            return self.source.number(0, 2)
        if form < 15:
            return f"min({place}, {self.source.number(0, 3)})"
        if form == 19 and self.source.chance(0.1):
            every: str = self.source.pick(("all", "up to 2"))
            return every
        written: str | int = plain(self.expressions.write(INT, scope, 1) or "1")
        return written

    def taker(self, to: str, places: list[Field], scope: Scope) -> str | None:
        """Who or what gets it."""
        if to == "player" and self.source.chance(0.95):
            return self.expressions.write(PLAYER, scope, 0)
        return self.expressions.of(self.source.pick(places), scope, 0) if to == "place" else "box"
