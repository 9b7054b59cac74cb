"""Effects -> statements: each verb is written by the part that knows what it acts on."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ...check import checked as c
from ...language import model as m
from .. import ir
from .card_moves import CardMoves
from .endings import Endings
from .expressions import Expressions
from .layout import Env, kind_name
from .numbers import Numbers, PublicKnowledge


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
        self.public, self.numbers, self.cards, self.endings, self.run = public, numbers, cards, endings, run

    def effect(self, sentence: m.Sentence, done: c.CheckedEffect, env: Env) -> None:
        """The effect of a sentence."""
        match done:
            case c.CheckedMove():
                self.cards.move(done, env)
            case c.CheckedTokens():
                self.numbers.move_tokens(done, env)
            case c.CheckedDeal():
                self.cards.deal(done, env)
            case c.CheckedChange():
                self.numbers.change_all(done, env)
            case c.CheckedShuffle():
                self.cards.shuffle(done, env)
            case c.CheckedReveal():
                self.reveal(done, env)
            case c.CheckedSay(value=value):
                self.writer.emit("say", self.writer.kind(kind_name(value.type)), self.lower(value, env))
            case c.CheckedRun():
                self.run(sentence, env)
            case c.CheckedEnd():
                self.endings.end(done, env)
            case _:
                assert_never(done)

    def reveal(self, done: c.CheckedReveal, env: Env) -> None:
        """Cards or numbers are shown to those who are named, else to all."""
        seats: ir.Expr = ["range", 0, self.players - 1]
        if done.to is None:
            self.public.shown |= self.public.hidden_in(done.amount)
        if done.numbers:
            kind, things = "show", self.numbers.slots(done.amount, env)
        else:
            cards = self.lower(done.amount, env)
            kind, things = "reveal", ["items", cards] if done.amount.type.kind == "card" else cards
        if done.to is not None:
            seats = self.lower(done.to, env)
            seats = seats if done.to.type.kind == "list" else ["items", seats]
        self.writer.emit(kind, things, seats)
