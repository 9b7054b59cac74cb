"""How a ruleset lays out its cards, its boards, the table and the sheets on which cards are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from .pictures import Picture

# the least and the greatest side of a card in mm: what can be held, and what a printer's page takes
SIDES = range(25, 181)
_OWN_SIZE = re.compile(r"(\d+) *x *(\d+)")


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a card in millimetres."""

    width: int
    height: int

    @property
    def landscape(self) -> CardSize:
        """The same card, turned so that its long side lies below."""
        return CardSize(max(self.width, self.height), min(self.width, self.height))


POKER = CardSize(63, 88)
SIZES = {
    "poker": POKER,
    "bridge": CardSize(57, 89),
    "mini": CardSize(44, 68),
    "tarot": CardSize(70, 120),
    "square": CardSize(70, 70),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a card shows: an attribute, or a word that has a look; `label` stands before it."""

    name: str
    label: str = ""


# the parts of a card that show attributes, in the order in which they are described
PARTS = ("title", "picture", "text", "corners", "rows", "footer", "frame")
# attributes that say what a card is called, unless its layout says so
CALLED = ("title", "name")
# the parts that can also show what has a look, alike on all cards
ANYTHING = ("picture", "frame")


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The layout of a kind of cards: what each of PARTS shows; a part that is missing is filled by default."""

    parts: dict[str, tuple[Mark, ...]] = field(default_factory=dict)
    size: CardSize = POKER


def card_size(text: str) -> CardSize | None:
    """The size that a text names, such as `mini`, `50 x 75` or `poker landscape`; None if it names none."""
    words, _, turned = text.strip().partition("landscape") if text.strip().endswith("landscape") else (text, "", None)
    own = _OWN_SIZE.fullmatch(words.strip())
    found = CardSize(int(own[1]), int(own[2])) if own else SIZES.get(words.strip())
    if found is None or found.width not in SIDES or found.height not in SIDES:
        return None
    return found if turned is None else found.landscape


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The table that joins the places of a board: each to all in its row, or the places of a row one to the next.

    by_way: of a table with a place for each place and way, which of its two keys is the place, counted from 1; else 0.
    """

    table: str
    of_neighbours: bool
    by_way: int = 0


LIGHT_AND_DARK, PLAIN = "light and dark", "plain"
POINTED, FLAT = "pointed", "flat"
LETTERS, NO_COORDINATES = "a1", "none"
# the dark squares are counted from the left above, or as who sits above sees them
DARK, DARK_BELOW = "dark", "dark from below"
BELOW = "below"
# the board on which each player has a pawn, and the most places of its track
PLAYERS, MOST_SCORES = "players", 300
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")


def letters(number: int) -> str:
    """The letters of a column counted from 1: a to z, aa, ab, and so on."""
    return (letters((number - 1) // 26) if number > 26 else "") + chr(ord("a") + (number - 1) % 26)


def letter_number(text: str) -> int:
    """The number of the column with these letters, counted from 1."""
    return reduce(lambda number, letter: 26 * number + ord(letter) - ord("a") + 1, text, 0)


def read_range(text: str) -> tuple[int, int] | None:
    """The first and the last number that a text such as `0..60` gives; None if it gives none."""
    found = _RANGE.fullmatch(text.strip())
    return (int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of a board whose places are a thing; "" or nothing where it is as without a layout.

    squares: LIGHT_AND_DARK or PLAIN. hexes: POINTED or FLAT, "" for a board without them. coordinates: LETTERS, DARK,
    DARK_BELOW or NO_COORDINATES; `rows` from the top and `columns` from the left have own names. piece, note: the
    facts that are drawn as one piece, and as small words. side: BELOW where the second of two players sees the board
    turned. at: the places of members in percent from left and top. map: the file of the picture that lies below them,
    "" for none; ground: that picture, None where it was not read. track: how many places each part of a track has.
    scores: the first and the last number of a track on which all PLAYERS, or all members of a thing, have pawns; there
    `piece` has their numbers.
    """

    squares: str = ""
    hexes: str = ""
    coordinates: str = ""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    piece: tuple[str, ...] = ()
    note: tuple[str, ...] = ()
    side: str = ""
    lines: BoardLines | None = None
    at: tuple[tuple[str, int, int], ...] = ()
    map: str = ""
    ground: Picture | None = None
    track: tuple[int, ...] = ()
    scores: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class DieLayout:
    """A value that is drawn as a die; `faces`: words or numbers on the die in print, () for those of its values."""

    name: str
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """A place or counter that is on the table only at times; no `sign`: while it is not as it was at the start.

    sign: one of SIGNS, by which its value is compared with `word`: a number, a member, `true`, `false` or `none`.
    """

    name: str
    sign: str = ""
    word: str = ""


SIGNS = ("=", "!=", "<=", ">=", "<", ">")


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The layout of the table.

    hidden: the names of what is not shown. only_if: what is shown at times, by name. starts: the values at the start
    of a game by label, of what is in `only_if` without a condition. middle: what lies in the middle, the first first:
    names, and things for all that their members have. panels, mine: what others' panels and one's own rail
    show as numbers, None where nothing is said. piles: places of which the top card is shown; market: places whose
    cards show everything. hands: by place the attributes that its cards are put in order by, with a minus backwards.
    first: the name of the player who has laid the first of the cards in the middle. lies_at: numbers of a player that
    lie at a place, by the name of the value that says which. people: the definitions that panels name whose value is a
    player. numbered: by the words of a phase the name of the number that counts how often it has begun.
    """

    hidden: frozenset[str] = frozenset()
    only_if: Mapping[str, OnlyIf] = field(default_factory=dict)
    starts: Mapping[str, Any] = field(default_factory=dict)
    middle: tuple[str, ...] = ()
    panels: tuple[Mark, ...] | None = None
    mine: tuple[Mark, ...] | None = None
    piles: tuple[str, ...] = ()
    market: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first: str = ""
    lies_at: Mapping[str, str] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    numbered: Mapping[str, str] = field(default_factory=dict)

    @property
    def worked_out(self) -> list[str]:
        """The names in panels, some of which may be definitions."""
        return [*self.labels]

    @property
    def labels(self) -> dict[str, str]:
        """What stands before the names in panels, "" for the names themselves."""
        return {mark.name: mark.label for mark in [*(self.panels or ()), *(self.mine or ())]}

    @property
    def worked_numbers(self) -> frozenset[str]:
        """The names in panels whose value is no player."""
        return frozenset(self.worked_out) - self.people

    @property
    def out_of_log(self) -> frozenset[str]:
        """The names whose changes are not in the log: what is hidden, and numbers that only matter at times."""
        return self.hidden | {name for name, condition in self.only_if.items() if condition.sign}


NO_TABLE = TableLayout()


# width and height of paper in millimetres
PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
CORNERS, LINES, NO_MARKS = "corners", "lines", "none"
MARKS = (CORNERS, LINES, NO_MARKS)
# the greatest lengths in millimetres: how far colours reach beyond a cut, a gap between cards, a shift of backs
MOST_BLEED, MOST_GAP, MOST_SHIFT = 5, 20, 10
_LENGTH = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class PrintLayout:
    """How sheets are printed; lengths in millimetres.

    paper: a key of PAPERS. bleed: how far colours reach beyond the cut. marks: one of MARKS. shift: how far backs move
    right and down. gap: between cards.
    """

    paper: str = "A4"
    bleed: float = 3.0
    marks: str = CORNERS
    shift: tuple[float, float] = (0.0, 0.0)
    gap: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the paper."""
        return PAPERS[self.paper]


def read_length(text: str, least: float, most: float) -> float | None:
    """The length in millimetres that a text gives, such as `3` or `0.5`; None if it gives none in these limits."""
    words = text.strip().removesuffix("mm").strip()
    length = float(words) if _LENGTH.fullmatch(words) else None
    return length if length is not None and least <= length <= most else None


def read_shift(text: str) -> tuple[float, float] | None:
    """The shift to the right and down that a text gives, such as `0.5 -0.3`; None if it gives none."""
    words = text.replace(",", " ").split()
    lengths = [read_length(word, -MOST_SHIFT, MOST_SHIFT) for word in words]
    right, down = (*lengths, None, None)[:2]
    return None if len(words) != 2 or right is None or down is None else (right, down)
