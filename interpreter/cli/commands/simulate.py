"""`stammtisch simulate`: play many random games, or games of bots, and report the results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import progress
from ..options import (
    bots_option,
    cluster_option,
    definitions_option,
    fail_option,
    format_option,
    games_option,
    jobs_option,
    max_decisions_option,
    out_option,
    recordings_option,
    renamed_option,
    resume_option,
    ruleset_options,
    seconds_option,
    seed_option,
    usage_option,
)
from ..simulations import GAMES, GAMES_OF_BOTS, RunRequest, play_and_print, player_counts, single_player_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...front.api import Ruleset
    from ...study.runs.shards import Plan

# options that are commands now, each with the options of simulate that it does not have
COMMANDS = {
    "ladder": ("bots", "without", "luck", "usage", "definitions", "recordings", "fail_on"),
    "luck": (
        "without", "trace", "check", "usage", "definitions", "seconds", "resume", "out", "recordings", "fail_on",
    ),
    "without": ("bots",),
}  # fmt: skip


@click.command("simulate")
@ruleset_options
@games_option(f"{GAMES} for each number of players; with --bots {GAMES_OF_BOTS}")
@click.option(
    "--players", default="all", metavar="3-5|all", help="The numbers of players: 4, 3-5, 3,5 or all (default)."
)
@bots_option
@seed_option
@jobs_option
@out_option
@resume_option
@format_option("text", "json", "csv")
@usage_option
@max_decisions_option
@fail_option
@cluster_option
@click.option("--trace", type=click.Path(file_okay=False), metavar="DIR", hidden=True)
@click.option("--check", is_flag=True, hidden=True)
@definitions_option(hidden=True)
@seconds_option(hidden=True)
@recordings_option(hidden=True)
@renamed_option("--without", "--never", multiple=True, metavar="WORDS", hidden=True)
@click.option("--ladder", metavar="20,80,320", hidden=True)
@click.option("--luck", is_flag=True, hidden=True)
@click.pass_context
def command(
    context: click.Context,
    ruleset: Ruleset,
    options: dict[str, Any],
    games: int | None,
    players: str,
    bots: tuple[str, ...],
    seed: int,
    jobs: int | None,
    out: Path | None,
    resume: Path | None,
    form: str,
    usage: bool,
    max_decisions: int,
    fail_on: str | None,
    cluster: str | None,
    trace: str | None,
    check: bool,
    definitions: bool,
    seconds: int | None,
    recordings: Path | None,
    without: tuple[str, ...],
    ladder: str | None,
    luck: bool,
) -> int:
    """Play many games of RULESET, with random choices or by bots, and report wins, scores, lengths and options.

    A game that fails or does not end is counted and saved; the command that shows it is printed. Ctrl-C stops early and
    prints what there is; with --out or --resume the same command resumes the run.
    """
    from ...base.errors import UsageError
    from ...study.runs.shards import Plan

    refuse_other_options(context.params)
    if cluster is not None and trace is not None:
        raise UsageError("--cluster plays on other machines: leave out --trace")
    request = RunRequest(ruleset, options, games, players, jobs, form, resume, out, cluster)
    request.usage, request.definitions, request.seconds, request.fail_on = usage, definitions, seconds or 0, fail_on
    plan = Plan(seed, max_decisions, check, trace or "", use=usage or out is not None, rows=out is not None)
    if ladder is not None:
        from .ladder import play_ladder

        return play_ladder(request, plan, ladder)
    if luck:
        from .luck import play_deals

        return play_deals(request, plan, bots)
    request.annotate(recordings)
    if without:
        from .without import play_without

        return play_without(request, plan, without)
    return play_bots(request, plan, bots) if bots else play_random(request, plan)


def refuse_other_options(given: Mapping[str, Any]) -> None:
    """Raise UsageError for an option that a command, called by its old option of simulate, does not have."""
    from ...base.errors import UsageError

    for name, others in COMMANDS.items():
        other = next((one for one in others if given[one] not in (None, False, ())), None)
        if given[name] not in (None, False, ()) and other is not None:
            option = f"--{other.replace('_', '-')}"
            raise UsageError(f"--{name} is a command of its own, `stammtisch {name}`, which has no {option}")


def play_random(request: RunRequest, plan: Plan) -> int:
    """Play random games for each number of players; return the exit code."""
    from ...backend.native import available
    from ...study.reports.report import WRITERS
    from ...study.runs.playing import plays_natively

    games = request.games or GAMES
    counts = player_counts(request.players, request.ruleset.players)
    played = [(request.ruleset.ready(count, request.options), plan) for count in counts]
    if plays_natively(plan, games) and not available():
        progress("wasmtime is not installed: the games are played in Python, which takes longer.")
    return play_and_print(request, played, games, request.writer(WRITERS))


def play_bots(request: RunRequest, plan: Plan, bots: tuple[str, ...]) -> int:
    """Play games of bots that change seats; return the exit code.

    Raises UsageError as `seating`, or where one of them cannot play.
    """
    from ...study.reports.contest_report import WRITERS
    from ...study.runs.run import games_per_plan, rotated_plans
    from ..seating import bots_of, require_bots

    count = single_player_count(request.players, request.ruleset.players, "--bots")
    game = request.ruleset.ready(count, request.options)
    lineup = bots_of(bots, game.players)
    require_bots(lineup, game)
    plans = rotated_plans(plan, lineup)
    played = [(game, own) for own in plans]
    return play_and_print(
        request, played, games_per_plan(request.games or GAMES_OF_BOTS, plans), request.writer(WRITERS)
    )
