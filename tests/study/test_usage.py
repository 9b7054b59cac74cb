"""What is used of a ruleset: counted, compared, and what never is found and named."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest
from helpers.small_games import ENDLESS, TOTAL, run, written
from helpers.three_moves import GAMES, THREE, tallied
from helpers.tiers import full

import stammtisch as st
from stammtisch.base.tables import Document
from stammtisch.study.counts.usage import Use, covariance_factor, finding, findings, uses
from stammtisch.study.reports.usage_report import usage_lines
from stammtisch.study.runs.ablation import ablation_lineup, option_bans
from stammtisch.study.runs.playing import play_shard
from stammtisch.study.runs.shards import Plan, Shard, merge_shards

# everybody lays one of three cards
DUD = """\
format: 1
game: Dud
players: 2
things: {name: [dud, good, better, best]}
tables: {worth: {dud: 0, good: 3, better: 4, best: 5}}
components: {card: {front: {name: name, copy: 1..2}}}
shared: {rest: {pile of: card, see: nobody, starts with: {name: names, copy: 1..2}}}
each player: {hand: {holds: card, see: owner}, laid: {holds: card}}
setup:
  shuffle the rest: {shuffle: rest}
  deal the cards: {deal: 3, from: rest, to: players.hand}
phases:
  Lay a card:
    for each: p in players
    do:
      lay it: {choose: card in p.hand, by: p, move: card, to: p.laid}
score: sum(worth(card.name) for card in player.laid)
rulings: {equal worth shares the victory: {change: score}}
"""


# fish of 1, 2 and 3 pounds; the game is over, or the turns are, as soon as nothing may be caught
POND = """\
format: 1
game: Pond
players: 2
components: {{fish: {{front: {{pounds: 1..3}}}}}}
shared: {{pond: {{holds: fish, starts with: {{pounds: 1..3}}}}}}
each player: {{basket: {{holds: fish}}, tries: 0..4}}
phases:
  a turn:
    turns: player in players
    until: {{two rounds are over: round > 2}}
    do:
      Fish: {step}
score: count(player.basket)
rulings: {{equal catches share the victory: {{change: score}}}}
"""
CATCH = "{when: {the pond must hold a fish: not pond.empty}, choose: fish in pond, move: fish, to: player.basket}"


def lines(text: str) -> list[str]:
    """The lines of a report that name a defect."""
    begin = ("never", "hardly", "keeps", "lets", "it goes round", "game 1 ")
    return [line.strip() for line in text.split("\n") if line.strip().startswith(begin)]


@pytest.fixture
def three(tmp_path: Path) -> st.Game:
    return written(tmp_path, "three", THREE).game()


def test_the_use_of_everything_in_games_of_three_moves(three: st.Game) -> None:
    found = {(use.kind, use.path[-1]): use for use in uses(three, tallied(three, GAMES))}
    take, leave, double = (found["option", words] for words in ("Take", "Leave", "Double"))
    assert [(use.could, use.did, use.games, use.games_did) for use in (take, leave, double)] == [
        (12, 3, 8, 3),
        (12, 7, 8, 6),
        (5, 2, 5, 2),
    ]
    assert double.chance == pytest.approx(5 * 12 / 29) and double.rate == 0.4
    assert take.by_seat == ((2, 1, 1, 2, 1.5, 1.25), (1, 0, 0, 3, 1.5, 1.25))
    assert take.path == ("a turn", "Take or leave", "Take") and take.place.endswith("three.yaml:13")
    test = found["test", "somebody has a coin"]
    assert (test.could, test.did) == (12, 7)
    step = found["step", "Double"]
    assert (step.could, step.did) == (2, 2)
    assert step.by_seat == ((1, 1, 1, 3, 1.5, 1.25), (1, 1, 1, 3, 0.5, 0.25))
    bonus = found["step", "A bonus"]
    assert (bonus.could, bonus.did) == (4, 0)
    condition = found["condition", "three moves are made"]
    assert (condition.could, condition.did) == (16, 4)


def test_what_is_found_in_games_of_three_moves(three: st.Game) -> None:
    found = [(one.what, one.words) for one in findings(uses(three, tallied(three, GAMES)))]
    assert found == [("never applies", "A bonus")]


def test_how_rare_it_may_be_that_never_happened(three: st.Game) -> None:
    lines = [*Document(usage_lines(three, play_shard(three, 0, 300, Plan(1, use=True)).tally)).lines()]
    # 0.99 ** 300 is 0.05
    assert any("from 300 games: anything in 1.0 % of all games" in line for line in lines)


def test_the_difference_in_wins() -> None:
    use = Use("option", ("x",), "", 100, 40, 100, 40, by_seat=((40, 30, 30, 60, 30, 30), (0, 0, 0, 9, 9, 9)))
    half = 1.959963984540054 * sqrt(0.75 * 0.25 / 39 + 0.5 * 0.5 / 59)
    assert use.difference == pytest.approx((0.25, 0.25 - half, 0.25 + half))
    # a seat that always wins and chooses it always does not make it look good
    seats = ((40, 20, 20, 40, 20, 20), (90, 90, 90, 10, 10, 10))
    middle = Use("option", ("x",), "", 1, 1, 1, 1, by_seat=seats).difference
    assert middle is not None and middle[0] == pytest.approx(0)
    assert Use("option", ("x",), "", 9, 9, 9, 9, by_seat=((9, 5, 5, 90, 40, 40),)).difference is None
    # no share of wins is more than 100 points greater than another
    (_, low, high) = Use("option", ("x",), "", 1, 1, 1, 1, by_seat=((10, 10, 10, 10, 1, 1),)).difference or (0, 0, 0)
    assert low > 0.5 and high == 1


def test_how_far_the_differences_of_seats_go_together() -> None:
    # in half of the games one of two does it: what the one wins by it is what the other wins
    assert covariance_factor([(50, 0.6, 0.24, 50, 0.4, 0.24)] * 2) == 2
    # one of three: 1 + 1/2; who hardly ever does it hardly ever does it in the same games anyway
    assert covariance_factor([(40, 0.5, 0.25, 80, 0.25, 0.2)] * 3) == 1.5
    assert covariance_factor([(10, 0.5, 0.25, 90, 0.5, 0.25)] * 2) == pytest.approx(1 + 10 / 90)
    assert covariance_factor([(50, 0.6, 0.24, 50, 0.4, 0.24)]) == 1
    seats = ((50, 30, 30, 50, 20, 20),) * 2
    widths = []
    for kind in ("option", "step"):
        difference = Use(kind, ("x",), "", 1, 1, 1, 1, by_seat=seats).difference
        assert difference is not None
        widths.append(difference[2] - difference[1])
    assert widths[1] == pytest.approx(widths[0] * sqrt(2))


@full
def test_intervals_of_differences_hold_as_often_as_they_say() -> None:
    """Of options, and of a bet, which of two one makes at most."""
    game = st.load_ruleset("kuhn").game(2)

    def told(seed: int, games: int) -> dict[tuple[str, ...], Use]:
        found = uses(game, play_shard(game, 0, games, Plan(seed, use=True)).tally)
        return {(use.kind, *use.path): use for use in found if use.kind in ("option", "step")}

    true = {key: use.difference for key, use in told(1_000, 100_000).items()}
    missed = Counter[tuple[str, ...]]()
    for seed in range(200):
        for key, use in told(seed, 500).items():
            own, so = use.difference, true[key]
            missed[key] += own is not None and so is not None and not own[1] <= so[0] <= own[2]
    # 5 % of 200 are 10, give or take 3
    assert max(missed.values()) <= 19 and missed["step", "the players may bet", "Bet"] >= 2
    assert sum(times for key, times in missed.items() if key[0] == "option") >= 4 * 3


def test_what_is_hardly_ever_chosen() -> None:
    for did, told in ((0, "never chosen"), (1, "hardly ever chosen"), (30, None)):
        one = finding(Use("card", ("dud",), "", 400, did, 400, did, 100.0))
        assert (one.what if one else None) == told
    assert finding(Use("card", ("dud",), "", 20, 1, 20, 1, 5.0)) is None  # too few to say so


def test_what_is_hardly_ever_chosen_is_surer_the_more_cards_there_are() -> None:
    one = Use("card", ("dud",), "", 400, 1, 400, 1, 100.0)
    others = [Use("card", (f"card {n}",), f"{n}", 400, 100, 400, 100, 100.0) for n in range(999)]
    assert [found.what for found in findings([one])] == ["hardly ever chosen"]
    assert not findings([one, *others]) and not findings([one], 1_000)


def test_counts_of_parts_of_a_run_are_those_of_the_whole(three: st.Game) -> None:
    plan = Plan(1, use=True)
    whole = play_shard(three, 0, 50, plan)
    parts = [play_shard(three, 20, 30, plan), play_shard(three, 0, 20, plan)]
    assert merge_shards(parts) == whole == Shard.from_json(json.loads(json.dumps(whole.to_json())))
    slowly = play_shard(three, 0, 50, Plan(1, use=True, check=True))
    assert slowly.tally == whole.tally and whole.tally.counts.games == 50
    with pytest.raises(st.UsageError, match="without --usage"):
        whole.add(play_shard(three, 50, 20, Plan(1)))


def planted(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *more: str) -> list[str]:
    path = tmp_path / "planted.yaml"
    path.write_text(text, encoding="utf-8")
    text = run(capsys, "simulate", path, "--usage", "--jobs", 1, *more)[1]
    assert "finished" in text
    return [line.strip() for line in text.splitlines() if re.match(" +[0-9]+ games? with ", line)] + lines(text)


def test_a_dead_end_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = THREE.replace("Take: {add:", "Take: {when: {few are taken: sum(players.coins) < 2}, add:")
    twin = text.replace("moves > 3", "moves = 3")
    assert not planted(tmp_path, capsys, twin, "-n", "50")
    stuck = twin.replace("Leave: nothing", "Leave: {when: {few are left: sum(players.coins) < 2}, do: nothing}")
    stuck = stuck.replace("sum(players.coins) > 0", "sum(players.coins) = 1")
    told = planted(tmp_path, capsys, stuck, "-n", "50")
    assert "planted.yaml:11 Take or leave" in told[0]


def test_an_endless_loop_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = planted(tmp_path, capsys, ENDLESS, "-n", "20", "--max-decisions", "300")
    assert "round among say something (planted.yaml:11)" in told[0]
    twin = TOTAL.format(name="Endless", first="Stay: {add: {total: 1}}")
    assert not planted(tmp_path, capsys, twin, "-n", "20", "--max-decisions", "300")


@full
def test_a_card_that_no_sensible_player_uses_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = planted(tmp_path, capsys, DUD, "-n", "100", "--bots", "all=greedy")
    *never, row = told
    assert [line.partition(",")[0] for line in never] == ["never chosen: dud 1", "never chosen: dud 2"]
    assert all("planted.yaml:16" in line for line in never)
    assert row.startswith("never looked up: worth: dud, ")
    assert not planted(
        tmp_path,
        capsys,
        DUD.replace("dud: 0, good: 3, better: 4", "dud: 5, good: 5, better: 5"),
        "-n",
        "100",
        "--bots",
        "all=greedy",
    )
    assert not planted(tmp_path, capsys, DUD, "-n", "100")


def test_a_rule_that_never_applies_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = planted(tmp_path, capsys, THREE, "-n", "200")
    assert len(told) == 1 and told[0].startswith("never applies: A bonus,") and "planted.yaml:17" in told[0]
    assert not planted(tmp_path, capsys, THREE.replace("moves > 3", "sum(players.coins) > 2"), "-n", "200")


@full
def test_what_a_card_is_worth_is_what_those_win_who_never_choose_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dud.yaml"
    path.write_text(DUD, encoding="utf-8")
    text = {}
    for words in ("dud 1", "best 1"):
        text[words] = run(capsys, "without", path, words, "-n", 4000, "--jobs", 1, "--format", "json")[1]
    shares = {words: json.loads(out)["bots"] for words, out in text.items()}
    without, others = shares["dud 1"]
    assert (without["bot"], others["bot"]) == ("random without dud 1", "random")
    assert without["win_share_low"] > 0.5 > others["win_share_high"]
    assert shares["best 1"][0]["win_share_high"] < 0.5
    assert [seat["games"] for seat in without["on_seat"]] == [2000, 2000]


def test_games_with_something_left_out_are_the_same_natively_and_step_by_step(tmp_path: Path) -> None:
    game = written(tmp_path, "dud", DUD).game()
    bots = tuple(ablation_lineup(["lay it > best 2"], 2))
    fast, slow = (play_shard(game, 0, 60, Plan(2, bots=bots, use=True, check=check)).tally for check in (False, True))
    assert fast == slow != play_shard(game, 0, 60, Plan(2, use=True)).tally
    best = next(use for use in uses(game, fast) if use.path == ("best 2",))
    assert 0 < best.did < play_shard(game, 0, 60, Plan(2, use=True)).tally.counts.games


def test_what_is_left_out_is_named_by_its_words_or_the_first_of_them(tmp_path: Path) -> None:
    game = written(tmp_path, "dud", DUD).game()
    bits = {
        words: option_bans(game, tuple(ablation_lineup([words], 2))) for words in ("dud", "Dud 1", "lay it > dud 2")
    }
    assert [sum(of) for of in bits.values()] == [4, 2, 1]


def test_several_things_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = written(tmp_path, "dud", DUD).game()
    both = option_bans(game, tuple(ablation_lineup(["dud 1", "best 2"], 2)))
    each = [option_bans(game, tuple(ablation_lineup([words], 2))) for words in ("dud 1", "best 2")]
    assert both == tuple(a | b for a, b in zip(*each, strict=True)) and each[0] != each[1]
    asked = ("without", tmp_path / "dud.yaml", "-n", 20, "--jobs", 1, "dud 1", "best 2")
    assert "random without dud 1 and without best 2" in run(capsys, *asked)[1]
    assert "there is no option or card dudd" in run(capsys, *asked, "dudd")[2]


def test_what_is_not_there_cannot_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dud.yaml"
    path.write_text(DUD, encoding="utf-8")
    code, _, told = run(capsys, "without", path, "dudd 1")
    assert code == 2 and "there is no option or card dudd 1" in told and "`dud 1`" in told
    assert (
        "`stammtisch ladder`, which has no --usage"
        in run(capsys, "simulate", path, "--usage", "--ladder", "random,5")[2]
    )
    assert "which has no --bots" in run(capsys, "simulate", path, "--without", "dud 1", "--bots", "all=greedy")[2]


@pytest.mark.parametrize(
    ("step", "looked", "kept_out"),
    [
        (f"{{one of: {{Catch: {CATCH}}}, if impossible: {{end: game}}}}", 4, 1),
        ("{choose: fish in pond, where: {the fish must be light: fish.pounds < 3}, "
         "if impossible: {end: game}, move: fish, to: player.basket}", 6, 3),
        ("{together: p in players, choose: fish in pond, where: {the fish must be light: fish.pounds < 1 + p.tries}, "
         "if impossible: {add: {p.tries: 1}}, add: {p.tries: 1}}", 24, 12),
        ("{choose: fish in pond, count: 2, where: {the fish must be light: fish.pounds < 3}, "
         "if impossible: {end: game}, move: fish, to: player.basket}", 7, 3),
    ],
)  # fmt: skip
def test_a_test_that_leaves_nothing_to_choose_keeps_something_out(
    tmp_path: Path, step: str, looked: int, kept_out: int
) -> None:
    """Nobody is asked there, and yet it is what ended all games."""
    game = written(tmp_path, "pond", POND.format(step=step)).game()
    found = uses(game, play_shard(game, 0, 20, Plan(1, use=True)).tally)
    [test] = [use for use in found if use.kind == "test"]
    assert (test.could, test.did) == (5 * looked, 5 * kept_out)  # one game in four is looked at
    assert not [one for one in findings(found) if one.what == "keeps nothing out"]
