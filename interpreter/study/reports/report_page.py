"""A report as one page that opens without a network: pictures with their tables, odd games, how it was made."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from .drawing import Picture, figure, table, whole

UNUSED = "What is never or hardly ever used"
FAILED = "Games that failed or did not end"
STYLE = """\
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 16px/1.45 system-ui, "Liberation Sans", Helvetica, Arial, sans-serif; margin: 0; }
body { color: #222; background: #f6f5f1; overflow-wrap: anywhere; }
header, main, footer { max-width: 84rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1.4rem 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .2rem; border-bottom: 2px solid #1f5fa8; padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
p { margin: .4rem 0; max-width: 46rem; }
.found { padding-left: 1.2rem; margin: .6rem 0; max-width: 46rem; }
.found a { display: inline-block; padding: .65rem 0; }
.parts { list-style: none; padding: 0; font-weight: 600; }
.parts .found { font-weight: normal; list-style: none; padding-left: 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.grid { gap: 1rem; align-items: start; margin: 1rem 0; }
figure { margin: 0; background: #fff; border: 1px solid #dcd9cf; border-radius: 6px; padding: .8rem; min-width: 0; }
figcaption { font-weight: 600; line-height: 1.3; margin-bottom: .5rem; overflow-wrap: anywhere; }
.picture svg { display: block; width: 100%; height: auto; }
.note { font-size: .85rem; color: #555; }
details { margin-top: .4rem; }
summary { cursor: pointer; color: #1f5fa8; padding: .65rem 0; }
summary:focus-visible, a:focus-visible, .table:focus-visible { outline: 3px solid #b3401a; outline-offset: 2px; }
.table { overflow: auto; }
figure .table { max-height: 24rem; }
table { border-collapse: collapse; font-size: .9rem; overflow-wrap: normal; }
th, td { border-bottom: 1px solid #e4e1d8; padding: .25rem .6rem .25rem 0; text-align: right; vertical-align: top; }
th:first-child { text-align: left; font-weight: normal; }
tbody th { min-width: 5rem; overflow-wrap: anywhere; }
.met { color: #1d6f42; font-weight: 600; }
.missed { color: #b3401a; font-weight: 600; }
@media (max-width: 30rem) { table { font-size: .75rem; }
  tbody th { min-width: 3.5rem; } th, td { padding-right: .3rem; } }
thead th { font-weight: 600; color: #444; position: sticky; top: 0; background: #fff; }
pre { overflow: auto; background: #fff; border: 1px solid #dcd9cf; padding: .6rem; }
pre { font-size: .8rem; max-height: 30rem; }
.failures { border: 2px solid #b3401a; border-radius: 6px; background: #fff; padding: .2rem .8rem; margin: .8rem 0; }
.failures h3 { color: #b3401a; margin: .6rem 0; }
.failures ul { padding-left: 1.2rem; }
.failures code { overflow-wrap: anywhere; }
.made { overflow-wrap: anywhere; }
.made dt { font-weight: 600; margin-top: .5rem; }
.made dd { margin: 0; }
a { color: #1f5fa8; }
@media print { .grid { display: block; } figure { break-inside: avoid; margin-bottom: 1rem; } }"""


@dataclass(frozen=True, slots=True)
class Replay:
    """An odd game: why, its course in lines, and the file with its recording."""

    what: str
    lines: Sequence[str]
    file: str
    recording: bytes


@dataclass(frozen=True, slots=True)
class Failure:
    """A kind of games that failed or do not end: what is so, the command that shows one, and its recording, if kept."""

    lines: Sequence[str]
    command: str = ""
    file: str = ""
    recording: bytes = b""


@dataclass(frozen=True, slots=True)
class Part:
    """Games of one kind: a heading, a sentence about them, pictures, what is never used, odd games.

    failures: the kinds of those that failed or do not end, which come first.

    tables: each by its heading, such as what is wanted and what is; its head first.
    """

    heading: str
    about: str
    pictures: Sequence[Picture]
    unused: Sequence[str] = ()
    failures: Sequence[Failure] = ()
    replays: Sequence[Replay] = field(default=())
    tables: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)


def page(title: str, parts: Sequence[Part], made: Sequence[tuple[str, str]]) -> str:
    """The whole page. made: how it was made, as names and values."""
    number, found, body = 0, [], []
    for at, part in enumerate(parts):
        shown, links = [], []
        if part.failures:
            links.append(f'<li><a class="missed" href="#failures-{at}">{escape(FAILED)}</a></li>')
        for picture in part.pictures:
            number += 1
            shown.append(figure(picture, number))
            links.append(f'<li><a href="#title-{number}">{whole(picture.title)}</a></li>')
        links += [f'<li><a href="#table-{at}-{n}">{whole(heading)}</a></li>' for n, heading in enumerate(part.tables)]
        if part.unused:
            links.append(f'<li><a href="#unused-{at}">{escape(UNUSED)}: {len(part.unused)}</a></li>')
        found.append(f'<li>{escape(part.heading)}\n<ul class="found">{"".join(links)}</ul></li>')
        body.append(section(at, part, shown))
    listed = "\n".join(found)
    told = "\n".join(f"<dt>{escape(name)}</dt>\n<dd>{escape(value)}</dd>" for name, value in made)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n<header>\n<h1>{escape(title)}</h1>\n</header>\n<main>\n"
        f'<h2>What was found</h2>\n<ul class="parts">\n{listed}\n</ul>\n{"".join(body)}\n'
        f'<h2>How this was made</h2>\n<dl class="made">\n{told}\n</dl>\n</main>\n</body>\n</html>\n'
    )


def section(at: int, part: Part, shown: Sequence[str]) -> str:
    """One part of the page."""
    lines = [f'<section aria-labelledby="part-{at}">', f'<h2 id="part-{at}">{escape(part.heading)}</h2>']
    lines += [f"<p>{escape(part.about)}</p>", *failures(at, part.failures), '<div class="grid">', *shown, "</div>"]
    for n, (heading, rows) in enumerate(part.tables.items()):
        lines += [f'<h3 id="table-{at}-{n}">{whole(heading)}</h3>', table(rows[0], rows[1:])]
    if part.unused:
        items = "".join(f"<li>{escape(text)}</li>" for text in part.unused)
        lines += [f'<h3 id="unused-{at}">{escape(UNUSED)}</h3>', f'<ul class="found">{items}</ul>']
    if part.replays:
        lines.append("<h3>Odd games</h3>")
    lines += [replay(one) for one in part.replays]
    return "\n".join([*lines, "</section>"])


def failures(at: int, found: Sequence[Failure]) -> list[str]:
    """The games that failed or do not end, in a frame of their own."""
    if not found:
        return []
    lines = [f'<div class="failures" id="failures-{at}"><h3>{escape(FAILED)}</h3><ul>']
    for one in found:
        first, *more = (escape(line.strip()) for line in one.lines)
        shown = f"<p>See one: <code>{escape(one.command)}</code></p>" if one.command else ""
        kept = f"<p>{link(one.file, one.recording)}</p>" if one.recording else ""
        about = "".join(f"<p>{line}</p>" for line in more)
        lines.append(f"<li><p><strong>{first}</strong></p>{about}{shown}{kept}</li>")
    return [*lines, "</ul><p>All figures and pictures are of the games that finished.</p></div>"]


def link(file: str, recording: bytes) -> str:
    """A recording as a file to be taken from the page."""
    data = base64.b64encode(recording).decode()
    return f'<a download="{escape(file)}" href="data:application/octet-stream;base64,{data}">{escape(file)}</a>'


def replay(one: Replay) -> str:
    """The course of a game, to be opened, and its recording as a file."""
    course = escape("\n".join(one.lines))
    told = f"<p>The game as a file, for <code>stammtisch replay</code>: {link(one.file, one.recording)}</p>"
    return f'<details><summary>{escape(one.what)}</summary>\n{told}\n<pre tabindex="0">{course}</pre>\n</details>'
