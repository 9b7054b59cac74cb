"""Playing until it is decided: what a sequential test says, how often it errs, and how soon it ends."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import log, sqrt
from pathlib import Path

import pytest
from helpers.small_games import LITTLE, run, written
from helpers.three_moves import THREE
from helpers.tiers import full, many

import stammtisch as st
from stammtisch.study.comparisons import sequential_test
from stammtisch.study.comparisons.compare import HIGHER, LOWER, SAME, UNKNOWN
from stammtisch.study.comparisons.sequential_test import (
    BLOCK,
    TOGETHER,
    SequentialResult,
    decide_from_blocks,
    endless_blocks,
    fixed_size,
    play_until_decided,
    wald_verdict,
)
from stammtisch.study.counts.figures import Figure, Measure
from stammtisch.study.counts.measures import parse_measure
from stammtisch.study.runs.shards import Plan

WINS, SEAT = parse_measure("wins by seat > seat 1")


def test_walds_limits() -> None:
    # with an error of 1 % and a margin of 3 points the ratio of the hypotheses is 300 (d - 1.5 points)
    upper, lower = log(0.95 / 0.025), log(0.05 / 0.975)
    for difference, said in (
        (0.015 + upper / 300 + 1e-9, HIGHER),
        (0.015 + upper / 300 - 1e-9, None),
        (-0.015 - upper / 300 - 1e-9, LOWER),
        (-0.015 - upper / 300 + 1e-9, None),
    ):
        assert wald_verdict(difference, 0.01, 0.03) == said
    # nearer than this both are refused
    error = sqrt(0.03 * -0.015 / lower)
    assert wald_verdict(0.0, 0.999 * error, 0.03) == SAME
    assert wald_verdict(0.0, 1.001 * error, 0.03) is None
    assert [wald_verdict(d, 0.0, 0.03) for d in (0.1, -0.1, 0.0)] == [HIGHER, LOWER, SAME]
    # a measure that is 0 in the base has no margin
    assert [wald_verdict(d, 0.1, 0.0) for d in (0.1, -0.1, 0.0)] == [HIGHER, LOWER, SAME]


def test_how_many_games_a_fixed_number_is() -> None:
    # of two that are won by half: (1.96 + 1.645)^2 * 2 * 0.25 / 0.03^2
    assert fixed_size(sqrt(0.5 / 1000), 1000, 0.03) == 7_300


def simulated(base: float, other: float, chance: random.Random, most: int = 1_000_000) -> SequentialResult:
    def blocks() -> Iterator[tuple[Figure, Figure]]:
        while True:
            wins = [sum(chance.random() < share for _ in range(BLOCK)) for share in (base, other)]
            yield Figure(SEAT, wins[0] / BLOCK, count=BLOCK), Figure(SEAT, wins[1] / BLOCK, count=BLOCK)

    return decide_from_blocks(WINS, SEAT, blocks(), BLOCK, most)


@pytest.mark.parametrize(("other", "right"), [(0.5, SAME), (0.53, HIGHER), (0.47, LOWER)])
def test_it_errs_as_seldom_as_promised_and_ends_sooner(other: float, right: str) -> None:
    chance, times = random.Random(7), many(12, 200)
    found = [simulated(0.5, other, chance) for _ in range(times)]
    said = Counter(one.verdict for one in found)
    # 5 % of 200 are 10, give or take 3; of 12 hardly ever more than 3
    assert times - said[right] <= (3 if times < 200 else 19)
    if right != SAME:
        assert sum(one.games for one in found) / times < 7_200


def test_it_gives_up_after_so_many_games() -> None:
    found = simulated(0.5, 0.5, random.Random(1), 3 * BLOCK)
    assert (found.verdict, found.games) == (UNKNOWN, 3 * BLOCK)
    # what is plain is said at the first look
    assert simulated(0.2, 0.9, random.Random(1)).games == BLOCK * TOGETHER


def test_each_arm_plays_its_own_rules_and_no_game_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [written(tmp_path, f"m{n}", THREE.replace("moves = 3", f"moves = {n}")).game() for n in (3, 2)]
    seen = Measure("game", "", "", "", lambda game, tally: [Figure("", games.index(game), count=tally.finished)])
    found = play_until_decided(games, [Plan(1)], seen, "", BLOCK, 1, lambda number: None)
    assert (found.base, found.other) == (0, 1)
    monkeypatch.setattr(sequential_test, "TOGETHER", 2)
    blocks = [*islice(endless_blocks(games, [Plan(1)], 20, 1), 4)]
    assert len({str(base.to_json()) for base, _ in blocks}) == 4
    assert all([*base.lengths] == [3] and [*other.lengths] == [2] for base, other in blocks)


def test_measures_are_named_as_they_are_printed() -> None:
    assert (parse_measure("decisions")[0].name, parse_measure("decisions")[1]) == ("decisions", "")
    assert parse_measure("wins by seat > seat 2")[1] == "seat 2"
    with pytest.raises(st.UsageError, match="did you mean `?decisions"):
        parse_measure("decision")


@full
def test_the_command_plays_until_it_is_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "little", LITTLE)
    path, until = tmp_path / "little.yaml", ("--sequential", "--jobs", 1)
    code, text, _ = run(capsys, "compare", path, "--against", "hand_size=1", *until, "--measure", "decisions")
    assert code == 0 and "decisions: lower in hand_size=1, after 500 games of each." in text
    text = run(capsys, "compare", path, "--against", "bonus=2", *until, "-n", 50, "--format", "json")[1]
    data = json.loads(text)
    assert (data["measure"], data["of"], data["games"]) == ("wins by seat", "seat 1", 50)
    assert (
        "has no average to compare in these games"
        in run(capsys, "compare", path, "--against", "bonus=2", *until, "-n", 50, "--measure", "wins by seat > seat 9")[
            2
        ]
    )
    # of what has no mean nothing can be decided
    told = run(capsys, "compare", path, "--against", "bonus=2", *until, "-n", 50, "--measure", "evenness of seats")
    assert told[0] == 2 and "has no average to compare in these games" in told[2]
    # bots that change seats: at each look one game more of each way to sit
    bots = ("--bots", "1=greedy,all=random", "-n", 4, "--format", "json")
    assert json.loads(run(capsys, "compare", path, "--against", "bonus=2", *until, *bots)[1])["games"] == 4
    assert (
        "one number of players" in run(capsys, "compare", path, "--against", "bonus=2", *until, "--players", "all")[2]
    )
    assert "--measure is for --sequential" in run(capsys, "compare", path, "--against", "bonus=2", "--measure", "x")[2]
    assert "for two rulesets" in run(capsys, "compare", path, "--sweep", "bonus=2..3", *until)[2]
