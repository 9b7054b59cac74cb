"""Keys that are numbers or ranges: rows of tables (`3..5`), values by players (`4..5 players`)."""

from __future__ import annotations

import re

from ...base.keywords import PLAYERS
from ..handles import tidy
from ..nodes import Entry, Mapping, Scalar
from .edits import copy_node

_NUMBERS = re.compile(r"(-?\d+)(?: ?\.\. ?(-?\d+))?")
_NO_END = 1_000_000_000


def span(text: str) -> tuple[int, int] | None:
    """Parse the first and last number of a key; None if it is no range."""
    players = PLAYERS.fullmatch(tidy(text))
    match = players or _NUMBERS.fullmatch(tidy(text))
    if match is None:
        return None
    return int(match[1]), _NO_END if players and players[3] else int(match[2] or match[1])


def _range_key(low: int, high: int, like: str) -> str:
    """The key for a range, with the word for players if another key has it."""
    text = str(low) if low == high else f"{low}+" if high == _NO_END else f"{low}..{high}"
    return f"{text} players" if "player" in like else text


def cut(base: Mapping, text: str) -> None:
    """Split the rows that reach over an end of a key's range."""
    wanted = span(text)
    if wanted is None:
        return
    low, high = wanted
    rows: dict[str, Entry] = {}
    for key, entry in base.entries.items():
        mine = span(key)
        if mine is None or mine[1] < low or high < mine[0]:
            rows[key] = entry
            continue
        for a, b in ((mine[0], low - 1), (max(mine[0], low), min(mine[1], high)), (high + 1, mine[1])):
            if a <= b:
                part = _range_key(a, b, key) if (a, b) != mine else key
                rows[part] = Entry(Scalar(entry.key.span, part, part), copy_node(entry.value))
    base.entries = rows


def inside(base: Mapping, text: str) -> list[str]:
    """The keys of the rows within a key's range, or with the same words."""
    wanted = span(text)
    if text in base.entries or wanted is None:
        return [key for key in base.entries if tidy(key) == tidy(text)]
    ranges = [(key, span(key)) for key in base.entries]
    return [key for key, mine in ranges if mine and wanted[0] <= mine[0] and mine[1] <= wanted[1]]


def missing_keys(base: Mapping, text: str) -> list[str]:
    """The keys of the new rows that a variant's row needs, where the table has none yet."""
    wanted = span(text)
    if wanted is None:
        return [] if inside(base, text) else [text]
    low, new = wanted[0], []
    for a, b in sorted(mine for key in inside(base, text) if (mine := span(key))):
        if low < a:
            new.append(_range_key(low, a - 1, text))
        low = max(low, b + 1)
    return [*new, _range_key(low, wanted[1], text)] if low <= wanted[1] else new
