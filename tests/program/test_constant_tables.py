"""What is constant for given places or small numbers becomes a table; the games stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import miniature
from helpers.games import play

import stammtisch as st
from stammtisch.game.game import Game
from stammtisch.program import ir
from stammtisch.program.evaluate import Evaluation, Unknown
from stammtisch.program.lowering import lower
from stammtisch.program.lowering.constant_tables import doubtful
from stammtisch.program.trees import walk


def program(name: str) -> ir.Program:
    ruleset = st.load_ruleset(name)
    return lower.lower(ruleset.checked, 2, {}, ruleset.id, ruleset.hash)


def test_rows_of_a_board_are_tables() -> None:
    othello = program("othello")
    op, name, _ = othello.functions["row_from"].body
    assert op == "row" and len(othello.tables[name]) == 64 * 9
    assert any(row == [1, 2, 3, 4, 5, 6, 7] for row in othello.tables[name])  # the uppermost row, from its first square
    assert not any(part[0] == "within" for made in othello.functions.values() for part in walk([made.body]))


def test_what_is_beside_a_place_is_a_table_and_loops_go_through_what_meets_it() -> None:
    morris = program("nine-mens-morris")
    joined, in_a_mill = morris.functions["joined"].body, morris.functions["in_a_mill"].body
    assert joined[0] == "table" and sum(morris.tables[joined[1]]) == 64
    assert in_a_mill[2][0] == "row" and all(len(row) == 2 for row in morris.tables[in_a_mill[2][1]])


@pytest.mark.parametrize("name", ["othello", "nine-mens-morris", "connect-four"])
def test_the_games_are_the_same_without_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def states(made: ir.Program) -> list[tuple[list[int], list[int]]]:
        return [(state.v[:], state.scores) for state in play(Game(made), 5, log=False)][:40]

    with_tables = program(name)
    monkeypatch.setattr(lower, "tabulate", lambda made, ranges: None)
    without = program(name)
    assert len(without.tables) < len(with_tables.tables)
    assert states(with_tables) == states(without)


LISTS = """\
format: 1
game: Lists
players: 2
each player:
  points: 0..100
phases:
  for each: player in players
  do:
    some numbers are kept: {remember: {few: "distinct([player.points mod 2, 2])"}, do: {STEP}}
    Choose: {one of: {Yes: nothing, No: nothing}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""


@pytest.mark.parametrize(
    "step",
    [
        "{for each: n in 1..3, set: {player.points: count(x for x in few + few where n > 1)}}",
        '{for each: n in 1..3, set: {player.points: "first(x in 1..n by 3 - x) or else 0"}}',
        '{for each: n in 1..3, set: {player.points: "count(x in few + [n] where n > 1)"}}',
    ],
)
def test_what_is_no_table_is_worked_out_in_play(step: str, tmp_path: Path) -> None:
    file = tmp_path / "lists.yaml"
    file.write_text(LISTS.replace("{STEP}", step), encoding="utf-8")
    assert not [found for found in st.validate(file) if found.severity == "error"]
    assert st.load_ruleset(file).game(2).played(1).scores


def test_what_binds_a_name_and_has_no_value_here_is_unknown() -> None:
    game = program("othello")
    for e in (["by", "i", ["items", 2, 1], "i"], ["best", "i", ["items", 2, 1], "i", 1], ["var", 3]):
        with pytest.raises(Unknown):
            Evaluation(game.tables, game.functions, 100).value(e, {})


def test_what_takes_too_many_steps_is_unknown() -> None:
    game = program("othello")
    numbers = Evaluation(game.tables, game.functions, 100)
    assert numbers.value(["sum", ["range", 1, 40]], {}) == 820
    for e in (["len", ["range", 1, 10**9]], ["count", "i", ["range", 1, 30], ["eq", ["mul", "i", "i"], 4]]):
        with pytest.raises(Unknown):
            numbers.value(e, {})


def test_registers_that_may_be_none_are_no_rows_of_tables() -> None:
    body: list[ir.Stmt] = [
        ["let", "a", ["first", ["cards", 1], -1]],
        ["let", "b", ["add", "a", 1]],
        ["let", "c", ["need", "a", -1, 0]],
    ]
    game = miniature.program(
        [*body, ["let", "d", ["call", "double", "b"]], ["let", "e", ["len", ["cards", 1]]], ["over"]]
    )
    assert doubtful(game) == {"a", "b", "n", "d", "double()", "less()"}


NO_CARDS = """\
format: 1
game: No cards
players: 2
components: {card: {front: {value: 0..1}}}
each player: {hand: {holds: card}}
phases:
  a turn:
    turns: player in players
    until: {a round is over: round > 1}
    do: {Lay one: {one of: {Lay it: {choose: c in distinct(player.hand), move: c, to: left(player).hand}, Pass: nothing}}}
whenever:
  A card comes:
    enters: player.hand
    gather: c in ([card, card] - [card, card])
    to: player.hand
score: player.hand.size
rulings: {equal points share the victory: {change: score}}
"""


def test_a_game_without_cards_has_no_tables_of_them(tmp_path: Path) -> None:
    file = tmp_path / "none.yaml"
    file.write_text(NO_CARDS, encoding="utf-8")
    assert not any(problem.severity == "error" for problem in st.validate(file))
    assert len(st.load_ruleset(file).game(2).start(1).decision.options) == 1
