"""Add row and column to mistakes in sheets, and group like mistakes of a column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ...base.diagnostics import Diagnostic, RulesetError, Span
from ..nodes import Scalar
from .files import find_sheet, is_sheet, path_of, rows_of
from .grid import Cell, SheetRow, cell_place, numbers
from .headings import Below, below_headings


def in_sheets(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The mistakes, with row and column if in a sheet; the same one in several rows of a column once."""
    known: dict[str, _Places] = {}
    left: list[Diagnostic] = []
    same: dict[tuple[str, str, int, str, str], list[tuple[Diagnostic, int, str]]] = {}
    for one in dict.fromkeys(found):
        file = one.span.file
        if not is_sheet(file) or one.message.startswith(("row ", "rows ")):
            left.append(one)
            continue
        if file not in known:
            known[file] = _Places(file)
        row, cell = known[file].place_of(one.span)
        if row is None:
            left.append(one)
            continue
        column = cell.column if cell else known[file].column(row, one.span)
        heading = known[file].heading(row, column)
        message = one.message.replace(f"'{cell.text}'", "'…'") if cell else one.message
        same.setdefault((file, one.code, column, message, one.hint), []).append((one, row.number, heading))
    for (_, _, column, _, _), ones in same.items():
        first, _, heading = ones[0]
        rows = [number for _, number, _ in ones]
        place = cell_place(rows, column, heading) if column else numbers(rows)
        left.append(replace(first, message=f"{place}: {first.message}"))
    return left


def in_sheet(file: str) -> bool:
    """Whether a file name in messages is that of a sheet."""
    return is_sheet(file)


def cell_at(row: Span, heading: Span) -> Span | None:
    """The place of the cell in the row of one cell and the column of another; None if it is empty."""
    rows = _Places(row.file).rows.values()
    columns = [cell.column for one in rows for cell in one.cells.values() if cell.span == heading]
    for one in rows:
        if any(cell.span == row for cell in one.cells.values()):
            if not columns:
                return None
            found = one.cells.get(columns[0])
            is_text = path_of(row.file) == row.file
            beside = None if is_text else Span(row.file, row.line, columns[0], row.line, columns[0] + 1)
            return found.span if found else one.empty.get(columns[0], beside)
    return None


class _Places:
    """The rows and cells of a sheet by their places."""

    def __init__(self, file: str) -> None:
        self.rows: dict[int, SheetRow] = {}
        self.below = Below({}, [])
        try:
            _, rows = rows_of(find_sheet(Scalar(Span.whole(file), file, file), Path(file)))
            self.rows = {row.span.line: row for row in rows}
            self.below = below_headings(rows, file, None)
        except RulesetError:
            pass  # it was changed in the meantime

    def place_of(self, span: Span) -> tuple[SheetRow | None, Cell | None]:
        """The row on whose first line a place is, and the cell that holds it."""
        row = self.rows.get(span.line)
        if row is None or span == row.span:
            return row, None
        return row, next((cell for cell in row.cells.values() if cell.span.holds(span)), None)

    def column(self, row: SheetRow, span: Span) -> int:
        """The column of the empty cell at a place; 0 if it is none."""
        if row.span.file != path_of(row.span.file) and span.end_column == span.column + 1:
            return span.column  # in a workbook
        return next((column for column, place in row.empty.items() if place == span), 0)

    def heading(self, row: SheetRow, column: int) -> str:
        """The heading over a cell; "" for a heading itself."""
        over = self.below.headings.get(column)
        return "" if over is None or over.row == row.number else over.text
