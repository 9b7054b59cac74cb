"""What is wrong in a file: at once what its words show, and later what only a game of it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError, sort_diagnostics
from ..front.api import Ruleset
from ..front.validation import validate_file, validate_file_by_steps
from ..reading.load import load
from ..reading.schema import check_shape
from ..scenarios.scenario_file import entries, file_tested, load_described, load_tested, reading
from .known.workspace import Workspace


def mistakes(workspace: Workspace, path: Path) -> list[Diagnostic]:
    """What reading, names and types show of a file, in all the files that it is made of."""
    kind = workspace.kind(path)
    if kind == "ruleset":
        return sort_diagnostics(workspace.analysis(path).found)
    if kind == "other":
        return []
    with workspace.reading():
        try:
            return sort_diagnostics(_of_other_file(workspace, path, kind))
        except RulesetError as error:
            return sort_diagnostics(error.diagnostics)


def _of_other_file(workspace: Workspace, path: Path, kind: str) -> list[Diagnostic]:
    """The mistakes of a file that is no ruleset."""
    if kind == "library":
        return validate_file(path)
    if kind == "scenarios":
        load_described(path, "a scenario file", "scenarios")
        return []
    if kind in ("clauses", "mutants"):
        return check_shape(load(path), kind)
    if kind == "sheet":
        game = workspace.game_of(path)
        found = workspace.analysis(game).found if game is not None else []
        return [d for d in found if d.span.file.startswith(str(path))]
    load(path)
    return []


def later_mistakes(path: Path, kind: str, ruleset: Ruleset | None = None) -> Iterator[list[Diagnostic]]:
    """Everything that `validate` finds in a ruleset, the smallest number of players first; or what scenarios have.

    After each piece of work the list so far; whoever takes it may stop between two. Texts that are not saved are read
    as `texts_in_place` says. ruleset: that of the file, or the one tested there, if it has been loaded already.
    """
    if kind != "scenarios":
        yield from validate_file_by_steps(path, loaded=[ruleset] if ruleset is not None else None)
        return
    try:
        yield from _of_scenarios(path, ruleset)
    except RulesetError as error:
        yield sort_diagnostics(error.diagnostics)


def _of_scenarios(path: Path, ruleset: Ruleset | None) -> Iterator[list[Diagnostic]]:
    """The mistakes in scenarios, one scenario after another. Raises RulesetError if none can be read."""
    root = load_described(path, "a scenario file", "scenarios")
    # what is known may be the game beside the file, where `tests` names another
    is_tested = ruleset is not None and file_tested(path, root).resolve() == ruleset.path.resolve()
    read = reading(ruleset if ruleset is not None and is_tested else load_tested(path, root), root)
    found: list[Diagnostic] = []
    for entry in entries(root):
        try:
            read(entry)
        except RulesetError as error:
            found = [*found, *error.diagnostics]
        yield sort_diagnostics(found)
