"""The log of true events: an append-only chain shared by clones. What a seat saw of it is made by view.py."""

from __future__ import annotations

from typing import Any


class Link:
    """One entry and the one before it. `drawn` are the chance results since the last choice."""

    __slots__ = ("before", "number", "event")

    def __init__(self, before: Link | None, number: int, event: tuple[Any, ...]) -> None:
        self.before, self.number, self.event = before, number, event


class Log:
    """Events in order, with the choices (`choose`, seat, site, option number, number of options) among them."""

    __slots__ = ("last", "drawn")

    def __init__(self) -> None:
        self.last: Link | None = None
        self.drawn: tuple[Any, ...] = ()

    def copy(self) -> Log:
        other = Log()
        other.last, other.drawn = self.last, self.drawn
        return other

    def append(self, event: tuple[Any, ...]) -> None:
        self.last = Link(self.last, self.last.number + 1 if self.last else 0, event)

    def add(self, events: list[tuple[Any, ...]], drawn: list[int]) -> None:
        """The events of one step of the game, and the chance results in it."""
        for event in events:
            self.append(event)
        self.drawn = (*drawn,)

    def choose(self, seat: int, site: int, number: int, numbers: list[int]) -> None:
        """A choice that is being made."""
        self.append(("choose", site, seat, number, len(numbers)))

    def since(self, number: int = 0) -> list[tuple[Any, ...]]:
        """The events from that number on, oldest first."""
        found = []
        link = self.last
        while link is not None and link.number >= number:
            found.append(link.event)
            link = link.before
        return found[::-1]

    def __len__(self) -> int:
        return self.last.number + 1 if self.last else 0
