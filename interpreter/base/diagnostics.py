"""Diagnostics: a mistake with its place and hint, in the one form that every stage reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from .excerpt import WINDOW_CELLS, file_lines, laid_out, lines_of, one_line, shown_path

LONGEST_LINE = 300
_GUTTER = 10  # cells: the number of a line, a bar, and marks where it continues

_COLOURS = {"place": "1", "error": "1;31", "warning": "1;33", "gutter": "2", "hint": "36", "fix": "32"}


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: lines and columns count from 1, columns in characters, the end is not included."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def whole(cls, file: str) -> Span:
        """The place of a mistake that concerns the whole file: its first character."""
        return cls(file, 1, 1, 1, 1)

    def holds(self, other: Span) -> bool:
        """Whether another span lies inside this one."""
        begins = (self.line, self.column) <= (other.line, other.column)
        ends = (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        return self.file == other.file and begins and ends


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a diagnostic, such as where a name was first written."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A mistake or warning: a short code in kebab case, a sentence, its place, and help.

    severity is "error" or "warning"; hint is advice. Where the correction is certain, `instead` is the text to write in
    place of the span, or, if more of the line changes, `fix` the whole corrected line.
    """

    code: str
    message: str
    span: Span
    severity: str = "error"
    hint: str = ""
    notes: tuple[Note, ...] = ()
    fix: str = ""
    instead: str = ""


class RulesetError(Exception):
    """A ruleset cannot be used; `diagnostics` says why and str() is the rendered text.

    sources maps file names to their text, for texts that are not on disk.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, str] | None = None) -> None:
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        self.sources: dict[str, str] = dict(sources or {})
        super().__init__(self.diagnostics, self.sources)

    def __str__(self) -> str:
        return render(self.diagnostics, self.sources)


def mistake(code: str, message: str, span: Span, hint: str = "") -> RulesetError:
    """The error of a single mistake."""
    return RulesetError([Diagnostic(code, message, span, hint=hint)])


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics sorted by file, line and column, each kept once."""
    return sorted(dict.fromkeys(diagnostics), key=lambda d: (d.span, d.code, d.message))


def render(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, str] | None = None,
    colour: bool = False,
    width: int | None = None,
) -> str:
    """The diagnostics as text for a terminal, without a final line break.

    sources maps file names to their text; what it lacks is read from disk, and a file that cannot be read simply
    shows no excerpt. colour adds terminal colours; width is that of the terminal, in which excerpts are to fit.
    """
    window = WINDOW_CELLS if width is None else min(WINDOW_CELLS, width - _GUTTER)
    return _Renderer(sources or {}, colour, window).all(sort_diagnostics(diagnostics))


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The diagnostics as plain data, in the order of `render`; notes carry file, line, column and message."""
    return [
        {
            **asdict(d.span),
            "code": d.code,
            "severity": d.severity,
            "message": d.message,
            "hint": d.hint,
            "fix": d.fix,
            "instead": d.instead,
            "notes": [{**asdict(n.span), "message": n.message} for n in d.notes],
        }
        for d in sort_diagnostics(diagnostics)
    ]


def apply_correction(line: str, diagnostic: Diagnostic) -> str:
    """A line of source, on which the diagnostic stands, with its correction; "" if it has none."""
    span = diagnostic.span
    if diagnostic.fix or not diagnostic.instead or span.line != span.end_line or len(line) < span.end_column - 1:
        return diagnostic.fix
    return line[: span.column - 1] + diagnostic.instead + line[span.end_column - 1 :]


class _Renderer:
    """Renders diagnostics, caching the lines of each file it shows."""

    def __init__(self, sources: Mapping[str, str], colour: bool, window: int) -> None:
        self.sources = sources
        self.colour = colour
        self.window = window
        self.lines: dict[str, list[str]] = {}

    def all(self, diagnostics: list[Diagnostic]) -> str:
        """The lines of all diagnostics as one text."""
        return "\n".join(line for d in diagnostics for line in self.one(d))

    def one(self, diagnostic: Diagnostic) -> list[str]:
        """The lines of one diagnostic."""
        severity = diagnostic.severity
        mark = " (warning)" if severity == "warning" else ""
        place, code = self.paint("place", self.place(diagnostic.span)), self.paint(severity, diagnostic.code)
        out = [f"{place} {code} {one_line(diagnostic.message)}{mark}"]
        out += self.excerpt(diagnostic.span, severity)
        if diagnostic.hint:
            out.append(f"  {self.paint('hint', 'hint:')} {one_line(diagnostic.hint)}")
        if fix := self.correction(diagnostic):
            out.append(f"  {self.paint('fix', 'write:')} {one_line(fix.strip())}")
        for note in diagnostic.notes:
            out.append(f"  {self.paint('place', self.place(note.span))} {one_line(note.message)}")
            out += self.excerpt(note.span, severity)
        return out

    def place(self, span: Span) -> str:
        """The place of a span as text: file:line:column."""
        return f"{one_line(shown_path(span.file))}:{span.line}:{span.column}"

    def paint(self, role: str, text: str) -> str:
        """The text in the colour of its role."""
        return f"\x1b[{_COLOURS.get(role, '0')}m{text}\x1b[0m" if self.colour else text

    def source_lines(self, file: str) -> list[str]:
        if file not in self.lines:
            self.lines[file] = lines_of(self.sources[file]) if file in self.sources else file_lines(file)
        return self.lines[file]

    def correction(self, diagnostic: Diagnostic) -> str:
        """The corrected line of a diagnostic, "" if it has none."""
        lines = self.source_lines(diagnostic.span.file)
        line = lines[diagnostic.span.line - 1] if diagnostic.span.line <= len(lines) else ""
        return apply_correction(line, diagnostic) if len(line) <= LONGEST_LINE else diagnostic.fix

    def excerpt(self, span: Span, severity: str) -> list[str]:
        """The source line with its number, and carets under the span; nothing if there is no such line."""
        lines = self.source_lines(span.file)
        if not 1 <= span.line <= len(lines) or lines == [""]:
            return []
        line = lines[span.line - 1]
        end = span.end_column if span.end_line == span.line else len(line.rstrip()) + 1
        shown, before, width = laid_out(line, span.column - 1, end - 1, self.window)
        number = f"{span.line:>4}"
        gutter = self.paint("gutter", f"{number} |")
        below = self.paint("gutter", f"{' ' * len(number)} |")
        return [f"{gutter} {shown}".rstrip(), f"{below} {' ' * before}{self.paint(severity, '^' * width)}"]
