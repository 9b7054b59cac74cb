"""Tables and shares as text."""

from __future__ import annotations


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def table(rows: list[list[str]]) -> list[str]:
    """Rows with their columns lined up, the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lined = [[f"{row[0]:{widths[0]}}", *map(str.rjust, row[1:], widths[1:])] for row in rows]
    return ["  " + "  ".join(row).rstrip() for row in lined]
