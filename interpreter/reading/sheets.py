"""Sheets: cards and tables that a spreadsheet has saved as CSV, put into the tree of the ruleset that names them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..base import limits
from ..base.diagnostics import Diagnostic, RulesetError, Span, mistake
from .load import content_of, decoded, invisible
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .source import Source

ENDING = ".csv"
SEPARATORS = ",;\t"
REMARK = "#"
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_NAME = re.compile(r"[^\W\d]\w*(\.\w+)?")
_YES_OR_NO = {"TRUE": "true", "FALSE": "false"}  # as spreadsheets write them


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, the place of it, and the number of its row and column, counted from 1."""

    text: str
    scalar: Scalar
    row: int
    column: int


Row = list[Cell]


def put_sheets(root: Mapping, path: Path) -> tuple[list[Path], list[Diagnostic]]:
    """Puts rows in the place of every `from: NAME.csv` under `starts with` and `tables` of a file's tree.

    Sheets are looked for beside the file. Returns them, and what is wrong with them; such parts are left as they are.
    """
    sheets: list[Path] = []
    problems: list[Diagnostic] = []

    def read(node: Node, made: Callable[[list[Row], Mapping], Node]) -> Node:
        name = _sheet(node)
        if name is None or not isinstance(node, Mapping):
            return node
        beside = Mapping(node.span, {key: entry for key, entry in node.entries.items() if key != "from"})
        sheets.append(path.parent / name.text)
        try:
            return made(rows_of(sheets[-1], name), beside)
        except RulesetError as error:
            problems.extend(error.diagnostics)
            return node

    for entry in _places(root):
        given = entry.value
        items = [read(item, _cards) for item in (given.items if isinstance(given, Sequence) else [given])]
        if items != [given]:
            flat = [one for item in items for one in (item.items if isinstance(item, Sequence) else [item])]
            entry.value = Sequence(given.span, flat)
    for entry in root.under("tables").values():
        entry.value = read(entry.value, _table)
    return sheets, problems


def _places(root: Mapping) -> Iterator[Entry]:
    """Every `starts with` of a file's tree."""
    for section in root.entries:
        if section == "shared" or section.startswith("each "):
            for entry in root.under(section).values():
                if isinstance(entry.value, Mapping) and "starts with" in entry.value.entries:
                    yield entry.value.entries["starts with"]


def _sheet(node: Node) -> Scalar | None:
    """The name of the sheet that a part is made of; None if it is made of something else."""
    name = node.get("from") if isinstance(node, Mapping) else None
    return name if isinstance(name, Scalar) and name.text.lower().endswith(ENDING) else None


# -- what is in a sheet


def rows_of(path: Path, named: Scalar) -> list[Row]:
    """The rows of a sheet in which anything stands, the headings first. named: where the ruleset speaks of it.

    Raises RulesetError if it cannot be read.
    """
    try:
        content = content_of(path)
    except RulesetError as error:
        (found,) = error.diagnostics
        message = f"there is no sheet {named.text}" if found.code == "file-missing" else found.message
        raise mistake(found.code, message, named.span, found.hint) from None
    hint = "Save it again as “CSV UTF-8”; your spreadsheet asks for the encoding (in LibreOffice: Character set)."
    text = decoded(str(path), content, "a sheet", hint).removeprefix("\ufeff")
    source = Source(str(path), text.replace("\r\n", "\n").replace("\r", "\n"))
    if troubles := invisible(source):
        raise RulesetError(troubles)
    found_rows = [row for row in _rows(source) if any(cell.text for cell in row)]
    if len(found_rows) <= 1:
        message = "this sheet holds no rows below its headings" if found_rows else "this sheet is empty"
        raise mistake("sheet-empty", message, Span.whole(str(path)), "Its first row holds headings, the others follow.")
    if sum(map(len, found_rows)) > limits.FILE_VALUES:
        message = f"this sheet has more than {limits.FILE_VALUES:,} cells"
        raise mistake("file-too-big", message, Span.whole(str(path)), "Take out what the game does not need.")
    return found_rows


def _rows(source: Source) -> Iterator[Row]:
    first = source.text.lstrip("\n").split("\n", 1)[0]
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(
        io.StringIO(source.text, newline=""), delimiter=separator, strict=True, skipinitialspace=separator != "\t"
    )
    begins, number = 1, 0
    try:
        for number, texts in enumerate(reader, 1):
            stretches = _stretches(source, begins, reader.line_num, separator)
            if len(stretches) != len(texts):  # over several lines: the place of each is the row's first line
                start = source.starts[begins - 1]
                stretches = [(start, source.line_end(start))] * len(texts)
            yield [
                _cell(source, text, number, column, *stretch)
                for column, (text, stretch) in enumerate(zip(texts, stretches, strict=True), 1)
            ]
            begins = reader.line_num + 1
    except csv.Error:
        message = f"row {number + 1}: a quotation mark begins here that does not end with the cell"
        at = source.text.find('"', source.starts[min(begins, len(source.starts)) - 1])
        hint = 'Write "" for a quotation mark inside a cell, or delete it.'
        raise mistake("sheet-quotes", message, source.span(at, at + 1), hint) from None


def _stretches(source: Source, begins: int, ends: int, separator: str) -> list[tuple[int, int]]:
    """Where the cells of a row on one line begin and end, with blanks and quotation marks; none if it has several."""
    if ends != begins:
        return []
    found, start, quoted = [], source.starts[begins - 1], False
    end = source.line_end(start)
    for at in range(start, end):
        quoted ^= source.text[at] == '"'
        if source.text[at] == separator and not quoted:
            found.append((start, at))
            start = at + 1
    return [*found, (start, end)]


def _cell(source: Source, text: str, row: int, column: int, start: int, end: int) -> Cell:
    """A cell, with its text where that stands as it is, without the quotation marks around it."""
    text = text.strip()
    at = source.text.find(text, start, end) if text else -1
    start, end = (at, at + len(text)) if at >= 0 else (start, max(end, start + 1))
    text = _YES_OR_NO.get(text, text)
    value = text == "true" if text in ("true", "false") else int(text) if _NUMBER.fullmatch(text) else text
    return Cell(text, Scalar(source.span(start, end), value, text, "", source, start, end), row, column)


# -- what becomes of it


def _cards(rows: list[Row], beside: Mapping) -> Sequence:
    """A row of cards for each row of a sheet; the headings are the attributes. beside: what all of them have."""
    headings = _headings(rows)
    found: list[Node] = []
    for row in rows[1:]:
        entries = {}
        for cell in row:
            if cell.text and cell.column not in headings:
                message = f"{_where(cell)}: this column has no heading"
                hint = f"Write above it what this is on the cards, such as value; or copies; or {REMARK} for a remark."
                raise mistake("sheet-heading", message, cell.scalar.span, hint)
            heading = headings.get(cell.column)
            if cell.text and heading is not None:
                name = heading.text.replace(".", "_")  # cost.red is what is printed for red
                entries[name] = Entry(replace(heading.scalar, value=name, text=name), cell.scalar)
        found.append(Mapping(_line(row), entries | beside.entries))
    return Sequence(beside.span, found)


def _headings(rows: list[Row]) -> dict[int, Cell | None]:
    """The heading of each column that has one; None where it begins with # and so is a remark."""
    found: dict[int, Cell | None] = {}
    for cell in rows[0]:
        twin = next((one for one in found.values() if one is not None and one.text == cell.text), None)
        if cell.text.startswith(REMARK):
            found[cell.column] = None
        elif twin is not None:
            message = f"{_where(cell)}: the heading {cell.text} stands over two columns"
            raise mistake("sheet-heading", message, cell.scalar.span, "Give one of them another name, or delete it.")
        elif cell.text and _NAME.fullmatch(cell.text) is None:
            message = f"{_where(cell)}: the heading '{cell.text}' cannot be the name of something on a card"
            hint = f"A name has no blanks or signs: join its words with _. A remark begins with {REMARK}."
            raise mistake("sheet-heading", message, cell.scalar.span, hint)
        elif cell.text:
            found[cell.column] = cell
    return found


def _table(rows: list[Row], beside: Mapping) -> Mapping:
    """A table: with two columns its cases and values; with more the second cases are the headings."""
    heads = rows[0]
    out = Mapping(beside.span, {})
    for row in rows[1:]:
        key, cells = row[0], [cell for cell in row[1:] if cell.text]
        for cell in cells:
            if cell.column > len(heads) or not key.text or (len(heads) > 2 and not heads[cell.column - 1].text):
                message = f"{_where(cell)}: there is no case for this value"
                hint = "Cases stand in the first column and, where there are more than two columns, in the first row."
                raise mistake("sheet-heading", message, cell.scalar.span, hint)
        if key.text in out.entries:
            message = f"{_where(key)}: there are two rows for {key.text}"
            raise mistake("sheet-heading", message, key.scalar.span, "Keep one of them.")
        inner = {heads[cell.column - 1].text: Entry(heads[cell.column - 1].scalar, cell.scalar) for cell in cells}
        if cells:
            value = Mapping(_line(row), inner) if len(heads) > 2 else cells[0].scalar
            out.entries[key.text] = Entry(key.scalar, value)
    out.entries |= beside.entries
    return out


def _line(row: Row) -> Span:
    first, last = row[0].scalar.span, row[-1].scalar.span
    return Span(first.file, first.line, first.column, first.line, max(last.end_column, first.column + 1))


# -- what is said of it


def _where(cell: Cell, heading: str = "") -> str:
    """`row 3, column B (value)`."""
    letters, number = "", cell.column
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"row {cell.row}, column {letters}" + (f" ({heading})" if heading else "")


def in_sheet(file: str) -> bool:
    """Whether a file is a sheet."""
    return file.lower().endswith(ENDING)


def cell_at(row: Span, heading: Span) -> Span | None:
    """The place of the cell in the row of one cell and the column of another; None if the row ends before it."""
    rows = _rows_again(row.file)
    columns = [cell.column for cell in rows[0] if cell.scalar.span == heading] if rows else []
    return next(
        (cell.scalar.span for one in rows for cell in one if one[0].scalar.span == row and cell.column in columns), None
    )


def in_sheets(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What was found, with row and column where it is in a sheet; of a column that is missing only the first row."""
    left: list[Diagnostic] = []
    missing: set[tuple[str, str]] = set()
    for one in dict.fromkeys(found):
        same = one.span.file, one.message
        if not in_sheet(one.span.file):
            left.append(one)
        elif one.code != "missing-key" or same not in missing:
            left.append(_placed(one))
            missing.add(same)
    return left


def _placed(found: Diagnostic) -> Diagnostic:
    if found.message.startswith("row "):
        return found
    if found.code == "missing-key":
        found = replace(found, hint="Fill in the cell, or add the column.")
    rows = _rows_again(found.span.file)
    row = next((row for row in rows if row and row[0].scalar.span.line == found.span.line), None)
    if row is None:
        return found
    cell = next((cell for cell in row if cell.scalar.span == found.span or cell.scalar.span.holds(found.span)), None)
    if cell is None or _line(row) == found.span:
        return replace(found, message=f"row {row[0].row}: {found.message}")
    heads = rows[0]
    heading = heads[cell.column - 1].text if row is not heads and cell.column <= len(heads) else ""
    return replace(found, message=f"{_where(cell, heading)}: {found.message}")


def _rows_again(file: str) -> list[Row]:
    """The rows of a sheet that has been read; none if it cannot be read any more."""
    try:
        text = decoded(file, content_of(Path(file)), "a sheet", "")
        return list(_rows(Source(file, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))))
    except RulesetError:
        return []
