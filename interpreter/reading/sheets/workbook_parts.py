"""The sheets of a workbook (.xlsx, .ods): values, errors, formulas without results, merged cells."""

from __future__ import annotations

import datetime
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring, iterparse

from ...base.appearance.layouts import letters
from .grid import Fault
from .values import formula, raw_value

LARGEST_PART = 100_000_000
MOST_MARKED, MOST_VALUES = 1_000, 1_000_000
CELLS = ["table-cell", "covered-table-cell"]
SHARED, STYLES = "xl/sharedStrings.xml", "xl/styles.xml"
# the formats of Excel's own that show dates and times
DATES = (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))
# what a format shows as it is: words in quotes, colours and conditions, a sign behind a backslash
_LITERALS = re.compile(r'"[^"]*"|\[(?![hms])[^\]]*\]|\\.|_.|\*.', re.IGNORECASE)
_DATE_PARTS = re.compile(r"[dmyhs]", re.IGNORECASE)
_HOURS = re.compile(r"(\d+)(?:[.,]\d+)?[HMS]")
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


CellValue = str | float | bool | datetime.date | datetime.time | datetime.timedelta


class Unreadable(Exception):
    """A file is no workbook, or damaged, or too large."""


@dataclass(slots=True)
class SheetContent:
    """What a sheet holds. Places are (row, column), from 1; merged cells are written as `B2:C3`.

    height, width: of its used part; values: texts, numbers, truth values and dates; faults: of cells that cannot be
    read, each with its text.
    """

    height: int = 0
    width: int = 0
    values: dict[tuple[int, int], CellValue] = field(default_factory=dict)
    faults: dict[tuple[int, int], Fault] = field(default_factory=dict)
    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: dict[tuple[int, int], str] = field(default_factory=dict)
    is_hidden: bool = False

    def fill(self, row: int, column: int, value: CellValue = "") -> None:
        """Extend the used part of the sheet to this cell, and note its value."""
        self.height, self.width = max(self.height, row), max(self.width, column)
        if value != "" and len(self.values) < MOST_VALUES:
            self.values[row, column] = value

    def mark(self, row: int, column: int, text: str, fault: Fault) -> None:
        """Note the fault of a cell."""
        if len(self.faults) < MOST_MARKED:
            self.faults[row, column], self.texts[row, column] = fault, text


def read_workbook(content: bytes) -> dict[str, SheetContent]:
    """What each sheet of a workbook holds, by name. Raises Unreadable, or errors of zipfile and ElementTree."""
    with zipfile.ZipFile(BytesIO(content)) as parts:
        if sum(info.file_size for info in parts.infolist()) > LARGEST_PART:
            raise Unreadable
        names = parts.namelist()
        if "content.xml" in names:
            return _open_document(_part(parts, "content.xml"))
        return _excel(parts)


def _part(parts: zipfile.ZipFile, name: str) -> bytes:
    """The content of a part of a workbook."""
    content = parts.read(name)
    if b"<!DOCTYPE" in content[:4096]:
        raise Unreadable
    return content


def _excel(parts: zipfile.ZipFile) -> dict[str, SheetContent]:
    """The sheets of an Excel workbook."""
    book = fromstring(_part(parts, "xl/workbook.xml"))
    links = fromstring(_part(parts, "xl/_rels/workbook.xml.rels"))
    targets = {link.get("Id", ""): posixpath.join("/xl", link.get("Target", "")).lstrip("/") for link in links}
    years = next((one.get("date1904") for one in book.iter() if _tag(one) == "workbookPr"), "")
    first_day = datetime.datetime(1904, 1, 1) if years in ("1", "true") else datetime.datetime(1899, 12, 30)
    names = parts.namelist()
    texts = _shared_texts(_part(parts, SHARED)) if SHARED in names else []
    dates = _date_styles(fromstring(_part(parts, STYLES))) if STYLES in names else []
    values = _ExcelValues(texts, dates, first_day)
    found = {}
    for sheet in book.iter():
        if _tag(sheet) == "sheet":
            target = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
            content = SheetContent(is_hidden=sheet.get("state", "visible") != "visible")
            path = posixpath.normpath(targets.get(target, ""))
            if "worksheet" in path:  # else a chart
                _excel_sheet(_part(parts, path), content, values)
            found[sheet.get("name", "")] = content
    return found


def _shared_texts(content: bytes) -> list[str]:
    """The texts that the cells of an Excel workbook share."""
    return [_plain_text(one) for one in fromstring(content) if _tag(one) == "si"]


def _plain_text(element: Element) -> str:
    """The text of a cell without what says how it is pronounced."""
    if _tag(element) == "t":
        return element.text or ""
    return "".join(_plain_text(one) for one in element if _tag(one) in ("t", "r", "is"))


def _date_styles(root: Element) -> list[bool]:
    """Which of the styles of cells show a number as a date or time."""
    formats = {
        one.get("numFmtId", ""): bool(_DATE_PARTS.search(_LITERALS.sub("", one.get("formatCode", ""))))
        for one in root.iter()
        if _tag(one) == "numFmt"
    }
    cells = next((one for one in root if _tag(one) == "cellXfs"), None)
    numbers = [one.get("numFmtId", "0") for one in cells] if cells is not None else []
    return [formats.get(one, one.isdecimal() and int(one) in DATES) for one in numbers]


@dataclass(frozen=True, slots=True)
class _ExcelValues:
    """What the values of cells mean: the shared texts, the styles of dates, the first day."""

    texts: list[str]
    dates: list[bool]
    first_day: datetime.datetime

    def read(self, cell: Element, text: str) -> CellValue:
        """The value of a cell, whose `v` is a text."""
        kind, style = cell.get("t", "n"), int(cell.get("s", "0"))
        if kind == "inlineStr":
            return "".join(_plain_text(one) for one in cell if _tag(one) == "is")
        if kind == "s" and text:
            return self.texts[int(text)]
        if kind == "b" and text:
            return text.strip() in ("1", "true")
        if kind != "n" or not text:
            return text
        number = float(text)
        if style < len(self.dates) and self.dates[style]:
            moment = self.first_day + datetime.timedelta(days=number)
            return moment.date() if moment.time() == datetime.time() else moment if number >= 1 else moment.time()
        return number


def _excel_sheet(content: bytes, about: SheetContent, values: _ExcelValues) -> None:
    """Read an Excel sheet."""
    row = column = 0
    merged: list[str] = []
    for event, element in iterparse(BytesIO(content), events=("start", "end")):
        tag = _tag(element)
        if event == "start" and tag == "row":
            row, column = int(element.get("r", row + 1)), 0
        elif event == "end" and tag == "c":
            place = _PLACE.fullmatch(element.get("r", ""))
            column = _number(place[1]) if place else column + 1
            row = int(place[2]) if place else row
            inside = {_tag(one): one.text or "" for one in element}
            text = inside.get("v", "")
            if element.get("t") == "e":
                about.fill(row, column)
                about.mark(row, column, text, _error(text))
            elif "v" in inside or "is" in inside or "f" in inside:
                about.fill(row, column, values.read(element, text))
                if "f" in inside and not text and element.get("t") != "str":
                    about.mark(row, column, f"={inside['f']}", formula(f"={inside['f']}"))
        elif event == "end" and tag == "row":
            element.clear()
        elif event == "end" and tag == "mergeCell":
            merged.append(element.get("ref", ""))
    known = about.values.keys() | about.faults.keys()
    for area in merged:
        place = _PLACE.match(area)
        if place and (int(place[2]), _number(place[1])) in known:
            about.merged[int(place[2]), _number(place[1])] = area


def _open_document(content: bytes) -> dict[str, SheetContent]:
    """The sheets of an OpenDocument workbook."""
    found: dict[str, SheetContent] = {}
    about, row = SheetContent(), 0
    for event, element in iterparse(BytesIO(content), events=("start", "end")):
        tag = _tag(element)
        if event == "start" and tag == "table":
            about, row = SheetContent(), 0
            found[_attribute(element, "name")] = about
        elif event == "end" and tag == "table-row":
            times = int(_attribute(element, "number-rows-repeated") or 1)
            for column, repeated, cell in _cells(element):
                about.fill(row + times, column + repeated - 1)
                value = _open_value(cell)
                if value != "" and times * repeated <= MOST_VALUES - len(about.values):
                    for down in range(1, times + 1):
                        for right in range(repeated):
                            about.fill(row + down, column + right, value)
                _look(cell, about, row + 1, column)
            row += times
            element.clear()
    return found


def _cells(row: Element) -> Iterator[tuple[int, int, Element]]:
    """The cells of a row that are not empty: first column, number of columns, element."""
    column = 1
    for cell in row:
        if _tag(cell) in CELLS:
            repeated = int(_attribute(cell, "number-columns-repeated") or 1)
            if _attribute(cell, "value-type") or _attribute(cell, "formula") or any(_tag(one) == "p" for one in cell):
                yield column, repeated, cell
            column += repeated


def _open_value(cell: Element) -> CellValue:
    """The value of an OpenDocument cell."""
    kind = next((value for key, value in cell.attrib.items() if key.endswith("office:1.0}value-type")), "")
    if kind in ("float", "percentage", "currency"):
        return float(_attribute(cell, "value"))
    if kind == "boolean":
        return _attribute(cell, "boolean-value") == "true"
    if kind == "date":
        return datetime.date.fromisoformat(_attribute(cell, "date-value")[:10])
    if kind == "time":
        hours, minutes, seconds = map(int, _HOURS.findall(_attribute(cell, "time-value")))
        return datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return "\n".join(_open_text(one) for one in cell if _tag(one) == "p")


def _open_text(element: Element) -> str:
    """The text of a paragraph, in which runs of blanks, tabs and line ends are elements."""
    own = {"s": " " * int(_attribute(element, "c") or 1), "tab": "\t", "line-break": "\n"}.get(_tag(element), "")
    return own + (element.text or "") + "".join(_open_text(one) + (one.tail or "") for one in element)


def _look(cell: Element, about: SheetContent, row: int, column: int) -> None:
    """Note the content and faults of an OpenDocument cell."""
    text = "\n".join("".join(one.itertext()) for one in cell if _tag(one) == "p").strip()
    kinds = [value for key, value in cell.attrib.items() if key.endswith("}value-type")]
    if "error" in kinds or (_attribute(cell, "formula") and raw_value(text)[1]):
        about.mark(row, column, text, _error(text))
    elif _attribute(cell, "formula") and not kinds and not text:
        written = _attribute(cell, "formula").removeprefix("of:")
        about.mark(row, column, written, formula(written))
    wide, high = (int(_attribute(cell, f"number-{what}-spanned") or 1) for what in ("columns", "rows"))
    if (wide > 1 or high > 1) and text:
        last = f"{letters(column + wide - 1).upper()}{row + high - 1}"
        about.merged[row, column] = f"{letters(column).upper()}{row}:{last}"


def _error(text: str) -> Fault:
    """The fault of an error value."""
    hint = "Correct the formula in the spreadsheet, and save it again."
    return Fault("error", f"'{text}' is an error of the spreadsheet", hint)


def _tag(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _attribute(element: Element, name: str) -> str:
    """An attribute of an element, whatever its namespace; "" if it is missing."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _number(column: str) -> int:
    """The number of a column from its letters."""
    found = 0
    for letter in column:
        found = 26 * found + ord(letter) - ord("A") + 1
    return found
