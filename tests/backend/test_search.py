"""Tree search in the native module: what it finds, and that it is the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import game_of

import stammtisch as st
from stammtisch.backend.native.machine import Machine
from stammtisch.backend.native.search_results import OptionResult
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.sampling.sampler import belief


def machine_of(game: Game) -> Machine:
    machine = game.searching
    assert machine is not None
    return machine


def searched(state: State, iterations: int, random: int = 1) -> list[OptionResult]:
    """What a search finds for the seat that decides."""
    seat = state.decision.seat
    return machine_of(game_of(state)).search(belief(state, seat), seat, iterations, random)


def most_visited(found: list[OptionResult]) -> int:
    return max(range(len(found)), key=lambda position: found[position].visits)


@pytest.mark.parametrize(("played", "wanted"), [([0, 3, 1, 4], 2), ([0, 4, 8, 1], 7), ([4, 0, 8, 2], 1)])
def test_tic_tac_toe_is_won_or_a_row_is_stopped(played: list[int], wanted: int) -> None:
    state = st.load_ruleset("tictactoe").game(2).start(1)
    for cell in played:
        state.choose(state.decision.numbers.index(cell))
    found = searched(state, 400)
    assert state.decision.numbers[most_visited(found)] == wanted
    assert sum(tried.visits for tried in found) == 400


def test_the_same_search_finds_the_same() -> None:
    game = st.load_ruleset("munchhausen").game(4)
    state = game.start(3)
    while state.decisions < 12 or len(state.decision) < 2:
        state.choose(state.decisions % len(state.decision))
    wanted = searched(state, 300)
    # what is searched and played in between makes no difference
    assert searched(state, 300, random=2) != wanted
    list(machine_of(game).rows(1, 0, 5, 1000))
    assert searched(state, 300) == wanted


def with_card(rank: int) -> State:
    """A game of Kuhn poker in which the first player holds that card."""
    game = st.load_ruleset("kuhn").game(2)
    hand = next(n for n, slot in enumerate(game.program.lists) if slot.name == "player 1.hand")
    return next(state for seed in range(100) if (state := game.start(seed)).z[hand] == [rank])


@pytest.mark.parametrize(("card", "wanted"), [(0, -0.5), (2, 1.5)])
def test_random_games_after_an_option_come_to_what_they_must(card: int, wanted: float) -> None:
    # a bet with the lowest or highest card, answered at random: 1 if it is not called, else 2 are lost or won
    state = with_card(card)
    bet = [option.words for option in state.decision.options].index("Bet")
    found = machine_of(game_of(state)).playouts(belief(state, 0), 0, bet, 4000, 1)
    assert found[0] == -found[1] == pytest.approx(wanted, abs=0.08)


def test_standings_tell_who_is_ahead() -> None:
    game = st.load_ruleset("tictactoe").game(2)
    state = game.start(1)
    for cell in [0, 3, 1, 4]:
        state.choose(state.decision.numbers.index(cell))
    found = machine_of(game).standings(belief(state, 0), 0, 3, 1)
    assert dict(zip(state.decision.numbers, found, strict=True)) == {2: 1_000_000, 5: 0, 6: 0, 7: 0, 8: 0}


RISKY = """\
format: 1
game: Risky
players: 2
components:
  card: {front: {value: 1..2}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..2}}
each player:
  hand: {holds: card, see: owner}
phases:
  a turn:
    turns: player in players
    one of:
      Stop: {end: game, winner: player}
      Draw: {move: 1, from: deck, to: player.hand}
      Draw two: {move: 2, from: deck, to: player.hand}
"""


def test_where_the_rules_fail_the_search_goes_on(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RISKY, encoding="utf-8")
    found = searched(st.load_ruleset(tmp_path).game(2).start(1), 150)
    # two cannot be drawn by both: what comes to that counts as undecided
    assert sum(tried.visits for tried in found) == 150
    assert most_visited(found) == 0 and found[0].payoff == 1


def test_choices_at_once_are_looked_for_by_seat() -> None:
    game = st.load_ruleset("goofspiel").game(2, {"cards": 3})
    state = game.start(1)
    before = [machine_of(game).search(belief(state, seat), seat, 300, 1) for seat in (0, 1)]
    assert [sum(tried.visits for tried in found) for found in before] == [300, 300]
    # what another seat has chosen makes no difference
    for position in range(3):
        chosen = state.clone()
        chosen.choose(position, 0)
        assert machine_of(game).search(belief(chosen, 1), 1, 300, 1) == before[1]


def test_a_single_option() -> None:
    state = st.load_ruleset("tictactoe").game(2).start(1)
    for cell in (0, 1, 2, 4, 3, 5, 7, 6):
        state.choose(state.decision.numbers.index(cell))
    assert searched(state, 20) == [OptionResult(20, 0.0, 0.0)]
