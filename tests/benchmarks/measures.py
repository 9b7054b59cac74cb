"""The measurements: every one alternates between what it compares, and tells the median and the spread of the rounds.

Times are those of the processor, so that other programs disturb little; `cpu_share` is their part of the time passed.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import batches
import engines
from contests import YARDSTICK, Contest
from harness import batch_size, window

import stammtisch as st
from stammtisch.base.streams import game_seed
from stammtisch.game.game import Game

FOLDER = Path(__file__).resolve().parent
REFERENCE, API, LOGGED = "by hand", "API", "API with log"
YARDSTICK_BY_HAND, YARDSTICK_IN_C = "tic-tac-toe by hand", "tic-tac-toe in C"
SEED = 12345
SLICES = 10
STATES = 64  # copied in turn when clones are timed
COPIED = 100  # ints in the list whose copy a clone is compared with
COMMANDS: dict[str, tuple[str, ...]] = {
    "import click": ("-c", "import click"),
    "stammtisch --help": ("-m", "stammtisch", "--help"),
    "import yaml, jsonschema, lark": ("-c", "import yaml, jsonschema, lark"),
    "simulate kuhn -n 10": ("-m", "stammtisch", "simulate", "kuhn", "-n", "10"),
    **{f"validate {name}": ("-m", "stammtisch", "validate", name) for name in ("kuhn", "munchhausen", "balvin")},
}

Row = dict[str, Any]


def game_of(contest: Contest) -> Game:
    """The compiled game."""
    return st.load_ruleset(contest.ruleset, contest.variants).game(contest.players, dict(contest.options))


def spread(values: Sequence[float]) -> float:
    """Greatest less smallest, as a part of the median."""
    return (max(values) - min(values)) / median(values)


def ratios(values: Sequence[float], base: Sequence[float]) -> list[float]:
    """What it costs to another way, in each round."""
    return [a / b for a, b in zip(values, base, strict=True)]


def ratio(values: Sequence[float], base: Sequence[float]) -> float:
    """The median of the ratios in each round."""
    return median(ratios(values, base))


def alternate(works: dict[str, Callable[[int], Callable[[], int]]], seconds: float, rounds: int) -> dict[str, Row]:
    """Runs all in turns, forwards and backwards. A work gets a seed and gives a function that returns what it counts.

    A round is SLICES short windows of each, so that what slows the machine down for a while slows all of them.

    For each: microseconds of the processor for one counted thing in each round, calls and counts, the least share of
    the processor.
    """
    batches = {name: batch_size(work(0)) for name, work in works.items()}
    rows: dict[str, Row] = {name: {"us": [], "calls": 0, "count": 0, "cpu": 0.0, "cpu_share": 1.0} for name in works}
    for number in range(rounds):
        spent, passed, counted = (dict.fromkeys(works, 0.0) for _ in range(3))
        gc.collect()
        for turn in range(SLICES):
            for name in list(works) if turn % 2 == 0 else reversed(list(works)):
                play = works[name](game_seed(SEED, number * SLICES + turn) >> 32)
                calls, count, wall, cpu = window(play, seconds / SLICES, batches[name])
                spent[name] += cpu
                passed[name] += wall
                counted[name] += count
                rows[name]["calls"] += calls
        for name, row in rows.items():
            row["us"].append(spent[name] / counted[name] * 1e6)
            row["count"] += int(counted[name])
            row["cpu"] += spent[name]
            row["cpu_share"] = min(row["cpu_share"], spent[name] / passed[name])
    return rows


def decisions(contest: Contest, game: Game, seconds: float, rounds: int) -> list[Row]:
    """A row for each way to play this game at random; `to`: what it costs to each other way, and the spread of that."""
    assert YARDSTICK.reference is not None
    works = {YARDSTICK_BY_HAND: engines.by_hand(YARDSTICK.reference)}
    if (library := batches.c_library()) is not None:
        works[YARDSTICK_IN_C] = batches.in_c(library, YARDSTICK.name, False)
    if contest.reference is not None:
        works[REFERENCE] = engines.by_hand(contest.reference)
    works |= {API: engines.api(game, False), LOGGED: engines.api(game, True)}
    at_once = batches.of_game(contest, game)
    works |= at_once | engines.others(contest)
    rows = alternate(works, seconds, rounds)
    lengths = {name: rows[API if name in at_once else name] for name in rows}
    return [
        {
            "game": contest.name,
            "engine": name,
            "us_per_decision": median(row["us"]),
            "us_least": min(row["us"]),
            "us_most": max(row["us"]),
            "spread": spread(row["us"]),
            "playouts_per_s": row["count"] / row["cpu"] / length["count"] * length["calls"],
            "decisions_per_playout": length["count"] / length["calls"],
            "decisions": row["count"],
            "cpu_share": row["cpu_share"],
            "to": {
                other: {"ratio": ratio(row["us"], base["us"]), "spread": spread(ratios(row["us"], base["us"]))}
                for other, base in rows.items()
                if other != name
            },
        }
        for (name, row), length in zip(rows.items(), lengths.values(), strict=True)
        if name not in (YARDSTICK_BY_HAND, YARDSTICK_IN_C)
    ]


def copying(states: Sequence[Any], copy: Callable[[Any], Any]) -> Callable[[int], Callable[[], int]]:
    """Copies each of these once; the seed plays no part."""

    def work() -> int:
        for state in states:
            copy(state)
        return len(states)

    return lambda seed: work


def clones(contest: Contest, game: Game, seconds: float, rounds: int) -> Row:
    """The copy of states in the middle of games: of the ruleset, by hand, and of a list of 100 ints."""
    random.seed(SEED)
    works = {"list": copying([list(range(COPIED))] * STATES, list.copy)}
    for name, log in ((API, False), (LOGGED, True)):
        states = engines.halfway(partial(game.start, log=log), engines.step_api, STATES)
        works[name] = copying(states, st.State.clone)
    make = contest.reference
    if make is not None:
        states = engines.halfway(lambda seed: make(), engines.step_by_hand, STATES)
        works[REFERENCE] = copying(states, type(states[0]).clone)
    rows = alternate(works, seconds / 2, rounds)
    by_hand = rows.get(REFERENCE)
    return {
        "game": contest.name,
        "clone_us": median(rows[API]["us"]),
        "spread": spread(rows[API]["us"]),
        "logged_us": median(rows[LOGGED]["us"]),
        "by_hand_us": median(by_hand["us"]) if by_hand else None,
        "to_reference": ratio(rows[API]["us"], by_hand["us"]) if by_hand else None,
        "to_list_copy": ratio(rows[API]["us"], rows["list"]["us"]),
    }


def fresh(*arguments: str) -> Row:
    """What a process of its own has found out."""
    command = [sys.executable, str(FOLDER / "fresh.py"), *arguments]
    found: Row = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return found


def ruleset_arguments(contest: Contest) -> tuple[str, ...]:
    """How fresh.py is told a ruleset."""
    return contest.ruleset, str(contest.players), json.dumps(contest.options), json.dumps(contest.variants)


def start(contest: Contest, rounds: int) -> Row:
    """Milliseconds to the first game in a fresh process: medians of the rounds."""
    found = [fresh("start", *ruleset_arguments(contest)) for _ in range(rounds)]
    whole = [row["process_ms"] for row in found]
    return {
        "game": contest.name,
        **{key: median(row[key] for row in found) for key in found[0]},
        "spread": spread(whole),
    }


def memory(contest: Contest, states: int) -> Row:
    """Peak memory of a process with one state and with many, in megabytes, and the bytes of one of many."""
    found = fresh("memory", *ruleset_arguments(contest), str(states))
    hand = fresh("reference", contest.name, str(states)) if contest.reference is not None else None
    return {
        "game": contest.name,
        "states": states,
        "one_mb": found["one_kb"] / 1024,
        "all_mb": found["all_kb"] / 1024,
        "bytes_per_state": (found["all_kb"] - found["one_kb"]) * 1024 / states,
        "by_hand_one_mb": hand["one_kb"] / 1024 if hand else None,
        "by_hand_all_mb": hand["all_kb"] / 1024 if hand else None,
        "by_hand_bytes_per_state": (hand["all_kb"] - hand["one_kb"]) * 1024 / states if hand else None,
    }


def process(*command: str) -> tuple[float, float]:
    """Seconds of the processor, and seconds passed, that a whole Python process takes."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended - begun


def commands(rounds: int) -> list[Row]:
    """Whole processes, in turns; of several rounds one more goes before and is not counted, for it fills the caches."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(rounds + (rounds > 1)):
        for name, command in COMMANDS.items():
            times[name].append(process(*command))
    return [
        {
            "command": name,
            "seconds": median(cpu for cpu, _ in found[-rounds:]),
            "passed": median(wall for _, wall in found[-rounds:]),
            "spread": spread([cpu for cpu, _ in found[-rounds:]]),
        }
        for name, found in times.items()
    ]


def machine() -> Row:
    """Where and when this was measured."""
    import platform

    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0],
    }
