"""Short forms of words on boards, and the legend that says what they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..base.display_names import Wording
from ..program import ir

MOST_LETTERS = 3
NUMBERED = re.compile(r".*?(\d+)")
# more words are no legend: each place says its own
MOST_IN_LEGEND = 12


def short_forms(program: ir.Program, wording: Wording) -> dict[str, str]:
    """A short form of each member of a thing: as few capital letters of its display name as tell it from the others."""
    found: dict[str, str] = {}
    for kind, members in program.names.items():
        if kind != "player" and kind.isidentifier():  # others are texts on cards
            found |= zip(members, letters_of([wording.name(member) for member in members]), strict=True)
    return found


def letters_of(texts: Sequence[str]) -> list[str]:
    """Return the short form of each text; where its first letters tell too little, its number or its initials."""
    plain = [text.replace(" ", "").upper() for text in texts]
    found = []
    for text, letters in zip(texts, plain, strict=True):
        sizes = range(1, min(MOST_LETTERS, len(letters)) + 1)
        own = [letters[:size] for size in sizes if sum(one.startswith(letters[:size]) for one in plain) == 1]
        number, initials = NUMBERED.fullmatch(text), "".join(word[0] for word in text.split()).upper()
        others = number[1] if number else initials if len(initials) > 1 else letters
        found.append(own[0] if own else others[:MOST_LETTERS])
    return found


def legend(members: Sequence[tuple[str, str]], shown: set[str]) -> list[dict[str, Any]]:
    """What short forms mean: `sign` and `text` of each; none if there are too many, or none is shown.

    members: the short form and the name of each word that can stand on the board; shown: the signs that do.
    """
    found = [{"sign": sign, "text": text} for sign, text in dict.fromkeys(members) if sign != text.upper()]
    return found if len(found) <= MOST_IN_LEGEND and shown & {sign for sign, _ in members} else []
