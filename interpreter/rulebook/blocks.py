"""The blocks of which a rulebook is made, and how they are printed: as Markdown or as one self-contained HTML page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

STYLE = """\
body { font: 17px/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
body { background: #fffdf8; }
h1, h2, h3 { font-family: Helvetica, Arial, sans-serif; line-height: 1.2; }
h1 { border-bottom: 3px solid #b5651d; padding-bottom: .3rem; }
h2 { margin-top: 2.2rem; border-bottom: 1px solid #ddc; }
li { margin: .25rem 0; }
table { border-collapse: collapse; margin: .8rem 0; }
th, td { border: 1px solid #ccb; padding: .2rem .6rem; text-align: left; vertical-align: top; }
th { background: #f3ead8; }
.idea { font-style: italic; color: #555; }
.rule { font: .75rem Helvetica, Arial, sans-serif; color: #96520f; white-space: nowrap; }
@media print { body { margin: 0; font-size: 11pt; } h3, tr { break-inside: avoid; } }"""
_MARKS = re.compile(r"([\\`*_<>|\[\]])")
_PIECES = re.compile(r"[^0-9A-Za-z._-]+")


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
    return f" \\[{', '.join(rule)}\\]" if rule else ""


def _mark(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def html(blocks: list[Block]) -> str:
    """The rulebook as a page; the first place of each clause can be linked to by its id."""
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    body = html_body(blocks)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def html_body(blocks: list[Block]) -> str:
    """The same without what stands around it, for a page of another style."""
    page = _Page()
    return "\n".join(line for block in blocks for line in page.block(block))


class _Page:
    def __init__(self) -> None:
        self.known: set[str] = set()

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            anchor = f' id="{self.anchor(block.text)}"' if block.level > 1 else ""
            yield f"<h{block.level}{anchor}>{escape(block.text)}{self.clauses(block.rule)}</h{block.level}>"
        elif isinstance(block, Paragraph):
            mark = ' class="idea"' if block.idea else ""
            yield f"<p{mark}>{escape(block.text)}{self.clauses(block.rule)}</p>"
        elif isinstance(block, Items):
            yield from self.items(block.items, block.numbered)
        else:
            yield from self.table(block)

    def anchor(self, text: str) -> str:
        """A name for a heading that no other place has."""
        name = base = _PIECES.sub("-", text.lower()).strip("-") or "part"
        number = 1
        while name in self.known:
            number += 1
            name = f"{base}-{number}"
        self.known.add(name)
        return name

    def items(self, items: list[Item], numbered: bool) -> Iterator[str]:
        tag = "ol" if numbered else "ul"
        yield f"<{tag}>"
        for item in items:
            title = f"<b>{escape(item.title)}</b>" if item.title else ""
            idea = f'<em class="idea">{escape(item.idea)}</em>' if item.idea else ""
            text = f"{idea}{' ' if idea and item.text else ''}{escape(item.text)}"
            yield f"<li>{title}{': ' if title and text else ''}{text}{self.clauses(item.rule)}"
            if item.children:
                yield from self.items(item.children, False)
            yield "</li>"
        yield f"</{tag}>"

    def table(self, table: PrintedTable) -> Iterator[str]:
        yield "<table>"
        headings = [f"<th>{escape(cell)}</th>" if cell else "<td></td>" for cell in table.headings]
        yield f"<tr>{''.join(headings)}</tr>"
        for number, row in enumerate(table.rows):
            last = f"<td>{self.clauses(table.rules[number])}</td>" if any(table.rules) else ""
            yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}{last}</tr>"
        yield "</table>"

    def clauses(self, rule: list[str]) -> str:
        marks = []
        for clause in rule:
            anchor = "" if clause in self.known else f' id="{escape(clause)}"'
            self.known.add(clause)
            marks.append(f'<span class="rule"{anchor}>{escape(clause)}</span>')
        return " " + " ".join(marks) if marks else ""
