"""What can be written at a place of a file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ...reading.source import Source
from ..answers import Completion, Place
from ..known.text_places import TextPlace, place_at
from ..known.workspace import Workspace
from .candidates import in_order
from .rulesets import ruleset_candidates, schema_candidates
from .scenarios import scenario_candidates
from .sheets import sheet_candidates
from .snippets import snippets

_QUOTED = re.compile(r"""(?<![^\s\[{,(])(?:"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^']|'')*(?:'|$))""")
_REMARK = re.compile(r"(?<!\S)#")


def completions(workspace: Workspace, path: Path, place: Place) -> list[Completion]:
    """Everything that can be written at a place of a file, the likeliest first."""
    text = workspace.text(path)
    source = Source("", text)
    offset = min(_offset(source, place), len(text))
    if _in_remark(source, offset):
        return []
    at = place_at(text, offset)
    kind = workspace.kind(path)
    if kind == "scenarios":
        found, word = scenario_candidates(workspace, path, text, at, offset)
    elif kind in ("ruleset", "library"):
        found, word = ruleset_candidates(workspace, path, text, at, offset)
    elif kind == "sheet":
        game = workspace.game_of(path)
        found, word = sheet_candidates(workspace.last_good(game) if game is not None else None, text, offset)
        at = replace(at, is_key=False, in_list=False)
    else:
        found, word = schema_candidates(kind, at, text[at.start : offset])
    found = [*found, *snippets(path, kind, text, at)]
    start = offset - len(word)
    return in_order(found, text, source, (start, _end(text, at, offset)), at)


def _end(text: str, at: TextPlace, offset: int) -> int:
    """Where that ends which a completion takes the place of: behind a key, or behind a name in a key like a(b).c."""
    if not at.is_key:
        return offset
    inside = re.match(r"\w*(?=[.()\[\]])", text[offset : at.end])
    return offset + len(inside[0]) if inside else max(offset, at.end)


def _offset(source: Source, place: Place) -> int:
    line = min(max(place[0], 1), len(source.starts))
    return min(source.starts[line - 1] + place[1] - 1, source.line_end(source.starts[line - 1]))


def _in_remark(source: Source, offset: int) -> bool:
    line, column = source.place(offset)
    return _REMARK.search(_QUOTED.sub("''", source.line(line)[: column - 1])) is not None
