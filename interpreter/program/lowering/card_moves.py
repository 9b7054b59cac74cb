"""Lower effects on cards: moving, dealing, shuffling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, assert_never

from ...base.diagnostics import mistake
from ...check.checked import CardList, CheckedDeal, CheckedMove, CheckedShuffle, OneCard, TopCards, WholeZone
from ...check.types import Typed, zone_names
from .. import ir
from ..fold import length, make
from .expressions import Expressions
from .layout import Env
from .numbers import Locals, Numbers


@dataclass(frozen=True, slots=True)
class Destination:
    """A zone, where in it, how deep or into which group; the names of the zones it may be, None if not known."""

    zone: ir.Expr
    where: str
    depth: ir.Expr
    declared: set[str] | None


class Watching(Protocol):
    """The interface of events that watch zones: whether one watches a zone, and its steps for a card that came."""

    def watch(self, to: Destination) -> bool: ...

    def run_entering(self, card: ir.Expr, source: ir.Expr, to: Destination) -> None: ...


class CardMoves:
    """Writes effects on cards; `events` weaves in the events that watch the zone which a card has just entered."""

    def __init__(self, expressions: Expressions, numbers: Numbers, locals_: Locals, events: Watching) -> None:
        self.lower, self.simple, self.listed = expressions.lower, expressions.simple, expressions.as_items
        self.limit_repetitions = expressions.limit_repetitions
        self.ranges, self.layout, self.writer = expressions.ranges, expressions.layout, expressions.writer
        self.numbers, self.locals, self.events = numbers, locals_, events

    def move(self, done: CheckedMove, env: Env) -> None:
        to = self.destination(done, env)
        match done.cards:
            case OneCard(moved):
                if (end := self.end_of_pile(moved, done)) is not None:
                    self.move_end(done, end, moved, env, to)
                    return
                known = self.locals.sources.get(moved.value) if moved.op == "local" else None
                source = self.lower(done.source, env) if done.source is not None else known
                card = self.simple(self.lower(moved, env), "card")
                self.name_moved(done, env, card)
                self.move_card(card, source, to)
            case TopCards():
                self.move_count(done, done.cards, env, to)
            case WholeZone(zone):
                self.move_zone(zone, done, env, to)
            case CardList(listed):
                cards = self.simple(self.lower(listed, env), "cards")
                self.name_moved(done, env, cards)
                self.each_card(cards, self.single_zone(listed, env), to)
            case _:
                assert_never(done.cards)

    def end_of_pile(self, moved: Typed, done: CheckedMove) -> Typed | None:
        """The `deck.top` or `deck.bottom` to move, if chance may still decide which card that is, else None."""
        inner = moved.args[0] if moved.op == "need" else moved
        if inner.op != "builtin" or inner.value not in ("top", "bottom"):
            return None
        elsewhere = done.source is not None and done.source.pos.text != inner.args[0].pos.text
        return None if elsewhere or self.layout.is_settled(inner.args[0]) else inner

    def move_end(self, done: CheckedMove, end: Typed, moved: Typed, env: Env, to: Destination) -> None:
        """Write the move of the card at one end of a pile."""
        source = self.simple(self.lower(end.args[0], env), "from")
        if moved.op == "need":
            self.writer.fail_unless(["gt", ["size", source], 0], f"{moved.pos.text} is none here", done.span)
        card = self.writer.register("card", (0, len(self.layout.cards)))
        self.writer.write("draw" if end.value == "top" else "draw bottom", card, source)
        self.put(card, source, to)
        self.name_moved(done, env, card)
        self.events.run_entering(card, source, to)

    def destination(self, done: CheckedMove, env: Env) -> Destination:
        declared = zone_names(done.to)
        if done.to.type.kind == "group":
            group = self.simple(self.lower(done.to, env), "group")
            zone = self.simple(["div_down", group, ir.GROUP, 0], "to", (0, self.layout.zones))
            return Destination(zone, "group", self.simple(["mod", group, ir.GROUP, 0], "number"), declared)
        zone = self.simple(self.lower(done.to, env), "to")
        if done.new_group:
            number = self.writer.register("number", (0, ir.GROUP - 1))
            self.writer.write("new group", number, zone)
            return Destination(zone, "group", number, declared)
        return self.target_place(zone, done, env)

    def target_place(self, zone: ir.Expr, done: CheckedMove | CheckedDeal, env: Env) -> Destination:
        """The place in a zone where moved cards go."""
        depth = self.simple(self.lower(done.depth, env), "depth") if done.depth is not None else 0
        if done.depth is not None:
            self.layout.at_least_none(depth, done.depth, "a card cannot lie below {} others")
        return Destination(zone, done.where, depth, zone_names(done.to))

    def name_moved(self, done: CheckedMove, env: Env, value: ir.Expr) -> None:
        """Assign what moves to its name, if it has one."""
        if done.named is not None:
            self.writer.assign(env[done.named], value)

    def single_zone(self, listed: Typed, env: Env) -> ir.Expr:
        """The one zone that a list of cards comes from, None if that is not certain."""
        inner = listed
        while inner.op == "each" and inner.value[0] == "those" and len(inner.value[1].binders) == 1:
            inner = inner.value[1].binders[0][1]
        return self.simple(self.lower(inner.args[0], env), "from") if inner.op == "cards" else None

    def move_zone(self, zone: Typed, done: CheckedMove, env: Env, to: Destination) -> None:
        source = self.simple(self.lower(zone, env), "from")
        self.name_moved(done, env, ["cards", source])
        if to.where != "top" or (zone.op == "zone" and zone.value.groups):
            self.each_card(["cards", source], source, to)
        elif self.events.watch(to):
            self.one_by_one(source, to)
        else:
            self.writer.emit("pour", source, to.zone, ["cards", source])
            self.writer.write("pour", source, to.zone)
            self.keep_order(to.zone, to.declared)

    def one_by_one(self, source: ir.Expr, to: Destination) -> None:
        """Move a zone on top of another card by card, in the same order, because events watch for each."""
        card = self.writer.register("card", (0, len(self.layout.cards)))
        with self.writer.inside() as body:
            self.writer.write("draw bottom", card, source)
            self.put(card, source, to)
            self.events.run_entering(card, source, to)
        left = ["if", ["gt", ["size", source], 0], body, []]  # an event may have taken some away
        self.writer.write("for", self.writer.register("pass"), ["range", 1, ["size", source]], [left])

    def each_card(self, cards: ir.Expr, source: ir.Expr, to: Destination) -> None:
        card = self.writer.register("card", (0, len(self.layout.cards)))
        with self.writer.inside() as body:
            self.move_card(card, source, to)
        self.writer.write("for", card, cards, body)

    def move_card(self, card: ir.Expr, source: ir.Expr, to: Destination) -> None:
        if source is None:
            source = self.writer.register("from", (0, self.layout.zones))
            self.writer.write("find", source, card)
        else:
            source = self.simple(source, "from")
        self.writer.write("take", card, source)
        self.put(card, source, to)
        self.events.run_entering(card, source, to)

    def put(self, card: ir.Expr, source: ir.Expr, to: Destination) -> None:
        """Write the move of one card, with its event; the depth in it lets players follow the cards above."""
        self.writer.write("put", card, to.zone, to.where, to.depth)
        depth = [to.depth] if to.where.endswith("below") else []
        self.writer.emit("move", card, source, to.zone, to.where, *depth)

    def move_count(self, done: CheckedMove, cards: TopCards, env: Env, to: Destination) -> None:
        source = self.simple(self.lower(cards.pile, env), "from")
        if cards.pile.op == "zone" and not cards.pile.value.ordered:
            raise mistake(
                "no-order",
                f"{cards.pile.pos.text} has no order, so it has no first {cards.count.pos.text} cards",
                done.span,
                hint="say which cards: those(c in ... where ...), or choose them",
            )
        amount = self.lower(cards.count, env)
        number = self.numbers.count(done, amount, ["size", source], cards.pile.pos.text, cards.count)
        card = self.writer.register("card", (0, len(self.layout.cards)))
        many = done.named is not None and done.named.type.kind == "list"
        if many:
            self.name_moved(done, env, ["items"])
        with self.writer.inside() as body:
            self.writer.write("draw", card, source)
            self.put(card, source, to)
            self.name_moved(done, env, ["join", env[done.named], ["items", card]] if many else card)
            self.events.run_entering(card, source, to)
        if number == 1:
            self.writer.out += body
        else:
            self.writer.write("for", self.writer.register("pass"), ["range", 1, number], body)

    def deal(self, done: CheckedDeal, env: Env) -> None:
        source = self.simple(self.lower(done.source, env), "from")
        to = self.simple(self.listed(done.to, env), "zones")
        placed = self.target_place("", done, env)
        zone = self.writer.register("to", (0, self.layout.zones))
        card = self.writer.register("card", (0, len(self.layout.cards)))
        placed = replace(placed, zone=zone)
        with self.writer.inside() as once:
            self.writer.write("draw", card, source)
            self.put(card, source, placed)
            self.events.run_entering(card, source, placed)
        left = ["gt", ["size", source], 0]
        if done.amount is None:
            inner = ["for", zone, to, [["if", left, once, []]]]
            self.writer.write("while", left, [inner], self.writer.message("nobody to deal to", done.span))
            return
        amount = self.lower(done.amount, env)
        text = "a negative number of cards cannot be dealt"
        self.layout.at_least_none(amount, done.amount, "{} cards cannot be dealt")
        amount = self.simple(self.numbers.not_negative(amount, done.amount, done.span, text), "number")
        amount = self.limit_repetitions(amount, done.amount, "{} cards are dealt to each here")
        if done.up_to:
            once = [["if", left, once, []]]
        else:
            needed = make("mul", amount, length(to))
            text = f"{done.source.pos.text} holds too few cards to deal {done.amount.pos.text} to each"
            self.writer.fail_unless(make("ge", ["size", source], needed), text, done.span)
        self.writer.write("for", self.writer.register("pass"), ["range", 1, amount], [["for", zone, to, once]])

    def shuffle(self, done: CheckedShuffle, env: Env) -> None:
        zones = self.lower(done.zones, env)
        several = done.zones.type.kind == "list"
        zone = self.writer.register("zone", (0, self.layout.zones)) if several else self.simple(zones, "zone")
        with self.writer.inside() as body:
            self.writer.write("shuffle", zone)
            self.writer.emit("shuffle", zone)
            self.keep_order(zone, zone_names(done.zones))
        if several:
            self.writer.write("for", zone, zones, body)
        else:
            self.writer.out += body

    def keep_order(self, zone: ir.Expr, declared: set[str] | None) -> None:
        """Fix the order of a pile that steps read by its order: chance decides it at once, unseen.

        Every card is drawn and laid at the bottom, so that those in order stay as they are.
        """
        if not (self.layout.ordered if declared is None else self.layout.ordered & declared):
            return
        number, card = self.writer.register("number"), self.writer.register("card", (0, len(self.layout.cards)))
        body = [["draw", card, zone], ["put", card, zone, "bottom", 0]]
        self.writer.write("for", number, ["range", 1, ["size", zone]], body)
