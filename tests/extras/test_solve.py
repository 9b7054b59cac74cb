"""Games solved: the published values, strategies that cannot be beaten, CFR+, and the command. Needs the extra `solve`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers.small_games import LITTLE, run, written
from helpers.tiers import full

import stammtisch as st
from stammtisch.cli.commands.solve import number_text
from stammtisch.solving.cfr import cfr
from stammtisch.solving.game_table import nash_conv
from stammtisch.solving.linear_program import shares, solve
from stammtisch.solving.strategy import from_json, to_json
from stammtisch.solving.tabulation import tabulate

TURNS = {"prizes_at_random": False}
HIDDEN = {**TURNS, "bids_are_shown": False}
# ruleset, settings, value for player 1, NashConv of uniform play (None: not published)
VALUES: list[Any] = [
    ("kuhn", {}, Fraction(-1, 18), 11 / 12),
    ("leduc", {}, Fraction("-0.085606424078"), 4.747222222),
    ("liars-dice", {"dice": 1, "sides": 3}, Fraction(1, 9), 1.1111111),
    ("liars-dice", {"dice": 1, "sides": 4}, Fraction(1, 16), 1.3101190),
    pytest.param("liars-dice", {"dice": 1, "sides": 5}, Fraction(1, 125), 1.4417418, marks=full),
    pytest.param("liars-dice", {"dice": 1, "sides": 6}, Fraction(-7, 258), 1.5614886, marks=full),
    ("goofspiel", {"cards": 3, **HIDDEN}, Fraction(0), None),
    ("goofspiel", {"cards": 4, **HIDDEN}, Fraction(0), None),
    ("goofspiel", {"cards": 4, "all_at_once": False, **HIDDEN}, Fraction(0), None),
    ("goofspiel", {"cards": 4, **TURNS}, Fraction(0), None),
    pytest.param("goofspiel", {"cards": 4, "bids_are_shown": False}, Fraction(0), None, marks=full),
]


@pytest.mark.parametrize(("name", "options", "value", "uniform"), VALUES)
def test_values_are_the_published_ones(
    name: str, options: dict[str, Any], value: Fraction, uniform: float | None
) -> None:
    table = tabulate(st.load_ruleset(name).game(2, options))
    solution = solve(table)
    assert solution.value == pytest.approx(float(value), abs=1e-9)
    assert nash_conv(table, solution.strategy) == pytest.approx(0, abs=1e-8)
    if uniform is not None:
        assert nash_conv(table, table.uniform()) == pytest.approx(uniform, abs=1e-7)


@pytest.mark.parametrize(
    ("name", "options"), [("kuhn", {}), pytest.param("leduc", {}, marks=full), ("goofspiel", {"cards": 3, **HIDDEN})]
)
def test_cfr_comes_near(name: str, options: dict[str, Any]) -> None:
    table = tabulate(st.load_ruleset(name).game(2, options))
    told: list[int] = []
    few, many = (nash_conv(table, cfr(table, rounds, told.append)) for rounds in (4, 200))
    assert told[0] == 4 and told[-1] == 200 and told[1:] == sorted(told[1:])
    assert -1e-12 < many < 0.02 and many < few / 4


def test_games_for_three_or_without_a_loser_are_refused(tmp_path: Path) -> None:
    for game in (st.load_ruleset("kuhn").game(3), st.load_ruleset("first-price-auction").game(2, {"highest_value": 2})):
        table = tabulate(game)
        for work in (solve, lambda table: cfr(table, 1)):
            with pytest.raises(st.UsageError, match="there must be two players, and what one wins the other must lose"):
                work(table)


def test_weights_become_shares() -> None:
    assert shares([1, 3]) == [0.25, 0.75]
    assert shares([0, -1e-18, 0]) == [1 / 3] * 3
    assert shares([2, -1e-9]) == [1, 0]


def test_numbers_are_written_with_the_fraction_that_they_are() -> None:
    assert number_text(-7 / 258) == "-0.027131782946 = -7/258"
    assert number_text(-0.0) == "0.000000000000"
    assert number_text(0.0856064240780) == "0.085606424078"


def test_the_command_solves_and_its_strategy_can_be_beaten_by_nobody(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "kuhn.json"
    code, out, err = run(capsys, "solve", "kuhn", "--strategy", path)
    assert code == 0
    assert "player 1 wins -0.055555555556 = -1/18 on average (exactly)" in out
    assert "100.00%  Bet" in out and str(path) in err
    code, out, _ = run(capsys, "solve", "kuhn", "--bot", path, "--format", "json")
    result = json.loads(out)
    assert code == 0 and result["format"] == "stammtisch-solution-1"
    assert result["best_responses"] == pytest.approx([-1 / 18, 1 / 18])
    assert result["nash_conv"] == pytest.approx(0, abs=1e-12)
    assert result["information_sets"] == [6, 6]
    code, out, _ = run(capsys, "solve", "leduc", "--method", "cfr", "--iterations", "20")
    assert code == 0 and "(nearly)" in out and "936 situations" in out


def test_how_much_a_bot_gives_away(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "kuhn", "--bot", "random", "--format", "json")
    result = json.loads(out)
    assert code == 0 and result["method"] == "bot random"
    assert result["value"] == pytest.approx(1 / 8)
    assert result["best_responses"] == pytest.approx([1 / 2, 5 / 12])
    assert result["nash_conv"] == pytest.approx(11 / 12)


def test_a_strategy_of_another_game_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    small = {"dice": 1, "sides": 3}
    ruleset = st.load_ruleset("liars-dice")
    table = tabulate(ruleset.game(2, small))
    data = to_json(table, table.uniform())
    assert from_json(table, data) == table.uniform()
    first = data["sets"][0]
    assert first["player"] == 1 and len(first["options"]) == 6 and first["seen"]
    other = tabulate(ruleset.game(2, {"dice": 1, "sides": 4}))
    with pytest.raises(st.UsageError, match="made with other settings"):
        from_json(other, data)
    with pytest.raises(st.UsageError, match="made for a different ruleset"):
        from_json(tabulate(st.load_ruleset("kuhn").game(2)), data)
    for damage, message in (
        ({"sets": [{}]}, "lacks its information"),
        ({"sets": [{**entry, "options": dict.fromkeys(entry["options"], 0.5)} for entry in data["sets"]]}, "add up"),
        ({"sets": [{**entry, "options": dict.fromkeys(entry["options"], "nan")} for entry in data["sets"]]}, "add up"),
        ({"format": "x"}, "this is not a strategy"),
    ):
        with pytest.raises(st.UsageError, match=message):
            from_json(table, {**data, **damage})
    path = tmp_path / "x.json"
    code, _, err = run(capsys, "solve", "kuhn", "--bot", path)
    assert code == 2 and "there is no bot and no file" in err
    path.write_text("{")
    code, _, err = run(capsys, "solve", "kuhn", "--bot", path)
    assert code == 2 and "not complete JSON" in err


def test_a_little_game_is_too_large_for_its_limit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ruleset = written(tmp_path, "little", LITTLE)
    code, _, err = run(capsys, "solve", ruleset.path, "--limit", 1000)
    assert code == 2 and "more than 1,000 histories" in err


@pytest.mark.parametrize(
    ("name", "why"), [("rules.yaml", "exists already and is not a strategy"), ("none/s.json", "there is no folder")]
)
def test_a_strategy_takes_the_place_of_nothing_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "rules.yaml").write_text("format: 1\n")
    code, out, err = run(capsys, "solve", "kuhn", "--strategy", tmp_path / name)
    assert (code, out) == (2, "") and str(tmp_path / name) in err and why in err
    assert (tmp_path / "rules.yaml").read_text() == "format: 1\n"
