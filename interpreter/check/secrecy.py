"""Secrecy: what one player may know of names, hidden values, and cards by where they have been."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from ..language import model as m
from ..language.audience import OPPOSITE, Audience, audience
from .checked import Checked
from .types import PLAYER, Local, Typed, TypedChoice, conjuncts, present

MOST_PARTS = 20_000
ONLY = {"owner": "only the owner", "others": "everybody but the owner", "nobody": "nobody"}
BACK = {"left": "right", "right": "left"}
Writes = dict[object, list[tuple[Typed, Typed, "Environment"]]]
"""For each variable what is written into it: target, value, and the names in force there."""


@dataclass(slots=True, eq=False)
class Binding:
    """The meaning of a name: a value computed in `env`, one item of a list, or a formula of `params`.

    open: everybody is told which it is, but for what `secret_to` alone knows. apart: players it certainly is not.
    tests: what it was chosen by. now: it is worked out where it is read, not before.
    """

    typed: Typed | None
    env: Environment
    open: bool = False
    params: list[Local] = field(default_factory=list)
    secret_to: Binding | None = None
    apart: list[Binding] = field(default_factory=list)
    tests: list[tuple[Typed, Environment]] = field(default_factory=list)
    now: bool = False
    set_to: list[tuple[Typed, Environment]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Environment:
    """The names in force, who decides, and the history of cards: where they came to lie, what was shown to whom.

    more: places to which cards have come in these steps and were not shown since.
    """

    names: dict[Local, Binding] = field(default_factory=dict)
    decider: Binding | None = None
    lain: dict[Binding, list[tuple[Typed, Environment]]] = field(default_factory=dict)
    shown: dict[object, list[tuple[Typed | None, Environment]]] = field(default_factory=dict)
    conditions: list[tuple[Typed, Environment]] = field(default_factory=list)
    more: set[object] = field(default_factory=set)

    def forget(self, things: set[object]) -> None:
        """Forget that a thing was shown in full, as more may have come in some of the steps."""
        self.more |= things
        self.shown = {thing: shown for thing, shown in self.shown.items() if thing not in things}

    def child(self) -> Environment:
        return Environment(dict(self.names), self.decider, dict(self.lain), dict(self.shown), list(self.conditions))


@dataclass(slots=True, eq=False)
class HiddenPart:
    """The part of an expression that somebody may not know, and why."""

    part: Typed
    why: str


def others_than(source: Typed, where: Typed | None, local: Local, env: Environment) -> Iterator[Binding]:
    """The players that an item of a list certainly is not: `players after player`, `p in players where p != player`."""
    if source.op == "after" and (other := root(source.args[1], env)) is not None:
        yield other
    for part in conjuncts(where):
        if part.op == "compare" and part.value == ["!="]:
            sides = [side for side in part.args if not (side.op == "local" and side.value is local)]
            if len(sides) == 1 and (other := root(sides[0], env)) is not None:
                yield other


def root(typed: Typed, env: Environment) -> Binding | None:
    """The binding that a name finally stands for, if it is only another name for something."""
    while typed.op == "need":
        typed = typed.args[0]
    bound = env.names.get(typed.value) if typed.op == "local" else None
    while bound is not None and bound.typed is not None and not bound.open and not bound.set_to and not bound.params:
        inner = bound.env.names.get(bound.typed.value) if bound.typed.op == "local" else None
        if inner is None:
            return bound
        bound = inner
    return bound


class Secrecy:
    """Decides what one player may know of an expression."""

    def __init__(self, checked: Checked, writes: Writes) -> None:
        self.checked, self.writes = checked, writes
        self.parts = 0
        self.busy: set[object] = set()
        self.asked: dict[tuple[object, ...], HiddenPart | None] = {}  # definitions examined for the current expression

    def ask(self, typed: Typed, env: Environment, who: Binding) -> HiddenPart | None:
        """The first part that `who` may not know, or None."""
        self.parts = 0
        self.busy = {who}
        self.asked = {}
        return self.find_hidden(typed, env, who)

    def find_hidden(self, typed: Typed, env: Environment, who: Binding) -> HiddenPart | None:
        """The first part of an expression that `who` may not know, None if there is none."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            return HiddenPart(typed, "too much is worked out here to tell who may know it")
        op = typed.op
        if op == "local":
            return self.of_name(env.names.get(typed.value), typed, who)
        if op in ("formula", "define"):
            return self.first(typed.args, env, who) or self.find_in_definition(typed, env, who)
        if op == "each":
            return self.find_in_choice(typed.value[1], typed.args, env, who)
        if op in ("map", "gather", "through"):
            inner_env = env.child()
            inner_env.names[typed.value] = Binding(typed.args[0], env, True)
            found = self.find_hidden(typed.args[0], env, who)
            return found or self.find_hidden(typed.args[1], inner_env, who)
        if op == "possible":
            return self.possible(typed, env, who)
        found = self.first(typed.args, env, who)
        if found is not None:
            return found
        if op == "variable":
            return self.of_variable(typed, env, who)
        if op == "attribute":
            return self.hidden_faces(typed, typed.args[0], env, who, (typed.value[1].face,))
        if op == "in" and present(typed.args[0].type).kind == "card":
            return self.hidden_faces(typed.args[1], typed.args[1], env, who)
        if op in ("cards", "flat") or (op == "builtin" and typed.args and typed.args[0].type.kind == "zone"):
            return self.of_size(typed.args[0], env, who)
        return None

    def first(self, parts: list[Typed], env: Environment, who: Binding) -> HiddenPart | None:
        """The first part of several expressions that `who` may not know."""
        return next((found for part in parts if (found := self.find_hidden(part, env, who)) is not None), None)

    def find_in_definition(self, typed: Typed, env: Environment, who: Binding) -> HiddenPart | None:
        """The first part of a definition or formula that `who` may not know; cached by its names."""
        inner = self.inside(typed, env)
        if inner is None:
            return None
        about = [inner[1].names[local] for local in inner[1].names]
        asked = (inner[0], *about, frozenset(self.busy))
        if asked not in self.asked:
            self.asked[asked] = self.find_hidden(*inner, who)
        return self.asked[asked]

    def inside(self, typed: Typed, env: Environment) -> tuple[Typed, Environment] | None:
        """The expression of a definition, or of a formula passed to an action, with its parameters bound."""
        if typed.op == "define":
            body, params, around = typed.value.value, typed.value.params, Environment()
        else:
            bound = env.names.get(typed.value)
            if bound is None or bound.typed is None or len(bound.params) != len(typed.args):
                return None
            body, params, around = bound.typed, bound.params, bound.env
        inner = Environment(dict(around.names), None, env.lain, env.shown)
        for local, arg in zip(params, typed.args, strict=True):
            inner.names[local] = root(arg, env) or Binding(arg, env)
        return body, inner

    def find_in_choice(
        self, choice: TypedChoice, values: list[Typed], env: Environment, who: Binding
    ) -> HiddenPart | None:
        """The first part of a choice, or of its values, that `who` may not know."""
        inner = env.child()
        for local, source in choice.binders:
            found = self.find_hidden(source, inner, who)
            if found is not None:
                return found
            inner.names[local] = Binding(source, inner.child(), True)
            inner.names[local].apart = list(others_than(source, choice.where, local, inner))
        tests = [t for t in (choice.where, choice.best, choice.order) if t is not None]
        return self.first([*tests, *values], inner, who)

    def possible(self, typed: Typed, env: Environment, who: Binding) -> HiddenPart | None:
        """The first part that `who` may not know in the conditions of an action, which `possible` reveals."""
        action = self.checked.actions[typed.value]
        part = self.checked.sentences[action.action.sentence]
        inner = Environment({}, None, env.lain, env.shown)
        inner.names = dict(env.names)
        for local, arg in zip(action.params, typed.args, strict=False):
            inner.names[local] = root(arg, env) or Binding(arg, env)
        for local, value, _ in part.remember:
            inner.names[local] = Binding(value, inner.child())
        found = self.first([*typed.args], env, who)
        judged = {id(t) for c, t in zip(action.action.sentence.when, part.when, strict=True) if c.judge}
        judged |= {id(t) for c, t in zip(action.action.sentence.where, part.where, strict=True) if c.judge}
        found = found or self.first([t for t in part.when if id(t) not in judged], inner, who)
        for choice in part.choices:
            found = found or self.find_in_choice(choice, [], inner, who)
            bound = Binding(choice.binders[0][1], inner.child(), True)
            inner.names[choice.binders[0][0]] = bound
            inner.names |= {part.whole: bound} if part.whole is not None else {}
        return found or self.first([t for t in part.where if id(t) not in judged], inner, who)

    # -- names, numbers and cards

    def of_name(self, bound: Binding | None, typed: Typed, who: Binding) -> HiddenPart | None:
        """The part of what a name stands for that `who` may not know."""
        if bound is None or bound in self.busy:
            return None
        if bound.open:
            secret = bound.secret_to is not None and bound.secret_to is not who
            return HiddenPart(typed, "it was chosen in secret") if secret else None
        self.busy.add(bound)
        found = self.find_hidden(bound.typed, bound.env, who) if bound.typed is not None else None
        outside = {id(condition) for condition, _ in bound.env.conditions}
        for value, env in bound.set_to:
            found = found or self.find_hidden(value, env, who)
            for condition, at in env.conditions:
                if id(condition) not in outside:
                    found = found or self.find_hidden(condition, at, who)
        self.busy.discard(bound)
        return found

    def of_variable(self, typed: Typed, env: Environment, who: Binding) -> HiddenPart | None:
        """The variable as a HiddenPart if `who` may not know its value."""
        item: m.Variable = typed.value
        word = audience(item.see)
        if item in self.busy or self.belongs(word, typed, env, who) or self.was_shown(item, env, who):
            return None
        if word == "nobody" and self.could_track(item, who):
            return None
        return HiddenPart(typed, f"{audience_words(word)} can see {item.name}")

    def could_track(self, item: m.Variable, who: Binding) -> bool:
        """Whether a player who sees everything written into a hidden value could have tracked it."""
        if item.token or item not in self.writes:
            return False
        self.busy.add(item)
        found = None
        for target, value, env in self.writes[item]:
            cards = [part for part in target.args if present(part.type).kind in ("card", "list")]
            found = found or self.find_hidden(value, env, who) or self.first(target.args[:1], env, who)
            found = found or next((h for c in cards if (h := self.hidden_faces(c, c, env, who)) is not None), None)
            for condition, at in env.conditions:
                found = found or self.find_hidden(condition, at, who)
        self.busy.discard(item)
        return found is None

    def hidden_faces(
        self, part: Typed, cards: Typed, env: Environment, who: Binding, faces: tuple[str, ...] = ("front", "back")
    ) -> HiddenPart | None:
        """The part as a HiddenPart if the player sees none of these faces of the cards, else None."""
        blind = self.blind(cards, env, who, faces)
        return None if blind is None else HiddenPart(part, blind)

    def of_size(self, zone: Typed, env: Environment, who: Binding) -> HiddenPart | None:
        """The zone as a HiddenPart if `who` may not know the number of its cards."""
        for place, at, _ in self.origins(zone, env) or []:
            word = audience(place.value.see, "size")
            if not self.belongs(word, place, at, who):
                return HiddenPart(zone, f"{audience_words(word)} can see how many cards lie in {place.value.name}")
        return None

    def blind(self, cards: Typed, env: Environment, who: Binding, faces: tuple[str, ...]) -> str | None:
        """Why a player sees none of these faces of the cards; None if the player does."""
        bound = root(cards, env)
        if bound is not None:
            places = env.lain.get(bound, [])
            if self.was_shown(bound, env, who) or any(self.sees(z, at, False, who, faces) for z, at in places):
                return None
            sources = [] if bound.typed is None else [(bound.typed, bound.env)]
            sources += bound.set_to
            origins = [self.origins(typed, at) for typed, at in sources]
        else:
            places, origins = [], [self.origins(cards, env)]
        if not origins or None in origins:
            name = places[-1][0].value.name if places and places[-1][0].op == "zone" else ""
            return f"the cards in {name} are not open" if name else "nobody can tell where the card lies"
        for place, at, top in [origin for found in origins for origin in found or []]:
            if not self.sees(place, at, top, who, faces) and not self.was_shown(place.value, env, who):
                word = audience(place.value.see, faces[0])
                return f"{audience_words(word)} can see the {faces[0]}s of the cards in {place.value.name}"
        return None

    def sees(self, place: Typed, env: Environment, top: bool, who: Binding, faces: tuple[str, ...]) -> bool:
        """Whether a player certainly sees some of these faces of the cards in a zone."""
        if place.op != "zone":
            found = self.origins(place, env)
            return bool(found) and all(self.sees(p, at, top, who, faces) for p, at, _ in found or [])
        see = place.value.see
        words = [audience(see, face) for face in faces]
        words += [audience(see, f"top.{face}") for face in faces if top]
        return any(self.belongs(word, place, env, who) for word in words)

    def sees_no_card(self, zone: Typed, env: Environment, who: Binding) -> bool:
        """Whether a player certainly sees no face of the cards in a zone, as they are not in its audience."""
        see, component = zone.value.see, self.checked.ruleset.components[zone.value.component]
        faces = sorted({attribute.face for attribute in component.attributes})
        words = [audience(see, face) for face in [*faces, *(f"top.{face}" for face in faces)]]
        return all(isinstance(word, str) and self.belongs(OPPOSITE[word], zone, env, who) for word in words)

    def was_shown(self, thing: object, env: Environment, who: Binding) -> bool:
        """Whether a thing was shown to the player, or to all."""
        return any(to is None or to.op == "things" or root(to, at) is who for to, at in env.shown.get(thing, []))

    def belongs(self, word: Audience, place: Typed, env: Environment, who: Binding) -> bool:
        """Whether a player is certainly in the audience of a place."""
        if word == "everyone" or word == "nobody":
            return word == "everyone"
        if not isinstance(word, str):
            names = zip(self.checked.owners[place.value], place.args, strict=True)
            inner = Environment({local: root(arg, env) or Binding(arg, env, now=True) for local, arg in names})
            return self.among(self.checked.exprs[id(word)], inner, who)
        owner = next((arg for arg in place.args if arg.type == PLAYER), None)
        if owner is None:
            return False
        if word == "owner":
            return self.is_same(owner, env, who)
        if word != "others":
            assert_never(word)
        return self.is_another(owner, env, who)

    def is_same(self, player: Typed, env: Environment, who: Binding) -> bool:
        """Whether an expression certainly names this player."""
        bound = root(player, env)
        behind = root(who.typed, who.env) if who.typed is not None and not who.open and not who.set_to else None
        same = bound is not None and bound in (who, behind)
        if bound is not None and bound.now and bound.typed is not None and not same:
            return self.is_same(bound.typed, bound.env, who)
        if player.op == "builtin" and player.value in BACK and len(player.args) == 1:
            beside, around = player.args[0], env
            if (inner := root(beside, env)) is not None and inner.now and inner.typed is not None:
                beside, around = inner.typed, inner.env
            if beside.op == "builtin" and beside.value == BACK[player.value] and len(beside.args) == 1:
                return self.is_same(beside.args[0], around, who)
        return same or (bound is None and who.typed is not None and key(player, env) == key(who.typed, who.env))

    def is_another(self, player: Typed, env: Environment, who: Binding) -> bool:
        """Whether an expression certainly names another player."""
        bound = root(player, env)
        if bound is not None and bound.now and bound.typed is not None:
            return self.is_another(bound.typed, bound.env, who)
        if bound is not None:
            return who in bound.apart or bound in who.apart
        beside = player.op == "builtin" and player.value in ("left", "right") and len(player.args) == 1
        return beside and root(player.args[0], env) is who

    def among(self, players: Typed, env: Environment, who: Binding) -> bool:
        """Whether a player is certainly one of these, in a list or alone, that stay the same all game."""
        parts = players.args
        if players.type == PLAYER and players.op != "if":
            return self.is_same(players, env, who)
        if players.op == "things":
            return True
        if who.open and who.typed is not None and key(players, env) == key(who.typed, who.env):
            return True
        if players.op == "each" and players.value[0] == "those" and players.value[1].best is None:
            choice, inner = players.value[1], env.child()
            local, source = choice.binders[0]
            inner.names[local] = who
            tests = conjuncts(choice.where)
            return self.among(source, env, who) and all(self.holds(test, inner, who) for test in tests)
        if players.op == "define" and (behind := self.inside(players, env)) is not None:
            return self.among(*behind, who)
        if players.op == "without" and parts[1].op == "list":
            gone = parts[1].args
            return self.among(parts[0], env, who) and all(self.is_another(player, env, who) for player in gone)
        if players.op == "if":
            return all(self.among(side, env, who) for side in parts[1:])
        sides = parts if players.op in ("list", "join") else []
        return any(self.among(side, env, who) for side in sides)

    def holds(self, test: Typed, env: Environment, who: Binding) -> bool:
        """Whether a condition that stays the same all game certainly holds for `who`."""
        if test.op == "compare" and test.value == ["="]:
            return key(test.args[0], env) == key(test.args[1], env)
        if key(test, env) in [key(known, at) for known, at in who.tests]:
            return True
        behind = self.inside(test, env) if test.op == "define" else None
        return behind is not None and all(self.holds(part, behind[1], who) for part in conjuncts(behind[0]))

    def origins(self, typed: Typed, env: Environment) -> list[tuple[Typed, Environment, bool]] | None:
        """The zones that cards may lie in (and whether on top); None if not known."""
        self.parts += 1
        op = typed.op
        if self.parts > MOST_PARTS:
            return None
        if op == "zone":
            return [(typed, env, False)]
        if op in ("cards", "flat", "need", "group", "without", "from", "after"):
            return self.origins(typed.args[0], env)
        if op == "builtin" and typed.args:
            found = self.origins(typed.args[0], env)
            return [(p, at, typed.value == "top") for p, at, _ in found] if found is not None else None
        if op in ("join", "list", "or else", "if"):
            sides = [self.origins(arg, env) for arg in (typed.args[1:] if op == "if" else typed.args)]
            return None if None in sides else [origin for side in sides for origin in side or []]
        if op in ("map", "gather", "each"):
            inner = env.child()
            binders = [(typed.value, typed.args[0])] if op != "each" else typed.value[1].binders
            for local, source in binders:
                inner.names[local] = Binding(source, inner.child(), True)
            return self.origins(typed.args[-1], inner) if typed.args else None
        if op in ("define", "formula"):
            body = self.inside(typed, env)
            return self.origins(*body) if body is not None else None
        if op == "none":
            return []
        bound = root(typed, env)
        if bound is None or bound.typed is None or bound in self.busy:
            return [(place, at, False) for place, at in env.lain[bound]] if bound in env.lain else None
        self.busy.add(bound)
        found = self.origins(bound.typed, bound.env)
        self.busy.discard(bound)
        return found


def audience_words(word: Audience) -> str:
    """The words for an audience that is not everyone."""
    return ONLY[word] if isinstance(word, str) else f"only {word.pos.text}"


def key(typed: Typed, env: Environment) -> object:
    """A key that is equal for two expressions which certainly mean the same."""
    bound = root(typed, env)
    if bound is not None:
        return key(bound.typed, bound.env) if bound.now and bound.typed is not None else bound
    symbol = typed.value if isinstance(typed.value, str | int) or typed.op in ("variable", "zone") else id(typed.value)
    return typed.op, symbol, tuple(key(arg, env) for arg in typed.args)
