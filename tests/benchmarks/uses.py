"""What it costs to count options, steps, conditions, gains and so on in native play: with all counts to without.

    python tests/benchmarks/uses.py [ROUNDS]
    python tests/benchmarks/uses.py simulate [GAMES]

Prints a Markdown table; both ways in turns, the least time of each. See docs/performance.md. The second form measures
what `simulate` does with and without --usage, all that it does in Python included.
"""

from __future__ import annotations

import sys
import time

import stammtisch as st
from stammtisch.backend.native.machine import AT_ONCE, Machine
from stammtisch.study.runs.playing import play_shard
from stammtisch.study.runs.shards import Plan

GAMES = {"munchhausen": 3, "ofertu": 2, "warrender": 3, "bierfest": 3, "balvin": 3}
SMALL = {"tictactoe": 2, "kuhn": 2, "leduc": 2, "goofspiel": 2, "liars-dice": 2}


def took(machine: Machine) -> float:
    """Seconds a game."""
    began = time.process_time()
    games = machine.run(1, 0, AT_ONCE, AT_ONCE, True, 0)[0]
    return (time.process_time() - began) / games


def simulated(games: int) -> None:
    """The same for the games of `simulate`, in one process."""
    print("| game | simulate µs a game | with --usage | ratio |\n| --- | --- | --- | --- |")
    for name, players in GAMES.items():
        game = st.load_ruleset(name).game(players)
        best: dict[bool, float] = {}
        for count in (100, games, games, games):
            for use in (False, True):
                began = time.process_time()
                play_shard(game, 0, count, Plan(1, use=use))
                if count == games:
                    best[use] = min(best.get(use, 1e9), (time.process_time() - began) / games * 1e6)
        print(f"| {name} | {best[False]:.1f} | {best[True]:.1f} | {best[True] / best[False]:.2f} |", flush=True)


def ratios(rounds: int) -> dict[str, float]:
    """With all counts to without, of each game; prints the table, too."""
    found = {}
    print("| game | plain µs a game | with all counts | ratio | limit |\n| --- | --- | --- | --- | --- |")
    for name, players in (GAMES | SMALL).items():
        program = st.load_ruleset(name).game(players).program
        machines = Machine(program), Machine(program, True)
        machines[1].count_usage(1, 0, 1, 1)  # one game in 32 is looked at more closely
        times = [[took(machine) for machine in machines] for _ in range(rounds)]
        plain, all_counts = (min(column) for column in zip(*times, strict=True))
        limit, found[name] = 1.25 if name in GAMES else 2, all_counts / plain
        print(f"| {name} | {plain * 1e6:.2f} | {all_counts * 1e6:.2f} | {found[name]:.2f} | {limit} |", flush=True)
    return found


def main() -> None:
    if sys.argv[1:2] == ["simulate"]:
        simulated(int(sys.argv[2]) if len(sys.argv) > 2 else 30_000)
        return
    ratios(int(sys.argv[1]) if len(sys.argv) > 1 else 15)


if __name__ == "__main__":
    main()
