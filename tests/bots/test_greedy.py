"""The greedy bot: points now, and a victory before all points."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.bots import played, searched
from helpers.small_games import written
from helpers.tiers import full

from stammtisch.bots.greedy import choose
from stammtisch.bots.knowledge import knowledge

POINTS = """\
format: 1
game: Points
players: 2
each player: {points: 0..99}
phases:
  a turn:
    turns: player in players
    until: {somebody has enough: any(p in players where p.points > 30)}
    do:
      Take:
        one of:
          Take one: {add: {player.points: 1}}
          Take five: {add: {player.points: 5}}
          Take three: {add: {player.points: 3}}
          Give up: {end: game, winner: right(player)}
score: player.points
"""


def test_it_takes_what_brings_most_and_never_gives_up(tmp_path: Path) -> None:
    searched("tictactoe")
    game = written(tmp_path, "points", POINTS).game()
    for seed in range(5):
        state = game.start(seed)
        assert choose(knowledge(state, 0)) == 1


def test_a_victory_comes_before_points(tmp_path: Path) -> None:
    searched("tictactoe")
    game = written(tmp_path, "won", POINTS.replace("winner: right(player)", "winner: player")).game()
    assert choose(knowledge(game.start(2), 0)) == 3


def test_fewer_points_are_better_where_the_ruleset_says_so(tmp_path: Path) -> None:
    searched("tictactoe")
    text = POINTS.replace("          Give up: {end: game, winner: right(player)}\n", "")
    game = written(tmp_path, "few", text + "winner: least score\n").game()
    assert choose(knowledge(game.start(1), 0)) == 0


@pytest.mark.parametrize(("holes", "wanted"), [("", [1, 5, 3]), ("5", None)])
def test_a_score_that_may_have_no_value_counts_where_it_has_one(tmp_path: Path, holes: str, wanted: list[int]) -> None:
    searched("tictactoe")
    worth = ", ".join(f"{n}: {n}" for n in range(36) if str(n) != holes)
    text = POINTS.replace("score: player.points", f"score: worth(player.points)\ntables: {{worth: {{{worth}}}}}")
    text = text.replace("          Give up: {end: game, winner: right(player)}\n", "")
    found = knowledge(written(tmp_path, "table", text).game().start(1), 0).standings(5)
    # where one option leads to no value, random games tell of all: parts of a won game
    assert found == wanted if wanted else all(-1 <= value <= 1 for value in found)


def test_where_a_list_is_ranked_by_the_score_tells_who_is_ahead(tmp_path: Path) -> None:
    searched("tictactoe")
    text = POINTS.replace("          Give up: {end: game, winner: right(player)}\n", "")
    listed = text + "winner: most player.both\ndefine: {both(player): '[player.points, 2 * player.points]'}\n"
    assert knowledge(written(tmp_path, "list", listed).game().start(1), 0).standings(5) == [1, 5, 3]


@full
def test_where_an_option_changes_nothing_all_are_equally_likely() -> None:
    game = searched("munchhausen", 3)
    taken = {choose(knowledge(state, state.decision.seat)) for state in map(game.start, range(60))}
    assert len(taken) >= 7


def test_it_wins_against_chance(tmp_path: Path) -> None:
    searched("tictactoe")
    game = written(tmp_path, "points", POINTS).game()
    assert sum(0 in played(game, "greedy,random", seed).winners for seed in range(20)) == 20
    assert sum(0 in played(game, "random,random", seed).winners for seed in range(20)) < 20
