"""The layouts of boards: with the tables that join the members of a thing, as lines do, and how hexagons stand."""

from __future__ import annotations

from dataclasses import replace

from ...base.appearance.layouts import LETTERS, POINTED, BoardLayout, BoardLines
from ..checked import Checked, CheckedTable
from ..types import PLAYER, Type
from .guesses import guess_races


def board_layouts(checked: Checked) -> dict[str, BoardLayout]:
    """Return the layouts of things that may be boards: what the ruleset says, else lines by its first such table."""
    found = guess_races(checked.ruleset)
    found |= {kind: board.layout for kind, board in checked.ruleset.layout.boards.items()}
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
    """The thing whose members a table joins, "" if it joins none: its rows are lists of them, or one for each way."""
    item = table.result.item
    one_key = table.result.kind == "list" and len(table.params) == 1
    if one_key and item is not None and item.kind == "thing":
        return item.name
    return _beyond(table).name if _place_key(table) else ""


def _beyond(table: CheckedTable) -> Type:
    """What a table leads to, whether or not it may be none."""
    item = table.result.item
    return item if table.result.kind == "maybe" and item is not None else table.result


def _place_key(table: CheckedTable) -> int:
    """Which key of a table is the place from which it leads to others by each way, counted from 1; 0 if none is."""
    things = [key for key in table.params if key.kind == "thing" and key != PLAYER]
    if len(table.params) != 2 or len(things) != 2 or _beyond(table).kind != "thing":
        return 0
    return table.params.index(_beyond(table)) + 1 if table.params.count(_beyond(table)) == 1 else 0


def lines_of(name: str, table: CheckedTable | None) -> BoardLines:
    """The lines by a table; none if there is no such table."""
    if table is None:
        return BoardLines("", False)
    by_way = _place_key(table)
    return BoardLines(name, bool(by_way) or table.params[0] == table.result.item, by_way)
