"""Lower names and number effects: setting, adding, tokens; and track which numbers everybody can work out."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.diagnostics import Span, mistake
from ...check.checked import (
    CardList,
    Checked,
    CheckedChange,
    CheckedDeal,
    CheckedMove,
    CheckedPayment,
    CheckedTokens,
    OneCard,
    walk_all,
)
from ...check.effects import CHANGEABLE
from ...check.types import Local, Typed, present, subtrees, zone_names
from ...language import model as m
from ...language.audience import is_open
from .. import ir
from ..fold import make
from .expressions import Expressions
from .layout import Env, Layout, Thunk, kind_name, none_of
from .prices import dues
from .quantifiers import same_place
from .writer import Bounds, ProgramWriter

UNASKED = "must be paid here: offer it only where it can be paid"
Place = m.Zone | m.Variable
# what not everybody knows: hidden places, names that come from them, and choices that may be declined in secret
Hidden = frozenset[Place | Local | m.Sentence]


class Locals:
    """The places of names. `held`: the place last given to each; `sources`: the zone that a chosen card comes from."""

    def __init__(self, layout: Layout, writer: ProgramWriter) -> None:
        self.layout, self.writer = layout, writer
        self.held: dict[Local, ir.Expr] = {}
        self.sources: dict[Local, ir.Expr] = {}

    def bind(self, local: Local, env: Env, persistent: bool, bounds: Bounds | None = None) -> ir.Expr:
        """A place for a local: a register, or a slot where it must outlive a decision."""
        bounds = bounds or self.layout.type_bounds(local.type)
        place: ir.Expr
        if not persistent:
            # facts about a list's items are none about a number
            place = self.writer.register(local.name, None if local.type.kind == "list" else bounds)
        elif local.type.kind == "list":
            item = local.type.item
            known = self.layout.type_bounds(item) if item is not None else None
            place = ["cards", self.layout.add_list(local.name, known or bounds, kind_name(local.type))]
        else:
            low, high = bounds or (-(1 << 30), 1 << 30)
            low = min(low, none_of(local.type)) if local.type.kind == "maybe" else low
            place = ["var", self.layout.add_int(local.name, low, high, kind_name(local.type))]
        env[local] = self.held[local] = place
        return place


@dataclass(frozen=True, slots=True)
class Ends:
    """The tokens that move ("" for a plain number), and base and index of both ends of the transfer."""

    token: str
    source: tuple[int, ir.Expr]
    to: tuple[int, ir.Expr]


class PublicKnowledge:
    """Tracks which values are public. `hidden`: the hidden sources of each name; `shown`: those just shown to all.

    `under`: what decides, unseen, whether the step being written happens; `left`: whether what is around it was ended.
    """

    def __init__(self) -> None:
        self.shown: Hidden = frozenset()
        self.under: Hidden = frozenset()
        self.left: Hidden = frozenset()
        self.hidden: dict[Local, Hidden] = {}
        self.defined: dict[str, Hidden] = {}

    def hidden_in(self, t: Typed | None) -> Hidden:
        """The hidden places and secret choices that a value depends on."""
        found: set[Place | Local | m.Sentence] = set()
        for part in subtrees(t) if t is not None else []:
            if part.op in ("zone", "variable") and not is_open(part.value):
                found.add(part.value)
            elif part.op in ("local", "formula"):
                found |= self.hidden.get(part.value, frozenset())
            elif part.op == "define":
                name = part.value.definition.name
                if name not in self.defined:
                    self.defined[name] = self.hidden_in(part.value.value)
                found |= self.defined[name]
        return frozenset(found)

    def name(self, local: Local, source: Typed | None, told: bool = False) -> None:
        """Note what a name depends on: the hidden sources of its value; a card can be shown later.

        `told`: everybody is told its value, but for what lies on a card.
        """
        hidden, card = self.hidden_in(source) - self.shown, present(local.type.item or local.type).kind == "card"
        self.shown -= {local}
        self.hidden[local] = frozenset([local]) if hidden and card else frozenset() if told else hidden

    def note_move(self, done: CheckedMove | CheckedDeal) -> None:
        """Note that a card has moved: one that lies open is shown; a hidden place is no longer shown in full."""
        hidden = self.hidden_in(done.to)
        if isinstance(done, CheckedMove):
            cards = done.cards
            listed = cards.card if isinstance(cards, OneCard) else cards.cards if isinstance(cards, CardList) else None
            if not hidden and zone_names(done.to) is not None and listed is not None and listed.op == "local":
                self.shown |= {listed.value}
            if done.named is not None:
                self.name(done.named, done.to)
        self.shown -= hidden

    def depends(self, *parts: Typed | None) -> None:
        """Note that these values decide whether the next steps happen; what has just been shown counts as open."""
        for part in parts:
            self.under |= self.hidden_in(part) - self.shown

    def note_question(self, secret: m.Sentence | None) -> None:
        """Note that somebody is asked: all see that the game is here, but not whether a `secret` one declines."""
        self.under, self.left = frozenset([secret] if secret is not None else []), frozenset()

    def step_is_public(self) -> bool:
        """Whether everybody knows that the step being written happens."""
        return self.under | self.left <= self.shown

    def note_change(self, local: Local, value: Typed) -> None:
        """Note that a name changes: it also depends on the new value and on what decides whether it changes."""
        if hidden := self.hidden_in(value) | self.under | self.left:
            self.hidden[local] = self.hidden.get(local, frozenset()) | hidden

    def is_public(self, t: Typed | None) -> int:
        """Return 1 if everybody can work the value out, from what is open or has just been shown to all."""
        return int(self.hidden_in(t) <= self.shown)


class Numbers:
    """Writes effects on variables, remembered numbers and tokens."""

    def __init__(self, expressions: Expressions, public: PublicKnowledge) -> None:
        self.public = public
        self.lower, self.simple, self.ranges = expressions.lower, expressions.simple, expressions.ranges
        self.layout, self.writer = expressions.layout, expressions.writer

    def place(self, t: Typed, env: Env) -> tuple[ir.Expr, ir.Expr]:
        """Base and index of a changeable number."""
        if t.op == "formula" or (t.op == "local" and isinstance(env.get(t.value), Thunk)):
            thunk: Thunk = env[t.value]
            inner = dict(thunk.env)
            for local, arg in zip(thunk.params, t.args, strict=True):
                inner[local] = self.lower(arg, env)
            return self.place(thunk.value, inner)
        expr = self.lower(t, env)
        if isinstance(expr, str):
            return expr, None
        if isinstance(expr, int) or expr[0] != "var":
            raise mistake("not-changeable", f"{t.pos.text} cannot be changed", t.pos.span, CHANGEABLE)
        return expr[1], expr[2] if len(expr) > 2 else 0

    def within(self, value: ir.Expr, low: int, high: int, text: str, span: Span) -> ir.Expr:
        bounds = self.ranges.bounds(value)
        if bounds is not None and low <= bounds[0] and bounds[1] <= high:
            return value
        if bounds is not None and (bounds[1] < low or bounds[0] > high):
            message = f"{text} goes from {low} to {high}: this can never fit into it"
            raise mistake("out-of-range", message, span, hint="give it a wider range")
        return ["within", value, low, high, self.writer.message(f"{text} leaves its range {low}..{high}", span)]

    def change(self, t: Typed, env: Env, value: ir.Expr) -> None:
        """Write a change of one place, checked against its range, and logged if declared."""
        base, index = self.place(t, env)
        if index is None:
            self.writer.write("let", base, value)
            self.writer.ranges[base] = None
            return
        slot = self.layout.ints[base]
        low = min(slot.low, none_of(t.type)) if t.type.kind == "maybe" else slot.low
        if t.type.kind in ("int", "maybe") and slot.kind == "int":
            value = self.within(value, low, slot.high, t.pos.text, t.pos.span)
        index = self.simple(index, "index")
        if slot.declared:
            value = self.simple(value, "value")
        self.writer.write("set", base, index, value)
        if slot.declared:
            # a card keeps its marks wherever it goes
            which = [arg for arg in t.args if present(arg.type).kind != "card"]
            if not (self.public.step_is_public() and all(map(self.public.is_public, which))):
                self.writer.veiled.append(self.writer.step)
            self.writer.emit("set", make("add", index, base), value)

    def count(
        self, done: CheckedMove | CheckedTokens, amount: ir.Expr, available: ir.Expr, source: str, typed: Typed
    ) -> ir.Expr:
        """The number to move: all must be there, unless `up to`; a negative number fails."""
        self.layout.at_least_none(amount, typed, "{} cannot be moved")
        amount = self.not_negative(amount, typed, done.span, "a negative number cannot be moved")
        if done.up_to:
            return make("least", amount, available)
        amount = self.simple(amount, "number")
        meant = f"; write up to {typed.pos.text} if that is meant" if not done.price else f", which {UNASKED}"
        message = f"{source} holds fewer than {typed.pos.text}{meant}"
        self.writer.fail_unless(make("ge", available, amount), message, done.span)
        return amount

    def not_negative(self, amount: ir.Expr, typed: Typed, span: Span, text: str) -> ir.Expr:
        bounds = self.ranges.bounds(amount)
        if bounds is None or bounds[0] < 0:
            amount = self.simple(amount, "number")
            self.writer.fail_unless(make("ge", amount, 0), f"{text}: {typed.pos.text}", span)
        return amount

    def change_all(self, done: CheckedChange, env: Env) -> None:
        for target, value in done.targets:
            if target.op == "map":
                source, inner_target = target.args
                listed = self.lower(source, env)
                register = self.writer.register("each", self.ranges.item_bounds(listed))
                inner = {**env, target.value: register}
                with self.writer.inside() as body:
                    self.change_one(inner_target, value, inner, done.adding)
                self.writer.write("for", register, listed, body)
            else:
                self.change_one(target, value, env, done.adding)

    def change_one(self, target: Typed, value: Typed, env: Env, adding: bool) -> None:
        if target.op == "local":
            self.public.note_change(target.value, value)
        lowered = self.lower(value, env, target.type)
        if not adding:
            self.change(target, env, lowered)
            return
        if target.op == "variable" and not is_open(target.value):
            lowered = self.simple(lowered, "amount")
            base, index = self.place(target, env)
            # the place alone may reveal a secret, and so may the fact that it changes
            public = int(self.public.step_is_public() and all(self.public.is_public(t) for t in (value, *target.args)))
            self.writer.emit("gain", make("add", index, base), lowered, public)
        self.change(target, env, make("add", self.lower(target, env), lowered))

    def move_tokens(self, done: CheckedTokens, env: Env) -> None:
        ends = self.ends(done, env)
        available = self.available(ends)
        amount = available
        if done.amount is not None:
            wanted = self.lower(done.amount, env)
            amount = self.simple(self.count(done, wanted, available, done.source.pos.text, done.amount), "number")
        self.transfer(done, ends, available, amount)

    def pay(self, done: CheckedPayment, env: Env) -> None:
        """Write all goods of a payment: nothing moves if one of them is missing."""
        tokens_of = {price: good.tokens for good, price in zip(done.goods, done.prices, strict=True)}
        owed = dues(done.prices, self.layout)
        due_goods = [(tokens_of[due.price], due) for due in owed]
        all_ends = [self.ends(tokens, due.names(env)) for tokens, due in due_goods]
        amounts = []
        for tokens, due in due_goods:
            amount = self.lower(due.price.amount, due.names(env))
            self.layout.at_least_none(amount, due.price.amount, "{} cannot be paid")
            amount = self.not_negative(amount, due.price.amount, tokens.span, "a negative number cannot be paid")
            amounts.append(self.simple(amount, "number"))
        for number, (tokens, due) in enumerate(due_goods):
            place, needed = read(*all_ends[number].source), amounts[number]
            for other in due.others:
                at = owed.index(other)
                same = same_place(place, read(*all_ends[at].source))
                needed = make("add", needed, make("if", same, amounts[at], 0))
            text = f"{tokens.source.pos.text} holds fewer than have to be paid from there, and all of this {UNASKED}"
            self.writer.fail_unless(make("ge", place, needed), text, tokens.span)
        for number, (tokens, _) in enumerate(due_goods):
            ends = all_ends[number]
            self.transfer(tokens, ends, self.available(ends), amounts[number], further=number > 0)

    def ends(self, done: CheckedTokens, env: Env) -> Ends:
        """The two ends of a transfer, which must hold the same tokens."""
        tokens = {self.token_of(t, env) for t in (done.source, done.to) if t.op != "box"}
        if len(tokens) != 1 or (tokens == {""} and "box" in (done.source.op, done.to.op)):
            message = f"{done.source.pos.text} and {done.to.pos.text} do not count the same tokens here"
            raise mistake(
                "conserved",
                message,
                done.span,
                "tokens move between places of their own kind, and to and from the box",
            )
        token = tokens.pop()
        source, to = (self.side(side, token, env) for side in (done.source, done.to))
        return Ends(token, source, to)

    def available(self, ends: Ends) -> ir.Expr:
        """The number of tokens at the source of a transfer."""
        giver = self.layout.ints[ends.source[0]]
        return self.simple(read(*ends.source), "available", (giver.low, giver.high))

    def transfer(
        self, done: CheckedTokens, ends: Ends, available: ir.Expr, amount: ir.Expr, further: bool = False
    ) -> None:
        """Write the move of tokens that are there; further: as one more good of the payment before."""
        (from_base, from_index), (to_base, to_index) = ends.source, ends.to
        giver, taker = self.layout.ints[from_base], self.layout.ints[to_base]
        left = make("sub", available, amount)
        if not ends.token:
            left = self.within(left, giver.low, giver.high, done.source.pos.text, done.span)
        self.writer.write("set", from_base, from_index, left)
        gained = make("add", read(to_base, to_index), amount)
        if not ends.token:
            gained = self.within(gained, taker.low, taker.high, done.to.pos.text, done.span)
        self.writer.write("set", to_base, to_index, gained)
        public = self.public.is_public(done.amount if done.amount is not None else done.source)
        if not all(self.public.is_public(t) for side in (done.source, done.to) for t in side.args):
            public += 2
        public += 4 * further
        self.writer.emit("tokens", make("add", from_index, from_base), make("add", to_index, to_base), amount, public)

    def side(self, side: Typed, token: str, env: Env) -> tuple[int, ir.Expr]:
        """Base and index of one end of a transfer."""
        if side.op == "box":
            return self.layout.boxes[token], 0
        base, index = self.place(side, env)
        return base, self.simple(index, "index")

    def token_of(self, t: Typed, env: Env) -> str:
        """The token that a place counts, "" for a plain number."""
        base, index = self.place(t, env)
        if index is None or not self.layout.ints[base].declared:
            message = f"{t.pos.text} is not a place for tokens: the game forgets it again"
            raise mistake("wrong-type", message, t.pos.span, "give a number that the game declares")
        return self.layout.ints[base].token

    def slots(self, t: Typed, env: Env) -> ir.Expr:
        if t.op == "map":
            source, body = t.args
            register = self.writer.register("each")
            inner = {**env, t.value: register}
            base, index = self.place(body, inner)
            return ["map", register, self.lower(source, env), make("add", index, base)]
        base, index = self.place(t, env)
        return ["items", make("add", index, base)]


def read(base: int, index: ir.Expr) -> ir.Expr:
    """The expression that reads a number slot."""
    return ["var", base, index] if index != 0 else ["var", base]


def changed_locals(checked: Checked) -> set[Local]:
    """The remembered names that some step sets or adds to."""
    found = set()
    for sentence in walk_all(checked.ruleset):
        part = checked.sentences.get(sentence)
        match part.effect if part is not None else None:
            case CheckedChange(targets=targets):
                places = [target for target, _ in targets]
            case CheckedTokens(source=source, to=to):
                places = [source, to]
            case CheckedPayment(goods=goods):
                places = [place for good in goods for place in (good.tokens.source, good.tokens.to)]
            case _:
                continue
        found |= {place.value for place in places if place.op == "local"}
    return found
