"""`stammtisch test`: plays the scenarios beside the rulesets; which clauses they cover, which changes they notice."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import (
    CANNOT,
    INTERRUPTED,
    NO,
    YES,
    StatusLine,
    duration,
    fail,
    program,
    progress,
    say,
    usable_cores,
)

if TYPE_CHECKING:
    from ...scenarios.mutate import Report
    from ...scenarios.run import ScenarioResult
    from ...scenarios.variant_scenarios import Changed


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "-k", "words", metavar="WORDS", default="", help="Play only scenarios whose names contain all of these words."
)
@click.option("--clauses", is_flag=True, help="Show which scenarios cover each clause, and fail on a gap.")
@click.option(
    "--mutate",
    is_flag=True,
    help="Change the ruleset PATH in many small ways, and fail where no scenario and no `always:` notices one.",
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="With --mutate: only N changes, chosen by --seed.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    show_default=True,
    metavar="S",
    help="With --mutate --limit: which changes.",
)
def command(paths: tuple[str, ...], words: str, clauses: bool, mutate: bool, limit: int | None, seed: int) -> int:
    """Play scenarios: given, when, then.

    PATH is the id of a ruleset or a variant (balvin, balvin+four-gates), a folder, a ruleset file with scenarios
    beside it, or a scenario file (scenarios.yaml, NAME.scenarios.yaml). Without it, the scenario files below this
    folder are played; if there are none, those that come with Stammtisch.

    For a game with variants (balvin+four-gates, balvin+four-gates+open-purses), the scenarios of the game and of each
    of several variants are also played with all of them. This shows how many hold, which have changed, and which
    change of a variant is the cause. A change is not a failure.

    With --mutate, PATH is one ruleset or variant. Each condition, step, option and event is removed in turn, and each
    setting and table cell is changed a little. In a variant this is done only to what its own file says, and each of
    its changes is undone. Changes that make no difference belong in mutants.yaml beside the ruleset, each with the
    reason. docs/mutation.md explains it.
    """
    one = "--mutate" if mutate else "--clauses" if clauses else ""
    if words and one:
        raise click.UsageError(f"{one} takes all scenarios of a ruleset, so leave out -k")
    laid = {path: found for path in paths if (found := _combination(path, one)) is not None}
    if mutate:
        return _mutate(paths, clauses, limit, seed)
    if limit is not None or seed:
        raise click.UsageError("--limit and --seed go with --mutate")
    from ...scenarios.run import find_files

    played: dict[Path, list[ScenarioResult]] = {}
    good = True
    choice = Selection(words)
    for base, variants in laid.values():
        good &= _play_combined(base, variants, choice)
    alone = [path for path in paths if path not in laid or _has_own(path)]
    for path in find_files(alone) if alone or not laid else []:
        good &= _play(path, played, choice)
    if clauses:
        good &= _clauses(played)
    choice.close()
    return YES if good else NO


@dataclass
class Selection:
    """The scenarios that -k selects by words of their names: how many, and the names of all in these files."""

    words: str
    chosen: int = 0
    names: list[str] = field(default_factory=list)

    def close(self) -> None:
        """Print how many scenarios were left out. Raises UsageError if no name contains the words."""
        from ...base.errors import UsageError
        from ...scenarios.selection import near

        if not self.words:
            return
        if not self.chosen and self.names:
            like = [f"\n  {name}" for name in near(self.words, self.names)]
            hint = f" Similar names:{''.join(like)}" if like else ""
            raise UsageError(f"no scenario's name contains '{self.words}'.{hint}")
        left_out = len(self.names) - self.chosen
        say(f"{left_out} scenario{'s were' if left_out != 1 else ' was'} left out by -k")


def _combination(path: str, one: str) -> tuple[Path, list[Path]] | None:
    """The ruleset and the variants over it in a name; None for a name without variants.

    one: the option that takes one ruleset or one variant, "" if there is none; a name of several raises UsageError,
    with what to type.
    """
    from ...base.errors import UsageError
    from ...front.api import file_of
    from ...reading import library

    if "+" not in path or os.path.exists(path):
        return None
    base, variants = library.layers(path)
    if not variants or (one and file_of(path) is not None):
        return None
    if one:
        game, *names = library.short_names(base, variants)
        each = [f"{program()} test {game}+{name} {one}" for name in names]
        refused = f"{path} combines variants, and {one} takes one ruleset or one variant"
        raise UsageError(f"{refused}. Type {', then '.join(each)}")
    return base, variants


def _has_own(path: str) -> bool:
    """Whether a name is that of a single variant with its own scenarios."""
    from ...front.api import file_of
    from ...scenarios.scenario_file import scenario_path

    file = file_of(path)
    return file is not None and scenario_path(file).is_file()


def _play_combined(base: Path, variants: list[Path], choice: Selection) -> bool:
    """Play the scenarios of a game and its variants with all of these, and print the results; False if one fails."""
    from ...base.diagnostics import RulesetError
    from ...base.english import join_words
    from ...reading import library
    from ...scenarios.scenario_file import scenario_names
    from ...scenarios.variant_scenarios import run_combined

    names = join_words(library.short_names(base, variants)[1:])
    good = True
    try:
        files = list(run_combined(base, variants, choice.words))
    except RulesetError as error:
        fail(error)
        return False
    for found in files:
        choice.names += scenario_names(found.file)
        choice.chosen += found.total
        if not found.total and found.left_out:
            continue
        held = f"{found.total - len(found.changed)} of {found.total} hold with {names}"
        say(f"{library.display_path(str(found.file))}: {held}")
        for one in found.changed:
            good &= not one.broken
            place = f"{library.display_path(str(found.file))}:{one.entry.key.span.line}"
            say(f"{'FAILED' if one.broken else 'CHANGED'} {' '.join(one.entry.key.text.split())} ({place})")
            say(f"  {one.message}")
            say("  without the variants, too" if one.broken else f"  by {_cause(one, variants)}")
    if not files:
        say(f"There are no scenarios of {library.short_names(base)[0]}.")
    return good


def _cause(one: Changed, variants: list[Path]) -> str:
    """The changes that cause a failure, each with its place."""
    from ...reading import library

    causes = [f"{library.display_path(change.span.file)}:{change.span.line} {change.names[0]}" for change in one.by]
    alone = [library.display_path(str(file)) for file in one.alone]
    if causes:
        return " together with ".join(causes)
    if alone:
        return f"several changes of {alone[0]}" if len(alone) == 1 else ", and by itself also by ".join(alone)
    return " together with ".join(library.display_path(str(file)) for file in variants)


def _play(path: Path, played: dict[Path, list[ScenarioResult]], choice: Selection) -> bool:
    """Play one file and print the results; return whether all passed."""
    from ...base.diagnostics import RulesetError
    from ...reading import library
    from ...scenarios.run import run_file
    from ...scenarios.scenario_file import scenario_names
    from ...scenarios.selection import holds

    shown = library.display_path(str(path))
    try:
        names = scenario_names(path)
        chosen = sum(holds(name, choice.words) for name in names)
        choice.names += names
        choice.chosen += chosen
        if names and not chosen:
            return True
        outcomes = run_file(path, choice.words)
    except RulesetError as error:
        say(f"{shown}: cannot be played")
        say(str(error))
        return False
    played[path.resolve()] = outcomes
    failed = [outcome for outcome in outcomes if not outcome.is_passed]
    passed = f"{len(outcomes) - len(failed)} passed"
    say(f"{shown}: {passed}" + (f", {len(failed)} failed" if failed else ""))
    for outcome in failed:
        say("")
        say(f"FAILED {outcome.scenario.words}")
        say(outcome.failure)
    if failed:
        say("")
    return not failed


def _clauses(played: dict[Path, list[ScenarioResult]]) -> bool:
    """Print the coverage of every ruleset concerned; return whether there is no gap."""
    from ...base.diagnostics import RulesetError
    from ...reading import library
    from ...scenarios.clauses import FILE, coverage, home, table

    good = True
    for folder in dict.fromkeys(home(path) for path in played):
        say("")
        if not (folder / FILE).is_file():
            say(f"{library.display_path(str(folder))}: there is no {FILE}")
            good = False
            continue
        try:
            found = coverage(folder, played)
        except RulesetError as error:
            say(str(error))
            good = False
            continue
        for line in table(found):
            say(line)
        good &= not found.gaps
    return good


# -- mutants


def _mutate(paths: tuple[str, ...], clauses: bool, limit: int | None, seed: int) -> int:
    """Try the mutants of one ruleset and print the survivors."""
    from ...base.diagnostics import RulesetError
    from ...front.api import file_of
    from ...reading import library
    from ...scenarios.mutate import mutate

    if len(paths) != 1 or clauses:
        raise click.UsageError("--mutate takes one ruleset, and no other option but --limit and --seed")
    try:
        with StatusLine(0.2) as status:
            shown = MutantsProgress(status)
            report = mutate(file_of(paths[0]) or library.find(paths[0]), limit, seed, min(2, usable_cores()), shown)
    except RulesetError as error:
        fail(error)
        return CANNOT
    for line in report_lines(report):
        say(line)
    if report.interrupted:
        progress(f"Interrupted: {len(report.verdicts)} of {report.total} mutants were tried.")
        return INTERRUPTED
    return NO if report.survivors else YES


def report_lines(report: Report) -> list[str]:
    """The lines of the report: survivors with their places, needless reasons, and counts."""
    from ...reading import library
    from ...scenarios.mutate import GAME, REFUSED, SCENARIO

    lines = []
    for verdict in report.survivors:
        mutation = report.mutations[verdict.number]
        lines.append(f"SURVIVED {library.display_path(mutation.span.file)}:{mutation.span.line} {mutation.words}")
        lines += [f"  Stammtisch itself fails here, please report it: {verdict.by}"] if verdict.mistake else []
    for verdict in report.needless:
        by = verdict.by or "the checker"
        lines.append(f"No reason is needed for '{report.mutations[verdict.number].words}': noticed by {by}")
    how = [verdict.how for verdict in report.verdicts]
    caught = f"{how.count(SCENARIO)} noticed by scenarios, {how.count(GAME)} by random games"
    refused = f"{how.count(REFUSED)} refused by the checker"
    left = f"{len(report.explained_survivors)} explained, {len(report.survivors)} survived"
    return [*lines, f"{len(how)} mutant{'s' * (len(how) != 1)}: {caught}, {refused}, {left}"]


@dataclass
class MutantsProgress:
    """The progress of mutation testing: how many of all, how fast, and the time left."""

    status: StatusLine
    started: float | None = None  # by the first mutant: getting ready takes its own time

    def __call__(self, report: Report) -> None:
        now, done = time.monotonic(), len(report.verdicts)
        if done and self.started is None:
            self.started = now
        if self.started is not None and done >= 2 and self.status.due():
            self.status.write(self.line(report, (done - 1) / max(now - self.started, 1e-6)))

    def line(self, report: Report, rate: float) -> str:
        done, survived = len(report.verdicts), len(report.survivors)
        left = duration((report.total - done) / rate)
        return f"{done} of {report.total} mutants, {rate:.1f} a second, {left} left, {survived} survived"
