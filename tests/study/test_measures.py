"""Measures: worked out by hand for four games of three moves, and how often they claim what is so, and what is not."""

from __future__ import annotations

from math import erfc, sqrt
from pathlib import Path

import pytest
from helpers.claims import of_seats
from helpers.small_games import LOT, run, written
from helpers.three_moves import GAMES, THREE, tallied
from helpers.tiers import full

import stammtisch as st
from stammtisch.base.tables import Document
from stammtisch.study.counts.figures import Figure
from stammtisch.study.counts.leaders import count_leads
from stammtisch.study.counts.measures import MEASURES, chi_square, even_chance, minutes_measure
from stammtisch.study.counts.statistics import Tally, parts_interval, wilson_interval
from stammtisch.study.reports.report import measures_section
from stammtisch.study.runs.playing import play_shard
from stammtisch.study.runs.shards import Plan

# how each measure is called, of what, and what it comes to by hand in GAMES: coins 1 : 2, 2 : 1 after 0 : 1, 1 : 0, 0 : 0
BY_HAND: dict[str, dict[str, float]] = {
    "finished games": {"": 1},
    "shared victories": {"": 1 / 4},
    "wins by seat": {"seat 1": 2.5 / 4, "seat 2": 1.5 / 4},
    "wins by team": {},  # by hand in tests/game/test_teams.py
    "payoff by seat": {},  # of a ruleset with a payoff, below
    # three games are won by one seat, each scatters 1 - 1/2; the wins lie 1/2 from their mean
    "evenness of seats": {"": erfc(sqrt((2 * 0.25 / (3 * 0.5)) / 2))},
    "margin": {"": 3 / 4},
    "spread of scores": {"": 3 / 4},
    "decisions": {"": 3},
    "turns": {"": 3},
    "rounds": {"": 2},
    # 3 times Take and Leave in each game, and Double 2, 1, 2 and 0 times
    "options": {"": 29 / 12},
    "options by phase": {"a turn": 29 / 12},
    "options over the game": {"decision 1": 2, "decision 2": 10 / 4},
    "real choices": {"": 1},
    # the first player decides first and third, the second second
    "downtime": {"seat 1": 1 / 2, "seat 2": 1},
    # only in the second game: after the first round it is 0 : 1, at the end 2 : 1
    "lead changes": {"": 1 / 4},
    "games with a new leader": {"": 1 / 4},
    "comebacks": {"": 1 / 4},
    # after 1 of 2 rounds, at the end, after 1 of 2 rounds
    "decided": {"": (0.5 + 1 + 0.5) / 3},
    # only in the second game the winner is behind, by a coin, after the first of two rounds
    "drama": {"": (0 + 1 + 0) / 3},
    # who leads alone after the first round: wins; is overtaken; wins
    "runaway": {"": 2 / 3},
    # 2 > 1 after the first of two rounds; 2 > 1 at the end; 1 > 0 after the first
    "drag": {"": (0.5 + 0 + 0.5) / 3},
    "leader wins": {f"after {n} %": 2 / 3 for n in (50, 60, 70, 80, 90)},
    # for each of 8 seats in games
    "points by step": {"Take": 3 / 8, "Double": 4 / 8},
    "points by part": {"coins": 7 / 8},
}


@pytest.fixture
def three(tmp_path: Path) -> st.Game:
    return written(tmp_path, "three", THREE).game()


def test_each_measure_in_games_of_three_moves(three: st.Game) -> None:
    tally = tallied(three, GAMES)
    found = {m.name: {f.of: f.value for f in m.figures(three, tally)} for m in MEASURES}
    assert found.keys() == BY_HAND.keys()
    for name, figures in BY_HAND.items():
        assert found[name] == pytest.approx(figures), name


def test_a_payoff_is_a_measure_of_each_seat(tmp_path: Path) -> None:
    game = written(tmp_path, "lot", LOT + "payoff: if player = first(players) then lot else -3\n").game()
    tally = Tally(2, finished=2)
    tally.add_payoffs([[4, 8], [-3, -3]])
    found = {m.name: m.figures(game, tally) for m in MEASURES}["payoff by seat"]
    assert [(one.of, one.value, one.count) for one in found] == [("seat 1", 6, 2), ("seat 2", -3, 2)]


def test_minutes_in_games_of_three_moves(three: st.Game) -> None:
    tally = tallied(three, GAMES)
    assert minutes_measure(20).figures(three, tally) == [Figure("", 1, 1, 1, 4)]
    assert any(
        line.split() == ["minutes", "1.00", "1.00", "to", "1.00"]
        for line in Document(measures_section(three, tally, False, 20)).lines()
    )


def test_intervals_in_games_of_three_moves(three: st.Game) -> None:
    tally = tallied(three, GAMES)
    found = {(m.name, f.of): (f.low, f.high) for m in MEASURES for f in m.figures(three, tally)}
    assert found["wins by seat", "seat 1"] == parts_interval([(1.0, 2), (0.5, 1)], 4)
    assert found["leader wins", "after 50 %"] == wilson_interval(2, 3)
    half = 1.959963984540054 * sqrt((3 / 4 - 9 / 16) / 3)
    assert found["margin", ""] == pytest.approx((0.75 - half, 0.75 + half))
    half = 1.959963984540054 * sqrt((8 / 8 - (4 / 8) ** 2) / 7)
    assert found["points by step", "Double"] == pytest.approx((0.5 - half, 0.5 + half))


def test_games_without_anything_have_no_measures(three: st.Game) -> None:
    assert [m.name for m in MEASURES if m.figures(three, Tally(2))] == []


def test_who_leads() -> None:
    # three seats, two rounds: 1 leads, then 1 and 2 together; 2 wins at the end
    standings = [2, 0b010, 5, 3, 0, 5, 5, 0, 6, 7, 0]
    found = count_leads(standings, 3, True)
    # behind by 2 and 0; it has more than 6 only at the end; 1 leads alone after a third, which counts as half
    assert found[:10] == [1, 1, 1, 1, 1, 100, 100, 0, 1, 0]
    # after a third of it (0.4 to 0.6) the first leads alone and does not win
    assert [found[10 + 2 * n : 12 + 2 * n] for n in range(9)] == [[0, 0]] * 3 + [[1, 0]] * 3 + [[0, 0]] * 3
    # with the fewest points 3 leads all the time
    assert count_leads(standings, 3, False)[:10] == [1, 0, 0, 1, 1, 100, 400, 0, 1, 0]
    assert count_leads(standings, 3, None) == [0] * 28
    # the first wins with the fewest points, ahead from the first of three rounds on; the others already have more then
    assert count_leads([3, 0b01, 1, 4, 2, 5, 3, 9, 3, 9], 2, False)[:10] == [1, 0, 0, 0, 1, 25, 0, 75, 1, 1]
    assert count_leads([1, 0b1, 4, 5], 1, True)[:10] == [1, 0, 0, 0, 1, 50, 0, 0, 1, 1]


@pytest.mark.parametrize(("x", "degrees"), [(3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.0705, 5)])
def test_chi_square_has_the_values_of_the_tables(x: float, degrees: int) -> None:
    assert chi_square(x, degrees) == pytest.approx(0.05, abs=1e-6)
    assert chi_square(0, degrees) == pytest.approx(1)


def test_evenness_is_pearsons_test_where_no_victory_is_shared() -> None:
    tally = Tally(3, 60)
    tally.victories.update({(0, 1): 30, (1, 1): 18, (2, 1): 12})
    assert even_chance(tally) == pytest.approx(chi_square((10 * 10 + 2 * 2 + 8 * 8) / 20, 2))


@full
def test_a_favoured_seat_is_claimed_where_it_is_so(tmp_path: Path) -> None:
    lot = written(tmp_path, "lot", LOT)
    assert of_seats(lot.game(), 5_000) >= 198
    assert of_seats(lot.game(), 100) <= 50
    assert of_seats(lot.game(options={"first": 10}), 5_000) <= 18


def test_definitions_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "three", THREE)
    text = run(capsys, "simulate", tmp_path / "three.yaml", "-n", 20, "--jobs", 1, "--definitions")[1]
    assert "  margin: The best score of a game minus the second best.\n" in text
    assert "  finished games: The share of games that came to an end by the rules. (completion in Browne 2008" in text
    assert "lead changes" not in text
    text = run(capsys, "simulate", tmp_path / "three.yaml", "-n", 20, "--jobs", 1, "--usage")[1]
    assert "lead changes" in text and "The best score" not in text


def test_measures_do_not_depend_on_how_games_are_played(three: st.Game) -> None:
    fast, slow = (play_shard(three, 0, 40, Plan(3, use=True, check=check)).tally for check in (False, True))
    assert fast.margins == slow.margins and fast.spreads == slow.spreads and fast.margins.total() == 40
