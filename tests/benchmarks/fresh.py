"""Run as a process of its own: what starting a game costs, and how much memory states take. Prints JSON.

fresh.py start RULESET PLAYERS OPTIONS VARIANTS      milliseconds of the processor, step by step
fresh.py memory RULESET PLAYERS OPTIONS VARIANTS N   peak memory in kilobytes with one state and with N
fresh.py reference GAME N                            the same for a hand-written game
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

STATES = 100  # different ones; the others are copies of these


def start(ruleset: str, players: str, options: str, variants: str) -> dict[str, float]:
    """Milliseconds for the import, loading, the program, the first native game, and the API up to a decision."""
    times = [time.process_time()]

    def passed() -> float:
        times.append(time.process_time())
        return (times[-1] - times[-2]) * 1e3

    import stammtisch as st

    found = {"import_ms": passed()}
    loaded = st.load_ruleset(ruleset, json.loads(variants))
    found["load_ms"] = passed()
    game = loaded.game(int(players), json.loads(options))
    found["program_ms"] = passed()
    next(game.results(0, 1))
    found["native_ms"] = passed()
    game.start(0, log=False)
    found["api_ms"] = passed()
    found["process_ms"] = times[-1] * 1e3
    return found


def peak() -> int:
    """The most memory this process has had, in kilobytes."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage would begin with the parent's
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def kept(start: Callable[[int], Any], step: Callable[[Any], bool], count: int) -> dict[str, int]:
    """Peaks with one state, and with `count` states in the middle of games that are alive at once."""
    from engines import halfway

    random.seed(1)
    states = [start(0)]
    one = peak()
    states += halfway(start, step, STATES)
    states += [states[1 + i % STATES].clone() for i in range(count - len(states))]
    return {"one_kb": one, "all_kb": peak(), "states": len(states)}


def memory(ruleset: str, players: str, options: str, variants: str, count: str) -> dict[str, int]:
    """States of a ruleset, without a log."""
    from engines import step_api

    import stammtisch as st

    game = st.load_ruleset(ruleset, json.loads(variants)).game(int(players), json.loads(options))
    return kept(lambda seed: game.start(seed, log=False), step_api, int(count))


def reference(name: str, count: str) -> dict[str, int]:
    """States of a hand-written game."""
    from contests import CONTESTS
    from engines import step_by_hand

    make = next(contest.reference for contest in CONTESTS if contest.name == name)
    if make is None:
        raise SystemExit(f"{name} has no hand-written game")
    return kept(lambda seed: make(), step_by_hand, int(count))


if __name__ == "__main__":
    tasks: dict[str, Callable[..., Any]] = {"start": start, "memory": memory, "reference": reference}
    print(json.dumps(tasks[sys.argv[1]](*sys.argv[2:])))
