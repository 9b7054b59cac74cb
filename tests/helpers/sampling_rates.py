"""How often a state that a seat cannot tell from the true one is found: `python tests/helpers/sampling_rates.py [RULESET...]`.

Random games with the fewest players; every 20 decisions one of the seats, in turn, gets one sample.
"""

from __future__ import annotations

import sys

import stammtisch as st
from stammtisch.base.streams import Stream
from stammtisch.sampling.histories import Sampler

GAMES = 3
BUDGET = 5000


def rate(name: str) -> tuple[int, int, float]:
    """Samples tried, samples found, and the mean number of steps."""
    ruleset = st.load_ruleset(name)
    game = ruleset.game()
    tried = found = steps = 0
    for seed in range(GAMES):
        state, bots = game.start(seed), Stream(2 * seed + 1)
        while not state.over:
            if state.decisions % 20 == 10:
                sampler = Sampler(state, state.decisions // 20 % game.players)
                found += sampler.draw(BUDGET) is not None
                tried += 1
                steps += sampler.steps
            state.choose(bots.draw(len(state.decision.options)))
    return tried, found, steps / tried


def main() -> None:
    """Prints a table."""
    print(f"| Ruleset | Tried | Found | Steps ({BUDGET:,} at most) |\n| --- | --- | --- | --- |")
    for name in sys.argv[1:] or ["munchhausen", "ofertu", "warrender", "bierfest", "balvin"]:
        tried, found, steps = rate(name)
        print(f"| `{name}` | {tried} | {found / tried:.0%} | {steps:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
