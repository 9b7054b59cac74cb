"""Numbers of players: parse `players`, and word them."""

from __future__ import annotations

import re
from collections.abc import Sequence as Several

from .nodes import Node, Scalar, Sequence

MOST_PLAYERS = 12


def counts_of(node: Node | None) -> tuple[int, ...]:
    """Parse the numbers of players in `4`, `3..5` or `[4, 6, 8]`, ascending; () if it is something else."""
    if isinstance(node, Sequence):
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
        counts = [int(text) for text in texts if re.fullmatch(r"[0-9]{1,3}", text)]
        rising = counts == sorted(set(counts)) and len(counts) == len(node.items)
    else:
        match = re.fullmatch(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", node.text if isinstance(node, Scalar) else "")
        counts = [*range(int(match[1]), int(match[2] or match[1]) + 1)] if match else []
        rising = True
    return tuple(counts) if counts and rising and counts[0] >= 1 and counts[-1] <= MOST_PLAYERS else ()


def numbers(counts: Several[int]) -> str:
    """Numbers of players in words: `3 to 5`, `3 or 6`, `4, 6 or 8`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    *first, last = map(str, counts)
    return f"{', '.join(first)} or {last}" if first else last


def players_text(counts: Several[int]) -> str:
    """Numbers of players in words with their noun: `1 player`, `3 to 5 players`."""
    return f"{numbers(counts)} player" + ("" if list(counts) == [1] else "s")
