"""The tree walked natively is the tree node by node: the same histories, payoffs and information sets, or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.paths import DATA
from helpers.secrets import SECRETS, made
from helpers.tiers import full, tiered

import stammtisch as st
from stammtisch.backend.native import tree_walk
from stammtisch.game.game import Game
from stammtisch.solving.native_table import walk_natively
from stammtisch.solving.tabulation import tabulate_nodes
from stammtisch.solving.tree import Node

LIMIT = 3000
IN_TURN = {"prizes_at_random": False}
SMALL: list[Any] = [
    ("kuhn", 2, {}),
    ("goofspiel", 2, {"cards": 3}),
    ("liars-dice", 2, {"dice": 1, "sides": 3}),
    ("first-price-auction", 2, {"highest_value": 2}),
    pytest.param("kuhn", 3, {}, marks=full),
    pytest.param("goofspiel", 2, {"cards": 4, **IN_TURN}, marks=full),
    pytest.param("goofspiel", 2, {"cards": 4, **IN_TURN, "bids_are_shown": False, "all_at_once": False}, marks=full),
    pytest.param("goofspiel", 3, {"cards": 3}, marks=full),
]
# what others see of these only the log tells, or seats are asked about cards that they cannot tell apart
NOT_NATIVE = ("onto", "hands", "lot", "drawn", "chosen", "untold")


def same(game: Game, limit: int = LIMIT) -> bool:
    """Whether a game is walked natively; then its tree is that node by node."""
    found = walk_natively(game, limit)
    if found is None:
        return False
    nodes = tabulate_nodes(game, limit, None, False)
    assert (found.before, found.seat, found.children) == (nodes.before, nodes.seat, nodes.children)
    assert [*map(list, found.payoffs)] == [*map(list, nodes.payoffs)]
    assert found.place == nodes.place, "information sets, in the order in which they are met"
    return True


@pytest.mark.parametrize(("name", "players", "options"), SMALL)
def test_small_games_are_the_same_natively(name: str, players: int, options: dict[str, Any]) -> None:
    assert same(st.load_ruleset(name).game(players, options))


@pytest.mark.parametrize(
    "name", tiered(SECRETS, ("piles", "reveal", "together", "secret", "chosen", "lot").__contains__)
)
def test_secrets_are_the_same_natively_or_are_left_to_the_nodes(name: str, tmp_path: Path) -> None:
    try:
        found = same(made(tmp_path, SECRETS[name], 3 if name == "together" else 2))
    except st.UsageError as error:
        assert "more than 3,000 histories" in str(error)
        return
    assert not (found and name in NOT_NATIVE)
    assert found or name not in ("piles", "reveal", "together", "secret")


@full
@pytest.mark.parametrize("file", sorted((DATA / "probes").glob("*.yaml")), ids=lambda file: file.stem)
def test_probes_are_the_same_natively_or_are_left_to_the_nodes(file: Path) -> None:
    try:
        same(st.load_ruleset(file).game())
    except st.UsageError as error:
        assert "more than 3,000 histories" in str(error)


def test_a_tree_that_is_larger_than_expected_is_walked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_walk, "FEWEST", 7)
    told: list[int] = []
    found = walk_natively(st.load_ruleset("kuhn").game(2), 58, told.append)
    assert found is not None and len(found.seat) == 58
    assert told == [7, 56]
    with pytest.raises(st.UsageError, match="more than 57 histories; raise --limit"):
        walk_natively(st.load_ruleset("kuhn").game(2), 57)


def test_what_would_not_be_exact_is_left_to_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = st.load_ruleset("kuhn").game(2)
    assert walk_natively(game, LIMIT) is not None
    monkeypatch.setattr(Node, "information", lambda node: str(node.history()))
    assert walk_natively(game, LIMIT) is None, "more sets than natively"
    monkeypatch.setattr(Node, "information", lambda node: str(node.seat))
    assert walk_natively(game, LIMIT) is None, "fewer sets than natively"


def test_the_key_of_an_information_set_is_found_from_a_game() -> None:
    game = st.load_ruleset("leduc").game(2)
    found = walk_natively(game, 10_000)
    machine = tree_walk.recalling_machine(game.program)
    assert found is not None and machine is not None
    for seed in range(6):
        state = game.start(seed=seed)
        while not state.over:
            seat = state.decision.seat
            chance = [result for _, _, result, _ in state.log.chances_since()] if state.log else []
            choices = [(link.seat, link.position) for link in state.choices()]
            place = found.sets[found.keys.index(tree_walk.recall(machine, chance, choices, seat))]
            node = found.node(place.nodes[0])
            assert (node.seat, node.state.seen(seat)) == (seat, state.seen(seat))
            state.choose(seed % len(node.numbers))
