"""Who decides together: everybody of the list, each once."""

from __future__ import annotations

from pathlib import Path

from helpers.small_games import written

TWICE = """\
format: 1
game: Twice
players: 2
each player: {points: 0..9}
phases:
  turns: player in players
  until: round > 1
  do: {together: p in players + players, choose: n in 0..2, set: {p.points: n}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""


def test_a_player_who_is_listed_twice_decides_once(tmp_path: Path) -> None:
    state = written(tmp_path, "twice", TWICE).game().start(1)
    assert list(state.pending) == [0, 1]
    state.choose(1, 1)
    state.choose(2, 0)
    assert state.scores == [2, 1]
    state.choose(0, 0)
    state.choose(0, 1)
    assert state.over and state.decisions == 4
