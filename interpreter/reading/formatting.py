"""Format YAML files canonically: same words, same values, same comments, one way to space them."""

from __future__ import annotations

import json
import re
from typing import Any

from ..base.errors import UsageError
from .load import load_text
from .nodes import Mapping, Node, Scalar, Sequence
from .source import Source

# longer collections in braces and texts get more than one line
LONGEST = 200
LONGEST_TEXT = 160
WRAPPED = 116

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\n]*", re.MULTILINE)
_ALIAS = re.compile(r"(?:[\s,?:-]|#[^\n]*\n)*(\*[^\s,\[\]{}]+)")
_BLANK = re.compile(r"\n[ \t]*\n")
_ANCHORS = re.compile(r"(?:[&!]\S*(?:\s+|#[^\n]*\n)+)+")
_ANCHOR = re.compile(r"[&!][^\s,\[\]{}]*")
_BREAKABLE = re.compile(r"(?<=[^ ]) (?=[^ ])")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def format_text(text: str, file: str) -> str:
    """Format the text of a YAML file; a text already formatted comes back as it is.

    file is its name in errors. Raises RulesetError for what is not readable, and UsageError if the layout could not
    be changed without changing a value or losing a comment.
    """
    before = load_text(text, file)
    out = _laid_out(before)
    if out == text:
        return text
    after = load_text(out, file)
    if (line := _lost_comment(before, after)) is not None:
        hint = "put it above the name that it belongs to, or after the value"
        raise UsageError(f"{file}:{line}: this comment could not be kept in a new layout; {hint}. Nothing was changed")
    if _meaning(after) != _meaning(before):
        raise UsageError(f"{file}: a new layout would change what the file says; nothing was changed")
    if _laid_out(after) != out:
        raise UsageError(f"{file}: no layout was found that stays as it is; nothing was changed")
    return out


def _meaning(node: Node) -> Any:
    """The content of a file with its order, to check that formatting keeps it."""
    if isinstance(node, Scalar):
        return node.value if node.value is None else (type(node.value), node.text)
    if isinstance(node, Sequence):
        return [_meaning(item) for item in node.items]
    return [(key, _meaning(entry.value)) for key, entry in node.entries.items()]


def _scalars(root: Node) -> list[Scalar]:
    """Every value and key in the order written; an alias's content only at its anchor."""
    found: dict[int, Scalar] = {}
    open_nodes: list[Node] = [root]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, Scalar):
            found[node.start] = node
        elif isinstance(node, Sequence):
            open_nodes += node.items
        else:
            for entry in node.entries.values():
                open_nodes += [entry.key, entry.value]
    return [found[start] for start in sorted(found)]


def _source(root: Mapping) -> Source:
    """The text that a tree was read from."""
    source = _scalars(root)[0].source
    assert source is not None
    return source


def _lost_comment(before: Mapping, after: Mapping) -> int | None:
    """The line of the first comment that formatting lost or moved; None if none."""
    old, new = _found_comments(before), [comment.group().rstrip() for comment in _found_comments(after)]
    for number, comment in enumerate(old):
        if new[number : number + 1] != [comment.group().rstrip()]:
            return _source(before).place(comment.start())[0]
    return None if len(new) == len(old) else 1


def _found_comments(root: Mapping) -> list[re.Match[str]]:
    """The comments of a file, in the order written."""
    text = _source(root).text
    found: list[re.Match[str]] = []
    at = 0
    for scalar in [*_scalars(root), None]:
        end = len(text) if scalar is None else scalar.start
        found += _COMMENT.finditer(text, at, end)
        at = end if scalar is None else scalar.end
    return found


# -- writing a tree anew


def _laid_out(root: Mapping) -> str:
    """The formatted text of a tree."""
    return _Printer(root).result()


class _Printer:
    """Writes a tree line by line; `at` is the offset up to which the old text has been used."""

    def __init__(self, root: Mapping) -> None:
        self.root, self.source = root, _source(root)
        self.text = self.source.text
        self.comments = _found_comments(root)
        self.lines: list[str] = []
        self.at = 0
        self.fresh = False  # the next name belongs to the line that was begun
        self.noted = False  # the last line ends in a comment
        self.columns: list[tuple[int, int]] = []  # the columns of the open levels, in the old text and now

    def result(self) -> str:
        if self.is_flow(self.root) and not self.needs_lines(self.root):
            self.gap(self.start(self.root), 0)
            self.line(self.inline(self.root), 0, 0)
        else:
            self.block(self.root, 0)
        self.gap(len(self.text), 0, last=True)
        return "\n".join(self.lines) + "\n"

    # -- where things stand in the old text

    def start(self, node: Node) -> int:
        if isinstance(node, Scalar):
            return node.start
        start = self.source.offset(node.span)
        anchors = _ANCHORS.match(self.text, start)
        return anchors.end() if anchors else start

    def begin(self, node: Node) -> int:
        """The offset where a node begins, its anchor included."""
        start = self.start(node)
        if start < self.at:
            alias = _ALIAS.match(self.text, self.at)
            return alias.start(1) if alias else self.at
        found = (_ANCHOR.search(self.text, *stretch) for stretch in self.bare(self.at, start))
        return next((anchor.start() for anchor in found if anchor), start)

    def end(self, node: Node) -> int:
        if not isinstance(node, Scalar):
            return self.source.starts[node.span.end_line - 1] + node.span.end_column - 1
        written = self.text[node.start : node.end]
        if node.style in ("|", ">"):  # empty lines after a text belong to it only where its sign has a +
            return node.end - 1 if "+" in written.partition("\n")[0] else node.start + len(written.rstrip())
        return node.end

    def column(self, offset: int) -> int:
        """The offset where the line of an offset begins."""
        line = self.source.line(self.source.place(offset)[0])
        return len(line) - len(line.lstrip(" "))

    def within(self, start: int, end: int) -> list[re.Match[str]]:
        return [comment for comment in self.comments if start <= comment.start() < end]

    def is_flow(self, node: Node) -> bool:
        """Whether a collection is written in { } or [ ]."""
        return not isinstance(node, Scalar) and self.text[self.start(node)] in "{["

    def needs_lines(self, node: Node) -> bool:
        """Whether a collection gets lines of its own: it has them, or holds comments, or is too long."""
        if isinstance(node, Scalar) or not _pairs(node):
            return False
        if not self.is_flow(node):
            return True
        at, self.at = self.at, self.start(node)
        long = len(self.inline(node)) > LONGEST
        self.at = at
        return long or bool(self.within(self.start(node), self.end(node)))

    def alias(self, node: Node) -> str:
        """The alias that stands here for a node written earlier; "" if it is written here."""
        if self.start(node) >= self.at or (found := _ALIAS.match(self.text, self.at)) is None:
            return ""
        self.at = found.end()
        return found[1]

    def anchor(self, start: int) -> str:
        """The anchor of what starts here, and a blank."""
        found = [name for a, b in self.bare(self.at, start) for name in _ANCHOR.finditer(self.text, a, b)]
        self.at = found[-1].end() if found else self.at
        return "".join(f"{name.group()} " for name in found)

    def bare(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of text between comments."""
        found, at = [], start
        for comment in self.within(start, end):
            found.append((at, comment.start()))
            at = comment.end()
        return [*found, (at, end)]

    # -- lines

    def line(self, text: str, old: int, new: int) -> None:
        """Begin a line; its first character stood in column `old`."""
        self.lines.append(" " * new + text)
        self.noted = False
        self.columns = [(was, now) for was, now in self.columns if was < old] + [(old, new)]

    def gap(self, end: int, new: int, old: int | None = None, braces: bool = False, last: bool = False) -> None:
        """Write the comments and the empty line up to an offset, where something begins that goes to column `new`.

        A comment begins where what follows begins, or at the level at which it stood; in braces there are none.
        """
        old = (0 if last else self.column(end)) if old is None else old
        at = self.at
        for comment in self.within(self.at, end):
            between = self.text[at : comment.start()]
            if self.lines and "\n" not in between and not self.noted:
                blanks = len(between) - len(between.rstrip(" \t"))
                self.lines[-1] += " " * (2 if braces else blanks) + comment.group().rstrip()
            else:
                self.empty(between, braces)
                levels = [(old, new), *([] if braces else [pair for pair in self.columns if pair[0] > old])]
                own = self.column(comment.start())
                self.lines.append(" " * min(levels, key=lambda pair: abs(pair[0] - own))[1] + comment.group().rstrip())
            self.noted = True
            at = comment.end()
        if not last:
            self.empty(self.text[at:end], braces)
        self.at = end

    def empty(self, between: str, braces: bool) -> None:
        if _BLANK.search(between) and not braces and self.lines and self.lines[-1]:
            self.lines.append("")

    # -- values

    def block(self, node: Node, indent: int) -> None:
        """Write the entries of a collection on lines of their own."""
        braces = self.is_flow(node)
        if braces:
            self.noted = True  # a comment behind the bracket is about what is inside
        for key, value in _pairs(node):
            first = self.begin(key or value)
            if not self.fresh:
                self.gap(first, indent, braces=braces)
                old = 10**6 if braces else self.column(first)
                self.line("", old, indent)
            if self.fresh:
                self.lift(self.within(self.at, first), len(self.lines) - 1)
                self.fresh = self.noted = False
            if key is None:
                self.lines[-1] += "-"
            else:
                self.lines[-1] += self.anchor(key.start) + self.single(key) + ":"
                self.at = self.text.index(":", key.end) + 1
            self.value(value, len(self.lines) - 1, indent + 2, braces)
        if braces:
            self.gap(self.end(node) - 1, min(indent, self.columns[-1][1]), braces=True)
            self.at = self.end(node)

    def value(self, node: Node, head: int, indent: int, braces: bool) -> None:
        """Write the value after a key or a dash; head is the number of that line."""
        if name := self.alias(node):
            self.lines[-1] += f" {name}"
            return
        if isinstance(node, Scalar) and node.start == node.end:
            return
        begin = self.start(node)
        dash = self.lines[-1].endswith("-")
        if self.needs_lines(node):
            anchor = self.anchor(begin)
            self.lines[-1] += f" {anchor}".rstrip()
            if dash and not anchor:
                self.lines[-1] += " "
                self.fresh = True
            self.block(node, indent)
            return
        notes = self.within(self.at, begin)
        lone = not braces and not any("\n" in self.text[self.at : note.start()] for note in notes)
        if not lone:
            self.lift(notes, head)
        anchor = self.anchor(begin)
        self.at = begin
        if not isinstance(node, Scalar):
            self.lines[-1] += f" {anchor}{self.inline(node)}"
        else:
            first, *more = self.lay_out_value(node, indent)
            self.lines[-1] += f" {anchor}{first}"
            self.lines += more
            self.at = self.end(node)
        if notes and lone:
            self.lines[-1] += "".join(f" {note.group().rstrip()}" for note in notes)
            self.noted = True

    def lift(self, notes: list[re.Match[str]], head: int) -> None:
        """Put comments above a line that has been begun."""
        pad = " " * (len(self.lines[head]) - len(self.lines[head].lstrip()))
        self.lines[head:head] = [pad + note.group().rstrip() for note in notes]

    def inline(self, node: Node) -> str:
        """A value on one line, in braces if it has parts."""
        if name := self.alias(node):
            return name
        if isinstance(node, Scalar):
            anchor = self.anchor(node.start)
            self.at = max(self.at, node.end)
            return anchor + self.single(node)
        begin = self.start(node)
        anchor, self.at = self.anchor(begin), begin + self.is_flow(node)
        parts = []
        for key, value in _pairs(node):
            name = f"{self.inline(key)}: " if key is not None else ""
            self.at = key.end if key is not None else self.at
            parts.append(name + self.inline(value))
        self.at = self.end(node)
        left, right = "[]" if isinstance(node, Sequence) else "{}"
        return f"{anchor}{left}{', '.join(parts)}{right}"

    def single(self, node: Scalar) -> str:
        """A scalar on one line."""
        bad = "\n" in node.text or bool(node.style and _UNPRINTABLE.search(node.text))
        if node.style == '"':
            written = self.text[node.start : node.end]
            if bad or "'" in node.text or "\\" in node.text:
                return written if "\n" not in written else _double(node.text)
        if bad or node.style in ("|", ">"):
            return _double(node.text)
        return "'" + node.text.replace("'", "''") + "'" if node.style else node.text

    def lay_out_value(self, node: Scalar, indent: int) -> list[str]:
        """The lines of a scalar; the first one goes after what is there."""
        pad = " " * indent
        if node.style in ("|", ">"):
            sign, *body = self.text[node.start : self.end(node)].split("\n")
            if re.search(r"\d", sign.partition("#")[0]):
                return [_double(node.text)]
            old = min((len(line) - len(line.lstrip(" ")) for line in body if line.strip(" ")), default=0)
            return [sign.rstrip(), *(pad + line[old:] if line[old:] else "" for line in body)]
        behind = re.match(r"[ \t]+#", self.text[node.end :])
        if not node.style and "\n" not in node.text and len(node.text) > LONGEST_TEXT and behind is None:
            folded = _fold(node.text)
            if len(folded) > 1:
                return [">-", *(pad + line for line in folded)]
        return [self.single(node)]


def _pairs(node: Node) -> list[tuple[Scalar | None, Node]]:
    """The entries of a collection: keys with values, or None with each item of a list."""
    if isinstance(node, Sequence):
        return [(None, item) for item in node.items]
    return [(entry.key, entry.value) for entry in node.entries.values()] if isinstance(node, Mapping) else []


def _double(text: str) -> str:
    """The text in double quotes."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def _fold(text: str) -> list[str]:
    """The text broken into lines at single blanks between words."""
    lines = [""]
    for word in _BREAKABLE.split(text):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WRAPPED:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines
