"""A rulebook as one self-contained HTML page, to be read on a screen or printed on A4 with a cover and page numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from ..base.printing import PAPER, css_text
from .blocks import BELOW, Block, Heading, Item, Items, Paragraph, PrintedTable

STYLE = """\
body { font: 17px/1.5 Georgia, "Liberation Serif", serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #222; background: #fffdf8; }
h1, h2, h3 { font-family: Helvetica, Arial, "Liberation Sans", sans-serif; line-height: 1.2; }
h1 { border-bottom: 3px solid #b5651d; padding-bottom: .3rem; }
h2 { margin-top: 2.2rem; border-bottom: 1px solid #ddc; }
li { margin: .25rem 0; }
ul, ol { padding-left: 1.6em; }
table { border-collapse: collapse; margin: .8rem 0; }
th, td { border: 1px solid #ccb; padding: .2rem .6rem; text-align: left; vertical-align: top; }
th { background: #f3ead8; }
a { color: inherit; text-decoration-color: #c9a26b; }
.idea { font-style: italic; color: #555; }
.rule { font: .75rem Helvetica, Arial, "Liberation Sans", sans-serif; color: #96520f; white-space: nowrap; }
.contents { columns: 2; column-gap: 2rem; font-size: .95rem; padding: .8rem 1rem; background: #f7efe0; }
.contents ul { list-style: none; margin: 0; padding: 0 0 0 1rem; }
.contents > ul { padding: 0; }
.contents > ul > li { break-inside: avoid; }
.contents a { text-decoration: none; }
.contents > ul > li > a { font-weight: bold; }"""
PRINT = """\
@page { margin: 18mm 20mm 20mm; }
@page { @bottom-center { content: counter(page); font: 9pt "Liberation Sans", Helvetica, Arial, sans-serif; } }
@page { @top-right { content: TITLE; font: 9pt "Liberation Sans", Helvetica, Arial, sans-serif; color: #777; } }
@page :first { @bottom-center { content: none; } @top-right { content: none; } }
@media print {
body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt; line-height: 1.4; background: none; }
header { break-after: page; }
h1 { font-size: 30pt; margin: 25mm 0 8mm; padding-bottom: 4mm; border-bottom-width: 2mm; }
header > p { font-size: 12pt; }
h2 { font-size: 16pt; margin: 8mm 0 3mm; }
h3 { font-size: 12.5pt; margin: 6mm 0 2mm; }
h1, h2, h3 { break-after: avoid; break-inside: avoid; }
p, li { orphans: 3; widows: 3; }
.leaf, .short, tr, .lead { break-inside: avoid; }
li > ul, li > ol, .lead { break-before: avoid; }
li:last-child { break-before: avoid; }
.lead, .idea, h2 + p, h3 + p, h3 + p + p { break-after: avoid; }
thead { display: table-header-group; }
.rule { font-size: 7.5pt; }
.contents { columns: auto; background: none; border-top: 1px solid #ddc; padding: 4mm 0; margin-top: 8mm; }
.contents { font-size: 10pt; }
.contents li { margin: 0; }
.contents a::after { content: leader(dotted) target-counter(attr(href), page); font-weight: normal; }
main a { text-decoration: none; }
main a.there::after { content: " (page " target-counter(attr(href), page) ")"; font-size: 8.5pt; color: #777; }
}"""
# tables of so many rows stand on one page
SHORT = 15
_PIECES = re.compile(r"[^0-9A-Za-z._-]+")
_QUOTED = re.compile(r"“([^“”]+)”")


def html(blocks: list[Block]) -> str:
    """The rulebook as a page; the first place of each clause can be linked to by its id.

    What stands before the first section is the cover, with the contents below it.
    """
    title = next((block.text for block in blocks if isinstance(block, Heading)), "Rules")
    first = next((at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level > 1), len(blocks))
    page = _Page(blocks)
    cover, body = (
        "\n".join(line for block in part for line in page.block(block)) for part in (blocks[:first], blocks[first:])
    )
    contents = "\n".join(page.contents())
    style = f"{STYLE}\n{PAPER}\n{PRINT.replace('TITLE', css_text(title))}"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>\n{style}\n</style>\n</head>\n<body>\n<header>\n{cover}\n{contents}\n</header>\n"
        f"<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def html_body(blocks: list[Block]) -> str:
    """The rules without cover and contents, for a page of another style."""
    page = _Page(blocks)
    return "\n".join(line for block in blocks for line in page.block(block))


class _Page:
    """`anchors` are the names of the headings' places, by their position among the headings below the title."""

    def __init__(self, blocks: list[Block]) -> None:
        self.known: set[str] = set()
        self.headings = [block for block in blocks if isinstance(block, Heading) and block.level > 1]
        self.anchors = [self.anchor(heading.text) for heading in self.headings]
        # a rule that names a section leads there; the first one of several of one name
        self.places = dict(zip((h.text for h in reversed(self.headings)), reversed(self.anchors), strict=True))
        self.at = 0

    def contents(self) -> Iterator[str]:
        """A list of links to the sections, in two levels."""
        yield '<nav class="contents">\n<ul>'
        for number, (heading, anchor) in enumerate(zip(self.headings, self.anchors, strict=True)):
            last = number + 1 == len(self.headings) or self.headings[number + 1].level == 2
            closed = "</li>" if heading.level > 2 or last else "\n<ul>"
            yield f'<li><a href="#{anchor}">{escape(heading.text)}</a>{closed}'
            if heading.level > 2 and last:
                yield "</ul></li>"
        yield "</ul>\n</nav>"

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            anchor = ""
            if block.level > 1:
                anchor = f' id="{self.anchors[self.at]}"'
                self.at += 1
            yield f"<h{block.level}{anchor}>{escape(block.text)}{self.clauses(block.rule)}</h{block.level}>"
        elif isinstance(block, Paragraph):
            kind = "idea" if block.idea else "lead" if block.text.endswith(":") else ""
            mark = f' class="{kind}"' if kind else ""
            yield f"<p{mark}>{self.text(block.text)}{self.clauses(block.rule)}</p>"
        elif isinstance(block, Items):
            yield from self.items(block.items, block.numbered)
        else:
            yield from self.table(block)

    def text(self, text: str) -> str:
        """A text in which quoted names of sections lead to them."""

        def link(found: re.Match[str]) -> str:
            anchor = self.places.get(found[1], "")
            return f'<a class="there" href="#{anchor}">{escape(found[0])}</a>' if anchor else escape(found[0])

        pieces, last = [], 0
        for found in _QUOTED.finditer(text):
            pieces += [escape(text[last : found.start()]), link(found)]
            last = found.end()
        return "".join([*pieces, escape(text[last:])])

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
            title = escape(item.title)
            if item.text == BELOW and (anchor := self.places.get(item.title)):
                title = f'<a class="there" href="#{anchor}">{title}</a>'
            title = f"<b>{title}</b>" if title else ""
            idea = f'<em class="idea">{self.text(item.idea)}</em>' if item.idea else ""
            text = f"{idea}{' ' if idea and item.text else ''}{self.text(item.text)}"
            leaf = "" if item.children else ' class="leaf"'
            yield f"<li{leaf}>{title}{': ' if title and text else ''}{text}{self.clauses(item.rule)}"
            if item.children:
                yield from self.items(item.children, False)
            yield "</li>"
        yield f"</{tag}>"

    def table(self, table: PrintedTable) -> Iterator[str]:
        headings = [f"<th>{escape(cell)}</th>" if cell else "<td></td>" for cell in table.headings]
        short = ' class="short"' if len(table.rows) <= SHORT else ""
        yield f"<table{short}>\n<thead><tr>{''.join(headings)}</tr></thead>\n<tbody>"
        for number, row in enumerate(table.rows):
            last = f"<td>{self.clauses(table.rules[number])}</td>" if any(table.rules) else ""
            yield f"<tr>{''.join(f'<td>{self.text(cell)}</td>' for cell in row)}{last}</tr>"
        yield "</tbody>\n</table>"

    def clauses(self, rule: list[str]) -> str:
        marks = []
        for clause in rule:
            anchor = "" if clause in self.known else f' id="{escape(clause)}"'
            self.known.add(clause)
            marks.append(f'<span class="rule"{anchor}>{escape(clause)}</span>')
        return " " + " ".join(marks) if marks else ""
