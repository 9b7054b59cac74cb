"""What is known of one ruleset file while it is written: its mistakes, its names, and what the checker met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ...base.diagnostics import Diagnostic, RulesetError
from ...check.symbols import Record
from ...front.allow import allow
from ...front.api import Ruleset, load_ruleset
from ...language import model as m
from ...program.lowering.expressions import Expressions
from ...reading.nodes import Mapping
from ...rulebook.book import Book
from .symbols import SymbolTable, symbol_table
from .tolerance import record_tolerantly, tree_of

Stamp = tuple[object, ...]
"""What changes whenever a file does."""
Stamps = dict[Path, Stamp]
"""Files, each as it was when it was read."""


class FilesRead(dict[Path, tuple[Mapping | None, list[Diagnostic]]]):
    """What was read of files; `asked` are those that were needed since it was cleared."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Path] = set()

    def __contains__(self, path: object) -> bool:
        if isinstance(path, Path):
            self.asked.add(path)
        return super().__contains__(path)

    def files(self) -> set[Path]:
        """The files that were asked for, and all sheets, which are read with them."""
        return self.asked | {path for path, (tree, _) in self.items() if tree is None}


@dataclass(slots=False, eq=False)
class Analysis:
    """A ruleset or variant as it is written now. ruleset: None while it has mistakes; files: all that were read.

    root: the merged tree; own: that of the file alone, None if it could not be read whole.
    found: what reading, names and types show; stamps: the files on which that depends, as they were; book: the
    rulebook, and laid_out: its places by number of players, once somebody asked for them.
    """

    path: Path
    text: str
    ruleset: Ruleset | None
    record: Record | None
    root: Mapping | None
    own: Mapping | None
    found: list[Diagnostic]
    files: list[Path] = field(default_factory=list)
    stamps: Stamps = field(default_factory=dict)
    book: Book | None = None
    laid_out: dict[int, Expressions] | None = None

    @property
    def rules(self) -> m.Ruleset | None:
        return self.record.symbols.ruleset if self.record is not None and self.record.symbols is not None else None

    @cached_property
    def table(self) -> SymbolTable:
        """All symbols, with their uses."""
        if self.record is None or self.record.symbols is None:
            return SymbolTable()
        return symbol_table(self.record, self.root, self.own or tree_of(self.text, str(self.path)))


def analyse(path: Path, text: str, known: FilesRead, over: Sequence[Path] = ()) -> Analysis:
    """Analyse a file with variants over it; texts that are not saved are read in place of files (`texts_in_place`).

    known: what was read before, as for merge_files; what is read now is added.
    """
    record: Record | None = Record()
    ruleset, root = None, None
    known.asked.clear()
    try:
        ruleset = load_ruleset(path, over, known, record)
        root = ruleset.root
        found = ruleset.warnings
    except RulesetError as error:
        found = error.diagnostics
    assert record is not None
    if record.symbols is None and not over:
        record, root = record_tolerantly(path, text, known, is_read=True)
    files = sorted({path.resolve(), *over, *known.files()})
    own, _ = known.get(path.resolve(), (None, []))
    return Analysis(path, text, ruleset, record, root, own, allow(found, [path, *over][-1], False), files)
