"""The perfect bot: no line of tic-tac-toe is lost, poker is not exploited, and large games are refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.bots import played, searched
from helpers.small_games import written
from helpers.tiers import full

import stammtisch as st
from stammtisch.bots import exact_play as exact_play_module
from stammtisch.bots.by_name import bot, strongest
from stammtisch.bots.exact_play import TreePlay, exact_play
from stammtisch.bots.knowledge import knowledge
from stammtisch.game.state import State
from stammtisch.seats.offers import offered
from stammtisch.solving.game_table import nash_conv
from stammtisch.solving.tabulation import tabulate

RACE = """\
format: 1
game: Race
players: 2
each player:
  way: {start: 0, range: 0..9}
phases:
  a step:
    for each: p in players
    one of:
      Walk: {set: {p.way: 2}}
      Run: {random: n in 1..6, set: {p.way: n}}
score: player.way
"""


def chosen(state: State, seat: int) -> int:
    """The number of the option that the perfect bot chooses."""
    return offered(state, seat)[bot("perfect").choose(knowledge(state, seat))]


def lines(state: State, me: int) -> list[float]:
    """What the bot gets at the end of each line of play: all choices of the other, its own one."""
    if state.over:
        return [state.payoffs[me]]
    seat, site = state.sites()[0]
    numbers = [chosen(state, seat)] if seat == me else state.option_numbers(seat, site)
    found = []
    for number in numbers:
        child = state.clone()
        child.choose(state.option(site, number), seat)
        found += lines(child, me)
    return found


def test_no_line_of_tic_tac_toe_is_lost() -> None:
    game = searched("tictactoe")
    first, second = (lines(game.start(1), me) for me in (0, 1))
    assert min(first) == min(second) == 0
    assert len(first) > 50 and len(second) > 400
    assert sum(first) > len(first) / 2, "it wins where the other lets it"


@pytest.mark.parametrize(("name", "most"), [("kuhn", 0.0005), pytest.param("leduc", 0.0005, marks=full)])
def test_poker_is_hardly_exploited(name: str, most: float) -> None:
    game = searched(name)
    table, play = tabulate(game), exact_play(game)
    assert isinstance(play, TreePlay)
    assert 0 <= nash_conv(table, [play.strategy[key] for key in table.keys]) < most


def test_a_strategy_is_drawn_from_and_the_same_again() -> None:
    game = searched("kuhn")
    jack = next(state for state in map(game.start, range(30)) if shares_of(state)[1] not in (0.0, 1.0))
    betting = shares_of(jack)[1]
    drawn = [bot("perfect").choose(knowledge(jack, 0, seed)) for seed in range(400)]
    assert sum(drawn) / 400 == pytest.approx(betting, abs=0.1)
    assert drawn[:20] == [bot("perfect").choose(knowledge(jack, 0, seed)) for seed in range(20)]


def shares_of(state: State) -> list[float]:
    """How likely each option of the seat that decides is."""
    return knowledge(state, state.decision.seat).exact_shares()


def test_chance_in_the_open_is_weighed(tmp_path: Path) -> None:
    state = written(tmp_path, "race", RACE).game(2).start(1)
    assert shares_of(state) == [0.0, 1.0], "two steps for certain win less often than a die"


def test_simultaneous_bids_are_played() -> None:
    game = st.load_ruleset("goofspiel").game(2, {"cards": 3})
    bot("perfect").require(game)
    assert all(played(game, "perfect,perfect", seed).over for seed in range(3))


@pytest.mark.parametrize(
    ("name", "players", "told"),
    [
        ("kuhn", 3, "perfect plays only games of two, where one wins what the other loses; Kuhn poker is for 3"),
        ("othello", 2, "Othello is too large for perfect: it has more than 500 positions; search can play it"),
        ("leduc", 2, "Leduc poker is too large for perfect: it has more than 500 histories; search can play it"),
    ],
)
def test_what_is_no_small_game_for_two_is_refused(
    name: str, players: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact_play_module, "MOST_HISTORIES", 500)
    monkeypatch.setattr(exact_play_module, "MOST_POSITIONS", 500)
    game = st.load_ruleset(name).game(players)
    for _ in range(2):
        with pytest.raises(st.UsageError) as error:
            bot("perfect").require(game)
        assert told in str(error.value)


def test_a_game_in_which_both_can_win_is_refused() -> None:
    game = st.load_ruleset("first-price-auction").game(2, {"highest_value": 2})
    with pytest.raises(st.UsageError, match="what one wins the other must lose"):
        bot("perfect").require(game)


def test_the_strongest_bot_is_perfect_in_small_games_expert_where_one_was_learned_else_search() -> None:
    assert [strongest(searched(name)) for name in ("tictactoe", "kuhn", "hex", "gin-rummy")] == [
        "perfect",
        "perfect",
        "search",
        "expert",
    ]
    assert strongest(searched("kuhn", 3)) == "search"
    assert strongest(st.load_ruleset("connect-four").game()) == "expert"
