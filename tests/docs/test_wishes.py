"""The wishes of docs/wishes.md: what is said of their length, and their scenarios; test_docs plays them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.pages import blocks
from helpers.paths import DOCS

from stammtisch.scenarios.run import run_file

PAGE = DOCS / "wishes.md"
FILES = {block.mark: block.text for block in blocks(PAGE) if block.kind == "file"}
SCENARIOS = [name for name in FILES if name.endswith(".scenarios.yaml")]
RULESETS = [name for name in FILES if name not in SCENARIOS]


def test_each_of_fourteen_wishes_takes_at_most_ten_lines_besides_the_first_three() -> None:
    wishes = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
    assert len(wishes) == 14
    assert all(FILES[name].splitlines()[1].startswith("extends: ") for name in RULESETS)
    besides = [len(FILES[name].splitlines()) - 3 for name in RULESETS]
    assert (min(besides), max(besides)) == (1, 10)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenario_of_a_wish_passes(name: str, tmp_path: Path) -> None:
    for other, text in FILES.items():
        (tmp_path / other).write_text(text, encoding="utf-8")
    found = run_file(tmp_path / name)
    assert found
    assert [outcome.failure for outcome in found if not outcome.passed] == []
