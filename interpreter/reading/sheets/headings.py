"""Split a sheet into headings and rows, without remarks and ignored columns."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.appearance.layouts import letters
from ...base.diagnostics import Diagnostic, Note, RulesetError, Span, mistake
from ...base.english import join_words
from ...base.similar import ask_if_meant
from ..nodes import Node, Scalar, Sequence
from .grid import REMARK, Cell, SheetRow, cell_place, numbers, short

MOST_TWINS = 20


@dataclass(slots=True)
class Below:
    """The headings by their columns, and the rows below them, each with at least one cell."""

    headings: dict[int, Cell]
    rows: list[SheetRow]


def below_headings(rows: list[SheetRow], file: str, ignore: Node | None) -> Below:
    """Split a sheet, without remarks and the columns to be ignored. Raises RulesetError."""
    first = next((at for at, row in enumerate(rows) if not _is_title(rows, at)), len(rows))
    if first + 1 >= len(rows):
        message = "this sheet holds no rows below its headings" if first < len(rows) else "this sheet is empty"
        raise mistake("sheet-empty", message, Span.whole(file), "The first row holds headings; the other rows follow.")
    head, below = rows[first], rows[first + 1 :]
    width = max(len(row.cells) for row in below)
    (cell, *others) = head.cells.values()
    if not others and width > 1 and cell.column == min(min(row.cells) for row in below):
        message = f"{numbers([head.number])}: each column needs a heading here, but there is only one"
        hint = f"If this is a title, begin it with {REMARK}."
        raise mistake("sheet-heading", message, cell.span, hint)
    headings = dict(head.cells)
    remarks = {column for column, cell in headings.items() if cell.text.startswith(REMARK)}
    remarks |= _ignored_columns(headings, ignore)
    kept = []
    for row in below:
        if not _is_remark(row, remarks):
            cells = {column: cell for column, cell in row.cells.items() if column not in remarks}
            if cells:
                kept.append(SheetRow(row.number, row.span, cells))
    if not kept:
        message = "below its headings this sheet holds only comments"
        raise mistake("sheet-empty", message, Span.whole(file), "Write a row for each card below the headings.")
    return Below({column: cell for column, cell in headings.items() if column not in remarks}, kept)


def same_name(one: str, other: str) -> bool:
    """Whether two headings are the same except for capitals, blanks and signs between their words."""
    return plain(one) == plain(other)


def plain(heading: str) -> str:
    """A heading in normal form: `Spice level` is spice_level."""
    return "_".join(heading.casefold().replace(".", " ").replace("-", " ").replace("_", " ").split())


def headless(rows: list[SheetRow], headings: dict[int, Cell], hint: str) -> list[Diagnostic]:
    """The mistakes of columns that have cells but no heading."""
    columns: dict[int, list[Cell]] = {}
    for row in rows:
        for column, cell in row.cells.items():
            if column not in headings:
                columns.setdefault(column, []).append(cell)
    found = []
    for column, cells in list(columns.items())[:20]:
        message = f"{cell_place([cell.row for cell in cells], column)}: this column has no heading"
        found.append(Diagnostic("sheet-heading", message, cells[0].span, hint=hint))
    return found


def twins(headings: dict[int, Cell]) -> list[Diagnostic]:
    """The mistakes of equal headings over two columns."""
    found: list[Diagnostic] = []
    first: dict[str, Cell] = {}
    for cell in headings.values():
        other = first.setdefault(plain(cell.text) or cell.text, cell)
        if other is not cell:
            message = f"{cell_place([cell.row], cell.column)}: the heading {short(cell.text)} stands over two columns"
            note = Note(other.span, f"it also stands over column {letters(other.column).upper()}")
            hint = "Give one of them another name, or delete it."
            found.append(Diagnostic("sheet-heading", message, cell.span, hint=hint, notes=(note,)))
    return found[:MOST_TWINS]


def _is_title(rows: list[SheetRow], at: int) -> bool:
    """Whether a row above the headings is a remark: fewer cells than the next row, or only one."""
    shorter = at + 1 < len(rows) and len(rows[at].cells) < len(rows[at + 1].cells)
    return (shorter or len(rows[at].cells) == 1) and _is_remark(rows[at], set())


def _is_remark(row: SheetRow, remarks: set[int]) -> bool:
    """Whether a row is a remark: it begins with #, but not in a column of remarks."""
    column = min(row.cells)
    cell = row.cells[column]
    return cell.text.startswith(REMARK) and cell.fault is None and column not in remarks


def _ignored_columns(headings: dict[int, Cell], ignore: Node | None) -> set[int]:
    """The columns to ignore. Raises RulesetError for one that does not exist."""
    items = ignore.items if isinstance(ignore, Sequence) else [] if ignore is None else [ignore]
    found: set[int] = set()
    problems: list[Diagnostic] = []
    for item in items:
        if not isinstance(item, Scalar):
            hint = "Write ignore: [notes, image], for example."
            problems.append(Diagnostic("wrong-shape", "`ignore` is a list of headings", item.span, hint=hint))
            continue
        columns = {column for column, cell in headings.items() if same_name(cell.text, item.text)}
        if not columns:
            texts = [cell.text for cell in headings.values()]
            hint = ask_if_meant(item.text, texts, f"Its headings are {join_words(texts[:12])}.")
            message = f"this sheet has no column '{item.text}' to ignore"
            problems.append(Diagnostic("unknown-name", message, item.span, hint=hint))
        found |= columns
    if problems:
        raise RulesetError(problems)
    return found
