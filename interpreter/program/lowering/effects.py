"""Effects -> statements: each verb is written by the part that knows what it acts on."""

from __future__ import annotations

from collections.abc import Callable

from ...check.checked import CheckedEffect
from ...language import model as m
from .. import ir
from .card_moves import CardMoves
from .endings import Endings
from .expressions import Expressions
from .layout import Env, kind_name
from .numbers import Numbers
from .public import PublicKnowledge


class Effects:
    """Writes one effect; `run` writes the sentence of an action."""

    def __init__(
        self,
        expressions: Expressions,
        public: PublicKnowledge,
        numbers: Numbers,
        cards: CardMoves,
        endings: Endings,
        run: Callable[[m.Sentence, Env], None],
    ) -> None:
        self.lower, self.writer, self.players = expressions.lower, expressions.writer, expressions.layout.players
        self.public, self.numbers, self.cards, self.run = public, numbers, cards, run
        self.verbs: dict[str, Callable[[m.Effect, CheckedEffect, Env], None]] = {
            "move": self.move,
            "pay": self.move,
            "deal": cards.deal,
            "shuffle": cards.shuffle,
            "set": numbers.set,
            "add": numbers.set,
            "reveal": self.reveal,
            "say": self.say,
            "end": endings.end,
        }

    def effect(self, sentence: m.Sentence, done: CheckedEffect, env: Env) -> None:
        """The effect of a sentence."""
        assert sentence.effect is not None
        if sentence.effect.kind == "run":
            self.run(sentence, env)
        else:
            self.verbs[sentence.effect.kind](sentence.effect, done, env)

    def move(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        (self.numbers.move_tokens if done.form == "tokens" else self.cards.move)(effect, done, env)

    def seats(self, done: CheckedEffect, env: Env) -> ir.Expr:
        """Those who are shown something: all, if nobody is named."""
        if done.to is None:
            return ["range", 0, self.players - 1]
        seats = self.lower(done.to, env)
        return seats if done.to.type.kind == "list" else ["items", seats]

    def reveal(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.amount is not None
        if done.to is None:
            self.public.shown |= self.public.hidden_in(done.amount)
        if done.form == "numbers":
            self.writer.emit("show", self.numbers.slots(done.amount, env), self.seats(done, env))
            return
        cards = self.lower(done.amount, env)
        self.writer.emit("reveal", ["items", cards] if done.form == "card" else cards, self.seats(done, env))

    def say(self, effect: m.Effect, done: CheckedEffect, env: Env) -> None:
        assert done.source is not None
        self.writer.emit("say", self.writer.kind(kind_name(done.source.type)), self.lower(done.source, env))
