"""The plain evaluator on small hand-made programs: every expression and statement."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.miniature import (
    BOOM,
    DECK,
    EMPTY,
    GROUPS,
    HAND,
    HIGH,
    LIST,
    NONE,
    SETS,
    SETTING,
    WINNERS,
    A,
    program,
    run,
    value,
)
from helpers.paths import TESTS
from oracle.evaluate import Machine, State

from stammtisch.base import errors
from stammtisch.base.errors import GameError
from stammtisch.game.game import Game
from stammtisch.program import ir

EXPRESSIONS: list[tuple[Any, Any]] = [
    (5, 5),
    (["var", 2], 7),
    (["var", 2, 1], 8),
    (["cards", HAND], [3, 1]),
    (["cards", ["sub", 4, 1]], [3, 1]),
    (["size", HAND], 2),
    (["size", DECK], 0),
    (["top", HAND], 1),
    (["bottom", HAND], 3),
    (["top", DECK], -1),
    (["bottom", DECK], -1),
    (["table", "price", 2], 9),
    (["cell", "price", 0, 1], 4),
    (["row", "reach", 0], [1, 2]),
    (["row", "reach", 1], []),
    (["call", "double", ["var", 2]], 14),
    (["call", "less", 2, 9], -7),
    (["add", 2, 3], 5),
    (["sub", 2, 3], -1),
    (["mul", 2, -3], -6),
    (["neg", 2], -2),
    (["not", 0], 1),
    (["not", 1], 0),
    (["div_down", 7, 2, 2], 3),
    (["div_down", -7, 2, 2], -4),
    (["div_down", 7, -2, 2], -4),
    (["div_up", 7, 2, 2], 4),
    (["div_up", -7, 2, 2], -3),
    (["div_up", 7, 3, 2], 3),
    (["div_up", 6, 2, 2], 3),
    (["mod", 7, 3, 2], 1),
    (["mod", -7, 3, 2], 2),
    (["mod", 7, -3, 2], -2),
    (["eq", 2, 2], 1),
    (["eq", 2, 3], 0),
    (["eq", A, ["items", 3, 1, 2, 1]], 1),
    (["ne", 2, 3], 1),
    (["ne", A, A], 0),
    (["lt", 2, 3], 1),
    (["lt", 3, 3], 0),
    (["lt", ["items", 2], ["items", 2, -5]], 1),
    (["le", 3, 3], 1),
    (["le", 4, 3], 0),
    (["gt", 3, 2], 1),
    (["gt", 3, 3], 0),
    (["gt", ["items", 3], ["items", 2, 9]], 1),
    (["ge", 3, 3], 1),
    (["ge", 2, 3], 0),
    (["and", 1, 1, 1], 1),
    (["and", 1, 0, BOOM], 0),
    (["or", 0, 0], 0),
    (["or", 0, 1, BOOM], 1),
    (["if", 1, 4, BOOM], 4),
    (["if", 0, BOOM, 5], 5),
    (["least", 3, -2], -2),
    (["most", 3, -2], 3),
    (["need", 4, -1, 0], 4),
    (["within", 4, 4, 4, 3], 4),
    (["items", 4, ["var", 2]], [4, 7]),
    (EMPTY, []),
    (["range", 2, 4], [2, 3, 4]),
    (["range", 2, 1], []),
    (["join", A, ["items", 9]], [3, 1, 2, 1, 9]),
    (["without", A, ["items", 1, 9]], [3, 2]),
    (["from", ["range", 0, 3], 2], [2, 3, 0, 1]),
    (["from", ["range", 0, 3], 7], [0, 1, 2, 3]),
    (["after", ["range", 0, 3], 2], [3, 0, 1]),
    (["after", ["range", 0, 3], 7], [0, 1, 2, 3]),
    (["after", A, 1], [2, 1, 3]),
    (["in", 2, A], 1),
    (["in", 4, A], 0),
    (["len", A], 4),
    (["nth", A, 0, -1], 3),
    (["nth", A, 4, -1], -1),
    (["nth", A, -1, -1], -1),
    (["first", A, -1], 3),
    (["first", EMPTY, -1], -1),
    (["last", ["items", 3, 4], -1], 4),
    (["last", EMPTY, NONE], NONE),
    (["reversed", ["items", 3, 1, 2]], [2, 1, 3]),
    (["distinct", A], [3, 1, 2]),
    (["sorted", A], [1, 1, 2, 3]),
    (["len", ["distinct", ["map", "i", A, ["items", "i"]]]], 3),
    (["sum", A], 7),
    (["sum", EMPTY], 0),
    (["min", A, -1], 1),
    (["min", EMPTY, NONE], NONE),
    (["max", A, -1], 3),
    (["max", EMPTY, -1], -1),
    (["map", "i", A, ["mul", "i", "i"]], [9, 1, 4, 1]),
    (["filter", "i", A, HIGH], [3, 2]),
    (["gather", "i", ["items", 2, 0, 1], ["range", 1, "i"]], [1, 2, 1]),
    (["any", "i", A, HIGH], 1),
    (["any", "i", EMPTY, BOOM], 0),
    (["any", "i", A, ["or", HIGH, BOOM]], 1),
    (["every", "i", A, HIGH], 0),
    (["every", "i", A, ["gt", "i", 0]], 1),
    (["every", "i", ["items", 0, 1], ["and", HIGH, BOOM]], 0),
    (["count", "i", A, HIGH], 2),
    (["best", "i", ["items", 4, -4, 3], ["mul", "i", "i"], 1], [4, -4]),
    (["best", "i", ["items", 4, -4, 3], ["mul", "i", "i"], 0], [3]),
    (["best", "i", ["items", 3, 2], ["range", 1, "i"], 0], [2]),
    (["best", "i", EMPTY, "i", 1], []),
    (["best", "i", ["items", 3, 2, 3], "i", 1], [3, 3]),
    (["best", "i", ["items", 2, 2], "i", 0], [2, 2]),
    (["best", "i", ["filter", "j", ["items", 5, 3, 1, 3], ["lt", "j", 4]], "i", 1], [3, 3]),
    (["looks", ["items", 3, 1, 2, 4, 0]], [3, 1, 4]),
    (["head", A, 2], [3, 1]),
    (["head", A, 9], [3, 1, 2, 1]),
    (["head", A, 0], []),
    (["head", A, -1], []),
    (["splits", ["items", 3, 1], 2], [[4, 0], [3, 1], [1, 3], [0, 4]]),
    (["splits", ["items", 2, 2], 2], [[4, 0], [2, 2], [0, 4]]),
    (["splits", ["items", 1, 2, 3], 1], [[6]]),
    (["splits", EMPTY, 3], [[0, 0, 0]]),
    (["splits", ["items", 1], 0], []),
    (["subsets", ["items", 3, 1], 0, 2, 2], [[], [3], [1], [3, 1]]),
    (["subsets", ["items", 3, 1, 2], 2, 2, 2], [[3, 1], [3, 2], [1, 2]]),
    (["subsets", ["items", 3, 1, 2], 2, 9, 2], [[3, 1], [3, 2], [1, 2], [3, 1, 2]]),
    (["subsets", ["items", 3, 1], -1, 1, 2], [[], [3], [1]]),
    (["subsets", ["items", 3], 0, -1, 2], []),
    (["subsets", EMPTY, 0, 3, 2], [[]]),
    (["subsets", EMPTY, 1, 3, 2], []),
    (["any", "s", ["subsets", ["range", 1, 14], 0, 14, 2], ["eq", ["sum", "s"], 105]], 1),
    (["groups", SETS], [GROUPS + 1, GROUPS + 2]),
    (["group", GROUPS + 1], [4, 5]),
    (["group", ["add", GROUPS, 2]], [6]),
    (["group", GROUPS + 3], []),
    (["by", "i", ["items", 5, 2, 4, 1], ["mod", "i", 2, 2]], [2, 4, 5, 1]),
    (["by", "i", ["items", 2, 1], ["items", 0, "i"]], [1, 2]),
    (["let", "a", 4, ["add", "a", "a"]], 8),
    (["let", "a", 4, ["add", ["let", "a", 1, "a"], "a"]], 5),
    (["map", "i", ["items", 1, 2], ["sum", ["map", "j", ["items", 10, 20], ["add", "i", "j"]]]], [32, 34]),
]


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS, ids=lambda part: json.dumps(part))
def test_expression(expression: ir.Expr, expected: Any) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS, ids=lambda part: json.dumps(part))
def test_compiled_expression(expression: ir.Expr, expected: Any) -> None:
    found = ["store", LIST, expression] if isinstance(expected, list) else ["set", 4, 0, expression]
    game = Game(program([*SETTING, found, ["over"]]))
    for state in (game.start(), game.played(0)):
        place = state.z[LIST] if isinstance(expected, list) else state.v[4]
        assert (place, type(place)) == (expected, type(expected))
    machine = game.native
    if machine is None:  # lists of lists are not kept there
        assert expression[0] in ("splits", "subsets")
        return
    machine.start(machine.place(0), 1)
    v, z, _ = machine.state(machine.place(0))
    assert (z[LIST] if isinstance(expected, list) else v[4]) == expected


def test_every_expression_and_statement_of_the_tables_is_tested() -> None:
    used = {part for expression, _ in EXPRESSIONS if isinstance(expression, list) for part in expression[:1]}
    assert used == set(ir.EXPRESSIONS)
    files = [TESTS / "helpers" / "miniature.py", *(TESTS / "oracle").glob("test_evaluate*.py")]
    written = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [op for op in [*ir.STATEMENTS, *ir.TERMINATORS] if f'["{op}"' not in written] == []


def test_registers_of_an_expression_end_with_it() -> None:
    with pytest.raises(KeyError):
        value(["add", ["sum", ["map", "i", A, "i"]], "i"])
    with pytest.raises(KeyError):
        value(["let", "outside", 1, ["call", "outside"]])


def test_registers_of_a_block_end_with_it() -> None:
    with pytest.raises(KeyError):
        Machine(program([["let", "a", 1], ["goto", 1]], [["set", 2, 0, "a"], ["over"]])).start(1)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (["cell", "price", 1, 1], "no row for 5"),
        (["cell", "price", 3, 1], "no row for 5"),
        (["cell", "price", -1, 1], "no row for 5"),
        (["div_down", 1, 0, 2], "divided by 0"),
        (["any", "s", ["subsets", ["range", 1, 15], 0, 15, 2], 0], "divided by 0"),
        (["div_up", 1, 0, 2], "divided by 0"),
        (["mod", 1, 0, 2], "divided by 0"),
        (["need", ["top", DECK], -1, 0], "nothing"),
        (["within", 4, 5, 6, 3], "too big: 4"),
        (["within", 7, 5, 6, 3], "too big: 7"),
        (["and", 1, BOOM], "nothing"),
        (["or", 0, BOOM], "nothing"),
    ],
)
def test_failing_expression(expression: ir.Expr, message: str) -> None:
    with pytest.raises(GameError) as caught:
        value(expression)
    assert str(caught.value) == caught.value.message == message


@pytest.mark.parametrize(
    "expression", [["var", 10], ["var", 2, -3], ["table", "price", -1], ["cards", 9], ["size", -1], ["groups", HAND]]
)
def test_an_index_outside_is_a_fault_of_the_program(expression: ir.Expr) -> None:
    with pytest.raises((IndexError, ValueError)):
        value(expression)


# Statements


def test_let_set_if_and_for() -> None:
    state = run(
        ["let", "a", 5],
        ["set", 2, 0, "a"],
        ["set", 2, 1, ["var", 2]],
        ["if", 1, [["set", 4, 0, 1]], [["set", 4, 0, 2]]],
        ["if", 0, [["set", 5, 0, 1]], [["set", 5, 0, 2]]],
        ["for", "i", ["items", 3, 4], [["set", 6, 0, ["add", ["mul", ["var", 6], 10], "i"]]]],
    )
    assert state.v == [-1, 0, 5, 5, 1, 2, 34, 0, 0, 0]


def test_what_a_loop_set_last_is_known_after_it() -> None:
    game = Game(
        program([["let", "a", -1], ["for", "i", ["range", 0, 2], [["let", "a", "i"]]], ["set", 2, 0, "a"], ["over"]])
    )
    assert Machine(game.program).start(1).v[2] == 2
    assert [game.start(1, log).v[2] for log in (True, False)] == [2, 2] and game.played(1).v[2] == 2


def test_for_goes_on_with_the_list_it_began_with() -> None:
    state = run(
        ["for", "c", ["cards", DECK], [["take", "c", DECK], ["put", "c", HAND, "top", 0]]],
        ["let", "before", ["cards", HAND]],
        ["take", 1, HAND],
        ["store", LIST, "before"],
        deck=[2, 1, 0],
    )
    assert state.z[DECK] == []
    assert state.z[HAND] == [2, 0]
    assert state.z[LIST] == [2, 1, 0]


def test_store_append_and_remove() -> None:
    state = run(["store", LIST, A], ["append", LIST, 7], ["remove", LIST, 1])
    assert state.z[LIST] == [3, 2, 1, 7]
    with pytest.raises(ValueError):
        run(["remove", LIST, 1])


def test_a_stored_list_is_a_copy() -> None:
    state = run(["let", "a", A], ["store", LIST, "a"], ["append", LIST, 9], ["store", WINNERS, "a"])
    assert state.z[WINNERS] == [3, 1, 2, 1]


def counting_to(passes: int) -> State:
    return run(["while", ["lt", ["var", 2], passes], [["set", 2, 0, ["add", ["var", 2], 1]]], 4])


def test_while_stops_after_the_most_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ir.MOST_PASSES == 100_000
    monkeypatch.setattr(ir, "MOST_PASSES", 50)
    assert counting_to(50).v[2] == 50
    with pytest.raises(GameError, match="round and round"):
        counting_to(51)


def test_find_looks_in_the_zones_only() -> None:
    state = run(
        ["store", LIST, ["items", 9]],
        ["put", 5, HAND, "top", 0],
        ["find", "a", 5],
        ["store", WINNERS, ["items", 1]],
        ["find", "b", 1],
        ["store", LIST, ["items", "a", "b"]],
        deck=[0, 1],
    )
    assert state.z[LIST] == [HAND, DECK]
    with pytest.raises(GameError, match=errors.CARD_NOWHERE):
        run(["store", LIST, ["items", 9]], ["find", "c", 9])


def test_the_name_of_a_condition_does_nothing() -> None:
    assert run(["condition", 1]).z == run(["let", "unused", 0]).z


def test_fail_ends_with_the_message_and_the_step() -> None:
    game = program([["goto", 1]], [["fail", 5], ["over"]])
    game.blocks[1].node = 12
    with pytest.raises(GameError) as caught:
        Machine(game).start(1)
    assert (caught.value.message, caught.value.node) == ("the judge stops the game", 12)


def test_unknown_words_are_faults() -> None:
    for statement in (["jump", 1], ["put", 1, DECK, "sideways", 0], ["set", 2, 0, ["root", 4]]):
        with pytest.raises((ValueError, KeyError)):
            run(statement)
    with pytest.raises(ValueError, match="block 0 ends with"):
        Machine(program([["set", 2, 0, 1]])).start(1)


def test_goto_branch_and_over() -> None:
    game = program(
        [["set", 2, 0, ["add", ["var", 2], 1]], ["goto", 1]],
        [["branch", ["lt", ["var", 2], 3], 0, 2]],
        [["over"]],
    )
    state = Machine(game).start(1)
    assert (state.v[ir.PC], state.v[ir.REASON], state.v[2]) == (ir.OVER, 0, 3)
    assert Machine(game).over(state)
    assert Machine(game).pending(state) == []


def test_over_keeps_the_reason() -> None:
    reason = ["set", ir.REASON, 0, 2]
    assert Machine(program([reason, ["over"]])).start(1).v[:2] == [ir.OVER, 2]


def test_blocks_without_a_decision_stop_after_the_most_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "MOST_PASSES", 50)
    step = ["set", 2, 0, ["add", ["var", 2], 1]]
    for turns in (24, 25):
        game = program([step, ["goto", 1]], [["branch", ["lt", ["var", 2], turns], 0, 2]], [["over"]])
        if turns == 24:
            assert Machine(game).start(1).v[2] == 24
        else:
            with pytest.raises(GameError, match=errors.ENDLESS):
                Machine(game).start(1)


def test_what_is_done_without_a_decision_is_counted_up_to_a_limit() -> None:
    run(["for", "n", ["range", 1, 50_000], [["spend", 2]]])
    with pytest.raises(GameError, match=errors.TOO_MUCH):
        run(["for", "n", ["range", 1, 50_000], [["spend", 2]]], ["spend", 1])
