"""Many random games: played in shards, by one process or several, with the same result for any number of them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from . import ir
from .errors import GameError, UsageError
from .game import Game, State, bots_stream
from .statistics import Tally
from .streams import game_seed, index, step
from .trace import Recorder, failure, write_failed_start

MOST_DECISIONS = 20_000
SAVED = 10
SHARD_SECONDS = 0.2
MOST_GAMES_IN_SHARD = 2_000
# what a mistake in generated code may raise outside State._advance, which turns it into a GameError
BUGS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: `games` games of each program (one a player count), numbered on from program to program.

    Game number i (from 0) has the seed game_seed(seed, i), for its chance and its bots. `most` decisions are allowed.
    `trace` is the folder that gets the trace of every game, "" for none.
    """

    programs: tuple[ir.Program, ...]
    games: int
    seed: int = 0
    most: int = MOST_DECISIONS
    trace: str = ""

    @property
    def total(self) -> int:
        return self.games * len(self.programs)


@dataclass(frozen=True, slots=True)
class Shard:
    """The games first .. first + count - 1 of the run, all of program number `program`."""

    program: int
    first: int
    count: int


@dataclass(slots=True)
class Run:
    """The result: a tally for each program of the plan; whether the run was stopped by the user before its end."""

    plan: Plan
    tallies: list[Tally]
    interrupted: bool = False

    @property
    def played(self) -> int:
        return sum(tally.games for tally in self.tallies)

    @property
    def clean(self) -> bool:
        """Whether no game failed or was endless."""
        return not any(tally.failed or tally.endless for tally in self.tallies)


@dataclass(slots=True)
class Feed:
    """Hands out the games of a plan in order, so many at a time as take about SHARD_SECONDS."""

    plan: Plan
    at: int = 0
    size: int = 1

    def next(self) -> Shard | None:
        """The next shard; None when all games are handed out."""
        if self.at >= self.plan.total:
            return None
        program, inside = divmod(self.at, self.plan.games)
        shard = Shard(program, self.at, min(self.size, self.plan.games - inside))
        self.at += shard.count
        return shard

    def took(self, games: int, seconds: float) -> None:
        """A shard is done: the next ones are as large as fits its speed."""
        fitting = int(SHARD_SECONDS * games / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 4 * self.size, MOST_GAMES_IN_SHARD))


@dataclass(slots=True)
class Stop:
    """Whether the user has asked to stop (Ctrl-C); the second time raises KeyboardInterrupt."""

    asked: bool = False

    def ask(self, number: int, frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextlib.contextmanager
def listening() -> Iterator[Stop]:
    """Ctrl-C asks the run to stop while this lasts (in the main thread; elsewhere it stays as it is)."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, stop.ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def simulate(
    games: Sequence[Game],
    count: int,
    seed: int = 0,
    jobs: int = 1,
    most: int = MOST_DECISIONS,
    trace: str | Path = "",
    note: Callable[[Run], None] | None = None,
) -> Run:
    """Plays `count` games with random choices of each of `games` (of one ruleset, each for another player count).

    `jobs` processes share the work; the result does not depend on their number. `note` is called now and then with the
    run so far. Ctrl-C ends the run early; the games played so far are the result, which is then `interrupted`.
    Raises ValueError for a seed outside 0..2**63-1, UsageError or OSError where a trace cannot be written or a process
    breaks down.
    """
    game_seed(seed, 0)
    plan = Plan(tuple(game.program for game in games), count, seed, most, str(trace))
    run = Run(plan, [Tally(game.players) for game in games])
    if trace:
        Path(trace).mkdir(parents=True, exist_ok=True)
    with listening() as stop:
        if jobs == 1 or plan.total == 1:
            _alone(run, list(games), stop, note)
        else:
            _together(run, min(jobs, plan.total), stop, note)
    run.interrupted = stop.asked and run.played < plan.total
    return run


def _alone(run: Run, games: list[Game], stop: Stop, note: Callable[[Run], None] | None) -> None:
    feed = Feed(run.plan)
    while not stop.asked and (shard := feed.next()) is not None:
        tally, seconds = play_shard(games[shard.program], run.plan, shard, lambda: stop.asked)
        run.tallies[shard.program].add(tally)
        feed.took(tally.games, seconds)
        if note is not None:
            note(run)


# -- one shard


def play_shard(game: Game, plan: Plan, shard: Shard, stopped: Callable[[], bool]) -> tuple[Tally, float]:
    """Plays the games of a shard, or fewer if `stopped`; their tally and the seconds it took."""
    started = time.monotonic()
    tally = Tally(game.players)
    for number in range(shard.first, shard.first + shard.count):
        play_game(game, plan, number, tally)
        if stopped():
            break
    return tally, time.monotonic() - started


def play_game(game: Game, plan: Plan, number: int, tally: Tally) -> None:
    """Plays one game and adds it to the tally; a game that fails or does not end is counted as that."""
    seed = game_seed(plan.seed, number)
    choices: list[int] = []
    try:
        if plan.trace:
            state, choices = recorded(game, plan, number, Path(plan.trace, file_name(game, plan, number)), False)
        else:
            state = game.played(seed, plan.most, choices)
        if state.over:
            tally.add_game(state.scores, state.winners, state.reason, choices, state.v[ir.TURNS])
        else:
            tally.endless.append(number)
    except GameError as error:
        tally.failed[number] = failure(game.program, error)
    except BUGS as error:
        tally.failed[number] = _internal(error).message


def _internal(error: Exception) -> GameError:
    return GameError(f"internal error in the generated code: {type(error).__name__}: {error}")


def recorded(game: Game, plan: Plan, number: int, path: Path, short: bool) -> tuple[State, list[int]]:
    """The same game as `play_game` plays, written to a trace. Raises GameError where the rules fail."""
    seed = game_seed(plan.seed, number)
    bots = bots_stream(seed)
    try:
        state = game.start(seed, log=not short)
    except GameError as error:
        write_failed_start(path, game, seed, (), error)
        raise
    choices: list[int] = []
    with Recorder(path, state, short=short) as recorder:
        try:
            while not state.over and state.decisions < plan.most:
                seat, site = state.sites()[0]
                count = len(state.option_numbers(seat, site))
                bots = step(bots)
                recorder.choose(index(bots, count), seat)
                choices.append(count * game.players + seat)
        except BUGS as error:
            raise _internal(error) from error
    return state, choices


# -- files


def file_name(game: Game, plan: Plan, number: int) -> str:
    """The name of a game's trace: ruleset, players, seed of the run and number of the game from 1."""
    return f"{game.program.ruleset}-{game.players}-players-seed-{plan.seed}-game-{number + 1}.jsonl"


def save_failures(run: Run, games: Sequence[Game], folder: Path) -> list[tuple[int, Path]]:
    """Writes short traces of the first failed and the first endless games, SAVED of each kind; (number, file) of each.

    Games that were traced are there already. Raises OSError where a file cannot be written.
    """
    found: list[tuple[int, Path]] = []
    for kind in ("failed", "endless"):
        numbers = [
            (n, game) for tally, game in zip(run.tallies, games, strict=True) for n in sorted(getattr(tally, kind))
        ]
        for number, game in sorted(numbers, key=lambda pair: pair[0])[:SAVED]:
            path = folder / file_name(game, run.plan, number)
            if not run.plan.trace:
                folder.mkdir(parents=True, exist_ok=True)
                with contextlib.suppress(GameError):
                    recorded(game, run.plan, number, path, True)
            found.append((number, path))
    return found


# -- several processes


def _together(run: Run, jobs: int, stop: Stop, note: Callable[[Run], None] | None) -> None:
    context = multiprocessing.get_context()
    feed = Feed(run.plan)
    busy: dict[Connection, tuple[Any, Shard]] = {}
    workers = []
    # a process started while Ctrl-C is ignored ignores it too, from its first line on
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if in_main else None
    try:
        for _ in range(jobs):
            near, far = context.Pipe()
            worker = context.Process(target=serve, args=(far, run.plan, os.getpid()), daemon=True)
            worker.start()
            far.close()
            workers.append((worker, near))
    finally:
        if in_main:
            signal.signal(signal.SIGINT, before)
    try:
        for worker, near in workers:
            _hand_on(feed, near, worker, busy)
        _collect(run, feed, busy, stop, note)
    finally:
        for worker, near in workers:
            near.close()
            if worker.is_alive() and busy:
                worker.terminate()
            worker.join()


def _collect(run: Run, feed: Feed, busy: dict[Connection, Any], stop: Stop, note: Callable[[Run], None] | None) -> None:
    """Takes what the workers have done and gives them more, until nothing is left or the user stops the run."""
    told = False
    while busy:
        if stop.asked and not told:
            told = True
            for near in busy:
                near.send(None)
        ends = {worker.sentinel: near for near, (worker, _) in busy.items()}
        ready: list[Any] = wait([*busy, *ends], timeout=0.2)
        for near in {ends.get(item, item): None for item in ready}:
            worker, shard = busy.pop(near)
            tally, seconds = _received(near)
            run.tallies[shard.program].add(tally)
            feed.took(tally.games, seconds)
            if not told:
                _hand_on(feed, near, worker, busy)
            if note is not None:
                note(run)


def _hand_on(feed: Feed, near: Connection, worker: Any, busy: dict[Connection, Any]) -> None:
    """The next shard for a worker, or the word that there is none."""
    shard = feed.next()
    if shard is not None:
        busy[near] = worker, shard
    with contextlib.suppress(BrokenPipeError):
        near.send(shard)


def _received(near: Connection) -> tuple[Tally, float]:
    try:
        found = near.recv()
    except (EOFError, ConnectionError):
        hint = "perhaps there is not enough memory; try --jobs 1"
        raise UsageError(f"one of the processes that play the games has broken down: {hint}") from None
    if isinstance(found, Exception):
        raise found
    tally, seconds = found
    return tally, seconds


def serve(far: Connection, plan: Plan, parent: int) -> None:
    """What a worker process does: plays the shards it is sent until it gets None or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games: dict[int, Game] = {}
    try:
        while True:
            while not far.poll(2):
                if os.getppid() != parent:
                    return
            shard = far.recv()
            if shard is None:
                return
            if shard.program not in games:
                games[shard.program] = Game(plan.programs[shard.program])
            far.send(play_shard(games[shard.program], plan, shard, far.poll))
    except (EOFError, ConnectionError):
        return
    except OSError as error:
        far.send(OSError(error.errno, error.strerror, error.filename))
    except Exception as error:
        far.send(UsageError(f"a process that plays the games has broken down: {type(error).__name__}: {error}"))
