"""The sides of a comparison from the command line: rulesets, or settings that differ."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.errors import UsageError
from ..front.api import load_ruleset
from ..study.comparisons.sides import Side, arm_name, is_same_game, setting_value
from .options import parse_settings

if TYPE_CHECKING:
    from ..study.runs.saved_runs import SavedRun

MOST = 20  # values of a sweep
RANGE = re.compile(r"(-?[0-9]{1,18})\s*\.\.\s*(-?[0-9]{1,18})")


def load_sides(
    names: tuple[str, ...], set_: tuple[str, ...], versus: tuple[str, ...], sweep: str | None, same: bool
) -> list[Side]:
    """The base and the others: the rulesets of these names, then the first with each `--against` and `--sweep` value.

    Raises RulesetError or UsageError as they are loaded, and UsageError where there is nothing to compare.
    """
    given = parse_settings(set_)
    found = [Side(name, load_ruleset(name), given) for name in names]
    base = found[0]
    more = [parse_settings(tuple(text.split(",")), "--against") for text in versus]
    more += sweep_settings(base, sweep) if sweep is not None else []
    if same:
        if len(found) > 1 or more:
            raise UsageError(
                "--self-check compares one ruleset with itself: leave out the others, --against and --sweep"
            )
        return [base, Side(f"{base.name} again", base.ruleset, given)]
    named = [arm_name(base, one, more) for one in [{}, *more]] if more else []
    found = [Side(named[0], base.ruleset, given)] if more and len(found) == 1 else found
    found += [Side(name, base.ruleset, {**given, **one}) for name, one in zip(named[1:], more, strict=True)]
    if len(found) < 2:
        raise UsageError(
            "name what to compare it with: another ruleset, or --against NAME=VALUE, or --sweep NAME=FROM..TO; "
            "--self-check checks the method itself"
        )
    for one in found[1:]:
        if is_same_game(base, one):
            raise UsageError(
                f"{one.name} and {found[0].name} do not differ in their rules: there is nothing to compare "
                "(--self-check compares a ruleset with itself, to check the method)"
            )
    return found


def load_saved_runs(names: tuple[str, ...]) -> list[SavedRun]:
    """The saved runs of these names, which differ in their rules; [] if none is a run.

    Raises UsageError where only some are, or they cannot be compared.
    """
    from ..study.comparisons.saved_arms import require_comparable
    from ..study.runs.saved_runs import is_run, read_run

    runs = [name for name in names if is_run(Path(name))]
    if not runs:
        return []
    for name in names:
        if name not in runs:
            told = f"{runs[0]} is a saved run, {name} is not: play that as well"
            raise UsageError(f"{told}, for example stammtisch simulate {name} --out {Path(name).stem}-run")
    if len(runs) < 2:
        raise UsageError(f"name what to compare {runs[0]} with: another run saved by simulate --out")
    found = [read_run(Path(name)) for name in runs]
    require_comparable(found)
    return found


def sides_of_runs(names: tuple[str, ...], runs: list[SavedRun], players: int) -> list[Side]:
    """The rules and settings of runs, for so many players.

    Raises UsageError where one does not differ from the first.
    """
    from ..study.comparisons.saved_arms import game_for

    games = [game_for(run, players).program for run in runs]
    shared = [name for name in games[0].options if all(name in game.options for game in games)]
    found: list[Side] = []
    for name, run, game in zip(names, runs, games, strict=True):
        side = Side(name, run.ruleset, {key: str(game.options[key]) for key in shared})
        if found and (found[0].ruleset.hash, found[0].options) == (side.ruleset.hash, side.options):
            raise UsageError(f"{name} and {names[0]} do not differ in their rules: there is nothing to compare")
        found.append(side)
    return found


def sweep_settings(base: Side, text: str) -> list[dict[str, str]]:
    """The settings of a sweep: `coins=8..16` or `coins=8,12,16`, without the base's. Raises UsageError."""
    name, equals, values = (part.strip() for part in text.partition("="))
    example = "for example --sweep hand_size=4..7, or --sweep hand_size=4,6,8"
    if not equals or not name or not values:
        raise UsageError(f"--sweep {text}: write --sweep NAME=FROM..TO, {example}")
    listed = [part.strip() for part in values.split(",")]
    if ".." in values:
        ends = RANGE.fullmatch(values)
        if ends is None or not int(ends[1]) < int(ends[2]):
            raise UsageError(f"--sweep {text:.60}: that is no range from a number to a greater one, {example}")
        listed = [str(number) for number in range(int(ends[1]), min(int(ends[2]), int(ends[1]) + MOST) + 1)]
    if len(listed) > MOST:
        raise UsageError(f"--sweep {text:.60}: these are more than {MOST} values")
    own = setting_value(base, name)
    return [{name: value} for value in dict.fromkeys(listed) if value != own]
