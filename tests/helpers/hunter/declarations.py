"""What a random ruleset declares: settings, things, cards and tokens, tables, places, counters and definitions."""

from __future__ import annotations

from typing import Any

from helpers.hunter.expressions import Expressions
from helpers.hunter.holes import table_with_holes
from helpers.hunter.source import Source
from helpers.hunter.world import BOOL, INT, PLAYER, Card, Field, Function, Name, Thing, Type, World, list_of, maybe

Tree = dict[str, Any]
# how many rows a pile that is written out row by row has
MANY_ROWS = (300, 1100, 1500)
SMALL = 30  # the end of a range whose numbers may all be keys
# audiences that are players, of anything and of what belongs to each player
SEERS = ("those(p in players where p.number > 1)", "[last(players)]", "if count(players) > 2 then nobody else everyone")
OWN_SEERS = ("[player, left(player)]", "players - [left(player)]", "if player.number = 1 then others else owner")


class Declarations:
    """Fills a world and the sections of a ruleset that declare it."""

    def __init__(self, source: Source) -> None:
        self.source, self.world = source, World()
        self.expressions = Expressions(source, self.world)
        self.tree: Tree = {}

    def write(self) -> Tree:
        """All sections before the play, in their order."""
        source, world = self.source, self.world
        low = source.pick((2, 2, 2, 1, 3))
        world.players = low, low + source.pick((0, 0, 0, 1, 2))
        span = world.players
        players: Any = low if span[0] == span[1] else f"{span[0]}..{span[1]}"
        if span[1] > low + 1 and source.chance(0.3):
            players = [*span]  # and none between
        title = "Hunted " + ("village fair " * 30 if source.chance(0.01) else source.words())
        self.tree = {"format": 1, "game": title, "players": players}
        sections: Tree = {"settings": self.settings()}
        for _ in range(source.pick((0, 1, 1, 2))):
            self.thing()
        sections["things"] = {thing.name: self.thing_tree(thing) for thing in world.things.values()}
        if source.chance(0.2):
            sections["teams"] = self.teams()
        sections["components"] = self.components()
        sections["tables"] = dict(self.table() for _ in range(source.pick((0, 0, 1, 1, 2))))
        sections["tables"] |= dict(table_with_holes(source, world) for _ in range(source.pick((0, 0, 0, 1, 2))))
        sections["shared"] = self.belongings("", source.between(1, 4))
        for kind in world.things:
            sections[f"each {kind}"] = self.belongings(kind, source.between(0, 2))
        sections["each player"] = self.belongings("player", source.between(1, 4))
        values = [
            field.name for field in world.fields if field.open and field.type.kind in ("int", "bool", "maybe", "thing")
        ]
        if values and source.chance(0.1):
            sections["shared"][source.name()] = {"times seen": source.some(values, 1)}
        sections["define"] = self.definitions()
        self.tree |= {name: section for name, section in sections.items() if section}
        return self.tree

    def settings(self) -> Tree:
        made: Tree = {}
        for _ in range(self.source.pick((0, 0, 1, 2))):
            name, kind = self.source.name(), self.source.pick((INT, INT, BOOL))
            self.world.settings[name] = kind
            made[name] = self.source.number(0, 5) if kind == INT else self.source.chance(0.5)
            low, high = self.world.players
            if kind == INT and low < high and self.source.chance(0.4):
                made[name] = {f"{low} players": made[name], f"{low + 1}+ players": self.source.number(0, 5)}
        return made

    def thing(self) -> None:
        source, name = self.source, self.source.name()
        plural, shape = f"{name}s", source.upto(3)
        if source.chance(0.1):
            plural = source.name()
        if shape < 2:
            members = tuple(source.name() for _ in range(source.between(1, 4)))
        elif shape == 2:
            members = tuple(f"{name}_{number}" for number in range(1, source.between(1, 5) + 1))
        else:
            rows, columns = source.between(1, 3), source.between(1, 3)
            members = tuple(f"{name}_{row}_{col}" for row in range(1, rows + 1) for col in range(1, columns + 1))
        self.world.things[name] = Thing(name, plural, members, shape == 3, shape < 2)

    def teams(self) -> Tree:
        """Everybody in one team, or seats in turn; what comes with teams is declared in the world alone."""
        low, high = self.world.players
        names = tuple(self.source.name() for _ in range(self.source.between(1, min(3, low))))
        self.world.things["team"] = Thing("team", "teams", names, False)
        team = Type("thing", "team")
        self.world.functions += [Function("team", (PLAYER,), team), Function("members", (team,), list_of(PLAYER))]
        if len(names) == 1 and self.source.chance(0.5):
            return {names[0]: f"1..{high}"}
        return {name: [*range(first, high + 1, len(names))] for first, name in enumerate(names, 1)}

    def thing_tree(self, thing: Thing) -> Any:
        name, last = thing.name, thing.members[-1]
        shape: Any = list(thing.members)
        if thing.grid:
            row, column = last.rsplit("_", 2)[1:]
            shape = f"{row}x{column}"
        elif last == f"{name}_{len(thing.members)}":
            shape = len(thing.members)
        if thing.plural == f"{name}s":
            return shape
        key = "grid" if thing.grid else "count" if isinstance(shape, int) else "members"
        return {key: shape, "plural": thing.plural}

    def components(self) -> Tree:
        made: Tree = {}
        for _ in range(self.source.pick((0, 1, 1, 1, 2))):
            card = self.card()
            self.world.cards[card.name] = card
            faces: dict[str, Tree] = {"front": {}, "back": {}}
            for name, (kind, values) in card.attributes.items():
                faces["back" if name in card.backs else "front"][name] = written(kind, values)
            faces["front"] |= {f"{of.name}({of.index})": "0..3" for of in self.world.printed if of.owner == card.name}
            made[card.name] = {face: attributes for face, attributes in faces.items() if attributes}
        for _ in range(self.source.pick((0, 0, 1, 1, 2))):
            name = self.source.name()
            self.world.tokens.append(name)
            supply = self.source.number(40, 90)
            made[name] = {"supply": supply} if self.source.chance(0.1) else supply
        return made

    def card(self) -> Card:
        source = self.source
        attributes: dict[str, tuple[Type, tuple[Any, ...]]] = {}
        backs: list[str] = []
        for number in range(source.between(1, 3)):
            name, form = source.name(), source.upto(5)
            things = list(self.world.things)
            if form == 0:
                attributes[name] = BOOL, (True, False)
            elif form < 3 and things:
                kind = source.pick(things)
                found: tuple[Any, ...] = self.world.things[kind].members
                attributes[name] = (Type("thing", kind), found) if form == 1 else (maybe(Type("thing", kind)), found)
            else:
                low = source.between(0, 2)
                attributes[name] = INT, tuple(range(low, low + source.between(0, 4) + 1))
            if number and source.chance(0.15):
                backs.append(name)
        made = Card(source.name(), attributes, tuple(backs))
        named = [thing.name for thing in self.world.things.values() if thing.named]
        if named and source.chance(0.3):
            kind = source.pick(named)
            self.world.printed.append(Field(made.name, source.name(), INT, kind))
        return made

    def row(self, card: Card) -> Tree:
        """A row of `starts with`: all values of most attributes."""
        row: Tree = {}
        for name, (kind, values) in card.attributes.items():
            whole = f"{values[0]}..{values[-1]}" if kind == INT else list(values)
            row[name] = self.source.pick((whole, whole, values[0]))
            if kind.kind == "maybe" and self.source.chance(0.2):
                row[name] = "none"
        for printed in self.world.printed:
            members = self.source.some(self.world.things[printed.index].members)
            if printed.owner == card.name and members:
                row[printed.name] = {member: self.source.between(0, 3) for member in members}
        if self.source.chance(0.3):
            row["copies"] = self.source.number(1, 3)
        return row

    def rows(self, card: Card) -> Any:
        if self.source.chance(0.01):
            values = [list(found) for _, found in card.attributes.values()]
            names, many = list(card.attributes), self.source.pick(MANY_ROWS)
            return [{name: of[at % len(of)] for name, of in zip(names, values, strict=True)} for at in range(many)]
        return self.row(card) if self.source.chance(0.7) else [self.row(card), self.row(card)]

    def table(self) -> tuple[str, Tree]:
        name = self.source.name()
        low, high = 0, self.source.between(1, 6)
        things = list(self.world.things)
        if things and self.source.chance(0.5):
            kind = self.source.pick(things)
            self.world.functions.append(Function(name, (Type("thing", kind),), INT))
            return name, {member: self.source.number() for member in self.world.things[kind].members}
        self.world.functions.append(Function(name, (INT,), INT))
        rows: Tree = {f"{low}..{high}": self.source.number(), f"{high + 1}..1000": self.source.number()}
        return name, rows | ({"else": 0} if self.source.chance(0.02) else {})

    # -- what lies on the table

    def belongings(self, owner: str, count: int) -> Tree:
        made: Tree = {}
        for _ in range(count):
            field, tree = self.belonging(owner)
            self.world.fields.append(field)
            made[f"{field.name}({field.index})" if field.index else field.name] = tree
        return made

    def belonging(self, owner: str) -> tuple[Field, Any]:
        source, name, form = self.source, self.source.name(), self.source.upto(9)
        things = list(self.world.things)
        index = source.pick(things) if things and source.chance(0.12) else ""
        if form < 4 and self.world.cards:
            return self.place(owner, name, index)
        if form < 6 and self.world.tokens:
            token = source.pick(self.world.tokens)
            tree: Tree = {"of": token} | ({"start": source.between(0, 4)} if source.chance(0.7) else {})
            return Field(owner, name, Type("tokens", token), index), tree | self.seen(owner, False)
        if form == 9:
            kind = PLAYER if not things or source.chance(0.5) else Type("thing", source.pick(things))
            if source.chance(0.5):
                return Field(owner, name, maybe(kind), index), f"maybe {kind.name}"
            first = "first(players)" if kind == PLAYER else self.world.things[kind.name].members[0]
            return Field(owner, name, kind, index), first
        if form == 8:
            return Field(owner, name, BOOL, index), source.chance(0.5)
        high = source.pick((9, 100, 1000, 10**9)) if source.chance(0.9) else source.number(1, 20)
        span = f"{source.pick((0, 0, 0, -5))}..{high}"
        if not owner + index and high < SMALL:
            self.world.spans.append(name)
        plain = source.chance(0.6)
        tree = {"start": source.between(0, min(3, high)), "range": span} | self.seen(owner, False)
        return Field(owner, name, INT, index, open="see" not in tree), span if plain else tree

    def place(self, owner: str, name: str, index: str) -> tuple[Field, Tree]:
        source, card = self.source, self.source.pick(list(self.world.cards.values()))
        filled = any(f.filled and f.type.name == card.name for f in self.world.fields)
        fill = not owner and (not filled or source.chance(0.15)) and not index
        pile = source.chance(0.7 if fill else 0.3)
        tree: Tree = {"pile of" if pile else "holds": card.name}
        groups = not pile and source.chance(0.4 if fill else 0.3)
        tree |= {"in": "groups"} if groups else {}
        tree |= {"starts with": self.rows(card)} if fill else {}
        tree |= self.seen(owner, True)
        zone = Type("zone", card.name)
        return Field(owner, name, zone, index, pile, groups, "see" not in tree, fill), tree

    def seen(self, owner: str, faces: bool) -> Tree:
        """Who sees it: everybody in most programs."""
        if not self.source.chance(0.2):
            return {}
        audiences: tuple[str, ...] = ("nobody", "everyone", self.source.pick(SEERS))
        audiences += ("owner", "owner", "others", self.source.pick(OWN_SEERS)) if owner == "player" else ()
        if faces and self.source.chance(0.3):
            sides = self.source.some(("front", "back", "top", "top.front", "top.back", "size"), 1)
            return {"see": {side: self.source.pick(audiences) for side in sides}}
        return {"see": self.source.pick(audiences)}

    # -- definitions

    def definitions(self) -> Tree:
        """Definitions, of which each may use those before it; at times a tower in which each uses the last one twice."""
        made: Tree = {}
        for _ in range(self.source.pick((0, 0, 1, 2, 3))):
            things = [(PLAYER, Type("thing", kind)) for kind in self.world.things]
            cards = [(Type("card", kind),) for kind in self.world.cards]
            kinds: list[tuple[Type, ...]] = [(PLAYER,), (PLAYER, INT), (INT,), *things, *cards]
            result = self.source.pick((INT, INT, BOOL, list_of(INT), list_of(PLAYER)))
            self.define(made, self.source.pick(kinds), result)
        if self.source.chance(0.08):
            self.tower(made)
        return made

    def define(self, made: Tree, kinds: tuple[Type, ...], result: Type) -> None:
        names = tuple(Name("player" if kind == PLAYER else self.source.name(), kind) for kind in kinds)
        text = self.expressions.write(result, names, 3)
        if text is None:
            return
        name = self.source.name()
        made[f"{name}({', '.join(signed(n) for n in names)})"] = plain(text)
        self.world.functions.append(Function(name, kinds, result))

    def tower(self, made: Tree) -> None:
        """Definitions one upon the other."""
        uses, height = self.source.between(2, 3), self.source.pick((2, 2, 3, 3, 4, 5, 8, 40))
        self.define(made, (PLAYER,), INT)
        for _ in range(height):
            last = next((f for f in reversed(self.world.functions) if f.params == (PLAYER,) and f.result == INT), None)
            if last is None:
                return
            name = self.source.name()
            sign = self.source.pick((" + ", " * ", " - "))
            text = sign.join([f"{last.name}(player)"] * uses)
            made[f"{name}(player)"] = f"({text}) mod {self.source.between(2, 9)}" if self.source.chance(0.6) else text
            self.world.functions.append(Function(name, (PLAYER,), INT))


def written(kind: Type, values: tuple[Any, ...]) -> str:
    """The type of an attribute."""
    if kind == INT:
        return f"{values[0]}..{values[-1]}"
    return "bool" if kind == BOOL else f"maybe {kind.item.name}" if kind.item else kind.name


def signed(name: Name) -> str:
    """A parameter of a definition."""
    if name.type == PLAYER:
        return "player" if name.text == "player" else f"player {name.text}"
    return f"{'int' if name.type == INT else name.type.name} {name.text}"


def plain(text: str) -> Any:
    """An expression as YAML would hold it: numbers and yes or no by themselves."""
    if text.isdecimal() and text.isascii() and len(text) < 18:
        return int(text)
    return {"true": True, "false": False}.get(text, text)
