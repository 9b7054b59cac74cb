"""Find the tables that join the members of a thing, as the lines of a board do."""

from __future__ import annotations

from ..base.layouts import BoardLines
from .checked import Checked


def board_lines(checked: Checked) -> dict[str, BoardLines]:
    """Return for each thing the first table whose rows are lists of its members."""
    found: dict[str, BoardLines] = {}
    for name, table in checked.tables.items():
        item = table.result.item
        if table.result.kind == "list" and item is not None and item.kind == "thing" and len(table.params) == 1:
            found.setdefault(item.name, BoardLines(name, table.params[0] == item))
    return found
