"""Definitions that each use another several times: what checking and lowering cost grows with the file, not with the uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.hunter.limits import within

import stammtisch as st

GAME = """\
format: 1
game: Nested
players: 2
each player:
  points: 0..9
define:
  d0(player): FIRST
LEVELS
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      say or rest: {one of: {Say it: {when: round > 99, say: d24(player)}, Rest: nothing}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""


@pytest.mark.parametrize("first", ["count(players)", "player.number", "player.points"])
@pytest.mark.parametrize("level", ["(X + X - X) mod 4", "X + 0 * X", "if X > 1 then X else X"])
@pytest.mark.parametrize("depth", [12, 24])
def test_definitions_may_lie_deep_within_one_another(tmp_path: Path, first: str, level: str, depth: int) -> None:
    levels = "\n".join(f"  d{n}(player): {level.replace('X', f'd{n - 1}(player)')}" for n in range(1, depth + 1))
    file = tmp_path / "nested.yaml"
    file.write_text(
        GAME.replace("d24", f"d{depth}").replace("FIRST", first).replace("LEVELS", levels), encoding="utf-8"
    )
    with within(5):
        problems = [problem for problem in st.validate(file) if problem.severity == "error"]
        assert [problem.code for problem in problems] in ([], ["too-large"])
        if not problems:
            st.load_ruleset(file).game(2).start(1)


def test_a_score_of_nested_definitions_that_asks_nothing_of_the_player_is_said_to_be_the_same(tmp_path: Path) -> None:
    levels = "\n".join(f"  d{n}(player): (X + X - X) mod 4".replace("X", f"d{n - 1}(player)") for n in range(1, 25))
    text = GAME.replace("FIRST", "count(players)").replace("LEVELS", levels)
    file = tmp_path / "nested.yaml"
    file.write_text(text.replace("score: player.points", "score: d24(player)"), encoding="utf-8")
    with within(5):
        assert "same-for-all" in {problem.code for problem in st.validate(file)}
