"""The wishes of docs/wishes.md: what is said of their length, and their scenarios; test_docs plays them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.pages import blocks
from helpers.paths import DOCS

from stammtisch.scenarios.run import run_file

FILES = {block.mark: block.text for block in blocks(DOCS / "wishes.md") if block.kind == "file"}
SCENARIOS = [name for name in FILES if name.endswith(".scenarios.yaml")]
RULESETS = [name for name in FILES if name not in SCENARIOS]


def test_a_change_takes_ten_lines_at_most_and_a_game_thirty() -> None:
    assert len(RULESETS) > 10
    for name in RULESETS:
        lines = [line for line in FILES[name].splitlines() if line.strip()]
        assert len(lines) <= (10 if "\nextends: " in FILES[name] else 30), name


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenario_of_a_wish_passes(name: str, tmp_path: Path) -> None:
    for other, text in FILES.items():
        (tmp_path / other).write_text(text, encoding="utf-8")
    found = run_file(tmp_path / name)
    assert found
    assert [outcome.failure for outcome in found if not outcome.passed] == []
