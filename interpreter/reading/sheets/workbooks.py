"""Read sheets of a workbook (.xlsx, .ods). Needs python-calamine (the extra `sheets`).

The reader gives values only: cells with errors and formulas without results are empty for it, and it makes room for all
cells up to the last one. `Contents` of the file itself says where such cells are, before it is read.
"""

from __future__ import annotations

import datetime
from io import BytesIO
from typing import Any

from ...base import limits
from ...base.diagnostics import Diagnostic, RulesetError, Span, mistake
from ...base.english import join_words
from ...base.errors import UsageError, extra
from ...base.lookalikes import compose
from ...base.similar import ask_if_meant
from .grid import REMARK, Cell, Fault, Named, SheetRow
from .omissions import Unsaid, unsaid_values
from .values import date, raw_value

MOST_CELLS = 1_000_000


def rows_of_workbook(sheet: Named, content: bytes) -> tuple[str, list[SheetRow]]:
    """The name of a sheet of a workbook in messages, and its rows. Raises RulesetError if it cannot be read."""
    span, name = sheet.scalar.span, sheet.path.name
    try:
        known = unsaid_values(content)
        calamine = extra("python_calamine", "python-calamine")
        book = calamine.CalamineWorkbook.from_object(BytesIO(content))
        chosen = _choose_sheet(sheet, known)
        about = known[chosen]
        if about.height * about.width > MOST_CELLS:
            message = f"the last cell of {name} is in row {about.height:,}, column {about.width:,}: that is too far"
            raise mistake("file-too-big", message, span, "Delete the empty rows and columns before it.")
        table = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
    except UsageError:
        message = "reading a workbook needs python-calamine, which is not installed"
        hint = "Install it: pip install 'stammtisch[sheets]'; or save the sheet as CSV."
        raise mistake("sheet-file", message, span, hint) from None
    except RulesetError:
        raise
    except Exception as error:  # whatever the reader raises for a damaged file
        message = f"{name} cannot be read as a workbook: it is damaged, has a password or has another format"
        hint = "Open it in a spreadsheet and save it again as .xlsx, .ods or CSV."
        raise mistake("sheet-file", message, span, hint) from error
    return _rows(f"{sheet.path} / {chosen}", table, about)


def _choose_sheet(sheet: Named, known: dict[str, Unsaid]) -> str:
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


def _rows(label: str, table: list[list[Any]], about: Unsaid) -> tuple[str, list[SheetRow]]:
    """The rows of a sheet that are not empty, and its name in messages."""
    rows = []
    count = 0
    for number, values in enumerate(table, 1):
        cells: dict[int, Cell] = {}
        for column, value in enumerate(values, 1):
            fault = about.faults.get((number, column))
            if value != "" or fault is not None:
                text, own = _text(value) if fault is None else (about.texts.get((number, column), ""), fault)
                if text or own:
                    span = Span(label, number, column, number, column + 1)
                    cells[column] = Cell(span, text, text, row=number, column=column, fault=own)
        if cells:
            rows.append(SheetRow(number, Span(label, number, 1, number, max(cells) + 1), cells))
        count += len(cells)
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


def _text(value: Any) -> tuple[str, Fault | None]:
    """A value of the workbook as the text of a text sheet, and its fault."""
    if isinstance(value, bool):
        return ("true" if value else "false"), None
    if isinstance(value, float):
        return (str(int(value)) if value.is_integer() and abs(value) < 1e18 else repr(value)), None
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return str(value), date(str(value))
    text = compose(str(value).strip())
    return raw_value(text)
