"""Tree search in the native module: what it finds, and that it is the same each time."""

from __future__ import annotations

import pytest

import stammtisch as st
from stammtisch.backend.native.machine import Machine
from stammtisch.backend.native.searching import Tried
from stammtisch.game.game import Game, State
from stammtisch.sampling.present import doubt


def machine_of(game: Game) -> Machine:
    if game.searching is None:
        pytest.skip("wasmtime is missing")
    return game.searching


def searched(state: State, iterations: int, random: int = 1) -> list[Tried]:
    """What a search finds for the seat that decides."""
    seat = state.decision.seat
    return machine_of(state.game).search(doubt(state, seat), seat, iterations, random)


def most_visited(found: list[Tried]) -> int:
    return max(range(len(found)), key=lambda position: found[position].visits)


@pytest.mark.parametrize(("played", "wanted"), [([0, 3, 1, 4], 2), ([0, 4, 8, 1], 7), ([4, 0, 8, 2], 1)])
def test_tic_tac_toe_is_won_or_a_row_is_stopped(played: list[int], wanted: int) -> None:
    state = st.load_ruleset("tictactoe").game(2).begun(1)
    for cell in played:
        state.choose(state.decision.numbers.index(cell))
    found = searched(state, 400)
    assert state.decision.numbers[most_visited(found)] == wanted
    assert sum(tried.visits for tried in found) == 400


def test_the_same_search_finds_the_same() -> None:
    game = st.load_ruleset("munchhausen").game(4)
    assert searched(game.start(3), 300) == searched(game.start(3), 300)
    assert searched(game.start(3), 300) != searched(game.start(3), 300, random=2)
    # what is played in between makes no difference
    wanted = searched(game.start(3), 300)
    list(machine_of(game).rows(1, 0, 5, 1000))
    assert searched(game.start(3), 300) == wanted


def with_card(rank: int) -> State:
    """A game of Kuhn poker in which the first player holds that card."""
    game = st.load_ruleset("kuhn").game(2)
    hand = next(n for n, slot in enumerate(game.program.lists) if slot.name == "player 1.hand")
    return next(state for seed in range(100) if (state := game.begun(seed, log=True)).z[hand] == [rank])


@pytest.mark.parametrize(("card", "wanted"), [(0, -0.5), (2, 1.5)])
def test_random_games_after_an_option_come_to_what_they_must(card: int, wanted: float) -> None:
    # a bet with the lowest or highest card, answered at random: 1 if it is not called, else 2 are lost or won
    state = with_card(card)
    bet = [option.words for option in state.decision.options].index("Bet")
    found = machine_of(state.game).playouts(doubt(state, 0), 0, bet, 4000, 1)
    assert found[0] == -found[1] == pytest.approx(wanted, abs=0.08)


def test_standings_tell_who_is_ahead() -> None:
    game = st.load_ruleset("tictactoe").game(2)
    state = game.begun(1)
    for cell in [0, 3, 1, 4]:
        state.choose(state.decision.numbers.index(cell))
    found = machine_of(game).standings(doubt(state, 0), 0, 3, 1)
    assert dict(zip(state.decision.numbers, found, strict=True)) == {2: 1_000_000, 5: 0, 6: 0, 7: 0, 8: 0}
