"""Lower steps to basic blocks: the remembered names, condition, loop, decision, effect and events of a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ...base import limits
from ...base.diagnostics import mistake
from ...check import checked as c
from ...check.types import Local, Typed
from ...language import model as m
from .. import ir
from ..fold import make
from .card_moves import CardMoves
from .decisions import Decisions, Frame
from .events import Events
from .expressions import Expressions
from .layout import CHOOSER, Env, Thunk, kind_name, none_of
from .loops import Cuts, Loops
from .numbers import Hidden, Locals, Numbers, PublicKnowledge, changed_locals
from .together import Together


class Sentences:
    """Writes sentences; its parts write loops, decisions and effects, and call back for the steps inside.

    `cutting`: one of the steps being written is cut, so that what they hand on must outlive a decision.
    """

    def __init__(self, expressions: Expressions) -> None:
        self.lower, self.listed = expressions.lower, expressions.as_items
        self.ranges, self.quantifiers = expressions.ranges, expressions.quantifiers
        self.writer, self.layout, self.checked = expressions.writer, expressions.layout, expressions.layout.checked
        self.cuts, self.public = Cuts(self.checked), PublicKnowledge()
        self.locals = Locals(expressions.layout, self.writer)
        self.events = Events(expressions, self.cuts, self.sentence, self.public)
        self.numbers = Numbers(expressions, self.public)
        self.cards = CardMoves(expressions, self.numbers, self.locals, self.events)
        self.decisions = Decisions(expressions, self.locals, self.run_unasked, self.follow, self.with_events)
        self.loops = Loops(expressions, self.locals, self.one_pass)
        self.together = Together(self.decisions, self.cuts)
        self.changed = changed_locals(self.checked)
        self.cutting = False
        self.depth = 0
        self.before_asking = self.public.under

    # -- steps

    def steps(self, steps: m.Steps, env: Env) -> None:
        cutting, shown = self.cutting, self.public.shown
        self.cutting = any(self.cuts.is_cut(step) for step in steps)
        for step in steps:
            self.with_events(step, env)
        self.cutting, self.public.shown = cutting, shown

    def with_events(self, sentence: m.Sentence, env: Env, picked: ir.Expr = None, chosen: bool = False) -> None:
        """Write the sentence with the events before and after it; for a loop they surround each pass."""
        if sentence.loop is None:
            self.events.happen("before", sentence.words, env)
        self.sentence(sentence, env, picked, chosen)
        if sentence.loop is None:
            self.events.happen("after", sentence.words, env)

    def sentence(self, sentence: m.Sentence, env: Env, picked: ir.Expr = None, chosen: bool = False) -> None:
        """Write a sentence; `picked` is the value of its first choice, `chosen` says that its condition holds."""
        checked, cut, writer = self.checked.sentences[sentence], self.cuts.is_cut(sentence), self.writer
        inner = dict(env)
        self.events.names = inner
        self.depth += 1
        if self.depth > limits.DEPTH:
            hint = "put the inner steps into an action, and run it here"
            raise mistake("too-deep", "too many steps stand inside one another here", sentence.span, hint)
        around, events, shown, under = writer.step, self.events.around, self.public.shown, self.public.under
        self.begin(sentence, cut)
        self.bind_exports(sentence, checked, inner, self.cutting or cut)
        self.remember(checked, inner, cut)
        condition = 1 if chosen else make("and", *(self.lower(t, inner) for t in checked.when))
        after = self.loops.after[sentence] = writer.block() if cut else -1
        self.events.around = [*sentence.whenever, *events]
        frame = Frame(sentence, checked, inner, writer.step, cut, picked)
        if not chosen:
            self.public.depends(*checked.when)
        deciding = self.public.under
        if not isinstance(condition, int):
            words = " and ".join(c.words for c in sentence.when if c.words)
            writer.condition(words, sentence.when[0].span)
        writer.choose_branch(cut, condition, lambda: self.loop(frame), lambda: self.otherwise(frame, deciding))
        self.events.around = events
        if chosen or frame.is_uncertain:
            self.public.shown &= shown
            for local in checked.exports:
                self.public.hidden[local] = self.public.hidden.get(local, frozenset()) | self.public.under
            self.public.under = under
        if cut:
            writer.lead_to(after)
        for local in checked.exports:
            env[local] = inner[local]
        writer.step = around
        self.depth -= 1

    def otherwise(self, frame: Frame, deciding: Hidden) -> None:
        """Write the steps for when the condition does not hold; a game that ends there has that as its reason."""
        sentence, (done, self.public.under) = frame.sentence, (self.public.under, deciding)
        failed, named = self.writer.failed, [c.words for c in sentence.when if c.words]
        if words := named[0] if len(named) == 1 else sentence.words:
            self.writer.failed = self.writer.step, words
        self.steps(sentence.otherwise or [], dict(frame.env))
        self.writer.failed, self.public.under = failed, done

    def run_unasked(self, steps: m.Steps, env: Env) -> None:
        """Write the steps for when nobody could be asked, or somebody has declined."""
        asked, self.public.under = self.public.under, self.before_asking
        self.steps(steps, env)
        self.public.under = asked

    def begin(self, sentence: m.Sentence, cut: bool) -> None:
        """Mark the beginning of a named step; a cut one begins a block of its own."""
        if not sentence.words and not sentence.rule:
            return
        node = self.writer.node(sentence.words, "step", sentence.rule, sentence.span)
        if cut:
            self.writer.lead_to(self.writer.block(node))
        self.writer.write("emit", "step", node)
        self.writer.step = node

    # -- names

    def bind_exports(self, sentence: m.Sentence, checked: c.CheckedSentence, env: Env, keep: bool) -> None:
        """Make places for the names that later steps know; they hold none if the step may be skipped."""
        started = {local: item for local, typed, item in checked.remember if typed is not None}
        for local in checked.exports:
            bounds = self.quantifiers.remembered_bounds(started[local], local) if local in started else None
            place = self.locals.bind(local, env, keep, bounds)
            if (sentence.when or sentence.decision) and local.type.kind in ("list", "maybe"):
                self.writer.assign(place, ["items"] if local.type.kind == "list" else none_of(local.type))

    def remember(self, checked: c.CheckedSentence, env: Env, cut: bool) -> None:
        for local, typed, item in checked.remember:
            self.public.hidden[local] = self.public.hidden_in(typed)
            bounds = self.quantifiers.remembered_bounds(item, local)
            if typed is not None:
                value = self.lower(typed, env, local.type)
                changes = local in self.changed
                bounds = bounds if changes else self.ranges.bounds_of_items(value, local.type) or bounds
            if bounds is None and local.type.kind == "int" and (typed is None or local in self.changed):
                hint = f"write {local.name}: 0..100; it begins with the first number"
                raise mistake("no-range", f"how large can {local.name} get?", item.span, hint=hint)
            if typed is None:
                value = bounds[0] if bounds is not None and local.type.kind == "int" else none_of(local.type)
            place = env[local] if local in env else self.locals.bind(local, env, cut, bounds)
            if local.type.kind == "list" and bounds is not None and isinstance(place, list):
                self.layout.contents.setdefault(place[1], bounds)
            self.writer.assign(place, value)

    # -- what a sentence does

    def loop(self, frame: Frame) -> None:
        kinds = {"each": self.loops.lower_each, "turns": self.loops.turns, "together": self.together.lower_together}
        loop = frame.sentence.loop
        (kinds.get(loop.kind, self.loops.repeat) if loop is not None else self.happening)(frame)

    def one_pass(self, frame: Frame) -> None:
        words = frame.sentence.words
        self.passes(frame)
        self.events.happen("before", words, frame.env)
        self.happening(replace(frame, env=dict(frame.env), picked=None))
        self.events.happen("after", words, frame.env)

    def passes(self, frame: Frame) -> None:
        """Note what everybody knows of a loop: its number of passes shows where somebody decides or a turn begins."""
        checked, kind = frame.checked, frame.sentence.loop.kind if frame.sentence.loop is not None else ""
        if kind != "turns":
            self.public.depends(checked.times, *(() if frame.cut else checked.until))
        if checked.choice is not None:
            for local, source in checked.choice.binders:
                self.public.name(local, source)
            if kind == "each":
                parts = checked.choice
                self.public.depends(*(source for _, source in parts.binders), parts.where, parts.best)

    def happening(self, frame: Frame) -> None:
        """Write the decision, effect and `do` of a sentence."""
        decision = frame.sentence.decision
        before, self.before_asking = self.before_asking, self.public.under
        if frame.sentence.menu or (decision is not None and decision.kind != "random" and frame.picked is None):
            self.public.note_question(frame.sentence if frame.secret and frame.may_decline else None)
            self.before_asking |= self.public.under
        if frame.sentence.menu:
            self.decisions.menu(frame)
        elif decision is None:
            self.follow(frame, frame.env)
        elif decision.kind == "random":
            self.decisions.random(frame)
        elif frame.several:
            self.decisions.choose_several(frame)
        else:
            self.decisions.choose(frame)
        self.before_asking = before

    def follow(self, frame: Frame, env: Env) -> None:
        """Write the effect of a sentence and the steps of its `do`."""
        checked = frame.checked
        for choice in checked.choices:
            local, source = choice.binders[0]
            for known in (local, *(chosen for chosen in checked.chosen if chosen.name == local.name)):
                self.public.name(known, source, told=True)
                if frame.secret:
                    self.public.hidden[known] = frozenset([known])
        if checked.effect is not None:
            self.effect(frame.sentence, checked.effect, env)
        self.steps(frame.sentence.do, env)

    # -- effects

    def effect(self, sentence: m.Sentence, done: c.CheckedEffect, env: Env) -> None:
        """Write the effect of a sentence."""
        match done:
            case c.CheckedMove():
                if done.named is not None and done.named not in env:
                    self.locals.bind(done.named, env, self.cuts.is_cut(sentence))
                self.cards.move(done, env)
                self.public.note_move(done)
            case c.CheckedTokens():
                self.numbers.move_tokens(done, env)
            case c.CheckedPayment():
                self.numbers.pay(done, env)
            case c.CheckedDeal():
                self.cards.deal(done, env)
                self.public.note_move(done)
            case c.CheckedChange():
                self.numbers.change_all(done, env)
            case c.CheckedShuffle():
                self.cards.shuffle(done, env)
            case c.CheckedReveal():
                self.reveal(done, env)
            case c.CheckedSay(values=values):
                for value in values:
                    self.writer.emit("say", self.writer.kind(kind_name(value.type)), self.lower(value, env))
            case c.CheckedRun():
                self.run(sentence, done, env)
            case c.CheckedRunByKind():
                self.run_by_kind(sentence, done, env)
            case c.CheckedEnd():
                self.public.left |= self.public.under
                self.loops.end(done, env)
            case _:
                assert_never(done)

    def reveal(self, done: c.CheckedReveal, env: Env) -> None:
        """Show cards or numbers to the players named, else to all."""
        if done.to is None:
            self.public.shown |= self.public.hidden_in(done.amount)
        things = self.numbers.slots(done.amount, env) if done.numbers else self.listed(done.amount, env)
        seats = self.listed(done.to, env) if done.to is not None else ["range", 0, self.layout.players - 1]
        self.writer.emit("show" if done.numbers else "reveal", things, seats)

    def run_by_kind(self, sentence: m.Sentence, done: c.CheckedRunByKind, env: Env) -> None:
        """Run the action that belongs to a member of a thing, found by binary search."""
        cut, public, under = self.cuts.is_cut(sentence), self.public, self.public.under
        for _, mine in done.runs[0].gives:
            if mine not in env:
                self.locals.bind(mine, env, True)
        kind = self.lower(done.kind, env)
        if isinstance(kind, list) and kind[0] != "var":
            kind = self.keep_value(done.kind, kind, cut)
        public.depends(done.kind)
        deciding, shown, left = public.under, public.shown, public.left
        ends: list[Hidden] = []

        def among(low: int, high: int) -> None:
            if low + 1 < high:
                half = (low + high) // 2
                self.writer.choose_branch(
                    cut, make("lt", kind, half), lambda: among(low, half), lambda: among(half, high)
                )
                return
            public.under, public.left = deciding, left
            self.run(sentence, done.runs[low], env)
            ends.append(public.left)

        among(0, len(done.runs))
        public.under, public.shown = under, public.shown & shown
        public.left = frozenset().union(*ends)
        for _, mine in done.runs[0].gives:
            public.hidden[mine] = public.hidden.get(mine, frozenset()) | deciding

    def keep_value(self, typed: Typed, value: ir.Expr, cut: bool) -> ir.Expr:
        """A place for a value that is read several times."""
        place = self.locals.bind(Local("kind", typed.type), {}, cut)
        self.writer.assign(place, value)
        return place

    def run(self, sentence: m.Sentence, done: c.CheckedRun, env: Env) -> None:
        """Write an action's sentence here: it sees its parameters, the turn's player and the game's names."""
        decides = self.checked.sentences[sentence].by
        inner = self.layout.of_turns(env)
        if decides is not None:
            inner[CHOOSER] = self.lower(decides, env)
        for local, params, value in done.arguments:
            self.public.name(local, value)
            if local.kind in ("formula", "place", "zone"):
                inner[local] = Thunk(params, value, dict(env))
                continue
            lowered = self.lower(value, env, local.type)
            if isinstance(lowered, int) or (isinstance(lowered, list) and lowered[0] == "var" and len(lowered) == 2):
                inner[local] = lowered
            else:
                place = self.locals.bind(
                    local, inner, self.cuts.is_cut(sentence), self.ranges.bounds_of_items(lowered, local.type)
                )
                self.writer.assign(place, lowered)
        self.with_events(done.action.action.sentence, inner)
        for result, mine in done.gives:
            held = self.locals.held[result]
            self.public.hidden[mine] = self.public.hidden.get(result, frozenset())
            if mine not in env:
                self.locals.bind(mine, env, True, self.ranges.bounds_of_items(held, mine.type))
            self.writer.assign(env[mine], held)
