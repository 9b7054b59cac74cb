"""How much faster two processes are than one: the same run of `simulate` with --jobs 1 and 2, in turns.

    python tests/benchmarks/jobs.py [--ruleset balvin] [--players 4] [--games 100000] [--rounds 3]

Prints for each round the seconds of both runs, from the start of the command to its end, and their ratio; the seconds that all
processes of each have computed, and how many cores others kept busy meanwhile (Linux). Where that is not near 0, the ratio says
nothing; but two jobs cannot be faster than 2 x (seconds computed by one) / (seconds computed by two). Python's compiled
files are kept between the runs, in a folder of their own, as they are where Stammtisch is installed.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = Path(__file__).resolve().parents[2] / "cli.py"


def busy() -> float:
    """The seconds that all cores together were busy so far; 0 where the system does not tell."""
    if not Path("/proc/stat").exists():
        return 0.0
    user, nice, system, _, _, *others = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    return sum(map(int, (user, nice, system, *others))) / os.sysconf("SC_CLK_TCK")


def timed(args: list[str], environment: dict[str, str], program: Path = COMMAND) -> tuple[float, float, float, bytes]:
    """Seconds that passed, were computed by a command and its processes, and by others; and what it printed."""
    before, all_before, start = resource.getrusage(resource.RUSAGE_CHILDREN), busy(), time.perf_counter()
    command = [sys.executable, str(program), *args]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment).stdout
    passed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return passed, own, max(0.0, busy() - all_before - own), printed


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ruleset", default="balvin")
    parser.add_argument("--players", default="4")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    run = ["simulate", asked.ruleset, "--players", asked.players, "-n", str(asked.games), "--format", "json"]
    with tempfile.TemporaryDirectory() as folder:
        compare(run, asked.rounds, keeping(folder))


def keeping(folder: str) -> dict[str, str]:
    """An environment in which Python's compiled files are kept in a folder."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def compare(run: list[str], rounds: int, environment: dict[str, str]) -> list[float]:
    """How many times as fast two are, in each round; prints a line for each, then the median."""
    timed([*run, "-n", "20", "--jobs", "2"], environment)
    ratios = []
    print("   one    two  ratio  computed by one  by two  at most  others' cores")
    for _ in range(rounds):
        one, one_computed, one_others, result = timed([*run, "--jobs", "1"], environment)
        two, two_computed, two_others, other = timed([*run, "--jobs", "2"], environment)
        assert result == other
        ratios.append(one / two)
        most, others = 2 * one_computed / two_computed, f"{one_others / one:.2f}, {two_others / two:.2f}"
        print(
            f"{one:6.1f} {two:6.1f} {one / two:6.2f} {one_computed:16.1f} {two_computed:7.1f} {most:8.2f}  {others}",
            flush=True,
        )
    print(f"median ratio {statistics.median(ratios):.2f}")
    return ratios


if __name__ == "__main__":
    main()
