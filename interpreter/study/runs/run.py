"""A run: so many games of each of several, the shards played, and the batches still to play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...game.game import Game
from ..counts.statistics import Tally
from .playing import native_machine, play_shard, plays_natively
from .shards import Plan, Shard

SHARD_SECONDS = 0.2
SOON_DONE = 50  # random games
MOST_GAMES_IN_SHARD = 5_000_000


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to play: first .. first + count - 1 of the run, all of game number `game`."""

    game: int
    first: int
    count: int


@dataclass(slots=True)
class Run:
    """`count` games of each of `games`, numbered on from one to the next, and a shard of each with those played.

    plans: how each of them is played; they differ in the bots alone. before: how many games were played before, by a
    run that was stopped; interrupted: whether this one was. seeds, counts: those of several runs put together.
    kinds: of games that failed or do not end, once they are known (`unfinished.kinds_of`).
    """

    games: list[Game]
    count: int
    plans: list[Plan]
    shards: list[Shard]
    before: int = 0
    interrupted: bool = False
    seeds: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    kinds: list[Any] | None = None

    def origin(self, number: int) -> tuple[Game, Plan, int]:
        """The game and plan of game `number`, and its number in the run that it was played in."""
        at, rest = divmod(number, self.count)
        game, plan = self.games[at], self.plans[at]
        for seed, count in zip(self.seeds, self.counts, strict=True):
            if rest < count:
                return game, replace(plan, seed=seed), at * count + rest
            rest -= count
        return game, plan, number

    @property
    def seed_text(self) -> str:
        """The seed, or the seeds, in words."""
        return f"seeds {', '.join(map(str, self.seeds))}" if self.seeds else f"seed {self.plan.seed}"

    @property
    def plan(self) -> Plan:
        """The plan of the games, apart from the bots."""
        return self.plans[0]

    @property
    def tallies(self) -> list[Tally]:
        """The counts of each game."""
        return [shard.tally for shard in self.shards]

    @property
    def total(self) -> int:
        """The number of games when the run is complete."""
        return self.count * len(self.games)

    @property
    def games_played(self) -> int:
        return sum(shard.games for shard in self.shards)

    @property
    def soon_done(self) -> bool:
        """Whether the remaining games take less time than starting other processes."""
        left = self.total - self.before
        return left < 2 or (left < SOON_DONE and not any(plan.bots or plan.trace or plan.check for plan in self.plans))

    @property
    def clean(self) -> bool:
        """Whether no game failed or was endless."""
        return not any(tally.failed or tally.endless for tally in self.tallies)


class Batches:
    """Hands out the games of a run still to play, in order, in batches of `seconds`, or SHARD_SECONDS.

    Where bots change seats from one of the run's games to the next, these take turns: so all are played alike often
    whenever the run is stopped.

    Towards the end they are fewer, for then one of the `jobs` processes plays the last ones while the others wait; but
    not so few that handing them out takes as long.
    """

    def __init__(self, run: Run, jobs: int, seconds: float | None = None) -> None:
        self.size = 1
        self.jobs = jobs
        self.seconds = SHARD_SECONDS if seconds is None else seconds
        self.left = run.total - run.games_played
        self.in_turn = len(set(run.plans)) > 1
        self.missing = [gap for number in range(len(run.games)) for gap in missing_batches(run, number)]
        self.missing.reverse()

    def next(self) -> Batch | None:
        """The next games; None when all are handed out."""
        if not self.missing:
            return None
        rest = self.missing.pop()
        few = max(1, self.size // 10, self.left // (2 * self.jobs)) if self.jobs > 1 else self.left
        batch = Batch(rest.game, rest.first, min(self.size, rest.count, few))
        self.left -= batch.count
        if rest.count > batch.count:
            further = Batch(rest.game, rest.first + batch.count, rest.count - batch.count)
            self.missing.insert(0 if self.in_turn else len(self.missing), further)
        return batch

    def note_speed(self, games: int, seconds: float) -> None:
        """Adapt the size of the next batches to the speed of the last."""
        fitting = int(self.seconds * games / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 4 * self.size, MOST_GAMES_IN_SHARD))


def missing_batches(run: Run, number: int) -> Iterator[Batch]:
    """The games of game `number` of a run still to play, as batches."""
    at, last = number * run.count, (number + 1) * run.count
    for first, end in [*run.shards[number].ranges, (last, last)]:
        if at < first:
            yield Batch(number, at, first - at)
        at = end


def prepare(game: Game, plan: Plan, count: int) -> None:
    """Compile what so many games need, unless that is done."""
    if plan.use:
        game.counting()
    if plays_natively(plan, count):
        _ = native_machine(game, plan)
    else:
        game.code(bool(plan.trace or plan.bots))
    if plan.bots:
        _ = game.searching


def play_batch(game: Game, plan: Plan, batch: Batch, stopped: Callable[[], bool]) -> tuple[Shard, float]:
    """Play some games, fewer if `stopped`; return the shard and the seconds it took."""
    started = time.monotonic()
    shard = play_shard(game, batch.first, batch.count, plan, stopped)
    return shard, time.monotonic() - started


def rotations(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """The distinct lineups that arise when all bots move on by one seat at a time."""
    found = []
    for seats in range(len(lineup)):
        moved = tuple(lineup[(seat - seats) % len(lineup)] for seat in range(len(lineup)))
        if seats and moved == tuple(lineup):
            break
        found.append(moved)
    return found


def rotated_plans(plan: Plan, lineup: Sequence[str]) -> list[Plan]:
    """The plans of a run in which each bot of a lineup sits on each seat equally often."""
    return [replace(plan, bots=moved) for moved in rotations(lineup)]


def games_per_plan(games: int, plans: Sequence[Plan]) -> int:
    """The games of each of these plans for at least so many games in all."""
    return -(-games // len(plans))
