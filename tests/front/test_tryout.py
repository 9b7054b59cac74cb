"""`validate --play N`: what holds always holds in its games, and how its messages name places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.paths import ROOT
from helpers.tiers import full

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.cli.commandline import group
from stammtisch.front.validation import validate_file

FAIR = (ROOT / "tests/testdata/ok/village-fair.yaml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(text: str, games: int = 3) -> list[Diagnostic]:
    Path("game.yaml").write_text(text, encoding="utf-8")
    return validate_file(Path("game.yaml"), games)


def with_always(conditions: str) -> str:
    return f"{FAIR}\nalways:\n{conditions}"


@pytest.mark.parametrize(
    ("condition", "when"),
    [
        ("all(p.coins = 12 for p in players)", r"after decision \d+"),
        ("all(p.coins = 13 for p in players)", "after the setup"),
        ("{holds: all(p.coins = 99 for p in players), at: the end}", r"after decision \d+"),
    ],
)
def test_what_must_always_hold_is_looked_at(condition: str, when: str) -> None:
    (problem,) = played(with_always(f"  nobody earns: {condition}\n"))
    assert (problem.code, problem.severity) == ("play-not-always", "error")
    assert problem.span.line == with_always("").count("\n") + 1
    assert re.search(f"'nobody earns' is no longer true {when} ", problem.message)


def test_each_broken_condition_is_told_once_with_the_command_that_shows_it() -> None:
    (problem,) = played(with_always("  nobody earns: all(p.coins <= 12 for p in players)\n"), 4)
    match = re.fullmatch(r"`stammtisch (.*)` shows it in game (\d+).", problem.hint)
    assert match is not None
    shown = CliRunner().invoke(group, match[1].split())
    when = re.search("after decision [\\d,]+", problem.message)
    assert when is not None
    assert "fails: " in shown.stdout and "nobody earns" in shown.stdout
    assert "see it: " in shown.stdout or f"see game {match[2]}: " in shown.stdout
    seed = re.search(r"the seed (\d+)", problem.message)
    assert seed is not None


def test_a_condition_that_cannot_be_worked_out_is_told() -> None:
    (problem,) = played(with_always("  all pay: all(price(p.coins) > 0 for p in players)\n"))
    assert problem.code == "play-stuck"
    assert "a condition under `always` cannot be worked out: " in problem.message


# -- several variants together


def checked(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, ["validate", *arguments])
    return done.exit_code, done.stdout + done.stderr


@full
@pytest.mark.parametrize(
    "names", [["warrender+two-stakes+hand-limit"], ["warrender", "--variant", "two-stakes", "--variant", "hand-limit"]]
)
def test_shipped_variants_are_checked_together(names: list[str]) -> None:
    assert checked(*names) == (0, "3 files, all is well\n")


@full
def test_what_is_wrong_only_together_is_found() -> None:
    bonus = "settings: {bonus: 2}\nscore: min(player.suit_totals) + bonus\n"
    Path("a.yaml").write_text(f"format: 1\nextends: warrender\n{bonus}", encoding="utf-8")
    Path("b.yaml").write_text("format: 1\nextends: warrender\nsettings: {bonus: food}\n", encoding="utf-8")
    assert checked("a.yaml", "b.yaml")[0] == 0
    code, told = checked("warrender", "--variant", "a.yaml", "--variant", "b.yaml")
    assert code == 1 and "bonus" in told and "3 files, 1 mistake" in told


def test_a_name_with_an_unknown_variant_and_two_rulesets_with_variants_are_refused() -> None:
    code, told = checked("warrender+two-stakes+hand-limt")
    assert code == 2 and "Did you mean hand-limit?" in told
    code, told = checked("warrender", "balvin", "--variant", "two-stakes")
    assert code == 2 and "--variant goes with one ruleset" in told


# -- how a failure of the rules is told


EXPORT = """\
format: 1
extends: bierfest
things: {beer: [Pilsner, Weizen, Dunkel, Kölsch, Alt, Export]}
"""


@full
def test_a_missing_row_is_told_with_the_name_and_the_place_once() -> None:
    Path("export.yaml").write_text(EXPORT, encoding="utf-8")
    told = [d.message for d in validate_file(Path("export.yaml"), 2) if d.code == "play-stuck"]
    assert told and all("the table goes_with has no row for Export (line 12" in message for message in told)
    assert not any(re.search(r"\.yaml:\d+: ", message) for message in told)
    done = CliRunner().invoke(group, ["simulate", "export.yaml", "-n", "2", "--players", "3", "--jobs", "1"])
    (line, *_) = [line for line in done.stdout.splitlines() if " fail: " in line]
    assert "has no row for Export" in line
    assert line.count(".yaml:") == 1


def test_an_empty_choice_is_told_with_its_place_once() -> None:
    empty = FAIR.replace(
        "      a stall may close:\n",
        "      two go: {choose: card in player.hand where card.value > 9}\n      a stall may close:\n",
    )
    Path("empty.yaml").write_text(empty, encoding="utf-8")
    (problem,) = [d for d in validate_file(Path("empty.yaml"), 1) if d.code == "play-stuck"]
    assert problem.message.startswith("the game cannot go on: there is nothing to choose for player ")


TOSS = """\
format: 1
game: Toss
players: 2..3
each player:
  points: 0..9
phases:
  a toss:
    random: n in 1..6
    do: {the toss may end it: {when: LIMIT, end: game}}
  a turn: {for each: p in players, one of: {Pass: nothing, Take: {add: {p.points: 1}}}}
winner: [most player.points, most player.number]
"""


def test_games_without_any_decision_are_told() -> None:
    assert played(TOSS.replace("LIMIT", "n = 1"), 24) == []
    (problem,) = played(TOSS.replace("LIMIT", "n * (count(players) - 2) > 0"), 4)
    assert (problem.code, problem.severity, problem.span.line) == ("over-at-once", "error", 9)
    assert problem.message.startswith("with 3 players the game is over before anybody has decided anything")
    assert [d.severity for d in played(TOSS.replace("LIMIT", "n * (count(players) - 2) > 0"), 0)] == ["warning"]


@full
def test_a_variant_for_more_players_without_any_decision_is_told_at_its_line() -> None:
    text = "format: 1\nextends: ofertu\ngame: For more\nplayers: 2..4\n"
    assert [(d.code, d.span.line) for d in played(text, 0)] == [("over-at-once", 4)]
    assert [(d.code, d.span.line, d.severity) for d in played(text, 6)] == [("over-at-once", 4, "error")]
