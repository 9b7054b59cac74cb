"""Where the flow may stop or go elsewhere: decisions and the effect `end`, for which sentences are cut into blocks."""

from __future__ import annotations

from ...base.diagnostics import mistake
from ...check.checked import Checked, CheckedEnd, walk, walk_all
from ...language import model as m
from .. import ir
from .expressions import Expressions
from .layout import Env


def asks(sentence: m.Sentence) -> bool:
    """Whether somebody decides here."""
    decision = sentence.decision
    return bool(sentence.menu) or (decision is not None and decision.kind != "random")


class Cuts:
    """Which sentences must be cut into basic blocks, worked out once for each."""

    def __init__(self, checked: Checked) -> None:
        self.rules = checked.ruleset
        self.cuts: dict[m.Sentence, bool] = {}
        self.events = [*self.rules.whenever, *(e for sn in walk_all(self.rules) for e in sn.whenever)]

    def is_cut(self, sentence: m.Sentence) -> bool:
        """True if a decision or an `end` may happen inside."""
        if sentence not in self.cuts:
            self.cuts[sentence] = False
            self.cuts[sentence] = any(self.cuts_itself(inner) for inner in walk([sentence]))
        return self.cuts[sentence]

    def cuts_itself(self, sentence: m.Sentence) -> bool:
        if asks(sentence):
            return True
        if any(sentence.words and e.target == sentence.words and self.is_cut(e.sentence) for e in self.events):
            return True
        effect = sentence.effect
        if isinstance(effect, m.Run):
            return self.is_cut(self.rules.actions[effect.action].sentence)
        return isinstance(effect, m.End)


class Endings:
    """`after`: the block after each cut sentence; `turns`: those after the turns being written, the inner one last."""

    def __init__(self, expressions: Expressions) -> None:
        self.lower, self.writer, self.layout = expressions.lower, expressions.writer, expressions.layout
        self.after: dict[m.Sentence, int] = {}
        self.turns: list[int] = []

    def end(self, done: CheckedEnd, env: Env) -> None:
        """Goes on behind what ends; what is written after that is never reached, and goes into a block of its own."""
        writer = self.writer
        words = writer.step_words or writer.reasons[0]
        if done.sentence is not None:
            if self.ends_the_game(done.sentence):
                self.tell_reason(words)
            writer.write("goto", self.after[done.sentence])
        elif done.turn:
            if not self.turns:
                raise mistake("no-turn", "no turn runs here that could end", done.span)
            writer.write("goto", self.turns[-1])
        else:
            if done.winner is not None:
                winners = self.lower(done.winner, env)
                listed = winners if done.winner.type.kind == "list" else ["items", winners]
                writer.write("store", self.layout.winners, listed)
            self.tell_reason(words)
            writer.write("over")
        writer.go(writer.block())

    def tell_reason(self, words: str) -> None:
        """The reason of the game's end, should it end now."""
        self.writer.write("set", ir.REASON, 0, self.writer.reason(words))

    def ends_the_game(self, sentence: m.Sentence) -> bool:
        """Whether this is a phase after which nobody decides anything: then its end is the reason of the game's end."""
        phases = self.layout.checked.ruleset.phases
        if sentence not in phases:
            return False
        later = walk(phases[phases.index(sentence) + 1 :])
        return not any(asks(part) or isinstance(part.effect, m.Run) for part in later)
