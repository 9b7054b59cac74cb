"""What everybody can work out: which numbers the log may tell to all."""

from __future__ import annotations

from ...check.types import Local, Typed, subtrees
from ...language import model as m
from ...language.audience import is_open

Place = m.Zone | m.Variable


class PublicKnowledge:
    """`hidden`: the hidden places and secret choices a name comes from; `shown`: those just shown to all."""

    def __init__(self) -> None:
        self.shown: frozenset[Place | Local] = frozenset()
        self.hidden: dict[Local, frozenset[Place | Local]] = {}

    def hidden_in(self, t: Typed | None) -> frozenset[Place | Local]:
        """The places that not everybody sees, and the secret choices, from which this value is worked out."""
        found: set[Place | Local] = set()
        for part in subtrees(t) if t is not None else []:
            if part.op in ("zone", "variable") and not is_open(part.value):
                found.add(part.value)
            elif part.op == "local":
                found |= self.hidden.get(part.value, frozenset())
            elif part.op == "define":
                found |= self.hidden_in(part.value.value)
        return frozenset(found)

    def is_public(self, t: Typed | None) -> int:
        """1 if everybody can work the value out: from what is open or has just been shown to all."""
        return int(self.hidden_in(t) <= self.shown)
