"""Test variants together: play the scenarios of a game and its variants with all of them laid over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..base.diagnostics import RulesetError
from ..check.checker import check
from ..front.api import Ruleset, load_ruleset
from ..language.build import build
from ..reading import library
from ..reading.nodes import Entry, Mapping
from ..reading.variants.merge import Known, merge_files, without
from .mutations import Mutation, undo_changes, without_rulings
from .run import run
from .scenario_file import Scenario, entries, file_tested, load_described, reading
from .selection import holds


@dataclass(slots=True, eq=False)
class Changed:
    """A scenario that fails with the variants: the failure, and the changes that cause it.

    `by` are changes each of which alone makes the difference; `alone` the variants that make it without the others.
    `broken`: it does not hold where it is at home either.
    """

    entry: Entry
    message: str
    by: list[Mutation] = field(default_factory=list)
    alone: list[Path] = field(default_factory=list)
    broken: bool = False


@dataclass(slots=True, eq=False)
class Combined:
    """The scenarios of a file with the variants: how many there are and were left out, and the failing ones."""

    file: Path
    total: int
    left_out: int
    changed: list[Changed]


def run_combined(path: Path, variants: Sequence[Path], words: str = "") -> Iterator[Combined]:
    """Play the scenarios beside a ruleset and its variants with all variants laid over it.

    Those of a single variant are left out: they are at home with it; so are those whose names lack some of `words`.
    Raises RulesetError for mistakes in the files, or where the variants do not go together.
    """
    ruleset = load_ruleset(path, variants)
    known: Known = {}
    merge_files(path, variants, known=known)
    for file, root in _files(path, variants):
        read = reading(ruleset, root)
        told = [entry for entry in entries(root) if holds(entry.key.text, words)]
        changed = [Changed(entry, message) for entry in told if (message := _failure(read, entry))]
        if changed:
            _look_for_causes(changed, root, path, variants, known)
        yield Combined(file, len(told), len(entries(root)) - len(told), changed)


def _files(path: Path, variants: Sequence[Path]) -> Iterator[tuple[Path, Mapping]]:
    """The scenario files beside a ruleset and its variants that test one of these, with their trees."""
    meant = {file.resolve() for file in ((path,) if len(variants) == 1 else (path, *variants))}
    for folder in dict.fromkeys(file.parent for file in (path, *variants)):
        for file in sorted(folder.glob("*.yaml")):
            if library.is_scenario_file(file):
                root = load_described(file, "a scenario file", "scenarios")
                if file_tested(file, root).resolve() in meant:
                    yield file, root


def _failure(read: Callable[[Entry], Scenario], entry: Entry) -> str:
    """The failure of a scenario, "" if it passes."""
    try:
        return run(read(entry)).message
    except RulesetError as error:
        return error.diagnostics[0].message


def _look_for_causes(changed: list[Changed], root: Mapping, path: Path, variants: Sequence[Path], known: Known) -> None:
    """Replay a file's failing scenarios at home, with each variant alone, and without each change."""
    at_home = reading(load_ruleset(file_tested(Path(root.span.file), root)), root)
    for one in changed:
        one.broken = bool(_failure(at_home, one.entry))
    for variant in variants:
        if (read := _reading(root, path, [variant], known)) is not None:
            for one in changed:
                one.alone += [variant] if _failure(read, one.entry) else []
    for variant in variants:
        own, _ = known[variant.resolve()]
        for change in undo_changes(own) if own is not None else []:
            assert own is not None
            left = known | {variant.resolve(): (without(own, change.left_out), [])}
            if (read := _reading(root, path, variants, left)) is not None:
                for one in changed:
                    one.by += [change] if not _failure(read, one.entry) else []


def _reading(root: Mapping, path: Path, variants: Sequence[Path], known: Known) -> Callable[[Entry], Scenario] | None:
    """A reader of scenarios for a ruleset with variants; None if it cannot be played."""
    try:
        rules = without_rulings(merge_files(path, variants, known=known))
        return reading(Ruleset("", path, rules, check(build(rules, ""))), root)
    except RulesetError:
        return None
