"""Validate many files: rulesets, variants and libraries, found by name, file or folder."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError, Span, sort_diagnostics
from ..base.english import count_of
from ..base.errors import UsageError
from ..base.excerpt import file_lines
from ..base.languages.catalogues import LANGUAGES
from ..check.checker import check
from ..language.build import build
from ..reading import library
from ..reading.load import load, load_text
from ..reading.nodes import Mapping, Scalar
from ..reading.schema import check_shape
from . import api
from .allow import allow
from .tryout import try_out

NOT_RULESETS = (
    "scenarios.yaml",
    "clauses.yaml",
    "mutants.yaml",
    "targets.yaml",
    *(f"words.{one}.yaml" for one in LANGUAGES),
)
# the codes of parts that no random game used
UNUSED = ("never-offered", "never-reached", "never-moved", "never-read")
MOST_NAMED = 3
# one game of the base for so many of a variant shows whether something is rare there as well
FEW = 10

# a game as small as can be, in which a library's actions and definitions are checked without a game of their own
BARE_GAME = """\
format: 1
game: A game to check a library in
players: 2..4
phases:
  a turn: {turns: player in players, until: {the end: true}, one of: {Pass: nothing}}
winner: [most player.number, most player.number]
"""


def files(name: str) -> list[Path]:
    """The files that a name stands for: a ruleset, variant or library, or all of them below a folder.

    name is an id, a file or a folder. Raises RulesetError, with the nearest name, if there is nothing of that name,
    UsageError if the folder holds nothing to check.
    """
    folder = Path(name)
    if os.path.isdir(folder) and not (folder / library.RULESET).is_file() and name not in library.rulesets():
        found = sorted(_below(folder))
        if found:
            return found
        raise UsageError(f"there is no ruleset in the folder {name} (a ruleset is a file that ends in .yaml)")
    return [library.find(name)]


def choose_rulesets(names: Sequence[str], variants: Sequence[str]) -> list[tuple[Path, ...]]:
    """The rulesets that names stand for: each a file, followed by the variants over it.

    Variants may also stand behind a name, as in balvin+four-gates+open-purses. Raises RulesetError or UsageError
    as `files`, and UsageError if variants are given for several names.
    """
    if variants and len(names) > 1:
        raise UsageError("--variant goes with one ruleset, not with several")
    found: list[tuple[Path, ...]] = []
    for name in names:
        if variants or ("+" in name and not os.path.exists(name)):
            path, over = library.layers(name, variants)
            found.append((path, *over))
        else:
            found += [(file,) for file in files(name)]
    return list(dict.fromkeys(found))


def _below(folder: Path) -> Iterator[Path]:
    """The files to validate below a folder."""
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _below(entry)
        elif entry.suffix == ".yaml" and not entry.name.endswith(NOT_RULESETS):
            yield entry


def validate_file(
    path: Path,
    games: int = 0,
    variants: Sequence[Path] = (),
    options: dict[str, str] | None = None,
    loaded: list[api.Ruleset] | None = None,
) -> list[Diagnostic]:
    """The mistakes of a ruleset or variant (for every number of players) or library; warnings too.

    variants: laid over the ruleset, in this order. games: so many random games of a ruleset without mistakes are played
    as well. options: settings that differ, not for a library. What the file allows is left out. loaded: the ruleset is
    added to it, with its games, if it can be loaded. Raises UsageError for a wrong setting.
    """
    *_, found = validate_file_by_steps(path, games, variants, options, loaded)
    return found


def validate_file_by_steps(
    path: Path,
    games: int = 0,
    variants: Sequence[Path] = (),
    options: dict[str, str] | None = None,
    loaded: list[api.Ruleset] | None = None,
) -> Iterator[list[Diagnostic]]:
    """What `validate_file` finds, after each number of players; the last list is complete.

    loaded: takes the ruleset, or has it already.
    """

    def without_allowed(found: list[Diagnostic]) -> list[Diagnostic]:
        return allow(found, [path, *variants][-1], games > 0)

    loaded = [] if loaded is None else loaded
    found: list[Diagnostic] = []
    try:
        if _is_library(path):
            found = _library(load(path))
        else:
            if not loaded:
                loaded.append(api.load_ruleset(path, variants))
            for found in api.validate_loaded(loaded[-1], options):
                yield sort_diagnostics(without_allowed(found))
        if games and not _is_library(path) and all(problem.severity != "error" for problem in found):
            name = " --set ".join(
                [_name(path, variants), *(f"{key}={value}" for key, value in (options or {}).items())]
            )
            played = try_out(loaded[-1], games, name, options)
            # what the rehearsal reports with its cause is a mistake if no game has a decision
            if any(d.code == "over-at-once" for d in found):
                worst = any(d.code == "over-at-once" for d in played)
                found = [replace(d, severity="error") if worst and d.code == "over-at-once" else d for d in found]
                played = [d for d in played if d.code != "over-at-once"]
            found = [*found, *played]
    except RulesetError as error:
        found = error.diagnostics
    complete = without_allowed(found)
    yield sort_diagnostics(_base_in_short(complete, path, variants, games, options) if games else complete)


def _base_in_short(
    found: list[Diagnostic], path: Path, variants: Sequence[Path], games: int, options: dict[str, str] | None
) -> list[Diagnostic]:
    """The diagnostics, with those about unused parts of the base shortened.

    One line of each kind, at `extends`, for parts of the base that no game used, though a few games of the base alone
    do; what is rare in the base is nothing that this file could mend.
    """
    own = {str(file) for file in variants or [path]}
    away = [d for d in found if d.code in UNUSED and d.span.file not in own]
    above = load([path, *variants][-1]).entries.get("extends") if away else None
    if above is None or not isinstance(above.value, Scalar):
        return found  # a game of its own, with libraries
    base = path if variants else library.find(above.value.text, path, above.value.span)
    few = -(-games // FEW)
    beside = f"; not so in {count_of(few, 'random game')} of {_name(base, ())}"
    try:
        unused = {_identity(d, few) for d in try_out(api.load_ruleset(base), few, "", options)}
    except (RulesetError, UsageError):  # it cannot be played alone, or lacks a setting
        unused, beside = set(), ""
    short = []
    for code in dict.fromkeys(d.code for d in away):
        new = [_identity(d, games)[1] for d in away if d.code == code and _identity(d, games) not in unused]
        if not new:
            continue
        more = f"; and {len(new) - MOST_NAMED} others" * (len(new) > MOST_NAMED)
        message = f"in {count_of(games, 'random game')} {'; '.join(new[:MOST_NAMED])}{more}{beside}"
        hint = f"If you do not want this, see whether it is chance: try --play {10 * games}."
        short.append(Diagnostic(code, message, above.key.span, "warning", hint))
    return [*(d for d in found if d not in away), *short]


def _identity(found: Diagnostic, games: int) -> tuple[str, str, Span]:
    """The finding of a few games about a part, without their number."""
    return found.code, found.message.removeprefix(f"in {count_of(games, 'random game')} "), found.span


def _name(path: Path, variants: Sequence[Path]) -> str:
    """The name of a ruleset in commands."""
    return shlex.quote("+".join(library.short_names(path, variants)))


def _is_library(path: Path) -> bool:
    """Whether a file is a library."""
    # mistakes of a file that cannot be read are reported when it is read as a ruleset
    return any(re.match(r"library[ \t]*:", line) for line in file_lines(str(path)))


def _library(root: Mapping) -> list[Diagnostic]:
    """The mistakes of a library by itself: its shape, then its actions and definitions in a game of nothing else."""
    found = check_shape(root, "library")
    if any(problem.severity == "error" for problem in found):
        return found
    game = load_text(BARE_GAME, "a game to check a library in")
    game.entries |= {key: entry for key, entry in root.entries.items() if key in ("actions", "define")}
    return [*found, *check(build(game, "library")).warnings]
