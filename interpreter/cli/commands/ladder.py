"""`stammtisch ladder`: bots from weak to strong, each against the next weaker one, to see how far skill carries."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import (
    cluster_option,
    format_option,
    games_option,
    jobs_option,
    max_decisions_option,
    out_option,
    players_option,
    resume_option,
    ruleset_options,
    seed_option,
)
from ..simulations import GAMES_OF_RUNG, RunRequest, play_and_print, single_player_count

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...study.runs.shards import Plan


@click.command("ladder")
@ruleset_options
@click.argument("bots", metavar="20,80,320")
@games_option(f"{GAMES_OF_RUNG} for each rung")
@players_option
@seed_option
@jobs_option
@out_option
@resume_option
@format_option("text", "json", "csv")
@max_decisions_option
@cluster_option
def command(
    ruleset: Ruleset,
    options: dict[str, Any],
    bots: str,
    games: int | None,
    players: int | None,
    seed: int,
    jobs: int | None,
    out: Path | None,
    resume: Path | None,
    form: str,
    max_decisions: int,
    cluster: str | None,
) -> int:
    """Show how far skill carries in RULESET: bots from weak to strong, each against the next weaker one.

    A bot is random, greedy, search:N or just N for search:N, as in `random,20,80,320`.
    """
    from ...study.runs.shards import Plan

    count = "all" if players is None else str(players)
    request = RunRequest(ruleset, options, games, count, jobs, form, resume, out, cluster)
    plan = Plan(seed, max_decisions, use=out is not None, rows=out is not None)
    return play_ladder(request, plan, bots)


def play_ladder(request: RunRequest, plan: Plan, ladder: str) -> int:
    """Play games of each bot of a ladder against the next weaker one; return the exit code.

    Raises UsageError as `ladder_of`, and where one of them cannot play.
    """
    from ...study.comparisons.ladder import ladder_plans
    from ...study.reports.ladder_report import writers
    from ..seating import ladder_of, require_bots

    count = single_player_count(request.players, request.ruleset.players, "a ladder")
    game = request.ruleset.ready(count, request.options)
    bots = ladder_of(ladder, game.players)
    require_bots(bots, game)
    played = [(game, own) for own in ladder_plans(plan, bots, game.players)]
    request.ladder = bots
    games = -(-(request.games or GAMES_OF_RUNG) // game.players)
    return play_and_print(request, played, games, writers(bots)[request.form])
