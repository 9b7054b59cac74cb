"""How often seats, and two forms of a game, are said to differ where they do and where they do not.

cd tests; python -m helpers.claims      200 runs each; computes for two minutes
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import stammtisch as st
from stammtisch.backend.native.usage_reader import GameCounts
from stammtisch.study.comparisons.compare import HIGHER, LOWER, Arm, Pair, compare_pairs, play_arms
from stammtisch.study.counts.measures import even_chance
from stammtisch.study.counts.statistics import Tally
from stammtisch.study.runs.shards import Plan

from .small_games import LITTLE, LOT, written

TIMES = 200


def of_seats(game: st.Game, games: int) -> int:
    """How many of 200 runs of so many games of a lot say that seats differ."""
    found = 0
    assert game.native is not None
    for seed in range(TIMES):
        tally = Tally(2, games)
        counted: GameCounts = game.native.count_games(seed, 0, games, 9)
        for row, times in counted.outcomes:
            tally.victories[row[3], 1] += times
        assert counted.games == games
        found += even_chance(tally) < 0.05
    return found


def of_itself(game: st.Game, games: int, times: int, use: bool) -> int:
    """How many comparisons of a game with itself claim anything."""
    found = 0
    for seed in range(times):
        blocks = play_arms([(game, [Plan(seed, use=use)])] * 2, games, 1)
        assert blocks is not None
        (one,) = compare_pairs([Pair(Arm("", game, blocks[0]), Arm("", game, blocks[1]))])
        found += any(each.verdict in (HIGHER, LOWER) for each in (*one.differences, *one.uses))
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        lot, little = (written(Path(folder), name, text) for name, text in (("lot", LOT), ("little", LITTLE)))
        for first, games in ((11, 5_000), (11, 100), (10, 5_000), (10, 100)):
            told = of_seats(lot.game(options={"first": first}), games)
            print(
                f"the first seat wins {5 * first} %, {games:,} games: seats differ in {told} of {TIMES} runs",
                flush=True,
            )
        for use in (False, True):
            told = of_itself(little.game(3), 500, TIMES, use)
            how = " with all that --usage counts" if use else ""
            print(
                f"compared with itself{how}, 500 games each: {told} of {TIMES} comparisons claim anything", flush=True
            )


if __name__ == "__main__":
    main()
