"""Simulate many games in shards, by one process or several; the result does not depend on their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...base.streams import game_seed
from ...game.game import Game
from .checkpoint import RunFile
from .interrupts import StopRequest, listen_for_stop
from .playing import record_again
from .run import Batches, Run, play_batch, prepare
from .shards import Plan, empty_shard, file_name
from .stuck_games import StuckKind, kinds_of

if TYPE_CHECKING:
    from .run_folder import RunFolder

FAILURES = "failures"  # the folder for games that failed, in that of a run

Elsewhere = Callable[[Run, StopRequest, Callable[[], None]], None]


def simulate(
    games: Sequence[Game],
    count: int,
    plan: Plan | None = None,
    jobs: int = 1,
    note: Callable[[Run], None] | None = None,
    resume: str | Path = "",
) -> Run:
    """Play `count` games with random choices of each of `games` (of one ruleset, each for another player count).

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
    """Play `count` games of each game by its own plan; the plans may differ in their bots.

    `keep` is the file, or the folder, that keeps the run. `elsewhere` plays instead of processes of this machine: it
    adds what comes back to the run and calls what it is handed each time, until nothing is missing or it is to stop.
    """
    games, plans = [game for game, _ in played], [plan for _, plan in played]
    game_seed(plans[0].seed, 0)
    run = Run(games, count, plans, [empty_shard(game, plan) for game, plan in played])
    file: RunFile | RunFolder | None = None
    if keep:
        file = RunFile(Path(keep), count, bool(plans[0].trace)) if isinstance(keep, str | Path) else keep
    if file is not None:
        run.shards = file.read(run.shards)
        run.before = run.games_played
        # now, so that a file that cannot be written is noticed before any game is played
        file.write(run.shards)

    def tell() -> None:
        if file is not None:
            file.write_if_due(run.shards)
        if note is not None:
            note(run)

    with listen_for_stop() as stop:
        try:
            if run.before:
                tell()
            if elsewhere is not None:
                elsewhere(run, stop, tell)
            elif jobs == 1 or run.soon_done:
                _alone(run, stop, tell)
            else:
                from .processes import play_in_processes  # takes long to load

                play_in_processes(run, min(jobs, run.total - run.before), stop, tell)
        finally:
            if file is not None:
                file.write(run.shards)
    run.interrupted = stop.asked and run.games_played < run.total
    return run


def _alone(run: Run, stop: StopRequest, tell: Callable[[], None]) -> None:
    """Play the missing games of a run in this process."""
    feed = Batches(run, 1)
    while not stop.asked and (batch := feed.next()) is not None:
        prepare(run.games[batch.game], run.plans[batch.game], run.total)
        shard, seconds = play_batch(run.games[batch.game], run.plans[batch.game], batch, lambda: stop.asked)
        run.shards[batch.game].add(shard)
        feed.note_speed(shard.games, seconds)
        tell()


def failures_folder(run: Run, out: Path | None, ruleset: str) -> Path:
    """The folder where games that failed or did not end are saved."""
    return Path(run.plan.trace or (out / FAILURES if out is not None else f"{ruleset}-failures"))


def save_failures(run: Run, folder: Path, kinds: Sequence[StuckKind] | None = None) -> list[tuple[int, Path]]:
    """Write a short trace of the first game of each kind that failed or does not end; return (number, file) of each.

    kinds: some of the run's kinds, if not all. Games that were traced are there already.
    Raises OSError where a file cannot be written.
    """
    found: list[tuple[int, Path]] = []
    for kind in kinds_of(run) if kinds is None else kinds:
        number = kind.numbers[0]
        game, plan, own = run.origin(number)
        path = folder / file_name(game, plan, own)
        if not plan.trace:
            folder.mkdir(parents=True, exist_ok=True)
            record_again(game, plan, own, path)
        found.append((number, path))
    return found
