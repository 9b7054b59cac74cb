"""What things and players are called in texts: the ruleset's `names`, and a person's name for each seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .english import plain_words, plural
from .languages.catalogues import ENGLISH, format_number, mark, say_count_in, say_in, say_part_in
from .languages.german import noun_form
from .languages.phrases import with_forms

# what every game has without naming it: things, and the options of who may choose nothing
IN_EVERY_GAME = (mark("card"), mark("box"), mark("player"), mark("cards"), mark("players"))
PASS, DONE, ENDED = mark("pass"), mark("done"), mark("the game is played to its end")
PLAYER = re.compile(r"player (\d+)")
_NUMBERED = re.compile(r"(.+?)((?:_\d+)+)")


@dataclass(frozen=True, slots=True)
class DisplayName:
    """A name as people read it: for one and for many of them; forms: its gender and cases, as far as they differ."""

    one: str
    many: str
    forms: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words for a game's names: what `names` gives, else the name with blanks for _; players by their seats.

    sentences: components with those of their attributes that say something, and do not name a card; untold: those that
    a title says enough for, being unique; language: the reader's; steps: the words of steps and options in it. brief:
    lines of a log leave out what stands beside them on a page; card_sign: how such a line shows a card, made of all
    that is known of it and its words.
    """

    names: Mapping[str, DisplayName] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    sentences: frozenset[tuple[str, str]] = frozenset()
    untold: frozenset[tuple[str, str]] = frozenset()
    language: str = ENGLISH
    steps: Mapping[str, str] = field(default_factory=dict)
    brief: bool = False
    card_sign: Callable[[dict[str, Any], str], str] | None = None

    def say(self, sentence: str, **holes: Any) -> str:
        """Return a sentence in the reader's language, its holes filled."""
        return say_in(self.language, sentence, **holes)

    def say_part(self, sentence: str, **holes: Any) -> str:
        """Return a part of a sentence: the same, with grammatical forms."""
        return say_part_in(self.language, sentence, **holes)

    def say_count(self, one: str, many: str, number: int, **holes: Any) -> str:
        """Return the sentence for a number of things, which is the hole `number`."""
        return say_count_in(self.language, one, many, number, **holes)

    def number(self, value: float, form: str = ",") -> str:
        """Return a number as the language writes it; form: as for `format`."""
        return format_number(self.language, value, form)

    def join(self, parts: Sequence[str]) -> str:
        """Return `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts) if not parts else parts[0]
        return self.say_part("{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1])

    def step(self, words: str) -> str:
        """Return the words of a step or option; what the ruleset leaves without words is said by the program."""
        if words in (PASS, DONE, ENDED) and words not in self.steps:
            return self.say(words)
        return self.steps.get(words, words)

    def noun(self, word: str) -> str:
        """Return the display name of a name, with its grammatical forms."""
        name, found = self.name(word), self.names.get(word)
        if self.language == ENGLISH or found is None or not found.forms:
            return name
        return with_forms(name, lambda form: noun_form(found.one, found.forms, form))

    def name(self, word: str) -> str:
        """Return the display name of a name; `gate_3` is gate 3 in the words for `gate`."""
        if not self.names:
            return self._plain(word)
        if (found := self.names.get(word)) is not None:
            return found.one
        numbered = _NUMBERED.fullmatch(word)
        if numbered is None or numbered[1] not in self.names:
            return self._plain(word)
        return self.names[numbered[1]].one + numbered[2].replace("_", " ")

    def _plain(self, word: str) -> str:
        """The words for a name without a display name; what every game has is said in the reader's language."""
        return self.say(word) if word in IN_EVERY_GAME else plain_words(word)

    def plural(self, word: str) -> str:
        """Return the words for several of what has a name or, as rulebooks have it at hand, a display name."""
        found = self.names.get(word) or next((name for name in self.names.values() if name.one == word), None)
        if found is not None:
            return found.many
        many = plural(plain_words(word))
        return self.say(many) if many in IN_EVERY_GAME else many

    def player(self, seat: int) -> str:
        """Return the name of a seat's player; player 1 ... without one."""
        number = self.player_number(seat)
        return self.players[seat] if number is None else self.say("player {number}", number=number)

    def player_number(self, seat: int) -> int | None:
        """Return the number of a player whom nobody has named: of the seat in their first game; None for a name."""
        name = self.players[seat] if 0 <= seat < len(self.players) else ""
        unnamed = PLAYER.fullmatch(name or f"player {seat + 1}")
        return int(unnamed[1]) if unnamed else None

    def with_players(self, players: Iterable[str]) -> Wording:
        """Return the same words with these players' names."""
        return replace(self, players=(*players,))


PLAIN = Wording()


def wording_of(names: Sequence[str] | Wording) -> Wording:
    """Return the wording for what a caller gives: the players' names alone, or all words."""
    return names if isinstance(names, Wording) else Wording(players=(*names,))
