"""Read the cells of sheets by the type of their columns, once all files of a ruleset are one tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...base.diagnostics import Diagnostic
from ...base.keywords import NAMED
from ...base.similar import certain, question, suggest
from ..handles import bare, tidy
from ..nodes import Entry, Mapping, Node, Scalar, Sequence
from .files import TEXTS, WORKBOOKS, near
from .grid import Cell, Fault, cell_place, group_faults, numbers, reread_cell, short, text_fault
from .headings import plain
from .thing_rows import ABOUT
from .values import ColumnKind, is_truth, value_of

COPIES = "copies"
MOST_FAULTS = 20  # kinds of mistakes shown for a column
MOST_COLUMNS = 20
_RANGE = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")


def fit_sheets(root: Mapping) -> tuple[Mapping, list[Diagnostic]]:
    """The tree with the cells of its sheets replaced by their values, and all their mistakes."""
    fitter = _Fitter(root)
    sections = dict(root.entries)
    for name, section in root.entries.items():
        if not isinstance(section.value, Mapping):
            continue
        if name == "shared" or name.startswith("each "):
            fitted = {key: Entry(one.key, fitter.place(one.value)) for key, one in section.value.entries.items()}
        elif name == "tables":
            fitted = {key: Entry(one.key, fitter.table(one.value)) for key, one in section.value.entries.items()}
        else:
            continue
        sections[name] = Entry(section.key, Mapping(section.value.span, fitted))
    return Mapping(root.span, sections), fitter.problems


class _Fitter:
    """Knows what columns can hold in a ruleset; collects mistakes."""

    def __init__(self, root: Mapping) -> None:
        self.root = root
        self.problems: list[Diagnostic] = []
        self.indexed: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._names: set[str] = set()

    @property
    def names(self) -> set[str]:
        """All names that a cell could say."""
        if not self._names:
            self._names = {"none", "true", "false", "players", *_names(self.root)}
        return self._names

    def place(self, place: Node) -> Node:
        """A declaration, with the cards that it starts with."""
        given = place.get("starts with") if isinstance(place, Mapping) else None
        if given is None or not isinstance(place, Mapping):
            return place
        held = place.get("pile of") or place.get("holds")
        kinds = self.kinds(held.text) if isinstance(held, Scalar) else None
        items = given.items if isinstance(given, Sequence) else [given]
        for item in items:
            self.report_misnamed(item, kinds)
        rows = [item for item in items if isinstance(item, Mapping) and _cells(item)]
        if not rows:
            return place
        sheets: dict[str, list[Mapping]] = {}
        for row in rows:
            sheets.setdefault(row.span.file, []).append(row)
        fitted: dict[int, Node] = {}
        for same in sheets.values():
            fitted |= zip(
                map(id, same), self.rows(same, kinds, bare(held.text) if isinstance(held, Scalar) else ""), strict=True
            )
        cards = Sequence(given.span, [fitted.get(id(item), item) for item in items])
        entry = place.entries["starts with"]
        return Mapping(place.span, place.entries | {"starts with": Entry(entry.key, cards)})

    def kinds(self, component: str) -> dict[str, ColumnKind] | None:
        """The kind of each attribute of a component; None if there is no such component."""
        written = self.root.entries_under("components").get(component)
        if written is None or not isinstance(written.value, Mapping):
            return None
        found = {}
        for face in ("front", "back"):
            for name, entry in written.value.entries_under(face).items():
                said = entry.value.text.strip() if isinstance(entry.value, Scalar) else ""
                index = re.fullmatch(r"(.+?)\((?:\w+:\s*)?(\w+)\)", name)
                members = self.members(index[2]) if index else ()
                if index:
                    self.indexed[index[1].strip()] = index[2], members
                for one in [f"{index[1].strip()}_{member}" for member in members] if index else [name]:
                    found[one] = self.kind(one, said, index is not None)
        return found

    def kind(self, name: str, said: str, is_indexed: bool) -> ColumnKind:
        """The kind of an attribute, from its declaration."""
        needed = not said.startswith("maybe ")
        said = said.removeprefix("maybe ").strip()
        if said == "text":
            return ColumnKind("text", name)
        if said == "bool":
            return ColumnKind("yes", name)
        if ".." in said:
            match = _RANGE.fullmatch(said)
            low, high = (int(match[1]), int(match[2])) if match else (None, None)
            return ColumnKind("number", name, low, high, is_needed=needed and not is_indexed)
        members = self.members(said)
        called = {words: member for member in members if (words := self.words(member))}
        kind = ColumnKind("thing", name, members=members, is_needed=needed, called=called)
        return kind if members else ColumnKind("", name)

    def words(self, member: str) -> str:
        """The words that people read for a member, in small letters; "" where that is its name."""
        entry = self.root.entries_under("names").get(member)
        value = entry.value if entry is not None else None
        one = value.items[0] if isinstance(value, Sequence) and value.items else value
        return tidy(one.text).casefold() if isinstance(one, Scalar) else ""

    def describes_things(self, file: str) -> bool:
        """Whether the members of a kind of thing come from the sheet of a file, with their texts and looks."""
        listed = (_items(entry.value.get("members")) for entry in self.things if isinstance(entry.value, Mapping))
        return any(isinstance(one, Cell) and one.span.file == file for items in listed for one in items)

    @property
    def things(self) -> list[Entry]:
        """The kinds of things, as they are written."""
        return [*self.root.entries_under("things").values()]

    def members(self, thing: str) -> tuple[str, ...]:
        """The names of the members of a thing; () if they have none."""
        entry = self.root.entries_under("things").get(thing)
        listed = entry.value.get("members") if entry and isinstance(entry.value, Mapping) else entry and entry.value
        return (
            tuple(one.text for one in listed.items if isinstance(one, Scalar)) if isinstance(listed, Sequence) else ()
        )

    def report_misnamed(self, item: Node, kinds: dict[str, ColumnKind] | None) -> None:
        """Report a `from` that is neither a sheet nor on the cards."""
        name = item.get("from") if isinstance(item, Mapping) else None
        if not isinstance(name, Scalar) or isinstance(name, Cell) or kinds is None or "from" in kinds:
            return
        folder = near(_folder(name), name.text).parent
        there = [name.text + ending for ending in (*TEXTS, *WORKBOOKS) if (folder / (name.text + ending)).is_file()]
        message = f"'{name.text}' is not the name of a sheet: a sheet has an ending such as .csv, .xlsx or .ods"
        hint = f"Write from: {there[0]}" if there else "Write the whole name of the file."
        instead = there[0] if there else ""
        self.problems.append(Diagnostic("sheet-file", message, name.span, hint=hint, instead=instead))

    def rows(self, rows: list[Mapping], kinds: dict[str, ColumnKind] | None, component: str) -> list[Mapping]:
        """The rows of cards of one sheet, read column by column."""
        columns: dict[int, list[Cell]] = {}
        heads: dict[int, Cell] = {}
        for row in rows:
            for entry in _cells(row):
                assert isinstance(entry.key, Cell) and isinstance(entry.value, Cell)
                heads.setdefault(entry.key.column, entry.key)
                columns.setdefault(entry.key.column, []).append(entry.value)
        names = self.headings(heads, columns, kinds, component)
        fitted = {
            column: self.column(cells, names[column], _kind(names[column], kinds))
            for column, cells in columns.items()
            if column in names
        }
        found = []
        for row in rows:
            entries: dict[str, Entry] = {}
            for key, entry in row.entries.items():
                if not isinstance(entry.value, Cell):
                    entries[key] = entry
                elif entry.value.column in names:
                    name = names[entry.value.column]
                    key_there = replace(heads[entry.value.column], value=name, text=name)
                    cell = fitted[entry.value.column].get(entry.value.text, entry.value)
                    entries[name] = Entry(key_there, _move_cell(cell, entry.value))
            found.append(Mapping(row.span, entries))
        if kinds is not None and len(names) == len(heads):  # else one of these was meant
            self.missing(rows, found, kinds)
        return found

    def headings(
        self,
        heads: dict[int, Cell],
        columns: dict[int, list[Cell]],
        kinds: dict[str, ColumnKind] | None,
        component: str,
    ) -> dict[int, str]:
        """The attribute of each column; an unknown column is reported once."""
        if kinds is None:
            return {column: "_".join(re.split(r"[\s.]+", head.text)) for column, head in heads.items()}
        known = [*kinds, COPIES]
        by_plain: dict[str, list[str]] = {}
        for name in known:
            by_plain.setdefault(plain(name), []).append(name)
        found: dict[int, str] = {}
        lost = []
        for column, head in heads.items():
            text = "_".join(head.text.replace(".", " ").split())
            same = by_plain.get(plain(head.text), [])
            if text in known or len(same) == 1:
                found[column] = text if text in known else same[0]
            else:
                lost.append(column)
        if lost and self.describes_things(heads[lost[0]].span.file):
            lost = [column for column in lost if plain(heads[column].text) not in ABOUT]
        left = [name for name in known if name not in found.values()]
        for column in lost[:MOST_COLUMNS]:
            self.unknown_column(heads[column], len(columns[column]), left, component)
        if len(lost) > MOST_COLUMNS:
            head = heads[lost[MOST_COLUMNS]]
            message = (
                f"{cell_place([head.row], head.column)}: {len(lost) - MOST_COLUMNS} more columns are not on the cards"
            )
            hint = "Put them into a sheet of their own."
            self.problems.append(Diagnostic("unknown-name", message, head.span, hint=hint))
        return found

    def unknown_column(self, head: Cell, count: int, left: list[str], component: str) -> None:
        """Report a column without an attribute, with the number of its cells that are not read."""
        article = "an" if component[:1] in "aeiou" else "a"
        message = f"{article} {component} has no '{short(head.text)}'"
        name, _, member = head.text.partition(".")
        if name in self.indexed:
            thing, members = self.indexed[name]
            message = f"{name} is printed once for each {thing}, and there is no {thing} '{member}'"
        unread = f"{count} row" + ("s" if count > 1 else "") + " of it cannot be read"
        guess = suggest(head.text, left)
        name = short(head.text)
        name = f"'{name}'" if re.search(r"[,:#{}\[\]]", name) else name
        leave = f"To leave this column out, write `ignore: [{name}]` beside `from`"
        leave += ", or begin its heading with #."
        hint = f"{question(head.text, guess)} {leave}" if guess else leave
        message = f"{cell_place([head.row], head.column)}: {message}; {unread}"
        instead = certain(head.text, guess)
        self.problems.append(Diagnostic("unknown-name", message, head.span, hint=hint, instead=instead))

    def column(self, cells: list[Cell], name: str, kind: ColumnKind) -> dict[str, Cell]:
        """The values of a column's texts, each read once; mistakes are reported."""
        read: dict[str, Cell] = {}
        wrong: dict[str, Fault | None] = {}
        faults: list[tuple[Cell, Fault]] = []
        more: list[Cell] = []
        for cell in cells:
            text, own = cell.text, text_fault(cell) if kind.form == "text" else cell.fault
            if own is None and text not in read and text not in wrong:
                found = value_of(text, kind, self.names)
                if not isinstance(found, Fault):
                    read[text] = reread_cell(cell, found)
                else:
                    wrong[text] = found if len(wrong) < 10 * MOST_FAULTS else None
            if fault := own or wrong.get(text):
                faults.append((cell, fault))
            elif text in wrong:
                more.append(cell)
        found_problems = group_faults(faults, name)
        self.problems += found_problems[:MOST_FAULTS]
        if len(found_problems) > MOST_FAULTS:
            first = set(list(dict.fromkeys(fault.kind for _, fault in faults))[:MOST_FAULTS])
            more = [*(cell for cell, fault in faults if fault.kind not in first), *more]
        if more:
            message = f"{cell_place([one.row for one in more], more[0].column, name)}: more cells that cannot be read"
            hint = "Correct the others first, then check again."
            self.problems.append(Diagnostic("sheet-value", message, more[0].span, hint=hint))
        return read

    def missing(self, rows: list[Mapping], fitted: list[Mapping], kinds: dict[str, ColumnKind]) -> None:
        """Report missing numbers and things in rows, once for each column."""
        for name, kind in kinds.items():
            without = [row for row, one in zip(rows, fitted, strict=True) if name not in one.entries]
            if kind.is_needed and without:
                which = numbers(next(e.value.row for e in _cells(row) if isinstance(e.value, Cell)) for row in without)
                said = (
                    f"these rows have no value for {name}" if len(without) > 1 else f"this row has no value for {name}"
                )
                hint = "Fill in the cells." if len(without) > 1 else "Fill in the cell."
                hint = f"Add a column {name}." if len(without) == len(rows) else hint
                self.problems.append(Diagnostic("missing-key", f"{which}: {said}", without[0].span, hint=hint))

    def table(self, table: Node) -> Node:
        """A table with the cells of its sheet read as values."""
        cells = list(_inside(table))
        if not cells:
            return table
        is_yes = all(cell.text in ("true", "false") or is_truth(cell.text, self.names) for cell in cells)
        kind = ColumnKind("yes" if is_yes else "", "this", cards=False)
        columns: dict[int, list[Cell]] = {}
        for cell in cells:
            columns.setdefault(cell.column, []).append(cell)
        fitted = {column: self.column(same, same[0].heading, kind) for column, same in columns.items()}
        return _replace_cells(table, fitted)


def _cells(row: Mapping) -> list[Entry]:
    """The entries of a row that are cells."""
    return [entry for entry in row.entries.values() if isinstance(entry.value, Cell) and isinstance(entry.key, Cell)]


def _move_cell(cell: Cell, place: Cell) -> Cell:
    """The value of a cell, at the place of another one with the same text."""
    return cell if cell is place else replace(place, text=cell.text, value=cell.value)


def _inside(node: Node) -> Iterator[Cell]:
    """The cells in a node."""
    if isinstance(node, Cell):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from _inside(entry.value)


def _replace_cells(node: Node, fitted: dict[int, dict[str, Cell]]) -> Node:
    """A node with its cells replaced by their values."""
    if isinstance(node, Cell):
        return _move_cell(fitted[node.column].get(node.text, node), node)
    if isinstance(node, Mapping):
        return Mapping(node.span, {k: Entry(e.key, _replace_cells(e.value, fitted)) for k, e in node.entries.items()})
    return node


def _kind(name: str, kinds: dict[str, ColumnKind] | None) -> ColumnKind:
    """The kind of a column; the number of copies is no range of cards."""
    if name == COPIES:
        return ColumnKind("number", COPIES, cards=False)
    return (kinds or {}).get(name, ColumnKind("", name))


def _folder(scalar: Scalar) -> Path:
    """The folder of the file that a value is in."""
    return Path(scalar.span.file).parent


def _names(root: Mapping) -> Iterator[str]:
    """The names declared in a ruleset, and of members of things, which a cell may hold."""
    for section, entry in root.entries.items():
        if not isinstance(entry.value, Mapping) or section not in (*NAMED, "teams"):
            yield section.removeprefix("each ").strip()
            continue
        for name, one in entry.value.entries.items():
            yield bare(name)
            if section == "things":
                yield name + "s"
                listed = one.value.get("members") if isinstance(one.value, Mapping) else one.value
                plural = one.value.get("plural") if isinstance(one.value, Mapping) else None
                yield from (item.text for item in [plural, *_items(listed)] if isinstance(item, Scalar))


def _items(node: Node | None) -> list[Node]:
    """The items of a list; [] of anything else."""
    return node.items if isinstance(node, Sequence) else []
