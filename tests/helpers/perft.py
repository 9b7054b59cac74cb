"""Count the sequences of moves from a position, to compare with the numbers that are known for a game.

cd tests; python -m helpers.perft: the longest, some ten minutes.
"""

from __future__ import annotations

from collections.abc import Callable

from helpers import games

from stammtisch.game.state import State

FIGURES = "kqrbnp"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
CASTLING = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
DRAUGHTS = (7, 49, 302, 1_469, 7_361, 36_768, 179_740)


def count_chess(position: str, turns: int) -> int:
    """The number of sequences of so many turns of chess."""
    state = games.ruleset("chess").game(2).start(1, log=False)
    return perft(set_chess(state, position), turns, ends_chess_turn)


def count_draughts(turns: int) -> int:
    """The number of sequences of so many turns of draughts; all jumps of a turn are one move."""
    return perft(games.ruleset("draughts").game(2).start(1, log=False), turns)


def perft(state: State, turns: int, ends_turn: Callable[[State], bool] = lambda state: False) -> int:
    """The number of ways to play so many whole turns; a turn lasts as long as one seat decides.

    ends_turn: whether every option of the decision now due ends the turn, so that the last ones need not be played.
    """
    return _count(state, turns, state.decision.seat, ends_turn)


def _count(state: State, turns: int, mover: int, ends_turn: Callable[[State], bool]) -> int:
    if state.over:
        return int(turns == 1)
    if state.decision.seat != mover:
        turns, mover = turns - 1, state.decision.seat
        if turns == 0:
            return 1
    options = len(state.decision.numbers)
    if turns == 1 and ends_turn(state):
        return options
    found = 0
    for number in range(options):
        after = state.clone()
        after.choose(number)
        found += _count(after, turns, mover, ends_turn)
    return found


def ends_chess_turn(state: State) -> bool:
    """Whether a target is chosen now, and the mover has no pawn that may become another piece."""
    seat = state.decision.seat
    if state.decision.of.number != 1:
        return False
    men, kinds = _slots(state, "man"), _slots(state, "kind")
    squares = range(48, 56) if seat else range(8, 16)
    return not any(state.v[men[s]] == seat and state.v[kinds[s]] == FIGURES.index("p") for s in squares)


def _slots(state: State, name: str) -> list[int]:
    """Where the squares' values of that name are in the numbers of a state, by square."""
    first = next(i for i, slot in enumerate(state.game.program.ints) if slot.declared == name)
    return list(range(first, first + 64))


def set_chess(state: State, position: str) -> State:
    """Return the state with the men, castling rights and passed square of a position in FEN; White moves."""
    rows, mover, castling, passed = position.split()[:4]
    assert mover == "w"
    slots = {slot.name: i for i, slot in enumerate(state.game.program.ints)}
    state = state.clone()
    state.own()
    for row, text in enumerate(rows.split("/"), 1):
        for digit in "12345678":
            text = text.replace(digit, "." * int(digit))
        for column, letter in enumerate(text, 1):
            square = f"square_{row}_{column}"
            state.v[slots[f"{square}.man"]] = -1 if letter == "." else int(letter.islower())
            state.v[slots[f"{square}.kind"]] = -1 if letter == "." else FIGURES.index(letter.lower())
            state.v[slots[f"{square}.unmoved"]] = 0
    for letter in castling.strip("-"):
        row = 1 if letter.islower() else 8
        for column in (5, 8 if letter.lower() == "k" else 1):
            state.v[slots[f"square_{row}_{column}.unmoved"]] = 1
    state.v[slots["passed"]] = -1 if passed == "-" else 8 * (8 - int(passed[1])) + "abcdefgh".index(passed[0])
    return state


if __name__ == "__main__":
    for position, turns, known in ((START, 4, 197_281), (CASTLING, 3, 97_862)):
        print(f"chess, {position}, {turns} turns: {count_chess(position, turns):,} (known: {known:,})", flush=True)
    for turns in (6, 7):
        print(f"draughts, {turns} turns: {count_draughts(turns):,} (known: {DRAUGHTS[turns - 1]:,})", flush=True)
