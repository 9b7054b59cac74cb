"""`stammtisch without`: what an option or card is worth, by a player who never chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import (
    cluster_option,
    fail_option,
    format_option,
    games_option,
    jobs_option,
    max_decisions_option,
    out_option,
    players_option,
    resume_option,
    ruleset_options,
    seed_option,
    usage_option,
)
from ..simulations import GAMES, RunRequest, play_and_print, single_player_count

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...study.runs.shards import Plan


@click.command("without")
@ruleset_options
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@games_option(str(GAMES))
@players_option
@seed_option
@jobs_option
@out_option
@resume_option
@format_option("text", "json", "csv")
@usage_option
@max_decisions_option
@fail_option
@cluster_option
def command(
    ruleset: Ruleset,
    options: dict[str, Any],
    words: tuple[str, ...],
    games: int | None,
    players: int | None,
    seed: int,
    jobs: int | None,
    out: Path | None,
    resume: Path | None,
    form: str,
    usage: bool,
    max_decisions: int,
    fail_on: str | None,
    cluster: str | None,
) -> int:
    """Estimate what options or cards of RULESET are worth: one random player never chooses them, all others may.

    WORDS are those of an option or card, or how they begin. With several, the player chooses none of them.
    """
    from ...study.runs.shards import Plan

    count = "all" if players is None else str(players)
    request = RunRequest(ruleset, options, games, count, jobs, form, resume, out, cluster, usage, fail_on=fail_on)
    request.annotate()
    plan = Plan(seed, max_decisions, use=usage or out is not None, rows=out is not None)
    return play_without(request, plan, words)


def play_without(request: RunRequest, plan: Plan, words: Sequence[str]) -> int:
    """Play random games in which one player leaves something out, on each seat equally often; return the exit code.

    Raises UsageError as `option_bans`.
    """
    from ...study.reports.contest_report import WRITERS
    from ...study.runs.ablation import ablation_lineup, option_bans
    from ...study.runs.run import games_per_plan, rotated_plans

    count = single_player_count(request.players, request.ruleset.players, "this")
    game = request.ruleset.ready(count, request.options)
    plans = rotated_plans(plan, ablation_lineup(words, game.players))
    option_bans(game, plans[0].bots)
    played = [(game, own) for own in plans]
    return play_and_print(request, played, games_per_plan(request.games or GAMES, plans), request.writer(WRITERS))
