"""The log of a page: an entry for each step, the newest first, in which cards are small pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from ...base.display_names import Wording
from ...seats.phrases.log_lines import LogLine
from .layout.cards import PageStyle, card_face

# how the log's line of a turn begins
ROUND = "-- "
# letters in what is added to a line; more is folded below it
SHORT = 48
# and in the words of a card; of one with more its name and what is in its corners
LONG = 18
MOST_ITEMS = 20_000
# lists of entries: two on each page of 300 tables with four open pages each, before and after a choice
MOST_LOGS = 5_000
# a card in a line: its colour, what is seen of it, and its words
CARD = re.compile("\x02([^\x03]*)\x1f([^\x03]*)\x1f([^\x03]*)\x03")
# the way to the moment of a line, from whatever page the log is on
THEN = Markup('<a class="then" href="?then={}">{}</a>')
MARKED = Markup('<b class="mini {}" role="img" aria-label="{}" title="{}">{}</b>')


SIGNS: dict[bytes, Callable[[dict[str, Any], str], str]] = {}
MOST_STYLES = 256


class Entry(NamedTuple):
    """A step in the log: the number of its first event, its line, and lines that are folded below it.

    heading: whether it begins a turn; follows: whether it is no choice, but came of one or by itself; steps: of the
    set-up.
    """

    number: int
    text: str
    more: tuple[str, ...] = ()
    heading: bool = False
    follows: bool = False
    steps: tuple[Entry, ...] = ()


def log_wording(wording: Wording, style: PageStyle) -> Wording:
    """Return the words for the lines of a page's log, with marks for cards; the same for the same style."""
    return replace(wording, brief=True, card_sign=_signs(style))


def _signs(style: PageStyle) -> Callable[[dict[str, Any], str], str]:
    """The function that marks a card in a line, kept, so that lines that were made stay."""
    if style.digest not in SIGNS:
        if len(SIGNS) >= MOST_STYLES:
            SIGNS.clear()
        SIGNS[style.digest] = lambda reference, text: _mark(reference, text, style)
    return SIGNS[style.digest]


def _mark(reference: dict[str, Any], text: str, style: PageStyle) -> str:
    """A card in a line: of a playing card the first corner, else its words with its symbol; long ones as drawn."""
    face = card_face(reference, style)
    seen = text
    if face.get("playing"):
        seen = "".join(value["sign"] or value["text"] for value in face["corners"][0])
    elif len(text) > LONG and face.get("title"):
        corners = ["".join(value["sign"] + value["text"] for value in corner) for corner in face["corners"]]
        sign = face["middle"] if face["sign"] else ""
        seen = " ".join(part for part in (*corners[:1], sign, face["title"], *corners[1:]) if part)
    return f"\x02{face['tint']}\x1f{seen or text}\x1f{text}\x03"


def newest_lines(lines: Sequence[LogLine], most: int) -> list[LogLine]:
    """Return the last so many lines, below the heading of the turn of the first of them."""
    shown = [*lines[-most:]]
    cut = lines[: -len(shown)] if shown and not shown[0].startswith(ROUND) else []
    heading = next((line for line in reversed(cut) if line.startswith(ROUND)), None)
    return shown if heading is None else [heading, *shown]


def log_entries(lines: Sequence[LogLine], setup: Callable[[int], str] | None = None) -> tuple[Entry, ...]:
    """Return the entries for lines, the newest choice first, below it what followed from it, in order.

    A turn's heading stands above its entries. setup: the words for so many steps, if the lines begin with the game:
    then what was done before anybody chose is one entry, the last.
    """
    turns: list[list[Entry]] = [[]]
    before: list[Entry] = []
    chosen = setup is None
    for line in lines:
        chosen = chosen or line.chosen
        steps = turns[-1] if chosen else before
        if line.startswith(ROUND):
            turns.append([Entry(line.number, line.removeprefix(ROUND), heading=True)])
        elif line.adds and steps and not steps[-1].heading and not (line.counts and _stands_alone(steps[-1], line)):
            steps[-1] = steps[-1]._replace(more=(*steps[-1].more, line))
        else:
            steps.append(Entry(line.number, line, follows=not line.chosen))
    found: list[Entry] = []
    for turn in reversed(turns):
        found += [entry for entry in turn if entry.heading]
        found += [_join_lines(entry) for entry in _newest_first([entry for entry in turn if not entry.heading])]
    if before and setup is not None:
        found.append(Entry(before[0].number, setup(len(before)), steps=tuple(map(_join_lines, before))))
    return (*found,)


def _newest_first(entries: Sequence[Entry]) -> list[Entry]:
    """The choices of a turn, the newest first, each with what followed from it."""
    groups: list[list[Entry]] = [[]]
    for entry in entries:
        if not entry.follows:
            groups.append([])
        groups[-1].append(entry)
    return [entry for group in reversed(groups) for entry in group]


def _join_lines(entry: Entry) -> Entry:
    """An entry with what is short in its line."""
    added = "; ".join(entry.more)
    return entry._replace(text=f"{entry.text}; {added}", more=()) if added and len(added) <= SHORT else entry


def _stands_alone(entry: Entry, line: str) -> bool:
    """Whether a line with points would be folded below an entry, or stand beside what is no choice."""
    return entry.follows or len("; ".join((*entry.more, line))) > SHORT


@lru_cache(MOST_LOGS)
def entries_html(entries: tuple[Entry, ...], links: bool = True) -> Markup:
    """The entries as items of a list; links: whether each leads back to its moment."""
    return Markup("".join([_entry_html(entry, links) for entry in entries]))


@lru_cache(MOST_ITEMS)
def _entry_html(entry: Entry, links: bool) -> Markup:
    """One entry as an item of a list, with an id of its own."""
    if entry.heading:
        return Markup('<li id="line-{}" class="round">{}</li>').format(entry.number, entry.text)
    if entry.steps:
        steps = entries_html(entry.steps, links)
        return Markup("<li><details><summary>{}</summary><ol>{}</ol></details></li>").format(entry.text, steps)
    texts = [line_html(line) for line in (entry.text, *entry.more)]
    told = [THEN.format(entry.number, text) for text in texts] if links else texts
    text = told[0]
    if entry.more:
        # what opens has no link in it: what it opens has
        more = Markup("").join(Markup("<li>{}</li>").format(line) for line in told[1:])
        text = Markup("<details><summary>{}</summary><ul>{}</ul></details>").format(texts[0], more)
    follows = Markup(' class="follows"') if entry.follows else ""
    return Markup('<li id="line-{}"{}>{}</li>').format(entry.number, follows, text)


def line_html(line: str) -> Markup:
    """A line as HTML, its cards as small pictures."""
    parts, at = [], 0
    for found in CARD.finditer(line):
        tint, seen, words = found.groups()
        parts += [escape(line[at : found.start()]), MARKED.format(tint, words, words, seen)]
        at = found.end()
    return Markup("").join([*parts, escape(line[at:])])


def plain_line(line: str) -> str:
    """A line with its cards in words."""
    return CARD.sub(r"\3", line)
