"""The squares of a grid with `names: a1`: the same names in rules, tests, options and on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.small_games import written

import stammtisch as st
from stammtisch.base.appearance.layouts import letter_number, letters
from stammtisch.drawing.board_plans import board_plans
from stammtisch.scenarios.run import run_file
from stammtisch.seats.offers import option_texts
from stammtisch.seats.render import table

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


def test_the_terminal_writes_them_at_the_edges_of_the_board(tmp_path: Path) -> None:
    lines = table(written(tmp_path, "hop", HOP).game().start(1), 0)
    assert [line.split()[0] for line in lines[-3:]] == ["3", "2", "1"]
    assert lines[-4].split() == ["a", "b", "c", "d"]


def test_own_names_of_rows_and_columns_are_at_the_edges_too(tmp_path: Path) -> None:
    layout = "layout: {boards: {square: {coordinates: {rows: [top, middle, low], columns: [west, b, c, d]}}}}\n"
    lines = table(written(tmp_path, "hop", HOP + layout).game().start(1), 0)
    assert [line.split()[0] for line in lines[-3:]] == ["top", "middle", "low"]
    assert lines[-4].split() == ["west", "b", "c", "d"]


def test_a_failing_scenario_calls_squares_so(tmp_path: Path) -> None:
    written(tmp_path, "hop", HOP)
    file = tmp_path / "hop.scenarios.yaml"
    head = "format: 1\ntests: hop.yaml\nplayers: [Ann, Bob]\nscenarios:\n"
    file.write_text(head + "  a hop: {when: [{Ann: b3}], then: [frog = a1]}\n", encoding="utf-8")
    (failed,) = run_file(file)
    text = failed.failure
    assert "frog is b3" in text and "b2.leaf: true -> false" in text and "square_" not in text


def test_the_hint_for_a_place_that_is_missing_is_a_square(tmp_path: Path) -> None:
    text = HOP.replace("{leaf: {start: true}}", "").replace("score:", "each player: {lair(square): false}\nscore:")
    (tmp_path / "hop.yaml").write_text(text.replace("frog = d3", "frog = d3 or player.lair"), encoding="utf-8")
    (problem,) = [p for p in st.validate(tmp_path / "hop.yaml") if p.code == "missing-argument"]
    assert problem.hint == "write for example player.lair(a3)"


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
