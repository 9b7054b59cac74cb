"""Many random games for one call: native play, C by hand, OpenSpiel's rollouts. What these give back plays some thousand
games and returns the number of their decisions.
"""

from __future__ import annotations

import ctypes
import importlib
import itertools
import random
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import engines
from contests import Contest
from engines import Engine, Play

from stammtisch.base.streams import GAME, seed_stream

if TYPE_CHECKING:
    from stammtisch.backend.native import Machine
    from stammtisch.game.game import Game

FOLDER = Path(__file__).resolve().parent
NATIVE, COUNTED, C, SEEDED = "native", "native, counted", "C", "C, seeded"
OWN_ROLLOUTS, ROLLOUTS = "native rollouts", "OpenSpiel's rollouts"
# in the order of called_games.c
IN_C = ("tic-tac-toe", "kuhn", "leduc", "goofspiel", "liar's dice (1)", "liar's dice (5)")
MOST = 100_000  # decisions of a game
CALL = 0.05  # seconds of a native call
RUNS = 4  # of which the decisions are counted beforehand
AT_ONCE = 5_000  # playouts of one call of C and of OpenSpiel
MEASURED = 5_000  # games whose decisions are counted, where rollouts do not tell


def games_of_a_call(machine: Machine) -> int:
    """How many games native play takes CALL seconds for; one call may do fewer, see docs/native.md."""
    count = 4
    while True:
        began = time.process_time()
        played, _ = machine.run(0, 0, count, MOST, False, 0)
        took = time.process_time() - began
        if took > CALL / 10 or played < count:
            break
        count *= 4
    return max(1, round(played * CALL / took))


def native(machine: Machine, dealt: bool) -> Engine:
    """Games by number, a row for each left in memory: the call alone, whose decisions were counted before.

    dealt: each call is about one state at its first decision, from which its games go on.
    """
    layout, runs, count = machine.layout, [], games_of_a_call(machine)
    for run in range(RUNS):
        at = 0
        if dealt:
            at = machine.place(run)
            machine.start(at, seed_stream(run, GAME))
        games, failed = machine.run(run, 0, count, MOST, False, at)
        assert not failed
        rows = machine.numbers(layout.outcomes, layout.fields * games)
        runs.append((run, games, at, sum(rows[2 * machine.program.players + 2 :: layout.fields])))

    def engine(seed: int) -> Play:
        turns = itertools.cycle(runs)

        def play() -> int:
            run, games, at, decisions = next(turns)
            machine.run(run, 0, games, MOST, False, at)
            return decisions

        return play

    return engine


def counted(machine: Machine) -> Engine:
    """The same with results and choices counted and the counts read, as simulate does."""
    count = games_of_a_call(machine)

    def engine(seed: int) -> Play:
        first = 0

        def play() -> int:
            nonlocal first
            found = machine.count_games(seed, first, count, MOST)
            first += found.games
            return found.choices.total()

        return play

    return engine


@cache
def c_library() -> ctypes.CDLL | None:
    """The games in C, compiled; None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp())
    try:
        made = folder / "called_games.so"
        flags = ("-O3", "-march=native", "-shared", "-fPIC")
        subprocess.run([compiler, *flags, str(FOLDER / "called_games.c"), "-o", str(made)], check=True)
        library = ctypes.CDLL(str(made))
    finally:
        shutil.rmtree(folder)
    whole = ctypes.c_int64
    library.playouts.argtypes, library.playouts.restype = (ctypes.c_int, whole, ctypes.c_int, whole, whole), whole
    library.results.restype = whole
    return library


def in_c(library: ctypes.CDLL, name: str, seeded: bool) -> Engine:
    """C by hand; seeded: a stream of its own for each game, as native play has two."""
    number = IN_C.index(name)

    def engine(seed: int) -> Play:
        firsts = itertools.count(0, AT_ONCE)
        return lambda: int(library.playouts(number, AT_ONCE, seeded, seed, next(firsts)))

    return engine


def rollouts(name: str) -> Engine | None:
    """OpenSpiel's own playouts in C++: a bot's single simulation, from the first decision of a game on.

    The bot cannot begin with chance, so what is dealt before that decision is dealt from here, once a call. None where
    players choose at the same time, which the bot cannot do.
    """
    spiel: Any = importlib.import_module("pyspiel")
    game = spiel.load_game(name)
    if game.get_type().dynamics != spiel.GameType.Dynamics.SEQUENTIAL:
        return None
    random.seed(0)
    play_one = engines.open_spiel(name)(0)
    length = sum(play_one() for _ in range(MEASURED)) / MEASURED

    def engine(seed: int) -> Play:
        random.seed(seed)
        evaluator = spiel.RandomRolloutEvaluator(AT_ONCE, seed & 0x7FFFFFFF)
        bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)

        def play() -> int:
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
            bot.mcts_search(state)
            return round(AT_ONCE * length)

        return play

    return engine


def of_game(contest: Contest, game: Game) -> dict[str, Engine]:
    """Those that this game has, as far as they are installed."""
    found: dict[str, Engine] = {}
    if game.native is not None:
        found |= {NATIVE: native(game.native, False), COUNTED: counted(game.native)}
    library = c_library()
    if library is not None and contest.name in IN_C:
        found |= {C: in_c(library, contest.name, False), SEEDED: in_c(library, contest.name, True)}
    if contest.spiel:
        with suppress(ImportError):
            if (engine := rollouts(contest.spiel)) is not None:
                found[ROLLOUTS] = engine
                if game.native is not None:
                    found[OWN_ROLLOUTS] = native(game.native, True)
    return found
