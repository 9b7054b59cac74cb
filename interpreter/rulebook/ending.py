"""When a game is over, and which steps end it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..base.english import join_words
from ..check.checked import runs_out, walk
from ..language import model as m
from .blocks import Block, Heading, Paragraph
from .effects import Context
from .fallback import Told
from .goal import Goal
from .inventory import Settings
from .steps import Steps
from .vocabulary import Vocabulary
from .wording import sentence

# kinds of steps that end a game: an option or action, which is chosen; what happens; words that say who wins, or when
# it ends; a choice that somebody has to make and cannot; a part without words
CHOSEN, HAPPENS, WINS, ENDS, UNABLE, UNNAMED = "chosen", "happens", "wins", "ends", "unable", "unnamed"
_WINS, _ENDS = re.compile(r"\b(?:wins?|loses?)\b"), re.compile(r"\bends?\b")


class Ender(NamedTuple):
    """A step that ends the game: its words, and which kind of step it is."""

    words: str
    kind: str


class EndOfGame(ABC):
    """Writes the section about the end; the rulebook has the rest."""

    rules: m.Ruleset
    told: Told
    goal: Goal
    steps: Steps
    settings: Settings
    vocabulary: Vocabulary
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
        if last is not None and m.is_endless(last) and (within or at_once):
            first, *others = self.kinds_of(within or at_once)
            said = " ".join([self.until(*first), *(self.also(*other) for other in others)])
            at_once = at_once if within else []
        else:
            said = " ".join([self.say("The game is over when {over}.", over=over), *self.ends_early(within)])
        after = [self.in_quotes(self.title(step.words)) for step in phases[at + 1 :] if step.words]
        if after:
            then = join_words(after, self.say("and"))
            said += " " + (
                self.say("Then follows {steps}.", steps=then)
                if len(after) == 1
                else self.say("Then follow {steps}.", steps=then)
            )
        return " ".join([said, *self.ends_early(at_once)])

    def kinds_of(self, enders: Sequence[Ender]) -> list[tuple[str, str]]:
        """The words of steps that end the game, joined for each kind of them."""
        found: dict[str, list[str]] = {}
        for ender in enders:
            words = self.steps.after_colon(self.vocabulary.fill_settings(ender.words))
            if ender.kind == UNNAMED:
                words = self.say("the course of play")
            elif ender.kind == CHOSEN:
                words = self.in_quotes(self.title(ender.words))
            found.setdefault(ender.kind, []).append(words)
        return [
            (kind, " ".join(map(sentence, words)) if kind == ENDS else join_words(words, self.say("or")))
            for kind, words in found.items()
        ]

    def until(self, kind: str, steps: str) -> str:
        """The sentence that the game goes on until such steps end it."""
        if kind == HAPPENS:
            return self.say("The game continues until this happens: {steps}.", steps=steps)
        if kind == ENDS:
            return steps
        if kind == WINS:
            return self.say("The game continues until this decides it: {steps}.", steps=steps)
        if kind == UNABLE:
            return self.say("The game continues until somebody cannot do this: {steps}.", steps=steps)
        return self.say("The game continues until {steps} ends it.", steps=steps)

    def also(self, kind: str, steps: str) -> str:
        """The sentence that such steps end the game early."""
        if kind == HAPPENS:
            return self.say("The game also ends as soon as this happens: {steps}.", steps=steps)
        if kind == ENDS:
            return steps
        if kind == WINS:
            return self.say("The game also ends as soon as this decides it: {steps}.", steps=steps)
        if kind == UNABLE:
            return self.say("The game also ends when somebody cannot do this: {steps}.", steps=steps)
        return self.say("{steps} may end it at once.", steps=steps)

    def ends_early(self, enders: Sequence[Ender]) -> list[str]:
        """The sentences that these steps end the game early."""
        return [self.also(kind, steps) for kind, steps in self.kinds_of(enders)]

    def decisions(self) -> list[str]:
        """The sentences about steps that decide who wins."""
        found, enders = [], self.enders("game", deciding=True)
        for kind, steps in self.kinds_of(enders):
            if kind == WINS:
                words = [self.vocabulary.fill_settings(ender.words) for ender in enders if ender.kind == WINS]
                found += [sentence(each) for each in words]
            elif kind == ENDS:
                found.append(steps)
            elif kind == UNABLE and not self.rules.teams and max(self.settings.layouts) == 2:
                found.append(self.say("Whoever cannot do this loses: {steps}.", steps=steps))
            elif kind == UNABLE:
                found.append(self.say("Who wins is decided when somebody cannot do this: {steps}.", steps=steps))
            elif kind == HAPPENS:
                found.append(self.say("This decides at once who wins: {steps}.", steps=steps))
            else:
                found.append(self.say("{deciders} decides who wins.", deciders=steps))
        return found

    def enders(self, target: str, deciding: bool = False) -> list[Ender]:
        """The steps that end the game, or the phase with these words; for unnamed ones the outer step.

        deciding: only those that say who wins.
        """
        found: list[Ender] = []

        def inside(step: m.Sentence, words: str, kind: str) -> None:
            if step.words and step.words != words:
                words, kind = step.words, kind_of(step.words)
            end = step.effect if isinstance(step.effect, m.End) and target and step.effect.target == target else None
            if end is not None and (end.winner is not None or not deciding):
                found.append(Ender(words, kind if words else UNNAMED))
            for branch in (step.do, step.otherwise, step.declined):
                for inner in branch or []:
                    inside(inner, words, kind)
            for inner in step.impossible or []:
                inside(inner, words, UNABLE)
            for words_of, sentence_of in [(i.words, i.sentence) for i in step.menu] + [
                (event.words, event.sentence) for event in step.whenever
            ]:
                if sentence_of is not None:
                    inside(sentence_of, words_of, CHOSEN)

        for step in self.rules.setup + self.rules.phases:
            inside(step, "", HAPPENS)
        for words in self.used:
            inside(self.rules.actions[words].sentence, words, CHOSEN)
        for event in self.rules.whenever:
            inside(event.sentence, event.words, kind_of(event.words))
        return list(dict.fromkeys(found))


def kind_of(words: str) -> str:
    """The kind of a step that ends the game, by its words."""
    return WINS if _WINS.search(words) else ENDS if _ENDS.search(words) else HAPPENS
