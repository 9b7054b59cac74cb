"""Play the games of a run on a Dask cluster: the same shards as on one machine, given to whoever is free."""

from __future__ import annotations

import logging
import math
import pickle
import time
import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from ...base.errors import UsageError
from ...game.game import Game
from .interrupts import StopRequest
from .run import Batch, Batches, Run, play_batch
from .shards import Plan, Shard

WITHOUT = "--cluster needs Dask, which is not installed: pip install 'stammtisch[cluster]'"
SECONDS = 1.0  # seconds for a shard
WAITING = 2  # shards for each thread, so that none waits for the next
CONNECT = 10  # seconds
PATIENCE = 5  # seconds without a worker before that is reported


class Cluster:
    """Plays runs on the machines of a scheduler; `simulate_each(..., elsewhere=Cluster(address))`.

    say: is handed a line for the user while the scheduler has no workers.
    Raises UsageError where there is no scheduler at that address.
    """

    def __init__(self, address: str, say: Callable[[str], None] | None = None) -> None:
        self.address, self.client, self.say = address, connect(address), say

    def __call__(self, run: Run, stop: StopRequest, tell: Callable[[], None]) -> None:
        """Play the missing games. Those of a lost machine are played by another.

        Raises UsageError where the scheduler is lost, or games cannot be played there.
        """
        if self.client.status == "closed":
            self.client = connect(self.address)
        packed = zlib.compress(pickle.dumps([*zip(run.games, run.plans, strict=True)]))
        try:
            with self.client.as_current():
                self.collect(packed, run, Batches(run, 1, SECONDS), stop, tell)
        except (OSError, TimeoutError):
            raise UsageError(f"the scheduler at {self.address} no longer answers") from None
        finally:
            self.client.close(timeout=1)

    def collect(self, packed: bytes, run: Run, feed: Batches, stop: StopRequest, tell: Callable[[], None]) -> None:
        """Hand out games and add the results, until none are left or the user stops the run."""
        busy: dict[Any, Batch] = {}
        asked, patient = 0.0, time.monotonic() + PATIENCE
        while not stop.asked:
            if (now := time.monotonic()) >= asked:
                asked, threads = now + 1, sum(self.client.nthreads().values())
                feed.jobs = max(1, threads)
                patient = now + PATIENCE if threads else patient
                if now >= patient and self.say is not None:
                    self.say(f"The scheduler at {self.address} has no workers. Start one: dask worker {self.address}")
                    patient = math.inf
            while len(busy) < WAITING * feed.jobs and (batch := feed.next()) is not None:
                busy[self.client.submit(play_packed, packed, batch, pure=False)] = batch
            if not busy:
                return
            for future in wait_for_finished(busy):
                batch = busy.pop(future)
                if future.status in ("cancelled", "lost"):
                    busy[self.client.submit(play_packed, packed, batch, pure=False)] = batch
                    continue
                shard, seconds = receive_result(future)
                feed.note_speed(shard.games, seconds)
                run.shards[batch.game].add(shard)
                tell()
        self.client.cancel([*busy])


def connect(address: str) -> Any:
    """Connect to the scheduler. Raises UsageError if there is none."""
    try:
        import distributed
    except ImportError:
        raise UsageError(WITHOUT) from None
    for name in [*logging.root.manager.loggerDict]:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are reported once, in words
    client: Any = distributed.Client
    try:
        return client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        hint = "start one with: dask scheduler"
        raise UsageError(f"there is no Dask scheduler at {address}; {hint}") from None


def wait_for_finished(busy: Iterable[Any]) -> list[Any]:
    """Wait a while for finished or lost tasks; return them."""
    import distributed

    wait: Any = distributed.wait
    try:
        return [*wait([*busy], timeout=0.2, return_when="FIRST_COMPLETED").done]
    except TimeoutError:
        return []


def receive_result(future: Any) -> tuple[Shard, float]:
    """The result of a task. Raises UsageError if it failed."""
    error = future.exception()
    if isinstance(error, UsageError):
        raise error
    if error is not None:
        told = f"{type(error).__name__}: {error}"
        raise UsageError(f"a machine of the cluster cannot play these games: {told}") from None
    shard, seconds = future.result()
    return shard, seconds


# -- on the machines


def play_packed(packed: bytes, batch: Batch) -> tuple[Shard, float]:
    """Play some games on a worker; return the shard and the seconds it took."""
    game, plan = unpack(packed)[batch.game]
    return play_batch(game, plan, batch, lambda: False)


@lru_cache(maxsize=4)
def unpack(packed: bytes) -> list[tuple[Game, Plan]]:
    """Unpack games and plans; cached, as games are compiled when they are first played."""
    found: list[tuple[Game, Plan]] = pickle.loads(zlib.decompress(packed))
    return found
