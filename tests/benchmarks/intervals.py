"""How often the interval of `wins more by` leaves out what very many games say, which should be 5 % of the times.

python tests/benchmarks/intervals.py [RULESET PLAYERS GAMES] [--runs 200]

Plays so many runs of so many games, and as many games once more for what is so. Prints a line for each kind of part:
how many there are of which every run tells, how often their intervals miss in the mean, and the most for one of them.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import stammtisch as st
from stammtisch.game.game import Game
from stammtisch.study.counts.usage import Use, uses
from stammtisch.study.runs.playing import play_shard
from stammtisch.study.runs.shards import Plan

GAMES = (("kuhn", 2, 500), ("munchhausen", 3, 500), ("ofertu", 2, 500), ("warrender", 3, 300))
KINDS = ("option", "card", "step", "condition")
Part = tuple[str, tuple[str, ...], str]


def told(game: Game, seed: int, games: int) -> dict[Part, Use]:
    """What is used in so many games."""
    return {
        (one.kind, one.path, one.place): one
        for one in uses(game, play_shard(game, 0, games, Plan(seed, use=True)).tally)
    }


def missed(game: Game, games: int, runs: int) -> dict[Part, float]:
    """How often the interval of each part misses, of those that all runs tell of."""
    true, found = told(game, runs, games * runs), defaultdict[Part, list[bool]](list)
    for seed in range(runs):
        for part, use in told(game, seed, games).items():
            if (own := use.difference) and (so := true[part].difference):
                found[part].append(not own[1] <= so[0] <= own[2])
    return {part: sum(all_) / runs for part, all_ in found.items() if len(all_) == runs}


def main() -> None:
    """Prints a row for each ruleset and kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", help="RULESET PLAYERS GAMES")
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    wanted = [(given.game[0], int(given.game[1]), int(given.game[2]))] if given.game else GAMES
    print(
        "| ruleset | players | games a run | kind | parts | missed | at most |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for name, players, games in wanted:
        found = missed(st.load_ruleset(name).game(players), games, given.runs)
        for kind in KINDS:
            if own := [share for part, share in found.items() if part[0] == kind]:
                shares = f"{100 * sum(own) / len(own):.1f} % | {100 * max(own):.1f} %"
                print(f"| {name} | {players} | {games:,} | {kind} | {len(own)} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
