"""What things and players are called in texts: the ruleset's `names`, and a person's name for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .english import plain_words, plural

_NUMBERED = re.compile(r"(.+?)((?:_\d+)+)")


@dataclass(frozen=True, slots=True)
class DisplayName:
    """A name as people read it: for one and for many of them."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Wording:
    """The words for a game's names: what `names` gives, else the name with blanks for _; players by their seats.

    sentences: components with those of their attributes that say something, and do not name a card.
    """

    names: Mapping[str, DisplayName] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    sentences: frozenset[tuple[str, str]] = frozenset()

    def name(self, word: str) -> str:
        """Return the display name of a name; `gate_3` is gate 3 in the words for `gate`."""
        if not self.names:
            return plain_words(word)
        if (found := self.names.get(word)) is not None:
            return found.one
        numbered = _NUMBERED.fullmatch(word)
        if numbered is None or numbered[1] not in self.names:
            return plain_words(word)
        return self.names[numbered[1]].one + numbered[2].replace("_", " ")

    def plural(self, word: str) -> str:
        """Return the words for several of what has a name or, as rulebooks have it at hand, a display name."""
        found = self.names.get(word) or next((name for name in self.names.values() if name.one == word), None)
        return plural(plain_words(word)) if found is None else found.many

    def player(self, seat: int) -> str:
        """Return the name of a seat's player; player 1 ... without one."""
        return (self.players[seat] if 0 <= seat < len(self.players) else "") or f"player {seat + 1}"

    def with_players(self, players: Iterable[str]) -> Wording:
        """Return the same words with these players' names."""
        return replace(self, players=(*players,))


PLAIN = Wording()


def wording_of(names: Sequence[str] | Wording) -> Wording:
    """Return the wording for what a caller gives: the players' names alone, or all words."""
    return names if isinstance(names, Wording) else Wording(players=(*names,))
