"""A rulebook as one self-contained HTML page, for the screen or for print on A4 with cover and page numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..base.languages.catalogues import ENGLISH, mark, say_in
from ..base.printing import css_text
from ..base.templates import macros, render
from .blocks import Block, Figure, Heading, Item, Items, Paragraph, PrintedTable

TEMPLATES = Path(__file__).parent / "templates"
# tables of so many rows stand on one page
SHORT = 15
PAGE = mark("page")
_PIECES = re.compile(r"[^0-9A-Za-z._-]+")
_QUOTED = re.compile(r"“([^“”]+)”|„([^„“]+)“")


def rulebook_page(blocks: list[Block], paper: str = "A4", language: str = ENGLISH) -> str:
    """Return the rulebook as a page; the first place of each clause can be linked to by its id.

    paper: A4 or Letter, for a printer. What stands before the first section is the cover, with the contents below it.
    """
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    first = next((at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level > 1), len(blocks))
    page = _Page(blocks)
    cover, body = (page.data(part) for part in (blocks[:first], blocks[first:]))
    before_page = css_text(f" ({say_in(language, PAGE)} ")
    css = {"paper": f"@page {{ size: {paper}; }}", "css_title": css_text(title), "css_before_page": before_page}
    return (
        render(
            TEMPLATES,
            "page.html",
            language=language,
            title=title,
            cover=cover,
            contents=page.contents(),
            body=body,
            **css,
        )
        + "\n"
    )


def rulebook_body(blocks: list[Block], start: int = 0) -> str:
    """Return the rules without cover and contents, for a page of another style; from the block at `start` on."""
    page = _Page(blocks)
    return str(macros(TEMPLATES, "blocks.html").blocks(page.data(blocks)[start:]))


def rulebook_contents(blocks: list[Block]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the sections of the rules with their anchors in the body, each with its parts."""
    return _Page(blocks).contents()


def heading_anchor(text: str) -> str:
    """The anchor of the first heading with this text."""
    return _PIECES.sub("-", text.lower()).strip("-") or "part"


class _Page:
    """Converts blocks for the templates. `anchors`: the anchors of headings, by position below the title."""

    def __init__(self, blocks: list[Block]) -> None:
        self.known: set[str] = set()
        self.headings = [block for block in blocks if isinstance(block, Heading) and block.level > 1]
        self.anchors = [self.anchor(heading.text) for heading in self.headings]
        # a rule that names a section leads there; the first one of several of one name
        self.places = dict(zip((h.text for h in reversed(self.headings)), reversed(self.anchors), strict=True))
        self.at = 0

    def contents(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """Return the table of contents: sections with their anchors and parts."""
        found: list[tuple[str, str, list[tuple[str, str]]]] = []
        for heading, anchor in zip(self.headings, self.anchors, strict=True):
            if heading.level == 2:
                found.append((heading.text, anchor, []))
            else:
                found[-1][2].append((heading.text, anchor))
        return found

    def data(self, blocks: Iterable[Block]) -> list[dict[str, Any]]:
        """Return blocks as the templates take them; call it in page order."""
        return [self.block(block) for block in blocks]

    def block(self, block: Block) -> dict[str, Any]:
        if isinstance(block, Heading):
            place = ""
            if block.level > 1:
                place = self.anchors[self.at]
                self.at += 1
            clauses = self.clauses(block.rule)
            return {"kind": "heading", "level": block.level, "place": place, "text": block.text, "clauses": clauses}
        if isinstance(block, Paragraph):
            style = "idea" if block.idea else "lead" if block.text.endswith(":") else ""
            clauses = self.clauses(block.rule)
            return {"kind": "paragraph", "style": style, "text": self.link(block.text), "clauses": clauses}
        if isinstance(block, Items):
            lines = [self.line(item) for item in block.items]
            return {"kind": "list", "numbered": block.numbered, "lines": lines}
        if isinstance(block, Figure):
            return {"kind": "figure", "svg": block.svg, "width": block.width, "text": block.text}
        return self.table(block)

    def link(self, text: str) -> list[tuple[str, str]]:
        """Return a text in pieces: words with their link targets, where they are the quoted name of a section."""
        pieces, last = [], 0
        for found in _QUOTED.finditer(text):
            pieces += [(text[last : found.start()], ""), (found[0], self.places.get(found[1] or found[2], ""))]
            last = found.end()
        return [*pieces, (text[last:], "")]

    def anchor(self, text: str) -> str:
        """Return an unused anchor for a heading."""
        name = base = heading_anchor(text)
        number = 1
        while name in self.known:
            number += 1
            name = f"{base}-{number}"
        self.known.add(name)
        return name

    def line(self, item: Item) -> dict[str, Any]:
        place = self.places.get(item.title, "") if item.below else ""
        return {
            "title": [(item.title, place)] if item.title else [],
            "idea": self.link(item.idea) if item.idea else [],
            "text": self.link(item.text) if item.text else [],
            "clauses": self.clauses(item.rule),
            "below": [self.line(child) for child in item.children],
        }

    def table(self, table: PrintedTable) -> dict[str, Any]:
        with_clauses = any(table.rules)
        rows = [
            {
                "cells": [self.link(cell) for cell in row],
                "clauses": self.clauses(table.rules[number]) if with_clauses else None,
            }
            for number, row in enumerate(table.rows)
        ]
        return {"kind": "table", "headings": table.headings, "short": len(table.rows) <= SHORT, "rows": rows}

    def clauses(self, rule: list[str]) -> list[tuple[str, str]]:
        """Return clauses, each with an anchor at its first occurrence, else ""."""
        found = []
        for clause in rule:
            found.append((clause, "" if clause in self.known else clause))
            self.known.add(clause)
        return found
