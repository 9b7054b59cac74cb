"""Ladders: each bot against the next weaker one, and the sentence that follows."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner
from helpers import tiers
from helpers.bots import searched

from stammtisch.cli.commandline import group
from stammtisch.study.comparisons.ladder import FLAT, HIGHER, LOWER, UNKNOWN, Rung, ladder_plans, ladder_sentence
from stammtisch.study.counts.standings import Share
from stammtisch.study.counts.statistics import round_up
from stammtisch.study.runs.shards import Plan


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(group, ["ladder", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def rung(low: float, high: float, lower: str = "a", upper: str = "b", even: float = 0.5) -> Rung:
    return Rung(lower, upper, Share(100, (low + high) / 2, low, high), even)


def test_a_rung_is_flat_only_if_all_its_interval_is_near_to_even() -> None:
    assert rung(0.46, 0.54).verdict == FLAT
    assert rung(0.51, 0.54).verdict == FLAT
    assert rung(0.51, 0.56).verdict == HIGHER
    assert rung(0.44, 0.49).verdict == LOWER
    assert rung(0.44, 0.54).verdict == UNKNOWN
    assert rung(0.30, 0.36, even=1 / 3).verdict == FLAT
    assert rung(0.34, 0.50, even=1 / 3).verdict == HIGHER


def test_the_more_rungs_there_are_the_surer_each_has_to_be() -> None:
    """With 95 % all that is said of ten rungs is so."""
    for one, said in ((rung(0.46, 0.54), FLAT), (rung(0.51, 0.56), HIGHER), (rung(0.44, 0.49), LOWER)):
        assert one.verdict == said and replace(one, looks=10).verdict == UNKNOWN
        assert replace(one, looks=10).needed > one.needed
    assert [replace(rung(0.7, 0.8), looks=10).verdict, replace(rung(0.49, 0.51), looks=10).verdict] == [HIGHER, FLAT]


def test_how_many_games_would_tell() -> None:
    # 2.5 points from even nothing is told before the interval is as narrow as 2.5 points on each side
    assert Rung("a", "b", Share(100, 0.525, 0.4, 0.6), 0.5).needed == 1600
    assert Rung("a", "b", Share(100, 0.6, 0.4, 0.7), 0.5).needed == 93
    assert Rung("a", "b", Share(100, 0.5, 0.4, 0.6), 0.5).needed == 390
    assert [round_up(n) for n in (0.2, 7.1, 99, 101, 1537, 20000)] == [1, 8, 99, 110, 1600, 20000]


HIGH, FLATS, WORSE = (0.6, 0.7), (0.48, 0.52), (0.3, 0.4)
UNSURE = (0.45, 0.6)


@pytest.mark.parametrize(
    ("intervals", "told"),
    [
        ([HIGH, HIGH], "Skill carries as far as this ladder goes: c still wins more than b."),
        ([HIGH, FLATS], "Skill carries up to b; from b to c little is gained."),
        ([FLATS, HIGH], "From a to b little is gained."),
        ([HIGH, WORSE], "Skill carries up to b; c wins less than b: thinking longer misleads the bot here."),
        (
            [UNSURE, HIGH],
            "There are too few games to say whether b is better than a (about 1,600 games on each rung would show it).",
        ),
    ],
)
def test_the_sentence(intervals: list[tuple[float, float]], told: str) -> None:
    assert ladder_sentence([rung(*i, *names) for i, names in zip(intervals, ("ab", "bc"), strict=True)]) == told


def test_the_stronger_bot_has_one_seat_and_sits_everywhere() -> None:
    plans = ladder_plans(Plan(), ["a", "b", "c"], 3)
    assert [plan.bots for plan in plans] == [
        ("b", "a", "a"), ("a", "b", "a"), ("a", "a", "b"), ("c", "b", "b"), ("b", "c", "b"), ("b", "b", "c"),
    ]  # fmt: skip


@tiers.full
def test_a_ladder_at_the_command_line() -> None:
    searched("tictactoe")
    args = ("tictactoe", "random,1,60", "-n", 20, "--seed", 2)
    code, out, _ = run(*args)
    lines = out.splitlines()
    assert code == 0 and lines[1] == "40 games: 40 finished, 0 failed, 0 endless"
    assert lines[3].split() == ["games", "wins", "95", "%", "interval", "even", "skill"]
    assert [line.split()[:4] for line in lines[4:6]] == [
        ["search:1", "against", "random", "20"],
        ["search:60", "against", "search:1", "20"],
    ]
    data = json.loads(run(*args, "--format", "json")[1])
    assert data["format"] == "stammtisch-ladder-1" and lines[-1] == data["sentence"]
    assert [(r["lower"], r["upper"], r["games"]) for r in data["rungs"]] == [
        ("random", "search:1", 20),
        ("search:1", "search:60", 20),
    ]
    assert data["rungs"][1]["verdict"] == HIGHER
    rows = list(csv.DictReader(io.StringIO(run(*args, "--format", "csv")[1])))
    assert [row["verdict"] for row in rows] == [r["verdict"] for r in data["rungs"]]
    assert not tiers.everything or run(*args, "--jobs", 1)[1] == out


@pytest.mark.parametrize(
    ("ladder", "told"),
    [
        ("20", "a ladder has at least two bots"),
        ("20,20", "search:20 is named twice"),
        ("20,search:020", "search:20 is named twice"),
        ("20,x", "there is no bot 'x'"),
        ("0,3", "from 1 to 1,000,000"),
        ("", "there is no bot ''"),
    ],
)
def test_what_is_no_ladder(ladder: str, told: str) -> None:
    code, _, errors = run("tictactoe", ladder)
    assert code == 2 and told in errors and errors.count("\n") == 1
