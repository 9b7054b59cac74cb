"""What it costs to keep a run: random games with all counts and rows in Parquet files, next to plain native playouts.

    python tests/benchmarks/kept.py [GAMES] [RULESET] [PLAYERS]

In one process: plain games, all counts, all counts and rows kept with `simulate --out`; the time of the processor of each and the ratio to plain. Also how
long one save takes, and so how much a kill may lose. 1,000,000 games of Warrender with three players if nothing is said. See docs/performance.md.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import stammtisch as st
from stammtisch.study.runs.saved_runs import open_folder
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate_each


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    name, players = (sys.argv[2:] + ["warrender", "3"])[:2] if len(sys.argv) > 3 else ("warrender", "3")
    ruleset = st.load_ruleset(name)
    game = ruleset.game(int(players))
    _ = game.native, game.counting()
    began = time.process_time()
    at = 0
    while at < games and game.native is not None:
        at += game.native.run(1, at, games - at, 20_000, True, 0)[0]
    plain = time.process_time() - began
    print(f"{games:,} games of {name} for {players}\n\n| | s | ratio |\n| --- | ---: | ---: |")
    print(f"| plain native playouts | {plain:.1f} | 1 |", flush=True)
    began = time.process_time()
    simulate_each([(game, Plan(1, use=True))], games)
    took = time.process_time() - began
    print(f"| all counts | {took:.1f} | {took / plain:.2f} |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        played = [(game, Plan(1, use=True, rows=True))]
        keeper = open_folder(Path(folder, "run"), ruleset, played, games, {"command": "", "source": ""})
        began = time.process_time()
        run = simulate_each(played, games, keep=keeper)
        took = time.process_time() - began
        print(f"| all counts, all games kept in Parquet | {took:.1f} | {took / plain:.2f} |", flush=True)
        size = sum(path.stat().st_size for path in Path(folder, "run", "games").iterdir())
        began = time.process_time()
        keeper.write(run.shards)
        print(
            f"\nParquet: {size / games:.1f} bytes a game; one save without new games: {time.process_time() - began:.3f} s"
        )


if __name__ == "__main__":
    main()
