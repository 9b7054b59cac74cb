"""Rulesets that are checked again while they are written: only what has changed, and only until something is saved."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.diagnostics import RulesetError
from ..editor.known.tolerance import worst
from ..editor.known.workspace import Workspace
from ..front.validation import validate_file_by_steps
from ..reading import library
from .watch import Saves

if TYPE_CHECKING:
    from ..base.diagnostics import Diagnostic
    from ..editor.known.analysis import Stamps

Files = tuple[Path, ...]
"""The file of a ruleset, followed by those of the variants over it."""


class Superseded(Exception):
    """Something was saved, so the rest of a check is not worth finishing."""


class WatchedRulesets:
    """What is known of rulesets from check to check.

    games: so many random games of each are played; options: settings that differ. Both as for validate_file.
    """

    def __init__(self, sets: Iterable[Files], games: int, options: dict[str, str]) -> None:
        self.workspace = Workspace()
        self.sets, self.games, self.options = list(sets), games, options
        self.checked: dict[Files, tuple[Stamps, list[Diagnostic]]] = {}
        self.played: dict[Path, Stamps] = {}

    def watch(self) -> Saves:
        """The saves in the folders of all files that the rulesets are made of."""
        return Saves(file for files in self.sets for file in self.workspace.analysis(files[0], files[1:]).files)

    def check(self, files: Files, saves: Saves) -> list[Diagnostic]:
        """What validate_file finds. Raises Superseded as soon as something is saved, UsageError as it does."""
        kept = self.checked.get(files)
        if kept is None or not self.workspace.are_unchanged(kept[0]):
            kept = self.stamps(files), self._check(files, saves)
            self.checked[files] = kept
        return kept[1]

    def _check(self, files: Files, saves: Saves) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for so_far in validate_file_by_steps(files[0], self.games, files[1:], self.options):
            if saves.waiting:
                raise Superseded
            found = so_far
        return found

    def stamps(self, files: Files) -> Stamps:
        """How the files of a ruleset are now, and the YAML files beside it."""
        found = dict(self.workspace.analysis(files[0], files[1:]).stamps)
        for folder in {file.parent for file in files}:
            found |= {path: self.workspace.stamp(path) for path in folder.glob("*.yaml")}
        return found

    def scenarios_to_play(self) -> list[Path]:
        """The files of scenarios that test one of the rulesets and have changed, or their rulesets have.

        One that does not say what it tests may be meant.
        """
        own = {file.resolve() for files in self.sets for file in files}
        near = [path for folder in {file.parent for file in own} for path in folder.glob("*.yaml")]
        found = []
        for path in sorted(path for path in near if library.is_scenario_file(path)):
            game = self.workspace.game_of(path)
            stamps = {path: self.workspace.stamp(path)} | (self.workspace.analysis(game).stamps if game else {})
            if (game is None or game in own) and self.played.get(path) != stamps:
                self.played[path] = stamps
                found.append(path)
        return found

    def is_playable(self, path: Path) -> bool:
        """Whether the ruleset that scenarios test has no mistakes, as far as that is known."""
        try:
            game = self.workspace.game_of(path)
        except RulesetError:
            return True
        checked = [found for files, (_, found) in self.checked.items() if files[0].resolve() == game]
        return not any(map(worst, checked))
