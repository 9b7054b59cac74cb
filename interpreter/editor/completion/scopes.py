"""The names in force at a place of a text that is being written, and the types of what stands before a point."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ...base.diagnostics import RulesetError
from ...base.keywords import VERBS
from ...check.expressions import Expressions
from ...check.scope import Scope
from ...check.symbols import CheckedExpression, Record, Symbols
from ...check.types import Local, Typed
from ...language import syntax as s
from ...language.parse import parse
from ...reading.nodes import Scalar
from ...reading.source import Source
from ..known.text_places import TextPlace
from ..known.workspace import Workspace

# the name that is written in place of what is not finished
HERE = "what_stands_here"
_PLACEHOLDERS = {"choice": f"{HERE}_chosen in {HERE}", "ranking": f"most {HERE}", "position": f"below {HERE}"}
_BINDER = re.compile(
    r"\s*([^\W\d]\w*)\s+in\s+(.+?)\s*(?:\bwhere\b|\bwith (?:most|least)\b|\bby\b|,\s*(?=[^\W\d]\w*\s+in\b)|$)"
)
_FOR = re.compile(r"\bfor\s+([^\W\d]\w*\s+in\s+[^()]*(?:\([^()]*\)[^()]*)*)")


@dataclass(slots=True, eq=False)
class LocalScope:
    """The names in force somewhere, and the symbols of the whole ruleset."""

    symbols: Symbols
    names: dict[str, Local]
    in_flow: bool = False

    def check(self, text: str) -> Typed | None:
        """The typed form of an expression that stands here; None if it is wrong."""
        with self._asking() as (expressions, scope), suppress(RulesetError):
            found = expressions.check(parse("expr", _scalar(text)), scope, lenient=True)
            return found if found.type.kind != "unknown" else None
        return None

    def bind(self, choice: str) -> None:
        """Add the names of a choice such as `card in player.hand`."""
        with self._asking() as (expressions, scope), suppress(RulesetError):
            self.names = expressions.choice(parse("choice", _scalar(choice)), scope)[1].names

    @contextmanager
    def _asking(self) -> Iterator[tuple[Expressions, Scope]]:
        """Ask the checker without leaving a trace."""
        symbols = self.symbols
        found, record, flow = len(symbols.problems.found), symbols.record, symbols.in_flow
        symbols.record, symbols.in_flow = None, self.in_flow
        try:
            yield Expressions(symbols), Scope(dict(self.names))
        finally:
            del symbols.problems.found[found:]
            symbols.record, symbols.in_flow = record, flow


def _scalar(text: str) -> Scalar:
    """A text as a value of no file."""
    return Scalar(Source("", text).span(0, len(text)), text, text)


def scope_at(workspace: Workspace, path: Path, text: str, place: TextPlace, slot: str) -> LocalScope | None:
    """The names in force at a place; None where nothing is known of the ruleset."""
    analysis = workspace.current(path)
    record = analysis.record if analysis is not None else None
    if record is not None:
        line, column = Source("", text).place(place.start - (1 if place.style in ("'", '"') else 0))
        for found in record.expressions:
            span = found.expr.pos.scalar.span
            if (span.line, span.column) == (line, column) and span.file == str(path):
                return _local_scope(record, found)
    mended = workspace.record_of(path, with_placeholder(text, place, slot))
    if mended is not None:
        for found in mended.expressions:
            if isinstance(found.expr, s.Name) and found.expr.name == HERE:
                return _local_scope(mended, found)
    best = record or mended
    if best is None and (good := workspace.last_good(path)) is not None:
        best = good.record
    return _nearest(best, str(path), Source("", text).place(place.start)[0]) if best is not None else None


def with_placeholder(text: str, place: TextPlace, slot: str) -> str:
    """The text with a name in place of what is not finished, and with what its verb needs besides."""
    written = _PLACEHOLDERS.get(slot, HERE)
    start, end = place.start, place.end
    behind = ""
    if place.is_key and not re.match(r"[\"']?\s*:", text[end:]):
        behind = ": 1"
    verb = VERBS.get(place.path[-1]) if place.path and not place.is_key else None
    missing = [need for need in verb.needs if need not in place.beside] if verb is not None else []
    if missing and not place.style and not place.in_list:
        between = ", " if place.in_braces else "\n" + " " * place.indent
        # what stands in the line behind an empty value is a comment
        behind += "".join(f"{between}{need}: {HERE}" for need in missing)
    before = " " if start and text[start - 1] == ":" and not place.style else ""
    return text[:start] + before + written + behind + text[end:]


def _local_scope(record: Record, found: CheckedExpression) -> LocalScope:
    assert record.symbols is not None
    return LocalScope(record.symbols, dict(found.names), found.in_flow)


def _nearest(record: Record, file: str, line: int) -> LocalScope | None:
    """The names at the last expression above a line, where nothing nearer is known."""
    if record.symbols is None:
        return None
    above = [one for one in record.expressions if one.expr.pos.scalar.span.file == file]
    above = [one for one in above if one.expr.pos.scalar.span.line <= line]
    if not above:
        return LocalScope(record.symbols, {})
    found = max(above, key=lambda one: (one.expr.pos.scalar.span.line, one.expr.pos.scalar.span.column))
    return _local_scope(record, found)


def put_choices(scope: LocalScope, before: str, behind: str, slot: str) -> None:
    """Add the names that the beginning of an expression gives: of choices in open brackets, and of `for` behind."""
    parts, depth = [""], 0
    opened: list[str] = []
    for character in before:
        if character in "([":
            parts.append("")
            depth += 1
        elif character in ")]" and depth:
            closed = parts.pop()
            parts[-1] += f"({closed})"
            depth -= 1
        else:
            parts[-1] += character
    opened = parts if slot == "choice" else parts[1:]
    for part in opened:
        text = part.partition(" for ")[2] or part
        while match := _BINDER.match(text):
            scope.bind(f"{match[1]} in {match[2]}")
            text = text[match.end() :]
    if depth and (after := _FOR.search(_until_closed(behind))):
        scope.bind(after[1].partition(" where ")[0])


def _until_closed(text: str) -> str:
    """The text up to the bracket that closes one opened before."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth < 0:
            return text[:at]
    return text


def chain_before(before: str) -> tuple[str, str]:
    """What a text asks at its end, and the beginning of what is asked: ("player.hand", "si") for `x + player.hand.si`.

    The first is "" where no point stands before the word.
    """
    match = re.search(r"(?:[^\W\d]\w*)?$", before)
    word = match[0] if match else ""
    rest = before[: len(before) - len(word)]
    if not rest.endswith(".") or rest.endswith(".."):
        return "", word
    at = len(rest) - 1
    while at > 0:
        previous = rest[at - 1]
        if previous == ")":
            opening = _opening(rest, at - 1)
            if opening < 0:
                break
            at = opening
        elif previous.isalnum() or previous == "_" or previous == "." and at >= 2 and rest[at - 2] != ".":
            at -= 1
        else:
            break
    return rest[at:-1], word


def _opening(text: str, closing: int) -> int:
    """The place of the bracket that this one closes; -1 if there is none."""
    depth = 0
    for at in range(closing, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return -1
