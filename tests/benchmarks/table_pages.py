"""What a page of a table costs, at the seats of a running game: a page for each seat after each choice.

    python tests/benchmarks/table_pages.py [--games balvin,ofertu] [--players 4] [--seed 1] [--profile]

Games are random, one after another until there were enough decisions. A decision is early (the first 50), middle (from
the 100th) or late (from the 200th, or in shorter games in the last fifth). The time of a page, of the processor, is that of reading what has happened since the last one, of
its data and of its text; the state is a copy as a table makes one for each choice. `memory` is what Python holds more at
the end of a game of that many decisions than at its start. With --profile the functions that take most time follow.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import statistics
import time
import tracemalloc
from collections.abc import Sequence

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.table.pages.render import seat_page

FIVE = "balvin,bierfest,munchhausen,ofertu,warrender"
EARLY, MIDDLE, LATE = range(50), range(100, 150), 200
MOST = 400


def pages(state: State) -> int:
    """Makes the page of each seat; how many bytes they have."""
    names = state.game.program.names["player"]
    made = 0
    for seat in range(state.game.players):
        made += len(seat_page(state, seat, names, [False] * len(names), f"/table/x/{seat + 1}/y"))
    return made


def played(game_name: str, players: int, seed: int, most: int) -> tuple[list[float], list[int]]:
    """A random game: the seconds of a page after each decision, and its bytes."""
    game = load_ruleset(game_name).game(players)
    state, stream = game.start(seed), Stream(2 * seed + 1)
    took: list[float] = []
    sizes: list[int] = []
    while not state.over and len(took) < most:
        state = state.clone()
        asked = state.decision
        state.choose(stream.draw(len(asked.numbers)), asked.seat)
        begun = time.process_time()
        sizes.append(pages(state) // players)
        took.append((time.process_time() - begun) / players)
    return took, sizes


def parted(games: Sequence[list[float]]) -> list[tuple[str, list[float]]]:
    """The times of pages early, in the middle and late."""
    early = [one for took in games for one in took[: EARLY.stop]]
    middle = [one for took in games for one in took[MIDDLE.start : MIDDLE.stop]]
    late = [one for took in games for one in took[min(LATE, len(took) * 4 // 5) :]]
    return [("early", early), ("middle", middle), ("late", late)]


def row(name: str, players: int, seed: int) -> str:
    """One line of the table."""
    played(name, players, seed, 20)
    games: list[list[float]] = []
    sizes: list[int] = []
    decisions = 0
    while decisions < MOST:
        took, found = played(name, players, seed + len(games), MOST)
        games.append(took)
        sizes += found
        decisions += len(took)
    cells = [f"{1000 * statistics.mean(part):.2f}" if part else "–" for _, part in parted(games)]
    worst = sorted(parted(games)[2][1])
    cells.append(f"{1000 * worst[len(worst) * 95 // 100]:.2f}")
    cells.append(f"{statistics.mean(sizes) / 1000:.1f}")
    cells.append(f"{memory(name, players, seed):.1f}")
    return f"| {name}, {players} players | {max(map(len, games))} | {' | '.join(cells)} |"


def memory(name: str, players: int, seed: int) -> float:
    """Kilobytes that a game holds for each decision, with the pages of all seats looked at."""
    game = load_ruleset(name).game(players)
    state, stream = game.start(seed), Stream(2 * seed + 1)
    pages(state)
    gc.collect()
    tracemalloc.start()
    done = 0
    while not state.over and done < 150:
        state = state.clone()
        state.choose(stream.draw(len(state.decision.numbers)), state.decision.seat)
        pages(state)
        done += 1
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held / done / 1000


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=FIVE, help="rulesets between commas")
    parser.add_argument("--players", type=int, default=4, help="as many as the game allows of these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="store_true", help="tell where the time goes")
    told = parser.parse_args(arguments)
    print("| game | decisions | early, ms | middle | late | late, 95 % | kB a page | kB held a decision |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    profile = cProfile.Profile()
    for name in told.games.split(","):
        players = min(load_ruleset(name).players, key=lambda count: abs(count - told.players))
        if told.profile:
            profile.runcall(played, name, players, told.seed, MOST)
        else:
            print(row(name, players, told.seed), flush=True)
    if told.profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
