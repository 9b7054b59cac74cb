"""`stammtisch simulate`: many random games, and what they came to."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from functools import partial
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
    from collections.abc import Callable, Sequence

    from ...front.api import Ruleset
    from ...game.game import Game
    from ...study.run_folder import RunFolder
    from ...study.shards import Plan
    from ...study.simulate import Run


GAMES, GAMES_OF_BOTS, GAMES_OF_RUNG = 1000, 120, 240


@click.command("simulate")
@ruleset_options
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help=f"Games for each number of players (default: {GAMES}; "
    f"with --bots {GAMES_OF_BOTS}; for each rung of a ladder {GAMES_OF_RUNG}).",
)
@click.option(
    "--players", default="all", metavar="3-5|all", help="The numbers of players: 4, 3-5, 3,5 or all (default)."
)
@click.option(
    "--bots",
    multiple=True,
    metavar="1=search:200,all=random",
    help="Who plays instead of chance: random, greedy, search or search:N. They change seats from game to game.",
)
@click.option(
    "--never",
    metavar="WORDS",
    help="What an option or card is worth: one random player never chooses it, against others who may.",
)
@click.option(
    "--ladder",
    metavar="20,80,320",
    help="How far skill carries: bots from weak to strong (20 is search:20), each against the next weaker one.",
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
    "--use", is_flag=True, help="Also tell what is used: options, cards, steps, conditions; and what never is."
)
@click.option("--define", is_flag=True, help="Also say how each measure is defined, and where that is from.")
@click.option(
    "--seconds",
    type=click.IntRange(1),
    metavar="S",
    help="How long a choice takes in your game; tells how many minutes a game takes.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the run in FILE; if it is there, go on from where it was stopped.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="RUN",
    help="Keep the run and all its games in the folder RUN (extra `study`); if it is there, go on with it.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on the machines of the Dask scheduler at ADDRESS (extra `cluster`)."
)
@click.option("--fail-on", type=click.Choice(["targets"]), help="End with exit code 1 if a target is missed.")
@click.pass_context
def command(
    context: click.Context,
    ruleset: Ruleset,
    options: dict[str, Any],
    games: int | None,
    players: str,
    bots: tuple[str, ...],
    never: str | None,
    ladder: str | None,
    seed: int,
    jobs: int | None,
    form: str,
    trace: str | None,
    max_decisions: int,
    check: bool,
    use: bool,
    define: bool,
    seconds: int | None,
    resume: Path | None,
    out: Path | None,
    cluster: str | None,
    fail_on: str | None,
) -> int:
    """Play many games of RULESET, with random choices or by bots, and report wins, scores, lengths and options.

    A game that fails or does not end is counted and saved; the command to see it is printed. Ctrl-C stops early and
    prints what there is; with --out or --resume the same command goes on from there.
    """
    from ...backend.native import available
    from ...base.errors import UsageError
    from ...study.shards import Plan

    if use and not available():
        raise UsageError("--use needs wasmtime, which is not installed: pip install wasmtime")
    if (bots or never is not None) and ladder is not None:
        raise UsageError("--ladder says itself who plays: leave out --bots and --never")
    if (use or define) and ladder is not None:
        raise UsageError("--use and --define are told of games alike: leave out --ladder")
    if bots and never is not None:
        raise UsageError("--never is for random players: leave out --bots")
    if out is not None and resume is not None:
        raise UsageError("--out keeps the run as well: leave out --resume")
    wanted = Wanted(ruleset, options, games, players, jobs or usable_cores(), form, resume, define, seconds or 0)
    if cluster is not None and (jobs is not None or trace is not None):
        said = "--jobs" if jobs is not None else "--trace"
        raise UsageError(f"--cluster plays on other machines: leave out {said}")
    wanted.use, wanted.out, wanted.cluster, wanted.fail_on = use, out, cluster or "", fail_on
    plan = Plan(seed, max_decisions, check, trace or "", use=use or out is not None, rows=out is not None)
    wanted.source = where_from(ruleset, context)
    if never is not None:
        return without(wanted, plan, never)
    if bots:
        return between_bots(wanted, plan, bots)
    return at_random(wanted, plan) if ladder is None else up_a_ladder(wanted, plan, ladder)


@dataclass
class Wanted:
    """What the options say of a run beside its plan. source: as where_from."""

    ruleset: Ruleset
    options: dict[str, Any]
    games: int | None
    players: str
    jobs: int
    form: str
    resume: Path | None
    define: bool = False
    seconds: int = 0
    source: str = ""
    use: bool = False
    out: Path | None = None
    cluster: str = ""
    ladder: Sequence[str] = ()
    fail_on: str | None = None

    def writer(self, writers: dict[str, Callable[..., str]]) -> Callable[[Run, dict[int, str]], str]:
        """What writes the result in the form that is wished."""
        told = partial(writers["text"], define=self.define, seconds=self.seconds, use=self.use)
        return told if self.form == "text" else writers[self.form]

    def keeper(self, played: list[tuple[Game, Plan]], games: int) -> RunFolder | str:
        """What keeps the run, if that is wished."""
        from ...study.kept import folder_of

        if self.out is None:
            return str(self.resume or "")
        command = f"{program()} {shlex.join(sys.argv[1:])}"
        told = {"command": command, "source": self.source}
        return folder_of(self.out, self.ruleset, played, games, told, self.ladder)


def at_random(wanted: Wanted, plan: Plan) -> int:
    """Random games for each number of players; the exit code."""
    from ...backend.native import available
    from ...study.report import WRITERS
    from ...study.shards import natively

    games = wanted.games or GAMES
    counts = player_counts(wanted.players, *wanted.ruleset.players)
    played = [(wanted.ruleset.ready(count, wanted.options), plan) for count in counts]
    if natively(plan, games) and not available():
        progress("wasmtime is not installed: the games are played in Python, which takes longer.")
    return finished(wanted, played, games, wanted.writer(WRITERS))


def between_bots(wanted: Wanted, plan: Plan, bots: tuple[str, ...]) -> int:
    """Games of bots that change seats; the exit code. Raises UsageError as `seating`, or where one cannot play."""
    from ...study.contest_report import WRITERS
    from ...study.contests import each_of, plans_of
    from ..seating import bots_of, require_bots

    game = wanted.ruleset.ready(one_count(wanted.players, *wanted.ruleset.players, "--bots"), wanted.options)
    lineup = bots_of(bots, game.players)
    require_bots(lineup, game)
    plans = plans_of(plan, lineup)
    played = [(game, own) for own in plans]
    return finished(wanted, played, each_of(wanted.games or GAMES_OF_BOTS, plans), wanted.writer(WRITERS))


def without(wanted: Wanted, plan: Plan, words: str) -> int:
    """Random games in which one player leaves something out, on each seat equally often; the exit code.

    Raises UsageError as `left_out`.
    """
    from ...study.contest_report import WRITERS
    from ...study.contests import each_of, plans_of
    from ...study.without import left_out, lineup

    game = wanted.ruleset.ready(one_count(wanted.players, *wanted.ruleset.players, "--never"), wanted.options)
    plans = plans_of(plan, lineup(words, game.players))
    left_out(game, plans[0].bots)
    played = [(game, own) for own in plans]
    return finished(wanted, played, each_of(wanted.games or GAMES, plans), wanted.writer(WRITERS))


def up_a_ladder(wanted: Wanted, plan: Plan, ladder: str) -> int:
    """Games of each bot of a ladder against the next weaker one; the exit code. Raises UsageError as between_bots."""
    from ...study.ladder import plans_of_ladder, writers
    from ..seating import ladder_of, require_bots

    game = wanted.ruleset.ready(one_count(wanted.players, *wanted.ruleset.players, "--ladder"), wanted.options)
    bots = ladder_of(ladder, game.players)
    require_bots(bots, game)
    played = [(game, own) for own in plans_of_ladder(plan, bots, game.players)]
    wanted.ladder = bots
    return finished(wanted, played, -(-(wanted.games or GAMES_OF_RUNG) // game.players), writers(bots)[wanted.form])


def finished(
    wanted: Wanted, played: list[tuple[Game, Plan]], games: int, writer: Callable[[Run, dict[int, str]], str]
) -> int:
    """Plays so many games of each, and writes what they came to; the exit code."""
    from ...study.simulate import failures_folder, save_failures, simulate_each

    keeper = wanted.keeper(played, games)
    elsewhere = None
    if wanted.cluster:
        from ...study.cluster import Cluster

        elsewhere = Cluster(wanted.cluster)
    with StatusLine() as status:
        shown = RunProgress(status, games * len(played))
        run = simulate_each(played, games, wanted.jobs, shown, keeper, elsewhere)
    saved = dict(save_failures(run, failures_folder(run, wanted.out, wanted.ruleset.id)))
    output(writer(run, see_it(saved, wanted.source)))
    if run.interrupted:
        kept = wanted.resume or wanted.out
        further = "The same command goes on from there." if kept else "With --resume FILE a run can go on later."
        progress(f"Interrupted: {run.played:,} of {run.total:,} games were played. {further}")
        return INTERRUPTED
    missed = told_targets(wanted, run) and wanted.fail_on
    return YES if run.clean and not missed else NO


def told_targets(wanted: Wanted, run: Run) -> bool:
    """Writes what becomes of the targets beside the ruleset, where the form is text; whether one is missed.

    Raises UsageError as `targets_of`.
    """
    from ...study.contests import pooled
    from ...study.targets import MISSED, judged, section, targets_of

    wished = targets_of((wanted.ruleset.path, *wanted.ruleset.variants)) if not wanted.ladder else []
    missed = False
    for players in dict.fromkeys(game.players for game in run.games) if wished else ():
        own = [(game, tally) for game, tally in zip(run.games, run.tallies, strict=True) if game.players == players]
        found = judged(wished, own[0][0], pooled([tally for _, tally in own]))
        missed = missed or any(verdict == MISSED for _, _, verdict in found)
        if wanted.form == "text":
            output("\n".join(["", *section(found, players)]))
    return missed


def see_it(saved: dict[int, Path], source: str) -> dict[int, str]:
    """The commands that show games that were saved, by their number."""
    return {number: f"{program()} replay {shlex.quote(str(path))}{source}" for number, path in saved.items()}


def one_count(text: str, low: int, high: int, option: str) -> int:
    """The one number of players that `--players` names; without it the fewest. Raises UsageError for several."""
    from ...base.errors import UsageError

    counts = [low] if text == "all" else player_counts(text, low, high)
    if len(counts) != 1:
        raise UsageError(f"{option} is for one number of players at a time, for example --players {counts[0]}")
    return counts[0]


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
            self.status.write(self.line(run.played, self.status.seconds, bad) + so_far(run))

    def line(self, played: int, seconds: float, bad: int) -> str:
        told = f", {bad:,} failed or endless" if bad else ""
        if played == self.before:
            return f"{played:,} of {self.total:,} games{told}"
        rate = (played - self.before) / max(seconds, 1e-6)
        left = (self.total - played) / rate
        speed = f"{rate:,.0f} a second" if rate >= 2 else f"{1 / rate:.1f} s a game"
        return f"{played:,} of {self.total:,} games, {speed}, {duration(left)} left{told}"


def so_far(run: Run) -> str:
    """What the first seat, or the first bot, has won so far, with its interval."""
    from ...study.contests import came_to_first

    who, share = came_to_first(run.tallies, [plan.bots for plan in run.plans])
    if not share.games:
        return ""
    wins = f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
    return f"; in {share.games:,} that are counted {who} wins {wins}"
