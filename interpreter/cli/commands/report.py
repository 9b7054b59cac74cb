"""`stammtisch report`: the results of many games, as a page with charts."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...base.english import count_of
from ..console import NO, YES, StatusLine, output, program, progress, usable_cores
from ..options import definitions_option, jobs_option, parse_settings, recordings_option, seconds_option, seed_option

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...study.counts.targets import Target
    from ...study.reports.report_page import Failure, ReportPart
    from ...study.runs.run import Run
    from ...study.runs.saved_runs import SavedRun

GAMES, GAMES_OF_BOTS, GAMES_OF_RUNG = 2000, 240, 240
MOST_BYTES = 500_000  # of the recording of a game that failed, which the page has as well


@click.command("report")
@click.argument("sources", nargs=-1, required=True, metavar="RUN|RULESET|COMPARISON...")
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting of the ruleset.")
@click.option("--variant", multiple=True, metavar="NAME", help="A variant of the ruleset: its name or its file.")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=GAMES,
    metavar="N",
    help=f"Random games of a RULESET (default: {GAMES}).",
)
@click.option("--players", type=int, metavar="N", help="The number of players (default: the fewest).")
@click.option(
    "--bots", metavar="strongest,search:50", help="For each of these bots, also play games with it at all seats."
)
@click.option(
    "--bot-games",
    type=click.IntRange(1),
    default=GAMES_OF_BOTS,
    metavar="N",
    help=f"Games for each bot and rung (default: {GAMES_OF_BOTS}).",
)
@click.option(
    "--ladder", metavar="random,20,80", help="Also how far skill carries: each bot against the next weaker one."
)
@definitions_option()
@seconds_option()
@recordings_option()
@seed_option
@jobs_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write (default: RULESET-report.html).",
)
def command(
    sources: tuple[str, ...],
    set_: tuple[str, ...],
    variant: tuple[str, ...],
    games: int,
    players: int | None,
    bots: str | None,
    bot_games: int,
    ladder: str | None,
    definitions: bool,
    seconds: int | None,
    recordings: Path | None,
    seed: int,
    jobs: int | None,
    out: Path | None,
) -> int:
    """Write a report with pictures, as one page for a browser that needs no network.

    RUN is a folder that `simulate --out` has written; for a RULESET, games are played for the report. COMPARISON is a
    file that `compare --format json` has written.
    """
    from ...base.files import write
    from ...study.reports.players_behind import players_behind
    from ...study.reports.report_page import page

    wanted = ReportRequest(games, players, bots, bot_games, ladder, seed, jobs or usable_cores())
    told: list[ReportedRun] = []
    parts: list[ReportPart] = []
    for source in sources:
        if source.endswith(".json"):
            parts += comparison_parts(Path(source))
        elif Path(source, "run.json").is_file():
            told.append(read_saved(Path(source)))
        else:
            told += play_ruleset(source, variant, parse_settings(set_), wanted)
    looks = count_looks(told, seconds or 0) * (1 if recordings is None else 2)
    scope = ReportScope(looks, seconds or 0, definitions)
    parts = [part for one in told for part in run_parts(one, scope)] + parts
    if recordings is not None:
        parts += human_parts(told, recordings, scope)
    behind = players_behind(
        (game, plan.bots) for one in told for game, plan in zip(one.run.games, one.run.plans, strict=True)
    )
    names = list(dict.fromkeys(one.ruleset.name for one in told)) or ["Comparison"]
    path = out or Path(f"{told[0].ruleset.id if told else 'comparison'}-report.html")
    write(
        path,
        page(f"{', '.join(names)}: what many games came to", parts, provenance(told), behind).encode(
            "utf-8", "backslashreplace"
        ),
    )
    output(f"The report is written to {path}.")
    if any(part.failures for part in parts):
        progress("Some games failed or did not end: the report begins with them, and its figures come from the others.")
        return NO
    return YES


@dataclass(frozen=True)
class ReportRequest:
    """The options for games played for the report."""

    games: int
    players: int | None
    bots: str | None
    bot_games: int
    ladder: str | None
    seed: int
    jobs: int


@dataclass(frozen=True)
class ReportScope:
    """The settings shared by the whole report.

    looks: at how many things it looks of which it says something flatly; seconds: that a choice takes, 0 if unknown;
    definitions: whether it says how measures are defined.
    """

    looks: int
    seconds: int
    definitions: bool


@dataclass
class ReportedRun:
    """A run in the report. ladder: its bots, if it is one. kept: the folder of its games, if saved."""

    ruleset: Ruleset
    run: Run
    ladder: Sequence[str] = ()
    kept: SavedRun | None = None


def read_saved(path: Path) -> ReportedRun:
    """Read a saved run."""
    from ...study.runs.saved_runs import read_run

    kept = read_run(path)
    if kept.uncounted:
        progress(f"{path}: what is used was counted by another version of Stammtisch and is left out.")
    return ReportedRun(kept.ruleset, kept.run, kept.header.get("ladder", ()), kept)


def play_ruleset(
    name: str, variant: tuple[str, ...], options: dict[str, str], wanted: ReportRequest
) -> Iterator[ReportedRun]:
    """Play the games for the report: random ones, those of each bot, a ladder."""
    from ...bots.by_name import bot_in
    from ...front.api import load_ruleset
    from ...study.comparisons.ladder import ladder_plans
    from ...study.runs.shards import Plan
    from ..seating import ladder_of, require_bots

    ruleset = load_ruleset(name, variant)
    game = ruleset.ready(wanted.players, options)
    plan = Plan(wanted.seed, use=True, rows=True)
    yield ReportedRun(ruleset, play_games(ruleset, [(game, plan)], wanted.games, wanted.jobs))
    for one in (bot_in(game, part).name for part in (wanted.bots or "").split(",") if part.strip()):
        lineup = (one,) * game.players
        own = Plan(wanted.seed, bots=lineup, use=True, rows=True)
        yield ReportedRun(ruleset, play_games(ruleset, [(game, own)], wanted.bot_games, wanted.jobs))
    if wanted.ladder:
        bots = ladder_of(wanted.ladder, game.players)
        require_bots(bots, game)
        plans = ladder_plans(Plan(wanted.seed), bots, game.players)
        run = play_games(ruleset, [(game, own) for own in plans], -(-wanted.bot_games // game.players), wanted.jobs)
        yield ReportedRun(ruleset, run, bots)


def play_games(ruleset: Ruleset, what: list[tuple[Any, Any]], games: int, jobs: int) -> Run:
    """Play games, with progress."""
    from ...study.runs.simulate import simulate_each
    from ..simulations import RunProgress

    with StatusLine() as status:
        return simulate_each(what, games, jobs, RunProgress(status, games * len(what)))


# -- what is shown


def count_looks(told: Sequence[ReportedRun], seconds: int) -> int:
    """The number of results that the report states without reservation, ladders and bots included.

    Of each kind of games: seats, what goes together with winning, what is hardly ever chosen, and targets.
    """
    looks = 0
    for one in told:
        if one.ladder:
            looks += 1
        else:
            each = 3 + bool(run_targets(one, seconds))
            looks += each * (1 if one.run.plan.bots else len(one.run.games)) + (len(set(one.run.plan.bots)) > 1)
    return max(1, looks)


def run_targets(told: ReportedRun, seconds: int) -> list[Target]:
    """The targets of a run's rules."""
    from ...study.counts.targets import read_targets

    return read_targets(
        [told.ruleset.path, *told.ruleset.variants] if told.kept is None else told.kept.sources, seconds
    )


def run_parts(told: ReportedRun, scope: ReportScope) -> Iterator[ReportPart]:
    """The parts of the report about a run: one for each number of players, or one for bots or a ladder."""
    from ...study.counts.statistics import pool_tallies
    from ...study.reports.report_figures import pictures, skill, strengths
    from ...study.reports.report_page import ReportPart

    run, name, looks = told.run, told.ruleset.name, scope.looks
    if told.ladder:
        about = (
            f"{run.games_played:,} games of {name} with {count_of(run.games[0].players, 'player')}, {run.seed_text}."
        )
        heading = f"How far skill carries, {count_of(run.games[0].players, 'player')}"
        yield ReportPart(heading, about, [skill(run, told.ladder, looks)], failures=failure_parts(told))
        return
    if not run.plan.bots:
        for at, (game, tally) in enumerate(zip(run.games, run.tallies, strict=True)):
            heading = f"{count_of(game.players, 'player')}, random choices"
            yield make_part(told, at, heading, tally, [*pictures(game, tally, False, looks)], scope)
        return
    tally, lineup = pool_tallies(run.tallies), list(dict.fromkeys(run.plan.bots))
    who = f"all {lineup[0]}" if len(lineup) == 1 else ", ".join(run.plan.bots)
    first = [found] if (found := strengths(run, looks)) is not None else []
    thinking = lineup != ["random"]
    yield make_part(
        told,
        0,
        f"{count_of(run.games[0].players, 'player')}, {who}",
        tally,
        [*first, *pictures(run.games[0], tally, thinking, looks)],
        scope,
    )


def make_part(told: ReportedRun, at: int, heading: str, tally: Any, shown: list[Any], scope: ReportScope) -> ReportPart:
    """A part with the unused parts of the rules and odd games."""
    from ...study.counts.usage import findings, uses
    from ...study.reports.report_page import ReportPart

    run, game = told.run, told.run.games[at]
    about = f"{tally.games:,} games of {told.ruleset.name}, {run.seed_text}: {tally.finished:,} finished, "
    about += f"{len(tally.failed):,} failed, {len(tally.endless):,} endless."
    unused = [
        f"{one.what}: {one.words} ({', '.join(filter(None, [one.place, one.why]))})"
        for one in findings(uses(game, tally), scope.looks)
    ]
    bad = failure_parts(told, None if run.plan.bots else game.players)
    return ReportPart(
        heading, about, shown, unused, bad, [*odd_replays(told, at)], part_tables(told, game, tally, scope)
    )


def failure_parts(told: ReportedRun, players: int | None = None) -> list[Failure]:
    """The kinds of games that failed or do not end, for so many players or all; one game of each is saved."""
    from ...study.reports.report_page import Failure
    from ...study.runs.simulate import failures_folder, save_failures
    from ...study.runs.stuck_games import kinds_of
    from ..simulations import replay_commands, source_option, warn_unsaved_failures

    kinds = [kind for kind in kinds_of(told.run) if players is None or kind.players == players]
    files, source = {}, source_option(told.ruleset)
    if told.kept is not None:
        files, source = told.kept.failures, told.kept.header["source"]
    else:
        try:
            files = dict(save_failures(told.run, failures_folder(told.run, None, told.ruleset.id), kinds))
        except OSError as error:
            warn_unsaved_failures(error)
    commands, found = replay_commands(files, source), []
    for kind in kinds:
        file = files.get(first := kind.numbers[0])
        data = file.read_bytes() if file is not None and file.stat().st_size <= MOST_BYTES else b""
        command, name = commands.get(first, ""), file.name if file is not None else ""
        found.append(Failure(kind.lines({}), command, name, data))
    return found


def part_tables(told: ReportedRun, game: Any, tally: Any, scope: ReportScope) -> dict[str, list[list[str]]]:
    """Return the tables of a part by their headings: targets with their results; if asked for, all measures."""
    from ...study.reports.report import definitions_table

    measured = definitions_table(game, tally, scope.seconds) if scope.definitions else []
    tables = {"Measures and their definitions": measured} if measured else {}
    return target_tables(told, game, tally, scope) | tables


def target_tables(told: ReportedRun, game: Any, tally: Any, scope: ReportScope) -> dict[str, list[list[str]]]:
    """Return the table of targets with their results, if there are targets."""
    from ...study.counts.targets import judge_targets, judged_table

    return judged_table(judge_targets(run_targets(told, scope.seconds), game, tally, scope.looks))


def odd_replays(told: ReportedRun, at: int) -> Iterator[Any]:
    """The odd games of a run, each with its course. Those of merged runs are not replayed."""
    from ...study.reports.report_page import OddReplay
    from ...study.runs.odd_games import find_odd_games, finished_outcomes, replay_odd_game
    from ...study.runs.parquet import read_outcomes
    from .replay import course_lines, standing_lines

    run = told.run
    if run.seeds:
        return
    for where in range(len(run.games)) if run.plan.bots else [at]:
        game, plan, rows = run.games[where], run.plans[where], run.shards[where].rows
        low, high = where * run.count, (where + 1) * run.count
        if told.kept is not None:
            found = read_outcomes(told.kept.files, game.players, low, high)
        else:
            found = [*finished_outcomes(game, rows)] if rows is not None else []
        for what, number in find_odd_games(game, found):
            odd = replay_odd_game(told.ruleset, game, plan, what, number)
            if odd is not None:
                names = [*(plan.bots or game.program.names["player"])]
                lines = [*course_lines(odd.state, names, None), "", *standing_lines(odd.state, names, None, False)]
                yield OddReplay(f"Game {number + 1:,}, {odd.what}", lines, odd.file, odd.recording)
        if run.plan.bots:
            return


def human_parts(told: Sequence[ReportedRun], path: Path, scope: ReportScope) -> Iterator[ReportPart]:
    """The parts about people's games of the same games, by themselves and beside the others.

    Raises UsageError as `read_recordings`, and where nothing else is shown.
    """
    from ...base.errors import UsageError
    from ...study.reports import human_games
    from ...study.reports.report_figures import pictures
    from ...study.reports.report_page import ReportPart

    if not told:
        raise UsageError("--recordings shows games of people beside other games: also name their RULESET, or a RUN")
    kept = human_games.read_recordings(path)
    games = {game_key(own): (one, own) for one in told for own in one.run.games}
    for one, own in games.values():
        found = human_games.count_human_games(kept, own)
        about = (
            f"{found.tally.games:,} games of {one.ruleset.name} that people have played{human_games.bots_text(found)}; "
            "they count nowhere else."
        )
        if found.left_out:
            about += f" Left out: {human_games.exclusions_text(found)}."
        shown = [*pictures(own, found.tally, False, scope.looks)] if found.tally.games else []
        tables = {
            f"Beside {who}": human_games.human_table(found, own, tally, who)
            for who, tally in other_games(told, own)
            if found.tally.games
        }
        notes = {"What people noted": human_games.note_table(found)} if found.notes else {}
        tables = part_tables(one, own, found.tally, scope) | tables | notes
        yield ReportPart(f"{count_of(own.players, 'player')}, people", about, shown, tables=tables)


def game_key(game: Any) -> tuple[str, int, str]:
    """The key of games that are counted together."""
    return game.hash, game.players, str(game.program.options)


def other_games(told: Sequence[ReportedRun], game: Any) -> Iterator[tuple[str, Any]]:
    """Other runs of a game, with their results; ladders are too much of a mixture."""
    from ...study.counts.statistics import pool_tallies

    for one in told:
        played = zip(one.run.games, one.run.tallies, strict=True)
        own = [tally for other, tally in played if game_key(other) == game_key(game)]
        if own and not one.ladder:
            yield ", ".join(dict.fromkeys(one.run.plan.bots)) or "random choices", pool_tallies(own)


def comparison_parts(path: Path) -> Iterator[ReportPart]:
    """The parts about comparisons. Raises UsageError if the file holds something else."""
    from ...base.files import read_json
    from ...study.reports.compare_report import targets_table
    from ...study.reports.report_figures import comparison_picture
    from ...study.reports.report_page import Failure, ReportPart

    data = read_json(path, "stammtisch-comparison-1", "a comparison that `compare --format json` has written")
    for one in data["comparisons"]:
        heading = f"{one['other']} against {one['base']}, {count_of(one['players'], 'player')}"
        rules = "; ".join(one["rules"])
        about = f"{one['games']:,} games of each. {rules}"
        wanted = targets_table(one)
        bad = [
            Failure([f"{one[arm]}: {kind['what']}", *kind["common"]], kind["command"])
            for arm, kinds in one.get("failures", {}).items()
            for kind in kinds
        ]
        yield ReportPart(
            heading,
            about,
            [comparison_picture(one)],
            failures=bad,
            tables={"Targets of both": wanted} if wanted else {},
        )


def provenance(told: list[ReportedRun]) -> list[tuple[str, str]]:
    """The lines about how the report was made."""
    from ...base.version import __version__
    from ...study.runs.saved_runs import installed_versions

    found = [("Command", f"{program()} {shlex.join(sys.argv[1:])}")]
    for one in told:
        run = one.run
        of = f"{one.ruleset.name} ({one.ruleset.id}), hash {one.ruleset.hash}"
        settings_ = ", ".join(f"{name} {value}" for name, value in run.games[0].program.options.items())
        who = ", ".join(one.ladder) or ", ".join(run.plan.bots) or "random choices"
        command = one.kept.header["command"] if one.kept is not None else ""
        text = f"{of}; {run.games_played:,} games, {run.seed_text}, {who}"
        found.append(("Games", "; ".join(filter(None, [text, settings_ and f"settings: {settings_}", command]))))
    versions = {"Stammtisch": __version__, "Python": sys.version.split()[0]} | installed_versions()
    found.append(("Versions", ", ".join(f"{name} {number}" for name, number in versions.items())))
    return found
