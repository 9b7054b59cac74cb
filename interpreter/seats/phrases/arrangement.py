"""Arrange the items of a view for display: by owner, by grid, by shared places."""

from __future__ import annotations

import re
from typing import Any

from ...base.appearance.layouts import NO_TABLE, OnlyIf, TableLayout
from ...base.display_names import Wording

CELL = re.compile(r"(.+)_(\d+)_(\d+)")
# the names of a column and a row in the name of a square: e4, left top
SQUARE = re.compile(r"([^\W\d]+|\S+ )(\d+|(?<= )\S+)")
Item = dict[str, Any]


def unhidden(view: dict[str, Any], table: TableLayout = NO_TABLE) -> list[Item]:
    """The values and places of a view without those that the ruleset hides on the table, always or now.

    What belongs to nobody or to places is shown for all of them, or for none.
    """
    items = [item for item in [*view["values"], *view["zones"]] if item["show"] != "hidden"]
    items = [item for item in items if item["name"] not in table.hidden]
    busy = {_family_of(item) for item in items if not _is_idle(item, table)}
    return [item for item in items if _family_of(item) in busy]


def _family_of(item: Item) -> str:
    """What is shown or left out as one: each of a player's things, the same thing of all places."""
    return str(item["name"] if player_of(item) is None else item["label"])


def _is_idle(item: Item, table: TableLayout) -> bool:
    """Whether an item is one that is only shown at other times; what the seat cannot read is not."""
    condition = table.only_if.get(item["name"])
    if condition is None or item.get("hidden"):
        return False
    if "cards" in item:
        return bool(item["size"] == 0)
    if condition.sign:
        return not _holds(item["value"], condition)
    return item["label"] in table.starts and bool(table.starts[item["label"]] == item["value"])


def _holds(value: Any, condition: OnlyIf) -> bool:
    """Whether a comparison of a value holds; more and less hold for everything that is no number."""
    sign, word = condition.sign, condition.word
    if sign in ("=", "!="):
        text = {None: "none", True: "true", False: "false"}.get(value, str(value)) if not _counts(value) else str(value)
        return bool((text == word) == (sign == "="))
    if not _counts(value):
        return True
    number = int(word)
    holds = {"<": value < number, ">": value > number, "<=": value <= number, ">=": value >= number}
    return bool(holds[sign])


def _counts(value: Any) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int) and not isinstance(value, bool)


def player_of(item: Item) -> int | None:
    """The player that an item belongs to, None if to no player."""
    first = item["indexes"][0] if item["indexes"] else None
    return int(first["index"]) if first and first["kind"] == "player" else None


def index_text(index: Item, wording: Wording) -> str:
    """The words for an index: a player's name, a thing's word, a card by its number, `#4`."""
    if index["kind"] == "player":
        return wording.player(index["index"])
    return ("#" if index["word"].isdecimal() else "") + wording.name(index["word"])


def place_kind(family: list[Item]) -> str:
    """The kind of place that each item of a family belongs to, if it is just one and no player; else ""."""
    kinds = {tuple(i["kind"] for i in item["indexes"]) for item in family}
    only = next(iter(kinds)) if len(kinds) == 1 else ()
    return only[0] if len(only) == 1 and only[0] != "player" and len(family) > 1 and not grid_of(family) else ""


def sharing(families: list[list[Item]]) -> dict[str, list[list[Item]]]:
    """The families by kind of place, for places with several things each, which are drawn place by place."""
    kinds: dict[str, list[list[Item]]] = {}
    for family in families:
        kinds.setdefault(place_kind(family), []).append(family)
    return {kind: found for kind, found in kinds.items() if kind and len(found) > 1}


def is_cell(item: Item) -> bool:
    """Whether an item belongs to a place of a grid."""
    return bool(item.get("indexes")) and CELL.fullmatch(item["indexes"][-1]["word"]) is not None


def grid_of(family: list[Item]) -> dict[tuple[int, int], Item]:
    """The items by row and column, if they are in one grid; else {}."""
    found: dict[tuple[int, int], Item] = {}
    for item in family:
        cell = CELL.fullmatch(item["indexes"][-1]["word"]) if item["indexes"] else None
        if cell is None:
            return {}
        found[int(cell[2]), int(cell[3])] = item
    return found if len(found) == len(family) else {}


def edge_names(cells: dict[tuple[int, int], Item], wording: Wording) -> tuple[dict[int, str], dict[int, str]]:
    """The names of rows and columns of a grid: those in the names of its squares, else their numbers."""
    rows: dict[int, set[str]] = {row: set() for row, _ in sorted(cells)}
    columns: dict[int, set[str]] = {column: set() for _, column in sorted(cells)}
    for (row, column), item in cells.items():
        if named := SQUARE.fullmatch(wording.name(item["indexes"][-1]["word"])):
            columns[column].add(named[1].strip())
            rows[row].add(named[2])
    if all(len(names) == 1 for names in [*rows.values(), *columns.values()]):
        return {row: min(names) for row, names in rows.items()}, {at: min(names) for at, names in columns.items()}
    return {row: str(row) for row in rows}, {column: str(column) for column in columns}
