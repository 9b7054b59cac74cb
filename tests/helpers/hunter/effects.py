"""Effects at random: each verb of the language with its prepositions, those known well and those only from its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helpers.hunter.declarations import Tree, plain
from helpers.hunter.expressions import Expressions, Scope
from helpers.hunter.language import Verb, by_kind, verbs
from helpers.hunter.prices import Prices
from helpers.hunter.source import Source
from helpers.hunter.world import BOOL, INT, PLAYER, Field, Name, Type, World, list_of

if TYPE_CHECKING:
    from helpers.hunter.sentences import Around

# verbs without a way of their own here are written from their table alone, these too at times
GENERIC = 0.004


class Effects:
    """Writes the effect of a step into it."""

    def __init__(self, source: Source, world: World, expressions: Expressions) -> None:
        self.source, self.world, self.expressions = source, world, expressions
        self.prices = Prices(source, world, expressions)
        self.own = {
            "move": self.move,
            "pay": self.pay,
            "deal": self.deal,
            "add": self.add,
            "set": self.set,
            "shuffle": self.shuffle,
            "reveal": self.reveal,
            "say": self.say,
            "run": self.run,
            "end": self.end,
        }

    def effect(self, step: Tree, around: Around) -> Around:
        """One effect, and what is known after it."""
        for _ in range(4):
            verb = self.source.pick((*verbs().values(), *(verbs()[v] for v in ("move", "move", "add", "set", "pay"))))
            way = self.own.get(verb.name)
            if way is None or self.source.chance(GENERIC):
                made: Tree | None = self.generic(verb, around)
                after = around
            else:
                found = way(around)
                made, after = found if isinstance(found, tuple) else (found, around)
            if made:
                step.update(made)
                return after
        return around

    # -- the verbs that are known

    def move(self, around: Around) -> tuple[Tree | None, Around]:
        scope = around.scope
        if self.world.tokens and (not self.world.cards or self.source.chance(0.35)):
            return self.tokens("move", scope), around
        if not self.world.cards:
            return None, around
        card = self.source.pick(list(self.world.cards))
        kind = Type("card", card)
        zones = self.world.zones(card)
        if not zones:
            return None, around
        place = self.source.pick(zones)
        to = self.expressions.of(place, scope, 1)
        known = [name for name in scope if name.type in (kind, list_of(kind), Type("group", card))]
        made: Tree = {}
        if known and self.source.chance(0.75):
            made["move"] = self.source.pick(known).text
        elif self.source.chance(0.25):
            made["move"] = self.expressions.write(self.source.pick((kind, list_of(kind))), scope, 2)
        else:
            ordered = self.source.chance(0.8)
            made["move"] = self.amount(scope) if ordered or self.source.chance(0.05) else "all"
            made["from"] = self.expressions.zone(card, scope, 1, ordered)
        made["to"] = to
        if None in made.values():
            return None, around
        if self.source.chance(0.3 if place.pile else 0.004):
            made["at"] = self.position(scope)
        if self.source.chance(0.5 if place.groups else 0.003):
            made["as"] = "new group"
        elif self.source.chance(0.2):
            name = self.source.name()
            made["as"] = name
            single = made["move"] == 1 or any(name.type == kind and name.text == made["move"] for name in scope)
            return made, around.knowing(Name(name, kind if single else list_of(kind)))
        return made, around

    def pay(self, around: Around) -> Tree | None:
        """One good, or several at once where the program knows such payments."""
        if verbs()["pay"].kind != "price" or self.source.chance(0.3):
            return self.tokens("pay", around.scope)
        return self.prices.several(around.scope) if self.source.chance(0.7) else self.prices.indexed(around.scope)

    def tokens(self, verb: str, scope: Scope) -> Tree | None:
        """Tokens from a counter or the box to another."""
        fields = [field for field in self.world.fields if field.type.kind == "tokens"]
        if not fields:
            return None
        token = self.source.pick(fields).type
        fields = [field for field in fields if field.type == token or self.source.chance(0.01)]
        ends = []
        for _ in range(2):
            many = self.source.chance(0.02)
            place = self.expressions.of(self.source.pick(fields), scope, 1, many) or "box"
            ends.append("box" if self.source.chance(0.3) else place)
            if self.source.looseness and self.source.chance(0.1):
                ends[-1] = self.source.pick([*(name.text for name in scope), "box", "players"])
        if ends == ["box", "box"]:
            return None
        return {verb: self.amount(scope), "from": ends[0], "to": ends[1]}

    def deal(self, around: Around) -> Tree | None:
        if not self.world.cards:
            return None
        card = self.source.pick(list(self.world.cards))
        fields = [field for field in self.world.zones(card) if field.owner]
        if not fields:
            return None
        to = self.expressions.of(self.source.pick(fields), around.scope, 1, True)
        pile = self.expressions.zone(card, around.scope, 0, True)
        return {"deal": self.amount(around.scope), "from": pile, "to": to} if to and pile else None

    def amount(self, scope: Scope) -> Any:
        form = self.source.upto(9)
        if form < 2:
            return self.source.number(1, 2)
        number = self.source.number(1, 3) if form < 7 else self.expressions.write(INT, scope, 1) or 1
        return "all" if form == 2 else f"up to {number}" if form < 9 else plain(str(number))

    def position(self, scope: Scope) -> str:
        depth = self.expressions.write(INT, scope, 0) or "2"
        return self.source.pick(("bottom", "top", "random", f"below {depth}", f"random below {depth}"))

    def changeable(self, kind: Type, scope: Scope) -> str | None:
        """A counter, value or remembered name of that type; at times the counters of several owners."""
        places: list[str | Field] = [name.text for name in scope if name.settable and name.type == kind]
        places += [field for field in self.world.fields if field.type == kind]
        if not places:
            return None
        place = self.source.pick(places)
        if isinstance(place, str):
            return place
        return self.expressions.of(place, scope, 1, bool(place.owner) and self.source.chance(0.15))

    def add(self, around: Around) -> Tree | None:
        made: Tree = {}
        for _ in range(self.source.pick((1, 1, 1, 2))):
            place, value = self.changeable(INT, around.scope), self.expressions.write(INT, around.scope, 2)
            if place and value:
                made[place] = plain(self.source.pick((value, "1", str(self.source.number(-2, 3)))))
        return {"add": made} if made else None

    def set(self, around: Around) -> Tree | None:
        kinds = [name.type for name in around.scope if name.settable]
        kinds += [field.type for field in self.world.fields if field.type.kind not in ("zone", "tokens")]
        if not kinds:
            return None
        kind = self.source.pick(kinds)
        place, value = self.changeable(kind, around.scope), self.expressions.write(kind, around.scope, 2)
        return {"set": {place: plain(value)}} if place and value else None

    def shuffle(self, around: Around) -> Tree | None:
        pile = self.expressions.zone("*", around.scope, 1, self.source.chance(0.997))
        return {"shuffle": pile} if pile else None

    def reveal(self, around: Around) -> Tree | None:
        kinds = [Type("card", card) for card in self.world.cards] + [Type("zone", card) for card in self.world.cards]
        fields = [field for field in self.world.fields if field.type.kind in ("int", "tokens", "bool")]
        if fields and self.source.chance(0.4):
            shown = self.expressions.of(self.source.pick(fields), around.scope, 1, self.source.chance(0.4))
        else:
            shown = self.expressions.write(self.source.pick(kinds), around.scope, 1) if kinds else None
        made: Tree = {"reveal": shown}
        if self.source.chance(0.3) and (
            to := self.expressions.write(self.source.pick((PLAYER, list_of(PLAYER))), around.scope, 1)
        ):
            made["to"] = to
        return made if shown else None

    def say(self, around: Around) -> Tree | None:
        said = self.expressions.write(
            self.source.pick((INT, INT, PLAYER, *self.expressions.element_types())), around.scope, 2
        )
        again = said and self.source.chance(0.15)
        return {"say": [plain(said)] * 2 if again else plain(said)} if said else None

    def run(self, around: Around) -> tuple[Tree | None, Around] | None:
        actions = [action for action in self.world.actions if not around.silent]
        if not actions:
            return None
        action = self.source.pick(actions)
        made: Tree = {"run": (self.told_by(action.kind, around.scope) if action.kind else None) or action.words}
        given: Tree = {}
        for name, kind in action.params.items():
            given[name] = plain(self.expressions.write(kind, around.scope, 1) or "1")
        for name, (about, kind) in action.formulas.items():
            inner = Name("b", about)
            given[f"{name}(b)"] = plain(self.expressions.write(kind, (*around.scope, inner), 1) or "1")
        if given:
            made["with"] = given
        results = {name: (self.source.name(), kind) for name, kind in action.gives.items() if self.source.chance(0.8)}
        if results:
            made["gives"] = {name: own for name, (own, _) in results.items()}
            around = around.knowing(*(Name(own, kind) for own, kind in results.values()))
        return made, around

    def told_by(self, thing: str, scope: Scope) -> str | None:
        """A member of that kind of thing, in words that no action can have; at times none is found."""
        for _ in range(8):
            text = self.expressions.write(Type("thing", thing), scope, 2) or ""
            text = text[1:-1] if text[:1] == "(" and text[-1:] == ")" and self.source.chance(0.9) else text
            if by_kind().fullmatch(text):
                return text
        return None

    def end(self, around: Around) -> Tree | None:
        if around.together:
            return None
        ends = [*(["turn"] * 2 if around.turn else []), "game", *around.steps[-3:-1]]
        made: Tree = {"end": self.source.pick(ends)}
        if self.source.chance(0.6) and made["end"] == "game":
            return None  # most games go on for longer
        if made["end"] == "game" and self.source.chance(0.5):
            kind = self.source.pick((PLAYER, PLAYER, list_of(PLAYER)))
            if "team" in self.expressions.world.things and self.source.chance(0.4):
                kind = Type("thing", "team")
            if winner := self.expressions.write(kind, around.scope, 1):
                made["winner"] = winner
        return made

    # -- any verb, from its table

    def generic(self, verb: Verb, around: Around) -> Tree | None:
        """The verb with a value of its kind, what it needs, and perhaps what it may have."""
        if not self.world.cards and self.source.chance(0.995):
            return None  # most verbs are about cards
        card = self.source.pick(list(self.world.cards)) if self.world.cards and self.source.chance(0.99) else ""
        made: Tree = {verb.name: self.value(verb.kind, around, card)}
        for slot, kind in verb.slots:
            if slot in verb.needs or self.source.chance(0.25):
                made[slot] = self.value(kind, around, card)
        if "at" in made and self.source.chance(0.97):  # only a pile has an order
            made["to"] = self.expressions.zone(card, around.scope, 1, pile=True)
        return None if None in made.values() else made

    def value(self, kind: str, around: Around, card: str) -> Any:
        """A value for a slot of that kind, mostly about this kind of card; of a kind that is not known, any expression."""
        scope, expressions = around.scope, self.expressions
        if kind == "changes":
            return self.source.pick(list((self.add(around) or self.set(around) or {"add": None}).values()))
        if kind == "amount" and self.source.chance(0.5):
            return self.amount(scope)
        ways: dict[str, Any] = {
            "choice": lambda: self.choice(card, scope),
            "pile": lambda: expressions.zone("*", scope, 1),
            "action": lambda: self.source.pick([action.words for action in self.world.actions] or [None]),
            "end": lambda: self.source.pick(["turn", "game", *around.steps]),
            "position": lambda: self.position(scope),
            "name": self.source.name,
            "arguments": lambda: {"player": "player"},
            "results": lambda: {"winner": self.source.name()},
        }
        if kind in ways:
            return ways[kind]()
        if card and self.source.chance(0.96):
            return expressions.zone(card, scope, 1)
        cards = [Type(form, card) for card in self.world.cards for form in ("card", "zone")]
        types = (INT, BOOL, PLAYER, *cards, *cards, *map(list_of, cards), expressions.any_type())
        return plain(expressions.write(self.source.pick(types), scope, 1) or "1")

    def choice(self, card: str, scope: Scope) -> str | None:
        """`x in LIST where CONDITION` of cards, or of anything."""
        item = Type("card", card) if card else self.source.pick(self.expressions.element_types())
        made = self.expressions.choice(item, scope, 1)
        return made and made[0]
