"""A seat's memory of the cards: where they lie, the faces it has seen, how it can name them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NewType, Self

from .percepts import CardName, Look, Start, Values
from .visibility import BACK, FACES, FRONT, SeatVisibility

# one of the cards as they are kept here: it does not reveal the true card
Handle = NewType("Handle", str)
NO_TAG = 1 << 30
MOST_RANKS = 10_000


@lru_cache(MOST_RANKS)
def rank_of(values: Values) -> tuple[tuple[bool, int], ...]:
    """The sort key of what is known to be printed on a card."""
    return tuple([(x is None, x or 0) for x in values])


class CardMemory:
    """The cards as one seat sees and remembers them, by handles.

    `seen[card]` is a mask of faces, `looks[card]` what is printed on them and on those that lie open; `order[pile]` its
    cards, bottom first, None where the seat cannot tell which it is; `shown` are cards revealed since the last choice.
    `mixed` are the lists of cards that the last percept has mixed: the seat can no longer tell which of them is which;
    `laid` those that are mixed as one that it could follow up to then was laid among them; both are complete only if
    somebody `asks`. From or into a `torn` pile a card has come unseen since it was shuffled: which of its parts have an
    order the seat cannot tell.
    """

    def __init__(self, visibility: SeatVisibility, start: Start) -> None:
        self.visibility = visibility
        self.component: dict[Handle, str] = {}
        self.inside: list[list[Handle]] = []
        self.looks: dict[Handle, Look] = {}
        for cards in start.cards:
            self.inside.append([])
            for component, look in cards:
                card = Handle(f"card {len(self.component):04}")
                self.component[card] = component
                self.inside[-1].append(card)
                if look.faces:
                    self.looks[card] = look
        self.zone = {card: number for number, cards in enumerate(self.inside) for card in cards}
        self.order: dict[int, list[Handle | None]] = {
            number: [*cards] for number, cards in enumerate(self.inside) if visibility.pile(number)
        }
        self.tags: dict[Handle, int] = {}
        self.tagged: dict[int, Handle] = {}
        self.seen: dict[Handle, int] = {}
        self.shown: set[Handle] = set()
        self.asks = False
        self.mixed: list[list[Handle]] = []
        self.laid: list[list[Handle]] = []
        self.torn: set[int] = set()
        self.next = 1
        for number, inside in enumerate(self.inside):
            if visibility.zone[number]:
                for card in self.sorted(inside):
                    self.note(card)
            self.look_at_top(number)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = self.__new__(type(self))
        other.visibility, other.component, other.next = self.visibility, self.component, self.next
        other.zone, other.tags, other.tagged = dict(self.zone), dict(self.tags), dict(self.tagged)
        other.seen, other.looks = dict(self.seen), dict(self.looks)
        other.inside = [cards[:] for cards in self.inside]
        other.order = {number: cards[:] for number, cards in self.order.items()}
        other.shown, other.torn = set(self.shown), set(self.torn)
        other.asks, other.mixed, other.laid = self.asks, [], []
        return other

    # -- seeing

    def visible(self, card: Handle) -> int:
        """The faces with content that the seat sees now (a mask)."""
        look = self.looks.get(card)
        if look is None:
            return 0
        zone = self.zone[card]
        mask = self.visibility.zone[zone] | (FRONT if card in self.shown else 0)
        if self.visibility.top[zone] and zone in self.order and self.order[zone][-1:] == [card]:
            mask |= self.visibility.top[zone]
        return mask & look.faces

    def open_look(self, card: Handle) -> Look:
        """The look of a card as it lies now."""
        look = self.looks.get(card)
        if look is not None and look.faces & self.visibility.zone[self.zone[card]] == look.faces:
            return look  # at once, as there may be very many
        return self.part(card, self.visible(card))

    def known_look(self, card: Handle) -> Look:
        """Everything that the seat knows or sees of a card, as a look."""
        return self.part(card, self.seen.get(card, 0) | self.visible(card))

    def part(self, card: Handle, faces: int) -> Look:
        """The known look of a card, restricted to some faces."""
        look = self.looks.get(card)
        if look is None:
            return self.visibility.blank[self.component[card]]
        if faces & look.faces == look.faces:
            return look
        return self.visibility.part(self.component[card], look, faces)

    def full(self, card: Handle) -> bool:
        """Whether the seat sees everything on a card."""
        return self.visible(card) == self.visibility.has[self.component[card]] != 0

    def follow(self, card: Handle) -> None:
        """Note that the seat can follow a card from now on."""
        if card not in self.tags:
            self.tags[card] = self.next
            self.tagged[self.next] = card
            self.next += 1

    def add(self, card: Handle, look: Look) -> None:
        """Add faces of a card that the seat now sees."""
        old = self.looks.get(card)
        if old is None or look.faces & old.faces == old.faces:
            if look.faces:
                self.looks[card] = look
        elif look.faces & ~old.faces:
            values = tuple(b if a is None else a for a, b in zip(old.values, look.values, strict=True))
            self.looks[card] = Look(old.faces | look.faces, values)

    def note(self, card: Handle, faces: int = FRONT | BACK) -> None:
        """Note the visible faces of a card where it lies, out of these."""
        mask = self.visible(card) & faces
        if mask:
            self.seen[card] = self.seen.get(card, 0) | mask
            self.follow(card)

    def see_top(self, zone: int, look: Look) -> None:
        """Note the top card of a pile that the seat sees."""
        order = self.order[zone]
        if order and order[-1] is not None:
            self.add(order[-1], look)
            self.look_at_top(zone)

    def look_at_top(self, zone: int) -> None:
        order = self.order.get(zone)
        if order and order[-1] is not None and self.visibility.top[zone]:
            self.note(order[-1])

    def forget(self, card: Handle) -> None:
        """Note that the seat can no longer tell which card this is, except by what it sees."""
        self.lose([card])
        self.note(card)

    def lose(self, cards: Iterable[Handle]) -> None:
        """Note that the seat can no longer follow these cards; it forgets what it knew of them."""
        for card in cards:
            if (tag := self.tags.pop(card, None)) is not None:
                del self.tagged[tag]
            self.seen.pop(card, None)
            self.trim(card)

    def trim(self, card: Handle) -> None:
        """Keep only what the seat remembers or sees of a card."""
        look = self.looks.get(card)
        if look is not None:
            kept = self.seen.get(card, 0)
            if kept != look.faces:
                kept |= self.visible(card)
                if not kept:
                    del self.looks[card]
                elif kept != look.faces:
                    self.looks[card] = self.part(card, kept)

    def sorted(self, cards: Iterable[Handle]) -> list[Handle]:
        """Cards sorted by what the seat knows or sees of them, by tags and by places."""
        listed = [*cards]
        if len(listed) < 2:
            return listed
        return sorted(listed, key=self.rank)

    def rank(self, card: Handle) -> tuple[Any, ...]:
        """The sort key of a card."""
        look = self.known_look(card)
        return rank_of(look.values), self.tags.get(card, NO_TAG), self.zone[card], card

    # -- telling cards apart

    def alike(self, zone: int, look: Look) -> list[Handle]:
        """The cards in a zone with this look where they lie."""
        inside = self.inside[zone]
        if not look.faces and not self.visibility.zone[zone]:  # quickly, as there may be very many
            open_ = {d for d in (*self.shown, *self.order.get(zone, [])[-1:]) if d is not None and self.visible(d)}
            return [d for d in inside if d not in open_] if open_ else inside[:]
        return [d for d in inside if self.open_look(d) == look]

    def only(self, card: Handle) -> bool:
        """Whether no other card that the seat sees anywhere looks like this one."""
        look = self.open_look(card)
        return bool(look.faces) and all(d == card or self.open_look(d) != look for d in self.looks)

    def by_look(self, cards: Iterable[Handle]) -> list[list[Handle]]:
        """Cards grouped by what the seat sees of them where they lie."""
        found: dict[Look, list[Handle]] = {}
        for card in cards:
            found.setdefault(self.open_look(card), []).append(card)
        return [*found.values()]

    # -- names

    def name(self, card: Handle) -> CardName:
        """The name of a card for the seat."""
        zone, now = self.zone[card], self.visible(card)
        place = self.order[zone].index(card) if zone in self.order and card in self.order[zone] else -1
        look = self.part(card, self.seen.get(card, 0) | now)
        return CardName(self.component[card], self.tags.get(card), look, now, zone, place)

    def public_name(self, card: Handle) -> CardName:
        """The name of a card that somebody else means: what is seen of it, and which one it is if that is clear."""
        if self.full(card) or self.only(card):
            return self.name(card)
        look = self.open_look(card)
        return CardName(self.component[card], None, look, look.faces)

    def named(self, name: CardName) -> Handle:
        """The card with that name."""
        if name.tag is not None:
            return self.tagged[name.tag]
        return next(d for d, own in self.names(name.zone).items() if own == name)

    def names(self, zone: int) -> dict[Handle, CardName]:
        """The names of all cards in a zone."""
        places = {card: at for at, card in enumerate(self.order.get(zone, ())) if card is not None}
        found = {}
        for card in self.inside[zone]:
            now = self.visible(card)
            look = self.part(card, self.seen.get(card, 0) | now)
            found[card] = CardName(self.component[card], self.tags.get(card), look, now, zone, places.get(card, -1))
        return found

    # -- answers

    def reference(self, card: Handle) -> dict[str, Any]:
        """Everything that the seat knows of a card, as JSON data."""
        return self.described(self.known_name(card))

    def known_name(self, card: Handle) -> CardName:
        """The name of a card with everything that the seat knows of it."""
        now = self.visible(card)
        look = self.part(card, self.seen.get(card, 0) | now)
        return CardName(self.component[card], self.tags.get(card), look, now)

    def passing_name(self, card: Handle) -> CardName:
        """The name of a card that others may cover before the seat looks: see see_top."""
        open_here = self.visibility.zone[self.zone[card]]
        look = self.part(card, self.seen.get(card, 0) | open_here)
        return CardName(self.component[card], self.tags.get(card), look, self.visible(card))

    def described(self, name: CardName) -> dict[str, Any]:
        """A card's name as JSON data: component, tag, faces, whether all of them are visible now."""
        made: dict[str, Any] = {"component": name.component, "tag": name.tag}
        for face, word in FACES.items():
            if name.look.faces & face:
                made[word] = self.visibility.face(name.component, face, name.look.values)
        made["now"] = bool(name.look.faces) and not name.look.faces & ~name.now
        return made
