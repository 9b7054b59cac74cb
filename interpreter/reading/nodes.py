"""The nodes of a file's tree: values, lists and mappings that know where they were written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..base.diagnostics import Span
from .source import Offsets, Source, offsets


@dataclass(slots=True, eq=False)
class Scalar:
    """A single value: text, a whole number, true, false or nothing. `text` is always its text, quotes removed."""

    span: Span
    value: str | int | bool | None
    text: str
    style: str = ""
    source: Source | None = field(default=None, repr=False)
    start: int = field(default=0, repr=False)
    end: int = field(default=0, repr=False)
    inlaid: tuple[tuple[int, int, Scalar], ...] = field(default=(), repr=False)
    _offsets: Offsets | None = field(default=None, repr=False)

    def span_of(self, start: int, length: int = 1) -> Span:
        """The place in the file of the characters start..start+length of `text`.

        Positions outside the text are moved to its nearest end, where the span is empty. A scalar that was not read
        from a file gives its own span. What was inlaid (from, to, the scalar) stands where that one was written.
        """
        for first, last, inner in self.inlaid:
            if first <= start and start + length <= last:
                return inner.span_of(start - first, length)
        places = self.places()
        if self.source is None or not places:
            return self.span
        first = max(0, min(start, len(places)))
        last = max(first, min(start + length, len(places)))
        if first < last:
            return self.source.span(places[first][0], places[last - 1][1])
        behind = places[first][0] if first < len(places) else places[-1][1]
        return self.source.span(behind, behind)

    def places(self) -> Offsets:
        """The place in the file of each character of `text`; none for a text that was not read from a file."""
        if self._offsets is None:
            found = self.source and offsets(self.source.text, self.start, self.end, self.style, self.text)
            self._offsets = found or []
        return self._offsets


@dataclass(slots=True, eq=False)
class Sequence:
    """A list of values."""

    span: Span
    items: list[Node]


@dataclass(slots=True, eq=False)
class Entry:
    """A key, always text, and its value."""

    key: Scalar
    value: Node


@dataclass(slots=True, eq=False)
class Mapping:
    """Keys with their values, in the order written."""

    span: Span
    entries: dict[str, Entry]

    def get(self, key: str) -> Node | None:
        """The value under key, or None if there is no such key."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value

    def entries_under(self, key: str) -> dict[str, Entry]:
        """The entries of the mapping under a key; [] if there is no such key, or no mapping."""
        value = self.get(key)
        return value.entries if isinstance(value, Mapping) else {}


Node = Scalar | Sequence | Mapping


def entries_in(node: Node) -> Iterator[Entry]:
    """Every entry in a part, outer ones first."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from entries_in(item)
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield entry
            yield from entries_in(entry.value)


def plain(node: Node) -> Any:
    """The tree as ordinary dictionaries (keys are text), lists, text, whole numbers, true, false and None."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def inlay(outer: Scalar, word: str, inner: Scalar) -> Scalar:
    """Replace a word in a text, where it stands alone, by another text in brackets."""
    places, text, behind = outer.places(), "", 0
    moved: Offsets = []
    inlaid = []
    for found in re.finditer(rf"(?<![\w.]){word}(?![\w.(])", outer.text):
        start, end = found.span()
        text += outer.text[behind:start] + "("
        inlaid.append((len(text), len(text) + len(inner.text), inner))
        text += inner.text + ")"
        at_word = [(places[start][0], places[end - 1][1])] if places else []
        moved += places[behind:start] + at_word * (len(inner.text) + 2)
        behind = end
    if not inlaid:
        return outer
    text += outer.text[behind:]
    return replace(outer, value=text, text=text, inlaid=tuple(inlaid), _offsets=moved + places[behind:])
