"""pytest collects scenario files: each scenario is a test with its real line, and fails with the designer's message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .base.diagnostics import RulesetError
from .reading.library import is_scenario_file

if TYPE_CHECKING:
    from .scenarios.scenario_file import Scenario


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Scenario files are collected wherever pytest looks for tests."""
    if is_scenario_file(file_path):
        return ScenarioCollector.from_parent(parent, path=file_path)
    return None


class ScenarioCollector(pytest.File):
    """A scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        # imported here, so that pytest starts as fast as ever where there are no scenarios
        from .scenarios.scenario_file import read_scenarios

        for scenario in read_scenarios(self.path).scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.words, scenario=scenario)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, RulesetError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class ScenarioFailed(Exception):
    """The scenario has failed; the message is for designers."""


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, scenario: Scenario, **more: Any) -> None:
        super().__init__(**more)
        self.scenario = scenario

    def runtest(self) -> None:
        from .scenarios.run import run

        failure = run(self.scenario).failure
        if failure:
            raise ScenarioFailed(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.scenario.span.line - 1, self.scenario.words
