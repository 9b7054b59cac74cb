"""How long samples of what a seat cannot see take, and whether they all fit: `python tests/benchmarks/sampling.py`.

Random games of every ruleset and number of players; at every decision the seat that decides gets 100 samples.
`--games N` (default 20), `--rulesets hearts,balvin`, `--draws N`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import perf_counter, process_time

import stammtisch as st
from stammtisch.base.streams import BOTS, SAMPLING, Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.reading.library import rulesets
from stammtisch.sampling.program_analysis import analysis_of
from stammtisch.sampling.sampler import belief

MOST = 400  # decisions of a game


@dataclass
class Times:
    """Decisions, seconds of a processor for setting up and for drawing, the longest set-up."""

    decisions: int = 0
    known: float = 0.0
    laid: float = 0.0
    drawn: float = 0.0
    longest: float = 0.0


def measured(game: Game, seed: int, draws: int, times: Times) -> None:
    """Adds one random game."""
    machine = game.searching
    assert machine is not None
    state, bots = game.start(seed), Stream(seed_stream(seed, BOTS))
    machine.draw_from(seed_stream(seed, SAMPLING))
    at = machine.place(1)
    while not state.over and state.decisions < MOST:
        seat = state.decision.seat
        begun = process_time()
        known = belief(state, seat)
        told = process_time()
        machine.lay(known)
        laid = process_time()
        for _ in range(draws):
            machine.sample(at)
        times.drawn += process_time() - laid
        times.known += told - begun
        times.laid += laid - told
        times.longest = max(times.longest, laid - begun)
        times.decisions += 1
        state.choose(bots.draw(len(state.decision)))


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--rulesets", default="")
    given = parser.parse_args()
    names = given.rulesets.split(",") if given.rulesets else list(rulesets())
    print("| ruleset | players | decisions | set-up, ms | longest | a draw, µs | do not fit |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    begun = perf_counter()
    for name in names:
        ruleset = st.load_ruleset(name)
        for players in ruleset.players:
            game = ruleset.game(players)
            if not analysis_of(game).hides_anything:
                continue
            times = Times()
            for seed in range(given.games):
                measured(game, seed, given.draws, times)
            machine = game.searching
            assert machine is not None
            bad = machine.value("unfit") + machine.value("loosened")
            setup = (times.known + times.laid) / times.decisions * 1e3
            draw = times.drawn / times.decisions / given.draws * 1e6
            row = f"{times.decisions:,} | {setup:.2f} | {times.longest * 1e3:.1f} | {draw:.0f} | {bad}"
            print(f"| `{name}` | {players} | {row} |", flush=True)
    print(f"\n{given.games} games each, {given.draws} samples at each decision, {perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
