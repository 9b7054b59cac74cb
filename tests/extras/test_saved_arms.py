"""Runs that were kept, compared: by the figures that a comparison of the same games has. Needs the extra `study`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.small_games import LITTLE, run, written
from helpers.three_moves import THREE

from stammtisch.base.errors import UsageError
from stammtisch.study.comparisons.saved_arms import read_arms, require_comparable
from stammtisch.study.counts.statistics import Tally
from stammtisch.study.runs.saved_runs import read_run

pytest.importorskip("duckdb")
LEFT_OUT = ("options", "rounds")  # of runs; of games without --usage
ENDING = """
format: 1
game: Ending
players: 2
settings: {most: 12}
each player: {coins: {range: 0..14}}
phases:
  a round:
    until: {somebody is rich: any(p in players where p.coins >= most)}
    turns: player in players
    one of:
      One: {add: {player.coins: 1}}
      Five: {add: {player.coins: 5}}
score: player.coins
payoff: player.coins - 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "little", LITTLE)
    return tmp_path


def kept(capsys: pytest.CaptureFixture[str], to: str, *line: object, code: int = 0) -> None:
    assert run(capsys, "simulate", *line, "--jobs", 1, "--out", to)[0] == code


def compared(capsys: pytest.CaptureFixture[str], *line: object) -> dict[str, Any]:
    code, out, _ = run(capsys, "compare", *line, "--format", "json")
    assert code == 0
    found: dict[str, Any] = json.loads(out)["comparisons"][0]
    found["measures"] = [one for one in found["measures"] if one["measure"] not in LEFT_OUT]
    return found


def test_runs_have_the_figures_of_their_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "little.targets.yaml").write_text("decisions: 1..9\n")
    # several numbers of players in one, and more games in the other
    kept(capsys, "base", "little.yaml", "-n", 250)
    kept(capsys, "other", "little.yaml", "--set", "hand_size=1", "--players", 3, "-n", 250)
    played = compared(
        capsys, "little.yaml", "--against", "hand_size=1", "--players", 3, "-n", 250, "--seed", 1, "--jobs", 1
    )
    of_two = compared(capsys, "base", "other")
    assert (of_two["base"], of_two["other"], of_two["players"]) == ("base", "other", 3)
    assert of_two["rules"] == ["base → other", "", "settings", "  ~ hand_size 2 → 1"]
    assert [one["measure"] for one in of_two["measures"]] == [one["measure"] for one in played["measures"]]
    assert of_two["targets"] == played["targets"] and of_two["games"] == 250


def test_random_games_of_the_same_seed_are_compared_as_if_they_were_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ("little.yaml", "--players", 2)
    kept(capsys, "base", *line, "-n", 400)
    kept(capsys, "other", *line, "--set", "hand_size=1", "-n", 500)
    played = compared(capsys, *line, "--against", "hand_size=1", "-n", 400, "--jobs", 1)
    found = compared(capsys, "base", "other")
    for measure in ("wins by seat", "decisions", "real choices", "margin", "shared victories"):
        own, others = ([one for one in of["measures"] if one["measure"] == measure] for of in (found, played))
        assert own and own == others
    assert [one["verdict"] for one in found["measures"] if one["measure"] == "decisions"] == ["lower"]
    text = run(capsys, "compare", "base", "other")[1]
    assert text.startswith("Little: base / other; random choices, seed 1\n") and "400 games each" in text


def test_blocks_hold_what_the_run_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Failed and endless games, payoffs, rounds and the ways to sit of bots as well."""
    written(tmp_path, "ending", ENDING)
    path = tmp_path / "ending.yaml"
    for name, code, more in (
        ("failing", 1, ("-n", 130, "--max-decisions", 9)),
        ("bots", 0, ("--set", "most=9", "-n", 12, "--bots", "1=greedy,all=random")),
    ):
        kept(capsys, str(tmp_path / name), path, *more, code=code)
        one = read_run(tmp_path / name)
        (found,) = read_arms([one], [name], 2)
        wanted = Tally(2)
        for tally in one.run.tallies:
            wanted.add(tally)
        own = found.tally
        assert sorted(own.failed) == sorted(wanted.failed) and own.endless == wanted.endless
        assert (code == 1) == (bool(own.failed) and bool(own.endless))
        assert own.counts.numbers["rounds"] == wanted.counts.numbers["rounds"]
        for counted in ("finished", "victories", "scores", "payoffs", "lengths", "real", "turns", "margins", "reasons"):
            assert getattr(own, counted) == getattr(wanted, counted), counted
        assert len(found.blocks) == (65 if code else 6) and {tally.games for tally in found.blocks} == {2}


def test_runs_that_cannot_be_compared_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(folder, "three", THREE)
    line = ("little.yaml", "--players", 2, "-n", 12)
    kept(capsys, "base", *line)
    kept(capsys, "again", *line, "--seed", 2)
    kept(capsys, "small", *line, "--set", "hand_size=1")
    kept(capsys, "bots", *line, "--set", "hand_size=1", "--bots", "all=greedy")
    kept(capsys, "three", "little.yaml", "--players", 3, "-n", 12)
    kept(capsys, "ladder", *line, "--ladder", "random,greedy")
    kept(capsys, "short", *line, "--max-decisions", 50)
    for more, told in (
        (("base", "again"), "again and base do not differ in their rules: there is nothing to compare"),
        (("base",), "name what to compare base with: another run saved by simulate --out"),
        (("base", "little.yaml"), "base is a saved run, little.yaml is not: play that as well, for example"),
        (
            ("base", "bots"),
            "these runs were not played the same way: who plays differs: random choices in base, greedy, greedy in bots",
        ),
        (("base", "short"), "the number of decisions allowed differs: 20,000 in base, 50 in short"),
        (("base", "three"), "these have no number of players in common"),
        (("base", "ladder"), "ladder is a ladder"),
        (("base", "again", "-n", 5), "the games of saved runs are already played: leave out -n"),
        (("base", "again", "--seed", 1), "leave out --seed"),
        (("base", "small", "--players", 3), "not all of these runs have games for 3 players"),
    ):
        code, out, said = run(capsys, "compare", *more)
        assert code == 2 and told in said and not out, (more, said)
    runs = [read_run(folder / name) for name in ("base", "small")]
    runs[1].run.interrupted = True
    with pytest.raises(
        UsageError, match="only 12 of 12 games of .*small have been played: repeat the command that began the run"
    ):
        require_comparable(runs)


def test_settings_that_only_one_has_stand_in_the_difference_of_the_rules(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(folder, "plain", LITTLE.replace("bonus", "extra"))
    for name in ("little", "plain"):
        kept(capsys, name + "-run", f"{name}.yaml", "--players", 2, "-n", 20)
    found = compared(capsys, "little-run", "plain-run")
    assert found["rules"] and found["measures"]
