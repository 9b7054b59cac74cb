"""A seat's knowledge of the cards: a fold over its percepts alone.

A seat follows a card as long as it could tell it from all others. Then the card has a tag of that seat's own and the
faces that the seat has seen of it. A shuffle ends that, and so does the hidden choice of a card among others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from .card_memory import CardMemory, Handle
from .percepts import CardName, Look, Moved, Poured, Turned
from .visibility import BACK, FRONT


class CardKnowledge(CardMemory):
    """The cards as one seat knows them, updated by its percepts."""

    # -- which cards it may be

    def asked(self, mixed: Iterable[Handle]) -> list[list[Handle]]:
        """Mixed cards grouped by look; [] if nobody asks for them, as that takes long in long games."""
        return self.by_look(mixed) if self.asks else []

    def candidates(self, zone: int, before: Look, after: Look) -> list[Handle]:
        """The cards that a moved one may be, as far as the seat knows, by its look before and after."""
        found = self.alike(zone, before)
        if not after.faces:
            return found
        found = [d for d in found if self.may_be(d, after)]
        if len(found) == 1 or after.faces != self.visibility.has[self.component[found[0]]]:
            return found
        component = self.component[found[0]]
        known = [d for d in found if self.is_known_as(d, after)]
        if known and len(known) < len(found):
            copies = sum(self.is_known_as(d, after) for d in self.seen if self.component[d] == component)
            if copies == self.visibility.copies(component, after.values):
                return known  # as the seat knows where all of these are
        return found

    def may_be(self, card: Handle, look: Look) -> bool:
        """Whether the seat's knowledge of a card allows this look."""
        known = self.seen.get(card, 0) & look.faces
        if not known:
            return True
        return self.part(card, known) == (look if known == look.faces else self.cut(card, look, known))

    def cut(self, card: Handle, look: Look, faces: int) -> Look:
        return self.visibility.part(self.component[card], look, faces)

    def is_known_as(self, card: Handle, look: Look) -> bool:
        """Whether the seat has seen exactly this look of a card."""
        return self.seen.get(card) == look.faces and self.part(card, look.faces) == look

    def confuse(self, card: Handle, found: list[Handle]) -> None:
        """Note that one of `found` was chosen unseen, here `card`: they keep only the faces that all of them have."""
        self.mixed.append(found)
        common = FRONT | BACK
        for face in (FRONT, BACK):
            known = all(self.seen.get(d, 0) & face for d in found)
            if not known or len({self.part(d, face) for d in found}) > 1:
                common &= ~face
        # the order says in which order those that are seen get new tags
        seen_now = self.sorted(found) if self.visible(card) else []
        kept = {d: faces for d in found if d in self.seen and (faces := self.seen[d] & common)}
        looks = {d: self.looks[d] for d in found if d in self.looks}
        self.lose(found)
        self.seen |= kept
        for d, look in looks.items():
            self.looks[d] = look
            self.trim(d)
        for d in (other for other in seen_now if other != card):
            self.note(d)

    # -- what happens

    def turn_back(self) -> None:
        """Note that revealed cards are no longer seen; those in an unordered part of a pile are lost."""
        shown, self.shown = self.sorted(self.shown), set()
        for card in shown:
            zone = self.zone[card]
            self.trim(card)
            if zone in self.order and card not in self.order[zone] and not self.full(card):
                self.mixed += self.asked(d for d in self.inside[zone] if d not in self.order[zone])
                self.forget(card)

    def move(self, moved: Moved) -> tuple[Handle, CardName | None]:
        """Move one card; return it, and what the seat knew of it as it left, None if it could not tell which it was."""
        card, exact = self.leave_pile(moved) if moved.source in self.order else self.leave_set(moved)
        left = self.known_name(card) if exact else None
        self.inside[moved.source].remove(card)
        self.shown.discard(card)
        self.arrive(card, moved)
        return card, left

    def leave_set(self, moved: Moved) -> tuple[Handle, bool]:
        """Take a moved card from a set; return it, and whether the seat is certain which one it is."""
        if moved.name is not None:
            return self.named(moved.name), True
        found = self.candidates(moved.source, moved.before, moved.after)
        if len(found) > 1:
            self.confuse(found[0], found)
        return found[0], len(found) == 1

    def leave_pile(self, moved: Moved) -> tuple[Handle, bool]:
        """Take a moved card from a pile; return it, and whether the seat is certain which one it is."""
        zone = moved.source
        order = self.order[zone]
        if moved.end is not None:
            card = order.pop(moved.end)
            if card is None:
                return self.take_unplaced(moved), True
            if moved.end == -1 and (faces := self.visibility.top[zone] & moved.before.faces):
                self.add(card, moved.before)
                self.seen[card] = self.seen.get(card, 0) | faces
            return card, True
        if moved.name is not None:
            card = self.named(moved.name)
            if card in order:
                order.remove(card)
                return card, True
            if self.full(card):
                self.take_copy(card)
            self.take_unseen(zone, card, True)
            return card, True
        found = self.candidates(zone, moved.before, moved.after)
        card = found[0]
        exact = len(found) == 1 and card in order
        if len(found) > 1:
            self.confuse(card, found)
        self.take_unseen(zone, card, exact)
        return card, exact

    def take_unplaced(self, moved: Moved) -> Handle:
        """Take a card from the end of a pile where the seat cannot tell which one it is; return it."""
        zone = moved.source
        placed = {*self.order[zone]}
        if moved.name is not None:
            card = self.named(moved.name)
            if self.full(card):
                self.take_copy(card)
                return card
        found = [d for d in self.alike(zone, moved.before) if d not in placed]
        if moved.before.faces and len(found) > 1:
            self.confuse(found[0], found)
        else:
            self.mixed += self.asked(d for d in self.inside[zone] if d not in placed)
            self.forget(found[0])
        return found[0]

    def take_copy(self, card: Handle) -> None:
        """Take a visible card from a pile: any of those of its look whose places are unknown."""
        zone, component = self.zone[card], self.component[card]
        placed = {*self.order[zone]}
        alike = self.alike(zone, self.open_look(card))
        found = [d for d in alike if d not in placed and self.component[d] == component]
        if len(found) > 1:
            self.confuse(card, found)

    def take_unseen(self, zone: int, card: Handle, exact: bool) -> None:
        """Take a card from an unknown place of a pile."""
        order = self.order[zone]
        if exact and card in order:
            order.remove(card)
            return
        self.torn.add(zone)
        if not self.visibility.zone[zone]:
            self.lose([other for other in order if other is not None and other != card])
        order[:] = [None] * (len(order) - 1)
        self.mixed += self.asked(chain([card], (other for other in self.inside[zone] if other != card)))

    def arrive(self, card: Handle, moved: Moved) -> None:
        """Put a moved card into its new zone."""
        to, where, depth = moved.to, moved.where, moved.depth
        self.zone[card] = to
        self.inside[to].append(card)
        order = self.order.get(to)
        faces = self.visibility.zone[to]
        if order is None or where in ("top", "bottom") or (where == "below" and depth is not None):
            if order is not None:
                below = max(0, len(order) - max(0, depth or 0))
                order.insert({"top": len(order), "bottom": 0}.get(where, below), card)
            self.trim(card)
            self.see(card, moved.after, faces)  # a top is seen when the step is done: see see_top
            self.follow(card)
            return
        known = max(0, depth) if depth is not None and where != "random" else 0
        low = max(0, len(order) - known)
        placed = {*order[low:]}
        among = [d for d in self.inside[to] if d not in placed]
        if not faces:
            self.lose([card, *(other for other in order[:low] if other is not None)])
        order[:low] = [None] * (low + 1)
        self.laid += self.asked(among)
        self.torn.add(to)
        self.trim(card)
        self.see(card, moved.after, faces)

    def see(self, card: Handle, look: Look, faces: int) -> None:
        """See those of these faces of a card that are visible where it lies."""
        if look.faces & faces:
            self.add(card, look if look.faces & faces == look.faces else self.cut(card, look, faces))
            self.note(card, faces)

    def pour(self, poured: Poured) -> list[Handle]:
        """Move all cards of a zone onto another; return those partly visible there, in the order of their names."""
        a, b = poured.source, poured.to
        cards, looks = self.inside[a], dict[Handle, Look]()
        if a == b or not cards:
            return []
        if poured.cards:
            alike: dict[CardName, list[Handle]] = {}
            for card, name in self.names(a).items():
                alike.setdefault(name, []).append(card)
            looks = {alike[name].pop(0): look for name, look in poured.cards}
        order: list[Handle | None]
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
        for card, look in looks.items():
            self.trim(card)
            self.add(card, look)
        for card in self.sorted(cards):
            if card in unplaced and not self.full(card):
                self.forget(card)
            self.note(card, self.visibility.zone[b])
        if len(cards) == 1:
            self.follow(cards[0])
        return [*looks]

    def shuffle(self, zone: int) -> None:
        """Shuffle a zone: only what lies open remains known."""
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

    def turn(self, turned: Turned) -> Handle:
        """Turn a card's front to the seat until the next choice; return it."""
        if turned.name is not None:
            card = self.named(turned.name)
        else:
            found = self.candidates(turned.zone, turned.before, turned.after)
            card = found[0]
            if len(found) > 1:
                self.confuse(card, found)
        self.shown.add(card)
        self.add(card, turned.after)
        self.note(card)
        return card
