"""Notes between the words of a ruleset: how many cards lie in a place at first, what a setting is for each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import RulesetError
from ..base.english import count_of
from ..base.errors import UsageError
from ..program.lowering.layout import Layout
from ..program.lowering.layout_builder import lay_out
from .analysis import Analysis
from .workspace import Workspace


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
    layouts = _layouts(analysis)
    if not layouts:
        return []
    found = [*_numbers_of_cards(workspace, path, layouts), *_values_of_settings(workspace, path, analysis)]
    return sorted(found, key=lambda one: (one.line, one.column))


def _layouts(analysis: Analysis) -> dict[int, Layout]:
    """The places of the game for each number of players; none if it cannot be laid out."""
    if analysis.ruleset is None:
        return {}
    try:
        checked = analysis.ruleset.checked
        return {count: lay_out(checked, count, {}).layout for count in analysis.ruleset.players}
    except (RulesetError, UsageError):
        return {}


def _numbers_of_cards(workspace: Workspace, path: Path, layouts: dict[int, Layout]) -> Iterator[Note]:
    """How many cards lie at first in each place in which some do."""
    for symbol in workspace.table(path).symbols.values():
        span = symbol.span
        if symbol.kind != "place" or span is None or span.file != str(path):
            continue
        numbers = {count: _cards(layout, symbol.key) for count, layout in layouts.items()}
        if any(numbers.values()):
            component = symbol.type.partition(" for ")[2].removesuffix("s") or "card"
            words = count_of(next(iter(numbers.values())), component) if len({*numbers.values()}) == 1 else ""
            yield Note(span.line, span.end_column, words or by_players(numbers))


def _cards(layout: Layout, key: tuple[str, str, str]) -> int:
    """The cards that lie at first in a place, in all its copies together."""
    zones = [zone for zone in layout.bases if (zone.owner, zone.name) == key[1:]]
    return max((len(layout.lists[layout.bases[zone]].start) for zone in zones if hasattr(zone, "rows")), default=0)


def by_players(values: dict[int, int]) -> str:
    """Numbers by number of players: `2 players: 14, 3 or 4: 20`."""
    groups: list[tuple[list[int], int]] = []
    for count, value in values.items():
        if groups and groups[-1][1] == value:
            groups[-1][0].append(count)
        else:
            groups.append(([count], value))
    said = [f"{counts[0]}{f' to {counts[-1]}' if len(counts) > 1 else ''}{{}}: {value}" for counts, value in groups]
    return ", ".join(one.format(" players" if number == 0 else "") for number, one in enumerate(said))


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
