"""The model of what is only for people to see: looks, names, texts and layouts, and where each is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..base.appearance.layouts import BoardLayout, CardLayout, DieLayout, PrintLayout, TableLayout
from ..base.appearance.looks import Look
from ..base.diagnostics import Span
from ..base.display_names import DisplayName


@dataclass(slots=True, eq=False)
class Shown:
    """The look of something that has a word; `players` has a look for each seat, everything else one.

    spans: where each is written.
    """

    word: str
    span: Span
    looks: list[Look]
    spans: list[Span]


@dataclass(slots=True, eq=False)
class NameEntry:
    """The display name of something that has a name in the ruleset."""

    word: str
    span: Span
    name: DisplayName


@dataclass(slots=True, eq=False)
class TextEntry:
    """The sentence for a member of a thing."""

    word: str
    span: Span
    text: str


@dataclass(slots=True, eq=False)
class CardKindLayout:
    """The layout of a kind of cards; `names`: each name in it, with its part of the card and where it is written."""

    kind: str
    span: Span
    layout: CardLayout
    names: list[tuple[str, str, Span]]


@dataclass(slots=True, eq=False)
class BoardKindLayout:
    """The layout of a thing's board; `keys`: where each key is written, `names`: as in CardKindLayout."""

    kind: str
    span: Span
    layout: BoardLayout
    keys: dict[str, Span]
    names: list[tuple[str, str, Span]]


@dataclass(slots=True, eq=False)
class TableSection:
    """The layout of the table; `names`: as in CardKindLayout, with the key in which each stands."""

    layout: TableLayout = field(default_factory=TableLayout)
    names: list[tuple[str, str, Span]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Layout:
    """How things are laid out at the table and in print: the cards by kinds, the boards by things, and the sheets."""

    cards: dict[str, CardKindLayout] = field(default_factory=dict)
    boards: dict[str, BoardKindLayout] = field(default_factory=dict)
    table: TableSection = field(default_factory=TableSection)
    print: PrintLayout = field(default_factory=PrintLayout)
    dice: list[tuple[DieLayout, Span]] = field(default_factory=list)
