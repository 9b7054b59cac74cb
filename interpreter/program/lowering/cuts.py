"""Which sentences must be cut into basic blocks."""

from __future__ import annotations

from ...check.checked import Checked, walk, walk_all
from ...language import model as m


def asks(sentence: m.Sentence) -> bool:
    """Whether somebody decides here."""
    decision = sentence.decision
    return bool(sentence.menu) or (decision is not None and decision.kind != "random")


class Cuts:
    """Answers for one ruleset, worked out once for each sentence."""

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
