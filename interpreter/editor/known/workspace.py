"""The files that an editor has open, with their unsaved texts, and what is known of each from change to change."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...base.diagnostics import RulesetError, Span
from ...base.excerpt import file_lines
from ...base.languages.catalogues import LANGUAGES
from ...base.unsaved import is_file, key_of, texts_in_place
from ...check.symbols import Record
from ...front.words import words_file
from ...reading import library
from ...reading.sheets.files import ENDINGS, TEXTS
from ...reading.variants.differences import Change
from .analysis import Analysis, FilesRead, Stamp, Stamps, analyse
from .scenario_symbols import scenario_uses, sheets_beside, uses_by_name
from .symbols import SymbolTable, Use
from .tolerance import record_tolerantly

# the kinds of files, by the end of their names; any other .yaml is a ruleset, a variant, a library or none of ours
ENDS = {
    "scenarios.yaml": "scenarios",
    "clauses.yaml": "clauses",
    "mutants.yaml": "mutants",
    "targets.yaml": "targets",
    **{words_file(Path("ruleset.yaml"), language).name: "words" for language in LANGUAGES},
}
_LIBRARY = re.compile(r"^library[ \t]*:", re.MULTILINE)
# what a ruleset has and hardly any other YAML file
_OWN = re.compile(r"^(?:format[ \t]*:[ \t]*1[ \t]*$|extends[ \t]*:)|ruleset\.schema\.json", re.MULTILINE)
_TESTS = re.compile(r"^tests[ \t]*:[ \t]*(.*?)[ \t]*(?:[ \t]#.*)?$", re.MULTILINE)
MOST_KEPT = 12  # rulesets and variants of which something is known
MOST_READ = 60  # files whose trees are kept


class Workspace:
    """Open texts, and analyses of rulesets that are as current as the texts are.

    Paths are absolute. Nothing is analysed before somebody asks.
    """

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.known = FilesRead()
        self.stamps: Stamps = {}
        self.analyses: dict[tuple[Path, ...], Analysis] = {}
        self.good: dict[Path, Analysis] = {}
        self.beside: dict[Path, tuple[object, list[Use]]] = {}
        self.changes: dict[Path, tuple[object, list[Change]]] = {}
        self.other: tuple[object, Record | None] | None = None

    # -- texts

    def change(self, path: Path, text: str) -> None:
        """Take a text as the newest of a file."""
        key = key_of(path)
        self.texts[key] = text
        self.numbers[key] = self.numbers.get(key, 0) + 1

    def close(self, path: Path) -> None:
        """From now on the file itself counts."""
        self.texts.pop(key_of(path), None)

    def text(self, path: Path) -> str:
        """The text of a file as it is now; lines end in a bare line feed."""
        with self.reading():
            return "\n".join(file_lines(str(path)))

    def is_there(self, path: Path) -> bool:
        """Whether a file is open or on the disk."""
        with self.reading():
            return is_file(path)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read the open texts in place of their files."""
        with texts_in_place(self.texts):
            yield

    # -- what is known

    def kind(self, path: Path) -> str:
        """The kind of a file: ruleset, library, scenarios, clauses, mutants, targets, words, sheet, or other."""
        if path.suffix.lower() in ENDINGS:
            return "sheet"
        for end, kind in ENDS.items():
            if path.name == end or path.name.endswith(f".{end}"):
                return kind
        text = self.text(path)
        if _LIBRARY.search(text):
            return "library"
        if _TESTS.search(text):
            return "scenarios"
        is_own = path.name == library.RULESET or path.parent.name == library.VARIANTS or _OWN.search(text)
        return "ruleset" if is_own else "other"

    def stamp(self, path: Path) -> Stamp:
        """What changes whenever a file does."""
        key = key_of(path)
        if key in self.texts:
            return "open", self.numbers[key]
        try:
            there = os.stat(path)
        except OSError:
            return ("missing",)
        return there.st_mtime_ns, there.st_size

    def note_files(self) -> None:
        """Note how the files that were read are now, to notice when they change."""
        self.stamps |= {file: self.stamp(file) for file in self.known if file not in self.stamps}

    def forget_changed(self) -> None:
        """Forget what was read of files that have changed since."""
        changed = [path for path, stamp in self.stamps.items() if self.stamp(path) != stamp]
        for path in changed:
            self.known.pop(path, None)
            del self.stamps[path]
        if any(path.suffix.lower() in ENDINGS for path in changed):
            self.known.clear()

    def analysis(self, path: Path, over: Sequence[Path] = ()) -> Analysis:
        """What is known of a ruleset with variants over it now."""
        key = tuple(file.resolve() for file in (path, *over))
        if (kept := self.current(*key)) is not None:
            return kept
        self.forget_changed()
        try:
            with self.reading():
                found = analyse(key[0], self.text(key[0]), self.known, key[1:])
        finally:
            self.note_files()
        former = self.analyses.pop(key, None)
        # a file that is gone may come back
        gone = [file for file in former.stamps if not self.is_there(file)] if former is not None else []
        words = [words_file(file, language) for file in key for language in LANGUAGES]
        found.stamps = {file: self.stamp(file) for file in (*found.files, *words, *gone)}
        self.analyses[key] = found
        if found.record is not None and not over:
            self.good.pop(key[0], None)
            self.good[key[0]] = found
        self.forget_oldest()
        return found

    def forget_oldest(self) -> None:
        """Keep what is known of a few rulesets, those asked for last, so that a long session needs no more memory."""
        stores: list[dict[Any, Any]] = [self.analyses, self.good, self.beside, self.changes]
        for kept in stores:
            for key in list(kept)[: max(0, len(kept) - MOST_KEPT)]:
                del kept[key]
        if len(self.known) > MOST_READ:
            self.known.clear()
            self.stamps.clear()

    def table(self, path: Path) -> SymbolTable:
        """The symbols of a ruleset or variant, with all files that it builds on."""
        analysis = self.analysis(path)
        with self.reading():
            return analysis.table

    def uses(self, path: Path, line: int = 0) -> list[Use]:
        """The uses of symbols in a file: of its own, or of the ruleset that it is about.

        line: perhaps only those in the part of a long file in which it stands.
        """
        kind, game = self.kind(path), self.game_of(path)
        if game is None:
            return []
        table, record = self.table(game), self.analysis(game).record
        if kind == "ruleset":
            return [use for use in table.uses if use.span.file == str(path)]
        wanted = self.stamp(path), id(table)
        if self.beside.get(path, (None, []))[0] != wanted and record is not None and record.symbols is not None:
            with self.reading():
                if kind == "scenarios" and line:
                    return scenario_uses(path, record.symbols, table, line)
                if kind == "scenarios":
                    found = scenario_uses(path, record.symbols, table)
                else:
                    found = uses_by_name(path, kind, table)
            self.beside[path] = wanted, found
        return self.beside[path][1] if path in self.beside else []

    def files_beside(self, path: Path) -> list[Path]:
        """The files that may use the names of a ruleset without building on it: scenarios, words, mutants, sheets."""
        found = self.scenario_files(path)
        for game in self.family(path):
            names = [words_file(game, language) for language in LANGUAGES]
            with self.reading():
                found += [one for one in (*names, game.with_name("mutants.yaml")) if is_file(one)]
                found += [sheet for sheet in sheets_beside(game) if sheet.suffix.lower() in TEXTS]
        return list(dict.fromkeys(found))

    def current(self, *files: Path) -> Analysis | None:
        """What is known of a ruleset, and variants over it, as they are now, if that was asked before."""
        kept = self.analyses.get(tuple(file.resolve() for file in files))
        return kept if kept is not None and self.are_unchanged(kept.stamps) else None

    def are_unchanged(self, stamps: Stamps) -> bool:
        """Whether files are still as they were."""
        return all(self.stamp(file) == stamp for file, stamp in stamps.items())

    def record_of(self, path: Path, text: str) -> Record | None:
        """What the checker meets in a file with a text that is a little different; the last one is kept."""
        self.forget_changed()
        wanted = path, text, tuple((file, stamp) for file, stamp in self.stamps.items() if file != path.resolve())
        if self.other is None or self.other[0] != wanted:
            with self.reading():
                self.other = wanted, record_tolerantly(path, text, self.known)[0]
        return self.other[1]

    def last_good(self, path: Path) -> Analysis | None:
        """The last analysis of a file in which at least a part was understood, perhaps of an earlier text."""
        if path.resolve() not in self.good:
            self.analysis(path)
        return self.good.get(path.resolve())

    # -- which file belongs to which

    def game_of(self, path: Path) -> Path | None:
        """The file of the ruleset or variant that a file is about: itself, what it tests, what lies beside it."""
        kind = self.kind(path)
        if kind == "ruleset":
            return path
        with self.reading():
            if kind == "scenarios":
                return self._tested(path)
            beside = path.with_name(library.RULESET)
            return beside if is_file(beside) else None

    def _tested(self, path: Path) -> Path | None:
        named = _TESTS.search(self.text(path))
        try:
            if named is not None and (name := named[1].strip("'\"")):
                return library.find(name, path, Span.whole(str(path))).resolve()
        except RulesetError:
            pass
        beside = path.with_name(library.RULESET)
        return beside if is_file(beside) else None

    def family(self, path: Path) -> list[Path]:
        """The rulesets and variants that may use the names of a ruleset: itself, those beside it, those open."""
        game = self.game_of(path)
        if game is None:
            return []
        game = game.resolve()
        folder = game.parent.parent if game.parent.name == library.VARIANTS else game.parent
        base = folder / library.RULESET
        found = [base] if is_file(base) else []
        with self.reading():
            variants = [library.find_variant(base, name).resolve() for name in library.variants_of(base)]
        opened = [Path(key) for key in self.texts if key.endswith((".yaml", ".yml"))]
        others = dict.fromkeys([*variants, *(file for file in opened if self.kind(file) == "ruleset")])
        found += [game, *(file for file in others if self.builds_on(file, base))]
        return list(dict.fromkeys(found))

    def builds_on(self, path: Path, base: Path) -> bool:
        """Whether a ruleset builds on another."""
        return base.resolve() in self.analysis(path).files

    def scenario_files(self, path: Path) -> list[Path]:
        """The files of scenarios in the folders of a ruleset and its variants."""
        folders = {file.parent for file in self.family(path)}
        found = [one for folder in sorted(folders) for one in sorted(folder.glob("*.yaml"))]
        return [one for one in found if library.is_scenario_file(one)]
