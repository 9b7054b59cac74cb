"""Check effects: the arguments of each verb, and the names it introduces."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from ..base.similar import report_unknown
from ..language import model as m
from ..language import syntax as s
from . import checked as c
from .expressions import Expressions
from .payments import Payments
from .runs import Runs
from .scope import Scope
from .types import BOOL, INT, PLAYER, TEAM, UNKNOWN, Local, Type, Typed, an, as_list, fits, list_of, present

CHANGEABLE = (
    "in a game only the numbers and other values under shared: or each ...: can change, and what a step remembers; "
    "settings stay as they are"
)


class Effects:
    """Checks effects; `action` gives the checked form of an action."""

    def __init__(self, expressions: Expressions, action: Callable[[str], c.CheckedAction | None]) -> None:
        self.expressions, self.check = expressions, expressions.check
        self.symbols, self.problems = expressions.symbols, expressions.problems
        self.error, self.expect = self.problems.error, self.problems.expect
        self.runs = Runs(expressions, action, self.assignable)
        self.payments = Payments(expressions, self.move_tokens)

    def effect(self, effect: m.Effect, scope: Scope, around: list[m.Sentence]) -> c.CheckedEffect | None:
        """The effect of a sentence inside those `around`; a name it gives to cards is added to the scope.

        None if it is wrong, which is then reported.
        """
        match effect:
            case m.Move():
                return self.move(effect, scope)
            case m.Pay():
                return self.payments.payment(effect, scope) or self.price(effect, scope)
            case m.Deal():
                return self.deal(effect, scope)
            case m.Gather():
                return self.gather(effect, scope)
            case m.Add() | m.Set():
                return self.change(effect, scope)
            case m.Shuffle():
                return self.shuffle(effect, scope)
            case m.Reveal():
                return self.reveal(effect, scope)
            case m.Say():
                return self.say(effect, scope)
            case m.Run(kind=None):
                return self.runs.run(effect, effect.action, scope)
            case m.Run():
                return self.runs.by_kind(effect, scope)
            case m.End():
                return self.end(effect, scope, around)
            case _:
                assert_never(effect)

    def price(self, effect: m.Pay, scope: Scope) -> c.CheckedMove | c.CheckedTokens:
        done = self.move(effect.as_move(), scope)
        done.price = True
        return done

    def move(self, effect: m.Move, scope: Scope) -> c.CheckedMove | c.CheckedTokens:
        what = self.kind_of_move(effect, scope)
        before = len(self.problems.found)
        to = self.expressions.side(effect.to, scope, what)
        self.needs_place(effect.to, scope, before)
        source = self.expressions.side(effect.source, scope, what) if effect.source is not None else None
        if source is not None and INT in (source.type, source.type.item):
            done: c.CheckedMove | c.CheckedTokens = self.move_tokens(effect, source, to, scope)
        else:
            done = self.move_cards(effect, source, to, scope)
            self.same_cards(done.amount or done.source, done.source, to)
        self.name_moved(effect, done, source or to, to, scope)
        depth = self.depth(effect.at, scope)
        self.has_places(effect.at, to, source)
        if isinstance(done, c.CheckedMove):
            done.where, done.depth = effect.at.kind if effect.at is not None else "top", depth
        return done

    def kind_of_move(self, effect: m.Move, scope: Scope) -> str:
        """The kind of cards or tokens moved, from the places or the amount, as far as they are valid."""
        before = len(self.problems.found)
        for part in (effect.amount.value, effect.source, effect.to):
            if part is None or isinstance(part, s.Name) and part.name == "box":
                continue
            typed = as_list(self.check(part, scope))
            one = present(typed.type.item or typed.type)
            token = typed.value.token if typed.op == "variable" else ""
            if one.kind == "card" or token:
                del self.problems.found[before:]
                return token or one.name
        del self.problems.found[before:]
        return ""

    def depth(self, at: s.Position | None, scope: Scope) -> Typed | None:
        return self.check(at.depth, scope, INT) if at is not None and at.depth is not None else None

    def has_places(self, at: s.Position | None, to: Typed, source: Typed | None) -> None:
        """Report a position in a pile (at: bottom) if the target is no pile."""
        zone = to.args[1] if to.op == "map" else to
        if at is None or at.kind == "top" or zone.op != "zone" or zone.value.ordered:
            return
        message = f"{to.pos.text} has no order: `at` says where in a pile the cards go"
        hint = f"delete `at`, or declare {zone.value.name} with pile of instead of holds"
        if at.kind == "bottom" and source is not None and source.op == "zone" and source.value.ordered:
            hint = f"to take the bottom card write move: {source.pos.text}.bottom"
        self.error("no-order", message, at.pos.span, hint)

    def move_tokens(self, effect: m.Move, source: Typed, to: Typed, scope: Scope) -> c.CheckedTokens:
        self.counter(source, to, scope)
        self.counter(to, source, scope)
        self.same_tokens(source, to)
        value = effect.amount.value
        amount = self.check(value, scope, INT) if value is not None else None
        return c.CheckedTokens(effect.span, amount, source, to, effect.amount.kind == "up to")

    def move_cards(self, effect: m.Move, source: Typed | None, to: Typed, scope: Scope) -> c.CheckedMove:
        if to.type.kind not in ("zone", "group") and "unknown" not in (to.type.kind, source and source.type.kind):
            message = f"cards are moved to a place for cards, not to {'the box' if to.op == 'box' else an(to.type)}"
            component = source.type.name if source is not None and source.type.kind == "zone" else "card"
            place = f"a place for cards out of the game, such as removed: {{holds: {component}}}"
            hint = f"the box holds tokens: declare {place}" if to.op == "box" else ""
            counter = to.args[1] if to.op == "map" else to
            if counter.op == "variable" and counter.value.token:
                hint = self.expressions.places_hint(component)
            elif to.type.kind == "int" and to.op != "box":
                hint = f"to change that number write add: {{{to.pos.text}: 1}} or set: {{{to.pos.text}: 1}}"
            instead = self.place_of(to, component)
            hint = f"write {instead}" if instead else hint
            self.error("wrong-type", message, effect.to.pos.span, hint, instead=instead)
        value, up_to = effect.amount.value, effect.amount.kind == "up to"
        if value is None:
            if source is None:
                self.error("missing-key", "move: all needs `from`", effect.span)
                source = to
            whole = source.type.kind == "zone"
            cards = c.WholeZone(source) if whole else c.CardList(self.cards(source))
            return c.CheckedMove(effect.span, cards, None, source, to, up_to)
        typed = self.check(value, scope)
        source = self.zone_from(source) if source is not None else None
        if typed.type.kind == "int":
            if source is None:
                self.error("missing-key", "`move` with a number needs `from`: where do they come from?", effect.span)
            pile = source or to
            return c.CheckedMove(effect.span, c.TopCards(typed, pile), typed, pile, to, up_to)
        if typed.type.kind == "maybe" and present(typed.type).kind == "card":
            typed = self.problems.maybe_read(typed)
        if typed.type.kind == "card":
            return c.CheckedMove(effect.span, c.OneCard(typed), typed, source, to, up_to)
        if typed.type.kind == "zone":
            return c.CheckedMove(effect.span, c.WholeZone(typed), typed, source, to, up_to)
        listed = self.cards(typed)
        return c.CheckedMove(effect.span, c.CardList(listed), listed, source, to, up_to)

    def cards(self, typed: Typed) -> Typed:
        """The expression as a list of cards, of a zone or group; an error if it is none."""
        listed = as_list(typed)
        item = listed.type.item if listed.type.kind == "list" else listed.type
        if item is not None and item.kind not in ("card", "unknown") or listed.type.kind == "card":
            self.error("wrong-type", f"this is {an(typed.type)}: move takes cards or a number", typed.pos.span)
        return listed

    def same_cards(self, cards: Typed | None, source: Typed | None, to: Typed) -> None:
        """Report places that hold cards of different components."""
        cards = source if cards is None or cards.type.kind == "int" else cards
        moved, place = component_of(cards.type) if cards is not None else "", component_of(to.type)
        if moved and place and moved != place:
            message = f"{to.pos.text} holds {place}s, but these are {moved}s"
            self.error("wrong-type", message, to.pos.span, "each place holds cards of one component")

    def name_moved(
        self, effect: m.Move, done: c.CheckedMove | c.CheckedTokens, zone: Typed, to: Typed, scope: Scope
    ) -> None:
        """Bind the name after `as` to the moved cards, or lay them down as a group."""
        if effect.named == "new group":
            if to.op != "zone" or not to.value.groups:
                message = "as: new group needs a place whose cards lie in groups"
                self.error("wrong-type", message, effect.span, "declare the place with in: groups")
            elif isinstance(done, c.CheckedMove):
                done.new_group = True
        elif effect.named:
            cards = done.cards if isinstance(done, c.CheckedMove) else None
            value = effect.amount.value
            one = isinstance(value, s.Number) and value.value == 1 and effect.amount.kind == "exactly"
            one = one and isinstance(cards, c.TopCards)
            card = Type("card", zone.type.name) if zone.type.kind == "zone" else UNKNOWN
            local = Local(effect.named, card if one or isinstance(cards, c.OneCard) else list_of(card))
            self.symbols.bind(scope, local, effect.span)
            if isinstance(done, c.CheckedMove):
                done.named = local

    def zone_from(self, source: Typed) -> Typed:
        if source.type.kind not in ("zone", "unknown"):
            message = f"cards are taken from a place for cards, not from {an(source.type)}"
            instead = self.place_of(source)
            hint = f"write {instead}" if instead else ""
            self.error("wrong-type", message, source.pos.span, hint, instead=instead)
        return source

    def place_of(self, side: Typed, component: str = "") -> str:
        """The text of the only place for such cards ("" for any) of an owner named instead; "" if not just one."""
        owner, text = side.type.item or side.type, side.pos.text
        zones = [zone for zone in self.symbols.ruleset.zones.values() if zone.owner == owner.name and not zone.params]
        names = [zone.name for zone in zones if component in ("", "card", zone.component)]
        one = owner.kind == "thing" and len(names) == 1 and re.fullmatch(r"[\w.]+(\([^()]*\))?", text)
        return f"{text}.{names[0]}" if one else ""

    def counter(self, side: Typed, other: Typed, scope: Scope) -> None:
        """Report what cannot hold tokens: they are in one declared number, or in the box."""
        declared = self.assignable(side) and (side.op != "local" or side.value.kind == "place")
        if side.op == "box" or side.type.kind == "unknown" or (declared and side.type == INT):
            return
        loop, place = self.one_by_one(side, scope)
        hint = f"write {loop}and {place} here" if loop else ""
        token = other.value.token if other.op == "variable" else None
        for item in self.symbols.ruleset.variables.values():
            if item.owner and item.owner == present(side.type).name and item.token and token in (None, item.token):
                hint = f"write {side.pos.text}.{item.name}"
        if other.op == "box" and side.type.kind == "zone":
            hint = "the box holds tokens: cards come from the place that `starts with` them"
        message = f"{side.pos.text} is {an(side.type)}: tokens lie in one number that the game declares, or in the box"
        self.error("wrong-type", message, side.pos.span, hint)

    def one_by_one(self, places: Typed, scope: Scope) -> tuple[str, str]:
        """The loop through several numbers, and one of them in it: `for each: p in players, ` and p.coins."""
        if places.op != "map" or places.args[1].op != "variable":
            return "", places.pos.text
        listed, one = places.args
        name = str(listed.type.item)[0]
        name = f"other_{listed.type.item}" if name in scope.names or name in self.symbols.turn_names else name
        about = f"({', '.join(arg.pos.text for arg in one.args[1:])})" if one.args[1:] else ""
        return f"for each: {name} in {listed.pos.text}, ", f"{name}.{one.value.name}{about}"

    def same_tokens(self, source: Typed, to: Typed) -> None:
        """Report a transfer between places of different tokens."""
        places = [side.value for side in (source, to) if side.op == "variable"]
        if len({place.token for place in places}) == 2:
            words = [f"{place.token}s" if place.token else "a plain number" for place in places]
            message = f"{source.pos.text} counts {words[0]}, {to.pos.text} {words[1]}"
            self.error(
                "conserved",
                message,
                to.pos.span,
                "tokens move between places of their own kind, and to and from the box",
            )

    def assignable(self, typed: Typed) -> bool:
        return (
            typed.op == "variable"
            or (typed.op == "formula" and typed.value.kind == "place")
            or (typed.op == "local" and typed.value.kind in ("name", "place"))
        )

    def deal(self, effect: m.Deal, scope: Scope) -> c.CheckedDeal:
        source, to = (
            self.zone_from(self.expressions.place(effect.source, scope)),
            self.expressions.place(effect.to, scope),
        )
        places = to.type.item or UNKNOWN if to.type.kind == "list" else to.type
        if places.kind not in ("zone", "unknown"):
            instead = self.place_of(to, source.type.name)
            hint, message = (
                f"write {instead}" if instead else "",
                f"cards are dealt to places for cards, not to {an(to.type)}",
            )
            self.error("wrong-type", message, to.pos.span, hint, instead=instead)
        value, at = effect.amount.value, effect.at
        amount = self.check(value, scope, INT) if value is not None else None
        self.has_places(at, to, source)
        self.same_cards(source, source, to)
        where, depth = at.kind if at is not None else "top", self.depth(at, scope)
        return c.CheckedDeal(effect.span, amount, source, to, effect.amount.kind == "up to", where, depth)

    def gather(self, effect: m.Gather, scope: Scope) -> c.CheckedEffect | None:
        first, *others = effect.cards.binders
        if others:
            message = "gather goes through cards under one name"
            self.error("wrong-shape", message, others[0].pos.span, "write the places as a sum: c in offer + market")
            return None
        source = as_list(self.check(first.source, scope))
        if source.type.kind != "unknown" and (source.type.item or UNKNOWN).kind not in ("card", "unknown"):
            message = f"gather takes cards: {first.source.pos.text} is {an(source.type)}"
            self.error("wrong-type", message, first.source.pos.span)
            return None
        return self.move(effect.as_move(), scope)

    def change(self, effect: m.Add | m.Set, scope: Scope) -> c.CheckedChange:
        done = c.CheckedChange([], isinstance(effect, m.Add))
        for target, value in effect.targets:
            before = len(self.problems.found)
            place = self.check(target, scope)
            self.needs_place(target, scope, before)
            place = place.args[0] if place.op == "need" else place  # it may be asked for before
            inner = place.args[1] if place.op == "map" else place
            if inner.type.kind == "unknown":
                continue
            given = inner.op == "local" and inner.value.kind == "name" and inner.value not in self.symbols.remembered
            if given or not self.assignable(inner) or inner.type.kind == "list":
                hint = CHANGEABLE
                if given:
                    hint = f"it stays as it was chosen: write remember: {{another: {target.pos.text}}} and change that"
                if inner.type.kind == "list":
                    hint = "a list stays as it was remembered: remember another one"
                if inner.type.kind == "zone":
                    hint = f"cards get there by move: ..., to: {target.pos.text}"
                self.error("not-changeable", f"{target.pos.text} cannot be changed", target.pos.span, hint)
                continue
            if inner.op == "variable" and inner.value.times_seen:
                hint = "it counts by itself, at the beginning of each turn"
                self.error("not-changeable", f"{target.pos.text} cannot be changed", target.pos.span, hint)
                continue
            token = inner.value.token if inner.op == "variable" else ""
            if token:
                message = f"{target.pos.text} counts {token}s, which can only be moved"
                hint = "write {}move: ..., from: ..., to: {}".format(*self.one_by_one(place, scope))
                self.error("conserved", message, target.pos.span, hint)
            wanted = INT if done.adding else inner.type
            if done.adding and inner.type != INT:
                self.no_number(inner, target, value)
            done.targets.append((place, self.check(value, scope, wanted)))
        return done

    def needs_place(self, place: s.Expr, scope: Scope, before: int) -> None:
        """Let the problems of a place, from `before` on, say to ask first: nothing else can stand for it."""
        for at, problem in enumerate(self.problems.found[before:], before):
            if problem.code == "maybe-none" and isinstance(place, s.Field):
                lacking, _, _ = problem.message.partition(" may be none")
                hint = self.expressions.ask_first(lacking, scope, alone=True)
                self.problems.found[at] = replace(problem, hint=hint, instead="")

    def no_number(self, place: Typed, target: s.Expr, value: s.Expr) -> None:
        """Report the target of `add` if it is no number, or may be none."""
        text, kind = target.pos.text, present(place.type)
        message = f"only a number can be added to, but {text} is {an(place.type)}"
        hint = f"write set: {{{text}: ...}} to change it"
        if kind == INT:
            message = f"{text} may be none, so nothing can be added to it"
            hint = f"write set: {{{text}: '({text} or else 0) + {value.pos.text}'}}"
        elif kind == BOOL:
            hint = f"write set: {{{text}: true}} or set: {{{text}: false}} to change it"
        self.error("wrong-type" if kind != INT else "maybe-none", message, target.pos.span, hint)

    def shuffle(self, effect: m.Shuffle, scope: Scope) -> c.CheckedShuffle:
        zones = self.expressions.place(effect.zones, scope)
        zone = zones.type.item if zones.type.kind == "list" else zones.type
        if zone is not None and zone.kind not in ("zone", "unknown"):
            self.error("wrong-type", f"{an(zones.type)} cannot be shuffled", zones.pos.span)
        elif zones.op == "zone" and not zones.value.ordered:
            message = f"{zones.pos.text} has no order to shuffle"
            self.error("wrong-type", message, zones.pos.span, "declare it with pile of instead of holds")
        return c.CheckedShuffle(zones)

    def reveal(self, effect: m.Reveal, scope: Scope) -> c.CheckedReveal | None:
        typed = self.check(effect.amount.value, scope) if effect.amount.value is not None else None
        to = self.check(effect.to, scope) if effect.to is not None else None
        if to is not None and not (fits(to.type, PLAYER) or fits(to.type, list_of(PLAYER))):
            self.error("wrong-type", f"things are revealed to players, not to {an(to.type)}", to.pos.span)
        if typed is None:
            self.error("wrong-type", "reveal takes cards or numbers, not `all`", effect.span)
            return None
        if typed.type.kind == "card":
            return c.CheckedReveal(typed, to, False)
        listed = as_list(typed)
        item = listed.type.item if listed.type.kind == "list" else listed.type
        if item is not None and item.kind in ("card", "unknown"):
            return c.CheckedReveal(listed, to, False)
        if (typed.args[1] if typed.op == "map" else typed).op != "variable":
            message = f"{typed.pos.text} is neither cards nor a number that lies on the table"
            self.error(
                "wrong-type",
                message,
                typed.pos.span,
                "reveal cards, or what is written under `shared` or `each player`; `say` announces anything else",
            )
        return c.CheckedReveal(typed, to, True)

    def say(self, effect: m.Say, scope: Scope) -> c.CheckedSay:
        values = [self.check(value, scope) for value in effect.values]
        for value in values:
            if present(value.type).kind in ("zone", "group", "list", "none"):
                message = f"{an(value.type)} cannot be said: say a number, a player, a card or a thing"
                hint = "write reveal to show cards or numbers"
                if value.type.kind == "list":
                    hint = f"say them one by one, {{for each: x in {value.pos.text}, say: x}}, or how many there are"
                self.error("wrong-type", message, value.pos.span, hint)
        return c.CheckedSay(values)

    def end(self, effect: m.End, scope: Scope, around: list[m.Sentence]) -> c.CheckedEnd | None:
        winner = None
        if effect.winner is not None:
            found = self.check(effect.winner, scope)
            several = found.type.kind == "list"
            kind = TEAM if TEAM in (found.type, found.type.item) and self.symbols.ruleset.teams else PLAYER
            winner = found if found.op == "none" else self.expect(found, list_of(kind) if several else kind)
        if effect.target in ("game", "turn"):
            return c.CheckedEnd(effect.span, effect.target == "turn", None, winner)
        for sentence in reversed(around):
            if sentence.words == effect.target:
                return c.CheckedEnd(effect.span, False, sentence, winner)
        names = ["game", "turn", *(sentence.words for sentence in around if sentence.words)]
        message, hint = f"no step '{effect.target}' is around this one", f"known here: {', '.join(names)}"
        if (menu := menu_inside(self.symbols.ruleset, effect.target, around[0].words)) is not None:
            message = f"an action does not know the step '{effect.target}', in which it is offered"
            hint = f"write `{menu_with_option(menu, around[0])}` there, in place of the action"
            self.error("unknown-step", message, effect.target_span, hint)
            return None
        self.problems.add(report_unknown("unknown-step", message, effect.target_span, effect.target, names, hint))
        return None


def component_of(kind: Type) -> str:
    """The component of cards, of places for them or of lists of either; "" for everything else."""
    kind = present(kind)
    if kind.kind == "list" and kind.item is not None:
        return component_of(kind.item)
    return kind.name if kind.kind in ("card", "zone", "group") else ""


def menu_inside(rules: m.Ruleset, step: str, action: str) -> m.Sentence | None:
    """The step that offers an action inside a step of the flow; None if none does."""
    around = [sentence for sentence in c.walk(rules.setup + rules.phases) if sentence.words == step]
    inside = (s for s in c.walk(around) if any(item.words == action and not item.sentence for item in s.menu))
    return next(inside, None)


def menu_with_option(menu: m.Sentence, action: m.Sentence) -> str:
    """A menu in which an action has become an option of its own."""
    end = action.effect
    alone = isinstance(end, m.End) and end.winner is None and not (action.when or action.do or action.remember)
    options = []
    for item in menu.menu:
        kept = "..." if item.sentence is not None else item.words
        ended = f"{{end: {end.target}}}" if alone and isinstance(end, m.End) else "..."
        options.append(f"{item.words}: {ended if item.words == action.words else kept}")
    return f"one of: {{{', '.join(options)}}}"
