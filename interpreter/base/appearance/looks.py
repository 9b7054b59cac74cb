"""Colours and symbols of a ruleset's things: on pages, on a terminal and in print."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..display_names import DisplayName, Wording
from ..languages.catalogues import ENGLISH, mark
from .layouts import NO_TABLE, BoardLayout, CardLayout, DieLayout, PrintLayout, TableLayout
from .pictures import Picture

MOST_CHARACTERS = 3


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour: `ink` for text on a card, `fill` for areas, as #rrggbb.

    terminal: its number among the 256 of terminals, -1 where none can be read on light and dark ground alike.
    """

    ink: str
    fill: str
    terminal: int


# no two fills look alike to people who are colour-blind, and each ink can be read on a card: tests/base/test_looks.py
COLOURS = {
    mark("red"): Colour("#b3201a", "#d8001f", 160),
    mark("orange"): Colour("#a84a00", "#e07b00", 166),
    mark("yellow"): Colour("#7a6200", "#f4e04d", 136),
    mark("green"): Colour("#1b6e3f", "#18873c", 28),
    mark("blue"): Colour("#0b5394", "#0072b2", 32),
    mark("purple"): Colour("#6a2c8f", "#6f2dbd", 135),
    mark("pink"): Colour("#b0246e", "#ff9fd8", 169),
    mark("brown"): Colour("#6d4324", "#4a2a12", 130),
    mark("black"): Colour("#1c1b19", "#1c1b19", -1),
    mark("white"): Colour("#5d574b", "#ffffff", -1),
    mark("grey"): Colour("#565656", "#8c9094", 102),
}


@dataclass(frozen=True, slots=True)
class Look:
    """A colour (a key of COLOURS) and a symbol (at most MOST_CHARACTERS); "" for none.

    file: the picture that it names, from the game's folder, or ""; picture: what was read there, None where it was not.
    """

    colour: str = ""
    symbol: str = ""
    file: str = ""
    picture: Picture | None = None

    @property
    def short(self) -> bool:
        """Whether the symbol is a short form of the word, in letters or digits, as Q for Queen."""
        return self.symbol.isalnum()


NO_LOOK = Look()
SUITS = {
    "club": Look("black", "♣"),
    "diamond": Look("red", "♦"),
    "heart": Look("red", "♥"),
    "spade": Look("black", "♠"),
}


@dataclass(frozen=True, slots=True)
class Words:
    """A ruleset's words in a language: `names` and `texts` as in the ruleset, `steps` those of steps and options."""

    names: Mapping[str, DisplayName] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of things: of members, kinds of cards and attribute values by their words; of players by seat.

    cards: how kinds of cards are laid out, where the ruleset says so. names: what people read in place of a name.
    boards: how things that are boards are laid out, with the lines between their places. indexed: by component the
    attributes that are printed for each member of a thing, each with the name that they share and its member. table:
    how the table is laid out. print: how sheets are printed. texts: the sentences for members of things. sentences,
    steps: see Wording. language: of the words; others: those of other languages.
    dice: values that are drawn as such.
    """

    words: Mapping[str, Look] = field(default_factory=dict)
    players: tuple[Look, ...] = ()
    cards: Mapping[str, CardLayout] = field(default_factory=dict)
    names: Mapping[str, DisplayName] = field(default_factory=dict)
    boards: Mapping[str, BoardLayout] = field(default_factory=dict)
    indexed: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    table: TableLayout = NO_TABLE
    print: PrintLayout = field(default_factory=PrintLayout)
    texts: Mapping[str, str] = field(default_factory=dict)
    sentences: frozenset[tuple[str, str]] = frozenset()
    untold: frozenset[tuple[str, str]] = frozenset()
    language: str = ENGLISH
    steps: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, Words] = field(default_factory=dict)
    dice: tuple[DieLayout, ...] = ()

    def in_language(self, language: str) -> Looks:
        """Return the looks with words in a language; what has none there keeps the ruleset's own."""
        if language == self.language:
            return self
        words = self.others.get(language, Words())
        names, texts = {**self.names, **words.names}, {**self.texts, **words.texts}
        return replace(self, language=language, names=names, texts=texts, steps=words.steps)

    @property
    def wording(self) -> Wording:
        """The words for the names of the ruleset."""
        return Wording(
            self.names, sentences=self.sentences, untold=self.untold, language=self.language, steps=self.steps
        )

    def of(self, word: str) -> Look:
        """The look of a word; a colour, or a suit of playing cards, has its own unless the ruleset gives another."""
        found = self.words.get(word)
        if found is not None:
            return found
        colour = "grey" if word.lower() == "gray" else word.lower()
        return Look(colour) if colour in COLOURS else SUITS.get(word.lower().removesuffix("s"), NO_LOOK)

    @property
    def pictures(self) -> dict[str, Picture]:
        """The pictures by the names under which they are served."""
        found = [look.picture for look in self.words.values()] + [board.ground for board in self.boards.values()]
        return {picture.file: picture for picture in found if picture}

    def player(self, seat: int) -> Look:
        """The look of a seat's player."""
        return self.players[seat] if 0 <= seat < len(self.players) else NO_LOOK


NO_LOOKS = Looks()


def width(symbol: str) -> int:
    """The number of visible characters of a symbol."""
    return sum(unicodedata.category(character) not in ("Mn", "Cf") for character in symbol)
