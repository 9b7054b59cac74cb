"""The layouts of boards: with the tables that join the members of a thing, as lines do, and how hexagons stand."""

from __future__ import annotations

from dataclasses import replace

from ...base.layouts import LETTERS, POINTED, BoardLayout, BoardLines
from ..checked import Checked, CheckedTable


def board_layouts(checked: Checked) -> dict[str, BoardLayout]:
    """Return the layouts of things that may be boards: what the ruleset says, else lines by its first such table."""
    found = {kind: board.layout for kind, board in checked.ruleset.layout.boards.items()}
    for kind in (thing.name for thing in checked.ruleset.things.values() if thing.hexes):
        layout = found.get(kind, BoardLayout())
        found[kind] = replace(layout, hexes=layout.hexes or POINTED)
    for kind in (thing.name for thing in checked.ruleset.things.values() if thing.lettered):
        layout = found.get(kind, BoardLayout())
        found[kind] = replace(layout, coordinates=layout.coordinates or LETTERS)
    for name, table in checked.tables.items():
        kind = joins(table)
        if kind and (found.get(kind) is None or found[kind].lines is None):
            found[kind] = replace(found.get(kind, BoardLayout()), lines=lines_of(name, table))
    return {
        kind: replace(layout, lines=lines_of(layout.lines.table, checked.tables.get(layout.lines.table)))
        if layout.lines is not None
        else layout
        for kind, layout in found.items()
    }


def joins(table: CheckedTable) -> str:
    """The thing whose members are joined by the rows of a table, each a list of them; "" if none is."""
    item = table.result.item
    one_key = table.result.kind == "list" and len(table.params) == 1
    return item.name if one_key and item is not None and item.kind == "thing" else ""


def lines_of(name: str, table: CheckedTable | None) -> BoardLines:
    """The lines by a table; none if there is no such table."""
    return BoardLines("", False) if table is None else BoardLines(name, table.params[0] == table.result.item)
