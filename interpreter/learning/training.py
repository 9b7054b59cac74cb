"""Let a net learn a game by self-play: the quality of the option chosen follows what the game came to (Monte Carlo)."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from struct import pack, unpack

from ..backend.native import compile_native
from ..backend.native.learned_net import LearnedNet, SearchSetting, play_hash
from ..backend.native.net import LIKING, Net
from ..backend.native.writing.layout import MOST_DECISIONS
from ..backend.outcome import payoffs_of
from ..base.errors import UsageError
from ..base.streams import game_seed
from ..game.game import Game

# games at random that tell which payoffs there are; of these so many in a hundred at both ends count as the last one
SAMPLE_GAMES, CUT = 400, 1
# games between two looks at the clock
BLOCK = 100
# from the first game to the last: how much the net follows what it likes, and how far weights go
HEAT, RATE = (5.0, LIKING), (0.05, 0.01)
STAGES = 4  # parts of the learning after which the net so far is shown
FAILING = 200  # games with failing rules that are put up with
UNTRIED = SearchSetting(10.0, 8, 200)


def learn(
    game: Game,
    seconds: float,
    seed: int,
    before: LearnedNet | None = None,
    games: int | None = None,
    show: Callable[[LearnedNet], None] | None = None,
) -> LearnedNet:
    """Learn a game for so many seconds, or so many games, and return the net.

    before: a net of other rules, of which what has the same name is taken over. With `games` the same net is learned
    everywhere. show: is called with the net so far after each stage but the last, and takes no time of it. Raises
    UsageError where the game is not played natively, its payoffs are all alike, or its rules fail.
    """
    machine = compile_native(game.program, searching=True, learning=True)
    if machine is None:
        raise UsageError(f"{game.name} cannot be learned: it is too large for native play, or wasmtime is missing")
    net = Net(machine)
    low, high = payoff_range(net, game)
    net.count_payoffs(low, 1 / (high - low))
    net.begin(seed)
    if before is not None:
        net.use_names(before)
    played, failed, stage = 0, 0, 1
    begun = time.monotonic()

    def net_so_far() -> LearnedNet:
        made = {"games": played, "seconds": round(time.monotonic() - begun), "seed": seed}
        weights = round_to_halves(net.weights())
        payoffs = low, 1 / (high - low)
        return LearnedNet(play_hash(game.program), game.players, payoffs, *net.groups, weights, UNTRIED, {}, made)

    while True:
        gone = time.monotonic() - begun
        part = played / games if games is not None else gone / seconds
        if part >= 1:
            return net_so_far()
        if show is not None and part >= stage / STAGES:
            paused = time.monotonic()
            show(net_so_far())
            begun += time.monotonic() - paused
            stage += 1
        heat, rate = HEAT[0] + (HEAT[1] - HEAT[0]) * part, RATE[0] * (RATE[1] / RATE[0]) ** part
        count = BLOCK if games is None else min(BLOCK, games - played)
        failed += net.learn(count, game_seed(seed, played), heat, rate)
        played += count
        if failed > FAILING:
            raise UsageError(f"{game.name} cannot be learned: its rules failed in {failed} of {played} games")


def round_to_halves(weights: array[float]) -> array[float]:
    """The weights as a file keeps them, with 16 bits."""
    form = f"<{len(weights)}e"
    return array("f", unpack(form, pack(form, *(max(-60_000.0, min(60_000.0, weight)) for weight in weights))))


def payoff_range(net: Net, game: Game) -> tuple[float, float]:
    """The least and the greatest payoff that count, by random games. Raises UsageError where all are alike."""
    found = sorted(
        payoff
        for row in net.machine.rows(0, 0, SAMPLE_GAMES, MOST_DECISIONS)
        if row is not None
        for payoff in payoffs_of(game.program, row)
    )
    cut = len(found) * CUT // 100
    for low, high in ((found[cut], found[-1 - cut]), (found[0], found[-1])) if found else ():
        if low < high:
            return low, high
    raise UsageError(f"{game.name} cannot be learned: in {SAMPLE_GAMES} random games all players get the same")
