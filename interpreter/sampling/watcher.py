"""A seat's perception of a game in true card numbers, for samples, which are made of true states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..game.log import Link
from ..program import events as ev
from ..seats.perception.card_faces import Visibility
from ..seats.perception.events import Perception, perception_of
from ..seats.percepts import SeatEvent, SharedList
from ..seats.running_game import RunningGame


class TrueCards:
    """The cards as one seat knows them, by true number: see CardKnowledge."""

    def __init__(self, perception: Perception) -> None:
        self.perception = perception
        self.visibility: Visibility = perception.sight
        self.inside = Inside(perception)
        self.zone = Zones(perception)
        self.order = Orders(perception)

    @property
    def seen(self) -> dict[int, int]:
        """The faces of each card that the seat has seen."""
        true = self.perception.true
        return {true[handle]: faces for handle, faces in self.perception.cards.seen.items()}

    @property
    def tags(self) -> dict[int, int]:
        """The seat's tags of the cards it follows."""
        true = self.perception.true
        return {true[handle]: tag for handle, tag in self.perception.cards.tags.items()}

    @property
    def next(self) -> int:
        """The next tag."""
        return self.perception.cards.next

    @property
    def torn(self) -> set[int]:
        """See CardKnowledge."""
        return self.perception.cards.torn

    @property
    def mixed(self) -> list[list[int]]:
        """See CardKnowledge."""
        return [self.numbers(cards) for cards in self.perception.cards.mixed]

    @property
    def laid(self) -> list[list[int]]:
        """See CardKnowledge."""
        return [self.numbers(cards) for cards in self.perception.cards.laid]

    def numbers(self, handles: Iterable[str]) -> list[int]:
        """The true numbers of cards, from their handles."""
        true: dict[str, int] = self.perception.true  # type: ignore[assignment]
        return [true[handle] for handle in handles]

    def known(self, card: int) -> int:
        """The faces of a card that the seat has seen or sees."""
        return self.perception.cards.known_look(self.perception.handles[card]).faces

    def visible(self, card: int) -> int:
        """The faces of a card that the seat sees."""
        return self.perception.cards.visible(self.perception.handles[card])

    def full(self, card: int) -> bool:
        """Whether the seat sees everything on a card."""
        return self.perception.cards.full(self.perception.handles[card])

    def alone(self, card: int) -> bool:
        """Whether the seat sees all of a card, or it is alone in its place."""
        return self.perception.alone(card)

    def alike(self, card: int) -> list[int]:
        """The cards beside it that the seat cannot tell from it by sight."""
        cards, handle = self.perception.cards, self.perception.handles[card]
        return self.numbers(cards.alike(cards.zone[handle], cards.open_look(handle)))

    def by_look(self, cards: Iterable[int]) -> list[list[int]]:
        """Cards grouped by what the seat sees of them where they lie."""
        handles = [self.perception.handles[card] for card in cards]
        return [self.numbers(alike) for alike in self.perception.cards.by_look(handles)]

    def lot(self, card: int) -> bytes:
        """The random key that orders cards alike to the seat."""
        return self.perception.lot(card)


class Inside:
    """The cards in each zone."""

    def __init__(self, perception: Perception) -> None:
        self.perception = perception

    def __len__(self) -> int:
        return len(self.perception.cards.inside)

    def __getitem__(self, zone: int) -> list[int]:
        return [self.perception.true[handle] for handle in self.perception.cards.inside[zone]]


class Zones:
    """The zone of each card."""

    def __init__(self, perception: Perception) -> None:
        self.perception = perception

    def __getitem__(self, card: int) -> int:
        return self.perception.cards.zone[self.perception.handles[card]]


class Orders:
    """The cards of each pile, bottom first, None where the seat cannot tell which card lies there."""

    def __init__(self, perception: Perception) -> None:
        self.perception = perception

    def __contains__(self, zone: int) -> bool:
        return zone in self.perception.cards.order

    def get(self, zone: int) -> list[int | None]:
        """The cards of a zone, [] if it is no pile."""
        true = self.perception.true
        return [None if d is None else true[d] for d in self.perception.cards.order.get(zone, [])]

    def __getitem__(self, zone: int) -> list[int | None]:
        return self.get(zone)


class Watcher:
    """One seat's perception of a game, in true card numbers."""

    def __init__(self, perception: Perception) -> None:
        self.perception = perception
        self.cards = TrueCards(perception)

    def copy(self) -> Watcher:
        """Return an independent copy."""
        return Watcher(self.perception.copy())

    @property
    def events(self) -> SharedList[SeatEvent]:
        """The seat's log."""
        return self.perception.log.events

    @property
    def waiting(self) -> list[ev.Choose]:
        """The others' choices in an open simultaneous decision."""
        return self.perception.waiting

    @property
    def settled(self) -> int:
        """The number of events that stay as they are; later ones may still say more of a card."""
        moved = self.perception.log.moved
        return moved[0][0] if moved else len(self.events)

    def read(self, event: ev.Event, later: Sequence[ev.Event] = ()) -> None:
        """Take in one true event."""
        self.perception.read(event, later)

    def finish(self, state: RunningGame) -> None:
        """Note that the true log has been read to its end."""
        self.perception.finish(state)

    def keep(self, link: Link) -> None:
        """Cache what was perceived on the log."""
        link.keep(self.perception.seat, self.perception)

    def value(self, kind: str, value: int) -> object:
        """A value as JSON data, as this seat knows it."""
        return self.perception.log.value(kind, self.perception.value(kind, value))


def watcher_of(state: RunningGame, seat: int) -> Watcher:
    """What a seat has perceived up to now."""
    return Watcher(perception_of(state, seat))
