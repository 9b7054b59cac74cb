"""The blocks of which a rulebook is made, and how they are printed as Markdown; as a page: page.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# the text of an option that is a section of its own
BELOW = "See below."
_MARKS = re.compile(r"([\\`*_<>|\[\]])")


@dataclass(slots=True)
class Item:
    """A line of the rulebook with what belongs to it.

    `title` are the ruleset's words, `text` full sentences made from the rules, `idea` what the ruleset's author says
    about them.
    """

    title: str = ""
    text: str = ""
    rule: list[str] = field(default_factory=list)
    children: list[Item] = field(default_factory=list)
    idea: str = ""


@dataclass(slots=True)
class Heading:
    """level 1 is the title."""

    level: int
    text: str
    rule: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Paragraph:
    """`idea` if it is what the ruleset's author says about the rules that follow."""

    text: str
    rule: list[str] = field(default_factory=list)
    idea: bool = False


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

    @property
    def headings(self) -> list[str]:
        """Above the columns, of which the last is for clauses if a row has any."""
        return [*self.header, "Clause"] if any(self.rules) else self.header


Block = Heading | Paragraph | Items | PrintedTable


def markdown(blocks: list[Block]) -> str:
    """The rulebook as Markdown; clauses stand in square brackets."""
    return "\n\n".join("\n".join(_markdown(block)) for block in blocks) + "\n"


def _markdown(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {_mark(block.text)}{_clauses(block.rule)}"
    elif isinstance(block, Paragraph):
        yield f"{_idea(block.text) if block.idea else _mark(block.text)}{_clauses(block.rule)}"
    elif isinstance(block, Items):
        yield from _lines(block.items, "", block.numbered)
    else:
        yield f"| {' | '.join(_mark(cell) for cell in block.headings)} |"
        yield f"|{' --- |' * len(block.headings)}"
        for number, row in enumerate(block.rows):
            last = [", ".join(block.rules[number])] if any(block.rules) else []
            yield f"| {' | '.join(_mark(cell) for cell in [*row, *last])} |"


def _lines(items: list[Item], pad: str, numbered: bool) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}." if numbered else "-"
        title = f"**{_mark(item.title)}**" if item.title else ""
        text = " ".join(part for part in (_idea(item.idea), _mark(item.text)) if part)
        yield f"{pad}{mark} {title}{': ' if title and text else ''}{text}{_clauses(item.rule)}"
        yield from _lines(item.children, pad + " " * (len(mark) + 1), False)


def _idea(text: str) -> str:
    return f"*{_mark(text)}*" if text else ""


def _clauses(rule: list[str]) -> str:
    return f" [{_mark(', '.join(rule))}]" if rule else ""


def _mark(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
