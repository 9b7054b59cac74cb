"""`stammtisch simulate`: many random games, and what they came to."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import (
    INTERRUPTED,
    NO,
    YES,
    StatusLine,
    duration,
    format_option,
    output,
    program,
    progress,
    ruleset_options,
    usable_cores,
)

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...study.simulate import Run


@click.command("simulate")
@ruleset_options
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=1000,
    metavar="N",
    help="Games for each number of players (default: 1000).",
)
@click.option(
    "--players", default="all", metavar="3-5|all", help="The numbers of players: 4, 3-5, 3,5 or all (default)."
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=1,
    metavar="S",
    help="The same seed plays the same games (default: 1).",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes that share the work (default: one a core)."
)
@format_option("text", "json", "csv")
@click.option(
    "--trace", type=click.Path(file_okay=False), metavar="DIR", help="Write the full trace of every game into DIR."
)
@click.option(
    "--max-decisions",
    type=click.IntRange(1),
    default=20_000,
    metavar="N",
    help="A longer game counts as endless (default: 20000).",
)
@click.option(
    "--check",
    is_flag=True,
    help="Also check every game: what is always: true, that there are options, the traces. Slower.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the run in FILE; if it is there, go on from where it was stopped.",
)
@click.pass_context
def command(
    context: click.Context,
    ruleset: Ruleset,
    options: dict[str, Any],
    games: int,
    players: str,
    seed: int,
    jobs: int | None,
    form: str,
    trace: str | None,
    max_decisions: int,
    check: bool,
    resume: Path | None,
) -> int:
    """Play many games of RULESET with random choices, and report wins, scores, lengths and options.

    A game that fails or does not end is counted and saved; the command to see it is printed. Ctrl-C stops early and
    prints what there is; with --resume the same command goes on from there.
    """
    from ...backend.native import available
    from ...study.report import WRITERS
    from ...study.shards import Plan, natively
    from ...study.simulate import save_failures, simulate

    counts = player_counts(players, *ruleset.players)
    played = [ruleset.ready(count, options) for count in counts]
    workers = jobs or usable_cores()
    plan = Plan(seed, max_decisions, check, trace or "")
    if natively(plan, games) and not available():
        progress("wasmtime is not installed: the games are played in Python, which takes longer.")
    with StatusLine() as status:
        shown = RunProgress(status, games * len(played))
        run = simulate(played, games, plan, workers, shown, resume or "")
    folder = Path(trace or f"{ruleset.id}-failures")
    saved = save_failures(run, folder)
    again = where_from(ruleset, context)
    commands = {number: f"{program()} replay {shlex.quote(str(path))}{again}" for number, path in saved}
    output(WRITERS[form](run, commands))
    if run.interrupted:
        further = "The same command goes on from there." if resume else "With --resume FILE a run can go on later."
        progress(f"Interrupted: {run.played:,} of {run.total:,} games were played. {further}")
        return INTERRUPTED
    return YES if run.clean else NO


def player_counts(text: str, low: int, high: int) -> list[int]:
    """The numbers of players that `--players` names: all, 4, 3-5, or several of these with commas.

    Raises UsageError for anything else. Whether the game is for so many is not looked at.
    """
    from ...base.errors import UsageError

    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if part.strip() == "all":
            found |= set(range(low, high + 1))
            continue
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends) or int(ends[0]) > int(ends[1]):
            raise UsageError(f"--players {text}: write a number, from-to, or all, for example --players {low}-{high}")
        found |= set(range(int(ends[0]), int(ends[1]) + 1))
    return sorted(found)


def where_from(ruleset: Ruleset, context: click.Context) -> str:
    """What `replay` has to be told to find the ruleset again; nothing if its id is enough."""
    from ...reading import library

    path, over = library.layers(context.params["ruleset"], context.params.get("variant") or ())
    name = "+".join(library.called(path, over))
    return "" if name == ruleset.id and library.is_shipped(path) else " " + shlex.join(["--ruleset", name])


@dataclass
class RunProgress:
    """How far a run is: games of all, how fast, and how long it will still take."""

    status: StatusLine
    total: int
    before: int = 0

    def __call__(self, run: Run) -> None:
        if run.before > self.before:
            self.before = run.before
            progress(f"{run.before:,} of {run.total:,} games were played before.")
        if self.status.due():
            bad = sum(len(t.failed) + len(t.endless) for t in run.tallies)
            self.status.write(self.line(run.played, self.status.seconds, bad))

    def line(self, played: int, seconds: float, bad: int) -> str:
        rate = (played - self.before) / max(seconds, 1e-6)
        left = (self.total - played) / rate if rate else 0.0
        told = f", {bad:,} failed or endless" if bad else ""
        return f"{played:,} of {self.total:,} games, {rate:,.0f} a second, {duration(left)} left{told}"
