"""The bot that searches: sees what wins and what loses, and keeps to a time if it is given one."""

from __future__ import annotations

import time

import pytest
from helpers.bots import played, searched

from stammtisch.backend.native.positions import PositionTable
from stammtisch.backend.native.search_results import DRAWN, LOST, WON, OptionResult
from stammtisch.bots.knowledge import knowledge, proves_ends
from stammtisch.bots.search import best, choose, choose_within
from stammtisch.game.state import State


def tictactoe(cells: str) -> State:
    state = searched("tictactoe").start(1)
    for cell in cells:
        state.choose(next(n for n, option in enumerate(state.decision) if option.value == int(cell)))
    return state


@pytest.mark.parametrize(("cells", "wanted"), [("0314", 2), ("031", 2), ("0481", 7)])
def test_it_takes_the_third_of_a_row_and_stops_the_other(cells: str, wanted: int) -> None:
    state = tictactoe(cells)
    values = [option.value for option in state.decision]
    assert values[choose(knowledge(state, state.decision.seat), 400)] == wanted


def test_the_option_that_was_tried_most_comes_first() -> None:
    assert best(
        [OptionResult(3, 0.9, 0.1), OptionResult(5, 0.1, 0.1), OptionResult(5, 0.2, 0.1), OptionResult(0, 0.0, 0.0)]
    ) == [2, 1, 0, 3]
    assert best([OptionResult(1, 0.5, 0.1), OptionResult(1, 0.5, 0.1)]) == [0, 1]


def test_what_is_proven_counts_more_than_how_often_it_was_tried() -> None:
    lost, drawn, won = (OptionResult(9, proven - 2.0, 0.0, proven) for proven in (LOST, DRAWN, WON))
    assert best([lost, drawn, OptionResult(50, 0.1, 0.1), won]) == [3, 2, 1, 0]
    assert best([lost, OptionResult(50, -0.1, 0.1), drawn]) == [2, 1, 0]


def test_what_is_proven_is_true() -> None:
    game = searched("tictactoe")
    table, proven = PositionTable(game.program, 100_000), {LOST: 0, DRAWN: 0, WON: 0}
    for seed in range(6):
        state = game.start(seed)
        while not state.over:
            seat = state.decision.seat
            values = [value * (1 - 2 * seat) for value, _ in table.values(state.v, state.z)]
            found = knowledge(state, seat).search(300)
            for one, value in zip(found, values, strict=True):
                if one.proven:
                    proven[one.proven] += 1
                    assert one.proven - 2 == value == one.payoff
            if max(one.proven for one in found) == WON:
                assert max(found, key=lambda one: one.visits).proven == WON, "nothing else is tried any more"
            state.choose((3 * seed + state.decisions) % len(values))
    assert min(proven.values()) > 5


@pytest.mark.parametrize(
    ("name", "proves"), [("tictactoe", True), ("othello", True), ("kuhn", False), ("balvin", False)]
)
def test_only_open_games_of_two_without_chance_are_proven(name: str, proves: bool) -> None:
    assert proves_ends(searched(name)) == proves


def test_more_iterations_may_choose_otherwise_and_the_same_ones_never() -> None:
    state = tictactoe("")
    assert len({choose(knowledge(state, 0), 30) for _ in range(3)}) == 1
    assert len({choose(knowledge(state, 0), n) for n in range(9, 40)}) > 1


def test_it_keeps_to_a_time() -> None:
    state = tictactoe("0")
    started = time.monotonic()
    assert choose_within(knowledge(state, 1), 0.3) == [o.value for o in state.decision].index(4)
    assert time.monotonic() - started < 3


def test_it_wins_against_chance() -> None:
    game = searched("munchhausen", 3)
    assert sum(1 in played(game, "random,search:60,random", seed).winners for seed in range(5)) >= 4
