"""What a search wins by what its seat knows, next to one that sees all cards: `python tests/benchmarks/knowing.py [RULESET...]`.

Against random players, seats changing from game to game, the same deals for both. `--games N` (default 60),
`--iterations N` (default 200), `--seed N`. Intervals are 95 % (Wilson).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import stammtisch as st
from stammtisch.backend.native.belief import Belief, BeliefPosition
from stammtisch.base.streams import game_seed, thinking_stream
from stammtisch.game.bots import bots_stream
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.sampling.sampler import belief
from stammtisch.seats.offers import offered
from stammtisch.study.counts.statistics import wilson_interval

FIVE = ("munchhausen", "ofertu", "warrender", "bierfest", "balvin")
Laid = Callable[[State, int], Belief]


def everything(state: State, seat: int) -> Belief:
    """What somebody knows who sees all cards and numbers."""
    return Belief(
        BeliefPosition(state.v[:], [items[:] for items in state.z]), options=[(n, -1) for n in offered(state, seat)]
    )


def choice(state: State, seat: int, laid: Laid, iterations: int) -> int:
    """The number of the option that was tried most."""
    machine = state.game.searching
    assert machine is not None
    random = thinking_stream(state.seed, seat, state.decisions)
    found = machine.search(laid(state, seat), seat, iterations, random)
    return offered(state, seat)[max(range(len(found)), key=lambda n: found[n].visits)]


def won(game: Game, seed: int, mine: int, laid: Laid, iterations: int) -> float:
    """The share of one game that the seat which searches wins."""
    state, bots = game.start(seed), bots_stream(seed)
    while not state.over:
        seat, site = state.sites()[0]
        numbers = state.option_numbers(seat, site)
        if seat == mine and len(numbers) > 1:
            number = choice(state, seat, laid, iterations)
        else:
            number = numbers[bots.draw(len(numbers))]
        state.choose(state.option(site, number), seat)
    return (mine in state.winners) / max(1, len(state.winners))


def main() -> None:
    """Prints a row for each ruleset."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*", default=FIVE)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| ruleset | players | by what the seat knows | seeing all cards | ratio |\n| --- | --- | --- | --- | --- |")
    for name in given.rulesets:
        ruleset = st.load_ruleset(name)
        game = ruleset.game(min(3, ruleset.players[-1]))
        shares = []
        for laid in (belief, everything):
            seeds = [(game_seed(given.seed, number), number % game.players) for number in range(given.games)]
            shares.append(sum(won(game, seed, mine, laid, given.iterations) for seed, mine in seeds))
        told = [
            f"{s / given.games:.1%} ({low:.0%} - {high:.0%})"
            for s in shares
            for low, high in [wilson_interval(s, given.games)]
        ]
        print(f"| `{name}` | {game.players} | {told[0]} | {told[1]} | {shares[0] / shares[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
