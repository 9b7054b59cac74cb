"""The plain evaluator on small hand-made programs: decisions, results, events, the JSON form and the reference."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from helpers.miniature import (
    BOOM,
    DECK,
    DOC,
    HAND,
    LIST,
    WINNERS,
    program,
    run,
)
from oracle.evaluate import Machine, State
from oracle.ir_json import from_json, to_json

from stammtisch.base import errors
from stammtisch.base.errors import GameError
from stammtisch.program import ir

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
    state.z[machine.program.winners] = [-1, -1]
    assert machine.winners(state) == []
    state.z[WINNERS] = [2, 0, 2]
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


def table_lines(table: Mapping[str, ir.Op | str]) -> list[str]:
    rows = [(word, op) if isinstance(op, str) else (op.words, op.text) for word, op in table.items()]
    return [f"| `{words}` | {text} |" for words, text in rows]


@pytest.mark.parametrize("table", [ir.EXPRESSIONS, ir.STATEMENTS, ir.TERMINATORS, ir.EVENTS])
def test_the_reference_has_every_line_of_the_tables(table: Mapping[str, ir.Op | str]) -> None:
    lines = DOC.splitlines()
    assert [line for line in table_lines(table) if line not in lines] == []


def test_the_reference_has_no_op_that_is_gone() -> None:
    tables: list[Mapping[str, ir.Op | str]] = [ir.EXPRESSIONS, ir.STATEMENTS, ir.TERMINATORS, ir.EVENTS]
    known = [line for table in tables for line in table_lines(table)]
    assert [
        line for line in DOC.splitlines() if re.match(r"\| `[a-z_ ]+` \| (\[|node)", line) and line not in known
    ] == []


def test_the_reference_has_the_words_of_the_failures() -> None:
    shared = [errors.UNORDERED_TOP, errors.UNORDERED_BOTTOM, errors.EMPTY_ZONE, errors.CARD_NOT_THERE]
    words = [*shared, errors.CARD_NOWHERE, errors.TOO_MUCH, errors.ENDLESS]
    assert [word for word in words if f"| {word} |" not in DOC] == []
