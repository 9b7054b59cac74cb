"""Information states: what a seat has seen and was offered up to a point of a game, as a running hash."""

from __future__ import annotations

from hashlib import blake2b
from json import dumps
from typing import Any

from .running import Running
from .seat_log import reader_of


class Memory:
    """The events that a seat has seen and the options that it was offered. Memories never change."""

    __slots__ = ("seat", "events", "hash")

    def __init__(self, seat: int) -> None:
        self.seat, self.events, self.hash = seat, 0, blake2b(digest_size=12)

    def after(self, state: Running, site: int = -1, numbers: list[int] | None = None) -> Memory:
        """What the seat knows at a later state of the same game.

        `site` and the `numbers` of the options are given where it is the seat's turn to decide.
        """
        other = Memory.__new__(Memory)
        other.seat, other.hash = self.seat, self.hash.copy()
        events = reader_of(state, self.seat).events
        offered = offers(state, self.seat, site, numbers or []) if site >= 0 else None
        other.hash.update(dumps((events[self.events :], offered)).encode())
        other.events = len(events)
        return other

    def text(self) -> str:
        """The player's number, from 1, and the hash: the same in every process, for the same game."""
        return f"player {self.seat + 1}: {self.hash.hexdigest()}"


def offers(state: Running, seat: int, site: int, numbers: list[int]) -> list[Any]:
    """Options as the seat that has them sees them: numbers, and for cards all that the seat knows of them."""
    entries = state.game.program.sites[site].entries
    if not any(entry.kind.startswith("card ") for entry in entries):
        return [site, numbers]
    cards = reader_of(state, seat).cards
    found: list[Any] = [site]
    plain: list[int] = []
    for number in numbers:
        option = state.option(site, number)
        if option.kind.startswith("card ") and option.value is not None:
            found.append(dumps([option.words, cards.reference(option.value)]))
        else:
            plain.append(number)
    # the order of card numbers could tell what lies behind a card
    return sorted(found[1:]) + [site, plain]
