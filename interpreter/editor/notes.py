"""Notes between the words of a ruleset: how many cards lie in a place at first, what a setting is for each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.english import count_of
from ..program.lowering.layout import Layout
from .known.analysis import Analysis
from .known.initial_values import by_players, cards_at_first, layouts
from .known.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Note:
    """A few words behind a place of a file; line and column from 1."""

    line: int
    column: int
    text: str


def notes(workspace: Workspace, path: Path) -> list[Note]:
    """The notes of a ruleset or variant, in the order of its lines; none while it has mistakes."""
    if workspace.kind(path) != "ruleset":
        return []
    analysis = workspace.analysis(path)
    if not layouts(analysis):
        return []
    found = [*_numbers_of_cards(workspace, path, layouts(analysis)), *_values_of_settings(workspace, path, analysis)]
    return sorted(found, key=lambda one: (one.line, one.column))


def _numbers_of_cards(workspace: Workspace, path: Path, by_count: dict[int, Layout]) -> Iterator[Note]:
    """How many cards lie at first in each place in which some do."""
    for symbol in workspace.table(path).symbols.values():
        span = symbol.span
        if symbol.kind != "place" or span is None or span.file != str(path):
            continue
        numbers = {count: cards_at_first(layout, symbol.key) for count, layout in by_count.items()}
        if any(numbers.values()):
            component = symbol.type.partition(" for ")[2].removesuffix("s") or "card"
            words = count_of(next(iter(numbers.values())), component) if len({*numbers.values()}) == 1 else ""
            yield Note(span.line, span.end_column, words or by_players(numbers))


def _values_of_settings(workspace: Workspace, path: Path, analysis: Analysis) -> Iterator[Note]:
    """What a setting is for each number of players, behind its name where that alone stands."""
    rules = analysis.rules
    lines = workspace.text(path).split("\n")
    for use in workspace.uses(path):
        setting = rules.settings.get(use.key[2]) if rules is not None and use.key[0] == "setting" else None
        if setting is None or use.declares or not setting.by_players:
            continue
        before = lines[use.span.line - 1][: use.span.column - 1].rstrip()
        after = lines[use.span.line - 1][use.span.end_column - 1 :].lstrip()
        if before[-1:] == ":" and after[:1] in ("", ",", "}", "#"):
            several = [
                f"{low}{f' to {high}' if high > low else ''}: {value.pos.text}"
                for low, high, value in setting.by_players
            ]
            yield Note(use.span.line, use.span.end_column, ", ".join(several).replace(":", " players:", 1))
