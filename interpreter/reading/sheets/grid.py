"""The content of a sheet, from any kind of file: rows of cells, each of which knows its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...base.appearance.layouts import letters
from ...base.diagnostics import Diagnostic, Span
from ...base.english import join_words
from ..nodes import Scalar

REMARK = "#"
MOST_SHOWN = 5
LONGEST_SHOWN = 60
WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a cell cannot be read. Cells of a column with the same `kind` have the same fault."""

    kind: str
    message: str
    hint: str = ""
    instead: str = ""
    code: str = "sheet-value"


@dataclass(slots=True, eq=False)
class Cell(Scalar):
    """A cell that is not empty; row and column are counted from 1.

    heading: what stands above a value of a table; fault: what is wrong with the cell as it is.
    """

    row: int = 0
    column: int = 0
    heading: str = ""
    fault: Fault | None = field(default=None, repr=False)


@dataclass(slots=True, eq=False)
class SheetRow:
    """A row, counted from 1: its place, and its cells that are not empty, by column.

    empty: the places of the first cells of a text in which nothing stands.
    """

    number: int
    span: Span
    cells: dict[int, Cell]
    empty: dict[int, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Named:
    """The target of a `from`: the scalar, the file and, of a workbook, perhaps one of its sheets."""

    scalar: Scalar
    path: Path
    sheet: str = ""


def numbers(rows: Iterable[int]) -> str:
    """Rows as people write them: `row 3`, `rows 3–17 and 20`."""
    runs: list[list[int]] = []
    for row in sorted(set(rows)):
        if runs and row == runs[-1][-1] + 1:
            runs[-1][1:] = [row]
        else:
            runs.append([row])
    parts = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    more = len(parts) - 2 * MOST_SHOWN
    if more > 0:
        parts = [*parts[: 2 * MOST_SHOWN], "others"]
    text = join_words(parts)
    return f"row {text}" if len(runs) == 1 and len(runs[0]) == 1 else f"rows {text}"


def short(text: str) -> str:
    """A text shortened for a message."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def cell_place(rows: Iterable[int], column: int, heading: str = "") -> str:
    """The place of a cell in words: `row 3, column B (value)`."""
    return f"{numbers(rows)}, column {letters(column).upper()}" + (f" ({heading})" if heading else "")


def group_faults(faults: list[tuple[Cell, Fault]], heading: str = "") -> list[Diagnostic]:
    """One message for each kind of fault in a column, at its first cell, listing all rows that have it."""
    kinds: dict[str, list[tuple[Cell, Fault]]] = {}
    for cell, fault in faults:
        kinds.setdefault(fault.kind, []).append((cell, fault))
    found = []
    for same in kinds.values():
        cell, fault = same[0]
        others = [text for text in dict.fromkeys(one.text for one, _ in same) if text != cell.text]
        also = ""
        if others:
            shown = [f"'{short(text)}'" for text in others[:MOST_SHOWN]]
            more = len(others) - len(shown)
            also = f" (also {join_words([*shown, f'{more} others'] if more > 0 else shown)})"
        said = fault.message.replace(cell.text, short(cell.text))
        message = f"{cell_place([one.row for one, _ in same], cell.column, heading)}: {said}{also}"
        hint = fault.hint.replace(cell.text, short(cell.text))
        found.append(Diagnostic(fault.code, message, cell.span, hint=hint, instead=fault.instead))
    return found


def text_fault(cell: Cell) -> Fault | None:
    """The fault of a cell that holds words: what looks like a date is what it says."""
    return None if cell.fault is None or cell.fault.kind == "date" else cell.fault


def reread_cell(cell: Cell, text: str) -> Cell:
    """The cell with the value of its text: a whole number, true, false or text."""
    value = text == "true" if text in ("true", "false") else int(text) if WHOLE.fullmatch(text) else text
    return replace(cell, text=text, value=value)
