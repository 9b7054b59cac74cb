"""Requests about many games: what they come to, while they are played."""

from __future__ import annotations

import json
import time
from collections.abc import Generator
from typing import Any

from ...bots.by_name import bot_in
from ...front.api import Ruleset
from ...game.game import Game
from ...study.counts.targets import read_targets
from ...study.reports.annotations import Annotations
from ...study.reports.report import as_json, as_text
from ...study.runs.run import Batches, Run, games_per_plan, play_batch, prepare, rotated_plans
from ...study.runs.shards import Plan, empty_shard
from ...study.runs.stuck_games import kinds_of
from ...table.play.setup import MOST_SEED
from ..jobs import Job, Step
from ..refusals import impossible
from ..report_parts import report_data, report_html
from ..studio import Studio, options_of

GAMES = 1000
MOST_GAMES = 10_000_000
# between two looks at what a run has come to so far, which take time as well
LOOK_SECONDS = 0.5
BATCH_SECONDS = 0.1


def simulate(
    studio: Studio,
    game: str,
    variants: list[str] | None = None,
    settings: dict[str, str] | None = None,
    players: list[int] | None = None,
    games: int = GAMES,
    seed: int = 0,
) -> dict[str, Any]:
    """Begin a job that plays so many random games for each number of players, with the results of `simulate`."""
    _check_size(games, seed)
    with studio.files.reading():
        ruleset, own = studio.ruleset(game, variants), studio.own_ruleset(game, variants)
        wanted = [*ruleset.players] if players is None else players
        played = [own.ready(count, options_of(settings)) for count in wanted]
        plan = Plan(seed, use=True)
        run = Run(played, games, [plan] * len(played), [empty_shard(one, plan) for one in played])
        return _begin(studio, ruleset, run)


def simulate_bots(
    studio: Studio,
    game: str,
    bots: list[str],
    variants: list[str] | None = None,
    settings: dict[str, str] | None = None,
    games: int = 120,
    seed: int = 0,
) -> dict[str, Any]:
    """Begin a job that plays games of these bots, one for each seat, which change seats from game to game."""
    _check_size(games, seed)
    with studio.files.reading():
        ruleset, own = studio.ruleset(game, variants), studio.own_ruleset(game, variants)
        played = own.ready(len(bots), options_of(settings))
        plans = rotated_plans(Plan(seed), [bot_in(played, bot).name for bot in bots])
        run = Run(
            [played] * len(plans), games_per_plan(games, plans), plans, [empty_shard(played, one) for one in plans]
        )
        return _begin(studio, ruleset, run)


def _check_size(games: int, seed: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise impossible(f"The number of games is from 1 to {MOST_GAMES:,}.")
    if not 0 <= seed <= MOST_SEED:
        raise impossible(f"A seed is a whole number from 0 to {MOST_SEED}.")


def _begin(studio: Studio, ruleset: Ruleset, run: Run) -> dict[str, Any]:
    """Begin the job of a run, with the targets of its rules."""
    annotations = Annotations(read_targets((ruleset.path, *ruleset.variants), 0))
    job = Job(_play(studio, run, annotations), outcome=(ruleset, run), is_apart=True)
    return studio.jobs.begin(job)


def _play(studio: Studio, run: Run, annotations: Annotations) -> Generator[Step, None, None]:
    """Play a run in small batches; its result does not depend on these."""
    feed, looked, shown = Batches(run, 1, BATCH_SECONDS), time.monotonic(), None
    try:
        yield Step(0, run.total, None)
        while (batch := feed.next()) is not None:
            prepare(run.games[batch.game], run.plans[batch.game], run.total)
            shard, seconds = play_batch(run.games[batch.game], run.plans[batch.game], batch, lambda: False)
            run.shards[batch.game].add(shard)
            feed.note_speed(shard.games, seconds)
            if shown is None or time.monotonic() - looked >= LOOK_SECONDS:
                shown, looked = run_result(studio, run, annotations), time.monotonic()
            yield Step(run.games_played, run.total, shown)
        yield Step(run.games_played, run.total, run_result(studio, run, annotations))
    finally:
        # the machines of its games take memory, and are made again if somebody asks
        run.games = [Game(game.program, game.looks) for game in run.games]


def run_result(studio: Studio, run: Run, annotations: Annotations) -> dict[str, Any]:
    """What a run has come to so far, as text and as figures."""
    writer = _bot_writers if run.plan.bots else _random_writers
    text, figures = writer(run, annotations)
    return {
        "text": studio.folder.without_root(text),
        "figures": json.loads(figures),
        "problems": [
            {
                "kind": "endless" if kind.endless else "failed",
                "message": studio.folder.without_root(kind.sentence),
                "games": len(kind.numbers),
                "common": studio.folder.without_root(kind.common_text),
            }
            for kind in kinds_of(run)
        ],
    }


def _random_writers(run: Run, annotations: Annotations) -> tuple[str, str]:
    return str(as_text(run, {}, annotations=annotations)), as_json(run, {}, annotations)


def _bot_writers(run: Run, annotations: Annotations) -> tuple[str, str]:
    from ...study.reports.contest_report import WRITERS

    return tuple(str(WRITERS[form](run, {}, annotations=annotations)) for form in ("text", "json"))  # type: ignore[return-value]


def report(studio: Studio, job: int) -> dict[str, Any]:
    """The report of games that a job has played: a page, and its parts as data."""
    found = studio.jobs.find(job)
    if found.outcome is None:
        raise impossible("There is a report only of games that were simulated.")
    ruleset, run = found.outcome
    if not found.is_done or not run.games_played:
        raise impossible("Wait until the games are played, or stop them, for a report.")
    return {"html": report_html(ruleset, run), **report_data(ruleset, run)}


REQUESTS = (simulate, simulate_bots, report)
