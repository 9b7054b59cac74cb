"""How fast a ruleset's random games are on some host, for `site_page.py`; needs nothing but Stammtisch."""

from __future__ import annotations

import time
from typing import Any

from stammtisch.front.api import load_ruleset

SEED, WINDOW, GAMES = 7, 0.1, 500


def findings(name: str, seconds: float) -> dict[str, Any]:
    """Random games a second by a native machine in the best of many short windows, as other programs disturb."""
    ruleset = load_ruleset(name)
    players = 3 if 3 in ruleset.players else ruleset.players[0]
    machine = ruleset.game(players).native
    assert machine is not None
    speeds, first, end = [], 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        began, before = time.perf_counter(), first
        while time.perf_counter() - began < WINDOW:
            first += machine.count_games(SEED, first, GAMES, 100_000).games
        speeds.append((first - before) / (time.perf_counter() - began))
    return {"players": players, "speed": max(speeds)}
