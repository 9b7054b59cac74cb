"""Read sheets of a workbook (.xlsx, .ods)."""

from __future__ import annotations

import datetime

from ...base import limits
from ...base.diagnostics import Diagnostic, RulesetError, Span, mistake
from ...base.english import join_words
from ...base.lookalikes import compose
from ...base.similar import ask_if_meant
from .grid import REMARK, Cell, Fault, Named, SheetRow
from .values import date, raw_value
from .workbook_parts import CellValue, SheetContent, read_workbook

MOST_CELLS = 1_000_000


def rows_of_workbook(sheet: Named, content: bytes) -> tuple[str, list[SheetRow]]:
    """The name of a sheet of a workbook in messages, and its rows. Raises RulesetError if it cannot be read."""
    span, name = sheet.scalar.span, sheet.path.name
    try:
        known = read_workbook(content)
        chosen = _choose_sheet(sheet, known)
        about = known[chosen]
        if about.height * about.width > MOST_CELLS:
            message = f"the last cell of {name} is in row {about.height:,}, column {about.width:,}: that is too far"
            raise mistake("file-too-big", message, span, "Delete the empty rows and columns before it.")
    except RulesetError:
        raise
    except Exception as error:  # whatever a damaged file leads to
        raise _no_workbook(name, span) from error
    return _rows(f"{sheet.path} / {chosen}", about)


def sheet_tables(name: str, content: bytes) -> dict[str, list[list[str]]]:
    """The cells of all sheets that are visible and not empty, as texts. Raises RulesetError if they cannot be read."""
    try:
        known = {one: about for one, about in read_workbook(content).items() if about.values and not about.is_hidden}
    except Exception as error:  # whatever a damaged file leads to
        raise _no_workbook(name, Span.whole(name)) from error
    found = {}
    for one, about in known.items():
        cells = {place: _text(value)[0] for place, value in about.values.items()} | about.texts
        height, width = max(row for row, _ in cells), max(column for _, column in cells)
        if height * width > MOST_CELLS:
            raise mistake("file-too-big", f"the sheet {one} of {name} is too large", Span.whole(name))
        found[one] = [[cells.get((row, at), "") for at in range(1, width + 1)] for row in range(1, height + 1)]
    return found


def _no_workbook(name: str, span: Span) -> RulesetError:
    """The mistake of a file that is no workbook."""
    message = f"{name} cannot be read as a workbook: it is damaged, has a password or has another format"
    return mistake("sheet-file", message, span, "Open it in a spreadsheet and save it again as .xlsx, .ods or CSV.")


def _choose_sheet(sheet: Named, known: dict[str, SheetContent]) -> str:
    """The sheet named, or the only one that is visible and not empty."""
    span, file = sheet.scalar.span, sheet.path.name
    if sheet.sheet:
        same = [name for name in known if name.strip().casefold() == sheet.sheet.casefold()]
        if len(same) == 1:
            return same[0]
        hint = ask_if_meant(
            sheet.sheet, known, f"Its sheets are {join_words([*known])}.", f"Did you mean `{file} / {{}}`?"
        )
        raise mistake("sheet-file", f"{file} has no sheet '{sheet.sheet}'", span, hint)
    names = [name for name, about in known.items() if about.height and not about.is_hidden]
    if len(names) == 1:
        return names[0]
    if not names:
        raise mistake("sheet-empty", f"{file} has only empty sheets", span, "Write cards into it.")
    message = f"{file} has {len(names)} sheets: {join_words(names)}"
    raise mistake("sheet-file", message, span, f"Say which one: write from: {file} / {names[0]}, for example.")


def _rows(label: str, about: SheetContent) -> tuple[str, list[SheetRow]]:
    """The rows of a sheet that are not empty, and its name in messages."""
    by_row: dict[int, dict[int, Cell]] = {}
    count = 0
    for number, column in sorted({*about.values, *about.faults}):
        fault = about.faults.get((number, column))
        text, own = _text(about.values[number, column]) if fault is None else (about.texts[number, column], fault)
        if text or own:
            span = Span(label, number, column, number, column + 1)
            by_row.setdefault(number, {})[column] = Cell(span, text, text, row=number, column=column, fault=own)
            count += 1
    rows = [SheetRow(number, Span(label, number, 1, number, max(cells) + 1), cells) for number, cells in by_row.items()]
    if count > limits.FILE_VALUES:
        message = f"this sheet has more than {limits.FILE_VALUES:,} cells"
        raise mistake("file-too-big", message, Span.whole(label), "Delete what the game does not need.")
    merged = [
        Diagnostic(
            "sheet-merged",
            f"the cells {area} are one cell, so only the first of them has its value",
            Span(label, row, column, row, column + 1),
            hint="Split them, and write the value into each.",
        )
        for (row, column), area in about.merged.items()
        if not _is_remark(rows, row, column)
    ]
    if merged:
        raise RulesetError(merged[:20])
    return label, rows


def _is_remark(rows: list[SheetRow], row: int, column: int) -> bool:
    """Whether a row has nothing in a column, or begins a remark there."""
    cell = next((one.cells.get(column) for one in rows if one.number == row), None)
    return cell is None or cell.text.startswith(REMARK)


def _text(value: CellValue) -> tuple[str, Fault | None]:
    """A value of the workbook as the text of a text sheet, and its fault."""
    if isinstance(value, bool):
        return ("true" if value else "false"), None
    if isinstance(value, float):
        return (str(int(value)) if value.is_integer() and abs(value) < 1e18 else repr(value)), None
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return str(value), date(str(value))
    text = compose(str(value).strip())
    return raw_value(text)
