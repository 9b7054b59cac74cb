"""Places of texts as pages count them: a line from 1, and a column from 0 in UTF-16 units."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..base.diagnostics import Diagnostic, Span
from ..editor.answers import Place, TextChange
from ..editor.known.workspace import Workspace
from ..reading.sheets.files import path_of
from .arguments import Spot
from .game_folder import GameFolder


class Spots:
    """Converts places of files, whose texts it reads once."""

    def __init__(self, folder: GameFolder, workspace: Workspace) -> None:
        self.folder, self.workspace = folder, workspace
        self.read: dict[Path, list[str]] = {}

    def lines(self, path: Path) -> list[str]:
        """The lines of a file; a single empty one for a file that is not there."""
        if path not in self.read:
            self.read[path] = self.workspace.text(path).split("\n")
        return self.read[path]

    def place(self, path: Path, spot: Spot) -> Place:
        """The place of a spot, or the nearest one."""
        lines = self.lines(path)
        number = min(max(spot["line"], 1), len(lines))
        units = lines[number - 1].encode("utf-16-le", "surrogatepass")
        within = units[: 2 * max(spot["column"], 0)].decode("utf-16-le", "ignore")
        return number, len(within) + 1

    def spot(self, path: Path, line: int, column: int) -> Spot:
        """The spot of a place."""
        lines = self.lines(path)
        written = lines[line - 1] if 0 < line <= len(lines) else ""
        before = written[: max(column, 1) - 1].encode("utf-16-le", "surrogatepass")
        return {"line": max(line, 1), "column": len(before) // 2}

    def ends(self, path: Path, start: Place, end: Place) -> dict[str, Any]:
        """A stretch of a file."""
        return {"from": self.spot(path, *start), "to": self.spot(path, *end)}

    def stretch(self, span: Span) -> dict[str, Any]:
        """The stretch of a span, without its file."""
        path = Path(path_of(span.file))
        return self.ends(path, (span.line, span.column), (span.end_line, span.end_column))

    def span(self, span: Span) -> dict[str, Any]:
        """A span with the name of its file."""
        return {"file": self.folder.name(Path(path_of(span.file))), **self.stretch(span)}

    def diagnostic(self, found: Diagnostic) -> dict[str, Any]:
        """A mistake as a page shows it."""
        return {
            **self.span(found.span),
            "code": found.code,
            "severity": found.severity,
            "message": found.message,
            "hint": found.hint,
            "notes": [{**self.span(note.span), "message": note.message} for note in found.notes],
        }

    def changes(self, changes: Sequence[TextChange]) -> list[dict[str, Any]]:
        """Changes of texts by file, in their order."""
        found: dict[Path, list[TextChange]] = {}
        for change in changes:
            found.setdefault(Path(change.span.file), []).append(change)
        return [
            {
                "file": self.folder.name(path),
                "is_new": not self.workspace.is_there(path),
                "edits": [
                    {**self.stretch(one.span), "text": one.text} for one in sorted(more, key=lambda one: one.span)
                ],
            }
            for path, more in found.items()
        ]
