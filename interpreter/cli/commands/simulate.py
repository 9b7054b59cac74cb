"""`stammtisch simulate`: many random games, and what they came to."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import (
    INTERRUPTED,
    NO,
    YES,
    StatusLine,
    cluster_option,
    define_option,
    duration,
    fail_option,
    format_option,
    jobs_option,
    output,
    people_option,
    program,
    progress,
    ruleset_options,
    say,
    seconds_option,
    seed_option,
    usable_cores,
    use_option,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...front.api import Ruleset
    from ...game.game import Game
    from ...records.recorded import RecordedGame
    from ...study.reports.annotations import Beside
    from ...study.runs.run import Run
    from ...study.runs.run_folder import RunFolder
    from ...study.runs.shards import Plan


GAMES, GAMES_OF_BOTS, GAMES_OF_RUNG = 1000, 120, 240
# what makes no sense where deals are played again
OF_ALL_GAMES = ("ladder", "never", "trace", "check", "use", "define", "seconds", "resume", "out", "people", "fail_on")


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
    multiple=True,
    metavar="WORDS",
    help="What an option or card is worth: one random player never chooses it, against others who may. "
    "May be given several times: that player then chooses none of them.",
)
@click.option(
    "--ladder",
    metavar="20,80,320",
    help="How far skill carries: bots from weak to strong (20 is search:20), each against the next weaker one.",
)
@click.option(
    "--luck",
    is_flag=True,
    help="How much of who wins is in the deal: each is played ten times by the same bots (default: random ones).",
)
@seed_option
@jobs_option
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
@use_option
@define_option
@seconds_option
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
@cluster_option
@people_option
@fail_option
@click.pass_context
def command(
    context: click.Context,
    ruleset: Ruleset,
    options: dict[str, Any],
    games: int | None,
    players: str,
    bots: tuple[str, ...],
    never: tuple[str, ...],
    ladder: str | None,
    luck: bool,
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
    people: Path | None,
    fail_on: str | None,
) -> int:
    """Play many games of RULESET, with random choices or by bots, and report wins, scores, lengths and options.

    A game that fails or does not end is counted and saved; the command to see it is printed. Ctrl-C stops early and
    prints what there is; with --out or --resume the same command goes on from there.
    """
    from ...study.counts.targets import targets_of
    from ...study.reports.annotations import Beside
    from ...study.runs.shards import Plan

    refuse_what_does_not_go_together(context.params)
    wanted = Wanted(ruleset, options, games, players, jobs or usable_cores(), form, resume, define, seconds or 0)
    wanted.use, wanted.out, wanted.cluster, wanted.fail_on = use, out, cluster or "", fail_on
    plan = Plan(seed, max_decisions, check, trace or "", use=use or out is not None, rows=out is not None)
    wanted.source = source_of(ruleset)
    if ladder is None:
        targets = targets_of((ruleset.path, *ruleset.variants), wanted.seconds)
        wanted.beside = Beside(targets, () if people is None else recordings_in(people))
    if luck:
        return by_luck(wanted, plan, bots)
    if never:
        return without(wanted, plan, never)
    if bots:
        return between_bots(wanted, plan, bots)
    return at_random(wanted, plan) if ladder is None else up_a_ladder(wanted, plan, ladder)


def recordings_in(path: Path) -> Sequence[RecordedGame]:
    """Games of people. What reads them takes long to load, and is seldom asked for."""
    from ...study.reports.human_games import recordings

    return recordings(path)


def refuse_what_does_not_go_together(given: dict[str, Any]) -> None:
    """Raises UsageError where two options of the command exclude each other."""
    from ...backend.native import available
    from ...base.errors import UsageError

    ladder, never = given["ladder"] is not None, bool(given["never"])
    if given["use"] and not available():
        raise UsageError("--use needs wasmtime, which is not installed: pip install wasmtime")
    if (given["bots"] or never) and ladder:
        raise UsageError("--ladder says itself who plays: leave out --bots and --never")
    if ladder and any(given[name] for name in ("use", "define", "fail_on", "people")):
        raise UsageError("--use, --define, --people and --fail-on are for games that are alike: leave out --ladder")
    named = [name for name in OF_ALL_GAMES if given[name] not in (None, False, ())]
    if given["luck"] and named:
        option = named[0].replace("_", "-")
        raise UsageError(f"--luck plays each deal ten times and tells of nothing else: leave out --{option}")
    if given["bots"] and never:
        raise UsageError("--never is for random players: leave out --bots")
    if given["out"] is not None and given["resume"] is not None:
        raise UsageError("--out keeps the run as well: leave out --resume")
    if given["cluster"] is not None and (given["jobs"] is not None or given["trace"] is not None):
        said = "--jobs" if given["jobs"] is not None else "--trace"
        raise UsageError(f"--cluster plays on other machines: leave out {said}")


@dataclass
class Wanted:
    """What the options say of a run beside its plan. source: as source_of."""

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
    beside: Beside | None = None

    def writer(self, writers: dict[str, Callable[..., str]]) -> Callable[[Run, dict[int, str]], str]:
        """What writes the result in the form that is wished."""
        return written_as(writers, self.form, self.beside, self.define, self.seconds, self.use)

    def keeper(self, played: list[tuple[Game, Plan]], games: int) -> RunFolder | str:
        """What keeps the run, if that is wished."""
        if self.out is None:
            return str(self.resume or "")
        from ...study.runs.saved_runs import folder_of

        command = f"{program()} {shlex.join(sys.argv[1:])}"
        told = {"command": command, "source": self.source}
        return folder_of(self.out, self.ruleset, played, games, told, self.ladder)


def at_random(wanted: Wanted, plan: Plan) -> int:
    """Random games for each number of players; the exit code."""
    from ...backend.native import available
    from ...study.reports.report import WRITERS
    from ...study.runs.playing import natively

    games = wanted.games or GAMES
    counts = player_counts(wanted.players, wanted.ruleset.players)
    played = [(wanted.ruleset.ready(count, wanted.options), plan) for count in counts]
    if natively(plan, games) and not available():
        progress("wasmtime is not installed: the games are played in Python, which takes longer.")
    return finished(wanted, played, games, wanted.writer(WRITERS))


def between_bots(wanted: Wanted, plan: Plan, bots: tuple[str, ...]) -> int:
    """Games of bots that change seats; the exit code. Raises UsageError as `seating`, or where one cannot play."""
    from ...study.reports.contest_report import WRITERS
    from ...study.runs.run import each_of, plans_of
    from ..seating import bots_of, require_bots

    game = wanted.ruleset.ready(one_count(wanted.players, wanted.ruleset.players, "--bots"), wanted.options)
    lineup = bots_of(bots, game.players)
    require_bots(lineup, game)
    plans = plans_of(plan, lineup)
    played = [(game, own) for own in plans]
    return finished(wanted, played, each_of(wanted.games or GAMES_OF_BOTS, plans), wanted.writer(WRITERS))


def without(wanted: Wanted, plan: Plan, words: Sequence[str]) -> int:
    """Random games in which one player leaves something out, on each seat equally often; the exit code.

    Raises UsageError as `left_out`.
    """
    from ...study.reports.contest_report import WRITERS
    from ...study.runs.ablation import left_out, lineup
    from ...study.runs.run import each_of, plans_of

    game = wanted.ruleset.ready(one_count(wanted.players, wanted.ruleset.players, "--never"), wanted.options)
    plans = plans_of(plan, lineup(words, game.players))
    left_out(game, plans[0].bots)
    played = [(game, own) for own in plans]
    return finished(wanted, played, each_of(wanted.games or GAMES, plans), wanted.writer(WRITERS))


def by_luck(wanted: Wanted, plan: Plan, bots: tuple[str, ...]) -> int:
    """Games in which each deal is played several times by the same bots; the exit code.

    Raises UsageError as `between_bots`, and where not all seats have the same bot.
    """
    from ...base.errors import UsageError
    from ...study.comparisons.luck import AGAIN
    from ...study.reports.luck_report import writers
    from ..seating import bots_of, require_bots

    game = wanted.ruleset.ready(one_count(wanted.players, wanted.ruleset.players, "--luck"), wanted.options)
    lineup = bots_of(bots or ("all=random",), game.players)
    if len(set(lineup)) > 1:
        raise UsageError(f"--luck is for players that are equally strong, for example --bots all={lineup[0]}")
    require_bots(lineup, game)
    deals = -(-(wanted.games or (GAMES if lineup[0] == "random" else 2 * GAMES_OF_BOTS)) // AGAIN)
    played = [(game, replace(plan, bots=tuple(lineup), rows=True, again=AGAIN))]
    wanted.beside = None
    return finished(wanted, played, deals * AGAIN, writers(lineup[0])[wanted.form])


def up_a_ladder(wanted: Wanted, plan: Plan, ladder: str) -> int:
    """Games of each bot of a ladder against the next weaker one; the exit code. Raises UsageError as between_bots."""
    from ...study.comparisons.ladder import plans_of_ladder
    from ...study.reports.ladder_report import writers
    from ..seating import ladder_of, require_bots

    game = wanted.ruleset.ready(one_count(wanted.players, wanted.ruleset.players, "--ladder"), wanted.options)
    bots = ladder_of(ladder, game.players)
    require_bots(bots, game)
    played = [(game, own) for own in plans_of_ladder(plan, bots, game.players)]
    wanted.ladder = bots
    return finished(wanted, played, -(-(wanted.games or GAMES_OF_RUNG) // game.players), writers(bots)[wanted.form])


def finished(
    wanted: Wanted, played: list[tuple[Game, Plan]], games: int, writer: Callable[[Run, dict[int, str]], str]
) -> int:
    """Plays so many games of each, and writes what they came to; the exit code."""
    from ...study.counts.targets import is_missed
    from ...study.runs.simulate import failures_folder, save_failures, simulate_each

    keeper = wanted.keeper(played, games)
    elsewhere = None
    if wanted.cluster:
        from ...study.runs.cluster import Cluster

        elsewhere = Cluster(wanted.cluster, progress)
    with StatusLine() as status:
        shown = RunProgress(status, games * len(played))
        run = simulate_each(played, games, wanted.jobs, shown, keeper, elsewhere)
    saved: dict[int, Path] = {}
    try:
        saved |= save_failures(run, failures_folder(run, wanted.out, wanted.ruleset.id))
    except OSError as error:
        cannot_be_kept(error)
    (say if wanted.form == "text" else output)(writer(run, see_it(saved, wanted.source)))
    if run.interrupted:
        kept = wanted.resume or wanted.out
        further = "The same command goes on from there." if kept else "With --resume FILE a run can go on later."
        progress(f"Interrupted: {run.played:,} of {run.total:,} games were played. {further}")
        return INTERRUPTED
    missed = wanted.fail_on and wanted.beside is not None and is_missed(wanted.beside.targets, run.games, run.tallies)
    return YES if run.clean and not missed else NO


def cannot_be_kept(error: OSError) -> None:
    """Says why games that failed or do not end are not saved."""
    progress(f"The games that failed cannot be kept: {error.filename}: {(error.strerror or str(error)).lower()}")


def written_as(
    writers: dict[str, Callable[..., str]], form: str, beside: Beside | None, define: bool, seconds: int, use: bool
) -> Callable[[Run, dict[int, str]], str]:
    """What writes a run in a form: as text with what is asked for, as data with all there is."""
    told = {"define": define, "seconds": seconds, "use": use} if form == "text" else {}
    return partial(writers[form], **({} if beside is None else {"beside": beside}), **told)


def see_it(saved: dict[int, Path], source: str) -> dict[int, str]:
    """The commands that show games that were saved, by their number."""
    return {number: f"{program()} replay {shlex.quote(str(path))}{source}" for number, path in saved.items()}


def one_count(text: str, counts: Sequence[int], option: str) -> int:
    """The one number of players that `--players` names; without it the fewest. Raises UsageError for several."""
    from ...base.errors import UsageError

    wished = [counts[0]] if text == "all" else player_counts(text, counts)
    if len(wished) != 1:
        raise UsageError(f"{option} is for one number of players at a time, for example --players {wished[0]}")
    return wished[0]


def player_counts(text: str, counts: Sequence[int]) -> list[int]:
    """The numbers of players that `--players` names: all (those of the game), 4, 3-5, or several of these with commas.

    Raises UsageError for anything else. Whether the game is for so many is not looked at.
    """
    from ...base.errors import UsageError

    found: set[int] = set()
    whole = len(counts) == counts[-1] - counts[0] + 1
    usual = f"{counts[0]}-{counts[-1]}" if whole else ",".join(map(str, counts))
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if part.strip() == "all":
            found |= set(counts)
            continue
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 4 for end in ends) or int(ends[0]) > int(ends[1]):
            raise UsageError(f"--players {text}: write a number, from-to, or all, for example --players {usual}")
        found |= set(range(int(ends[0]), int(ends[1]) + 1))
    return sorted(found)


def source_of(ruleset: Ruleset) -> str:
    """What `replay` has to be told to find a ruleset again; nothing if its id is enough."""
    from ...reading import library

    name = "+".join(library.called(ruleset.path, ruleset.variants))
    return "" if name == ruleset.id and library.is_shipped(ruleset.path) else " " + shlex.join(["--ruleset", name])


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
    from ...study.counts.standings import came_to_first

    who, share = came_to_first(run.tallies, [plan.bots for plan in run.plans])
    if not share.games:
        return ""
    wins = f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
    return f"; in {share.games:,} that are counted {who} wins {wins}"
