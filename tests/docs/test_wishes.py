"""The wishes of docs/wishes.md and of `testdata/wishes`: their length, and their scenarios.

test_docs checks and plays those of the page; the others are checked and played here, their scenarios by our plugin.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.pages import blocks, check_file
from helpers.paths import DATA, DOCS
from helpers.tiers import full

from stammtisch.scenarios.run import run_file

PAGE = DOCS / "wishes.md"
SHOWN = {block.mark: block.text for block in blocks(PAGE) if block.kind == "file"}
KEPT = {file.name: file.read_text(encoding="utf-8") for file in sorted((DATA / "wishes").glob("*.yaml"))}
FILES = SHOWN | KEPT
RULESETS = [name for name in FILES if not name.endswith(".scenarios.yaml")]


def put_all(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")


def test_each_of_the_wishes_takes_at_most_ten_lines_besides_the_first_three() -> None:
    wishes = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
    assert len(wishes) == 9 and not set(SHOWN) & set(KEPT)
    assert all(FILES[name].splitlines()[1].startswith("extends: ") for name in RULESETS)
    besides = [len(FILES[name].splitlines()) - 3 for name in RULESETS]
    assert (min(besides), max(besides)) == (1, 10)


@full
@pytest.mark.parametrize("name", [name for name in RULESETS if name in KEPT])
def test_a_wish_that_is_not_on_the_page_is_played(name: str, tmp_path: Path) -> None:
    put_all(tmp_path)
    check_file(tmp_path / name, name)


@pytest.mark.parametrize("name", [name for name in SHOWN if name not in RULESETS])
def test_the_scenario_of_a_wish_passes(name: str, tmp_path: Path) -> None:
    put_all(tmp_path)
    found = run_file(tmp_path / name)
    assert found
    assert [outcome.failure for outcome in found if not outcome.is_passed] == []
