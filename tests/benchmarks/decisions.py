"""What a random decision costs: rulesets in bulk play next to a hand-written tic-tac-toe, alternating in one run.

    python tests/benchmarks/decisions.py [--seconds 1] [--rounds 5] [--json]

Prints microseconds a decision (median of the rounds, and their spread) and the ratio to tic-tac-toe. A state's clone is
compared with a list copy of 100 numbers, a validation as a whole process with the import of its three libraries.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from handwritten_games import TicTacToe

import stammtisch as st
from stammtisch.game import bots_stream, random_playout

GAMES = (
    ("munchhausen", (), 4),
    ("munchhausen", ("two-players",), 2),
    ("ofertu", (), 2),
    ("warrender", (), 4),
    ("bierfest", (), 4),
    ("balvin", (), 4),
)
IMPORTS = "import yaml, jsonschema, lark"


def tic_tac_toe() -> int:
    """One random game by hand; its number of decisions."""
    game, decisions = TicTacToe(), 0
    while not game.is_terminal():
        actions = game.legal_actions()
        game.apply(actions[int(random.random() * len(actions))])
        decisions += 1
    return decisions


def playouts(game: st.Game) -> Callable[[], int]:
    """A function that plays the next random game in bulk and returns its number of decisions."""
    seeds = iter(range(1 << 40))

    def play() -> int:
        seed = next(seeds)
        state = game.start(seed, log=False)
        random_playout(state, bots_stream(seed))
        return state.decisions

    return play


def window(play: Callable[[], int], seconds: float) -> float:
    """Microseconds a decision in a window of time."""
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        decisions += play()
    return (time.perf_counter() - start) / decisions * 1e6


def each(work: Callable[[], object], seconds: float) -> float:
    """Microseconds a call."""
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            work()
        calls += 1000
    return (time.perf_counter() - start) / calls * 1e6


def process(*command: str) -> float:
    """Seconds that a whole process takes."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], check=True, capture_output=True)
    return time.perf_counter() - start


def decisions(seconds: float, rounds: int) -> list[dict[str, Any]]:
    """A row for each game: microseconds, spread and ratio to tic-tac-toe."""
    names = ["tic-tac-toe by hand", *("+".join((name, *variants)) for name, variants, _ in GAMES)]
    plays = [tic_tac_toe, *(playouts(st.load_ruleset(n, v).game(p)) for n, v, p in GAMES)]
    found: list[list[float]] = [[] for _ in plays]
    for _ in range(rounds):
        for play, times in zip(plays, found, strict=True):
            times.append(window(play, seconds))
    base = statistics.median(found[0])
    return [
        {
            "what": name,
            "microseconds": statistics.median(t),
            "spread": max(t) - min(t),
            "ratio": statistics.median(t) / base,
        }
        for name, t in zip(names, found, strict=True)
    ]


def clones(seconds: float) -> list[dict[str, Any]]:
    """A row for each game: a clone against a list copy of 100 ints."""
    numbers = list(range(100))
    base = each(numbers.copy, seconds)
    rows = [{"what": "list copy of 100 ints", "microseconds": base, "ratio": 1.0}]
    for name, variants, players in GAMES:
        state = st.load_ruleset(name, variants).game(players).start(1, log=False)
        cost = each(state.clone, seconds)
        rows.append({"what": f"clone {'+'.join((name, *variants))}", "microseconds": cost, "ratio": cost / base})
    return rows


def validations(rounds: int) -> list[dict[str, Any]]:
    """A row for each ruleset: a whole process against the import of the libraries (fastest of the rounds)."""
    names = ("munchhausen", "ofertu", "balvin")
    times: dict[str, list[float]] = {name: [] for name in ("imports", *names)}
    for _ in range(rounds):
        times["imports"].append(process("-c", IMPORTS))
        for name in names:
            times[name].append(process("-m", "stammtisch", "validate", name))
    base = min(times["imports"])
    return [
        {"what": f"validate {name}" if name in names else IMPORTS, "microseconds": min(t) * 1e6, "ratio": min(t) / base}
        for name, t in times.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    random.seed(12345)
    rows = decisions(arguments.seconds, arguments.rounds) + clones(0.2) + validations(arguments.rounds)
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        spread = f"  spread {row['spread']:.2f}" if "spread" in row else ""
        print(f"{row['what']:36s}{row['microseconds']:12.2f} us  {row['ratio']:7.2f} x{spread}")


if __name__ == "__main__":
    main()
