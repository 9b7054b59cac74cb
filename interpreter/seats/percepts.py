"""Percepts: plain events as one seat perceives them, which make up its observation record.

A percept holds what the seat sees or is shown at that moment and nothing else, so that a record can be compared with
that of another history of the game: where both are equal the seat cannot tell the two apart. Cards have no numbers
here: a seat names them (CardName) by its own tag, by the place in a pile, by what it knows of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

Values = tuple[int | None, ...]


class Look(NamedTuple):
    """The look of a card: a mask of faces, and their values by attribute, None on other faces."""

    faces: int
    values: Values


class CardName(NamedTuple):
    """The name of a card for a seat: zone, place in a pile from the bottom, the seat's own tag, its look.

    `look` is all that the seat knows of it; `now` are the faces of it that lie open. Zone and place are -1, and the tag
    None, for a card that somebody mentions and the seat cannot place.
    """

    component: str
    tag: int | None
    look: Look
    now: int
    zone: int = -1
    place: int = -1


class GroupName(NamedTuple):
    """The name of a group of cards: its zone, its number there (0: unknown), its cards."""

    zone: int
    number: int
    cards: tuple[CardName, ...]


# the value of a choice, an announcement or a number
Value = int | CardName | GroupName | None
Listing = Value | tuple[Any, ...]  # a value, or a list of them, of lists too


class Start(NamedTuple):
    """The cards of each zone when the record begins, bottom first in piles, with what is seen."""

    kind: str
    cards: tuple[tuple[tuple[str, Look], ...], ...]


class Moved(NamedTuple):
    """One card moves.

    `name`: which one, where the seat can tell; `end`: of a pile it leaves by its top (-1) or bottom (0), else None;
    `before` are the faces that are seen as it leaves, `after` those seen where it comes to lie; `drawn`: for all the
    seat can tell chance has decided which one it is, or where it comes to lie.

    `name`: which one, where the seat can tell; `end`: of a pile it leaves by its top (-1) or bottom (0), else None;
    `before` are the faces that are seen as it leaves, `after` those seen where it comes to lie; `drawn`: for all the
    seat can tell chance has decided which one it is, or where it comes to lie.
    """

    kind: str
    node: int
    name: CardName | None
    end: int | None
    before: Look
    after: Look
    source: int
    to: int
    where: str
    depth: int | None
    drawn: bool = False


class Poured(NamedTuple):
    """All cards of a zone move. `cards`: each as the seat can name it, and what is seen of it where it comes to lie."""

    kind: str
    node: int
    source: int
    to: int
    cards: tuple[tuple[CardName, Look], ...]


class Settled(NamedTuple):
    """A step's moves are complete: now the tops of these piles are seen."""

    kind: str
    tops: tuple[tuple[int, Look], ...]


class Shuffled(NamedTuple):
    """A zone is shuffled."""

    kind: str
    node: int
    zone: int


class Turned(NamedTuple):
    """A card is turned up for the seat until the next choice. `name`: which one, where the seat can tell."""

    kind: str
    zone: int
    name: CardName | None
    before: Look
    after: Look


class Revealed(NamedTuple):
    """Cards are revealed to the seats `to`: those turned up just now, or (`cards`) to others than this seat."""

    kind: str
    node: int
    zones: tuple[int, ...]
    cards: tuple[CardName, ...] | None
    to: tuple[int, ...]


class TurnedBack(NamedTuple):
    """Cards that were turned up are turned back."""

    kind: str


class Chosen(NamedTuple):
    """A seat's choice: entry and value as far as this seat may know. `option` is None where it was made in secret.

    `forced`: it is this seat's own, and nothing else was offered.
    """

    kind: str
    site: int
    seat: int
    option: str | None
    value_kind: str
    value: Value
    forced: bool = False


class AllChose(NamedTuple):
    """All who decide at the same time have chosen."""

    kind: str
    node: int


class NumberSet(NamedTuple):
    """A number that the seat sees was set, to the same (not `changed`) or to another value."""

    kind: str
    node: int
    slot: int
    value: Value
    changed: bool


class Gained(NamedTuple):
    """Something that all can work out was added to a number that the seat does not see."""

    kind: str
    node: int
    slot: int
    amount: int


class TokensMoved(NamedTuple):
    """Tokens move between the places with these labels. `amount`: None if the seat may not know it."""

    kind: str
    node: int
    source: str
    to: str
    token: str
    amount: int | None
    further: bool


class NumbersShown(NamedTuple):
    """Numbers are shown to the seats `to`; `values` to this one, None where it is none of them."""

    kind: str
    node: int
    slots: tuple[int, ...]
    values: tuple[Value, ...] | None
    to: tuple[int, ...]


class TurnBegun(NamedTuple):
    """A turn begins."""

    kind: str
    node: int
    seat: int
    round: int


class Announced(NamedTuple):
    """A value is announced (`say`), or chosen by chance (`random`)."""

    kind: str
    node: int
    type: int
    value: Listing


class Ended(NamedTuple):
    """The game is over."""

    kind: str
    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]


Percept = (
    Start | Moved | Poured | Settled | Shuffled | Turned | Revealed | TurnedBack | Chosen | AllChose | NumberSet
    | Gained | TokensMoved | NumbersShown | TurnBegun | Announced | Ended
)  # fmt: skip

Item = TypeVar("Item")


class SharedList(Generic[Item]):
    """A list that grows. Copies share their common beginning, and each sees only its own part.

    `shared`: how many of the first ones a copy may have too, so that they must not be changed in place.
    """

    __slots__ = ("items", "length", "shared")

    def __init__(self, items: list[Item], shared: int = 0) -> None:
        self.items, self.length, self.shared = items, len(items), shared

    def copy(self) -> SharedList[Item]:
        """Return an independent copy."""
        self.shared = self.length
        other: SharedList[Item] = SharedList(self.items, self.length)
        other.length = self.length
        return other

    def append(self, item: Item) -> None:
        if len(self.items) > self.length:  # another copy has grown
            self.items = self.items[: self.length]
        self.items.append(item)
        self.length += 1

    def replace(self, number: int, item: Item) -> None:
        if number < self.shared:
            self.items, self.shared = self.items[: self.length], 0
        self.items[number] = item

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Item]:
        return iter(self[:])

    def __reversed__(self) -> Iterator[Item]:
        return (self.items[at] for at in range(self.length - 1, -1, -1))

    def __getitem__(self, part: slice) -> list[Item]:
        start, stop, _ = part.indices(self.length)
        return self.items[start:stop]


Record = SharedList[Percept]
SeatEvent = dict[str, Any]
