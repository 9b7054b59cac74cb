"""Many games: the figures by hand, the same result for any number of processes, and what becomes of bad games."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers.games import ruleset as shared
from helpers.small_games import ENDLESS, FAILING, LITTLE, SHORT_OF_CARDS, run, written
from helpers.tiers import full

import stammtisch as st
from stammtisch.base.streams import game_seed
from stammtisch.base.tables import Document
from stammtisch.cli import simulations
from stammtisch.cli.console import StatusLine, duration
from stammtisch.cli.simulations import RunProgress, player_counts
from stammtisch.records.trace import read_trace
from stammtisch.study.counts.statistics import Tally, describe, parts_interval, quantile, summary, wilson_interval
from stammtisch.study.reports.report import option_bands, players_section
from stammtisch.study.runs.run import Batches, Run
from stammtisch.study.runs.shards import Plan, empty_shard
from stammtisch.study.runs.simulate import simulate

# -- figures


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_the_published_ones(successes: int, trials: int, low: float, high: float) -> None:
    assert [round(end, 4) for end in wilson_interval(successes, trials)] == [low, high]


def test_wilson_intervals_at_the_ends() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    low, high = wilson_interval(20, 20)
    assert (round(low, 4), high) == (0.8389, 1.0)


@pytest.mark.parametrize(("won", "shared", "games"), [(100, 800, 1000), (30, 40, 100), (1, 99, 100)])
def test_intervals_of_shared_victories_are_as_wide_as_they_scatter(won: int, shared: int, games: int) -> None:
    """About two standard errors of the mean to either side, where a victory shared by two counts half."""
    mean = (won + shared / 2) / games
    deviation = ((won + shared / 4) / games - mean * mean) ** 0.5 / games**0.5
    low, high = parts_interval([(1.0, won), (0.5, shared)], games)
    assert low < mean < high and 2 * 1.96 * deviation == pytest.approx(high - low, rel=0.02, abs=0.03)


def test_without_shared_victories_the_intervals_are_wilsons() -> None:
    assert parts_interval([(1.0, 81)], 263) == wilson_interval(81, 263) and parts_interval([], 20) == wilson_interval(
        0, 20
    )
    # a hundred draws do not say that nobody will ever win
    low, high = parts_interval([(0.5, 100)], 100)
    assert 0.47 < low < 0.49 and 0.51 < high < 0.53


LOST = """\
format: 1
game: Lost
players: 2..3
shared: {n: 0..5}
phases:
  a turn:
    turns: p in players
    until: {all is done: n > 4}
    do:
      Go on: {one of: {Go: {add: {n: 1}}, Stop: {end: game, winner: those(q in players where n > 4)}}}
winner: most player.number
"""


@pytest.mark.parametrize("players", [2, 3])
def test_games_that_all_lose_are_counted_as_won_by_nobody(players: int, tmp_path: Path) -> None:
    path = tmp_path / "lost.yaml"
    path.write_text(LOST, encoding="utf-8")
    game = st.load_ruleset(str(path)).game(players)
    for plan in (Plan(seed=1), Plan(seed=1, trace=str(tmp_path))):  # in bulk, and one by one
        figures = summary(simulate([game], 40, plan).tallies[0])
        lost = figures["reasons"]["Stop"]
        assert figures["won_by_nobody"] == lost > 30
        assert sum(seat["won_alone"] for seat in figures["seats"]) == 40 - lost
        assert f"won by nobody: {lost} (" in str(Document(players_section(figures, True)))


STAKES = """\
format: 1
game: Stakes
players: 2..3
shared: {stake: 1..8}
each player: {gain: -8..8}
phases:
  a turn:
    turns: player in players
    until: {all is done: stake > 4}
    do:
      Go on:
        one of:
          Double: {set: {stake: stake * 2}}
          Give up:
            do:
              all pay: {for each: q in players, set: {q.gain: if q = player then -stake else stake}}
              it is over: {end: game}
winner: [most player.gain, most player.number]
payoff: player.gain
"""


def test_a_game_without_a_score_is_told_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "simulate", "tictactoe", "-n", "40", "--usage", "--jobs", "1")[1].splitlines()
    assert next(line.split() for line in lines if "wins" in line) == ["wins", "95", "%", "interval", "decisions"]
    assert not any(word in line for line in lines for word in ("score", "margin", "lead changes", "decided", "drama"))
    bots = run(capsys, "simulate", "tictactoe", "-n", "40", "--bots", "all=random", "--jobs", "1")[1]
    assert "even share\n" in bots and "score" not in bots


@pytest.mark.parametrize("players", [2, 3])
def test_what_players_get_is_told_where_the_ruleset_says_it(players: int, tmp_path: Path) -> None:
    path = tmp_path / "stakes.yaml"
    path.write_text(STAKES, encoding="utf-8")
    game = st.load_ruleset(str(path)).game(players)
    got = [game.played(game_seed(1, number)).payoffs for number in range(60)]
    for plan in (Plan(seed=1), Plan(seed=1, check=True)):  # in bulk, and step by step
        result = simulate([game], 60, plan)
        figures = summary(result.tallies[0])
        assert [seat["payoff"] for seat in figures["seats"]] == [
            describe(Counter(map(int, seat))) for seat in zip(*got, strict=True)
        ]
        assert figures["payoff"] == describe(Counter(int(payoff) for payoffs in got for payoff in payoffs))
        assert figures["payoff"]["min"] < -1
        lines = [*Document(players_section(figures, True)).lines()]
        at = lines.index("  payoff  min  5 %  25 %  50 %  75 %  95 %  max  mean")
        assert [line.split()[0] for line in lines[at + 1 : at + players + 2]] == ["seat"] * players + ["all"]
        again = Tally.from_json(players, result.tallies[0].to_json())
        assert again == result.tallies[0]
    other = Tally(players)
    other.add(again)
    other.add(again)
    assert summary(other)["payoff"]["mean"] == figures["payoff"]["mean"]


def test_quantiles_are_values_that_occurred() -> None:
    counts = Counter({1: 1, 5: 18, 9: 1})
    assert [quantile(counts, percent) for percent in (1, 5, 6, 50, 95, 96, 100)] == [1, 1, 5, 5, 5, 9, 9]
    assert describe(counts) == {"mean": 5.0, "min": 1, "5": 1, "25": 5, "50": 5, "75": 5, "95": 5, "max": 9}
    assert describe(Counter()) == dict.fromkeys(["mean", "min", "5", "25", "50", "75", "95", "max"])
    with pytest.raises(ValueError, match="nothing"):
        quantile(Counter(), 50)


def test_the_figures_of_three_games_by_hand() -> None:
    tally = Tally(2)
    # each choice is number of options * players + seat
    tally.add_game([3, 1], [0], "done", [2 * 2 + 0, 1 * 2 + 1, 3 * 2 + 0], turns=2)
    tally.add_game([2, 2], [0, 1], "done", [2 * 2 + 0, 2 * 2 + 1], turns=1)
    other = Tally(2)
    other.add_game([0, 5], [1], "early", [1 * 2 + 0], turns=1)
    other.failed[7] = "too much"
    other.endless.append(3)
    tally.add(other)
    found = summary(tally)
    seats = found.pop("seats")
    assert [(s["won_alone"], s["won_shared"], s["win_share"]) for s in seats] == [(1, 1, 0.5), (1, 1, 0.5)]
    assert [(s["decisions"], s["real_decisions"]) for s in seats] == [(4 / 3, 1.0), (2 / 3, 1 / 3)]
    assert [(s["score"]["min"], s["score"]["50"], s["score"]["max"]) for s in seats] == [(0, 2, 3), (1, 2, 5)]
    assert (round(seats[0]["win_share_low"], 4), round(seats[0]["win_share_high"], 4)) == (0.1387, 0.8613)
    assert found == {
        "players": 2,
        "games": 5,
        "finished": 3,
        "failed": [{"game": 8, "message": "too much"}],
        "endless": [4],
        "ties": 1,
        "won_by_nobody": 0,
        "score": {"mean": 13 / 6, "min": 0, "5": 0, "25": 1, "50": 2, "75": 3, "95": 5, "max": 5},
        "decisions": {"mean": 2.0, "min": 1, "5": 1, "25": 1, "50": 2, "75": 3, "95": 3, "max": 3},
        "real_decisions": {"mean": 4 / 3, "min": 0, "5": 0, "25": 0, "50": 2, "75": 2, "95": 2, "max": 2},
        "turns": {"mean": 4 / 3, "min": 1, "5": 1, "25": 1, "50": 1, "75": 2, "95": 2, "max": 2},
        "options": {"mean": 11 / 6, "mean_of_real": 2.25, "distribution": {"1": 2, "2": 3, "3": 1}},
        "reasons": {"done": 2, "early": 1},
    }


def test_a_victory_of_three_counts_a_third_for_each() -> None:
    tally = Tally(3)
    tally.add_game([1, 1, 1], [0, 1, 2], "done", [])
    tally.add_game([1, 0, 0], [0], "done", [])
    found = summary(tally)
    assert [round(seat["win_share"], 4) for seat in found["seats"]] == [0.6667, 0.1667, 0.1667]
    assert found["ties"] == 1


def test_nothing_finished_has_no_figures() -> None:
    tally = Tally(2)
    tally.endless.append(0)
    found = summary(tally)
    assert (found["games"], found["finished"], found["score"]["50"]) == (1, 0, None)
    assert [(s["win_share"], s["win_share_low"], s["win_share_high"]) for s in found["seats"]] == [(None, 0.0, 1.0)] * 2


# -- games


@pytest.fixture(scope="module")
def munchhausen() -> st.Ruleset:
    return shared("munchhausen")


@pytest.fixture(scope="module")
def ofertu() -> st.Game:
    return st.load_ruleset("ofertu").game()


def summaries(done: Run) -> list[dict[str, Any]]:
    return [summary(tally) for tally in done.tallies]


@full
def test_what_is_counted_is_what_the_recordings_say(ofertu: st.Game, tmp_path: Path) -> None:
    done = simulate([ofertu], 5, Plan(seed=2, trace=str(tmp_path)))
    assert summaries(done) == summaries(simulate([ofertu], 5, Plan(seed=2)))
    traces = [read_trace(tmp_path / f"ofertu-2-players-seed-2-game-{number}.jsonl") for number in range(1, 6)]
    assert [trace.header["seed"] for trace in traces] == [game_seed(2, number) for number in range(5)]
    decisions = [line for trace in traces for line in trace.decisions]
    (found,) = summaries(done)
    assert found["options"]["distribution"] == {
        str(count): sum(line["count"] == count for line in decisions)
        for count in sorted({line["count"] for line in decisions})
    }
    for seat in (0, 1):
        own = [line for line in decisions if line["seat"] == seat]
        assert found["seats"][seat]["decisions"] == len(own) / 5
        assert found["seats"][seat]["real_decisions"] == sum(not line["forced"] for line in own) / 5
        scores = [trace.end["scores"][seat] for trace in traces if trace.end is not None]
        assert found["seats"][seat]["score"]["mean"] == sum(scores) / 5
        won = [trace.end["winners"] for trace in traces if trace.end is not None]
        assert found["seats"][seat]["won_alone"] == won.count([seat])


def test_the_result_does_not_depend_on_the_number_of_processes(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    games = [munchhausen.game(3), munchhausen.game(4)]
    alone = simulate(games, 40, Plan(seed=5), jobs=1)
    assert [tally.games for tally in alone.tallies] == [40, 40]
    for jobs in (2, 3):
        assert summaries(simulate(games, 40, Plan(seed=5), jobs=jobs)) == summaries(alone)
    first, second = tmp_path / "1", tmp_path / "2"
    simulate(games, 3, Plan(seed=5, trace=str(first)), jobs=1)
    simulate(games, 3, Plan(seed=5, trace=str(second)), jobs=2)
    names = sorted(path.name for path in first.iterdir())
    assert len(names) == 6
    assert [(second / name).read_bytes() for name in names] == [(first / name).read_bytes() for name in names]


def test_games_are_numbered_on_from_one_player_count_to_the_next(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    simulate([munchhausen.game(3), munchhausen.game(5)], 2, Plan(seed=1, trace=str(tmp_path)))
    headers = {path.name: read_trace(path).header for path in tmp_path.iterdir()}
    assert {name: (header["players"], header["seed"]) for name, header in headers.items()} == {
        "munchhausen-3-players-seed-1-game-1.jsonl": (3, game_seed(1, 0)),
        "munchhausen-3-players-seed-1-game-2.jsonl": (3, game_seed(1, 1)),
        "munchhausen-5-players-seed-1-game-3.jsonl": (5, game_seed(1, 2)),
        "munchhausen-5-players-seed-1-game-4.jsonl": (5, game_seed(1, 3)),
    }


@pytest.mark.parametrize(
    ("jobs", "wanted"),
    [(1, [1, 4, 10, 10, 10, 10, 5, 10, 5]), (2, [1, 4, 10, 10, 10, 7, 5, 3, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1])],
)
def test_shards_cover_every_game_once(munchhausen: st.Ruleset, jobs: int, wanted: list[int]) -> None:
    game = munchhausen.game(3)
    run = Run([game, game], 50, [Plan(), Plan()], [empty_shard(game, Plan()), empty_shard(game, Plan())])
    run.shards[1].ranges = [(50, 60), (70, 75), (80, 100)]
    feed = Batches(run, jobs)
    numbers: list[tuple[int, int]] = []
    sizes = []
    while (batch := feed.next()) is not None:
        numbers += [(batch.game, number) for number in range(batch.first, batch.first + batch.count)]
        sizes.append(batch.count)
        feed.note_speed(batch.count, 0.02 * batch.count)
    assert numbers == [(number // 50, number) for number in [*range(50), *range(60, 70), *range(75, 80)]]
    assert sizes == wanted


def test_the_last_of_many_games_are_not_handed_out_one_by_one(munchhausen: st.Ruleset) -> None:
    game = munchhausen.game(3)
    run = Run([game], 100_000, [Plan()], [empty_shard(game, Plan())])
    feed, sizes = Batches(run, 2), []
    while (batch := feed.next()) is not None:
        sizes.append(batch.count)
        feed.note_speed(batch.count, batch.count / 20_000)
    growing, even, ending = sizes[:6], sizes[6:-15], sizes[-15:]
    assert growing == [1, 4, 16, 64, 256, 1024] and {*even} == {4000} and sum(sizes) == 100_000
    assert ending == sorted(ending, reverse=True) and ending[-2] == 400


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_played(munchhausen: st.Ruleset, jobs: int) -> None:
    before = signal.getsignal(signal.SIGINT)

    def interrupt(done: Run) -> None:
        if done.games_played >= 5 and not sent:
            sent.append(done.games_played)
            os.kill(os.getpid(), signal.SIGINT)

    sent: list[int] = []
    done = simulate([munchhausen.game(3)], 1_000_000, jobs=jobs, note=interrupt)
    assert done.interrupted
    assert sent[0] <= done.games_played < 1_000_000
    (found,) = summaries(done)
    assert found["games"] == found["finished"] == sum(found["reasons"].values())
    assert signal.getsignal(signal.SIGINT) == before


def test_a_second_ctrl_c_ends_the_run_at_once(munchhausen: st.Ruleset) -> None:
    def interrupt(done: Run) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        simulate([munchhausen.game(3)], 1_000_000, jobs=2, note=interrupt)


def test_failing_and_endless_games_are_counted(tmp_path: Path) -> None:
    failing = simulate([written(tmp_path, "failing", FAILING).game()], 6, jobs=2)
    endless = simulate([written(tmp_path, "endless", ENDLESS).game()], 6, Plan(most=50))
    short = simulate([written(tmp_path, "short", SHORT_OF_CARDS).game()], 2)
    assert (failing.clean, endless.clean, short.clean) == (False, False, False)
    assert sorted(failing.tallies[0].failed) == [0, 1, 2, 3, 4, 5]
    assert {message.rpartition("/")[2] for message in failing.tallies[0].failed.values()} == {
        "failing.yaml:11 Add: total leaves its range 0..3: 4"
    }
    assert (endless.tallies[0].endless, endless.tallies[0].failed) == ([0, 1, 2, 3, 4, 5], {})
    assert len(short.tallies[0].failed) == 2


def test_a_mistake_in_generated_code_is_a_failed_game(ofertu: st.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> list[int]:
        raise IndexError("list index out of range")

    code = ofertu.code(False)
    monkeypatch.setattr(code, "asks", {block: (site, who, broken) for block, (site, who, _) in code.asks.items()})
    monkeypatch.setitem(vars(ofertu), "native", None)
    done = simulate([ofertu], 2)
    assert (
        list(done.tallies[0].failed.values())
        == ["internal error in the generated code: IndexError: list index out of range"] * 2
    )


def test_a_folder_that_cannot_be_written_ends_the_run(munchhausen: st.Ruleset, tmp_path: Path) -> None:
    (tmp_path / "munchhausen-3-players-seed-0-game-1.jsonl").mkdir()
    for jobs in (1, 2):
        with pytest.raises(OSError, match="munchhausen-3-players"):
            simulate([munchhausen.game(3)], 3, Plan(trace=str(tmp_path)), jobs=jobs)


def test_a_wrong_seed_is_refused(munchhausen: st.Ruleset) -> None:
    with pytest.raises(ValueError, match="seed"):
        simulate([munchhausen.game(3)], 1, Plan(seed=-1))


# -- the command


def test_the_report_for_people(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "little", LITTLE)
    code, out, err = run(capsys, "simulate", "little.yaml", "-n", 30, "--players", "2", "--jobs", 2, "--set", "bonus=0")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == [
        "Little (little), random choices, seed 1",
        "30 games: 30 finished, 0 failed, 0 endless",
        "",
        "2 players: 30 finished games",
    ]
    assert lines[5].split() == [
        "wins",
        "95",
        "%",
        "interval",
        "min",
        "5",
        "%",
        "25",
        "%",
        "50",
        "%",
        "75",
        "%",
        "95",
        "%",
        "max",
        "mean",
        "decisions",
    ]
    assert [line.split()[0] for line in lines[6:9]] == ["seat", "seat", "all"]
    assert "  decisions       8    8     8     8     8     8    8   8.0" in lines
    assert "  options per decision: 1.75; 2.00 where there is a choice" in lines
    assert "    1: 25.0 %, 2: 75.0 %" in lines
    assert lines[-1] == "  the game ends because: all cards are played (100.0 %)"
    assert run(capsys, "simulate", "little.yaml", "-n", 30, "--players", "2", "--jobs", 1, "--set", "bonus=0")[1] == out
    assert run(capsys, "simulate", "little.yaml", "-n", 30, "--players", "2", "--jobs", 1)[1] != out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["little.yaml"]


@full
def test_json_and_csv_say_the_same(capsys: pytest.CaptureFixture[str], munchhausen: st.Ruleset) -> None:
    args = ("simulate", "munchhausen", "-n", 12, "--players", "3-4", "--seed", 7, "--format")
    code, out, _ = run(capsys, *args, "json")
    data = json.loads(out)
    assert code == 0
    assert {key: data[key] for key in ("format", "ruleset", "hash", "seed", "games", "complete")} == {
        "format": "stammtisch-simulation-1", "ruleset": "munchhausen", "hash": munchhausen.hash,
        "seed": 7, "games": 12, "complete": True,
    }  # fmt: skip
    done = simulate([munchhausen.game(3), munchhausen.game(4)], 12, Plan(seed=7))
    results = [
        {key: value for key, value in result.items() if key not in ("settings", "measures", "targets")}
        for result in data["results"]
    ]
    assert results == summaries(done)
    rows = list(csv.DictReader(io.StringIO(run(capsys, *args, "csv")[1])))
    figures = {(row["players"], row["seat"], row["measure"]): row["value"] for row in rows}
    assert len(figures) == len(rows)
    for result in results:
        players = str(result["players"])
        assert int(figures[players, "all", "finished"]) == 12
        assert float(figures[players, "all", "score.mean"]) == result["score"]["mean"]
        for seat in result["seats"]:
            assert float(figures[players, str(seat["seat"]), "win_share"]) == seat["win_share"]


def test_bad_games_are_saved_with_the_command_that_shows_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulations, "program", lambda: "stammtisch")
    written(tmp_path, "failing", FAILING)
    written(tmp_path, "endless", ENDLESS)
    code, out, _ = run(capsys, "simulate", "failing.yaml", "-n", 12)
    assert code == 1
    assert "12 games: 0 finished, 12 failed, 0 endless" in out
    assert "  12 games with 2 players fail: failing.yaml:11 Add: total leaves its range 0..3: 4\n" in out
    assert "    in all of them: rounds 1 to 4; the last choice is “Add” at say something (failing.yaml:11)\n" in out
    file = "failing-failures/failing-2-players-seed-1-game-1.jsonl"
    assert f"    see game 1: stammtisch replay {file} --ruleset failing.yaml" in out
    assert len(list(Path("failing-failures").iterdir())) == 1
    code, out, _ = run(capsys, "replay", file, "--ruleset", "failing.yaml")
    assert code == 0
    assert out.splitlines()[-2:] == [
        "Decision 2: player 2, say something: Add",
        "Here the rules fail: failing.yaml:11 Add: total leaves its range 0..3: 4",
    ]
    code, out, _ = run(capsys, "simulate", "endless.yaml", "-n", 2, "--max-decisions", 30, "--trace", "traces")
    assert code == 1
    assert "  2 games with 2 players do not end: after 30 decisions they go round among say something" in out
    assert "replay traces/endless-2-players-seed-1-game-1.jsonl" in out
    assert len(read_trace("traces/endless-2-players-seed-1-game-2.jsonl").decisions) == 30
    assert not Path("endless-failures").exists()


def test_what_came_of_games_is_told_also_where_those_that_failed_cannot_be_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "failing", FAILING)
    Path("failing-failures").write_text("in the way", encoding="utf-8")
    code, out, err = run(capsys, "simulate", "failing.yaml", "-n", 12)
    assert code == 1 and "12 games: 0 finished, 12 failed, 0 endless" in out and "  12 games with 2 players fail" in out
    assert err.endswith("The games that failed cannot be saved: failing-failures: file exists\n")


def test_an_interrupted_command_prints_what_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []

    def interrupt(self: RunProgress, done: Run) -> None:
        if not sent:
            sent.append(done.games_played)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(RunProgress, "__call__", interrupt)
    code, out, err = run(
        capsys, "simulate", "munchhausen", "-n", 1_000_000, "--players", 3, "--jobs", 2, "--format", "json"
    )
    data = json.loads(out)
    assert (code, data["complete"]) == (130, False)
    played = data["results"][0]["games"]
    assert 0 < played < 1_000_000
    assert (
        err
        == f"Interrupted: {played:,} of 1,000,000 games were played. With --resume FILE a run can be resumed later.\n"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "2"), "Munchhausen is for 3 to 8 players, not 2"),
        (("--players", "4-3"), "--players 4-3: write a number, from-to, or all"),
        (("--players", "many"), "--players many: write a number, from-to, or all"),
        (("-n", "0"), "0 is too small, the least is 1"),
        (("--jobs", "0"), "0 is too small, the least is 1"),
        (("--seed", "-1"), "-1 is not from 0 to"),
        (("--format", "xml"), "'xml' is not one of"),
        (("--set", "cards=3"), "there is no setting 'cards'"),
    ],
)
def test_what_cannot_be_run_is_refused(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, "simulate", "munchhausen", *args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_player_counts() -> None:
    assert player_counts("all", (3, 4, 6)) == [3, 4, 6]
    assert player_counts("5, 3-4,5", (2, 9)) == [3, 4, 5]
    for text in ("", "3-", "-3", "3-4-5", "٣", "9999"):
        with pytest.raises(st.UsageError):
            player_counts(text, (2, 9))


def test_progress_tells_rate_and_time_left() -> None:
    assert RunProgress(StatusLine(), 10_000).line(2_500, 5.0, 0) == "2,500 of 10,000 games, 500 a second, 15 s left"
    assert RunProgress(StatusLine(), 10).line(5, 1.0, 2) == "5 of 10 games, 5 a second, 1 s left, 2 failed or endless"
    assert RunProgress(StatusLine(), 10).line(4, 10.0, 0) == "4 of 10 games, 2.5 s a game, 15 s left"
    assert RunProgress(StatusLine(), 10, before=3).line(3, 10.0, 0) == "3 of 10 games"
    assert [duration(s) for s in (0.2, 59.4, 59.6, 125, 4200)] == [
        "0 s",
        "59 s",
        "1 min 00 s",
        "2 min 05 s",
        "1 h 10 min",
    ]


def test_options_are_shown_in_bands() -> None:
    assert option_bands({"1": 1, "4": 1, "5": 1, "1000": 1}) == ["1: 25.0 %", "4-5: 50.0 %", "101 and more: 25.0 %"]


def test_without_wasmtime_the_same_games_are_played_and_it_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ("simulate", "kuhn", "-n", "40", "--jobs", "1", "--seed", "5", "--format", "json")
    told = "wasmtime is not installed: the games are played in Python, which takes longer."
    code, native, errors = run(capsys, *args)
    assert code == 0 and told not in errors
    monkeypatch.delitem(sys.modules, "stammtisch.backend.native.machine")
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    code, python, errors = run(capsys, *args)
    assert code == 0 and errors.count(told) == 1
    assert python == native


@full
def test_settings_are_filled_in_in_the_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    for games in (8, 20):
        _, told, _ = run(capsys, "simulate", "nine-mens-morris", "-n", games, "--jobs", "1")
        assert "50 moves in a row have closed no mill" in told
