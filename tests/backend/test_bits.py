"""Native play: lists of numbers below 128 as bits, and lists that need not be made, tell what the plain evaluator tells."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.miniature import HAND, LIST, SETTING, program
from helpers.tiers import full
from hypothesis import given, settings
from hypothesis import strategies as hs
from oracle.evaluate import Machine

import stammtisch as st
from stammtisch.backend.native.module import write_module
from stammtisch.backend.passes import emptiness
from stammtisch.game.game import Game
from stammtisch.program import ir

TABLES = {"price": [4, 0, 9], "reach": [[1, 2], [], [63, 7, 0], [127, 64, 2]], "look": [x // 3 for x in range(128)]}
LIKE = ir.Function("like", ["a", "b"], ["eq", ["table", "look", "a"], "b"])
CARDS = ["put", 2, HAND, "top", 0], ["put", 0, HAND, "top", 0]

numbers = hs.sampled_from(
    [0, 1, 2, 5, -1, 63, 64, 127, "i", ["sub", "i", 2], ["var", 2], ["neg", "i"], ["mul", "i", 30]]
)
told = hs.sampled_from(["x", ["table", "look", "x"], ["add", ["table", "look", "x"], 1], ["sub", 3, "x"]])
lists = hs.sampled_from(["cards", "row", "few", "many", "wide"])
sides = hs.tuples(told, numbers) | hs.tuples(numbers, told)
compared = hs.tuples(hs.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"]), sides).map(lambda e: [e[0], *e[1]])
simple = (
    compared
    | lists.map(lambda a: ["in", "x", a])
    | numbers.map(lambda n: ["call", "like", "x", n])
    | numbers.map(lambda n: ["gt", n, 1])
)
conditions = hs.recursive(
    simple,
    lambda e: e.map(lambda a: ["not", a]) | hs.tuples(hs.sampled_from(["and", "or"]), e, e).map(lambda parts: [*parts]),
    max_leaves=4,
)
sources = lists | hs.tuples(lists, lists).map(lambda a: ["without", *a])
sources |= hs.tuples(lists, simple).map(lambda a: ["filter", "x", *a])
asked = hs.tuples(hs.sampled_from(["count", "any", "every"]), sources, conditions).map(lambda e: [e[0], "x", *e[1:]])
asked |= hs.tuples(numbers, lists).map(lambda e: ["in", *e])


def made(expression: ir.Expr) -> list[Any]:
    """What an expression comes to for each i, natively and by the plain evaluator."""
    found: ir.Expr = ["map", "i", ["range", 0, 2], expression]
    for register, listed in {
        "cards": ["cards", HAND], "row": ["row", "reach", 2], "wide": ["row", "reach", 3], "few": ["items", ["var", 2], 1, 1], "many": ["range", 0, 9]
    }.items():  # fmt: skip
        found = ["let", register, listed, found]
    statements = [*SETTING, *CARDS, ["store", LIST, found], ["over"]]
    made = program(statements, tables=TABLES)
    made.functions["like"] = LIKE
    machine = Game(made).native
    assert machine is not None
    machine.start(machine.place(0), 1)
    return [machine.state(machine.place(0))[1][LIST], Machine(made).start(1).z[LIST]]


@settings(max_examples=40)
@given(asked)
def test_what_bits_tell_is_what_the_evaluator_tells(expression: ir.Expr) -> None:
    natively, plainly = made(expression)
    assert natively == plainly


@pytest.mark.parametrize(
    "expression",
    [
        ["count", "x", "cards", ["eq", ["table", "look", "x"], "i"]],
        ["any", "x", "cards", ["le", ["table", "look", "x"], "i"]],
        ["in", "i", "cards"],
        ["any", "x", "row", ["and", ["in", "x", "cards"], ["ne", "x", "i"]]],
    ],
    ids=str,
)
def test_a_loop_over_a_list_known_before_is_a_step_on_bits(expression: ir.Expr) -> None:
    whole = [
        "let",
        "cards",
        ["cards", HAND],
        ["let", "row", ["row", "reach", 0], ["map", "i", ["range", 5, 25], expression]],
    ]
    own = text_of(["store", LIST, whole])
    assert "$bits_" in own and own.count("(loop") == 1 and "$position" not in own


def text_of(*statements: ir.Stmt) -> str:
    """What a block with these statements is as text."""
    text, _ = write_module(program([*statements, ["over"]], tables=TABLES))
    return text.partition("(func $b0")[2].partition("(func")[0]


@pytest.mark.parametrize("most", [63, 127])
def test_sets_have_as_many_bits_as_are_needed(most: int) -> None:
    some = ["filter", "x", ["range", 0, most], ["gt", "x", ["var", 2]]]
    whole = ["let", "some", some, ["map", "i", ["range", 0, most], ["count", "x", "some", ["gt", "x", "i"]]]]
    assert f"$bits_{1 + most // 64} " in text_of(["store", LIST, whole])


def test_what_is_done_for_cards_of_each_look_needs_no_list() -> None:
    listed = ["looks", ["cards", HAND]]
    assert "$looks" not in text_of(["set", 4, 0, ["sum", ["map", "x", listed, ["table", "look", "x"]]]])
    natively, plainly = made(["sum", ["map", "x", ["looks", "cards"], ["add", "x", "i"]]])
    assert natively == plainly


def test_few_numbers_are_gone_through_without_a_loop() -> None:
    near = ["range", ["sub", ["var", 2], 1], ["add", ["var", 2], 1]]
    assert "(loop" not in text_of(["set", 4, 0, ["sum", ["map", "x", near, ["mul", "x", "x"]]]])
    for ends in ((["sub", "i", 1], ["add", "i", 1]), ("i", ["add", "i", 3]), ("i", "i"), ("i", ["sub", "i", 1])):
        natively, plainly = made(["sum", ["map", "x", ["range", *ends], ["mul", "x", "x"]]])
        assert natively == plainly


def test_few_parts_are_gone_through_without_a_list() -> None:
    parts = ["items", ["var", 2], ["var", 3]]
    assert "$room" not in text_of(["set", 4, 0, ["sum", ["map", "x", parts, ["mul", "x", "x"]]]])


@full
def test_two_lists_are_gone_through_one_after_the_other_without_a_third() -> None:
    both = ["join", ["cards", HAND], ["row", "reach", 0]]
    assert "$join" not in text_of(["set", 4, 0, ["sum", ["map", "x", both, ["mul", "x", "x"]]]])
    for first in ("cards", "row", ["row", "reach", 1]):
        for then in ("wide", "few", ["row", "reach", 1], ["filter", "x", "many", ["gt", "x", "i"]]):
            natively, plainly = made(["sum", ["map", "x", ["join", first, then], ["mul", "x", ["add", "x", "i"]]]])
            assert natively == plainly


def test_cards_are_drawn_from_piles_without_asking_what_piles_never_have() -> None:
    assert "$draw_card" in text_of(["draw", "c", ["add", 1, ["in", ["var", 2], ["items", 7, 8]]]])


def test_items_of_joined_lists_are_gone_through_without_the_list() -> None:
    listed = ["gather", "i", ["range", 1, 20], ["range", 1, "i"]]
    assert "$joined" not in text_of(["set", 4, 0, ["sum", listed]])


# -- whether a list has items

PAIR = ["call", "pair", 0]
HAS = ["call", "pair has items", 0]


@pytest.mark.parametrize(
    ("listed", "wanted"),
    [
        (PAIR, HAS),
        (["sorted", PAIR], HAS),
        (["items", 1], 1),
        (["items"], 0),
        (["filter", "x", PAIR, ["gt", "x", 1]], ["any", "x", PAIR, ["gt", "x", 1]]),
        (["if", ["var", 2], PAIR, ["items"]], ["if", ["var", 2], HAS, 0]),
        (["cards", HAND], ["gt", ["len", ["cards", HAND]], 0]),
    ],
    ids=str,
)
def test_whether_a_list_has_items_is_asked_without_it(listed: ir.Expr, wanted: ir.Expr) -> None:
    tests = [["gt", ["len", listed], 0], ["eq", ["len", listed], 0]]
    found = emptiness.use_emptiness(program([["set", 4, 0, test] for test in tests]))
    assert [stmt[3] for stmt in found.blocks[0].body] == [wanted, ["not", wanted]]


LISTED = [
    ["items"], ["items", 3], ["without", "few", "few"], ["without", "many", "few"], ["reversed", "row"],
    ["from", "many", "i"], ["filter", "x", "many", ["lt", "x", "i"]], ["call", "pair", 0], ["range", 2, "i"],
    ["filter", "x", ["without", "few", "cards"], ["gt", "x", "i"]], ["if", ["eq", "i", 1], "row", ["items"]],
]  # fmt: skip


@pytest.mark.parametrize("listed", LISTED, ids=str)
def test_it_is_what_the_evaluator_tells(listed: ir.Expr) -> None:
    tests = [["gt", 0], ["ge", 1], ["ne", 0], ["eq", 0], ["lt", 1], ["le", 0], ["gt", 1]]
    packed: ir.Expr = 0
    for op, least in tests:
        packed = ["add", ["mul", packed, 2], [op, ["len", listed], least]]
    natively, plainly = made(packed)
    assert natively == plainly


def test_a_function_that_is_told_much_stands_in_place_of_its_call() -> None:
    text, _ = write_module(st.load_ruleset("othello").game(2).program)
    assert ";; enclosed has items" not in text and ";; may_lay" in text
