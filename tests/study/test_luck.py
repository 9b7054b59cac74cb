"""The share of luck: worked out by hand, known beforehand in games made for it, and its interval."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from helpers.small_games import LOT, run, written
from helpers.three_moves import THREE
from helpers.tiers import full

import stammtisch as st
from stammtisch.study.comparisons.luck import deal_parts, deal_share, estimate_luck, read_deals
from stammtisch.study.counts.outcomes import Rows
from stammtisch.study.runs.playing import start_game
from stammtisch.study.runs.shards import Plan

FIRST, SECOND = [1.0, 0.0], [0.0, 1.0]


@pytest.mark.parametrize(
    ("deals", "share"),
    [
        # whoever wins a deal once wins it again
        ([[FIRST, FIRST], [SECOND, SECOND]], 1),
        # of each seat: between (1/16 + 1/16) * 2 = 1/4, within (1/2) / 2 = 1/4
        ([[FIRST, FIRST], [FIRST, SECOND]], 0),
        # means 1 and 1/3 of the first: between (1/9 + 1/9) * 3 = 2/3, within (2/3) / 4 = 1/6; (4/6 - 1/6) / (4/6 + 2/6)
        ([[FIRST] * 3, [FIRST, SECOND, SECOND]], 0.5),
        # each deal is won as often by each: less than by accident
        ([[FIRST, SECOND], [SECOND, FIRST]], -1),
    ],
)
def test_the_share_by_hand(deals: list[list[list[float]]], share: float) -> None:
    assert deal_share([deal_parts(deal) for deal in deals], len(deals[0])) == pytest.approx(share)


def test_nothing_is_said_of_few_deals_or_where_one_always_wins() -> None:
    assert estimate_luck([]).share is None and estimate_luck([[FIRST, SECOND]] * 9).share is None
    assert estimate_luck([[FIRST, FIRST]] * 20).share is None
    assert estimate_luck([[FIRST, SECOND]] * 20).share == 0


def test_the_interval_holds_as_often_as_it_says() -> None:
    # the first wins a deal with a chance of 0 to 1, each as likely: between 1/12, in all 1/4
    chance, missed = random.Random(3), 0
    for _ in range(200):
        deals = []
        for _ in range(24):
            share = chance.random()
            deals.append([FIRST if chance.random() < share else SECOND for _ in range(10)])
        found = estimate_luck(deals)
        missed += not found.low <= 1 / 3 <= found.high
    assert 1 <= missed <= 19


def test_games_of_a_deal_have_its_chance_and_choices_of_their_own() -> None:
    game, plan = st.load_ruleset("kuhn").game(2), Plan(1, bots=("random", "random"), again=4)
    hands = [str(start_game(game, plan, number).z) for number in range(40)]
    assert all(hands[number] == hands[number // 4 * 4] for number in range(40)) and len(set(hands)) == 3
    assert len({start_game(game, plan, number).seed for number in range(40)}) == 40


def test_only_deals_of_which_all_games_are_finished_count(tmp_path: Path) -> None:
    game, rows = written(tmp_path, "three", THREE).game(), Rows()
    for number, won in ((3, (1, 1)), (0, (1, 0)), (1, (0, 1)), (2, (0, 1)), (5, (1, 0))):
        rows.add_game(number, 11, [0, 0, *won, 0, 3, 3, 3, 1, 1, 2])
    rows.add_game(4, 11, -1)
    assert read_deals(game, rows, 2) == [[FIRST, SECOND], [SECOND, [0.5, 0.5]]]


@full
def test_chance_alone_is_luck_and_a_game_without_chance_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("lot", LOT), ("three", THREE)):
        written(tmp_path, name, text)
    said = {}
    for name in ("lot", "three"):
        line = ("luck", tmp_path / f"{name}.yaml", "-n", 300, "--format", "json", "--jobs")
        code, text, _ = run(capsys, *line, 1)
        assert code == 0 and run(capsys, *line, 2)[1] == text
        said[name] = json.loads(text)
    assert (said["lot"]["luck"], said["lot"]["low"], said["lot"]["deals"]) == (1, 1, 30)
    assert said["three"]["luck"] < 0.1 and said["three"]["high"] < 0.3


@full
def test_the_command_tells_a_share_and_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ("luck", "kuhn", "--players", 2, "-n", 200, "--jobs", 1)
    code, text, _ = run(capsys, *line)
    assert code == 0 and "20 deals, each played 10 times: " in text and " % of winning is luck of the deal (" in text
    assert "  luck share: How much of winning is luck of the deal" in text
    assert run(capsys, *line, "--format", "csv")[1].startswith("ruleset,seed,players,bot,deals,each,luck,low,high\n")
    assert "the same seat wins all games of a deal" in run(capsys, *line, "--bots", "all=greedy")[1]
    assert "--bots all=greedy" in run(capsys, *line, "--bots", "1=greedy,all=random")[2]
    assert "`stammtisch luck`, which has no --usage" in run(capsys, "simulate", "kuhn", "--luck", "--usage")[2]
