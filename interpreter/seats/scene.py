"""What lies before a seat now, beside what it remembers: plain data, made at the door (perception/scenes.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .card_memory import Handle
from .percepts import CardName, Ended, Listing, Value
from .seat_log import SeatLog
from .visibility import SeatVisibility


class Offer(NamedTuple):
    """An option of a decision as the seat can name it; `group`: of a card that lies in groups, which one, else 0."""

    words: str
    kind: str
    value: Value
    group: int = 0


class Asked(NamedTuple):
    """A decision of the seat: the site in the program, and its options in an order that tells nothing."""

    site: int
    offers: tuple[Offer, ...]


class Scene(NamedTuple):
    """What a seat sees of the game as it stands.

    `values`: the numbers that it may read, by slot; `groups`: in which group of its zone a card lies; `pending`: who
    decides; `asked`: its own decision; `others`: the site at which somebody else decides alone, where all may know (-1:
    none); `end`: how the game has ended.
    """

    over: bool
    values: dict[int, Listing]
    groups: dict[Handle, int]
    pending: tuple[int, ...]
    asked: Asked | None
    others: int
    end: Ended | None


@dataclass(frozen=True)
class InformationState:
    """All that a seat knows at a point of a game: what it has made of its record, and the scene before it.

    No part of it leads to the true state.
    """

    log: SeatLog
    scene: Scene

    @property
    def seat(self) -> int:
        """Whose it is."""
        return self.log.visibility.seat


def distinct_offers(visibility: SeatVisibility, offers: tuple[Offer, ...]) -> list[int]:
    """The positions of offers without those that are the same to the seat as one before.

    Cards are if they lie in one place without order, look alike in every respect and bear no marks.
    """
    marked = {kind for slot in visibility.program.ints if slot.declared for kind, _ in slot.indexes}
    found: dict[object, int] = {}
    for position, offer in enumerate(offers):
        same: object = position
        name = offer.value
        if isinstance(name, CardName) and offer.kind.startswith("card "):
            full = name.now == visibility.has[name.component] != 0
            if full and not visibility.pile(name.zone) and name.component not in marked:
                same = offer.words, name.zone, offer.group, name.component, name.look
        found.setdefault(same, position)
    return [*found.values()]
