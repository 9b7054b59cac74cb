"""The benchmark suite: rulesets next to games written by hand in C and in plain Python, in turns within one run.

    python tests/benchmarks/run.py [--seconds 1] [--rounds 5] [--games kuhn,leduc] [--json FILE]

Prints Markdown tables: the time of a random decision in native play and through the API, copies of a state, starting,
memory, whole commands, and what of it is to be kept. Progress goes to standard error. See docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import measures
import report
from contests import chosen

STATES = 100_000


def measured(games: str, seconds: float, rounds: int) -> dict[str, Any]:
    """Everything, as JSON data."""
    contests = chosen(games)
    data: dict[str, Any] = {"machine": measures.machine(), "seconds": seconds, "rounds": rounds}
    data |= {part: [] for part in ("decisions", "clones", "start", "memory")}
    for contest in contests:
        print(f"{contest.name} ...", file=sys.stderr, flush=True)
        game = measures.game_of(contest)
        data["decisions"] += measures.decisions(contest, game, seconds, rounds)
        data["clones"].append(measures.clones(contest, game, seconds, rounds))
        data["start"].append(measures.start(contest, rounds))
        data["memory"].append(measures.memory(contest, STATES))
    data["commands"] = measures.commands(rounds)
    data["limits"] = report.limits(data)
    return data


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, prints the tables and writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one window of time")
    parser.add_argument("--rounds", type=int, default=5, help="windows of each game and way to play it")
    parser.add_argument("--games", default="", help="words between commas: only games whose name has one of them")
    parser.add_argument("--json", type=Path, help="the file for the results as JSON")
    told = parser.parse_args(arguments)
    if not chosen(told.games):
        parser.error(f"no game's name contains {told.games!r}")
    if told.rounds < 1:
        parser.error("--rounds must be at least 1")
    data = measured(told.games, told.seconds, told.rounds)
    if told.json:
        told.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(report.markdown(data), end="")


if __name__ == "__main__":
    main()
