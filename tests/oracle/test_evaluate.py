"""The plain evaluator on small hand-made programs: what the examples of test_operations.py cannot say."""

from __future__ import annotations

import pytest
from helpers.miniature import (
    DECK,
    HAND,
    LIST,
    A,
    program,
    run,
    value,
)
from oracle.evaluate import Machine, State

from stammtisch.base import errors
from stammtisch.base.errors import GameError
from stammtisch.program import ir


def test_registers_of_an_expression_end_with_it() -> None:
    with pytest.raises(KeyError):
        value(["add", ["sum", ["map", "i", A, "i"]], "i"])
    with pytest.raises(KeyError):
        value(["let", "outside", 1, ["call", "outside"]])


def test_registers_of_a_block_end_with_it() -> None:
    with pytest.raises(KeyError):
        Machine(program([["let", "a", 1], ["goto", 1]], [["set", 2, 0, "a"], ["over"]])).start(1)


@pytest.mark.parametrize(
    "expression", [["var", 10], ["var", 2, -3], ["table", "price", -1], ["cards", 9], ["size", -1], ["groups", HAND]]
)
def test_an_index_outside_is_a_fault_of_the_program(expression: ir.Expr) -> None:
    with pytest.raises((IndexError, ValueError)):
        value(expression)


# Statements


def counting_to(passes: int) -> State:
    return run(["while", ["lt", ["var", 2], passes], [["set", 2, 0, ["add", ["var", 2], 1]]], 4])


def test_while_stops_after_the_most_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ir.MOST_PASSES == 100_000
    monkeypatch.setattr(ir, "MOST_PASSES", 50)
    assert counting_to(50).v[2] == 50
    with pytest.raises(GameError, match="round and round"):
        counting_to(51)


def test_the_name_of_a_condition_does_nothing() -> None:
    assert run(["condition", 1]).z == run(["let", "unused", 0]).z


def test_fail_ends_with_the_message_and_the_step() -> None:
    game = program([["goto", 1]], [["fail", 5], ["over"]])
    game.blocks[1].node = 12
    with pytest.raises(GameError) as caught:
        Machine(game).start(1)
    assert (caught.value.message, caught.value.node) == ("the judge stops the game", 12)


def test_unknown_words_are_faults() -> None:
    for statement in (["jump", 1], ["remove", LIST, 1], ["put", 1, DECK, "sideways", 0], ["set", 2, 0, ["root", 4]]):
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
