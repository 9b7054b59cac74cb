"""Play bots against the players that they should beat: python -m helpers.bars morris-depth-2 --games 400

Prints for each bar (all of them if none is named) the share of the games with an interval of 95 %, whether it is met,
and the processor time of a choice. One that is missed by less than half the interval is played once more, with 2.5
times as many new games (1,000 after 400). Seats change from game to game. With --folder a file of each match keeps what was played, and the same
command goes on with it. Results are in docs/strength.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from helpers.bar_games import CLOSE, MISSED, Bar, play_bar
from helpers.references import connect_four, morris, munchhausen, ofertu, othello, warrender

from stammtisch.base.errors import UsageError

DEPTH_2, DEPTH_4, DEPTH_6 = (f"alpha-beta of depth {depth}" for depth in (2, 4, 6))
SEARCH = "search:200"
AGAIN = 2.5  # times as many games where the first ones missed by little

BARS = {
    "morris-depth-2": Bar(
        "nine-mens-morris", 2, "expert:2000", DEPTH_2, 0.6, partial(morris.choose, depth=2), opening=4
    ),
    "morris-depth-4": Bar(
        "nine-mens-morris", 2, "expert:5000", DEPTH_4, 0.4, partial(morris.choose, depth=4), opening=4
    ),
    "connect-four": Bar(
        "connect-four", 2, "expert:2000", DEPTH_6, 0.6, partial(connect_four.choose, depth=6), opening=4
    ),
    "othello": Bar("othello", 2, "expert:5000", DEPTH_4, 0.55, partial(othello.choose, depth=4), opening=6),
    "tictactoe": Bar("tictactoe", 2, "strongest", "all lines of play", 1.0, every_line=True),
    "munchhausen": Bar("munchhausen", 3, SEARCH, "two careful players", 1 / 3, munchhausen.choose),
    "ofertu": Bar("ofertu", 2, "expert", "a careful player", 0.65, ofertu.choose),
    "warrender": Bar("warrender", 3, "expert", "two careful players", 0.5, warrender.choose),
    "bierfest": Bar("bierfest", 3, "expert", SEARCH, 0.5),
    "balvin": Bar("balvin", 3, "expert", SEARCH, 0.5),
    "hearts": Bar("hearts", 4, "expert", SEARCH, 0.33, settings={"game_ends_at": 1}),
    "gin-rummy": Bar("gin-rummy", 2, "expert", SEARCH, 0.55),
}


def play(name: str, bot: str, games: int, seed: int, folder: Path | None, show: Callable[[str], None]) -> bool:
    """Play a bar, again where that decides it; say what it came to, and return whether it is met."""
    bar, more = BARS[name], games
    for attempt in range(2):
        file = None if folder is None else folder / f"{name}-{bot.replace(':', '-')}-seed-{seed + attempt}.jsonl"
        say = partial(progress, show, name)
        try:
            found = play_bar(bar, bot, more, seed + attempt, file, say)
        except UsageError as error:
            print(f"{name}: {error}: {MISSED}", flush=True)
            return False
        print(f"{name}: {found.words}", flush=True)
        if found.verdict != CLOSE:
            break
        more = round(AGAIN * games)
    return found.verdict not in (MISSED, CLOSE)


def progress(show: Callable[[str], None], name: str, words: str) -> None:
    """Show how a match stands."""
    show(f"... {name}: {words}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BARS))
    parser.add_argument("--bot", help="who plays for the share (by default the bot of the bar)")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where games are kept, so that the command can be broken off")
    chosen = parser.parse_args()
    names = chosen.names or list(BARS)
    if unknown := [name for name in names if name not in BARS]:
        parser.error(f"there is no bar {unknown[0]}; there are {', '.join(BARS)}")
    show = partial(print, file=sys.stderr, flush=True)
    met = [play(name, chosen.bot or BARS[name].bot, chosen.games, chosen.seed, chosen.folder, show) for name in names]
    print(f"{sum(met)} of {len(met)} met")


if __name__ == "__main__":
    main()
