"""Who decides together: everybody of the list, each once."""

from __future__ import annotations

from pathlib import Path

import pytest
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


GIFTS = """\
format: 1
game: Gifts
players: 3
settings: {gifts: 1}
components: {card: {front: {value: 1..3}}}
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..3}}
  gone: {holds: card}
phases:
  give cards: {together: p in players, choose: gift in p.hand, count: 'NUMBER', move: gift, to: p.gone}
score: player.gone.size
rulings: {equal points share the victory: {change: score}}
"""


@pytest.mark.parametrize(
    ("number", "options", "asked"),
    [("gifts", {"gifts": 0}, []), ("if p = first(players) then 0 else gifts", {}, [1, 2]), ("0..gifts", {}, [0, 1, 2])],
)
def test_who_may_choose_none_is_not_asked(
    tmp_path: Path, number: str, options: dict[str, int], asked: list[int]
) -> None:
    state = written(tmp_path, "gifts", GIFTS.replace("NUMBER", number)).game(3, options).start(1)
    assert list(state.pending) == asked
    for seat in asked:
        state.choose(0, seat)
    assert state.over and state.scores == [int(seat in asked) for seat in range(3)]


NAMED_TWICE = """\
format: 1
game: Twice
players: 2
each player: {chosen: 0..9}
phases:
  All choose:
    together: player in LIST
    choose: n in 1..3
    add: {player.chosen: n}
  The end: {end: game, winner: 'LIST'}
"""


@pytest.mark.parametrize(
    "listed",
    [
        "players + players",
        "those(p in players + players)",
        "those(p.left for p in players + players)",
        "(players + players) after left(last(players))",
        "those(p in players + players where p.number > 0) from last(players)",
    ],
)
def test_who_is_named_twice_chooses_once_and_wins_once(listed: str, tmp_path: Path) -> None:
    state = written(tmp_path, "twice", NAMED_TWICE.replace("LIST", listed)).game().start(1)
    while not state.over:
        state.choose(0, min(state.pending))
    assert len(state.winners) == len({*state.winners}) and state.decisions == len(state.winners)
