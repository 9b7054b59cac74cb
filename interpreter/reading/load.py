"""First stage: parse a ruleset file to a tree of values that know where they were written."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

import yaml
from yaml.reader import Reader

from ..base import limits
from ..base.diagnostics import Diagnostic, Note, RulesetError, Span, mistake
from ..base.lookalikes import compose
from ..base.similar import ask_if_meant
from ..base.unsaved import unsaved_text
from . import library
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .odd_names import odd_blank, odd_key, twins
from .source import CLOSERS, Source, fixed_line, value_end
from .yaml_errors import explain_error, no_blank_behind_dash

MOST_TROUBLES = 100
LONGEST_NUMBER = 18
MOST_ENDLESS = 100

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?[0-9]+")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_AFTER_NICKNAME = re.compile(r"(?:[ \t\n]+|(?<=[ \t\n])#[^\n]*)*")
_BLANKS = re.compile(r"[ \t\n]*")
_DASHES = re.compile(r"-[^\W\d][^\n]*(?:\n[ ]*-[^\W\d][^\n]*)+")  # a list in lines, without blanks behind its `-`
_COMMENT = re.compile(r"[ \t]+#")
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_UNREADABLE = Reader.NON_PRINTABLE, re.compile("[\x85\u2028\u2029\ufeff]")  # the line breaks that editors do not know


def load(path: Path) -> Mapping:
    """Read a ruleset file.

    Raises RulesetError with everything found wrong: the file itself, its YAML, repeated keys and the like.
    """
    file = str(path)
    return load_text(decode(file, content_of(path)), file)


def load_text(text: str, file: str) -> Mapping:
    """Read a ruleset from text; file is the name its spans carry. Raises RulesetError as `load` does."""
    text = compose(text.removeprefix("\ufeff")).replace("\r\n", "\n").replace("\r", "\n")
    source = Source(file, text)
    if len(text) > limits.FILE_CHARACTERS:
        raise too_big(file)
    troubles = invisible(source) or _directives(source)
    if troubles:
        raise RulesetError(troubles, {file: text})
    builder = _Builder(source)
    root = builder.run()
    troubles = builder.troubles
    if not troubles and (root is None or (isinstance(root, Scalar) and not root.text and not root.style)):
        hint = "A ruleset starts with `format: 1`, then the game's name and parts."
        troubles.append(Diagnostic("file-empty", "there is no ruleset in this file", Span.whole(file), hint=hint))
    elif not troubles and not isinstance(root, Mapping):
        assert root is not None
        what = "a list" if isinstance(root, Sequence) else "a single value"
        hint = "Begin with `format: 1`, then one `name: value` a line."
        message = f"the file holds {what}; a ruleset is made of names, each followed by a colon and a value"
        troubles.append(Diagnostic("yaml-top", message, root.span, hint=hint))
    elif not troubles and isinstance(root, Mapping):
        troubles = twins(root)
    if troubles:
        raise RulesetError(troubles, {file: text})
    assert isinstance(root, Mapping)
    return root


def content_of(path: Path, most: int = limits.FILE_CHARACTERS) -> bytes:
    """The content of a file of at most so many bytes. Raises RulesetError if it cannot be read."""
    whole = Span.whole(str(path))
    if (text := unsaved_text(path)) is not None:
        return text.encode("utf-8", errors="replace")
    try:
        mode = path.stat().st_mode
        if S_ISDIR(mode):
            hint = "Name a ruleset file in it, ending in .yaml."
            raise mistake("file-is-folder", "this is a folder, not a ruleset file", whole, hint)
        if not S_ISREG(mode):
            raise mistake("file-unreadable", "this is a device, not a ruleset file", whole)
        with path.open("rb") as handle:
            content = handle.read(most + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise mistake("file-missing", "there is no such file", whole, library.meant_file(path)) from None
    except OSError as error:
        message = f"this file cannot be read: {(error.strerror or 'unknown reason').lower()}"
        hint = "Check its name and that you are allowed to open it."
        raise mistake("file-unreadable", message, whole, hint) from None
    if len(content) > most:
        raise too_big(str(path), most)
    return content


def too_big(file: str, most: int = limits.FILE_CHARACTERS) -> RulesetError:
    """The mistake of a file that is too large."""
    message = f"this file is larger than {most // 1_000_000} million characters"
    hint = "Move parts into files of their own."
    return mistake("file-too-big", message, Span.whole(file), hint)


def decode(file: str, content: bytes, what: str = "a ruleset", hint: str = "") -> str:
    """The text of a file, normalized to composed characters. Raises RulesetError with hint if it is not UTF-8."""
    hint = hint or "Save it again with the encoding UTF-8 (in most editors under `Save as`)."
    try:
        return compose(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            span, message = Span.whole(file), f"this file is saved as UTF-16; {what} is saved as UTF-8"
            text = ""
        else:
            text = content.decode("utf-8", errors="replace")
            before = content[: error.start].decode("utf-8").removeprefix("\ufeff")
            before = before.replace("\r\n", "\n").replace("\r", "\n")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            span = Span(file, line, column, line, column + 1)
            code = content[error.start]
            message = f"this file is not saved as UTF-8: the character here has the code 0x{code:02x}"
            letter = bytes([code]).decode("cp1252", errors="replace")
            if letter.isalpha():
                message += f", which is {letter} in the older encoding Windows-1252"
        raise RulesetError([Diagnostic("file-not-utf8", message, span, hint=hint)], {file: text}) from None


def invisible(source: Source, what: str = "a ruleset") -> list[Diagnostic]:
    """The mistakes of characters that no file may hold; what: the kind of file."""
    troubles: list[Diagnostic] = []
    for at in unreadable(source.text):
        code = ord(source.text[at])
        hint = "Delete it; it was probably pasted along with the text."
        message = f"there is an invisible character here that cannot stand in {what} (U+{code:04X})"
        troubles.append(Diagnostic("yaml-character", message, source.span(at, at + 1), hint=hint))
        if code == 0 or len(troubles) == 10:
            break
    if troubles and code == 0:
        message = "there is a zero byte here: this is not a text file, or it was damaged"
        hint = "Open it in a text editor and save it as plain text (UTF-8)."
        troubles[-1] = Diagnostic("yaml-nul", message, troubles[-1].span, hint=hint)
    return troubles


def unreadable(text: str) -> list[int]:
    """The offsets of characters that no file may hold."""
    return sorted(match.start() for pattern in _UNREADABLE for match in pattern.finditer(text))


def _directives(source: Source) -> list[Diagnostic]:
    """Report lines that start with `%`: instructions to the YAML reader, which no ruleset needs."""
    match = _DIRECTIVE.search(source.text)
    if match is None:
        return []
    at = match.start()
    end = value_end(source, at, False)
    fix = fixed_line(source, (at, end)) if end is not None and source.text.startswith(":", end) else ""
    message, hint = "a line cannot start with `%`", "If it belongs to the text, put that text in quotes."
    return [Diagnostic("yaml-odd-start", message, source.span(at, at + 1), hint=hint, fix=fix)]


@dataclass(slots=True, eq=False)
class _Frame:
    """A list or mapping being read; in a mapping, keys and values take turns in `items`."""

    mapping: bool
    braces: bool
    start: Any
    anchored: _Anchored | None
    items: list[Node] = field(default_factory=list)
    size: int = 1
    height: int = 1

    @property
    def wants_key(self) -> bool:
        return self.mapping and len(self.items) % 2 == 0


@dataclass(slots=True, eq=False)
class _Anchored:
    """A value with an anchor `&`; node is None while it is still being read."""

    span: Span
    braces: bool
    node: Node | None
    size: int = 1
    height: int = 1
    used: bool = False


def open_brackets(text: str) -> int:
    """The number of brackets that the text opens and does not close."""
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


class _Stop(Exception):
    """Reading cannot continue; the reason is among the troubles."""


class _Builder:
    """Builds the tree from the YAML reader's events, without recursion, collecting troubles on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.troubles: list[Diagnostic] = []
        self.stack: list[_Frame] = []
        self.anchors: dict[str, _Anchored] = {}
        self.names: list[tuple[str, _Anchored]] = []
        self.count = 0
        self.root: Node | None = None
        self.documents = 0
        self.cuts: list[tuple[int, int, int]] = []
        self.last = (0, 0)
        self.endless = 0

    def run(self) -> Node | None:
        """The root of the tree, or None if the text holds none; the tree is complete only without troubles."""
        refused: Exception | None = None
        try:
            for event in yaml.parse(self.source.text, Loader=_LOADER):
                self.take(event)
            for name, anchored in self.names:
                if not anchored.used and isinstance(anchored.node, Scalar):
                    self.unused_anchor(name, anchored)
        except _Stop:
            pass
        except (yaml.YAMLError, ValueError, OverflowError) as error:  # the latter for `\U` and a number beyond Unicode
            refused = error
        self.commas()
        if refused is not None:
            self.syntax_error(refused)
        return self.root

    def trouble(self, code: str, message: str, span: Span, hint: str = "", fix: str = "", *notes: Note) -> None:
        """Note a mistake, and go on reading unless there are too many."""
        if self.cuts and self.is_cut(self.source.offset(span)):
            return  # what a comma left of an expression is not worth a word of its own
        self.troubles.append(Diagnostic(code, message, span, hint=hint, fix=fix, notes=notes))
        if len(self.troubles) >= MOST_TROUBLES:
            raise _Stop

    def stop(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Note a mistake, and stop reading."""
        self.troubles.append(Diagnostic(code, message, span, hint=hint))
        raise _Stop

    def syntax_error(self, error: Exception) -> None:
        opener = self.stack[-1].start.index if self.stack and self.stack[-1].braces else None
        trouble = odd_blank(self.source, error) or explain_error(self.source, error, self.last, opener)
        lines = {d.span.line for d in self.troubles}
        if trouble.span.line not in lines and self.source.place(self.last[0])[0] not in lines:
            self.troubles.append(trouble)  # otherwise the real trouble has been named

    def take(self, event: Any) -> None:
        """Process one event of the YAML reader."""
        if isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self.open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.close(event)
        elif isinstance(event, yaml.AliasEvent):
            self.alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                mark: Any = event.start_mark
                start = mark.index
                hint = "Delete the line `---`, or move what follows into a file of its own."
                span = self.source.span(start, start + 3)
                self.stop("yaml-documents", "a second document begins here; a ruleset file holds one", span, hint)

    def span(self, start: Any, end: Any) -> Span:
        return Span(self.source.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def scalar(self, event: Any) -> None:
        """Add a scalar, reporting mistakes in how it is written."""
        style = event.style if event.style and event.style in "'\"|>" else ""
        start, end = event.start_mark.index, event.end_mark.index
        if start < end:
            self.last = (start, end)
        span = None
        if event.anchor is not None:
            match = _AFTER_NICKNAME.match(self.source.text, start + 1 + len(event.anchor))
            start = min(match.end(), end) if match else start
            span = self.source.span(start, end)
        if style in ("|", ">"):
            written = self.source.text[start:end]
            end = start + len(written.rstrip())
            span = self.source.span(start, end)
        span = span or self.span(event.start_mark, event.end_mark)
        text = compose(event.value)
        is_key = bool(self.stack) and self.stack[-1].wants_key
        value: str | int | bool | None = text
        if not style and not is_key:
            if text in _CONSTANTS:
                value = _CONSTANTS[text]
            elif _NUMBER.fullmatch(text):
                value = self.number(text, span)
        node = Scalar(span, value, text, style, self.source, start, event.end_mark.index)
        if event.tag is not None:
            self.tag(event.tag, node.span)
        if style == '"':
            self.refuse_escapes(node)
        if style:
            self.empty_block(node)
        elif _DASHES.fullmatch(self.source.text, node.start, node.end):
            self.troubles.append(no_blank_behind_dash(self.source, node.start))
        elif text:
            self.cut_expression(node)
        if event.anchor is not None:
            self.name(event, node)
        self.attach(node, 1, 1)

    def number(self, text: str, span: Span) -> int:
        if len(text) > LONGEST_NUMBER:
            message = f"this number is too long: at most {LONGEST_NUMBER} digits"
            self.trouble("yaml-number", message, span, "Put it in quotes if it is meant as text.")
            return 0
        return int(text)

    def in_quotes(self, start: int) -> str:
        """The line at an offset with the value that starts there in quotes; "" if its end is not certain."""
        braces = bool(self.stack) and self.stack[-1].braces
        return fixed_line(self.source, (start, value_end(self.source, start, braces)))

    def is_cut(self, offset: int) -> bool:
        """Whether an offset lies in an expression that a comma has cut."""
        index = bisect_right(self.cuts, (offset, limits.FILE_CHARACTERS, 0)) - 1
        return index >= 0 and offset < self.cuts[index][1]

    def refuse_escapes(self, node: Scalar) -> None:
        """Report an escape sequence for a character that no file may hold."""
        for at in unreadable(node.text)[:1]:
            message = f"this stands for a character without a shape (U+{ord(node.text[at]):04X}), which cannot be shown"
            self.trouble("yaml-character", message, node.span_of(at), "Delete it.")

    def empty_block(self, node: Scalar) -> None:
        """Report a `|` or `>` without lines below it."""
        if node.style not in ("|", ">") or node.text.strip():
            return
        message = (
            f"a value that starts with `{node.style}` continues on the indented lines below it, but there are none"
        )
        line = self.source.line_end(node.start)
        fix = self.in_quotes(node.start)
        hint = f"If `{node.style}` belongs to the value, put the value in quotes; otherwise indent the lines below."
        self.trouble("yaml-empty-block", message, self.source.span(node.start, line), hint, fix)

    def cut_expression(self, node: Scalar) -> None:
        """Report an expression whose brackets stayed open because a comma or a `#` ended the value."""
        text = node.text
        if open_brackets(text) <= 0 or self.is_cut(node.start):
            return
        written = self.source.text
        braces = bool(self.stack) and self.stack[-1].braces
        after = _BLANKS.match(written, node.end)
        follow = after.end() if after else node.end
        if braces and written[follow : follow + 1] == ",":
            end = self.expression_end(node.start) if self.endless < MOST_ENDLESS else None
            if end is not None:
                self.cuts.append((node.start, end, follow))
            else:
                self.endless += 1  # or a file full of open brackets would be searched to its end each time
        elif _COMMENT.match(written, node.end):
            self.hash(node)

    def expression_end(self, start: int) -> int | None:
        """The end of the expression that starts here if commas in its brackets belong to it; None if there is none."""
        written = self.source.text
        closers: list[str] = []
        for at in range(start, min(len(written), start + limits.EXPRESSION)):
            character = written[at]
            if character in CLOSERS:
                closers.append(CLOSERS[character])
            elif not closers and (character in ",]}" or (character == ":" and written[at + 1 : at + 2] in " \n")):
                return start + len(written[start:at].rstrip())
            elif character in ")]}" and (not closers or closers.pop() != character):
                return None
        return None

    def commas(self) -> None:
        """Report the expressions that a comma cut; those on one line are corrected together."""
        lines: dict[int, list[tuple[int, int | None]]] = {}
        for start, end, _ in self.cuts:
            lines.setdefault(self.source.place(start)[0], []).append((start, end))
        fixes = {number: fixed_line(self.source, *stretches) for number, stretches in lines.items()}
        for start, _, comma in self.cuts[:MOST_TROUBLES]:
            fix = fixes[self.source.place(start)[0]]
            hint = "Put the whole value in quotes."
            message = "inside { } and [ ] a comma ends the value, so this one is cut off at its comma"
            span = self.source.span(comma, comma + 1)
            self.troubles.append(Diagnostic("yaml-comma", message, span, hint=hint, fix=fix))

    def hash(self, node: Scalar) -> None:
        """Report a `#` that cuts off a value with an open bracket."""
        written, line_end = self.source.text, self.source.line_end(node.end)
        at = written.index("#", node.end)
        whole = written[node.start : line_end].rstrip()
        fix = fixed_line(self.source, (node.start, node.start + len(whole))) if open_brackets(whole) == 0 else ""
        hint = "Put the value in quotes if the # belongs to it, or close the bracket before the comment."
        message = "a space and # start a comment, which cuts this value off with a bracket still open"
        self.trouble("yaml-hash", message, self.source.span(at, at + 1), hint, fix)

    def tag(self, tag: str, span: Span) -> None:
        """Report a value that starts with `!`, which YAML takes for a tag."""
        start = self.source.offset(span)
        line_end = self.source.line_end(start)
        length = len((self.source.text[start:line_end].split() or [""])[0])
        written = self.source.text[start : start + length]
        fix = self.in_quotes(start) if written.startswith("!") else ""
        message = f"a value cannot start with `!`: `{written}` would be an instruction to the YAML reader"
        hint = "If it belongs to the text, put the whole value in quotes; otherwise delete it."
        self.trouble("yaml-tag", message, self.source.span(start, start + max(1, length)), hint, fix)

    def name(self, event: Any, node: Node | None) -> _Anchored:
        """Note an anchor with its value."""
        start = event.start_mark.index
        end = start + 1 + len(event.anchor)
        anchored = _Anchored(self.source.span(start, end), bool(self.stack) and self.stack[-1].braces, node)
        self.anchors[event.anchor] = anchored
        self.names.append((event.anchor, anchored))
        return anchored

    def unused_anchor(self, name: str, anchored: _Anchored) -> None:
        """Report an anchor that no alias uses."""
        span = anchored.span
        start = self.source.offset(span)
        message = f"`&{name}` gives this value a nickname, but nothing uses it as `*{name}`"
        hint = "If it belongs to the text, put the whole value in quotes; otherwise delete it."
        fix = fixed_line(self.source, (start, value_end(self.source, start, anchored.braces)))
        self.trouble("yaml-unused-nickname", message, span, hint, fix)

    def alias(self, event: Any) -> None:
        """Add the node that an alias repeats, or report that it cannot."""
        start = event.start_mark.index
        self.last = (start, event.end_mark.index)
        span = self.span(event.start_mark, event.end_mark)
        name = event.anchor
        anchored = self.anchors.get(name)
        if anchored is None:
            message = f"a value that starts with `*` repeats a part nicknamed with `&`, but there is no `&{name}` above"
            near = ask_if_meant(name, self.anchors, "", "Did you mean `*{}`?")
            hint = near or "If it belongs to the text, put the whole value in quotes."
            fix = "" if near else self.in_quotes(start)
            self.trouble("yaml-unknown-nickname", message, span, hint, fix)
            self.attach(Scalar(span, None, ""), 1, 1)
            return
        anchored.used = True
        if anchored.node is None:
            note = Note(anchored.span, "it is nicknamed here")
            message = f"`*{name}` stands inside the value it repeats, so it would never end"
            self.trouble("yaml-endless-nickname", message, span, "", "", note)
            self.attach(Scalar(span, None, ""), 1, 1)
            return
        if self.stack and self.stack[-1].wants_key:
            self.bad_key(span, "a nickname")
            self.attach(Sequence(span, []), 1, 1)
            return
        self.attach(anchored.node, anchored.size, anchored.height)

    def open(self, event: Any) -> None:
        """Begin a list or mapping."""
        mark = event.start_mark
        span = Span(self.source.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
        mapping = isinstance(event, yaml.MappingStartEvent)
        if event.tag is not None:
            self.tag(event.tag, span)
        if self.stack and self.stack[-1].wants_key:
            self.bad_key(span, "a part in { }" if mapping else "a list", self.in_quotes(mark.index))
        anchored = None if event.anchor is None else self.name(event, None)
        self.stack.append(_Frame(mapping, bool(event.flow_style), mark, anchored))
        if len(self.stack) > limits.DEPTH:
            self.stop("yaml-too-deep", f"more than {limits.DEPTH} parts stand inside one another here", span)

    def bad_key(self, span: Span, what: str, fix: str = "") -> None:
        """Report something that cannot be a key."""
        message = f"{what} stands where a name is expected, before the colon"
        self.trouble("yaml-key", message, span, "Write the name as words; put it in quotes if it holds brackets.", fix)

    def close(self, event: Any) -> None:
        """End a list or mapping."""
        frame = self.stack.pop()
        if frame.braces:
            self.last = (frame.start.index, event.end_mark.index)
        items = frame.items
        if frame.braces or not items:
            span = self.span(frame.start, event.end_mark)
        else:
            last = items[-1].span
            start = frame.start
            span = Span(self.source.file, start.line + 1, start.column + 1, last.end_line, last.end_column)
            if (last.end_line, last.end_column) < (start.line + 1, start.column + 1):  # it ends in a repeated value
                span = self.span(start, event.start_mark)
        node = Mapping(span, self.entries(items)) if frame.mapping else Sequence(span, items)
        if frame.anchored is not None:
            frame.anchored.node, frame.anchored.size, frame.anchored.height = node, frame.size, frame.height
        self.count -= frame.size - 1  # its parts are counted already
        self.attach(node, frame.size, frame.height)

    def entries(self, items: list[Node]) -> dict[str, Entry]:
        """The entries of a mapping, without keys that are mistakes."""
        entries: dict[str, Entry] = {}
        for key, value in zip(items[::2], items[1::2], strict=True):
            if not isinstance(key, Scalar):
                continue
            if key.text in entries:
                note = Note(entries[key.text].key.span, "first written here")
                hint = "Delete one of the two lines, or rename one of them."
                if key.text in ("with", "gives"):
                    hint = f"The `{key.text}` of an action is its own: put the `run` with the other one under `do`."
                message = f"`{key.text}` is written twice in the same place"
                self.trouble("yaml-duplicate-key", message, key.span, hint, "", note)
                continue
            if not key.style and key.text == "<<":
                hint = "To build on another ruleset, use `extends`."
                self.trouble("yaml-merge", "`<<` (merging one part into another) is not used here", key.span, hint)
            elif not key.text.strip():
                self.trouble("yaml-key", "a name is missing before the colon", key.span, "Write a name, then a colon.")
            elif odd := odd_key(key):
                self.troubles.append(odd)
            entries[key.text] = Entry(key, value)
        return entries

    def attach(self, node: Node, size: int, height: int) -> None:
        """Add a complete node to the collection around it, within the limits."""
        self.count += size
        if self.count > limits.FILE_VALUES:
            message = f"this ruleset has more than {limits.FILE_VALUES} values, counting repeated ones"
            self.stop("yaml-too-many", message, node.span, "Repeat less with `*`, or move parts into other files.")
        if len(self.stack) + height - 1 > limits.DEPTH:
            self.stop("yaml-too-deep", f"more than {limits.DEPTH} parts stand inside one another here", node.span)
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.items.append(node)
        frame.size += size
        frame.height = max(frame.height, height + 1)
