"""Effects -> statements: moving cards and numbers, setting, shuffling, showing, saying, ending."""

from __future__ import annotations

from typing import Any

from ...base.diagnostics import Diagnostic, RulesetError
from ...check.checked import CheckedEffect, CheckedSentence, walk
from ...check.types import Local, Typed, subtrees, zone_names
from ...language import model as m
from .. import ir
from ..fold import make
from .expressions import Bounds, Closure, Env
from .layout import Layout


class Effects(Layout):
    """Writes one effect into `out`."""

    out: list[ir.Stmt]
    nodes: list[ir.Node]
    turn_ends: list[int]
    ends: dict[m.Sentence, int]

    def __init__(self, checked: Any, players: int, chosen: dict[str, Any]) -> None:
        self.kinds: list[str] = []
        self.reasons: list[str] = ["the game is played to its end"]
        self.current_node = -1
        self.sources: dict[Local, Any] = {}
        self.entering: set[str] | None = None
        self.shown: frozenset[Place | Local] = frozenset()
        self.hidden: dict[Local, frozenset[Place | Local]] = {}
        super().__init__(checked, players, chosen)

    def reason(self, words: str) -> int:
        if words not in self.reasons:
            self.reasons.append(words)
        return self.reasons.index(words)

    def kind_number(self, kind: str) -> int:
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def emit(self, kind: str, *args: Any) -> None:
        self.out.append(["emit", kind, self.current_node, *args])

    def fail_unless(self, condition: Any, text: str, span: Any) -> None:
        if condition != 1:
            message = self.message_at(text, span)
            self.out.append(["if", condition, [], [["fail", message]]])

    def simple(self, value: Any, name: str, bounds: Bounds | None = None) -> Any:
        """The value itself if it is a constant or register, else a register that holds it."""
        if isinstance(value, int | str):
            return value
        register = self.register(name, bounds or self.bounds(value))
        self.out.append(["let", register, value])
        return register

    def effect(self, sentence: m.Sentence, checked: CheckedSentence, env: Env) -> None:
        effect, done = sentence.effect, checked.effect
        assert effect is not None and done is not None
        if effect.kind in ("move", "pay"):
            self.move(effect, done, env)
        elif effect.kind == "run":
            self.run(effect, sentence, env)
        else:
            getattr(self, "do_" + effect.kind)(effect, done, env)

    def run(self, effect: m.Effect, sentence: m.Sentence, env: Env) -> None:
        raise AssertionError("written by the flow")

    def bind(self, local: Local, env: Env, persistent: bool, bounds: tuple[int, int] | None = None) -> Any:
        raise AssertionError("written by the flow")

    def assign(self, place: Any, value: Any) -> None:
        raise AssertionError("written by the flow")

    # -- cards

    def move(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.to is not None
        if done.form == "tokens":
            self.move_tokens(effect, done, env)
            return
        to, where, depth = self.destination(effect, done, env)
        self.entering = zone_names(done.to)
        if done.form == "card":
            assert done.amount is not None
            source = self.lower(done.source, env) if done.source is not None else self.known_source(done.amount, env)
            card = self.simple(self.lower(done.amount, env), "card")
            self.name_moved(effect, done, env, card)
            self.move_card(card, source, to, where, depth)
            return
        if done.form == "zone" or (done.form == "all" and done.source is not None and done.source.type.kind == "zone"):
            zone = done.amount if done.form == "zone" else done.source
            assert zone is not None
            source = self.simple(self.lower(zone, env), "from")
            self.name_moved(effect, done, env, ["cards", source])
            if where == "top" and not (zone.op == "zone" and zone.value.groups):
                self.emit("pour", source, to, ["cards", source])
                self.out.append(["pour", source, to])
                return
            self.each_card(["cards", source], source, to, where, depth)
            return
        if done.form == "count":
            self.move_count(effect, done, env, to, where, depth)
            return
        listed = done.amount if done.form != "all" else done.source
        assert listed is not None
        cards = self.lower(listed, env)
        register = self.simple(cards, "cards")
        self.name_moved(effect, done, env, register)
        self.each_card(register, self.single_zone(listed, env), to, where, depth)

    def destination(self, effect: m.Effect, done: CheckedEffect, env: Env) -> tuple[Any, str, Any]:
        """Zone, where in it, and how deep or into which group."""
        assert done.to is not None
        if done.to.type.kind == "group":
            group = self.simple(self.lower(done.to, env), "group")
            zone = self.simple(["div_down", group, ir.GROUP, 0], "to", (0, self.zones))
            return zone, "group", self.simple(["mod", group, ir.GROUP, 0], "number")
        to = self.simple(self.lower(done.to, env), "to")
        if effect.named == "new group":
            number = self.register("number", (0, ir.GROUP - 1))
            self.out.append(["new group", number, to])
            return to, "group", number
        return to, *self.where(effect, done, env)

    def where(self, effect: m.Effect, done: CheckedEffect, env: Env) -> tuple[str, Any]:
        depth = self.simple(self.lower(done.depth, env), "depth") if done.depth is not None else 0
        if done.depth is not None:
            self.at_least_none(depth, done.depth, "a card cannot lie below {} others")
        return (effect.at.kind if effect.at is not None else "top"), depth

    def name_moved(self, effect: m.Effect, done: CheckedEffect, env: Env, value: Any) -> None:
        if done.named is not None:
            if done.named not in env:
                self.bind(done.named, env, False)
            self.assign(env[done.named], value)

    def known_source(self, card: Typed, env: Env) -> Any:
        return self.sources.get(card.value) if card.op == "local" else None

    def single_zone(self, listed: Typed, env: Env) -> Any:
        """The one zone a list of cards comes from, if that is certain."""
        inner = listed
        while inner.op == "each" and inner.value[0] == "those" and len(inner.value[1].binders) == 1:
            inner = inner.value[1].binders[0][1]
        if inner.op == "cards":
            return self.simple(self.lower(inner.args[0], env), "from")
        return None

    def each_card(self, cards: Any, source: Any, to: Any, where: str, depth: Any) -> None:
        card = self.register("card", (0, len(self.cards)))
        saved, self.out = self.out, []
        self.move_card(card, source, to, where, depth)
        body, self.out = self.out, saved
        self.out.append(["for", card, cards, body])

    def move_card(self, card: Any, source: Any, to: Any, where: str, depth: Any) -> None:
        if source is None:
            source = self.register("from", (0, self.zones))
            self.out.append(["find", source, card])
        elif not isinstance(source, int | str):
            source = self.simple(source, "from")
        self.out.append(["take", card, source])
        self.out.append(["put", card, to, where, depth])
        self.moved(card, source, to, where, depth)
        self.entered(card, to)

    def moved(self, card: Any, source: Any, to: Any, where: str, depth: Any) -> None:
        """The event of one card's move; players follow the cards above a depth that they know."""
        self.emit("move", card, source, to, where, *([depth] if where.endswith("below") else []))

    def entered(self, card: Any, to: Any) -> None:
        """Events that watch a zone are woven in by the flow."""

    def move_count(self, effect: m.Effect, done: CheckedEffect, env: Env, to: Any, where: str, depth: Any) -> None:
        assert done.amount is not None and done.source is not None and effect.amount is not None
        source = self.simple(self.lower(done.source, env), "from")
        if done.source.op == "zone" and not done.source.value.ordered:
            hint = "say which cards: those(c in ... where ...), or choose them"
            raise RulesetError(
                [
                    Diagnostic(
                        "no-order",
                        f"{done.source.pos.text} has no order, so it has no first {done.amount.pos.text} cards",
                        effect.span,
                        hint=hint,
                    )
                ]
            )
        amount = self.lower(done.amount, env)
        number = self.count(effect, amount, ["size", source], done.source.pos.text, done.amount)
        single = number == 1
        register = self.register("card", (0, len(self.cards)))
        saved, self.out = self.out, []
        self.out.append(["draw", register, source])
        self.out.append(["put", register, to, where, depth])
        self.moved(register, source, to, where, depth)
        if done.named is not None:
            if done.named not in env:
                self.bind(done.named, env, False)
            place = env[done.named]
            if done.named.type.kind == "list":
                current = place if isinstance(place, str) else ["cards", place[1]]
                self.assign(place, ["join", current, ["items", register]])
            else:
                self.assign(place, register)
        self.entered(register, to)
        body, self.out = self.out, saved
        if done.named is not None and done.named.type.kind == "list":
            self.assign(env[done.named], ["items"])
        if single:
            self.out += body
        else:
            self.out.append(["for", self.register("pass"), ["range", 1, number], body])

    def at_least_none(self, value: Any, typed: Typed, words: str) -> None:
        """Refuses a number known before the game begins that is less than 0; `words` have {} in its place."""
        if isinstance(value, int) and value < 0:
            raise RulesetError([self.wrong("out-of-range", words.format(value), typed, "Write 0 or more.")])

    def count(self, effect: m.Effect, amount: Any, available: Any, source: str, typed: Typed) -> Any:
        """How many are moved: all there must be, or `up to`; a negative number fails."""
        assert effect.amount is not None
        text = typed.pos.text
        self.at_least_none(amount, typed, "{} cannot be moved")
        bounds = self.bounds(amount)
        if bounds is None or bounds[0] < 0:
            amount = self.simple(amount, "number")
            self.fail_unless(make("ge", amount, 0), f"a negative number cannot be moved: {text}", effect.span)
        if effect.amount.kind == "up to":
            return make("least", amount, available)
        amount = self.simple(amount, "number")
        self.fail_unless(
            make("ge", available, amount),
            f"{source} holds fewer than {text}; write up to {text} if that is meant",
            effect.span,
        )
        return amount

    def do_deal(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.source is not None and done.to is not None
        source = self.simple(self.lower(done.source, env), "from")
        self.entering = zone_names(done.to)
        to = self.lower(done.to, env) if done.to.type.kind == "list" else ["items", self.lower(done.to, env)]
        to = self.simple(to, "zones")
        where, depth = self.where(effect, done, env)
        zone, card = self.register("to", (0, self.zones)), self.register("card", (0, len(self.cards)))
        saved, self.out = self.out, []
        self.out += [["draw", card, source], ["put", card, zone, where, depth]]
        self.moved(card, source, zone, where, depth)
        self.entered(card, zone)
        once, self.out = self.out, saved
        if done.amount is None:
            inner = ["for", zone, to, [["if", ["gt", ["size", source], 0], once, []]]]
            message = self.message_at("nobody to deal to", effect.span)
            self.out.append(["while", ["gt", ["size", source], 0], [inner], message])
            return
        amount = self.simple(self.lower(done.amount, env), "number")
        self.at_least_none(amount, done.amount, "{} cards cannot be dealt")
        bounds = self.bounds(amount)
        if bounds is None or bounds[0] < 0:
            text = f"a negative number of cards cannot be dealt: {done.amount.pos.text}"
            self.fail_unless(make("ge", amount, 0), text, effect.span)
        if effect.amount is not None and effect.amount.kind == "up to":
            once = [["if", ["gt", ["size", source], 0], once, []]]
        else:
            needed = make("mul", amount, self.length(to))
            text = f"{done.source.pos.text} holds too few cards to deal {done.amount.pos.text} to each"
            self.fail_unless(make("ge", ["size", source], needed), text, effect.span)
        self.out.append(["for", self.register("pass"), ["range", 1, amount], [["for", zone, to, once]]])

    def do_shuffle(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.source is not None
        zones = self.lower(done.source, env)
        if done.source.type.kind != "list":
            zone = self.simple(zones, "zone")
            self.out.append(["shuffle", zone])
            self.emit("shuffle", zone)
            return
        zone = self.register("zone", (0, self.zones))
        saved, self.out = self.out, []
        self.out.append(["shuffle", zone])
        self.emit("shuffle", zone)
        body, self.out = self.out, saved
        self.out.append(["for", zone, zones, body])

    # -- numbers

    def place(self, t: Typed, env: Env) -> tuple[Any, Any]:
        """Base and index of a changeable number."""
        if t.op == "formula" or (t.op == "local" and isinstance(env.get(t.value), Closure)):
            closure: Closure = env[t.value]
            inner = dict(closure.env)
            for local, arg in zip(closure.params, t.args, strict=True):
                inner[local] = self.lower(arg, env)
            return self.place(closure.value, inner)
        expr = self.lower(t, env)
        if isinstance(expr, str):
            return expr, None
        return expr[1], expr[2] if len(expr) > 2 else 0

    def within(self, value: Any, low: int, high: int, text: str, span: Any) -> Any:
        bounds = self.bounds(value)
        if bounds is not None and low <= bounds[0] and bounds[1] <= high:
            return value
        if bounds is not None and (bounds[1] < low or bounds[0] > high):
            message = f"{text} goes from {low} to {high}: this can never fit into it"
            raise RulesetError([Diagnostic("out-of-range", message, span, hint="give it a wider range")])
        return [
            "within",
            value,
            low,
            high,
            self.message_at(f"{text} leaves its range {low}..{high}", span),
        ]

    def change(self, t: Typed, env: Env, value: Any, effect: m.Effect) -> None:
        """Sets one changeable place, checked against its range, and logs it if it is declared."""
        base, index = self.place(t, env)
        if index is None:
            self.out.append(["let", base, value])
            self.ranges[base] = None
            return
        slot = self.ints[base]
        low = min(slot.low, self.none(t.type)) if t.type.kind == "maybe" else slot.low
        if t.type.kind in ("int", "maybe") and slot.kind == "int":
            value = self.within(value, low, slot.high, t.pos.text, t.pos.span)
        if not isinstance(index, int | str):
            index = self.simple(index, "index")
        if slot.declared:
            value = self.simple(value, "value")
        self.out.append(["set", base, index, value])
        if slot.declared:
            self.emit("set", make("add", index, base), value)

    def do_set(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        adding = effect.kind == "add"
        for target, value in done.targets:
            if target.op == "map":
                source, inner_target = target.args
                listed = self.lower(source, env)
                register = self.register("each", self.item_bounds(listed))
                inner = {**env, target.value: register}
                saved, self.out = self.out, []
                self.change_one(inner_target, value, inner, effect, adding)
                body, self.out = self.out, saved
                self.out.append(["for", register, listed, body])
            else:
                self.change_one(target, value, env, effect, adding)

    def hidden_in(self, t: Typed | None) -> frozenset[Place | Local]:
        """The places that not everybody sees, and the secret choices, from which this value is worked out."""
        found: set[Place | Local] = set()
        for part in subtrees(t) if t is not None else []:
            if part.op in ("zone", "variable") and not self.open_place(part.value):
                found.add(part.value)
            elif part.op == "local":
                found |= self.hidden.get(part.value, frozenset())
            elif part.op == "define":
                found |= self.hidden_in(part.value.value)
        return frozenset(found)

    def open_place(self, place: Place) -> bool:
        return all(word == "everyone" for word in place.see.values())

    def is_public(self, t: Typed | None) -> int:
        """1 if everybody can work the value out: from what is open or has just been shown to all."""
        return int(self.hidden_in(t) <= self.shown)

    def change_one(self, target: Typed, value: Typed, env: Env, effect: m.Effect, adding: bool) -> None:
        lowered = self.lower(value, env, target.type)
        if not adding:
            self.change(target, env, lowered, effect)
            return
        if target.op == "variable" and not self.open_place(target.value):
            lowered = self.simple(lowered, "amount")
            base, index = self.place(target, env)
            public = int(all(self.is_public(t) for t in (value, *target.args)))  # the place alone may tell a secret
            self.emit("gain", make("add", index, base), lowered, public)
        self.change(target, env, make("add", self.lower(target, env), lowered), effect)

    do_add = do_set

    def move_tokens(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.source is not None and done.to is not None and effect.amount is not None
        token = next((self.token_of(t, env) for t in (done.source, done.to) if t.op != "box"), "")
        sides: list[tuple[Any, Any]] = []
        for side in (done.source, done.to):
            if side.op == "box":
                sides.append((self.boxes.get(token, 0), 0))
            else:
                base, index = self.place(side, env)
                sides.append((base, index if isinstance(index, int | str) else self.simple(index, "index")))
        (from_base, from_index), (to_base, to_index) = sides
        available = ["var", from_base, from_index] if from_index != 0 else ["var", from_base]
        available = self.simple(available, "available", (self.ints[from_base].low, self.ints[from_base].high))
        if done.amount is None:
            amount = available
        else:
            wanted = self.lower(done.amount, env)
            amount = self.simple(self.count(effect, wanted, available, done.source.pos.text, done.amount), "number")
        low, high = self.ints[from_base].low, self.ints[from_base].high
        left = (
            self.within(make("sub", available, amount), low, high, done.source.pos.text, effect.span)
            if not token
            else make("sub", available, amount)
        )
        self.out.append(["set", from_base, from_index, left])
        gained = make("add", ["var", to_base, to_index] if to_index != 0 else ["var", to_base], amount)
        if not token:
            gained = self.within(gained, self.ints[to_base].low, self.ints[to_base].high, done.to.pos.text, effect.span)
        self.out.append(["set", to_base, to_index, gained])
        public = self.is_public(done.amount if done.amount is not None else done.source)
        if not all(self.is_public(t) for side in (done.source, done.to) for t in side.args):
            public += 2
        self.emit("tokens", make("add", from_index, from_base), make("add", to_index, to_base), amount, public)

    def token_of(self, t: Typed, env: Env) -> str:
        base, index = self.place(t, env)
        return self.ints[base].token if index is not None else ""

    # -- showing, saying, ending

    def seats(self, done: CheckedEffect, env: Env) -> Any:
        if done.to is None:
            return ["range", 0, self.players - 1]
        seats = self.lower(done.to, env)
        return seats if done.to.type.kind == "list" else ["items", seats]

    def do_reveal(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.amount is not None
        if done.to is None:
            self.shown |= self.hidden_in(done.amount)
        if done.form == "numbers":
            slots = self.slots(done.amount, env)
            self.emit("show", slots, self.seats(done, env))
            return
        cards = self.lower(done.amount, env)
        self.emit("reveal", ["items", cards] if done.form == "card" else cards, self.seats(done, env))

    def slots(self, t: Typed, env: Env) -> Any:
        if t.op == "map":
            source, body = t.args
            register = self.register("each")
            inner = {**env, t.value: register}
            base, index = self.place(body, inner)
            return ["map", register, self.lower(source, env), make("add", index, base)]
        base, index = self.place(t, env)
        return ["items", make("add", index, base)]

    def do_say(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.source is not None
        self.emit("say", self.kind_number(self.kind_name(done.source.type)), self.lower(done.source, env))

    def do_end(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        if done.end is not None:
            if self.ends_the_game(done.end):
                self.out.append(["set", ir.REASON, 0, self.reason(self.current_words())])
            self.out.append(["goto", self.ends[done.end]])
        elif effect.target == "turn":
            if not self.turn_ends:
                raise RulesetError([Diagnostic("no-turn", "no turn runs here that could end", effect.span)])
            self.out.append(["goto", self.turn_ends[-1]])
        else:
            if done.winner is not None:
                winners = self.lower(done.winner, env)
                self.out.append(
                    ["store", self.winners, winners if done.winner.type.kind == "list" else ["items", winners]]
                )
            self.out.append(["set", ir.REASON, 0, self.reason(self.current_words())])
            self.out.append(["over"])
        self.after_end()

    def ends_the_game(self, sentence: m.Sentence) -> bool:
        """Whether this is a phase after which nobody decides anything: then its end is the reason of the game's end."""
        phases = self.checked.ruleset.phases
        if sentence not in phases:
            return False
        later = walk(phases[phases.index(sentence) + 1 :])
        return not any(
            part.menu
            or (part.decision is not None and part.decision.kind != "random")
            or (part.effect is not None and part.effect.kind == "run")
            for part in later
        )

    def current_words(self) -> str:
        """The words of the step being written."""
        return (self.nodes[self.current_node].words if self.current_node >= 0 else "") or self.reasons[0]

    def after_end(self) -> None:
        raise AssertionError("written by the flow")


Place = m.Zone | m.Variable
