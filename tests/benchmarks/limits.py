"""Every ratio that native play is held to, in one run: to C by hand, to OpenSpiel, to what there was before, with counts, with two jobs.

    python tests/benchmarks/limits.py [--seconds 0.5] [--rounds 5] [--before FOLDER]

Prints one Markdown table. FOLDER is a checkout of the last commit with bulk play in Python (`git worktree add FOLDER 5d0d123`);
without it what is compared with that is left out. The machine has to be quiet: two jobs are timed by the clock.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import batches
import jobs
import measures
import report
import uses
from contests import CONTESTS
from harness import window

import stammtisch as st

Row = dict[str, Any]
HERE = Path(__file__).resolve().parents[2]
# ruleset, players, how many times as fast as bulk play in Python
BULK = (
    ("balvin", 4, 15),
    ("bierfest", 3, 15),
    ("ofertu", 2, 15),
    ("munchhausen", 3, 10),
    ("warrender", 3, 10),
    ("hearts", 4, 10),
)
TWO_JOBS = 1.8
# what each checkout is asked in a process of its own: microseconds a decision, of bulk play or of games with a log
ASKED = """
import gc, sys, time
import stammtisch as st
gc.set_threshold(200_000)  # as the command sets it
way, name, players, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
game = st.load_ruleset(name).game(players)
def logged(first):
    state, number = game.start(first), first
    while not state.over:
        decision, number = state.decision, (number * 1103515245 + 12345) % 2147483648
        state.choose(number // 65536 % len(decision.numbers), decision.seat)
    return state.decisions
def bulk(first):
    return sum(decisions for _, decisions in game.results(1, 50, 50 * first))
play, done, number = {"bulk": bulk, "logged": logged}[way], 0, 0
play(0)
began = time.process_time()
while (spent := time.process_time() - began) < seconds:
    number += 1
    done += play(number)
print(spent / done * 1e6)
"""


def least(what: str, value: float, limit: float) -> Row:
    """What is to be so much or more."""
    return {"what": what, "value": value, "limit": limit, "kept": value >= limit, "least": True}


def most(what: str, value: float, limit: float) -> Row:
    """What is to be so much or less."""
    return {"what": what, "value": value, "limit": limit, "kept": value <= limit}


def in_process(folder: Path, *arguments: str) -> float:
    """What a checkout answers to ASKED."""
    environment = {**os.environ, "PYTHONPATH": str(folder / ".dev")}
    done = subprocess.run(
        [sys.executable, "-c", ASKED, *arguments], check=True, env=environment, stdout=subprocess.PIPE, text=True
    )
    return float(done.stdout)


def to_before(before: Path, seconds: float, rounds: int) -> list[Row]:
    """Native play to bulk play in Python, games with a log to those before, and a whole short command."""
    rows = []
    for name, players, limit in BULK:
        machine = st.load_ruleset(name).game(players).native
        assert machine is not None
        work = batches.native(machine, False)(0)
        found = []
        for _ in range(rounds):
            then = in_process(before, "bulk", name, str(players), str(seconds))
            _, done, _, spent = window(work, seconds, 1)
            found.append(then / (spent / done * 1e6))
        rows.append(least(f"times as fast as bulk play in Python: {name}", median(found), limit))
    logged = []
    for name, players in (("kuhn", 2), ("munchhausen", 3), ("balvin", 4)):
        now = [in_process(HERE, "logged", name, str(players), str(seconds)) for _ in range(rounds)]
        past = [in_process(before, "logged", name, str(players), str(seconds)) for _ in range(rounds)]
        logged.append(median(now) / median(past))
    rows.append(most("API with a log to before, mean of kuhn, munchhausen, balvin", report.mean(logged), 1.0))
    with tempfile.TemporaryDirectory() as folder:
        run, kept = ["simulate", "kuhn", "-n", "10"], jobs.keeping(folder)
        times = [[jobs.timed(run, kept, at / "cli.py")[1] for at in (HERE, before)] for _ in range(4 * rounds)]
    rows.append(most("simulate kuhn -n 10 to before", median(now / then for now, then in times[1:]), 1.0))
    return rows


def counted(rounds: int) -> list[Row]:
    """All that can be counted to nothing counted."""
    found = uses.ratios(rounds)
    return [
        most(f"with all counts, the slowest of {words}: {name}", found[name], limit)
        for words, names, limit in (("the five games", uses.GAMES, 1.25), ("small ones", uses.SMALL, 2.0))
        for name in [max(names, key=lambda name: found[name])]
    ]


def two_jobs(rounds: int) -> Row:
    """How much faster two jobs are than one."""
    run = ["simulate", "balvin", "--players", "4", "-n", "100000", "--format", "json"]
    with tempfile.TemporaryDirectory() as folder:
        found = jobs.compare(run, rounds, jobs.keeping(folder))
    return least("one job to two, balvin, 100,000 games", median(found), TWO_JOBS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one window of time")
    parser.add_argument("--rounds", type=int, default=5, help="windows of each game and way to play it")
    parser.add_argument("--before", type=Path, help="a checkout of the last commit with bulk play in Python")
    told = parser.parse_args()
    data: dict[str, Any] = {"decisions": [], "clones": [], "start": []}
    for contest in CONTESTS:
        game = measures.game_of(contest)
        data["decisions"] += measures.decisions(contest, game, told.seconds, told.rounds)
        data["clones"].append(measures.clones(contest, game, told.seconds, told.rounds))
        data["start"].append(measures.start(contest, told.rounds))
        print(contest.name, file=sys.stderr, flush=True)
    data["commands"] = measures.commands(told.rounds)
    rows = report.limits(data) + counted(3 * told.rounds) + [two_jobs(told.rounds)]
    if told.before is not None:
        rows += to_before(told.before, told.seconds, told.rounds)
    print(report.limits_table(rows))


if __name__ == "__main__":
    main()
