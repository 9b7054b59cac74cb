"""Allowances: warnings that a file permits itself by `# allow: CODE because REASON` at or above the line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import Diagnostic, Span
from ..base.excerpt import file_lines
from ..base.similar import report_unknown
from ..reading.messages import kinds

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*allow\s*:(?P<rest>.*)$")
_CODE = re.compile(r"[\w-]+")
_WRITTEN = re.compile(r"\s*(?P<codes>[\w-]+(?:\s*,\s*[\w-]+)*)\s*(?:because\b\s*(?P<reason>.*))?$")


@dataclass(slots=True)
class Allowed:
    """One code that a comment allows on the line `line`; span is the comment, place the code in it."""

    code: str
    line: int
    span: Span
    place: Span
    used: bool = False


def allowances(file: str) -> tuple[list[Allowed], list[Diagnostic]]:
    """The allowances written in a file, and the mistakes in them."""
    lines = file_lines(file)
    found: list[Allowed] = []
    problems: list[Diagnostic] = []
    for number, line in enumerate(lines, 1):
        match = _COMMENT.search(line)
        if match is None:
            continue
        span = Span(file, number, match.start() + 1, number, len(line.rstrip()) + 1)
        written = _WRITTEN.match(match["rest"])
        reason = ((written["reason"] or "") if written else "").strip()
        if written is None or not reason:
            message = "a comment that allows a message must say why"
            hint = "write # allow: CODE because REASON"
            problems.append(Diagnostic("allow-reason", message, span, hint=hint))
            continue
        said = (n for n, below in enumerate(lines[number:], number + 1) if below.partition("#")[0].strip())
        about = number if line[: match.start()].strip() else next(said, number)
        start = match.start("rest") + 1
        for code in _CODE.finditer(written["codes"]):
            at = start + written.start("codes") + code.start()
            place = Span(file, number, at, number, at + len(code[0]))
            found.append(Allowed(code[0], about, span, place))
    return found, problems


def allow(found: Iterable[Diagnostic], path: Path, played: bool) -> list[Diagnostic]:
    """The diagnostics of a file without those allowed by it or by the files it builds on.

    played: random games were played, so warnings that only these show count as gone. Adds the errors `allow-reason` and
    `allow-unknown` and the warning `allow-unused`.
    """
    found = list(found)
    written = {file: allowances(file) for file in sorted({str(path), *(d.span.file for d in found)})}
    left = []
    for diagnostic in found:
        here = [
            a for a in written[diagnostic.span.file][0] if (a.code, a.line) == (diagnostic.code, diagnostic.span.line)
        ]
        if here and diagnostic.severity == "warning":
            here[0].used = True
        else:
            left.append(diagnostic)
    mine, problems = written[str(path)]
    mistakes = any(diagnostic.severity == "error" for diagnostic in left)
    for allowed in mine:
        if allowed.code not in kinds():
            message, hint = f"there is no message called {allowed.code}", "stammtisch explain lists all codes"
            problems.append(report_unknown("allow-unknown", message, allowed.place, allowed.code, kinds(), hint))
        elif allowed.used or mistakes:
            continue
        elif played or not kinds()[allowed.code].play:
            message = f"line {allowed.line} has no warning called {allowed.code}"
            problems.append(Diagnostic("allow-unused", message, allowed.span, "warning", "delete this comment"))
    return [*left, *problems]
