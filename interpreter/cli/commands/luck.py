"""`stammtisch luck`: the same deals played several times, to see how much of winning is luck of the deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from ..options import (
    bots_option,
    cluster_option,
    format_option,
    games_option,
    jobs_option,
    max_decisions_option,
    players_option,
    ruleset_options,
    seed_option,
)
from ..simulations import GAMES, GAMES_OF_BOTS, RunRequest, play_and_print, single_player_count

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...study.runs.shards import Plan


@click.command("luck")
@ruleset_options
@games_option(f"{GAMES}; with --bots {2 * GAMES_OF_BOTS}")
@players_option
@bots_option
@seed_option
@jobs_option
@format_option("text", "json", "csv")
@max_decisions_option
@cluster_option
def command(
    ruleset: Ruleset,
    options: dict[str, Any],
    games: int | None,
    players: int | None,
    bots: tuple[str, ...],
    seed: int,
    jobs: int | None,
    form: str,
    max_decisions: int,
    cluster: str | None,
) -> int:
    """Show how much of winning is luck of the deal in RULESET.

    Each deal is played ten times by players that are equally strong: random ones, or the same bot on all seats.
    """
    from ...study.runs.shards import Plan

    count = "all" if players is None else str(players)
    request = RunRequest(ruleset, options, games, count, jobs, form, cluster=cluster)
    return play_deals(request, Plan(seed, max_decisions), bots)


def play_deals(request: RunRequest, plan: Plan, bots: tuple[str, ...]) -> int:
    """Play each deal several times by the same bots; return the exit code.

    Raises UsageError as `bots_of`, and where not all seats have the same bot.
    """
    from ...base.errors import UsageError
    from ...study.comparisons.luck import GAMES_A_DEAL
    from ...study.reports.luck_report import writers
    from ..seating import bots_of, require_bots

    count = single_player_count(request.players, request.ruleset.players, "luck")
    game = request.ruleset.ready(count, request.options)
    lineup = bots_of(bots or ("all=random",), game.players)
    if len(set(lineup)) > 1:
        raise UsageError(f"luck is for players that are equally strong, for example --bots all={lineup[0]}")
    require_bots(lineup, game)
    deals = -(-(request.games or (GAMES if lineup[0] == "random" else 2 * GAMES_OF_BOTS)) // GAMES_A_DEAL)
    played = [(game, replace(plan, bots=tuple(lineup), rows=True, again=GAMES_A_DEAL))]
    return play_and_print(request, played, deals * GAMES_A_DEAL, writers(lineup[0])[request.form])
