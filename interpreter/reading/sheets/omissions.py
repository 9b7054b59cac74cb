"""What a workbook's reader leaves out: errors, formulas without results, merged cells, the extent of a sheet."""

from __future__ import annotations

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
MOST_MARKED = 1_000
CELLS = ["table-cell", "covered-table-cell"]
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class Unreadable(Exception):
    """A file is no workbook, or damaged, or too large."""


@dataclass(slots=True)
class Unsaid:
    """What the reader leaves out of a sheet. Places are (row, column), from 1; merged cells are written as `B2:C3`."""

    height: int = 0
    width: int = 0
    faults: dict[tuple[int, int], Fault] = field(default_factory=dict)
    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: dict[tuple[int, int], str] = field(default_factory=dict)
    filled: set[tuple[int, int]] = field(default_factory=set)
    is_hidden: bool = False

    def fill(self, row: int, column: int) -> None:
        """Extend the used part of the sheet to this cell."""
        self.height, self.width = max(self.height, row), max(self.width, column)

    def mark(self, row: int, column: int, text: str, fault: Fault) -> None:
        """Note the fault of a cell."""
        if len(self.faults) < MOST_MARKED:
            self.faults[row, column], self.texts[row, column] = fault, text


def unsaid_values(content: bytes) -> dict[str, Unsaid]:
    """What the reader leaves out of each sheet, by name. Raises Unreadable, or errors of zipfile and ElementTree."""
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


def _excel(parts: zipfile.ZipFile) -> dict[str, Unsaid]:
    """What the reader leaves out of an Excel workbook."""
    book = fromstring(_part(parts, "xl/workbook.xml"))
    links = fromstring(_part(parts, "xl/_rels/workbook.xml.rels"))
    targets = {link.get("Id", ""): posixpath.join("/xl", link.get("Target", "")).lstrip("/") for link in links}
    found = {}
    for sheet in book.iter():
        if _tag(sheet) == "sheet":
            target = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
            about = Unsaid(is_hidden=sheet.get("state", "visible") != "visible")
            path = posixpath.normpath(targets.get(target, ""))
            if "worksheet" in path:  # else a chart
                _excel_sheet(_part(parts, path), about)
            found[sheet.get("name", "")] = about
    return found


def _excel_sheet(content: bytes, about: Unsaid) -> None:
    """Note what the reader leaves out of an Excel sheet."""
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
            if "v" in inside or "is" in inside or "f" in inside:
                about.fill(row, column)
                if text or "is" in inside:
                    about.filled.add((row, column))
            if element.get("t") == "e":
                about.mark(row, column, text, _error(text))
            elif "f" in inside and not text and element.get("t") != "str":
                about.mark(row, column, f"={inside['f']}", formula(f"={inside['f']}"))
        elif event == "end" and tag == "row":
            element.clear()
        elif event == "end" and tag == "mergeCell":
            merged.append(element.get("ref", ""))
    for area in merged:
        if (place := _PLACE.match(area)) and (int(place[2]), _number(place[1])) in about.filled:
            about.merged[int(place[2]), _number(place[1])] = area


def _open_document(content: bytes) -> dict[str, Unsaid]:
    """What the reader leaves out of an OpenDocument workbook."""
    found: dict[str, Unsaid] = {}
    about, row = Unsaid(), 0
    for event, element in iterparse(BytesIO(content), events=("start", "end")):
        tag = _tag(element)
        if event == "start" and tag == "table":
            about, row = Unsaid(), 0
            found[_attribute(element, "name")] = about
        elif event == "end" and tag == "table-row":
            times = int(_attribute(element, "number-rows-repeated") or 1)
            for column, repeated, cell in _cells(element):
                about.fill(row + times, column + repeated - 1)
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


def _look(cell: Element, about: Unsaid, row: int, column: int) -> None:
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
