"""The canonical layout of the YAML files of a game: same words, same values, same comments, one way to space them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.anchor import Anchor
from ruamel.yaml.emitter import RoundTripEmitter
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from ..base.diagnostics import RulesetError
from ..base.errors import UsageError
from .load import Mapping, Node, Scalar, Sequence, load_text
from .source import Source

# what needs more characters than this gets more than one line: a collection in braces, a text
LONGEST = 200
LONGEST_TEXT = 160
WRAPPED = 116
MOST_PASSES = 5

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\n]*", re.MULTILINE)
_BEHIND = re.compile(r",?[ \t]+(#[^\n]*)")
_TAB = re.compile(r"\t|#[^\n]*")
_REST = re.compile(r"[ \t]*(?:\n|\Z)")
_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_KEEPS = re.compile(r"[|>][0-9]?\+")
_MISPLACED_FOLD = re.compile(r"(?<!\S)\a|\a(?! \S)")
_BREAKABLE = re.compile(r"(?<=[^ ]) (?=[^ ])")


class _Emitter(RoundTripEmitter):
    """Words may be as long as a sentence: a long name still stands on one line with its value."""

    MAX_SIMPLE_KEY_LENGTH = 1000


def formatted(text: str, file: str) -> str:
    """The text of a YAML file in its canonical layout; a text already laid out so comes back as it is.

    file is its name in errors. Raises RulesetError for what is not readable, and UsageError if the layout could not
    be changed without changing a value or losing a comment.
    """
    before = load_text(text, file)
    out = text
    for _ in range(MOST_PASSES):
        earlier, out = out, _laid_out(out, file)
        if out == earlier:
            break
    else:
        raise UsageError(f"{file}: no layout was found that stays as it is; nothing was changed")
    if out == text:
        return text
    after = load_text(out, file)
    if (line := _lost_comment(before, after)) is not None:
        hint = "put it above the name that it belongs to, or behind the value"
        raise UsageError(f"{file}:{line}: this comment could not be kept in a new layout; {hint}. Nothing was changed")
    if _meaning(after) != _meaning(before):
        raise UsageError(f"{file}: a new layout would change what the file says; nothing was changed")
    return out


def _meaning(node: Node) -> Any:
    """What a file says, and the order in which it says it."""
    if isinstance(node, Scalar):
        return node.value if node.value is None else (type(node.value), node.text)
    if isinstance(node, Sequence):
        return [_meaning(item) for item in node.items]
    return [(key, _meaning(entry.value)) for key, entry in node.entries.items()]


# -- the steps of one pass


def _laid_out(text: str, file: str) -> str:
    text = _untabbed(load_text(text, file))
    text = _lifted(load_text(text, file))
    text = _spaced(_unbraced(load_text(text, file)), file)
    levels = _levels(text, file)
    writer = YAML()
    writer.preserve_quotes = True
    writer.width = 10**6  # lines are broken here, not there
    writer.indent(mapping=2, sequence=4, offset=2)
    writer.brace_single_entry_mapping_in_flow_sequence = True
    writer.Emitter = _Emitter
    out = io.StringIO()
    try:
        root = writer.compose(text)
        _restyle(root, False)
        writer.serialize(root, out)
        return _indented(out.getvalue(), levels, file)
    except (YAMLError, RulesetError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{file}:{mark.line + 1}" if mark is not None else file
        message = f"{place}: a tab or something else here cannot be laid out anew; nothing was changed"
        raise UsageError(message) from None


def _restyle(node: Any, braces: bool) -> None:
    """Sets the style of a node and what is in it: braces or lines of their own, quotes, folded texts."""
    if isinstance(node.anchor, str):  # else the nickname would be replaced by a number
        name, node.anchor = node.anchor, Anchor()
        node.anchor.value, node.anchor.always_dump = name, True
    if isinstance(node, ScalarNode):
        value = str(node.value)
        if node.style == '"' and not re.search(r"['\\\x00-\x1f\x7f-\x9f]", value):
            node.style = "'"
        if node.style == "'" and "\n" in value:
            node.style = '"'  # keeps the text on one line
        if not node.style and not braces and len(value) > LONGEST_TEXT and node.comment is None:
            folded = _folded(value)
            node.style, node.value = (">", folded) if "\a" in folded else (node.style, value)
        elif node.style == ">":
            node.value = _MISPLACED_FOLD.sub("", value)
        return
    # an empty collection has no other form
    if not braces and node.flow_style and node.value and _width(node) > LONGEST:
        node.flow_style = False
    inner = bool(node.flow_style)
    for child in node.value:
        if isinstance(node, MappingNode):
            _restyle(child[1], inner)
        else:
            _restyle(child, inner)


def _width(node: Any) -> int:
    """The characters of a node written in braces on one line."""
    if isinstance(node, SequenceNode):
        return 2 + sum(_width(item) + 2 for item in node.value) - 2 * bool(node.value)
    if isinstance(node, MappingNode):
        return 2 + sum(_width(key) + _width(value) + 4 for key, value in node.value) - 2 * bool(node.value)
    return len(str(node.value)) + (2 if node.style else 0)


def _folded(text: str) -> str:
    """The text with the sign for a new line (\\a) before those of its blanks at which it is to be folded."""
    out, line = "", 0
    for word in _BREAKABLE.split(text):
        if line and line + 1 + len(word) > WRAPPED:
            out, line = f"{out}\a", 0
        out += (" " if out else "") + word
        line += len(word) + 1
    return out


def _scalars(root: Node) -> list[Scalar]:
    """Every value and name, in the order written; what is repeated by a nickname only where it is written."""
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


def _text(root: Mapping) -> str:
    """The text that a tree was read from."""
    source = _scalars(root)[0].source
    assert source is not None
    return source.text


def _lost_comment(before: Mapping, after: Mapping) -> int | None:
    """The line of the first comment before that is not the same one after; None if all are there, in their order."""
    old, new = _found_comments(before), [comment.group().rstrip() for comment in _found_comments(after)]
    for number, comment in enumerate(old):
        if new[number : number + 1] != [comment.group().rstrip()]:
            return _text(before).count("\n", 0, comment.start()) + 1
    return None if len(new) == len(old) else 1


def _found_comments(root: Mapping) -> list[re.Match[str]]:
    """The comments of a file, in the order written."""
    text = _text(root)
    found: list[re.Match[str]] = []
    at = 0
    for scalar in [*_scalars(root), None]:
        end = len(text) if scalar is None else scalar.start
        found += _COMMENT.finditer(text, at, end)
        at = end if scalar is None else scalar.end
    return found


def _untabbed(root: Mapping) -> str:
    """The text of a file with blanks in place of the tabs between values."""
    text, out, at = _text(root), "", 0
    for scalar in [*_scalars(root), None]:
        end = len(text) if scalar is None else scalar.start
        out += _TAB.sub(lambda found: " " if found[0] == "\t" else found[0], text[at:end])
        at = end if scalar is None else scalar.end
        out += text[end:at]
    return out


# -- comments between a name and its value


def _lifted(root: Mapping) -> str:
    """The text of a file, in which comments on lines between a name and its value stand above the name.

    A comment behind the name goes with them; alone it stays, and comes to stand behind the value. Empty lines there go.
    """
    text, source = _text(root), Source("", _text(root))
    parts, at = [], 0
    for key, value in sorted(_open_entries(root, source), key=lambda entry: entry[0].start):
        end = value.start if isinstance(value, Scalar) else source.offset(value.span)
        comments = list(_COMMENT.finditer(text, key.end, end))
        if any("\n" in text[key.end : comment.start()] for comment in comments):
            line = source.starts[source.place(key.start)[0] - 1]
            column = " " * (key.start - line)
            parts += [text[at:line], *(f"{column}{comment.group().rstrip()}\n" for comment in comments)]
            at = line
            for comment in comments:
                parts.append(text[at : comment.start()].rstrip())
                at = comment.end()
        parts += [text[at : max(at, key.end)], _EMPTY_LINES.sub("\n", text[max(at, key.end) : end])]
        at = end
    return "".join(parts) + text[at:]


def _open_entries(root: Mapping, source: Source) -> Iterator[tuple[Scalar, Node]]:
    """The names not in braces whose value is a single one, or in braces, each with its value."""
    open_nodes: list[Node] = [root]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, Scalar) or source.text[source.offset(node.span)] in "{[":
            continue
        for value, key in _entries(node):
            open_nodes.append(value)
            start = value.start if isinstance(value, Scalar) else source.offset(value.span)
            alone = bool(value.text) if isinstance(value, Scalar) else source.text[start] in "{["
            # what is repeated by a nickname is written elsewhere
            if key is not None and alone and start > key.end:
                yield key, value


# -- comments in braces


def _unbraced(root: Mapping) -> str:
    """The text of a file, in which collections in braces that hold comments have got lines of their own.

    The library that writes the file keeps comments only there.
    """
    text = _text(root)
    starts = [comment.start() for comment in _found_comments(root)]
    return text if not starts else _Unbracing(root, text, starts).result()


class _Unbracing:
    """Rewrites the collections in braces that hold comments."""

    def __init__(self, root: Mapping, text: str, comments: list[int]) -> None:
        self.root, self.text, self.comments = root, text, comments
        self.starts = Source("", text).starts
        self.parts: list[str] = []
        self.at = 0

    def result(self) -> str:
        self.visit(self.root, 0)
        return "".join(self.parts) + self.text[self.at :]

    def visit(self, node: Node, indent: int) -> None:
        if isinstance(node, Scalar):
            return
        start, end = self.stretch(node)
        if self.text[start : start + 1] in "{[" and any(start < comment < end for comment in self.comments):
            self.parts += [self.text[self.at : start].rstrip(" "), "\n", *self.lines(node, indent)]
            # what follows the brace on its line gets a line of its own
            rest = _REST.match(self.text, end)
            self.at = rest.end() if rest else end
            return
        for child in _values(node):
            self.visit(child, node.span.column + 1)

    def stretch(self, node: Node) -> tuple[int, int]:
        span = node.span
        return self.starts[span.line - 1] + span.column - 1, self.starts[span.end_line - 1] + span.end_column - 1

    def lines(self, node: Mapping | Sequence, indent: int) -> list[str]:
        """The entries of a collection in braces, each on a line, with the comments between them."""
        out: list[str] = []
        start, end = self.stretch(node)
        at = start + 1
        pad = " " * indent
        for value, key in _entries(node):
            begin, last = self.stretch(value)
            first, name_end = (key.start, key.end) if key is not None else (begin, begin)
            out += [*self.between(at, first, pad), *self.between(name_end, begin, pad)]
            out.append(pad + (f"{_joined(self.text[first:name_end])}:" if key is not None else "-"))
            at = last
            if not isinstance(value, Scalar) and any(begin < comment < at for comment in self.comments):
                out += ["\n", *self.lines(value, indent + 2)]
            else:
                behind = _BEHIND.match(self.text, at)
                note = f"  {behind[1].rstrip()}" if behind else ""
                out.append(f" {_joined(self.text[begin:at])}".rstrip() + f"{note}\n")
                at = behind.end() if behind else at
        return [*out, *self.between(at, end - 1, pad)]

    def between(self, start: int, end: int, pad: str) -> list[str]:
        return [f"{pad}{comment.group().rstrip()}\n" for comment in _COMMENT.finditer(self.text, start, end)]


def _values(node: Mapping | Sequence) -> list[Node]:
    return [value for value, _ in _entries(node)]


def _entries(node: Mapping | Sequence) -> list[tuple[Node, Scalar | None]]:
    if isinstance(node, Sequence):
        return [(item, None) for item in node.items]
    return [(entry.value, entry.key) for entry in node.entries.values()]


def _joined(text: str) -> str:
    """A text of several lines on one line, as YAML reads it."""
    return re.sub(r"[ \t]*\n[ \t\n]*", " ", text)


# -- blank lines and the columns of comments


def _inside(root: Mapping) -> set[int]:
    """The numbers of the lines (from 0) that begin inside a value: their blanks may mean something."""
    lines: set[int] = set()
    for scalar in _scalars(root):
        source = scalar.source
        assert source is not None
        written = source.text[scalar.start : scalar.end]
        # empty lines at the end of a text count only where its sign has a +
        end = scalar.end if _KEEPS.match(written) else scalar.start + len(written.rstrip())
        lines.update(range(source.place(scalar.start)[0], source.place(max(scalar.start, end - 1))[0]))
    return lines


def _spaced(text: str, file: str) -> str:
    """The text without blanks at the ends of lines and with at most one empty line in a row."""
    inside = _inside(load_text(text, file))
    out: list[str] = []
    for number, line in enumerate(text.split("\n")):
        if number in inside:
            out.append(line)
            continue
        # the line after may be inside a value that starts here: only what a comment or nothing ends is cut
        line = line if number + 1 in inside else line.rstrip()
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).strip("\n") + "\n"


def _indented(text: str, levels: list[int], file: str) -> str:
    """Comments on lines of their own start where they did: at the column of the next line, or of one before it."""
    places = _places(text, file)
    lines = text.rstrip("\n").split("\n")
    for i, (number, columns) in enumerate(places):
        level = levels[i] if len(levels) == len(places) else 0
        lines[number] = " " * columns[min(level, len(columns) - 1)] + lines[number].lstrip(" ")
    return "\n".join(lines) + "\n"


def _levels(text: str, file: str) -> list[int]:
    """For each comment on a line of its own where it starts: 0 with the next line, 1 one level further right, ..."""
    lines = text.split("\n")
    levels = []
    for number, columns in _places(text, file):
        own = len(lines[number]) - len(lines[number].lstrip(" "))
        levels.append(min(range(len(columns)), key=lambda level: (abs(columns[level] - own), level)))
    return levels


def _places(text: str, file: str) -> list[tuple[int, list[int]]]:
    """The lines (from 0) that are comments, each with the columns at which it may start, from the left.

    The first is that of the next line that is no comment; the others are those of the levels that end here.
    """
    inside = _inside(load_text(text, file))
    columns = {
        number: len(line) - len(line.lstrip(" "))
        for number, line in enumerate(text.split("\n"))
        if number not in inside and line.strip() and not line.lstrip().startswith("#")
    }
    found = []
    ahead, open_columns = 0, [0]
    following: dict[int, int] = {}
    for number in range(text.count("\n"), -1, -1):
        following[number] = ahead
        ahead = columns.get(number, ahead)
    for number, line in enumerate(text.split("\n")):
        if number in columns:
            open_columns = [one for one in open_columns if one < columns[number]] + [columns[number]]
        elif number not in inside and line.strip():
            first = following[number]
            found.append((number, [first, *(one for one in open_columns if one > first)]))
    return found
