"""What can be done with a part of a file, shown above it: scenarios that can be run, and how they came out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError, Span
from ..base.errors import UsageError
from ..reading.source import Source
from ..scenarios.run import run
from ..scenarios.scenario_file import entries, load_described, load_tested, reading
from .text_places import keys_with_lines
from .workspace import Workspace


@dataclass(frozen=True, slots=True)
class Lens:
    """A scenario that can be run: where its words stand, and the words."""

    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class ScenarioOutcome:
    """How a scenario came out: whether it passed, and what went wrong, in words and at its place."""

    words: str
    is_passed: bool
    text: str = ""
    found: tuple[Diagnostic, ...] = ()


def lenses(workspace: Workspace, path: Path) -> list[Lens]:
    """The scenarios of a file."""
    if workspace.kind(path) != "scenarios":
        return []
    text = workspace.text(path)
    source = Source(str(path), text)
    keys = [key for key in keys_with_lines(text) if key.path == ("scenarios",)]
    return [Lens(source.span(key.start, key.end), " ".join(text[key.start : key.end].split())) for key in keys]


def run_scenario(path: Path, words: str) -> ScenarioOutcome:
    """Run one scenario of a file; unsaved texts are read as `texts_in_place` says."""
    try:
        root = load_described(path, "a scenario file", "scenarios")
        entry = next((one for one in entries(root) if " ".join(one.key.text.split()) == words), None)
        if entry is None:
            return ScenarioOutcome(words, False, "there is no such scenario any more")
        result = run(reading(load_tested(path, root), root)(entry))
    except (RulesetError, UsageError) as error:
        found = tuple(error.diagnostics) if isinstance(error, RulesetError) else ()
        return ScenarioOutcome(words, False, str(error), found)
    if result.is_passed:
        return ScenarioOutcome(words, True)
    problem = Diagnostic("scenario-failed", result.message, result.span or entry.key.span)
    return ScenarioOutcome(words, False, result.failure, (problem,))
