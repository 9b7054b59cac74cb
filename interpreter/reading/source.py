"""The text of a ruleset file and places in it: character offsets, spans, quoting."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from ..base.diagnostics import Span

# blanks with a line break are read as one blank; other blanks stay
_PLAIN = re.compile(r"(?P<blanks>[ \t\n]+)|(?P<char>.)", re.DOTALL)
_SINGLE = re.compile(r"(?P<blanks>[ \t\n]+)|(?P<quote>'')|(?P<char>.)", re.DOTALL)
_DOUBLE = re.compile(
    r"(?P<cut>\\\n[ \t\n]*)|(?P<escape>\\(?:x.{2}|u.{4}|U.{8}|.))|(?P<blanks>[ \t\n]+)|(?P<char>.)", re.DOTALL
)

_COMMENT = re.compile(r"[ \t]+#")

CLOSERS = {"(": ")", "[": "]", "{": "}"}
LONGEST_FIX = 400

Offsets = list[tuple[int, int]]


class Source:
    """A file's name and its text, whose lines end in a bare line feed."""

    __slots__ = ("_starts", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        """The offset of each line's first character."""
        if self._starts is None:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        return self._starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of an offset (from 0); an offset outside the text is moved to its nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span of the characters start..end; a line feed as the last of them ends on its own line."""
        line, column = self.place(start)
        if end > start:
            end_line, end_column = self.place(end - 1)
            return Span(self.file, line, column, end_line, end_column + 1)
        return Span(self.file, line, column, line, column)

    def offset(self, span: Span) -> int:
        """The offset of a span's first character."""
        return self.starts[span.line - 1] + span.column - 1

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its line feed, or "" if there is none."""
        if not 1 <= number <= len(self.starts):
            return ""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end]

    def line_end(self, offset: int) -> int:
        """The offset of the line feed that ends the line at offset, or of the end of the text."""
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end


def quote(text: str) -> str:
    """The text in quotes, as YAML reads it back unchanged."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def offsets(source: str, start: int, end: int, style: str, text: str) -> Offsets | None:
    """The stretch of source of each character of a scalar's text, as (start, end) offsets.

    source[start:end] is the scalar as written, with its quotes or its `|` or `>`; style is "", "'", '"', "|" or ">".
    A folded line break is the blank's place. None if the text cannot be matched with the source.
    """
    if style in ("|", ">"):
        return _block_offsets(source, start, end, style, text)
    inset = 1 if style else 0
    if "\n" not in text and source[start + inset : end - inset] == text:
        return [(i, i + 1) for i in range(start + inset, end - inset)]
    found: Offsets = []
    pattern = {"'": _SINGLE, '"': _DOUBLE}.get(style, _PLAIN)
    for match in pattern.finditer(source, start + inset, end - inset):
        at, stop = match.span()
        if match.lastgroup == "blanks":
            breaks = _breaks(source, at, stop)
            found += breaks[1:] or breaks or [(i, i + 1) for i in range(at, stop)]
        elif match.lastgroup == "cut":
            found += _breaks(source, at, stop)[1:]
        else:
            found.append((at, stop))
    return found if len(found) == len(text) else None


def _breaks(source: str, start: int, end: int) -> Offsets:
    """The line breaks in a stretch of source."""
    return [(i, i + 1) for i in range(start, end) if source[i] == "\n"]


def _block_offsets(source: str, start: int, end: int, style: str, text: str) -> Offsets | None:
    """The offsets of a block scalar's characters."""
    header_end = source.find("\n", start, end)
    if header_end < 0:
        return [] if not text else None
    lines: list[tuple[int, int]] = []
    at = header_end + 1
    while at < end:
        stop = source.find("\n", at, end)
        stop = end if stop < 0 else stop
        lines.append((at, stop))
        at = stop + 1
    as_written = _first_indent(source[start:stop] for start, stop in lines)
    as_read = _first_indent(text.split("\n"))
    found = _block_lines(source, lines, as_written - as_read, style == ">")[: len(text)]
    return found if len(found) == len(text) else None


def _first_indent(lines: Iterable[str]) -> int:
    """The blanks before the first line with words."""
    return next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), 0)


def _block_lines(source: str, lines: list[tuple[int, int]], indent: int, folded: bool) -> Offsets:
    """The characters of a block scalar before its final line breaks are dropped or kept."""
    found: Offsets = []
    pending: Offsets = []
    after_more_indented = False
    seen_words = False
    for start, stop in lines:
        content = start + indent
        if stop <= content and not source[start:stop].strip(" "):
            pending.append((stop, stop + 1))
            continue
        more_indented = source[content : content + 1] in (" ", "\t")
        if folded and seen_words and not more_indented and not after_more_indented:
            found += pending[1:] or pending
        else:
            found += pending
        found += [(i, i + 1) for i in range(content, stop)]
        pending = [(stop, stop + 1)]
        after_more_indented = more_indented
        seen_words = True
    return found + pending


def value_end(source: Source, start: int, braces: bool) -> int | None:
    """The probable end of the name or value that starts at an offset, by the look of its line.

    Comments and blanks behind it are left out; brackets inside it count as part of it. None if it goes on below.
    """
    line_end = source.line_end(start)
    comment = _COMMENT.search(source.text, start, line_end)
    end = comment.start() if comment else line_end
    name_first = is_name_place(source, start)
    closers: list[str] = []
    for at in range(start, end):
        character = source.text[at]
        if name_first and character == ":" and not closers and source.text[at + 1 : at + 2] in (" ", "\t", "\n", ""):
            return _stripped_end(source, start, at)
        if braces and not closers and character in ",]}":
            return _stripped_end(source, start, at)
        if character in CLOSERS:
            closers.append(CLOSERS[character])
        elif character in ")]}" and (not closers or closers.pop() != character) and braces:
            return None
    if braces or _goes_on_below(source, start):
        return None
    return _stripped_end(source, start, end)


def fixed_line(source: Source, *stretches: tuple[int, int | None]) -> str:
    """The line on which the first stretch starts, with each stretch of characters (start, end) in quotes.

    The stretches come in order. "" if one of them has no end or leaves the line, or the line is too long to show.
    """
    number = source.place(stretches[0][0])[0]
    at, line_end = source.starts[number - 1], source.line_end(stretches[0][0])
    if line_end - at > LONGEST_FIX:
        return ""
    parts: list[str] = []
    for start, end in stretches:
        if end is None or end <= start or end > line_end:
            return ""
        parts += [source.text[at:start], quote(source.text[start:end])]
        at = end
    return ("".join(parts) + source.text[at:line_end]).rstrip()


def is_name_place(source: Source, offset: int) -> bool:
    """Whether a name, as in `name: value`, can start at this offset."""
    before = source.text[source.starts[source.place(offset)[0] - 1] : offset].rstrip()
    return before.strip(" -") == "" or before[-1] in "{,["


def _stripped_end(source: Source, start: int, end: int) -> int:
    """The end of a stretch without blanks at its end."""
    return start + len(source.text[start:end].rstrip())


def _goes_on_below(source: Source, offset: int) -> bool:
    """Whether the value at an offset continues on the next line."""
    number = source.place(offset)[0]
    own = source.line(number)
    for below in range(number + 1, min(number + 20, len(source.starts) + 1)):
        line = source.line(below)
        if line.strip() and not line.lstrip().startswith("#"):
            return len(line) - len(line.lstrip()) > len(own) - len(own.lstrip())
    return False
