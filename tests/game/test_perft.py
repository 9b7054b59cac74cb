"""Chess and draughts have exactly the moves of their rules: the known numbers of sequences of moves."""

from __future__ import annotations

import pytest
from helpers import games
from helpers.perft import ends_chess_turn, perft, set_chess
from helpers.tiers import full

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
CASTLING = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
PASSING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
PROMOTION = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
CHESS = [
    *((START, turns, count) for turns, count in enumerate((20, 400), 1)),
    *((CASTLING, turns, count) for turns, count in enumerate((48, 2_039), 1)),
    *((PASSING, turns, count) for turns, count in enumerate((14, 191, 2_812), 1)),
    *((PROMOTION, turns, count) for turns, count in enumerate((6, 264), 1)),
]
DRAUGHTS = (7, 49, 302, 1_469, 7_361, 36_768, 179_740)
LARGE = [(START, 3, 8_902), (START, 4, 197_281), (PASSING, 4, 43_238), (PROMOTION, 3, 9_467), (CASTLING, 3, 97_862)]


def check_chess(position: str, turns: int, count: int) -> None:
    """Compare the number of sequences of so many turns with the known one."""
    state = games.ruleset("chess").game(2).start(1, log=False)
    assert perft(set_chess(state, position), turns, ends_chess_turn) == count


@pytest.mark.parametrize(("position", "turns", "count"), CHESS)
def test_the_moves_of_chess(position: str, turns: int, count: int) -> None:
    check_chess(position, turns, count)


@full
@pytest.mark.parametrize(("position", "turns", "count"), LARGE)
def test_the_moves_of_chess_further_on(position: str, turns: int, count: int) -> None:
    check_chess(position, turns, count)


def test_the_first_position_is_that_of_the_rules() -> None:
    state = games.ruleset("chess").game(2).start(1, log=False)
    assert set_chess(state, START).v == state.v


def check_draughts(turns: int) -> None:
    """Compare the number of sequences of so many turns with the known one; all jumps of a turn are one move."""
    assert perft(games.ruleset("draughts").game(2).start(1, log=False), turns) == DRAUGHTS[turns - 1]


@pytest.mark.parametrize("turns", range(1, 5))
def test_the_moves_of_draughts(turns: int) -> None:
    check_draughts(turns)


@full
@pytest.mark.parametrize("turns", range(5, 8))
def test_the_moves_of_draughts_further_on(turns: int) -> None:
    check_draughts(turns)
