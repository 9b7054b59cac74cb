"""Select scenarios by some of the words of their names."""

from __future__ import annotations

from collections.abc import Iterable

from ..base import lookalikes, similar

MOST_NEAR = 5


def holds(name: str, words: str) -> bool:
    """Whether a scenario's name contains each of these words, in any case; also as a part of a word."""
    return all(word in _comparable(name) for word in _comparable(words).split())


def near(words: str, names: Iterable[str]) -> list[str]:
    """The names that contain most of these words, or similar ones; at most five, the nearest first."""
    wanted = _comparable(words).split()

    def score(name: str) -> float:
        inside = _comparable(name)
        return sum(1.0 if word in inside else 0.5 if similar.suggest(word, inside.split()) else 0.0 for word in wanted)

    scores = {name: score(name) for name in names}
    return sorted((name for name in scores if scores[name]), key=lambda name: -scores[name])[:MOST_NEAR]


def _comparable(text: str) -> str:
    """The text for comparing: as people see it, in small letters, with single blanks."""
    return " ".join(lookalikes.visible(text).casefold().split())
