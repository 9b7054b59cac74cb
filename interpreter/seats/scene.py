"""The scene before a seat: plain data beside its memory, made by perception/scenes.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .card_memory import Handle
from .percepts import CardName, Ended, Listing, Value
from .seat_log import SeatLog
from .visibility import SeatVisibility


class Offer(NamedTuple):
    """An option of a decision as the seat can name it; `group`: the group of its card, else 0."""

    words: str
    kind: str
    value: Value
    group: int = 0


class Asked(NamedTuple):
    """The seat's decision: the site in the program, and its options in an order that reveals nothing."""

    site: int
    offers: tuple[Offer, ...]


class Scene(NamedTuple):
    """What a seat sees of the game now.

    `values`: the numbers that it may read, by slot; `groups`: in which group of its zone a card lies; `pending`: who
    decides; `asked`: its own decision; `others`: the site at which somebody else decides alone, where all may know (-1:
    none); `end`: how the game has ended; `stages`: the members that the loops around the decision stand at, the
    outermost first, as kinds and numbers.
    """

    over: bool
    values: dict[int, Listing]
    groups: dict[Handle, int]
    pending: tuple[int, ...]
    asked: Asked | None
    others: int
    end: Ended | None
    stages: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class InformationState:
    """Everything that a seat knows at a point of a game: what it derived from its record, and its scene.

    No part of it leads to the true state.
    """

    log: SeatLog
    scene: Scene

    @property
    def seat(self) -> int:
        """The number of the seat."""
        return self.log.visibility.seat


def distinct_offers(visibility: SeatVisibility, offers: tuple[Offer, ...]) -> list[int]:
    """The positions of offers without those equal to an earlier one for the seat.

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
