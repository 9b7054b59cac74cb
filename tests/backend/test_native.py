"""Games played natively: the same as block by block, every state, result and count.

With STAMMTISCH_GAMES=1000 that many games of every ruleset, variant and number of players are compared, instead of a few.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from helpers.games import CASES, PLAIN, Case, each
from helpers.paths import VALID

import stammtisch as st
from stammtisch.base.errors import GameError
from stammtisch.base.streams import game_seed
from stammtisch.game.game import Game

GAMES = int(os.environ.get("STAMMTISCH_GAMES", "5"))


def same(game: Game, number: int, most: int = 100_000) -> bool:
    """Game number `number` of run 1 must come to what it comes to block by block; whether it was played natively."""
    wanted = game.played(game_seed(1, number), most)
    assert list(game.results(1, 1, number, most)) == [(wanted.payoffs, wanted.decisions)]
    machine, seats = game.native, range(game.players)
    assert machine is not None
    found = machine.counted(1, number, 1, most)
    if not wanted.over:
        assert found.failed and not found.outcomes
        return False
    choices = Counter(link.count * game.players + link.seat for link in wanted.choices())
    real = sum(link.count > 1 for link in wanted.choices())
    won = [int(seat in wanted.winners) for seat in seats]
    row = [*wanted.scores, *won, *wanted.v[1:3], wanted.decisions, real]
    if game.program.payoff:
        row += [int(payoff) for payoff in wanted.payoffs]
    assert found.games == 1 and found.outcomes == [(tuple(row), 1)] and found.choices == choices
    assert machine.state() == (wanted.v, wanted.z, wanted.random)
    return True


@pytest.mark.parametrize("case", each(), ids=str)
def test_shipped_games_are_the_same(case: Case) -> None:
    for number in range(GAMES):
        assert same(case.game, number)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_small_games_are_the_same(path: Path) -> None:
    game = st.load_ruleset(path).game()
    for number in range(10):
        try:
            same(game, number, 500)
        except GameError as failure:
            with pytest.raises(GameError) as caught:
                list(game.results(1, 1, number, 500))
            assert str(caught.value) == str(failure)


@pytest.mark.parametrize("case", each((case for case in CASES if case.players in (2, 3)), PLAIN), ids=str)
@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_game_stops_after_the_decisions_allowed(case: Case, most: int) -> None:
    assert not same(case.game, 4, most) or case.game.played(game_seed(1, 4)).decisions <= most


def test_many_games_for_one_call_are_those_of_one_call_each() -> None:
    game = st.load_ruleset("kuhn").game(2)
    machine = game.native
    assert machine is not None
    together = machine.counted(3, 10, 500, 100)
    alone = [machine.counted(3, number, 1, 100) for number in range(10, 510)]
    assert together.games == 500 and not together.failed
    assert dict(together.outcomes) == Counter(row for found in alone for row, _ in found.outcomes)
    assert together.choices == sum((Counter(found.choices) for found in alone), Counter())
    assert [tuple(row or ()) for row in machine.rows(3, 10, 500, 100)] == [found.outcomes[0][0] for found in alone]
