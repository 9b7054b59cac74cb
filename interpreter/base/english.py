"""Grammar of single words that all texts share, those of a game as those of its rules."""

from __future__ import annotations

PARTICIPLES = (
    "won",
    "taken",
    "drawn",
    "laid",
    "kept",
    "lost",
    "given",
    "bought",
    "sold",
    "shown",
    "thrown",
    "hidden",
    "made",
    "left",
    "held",
)
# what may stand behind a noun besides
_BEHIND = (*PARTICIPLES, "before", "after", "over")


def counted(number: int, noun: str) -> str:
    """A number of things: 1 player, 2,000 games."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def is_many(noun: str) -> bool:
    """Whether a noun stands for several: points, toasts made, cards before."""
    while noun.rpartition(" ")[2] in _BEHIND:
        noun = noun.rpartition(" ")[0]
    return noun.endswith("s") and not noun.endswith(("ss", "us", "'s"))
