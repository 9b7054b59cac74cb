"""`stammtisch compare`: two forms of a game over the same games, and what differs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ...base.english import count_of
from ..console import INTERRUPTED, NO, YES, StatusLine, output, progress, say, usable_cores
from ..options import (
    cluster_option,
    definitions_option,
    fail_option,
    format_option,
    jobs_option,
    renamed_option,
    seed_option,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...game.game import Game
    from ...study.comparisons.compare import Pair
    from ...study.comparisons.sides import Side
    from ...study.runs.run import Run
    from ...study.runs.saved_runs import SavedRun
    from ...study.runs.shards import Plan
    from ...study.runs.simulate import Elsewhere
    from ...study.runs.stuck_games import StuckKind

GAMES, GAMES_OF_BOTS, MOST = 10_000, 240, 100_000
FOR_RUNS = ("base", "others", "players", "definitions", "form", "fail_on")  # options that make sense for runs


@click.command("compare")
@click.argument("base", metavar="BASE")
@click.argument("others", metavar="[OTHER]...", nargs=-1)
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting in all of them.")
@renamed_option(
    "--against", "--vs", multiple=True, metavar="NAME=VALUE", help="Compare BASE with itself, a setting changed."
)
@click.option("--sweep", metavar="NAME=4..7", help="Compare BASE with itself, a setting changed to each of these.")
@renamed_option(
    "--self-check", "--same", is_flag=True, help="Compare BASE with itself in other games: a check of the method."
)
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help=f"Games of each (default: {GAMES}; with --bots {GAMES_OF_BOTS}).",
)
@click.option("--players", default=None, metavar="3-5|all", help="The numbers of players (default: the fewest).")
@click.option("--bots", multiple=True, metavar="1=search:200,all=random", help="Who plays instead of chance.")
@renamed_option(
    "--usage", "--use", is_flag=True, help="Also compare measures for which more is counted, such as lead changes."
)
@definitions_option()
@seed_option
@jobs_option
@click.option(
    "--sequential",
    is_flag=True,
    help="Play only until it is clear whether one measure differs; -n is then the most games (default: 100000).",
)
@click.option("--until", type=click.Choice(["decided"]), hidden=True)
@click.option(
    "--measure",
    metavar="NAME",
    help="The measure for --sequential: decisions, or wins by seat > seat 2 (default: wins by seat > seat 1).",
)
@cluster_option
@format_option("text", "json")
@fail_option
@click.pass_context
def command(
    context: click.Context,
    base: str,
    others: tuple[str, ...],
    set_: tuple[str, ...],
    against: tuple[str, ...],
    sweep: str | None,
    self_check: bool,
    games: int | None,
    players: str | None,
    bots: tuple[str, ...],
    usage: bool,
    definitions: bool,
    seed: int,
    jobs: int | None,
    sequential: bool,
    until: str | None,
    measure: str | None,
    cluster: str | None,
    form: str,
    fail_on: str | None,
) -> int:
    """Play BASE and each OTHER with the same seeds; show how much measures differ and whether that is more than chance.

    BASE and OTHER are rulesets as for `diff`: ids, files or folders, perhaps with variants, such as balvin+four-gates.
    Or they are runs saved by `simulate --out RUN`.
    """
    from ...study.runs.shards import Plan
    from ..arms import load_saved_runs, load_sides

    if runs := load_saved_runs((base, *others)):
        refuse_game_options(context)
        pairs, title, told_of = pairs_of_runs((base, *others), runs, players)
        return print_comparison(
            pairs, title, told_of, runs[0].run.plan.seed, OutputForm(form, definitions, fail_on, self_check)
        )
    sequential = sequential or until is not None
    refuse_conflicts(context.params, sequential)
    found = load_sides((base, *others), set_, against, sweep, self_check)
    who = ", ".join(bots) if bots else "random choices"
    title = f"{found[0].ruleset.name}: {' / '.join(side.name for side in found)}; {who}, seed {seed}"
    playing = GamePlan(Plan(seed, use=usage), bots, jobs or usable_cores(), cluster)
    if sequential:
        sought = SequentialRequest(measure, games or MOST, form, title)
        return run_sequential(found, shared_counts(found, players), playing, sought)
    pairs = []
    for number in shared_counts(found, players):
        one = play_pairs(found, number, playing, games or (GAMES_OF_BOTS if bots else GAMES), self_check)
        if one is None:
            progress("Interrupted: nothing is compared. Fewer games (-n) take less time.")
            return INTERRUPTED
        pairs += one
    return print_comparison(
        pairs, title, [arm_json(side) for side in found], seed, OutputForm(form, definitions, fail_on, self_check)
    )


def refuse_conflicts(given: Mapping[str, Any], sequential: bool) -> None:
    """Raise UsageError where options exclude each other, or need what is not installed."""
    from ...backend.native import available
    from ...base.errors import UsageError

    if given["usage"] and not available():
        raise UsageError("--usage needs wasmtime, which is not installed: pip install wasmtime")
    if (given["measure"] is not None and not sequential) or (
        sequential and (given["self_check"] or given["definitions"])
    ):
        raise UsageError("--measure is for --sequential, which is for two forms that differ, without --definitions")
    if given["cluster"] is not None and given["jobs"] is not None:
        raise UsageError("--cluster plays on other machines: leave out --jobs")
    if sequential and given["fail_on"] is not None:
        raise UsageError("--sequential plays for one measure alone: leave out --fail-on")


@dataclass(frozen=True)
class OutputForm:
    """The form of a comparison's output: text or data, definitions, what makes the exit code 1, self-check."""

    form: str
    definitions: bool
    fail_on: str | None
    same: bool


def print_comparison(pairs: list[Pair], title: str, arms: list[dict[str, Any]], seed: int, form: OutputForm) -> int:
    """Print a comparison; return the exit code."""
    from ...study.comparisons.compare import compare_pairs
    from ...study.counts.targets import MISSED
    from ...study.reports.compare_report import as_json, as_text

    found = compare_pairs(pairs)
    if form.form == "json":
        output(as_json(found, arms, seed, form.same))
    else:
        say(as_text(title, found, form.definitions))
    missed = any(target.verdict == MISSED for one in found for target in one.targets[1])
    bad = any(any(one.unfinished) for one in found)
    return NO if bad or (form.fail_on is not None and missed) else YES


def refuse_game_options(context: click.Context) -> None:
    """Raise UsageError for an option about playing games, if runs are compared."""
    from ...base.errors import UsageError

    for option in context.command.params:
        given = context.get_parameter_source(option.name or "")
        if given == ParameterSource.COMMANDLINE and option.name not in FOR_RUNS:
            raise UsageError(f"the games of saved runs are already played: leave out {option.opts[0]}")


def pairs_of_runs(
    names: tuple[str, ...], runs: list[SavedRun], players: str | None
) -> tuple[list[Pair], str, list[dict[str, Any]]]:
    """The pairs of the first run with each other one, a title, and data about each as JSON.

    Raises UsageError as `sides_of_runs`, and where they have no number of players in common.
    """
    from ...base.errors import UsageError
    from ...study.comparisons.compare import Pair
    from ...study.comparisons.saved_arms import lineup_text, read_arms
    from ...study.comparisons.sides import renamed_words, rule_changes
    from ..arms import sides_of_runs
    from ..simulations import player_counts, replay_commands

    def commands(one: SavedRun) -> dict[int, str]:
        return replay_commands(one.failures, one.header["source"])

    shared = sorted(set[int].intersection(*({game.players for game in one.run.games} for one in runs)))
    if not shared:
        raise UsageError("these have no number of players in common: there is nothing to compare")
    pairs, found = [], sides_of_runs(names, runs, shared[0])
    for number in shared[:1] if players is None else player_counts(players, shared):
        if number not in shared:
            raise UsageError(f"not all of these runs have games for {number} players")
        found, played = sides_of_runs(names, runs, number), read_arms(runs, names, number, commands)
        for side, arm_ in zip(found[1:], played[1:], strict=True):
            pairs.append(Pair(played[0], arm_, rule_changes(found[0], side), renamed_words(found[0], side)))
    seeds = ", ".join(dict.fromkeys(str(one.run.plan.seed) for one in runs))
    title = f"{found[0].ruleset.name}: {' / '.join(names)}; {lineup_text(runs[0])}, seed {seeds}"
    told = [{**arm_json(side), "seed": one.run.plan.seed} for side, one in zip(found, runs, strict=True)]
    return pairs, title, told


@dataclass(frozen=True)
class GamePlan:
    """How games are played: plan, bots, number of processes, or the scheduler of a cluster."""

    plan: Plan
    bots: tuple[str, ...]
    jobs: int
    cluster: str | None

    def plans(self, games: Sequence[Game]) -> list[Plan]:
        """The plan of each seating. Raises UsageError as `bots_of` and `require_bots`."""
        from ...study.runs.run import rotated_plans
        from ..seating import bots_of, require_bots

        if not self.bots:
            return [self.plan]
        lineup = bots_of(self.bots, games[0].players)
        for game in games:
            require_bots(lineup, game)
        return rotated_plans(self.plan, lineup)

    @property
    def elsewhere(self) -> Elsewhere | None:
        """The cluster to play on, if any. Raises UsageError as `Cluster`."""
        from ...study.runs.cluster import Cluster

        return None if self.cluster is None else Cluster(self.cluster, progress)


def run_sequential(found: list[Side], counts: list[int], playing: GamePlan, sought: SequentialRequest) -> int:
    """Play two sides until it is decided whether one measure differs; return the exit code.

    Raises UsageError for more than two sides or one number of players, and as `parse_measure` and `play_until_decided`.
    """
    from ...base.errors import UsageError
    from ...base.tables import Document
    from ...study.comparisons.sequential_test import FIRST, play_until_decided
    from ...study.comparisons.sides import rule_changes
    from ...study.counts.measures import parse_measure
    from ...study.reports.compare_report import sequential_json, sequential_text

    if len(found) > 2 or len(counts) > 1:
        raise UsageError("--sequential is for two rulesets and one number of players at a time")
    measure, of = parse_measure(sought.measure or FIRST)
    games = [side.ruleset.ready(counts[0], dict(side.options)) for side in found]
    plans, jobs = playing.plans(games), playing.jobs
    with StatusLine() as status:

        def note(number: int) -> None:
            status.count(number, "games of each are played")

        result = play_until_decided(games, plans, measure, of, sought.most, jobs, note, playing.elsewhere)
    if sought.form == "json":
        output(sequential_json(result, [arm_json(side) for side in found], counts[0], playing.plan.seed))
    else:
        names = [side.name for side in found]
        lines = [sought.title, "", *rule_changes(*found), "", f"{count_of(counts[0], 'player')}: until it is decided"]
        say(Document([*lines, *sequential_text(result, *names)]))
    return NO if any(result.unfinished) else YES


@dataclass(frozen=True)
class SequentialRequest:
    """The request for a sequential test: the measure, the most games of each side, the form of output."""

    measure: str | None
    most: int
    form: str
    title: str


def shared_counts(found: list[Side], players: str | None) -> list[int]:
    """The requested numbers of players that all sides allow. Raises UsageError if there are none."""
    from ...base.errors import UsageError
    from ..simulations import player_counts

    shared = sorted(set[int].intersection(*(set(side.ruleset.players) for side in found)))
    if not shared:
        raise UsageError("these have no number of players in common: there is nothing to compare")
    if players is None:
        return shared[:1]
    return player_counts(players, shared)


def play_pairs(found: list[Side], players: int, playing: GamePlan, games: int, same: bool) -> list[Pair] | None:
    """Play the games of all sides for one number of players, and pair the base with each other; None if stopped."""
    from ...study.comparisons.compare import Arm, Pair, block_tallies, play_blocks
    from ...study.comparisons.sides import renamed_words, rule_changes
    from ...study.counts.targets import read_targets
    from ...study.runs.stuck_games import kinds_of

    arms: list[Arm] = []
    ready = [side.ruleset.ready(players, dict(side.options)) for side in found]
    plans = playing.plans(ready)
    played = [(game, plans) for game in ready]
    for together in [played] if same else [[one] for one in played]:
        with StatusLine() as status:

            def note(run: Run, status: StatusLine = status) -> None:
                status.count(run.games_played, "games")

            run, blocks = play_blocks(together, games, playing.jobs, note, playing.elsewhere)
        if run.interrupted:
            return None
        size = blocks * len(plans)
        for at, own in enumerate(block_tallies(run, blocks, len(plans))):
            side = found[len(arms)]
            kinds = kinds_of(run, range(at * size, (at + 1) * size))
            targets = read_targets((side.ruleset.path, *side.ruleset.variants))
            arms.append(Arm(side.name, together[at][0], own, targets, kinds, save_failed_games(run, kinds, side)))
    first = found[0]
    return [
        Pair(arms[0], arm, rule_changes(first, side), renamed_words(first, side))
        for side, arm in zip(found[1:], arms[1:], strict=True)
    ]


def save_failed_games(run: Run, kinds: Sequence[StuckKind], side: Side) -> dict[int, str]:
    """Save a game of each kind that failed or does not end; return the commands that show them, by number."""
    from ...study.runs.simulate import save_failures
    from ..simulations import replay_commands, source_option, warn_unsaved_failures

    folder = Path(f"{side.ruleset.id}-failures", re.sub(r"[^\w=.,+-]+", "-", side.name))
    try:
        return replay_commands(dict(save_failures(run, folder, kinds)), source_option(side.ruleset))
    except OSError as error:
        warn_unsaved_failures(error)
        return {}


def arm_json(side: Side) -> dict[str, Any]:
    """A side as JSON data."""
    return {
        "name": side.name,
        "ruleset": side.ruleset.id,
        "game": side.ruleset.name,
        "hash": side.ruleset.hash,
        "set": dict(side.options),
    }
