"""The page on boards: its game counts the groups of towns as a search in Python does."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.pages import blocks
from helpers.paths import DOCS

import stammtisch as st
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.game.state import State

LINKS = {
    "adlitz": ["birk", "dorn"],
    "birk": ["adlitz", "dorn", "egloff"],
    "dorn": ["adlitz", "birk", "furth"],
    "egloff": ["birk", "gosberg"],
    "furth": ["dorn", "gosberg"],
    "gosberg": ["egloff", "furth"],
}


def largest(own: set[str]) -> int:
    """The number of towns in the largest group that hangs together."""
    most = 0
    while own:
        group, waiting = set[str](), [min(own)]
        while waiting:
            town = waiting.pop()
            group.add(town)
            waiting += [near for near in LINKS[town] if near in own - group]
        most, own = max(most, len(group)), own - group
    return most


def keepers(state: State) -> list[int]:
    """The seat that keeps each town, in the order of the towns."""
    slots = {slot.name: value for slot, value in zip(state.game.program.ints, state.v, strict=True)}
    return [slots[f"{town}.keeper"] for town in LINKS]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_groups_are_counted_as_a_search_counts_them(tmp_path: Path, players: int) -> None:
    (game, *_) = (block for block in blocks(DOCS / "how-to" / "boards.md") if block.kind == "game")
    (tmp_path / "ruleset.yaml").write_text(game.text, encoding="utf-8")
    ruleset, seen = st.load_ruleset(tmp_path / "ruleset.yaml"), set()
    for seed in range(60):
        state, bots = ruleset.game(players).start(seed), Stream(seed_stream(seed, BOTS))
        while not state.over:
            state.choose(bots.draw(len(state.decision.options)))
        own = [
            {town for town, keeper in zip(LINKS, keepers(state), strict=True) if keeper == seat}
            for seat in range(players)
        ]
        assert state.scores == [largest(towns) for towns in own]
        seen |= {(len(towns), largest(towns)) for towns in own}
    assert any(size > group for size, group in seen)
