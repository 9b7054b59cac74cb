"""Scenarios of a game played with variants over it: which hold, which do not, and which change makes the difference."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.tiers import full

from stammtisch.cli.commandline import group

BASE = """\
format: 1
game: Work or rest
players: 2
settings: {wages: 3, rest: 1}
each player: {points: 0..99, rests: 0..9}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      work or rest:
        one of:
          Work: {add: {player.points: wages}}
          Rest: {add: {player.rests: rest}}
score: player.points
winner: [most player.points, most player.rests]
"""
SCENARIOS = """\
format: 1
tests: base.yaml
players: [Anna, Ben]
scenarios:
  work is worth three: {when: [{Anna: Work}], then: [Anna.points = 3]}
  rest is one rest: {when: [{Anna: Rest}], then: [Anna.rests = 1]}
  both are possible: {when: [{Anna may: [Work, Rest]}, {Anna: Rest}, {Ben: Work}], then: [Ben.points = 3]}
  nobody has points at first: {then: [sum(players.points) = 0]}
"""
BROKEN = "  it never holds: {then: [sum(players.points) = 5]}\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_text(BASE, encoding="utf-8")
    Path("base.scenarios.yaml").write_text(SCENARIOS, encoding="utf-8")
    written("dear.yaml", "settings: {wages: 4}")
    written(
        "tea.yaml",
        "change:\n  work or rest: {one of: {Drink tea: nothing}}\n  Rest: {do: {a nap pays: {add: {player.points: 1}}}}",
    )


def written(name: str, text: str) -> None:
    Path(name).write_text(f"format: 1\nextends: base.yaml\ngame: {name}\n{text}\n", encoding="utf-8")


def told(name: str, code: int = 0) -> list[str]:
    result = CliRunner().invoke(group, ["test", name])
    assert result.exit_code == code, result.output
    return result.output.splitlines()


def test_what_holds_and_what_changes_by_which_change_is_told() -> None:
    lines = told("base.yaml+dear.yaml+tea.yaml")
    assert lines[0] == "base.scenarios.yaml: 2 of 4 hold with dear.yaml and tea.yaml"
    assert lines[1:4] == [
        "CHANGED work is worth three (base.scenarios.yaml:5)",
        "  this is not true: Anna.points = 3",
        "  by dear.yaml:4 wages",
    ]
    assert lines[4] == "CHANGED both are possible (base.scenarios.yaml:7)"
    assert lines[6] == "  by dear.yaml, and by itself also by tea.yaml"
    assert len(lines) == 7


@full
def test_the_scenarios_of_the_variants_are_played_too() -> None:
    own = "format: 1\ntests: tea.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
    own += "  tea is free: {when: [{Anna: Drink tea}, {Ben: Work}], then: [Ben.points = 3]}\n"
    Path("tea.scenarios.yaml").write_text(own, encoding="utf-8")
    lines = told("base.yaml+dear.yaml+tea.yaml")
    assert lines[-4:] == [
        "tea.scenarios.yaml: 0 of 1 hold with dear.yaml and tea.yaml",
        "CHANGED tea is free (tea.scenarios.yaml:5)",
        "  this is not true: Ben.points = 3",
        "  by dear.yaml:4 wages",
    ]
    assert told("tea.yaml") == ["tea.scenarios.yaml: 1 passed"]


@full
def test_those_of_the_game_are_played_with_a_variant_that_has_its_own() -> None:
    own = "format: 1\ntests: tea.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
    own += "  a nap pays: {when: [{Anna: Rest}, {Ben: Rest}], then: [Ben.points = 1]}\n"
    Path("tea.scenarios.yaml").write_text(own, encoding="utf-8")
    lines = told("base.yaml+tea.yaml")
    assert lines[0] == "base.scenarios.yaml: 3 of 4 hold with tea.yaml"
    assert lines[1:] == [
        "CHANGED both are possible (base.scenarios.yaml:7)",
        "  Anna may choose Work, Rest, Drink tea",
        "  by tea.yaml:5 work or rest",
        "tea.scenarios.yaml: 1 passed",
    ]
    Path("tea.scenarios.yaml").write_text(own.replace("points = 1", "points = 2"), encoding="utf-8")
    assert "FAILED a nap pays" in told("base.yaml+tea.yaml", 1)


def test_a_variant_without_scenarios_is_held_against_those_of_the_game() -> None:
    assert told("base.yaml+dear.yaml")[0] == "base.scenarios.yaml: 2 of 4 hold with dear.yaml"


def test_what_does_not_hold_in_the_game_itself_fails() -> None:
    Path("base.scenarios.yaml").write_text(SCENARIOS + BROKEN, encoding="utf-8")
    lines = told("base.yaml+dear.yaml", 1)
    assert lines[-3:] == [
        "FAILED it never holds (base.scenarios.yaml:9)",
        "  this is not true: sum(players.points) = 5",
        "  without the variants, too",
    ]


def test_variants_that_do_not_go_together_are_refused() -> None:
    written("cheap.yaml", "settings: {wages: 1}")
    assert any("variants-disagree" in line for line in told("base.yaml+dear.yaml+cheap.yaml", 1))
