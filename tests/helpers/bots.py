"""Games with bots, for tests: who sits where by names."""

from __future__ import annotations

import pytest

import stammtisch as st
from stammtisch.bots.bot_seats import BotSeats
from stammtisch.bots.by_name import bot
from stammtisch.game.game import Game
from stammtisch.game.state import State


def searched(name: str, players: int | None = None) -> Game:
    """A ruleset's game that can be searched here; else the test is left out."""
    game = st.load_ruleset(name).game(players)
    if game.searching is None:
        pytest.skip("this machine has no native play")
    return game


def played(game: Game, names: str, seed: int, most: int = 10_000) -> State:
    """A game of bots, or its first decisions."""
    state = game.start(seed)
    table = BotSeats([bot(name) for name in names.split(",")], state)
    while not state.over and state.decisions < most:
        seat = state.sites()[0][0]
        state.choose(table.choose(state, seat), seat)
    return state


def chosen_so_far(state: State) -> list[tuple[int, int]]:
    """(seat, option) of all choices."""
    return [(link.seat, link.number) for link in state.choices()]
