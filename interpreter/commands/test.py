"""`stammtisch test`: plays the scenarios beside the rulesets, and says which clauses they cover."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import NO, YES, output

if TYPE_CHECKING:
    from ..scenario import Outcome


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--clauses", is_flag=True, help="Show which scenarios cover each clause, and fail on a gap.")
def command(paths: tuple[str, ...], clauses: bool) -> int:
    """Play scenarios: given, when, then.

    PATH is the id of a ruleset, a folder or a scenario file (scenarios.yaml, NAME.scenarios.yaml). Without it, the
    scenario files below this folder are played, or if there are none those that come with Stammtisch.
    """
    from ..scenario import find_files

    played: dict[Path, list[Outcome]] = {}
    good = True
    for path in find_files(list(paths)):
        good &= _play(path, played)
    if clauses:
        good &= _clauses(played)
    return YES if good else NO


def _play(path: Path, played: dict[Path, list[Outcome]]) -> bool:
    """Plays one file and writes how it went; whether all is well."""
    from .. import library
    from ..diagnostics import RulesetError
    from ..scenario import run_file

    shown = library.shown(str(path))
    try:
        _, outcomes = run_file(path)
    except RulesetError as error:
        output(f"{shown}: cannot be played")
        output(str(error))
        return False
    played[path.resolve()] = outcomes
    failed = [outcome for outcome in outcomes if not outcome.passed]
    passed = f"{len(outcomes) - len(failed)} passed"
    output(f"{shown}: {passed}" + (f", {len(failed)} failed" if failed else ""))
    for outcome in failed:
        output("")
        output(f"FAILED {outcome.scenario.words}")
        output(outcome.failure)
    if failed:
        output("")
    return not failed


def _clauses(played: dict[Path, list[Outcome]]) -> bool:
    """Writes the table of every ruleset concerned; whether no clause is a gap."""
    from .. import library
    from ..clauses import FILE, coverage, home, table
    from ..diagnostics import RulesetError

    good = True
    for folder in dict.fromkeys(home(path) for path in played):
        output("")
        if not (folder / FILE).is_file():
            output(f"{library.shown(str(folder))}: there is no {FILE}")
            good = False
            continue
        try:
            found = coverage(folder, played)
        except RulesetError as error:
            output(str(error))
            good = False
            continue
        for line in table(found):
            output(line)
        good &= not found.gaps
    return good
