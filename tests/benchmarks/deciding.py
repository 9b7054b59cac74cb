"""How often `compare --sequential` errs, and how many games it takes: simulated from shares, and from a planted game.

python tests/benchmarks/deciding.py 1000        so many comparisons from shares
python tests/benchmarks/deciding.py 200 game    so many of a game whose first seat wins more in one arm
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import stammtisch as st
from stammtisch.study.comparisons.sequential_test import BLOCK, SequentialResult, decide_from_blocks, play_until_decided
from stammtisch.study.counts.figures import Figure
from stammtisch.study.counts.measures import parse_measure
from stammtisch.study.runs.shards import Plan

MEASURE, OF = parse_measure("wins by seat > seat 1")
MOST = 1_000_000
SHARES = ((0.5, 0.5), (0.5, 0.515), (0.5, 0.53), (0.25, 0.25), (0.25, 0.28))
LOT = """\
format: 1
game: Lot
players: 2
settings: {first: 100, burn: 0}
shared: {lot: 1..200}
phases:
  A lot is burnt: {when: burn = 1, random: k in 1..200, set: {lot: k}}
  A lot is drawn: {random: k in 1..200, set: {lot: k}}
score: if (lot <= first) = (player = first(players)) then 1 else 0
"""


def from_shares(base: float, other: float, chance: random.Random) -> SequentialResult:
    """One comparison of games that are won by these shares, all by chance of their own."""

    def blocks() -> Iterator[tuple[Figure, Figure]]:
        while True:
            wins = [sum(chance.random() < share for _ in range(BLOCK)) for share in (base, other)]
            yield Figure(OF, wins[0] / BLOCK, count=BLOCK), Figure(OF, wins[1] / BLOCK, count=BLOCK)

    return decide_from_blocks(MEASURE, OF, blocks(), BLOCK, MOST)


def told(name: str, found: list[SequentialResult]) -> None:
    """A line for so many comparisons."""
    said = Counter(one.verdict for one in found)
    games = sorted(one.games for one in found)
    verdicts = ", ".join(f"{words} {100 * times / len(found):.1f} %" for words, times in sorted(said.items()))
    mean = sum(games) / len(games)
    print(
        f"{name}: {verdicts}; games of each {mean:,.0f} (middle {games[len(games) // 2]:,}, most {games[-1]:,})",
        flush=True,
    )


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    if "game" not in sys.argv:
        chance = random.Random(1)
        for base, other in SHARES:
            told(f"{100 * base:g} % and {100 * other:g} %", [from_shares(base, other, chance) for _ in range(times)])
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lot.yaml")
        path.write_text(LOT, encoding="utf-8")
        ruleset = st.load_ruleset(str(path))
        for burn, first in product((0, 1), (100, 103, 106)):
            games = [ruleset.game(2), ruleset.game(2, {"first": first, "burn": burn})]
            found = [
                play_until_decided(games, [Plan(seed)], MEASURE, OF, MOST, 1, lambda number: None)
                for seed in range(times)
            ]
            how = "chance of its own" if burn else "the same chance"
            told(f"the first seat wins 50 % and {first / 2:g} %, {how}", found)


if __name__ == "__main__":
    main()
