"""The answers of this room as plain data: completions, hovers, places and changes of texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ..base.diagnostics import Span

Place = tuple[int, int]
"""A line and a column of a text, both from 1; columns count characters."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that can be written: it takes the place of the text from `start` to `end` in the cursor's line.

    kind: key, name, place, attribute, setting, definition, table, function, member, thing, component, action, step,
    word, clause, file, player, card, option or snippet; detail: its type in a few words. `text` may hold `$1` where the
    cursor goes, if `is_snippet`.
    """

    label: str
    kind: str
    text: str
    start: Place
    end: Place
    detail: str = ""
    about: str = ""
    is_snippet: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    """What is said about a place: Markdown, and the stretch of text that it is about."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class TextChange:
    """A text that takes the place of a stretch of a file."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done to files with one click. certain: it is surely what is meant.

    about: the mistake (code, span) that it mends; rewrites: whether it mends none. A change may be of a file that is
    not there yet.
    """

    title: str
    changes: list[TextChange]
    about: tuple[str, Span] | None = None
    certain: bool = False
    rewrites: bool = False


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """A part of a file with what stands in it. span: all of it; name_span: its name."""

    name: str
    kind: str
    detail: str
    span: Span
    name_span: Span
    inside: list[OutlineItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Link:
    """A word that leads to another file."""

    span: Span
    path: Path
