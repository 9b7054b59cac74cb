"""The odd games of a run: find the shortest, longest, closest and so on, and replay each."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...base.errors import GameError
from ...base.streams import game_seed
from ...front.api import Ruleset
from ...game.game import Game
from ...game.state import State
from ...records.recording import GameRecorder
from ..counts.outcomes import Rows, row_columns
from .playing import CheckFailed, walk
from .shards import Plan, file_name


class GameOutcome(NamedTuple):
    """The outcome of one game: its number from 0, its decisions, the scores."""

    number: int
    decisions: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OddGame:
    """A game worth a look. what: why; state: its end; recording: the game as a file named `file`."""

    what: str
    number: int
    state: State
    file: str
    recording: bytes


def finished_outcomes(game: Game, rows: Rows) -> Iterator[GameOutcome]:
    """The outcomes of the finished games among rows."""
    columns = row_columns(game.program)
    size = columns.width
    for at, number in enumerate(rows.numbers):
        row = rows.data[at * size : (at + 1) * size]
        if row[columns.reason] >= 0:
            yield GameOutcome(number, row[columns.decisions], tuple(row[columns.scores]))


def find_odd_games(game: Game, found: list[GameOutcome]) -> list[tuple[str, int]]:
    """Find the odd games: why each is odd, and its number; the first of several, and no game twice."""
    told: dict[int, str] = {}
    if not found:
        return []

    def add(best: GameOutcome, words: str) -> None:
        told.setdefault(best.number, words)

    long = max(found, key=lambda one: (one.decisions, -one.number))
    short = min(found, key=lambda one: (one.decisions, one.number))
    add(long, f"the longest: {long.decisions:,} decisions")
    add(short, f"the shortest: {short.decisions:,} decisions")
    if game.program.scored and game.players > 1:
        high = max(found, key=lambda one: (max(one.scores), -one.number))
        add(high, f"the most points: {max(high.scores):,}")
        wide = max(found, key=lambda one: (max(one.scores) - min(one.scores), -one.number))
        add(wide, f"the farthest apart: {' : '.join(map(str, wide.scores))}")
    return [(words, number) for number, words in told.items()]


def replay_odd_game(ruleset: Ruleset, game: Game, plan: Plan, what: str, number: int) -> OddGame | None:
    """Replay a game of a run; None if it fails."""
    try:
        state = game.start(game_seed(plan.seed, number))
        walk(state, plan, [], state.choose)
    except (GameError, CheckFailed):
        return None
    recorder = GameRecorder(io.BytesIO(), ruleset, state, plan.bots)
    return OddGame(what, number, state, file_name(game, plan, number), recorder.content())
