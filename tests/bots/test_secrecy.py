"""In two worlds that a seat cannot tell apart a bot chooses the same: see helpers/worlds/."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import games
from helpers.bots import searched
from helpers.secrets import FEW_SECRETS, SECRETS, made
from helpers.tiers import many, tiered
from helpers.worlds.given import Given, Looked, Plan, Told, looked

from stammtisch.base.errors import UsageError
from stammtisch.bots.by_name import bot
from stammtisch.bots.knowledge import knowledge
from stammtisch.game.game import Game
from stammtisch.game.state import State

NAMES = ("random", "greedy", "search:20", "perfect")
HIDING = [name for name, variant in games.HIDING if not variant]
FEW = ("kuhn", "leduc", "munchhausen")


def choice_of(name: str) -> Given:
    """What a bot chooses: the position in the view, if its seat has to decide."""

    def given(state: State, seat: int) -> bytes:
        if seat not in dict(state.sites()):
            return b""
        try:
            return str(bot(name).choose(knowledge(state, seat))).encode()
        except UsageError:
            assert name == "perfect"
            return b"too large"

    return given


def passes(game: Game, plan: Plan) -> None:
    """Games pass until some were compared in which something hidden differed."""
    sums, given = Looked(), {name: choice_of(name) for name in NAMES}
    for seed in range(1, 14):
        found = looked(game, seed, plan, given=given)
        sums = Looked(sums.tried + found.tried, sums.found + found.found, sums.other + found.other)
        if sums.other >= many(1, 3):
            return
    raise AssertionError(f"no other world was ever compared: {sums}")


@pytest.mark.parametrize("name", tiered(SECRETS, FEW_SECRETS.__contains__))
def test_bots_learn_nothing_hidden_in_small_games(name: str, tmp_path: Path) -> None:
    searched("tictactoe")
    passes(made(tmp_path, SECRETS[name], 3 if name == "together" else 2), Plan(most=7, budget=many(70, 200)))


@pytest.mark.parametrize("name", tiered(HIDING, lambda name: name in FEW))
def test_bots_learn_nothing_hidden(name: str) -> None:
    passes(searched(name), Plan(most=8, every=2, budget=300))


def test_a_bot_that_looks_is_found(tmp_path: Path) -> None:
    searched("tictactoe")

    def peeks(state: State, seat: int) -> bytes:
        return str(sum(sum(zone) * place for place, zone in enumerate(state.z)) % 7).encode()

    with pytest.raises(Told, match="learns something hidden by: peeks"):
        looked(searched("kuhn"), 1, Plan(), given={"peeks": peeks})
