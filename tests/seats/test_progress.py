"""How far a game has come: what is missing until it ends, from the program alone, as far as everybody can count it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.progress import progress

EIGHT = """
format: 1
game: Eight rounds
players: 2
things: {side: [left, right]}
phases:
  a turn:
    turns: player in players
    until: {eight rounds are over: round > 8}
    choose: side in sides
"""


def played(state: State, choices: int) -> State:
    stream = Stream(3)
    for _ in range(choices):
        seat, site = state.sites()[0]
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    return state


@pytest.mark.parametrize(
    ("name", "choices", "said"),
    [
        ("hearts", 0, [("somebody has reached <game_ends_at> points", 100)]),
        ("goofspiel", 4, [("all prizes are gone", 10)]),
        ("tictactoe", 3, [("the board is full", 6)]),
        ("munchhausen", 0, [("a player has no card in hand", 8)]),
        # of turns without a capture nobody can tell how far it has come, nor of what is no number
        ("chess", 5, []),
        ("bierfest", 5, []),
    ],
)
def test_what_is_missing_until_the_end_is_counted(name: str, choices: int, said: list[tuple[str, int]]) -> None:
    assert [tuple(end) for end in progress(played(load_ruleset(name).game().start(5), choices))] == said


def test_rounds_are_counted_and_nothing_is_said_when_it_is_over(tmp_path: Path) -> None:
    file = tmp_path / "ruleset.yaml"
    file.write_text(EIGHT)
    state = load_ruleset(str(file)).game(2).start(1)
    assert [end.number for end in progress(played(state, 5))] == [6]
    assert progress(played(state, 11)) == [] and state.over


def test_what_not_everybody_sees_is_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "ruleset.yaml"
    hidden = "each player: {points: {range: 0..9, see: owner}}\nphases:"
    text = EIGHT.replace("phases:", hidden).replace("round > 8", "any(p in players where p.points >= 3)")
    file.write_text(text.replace("choose: side in sides", "choose: side in sides\n    add: {player.points: 1}"))
    assert progress(load_ruleset(str(file)).game(2).start(1)) == []
