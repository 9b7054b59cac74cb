"""What stands where in a YAML text that is being written: keys and values with the keys around them, by look alone.

YAML's own reader stops at the first mistake; this one takes each line as it looks, so that it knows a place in every
text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

_KEY = re.compile(
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^']|'')*)'|(?P<plain>[^\s#&*!|>%@`"'{\[\],](?:[^#]|(?<!\s)#)*?))"""
    r"""\s*:(?=\s|$)"""
)
_FLOW = re.compile(
    r"""(?P<quoted>"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)|(?P<mark>[{}\[\],]|:(?=[\s,\]}]|$))|(?P<comment>(?<!\S)\#.*$)"""
    r"""|(?P<blank>\s+)|(?P<plain>[^\s{}\[\],:]+|:)"""
)
_ITEM = re.compile(r"-(?:[ ]+|$)")
_SECTION = re.compile(r"^[^\s#}\]]", re.MULTILINE)
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?\s*(?:#.*)?$")


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A key or value: the offsets of what is written, the keys around it (outermost first), the keys beside it.

    It may be empty, where something can be written. style: its quotes, `|` or `>`, or "".
    """

    path: tuple[str, ...]
    is_key: bool
    start: int
    end: int
    style: str = ""
    in_braces: bool = False
    beside: tuple[str, ...] = ()
    indent: int = 0
    in_list: bool = False


@dataclass(slots=True, eq=False)
class _Frame:
    """A mapping or list that is open: its indent, the key whose value is read, and the keys so far."""

    indent: int
    path: tuple[str, ...]
    kind: str = "block"
    key: str | None = None
    keys: list[str] = field(default_factory=list)

    @property
    def inside(self) -> tuple[str, ...]:
        return self.path if self.key is None else (*self.path, self.key)


@lru_cache(maxsize=8)
def text_places(text: str) -> TextPlaces:
    """The places of a text."""
    return TextPlaces(text)


def place_at(text: str, offset: int) -> TextPlace:
    """The key or value at an offset of a text, read from the beginning of its section alone."""
    first = 0
    for match in _SECTION.finditer(text):
        if match.start() > offset:
            section = text[first : match.start()]
            break
        first = match.start()
    else:
        section = text[first:]
    place = text_places(section).at(offset - first)
    return replace(place, start=place.start + first, end=place.end + first)


def with_closed_braces(text: str) -> str:
    """The text with each brace or bracket closed that a line further left shows to have been left open."""
    for offset, closing in reversed(text_places(text).unclosed):
        text = text[:offset] + closing + text[offset:]
    return text


class TextPlaces:
    """All keys and values of a text, in their order. unclosed: where braces were left open, and what closes them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[tuple[TextPlace, _Frame | None]] = []
        self.empty_lines: dict[int, list[_Frame]] = {}
        self.block: list[_Frame] = [_Frame(-1, ())]
        self.braces: list[_Frame] = []
        self.unclosed: list[tuple[int, str]] = []
        self.written = 0  # the end of the last line with words
        self.literal = -1  # the indent of the key whose lines of text are read
        offset = 0
        for line in text.split("\n"):
            self._line(line, offset)
            self.written = offset + len(line.rstrip()) if line.strip() else self.written
            offset += len(line) + 1
        self._leave_braces()
        self.starts = [place.start for place, _ in self.found]

    def at(self, offset: int) -> TextPlace:
        """The key or value at an offset, or the empty place for one."""
        number = bisect_right(self.starts, offset) - 1
        line = self.text.rfind("\n", 0, offset) + 1
        for place, frame in reversed(self.found[max(0, number - 3) : number + 1]):
            if place.start <= offset <= place.end and (place.start < place.end or place.start == offset):
                return _with_beside(place, frame)
        if number >= 0:
            place, frame = self.found[number]
            between = self.text[place.end : offset]
            if place.end >= line and not between.strip():
                if place.start == place.end:
                    return _with_beside(_moved(place, offset), frame)
                return _with_beside(replace(place, end=offset), frame)
            if place.in_braces and line in self.empty_lines and not between.strip(" \t\n,{["):
                return _with_beside(_moved(place, offset), frame)
        return self._on_empty_line(line, offset)

    def _on_empty_line(self, line: int, offset: int) -> TextPlace:
        """The place in a line where nothing is written yet, by its column."""
        column = offset - line
        frames = self.empty_lines.get(line, self.block[:1])
        around = [frame for frame in frames if frame.indent < column or frame.indent < 0]
        frame = around[-1]
        same = next((one for one in frames if one.indent == column), None)
        beside = tuple(same.keys) if same is not None and same.path == frame.inside else ()
        return TextPlace(frame.inside, True, offset, offset, beside=beside, indent=column)

    def _frames_now(self) -> list[_Frame]:
        """The open mappings and lists, as far as they are read."""
        return [replace(frame) for frame in self.block]

    def _add(self, place: TextPlace, frame: _Frame | None) -> None:
        self.found.append((place, frame))

    def _line(self, line: str, offset: int) -> None:
        stripped = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if self.braces and stripped and indent <= self.block[-1].indent and _begins(line, indent):
            self._leave_braces()
        if self.braces:
            if not stripped:
                self.empty_lines[offset] = self._frames_now()
            self._flow(line, 0, offset)
            return
        if not stripped or stripped.startswith("#"):
            self.empty_lines[offset] = self._frames_now()
            return
        if self.literal >= 0:
            if indent > self.literal:
                end = offset + len(line.rstrip())
                self._add(TextPlace(self.block[-1].inside, False, offset + indent, end, "|"), None)
                return
            self.literal = -1
        at, in_list = indent, False
        while match := _ITEM.match(line, at):
            in_list = True
            self._close(at + 1)
            around = self.block[-1]
            if around.indent < at:
                self.block.append(_Frame(at, around.inside, "list"))
            self._add(TextPlace(around.inside, False, offset + match.end(), offset + match.end(), in_list=True), None)
            at = match.end()
        if at >= len(line.rstrip()):
            return
        if not in_list:
            self._close(indent)
        key = _KEY.match(line, at)
        if key is None:
            self._lone(line, at, offset, in_list)
            return
        self._key(line, at, offset, key, in_list)

    def _leave_braces(self) -> None:
        """Leave braces that were never closed."""
        if self.braces:
            closing = "".join("}" if one.kind == "{" else "]" for one in reversed(self.braces))
            self.unclosed.append((self.written, closing))
            self.braces.clear()

    def _close(self, indent: int) -> None:
        """Leave all mappings that begin further to the right, and those of a list at this indent."""
        while self.block[-1].indent > indent or (self.block[-1].kind == "list" and self.block[-1].indent >= indent):
            self.block.pop()

    def _key(self, line: str, at: int, offset: int, key: re.Match[str], in_list: bool) -> None:
        kind = next(name for name in ("double", "single", "plain") if key[name] is not None)
        words = " ".join(key[kind].split())
        if self.block[-1].indent == at and self.block[-1].kind == "block" and not in_list:
            frame = self.block[-1]
        else:
            frame = _Frame(at, self.block[-1].inside)
            self.block.append(frame)
        start, end = (offset + place for place in key.span(kind))
        style = {"double": '"', "single": "'"}.get(kind, "")
        self._add(TextPlace(frame.path, True, start, end, style, indent=at, in_list=in_list), frame)
        frame.keys.append(words)
        frame.key = words
        self._value(line, key.end(), offset, frame)

    def _value(self, line: str, at: int, offset: int, frame: _Frame) -> None:
        """The value behind a colon."""
        begin = at + len(line[at:]) - len(line[at:].lstrip())
        rest = line[begin:]
        if not rest or rest.startswith("#"):
            place = min(at + 1, len(line))
            self._add(TextPlace(frame.inside, False, offset + place, offset + place, indent=frame.indent), None)
        elif _BLOCK.match(rest):
            self.literal = frame.indent
        elif rest[0] in "{[":
            self._flow(line, begin, offset)
        else:
            self._scalar(line, begin, offset, frame.inside, (False, False), frame.indent)

    def _lone(self, line: str, at: int, offset: int, in_list: bool) -> None:
        """A line, or an item of a list, without a key: a value, or a key whose colon is missing."""
        frame = self.block[-1]
        if line[at] in "{[":
            self._flow(line, at, offset)
            return
        path = frame.path if frame.kind == "block" and frame.indent == at else frame.inside
        self._scalar(line, at, offset, path, (not in_list, in_list), at, frame if frame.indent == at else None)

    def _scalar(
        self,
        line: str,
        at: int,
        offset: int,
        path: tuple[str, ...],
        kind: tuple[bool, bool],
        indent: int,
        frame: _Frame | None = None,
    ) -> None:
        """A value or key without a colon; kind: whether it is a key, and whether it is an item of a list."""
        style = line[at] if line[at] in "\"'" else ""
        if style:
            end = line.find(style, at + 1)
            start, end = at + 1, len(line.rstrip()) if end < 0 else end
        else:
            comment = re.search(r"\s#", line[at:])
            start, end = at, len((line[: at + comment.start()] if comment else line).rstrip())
        self._add(TextPlace(path, kind[0], offset + start, offset + end, style, indent=indent, in_list=kind[1]), frame)

    def _flow(self, line: str, at: int, offset: int) -> None:
        """Parts in braces or brackets, in one line; they may go on in the next."""
        pending: tuple[int, int, str] | None = None
        for match in _FLOW.finditer(line, at):
            kind = str(match.lastgroup)
            start, end = match.span()
            if kind in ("blank", "comment"):
                continue
            if kind == "quoted" and pending is None:
                closed = end - start > 1 and line[end - 1] == line[start]
                pending = start + 1, end - closed, line[start]
            elif kind in ("quoted", "plain"):
                pending = (pending[0] if pending else start, end, pending[2] if pending else "")
            else:
                self._mark(match[0], start, end, pending, line, offset)
                pending = None
                if not self.braces:
                    return
        if pending is not None:
            self._pending(pending, offset, False)

    def _mark(
        self, mark: str, start: int, end: int, pending: tuple[int, int, str] | None, line: str, offset: int
    ) -> None:
        """A brace, bracket, comma or colon."""
        if mark in "{[":
            around = self.braces[-1].inside if self.braces else self.block[-1].inside
            self.braces.append(_Frame(start, around, mark))
            self._gap(offset + end)
            return
        frame = self.braces[-1]
        if mark == ":":
            if pending is not None:
                self._pending(pending, offset, True)
                frame.key = " ".join(line[pending[0] : pending[1]].split())
                frame.keys.append(frame.key)
            self._gap(offset + end)
            return
        if pending is not None:
            self._pending(pending, offset, False)
        if mark == ",":
            frame.key = None
            self._gap(offset + end)
        else:
            self.braces.pop()

    def _gap(self, at: int) -> None:
        """An empty place for what comes next."""
        frame = self.braces[-1]
        is_key = frame.kind == "{" and frame.key is None
        self._add(TextPlace(frame.inside, is_key, at, at, in_braces=True, in_list=frame.kind == "["), frame)

    def _pending(self, pending: tuple[int, int, str], offset: int, colon: bool) -> None:
        frame = self.braces[-1]
        is_key = colon or (frame.kind == "{" and frame.key is None)
        path = frame.path if is_key else frame.inside
        start, end, style = pending
        place = TextPlace(path, is_key, offset + start, offset + end, style, in_braces=True, in_list=frame.kind == "[")
        self._add(place, frame)


def _begins(line: str, indent: int) -> bool:
    """Whether a line begins with a key or an item of a list."""
    return _KEY.match(line, indent) is not None or _ITEM.match(line, indent) is not None


def _moved(place: TextPlace, offset: int) -> TextPlace:
    """An empty place, with blanks before it."""
    return replace(place, start=offset, end=offset)


def _with_beside(place: TextPlace, frame: _Frame | None) -> TextPlace:
    """A place with the keys beside it."""
    return replace(place, beside=tuple(frame.keys)) if frame is not None else place


def keys_with_lines(text: str) -> Iterator[TextPlace]:
    """The keys of a text, in their order."""
    return (place for place, _ in text_places(text).found if place.is_key and place.start < place.end)
