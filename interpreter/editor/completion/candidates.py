"""Names and words for a place of a text, put in order, and what is written where one of them is taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...reading.source import Source
from ..answers import Completion, Place
from ..known.text_places import TextPlace

MOST = 400


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name or word for a place; the smaller its rank, the likelier. text: what is written, if that is a snippet."""

    label: str
    kind: str
    detail: str = ""
    about: str = ""
    rank: int = 5
    text: str = ""


def in_order(
    found: Iterable[Candidate], text: str, source: Source, stretch: tuple[int, int], at: TextPlace
) -> list[Completion]:
    """Candidates as completions, the likeliest first; those that begin as the word there before all others."""
    word = text[stretch[0] : stretch[1]].casefold()
    best: dict[str, Candidate] = {}
    for one in found:
        if one.label not in best or one.rank < best[one.label].rank:
            best[one.label] = one

    def order(one: Candidate) -> tuple[bool, int]:
        return not one.label.casefold().startswith(word), one.rank

    start, end = source.place(stretch[0]), source.place(stretch[1])
    colon = (at.is_key or at.in_list) and not text[stretch[1] :].lstrip("\"'").lstrip(" ").startswith(":")
    fitting = [one for one in best.values() if not word or _may_mean(one.label, word)]
    ordered = sorted(fitting or best.values(), key=order)[:MOST]
    return [_completion(one, start, end, colon, at) for one in ordered]


def _may_mean(label: str, word: str) -> bool:
    """Whether the letters of a word stand in a label in their order, as editors match them."""
    letters = iter(label.casefold())
    return all(letter in letters for letter in word)


def _completion(one: Candidate, start: Place, end: Place, colon: bool, at: TextPlace) -> Completion:
    text = one.text or one.label
    if one.kind in ("key", "step", "player") and colon:
        text = f"{one.label}: "
        if one.detail.startswith("parts") and not at.in_braces:
            text = f"{one.label}:\n{' ' * (at.indent + 2)}"
    return Completion(
        one.label, one.kind, text, start, end, one.detail.removeprefix("parts "), one.about, bool(one.text)
    )
