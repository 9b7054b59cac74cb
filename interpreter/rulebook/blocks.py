"""The blocks of which a rulebook is made: headings, paragraphs, nested items and tables."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Item:
    """A line of the rulebook with what belongs to it. `title` are the ruleset's words, `text` full sentences."""

    title: str = ""
    text: str = ""
    rule: list[str] = field(default_factory=list)
    children: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class Heading:
    """level 1 is the title."""

    level: int
    text: str
    rule: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Paragraph:
    text: str
    rule: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Items:
    items: list[Item]
    numbered: bool = False


@dataclass(slots=True)
class PrintedTable:
    """rows: the clauses of a row stand in `rules`, one list a row."""

    header: list[str]
    rows: list[list[str]]
    rules: list[list[str]] = field(default_factory=list)


Block = Heading | Paragraph | Items | PrintedTable
