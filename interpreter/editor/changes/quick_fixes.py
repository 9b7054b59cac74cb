"""Changes that mend a mistake with one click: whatever a message says is to be written."""

from __future__ import annotations

import re
from pathlib import Path

from ...base.diagnostics import Diagnostic, Span
from ...reading.source import Source
from ..answers import Action, Place, TextChange
from ..known.workspace import Workspace
from .creation import creations, rewritings

_MEANT = re.compile(r"Did you mean [`']?([^`'?]+?)[`']?\?")


def actions(workspace: Workspace, path: Path, found: list[Diagnostic], first: Place, last: Place) -> list[Action]:
    """What can be done about the mistakes between two places, the certain first; then all that are certain at once."""
    source = Source(str(path), workspace.text(path))
    here = [d for d in found if d.span.file == str(path) and _touches(d.span, first, last)]
    offered = [action for d in here for action in corrections(d, source)]
    if workspace.kind(path) == "ruleset":
        offered += creations(workspace, path, here)
    offered += [_allowance(d, source) for d in here if d.severity == "warning"]
    offered += rewritings(workspace, path, first, last)
    certain = [d for d in found if d.span.file == str(path) and (d.instead or d.fix)]
    if len(certain) > 1 and any(d in here for d in certain):
        changes = _apart([correction(d, source) for d in certain])
        offered.append(Action(f"Correct all {len(changes)} that are certain", changes))
    return offered


def corrections(wrong: Diagnostic, source: Source) -> list[Action]:
    """The corrections of one mistake."""
    about = wrong.code, wrong.span
    if wrong.instead or wrong.fix:
        change = correction(wrong, source)
        title = f"Write {_brief(wrong.instead or wrong.fix.strip())}"
        return [Action(title, [change], about, True)]
    if (meant := _MEANT.search(wrong.hint)) and wrong.span.line == wrong.span.end_line:
        return [Action(f"Write {_brief(meant[1])}", [TextChange(wrong.span, meant[1])], about)]
    return []


def correction(wrong: Diagnostic, source: Source) -> TextChange:
    """The change that a mistake with a certain correction asks for."""
    if not wrong.fix:
        return TextChange(wrong.span, wrong.instead)
    line = source.line(wrong.span.line)
    number = wrong.span.line
    return TextChange(Span(wrong.span.file, number, 1, number, len(line) + 1), wrong.fix)


def _allowance(warning: Diagnostic, source: Source) -> Action:
    """The comment that allows a warning, above its line."""
    line = warning.span.line
    indent = re.match(r" *", source.line(line))
    text = f"{indent[0] if indent else ''}# allow: {warning.code} because \n"
    at = Span(warning.span.file, line, 1, line, 1)
    return Action(f"Allow {warning.code} here, with a reason", [TextChange(at, text)], (warning.code, warning.span))


def _touches(span: Span, first: Place, last: Place) -> bool:
    return (span.line, 0) <= (last[0], last[1]) and (first[0], 0) <= (span.end_line, span.end_column)


def _apart(changes: list[TextChange]) -> list[TextChange]:
    """The changes without those that overlap one before."""
    kept: list[TextChange] = []
    for change in sorted(changes, key=lambda one: one.span):
        begins = change.span.line, change.span.column
        if not kept or begins >= (kept[-1].span.end_line, kept[-1].span.end_column):
            kept.append(change)
    return kept


def _brief(text: str) -> str:
    """A text for a title."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= 60 else line[:59] + '…'}`"
