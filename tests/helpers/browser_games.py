"""Plays whole games in Chromium, each seat in a window with habits of its own, and looks for faults in every page.

cd tests; python -m helpers.browser_games [munchhausen ...]   # hearts to 26 points; needs `.[browser]` and Chromium
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from helpers.chromium import faults_of, whole

GAMES = {
    "munchhausen": (4, []),
    "ofertu": (2, []),
    "warrender": (4, []),
    "bierfest": (4, []),
    "balvin": (4, []),
    "hearts": (4, ["--set", "game_ends_at=26"]),
}


def main() -> int:
    wrong = 0
    for game in sys.argv[1:] or GAMES:
        players, more = GAMES[game]
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            moves, found = whole(Path(folder) / "tables", game, players, 100_000, more)
        print(
            f"{game}, {players} windows: {moves} moves in {time.monotonic() - begun:.0f} s; {faults_of(found)}",
            flush=True,
        )
        wrong += bool(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
