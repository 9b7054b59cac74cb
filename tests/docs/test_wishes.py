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


def lines(name: str) -> int:
    """How many lines of this file are not blank."""
    return sum(bool(line.strip()) for line in FILES[name].splitlines())


def test_ten_wishes_change_a_game_and_two_are_games() -> None:
    wishes = [line[3:] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
    assert [wish.startswith("A new game: ") for wish in wishes].count(False) == 10
    assert len(wishes) == 12


def test_a_change_takes_four_to_ten_lines_and_the_games_eighteen_and_thirty() -> None:
    changes = [name for name in RULESETS if "\nextends: " in FILES[name]]
    assert {name for name in changes if not 4 <= lines(name) <= 10} == set()
    assert [lines(name) for name in RULESETS if name not in changes] == [18, 30]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenario_of_a_wish_passes(name: str, tmp_path: Path) -> None:
    for other, text in FILES.items():
        (tmp_path / other).write_text(text, encoding="utf-8")
    found = run_file(tmp_path / name)
    assert found
    assert [outcome.failure for outcome in found if not outcome.passed] == []
