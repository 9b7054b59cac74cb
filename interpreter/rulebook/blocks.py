"""The blocks of a rulebook, and printing them as Markdown; as HTML: page.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

from ..base.languages.catalogues import mark

# the text of an option that is a section of its own
BELOW = mark("See below.")
_MARKS = re.compile(r"([\\`*_<>|\[\]])")


@dataclass(slots=True)
class Item:
    """A line of the rulebook, with nested items.

    `title` are the ruleset's words, `text` full sentences made from the rules, `idea` what the ruleset's author says
    about them; below: whether the title names a section of its own.
    """

    title: str = ""
    text: str = ""
    rule: list[str] = field(default_factory=list)
    children: list[Item] = field(default_factory=list)
    idea: str = ""
    below: bool = False


@dataclass(slots=True)
class Heading:
    """A heading; level 1 is the title."""

    level: int
    text: str
    rule: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Paragraph:
    """A paragraph; `idea` if the ruleset's author says it about the rules that follow."""

    text: str
    rule: list[str] = field(default_factory=list)
    idea: bool = False


@dataclass(slots=True)
class Items:
    """A list of items."""

    items: list[Item]
    numbered: bool = False


@dataclass(slots=True)
class PrintedTable:
    """A table; the clauses of its rows are in `rules`, one list a row."""

    header: list[str]
    rows: list[list[str]]
    rules: list[list[str]] = field(default_factory=list)

    clause: str = "Clause"

    @property
    def headings(self) -> list[str]:
        """The headings of the columns; the last column is for clauses if any row has them."""
        return [*self.header, self.clause] if any(self.rules) else self.header


@dataclass(slots=True)
class Figure:
    """A drawing as SVG, `width` units wide of which a place of a board has 100, with the words below it."""

    svg: Markup
    width: int
    text: str


Block = Heading | Paragraph | Items | PrintedTable | Figure


def markdown(blocks: list[Block]) -> str:
    """The rulebook as Markdown, without its figures; clauses stand in square brackets."""
    return "\n\n".join("\n".join(_markdown(block)) for block in blocks if not isinstance(block, Figure)) + "\n"


def _markdown(block: Block) -> Iterator[str]:
    """The lines of a block."""
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {_mark(block.text)}{_clauses(block.rule)}"
    elif isinstance(block, Paragraph):
        yield f"{_idea(block.text) if block.idea else _mark(block.text)}{_clauses(block.rule)}"
    elif isinstance(block, Items):
        yield from _lines(block.items, "", block.numbered)
    elif isinstance(block, PrintedTable):
        yield f"| {' | '.join(_mark(cell) for cell in block.headings)} |"
        yield f"|{' --- |' * len(block.headings)}"
        for number, row in enumerate(block.rows):
            last = [", ".join(block.rules[number])] if any(block.rules) else []
            yield f"| {' | '.join(_mark(cell) for cell in [*row, *last])} |"


def _lines(items: list[Item], pad: str, numbered: bool) -> Iterator[str]:
    """The lines of items, nested ones indented."""
    for number, item in enumerate(items, 1):
        mark = f"{number}." if numbered else "-"
        title = f"**{_mark(item.title)}**" if item.title else ""
        text = " ".join(part for part in (_idea(item.idea), _mark(item.text)) if part)
        yield f"{pad}{mark} {title}{': ' if title and text else ''}{text}{_clauses(item.rule)}"
        yield from _lines(item.children, pad + " " * (len(mark) + 1), False)


def _idea(text: str) -> str:
    """A paragraph of the author, in italics."""
    return f"*{_mark(text)}*" if text else ""


def _clauses(rule: list[str]) -> str:
    """The clauses in brackets."""
    return f" [{_mark(', '.join(rule))}]" if rule else ""


def _mark(text: str) -> str:
    """A text with Markdown's signs escaped."""
    return _MARKS.sub(r"\\\1", text)
