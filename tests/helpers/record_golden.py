"""Records the golden games anew, after a ruleset was changed on purpose: `python tests/helpers/record_golden.py [NAME]...`.

Afterwards the scoring in the text beside each recording has to be gone through by hand again.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.paths import GOLDEN

from stammtisch.front.api import load_ruleset
from stammtisch.study.runs.playing import play_to_trace
from stammtisch.study.runs.shards import Plan

# ruleset -> players, and which game of a run of random games with the seed 0
GAMES = {
    "munchhausen": (4, 9), "ofertu": (2, 8), "warrender": (4, 12), "bierfest": (4, 4), "balvin": (3, 5),
    "kuhn": (3, 2), "leduc": (2, 1), "tictactoe": (2, 1), "connect-four": (2, 3), "goofspiel": (2, 2),
    "liars-dice": (2, 1), "first-price-auction": (4, 1), "hearts": (4, 1), "blackjack": (3, 4),
    "othello": (2, 1), "nine-mens-morris": (2, 9), "gin-rummy": (2, 24),
    "chess": (2, 17), "draughts": (2, 3), "hex": (2, 1),
}  # fmt: skip
OPTIONS = {
    "chess": {"quiet_moves_for_a_draw": 30},
    "hex": {"size": 4},
    "hearts": {"game_ends_at": 20},  # a whole game is long
    "gin-rummy": {"knock_limit": 30},  # at random hardly anybody may knock
}


def record(name: str) -> Path:
    """Writes the short recording of a golden game; its file."""
    players, number = GAMES[name]
    game = load_ruleset(name).game(players, OPTIONS.get(name))
    path = GOLDEN / f"{name}.jsonl"
    play_to_trace(game, Plan(), number, path, short=True)
    return path


if __name__ == "__main__":
    for wanted in sys.argv[1:] or GAMES:
        print(record(wanted))
