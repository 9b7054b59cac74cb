"""What a language has no words for is said in English, and counted."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class Unsaid(Exception):
    """A sentence that a language has no words for."""


@dataclass(slots=True)
class Told:
    """What a rulebook says, by what it is about; english: the same in English, None for that itself.

    unsaid: what was about to be said where words were missing, with the English sentences that stand there now.
    """

    english: Told | None = None
    said: dict[Hashable, Any] = field(default_factory=dict)
    unsaid: dict[Hashable, tuple[str, Any]] = field(default_factory=dict)

    def tell(self, about: Hashable, make: Callable[[], T]) -> T:
        """Make a text, or what was made in English for the same thing."""
        try:
            made = make()
        except Unsaid as missing:
            if self.english is None:
                raise
            made = self.english.said[about]
            self.unsaid[about] = str(missing), made
        else:
            self.unsaid.pop(about, None)
        self.said[about] = made
        return made
