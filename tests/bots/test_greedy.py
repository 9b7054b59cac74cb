"""The greedy bot: points now, and a victory before all points."""

from __future__ import annotations

from pathlib import Path

from helpers.bots import played, searched
from helpers.small_games import written

from stammtisch.bots.greedy import choose, standing
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


def test_how_a_game_stands() -> None:
    state = searched("munchhausen", 3).start(1)
    assert standing(state, 0) == (0.0, 0.0)
    ended = searched("munchhausen", 3).played(7)
    assert [standing(ended, seat)[0] for seat in range(3)] == [-1.0, 1.0, -1.0]
    leads = [standing(ended, seat)[1] for seat in range(3)]
    first, best, third = ended.scores
    assert leads == [first - best, best - max(first, third), third - best]


def test_it_wins_against_chance() -> None:
    game = searched("munchhausen", 3)
    assert sum(0 in played(game, "greedy,random,random", seed).winners for seed in range(8)) >= 6
