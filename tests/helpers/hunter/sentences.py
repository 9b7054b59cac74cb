"""Steps at random: sentences with loops, decisions and effects, in blocks and nests."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from helpers.hunter.declarations import Tree, plain
from helpers.hunter.effects import Effects
from helpers.hunter.expressions import Expressions, Scope
from helpers.hunter.source import Source
from helpers.hunter.world import BOOL, INT, PLAYER, Name, Type, World, list_of, maybe


@dataclass(frozen=True)
class Around:
    """Where a step stands: the names it knows, whether somebody's turn it is, and how deep it is."""

    scope: Scope = ()
    decided: bool = False
    turn: bool = False
    depth: int = 3
    silent: bool = False
    together: bool = False
    steps: tuple[str, ...] = ()

    def knowing(self, *names: Name) -> Around:
        return replace(self, scope=(*self.scope, *names))


class Sentences:
    """Writes steps about a world."""

    def __init__(self, source: Source, world: World, expressions: Expressions) -> None:
        self.source, self.world, self.expressions = source, world, expressions
        self.effects = Effects(source, world, expressions)

    # -- blocks

    def block(self, around: Around, least: int = 1) -> Any:
        """Some steps in one of the forms of the language."""
        form = self.source.upto(9)
        if form < 3 and least == 1:
            return self.sentence(around)[0]
        if form == 3:
            made: list[Tree] = []
            for _ in range(self.source.between(1, 3)):
                step, around = self.sentence(around)
                made.append(step)
            return made
        return self.named(around, least)

    def named(self, around: Around, least: int = 1) -> Tree:
        """Steps with words."""
        steps: Tree = {}
        many = self.source.pick((0, 0, 1, 1, 2, 3)) if around.depth > 0 else 0
        for _ in range(least + many):
            words = self.source.words()
            step, after = self.sentence(replace(around, steps=(*around.steps, words)))
            around = replace(after, steps=around.steps)
            steps[words] = step
            self.world.steps.append(words)
        if self.source.chance(0.02):
            last = steps[words]
            for _ in range(self.source.pick((5, 15, 30))):
                steps[self.source.words()] = deepcopy(last)
        return steps

    # -- one sentence

    def sentence(self, around: Around) -> tuple[Tree, Around]:
        """A step, and what is known after it."""
        source = self.source
        step: Tree = {}
        inside = replace(around, depth=around.depth - 1)
        if source.chance(0.15):
            step["remember"], inside = self.remember(inside)
        if source.chance(0.2) and (condition := self.expressions.write(BOOL, inside.scope, 2)):
            step["when"] = {source.words(): plain(condition)} if source.chance(0.3) else plain(condition)
        before = inside
        looped = around.depth > 0 and source.chance(0.35)
        if looped:
            inside = self.loop(step, inside)
        if source.chance(0.02) and "until" not in step:
            self.until(step, before)
        if "together" in step or (source.chance(0.45) and not around.silent):
            inside = self.decision(step, inside)
        if "together" in step:
            if "choose" not in step and "may choose" not in step:
                step["choose"] = f"{source.name()} in 1..2"
                step.pop("random", None)
            inside = replace(inside, silent=True, together=True)
        if "one of" not in step and "add" not in step and (source.chance(0.7) or around.depth <= 0):
            inside = self.effects.effect(step, inside)
        empty = not any(key in step for key in ("move", "one of", "add", "set", "say", "run", "end", "do"))
        if around.depth > 0 and (source.chance(0.25) or empty):
            step["do"] = self.block(inside)
        if "when" in step and source.chance(0.2) and around.depth > 0:
            step["otherwise"] = "nothing" if source.chance(0.5) else self.block(replace(around, depth=0))
        if not any(key not in ("remember", "when", "until", "otherwise") for key in step):
            step["say"] = self.expressions.write(INT, inside.scope, 0) or 1
        if looped:
            return ordered(step), around
        left = inside.scope
        if "remember" in step and len(step) > 1:
            gone = list(step["remember"])
            left = tuple(name for name in left if name.text not in gone)
        if {"may choose", "if impossible", "when"} & set(step):
            new = len(around.scope)
            left = (*left[:new], *(Name(n.text, maybe(n.type)) for n in left[new:]))
        return ordered(step), replace(around, scope=left)

    def remember(self, around: Around) -> tuple[Tree, Around]:
        made: Tree = {}
        for _ in range(self.source.between(1, 2)):
            name, form = self.source.name(), self.source.upto(9)
            kind: Type = INT
            if form < 2:
                text: str | None = f"0..{self.source.number(2, 20)}"
            elif form < 4:
                things = [Type("thing", kind) for kind in self.world.things]
                kind = maybe(self.source.pick((PLAYER, *things)))
                text = f"maybe {kind.item.name}" if kind.item else None
            else:
                elements = self.expressions.element_types()
                kind = self.source.pick((INT, BOOL, PLAYER, *(list_of(element) for element in elements)))
                text = self.expressions.write(kind, around.scope, 2)
            if text is not None:
                made[name] = plain(text)
                around = around.knowing(Name(name, kind, form < 4))
        return made or {"kept": "0..5"}, around

    # -- loops

    def loop(self, step: Tree, around: Around) -> Around:
        kinds = ("for each", "for each", "repeat", "turns", "together")
        kind = self.source.pick(kinds[:2] + kinds[2:3] * 2 if around.silent else kinds)
        if kind == "repeat":
            return self.repeat(step, around)
        item = PLAYER
        if kind == "for each":
            item = self.source.pick((PLAYER, PLAYER, *self.expressions.element_types(), list_of(INT)))
        made = self.bound(item, around.scope, kind == "turns")
        if made is None:
            return around
        step[kind], name = made
        if kind == "turns":
            around = replace(around, turn=True)
            known = around.knowing(name)
            self.rounds(step, known)
            if self.source.chance(0.15) and (after := self.expressions.write(PLAYER, known.scope, 1)):
                step["next"] = after
        elif kind == "for each" and self.source.chance(0.12):
            self.until(step, around)
        return replace(around.knowing(name), decided=around.decided or item == PLAYER)

    def bound(self, item: Type, scope: Scope, turns: bool = False) -> tuple[str, Name] | None:
        """`x in LIST`, mostly simple."""
        name = self.source.name()
        if item == PLAYER and "player" not in [known.text for known in scope] and self.source.chance(0.7):
            name = "player"
        among: str | None = None
        if item == PLAYER and (turns or self.source.chance(0.6)):
            among = "players"
            if self.source.chance(0.25) and (first := self.expressions.write(PLAYER, scope, 1)):
                among = f"players {self.source.pick(('from', 'after'))} {first}"
        else:
            among = self.expressions.write(list_of(item), scope, 2)
        if among is None:
            return None
        text = f"{name} in {among}"
        inner = (*scope, Name(name, item))
        if self.source.chance(0.2) and (condition := self.expressions.write(BOOL, inner, 2)):
            text += f" where {condition}"
        return text, Name(name, item)

    def rounds(self, step: Tree, around: Around) -> None:
        """What ends the turns: a number of rounds, and perhaps something else before."""
        until: Tree = {}
        if self.source.chance(0.3) and (condition := self.expressions.write(BOOL, around.scope, 2)):
            until[self.source.words()] = plain(condition)
        step["until"] = until | {self.source.words(): f"round > {self.source.between(1, 3)}"}

    def until(self, step: Tree, around: Around) -> None:
        """A condition about a number, which the step mostly changes; at times any condition."""
        place = self.effects.changeable(INT, around.scope)
        if place and self.source.chance(0.96):
            condition: str | None = f"{place} {self.source.pick(('>', '>=', '!='))} {self.source.number(0, 4)}"
            if self.source.chance(0.95) and "together" not in step:
                step["add"] = {place: 1}
        else:
            condition = self.expressions.write(BOOL, around.scope, 2)
        if condition:
            step["until"] = {self.source.words(): plain(condition)}

    def repeat(self, step: Tree, around: Around) -> Around:
        form = self.source.upto(9)
        if form < 6:
            step["repeat"] = self.source.number(1, 4)
        elif form < 9:
            step["repeat"] = plain(self.expressions.write(INT, around.scope, 2) or "2")
        else:
            step["repeat"] = "forever"
        if form == 9 or self.source.chance(0.02):
            self.until(step, around)
        return around

    # -- decisions

    def decision(self, step: Tree, around: Around) -> Around:
        source = self.source
        kinds = ("choose", "choose", "choose", "may choose", "one of", "one of", "random")
        kind = source.pick(kinds[:4] if "together" in step else kinds)
        if kind != "random" and not around.decided:
            who = self.expressions.write(PLAYER, around.scope, 1)
            if who is None:
                kind = "random"
            else:
                step["by"] = who
        elif kind != "random" and source.chance(0.05) and (who := self.expressions.write(PLAYER, around.scope, 1)):
            step["by"] = who
        if kind == "one of":
            self.menu(step, around)
            return around
        return self.choose(step, around, kind)

    def choose(self, step: Tree, around: Around, kind: str) -> Around:
        source, outer = self.source, around
        binders: list[str] = []
        names: list[Name] = []
        for _ in range(source.pick((1, 1, 1, 2, 3)) if kind != "random" else 1):
            made = self.binder(around.scope)
            # three cards after each other take as long as there are threes of cards
            if made is None or (len(names) == 2 and any(name.type.kind == "card" for name in (*names, made[1]))):
                break
            if (
                binders
                and "together" not in step
                and source.chance(0.15)
                and (only := self.expressions.write(BOOL, around.scope, 1))
            ):
                made = f"{made[0]} if {only}", Name(made[1].text, maybe(made[1].type))
            binders.append(made[0])
            names.append(made[1])
            around = around.knowing(made[1])
        if not binders:
            step["random"] = f"{source.name()} in 1..{source.number(2, 6)}"
            step.pop("by", None)
            return outer
        step[kind] = binders[0] if len(binders) == 1 else binders
        if len(binders) == 1 and source.chance(0.2 if kind != "random" else 0.004):
            count = self.expressions.write(INT, outer.scope, 1) or "1"
            low = source.upto(2)
            step["count"] = source.pick((1, 2, "any", f"{low}..{low + source.number(0, 3)}", plain(count)))
            within, around = around, outer.knowing(Name(names[0].text, list_of(names[0].type)))
        else:
            within = around
        if source.chance(0.2) and (condition := self.expressions.write(BOOL, within.scope, 2)):
            step["where"] = {source.words(): plain(condition)} if source.chance(0.7) else plain(condition)
        together = "count" in step and source.chance(0.4) and self.expressions.write(BOOL, around.scope, 2)
        if together:
            step["where all"] = {source.words(): plain(together)} if source.chance(0.7) else plain(together)
        if source.chance(0.06):
            step["secret"] = True
        if kind == "may choose" and source.chance(0.4):
            step["if declined"] = self.aside(outer)
        if source.chance(0.6):
            step["if impossible"] = self.aside(outer)
        return around

    def binder(self, scope: Scope) -> tuple[str, Name] | None:
        """What may be chosen: cards of a place, numbers, things, or any list."""
        source = self.source
        lists = [name for name in scope if name.type.kind == "list" and name.type.item]
        zones = list(self.world.cards)
        form = source.upto(9)
        if lists and form < 2:
            chosen = source.pick(lists)
            item, among = chosen.type.item, chosen.text
        elif zones and form < 6:
            card = source.pick(zones)
            item, among = Type("card", card), self.expressions.zone(card, scope, 1, opened=source.chance(0.9)) or ""
        elif form < 8:
            item, among = INT, f"{source.upto(1)}..{source.number(1, 4)}"
            if source.chance(0.3):
                among = f"1..{self.expressions.write(INT, scope, 1) or 3}".replace("1..0", "1..1")
                if not among[3:].isdigit() and source.chance(0.8):
                    among = f"1..max(1, min(4, {among[3:]}))"
        else:
            item = source.pick((PLAYER, *self.expressions.element_types()))
            item = list_of(INT) if source.chance(0.02) else item
            among = self.expressions.write(list_of(item), scope, 2) or ""
        if not among or item is None:
            return None
        name = source.name()
        text = f"{name} in {among}"
        if source.chance(0.2):
            condition = self.expressions.write(BOOL, (*scope, Name(name, item)), 2)
            text += f" where {condition}" if condition else ""
        return text, Name(name, item)

    def menu(self, step: Tree, around: Around) -> None:
        source = self.source
        plain_actions = [action for action in self.world.actions if not action.params and not action.formulas]
        if plain_actions and source.chance(0.3):
            step["one of"] = [action.words for action in plain_actions[:3]]
        else:
            options: Tree = {}
            for _ in range(source.between(1, 3)):
                inner = replace(around, depth=min(around.depth - 1, 1))
                options[source.words()] = "nothing" if source.chance(0.25) else self.sentence(inner)[0]
            if source.chance(0.6):
                options[source.words()] = "nothing"
            step["one of"] = options
        if source.chance(0.5):
            step["if impossible"] = self.aside(around)

    def aside(self, around: Around) -> Any:
        """What happens instead: mostly nothing."""
        if self.source.chance(0.6):
            return "nothing"
        if around.turn and not around.together and self.source.chance(0.3):
            return {"end": "turn"}
        return self.sentence(replace(around, depth=0, silent=True))[0]


FIRST = (
    *("remember", "when", "for each", "turns", "together", "repeat", "next", "until"),
    *("by", "choose", "may choose", "one of", "random", "count", "secret", "where", "where all"),
)
LAST = ("do", "otherwise", "if impossible", "if declined")


def ordered(step: Tree) -> Tree:
    """The parts of a step in the order of the language; effects stand between decisions and `do`."""
    first = [key for key in FIRST if key in step]
    last = [key for key in LAST if key in step]
    middle = [key for key in step if key not in first and key not in last]
    return {key: step[key] for key in (*first, *middle, *last)}
