"""Whole rulesets at random, and variants on them: what the hunter tries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from helpers.hunter.declarations import Declarations, Tree, plain
from helpers.hunter.expressions import Expressions
from helpers.hunter.holes import Question
from helpers.hunter.idioms import Idioms
from helpers.hunter.sentences import Around, Sentences
from helpers.hunter.source import Source
from helpers.hunter.world import BOOL, INT, PLAYER, Action, Name, Type, World, list_of, maybe
from hypothesis import strategies as hs

BASE = "base"


@dataclass
class Specimen:
    """A ruleset as data, and a variant on it if there is one; `seed` for its games."""

    tree: Tree
    variant: Tree | None = None
    seed: int = 1


@hs.composite
def specimens(draw: Callable[[hs.SearchStrategy[Any]], Any]) -> Specimen:
    """Random rulesets, most of them valid."""
    return Writer(Source(lambda most: int(draw(hs.integers(0, most))))).specimen()


def specimen_of(number: int) -> Specimen:
    """The random ruleset of a number, always the same."""
    random = Random(number)
    return Writer(Source(lambda most: random.randrange(most + 1))).specimen()


class Writer:
    """Puts a ruleset together."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.declarations = Declarations(source)

    def specimen(self) -> Specimen:
        tree = self.declarations.write()
        self.world: World = self.declarations.world
        self.expressions = Expressions(self.source, self.world)
        self.sentences = Sentences(self.source, self.world, self.expressions)
        self.idioms = Idioms(self.source, self.world, self.expressions, self.sentences)
        lists = self.source.chance(0.25)
        if lists and self.source.chance(0.6):
            self.idioms.plans(tree)
        actions = self.actions()
        refills = self.idioms.refills(actions) if self.source.chance(0.25) else []
        chain = self.idioms.chain(tree) if self.source.chance(0.25) else None
        setup, phases = self.setup(), self.phases(refills, chain or {}, lists)
        events, always = self.idioms.events | self.events(), self.idioms.always | self.always()
        sections = {"setup": setup, "phases": phases, "actions": actions, "whenever": events, "always": always}
        tree |= {name: section for name, section in sections.items() if section}
        self.ranking(tree)
        variant = self.variant(tree) if self.source.chance(0.12) else None
        return Specimen(tree, variant, self.source.between(0, 5))

    # -- the sections of the play

    def actions(self) -> Tree:
        """Actions without parameters for menus, with them for `run`; some give results."""
        source = self.source
        made: Tree = {}
        for _ in range(source.pick((0, 0, 1, 1, 2))):
            action = Action(source.words().capitalize())
            step: Tree = {}
            around = Around((Name("player", PLAYER),), decided=True, turn=True, depth=1)
            if source.chance(0.4):
                around = Around((), decided=False, depth=1)
                elements = self.expressions.element_types()
                for _ in range(source.between(1, 2)):
                    kind = source.pick((INT, PLAYER, list_of(PLAYER), *elements, *map(list_of, elements)))
                    if (written := self.parameter(kind)) is not None:
                        name = source.name()
                        action.params[name] = kind
                        step.setdefault("with", {})[name] = written
                        around = around.knowing(Name(name, kind))
                if source.chance(0.4):
                    self.result(action, step)
                    kept = list(step.get("remember", {}))
                    around = around.knowing(*(Name(name, action.gives[name], True) for name in kept))
            names = [action.words]
            things = [thing for thing in self.world.things.values() if thing.named]
            if things and source.chance(0.6):
                thing = source.pick(things)
                action.kind = thing.name
                names += [
                    m[:1].upper() + m[1:].replace("_", " ") if source.chance(0.5) else m[:1].upper() + m[1:]
                    for m in thing.members
                ]
            for words in names:
                inside, _ = self.sentences.sentence(around)
                remembered = {**step.get("remember", {}), **inside.pop("remember", {})}
                made[words] = step | ({"remember": remembered} if remembered else {}) | inside
            self.world.actions.append(action)
        return made

    def parameter(self, kind: Type) -> str | None:
        """The type of a parameter as it is written."""
        if kind == INT:
            return f"0..{self.source.number(3, 30)}"
        if kind.kind == "list" and kind.item and kind.item.kind == "thing":
            return self.expressions.plural(kind.item.name)
        return kind.name if kind.kind in ("thing", "card") else None

    def result(self, action: Action, step: Tree) -> None:
        name, kind = self.source.name(), self.source.pick((INT, maybe(PLAYER)))
        action.gives[name] = kind
        step["gives"] = {name: name}
        step["remember"] = {name: "0..20" if kind == INT else "maybe player"}

    def setup(self) -> Tree:
        source = self.source
        made: Tree = {}
        for zone in self.world.fields:
            if zone.filled and zone.pile and source.chance(0.7):
                made[source.words()] = {"shuffle": zone.name}
            hands = [f for f in self.world.zones(zone.type.name) if f.owner == "player" and not f.index]
            if zone.filled and zone.pile and hands and source.chance(0.6):
                hand = source.pick(hands).name
                made[source.words()] = {"deal": source.number(1, 2), "from": zone.name, "to": f"players.{hand}"}
        if source.chance(0.3):
            made |= self.sentences.named(Around(depth=1, silent=source.chance(0.8)))
        return made

    def phases(self, refills: list[str], chain: Tree, lists: bool) -> Tree:
        """Mostly one phase of turns in which somebody decides; perhaps another before or behind it."""
        source = self.source
        made: Tree = {}
        if source.chance(0.12):
            made |= self.sentences.named(Around(depth=2))
        turns: Tree = {"turns": "player in players"}
        known = Around((Name("player", PLAYER), Name("round", INT)), decided=True, turn=True, depth=2)
        self.sentences.rounds(turns, known)
        words = source.words()
        self.world.steps.append(words)
        inside = Around(known.scope, True, True, 2, steps=(words,))
        alone = (refills or chain or lists) and source.chance(0.6)  # the less beside it, the more are accepted
        turns["do"] = chain if alone else chain | self.sentences.named(inside, source.between(1, 2))
        if refills:
            turns["do"] |= {source.words(): self.idioms.refilled(refills, inside)}
        if lists:
            turns["do"] |= self.idioms.remembering(inside)
        if source.chance(0.85):
            last = {source.words(): {"one of": {source.words(): "nothing", source.words(): "nothing"}}}
            turns["do"] = turns["do"] | last if source.chance(0.5) else last | turns["do"]
        made[words] = turns
        if source.chance(0.15):
            made |= self.sentences.named(Around(depth=1))
        return made

    def events(self) -> Tree:
        """Events after a step, or when a card comes to a place."""
        source = self.source
        made: Tree = {}
        for _ in range(source.pick((0, 0, 0, 0, 1, 2))):
            zones = [zone for zone in self.world.zones() if not zone.index]
            if zones and source.chance(0.5):
                zone = source.pick(zones)
                place = f"player.{zone.name}" if zone.owner == "player" else zone.name
                owner = (Name("player", PLAYER),) if zone.owner == "player" else ()
                if zone.owner in ("", "player"):
                    scope = (*owner, Name("card", Type("card", zone.type.name)))
                    step, _ = self.sentences.sentence(Around(scope, depth=0, silent=True))
                    made[source.words()] = {"enters": place} | step
            elif self.world.steps:
                step, _ = self.sentences.sentence(Around(depth=1, silent=source.chance(0.7)))
                when = source.pick(("before", "after"))
                made[source.words()] = {when: source.pick(self.world.steps)} | step
        return made

    def always(self) -> Tree:
        if not self.source.chance(0.1):
            return {}
        condition = self.expressions.write(BOOL, (), 2)
        return {self.source.words(): plain(condition)} if condition else {}

    def ranking(self, tree: Tree) -> None:
        """Who wins."""
        scope = (Name("player", PLAYER),)
        tables = self.world.tables
        asked = Question(self.expressions, self.source.pick(tables), scope, 2).text() if tables else None
        score = self.of_team(asked or self.expressions.write(INT, scope, 2) or "player.number")
        tree["score"] = plain(score)
        if self.source.chance(0.3):
            first = self.of_team(self.expressions.write(INT, scope, 1) or "player.number")
            last = "player.team.number" if "team" in self.world.things else "player.number"
            if len(tree.get("teams", "two")) > 1 or self.source.chance(0.05):
                tree["winner"] = [f"{self.source.pick(('most', 'least'))} {first}", f"most {last}"]
        if self.source.chance(0.05):
            tree["payoff"] = plain(self.expressions.write(INT, scope, 1) or "0")

    def of_team(self, value: str) -> str:
        """What ranks players, of the whole team where there are teams; some rulesets get that wrong."""
        if "team" not in self.world.things or self.source.chance(0.05):
            return value
        return f"sum({value} for player in player.team.members)"

    # -- variants

    def variant(self, tree: Tree) -> Tree:
        """A variant that changes some part of the ruleset, by its words or its name."""
        source = self.source
        base = f"{BASE}.yaml" if source.chance(0.93) else source.pick((source.words(), "village fair " * 40))
        made: Tree = {"format": 1, "extends": base, "game": "A variant"}
        if "settings" in tree and source.chance(0.5):
            name = source.pick(list(tree["settings"]))
            made["settings"] = {name: source.number(0, 5)}
        if "tables" in tree and source.chance(0.3):
            name = source.pick(list(tree["tables"]))
            row = source.pick(list(tree["tables"][name]))
            made["tables"] = {name: {row: source.number()}}
        if source.chance(0.1):
            made["use"] = [source.words()] if source.chance(0.5) else ["auctions"]
        changes: Tree = {}
        for _ in range(source.between(0, 2)):
            words = source.pick(self.world.steps)
            around = Around(depth=1, silent=True)
            step, _ = self.sentences.sentence(around)
            key = source.pick(("before", "after", "instead"))
            parts: Tree = {key: step if key == "instead" else {source.words(): step}}
            wholes: list[Any] = [parts, parts, parts, step, {"when": "true"}, None]
            if "choose" in step_called(words, tree):
                wholes += [{"count": source.between(1, 2)}] * 3
            changes[words] = source.pick(wholes)
        if changes:
            made["change"] = changes
        return made


def step_called(words: str, tree: Any) -> Tree:
    """The step with these words, wherever it stands."""
    if isinstance(tree, dict):
        if isinstance(tree.get(words), dict):
            return dict(tree[words])
        parts = list(tree.values())
    else:
        parts = tree if isinstance(tree, list) else []
    return next((found for found in (step_called(words, part) for part in parts) if found), {})
