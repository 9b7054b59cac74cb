"""The tree of a file: values, lists and mappings, each of which knows where it was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
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
    _offsets: Offsets | None = field(default=None, repr=False)

    def at(self, start: int, length: int = 1) -> Span:
        """The place in the file of the characters start..start+length of `text`.

        Positions outside the text are moved to its nearest end, where the span is empty. A scalar that was not read
        from a file gives its own span.
        """
        if self.source is None:
            return self.span
        if self._offsets is None:
            self._offsets = offsets(self.source.text, self.start, self.end, self.style, self.text)
            if self._offsets is None:
                return self.span
        places = self._offsets
        first = max(0, min(start, len(places)))
        last = max(first, min(start + length, len(places)))
        if first < last:
            return self.source.span(places[first][0], places[last - 1][1])
        behind = places[first][0] if first < len(places) else places[-1][1] if places else self.start
        return self.source.span(behind, behind)


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

    def under(self, key: str) -> dict[str, Entry]:
        """The entries of the mapping under key; none if there is no such key, or something else there."""
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
