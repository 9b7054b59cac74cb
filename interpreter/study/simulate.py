"""Many random games: played in shards, by one process or several, with the same result for any number of them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from ..base.errors import UsageError
from ..base.streams import game_seed
from ..game.game import Game
from .run_file import RunFile
from .run_folder import FAILURES, RunFolder
from .shards import Plan, Shard, empty_shard, file_name, native, natively, play_shard, record_again
from .statistics import Tally

SAVED = 10
SHARD_SECONDS = 0.2
SOON_DONE = 50  # random games
MOST_GAMES_IN_SHARD = 5_000_000
LISTEN_SECONDS = 0.05
# elsewhere copies of a running program are not safe
START = "fork" if sys.platform == "linux" else "spawn"
# Windows has no SIGHUP
STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be played: first .. first + count - 1 of the run, all of game number `game`."""

    game: int
    first: int
    count: int


@dataclass(slots=True)
class Run:
    """`count` games of each of `games`, numbered on from one to the next, and what was played of them: a shard each.

    plans: how each of them is played; they differ in the bots alone. before: how many games were played before, by a
    run that was stopped; interrupted: whether this one was. seeds: those of several runs that were put together.
    """

    games: list[Game]
    count: int
    plans: list[Plan]
    shards: list[Shard]
    before: int = 0
    interrupted: bool = False
    seeds: tuple[int, ...] = ()

    @property
    def seed_text(self) -> str:
        """The seed, or the seeds, in words."""
        return f"seeds {', '.join(map(str, self.seeds))}" if self.seeds else f"seed {self.plan.seed}"

    @property
    def plan(self) -> Plan:
        """How the games are played, but for the bots."""
        return self.plans[0]

    @property
    def tallies(self) -> list[Tally]:
        """The counts of each game."""
        return [shard.tally for shard in self.shards]

    @property
    def total(self) -> int:
        """How many games there will be."""
        return self.count * len(self.games)

    @property
    def played(self) -> int:
        return sum(shard.games for shard in self.shards)

    @property
    def soon_done(self) -> bool:
        """Whether what is left takes less time than it takes to start other processes."""
        left = self.total - self.before
        return left < 2 or (left < SOON_DONE and not any(plan.bots or plan.trace or plan.check for plan in self.plans))

    @property
    def clean(self) -> bool:
        """Whether no game failed or was endless."""
        return not any(tally.failed or tally.endless for tally in self.tallies)


class Batches:
    """Hands out the games of a run that are not played yet, in order, so many as take `seconds`, or SHARD_SECONDS.

    Where bots change seats from one of the run's games to the next, these take turns: so all are played alike often
    whenever the run is stopped.

    Towards the end they are fewer, for then one of the `jobs` processes plays the last ones while the others wait.
    """

    def __init__(self, run: Run, jobs: int, seconds: float | None = None) -> None:
        self.size = 1
        self.jobs = jobs
        self.seconds = SHARD_SECONDS if seconds is None else seconds
        self.left = run.total - run.played
        self.in_turn = len(set(run.plans)) > 1
        self.missing = [gap for number in range(len(run.games)) for gap in gaps(run, number)]
        self.missing.reverse()

    def next(self) -> Batch | None:
        """The next games; None when all are handed out."""
        if not self.missing:
            return None
        rest = self.missing.pop()
        few = max(1, self.left // (2 * self.jobs)) if self.jobs > 1 else self.left
        batch = Batch(rest.game, rest.first, min(self.size, rest.count, few))
        self.left -= batch.count
        if rest.count > batch.count:
            further = Batch(rest.game, rest.first + batch.count, rest.count - batch.count)
            self.missing.insert(0 if self.in_turn else len(self.missing), further)
        return batch

    def took(self, games: int, seconds: float) -> None:
        """Some games are played: the next ones are as many as fit their speed."""
        fitting = int(self.seconds * games / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 4 * self.size, MOST_GAMES_IN_SHARD))


def gaps(run: Run, number: int) -> Iterator[Batch]:
    """The games of game `number` of a run that are not played yet."""
    at, last = number * run.count, (number + 1) * run.count
    for first, end in [*run.shards[number].ranges, (last, last)]:
        if at < first:
            yield Batch(number, at, first - at)
        at = end


@dataclass(slots=True)
class Stop:
    """Whether the user has asked to stop (Ctrl-C); the second time raises KeyboardInterrupt."""

    asked: bool = False

    def ask(self, number: int, frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


Elsewhere = Callable[[Run, Stop, Callable[[], None]], None]


@contextlib.contextmanager
def listening() -> Iterator[Stop]:
    """Ctrl-C, the system or a closed terminal asks the run to stop while this lasts; in the main thread only."""
    stop = Stop()
    with handled(stop.ask):
        yield stop


@contextlib.contextmanager
def handled(what: Any) -> Iterator[None]:
    """What becomes of these signals while this lasts; outside the main thread they stay as they are.

    A terminal that is closed means nothing to what was started with `nohup`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heeded = [one for one in STOPPING if one is signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]
    before = {number: signal.signal(number, what) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def simulate(
    games: Sequence[Game],
    count: int,
    plan: Plan | None = None,
    jobs: int = 1,
    note: Callable[[Run], None] | None = None,
    resume: str | Path = "",
) -> Run:
    """Plays `count` games with random choices of each of `games` (of one ruleset, each for another player count).

    `jobs` processes share the work; the result does not depend on their number. `note` is called now and then with the
    run so far. Ctrl-C ends the run early; the games played so far are the result, which is then
    `interrupted`. `resume` is a file that keeps the run; the run goes on from what is in it.
    Raises ValueError for a seed outside 0..2**63-1, UsageError or OSError where a file cannot be written, belongs to
    another run or is damaged, or a process breaks down.
    """
    return simulate_each([(game, plan or Plan()) for game in games], count, jobs, note, resume)


def simulate_each(
    played: Sequence[tuple[Game, Plan]],
    count: int,
    jobs: int = 1,
    note: Callable[[Run], None] | None = None,
    keep: str | Path | RunFolder = "",
    elsewhere: Elsewhere | None = None,
) -> Run:
    """The same for games that are each played by a plan of its own; the plans may differ in their bots.

    `keep` is the file, or the folder, that keeps the run. `elsewhere` plays instead of processes of this machine: it
    adds what comes back to the run and calls what it is handed each time, until nothing is missing or it is to stop.
    """
    games, plans = [game for game, _ in played], [plan for _, plan in played]
    game_seed(plans[0].seed, 0)
    run = Run(games, count, plans, [empty_shard(game, plan) for game, plan in played])
    file: RunFile | RunFolder | None = None
    if keep:
        file = keep if isinstance(keep, RunFolder) else RunFile(Path(keep), count, bool(plans[0].trace))
    if file is not None:
        run.shards = file.read(run.shards)
        run.before = run.played
        # now, so that a file that cannot be written is noticed before any game is played
        file.write(run.shards)

    def tell() -> None:
        if file is not None:
            file.write_now_and_then(run.shards)
        if note is not None:
            note(run)

    with listening() as stop:
        try:
            if run.before:
                tell()
            if elsewhere is not None:
                elsewhere(run, stop, tell)
            elif jobs == 1 or run.soon_done:
                _alone(run, stop, tell)
            else:
                _together(run, min(jobs, run.total - run.before), stop, tell)
        finally:
            if file is not None:
                file.write(run.shards)
    run.interrupted = stop.asked and run.played < run.total
    return run


def _alone(run: Run, stop: Stop, tell: Callable[[], None]) -> None:
    feed = Batches(run, 1)
    while not stop.asked and (batch := feed.next()) is not None:
        prepare(run.games[batch.game], run.plans[batch.game], run.count)
        shard, seconds = timed(run.games[batch.game], run.plans[batch.game], batch, lambda: stop.asked)
        run.shards[batch.game].add(shard)
        feed.took(shard.games, seconds)
        tell()


def timed(game: Game, plan: Plan, batch: Batch, stopped: Callable[[], bool]) -> tuple[Shard, float]:
    """Plays some games, fewer if `stopped`; the shard and the seconds it took."""
    started = time.monotonic()
    shard = play_shard(game, batch.first, batch.count, plan, stopped)
    return shard, time.monotonic() - started


def failures_folder(run: Run, out: Path | None, ruleset: str) -> Path:
    """Where games that failed or did not end are saved."""
    return Path(run.plan.trace or (out / FAILURES if out is not None else f"{ruleset}-failures"))


def save_failures(run: Run, folder: Path) -> list[tuple[int, Path]]:
    """Writes short traces of the first failed and the first endless games, SAVED of each kind; (number, file) of each.

    Games that were traced are there already. Raises OSError where a file cannot be written.
    """
    found: list[tuple[int, Path]] = []
    for kind in ("failed", "endless"):
        numbers = [(n, at) for at, tally in enumerate(run.tallies) for n in getattr(tally, kind)]
        for number, at in sorted(numbers)[:SAVED]:
            game, plan = run.games[at], run.plans[at]
            path = folder / file_name(game, plan, number)
            if not plan.trace:
                folder.mkdir(parents=True, exist_ok=True)
                record_again(game, plan, number, path)
            found.append((number, path))
    return found


# -- several processes


def _together(run: Run, jobs: int, stop: Stop, tell: Callable[[], None]) -> None:

    context: Any = multiprocessing.get_context(START)
    if START == "fork":
        # the processes are copies of this one: what is compiled here is compiled there
        for game, plan in zip(run.games, run.plans, strict=True):
            prepare(game, plan, run.count)
    feed = Batches(run, jobs)
    busy: dict[Connection, tuple[Any, Batch]] = {}
    workers: list[tuple[Any, Connection]] = []
    # a process started while signals are ignored ignores them too, from its first line on
    with handled(signal.SIG_IGN):
        for _ in range(jobs):
            near, far = context.Pipe()
            # a copy has these ends too; while one is open, a worker whose parent is gone waits for ever to send
            copied = [*(end for _, end in workers), near] if START == "fork" else []
            worker = context.Process(target=serve, args=(far, run.games, run.plans, os.getpid(), copied), daemon=True)
            worker.start()
            far.close()
            workers.append((worker, near))
    try:
        for worker, near in workers:
            _hand_on(feed, near, worker, busy)
        _collect(run, feed, busy, stop, tell)
    finally:
        for worker, near in workers:
            near.close()
            if worker.is_alive() and busy:
                worker.kill()
            worker.join()


def prepare(game: Game, plan: Plan, count: int) -> None:
    """Compiles what playing so many games needs, unless that is done."""
    if plan.use:
        game.counting()
    if natively(plan, count):
        _ = native(game, plan)
    else:
        game.code(bool(plan.trace or plan.bots))
    if plan.bots:
        _ = game.searching


def _collect(run: Run, feed: Batches, busy: dict[Connection, Any], stop: Stop, tell: Callable[[], None]) -> None:
    """Takes what the workers have done and gives them more, until nothing is left or the user stops the run."""
    told = False
    while busy:
        if stop.asked and not told:
            told = True
            for near in busy:
                with contextlib.suppress(BrokenPipeError):
                    near.send(None)
        ends = {worker.sentinel: near for near, (worker, _) in busy.items()}
        ready: list[Any] = wait([*busy, *ends], timeout=0.2)
        for near in {ends.get(item, item): None for item in ready}:
            worker, batch = busy.pop(near)
            shard, seconds = _received(near)
            feed.took(shard.games, seconds)
            if not told:
                _hand_on(feed, near, worker, busy)
            run.shards[batch.game].add(shard)
            tell()


def _hand_on(feed: Batches, near: Connection, worker: Any, busy: dict[Connection, Any]) -> None:
    """The next games for a worker, or the word that there are none."""
    batch = feed.next()
    if batch is not None:
        busy[near] = worker, batch
    with contextlib.suppress(BrokenPipeError):
        near.send(batch)


def _received(near: Connection) -> tuple[Shard, float]:
    try:
        found = near.recv()
    except (EOFError, ConnectionError):
        hint = "perhaps there is not enough memory; try --jobs 1"
        raise UsageError(f"one of the processes that play the games has broken down: {hint}") from None
    if isinstance(found, Exception):
        raise found
    shard, seconds = found
    return shard, seconds


def serve(far: Connection, games: list[Game], plans: list[Plan], parent: int, copied: list[Connection]) -> None:
    """What a worker process does: plays the games it is sent until it gets None or the parent is gone."""
    for end in copied:
        end.close()
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    listen = 0.0

    def stopped() -> bool:
        # looking into the pipe takes longer than a small game
        nonlocal listen
        now = time.monotonic()
        if now < listen:
            return False
        listen = now + LISTEN_SECONDS
        return far.poll()

    try:
        while True:
            while not far.poll(2):
                if os.getppid() != parent:
                    return
            batch = far.recv()
            if batch is None:
                return
            far.send(timed(games[batch.game], plans[batch.game], batch, stopped))
    except (EOFError, ConnectionError):
        return
    except OSError as error:
        far.send(OSError(error.errno, error.strerror, error.filename))
    except Exception as error:
        far.send(UsageError(f"a process that plays the games has broken down: {type(error).__name__}: {error}"))
