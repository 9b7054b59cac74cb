"""Chess and draughts have exactly the moves of their rules: the known numbers of sequences of moves."""

from __future__ import annotations

import pytest
from helpers import games
from helpers.perft import CASTLING, DRAUGHTS, START, count_chess, count_draughts, set_chess
from helpers.tiers import full

PASSING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
PROMOTION = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
CHESS = [
    *((START, turns, count) for turns, count in enumerate((20, 400), 1)),
    *((CASTLING, turns, count) for turns, count in enumerate((48, 2_039), 1)),
    *((PASSING, turns, count) for turns, count in enumerate((14, 191, 2_812), 1)),
    *((PROMOTION, turns, count) for turns, count in enumerate((6, 264), 1)),
]
LARGE = [(START, 3, 8_902), (PASSING, 4, 43_238), (PROMOTION, 3, 9_467)]


@pytest.mark.parametrize(("position", "turns", "count"), CHESS)
def test_the_moves_of_chess(position: str, turns: int, count: int) -> None:
    assert count_chess(position, turns) == count


@full
@pytest.mark.parametrize(("position", "turns", "count"), LARGE)
def test_the_moves_of_chess_further_on(position: str, turns: int, count: int) -> None:
    assert count_chess(position, turns) == count


def test_the_first_position_is_that_of_the_rules() -> None:
    state = games.ruleset("chess").game(2).start(1, log=False)
    assert set_chess(state, START).v == state.v


@pytest.mark.parametrize("turns", range(1, 5))
def test_the_moves_of_draughts(turns: int) -> None:
    assert count_draughts(turns) == DRAUGHTS[turns - 1]


@full
def test_the_moves_of_draughts_further_on() -> None:
    assert count_draughts(5) == DRAUGHTS[4]
