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


REVEALED = """\
format: 1
game: Revealed
players: 2
components: {card: {front: {value: 1..3}}}
shared: {deck: {pile of: card, starts with: {value: 1..3}, see: {size: everyone}}}
each player: {points: 0..9}
phases:
  turns: player in players
  until: round > 1
  do: {reveal: deck, do: {together: p in players, choose: n in 0..2, set: {p.points: n}}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""


def test_revealed_cards_do_not_tell_who_has_chosen(tmp_path: Path) -> None:
    state = written(tmp_path, "revealed", REVEALED).game().start(1)

    def lying_open(seat: int) -> int:
        return sum(card["now"] for zone in state.view(seat)["zones"] for card in zone["cards"])

    state.choose(1, 1)
    assert [lying_open(seat) for seat in (-1, 0, 1)] == [3, 3, 0]
    state.choose(1, 0)
    assert [lying_open(seat) for seat in (-1, 0, 1)] == [3, 3, 3]
