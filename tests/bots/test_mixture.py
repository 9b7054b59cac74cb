"""The mixture of a search: it bluffs in small games that hide something, and leaves all others to the tree search."""

from __future__ import annotations

import pytest
from helpers.bots import played, searched
from helpers.tiers import full

import stammtisch as st
from stammtisch.backend.native.mixture import plant, play, read_shares
from stammtisch.bots.by_name import bot, timed_bot
from stammtisch.bots.exact_play import history_of
from stammtisch.bots.knowledge import ENDS, ends_to_mix, knowledge
from stammtisch.solving.game_table import nash_conv
from stammtisch.solving.tabulation import tabulate_nodes

SEEDS = 4


def exploited(name: str, iterations: int) -> float:
    """By how much each seat could exploit a search in the mean, if it cannot know its seed.

    The games do not depend on the decision, so those of one seed tell the mixtures of all decisions.
    """
    game = searched(name)
    table, machine = tabulate_nodes(game, 20_000, None, True), game.searching
    assert machine is not None
    strategy = [[0.0] * place.options for place in table.sets]
    for seed in range(SEEDS):
        plant(machine, seed, ENDS * iterations)
        play(machine, seed, ENDS * iterations)
        for place, sums in zip(table.sets, strategy, strict=True):
            node = table.node(place.nodes[0])
            found = read_shares(machine, node.seat, *history_of(node.state)) or [1 / place.options] * place.options
            sums[:] = [one + share / SEEDS for one, share in zip(sums, found, strict=True)]
    return nash_conv(table, strategy) / 2


@pytest.mark.parametrize(
    ("name", "iterations", "most"), [("kuhn", 20, 0.05), pytest.param("leduc", 400, 0.3, marks=full)]
)
def test_poker_is_hardly_exploited(name: str, iterations: int, most: float) -> None:
    assert 0 <= exploited(name, iterations) < most, "by a search without a mixture it is 0.17 and 0.8"


def test_it_bluffs_and_chooses_the_same_again() -> None:
    jack = next(state for state in map(searched("kuhn").start, range(30)) if bluffs(state, 1)[1] > 0.1)
    drawn = [bot("search:20").choose(knowledge(jack, 0, seed)) for seed in range(60)]
    assert 0 < sum(drawn) < 60
    assert drawn == [bot("search:20").choose(knowledge(jack, 0, seed)) for seed in range(60)]
    assert timed_bot("search", 0.1).choose(knowledge(jack, 0)) in (0, 1)


def bluffs(state: st.State, seed: int) -> list[float]:
    """The mixture of the seat that decides."""
    found = knowledge(state, state.decision.seat, seed).mixture(20)
    assert found is not None and sum(found) == pytest.approx(1)
    return found


def test_the_mixture_is_the_same_wherever_the_seat_cannot_tell_games_apart() -> None:
    game = searched("leduc")
    seen: dict[str, list[list[float] | None]] = {}
    for seed in range(12):
        state = game.start(seed)
        seen.setdefault(str(knowledge(state, 0).view), []).append(knowledge(state, 0, 5).mixture(400))
    assert any(len(found) > 1 for found in seen.values())
    assert all(one == found[0] for found in seen.values() for one in found)


@pytest.mark.parametrize("name", ["tictactoe", "munchhausen", "blackjack", "first-price-auction", "gin-rummy"])
def test_other_games_are_searched(name: str) -> None:
    game = searched(name)
    assert ends_to_mix(game) is None
    state = next(state for state in map(game.start, range(9)) if not state.over)
    assert knowledge(state, state.sites()[0][0]).mixture(1_000_000) is None


def test_simultaneous_choices_are_mixed() -> None:
    game = st.load_ruleset("goofspiel").game(2, {"cards": 3})
    assert ends_to_mix(game) is not None
    assert all(played(game, "search:40,search:40", seed).over for seed in range(3))


def test_few_games_are_a_search_as_ever() -> None:
    game = searched("leduc")
    needed = ends_to_mix(game)
    assert needed is not None
    state = game.start(1)
    few = needed // ENDS
    assert knowledge(state, 0).mixture(few) is None and knowledge(state, 0).mixture(few + 1) is not None


def test_a_game_that_is_not_known_from_its_beginning_is_searched() -> None:
    state = searched("kuhn").start(1)
    (sample,) = knowledge(state, 0).samples(1)
    assert knowledge(sample, 0).mixture(400) is None
