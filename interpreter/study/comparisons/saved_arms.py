"""Saved runs as arms of a comparison: their games in blocks, from the rows of Parquet files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...base.errors import UsageError
from ...game.game import Game
from ...program.outcome_columns import outcome_columns
from ..counts.statistics import Tally
from ..counts.targets import read_targets
from ..runs.parquet import engine
from ..runs.run import Run
from ..runs.saved_runs import LADDER, SavedRun
from ..runs.stuck_games import StuckKind, kinds_of
from .compare import Arm, block_sizes

AT_ONCE = 10_000  # rows
MOST_ROUNDS = 256  # as where rounds are counted


def require_comparable(runs: Sequence[SavedRun]) -> None:
    """Raise UsageError, saying why, if runs cannot be the arms of a comparison."""
    first = runs[0]
    for one in runs:
        if one.header["kind"] == LADDER:
            raise UsageError(f"{one.folder} is a ladder: each rung has other bots")
        if one.run.interrupted:
            told = f"only {one.run.games_played:,} of {one.run.total:,} games of {one.folder} have been played"
            raise UsageError(f"{told}: repeat the command that began the run to resume it")
        for what, names in (("who plays", lineup_text), ("the number of decisions allowed", decision_limit)):
            if names(one) != names(first):
                told = f"{names(first)} in {first.folder}, {names(one)} in {one.folder}"
                raise UsageError(f"these runs were not played the same way: {what} differs: {told}")


def lineup_text(run: SavedRun) -> str:
    """The bots of a run, in words."""
    return ", ".join(run.run.plan.bots) or "random choices"


def decision_limit(run: SavedRun) -> str:
    """The limit of decisions a game, in words."""
    return f"{run.run.plan.most:,}"


def game_for(run: SavedRun, players: int) -> Game:
    """The game of a run for so many players."""
    return next(game for game in run.run.games if game.players == players)


def read_arms(
    runs: Sequence[SavedRun],
    names: Sequence[str],
    players: int,
    commands: Callable[[SavedRun], Mapping[int, str]] | None = None,
) -> list[Arm]:
    """Read an arm from each run: as many games for so many players as the smallest has, in blocks of equal numbers.

    What was used is counted for the whole run alone, and so are the options of decisions: that is left out.
    """
    ways = [at for at, game in enumerate(runs[0].run.games) if game.players == players]
    blocks, each = block_sizes(min(one.run.count for one in runs) * len(ways), len(ways))
    found = []
    for one, name in zip(runs, names, strict=True):
        game, own = game_for(one, players), [Tally(players) for _ in range(blocks)]
        begins = [at * one.run.count for at, of in enumerate(one.run.games) if of.players == players]
        for begin in begins:
            fill_blocks(own, each, begin, min(other.run.count for other in runs), game, one.files)
        kinds = [*kinds_within(kinds_of(one.run), one.run, players, min(other.run.count for other in runs))]
        found.append(Arm(name, game, own, read_targets(one.sources), kinds, {} if commands is None else commands(one)))
    return found


def kinds_within(kinds: Sequence[StuckKind], run: Run, players: int, count: int) -> Iterator[StuckKind]:
    """The kinds of a run's unfinished games among its first `count`, restricted to these games."""
    for kind in kinds:
        numbers = tuple(number for number in kind.numbers if number % run.count < count)
        if kind.players == players and numbers:
            yield replace(kind, numbers=numbers)


def fill_blocks(blocks: Sequence[Tally], each: int, begin: int, count: int, game: Game, files: Sequence[Path]) -> None:
    """Add games, from number `begin` on (counted from 0), to blocks of `each` games."""
    for rows in read_games(files, game, begin, count):
        by_block: dict[int, list[tuple[Any, ...]]] = {}
        for row in rows:
            tally = blocks[(row[0] - begin) // each]
            if row[1] == "finished":
                by_block.setdefault((row[0] - begin) // each, []).append(row[2:])
            elif row[1] == "endless":
                tally.endless.append(row[0])
            else:
                tally.failed[row[0]] = row[1]
        for number, own in by_block.items():
            add_games(blocks[number], game, own)


def read_games(files: Sequence[Path], game: Game, begin: int, count: int) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of finished games, some at a time.

    Columns: number, status, reason, turns, decisions, real choices, rounds, then of each seat its score and part of
    the victory, and of each its payoff if the ruleset has one.
    """
    seats = range(1, game.players + 1)
    columns = ["game - 1", "status", "reason", "turns", "decisions", "real_choices", "rounds"]
    columns += [
        f"{name}_{seat}" for name in ("score", "win", *["payoff"] * bool(game.program.payoff)) for seat in seats
    ]
    found = (
        engine()
        .cursor()
        .execute(
            f"SELECT {', '.join(columns)} FROM read_parquet(?, union_by_name = true) WHERE game > ? AND game <= ?",
            [[str(file) for file in files], begin, begin + count],
        )
    )
    while rows := found.fetchmany(AT_ONCE):
        yield rows


def add_games(tally: Tally, game: Game, rows: Sequence[tuple[Any, ...]]) -> None:
    """Add finished games, given as rows, to a tally."""
    reasons, turns, decisions, real, rounds, *own = zip(*rows, strict=True)
    scores, won, paid = (own[at : at + game.players] for at in range(0, 3 * game.players, game.players))
    named = [*dict.fromkeys(reasons)]
    flags = [[int(part > 0) for part in seat] for seat in won]
    columns = outcome_columns(game.program)
    ended = [named.index(one) for one in reasons]
    tally.add_outcomes(columns.row((scores, flags), (ended, turns, decisions, real), paid), columns, named)
    if None not in rounds:
        counted = tally.counts.numbers.setdefault("rounds", [0] * (MOST_ROUNDS + 1))
        for number in rounds:
            counted[min(number, MOST_ROUNDS)] += 1
