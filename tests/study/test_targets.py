"""Targets beside a ruleset: read with their places, met, missed or not to be told."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from helpers.small_games import run, written
from helpers.three_moves import GAMES, THREE, tallied

import stammtisch as st
from stammtisch.study.measures import Figure
from stammtisch.study.targets import MET, MISSED, UNKNOWN, judged, limits, targets_of


@pytest.mark.parametrize(
    ("text", "percent", "expected"),
    [
        ("30..60", False, (30, 60)),
        ("at least 5", False, (5, inf)),
        ("above 2.5", False, (2.5, inf)),
        ("below 10 %", True, (-inf, 0.1)),
        ("45..55 %", True, (0.45, 0.55)),
        ("45 %..55 %", True, (0.45, 0.55)),
        ("45..55", True, None),
        ("30..60 %", False, None),
        ("about 30", False, None),
        ("", True, None),
    ],
)
def test_what_a_target_may_be(text: str, percent: bool, expected: tuple[float, float] | None) -> None:
    assert limits(text, percent) == expected


def test_targets_are_judged_by_the_whole_interval(tmp_path: Path) -> None:
    game = written(tmp_path, "three", THREE)
    (tmp_path / "three.targets.yaml").write_text(
        "decisions: 2..4\nmargin: at least 5\nwins by seat > seat 1: below 60 %\nwins by seat: at most 99 %\nrounds: 1..3\n"
    )
    found = judged(targets_of([game.path]), game.game(), tallied(game.game(), GAMES))
    assert [(one.measure.name, figure and figure.of, verdict) for one, figure, verdict in found] == [
        ("decisions", "", MET),
        ("margin", "", MISSED),
        ("wins by seat", "seat 1", UNKNOWN),
        ("wins by seat", "seat 1", MET),
        ("wins by seat", "seat 2", MET),
        ("rounds", "", MET),
    ]
    (one,) = (target for target in targets_of([game.path]) if target.measure.name == "decisions")
    ends = [one.verdict(Figure("", 3, low, high)) for low, high in ((2, 4), (1.9, 4), (4.1, 5), (0, 1.9))]
    assert ends == [MET, UNKNOWN, MISSED, MISSED]


def test_a_variants_targets_take_the_place_of_the_rulesets(tmp_path: Path) -> None:
    for name, text in (("a", "decisions: 2..4\nturns: 1..9\n"), ("b", "decisions: 5..6\n")):
        (tmp_path / f"{name}.targets.yaml").write_text(text)
    found = targets_of([tmp_path / "a.yaml", tmp_path / "b.yaml", tmp_path / "c.yaml"])
    assert [(one.measure.name, one.low) for one in found] == [("decisions", 5), ("turns", 1)]


def test_what_is_wrong_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.targets.yaml"
    for text, told in (
        ("decisions: 2..4\ndecision: 3..4\n", r"a.targets.yaml:2:1: there is no measure 'decision'; did you mean"),
        ("ties: 3\n", "a.targets.yaml:1:1: there is no measure 'ties'"),
        ("shared victories: below 5\n", "1:1: shared victories is to be a range or a limit, in percent; write"),
        ("decisions: below 5 %\n", "not in percent"),
        ("decisions: [1, 2]\n", "write for example 30..60"),
        ("decisions: 9..5\n", "ends before it begins"),
    ):
        path.write_text(text)
        with pytest.raises(st.UsageError, match=told):
            targets_of([tmp_path / "a.yaml"])


def test_simulate_shows_targets_and_fails_only_if_told_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "three", THREE)
    before = st.load_ruleset(str(tmp_path / "three.yaml")).hash
    asked = ("simulate", tmp_path / "three.yaml", "-n", 20, "--jobs", 1)
    assert "targets" not in run(capsys, *asked)[1]
    (tmp_path / "three.targets.yaml").write_text("decisions: 5..9\n")
    code, text, _ = run(capsys, *asked)
    assert code == 0 and text.rstrip().split("\n")[-1].split() == [
        "decisions", "5..9", "3.00", "3.00", "to", "3.00", "missed"
    ]  # fmt: skip
    assert run(capsys, *asked, "--fail-on", "targets")[0] == 1
    assert run(capsys, *asked, "--fail-on", "targets", "--format", "csv")[0] == 1
    (tmp_path / "three.targets.yaml").write_text("decisions: 3..9\n")
    assert run(capsys, *asked, "--fail-on", "targets")[0] == 0
    assert st.load_ruleset(str(tmp_path / "three.yaml")).hash == before
