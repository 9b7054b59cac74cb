"""Requests about sheets of cards: a CSV file as rows of cells that can be edited."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any, Literal

from ...reading.sheets.files import TEXTS
from ...reading.sheets.grid import REMARK
from ...reading.sheets.text_sheets import beginning
from ...reading.sheets.workbooks import sheet_tables
from ...reading.source import Source
from ..game_folder import SHIPPED, digest_of
from ..refusals import bad_request, impossible
from ..studio import Studio
from ..texts import content_of, text_of

MOST_CELLS = 200_000
# rows of a workbook that are shown
MOST_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Form:
    """How a sheet is written: a line before its rows, what separates cells, whether all of them stand in quotes."""

    before: str
    separator: str
    is_quoted: bool


def sheet(studio: Studio, file: str) -> dict[str, Any]:
    """A sheet of text (CSV, TSV) as its columns and rows, every row as long as the columns."""
    content = _content(studio, file)
    columns, rows = _cells(_text(content, file))
    return {
        "file": file,
        "columns": columns,
        "rows": rows,
        "digest": digest_of(content),
        "read_only": file.startswith(SHIPPED),
    }


def write_sheet(
    studio: Studio, file: str, columns: list[str], rows: list[list[str]], digest: str, force: bool = False
) -> dict[str, Any]:
    """Write the cells of a sheet that the page has read; separators, quotes and line ends stay as they were."""
    if any(len(row) != len(columns) for row in rows):
        raise bad_request("write_sheet: every row has to be as long as columns")
    if not columns:
        raise impossible("A sheet has at least one column.")
    if len(columns) * (len(rows) + 1) > MOST_CELLS:
        raise impossible(f"A sheet has at most {MOST_CELLS:,} cells.")
    if not force:
        studio.folder.check_unchanged(file, digest)
    path = studio.folder.own_path(file)
    former = _content(studio, file) if path.is_file() else None
    form = _form(_text(former, file)) if former is not None else Form("", "\t" if path.suffix == ".tsv" else ",", False)
    found = studio.folder.write({file: content_of(_written_text(form, [columns, *rows]), former)})
    studio.files.close(path)
    return {"file": file, "digest": found[file]}


def workbook(studio: Studio, file: str) -> dict[str, Any]:
    """The sheets of a workbook (.xlsx, .ods) that are visible and not empty, each with its first rows."""
    found = sheet_tables(file.rpartition("/")[2], studio.folder.content(file))
    return {
        "file": file,
        "sheets": [{"name": name, "rows": table[:MOST_SHOWN], "height": len(table)} for name, table in found.items()],
    }


def sheet_from_workbook(studio: Studio, file: str, sheet: str, to: str) -> dict[str, Any]:
    """Write a sheet of a workbook as a new CSV file, which can be changed here."""
    found = sheet_tables(file.rpartition("/")[2], studio.folder.content(file))
    if sheet not in found:
        raise impossible(f"{file} has no sheet {sheet}.")
    if not to.endswith(".csv"):
        raise impossible("The name of a CSV file ends in .csv.")
    studio.folder.check_unchanged(to, "")
    text = _written_text(Form("", ",", False), found[sheet])
    digest = studio.folder.write({to: text.encode()})[to]
    return {"file": to, "digest": digest}


def _content(studio: Studio, file: str) -> bytes:
    """The content of a sheet. Raises Refusal for what is no sheet of text."""
    if not file.lower().endswith(TEXTS):
        raise impossible(f"{file} cannot be shown as a table here: save it as CSV, or open it in its own program.")
    return studio.folder.content(file)


def _text(content: bytes, file: str) -> str:
    """The text of a sheet, with a bare line feed at the end of each line. Raises Refusal."""
    if content.startswith(b"PK"):
        raise impossible(f"{file} is a workbook, not a sheet of text: save it as CSV.")
    return text_of(content)


def _form(text: str) -> Form:
    """How a sheet is written, by its beginning."""
    begins, separator = beginning(Source("", text))
    cells = [cell.strip() for cell in text[begins:].partition("\n")[0].split(separator)]
    is_quoted = all(len(cell) > 1 and cell[0] == cell[-1] == '"' for cell in cells)
    return Form(text[:begins], separator, is_quoted)


def _cells(text: str) -> tuple[list[str], list[list[str]]]:
    """The columns and rows of a sheet; empty lines at its end are left out."""
    form = _form(text)
    table = [*csv.reader(io.StringIO(text[len(form.before) :], newline=""), delimiter=form.separator)]
    while table and not any(cell.strip() for cell in table[-1]):
        table.pop()
    width = max(map(len, table), default=0)
    filled = [[*row, *[""] * (width - len(row))] for row in table]
    return (filled[0], filled[1:]) if filled else ([], [])


def _written_text(form: Form, table: list[list[str]]) -> str:
    """Cells as the text of a sheet; remarks and empty lines have no separators."""
    file = io.StringIO(newline="")
    quoting: Literal[0, 1] = csv.QUOTE_ALL if form.is_quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(file, delimiter=form.separator, lineterminator="\n", quoting=quoting)
    for row in table:
        if not any(row[1:]) and (not row[0] or row[0].startswith(REMARK)):
            file.write(f"{row[0]}\n")
        else:
            writer.writerow(row)
    return form.before + file.getvalue()


REQUESTS = (sheet, write_sheet, workbook, sheet_from_workbook)
