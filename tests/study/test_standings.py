"""Games between bots: who sits where, and what is made of the results."""

from __future__ import annotations

import csv
import io
import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.bots import chosen_so_far, played, searched
from helpers.tiers import full

from stammtisch.base.errors import UsageError
from stammtisch.base.streams import game_seed
from stammtisch.cli.commandline import group
from stammtisch.study.counts.standings import bot_standings, first_share, win_share
from stammtisch.study.counts.statistics import Tally, parts_interval, pool_tallies
from stammtisch.study.runs.playing import play_game, play_shard
from stammtisch.study.runs.run import Run, games_per_plan, rotated_plans, rotations
from stammtisch.study.runs.shards import Plan, Shard, empty_shard, merge_shards
from stammtisch.study.runs.simulate import simulate, simulate_each


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(group, ["simulate", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def of(players: int, *winners: tuple[int, ...]) -> Tally:
    """A tally of games with these winners."""
    tally = Tally(players)
    for won in winners:
        tally.add_game([int(seat in won) for seat in range(players)], list(won), "over", [])
    return tally


# -- seats


def test_all_move_on_by_a_seat_until_they_sit_as_they_began() -> None:
    assert rotations("abc") == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert rotations("abab") == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations("aaaa") == [("a",) * 4]
    assert [plan.bots for plan in rotated_plans(Plan(seed=3), "ab")] == [("a", "b"), ("b", "a")]
    assert [games_per_plan(games, [Plan()] * 3) for games in (3, 4, 100)] == [1, 2, 34]


@pytest.mark.parametrize("lineup", ["abcde", "aabbb", "abcabc", "aab"])
def test_each_sits_on_every_seat_equally_often(lineup: str) -> None:
    moved = rotations(lineup)
    for name in set(lineup):
        assert len({sum(seats[seat] == name for seats in moved) for seat in range(len(lineup))}) == 1


# -- shares by hand


def test_what_the_first_bot_has_won_so_far_is_told_of_the_first_rung_of_a_ladder() -> None:
    tallies = [of(2, (0,), (0,)), of(2, (0,)), of(2, (0,), (0,)), of(2, (1,))]
    who, share = first_share(tallies, ["ba", "ab", "cb", "bc"])
    assert who == "b" and share.games == 3 and share.share == pytest.approx(2 / 3)


def test_the_share_of_one_seat_is_that_of_all_seats_of_a_bot_parted_evenly() -> None:
    tally = of(3, (0,), (1,), (1, 2), (0, 1, 2))
    share = win_share([(tally, [1, 2])])
    assert share.games == 4 and share.share == pytest.approx((1 + 1 + 2 / 3) / 4 / 2)
    low, high = parts_interval([(1, 2), (2 / 3, 1)], 4)
    assert (share.low, share.high) == pytest.approx((low / 2, high / 2))
    assert win_share([(tally, [0])]).share == pytest.approx((1 + 1 / 3) / 4)
    assert win_share([(Tally(3), [0])]).games == 0


def test_a_game_that_nobody_wins_is_shared_by_all() -> None:
    assert win_share([(of(2, (), (0,)), [0])]).share == 0.75
    assert win_share([(of(2, (), (0,)), [1])]).share == 0.25


def test_bots_are_followed_from_seat_to_seat() -> None:
    tallies = [of(2, (0,), (0,), (1,)), of(2, (1,), (1,), (1,))]
    tallies[0].scores[0].clear()
    tallies[0].scores[0].update([10, 10, 10])
    a, b = bot_standings(tallies, [("a", "b"), ("b", "a")])
    assert (a.name, a.seats, a.share.share) == ("a", 1, 5 / 6) and b.share.share == pytest.approx(1 / 6)
    assert [share.share for share in a.by_seat] == [2 / 3, 1]
    assert [share.share for share in b.by_seat] == [0, pytest.approx(1 / 3)]
    assert a.score == (30 + 3) / 6 and a.payoff is None
    assert pool_tallies(tallies).finished == 6 and tallies[0].finished == 3


# -- played


LINEUP = ("search:15", "random", "greedy")


def contest(jobs: int = 1, resume: str | Path = "", count: int = 4, seed: int = 3) -> Run:
    game = searched("kuhn", 3)
    return simulate_each([(game, plan) for plan in rotated_plans(Plan(seed=seed), LINEUP)], count, jobs, None, resume)


@full
def test_the_number_of_jobs_changes_nothing() -> None:
    one, two = contest(1), contest(2)
    assert [shard.to_json() for shard in one.shards] == [shard.to_json() for shard in two.shards]
    assert [shard.ranges for shard in one.shards] == [[(0, 4)], [(4, 8)], [(8, 12)]]
    assert [shard.bots for shard in one.shards] == rotations(LINEUP)


def test_a_game_of_a_contest_is_the_one_played_at_the_table() -> None:
    game = searched("kuhn", 3)
    plan = Plan(seed=3, bots=LINEUP)
    shard = empty_shard(game, plan)
    play_game(game, plan, 5, shard)
    tally = shard.tally
    state = played(game, ",".join(LINEUP), game_seed(3, 5))
    assert tally.lengths == {state.decisions: 1} and len(chosen_so_far(state)) == state.decisions
    assert [list(counts) for counts in tally.scores] == [[score] for score in state.scores]


def test_random_bots_play_the_games_of_a_random_run() -> None:
    game = searched("ofertu", 2)
    by_bots = play_shard(game, 0, 20, Plan(seed=8, bots=("random", "random"))).tally
    assert by_bots.to_json() == play_shard(game, 0, 20, Plan(seed=8)).tally.to_json()


def test_shards_of_other_bots_are_not_put_together() -> None:
    game = searched("kuhn")
    one, two = (play_shard(game, first, 2, Plan(bots=bots)) for first, bots in ((0, ("random", "greedy")), (2, ())))
    assert Shard.from_json(json.loads(json.dumps(one.to_json()))) == one and "bots" not in two.to_json()
    with pytest.raises(UsageError, match="the players are random, greedy, not random$"):
        merge_shards([one, two])
    with pytest.raises(UsageError, match="there are not 2 bots"):
        Shard.from_json(one.to_json() | {"bots": ["random"]})


@full
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.study.runs.run.SHARD_SECONDS", 0)
    whole, file, told = contest(), tmp_path / "run.json", []

    def interrupt(run: Run) -> None:
        told.append([shard.games for shard in run.shards])
        if run.games_played == 5:
            signal.raise_signal(signal.SIGINT)

    game = searched("kuhn", 3)
    played = [(game, plan) for plan in rotated_plans(Plan(seed=3), LINEUP)]
    first = simulate_each(played, 4, 1, interrupt, file)
    # whoever stops a run has all lineups played alike often
    assert first.interrupted and max(told[-1]) - min(told[-1]) <= 1
    again = contest(resume=file)
    assert again.before == first.games_played and [s.to_json() for s in again.shards] == [
        s.to_json() for s in whole.shards
    ]
    with pytest.raises(UsageError, match="holds another run: the players are search:15, random, greedy, not random"):
        simulate([game] * 3, 4, Plan(seed=3), 1, None, file)


def test_a_stopped_run_leaves_the_game_that_is_being_played() -> None:
    game, asked = searched("munchhausen", 3), []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 10

    shard = play_shard(game, 7, 3, Plan(bots=LINEUP), stopped)
    assert (shard.ranges, shard.tally.games) == ([], 0) and len(asked) < 15


# -- at the command line


ARGS = ("kuhn", "--players", 3, "--bots", "1=search:15,2=greedy", "-n", 10, "--seed", 3)


def test_the_result_for_people() -> None:
    searched("kuhn")
    code, out, _ = run(*ARGS)
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "Kuhn poker (kuhn), 3 players: search:15, greedy, random; seed 3"
    assert lines[1] == "12 games: 12 finished, 0 failed, 0 endless"
    assert lines[3].split() == ["seats", "wins", "95", "%", "interval", "of", "an", "even", "share", "score", "payoff"]
    assert [line.split()[0] for line in lines[4:7]] == ["search:15", "greedy", "random"]
    assert "equally strong players would each win 33.3 %" in lines[7]
    assert lines[9].split() == ["wins", "on", "seat", "1", "seat", "2", "seat", "3"]
    assert "3 players: 12 finished games" in lines


@full
def test_the_result_for_programs() -> None:
    searched("kuhn")
    data = json.loads(run(*ARGS, "--format", "json")[1])
    assert data["format"] == "stammtisch-contest-1" and data["complete"] and data["games"] == 12
    assert data["lineup"] == ["search:15", "greedy", "random"]
    assert sum(one["win_share"] for one in data["bots"]) == pytest.approx(1)
    for one in data["bots"]:
        assert [part["games"] for part in one["on_seat"]] == [4, 4, 4]
        assert one["win_share"] == pytest.approx(sum(part["win_share"] for part in one["on_seat"]) / 3)
        assert one["win_share_low"] < one["win_share"] < one["win_share_high"] or one["win_share"] in (0, 1)
    rows = list(csv.DictReader(io.StringIO(run(*ARGS, "--format", "csv")[1])))
    shares = {(row["bot"], row["seat"]): float(row["value"]) for row in rows if row["measure"] == "win_share"}
    assert shares["greedy", "all"] == data["bots"][1]["win_share"]
    assert shares["greedy", "2"] == data["bots"][1]["on_seat"][1]["win_share"]
    assert ("all", "1") in shares


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "1=serch"], "--bots 1=serch: did you mean search?"),
        (["--bots", "1=human"], "--bots 1=human: people can only sit down to `play`"),
        (["--bots", "9=random"], "--bots 9=random: there is no seat 9; this game has the seats 1 to 3"),
        (["--bots", "greedy"], "write for example --bots 1=search:400,all=random"),
        (["--bots", "1=greedy", "--players", "3-4"], "--bots is for one number of players at a time"),
        (["--bots", "1=greedy", "--ladder", "1,2"], "`stammtisch ladder`, which has no --bots"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(arguments: list[str], told: str) -> None:
    code, _, errors = run("munchhausen", *arguments)
    assert code == 2 and told in errors and errors.count("\n") == 1
