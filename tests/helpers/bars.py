"""Play one bot against players that somebody wrote for a game: python -m helpers.bars morris-depth-2 --games 400

Prints its share of the games with an interval of 95 %, and the processor time of a choice. Seats change from game to
game. The bars that are to be reached are those of docs/bots.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from helpers.references import connect_four, morris, munchhausen, ofertu, othello, warrender

import stammtisch as st
from stammtisch.base.streams import game_seed
from stammtisch.bots.by_name import Bot, bot
from stammtisch.bots.knowledge import Knowledge
from stammtisch.learning.trial import Strength, play_one
from stammtisch.study.counts.statistics import wilson_interval

SHOWN = 20  # after so many games each time a line says how they stand


@dataclass(frozen=True, slots=True)
class Bar:
    """A game, who plays it by the choices of a function written for it, and the share that a bot should win."""

    ruleset: str
    players: int
    reference: str
    choose: Callable[[Knowledge], int]
    wanted: float


BARS = {
    "morris-depth-2": Bar("nine-mens-morris", 2, "alpha-beta of depth 2", partial(morris.choose, depth=2), 0.6),
    "morris-depth-4": Bar("nine-mens-morris", 2, "alpha-beta of depth 4", partial(morris.choose, depth=4), 0.4),
    "connect-four": Bar("connect-four", 2, "alpha-beta of depth 6", partial(connect_four.choose, depth=6), 0.6),
    "othello": Bar("othello", 2, "alpha-beta of depth 4", partial(othello.choose, depth=4), 0.55),
    "munchhausen": Bar("munchhausen", 3, "two careful players", munchhausen.choose, 1 / 3),
    "ofertu": Bar("ofertu", 2, "a careful player", ofertu.choose, 0.65),
    "warrender": Bar("warrender", 3, "two careful players", warrender.choose, 0.5),
}


@dataclass(slots=True)
class Watch:
    """A function that chooses, with the time of the processor that each choice took."""

    choose: Callable[[Knowledge], int]
    times: list[float] = field(default_factory=list)

    def __call__(self, known: Knowledge) -> int:
        begun = time.thread_time()
        found = self.choose(known)
        self.times.append(time.thread_time() - begun)
        return found

    @property
    def milliseconds(self) -> float:
        """The mean for a choice."""
        return 1000 * sum(self.times) / max(1, len(self.times))


def play_bar(bar: Bar, name: str, games: int, seed: int, show: Callable[[str], None] | None = None) -> str:
    """Play the games of a bar, and put into words what they came to; show: gets these words now and then."""
    game = st.load_ruleset(bar.ruleset).game(bar.players)
    player = bot(name)
    player.require(game)
    own, other = Watch(player.choose), Watch(bar.choose)
    won, words = 0.0, ""
    for number in range(games):
        bots = Bot(name, own), Bot(bar.reference, other)
        won += play_one((game, game), bots, game_seed(seed, number), number % bar.players)
        low, high = wilson_interval(won, number + 1)
        strength = Strength(bar.reference, number + 1, won / (number + 1), low, high, 1 / bar.players)
        times = f"{own.milliseconds:.1f} ms a choice, the other {other.milliseconds:.1f}"
        words = f"{bar.ruleset}: {name} {strength.words}; wanted: {100 * bar.wanted:.0f} %; {times}"
        if show is not None and (number + 1) % SHOWN == 0:
            show(words)
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=BARS)
    parser.add_argument("--bot", default="expert", help="who plays for the share: expert, search:400 ... (expert)")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(
        play_bar(BARS[chosen.name], chosen.bot, chosen.games, chosen.seed, partial(print, file=sys.stderr, flush=True))
    )


if __name__ == "__main__":
    main()
