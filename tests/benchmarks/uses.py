"""What it costs to count options, steps, conditions, gains and so on in native play: with all counts to without.

    python tests/benchmarks/uses.py [ROUNDS]

Prints a Markdown table; both ways in turns, the least time of each. See docs/performance.md.
"""

from __future__ import annotations

import sys
import time

import stammtisch as st
from stammtisch.backend.native.machine import AT_ONCE, Machine

GAMES = {"munchhausen": 3, "ofertu": 2, "warrender": 3, "bierfest": 3, "balvin": 3}
SMALL = {"tictactoe": 2, "kuhn": 2, "leduc": 2, "goofspiel": 2, "liars-dice": 2}


def took(machine: Machine) -> float:
    """Seconds a game."""
    began = time.process_time()
    games = machine.run(1, 0, AT_ONCE, AT_ONCE, True, 0)[0]
    return (time.process_time() - began) / games


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print("| game | plain µs a game | with all counts | ratio | limit |\n| --- | --- | --- | --- | --- |")
    for name, players in (GAMES | SMALL).items():
        program = st.load_ruleset(name).game(players).program
        machines = Machine(program), Machine(program, True)
        machines[1].used(1, 0, 1, 1)  # one game in 32 is looked at more closely
        times = [[took(machine) for machine in machines] for _ in range(rounds)]
        plain, all_counts = (min(column) for column in zip(*times, strict=True))
        limit = 1.25 if name in GAMES else 2
        print(
            f"| {name} | {plain * 1e6:.2f} | {all_counts * 1e6:.2f} | {all_counts / plain:.2f} | {limit} |", flush=True
        )


if __name__ == "__main__":
    main()
