"""What a seat knows of the cards: rebuilt from the log by the declared visibility, never from the true state.

A seat follows a card as long as it could tell it from all others. Then the card has a tag of that seat's own and the
faces that the seat has seen of it. A shuffle ends that, and so does the hidden choice of a card among others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import chain
from typing import Any

from .visibility import BACK, FACES, FRONT, Visibility, Way


class CardKnowledge:
    """The cards as one seat knows them.

    `seen[card]` is a mask of faces; `order[pile]` its cards, bottom first, None where the seat cannot tell which it is;
    `shown` are cards revealed since the last choice; `held[slot]` is the card chosen there, slots in `open` hold one
    that the seat has not yet been able to tell. `mixed` are the lists of cards that the last event has mixed: the seat
    can no longer tell which of them is which; `laid` those that are mixed as one that it could follow up to then was
    laid among them; both are complete only if somebody `asks`. From or into a `torn` pile a card has come unseen
    since it was shuffled: which of its parts have an order the seat cannot tell.
    """

    def __init__(self, visibility: Visibility, salt: int, zones: list[list[int]]) -> None:
        self.visibility, self.salt = visibility, salt
        self.lots: dict[int, bytes] = {}
        self.zone = {card: number for number, cards in enumerate(zones) for card in cards}
        self.inside = [list(cards) for cards in zones]
        piles = [number for number in range(len(zones)) if visibility.pile(number)]
        self.order: dict[int, list[int | None]] = {number: list(zones[number]) for number in piles}
        self.tags: dict[int, int] = {}
        self.seen: dict[int, int] = {}
        self.shown: set[int] = set()
        self.held: dict[int, int] = {}
        self.open: set[int] = set()
        self.asks = False
        self.mixed: list[list[int]] = []
        self.laid: list[list[int]] = []
        self.torn: set[int] = set()
        self.next = 1
        for number in range(len(zones)):
            self.look(number)

    def copy(self) -> CardKnowledge:
        """An independent copy."""
        other = CardKnowledge.__new__(CardKnowledge)
        other.visibility, other.salt, other.next = self.visibility, self.salt, self.next
        other.lots = self.lots
        other.zone, other.tags = dict(self.zone), dict(self.tags)
        other.seen, other.held = dict(self.seen), dict(self.held)
        other.inside = [cards[:] for cards in self.inside]
        other.order = {number: cards[:] for number, cards in self.order.items()}
        other.shown, other.open = set(self.shown), set(self.open)
        other.asks, other.mixed, other.laid = self.asks, [], []
        other.torn = set(self.torn)
        return other

    # -- seeing

    def visible(self, card: int) -> int:
        """The faces with something on them that the seat sees now (a mask)."""
        zone = self.zone[card]
        mask = self.visibility.zone[zone] | (FRONT if card in self.shown else 0)
        if self.visibility.top[zone] and zone in self.order and self.order[zone][-1:] == [card]:
            mask |= self.visibility.top[zone]
        return mask & self.visibility.has[card]

    def full(self, card: int) -> bool:
        """Whether the seat sees all there is to see of a card."""
        return self.visible(card) == self.visibility.has[card] != 0

    def follow(self, card: int) -> None:
        """The seat can follow a card from now on."""
        if card not in self.tags:
            self.tags[card] = self.next
            self.next += 1

    def note(self, card: int, faces: int | None = None) -> None:
        """The seat sees a card where it lies: of these faces those that it has, or all that are visible."""
        mask = self.visible(card) if faces is None else faces & self.visibility.has[card]
        if mask:
            self.seen[card] = self.seen.get(card, 0) | mask
            self.follow(card)

    def look(self, zone: int) -> None:
        """The seat sees what lies open in a zone."""
        if self.visibility.zone[zone]:
            for card in self.sorted(self.inside[zone]):
                self.note(card)
        self.look_at_top(zone)

    def look_at_top(self, zone: int) -> None:
        """The seat sees the top card of a pile, if it may."""
        order = self.order.get(zone)
        if order and order[-1] is not None and self.visibility.top[zone]:
            self.note(order[-1])

    def forget(self, card: int) -> None:
        """The seat can no longer tell which card this is, but for what it sees."""
        self.tags.pop(card, None)
        self.seen.pop(card, None)
        self.note(card)

    def lose(self, cards: Iterable[int]) -> None:
        """The seat can no longer follow these cards, and what it knew of them it knows no more."""
        for known in (self.tags, self.seen):
            for card in known.keys() & cards:
                del known[card]

    def sorted(self, cards: list[int], shown: int = 0) -> list[int]:
        """Cards in an order that tells the seat nothing: by what it sees or is shown now, tags, places, and by lot."""
        if len(cards) < 2:
            return cards
        keys = {}
        for card in cards:
            looks = self.visibility.looks(card, self.visible(card) | self.seen.get(card, 0) | shown)
            keys[card] = (
                [(x is None, x or 0) for x in looks],
                self.tags.get(card, 1 << 30),
                self.zone.get(card, -1),
                self.lot(card),
            )
        return sorted(cards, key=keys.__getitem__)

    def lot(self, card: int) -> bytes:
        """What decides between cards that are alike to the seat; drawn once, also for copies."""
        if card not in self.lots:
            self.lots[card] = hashlib.blake2b(f"{self.salt}:{card}".encode(), digest_size=8).digest()
        return self.lots[card]

    # -- telling cards apart

    def alike(self, card: int) -> list[int]:
        """The cards beside it that the seat cannot tell from it by looking."""
        zone, mask = self.zone[card], self.visible(card)
        inside, looked = self.inside[zone], self.visibility.looked[mask]
        looks = looked[card]
        if not mask and not self.visibility.zone[zone]:  # quickly, as there may be very many
            open_ = {d for d in (*self.shown, *self.order.get(zone, [])[-1:]) if d is not None and self.visible(d)}
            return [d for d in inside if looked[d] == looks and d not in open_]
        return [d for d, seen in zip(inside, self.masks(inside), strict=True) if seen == mask and looked[d] == looks]

    def masks(self, cards: list[int]) -> list[int]:
        """What the seat sees of each card now, as `visible`: often of all there are, for each of very many moves."""
        zone, top, has = self.visibility.zone, self.visibility.top, self.visibility.has
        return [
            self.visible(card)
            if card in self.shown or (top[at] and self.order.get(at, [])[-1:] == [card])
            else zone[at] & has[card]
            for card, at in zip(cards, map(self.zone.__getitem__, cards), strict=True)
        ]

    def only(self, card: int) -> bool:
        """Whether no other card that the seat sees, wherever it lies, looks like this one."""
        if not self.visible(card) or len(self.alike(card)) > 1:
            return False
        return len(self.by_look([card, *(other for other in self.zone if other != card)])[0]) == 1

    def by_look(self, cards: Iterable[int]) -> list[list[int]]:
        """Cards by what the seat sees of them where they lie."""
        found: dict[Any, list[int]] = {}
        looked, all_cards = self.visibility.looked, [*cards]
        for card, mask in zip(all_cards, self.masks(all_cards), strict=True):
            found.setdefault((mask, looked[mask][card]), []).append(card)
        return [*found.values()]

    def asked(self, mixed: Iterable[int]) -> list[list[int]]:
        """Cards that were mixed by their looks; nothing where nobody asks, for in a long game that takes long."""
        return self.by_look(mixed) if self.asks else []

    def candidates(self, card: int, mask: int) -> list[int]:
        """Which cards it may be, for all the seat knows, when faces `mask` of it become visible."""
        found = self.alike(card)
        if not mask:
            return found
        looks, seen = self.visibility.looks, self.seen
        found = [d for d in found if not (known := seen.get(d, 0) & mask) or looks(d, known) == looks(card, known)]
        copies = self.visibility.copies[card]
        if mask == self.visibility.has[card] and all(seen.get(d, 0) == mask for d in copies):
            return [d for d in found if d in copies]  # as the seat knows where all of these are
        return found

    def told(self, card: int, ways: set[Way]) -> bool:
        """Whether the seat can tell which card is meant without looking at the faces shown afterwards."""
        if self.alone(card):
            return True
        if all(way == "var" for way, _ in ways):
            return any(self.held.get(slot) == card and slot not in self.open for _, slot in ways)
        return False

    def alone(self, card: int) -> bool:
        """Whether the seat sees all of a card, or it is the only one where it lies."""
        zone = self.zone[card]
        return self.full(card) or (len(self.inside[zone]) == 1 and self.visibility.size[zone])

    def confuse(self, card: int, found: list[int]) -> None:
        """One of `found` was chosen unseen, in truth `card`: they keep only the faces that all of them have."""
        self.mixed.append(found)
        common = FRONT | BACK
        for face in (FRONT, BACK):
            known = all(self.seen.get(d, 0) & face for d in found)
            if not known or len({self.visibility.looks(d, face) for d in found}) > 1:
                common &= ~face
        # the order tells in which order those that are seen get new tags
        seen_now = self.sorted(found) if self.visible(card) else []
        kept = {d: faces for d in self.seen.keys() & found if (faces := self.seen[d] & common)}
        self.lose(found)
        self.seen |= kept
        for d in (other for other in seen_now if other != card):
            self.note(d)

    # -- what happens

    def choice(self, seat: int, card: int, slots: list[int]) -> None:
        """A seat has chosen a card."""
        for slot in slots:
            self.held[slot] = card
            if seat == self.visibility.seat:
                self.open.discard(slot)
            else:
                self.open.add(slot)

    def turn_back(self) -> None:
        """Revealed cards are no longer seen; those in an unordered part of a pile are lost."""
        shown, self.shown = self.sorted(list(self.shown)), set()
        for card in shown:
            zone = self.zone[card]
            if zone in self.order and card not in self.order[zone] and not self.full(card):
                self.mixed += self.asked(d for d in self.inside[zone] if d not in self.order[zone])
                self.forget(card)

    def move(
        self, card: int, to: int, where: str, depth: int | None, ways: set[Way], covered: bool = False
    ) -> dict[str, Any] | None:
        """One card moves; what the seat knew of it as it left, None if it could not tell which one that was.

        It may be `covered` before the seat looks.
        """
        source, declared = self.zone[card], self.visibility
        top = declared.top[to] if where == "top" and not covered else 0
        mask = (declared.zone[to] | top) & declared.has[card]
        exact = self.leave_pile(card, source, mask, ways) if source in self.order else self.leave_set(card, mask, ways)
        left = self.reference(card) if exact else None
        self.inside[source].remove(card)
        self.settle(card, ways)
        self.shown.discard(card)
        self.arrive(card, to, where, depth)
        return left

    def leave_set(self, card: int, mask: int, ways: set[Way]) -> bool:
        if self.told(card, ways):
            return True
        found = self.candidates(card, mask)
        if len(found) > 1:
            self.confuse(card, found)
        return len(found) == 1

    def leave_pile(self, card: int, zone: int, mask: int, ways: set[Way]) -> bool:
        order = self.order[zone]
        names = {way for way, _ in ways}
        end = -1 if names <= {"draw", "top"} else 0 if names == {"bottom"} else None
        if end is not None and order[end] in (card, None):
            unknown = order.pop(end) is None
            if unknown and self.full(card):
                self.take_copy(card)
            elif unknown:
                placed = {*order}
                found = [d for d in self.alike(card) if d not in placed] if self.visible(card) else []
                if len(found) > 1:
                    self.confuse(card, found)
                else:
                    self.mixed += self.asked(d for d in self.inside[zone] if d not in placed)
                    self.forget(card)
            elif end == -1 and self.visibility.top[zone]:
                self.seen[card] = self.seen.get(card, 0) | (self.visibility.top[zone] & self.visibility.has[card])
            return True
        exact = self.told(card, ways)
        if exact and card in order:
            order.remove(card)
            return True
        if exact and self.full(card):
            self.take_copy(card)
        if not exact:
            found = self.candidates(card, mask)
            exact = found == [card] and card in order
            if len(found) > 1:
                self.confuse(card, found)
        self.take_unseen(zone, card, exact)
        return exact

    def take_copy(self, card: int) -> None:
        """A card that the seat sees leaves a pile: it may be any of those of one look whose places it cannot tell."""
        lying = {*self.inside[self.zone[card]]}.difference(self.order[self.zone[card]])
        found = [d for d in self.visibility.copies[card] if d in lying]
        if len(found) > 1:
            self.confuse(card, found)

    def take_unseen(self, zone: int, card: int, exact: bool) -> None:
        """A card leaves a pile from a place that the seat cannot tell."""
        order = self.order[zone]
        if exact and card in order:
            order.remove(card)
            return
        self.torn.add(zone)
        if not self.visibility.zone[zone]:
            self.lose([other for other in order if other is not None and other != card])
        order[:] = [None] * (len(order) - 1)
        self.mixed += self.asked(chain([card], (other for other in self.inside[zone] if other != card)))

    def arrive(self, card: int, to: int, where: str, depth: int | None) -> None:
        self.zone[card] = to
        self.inside[to].append(card)
        order = self.order.get(to)
        if order is None or where in ("top", "bottom") or (where == "below" and depth is not None):
            if order is not None:
                below = max(0, len(order) - max(0, depth or 0))
                order.insert({"top": len(order), "bottom": 0}.get(where, below), card)
            self.note(card, self.visibility.zone[to])  # a top is seen when the step is done: see look_at_top
            self.follow(card)
            return
        known = max(0, depth) if depth is not None and where != "random" else 0
        low = max(0, len(order) - known)
        placed = {*order[low:]}
        among = [d for d in self.inside[to] if d not in placed]
        if not self.visibility.zone[to]:
            self.lose([card, *(other for other in order[:low] if other is not None)])
        order[:low] = [None] * (low + 1)
        self.laid += self.asked(among)
        self.torn.add(to)
        self.note(card, self.visibility.zone[to])

    def pour(self, a: int, b: int) -> None:
        """All cards of zone a go onto zone b."""
        cards = self.inside[a]
        if a == b or not cards:
            return
        order: list[int | None]
        order = self.order[a] if a in self.order else [cards[0]] if len(cards) == 1 else [None] * len(cards)
        unplaced = {*cards}.difference(order) if b in self.order else set()
        for card in cards:
            self.zone[card] = b
            self.shown.discard(card)
        if b in self.order:
            self.order[b] += order
            self.torn |= {b} if a in self.torn else set()
        if a in self.order:
            self.order[a] = []
        self.inside[b] += cards
        self.inside[a] = []
        for card in self.sorted(cards):
            if card in unplaced and not self.full(card):
                self.forget(card)
            self.note(card, self.visibility.zone[b])
        if len(cards) == 1:
            self.follow(cards[0])

    def shuffle(self, zone: int) -> None:
        """A zone is shuffled: only what lies open can still be told."""
        cards = self.inside[zone]
        if len(cards) < 2:
            return
        if zone in self.order:
            self.order[zone] = [None] * len(cards)
            self.torn.discard(zone)
        self.mixed += self.asked(cards)
        self.shown -= set(cards)
        for card in self.sorted(cards):
            if not self.full(card):
                self.forget(card)

    def reveal(self, cards: list[int], ways: set[Way]) -> None:
        """Cards show their fronts to the seat until the next choice."""
        revealed = set(cards)
        for card in self.sorted(cards, FRONT):
            by_place = {way for way, _ in ways} <= {"top", "bottom"}
            if not by_place and not self.told(card, ways) and not set(self.alike(card)) <= revealed:
                found = self.candidates(card, FRONT)
                if len(found) > 1:
                    self.confuse(card, found)
            self.settle(card, ways)
            self.shown.add(card)
            self.note(card)

    def settle(self, card: int, ways: set[Way]) -> None:
        """The seat has seen which card it is that somebody had chosen, as the step has named it as that."""
        self.open -= {slot for way, slot in ways if way == "var" and self.held.get(slot) == card}

    # -- answers

    def reference(self, card: int) -> dict[str, Any]:
        """All that the seat knows of a card."""
        return self._named(card, self.seen.get(card, 0) | self.visible(card), self.tags.get(card))

    def passing(self, card: int) -> dict[str, Any]:
        """The same of a card that others may come to lie on before the seat looks: see look_at_top."""
        open_here = self.visibility.zone[self.zone[card]] & self.visibility.has[card]
        return self._named(card, self.seen.get(card, 0) | open_here, self.tags.get(card))

    def public(self, card: int) -> dict[str, Any]:
        """A card that somebody else means: what the seat sees of it, and which one it is if that can be told."""
        if card in self.zone and (self.full(card) or self.only(card)):
            return self.reference(card)
        return self._named(card, self.visible(card), None)

    def _named(self, card: int, mask: int, tag: int | None) -> dict[str, Any]:
        program = self.visibility.program
        made: dict[str, Any] = {"component": program.cards[card].component, "tag": tag}
        for face, word in FACES.items():
            if mask & face & self.visibility.has[card]:
                made[word] = self.visibility.faces[card][word].copy()
        made["now"] = bool(mask) and not mask & self.visibility.has[card] & ~self.visible(card)
        return made
