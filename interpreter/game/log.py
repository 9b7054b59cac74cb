"""The log of true events: an append-only chain shared by clones. What a seat sees of it: seat_log.py."""

from __future__ import annotations

from collections.abc import Hashable
from types import MappingProxyType
from typing import Any, cast

from ..program.events import Event, name_parts

# numbers, lists and chance of a game that was set up somewhere else than at its start
Placed = tuple[list[int], list[list[int]], int]


# empty for most entries; a dict for each takes a tenth of the time of a game with a log
NOTHING = cast("dict[Hashable, Any]", MappingProxyType({}))  # which nobody writes to


class Link:
    """One entry, linked to the one before it. `known` caches what its readers have found out up to here."""

    __slots__ = ("before", "number", "event", "known")

    def __init__(self, before: Link | None, number: int, event: tuple[Any, ...]) -> None:
        self.before, self.number, self.event = before, number, event
        self.known = NOTHING

    def keep(self, what: Hashable, found: Any) -> None:
        """Cache something in `known`."""
        if self.known is NOTHING:
            self.known = {}
        self.known[what] = found

    def named_event(self) -> Event:
        """Return the event with names for its parts, which it then keeps: each seat reads it."""
        if type(self.event) is tuple:
            self.event = name_parts(self.event)
        return cast("Event", self.event)


At = tuple[Link | None, tuple[tuple[int, int, int, bool], ...], Link | None]


class Log:
    """Events in order, with the choices (`choose`, site, seat, option number, number of options) among them.

    Chance results are a chain of their own, so that event numbers tell nothing about them: each is (number of the
    event that comes next, n, result 0..n-1, whether it says which card is drawn). `drawn` are those since the last
    choice. `starts` and `numbers`, where given, say which cards lay in each zone and which numbers stood when this log
    began; else it began with the game. `placed`: all that stood then, of a game that can be played again from there.
    """

    __slots__ = ("last", "drawn", "chances", "starts", "numbers", "placed")

    def __init__(self) -> None:
        self.last: Link | None = None
        self.drawn: tuple[tuple[int, int, int, bool], ...] = ()
        self.chances: Link | None = None
        self.starts: list[list[int]] | None = None
        self.numbers: list[int] | None = None
        self.placed: Placed | None = None

    def copy(self) -> Log:
        other = Log()
        other.last, other.drawn, other.chances = self.last, self.drawn, self.chances
        other.starts, other.numbers, other.placed = self.starts, self.numbers, self.placed
        return other

    def mark(self) -> At:
        """Return the current position, for `back`."""
        return self.last, self.drawn, self.chances

    def back(self, at: At) -> None:
        """Return to a position: remove what was added since."""
        self.last, self.drawn, self.chances = at

    def append(self, event: tuple[Any, ...]) -> None:
        last = self.last
        self.last = Link(last, 0 if last is None else last.number + 1, event)

    def add(self, events: list[tuple[Any, ...]], drawn: list[tuple[int, int, int, bool]]) -> None:
        """Add the events of one step, and its chance results, which begin with the number of events before each."""
        last = self.last
        first = number = 0 if last is None else last.number + 1
        for event in events:
            last = Link(last, number, event)
            number += 1
        self.last = last
        self.drawn = (*((first + before, n, found, card) for before, n, found, card in drawn),) if drawn else ()
        for chance in self.drawn:
            self.chances = Link(self.chances, chance[0], chance)

    def choose(self, choice: tuple[int, int, int, int], group: tuple[Any, ...] = ()) -> None:
        """Add a choice: site, seat, option number, number of options.

        `group`: for a group of cards, its number and its cards.
        """
        self.append(("choose", *choice, *group))

    def since(self, number: int = 0) -> list[Event]:
        """The events from that number on, oldest first."""
        return [*map(name_parts, self.raw_events(number))]

    def raw_events(self, number: int = 0) -> list[tuple[Any, ...]]:
        """The events from that number on as plain tuples."""
        return _since(self.last, number)

    def chances_since(self, number: int = 0) -> list[tuple[int, int, int, bool]]:
        """The chance results from that event on, oldest first."""
        return _since(self.chances, number)

    def __len__(self) -> int:
        return self.last.number + 1 if self.last else 0


def _since(link: Link | None, number: int) -> list[tuple[Any, ...]]:
    """The entries from that number on."""
    found = []
    while link is not None and link.number >= number:
        found.append(link.event)
        link = link.before
    return found[::-1]
