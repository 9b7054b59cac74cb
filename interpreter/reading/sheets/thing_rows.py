"""The members of a kind of thing from a sheet, with their display names, texts and looks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ...base.diagnostics import Diagnostic, Note, RulesetError
from ..handles import tidy
from ..nodes import Entry, Mapping, Node, Scalar, Sequence
from .grid import Cell, cell_place, group_faults, text_fault
from .headings import Below, plain, twins

# columns that say something about the member, by the section of a ruleset in which it would be written
SECTIONS = {"name": "names", "text": "texts", "look": "look"}
PICTURE = "picture"  # a file, which is a part of the look
ABOUT = (*SECTIONS, PICTURE)
_SIGNS = re.compile(r"\W+")
_QUOTES = re.compile(r"['’‘`´]")


@dataclass(slots=True)
class Members:
    """The members that a sheet names, and what it says about each, by section and member."""

    node: Node
    about: dict[str, dict[str, Cell]] = field(default_factory=dict)


def name_for(thing: str, words: str) -> str:
    """The name of a member whose words stand in a sheet: `Captain's soup` is captains_soup."""
    if words.isidentifier():
        return words
    name = _SIGNS.sub("_", _QUOTES.sub("", words)).strip("_").lower()
    return name if name.isidentifier() else f"{thing}_{name}".rstrip("_")


def members_of(below: Below, thing: str, beside: Mapping) -> Members:
    """The members of a thing, each once, in the order of their rows. Raises RulesetError."""
    columns = {plain(cell.text): column for column, cell in below.headings.items()}
    column = columns.get(plain(thing), min(below.headings, default=1))
    problems: list[Diagnostic] = twins(below.headings)
    found = Members(beside)
    first: dict[str, Cell] = {}
    for row in below.rows:
        if (cell := row.cells.get(column)) is None:
            continue
        words = tidy(cell.text)
        name = name_for(thing, words)
        if (fault := text_fault(cell)) is not None:
            problems += group_faults([(cell, fault)])
        elif tidy(first.setdefault(name, cell).text) != words:
            message = f"{cell_place([cell.row], column)}: '{words}' and '{tidy(first[name].text)}' have the same name"
            note = Note(first[name].span, "the other one")
            problems.append(Diagnostic("names-alike", message, cell.span, hint="Change one of them.", notes=(note,)))
        for heading, section in SECTIONS.items():
            said = row.cells.get(columns.get(heading, -1))
            picture = row.cells.get(columns.get(PICTURE, -1)) if heading == "look" else None
            if picture is not None:
                look = f"{said.text} {picture.text}" if said is not None else picture.text
                said = replace(picture, text=look, value=look)
            if said is not None and said.column != column:
                problems += _keep(found.about.setdefault(section, {}), name, said, heading)
    for name, cell in first.items():
        if name != tidy(cell.text):
            found.about.setdefault("names", {}).setdefault(name, cell)
    if problems:
        raise RulesetError(problems)
    members: list[Node] = [replace(cell, text=name, value=name) for name, cell in first.items()]
    key = Scalar(beside.span, "members", "members")
    found.node = Mapping(beside.span, {"members": Entry(key, Sequence(beside.span, members))} | beside.entries)
    return found


def _keep(about: dict[str, Cell], name: str, said: Cell, heading: str) -> list[Diagnostic]:
    """Keep what a row says about a member; the mistake of a faulty cell, or of a row that says something else."""
    if (fault := text_fault(said)) is not None:
        return group_faults([(said, fault)], heading)
    before = about.setdefault(name, said)
    if tidy(before.text) == tidy(said.text):
        return []
    message = f"{cell_place([said.row], said.column, heading)}: {name} has another {heading} in row {before.row}"
    hint = f"Write the same {heading} in both rows, or leave one of them empty."
    return [Diagnostic("sheet-value", message, said.span, hint=hint)]


def add_about(root: Mapping, found: Members) -> None:
    """Put what a sheet says about members into the sections of a ruleset, which may say something else itself."""
    for section, cells in found.about.items():
        own = root.entries_under(section)
        said = {
            name: Entry(Scalar(cell.span, name, name), replace(cell, fault=None))
            for name, cell in cells.items()
            if name not in own
        }
        key = root.entries[section].key if section in root.entries else Scalar(root.span, section, section)
        root.entries[section] = Entry(key, Mapping(key.span, {**said, **own}))
