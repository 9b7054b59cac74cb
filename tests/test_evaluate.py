"""The plain evaluator on small hand-made programs: every op, every rule of the piles, decisions, failures, JSON."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Hashable
from copy import deepcopy
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from stammtisch import errors, ir
from stammtisch.errors import GameError
from stammtisch.evaluate import Machine, State
from stammtisch.game import Game
from stammtisch.ir_json import from_json, to_json
from stammtisch.streams import Stream, seed_stream

DOC = (Path(__file__).resolve().parent.parent / "docs" / "ir.md").read_text(encoding="utf-8")
NONE = ir.NO_NUMBER

# The zones and lists of every program here; v[2] to v[9] are free.
WINNERS, DECK, DISCARD, HAND, SETS, DECK_RANGES, DISCARD_RANGES, MARKS, LIST = range(9)
MESSAGES = [
    "nothing",
    "no row for 5",
    "divided by 0",
    "too big",
    "round and round",
    "the judge stops the game",
    "no number",
]


def program(*blocks: list[Any], deck: list[int] | None = None, **changes: Any) -> ir.Program:
    """A game of three players: these blocks, a deck, a discard pile, a hand, a zone with groups and a list."""
    lists = [
        ir.ListSlot("winners", "list"),
        ir.ListSlot("draw pile", "pile", start=deck or [], segments=DECK_RANGES),
        ir.ListSlot("discard pile", "pile", segments=DISCARD_RANGES),
        ir.ListSlot("hand", "set"),
        ir.ListSlot("sets", "set", groups=MARKS),
        *(ir.ListSlot(name, "list") for name in ("unordered deck", "unordered discard", "groups", "list")),
    ]
    functions = {
        "double": ir.Function("double", ["n"], ["mul", "n", 2]),
        "outside": ir.Function("outside", [], "outside"),
        "less": ir.Function("less", ["a", "b"], ["sub", "a", "b"]),
        "score": ir.Function("score", ["player"], ["var", 3, "player"]),
        "coins": ir.Function("coins", ["player"], ["var", 6, "player"]),
        "pair": ir.Function("pair", ["player"], ["items", ["var", 3, "player"], ["var", 6, "player"]]),
    }
    game = ir.Program(
        ruleset="test", game="Test", hash="", players=3, options={"size": 3, "long": True},
        ints=[ir.IntSlot(f"v{number}", -100, 100, 7) for number in range(10)], lists=lists,
        tables={"price": [4, NONE, 9], "reach": [[1, 2], []], "look": [0, 0, 1, 1, 2]}, functions=functions,
        blocks=[ir.Block(number, body) for number, body in enumerate(blocks)], sites=[], groups=[], nodes=[],
        messages=MESSAGES, reasons=["the deck is empty"], cards=[ir.Card("card", [1], 0)], attributes={}, names={},
        kinds=[], zones=5, winners=WINNERS, score="score", ranking=[("score", True)], payoff="", invariants=[],
    )  # fmt: skip
    return replace(game, **changes)


def run(*statements: ir.Stmt, random: int = 1, deck: list[int] | None = None, log: bool = False) -> State:
    """The state after these statements, the game being over."""
    return Machine(program([*statements, ["over"]], deck=deck)).start(random, log)


def value(expression: ir.Expr) -> Any:
    """The value of an expression: of a list by way of z, of a number by way of v."""
    try:
        return run(*SETTING, ["store", LIST, expression]).z[LIST]
    except TypeError:  # it is no list
        return run(*SETTING, ["set", 4, 0, expression]).v[4]


def ops(table: dict[str, str]) -> list[str]:
    return [op for line in table for op in line.split()]


# Expressions

MELDS = [["put", 4, SETS, "top", 0], ["put", 6, SETS, "top", 0], ["put", 5, SETS, "group", 1]]
SETTING = [["set", 2, 0, 7], ["set", 3, 0, 8], ["put", 3, HAND, "top", 0], ["put", 1, HAND, "top", 0], *MELDS]
GROUPS = SETS * ir.GROUP
A = ["items", 3, 1, 2, 1]
EMPTY = ["items"]
HIGH = ["gt", "i", 1]
BOOM = ["need", NONE, NONE, 0]
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
    state = Game(program([*SETTING, found, ["over"]])).start()
    place = state.z[LIST] if isinstance(expected, list) else state.v[4]
    assert (place, type(place)) == (expected, type(expected))


def test_every_expression_and_statement_of_the_tables_is_tested() -> None:
    used = {part for expression, _ in EXPRESSIONS if isinstance(expression, list) for part in expression[:1]}
    assert used == set(ops(ir.EXPRESSIONS))
    written = Path(__file__).read_text(encoding="utf-8")
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


# Chance


def stream_giving(*draws: tuple[int, int]) -> tuple[int, int]:
    """A stream (its state, and its state after these draws) whose draws among n give i, for each (n, i)."""
    for seed in range(200_000):
        stream = Stream(start := seed_stream(seed, 0))
        if all(stream.draw(n) == i for n, i in draws):
            return start, stream.state
    raise AssertionError("no such stream found")


def assert_uniform(play: Callable[[int], Hashable], cells: int, games: int) -> None:
    """The results of `games` games fall evenly (chi-square, fixed seeds) into exactly `cells` kinds."""
    counts = Counter(play(seed_stream(seed, 0)) for seed in range(games))
    expected = games / cells
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == cells
    assert square < cells - 1 + 4 * math.sqrt(2 * (cells - 1))


def test_chance_draws_once_and_not_at_all_among_one() -> None:
    start, end = stream_giving((6, 4))
    state = run(["chance", "a", 6], ["set", 2, 0, "a"], random=start)
    assert (state.v[2], state.random) == (4, end)
    state = run(["chance", "a", 1], ["set", 2, 0, "a"], random=start)
    assert (state.v[2], state.random) == (0, start)
    with pytest.raises(ValueError):
        run(["chance", "a", 0])


def test_chance_is_uniform() -> None:
    assert_uniform(lambda random: run(["chance", "a", 6], ["set", 2, 0, "a"], random=random).v[2], 6, 1200)


# Piles: the cards (bottom first) and unordered ranges before, the statement, the draws (n, i), cards and ranges after.
# docs/ir.md shows the same table.

FOUR, WHOLE = [0, 1, 2, 3], [0, 4]
Case = tuple[list[int], list[int], ir.Stmt, list[tuple[int, int]], list[int], list[int]]
PILES: list[Case] = [
    (FOUR, [], ["put", 9, DECK, "top", 0], [], [0, 1, 2, 3, 9], []),
    (FOUR, WHOLE, ["put", 9, DECK, "top", 0], [], [0, 1, 2, 3, 9], [0, 4]),
    (FOUR, WHOLE, ["put", 9, DECK, "bottom", 0], [], [9, 0, 1, 2, 3], [1, 5]),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", 1], [], [3, 1, 2, 9, 0], []),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", 0], [], [3, 1, 2, 0, 9], []),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", 7], [], [9, 3, 1, 2, 0], []),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", -2], [], [3, 1, 2, 0, 9], []),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 0], [], [0, 1, 2, 3, 9], [0, 4]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 4], [], [9, 0, 1, 2, 3], [1, 5]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 2], [(4, 3), (3, 0)], [1, 2, 9, 0, 3], [0, 2, 3, 5]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 1], [(4, 1)], [0, 2, 3, 9, 1], [0, 3]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 3], [(4, 2), (3, 2), (2, 0)], [1, 9, 0, 2, 3], [2, 5]),
    (
        [0, 1, 2, 3, 8, 5, 6],
        [0, 2, 2, 4, 5, 7],
        ["put", 9, DECK, "below", 3],
        [],
        [0, 1, 2, 3, 9, 8, 5, 6],
        [0, 2, 2, 4, 6, 8],
    ),
    (
        [0, 1, 2, 3, 8, 5, 6],
        [0, 2, 2, 4, 5, 7],
        ["put", 9, DECK, "below", 5],
        [],
        [0, 1, 9, 2, 3, 8, 5, 6],
        [0, 2, 3, 5, 6, 8],
    ),
    ([7, 0, 4, 5, 6], [1, 4], ["put", 9, DECK, "below", 2], [(3, 1)], [7, 0, 5, 9, 4, 6], [1, 3]),
    ([], [], ["put", 9, DECK, "random", 0], [], [9], []),
    ([4], [], ["put", 9, DECK, "random", 0], [(2, 0)], [9, 4], []),
    ([4], [], ["put", 9, DECK, "random", 0], [(2, 1)], [4, 9], []),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random", 0], [], [0, 1, 2, 5, 7], [0, 5]),
    ([5, 1, 7], [1, 3], ["put", 9, DECK, "random", 0], [(4, 1)], [5, 9, 1, 7], [2, 4]),
    ([5, 1, 7], [1, 3], ["put", 9, DECK, "random", 0], [(4, 3)], [5, 1, 7, 9], [1, 3]),
    ([5, 1, 7], [1, 3], ["put", 9, DECK, "random", 0], [(4, 2), (2, 0)], [5, 7, 9, 1], []),
    ([0, 1, 2, 3], [0, 2, 2, 4], ["put", 9, DECK, "random", 0], [(5, 2)], [0, 1, 9, 2, 3], [0, 2, 3, 5]),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 0], [], [0, 1, 2, 5, 7], [0, 5]),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 2], [(4, 0), (3, 1)], [1, 5, 7, 2, 0], [0, 3]),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 3], [(4, 0), (3, 1), (2, 1), (2, 1)], [1, 5, 7, 2, 0], []),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 4], [(4, 3), (3, 0), (2, 1)], [5, 1, 2, 0, 7], []),
    ([0, 1, 8], [0, 2], ["put", 5, DECK, "random below", 1], [], [0, 1, 5, 8], [0, 3]),
    ([0, 1, 8, 6], [0, 2], ["put", 5, DECK, "random below", 1], [(4, 1), (2, 0)], [1, 5, 0, 8, 6], []),
    ([8, 0, 1, 2], [1, 4], ["put", 5, DECK, "random below", 1], [(3, 1), (4, 3)], [8, 0, 2, 5, 1], [1, 3]),
    ([8, 4], [], ["put", 5, DECK, "random below", 9], [], [5, 8, 4], []),
    ([8, 4], [], ["put", 5, DECK, "random below", 1], [(2, 1)], [8, 5, 4], []),
    ([], [], ["put", 5, DECK, "random below", -1], [], [5], []),
    ([3, 1, 2], [], ["take", 1, DECK], [], [3, 2], []),
    (FOUR, WHOLE, ["take", 1, DECK], [], [0, 2, 3], [0, 3]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["take", 0, DECK], [], [1, 8, 2, 3], [2, 4]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["take", 8, DECK], [], [0, 1, 2, 3], [0, 2, 2, 4]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["take", 3, DECK], [], [0, 1, 8, 2], [0, 2]),
    ([3, 1, 2], [], ["draw", "c", DECK], [], [3, 1], []),
    (FOUR, WHOLE, ["draw", "c", DECK], [(4, 1)], [0, 2, 3], [0, 3]),
    ([0, 1], [0, 2], ["draw", "c", DECK], [(2, 0)], [1], []),
    ([0, 1, 2, 3, 8], WHOLE, ["draw", "c", DECK], [], [0, 1, 2, 3], [0, 4]),
    ([8, 2, 3, 0, 1], [1, 3, 3, 5], ["draw", "c", DECK], [(2, 1)], [8, 2, 3, 0], [1, 3]),
    ([3, 1, 2, 0], [2, 4], ["shuffle", DECK], [], [0, 1, 2, 3], [0, 4]),
    ([3, 1], [], ["shuffle", DECK], [], [1, 3], [0, 2]),
    ([3], [], ["shuffle", DECK], [], [3], []),
    ([], [], ["shuffle", DECK], [], [], []),
    (FOUR, WHOLE, ["pour", DECK, DECK], [], [0, 1, 2, 3], [0, 4]),
]


@pytest.mark.parametrize(("cards", "ranges", "statement", "draws", "after", "ranges_after"), PILES, ids=str)
def test_pile(
    cards: list[int],
    ranges: list[int],
    statement: ir.Stmt,
    draws: list[tuple[int, int]],
    after: list[int],
    ranges_after: list[int],
) -> None:
    start, end = stream_giving(*draws)
    state = run(["store", DECK_RANGES, ["items", *ranges]], statement, random=start, deck=cards)
    assert (state.z[DECK], state.z[DECK_RANGES]) == (after, ranges_after)
    assert state.random == end


def test_the_drawn_card_is_the_one_that_is_gone() -> None:
    start, _ = stream_giving((4, 1))
    state = run(["shuffle", DECK], ["draw", "c", DECK], ["put", "c", HAND, "top", 0], random=start, deck=[7, 5, 3, 1])
    assert (state.z[DECK], state.z[HAND]) == ([1, 5, 7], [3])


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (DECK, DISCARD, {DISCARD: [7, 8, 9, 0, 1, 2], DISCARD_RANGES: [1, 3, 3, 5], DECK: [], DECK_RANGES: []}),
        (DISCARD, DECK, {DECK: [0, 1, 2, 7, 8, 9], DECK_RANGES: [0, 2, 4, 6], DISCARD: [], DISCARD_RANGES: []}),
        (DECK, HAND, {HAND: [6, 5, 0, 1, 2], DECK: [], DECK_RANGES: []}),
        (HAND, DECK, {DECK: [0, 1, 2, 6, 5], DECK_RANGES: [0, 2], HAND: []}),
    ],
)
def test_pour(a: int, b: int, expected: dict[int, list[int]]) -> None:
    state = run(
        *(["put", card, DISCARD, "top", 0] for card in (7, 8, 9)),
        *(["put", card, HAND, "top", 0] for card in (6, 5)),
        ["store", DECK_RANGES, ["items", 0, 2]],
        ["store", DISCARD_RANGES, ["items", 1, 3]],
        ["pour", a, b],
        deck=[0, 1, 2],
    )
    assert {number: state.z[number] for number in expected} == expected


def test_a_set_keeps_its_cards_in_order_of_arrival_and_draws_nothing() -> None:
    places = ["top", "bottom", "below", "random", "random below"]
    put = [["put", 9 - number, HAND, where, 1] for number, where in enumerate(places)]
    assert run(*put).z[HAND] == [9, 8, 7, 6, 5]
    state = run(*put, ["take", 8, HAND], ["draw", "c", HAND], ["store", LIST, ["items", "c"]], ["shuffle", HAND])
    assert (state.z[HAND], state.z[LIST], state.random) == ([6, 7, 9], [5], 1)
    assert state.z[DECK_RANGES] == state.z[DISCARD_RANGES] == []


# Groups: statements on the zone with groups 4+5 and 6, its cards and their group numbers afterwards.

TO_HAND = [["draw", "c", SETS], ["put", "c", HAND, "top", 0]]
GROUPED: list[tuple[list[ir.Stmt], list[int], list[int]]] = [
    ([], [4, 6, 5], [1, 2, 1]),
    ([["take", 4, SETS]], [6, 5], [2, 1]),
    ([["take", 6, SETS], ["put", 8, SETS, "top", 0]], [4, 5, 8], [1, 1, 2]),
    ([["put", 8, SETS, "bottom", 0], ["put", 9, SETS, "random", 0]], [4, 6, 5, 8, 9], [1, 2, 1, 3, 4]),
    ([["new group", "g", SETS], ["put", 8, SETS, "group", "g"], ["put", 9, SETS, "group", "g"]],
     [4, 6, 5, 8, 9], [1, 2, 1, 3, 3]),
    ([["put", 8, SETS, "group", 2]], [4, 6, 5, 8], [1, 2, 1, 2]),
    ([["put", 8, SETS, "group", 7], ["put", 9, SETS, "top", 0]], [4, 6, 5, 8, 9], [1, 2, 1, 7, 3]),
    (TO_HAND, [4, 6], [1, 2]),
    ([["pour", SETS, DISCARD]], [], []),
    ([["pour", DECK, SETS]], [4, 6, 5, 7, 8], [1, 2, 1, 3, 4]),
    ([["pour", SETS, SETS]], [4, 6, 5], [1, 2, 1]),
    ([["shuffle", SETS]], [4, 5, 6], [1, 1, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "cards", "marks"), GROUPED, ids=str)
def test_groups(statements: list[ir.Stmt], cards: list[int], marks: list[int]) -> None:
    state = run(*MELDS, *statements, deck=[7, 8])
    assert (state.z[SETS], state.z[MARKS]) == (cards, marks)
    assert state.random == 1


@pytest.mark.parametrize(("statements", "cards", "marks"), GROUPED, ids=str)
@pytest.mark.parametrize("known", [True, False])
def test_compiled_groups(statements: list[ir.Stmt], cards: list[int], marks: list[int], known: bool) -> None:
    """The compiler does the same, whether it knows the zone or only its number."""
    statements = [*MELDS, *statements]
    if not known:
        zone = {DECK: ["len", ["range", 1, DECK]], SETS: ["len", ["range", 1, SETS]]}
        statements = [["let", f"zone_{number}", found] for number, found in zone.items()] + [
            [part if place == 0 or (op[0] in ("put", "take") and place != 2) or op[0] == "let" else _named(part)
             for place, part in enumerate(op)]
            for op in statements
        ]  # fmt: skip
    game = program([*statements, ["over"]], deck=[7, 8])
    state = Game(game).start(seed=1)
    assert (state.z[SETS], state.z[MARKS]) == (cards, marks)
    oracle = Machine(game).start(seed_stream(1, 0))
    assert (state.v, state.z, state.random) == (oracle.v, oracle.z, oracle.random)


def _named(part: Any) -> Any:
    """A zone of which only the number is known when the game runs."""
    return f"zone_{part}" if part in (DECK, SETS) else part


def test_a_new_group_has_the_smallest_free_number() -> None:
    ask = [["new group", "a", SETS], ["take", 4, SETS], ["take", 5, SETS], ["new group", "b", SETS]]
    state = run(["new group", "e", SETS], *MELDS, *ask, ["store", LIST, ["items", "e", "a", "b"]])
    assert state.z[LIST] == [1, 3, 1]


SHUFFLED = [["shuffle", DECK]]


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ([["draw", "c", DECK]], errors.EMPTY_ZONE),
        ([["take", 5, DECK]], errors.CARD_NOT_THERE),
        ([*SHUFFLED, ["set", 2, 0, ["top", DECK]]], errors.UNORDERED_TOP),
        ([*SHUFFLED, ["set", 2, 0, ["bottom", DECK]]], errors.UNORDERED_BOTTOM),
    ],
)
def test_failing_pile(statements: list[ir.Stmt], words: str) -> None:
    with pytest.raises(GameError) as caught:
        run(*statements, deck=[1, 2] if statements[0] == SHUFFLED[0] else [])
    assert caught.value.message == words


def test_an_ordered_end_of_a_shuffled_pile_can_be_read() -> None:
    put = [["put", 8, DECK, "top", 0], ["put", 9, DECK, "bottom", 0]]
    state = run(*SHUFFLED, *put, ["store", LIST, ["items", ["top", DECK], ["bottom", DECK]]], deck=[1, 2])
    assert state.z[LIST] == [8, 9]
    assert run(*SHUFFLED, ["set", 2, 0, ["top", DECK]], deck=[4]).v[2] == 4


DRAW_ALL = ["while", ["gt", ["size", DECK], 0], [["draw", "c", DECK], ["append", LIST, "c"]], 4]


def drawn(random: int, *statements: ir.Stmt, deck: list[int]) -> tuple[int, ...]:
    """The cards of the deck in the order in which they are drawn after these statements."""
    return tuple(run(*statements, DRAW_ALL, random=random, deck=deck).z[LIST])


@pytest.mark.parametrize(
    ("statements", "deck", "possible"),
    [
        # a shuffled pile
        (SHUFFLED, [0, 1, 2, 3], set(permutations(range(4)))),
        # a card at a fixed depth of a shuffled pile: the others in any order around it
        (
            [*SHUFFLED, ["put", 9, DECK, "below", 2]],
            [0, 1, 2, 3],
            {(*p[:2], 9, *p[2:]) for p in permutations(range(4))},
        ),
        # anywhere in a shuffled pile
        ([*SHUFFLED, ["put", 3, DECK, "random", 0]], [0, 1, 2], set(permutations(range(4)))),
        # anywhere in an ordered pile
        ([["put", 9, DECK, "random", 0]], [0, 1, 2], {(9, 2, 1, 0), (2, 9, 1, 0), (2, 1, 9, 0), (2, 1, 0, 9)}),
        # anywhere under an ordered top and a shuffled rest
        (
            [*SHUFFLED, ["put", 8, DECK, "top", 0], ["put", 9, DECK, "random below", 1]],
            [0, 1, 2],
            {(8, *p) for p in permutations((0, 1, 2, 9))},
        ),
        # anywhere in a pile that is partly shuffled
        (
            [*SHUFFLED, ["put", 8, DECK, "top", 0], ["put", 9, DECK, "random", 0]],
            [0, 1, 2],
            {p for p in permutations((0, 1, 2, 8, 9)) if p[0] == 8 or p[:2] == (9, 8)},
        ),
        # anywhere under the top two of a shuffled pile: those are fixed first
        (
            [*SHUFFLED, ["put", 9, DECK, "random below", 2]],
            [0, 1, 2, 3],
            {p for p in permutations((0, 1, 2, 3, 9)) if 9 in p[2:]},
        ),
    ],
)
def test_chance_in_piles_is_uniform(statements: list[ir.Stmt], deck: list[int], possible: set[tuple[int, ...]]) -> None:
    results = {drawn(seed_stream(seed, 0), *statements, deck=deck) for seed in range(50)}
    assert results <= possible
    assert_uniform(lambda random: drawn(random, *statements, deck=deck), len(possible), 25 * len(possible))


# Decisions


def asking() -> ir.Program:
    """Each player in turn (v[2]) passes or names a price that is at least v[3]; who passes ends the game."""
    price = ir.Entry(
        "name a price", "int", 10, 5, 4, [["set", 3, 0, "x"], ["set", 2, 0, ["mod", ["add", ["var", 2], 1], 3, 2]]], 1,
        tests=[
            ir.Test("no odd price", ["eq", ["mod", "x", 2, 2], 0]),
            ir.Test("the price must rise", ["gt", "x", ["var", 3]]),
        ],
        domain=["range", 5, 8], node=6,
    )  # fmt: skip
    end = ir.Entry("pass", "pass", 2, 0, 1, [["set", 4, 0, 1], ["if", ["eq", ["var", 3], 8], [["fail", 3]], []]], 2)
    offered = [
        [
            "for",
            "p",
            ["range", 5, 8],
            [
                [
                    "if",
                    ["and", ["eq", ["mod", "p", 2, 2], 0], ["gt", "p", ["var", 3]]],
                    [["option", ["add", "p", 5]]],
                    [],
                ]
            ],
        ]
    ]
    site = ir.Site(0, "price", 4, ["var", 2], [price, end], [*offered, ["option", 2]])
    return program([["set", 2, 0, 1], ["goto", 1]], [["ask", 0]], [["over"]], sites=[site])


def test_ask_offers_applies_and_goes_on() -> None:
    machine = Machine(asking())
    state = machine.start(1)
    assert (machine.pending(state), state.v[ir.PC]) == ([(1, 0)], 1)
    assert machine.options(state, 1) == [11, 13, 2]
    machine.apply(state, 1, 11)
    assert (state.v[2], state.v[3]) == (2, 6)
    assert (machine.pending(state), machine.options(state, 2)) == ([(2, 0)], [13, 2])
    machine.apply(state, 2, 2)
    assert machine.over(state)
    assert (machine.pending(state), machine.options(state, 2)) == ([], [])


def test_listing_options_and_refusals_changes_nothing() -> None:
    machine = Machine(asking())
    state = machine.start(1)
    before = deepcopy(state)
    machine.options(state, 1)
    machine.refusal(state, 1, 12)
    machine.pending(state)
    assert state == before


@pytest.mark.parametrize(("seat", "option"), [(0, 2), (1, 10), (1, 12), (1, 14), (1, 9), (1, 3), (1, -1)])
def test_what_is_not_offered_is_refused(seat: int, option: int) -> None:
    machine = Machine(asking())
    state = machine.start(1)
    before = deepcopy(state)
    with pytest.raises(ValueError, match="not offered"):
        machine.apply(state, seat, option)
    assert state == before


def test_refusal_names_the_first_failing_test() -> None:
    machine = Machine(asking())
    state = machine.start(1)
    machine.apply(state, 1, 11)
    assert machine.refusal(state, 2, 10) == "no odd price"
    assert machine.refusal(state, 2, 11) == "the price must rise"
    assert machine.refusal(state, 2, 13) == machine.refusal(state, 2, 2) == ""
    assert machine.refusal(state, 2, 99) == machine.refusal(state, 0, 11) == ""


def test_a_failure_while_playing_on() -> None:
    machine = Machine(asking())
    state = machine.start(1)
    machine.apply(state, 1, 13)
    with pytest.raises(GameError, match="too big"):
        machine.apply(state, 2, 2)


def together() -> ir.Program:
    """Players 0 and 2 bid v[3 + seat] at once, each in two steps (tens, then ones); the sum goes into v[9]."""
    pending, stage = LIST, 6
    go_on = ["set", stage, "seat", 1]

    def bid(number: int, factor: int, *after: ir.Stmt) -> ir.Site:
        add = ["set", 3, "seat", ["add", ["var", 3, "seat"], ["mul", "x", factor]]]
        entry = ir.Entry(
            "bid", "int", 0, 0, 3, [add, *after], 1, [ir.Test("bid at most your seat", ["le", "x", "seat"])]
        )
        offer = [["for", "n", ["range", 0, "seat"], [["option", "n"]]]]
        return ir.Site(number, "bid", -1, "seat", [entry], offer, group=0, secret=True)

    return program(
        [["store", pending, ["items", 0, 2]], ["goto", 2]],
        [["branch", ["len", ["cards", pending]], 2, 3]],
        [["together", 0]],
        [["set", 9, 0, ["add", ["var", 3], ["var", 5]]], ["over"]],
        sites=[bid(0, 0), bid(1, 10, go_on), bid(2, 1, ["remove", pending, "seat"])],
        groups=[ir.Group(0, pending, stage, [1, 2])],
    )


@pytest.mark.parametrize("order", [[0, 0, 2, 2], [2, 2, 0, 0], [0, 2, 0, 2], [2, 0, 0, 2]])
def test_a_group_decides_in_any_order(order: list[int]) -> None:
    machine = Machine(together())
    state = machine.start(1)
    assert (machine.pending(state), state.v[ir.PC]) == ([(0, 1), (2, 1)], 2)
    assert (machine.options(state, 0), machine.options(state, 1), machine.options(state, 2)) == ([0], [], [0, 1, 2])
    assert machine.refusal(state, 0, 2) == "bid at most your seat"
    for seat in order:
        machine.apply(state, seat, seat)
    assert machine.over(state)
    assert (state.v[3:6], state.v[9]) == ([0, 0, 22], 22)


def test_a_group_moves_each_seat_through_its_own_sites() -> None:
    machine = Machine(together())
    state = machine.start(1)
    machine.apply(state, 2, 1)
    assert machine.pending(state) == [(0, 1), (2, 2)]
    machine.apply(state, 2, 1)
    assert machine.pending(state) == [(0, 1)]
    with pytest.raises(ValueError, match="not offered"):
        machine.apply(state, 2, 1)


# Scores and winners


def ended(points: list[int], coins: list[int], **changes: Any) -> tuple[Machine, State]:
    setting = [["set", 3 + seat, 0, n] for seat, n in enumerate(points)] + [
        ["set", 6 + seat, 0, n] for seat, n in enumerate(coins)
    ]
    machine = Machine(program([*setting, ["over"]], **changes))
    return machine, machine.start(1)


def test_scores() -> None:
    machine, state = ended([4, 9, 6], [0, 0, 0])
    assert machine.scores(state) == [4, 9, 6]
    machine, state = ended([4, 9, 6], [0, 0, 0], score="")
    assert machine.scores(state) == []


@pytest.mark.parametrize(
    ("points", "coins", "ranking", "winners"),
    [
        ([4, 9, 6], [0, 0, 0], [("score", True)], [1]),
        ([4, 9, 6], [0, 0, 0], [("score", False)], [0]),
        ([9, 4, 9], [2, 8, 1], [("score", True)], [0, 2]),
        ([9, 4, 9], [2, 0, 1], [("score", True), ("coins", False)], [2]),
        ([9, 4, 9], [2, 8, 1], [("score", True), ("coins", True)], [0]),
        ([9, 4, 9], [2, 8, 3], [("pair", True)], [2]),
        ([9, 4, 4], [2, 8, 3], [("pair", False)], [2]),
        ([9, 9, 9], [2, 2, 2], [("pair", True), ("coins", True)], [0, 1, 2]),
    ],
)
def test_winners(points: list[int], coins: list[int], ranking: list[tuple[str, bool]], winners: list[int]) -> None:
    machine, state = ended(points, coins, ranking=ranking)
    assert machine.winners(state) == winners


def test_winners_the_game_has_named() -> None:
    machine, state = ended([4, 9, 6], [0, 0, 0])
    state.z[WINNERS] = [2, 0]
    assert machine.winners(state) == [0, 2]


# Events


def test_events_are_kept_only_with_a_log() -> None:
    shown = ["emit", "pour", 7, DECK, HAND, ["cards", DECK]]
    moved = ["emit", "move", 2, ["top", HAND], DECK, HAND, "random below"]
    statements = [shown, ["pour", DECK, HAND], moved]
    state = run(*statements, deck=[4, 5], log=True)
    assert state.events == [("pour", 7, DECK, HAND, (4, 5)), ("move", 2, 5, DECK, HAND, "random below")]
    silent = run(*statements, deck=[4, 5])
    assert silent.events is None
    assert (silent.v, silent.z, silent.random) == (state.v, state.z, state.random)


def test_arguments_of_an_event_are_not_evaluated_without_a_log() -> None:
    failing = ["emit", "say", 1, 0, BOOM]
    assert run(failing).events is None
    with pytest.raises(GameError):
        run(failing, log=True)


# The JSON form


def full() -> ir.Program:
    """A program in which no field is empty."""
    return replace(
        asking(), groups=together().groups, nodes=[ir.Node("pay", "step", ["V1"], "game.yaml", 3)],
        attributes={"card": [("value", "int", "")]}, names={"player": ["Ute"]}, kinds=["int"], payoff="score",
        invariants=[("coins stay", "score")],
        ints=[ir.IntSlot("coins[0]", 0, 9, 7, "coins", [("player", 0)], "coin")],
    )  # fmt: skip


def test_json_form_reads_back_the_same() -> None:
    game = full()
    data = to_json(game)
    text = json.dumps(data)
    assert from_json(json.loads(text)) == game
    assert to_json(from_json(json.loads(text))) == data
    assert data["ranking"] == [["score", True]]
    assert data["sites"][0]["entries"][0]["tests"][0] == {
        "words": "no odd price",
        "expr": ["eq", ["mod", "x", 2, 2], 0],
    }


def test_json_form_is_a_copy() -> None:
    game = full()
    to_json(game)["blocks"][0]["body"].clear()
    assert game == full()


def test_a_game_from_the_json_form_plays_the_same() -> None:
    machine = Machine(from_json(json.loads(json.dumps(to_json(asking())))))
    state = machine.start(1)
    machine.apply(state, 1, 13)
    assert machine.options(state, 2) == [2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("zones"), "the program: zones is missing"),
        (lambda data: data.update(zone=1), "the program: zone is unknown"),
        (lambda data: data.update(players="3"), "the program: players: must be a whole number, not '3'"),
        (lambda data: data.update(players=True), "the program: players: must be a whole number, not True"),
        (lambda data: data["blocks"][1].update(body={}), "the program: blocks: 1: body: must be a list, not {}"),
        (lambda data: data["ranking"][0].append(1), "the program: ranking: 0: must have 2 items, not 3"),
        (lambda data: data["tables"].update(price=4), "the program: tables: price: must be a list, not 4"),
    ],
)
def test_a_wrong_json_form_is_refused(change: Callable[[dict[str, Any]], Any], message: str) -> None:
    data = to_json(full())
    change(data)
    with pytest.raises(ValueError) as caught:
        from_json(data)
    assert str(caught.value) == message


def test_json_that_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="the program: must be an object"):
        from_json([])


# The reference


def table_lines(table: dict[str, str]) -> list[str]:
    return [f"| `{op}` | {text} |" for op, text in table.items()]


def pile_lines() -> list[str]:
    lines = []
    for cards, ranges, statement, draws, after, ranges_after in PILES:
        shown = re.sub("'", "", str(statement))
        chance = " ".join(f"{n}:{i}" for n, i in draws)
        lines.append(f"| {cards} {ranges} | `{shown}` | {chance} | {after} {ranges_after} |")
    return lines


@pytest.mark.parametrize("table", [ir.EXPRESSIONS, ir.STATEMENTS, ir.TERMINATORS, ir.EVENTS])
def test_the_reference_has_every_line_of_the_tables(table: dict[str, str]) -> None:
    lines = DOC.splitlines()
    assert [line for line in table_lines(table) if line not in lines] == []


def test_the_reference_has_no_op_that_is_gone() -> None:
    tables = [ir.EXPRESSIONS, ir.STATEMENTS, ir.TERMINATORS, ir.EVENTS]
    known = [line for table in tables for line in table_lines(table)]
    assert [
        line for line in DOC.splitlines() if re.match(r"\| `[a-z_ ]+` \| (\[|node)", line) and line not in known
    ] == []


def test_the_reference_shows_the_pile_cases_tested_here() -> None:
    shown = [line for line in DOC.splitlines() if line.startswith("| [")]
    assert shown == pile_lines()


def test_the_reference_has_the_words_of_the_failures() -> None:
    shared = [errors.UNORDERED_TOP, errors.UNORDERED_BOTTOM, errors.EMPTY_ZONE, errors.CARD_NOT_THERE]
    words = [*shared, errors.CARD_NOWHERE, errors.ENDLESS]
    assert [word for word in words if f"| {word} |" not in DOC] == []
