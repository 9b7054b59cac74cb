"""Tables with a value for all cases that have no row."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.paths import ROOT

import stammtisch as st
from stammtisch.front.validation import validate_file
from stammtisch.scenarios.run import run_file

RULES = (ROOT / "tests/testdata/ok/table-else.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("price(1)", 1),
        ("price(3)", 3),  # between the rows
        ("price(0)", 3),
        ("price(hand_size)", 3),  # a setting
        ("price(Anna.points)", 3),
        ("price(Anna.points + 2)", 1),
        ("price(Anna.points - 7)", 3),  # outside the rows
        ("worth(red)", 5),
        ("worth(green)", 1),
        ("both(red, 3)", 5),
        ("both(red, 2)", 7),
        ("both(blue, 2)", 6),
        ("both(green, 9)", 7),
        ("count(near(red))", 1),
        ("count(near(blue))", 2),
    ],
)
def test_what_has_no_row_has_the_value_of_else(tmp_path: Path, expression: str, value: int) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    scenario = "format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
    scenario += f"  x: {{then: ['{expression} = {value}']}}\n"
    (tmp_path / "scenarios.yaml").write_text(scenario, encoding="utf-8")
    assert [outcome.failure for outcome in run_file(tmp_path / "scenarios.yaml")] == [""]


def test_a_variant_changes_it_or_takes_it_away(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    variant = tmp_path / "variant.yaml"
    variant.write_text("format: 1\nextends: ruleset.yaml\ngame: V\ntables: {worth: {else: 4}}\n", encoding="utf-8")
    assert validate_file(variant) == []
    assert st.load_ruleset(variant).game().program.tables["worth"] == [5, 4]
    variant.write_text("format: 1\nextends: ruleset.yaml\ngame: V\ntables: {worth: {else: null}}\n", encoding="utf-8")
    assert {problem.code for problem in validate_file(variant)} == {"missing-row"}


@pytest.mark.parametrize(
    ("table", "code"),
    [("{red: 5, else: many}", "unknown-name"), ("{red: 5, else: true}", "wrong-type"), ("{else: 1}", "missing-key")],
)
def test_what_cannot_be_is_told(tmp_path: Path, table: str, code: str) -> None:
    file = tmp_path / "ruleset.yaml"
    file.write_text(RULES.replace("{red: 5, else: 1}", table), encoding="utf-8")
    assert code in {problem.code for problem in validate_file(file)}
