"""Targets in a ruleset and beside it: read with their places, met, missed or not to be told."""

from __future__ import annotations

import json
from math import inf, nextafter
from pathlib import Path

import pytest
from helpers.small_games import LITTLE, run, written
from helpers.three_moves import GAMES, THREE, tallied
from helpers.tiers import full

import stammtisch as st
from stammtisch.study.counts.figures import Figure
from stammtisch.study.counts.statistics import Tally
from stammtisch.study.counts.targets import MET, MISSED, UNKNOWN, judge_targets, parse_limits, read_targets
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate


@pytest.mark.parametrize(
    ("text", "percent", "expected"),
    [
        ("30..60", False, (30, 60)),
        ("at least 5", False, (5, inf)),
        ("above 2.5", False, (nextafter(2.5, 3), inf)),
        ("below 10 %", True, (-inf, nextafter(0.1, 0))),
        ("at most 10 %", True, (-inf, 0.1)),
        ("45..55 %", True, (0.45, 0.55)),
        ("45 %..55 %", True, (0.45, 0.55)),
        ("45..55", True, None),
        ("45 %..55", True, None),
        ("30 %..60", False, None),
        ("30..60 %", False, None),
        ("about 30", False, None),
        ("", True, None),
    ],
)
def test_what_a_target_may_be(text: str, percent: bool, expected: tuple[float, float] | None) -> None:
    assert parse_limits(text, percent) == expected


def test_targets_are_judged_by_the_whole_interval(tmp_path: Path) -> None:
    game = written(tmp_path, "three", THREE)
    (tmp_path / "three.targets.yaml").write_text(
        "decisions: 2..4\nmargin: at least 5\nwins by seat > seat 1: below 60 %\nwins by seat: at most 99 %\nrounds: 1..3\n"
    )
    found = judge_targets(read_targets([game.path]), game.game(), tallied(game.game(), GAMES * 3))
    assert [(one.target.measure.name, one.subject, one.verdict) for one in found] == [
        ("decisions", "", MET),
        ("margin", "", MISSED),
        ("wins by seat", "seat 1", UNKNOWN),
        ("wins by seat", "seat 1", MET),
        ("wins by seat", "seat 2", MET),
        ("rounds", "", MET),
    ]
    (one,) = (target for target in read_targets([game.path]) if target.measure.name == "decisions")
    ends = [one.verdict(Figure("", 3, low, high)) for low, high in ((2, 4), (1.9, 4), (4.1, 5), (0, 1.9), (4, 5))]
    assert ends == [MET, UNKNOWN, MISSED, MISSED, UNKNOWN]
    # a few games that are all alike have a narrow interval, and tell nothing
    assert [one.verdict(Figure("", 3, 3, 3, games)) for games in (9, 10)] == [UNKNOWN, MET]


def test_targets_are_judged_surely_enough_for_all_of_them(tmp_path: Path) -> None:
    """Their intervals hold together; the more there are, the wider each is."""
    game = written(tmp_path, "little", LITTLE)
    tally = simulate([game.game(2)], 400, Plan(1)).tallies[0]
    ends, verdicts = [], []
    for more, looks in (("", 1), ("shared victories: below 90 %\n", 1), ("", 5_000)):
        (tmp_path / "little.targets.yaml").write_text(f"wins by seat > seat 1: at most 55 %\n{more}")
        one = judge_targets(read_targets([game.path]), game.game(2), tally, looks)[0]
        assert one.figure is not None and one.figure.low is not None and one.figure.high is not None
        ends.append(one.figure.high - one.figure.low)
        verdicts.append(one.verdict)
        assert one.to_json()["high"] == one.figure.high
    assert ends[0] < ends[1] < ends[2] and ends[1] / ends[0] == pytest.approx(2.2414 / 1.96, 1e-3)
    assert verdicts == [MET, MET, UNKNOWN]


def test_a_variants_targets_take_the_place_of_the_rulesets(tmp_path: Path) -> None:
    for name, text in (("a", "decisions: 2..4\nturns: 1..9\n"), ("b", "decisions: 5..6\n")):
        (tmp_path / f"{name}.targets.yaml").write_text(text)
    found = read_targets([tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.yaml"])
    assert [(one.measure.name, one.low) for one in found] == [("decisions", 5), ("turns", 1)]


@pytest.mark.parametrize(
    ("text", "place", "code", "told"),
    [
        ("decisions: 2..4\ndecision: 3..4\n", "2:1", "unknown-measure", "Did you mean `decisions`?"),
        ("xyz: 3\n", "1:1", "unknown-measure", "There are finished games, shared victories, "),
        ("shared victories: below 5\n", "1:19", "wrong-target", "must be a range or a limit, in percent"),
        ("shared victories: below 5\n", "1:19", "wrong-target", "Write for example 45..55 % or below 10 %."),
        ("decisions: below 5 %\n", "1:12", "wrong-target", "not in percent"),
        ("decisions: [1, 2]\n", "1:12", "wrong-target", "Write for example 30..60 or at least 5."),
        ("decisions: 9..5\n", "1:12", "wrong-target", "ends before it begins"),
        ("decisions: {3 players: 2..4, 5: 2..4}\n", "1:30", "wrong-target", "5 is not a number of players"),
        ("decisions: {3 players: 4}\n", "1:24", "wrong-target", "decisions, 3 players must be a range"),
        ("minutes: 5..9\n", "1:1", "wrong-target", "for example seconds: 20."),
        ("seconds: half\nminutes: 5..9\n", "1:1", "wrong-target", "must be a whole number of seconds"),
        ("seconds: 0\n", "1:1", "wrong-target", "whole number of seconds"),
        ("decisions: {2\n", "1:12", "yaml-unclosed", ""),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, place: str, code: str, told: str
) -> None:
    """By simulate, and by validate, which names nothing else."""
    path = tmp_path / "little.targets.yaml"
    written(tmp_path, "little", LITTLE)
    path.write_text(text)
    for line in (("simulate", tmp_path / "little.yaml"), ("validate", tmp_path / "little.yaml"), ("validate", path)):
        exit_code, out, said = run(capsys, *line)
        shown = said if line[0] == "simulate" else out
        assert exit_code == 1 and f"{path}:{place} {code} " in shown and told in shown, shown
        assert shown.count(str(path)) == 1 and (line[0] == "simulate" or "1 mistake, " in said)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "little", LITTLE)
    (tmp_path / "little.targets.yaml").write_text("ties: 3\nmargin: 2\ndecisions: 1..2\nturns: low\n")
    found = run(capsys, "validate", tmp_path)[2]
    # of a folder, in which they are no rulesets
    assert "1 file, 3 mistakes, " in found
    (tmp_path / "little.targets.yaml").write_text("decisions: 1..2\n")
    assert "1 file, 0 mistakes, " in run(capsys, "validate", tmp_path)[2]


def test_targets_stand_in_the_ruleset_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What stands beside a file takes the place of what stands in it, and a variant's of all that the ruleset wants."""
    before = written(tmp_path, "little", LITTLE).hash
    own = "targets: {decisions: 2..4, turns: 1..9, margin: 1..2}\n"
    assert written(tmp_path, "little", LITTLE + own).hash == before
    more = "format: 1\nextends: little.yaml\nsettings: {bonus: 2}\ntargets: {decisions: 5..6, margin: null}\n"
    (tmp_path / "more.yaml").write_text(more)
    (tmp_path / "little.targets.yaml").write_text("turns: 2..3\nrounds: 1..1\n")
    paths = [tmp_path / "little.yaml", tmp_path / "more.yaml"]
    told = [
        [f"{one.measure.name} {one.text}" for one in read_targets(files)] for files in (paths[:1], paths[1:], paths)
    ]
    assert told[0] == ["decisions 2..4", "turns 2..3", "margin 1..2", "rounds 1..1"]
    # a variant by itself is the ruleset that it extends with this variant
    assert told[1] == told[2] == ["decisions 5..6", "turns 2..3", "rounds 1..1"]
    (tmp_path / "more.yaml").write_text(more.replace("5..6", "[5, 6]"))
    code, out, said = run(capsys, "validate", tmp_path / "more.yaml")
    assert code == 1 and "more.yaml:4:22 wrong-target decisions must be a range" in out and "1 mistake, " in said
    assert "wrong-target" not in run(capsys, "validate", tmp_path / "little.targets.yaml")[1]


def test_a_variants_minutes_need_no_seconds_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "little", LITTLE)
    (tmp_path / "little.targets.yaml").write_text("seconds: 20\n")
    (tmp_path / "more.yaml").write_text("format: 1\nextends: little.yaml\nsettings: {bonus: 2}\n")
    (tmp_path / "more.targets.yaml").write_text("minutes: 5..9\n")
    for name in ("more.yaml", "more.targets.yaml"):
        assert "wrong-target" not in run(capsys, "validate", tmp_path / name)[1]
    (tmp_path / "little.targets.yaml").unlink()
    for name in ("more.yaml", "more.targets.yaml"):
        assert "wrong-target" in run(capsys, "validate", tmp_path / name)[1]


def test_targets_for_numbers_of_players_and_minutes(tmp_path: Path) -> None:
    game = written(tmp_path, "little", LITTLE)
    (tmp_path / "little.targets.yaml").write_text(
        "decisions: {2 players: 1..2, 3+ players: 3..4}\nminutes: {3..5 players: 5..9}\nseconds: 20\n"
    )
    wanted = read_targets([game.path])
    told = [[one.target.text for one in judge_targets(wanted, game.game(n), Tally(n))] for n in (2, 3)]
    assert told == [["1..2"], ["3..4", "5..9"]]
    # three choices of twenty seconds, and of what the command says instead
    three = written(tmp_path, "three", THREE).game()
    (tmp_path / "three.targets.yaml").write_text("minutes: 1..1\nseconds: 20\n")
    for seconds, is_ in ((0, MET), (40, MISSED)):
        wanted = read_targets([tmp_path / "three.yaml"], seconds)
        assert [one.verdict for one in judge_targets(wanted, three, tallied(three, GAMES * 3))] == [is_]


@full
def test_simulate_shows_targets_and_fails_only_if_told_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "three", THREE)
    before = st.load_ruleset(str(tmp_path / "three.yaml")).hash
    asked = ("simulate", tmp_path / "three.yaml", "-n", 20, "--jobs", 1)
    assert "target" not in "".join(run(capsys, *asked, "--format", form)[1] for form in ("text", "json", "csv"))
    (tmp_path / "three.targets.yaml").write_text("decisions: 5..9\nturns: at least 1\n")
    code, text, _ = run(capsys, *asked)
    assert code == 0 and [line.split() for line in text.rstrip().split("\n")[-3:-1]] == [
        ["decisions", "5..9", "3.00", "3.00", "to", "3.00", "missed"],
        ["turns", "at", "least", "1", "3.00", "3.00", "to", "3.00", "met"],
    ]
    assert run(capsys, *asked, "--fail-on", "targets")[0] == 1
    code, text, _ = run(capsys, *asked, "--fail-on", "targets", "--format", "csv")
    assert code == 1 and "three,1,2,all,target.decisions,missed\n" in text
    (found,) = json.loads(run(capsys, *asked, "--format", "json")[1])["results"]
    assert [(one["measure"], one["is"], one["verdict"]) for one in found["targets"]] == [
        ("decisions", "3.00", "missed"),
        ("turns", "3.00", "met"),
    ]
    assert (
        "`stammtisch ladder`, which has no --fail-on"
        in run(capsys, *asked, "--ladder", "random,5", "--fail-on", "targets")[2]
    )
    (tmp_path / "three.targets.yaml").write_text("decisions: 3..9\n")
    assert run(capsys, *asked, "--fail-on", "targets")[0] == 0
    assert st.load_ruleset(str(tmp_path / "three.yaml")).hash == before


def test_bots_that_change_seats_are_judged_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "three", THREE)
    (tmp_path / "three.targets.yaml").write_text("wins by seat > seat 1: 40..75 %\ndecisions: 3..4\n")
    asked = ("simulate", tmp_path / "three.yaml", "--bots", "1=greedy,all=random", "-n", 12, "--jobs", 1)
    text = run(capsys, *asked)[1]
    # each of the two ways to sit has six games, too few to tell anything
    assert text.rstrip().split("\n")[-2].split()[-1] == "met"
    assert "together these intervals hold with 95 %" in text
    (found,) = [json.loads(run(capsys, *asked, "--format", "json")[1])["result"]["targets"]]
    assert [one["verdict"] for one in found] == ["cannot tell", "met"]


@full
def test_compare_shows_the_targets_of_both_and_fails_for_those_of_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, moves in (("three", 3), ("two", 2)):
        written(tmp_path, name, THREE.replace("moves = 3", f"moves = {moves}"))
    (tmp_path / "three.targets.yaml").write_text("decisions: 3..4\nlead changes: below 1\n")
    (tmp_path / "two.targets.yaml").write_text("decisions: 3..4\nturns: below 3\n")
    both, more = (tmp_path / "three.yaml", tmp_path / "two.yaml"), ("-n", 20, "--jobs", 1)
    code, text, _ = run(capsys, "compare", *both, *more)
    lines = text.split("\n")
    assert code == 0 and [line.split() for line in lines[lines.index("2 players: targets") + 2 :][:3]] == [
        ["decisions", "3..4", "3.00", "met", "2.00", "missed"],
        ["lead", "changes", "below", "1", "cannot", "tell"],
        ["turns", "below", "3", "2.00", "met"],
    ]
    assert run(capsys, "compare", *both, *more, "--fail-on", "targets")[0] == 1
    assert run(capsys, "compare", *reversed(both), *more, "--fail-on", "targets")[0] == 0
    told = json.loads(run(capsys, "compare", *both, *more, "--format", "json")[1])["comparisons"][0]["targets"]
    assert [[one["verdict"] for one in told[arm]] for arm in ("base", "other")] == [
        ["met", "cannot tell"],
        ["missed", "met"],
    ]
    assert "leave out --fail-on" in run(capsys, "compare", *both, "--sequential", "--fail-on", "targets")[2]
