"""Two forms of a game compared: figures by hand, what is said and what is not, and how often too much is claimed."""

from __future__ import annotations

import json
from math import pi, sqrt, tan
from pathlib import Path

import pytest
from helpers.claims import of_itself
from helpers.small_games import LITTLE, run, written
from helpers.three_moves import THREE
from helpers.tiers import full, many

import stammtisch as st
from stammtisch.cli.arms import load_sides
from stammtisch.study.comparisons.compare import (
    HIGHER,
    LOWER,
    SAME,
    UNKNOWN,
    Arm,
    MeasureDifference,
    Pair,
    block_sizes,
    compare_pairs,
    play_arms,
)
from stammtisch.study.comparisons.pairing import (
    correlation,
    critical_value,
    difference_error,
    difference_interval,
    mean_of_blocks,
    mean_share_interval,
    student_quantile,
)
from stammtisch.study.counts.statistics import Tally, wilson_interval
from stammtisch.study.reports.compare_report import as_text
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.stuck_games import StuckKind

Z = 1.959963984540054


def test_means_of_blocks_by_hand() -> None:
    # 4 + 2 wins in 10 games
    mean = mean_of_blocks([(0.8, 5), (0.4, 5)])
    assert mean is not None and mean.value == pytest.approx(0.6) and mean.count == 10
    assert mean.errors == pytest.approx((0.2, -0.2))
    assert mean.standard_error == pytest.approx(sqrt(2 * 0.04 / 2))
    # blocks with other numbers of things: 1 of 1, 1 of 3
    mean = mean_of_blocks([(1.0, 1), (1 / 3, 3)])
    assert mean is not None and mean.value == 0.5
    assert mean.errors == pytest.approx((0.5 * 1 / 2, -1 / 6 * 3 / 2))
    assert mean_of_blocks([(0.0, 0)]) is None


def test_differences_of_blocks_by_hand() -> None:
    base = mean_of_blocks([(1, 1), (2, 1), (3, 1)])
    other = mean_of_blocks([(2, 1), (3, 1), (4, 1)])
    across = mean_of_blocks([(4, 1), (3, 1), (2, 1)])
    assert base and other and across
    # what goes alike differs always by the same
    assert correlation(base, other) == pytest.approx(1) and difference_error(base, other) == pytest.approx(0)
    assert difference_interval(base, other, False, 3) == pytest.approx((1, 1))
    # what goes against each other scatters twice as far: -1, 0, 1 and 1, 0, -1
    assert correlation(base, across) == pytest.approx(-1) and difference_error(base, across) == pytest.approx(
        sqrt(8 / 6)
    )
    assert difference_interval(base, across, False, 3) == pytest.approx((1 - 3 * sqrt(8 / 6), 1 + 3 * sqrt(8 / 6)))


def test_what_never_happened_may_happen_all_the_same() -> None:
    never = mean_of_blocks([(0.0, 50), (0.0, 50)])
    assert never is not None
    high = wilson_interval(0, 100, 2.5)[1]
    assert difference_interval(never, never, True, 2.5) == pytest.approx((-high, high))


@pytest.mark.parametrize(("blocks", "expected"), [(100, 1.984), (31, 2.042), (11, 2.228)])
def test_one_interval_of_many_blocks_has_the_width_of_students_table(blocks: int, expected: float) -> None:
    assert critical_value(1, blocks, 0.05) == pytest.approx(expected, abs=0.001)
    # as one of ten: that of a level of 0.5 %
    assert critical_value(10, blocks, 0.05) == pytest.approx(critical_value(1, blocks, 0.005))


@pytest.mark.parametrize(
    ("free", "tail", "expected"),  # printed tables, as far as they go, and scipy.stats.t.isf
    [
        (1, 0.025, 12.7062047),
        (1, 0.005, 63.6567412),
        (2, 0.025, 4.30265273),
        (3, 0.025, 3.18244631),
        (4, 0.0005, 8.61030158),
        (5, 0.025, 2.57058184),
        (10, 0.025, 2.22813885),
        (30, 0.025, 2.04227246),
        (120, 0.005, 2.61742115),
    ],
)
def test_students_distribution_is_that_of_the_tables_with_few_blocks_too(
    free: int, tail: float, expected: float
) -> None:
    assert student_quantile(tail, free) == pytest.approx(expected, rel=1e-6)
    assert critical_value(1, free + 1, 2 * tail) == student_quantile(tail, free)


def test_two_blocks_and_a_dozen_measures_make_wide_intervals() -> None:
    """Of one degree of freedom it is Cauchy's distribution, whose quantiles are a tangent."""
    assert (
        critical_value(12, 2, 0.05) == pytest.approx(tan(pi * (0.5 - 0.05 / 24))) == pytest.approx(152.787, abs=0.001)
    )


def told(low: float, high: float, games: int = 1000) -> MeasureDifference:
    return MeasureDifference("margin", "", "points", 10, 10 + (low + high) / 2, low, high, None, 0.5, games)


def test_what_is_said_of_a_difference() -> None:
    ends = {(0.1, 0.3): HIGHER, (-2, -1): LOWER, (-0.2, 0.3): SAME, (-0.2, 0.8): UNKNOWN, (-3, 3): UNKNOWN}
    assert {pair: told(*pair).verdict for pair in ends} == ends
    assert told(0.1, 0.3, 9).verdict == UNKNOWN
    # six times as narrow would do for the same within 0.5: 36 times as many games
    assert told(-3, 3).needed == 36_000
    # as narrow as it is far from 0, if that is more than from the margin
    assert told(-0.2, 1).needed == round(1000 * (0.6 / 0.4) ** 2 / 100 + 0.5) * 100
    assert told(1, 2).needed is None


@pytest.mark.parametrize(
    ("games", "ways", "found"),
    [(1000, 1, (100, 10)), (1, 1, (1, 1)), (250, 1, (84, 3)), (240, 3, (80, 1)), (1000, 4, (84, 3))],
)
def test_games_in_blocks(games: int, ways: int, found: tuple[int, int]) -> None:
    assert block_sizes(games, ways) == found
    assert found[0] * found[1] * ways >= games


def pair(base: st.Game, other: st.Game, games: int, seed: int = 1, use: bool = False) -> Pair:
    first, second = (play_arms([(game, [Plan(seed, use=use)])], games, 1) for game in (base, other))
    assert first is not None and second is not None
    return Pair(Arm("arm 0", base, first[0]), Arm("arm 1", other, second[0]))


def test_a_planted_difference_is_found_and_what_stays_is_the_same(tmp_path: Path) -> None:
    game = written(tmp_path, "three", THREE)
    more = written(tmp_path, "more", THREE.replace("player.coins: 2", "player.coins: 3"))
    (found,) = compare_pairs([pair(game.game(), more.game(), 1000, use=True)])
    said = {(one.measure, one.of): one for one in found.differences}
    assert said["points by step", "Double"].verdict == HIGHER
    assert said["points by step", "Take"].verdict == SAME
    assert said["points by step", "Take"].correlation == pytest.approx(1)
    assert said["decisions", ""].verdict == said["finished games", ""].verdict == SAME
    assert said["decisions", ""].to_json()["correlation"] is None
    double = said["points by step", "Double"]
    assert double.other == pytest.approx(1.5 * double.base) and double.low < double.difference < double.high
    assert found.only == () and found.games == 1000
    # shares are the same within 3 points, other means within a twentieth; of a chance there is no difference
    assert said["finished games", ""].margin == 0.03 and said["decisions", ""].margin == pytest.approx(0.15)
    assert ("evenness of seats", "") not in said


@full
def test_what_one_arm_lacks_is_listed_and_what_was_renamed_is_compared(tmp_path: Path) -> None:
    game = written(tmp_path, "three", THREE).game()
    text = THREE.replace("Double:", "Twice:").replace("Take:", "Grab:")
    arms = pair(game, written(tmp_path, "words", text).game(), 200, use=True)
    (found,) = compare_pairs([Pair(arms.base, arms.other, (), {"Double": "Twice"})])
    steps = [one for one in found.differences if one.measure == "points by step"]
    assert [one.of for one in steps] == ["Double"] and steps[0].difference == 0
    assert set(found.only) == {("points by step", "Take", "arm 0"), ("points by step", "Grab", "arm 1")}
    # also if it is the base that has the new words
    (found,) = compare_pairs([Pair(arms.other, arms.base, (), {"Double": "Twice"})])
    assert [one.of for one in found.differences if one.measure == "points by step"] == ["Twice"]


@full
def test_a_ruleset_compared_with_itself_is_hardly_ever_said_to_differ(tmp_path: Path) -> None:
    game = written(tmp_path, "little", LITTLE).game(3)
    times = many(10, 50)
    assert of_itself(game, 40 if times < 50 else 500, times, False) <= 0.09 * times


@full
def test_what_is_offered_and_chosen_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that is offered less, and so chosen less; one that only one of them has."""
    written(tmp_path, "three", THREE)
    rarely = THREE.replace("sum(players.coins) > 0", "sum(players.coins) > 1").replace("Leave:", "Stay:")
    written(tmp_path, "rarely", rarely)
    line = ("compare", tmp_path / "three.yaml", tmp_path / "rarely.yaml", "-n", 2000, "--jobs", 1)
    (one,) = json.loads(run(capsys, *line, "--usage", "--format", "json")[1])["comparisons"]
    found = {(each["measure"], each["of"]): each for each in one["uses"]}
    double = found["offered", "a turn > Take or leave > Double"]
    assert double["verdict"] == "lower" and double["base"] > 1 > double["other"] > 0
    assert found["chosen", "a turn > Take or leave > Take"]["verdict"] == "higher"
    assert {(each["of"], Path(each["arm"]).name) for each in one["only_used"]} == {
        ("a turn > Take or leave > Leave", "three.yaml"),
        ("a turn > Take or leave > Stay", "rarely.yaml"),
    }
    text = run(capsys, *line, "--usage")[1]
    told = text[text.index("2 players: what is offered in a game, and how often it is chosen") :]
    assert "  lower  a turn > Take or leave > Double\n" in told and "a turn > Take or leave > Leave\n" in told
    tested = len(one["measures"]) + len(one["uses"])
    assert f"  {tested} differences; their intervals" in text
    assert "uses" not in json.loads(run(capsys, *line, "--format", "json")[1])["comparisons"][0]


def test_games_that_fail_are_told(tmp_path: Path) -> None:
    game = written(tmp_path, "three", THREE).game()
    bad = Tally(2, 0, dict.fromkeys(range(40), "the rules fail"))
    kinds = [StuckKind(False, 2, tuple(range(40)), "the rules fail", 20, ("round 1",))]
    arms = [Arm("a", game, [Tally(2, 20)] * 2), Arm("b", game, [bad, Tally(2, 9)], (), kinds, {0: "see it"})]
    (found,) = compare_pairs([Pair(arms[0], arms[1])])
    assert found.unfinished == (0, 40)
    assert str(as_text("a / b", [found])).splitlines()[2:7] == [
        "b: 40 of 40 games with 2 players failed or did not end",
        "  40 games with 2 players fail: the rules fail",
        "    in all of 20 looked at: round 1",
        "    see game 1: see it",
        "All figures below are for games that finished.",
    ]
    # that they fail is known of all games, all else of those that ended
    said = {one.measure: one for one in found.differences}
    assert said.pop("finished games").games == 40
    assert said and all(one.games == 9 and one.verdict == UNKNOWN for one in said.values())


def test_the_more_is_looked_at_the_wider_are_the_intervals(tmp_path: Path) -> None:
    game = written(tmp_path, "little", LITTLE)
    one = pair(game.game(2), game.game(2, {"bonus": 2}), 100)
    alone, (both, _) = compare_pairs([one])[0].differences, compare_pairs([one, one])
    assert both.tested == 2 * len(alone)
    assert all(a.low < b.low or a.low == a.high for a, b in zip(both.differences, alone, strict=True))


def test_shares_of_games_that_hang_together_have_wider_intervals() -> None:
    # in each block all games are won, or none
    mean = mean_of_blocks([(1.0, 50), (0.0, 50)] * 10)
    assert mean is not None and mean.standard_error == pytest.approx(0.5 / sqrt(19))
    assert mean_share_interval(mean, 2) == pytest.approx(wilson_interval(9.5, 19, 2))
    assert mean_share_interval(mean_of_blocks([(0.5, 50)] * 20), 2) == pytest.approx(wilson_interval(500, 1000, 2))  # type: ignore[arg-type]


# -- the command


@full
def test_the_command_tells_the_rules_first_then_each_measure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "little", LITTLE)
    code, text, _ = run(capsys, "compare", "little.yaml", "--against", "hand_size=1", "-n", 90, "--jobs", 1)
    lines = text.split("\n")
    assert code == 0 and lines[0] == "Little: hand_size=2 / hand_size=1; random choices, seed 1"
    assert lines[2:6] == ["hand_size=2 → hand_size=1", "", "settings", "  ~ hand_size 2 → 1"]
    assert any(line.startswith("  decisions ") and line.endswith("  lower") for line in lines)
    again = run(
        capsys, "compare", "little.yaml", "--set", "hand_size=2", "--against", "hand_size=1", "-n", 90, "--jobs", 2
    )
    assert again[1] == text


def test_the_command_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "little", LITTLE)
    path = tmp_path / "little.yaml"
    sweep = ("--sweep", "hand_size=1..2", "--sweep", "bonus=0,1,2")[2:]
    text = run(capsys, "compare", path, *sweep, "--players", "all", "-n", 20, "--format", "json", "--jobs", 1)[1]
    data = json.loads(text)
    assert [arm["name"] for arm in data["arms"]] == ["bonus=1", "bonus=0", "bonus=2"]
    assert [(one["players"], one["other"]) for one in data["comparisons"]] == [
        (2, "bonus=0"), (2, "bonus=2"), (3, "bonus=0"), (3, "bonus=2")
    ]  # fmt: skip
    assert data["differences_tested"] == sum(len(one["measures"]) for one in data["comparisons"])
    assert data["comparisons"][0]["measures"][0]["measure"] == "finished games"


def test_other_games_are_played_in_each_arm_only_with_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "little.yaml"
    written(tmp_path, "little", LITTLE)
    code, _, told = run(capsys, "compare", path, path)
    assert code == 2 and "do not differ" in told and "--self-check" in told
    assert "do not differ" in run(capsys, "compare", path, "--against", "bonus=1")[2]
    code, text, _ = run(capsys, "compare", path, "--self-check", "-n", 100, "--format", "json", "--jobs", 1)
    (one,) = json.loads(text)["comparisons"]
    assert code == 0 and one["rules"] == []
    assert any(each["difference"] for each in one["measures"])
    assert "leave out the others" in run(capsys, "compare", path, path, "--self-check")[2]


def test_arms_of_one_call_have_other_games_each_with_its_rules(tmp_path: Path) -> None:
    games = [written(tmp_path, f"m{n}", THREE.replace("moves = 3", f"moves = {n}")).game() for n in (3, 2)]
    found = play_arms([(game, [Plan(1)]) for game in games], 10, 1)
    assert found is not None
    assert [{length for one in blocks for length in one.lengths} for blocks in found] == [{3}, {2}]


@full
def test_steps_with_other_words_are_one_where_was_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where it is the base that has the new words."""
    text = THREE.replace("Take: {add", "Grab: {was: Take, add").replace("  a turn:\n", "  a go:\n    was: a turn\n")
    written(tmp_path, "old", THREE)
    written(tmp_path, "new", text)
    for names in (("old", "new"), ("new", "old")):
        paths = [tmp_path / f"{name}.yaml" for name in names]
        found = run(capsys, "compare", *paths, "-n", 40, "--usage", "--jobs", 1, "--format", "json")[1]
        (one,) = json.loads(found)["comparisons"]
        of = [each["of"] for each in one["measures"] if each["measure"] in ("points by step", "options by phase")]
        assert sorted(of) == (["Double", "Take", "a turn"] if names[0] == "old" else ["Double", "Grab", "a go"])
        # the same games: nothing differs
        assert one["only"] == [] and {each["difference"] for each in one["measures"]} == {0}
        # options by all the words around them
        assert "only_used" not in one and {each["difference"] for each in one["uses"]} == {0}
        path = "a turn > Take or leave > Take" if names[0] == "old" else "a go > Take or leave > Grab"
        assert {each["measure"] for each in one["uses"] if each["of"] == path} == {"offered", "chosen"}


@full
def test_the_command_lets_bots_change_seats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "little", LITTLE)
    asked = ("--bots", "1=greedy,all=random", "-n", 20, "--jobs", 1, "--format", "json")
    (one,) = json.loads(run(capsys, "compare", tmp_path / "little.yaml", "--against", "bonus=0", *asked)[1])[
        "comparisons"
    ]
    wins = {each["of"]: each["base"] for each in one["measures"] if each["measure"] == "wins by seat"}
    assert one["games"] == 20 and abs(wins["seat 1"] - 0.5) < 0.3


def test_what_cannot_be_compared_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "little.yaml"
    written(tmp_path, "little", LITTLE)
    one = written(tmp_path, "one", THREE)
    assert one.players == (2,)
    assert "name what to compare it with" in run(capsys, "compare", path)[2]
    assert "there is no setting 'bonuss'; did you mean" in run(capsys, "compare", path, "--against", "bonuss=2")[2]
    assert "there is no setting 'size'" in run(capsys, "compare", path, "--sweep", "size=1..3")[2]
    for values in ("3..1", "2..2", "--5..3", "1..", "1...3", "a..b", "9" * 5000 + "..3", "1.." + "9" * 5000, "²..5"):
        said = run(capsys, "compare", path, "--sweep", f"bonus={values}")[2]
        assert said.startswith("--sweep bonus=") and "no range from a number to a greater one" in said
    for values in ("0-2", "0 – 2", "0 to 2"):
        said = run(capsys, "compare", path, "--sweep", f"bonus={values}")[2]
        assert said.startswith(f"bonus={values}: a setting needs a plain value, ")
        assert said.endswith("; `compare --sweep bonus=0..2` tries several\n")
    for values in ("1..21", "1.." + "9" * 18, ",".join(map(str, range(21)))):
        assert "more than 20 values" in run(capsys, "compare", path, "--sweep", f"bonus={values}")[2]
    assert "write --against NAME=VALUE" in run(capsys, "compare", path, "--against", "bonus")[2]
    assert "is for 2 players, not 3" in run(capsys, "compare", path, tmp_path / "one.yaml", "--players", "3")[2]


def test_arms_that_are_rulesets_keep_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "little", LITTLE)
    written(tmp_path, "other", LITTLE.replace("1..3}", "1..2}"))
    found = load_sides(("little.yaml", "other.yaml"), ("bonus=2",), (), None, False)
    assert [(side.name, side.options) for side in found] == [
        ("little.yaml", {"bonus": "2"}),
        ("other.yaml", {"bonus": "2"}),
    ]
