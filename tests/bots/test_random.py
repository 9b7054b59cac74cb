"""The random bot: each option equally likely."""

from __future__ import annotations

from collections import Counter

from helpers.games import ruleset

from stammtisch.bots.knowledge import knowledge
from stammtisch.bots.random import choose


def test_each_option_is_equally_likely() -> None:
    game = ruleset("munchhausen").game(3)
    counts: Counter[int] = Counter()
    for seed in range(900):
        state = game.start(seed)
        counts[choose(knowledge(state, state.decision.seat))] += 1
    assert sorted(counts) == list(range(9)) and min(counts.values()) > 60
