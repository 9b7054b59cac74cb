"""Play the games of a run in several processes on this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any

from ...base.errors import UsageError
from ...game.game import Game
from .interrupts import STOPPING, StopRequest, handle_signals
from .run import Batch, Batches, Run, play_batch, prepare
from .shards import Plan, Shard

LISTEN_SECONDS = 0.05
# elsewhere copies of a running program are not safe
START = "fork" if sys.platform == "linux" else "spawn"


def play_in_processes(run: Run, jobs: int, stop: StopRequest, tell: Callable[[], None]) -> None:
    """Play the missing games of a run by `jobs` processes; `tell` is called after each result.

    Raises UsageError or OSError where a process breaks down or cannot write.
    """
    context: Any = multiprocessing.get_context(START)
    if START == "fork":
        # the processes are copies of this one: what is compiled here is compiled there
        for game, plan in zip(run.games, run.plans, strict=True):
            prepare(game, plan, run.total)
    feed = Batches(run, jobs)
    busy: dict[Connection, tuple[Any, Batch]] = {}
    workers: list[tuple[Any, Connection]] = []
    # a process started while signals are ignored ignores them too, from its first line on
    with handle_signals(signal.SIG_IGN):
        for _ in range(jobs):
            near, far = context.Pipe()
            # a copy has these ends too; while one is open, a worker whose parent is gone waits for ever to send
            copied = [*(end for _, end in workers), near] if START == "fork" else []
            worker = context.Process(
                target=serve_games, args=(far, run.games, run.plans, os.getpid(), copied), daemon=True
            )
            worker.start()
            far.close()
            workers.append((worker, near))
    try:
        for worker, near in workers:
            _send_batch(feed, near, worker, busy)
        _collect(run, feed, busy, stop, tell)
    finally:
        for worker, near in workers:
            near.close()
            if worker.is_alive() and busy:
                worker.kill()
            worker.join()


def _collect(run: Run, feed: Batches, busy: dict[Connection, Any], stop: StopRequest, tell: Callable[[], None]) -> None:
    """Add the workers' results and hand out more games, until none are left or the user stops the run."""
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
            shard, seconds = _receive(near)
            feed.note_speed(shard.games, seconds)
            if not told:
                _send_batch(feed, near, worker, busy)
            run.shards[batch.game].add(shard)
            tell()


def _send_batch(feed: Batches, near: Connection, worker: Any, busy: dict[Connection, Any]) -> None:
    """Send a worker its next games, or the word that there are none."""
    batch = feed.next()
    if batch is not None:
        busy[near] = worker, batch
    with contextlib.suppress(BrokenPipeError):
        near.send(batch)


def _receive(near: Connection) -> tuple[Shard, float]:
    """Receive a worker's result. Raises the error that it sends instead."""
    try:
        found = near.recv()
    except (EOFError, ConnectionError):
        hint = "perhaps there is not enough memory; try --jobs 1"
        raise UsageError(f"one of the processes that play the games has broken down: {hint}") from None
    if isinstance(found, Exception):
        raise found
    shard, seconds = found
    return shard, seconds


def serve_games(far: Connection, games: list[Game], plans: list[Plan], parent: int, copied: list[Connection]) -> None:
    """Run a worker process: play the games sent until it gets None or the parent is gone."""
    for end in copied:
        end.close()
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    listen = 0.0

    def should_stop() -> bool:
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
            far.send(play_batch(games[batch.game], plans[batch.game], batch, should_stop))
    except (EOFError, ConnectionError):
        return
    except OSError as error:
        far.send(OSError(error.errno, error.strerror, error.filename))
    except Exception as error:
        far.send(UsageError(f"a process that plays the games has broken down: {type(error).__name__}: {error}"))
