"""Runs that are kept: rows in Parquet, killed and gone on with, put together, as CSV. Needs the extra `study`."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy
import pytest
from helpers.paths import ROOT
from helpers.small_games import run, written
from helpers.tiers import full, many, tiered

import stammtisch as st
from stammtisch.base.errors import UsageError
from stammtisch.base.streams import game_seed, game_seeds
from stammtisch.game.game import Game
from stammtisch.study.counts.usage import fits_game
from stammtisch.study.runs import parquet
from stammtisch.study.runs.playing import play_shard
from stammtisch.study.runs.run import rotated_plans
from stammtisch.study.runs.saved_runs import SavedRun, merge_runs, open_folder, read_run
from stammtisch.study.runs.shards import Plan, empty_shard
from stammtisch.study.runs.simulate import simulate_each

TOLD = {"command": "simulate", "source": ""}
FAILING = """
format: 1
game: Failing
players: 2..3
each player: {coins: 0..9}
phases:
  a round:
    until: {somebody has six: any(p in players where p.coins >= 6)}
    turns: player in players
    one of:
      Two: {add: {player.coins: 2}}
      Three: {add: {player.coins: 3}}
      Five: {add: {player.coins: 5}}
score: player.coins
"""


def kept(path: Path, name: str, players: tuple[int, ...], games: int, plan: Plan, jobs: int = 1) -> SavedRun:
    """A run that was played, kept and read again."""
    ruleset = st.load_ruleset(name)
    played = [(ruleset.game(count), plan) for count in players]
    simulate_each(played, games, jobs, keep=open_folder(path, ruleset, played, games, TOLD))
    return read_run(path)


def rows(found: SavedRun) -> list[dict[str, Any]]:
    """All games, as they stand in the files."""
    relation = parquet.ordered_rows(parquet.engine(), found.files)
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def as_played(game: Game, seed: int, number: int, seats: int) -> dict[str, Any]:
    """What a random game came to, played step by step."""
    state = game.played(game_seed(seed, number))
    won = [1 / len(state.winners) if seat in state.winners else 0 for seat in range(game.players)]
    told: dict[str, list[Any]] = {"score": state.scores, "rank": state.ranks, "win": won}
    own = {
        f"{name}_{seat + 1}": values[seat] if seat < game.players else None
        for name, values in told.items()
        for seat in range(seats)
    }
    return {
        "game": number + 1,
        "seed": game_seed(seed, number),
        "players": game.players,
        "status": "finished",
        "decisions": state.decisions,
        "reason": state.reason,
        **own,
    }


@pytest.mark.parametrize("name", tiered(["munchhausen", "balvin", "warrender"], lambda name: name == "munchhausen"))
def test_rows_are_the_games_of_the_run(name: str, tmp_path: Path) -> None:
    games = many(20, 100)
    found = kept(tmp_path / "run", name, (3, 4), games, Plan(7, use=True, rows=True))
    told = rows(found)
    assert len(told) == 2 * games
    for number, row in enumerate(told):
        wanted = as_played(found.run.games[number // games], 7, number, 4)
        assert {key: row[key] for key in wanted} == wanted
        assert row["rounds"] is not None and row["real_choices"] <= row["decisions"]


def test_games_played_step_by_step_have_the_same_rows(tmp_path: Path) -> None:
    for name, players in (("kuhn", 2), ("munchhausen", 3), ("balvin", 3), ("warrender", 4), ("bierfest", 5))[
        : many(2, 5)
    ]:
        game = st.load_ruleset(name).game(players)
        native, by_steps = (
            play_shard(game, 0, 20, Plan(3, use=True, rows=True, check=check)).rows for check in (False, True)
        )
        assert native is not None and native == by_steps


def test_seeds_of_many_games_are_those_of_each() -> None:
    numbers = [0, 1, 5, 1 << 40]
    for seed in (0, 1, (1 << 63) - 1):
        assert game_seeds(seed, numpy.array(numbers, dtype="u8")).tolist() == [game_seed(seed, n) for n in numbers]


def test_failed_and_endless_games_are_rows(tmp_path: Path) -> None:
    written(tmp_path, "failing", FAILING)
    found = kept(tmp_path / "run", str(tmp_path / "failing.yaml"), (2,), 60, Plan(1, use=True, rows=True))
    told, tally = rows(found), found.run.tallies[0]
    assert 0 < len(tally.failed) < 60
    assert [row["game"] - 1 for row in told if row["status"] == "failed"] == sorted(tally.failed)
    assert all((row["score_1"] is None) == (row["status"] == "failed") for row in told)
    short = kept(tmp_path / "short", "munchhausen", (3,), 4, Plan(1, most=5, use=True, rows=True))
    assert [row["status"] for row in rows(short)] == ["endless"] * 4


def test_bots_are_told_of_each_seat(tmp_path: Path) -> None:
    ruleset = st.load_ruleset("kuhn")
    game = ruleset.game(2)
    played = [(game, plan) for plan in rotated_plans(Plan(1, use=True, rows=True), ["greedy", "random"])]
    simulate_each(played, 3, keep=open_folder(tmp_path / "run", ruleset, played, 3, TOLD))
    told = rows(read_run(tmp_path / "run"))
    assert [row["bot_1"] for row in told] == ["greedy"] * 3 + ["random"] * 3
    assert all(row["payoff_1"] == -row["payoff_2"] for row in told)


# -- killed, and gone on with


def test_many_files_are_made_into_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.study.runs.run_folder.FEW", 3)
    monkeypatch.setattr("stammtisch.study.runs.run.Batches.note_speed", lambda *_: None)
    monkeypatch.setattr("stammtisch.study.runs.checkpoint.RunFile.is_due", lambda _: True)
    found = kept(tmp_path / "run", "munchhausen", (3,), 20, Plan(1, use=True, rows=True))
    names = [path.name for path in found.files]
    assert any(not parquet.is_short(name) for name in names) and len(names) < 12
    assert sorted(names) == sorted(path.name for path in (tmp_path / "run" / "games").iterdir())
    assert [row["game"] for row in rows(found)] == [*range(1, 21)]


@full
@pytest.mark.parametrize("option", ["--out", "--resume"])
def test_a_run_that_is_killed_ends_as_one_that_is_not(tmp_path: Path, option: str) -> None:
    games, kills, random = 40_000, 10, Random(1)
    whole, torn = tmp_path / "whole", tmp_path / "torn"

    def started(out: Path) -> subprocess.Popen[bytes]:
        line = [sys.executable, str(ROOT / "cli.py"), "simulate", "munchhausen", "--players", "3-4", "-n", str(games)]
        return subprocess.Popen(
            [*line, option, str(out), "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
        )

    undisturbed = started(whole).communicate()[0]
    assert b"80,000 games: 80,000 finished" in undisturbed
    for _ in range(kills):
        process = started(torn)
        time.sleep(0.3 + 1.2 * random.random())
        os.kill(process.pid, signal.SIGKILL)
        told = process.communicate()
        if process.returncode != -signal.SIGKILL:
            assert told[0] == undisturbed
    process = started(torn)
    told = process.communicate()
    assert told[0] == undisturbed, told[1]
    if option == "--resume":
        assert torn.read_bytes() == whole.read_bytes()
        return
    ends = [rows(read_run(path)) for path in (whole, torn)]
    assert ends[0] == ends[1] and len(ends[0]) == 2 * games


def test_a_run_that_has_no_games_yet_is_told_as_that(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ruleset = st.load_ruleset("kuhn")
    played = [(ruleset.game(2), Plan(1, use=True, rows=True))]
    folder = open_folder(tmp_path / "run", ruleset, played, 5, TOLD)
    folder.write([empty_shard(*played[0])])
    assert "0 of 5 games were played" in run(capsys, "summary", tmp_path / "run")[2]
    code, _, told = run(capsys, "summary", tmp_path / "run", "--csv", tmp_path / "games.csv")
    assert code == 2 and "no games have been saved yet" in told
    assert run(capsys, "report", tmp_path / "run", "--out", tmp_path / "report.html")[0] == 0


def test_where_rules_are_gone_those_beside_the_games_are_read(tmp_path: Path) -> None:
    (tmp_path / "failing.yaml").write_text(FAILING, encoding="utf-8")
    found = kept(tmp_path / "run", str(tmp_path / "failing.yaml"), (2,), 5, Plan(1, use=True, rows=True))
    assert found.sources == [tmp_path / "failing.yaml"]
    (tmp_path / "failing.yaml").unlink()
    assert read_run(tmp_path / "run").sources == [tmp_path / "run" / "ruleset.yaml"]


def test_a_file_that_was_not_counted_is_removed(tmp_path: Path) -> None:
    kept(tmp_path / "run", "munchhausen", (3,), 5, Plan(1, use=True, rows=True))
    (tmp_path / "run" / "games" / parquet.games_file(9)).write_bytes(b"half")
    (tmp_path / "run" / "games" / "games-00000010.part").write_bytes(b"half")
    assert len(rows(kept(tmp_path / "run", "munchhausen", (3,), 5, Plan(1, use=True, rows=True)))) == 5
    names = {path.name for path in (tmp_path / "run" / "games").iterdir()}
    assert names and parquet.games_file(9) not in names and all(name.endswith(".parquet") for name in names)


# -- told again, put together


def test_the_summary_is_the_report_of_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "failing", FAILING)
    lines: list[tuple[Any, ...]] = [
        ("simulate", "failing.yaml", "-n", 30, "--players", "2-3"),
        ("simulate", "kuhn", "-n", 4, "--players", 2, "--bots", "1=greedy,all=random"),
        ("ladder", "kuhn", "random,greedy", "-n", 4, "--players", 2),
        ("without", "kuhn", "Bet", "-n", 4, "--players", 2),
    ]
    for number, line in enumerate(lines):
        for form in ("text", "json", "csv")[: 3 if number < 1 else 1]:
            told = run(capsys, *line, "--out", f"run-{number}", "--format", form)
            assert run(capsys, "summary", f"run-{number}", "--format", form)[:2] == told[:2]
    assert "Failing" in run(capsys, "summary", "run-0", "--usage", "--definitions")[1]


def test_the_rules_are_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written(tmp_path, "failing", FAILING)
    kept(tmp_path / "run", str(tmp_path / "failing.yaml"), (2,), 10, Plan(1, use=True, rows=True))
    before = run(capsys, "summary", tmp_path / "run")
    written(tmp_path, "failing", FAILING.replace("coins: 5", "coins: 4"))
    after = run(capsys, "summary", tmp_path / "run")
    # the step of the last choice is then found in the copy
    assert [part.replace("run/ruleset.yaml:7", "failing.yaml:7") for part in after[1].splitlines()] == [
        part.replace("failing.yaml:12", "failing.yaml:7") for part in before[1].splitlines()
    ]
    with (tmp_path / "run" / "ruleset.yaml").open("a") as file:
        file.write("about: Another game\nsettings: {more: 1}\n")
    code, out, err = run(capsys, "summary", tmp_path / "run")
    assert (code, out) == (2, "") and "was changed: its hash is" in err


def test_what_another_version_has_counted_is_left_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = kept(tmp_path / "run", "kuhn", (2,), 10, Plan(1, use=True, rows=True))
    assert found.run.tallies[0].counts.games == 10 and not found.uncounted
    header = json.loads((tmp_path / "run" / "run.json").read_text())
    header["versions"]["stammtisch"] = "0.0.1"
    (tmp_path / "run" / "run.json").write_text(json.dumps(header))
    found = read_run(tmp_path / "run")
    assert found.run.tallies[0].counts.games == 0 and found.run.tallies[0].finished == 10
    assert "counted by another version" in run(capsys, "summary", tmp_path / "run")[2]
    tally = play_shard(st.load_ruleset("kuhn").game(2), 0, 10, Plan(1, use=True)).tally
    tally.counts.numbers["options"].pop()
    assert not fits_game(st.load_ruleset("kuhn").game(2), tally)


def test_runs_with_other_seeds_are_put_together(tmp_path: Path) -> None:
    runs = [kept(tmp_path / f"run-{seed}", "kuhn", (2, 3), 15, Plan(seed, use=True, rows=True)) for seed in (1, 2)]
    both = merge_runs(runs).run
    assert both.games_played == both.total == 60 and both.seed_text == "seeds 1, 2"
    assert [shard.ranges for shard in both.shards] == [[(0, 30)], [(30, 60)]]
    assert both.tallies[0].finished == 30
    scores = [sum(sum(run.run.tallies[1].scores[0].elements()) for run in part) for part in (runs, [merge_runs(runs)])]
    assert scores[0] == scores[1]


def test_runs_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    def made(name: str, ruleset: str, players: tuple[int, ...], seed: int, most: int = 20_000) -> SavedRun:
        return kept(tmp_path / name, ruleset, players, 2, Plan(seed, most, use=True, rows=True))

    first = made("a", "kuhn", (2,), 1)
    for other, message in (
        (made("b", "kuhn", (2,), 1), "hold the same games: both have the seed 1"),
        (made("c", "tictactoe", (2,), 2), "this is a different ruleset"),
        (made("d", "kuhn", (3,), 2), "the number of players is 2, not 3"),
        (made("e", "kuhn", (2, 3), 2), "the numbers of players or the bots differ"),
        (made("f", "kuhn", (2,), 2, 900), "decisions allowed is 20000, not 900"),
    ):
        with pytest.raises(UsageError, match=message):
            merge_runs([first, other])


def test_games_for_spreadsheets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = kept(tmp_path / "run", "munchhausen", (3,), 12, Plan(1, use=True, rows=True))
    assert run(capsys, "summary", tmp_path / "run", "--csv", tmp_path / "games.csv")[0] == 0
    with (tmp_path / "games.csv").open(newline="") as file:
        told = [*csv.DictReader(file)]
    assert [(int(row["game"]), int(row["seed"]), row["reason"]) for row in told] == [
        (row["game"], row["seed"], row["reason"]) for row in rows(found)
    ]


def test_folders_that_hold_something_else_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("mine")
    line = ("simulate", "kuhn", "-n", 2, "--players", 2, "--out")
    assert "holds something else" in run(capsys, *line, tmp_path / "other")[2]
    assert run(capsys, *line, tmp_path / "run")[0] == 0
    assert "holds another run: the seed is 1, not 2" in run(capsys, *line, tmp_path / "run", "--seed", 2)[2]
    assert "is not a run" in run(capsys, "summary", tmp_path / "other")[2]
    counts = json.loads((tmp_path / "run" / "counts.json").read_text())
    counts["run"]["games"] = 3
    (tmp_path / "run" / "counts.json").write_text(json.dumps(counts))
    assert "is damaged" in run(capsys, "summary", tmp_path / "run")[2]


def test_others_can_read_the_games(tmp_path: Path) -> None:
    kept(tmp_path / "run", "munchhausen", (3, 5), 30, Plan(1, use=True, rows=True))
    asked = (
        f"SELECT players, count(*), sum(win_1) FROM '{tmp_path}/run/games/*.parquet' GROUP BY players ORDER BY players"
    )
    found = duckdb.execute(asked).fetchall()
    assert [row[:2] for row in found] == [(3, 30), (5, 30)]
