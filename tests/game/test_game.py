"""Running games: invariants declared with `always:`."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st

GAME = """
format: 1
game: Gains
players: 2
each player: {points: 0..9}
phases:
  a turn:
    turns: p in players
    until: {somebody has five: any(q in players where q.points >= 5)}
    do:
      a gain: {one of: {One: {add: {p.points: 1}}, Two: {add: {p.points: 2}}}}
      a gift: {when: p.points = 3, add: {p.points: 1}}
score: player.points
always:
  nobody has three after a gain: {holds: no(q in players where q.points = 3), at: after a gain}
  nobody has six at the end: {holds: no(q in players where q.points = 6), at: the end}
  nobody ever has four: no(q in players where q.points = 4)
"""


def play(tmp_path: Path, *choices: int) -> list[list[str]]:
    path = tmp_path / "gains.yaml"
    path.write_text(GAME)
    state = st.load_ruleset(path).game(2).start(1)
    found = []
    for choice in choices:
        state.choose(choice)
        found.append(state.broken())
    return found


@pytest.mark.parametrize(
    ("choices", "broken"),
    [
        ((1, 1), [[], []]),
        ((1, 0, 0), [[], [], ["nobody has three after a gain", "nobody ever has four"]]),
        (
            (1, 0, 1, 1, 1),
            [[], [], ["nobody ever has four"], None, ["nobody has six at the end", "nobody ever has four"]],
        ),
    ],
)
def test_an_invariant_is_looked_at_when_it_says(
    tmp_path: Path, choices: tuple[int, ...], broken: list[list[str] | None]
) -> None:
    found = play(tmp_path, *choices)
    assert len(found) == len(broken)
    for got, wanted in zip(found, broken, strict=True):
        assert wanted is None or got == wanted
