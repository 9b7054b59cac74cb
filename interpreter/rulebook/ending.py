"""When a game is over, and which steps end it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ..base.english import join_words
from ..check.checked import runs_out, walk
from ..language import model as m
from .blocks import Block, Heading, Paragraph
from .effects import Context
from .fallback import Told
from .goal import Goal
from .steps import Steps


class EndOfGame(ABC):
    """Writes the section about the end; the rulebook has the rest."""

    rules: m.Ruleset
    told: Told
    goal: Goal
    steps: Steps
    used: list[str]

    @abstractmethod
    def say(self, words: str, /, **holes: object) -> str:
        """A sentence in the language of the rulebook."""

    @abstractmethod
    def in_quotes(self, words: str) -> str:
        """Words in the quotation marks of the language."""

    @abstractmethod
    def title(self, words: str) -> str:
        """The words of a step as a title."""

    @abstractmethod
    def new_context(self) -> Context:
        """The names that are known everywhere."""

    def ending(self) -> Iterator[Block]:
        yield Heading(2, self.say("End of the game"))
        yield Paragraph(self.told.tell("end", self.over))
        shared = self.rules.score is None and not self.rules.winner
        if not shared or runs_out(self.rules):
            first, ties = self.told.tell("ranking", self.goal.ranking)
            yield Paragraph(ties if shared else f"{first} {ties}")

    def over(self) -> str:
        """The sentences about when the game is over."""
        phases = list(self.rules.phases)
        rounds = ("turns", "until", "forever")
        looping = [n for n, step in enumerate(phases) if any(s.loop and s.loop.kind in rounds for s in walk([step]))]
        at = max(looping, default=len(phases) - 1)
        last = phases[at] if phases else None
        words = last.words if last is not None else ""
        over = self.say("“{step}” is over", step=self.title(words)) if words else self.say("the course of play is over")
        if last is not None and last.loop is not None and last.loop.kind == "each" and last.loop.choice is not None:
            over += self.steps.for_every(last.loop.choice.binders[0].source)
        if last is not None and last.until:
            either = f" {self.say('or')} "
            over += f" ({either.join(self.steps.occasion(c, self.new_context()) for c in last.until)})"
        within, at_once = self.enders(words), self.enders("game")
        word = self.say("or")
        if last is not None and m.is_endless(last) and (within or at_once):
            said = self.say("The game continues until {steps} ends it.", steps=join_words(within or at_once, word))
            at_once = at_once if within else []
        elif within:
            steps = join_words(within, word)
            said = self.say("The game is over when {over}, or by {steps}.", over=over, steps=steps)
        else:
            said = self.say("The game is over when {over}.", over=over)
        after = [self.in_quotes(self.title(step.words)) for step in phases[at + 1 :] if step.words]
        if after:
            then = join_words(after, self.say("and"))
            said += " " + (
                self.say("Then follows {steps}.", steps=then)
                if len(after) == 1
                else self.say("Then follow {steps}.", steps=then)
            )
        if at_once:
            said += " " + self.say("{steps} may end it at once.", steps=join_words(at_once, word))
        return said

    def enders(self, target: str, deciding: bool = False) -> list[str]:
        """The words of the steps that end the game, or the phase with these words; for unnamed ones the outer step's.

        deciding: only those that say who wins.
        """
        found: list[str] = []

        def inside(step: m.Sentence, words: str) -> None:
            words = step.words or words
            end = step.effect if isinstance(step.effect, m.End) and target and step.effect.target == target else None
            if end is not None and (end.winner is not None or not deciding):
                found.append(self.in_quotes(self.title(words)) if words else self.say("the course of play"))
            for branch in (step.do, step.otherwise, step.impossible, step.declined):
                for inner in branch or []:
                    inside(inner, words)
            for words_of, sentence_of in [(i.words, i.sentence) for i in step.menu] + [
                (event.words, event.sentence) for event in step.whenever
            ]:
                if sentence_of is not None:
                    inside(sentence_of, words_of)

        for step in self.rules.setup + self.rules.phases:
            inside(step, "")
        for words in self.used:
            inside(self.rules.actions[words].sentence, words)
        for event in self.rules.whenever:
            inside(event.sentence, event.words)
        return list(dict.fromkeys(found))
