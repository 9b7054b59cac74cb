"""Two forms of a game played side by side, in portions, with what differs so far."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Sequence
from typing import Any

from ..game.game import Game
from ..study.comparisons.compare import Arm, Pair, block_sizes, compare_pairs
from ..study.comparisons.sides import Side, renamed_words, rule_changes
from ..study.counts.targets import read_targets
from ..study.reports.compare_report import as_json, as_text
from ..study.runs.run import Batches, Run, play_batch, prepare
from ..study.runs.shards import Plan, empty_shard
from ..study.runs.stuck_games import kinds_of
from .game_folder import GameFolder
from .jobs import Step

LOOK_SECONDS = 1.0
BATCH_SECONDS = 0.1
# fewer blocks of games show no difference
FEWEST_BLOCKS = 4


def play_sides(
    folder: GameFolder, sides: Sequence[Side], games: Sequence[Game], count: int, seed: int
) -> Generator[Step, None, None]:
    """Play so many games of both sides, in turn; the result does not depend on how they are divided."""
    plan = Plan(seed)
    blocks, each = block_sizes(count, 1)
    runs = [
        Run([game] * blocks, each, [plan] * blocks, [empty_shard(game, plan) for _ in range(blocks)]) for game in games
    ]
    feeds = [Batches(run, 1, BATCH_SECONDS) for run in runs]
    total, shown, looked = sum(run.total for run in runs), None, time.monotonic()
    for run in runs:
        prepare(run.games[0], plan, run.total)
    yield Step(0, total, None)
    while waiting := [at for at, run in enumerate(runs) if run.games_played < run.total]:
        at = min(waiting, key=lambda one: runs[one].games_played)
        batch = feeds[at].next()
        if batch is None:
            break
        shard, seconds = play_batch(games[at], plan, batch, lambda: False)
        runs[at].shards[batch.game].add(shard)
        feeds[at].note_speed(shard.games, seconds)
        if time.monotonic() - looked >= LOOK_SECONDS:
            shown, looked = comparison_result(folder, sides, runs, seed) or shown, time.monotonic()
        yield Step(sum(run.games_played for run in runs), total, shown)
    yield Step(total, total, comparison_result(folder, sides, runs, seed))


def comparison_result(
    folder: GameFolder, sides: Sequence[Side], runs: Sequence[Run], seed: int
) -> dict[str, Any] | None:
    """What differs in the blocks of games that both sides have played; None as long as these are few."""
    full = [[shard.games == run.count for shard in run.shards] for run in runs]
    common = min((blocks.index(False) if False in blocks else len(blocks)) for blocks in full)
    if common < min(FEWEST_BLOCKS, len(runs[0].shards)):
        return None
    arms = [
        Arm(
            side.name,
            run.games[0],
            [shard.tally for shard in run.shards[:common]],
            read_targets((side.ruleset.path, *side.ruleset.variants)),
            kinds_of(run),
        )
        for side, run in zip(sides, runs, strict=True)
    ]
    base, other = sides
    found = compare_pairs([Pair(arms[0], arms[1], rule_changes(base, other), renamed_words(base, other))])
    title = f"{base.ruleset.name}: {base.name} / {other.name}; random choices, seed {seed}"
    told = [{"name": side.name, "ruleset": side.ruleset.id, "set": dict(side.options)} for side in sides]
    return {
        "text": folder.without_root(str(as_text(title, found))),
        "figures": json.loads(as_json(found, told, seed, False)),
    }
