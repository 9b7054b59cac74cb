"""Find the line without its colon, or with the wrong indentation, by trying which change of it makes the file whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..base.diagnostics import Diagnostic, RulesetError, apply_correction
from ..base.english import count_of
from ..base.keywords import SECTIONS, SLOTS
from .load import load_text
from .nodes import Mapping
from .schema import check_shape
from .source import LONGEST_FIX, Source

# a name with its colon, before any bracket or quote
_NAMED = re.compile(r"[^\s{\[\"'#:][^{\[\"'#:]*:(?=\s|$)|[\"'].*?[\"']:(?=\s|$)")
_KNOWN = re.compile(rf"(?:{'|'.join(sorted(map(re.escape, {*SECTIONS, *SLOTS}), key=len, reverse=True))})(?=\s|$)")
_WITH_PARAMETERS = re.compile(r"\w+\([^()]*\)(?=\s)")
_BEFORE_BRACKET = re.compile(r"[^{\[\"'#:]*?(?=\s+[{\[])")
_PLAIN_WORDS = re.compile(r"[^\W\d][\w-]*(?:\s+[^\W\d][\w-]*)*(?=\s+\S)")
_SECTION = re.compile(rf"(?:{'|'.join(map(re.escape, SECTIONS))}|each \w+)[ \t]*:")
_HEAD = re.compile(r"(?:format|extends|library|tests):")
STEP = 2
# what is known to be wrong with several lines is told as that
TOLD_WELL = ("yaml-no-blank", "misplaced-key")
# shapes that are looked at for one mistake: each takes some milliseconds
MOST_SHAPES = 12


@dataclass(frozen=True, slots=True)
class _Repair:
    """A line in another form. name: what stands before a colon that was put in, "" where only blanks differ."""

    number: int
    line: str
    name: str = ""


def with_slips(found: list[Diagnostic], text: str, file: str, kind: str) -> list[Diagnostic]:
    """The mistakes of a text that is not whole; the first is told by the one line that is to blame, if one is."""
    wrong = min((one for one in found if one.severity == "error"), key=lambda one: one.span.line, default=None)
    if wrong is None or wrong.span.file != file or wrong.code in TOLD_WELL:
        return found
    trial, is_read = _Trial(text, file, kind, wrong.span.line), not wrong.code.startswith("yaml-")
    own = apply_correction(Source(file, text).line(wrong.span.line), wrong)
    # a plain value is put right in its own place
    if wrong.instead and own and not {"{", "}"} & {*own} and trial.mends(_Repair(wrong.span.line, own)):
        return found
    wanted = [*trial.likely(), *([_Repair(wrong.span.line, own)] if own else []), *([] if is_read else trial.others())]
    repair = next((one for one in wanted if trial.mends(one)), None)
    if repair is None or repair.line == own and not repair.name:
        return found
    at_tab = wrong.code == "yaml-tab" and repair.number == wrong.span.line
    told = replace(wrong, fix=repair.line) if at_tab else _mistake_in(Source(file, text), repair)
    return [told, *(one for one in found if one is not wrong and one.span.line != repair.number and is_read)]


def text_of_tree(root: Mapping) -> str:
    """The text that a tree was read from."""
    source = next(iter(root.entries.values())).key.source
    return source.text if source is not None else ""


def _mistake_in(source: Source, repair: _Repair) -> Diagnostic:
    """The mistake in a line, with the line as it should be."""
    line, start = source.line(repair.number), source.starts[repair.number - 1]
    indent, right = _indent(line), _indent(repair.line)
    fix = repair.line if len(repair.line) <= LONGEST_FIX else ""
    if repair.name:
        span = source.span(start + indent, start + indent + len(repair.name))
        hint = "Write a colon and a space after the name." if line.strip() != repair.name else "Write a colon after it."
        return Diagnostic("yaml-no-colon", f"a colon is missing after `{repair.name}`", span, hint=hint, fix=fix)
    span = source.span(start + indent, start + len(line))
    message = f"this line is indented by {count_of(indent, 'space')} instead of {right}"
    if not right:
        message = f"this line is indented by {count_of(indent, 'space')}, but belongs at the left edge"
    if not indent:
        message = f"this line has to be indented by {count_of(right, 'space')}"
    return Diagnostic("yaml-indent", message, span, hint=f"Start it in column {right + 1}.", fix=fix)


class _Trial:
    """Tries repairs of lines around a mistake, within the sections around it."""

    def __init__(self, text: str, file: str, kind: str, number: int) -> None:
        self.file, self.kind = file, kind
        self.lines = text.split("\n")
        self.written = [number for number, line in enumerate(self.lines, 1) if line.strip() and line.lstrip()[0] != "#"]
        at = next((place for place, one in enumerate(self.written) if one >= number), len(self.written) - 1)
        near = [self.written[one] for one in (at, at - 1, at + 1, at - 2) if 0 <= one < len(self.written)]
        self.near = sorted(near, key=lambda one: not self.is_deeper(one))
        self.left = MOST_SHAPES
        self.blank_others()

    def blank_others(self) -> None:
        """Leave out the sections that are further away, which may have mistakes of their own."""
        sections = [one for one in self.written if not self.lines[one - 1].startswith((" ", "-", "}", "]"))]
        first = max((one for one in sections if one < min(self.near)), default=1)
        after = [one for one in sections if one > max(self.near)]
        last = after[1] if len(after) > 1 else len(self.lines) + 1
        for number, line in enumerate(self.lines, 1):
            if not first <= number < last and not _HEAD.match(line):
                self.lines[number - 1] = ""

    def likely(self) -> Iterator[_Repair]:
        """What lines around the mistake may mean that are odd by themselves, the likeliest first."""
        for number in self.near:
            yield from self.colons(number)
            if self.is_odd(number):
                yield from self.indents(number)

    def others(self) -> Iterator[_Repair]:
        """Other indentations of the lines around the mistake."""
        for number in self.near:
            yield from self.indents(number)

    def colons(self, number: int) -> Iterator[_Repair]:
        """A line with a colon after what may be its name."""
        line = self.lines[number - 1]
        body = line.strip()
        if _NAMED.match(body):
            return
        found = [pattern.match(body) for pattern in (_KNOWN, _WITH_PARAMETERS, _BEFORE_BRACKET)]
        names = [match[0] for match in found if match is not None]
        below = self.beside(number, 1)
        if below and _indent(below) > _indent(line):
            names.append(body)
        if words := _PLAIN_WORDS.match(body):
            names += [words[0], words[0].partition(" ")[0]]
        for name in dict.fromkeys(filter(None, names)):
            if body[len(name) :].lstrip().startswith("="):
                continue  # told as a sign in place of the colon
            yield _Repair(number, f"{' ' * _indent(line)}{name}:{body[len(name) :]}", name)

    def indents(self, number: int) -> Iterator[_Repair]:
        """A line with the indentation of those around it, the nearest first."""
        line, above, below = self.lines[number - 1], self.beside(number, -1), self.beside(number, 1)
        own = _indent(line)
        wanted = {_indent(one) for one in (above, below) if one} | {own - STEP, own + STEP, own - 1, own + 1}
        if above.rstrip().endswith(":"):
            wanted.add(_indent(above) + STEP)
        if line.rstrip().endswith(":") and below:
            wanted.add(_indent(below) - STEP)
        for column in sorted(wanted - {own}, key=lambda one: (one % STEP, abs(one - own), one)):
            if column >= 0:
                yield _Repair(number, " " * column + line.strip())

    def is_odd(self, number: int) -> bool:
        """Whether a line's indentation does not fit what it begins, or what it stands right below."""
        line, below = self.lines[number - 1], self.beside(number, 1)
        is_empty = line.rstrip().endswith(":") and _indent(below) <= _indent(line)
        is_below = number > 1 and self.lines[number - 2].startswith(" ") and not _SECTION.match(line)
        return is_empty or _indent(line) % STEP != 0 or (is_below and not _indent(line))

    def is_deeper(self, number: int) -> bool:
        """Whether a line is the first of a part, and not indented as the first of a part is."""
        above = self.beside(number, -1)
        return above.rstrip().endswith(":") and _indent(self.lines[number - 1]) > _indent(above) + STEP

    def beside(self, number: int, step: int) -> str:
        """The written line above or below a line, "" if there is none."""
        at = self.written.index(number) + step
        return self.lines[self.written[at] - 1] if 0 <= at < len(self.written) else ""

    def mends(self, repair: _Repair) -> bool:
        """Whether the sections are whole with a line in another form."""
        lines = [*self.lines]
        lines[repair.number - 1] = repair.line
        try:
            root = load_text("\n".join(lines), self.file)
        except RulesetError:
            return False
        if self.left == 0:
            return False
        self.left -= 1
        return not any(_counts(one) for one in check_shape(root, self.kind))


def _counts(found: Diagnostic) -> bool:
    """Whether a mistake is not only that other sections were left out."""
    return found.severity == "error" and not (found.code == "missing-key" and found.message.endswith("is missing"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
