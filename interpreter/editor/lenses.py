"""What can be done with a part of a file, shown above it: run a scenario, play on from it, simulate, read the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import Span
from ..reading.source import Source
from .known.text_places import TextPlace, keys_with_lines
from .known.workspace import Workspace

# whose steps the rulebook has sentences for
RULES = (("phases",), ("actions",))


@dataclass(frozen=True, slots=True)
class Lens:
    """Something that can be done. kind: run, play, simulate or rules; words: of the scenario or step, "" for a game."""

    kind: str
    span: Span
    words: str = ""


def lenses(workspace: Workspace, path: Path) -> list[Lens]:
    """The lenses of a file, in the order of its lines."""
    kind, text = workspace.kind(path), workspace.text(path)
    if kind not in ("scenarios", "ruleset"):
        return []
    source = Source(str(path), text)
    found = _of_scenarios if kind == "scenarios" else _of_ruleset
    return [
        Lens(what, source.span(key.start, key.end), words) for what, key, words in found(text, [*keys_with_lines(text)])
    ]


def _of_scenarios(text: str, keys: list[TextPlace]) -> Iterator[tuple[str, TextPlace, str]]:
    for key in keys:
        if key.path == ("scenarios",):
            words = " ".join(text[key.start : key.end].split())
            yield "run", key, words
            yield "play", key, words


def _of_ruleset(text: str, keys: list[TextPlace]) -> Iterator[tuple[str, TextPlace, str]]:
    if first := next((key for key in keys if not key.path), None):
        yield "simulate", first, ""
    for key in keys:
        if key.path in RULES:
            yield "rules", key, " ".join(text[key.start : key.end].split())
