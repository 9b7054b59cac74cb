"""Processes that make pages beside the server's own, so that one with many open pages uses all processors.

Each table has its worker, which plays the table's game along: it is told of the choices that it does not know yet. Its
pages are the same as those that the server makes itself, as the same choices make the same game.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Self
from zlib import crc32

from ...game.game import Game, starting_game
from ...game.state import State, repeat_choices
from ...program.options import History, links
from ...records.recording_reader import RecordedGame
from ..pages.fragments import FRAGMENTS
from ..play.table import Table
from ..play.tables import rules_key
from .page_updates import SeatOrder, Sent, Shown, next_message
from .process import ENDING, collect_seldom

LOG = logging.getLogger(__name__)
# as long as no more pages are open, the server makes them itself
PAGES_ALONE = 200
MOST_WORKERS = 4
# the tables, and the compiled games, that a worker remembers
MOST_TABLES, MOST_GAMES = 1000, 100
SECONDS_AFTER_FAILURE = 60.0


@dataclass(frozen=True)
class Task:
    """A message to make for an open page of a table, and what its worker has to know before.

    header: the first line of the game's recording, where the worker begins it anew; else None, and `choices`, as seats
    and numbers of options, are only those that it does not know yet. `decisions`: how many there are in all.
    """

    table: str
    header: dict[str, Any] | None
    choices: list[tuple[int, int]]
    decisions: int
    order: SeatOrder
    shown: Shown


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class PageWorkers:
    """The workers of a server, which begin when many pages are open.

    `known`: by table the last choice that its worker knows of. `learning`: by worker what it is told of a whole table.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number or min(_processors(), MOST_WORKERS)
        self.workers: list[ProcessPoolExecutor] = []
        self.known: dict[str, History | None] = {}
        self.learning: dict[ProcessPoolExecutor, Future[Sent | None]] = {}
        self.ready = False
        self.not_before = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._let_go():
            worker.shutdown(wait=False, cancel_futures=True)

    def begin(self, pages: int) -> None:
        """Start the workers if so many open pages need them, and the machine has several processors."""
        if self.workers or pages <= PAGES_ALONE or self.number < 2 or time.monotonic() < self.not_before:
            return
        # not copies of this process, in which other threads hold locks
        context = multiprocessing.get_context("spawn")
        try:
            self.workers = [ProcessPoolExecutor(1, context, _begin_worker, (self.number,)) for _ in range(self.number)]
            waiting = [*self.workers]
            for worker in self.workers:
                worker.submit(bool).add_done_callback(partial(self._note_start, waiting, worker))
        except (OSError, RuntimeError) as error:  # too few files, memory or threads, or a system without semaphores
            self._fail(error)

    def _note_start(
        self, waiting: list[ProcessPoolExecutor], worker: ProcessPoolExecutor, answer: Future[bool]
    ) -> None:
        """Note that a worker has answered, one of those that are waited for, or has broken down."""
        if answer.cancelled():
            return
        if (error := answer.exception()) is not None:
            self._fail(error)
            return
        waiting.remove(worker)
        self.ready = bool(self.workers) and not waiting

    def submit(self, table: Table, order: SeatOrder, shown: Shown) -> Future[Sent | None] | None:
        """Let a worker make what an open page is sent; None where the server has to. The caller holds the table's lock.

        The future's result is that of `next_message`, or None if the worker does not know the game so far: then
        `forget` the table, and ask again.
        """
        if (worker := self._worker_of(table.id)) is None:
            return None
        last, since = table.state.history, self.known.get(table.id)
        choices = links(last, since)
        # what was taken back leads to other choices, perhaps as many
        goes_on = table.id in self.known and (choices[0].before if choices else last) is since
        # one whole game after another, as many would hold up the pages of all other tables
        if not goes_on and worker in self.learning and not self.learning[worker].done():
            return None
        header, made = None if goes_on else table.header, [(link.seat, link.number) for link in choices]
        try:
            answer = worker.submit(make_message, Task(table.id, header, made, table.state.decisions, order, shown))
        except RuntimeError as error:
            self._fail(error)
            return None
        if not goes_on:
            self.learning[worker] = answer
        if len(self.known) > MOST_TABLES:
            self.known.clear()
        self.known[table.id] = last
        return answer

    def forget(self, table_id: str) -> None:
        """Tell the worker all of a table next time."""
        self.known.pop(table_id, None)

    def drop(self, table_id: str) -> None:
        """Let the worker forget a table, too, of which no page is open any more."""
        worker = self._worker_of(table_id)
        if self.known.pop(table_id, self) is not self and worker is not None:
            with suppress(RuntimeError):
                worker.submit(drop_table, table_id)

    def _worker_of(self, table_id: str) -> ProcessPoolExecutor | None:
        """The worker of a table; None as long as they are not ready."""
        workers = self.workers
        return workers[crc32(table_id.encode()) % len(workers)] if self.ready and workers else None

    def _fail(self, error: BaseException) -> None:
        """End the workers, of which one has broken down or cannot begin: the server makes pages itself for a while."""
        if time.monotonic() < self.not_before:
            return
        LOG.error("the server makes all pages itself, as there is no process for it: %s", error)
        self.not_before = time.monotonic() + SECONDS_AFTER_FAILURE
        for worker in self._let_go():
            # what the others have begun is still shown
            worker.shutdown(wait=False)

    def _let_go(self) -> list[ProcessPoolExecutor]:
        """Return the workers, which get no more work."""
        workers, self.workers, self.ready = self.workers, [], False
        self.known.clear()
        self.learning.clear()
        return workers


# -- in a worker

STATES: OrderedDict[str, State] = OrderedDict()
GAMES: dict[str, Game] = {}


def _begin_worker(number: int) -> None:
    """Prepare one of so many processes that make pages: it ends when the server's does, whatever ends that."""
    FRAGMENTS.most //= number
    for ending in ENDING:
        signal.signal(ending, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    collect_seldom()


def make_message(task: Task) -> Sent | None:
    """What an open page is sent, and what it shows then; None if this process does not know the game so far."""
    if task.header is not None:
        key = rules_key(task.header)
        state = RecordedGame("", task.header, []).played(game=GAMES.get(key))
        if len(GAMES) > MOST_GAMES:
            GAMES.clear()
        GAMES[key] = starting_game(state)
    else:
        known = STATES.get(task.table)
        if known is None or known.decisions + len(task.choices) != task.decisions:
            return None
        state = known
    STATES[task.table] = repeat_choices(state, task.choices)
    STATES.move_to_end(task.table)
    if len(STATES) > MOST_TABLES:
        STATES.popitem(last=False)
    return next_message(task.order.update(state), task.shown)


def drop_table(table_id: str) -> None:
    """Forget a table."""
    STATES.pop(table_id, None)
