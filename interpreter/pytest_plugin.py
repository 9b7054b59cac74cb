"""pytest collects scenario files: each scenario is a test with its real line, and fails with the designer's message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .base.diagnostics import RulesetError
from .reading.library import is_scenario_file

if TYPE_CHECKING:
    from .reading.nodes import Entry, Mapping
    from .scenarios.scenario_file import Scenario


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Scenario files are collected wherever pytest looks for tests."""
    if is_scenario_file(file_path):
        return ScenarioCollector.from_parent(parent, path=file_path)
    return None


class ScenarioCollector(pytest.File):
    """A scenario file. Its ruleset is read when the first scenario is run: collecting needs their names only."""

    root: Mapping

    def collect(self) -> Iterator[pytest.Item]:
        # imported here, so that pytest starts as fast as ever where there are no scenarios
        from .scenarios.scenario_file import entries, load_described

        self.root = load_described(self.path, "a scenario file", "scenarios")
        for entry in entries(self.root):
            yield ScenarioItem.from_parent(self, name=entry.key.text, entry=entry)

    @cached_property
    def read(self) -> Callable[[Entry], Scenario]:
        """Reads a scenario of the file for the ruleset that it tests."""
        from .scenarios.scenario_file import load_tested, reading

        return reading(load_tested(self.path, self.root), self.root)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, RulesetError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class ScenarioFailed(Exception):
    """The scenario has failed; the message is for designers."""


class ScenarioItem(pytest.Item):
    """One scenario."""

    parent: ScenarioCollector

    def __init__(self, entry: Entry, **more: Any) -> None:
        super().__init__(**more)
        self.entry = entry

    def runtest(self) -> None:
        from .scenarios.run import run

        failure = run(self.parent.read(self.entry)).failure
        if failure:
            raise ScenarioFailed(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailed | RulesetError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.entry.key.span.line - 1, self.name
