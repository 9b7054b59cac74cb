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
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ONES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = ("zero", *_ONES[1:], *_TEENS, *(f"{ten}-{one}".rstrip("-") for ten in _TENS for one in _ONES))
# what may stand behind a noun besides
_BEHIND = (*PARTICIPLES, "before", "after", "over")


def counted(number: int, noun: str) -> str:
    """A number of things: 1 player, 2,000 games."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def in_figures(text: str) -> str:
    """The text with numbers that are written as words in figures."""
    words = [NUMBER_WORDS.index(word) if (word := part.casefold()) in NUMBER_WORDS else part for part in text.split()]
    return " ".join(map(str, words))


def is_many(noun: str) -> bool:
    """Whether a noun stands for several: points, toasts made, cards before."""
    while noun.rpartition(" ")[2] in _BEHIND:
        noun = noun.rpartition(" ")[0]
    return noun.endswith("s") and not noun.endswith(("ss", "us", "'s"))
