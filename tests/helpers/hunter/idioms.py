"""Rules as people write them, in which play was once wrong: what plain chance would hardly ever put together.

Options whose first step runs an action that may be skipped; cards that pull others after them by events; lists that are
remembered, and asked later. `trials.py` holds the first to the same steps written in place, the second to a count.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from helpers.hunter.declarations import Tree, plain
from helpers.hunter.expressions import Expressions
from helpers.hunter.sentences import Around, Sentences, ordered
from helpers.hunter.source import Source
from helpers.hunter.world import BOOL, INT, PLAYER, Name, Thing, Type, World, list_of

REFILL, COUNT = "Refill ", "every card is counted "
MOST_PULLS = 25


class Idioms:
    """Adds such rules to a ruleset: `actions`, `events` and `always`, and `steps` for the turns of its main phase."""

    def __init__(self, source: Source, world: World, expressions: Expressions, sentences: Sentences) -> None:
        self.source, self.world, self.expressions, self.sentences = source, world, expressions, sentences
        self.events: Tree = {}
        self.always: Tree = {}

    # -- options that begin with an action which is skipped at times

    def refills(self, actions: Tree) -> list[str]:
        """Actions with a `when`, of which later ones run earlier ones; their words."""
        made: list[str] = []
        scope = (Name("player", PLAYER),)
        for _ in range(self.source.between(1, 3)):
            inside = self.sentences.sentence(Around(scope, True, True, 0, True))[0]
            if made and self.source.chance(0.6):
                inside = {"do": [self.running(self.source.pick(made)), inside]}
                if self.source.chance(0.3):
                    inside["do"].reverse()
            if self.source.chance(0.85) and (condition := self.expressions.write(BOOL, scope, 2)):
                inside = ordered(inside | {"when": plain(condition)})
            self.source.counter += 1
            made.append(f"{REFILL}{self.source.counter}")
            actions[made[-1]] = inside
        return made

    def running(self, words: str) -> Any:
        """A step that does nothing but run that action."""
        return {"run": words} if self.source.chance(0.8) else words

    def refilled(self, refills: list[str], around: Around) -> Tree:
        """A menu of which options begin by running one of these."""
        source = self.source
        options: dict[str, Any] = {}
        for _ in range(source.between(1, 2)):
            first: Any = self.running(source.pick(refills))
            for _ in range(source.pick((0, 0, 1, 2))):
                first = {"do": source.pick(([first], {source.words(): first}))}
            last = self.sentences.sentence(replace(around, depth=1))[0]
            steps = [first, last] if source.chance(0.8) else [{"say": 1}, first, last]
            option: Tree = {"do": steps if source.chance(0.4) else {source.words(): step for step in steps}}
            if source.chance(0.15) and (condition := self.expressions.write(BOOL, around.scope, 1)):
                option = {"when": plain(condition)} | option
            options[source.words()] = {"run": source.pick(refills)} if source.chance(0.15) else option
        options[source.words()] = "nothing"
        return {"one of": options}

    # -- cards that pull others after them

    def chain(self, tree: Tree) -> Tree | None:
        """Places with events that move cards on, and the step that begins it."""
        source = self.source
        if not self.world.cards:
            return None
        card = source.pick(list(self.world.cards.values()))
        pulls, heap = source.name(), source.name()
        row = {name: f"{of[0]}..{of[-1]}" if kind == INT else [*of] for name, (kind, of) in card.attributes.items()}
        shared, own = tree.setdefault("shared", {}), tree.setdefault("each player", {})
        shared[pulls] = {"start": 0, "range": "0..1000"}
        shared[heap] = {"pile of": card.name, "starts with": row | {"copies": source.between(1, 4)}}
        shared[heap] |= {"see": {"front": "nobody"}} if source.chance(0.4) else {}
        stops, ends = [heap], []
        for number in range(source.between(2, 4)):
            name, form = source.name(), "holds" if source.chance(0.6) else "pile of"
            owned = source.chance(0.3)
            (own if owned else shared)[name] = {form: card.name}
            place = f"player.{name}" if owned else name
            if number and source.chance(0.5):
                ends.append(place)
                self.counted(place, shared, own)
            else:
                stops.append(place)
        targets = [*stops[1:], *ends] or [heap]
        for _ in range(source.between(1, 4)):
            self.pull(stops, targets, pulls)
        begin = {"when": f"not {heap}.empty", **self.moved(heap, targets)}
        if source.chance(0.4):
            begin = {"one of": {source.words(): begin, source.words(): "nothing"}}
        if source.chance(0.3):
            words = source.words()
            self.events[source.words()] = {
                "after": words,
                "when": f"not {heap}.empty",
                **self.moved(heap, stops[1:] or targets),
            }
            return {words: begin}
        return {source.words(): begin}

    def moved(self, heap: str, targets: list[str]) -> Tree:
        """Some cards from there to one of these places, or dealt to all players."""
        to, amount = self.source.pick(targets), self.source.pick((1, 1, "up to 2", "up to 3", "all"))
        if to.startswith("player.") and self.source.chance(0.4):
            return {
                "deal": self.source.pick(("up to 1", "up to 2", "all")),
                "from": heap,
                "to": to.replace("player.", "players."),
            }
        return {"move": amount, "from": heap, "to": to}

    def counted(self, place: str, shared: Tree, own: Tree) -> None:
        """From there no card goes on: as many have come as lie there."""
        tally, name = self.source.name(), place.removeprefix("player.")
        (own if place != name else shared)[tally] = {"start": 0, "range": "0..1000"}
        # `player.` is whoever has the turn: what others get at that time would not be counted
        owner = self.source.pick(("first(players).", "last(players).")) if place != name else ""
        self.events[self.source.words()] = {"enters": owner + name, "add": {owner + tally: 1}}
        self.source.counter += 1
        self.always[f"{COUNT}{self.source.counter}"] = f"{owner}{tally} = {owner}{name}.size"

    def pull(self, stops: list[str], targets: list[str], pulls: str) -> None:
        """A card that comes to one of the stops brings others on, or goes on itself."""
        source = self.source
        at, near = source.pick(targets), source.pick(stops)
        if near.startswith("player.") and not at.startswith("player."):
            near = near.replace("player.", "first(players).")
        to = source.pick(targets)
        if to.startswith("player.") and not at.startswith("player."):
            to = to.replace("player.", "last(players).")
        itself = at in stops and source.chance(0.3)
        move: Tree = {"move": "card", "to": to} if itself else {"move": 1, "from": near, "to": to}
        when = f"{pulls} < {source.between(3, MOST_PULLS)}" if source.chance(0.95) else "true"
        # an event before this one may have moved the card on, to where none goes on from
        there = f"card in {at}" if itself else f"not {near}.empty"
        parts: list[Any] = [{"add": {pulls: 1}}, {"when": there} | move]
        if source.chance(0.3):
            parts.reverse()
        self.events[source.words()] = {"enters": at, "when": when, "do": parts}

    # -- lists that are remembered

    def plans(self, tree: Tree) -> None:
        """A kind of thing with many members, for lists of it."""
        name, many = self.source.name(), self.source.pick((3, 12, 20, 60))
        tree.setdefault("things", {})[name] = many
        members = tuple(f"{name}_{number}" for number in range(1, many + 1))
        self.world.things[name] = Thing(name, f"{name}s", members, False)

    def remembering(self, around: Around) -> Tree:
        """A list of things, players or numbers that is remembered, chosen from, made shorter and gone through."""
        source = self.source
        kinds = [INT, PLAYER, *(Type("thing", name) for name in self.world.things)]
        item = source.pick(kinds)
        one, kept = source.name(), source.name()
        among = f"1..{source.between(2, 12)}" if item == INT else self.expressions.plural(item.name)
        number = one if item == INT else f"{one}.number"
        ways = [self.expressions.write(BOOL, (*around.scope, Name(one, item)), 2) or "true"]
        for field in self.world.zones(owner="player"):
            for name, (kind, _) in self.world.cards[field.type.name].attributes.items():
                if kind == INT and not field.index:
                    ways.append(f"any(c in player.{field.name} where c.{name} = {number})")
        listed = f"those({one} in {among} where {source.pick(ways)})"
        after = around.knowing(Name(kept, list_of(item)))
        steps = {source.words(): self.asking(item, kept, after) for _ in range(source.between(1, 3))}
        if source.chance(0.5):
            return {source.words(): {"remember": {kept: listed}, "do": steps}}
        return {source.words(): {"remember": {kept: listed}}} | steps

    def asking(self, item: Type, kept: str, around: Around) -> Tree:
        """A step that asks that list."""
        source, one, form = self.source, self.source.name(), self.source.upto(4)
        inside = around.knowing(Name(one, item))
        effect: Tree = {}
        self.sentences.effects.effect(effect, replace(inside, silent=True))
        effect = effect or {"say": f"count({kept})"}
        if form == 0:
            return {"for each": f"{one} in {kept}"} | effect
        if form == 1:
            fewer = f"{kept} - [first({kept}) or else {self.expressions.write(item, around.scope, 0) or 1}]"
            return {"remember": {one: fewer}, "do": {"say": f"[count({one}), count({kept})]"}}
        if form == 2:
            condition = f"any(m in {kept} where m{'' if item == INT else '.number'} >= {one})"
            chosen = {"choose": f"{one} in 1..3", "where": {source.words(): condition}, "if impossible": "nothing"}
            return ordered(chosen | {"say": f"count({kept})"})
        return ordered(
            {"choose" if form == 3 else "may choose": f"{one} in {kept}", "if impossible": "nothing"} | effect
        )


def counts(tree: Tree, variant: Tree | None = None) -> set[str]:
    """The words of the conditions of a count whose event is there: without it nobody counts, and they say nothing."""
    found = set()
    for words, condition in (tree.get("always") or {}).items():
        if not words.startswith(COUNT) or not isinstance(condition, str):
            continue
        tally, _, place = condition.removesuffix(".size").partition(" = ")
        for event, body in (tree.get("whenever") or {}).items():
            counting = isinstance(body, dict) and body.get("enters") == place and tally in (body.get("add") or {})
            if counting and event not in str(variant):
                found.add(words)
    return found


def written_in_place(tree: Tree) -> Tree | None:
    """The ruleset with the steps of the refills where they are run; None if none is run."""
    actions = {words: step for words, step in tree.get("actions", {}).items() if words.startswith(REFILL)}
    changed = False

    def laid(part: Any, menu: bool = False) -> Any:
        nonlocal changed
        words = part.get("run") if isinstance(part, dict) and len(part) == 1 else part
        if isinstance(words, str) and words in actions and not menu:
            changed = True
            return laid(deepcopy(actions[words]))
        if isinstance(part, dict):
            return {key: laid(value, key == "one of") for key, value in part.items()}
        if isinstance(part, list):
            return [laid(value, menu) for value in part]
        return part

    made = laid(tree)
    return made if changed else None
