"""`stammtisch validate`: every mistake in rulesets, variants and libraries."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..console import CANNOT, NO, YES, has_colour, output, progress, say, starting_words
from ..line_wrapping import width_of
from ..options import format_option, parse_settings

if TYPE_CHECKING:
    from ...base.diagnostics import Diagnostic
    from ...front.api import Ruleset
    from ...front.guessed_layout import GuessedLayout
    from ..watch import Saves

POLL_SECONDS = 0.02
Check = Callable[[tuple[Path, ...]], "list[Diagnostic]"]
FORMS = ("text", "json", "github", "sarif", "junit")


@dataclass(frozen=True, slots=True)
class ValidationRequest:
    """The options of the command; select and ignore are codes, empty for all and none."""

    paths: tuple[str, ...]
    variants: tuple[str, ...]
    options: dict[str, str]
    form: str
    strict: bool
    select: frozenset[str]
    ignore: frozenset[str]
    games: int
    layout: bool


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Check PATH with this variant; can be repeated."
)
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Check with another value of a setting.")
@format_option(*FORMS, words="The format of the result.")
@click.option("--strict", is_flag=True, help="Warnings count as mistakes.")
@click.option("--select", multiple=True, metavar="CODE", help="Only messages with this code; several with commas.")
@click.option("--ignore", multiple=True, metavar="CODE", help="No messages with this code; several with commas.")
@click.option(
    "--play",
    "games",
    type=click.IntRange(1),
    metavar="N",
    help="Play N random games as well, and report what no game used.",
)
@click.option("--layout", is_flag=True, help="Print what is guessed where the ruleset has no line in `layout`.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved, and play its scenarios.")
def command(
    paths: tuple[str, ...],
    variants: tuple[str, ...],
    set_: tuple[str, ...],
    form: str,
    strict: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    games: int | None,
    layout: bool,
    watch: bool,
) -> int:
    """Check each PATH: the id or file of a ruleset, variant or library, or a folder with any number of them.
    Targets beside them are checked, too.

    Variants are checked together as balvin+four-gates+open-purses, or with --variant for each.

    Every ruleset is checked for all its numbers of players. The exit code is 1 if there is any mistake; warnings
    count only with --strict. A comment allows a warning on its line or on the line below:
    `# allow: CODE because REASON`. `stammtisch explain CODE` explains what a message means.

    With --layout it prints, as lines for the section `layout`, how cards, boards and the table are laid out where the
    ruleset says nothing, and how small the texts on cards get. Nothing changes if you write these lines.
    """
    if watch and form != "text":
        raise click.UsageError("--watch writes text: leave --format out")
    if layout and form not in ("text", "json"):
        raise click.UsageError("--layout is written as text or json")
    wanted = ValidationRequest(
        paths, variants, parse_settings(set_), form, strict, _codes(select), _codes(ignore), games or 0, layout
    )
    return _watch(wanted) if watch else _validate_once(wanted)


def _codes(texts: tuple[str, ...]) -> frozenset[str]:
    """The codes of an option. Raises UsageError for an unknown one."""
    from ...base.errors import UsageError
    from ...base.similar import ask_if_meant
    from ...reading.messages import kinds

    found = frozenset(code.strip() for text in texts for code in text.split(",") if code.strip())
    for code in sorted(found - set(kinds())):
        known = ask_if_meant(code, kinds(), "`stammtisch explain` lists all codes", "did you mean {}?")
        raise UsageError(f"there is no message called {code}; {known}")
    return found


def _validate_once(wanted: ValidationRequest, check: Check | None = None) -> int:
    """Check everything, print the result and the summary; return the exit code.

    check: what is wrong in a ruleset with variants, if something else than this command says so.
    """
    from ...base.english import count_of
    from ...base.errors import UsageError
    from ...reading.messages import kinds

    sets, missing = _file_sets(wanted)
    if wanted.options and len(sets) > 1:
        raise UsageError("--set goes with one ruleset, not with several")
    files = list(dict.fromkeys(file for one in sets for file in one))
    checked = [_check_files(one, wanted, check) for one in sets]
    found = list(dict.fromkeys(d for problems, _ in checked for d in problems))
    if wanted.form == "text":
        for problem in missing:
            progress(f"{problem.message}. {problem.hint}")
    else:
        found += missing
        files += [Path(problem.span.file) for problem in missing]
    mistakes = sum(d.severity == "error" for d in found)
    abouts = {code: kind.about for code, kind in kinds().items()} if wanted.form == "sarif" else {}
    guessed = _guess_layouts(sets, wanted) if wanted.layout else None
    if guessed is not None and wanted.form == "json":
        from ..reports import layout_report

        output(layout_report(found, guessed))
    elif found or wanted.form not in ("text", "github"):
        from ..reports import write_report

        write = say if wanted.form == "text" else output
        write(write_report(wanted.form, found, files, abouts, has_colour(), width_of(sys.stdout)))
    if guessed and wanted.form == "text":
        from ...front.guessed_layout import layout_text

        output("\n\n".join(map(layout_text, guessed)))
    if wanted.form == "text" and not mistakes:
        for line in (line for _, lines in checked for line in lines):
            say(line)
    counts = [count_of(len(files), "file"), count_of(mistakes, "mistake"), count_of(len(found) - mistakes, "warning")]
    played = [count_of(wanted.games, "random game") + " each"] if wanted.games else []
    if missing:
        progress(", ".join([*counts, *played, f"{len(missing)} not found"]))
        return CANNOT
    progress(", ".join([*counts, *played]) if found else ", ".join([counts[0], *played, "all is well"]))
    return NO if mistakes or (wanted.strict and found) else YES


def _file_sets(wanted: ValidationRequest) -> tuple[list[tuple[Path, ...]], list[Diagnostic]]:
    """The files to check, and the mistakes of missing paths; RulesetError if nothing else is left."""
    from ...base.diagnostics import RulesetError
    from ...front.validation import choose_rulesets

    if wanted.variants:
        return choose_rulesets(wanted.paths, wanted.variants), []
    sets: dict[tuple[Path, ...], None] = {}
    missing: list[Diagnostic] = []
    for path in wanted.paths:
        try:
            sets |= dict.fromkeys(choose_rulesets((path,), ()))
        except RulesetError as error:
            missing += error.diagnostics
    if missing and not sets and wanted.form == "text":
        raise RulesetError(missing)
    return list(sets), missing


def _check_files(
    files: tuple[Path, ...], wanted: ValidationRequest, check: Check | None
) -> tuple[list[Diagnostic], list[str]]:
    """The mistakes of a file with variants that it does not allow and the command line does not exclude; and, without
    a mistake, what is missing in other languages, in lines.
    """
    from ...front.validation import validate_file
    from ...study.counts.targets import is_targets, target_mistakes

    loaded: list[Ruleset] = []
    found = target_mistakes(files)
    if not is_targets(files[0]):
        own = check(files) if check else validate_file(files[0], wanted.games, files[1:], wanted.options, loaded)
        found = [*own, *found]
    found = [d for d in found if d.code not in wanted.ignore and (not wanted.select or d.code in wanted.select)]
    good = wanted.form == "text" and all(d.severity != "error" for d in found)
    return found, _missing_words(files, loaded) if good else []


def _missing_words(files: tuple[Path, ...], loaded: list[Ruleset]) -> list[str]:
    """How many words are missing in the files of words beside a ruleset, and how many sentences of its rulebook.

    loaded: the ruleset, if it is loaded already. What is no ruleset lacks none.
    """
    from ...base.diagnostics import RulesetError
    from ...front.api import load_ruleset
    from ...front.missing_words import missing_lines
    from ...front.words import has_words

    if not has_words(files[-1]):
        return []  # the rulebook takes a while to load
    from ...rulebook.translation import english_lines

    with suppress(RulesetError):
        ruleset = loaded[0] if loaded else load_ruleset(files[0], files[1:])
        return [*missing_lines(ruleset), *english_lines(ruleset)]
    return []


def _guess_layouts(sets: list[tuple[Path, ...]], wanted: ValidationRequest) -> list[GuessedLayout]:
    """What is guessed for the layout of each ruleset without a mistake; libraries and targets have none."""
    from ...base.diagnostics import RulesetError
    from ...front.api import load_ruleset
    from ...front.guessed_layout import guess_layout

    found = []
    for path, *variants in sets:
        with suppress(RulesetError):
            ruleset = load_ruleset(path, variants)
            games = [ruleset.game(players, wanted.options) for players in ruleset.players]
            found.append(guess_layout(ruleset.checked.ruleset, games))
    return found


def _watch(wanted: ValidationRequest) -> int:
    """Check again after each change until the user stops it (which the caller reports)."""
    from ...base.diagnostics import RulesetError
    from ...base.english import count_of
    from ...base.errors import UsageError
    from ...front.validation import choose_rulesets
    from ...reading import library
    from ..watched_rulesets import Superseded, WatchedRulesets

    sets = choose_rulesets(wanted.paths, wanted.variants)
    count = len({file for one in sets for file in one})
    rulesets = WatchedRulesets(sets, wanted.games, wanted.options)
    with rulesets.watch() as saves:
        while True:
            try:
                _validate_once(wanted, partial(rulesets.check, saves=saves))
                for file in rulesets.scenarios_to_play():
                    if not rulesets.is_playable(file):
                        name = library.display_path(str(file))
                        progress(f"{name}: cannot be played before the ruleset is without mistakes")
                    elif not saves.waiting:
                        _play(file, saves)
            except Superseded:
                saves.next()
                continue
            except (RulesetError, UsageError, OSError) as error:  # a file may be half written, or gone for a moment
                progress(str(error))
            progress(f"waiting for changes in {count_of(count, 'file')}; Ctrl-C ends")
            saves.next()
            progress("")


def _play(path: Path, saves: Saves) -> None:
    """Play the scenarios of a file in a separate process, which ends as soon as something is saved."""
    with subprocess.Popen([*starting_words(), "test", str(path)]) as player:
        while player.poll() is None:
            if saves.waiting:
                player.kill()
            time.sleep(POLL_SECONDS)
