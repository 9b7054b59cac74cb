"""The squares of a grid with `names: a1`: the same names in rules, tests, options and on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.small_games import written

import stammtisch as st
from stammtisch.base.appearance.layouts import letter_number, letters
from stammtisch.drawing.board_plans import board_plans
from stammtisch.seats.offers import option_texts

HOP = """\
format: 1
game: Hop
players: 2
things:
  square: {grid: 3x4, names: a1}
shared:
  frog: b2
each square:
  leaf: {start: true}
phases:
  a hop:
    turns: player in players
    until: {the corner is reached: frog = d3}
    choose: square in squares where square.row = frog.row or square.column = frog.column
    do:
      it leaves: {set: {frog.leaf: false}}
      it lands: {set: {frog: square}}
score: count(s in squares where s.leaf) + (if a1.leaf then 1 else 0)
rulings: {all win together: {change: score}}
teams: {All: 1..2}
"""


def test_squares_have_letters_from_the_left_and_numbers_from_below(tmp_path: Path) -> None:
    state = written(tmp_path, "hop", HOP).game().start(1)
    decision = state.decision
    texts = option_texts(state, decision.site, list(decision.numbers), 0, ["Anna", "Ben"])
    assert [*texts.values()] == ["b3", "a2", "b2", "c2", "d2", "b1"]
    plan = board_plans(state.game.program, state.game.looks.boards)["square"]
    assert (plan.across, plan.down) == (("a", "b", "c", "d"), ("3", "2", "1"))


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("frog: b2", "frog: e2"), "unknown-name", "e2"),
        (("frog: b2", "frog: b4"), "unknown-name", "b4"),
        (("  frog: b2", "  frog: b2\n  c3: 0..4"), "defined-twice", "c3"),
        (("{grid: 3x4, names: a1}", "{count: 12, names: a1}"), "bad-count", "no grid"),
        (("names: a1", "names: b2"), "unknown-word", "a1"),
    ],
)
def test_mistakes_in_names_are_told(tmp_path: Path, change: tuple[str, str], code: str, words: str) -> None:
    assert change[0] in HOP
    (tmp_path / "hop.yaml").write_text(HOP.replace(*change), encoding="utf-8")
    problems = [p for p in st.validate(tmp_path / "hop.yaml") if p.code == code]
    assert problems and words in problems[0].message + problems[0].hint


def test_columns_have_letters_of_their_own() -> None:
    assert [letter_number(letters(number)) for number in range(1, 800)] == [*range(1, 800)]
    assert [letters(number) for number in (1, 26, 27, 703)] == ["a", "z", "aa", "aaa"]
