"""Replace every `from: NAME.csv` under `starts with`, `tables` and `things` by the rows of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ...base.diagnostics import Diagnostic, RulesetError
from ..nodes import Entry, Mapping, Node, Scalar, Sequence
from .files import find_sheet, is_sheet, rows_of
from .grid import REMARK, Cell, Named, cell_place, group_faults
from .headings import Below, below_headings, headless, twins
from .thing_rows import add_about, members_of
from .values import case_of

OWN = ("from", "ignore")


def put_sheets(root: Mapping, path: Path) -> list[Diagnostic]:
    """Replace every `from` in a file's tree by rows; sheets are looked for beside the file.

    Returns what is wrong with them; such parts are left as they are. What their cells mean is found once all files
    are one tree (`cells.py`).
    """
    problems: list[Diagnostic] = []

    def read(node: Node, is_table: bool, made: Callable[[Below, Mapping], Node]) -> Node:
        sheet = _sheet(node, path, is_table)
        if sheet is None or not isinstance(node, Mapping):
            return node
        beside = Mapping(node.span, {key: entry for key, entry in node.entries.items() if key not in OWN})
        try:
            file, rows = rows_of(sheet)
            return made(below_headings(rows, file, node.get("ignore")), beside)
        except RulesetError as error:
            problems.extend(error.diagnostics)
            return node

    def members(thing: str) -> Callable[[Below, Mapping], Node]:
        def put_members(below: Below, beside: Mapping) -> Node:
            found = members_of(below, thing, beside)
            add_about(root, found)
            return found.node

        return put_members

    for thing, entry in root.entries_under("things").items():
        entry.value = read(entry.value, True, members(thing))
    for entry in _places(root):
        given = entry.value
        items = [read(item, False, _cards) for item in (given.items if isinstance(given, Sequence) else [given])]
        if items != [given]:
            flat = [one for item in items for one in (item.items if isinstance(item, Sequence) else [item])]
            entry.value = Sequence(given.span, flat)
    for entry in root.entries_under("tables").values():
        entry.value = read(entry.value, True, _table)
    return list(dict.fromkeys(problems))  # a sheet may be read for a thing and for cards


def sheets_of(root: Mapping, path: Path) -> list[Path]:
    """The files of the sheets that a file's tree names."""
    found: list[Named | None] = []
    for entry in _places(root):
        items = entry.value.items if isinstance(entry.value, Sequence) else [entry.value]
        found += [_sheet(item, path, False) for item in items]
    for section in ("things", "tables"):
        found += [_sheet(entry.value, path, True) for entry in root.entries_under(section).values()]
    return list(dict.fromkeys(one.path for one in found if one is not None and "://" not in one.scalar.text))


def _places(root: Mapping) -> Iterator[Entry]:
    """Every `starts with` of a file's tree."""
    for section in root.entries:
        if section == "shared" or section.startswith("each "):
            for entry in root.entries_under(section).values():
                if isinstance(entry.value, Mapping) and "starts with" in entry.value.entries:
                    yield entry.value.entries["starts with"]


def _sheet(node: Node, path: Path, is_table: bool) -> Named | None:
    """The sheet that a part is made of; None if it has another source."""
    name = node.get("from") if isinstance(node, Mapping) else None
    return find_sheet(name, path) if isinstance(name, Scalar) and (is_table or is_sheet(name.text)) else None


def _cards(below: Below, beside: Mapping) -> Sequence:
    """A row of cards for each row of a sheet; the headings are the attributes. beside: what all of them have."""
    hint = f"Write above it what this is on the cards, such as value; or copies; or {REMARK} for a comment."
    if problems := [*twins(below.headings), *headless(below.rows, below.headings, hint)]:
        raise RulesetError(problems)
    found: list[Node] = []
    for row in below.rows:
        entries = {}
        for column, cell in row.cells.items():
            heading = below.headings[column]
            entries[heading.text] = Entry(heading, cell)
        found.append(Mapping(row.span, entries | beside.entries))
    return Sequence(beside.span, found)


def _table(below: Below, beside: Mapping) -> Mapping:
    """A table: two columns are cases and values; with more columns the headings are the second cases."""
    columns = sorted({*below.headings, *(column for row in below.rows for column in row.cells)})
    first, others = columns[0], columns[1:]
    hint = "Cases go in the first column. If there are more than two columns, they also go in the first row."
    problems: list[Diagnostic] = []
    lost: dict[int, list[Cell]] = {}
    out = Mapping(beside.span, {})
    keys: dict[str, Cell] = {}
    for row in below.rows:
        key, cells = row.cells.get(first), [cell for column, cell in row.cells.items() if column != first]
        for cell in cells:
            if key is None or (cell.column not in below.headings and len(others) > 1):
                lost.setdefault(cell.column, []).append(cell)
        if key is None or not cells:
            continue
        name = case_of(key.text)
        if name in keys:
            message = f"{cell_place([key.row], key.column)}: there are two rows for {name}"
            problems.append(Diagnostic("sheet-heading", message, key.span, hint="Keep one of them."))
        keys.setdefault(name, key)
        inner = {
            case_of(below.headings[cell.column].text): Entry(
                _case(below.headings[cell.column]), _put_under(cell, below)
            )
            for cell in cells
            if cell.column in below.headings
        }
        out.entries[name] = Entry(
            _case(key), Mapping(row.span, inner) if len(others) > 1 else _put_under(cells[0], below)
        )
    for cells in list(lost.values())[:20]:
        message = f"{cell_place([cell.row for cell in cells], cells[0].column)}: there is no case for this value"
        problems.append(Diagnostic("sheet-heading", message, cells[0].span, hint=hint))
    cases = [*keys.values(), *(below.headings[c] for c in others if len(others) > 1 and c in below.headings)]
    for cell in cases:
        if cell.fault is not None:
            problems += group_faults([(cell, cell.fault)])
    problems += twins({c: below.headings[c] for c in others if c in below.headings}) if len(others) > 1 else []
    if problems:
        raise RulesetError(problems)
    out.entries |= beside.entries
    return out


def _put_under(cell: Cell, below: Below) -> Cell:
    """A value of a table with the heading above it."""
    heading = below.headings.get(cell.column)
    return cell if heading is None else replace(cell, heading=heading.text)


def _case(cell: Cell) -> Cell:
    """A case of a table, with ranges in their normal form."""
    text = case_of(cell.text)
    return cell if text == cell.text else replace(cell, text=text, value=text)
