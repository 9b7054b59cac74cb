"""What a seat perceives of a game by its rules: written from the program's `see` alone, without the rooms that are tested.

Cards and choices that lie open, numbers that it may see, steps that move something, who decides, what is announced. Not
what anybody could work out: amounts of hidden numbers, memory, which card a card is. Whatever the seat is given beyond this
must follow from this.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from stammtisch.game.state import State
from stammtisch.program import events as ev
from stammtisch.program import ir
from stammtisch.program.wording import fill
from stammtisch.seats.offers import offered
from stammtisch.seats.perception.events import Perception, perception_of

FRONT, BACK = 1, 2
FACES = {FRONT: "front", BACK: "back"}
Fact = dict[str, Any]


class Eyes:
    """Which of the faces, sizes and numbers of a program are open to a seat; -1 is an onlooker."""

    def __init__(self, program: ir.Program, seat: int) -> None:
        self.program, self.seat = program, seat
        self.faces = [
            {
                word: {
                    n: v for (n, f, _), v in zip(program.attributes[c.component], c.values, strict=True) if f == word
                }
                for word in FACES.values()
            }
            for c in program.cards
        ]
        slots = program.lists[: program.zones]
        self.zone = [self.mask(slot, "") for slot in slots]
        self.top = [self.mask(slot, "top.") for slot in slots]

    def sees(self, audience: int) -> bool:
        """Whether the seat is one of an audience."""
        return bool(audience >> self.seat & 1) if self.seat >= 0 else audience == (1 << self.program.players) - 1

    def mask(self, slot: ir.ListSlot, which: str) -> int:
        return sum(face for face, word in FACES.items() if self.sees(slot.see.get(which + word, 0)))

    def card(self, card: int, mask: int) -> dict[str, Any]:
        """A card of which these faces are seen."""
        seen = {word: self.faces[card][word] for face, word in FACES.items() if mask & face and self.faces[card][word]}
        return {"component": self.program.cards[card].component, "tag": None, **seen}

    def full(self, card: int, mask: int) -> bool:
        """Whether all there is to see of a card is seen."""
        return mask & self.all(card) == self.all(card) != 0

    def all(self, card: int) -> int:
        return sum(face for face, word in FACES.items() if self.faces[card][word])


def ordered(cards: list[Any]) -> list[Any]:
    return sorted(cards, key=repr)


@dataclass
class Lying:
    """Where the cards lie; with the names that the sampler asks for."""

    inside: list[list[int]]
    zone: dict[int, int]
    next: int = 1
    tags: dict[int, int] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)

    def copy(self) -> Lying:
        inside = [cards[:] for cards in self.inside]
        return Lying(inside, dict(self.zone), self.next, {}, set(self.shown))

    def move(self, cards: list[int], to: int) -> None:
        for card in cards:
            self.inside[self.zone[card]].remove(card)
            self.inside[to].append(card)
            self.zone[card] = to


class Witness:
    """The facts that a seat has perceived so far, as `events`, in the shape of State.seen where the sampler reads them.

    `waiting` are the others' choices in a simultaneous decision that is not over.
    """

    def __init__(self, eyes: Eyes, judged: bool = False) -> None:
        self.eyes, self.judged = eyes, judged
        starts = [slot.start for slot in eyes.program.lists[: eyes.program.zones]]
        self.cards = Lying([list(cards) for cards in starts], {c: n for n, cards in enumerate(starts) for c in cards})
        self.events: list[Fact] = []
        self.waiting: list[Any] = []
        self.round: list[tuple[int, int]] = []
        self.group = -1
        self.last: Fact | None = None
        self.moved: list[Any] = []
        self.tags: dict[int, int] = {}
        self.fresh: list[int] = []
        # the step that is moving cards, and what then lies on top of the piles that it has touched
        self.run = -1
        self.tops: dict[int, Any] = {}

    def copy(self) -> Witness:
        """An independent copy."""
        other = Witness.__new__(Witness)
        other.__dict__ |= self.__dict__
        other.cards, other.events = self.cards.copy(), self.events[:]
        other.waiting, other.round, other.tops = self.waiting[:], self.round[:], dict(self.tops)
        other.fresh = self.fresh[:]
        return other

    def add(self, kind: str, node: int, **more: Any) -> None:
        self.put({"kind": kind, "node": node, **more})

    def put(self, fact: Fact) -> None:
        self.events.append(fact)
        # cards have no names here: those that will be seen are told apart by when
        self.cards.next = len(self.events) + 1

    def label(self, zone: int) -> str:
        return self.eyes.program.lists[zone].name

    def value(self, kind: str, value: Any) -> Any:
        """A value that is announced: of a card only what the seat sees of it."""
        if isinstance(value, list | tuple):
            return [self.value(kind, item) for item in value]
        if kind.startswith("card ") and value in self.cards.zone:
            return self.eyes.card(value, self.seen(value))
        return value

    def seen(self, card: int) -> int:
        """The faces of a card that are seen where it lies."""
        zone = self.cards.zone[card]
        top = self.eyes.top[zone] if self.cards.inside[zone][-1] == card else 0
        return self.eyes.zone[zone] | top | (FRONT if card in self.cards.shown else 0)

    def look(self, state: State, node: int, zones: tuple[int, ...] = ()) -> None:
        """The tops of piles are seen when a step has moved all its cards; `zones` are those touched now."""
        if node != self.run and self.tops:
            self.put({"kind": "tops", "node": self.run, "tops": sorted(self.tops.items())})
            self.tops = {}
        self.run = node
        for zone in zones:
            if self.eyes.top[zone]:
                self.tops[zone] = self.top(state, zone)

    def top(self, state: State, zone: int) -> Any:
        """The top card of a pile as it is seen; None if it is one of several in no order."""
        slot, cards = self.eyes.program.lists[zone], state.z[zone]
        parts = state.z[slot.segments] if slot.segments >= 0 else []
        lies = bool(cards) and not (parts and parts[-1] == len(cards))
        return self.eyes.card(cards[-1], self.eyes.top[zone]) if self.eyes.top[zone] and lies else None

    # -- choices

    def choose(self, state: State, event: ev.Choose) -> None:
        """A seat chooses; the state is the one before."""
        self.look(state, -1)
        site = self.eyes.program.sites[event.site]
        own = event.seat == self.eyes.seat
        several = any(entry.kind == "done" for entry in site.entries)
        if self.group != site.group or (not several and (event.seat, event.site) in self.round):
            self.unseal()
        if site.group < 0 or own:
            self.cards.shown.clear()
        if site.group >= 0:
            self.group = site.group
            self.round.append((event.seat, event.site))
        fact = self.chosen(state, site, event, own)
        if site.group >= 0 and not own:
            self.waiting.append(Waiting(event.seat, fact))
        else:
            self.put(fact)

    def chosen(self, state: State, site: ir.Site, event: ev.Choose, own: bool) -> Fact:
        entry = next(e for e in site.entries if e.base <= event.number < e.base + e.count)
        value = event.number - entry.base + entry.low
        fact: Fact = {
            "kind": "choose",
            "node": site.node,
            "seat": event.seat,
            "decision": fill(self.eyes.program, site.words),
        }
        if site.secret and not own:
            return {**fact, "hidden": True, "option": ""}
        fact["option"] = fill(self.eyes.program, entry.words)
        if own:
            # it takes the option that stands there before it
            fact |= {"index": offered(state, event.seat).index(event.number), "options": event.options}
        if not entry.kind.startswith("card "):
            return {**fact, "value": value}
        fact["value"] = self.value(entry.kind, value)
        return fact if own else {**fact, "which": self.which(value)}

    def which(self, card: int) -> Any:
        """Of open cards that look alike, it is seen which one is meant: by the name that the seat has for it, or its place."""
        if not self.eyes.full(card, self.seen(card)):
            return None
        zone = self.cards.zone[card]
        return self.tags.get(card, (zone, self.cards.inside[zone].index(card)))

    def followed(self, cards: Iterable[int], mask: int) -> Any:
        """Cards that are shown with others: what is seen of each, and which one it is if it came there alone."""
        seen = [(card, self.eyes.card(card, mask)) for card in cards]
        fresh = {card: at for at, card in enumerate(self.fresh)}
        return ordered([(s, self.tags.get(c), fresh.get(c)) for c, s in seen if {*FACES.values()} & s.keys()])

    def unseal(self) -> None:
        """All have chosen."""
        if self.round:
            self.cards.shown.clear()
        for one in sorted(self.waiting, key=lambda one: one.seat):
            self.put(one.fact)
        self.waiting, self.round, self.group = [], [], -1

    # -- what happens

    def read(self, state: State, event: ev.Event) -> None:
        """Something happens; the state is the one at that moment."""
        if isinstance(event, ev.Choose):
            self.choose(state, event)
            return
        self.unseal()  # nothing happens while some have still to choose
        if isinstance(event, ev.Step):
            return
        eyes, program = self.eyes, self.eyes.program
        if not isinstance(event, ev.Move):
            self.look(state, -1)
        match event:
            case ev.Move():
                both = (event.source, event.to)
                which = self.which(event.card)
                mask = eyes.zone[event.source] | eyes.top[event.source] | eyes.zone[event.to]
                mask |= FRONT if event.card in self.cards.shown else 0
                self.look(state, event.node, both)
                self.cards.move([event.card], event.to)
                self.fresh = [*(card for card in self.fresh if card != event.card), event.card]
                self.cards.shown.discard(event.card)
                place = {
                    "from": self.label(event.source),
                    "to": self.label(event.to),
                    "where": (event.where, event.depth),
                }
                self.add("move", event.node, card=eyes.card(event.card, mask), which=which, **place)
            case ev.Pour():
                mask = eyes.zone[event.source] | eyes.zone[event.to]
                cards = ordered([eyes.card(card, mask) for card in event.cards])
                which = self.followed(event.cards, mask)
                size = any(eyes.sees(program.lists[zone].see["size"]) for zone in (event.source, event.to))
                if size and not event.cards:
                    return
                self.cards.shown -= set(event.cards)
                self.cards.move(list(event.cards), event.to)
                ends = {"from": self.label(event.source), "to": self.label(event.to)}
                listed = cards if size or mask else []
                self.add("pour", event.node, cards=listed, which=which, count=len(cards) if size else None, **ends)
            case ev.Shuffle():
                self.cards.shown -= set(self.cards.inside[event.zone])
                self.add("shuffle", event.node, zone=self.label(event.zone))
            case ev.Reveal():
                self.reveal(state, event)
            case ev.Set():
                if eyes.sees(program.ints[event.slot].see):
                    self.add("set", event.node, slot=event.slot, value=event.value)
            case ev.Gain():
                pass  # a hidden number: whether and by how much it changes must follow from all else
            case ev.Tokens():
                self.tokens(event)
            case ev.Show():
                mine = eyes.seat in event.seats if eyes.seat >= 0 else len(set(event.seats)) == program.players
                values = [state.v[slot] for slot in event.slots] if mine else []
                self.add("show", event.node, slots=event.slots, values=values, to=event.seats)
            case ev.Turn():
                self.add("turn", event.node, seat=event.seat, round=event.round)
            case ev.Say() | ev.Random():
                kind = program.kinds[event.type]
                card = kind.startswith("card ") and event.value in self.cards.zone
                beside = {"which": self.which(event.value)} if card else {}
                self.add(event.kind, event.node, value=self.value(kind, event.value), **beside)

    def reveal(self, state: State, event: ev.Reveal) -> None:
        """Cards show their fronts where they lie: that is seen, and by those to whom they are shown also which they are."""
        if not event.cards:
            return
        eyes, seats = self.eyes, set(event.seats)
        which = ordered([self.which(card) for card in event.cards])
        to_this = eyes.seat in seats if eyes.seat >= 0 else len(seats) == eyes.program.players
        if to_this:
            self.cards.shown |= set(event.cards)
        # whoever is shown them sees where each lies
        at = self.cards.zone if to_this else dict.fromkeys(event.cards, 0)
        cards = ordered([[at[card], eyes.card(card, self.seen(card))] for card in event.cards])
        which += ordered([self.followed([card], self.seen(card)) for card in event.cards])
        zones = sorted({self.cards.zone[card] for card in event.cards})
        lying = self.in_order(state, set(event.cards))
        self.add("reveal", event.node, cards=cards, which=which, zones=zones, lying=lying, to=list(event.seats))

    def in_order(self, state: State, cards: set[int]) -> list[Any]:
        """Those of some cards that have a place in a pile, from the top, as they are seen there."""
        found = []
        for zone in sorted({self.cards.zone[card] for card in cards}):
            slot, pile = self.eyes.program.lists[zone], state.z[zone]
            parts = state.z[slot.segments] if slot.segments >= 0 else []
            loose = {at for start, end in zip(parts[::2], parts[1::2], strict=True) for at in range(start, end)}
            if slot.kind == "pile":
                places = [(len(pile) - at, card) for at, card in enumerate(pile) if card in cards and at not in loose]
                found += [(zone, place, self.eyes.card(card, self.seen(card))) for place, card in places]
        return found

    def tokens(self, event: ev.Tokens) -> None:
        """Tokens change hands: that is seen, and where an end is open also which it is and how many."""
        ints, ends, known = self.eyes.program.ints, [], False
        for slot in (event.source, event.to):
            open_ = slot >= 0 and self.eyes.sees(ints[slot].see)
            known = known or open_
            ends.append("box" if slot < 0 else ints[slot].name if open_ else ints[slot].declared)
        self.add("tokens", event.node, ends=ends, amount=event.amount if known else None)

    def stop(self, state: State) -> None:
        """The step is over: what lies open now, and who decides."""
        self.look(state, -1)
        self.tags, self.fresh = tags_of(perception_of(state, self.eyes.seat)), []
        sites = state.sites()
        group = self.eyes.program.sites[sites[0][1]].group if sites else -1
        again = any(one in self.round and not self.several(one[1]) for one in sites)
        if group != self.group or again:
            self.unseal()
        if self.round and not any(seat == self.eyes.seat for seat, _ in sites):
            return  # others are still choosing
        now = self.glance(state)
        if now != self.last or self.events[-1]["kind"] != "glance":
            self.last = now
            self.put({"kind": "glance", **now})

    def several(self, site: int) -> bool:
        return any(entry.kind == "done" for entry in self.eyes.program.sites[site].entries)

    def glance(self, state: State) -> Fact:
        """What lies open to the seat now."""
        eyes, program = self.eyes, self.eyes.program
        zones: list[Any] = []
        for number, slot in enumerate(program.lists[: program.zones]):
            if slot.kind not in ("set", "pile"):
                continue
            cards, mask = state.z[number], eyes.zone[number]
            marks = state.z[slot.groups] if slot.groups >= 0 else []
            places = [*dict.fromkeys(marks)]
            groups = [places.index(mark) for mark in marks] if marks else [0] * len(cards)
            seen = [eyes.card(c, mask | (FRONT if c in self.cards.shown else 0)) for c in cards]
            looks = ordered(list(zip(seen, groups, strict=True))) if mask or self.sized(slot) else []
            zones.append((looks, self.top(state, number), len(cards) if self.sized(slot) else None))
        numbers = [state.v[n] for n, slot in enumerate(program.ints) if slot.declared and eyes.sees(slot.see)]
        sites = state.sites()
        own = [site for seat, site in sites if seat == eyes.seat]
        deciding = sorted({seat for seat, _ in sites} | {seat for seat, _ in self.round})
        # what is asked of one player is heard, also where what was chosen before was not
        asked = [site for _, site in sites if program.sites[site].group < 0 and not program.sites[site].secret]
        offers = self.judgement(state, own[0]) if self.judged and own else None
        end = (state.reason, state.scores, state.ranks) if state.over else None
        who = {"own": own, "deciding": deciding, "asked": asked}
        return {"zones": zones, "numbers": numbers, **who, "offers": offers, "end": end}

    def sized(self, slot: ir.ListSlot) -> bool:
        return self.eyes.sees(slot.see["size"])

    def judgement(self, state: State, site: int) -> Fact:
        """What a judge allowed, who knows more than the seat."""
        options = [state.option(site, number) for number in state.option_numbers(self.eyes.seat, site)]
        return {"options": ordered([(o.words, o.kind, self.value(o.kind, o.value)) for o in options])}

    def lying(self) -> list[dict[str, Any]]:
        """The zones with the cards that lie open there."""
        return [
            {"label": slot.name, "cards": [self.eyes.card(c, self.seen(c)) for c in self.cards.inside[number]]}
            for number, slot in enumerate(self.eyes.program.lists[: self.eyes.program.zones])
            if slot.kind in ("set", "pile")
        ]


def tags_of(perception: Perception) -> dict[int, int]:
    """The names that a seat has for the cards that it follows."""
    return {perception.true[handle]: tag for handle, tag in perception.cards.tags.items()}


@dataclass
class Waiting:
    """Somebody's choice that is not open yet."""

    seat: int
    fact: Fact
