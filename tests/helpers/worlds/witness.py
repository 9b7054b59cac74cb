"""What a seat perceives of a game by its rules: written from the program's `see` alone, without the rooms that are tested.

Cards and choices that lie open, numbers that it may see, steps that move something, who decides, what is announced. Not
what anybody could work out: amounts of hidden numbers, memory, which card a card is. Whatever the seat is given beyond this
must follow from this.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

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
        self.faces: list[dict[str, dict[str, int]]] = [{word: {} for word in FACES.values()} for _ in program.cards]
        for card, faces in zip(program.cards, self.faces, strict=True):
            for (name, word, _), value in zip(program.attributes[card.component], card.values, strict=True):
                faces[word][name] = value
        slots = program.lists[: program.zones]
        self.zone, self.top = ([self.mask(slot, which) for slot in slots] for which in ("", "top."))

    def sees(self, audience: int) -> bool:
        """Whether the seat is one of an audience."""
        return bool(audience >> self.seat & 1) if self.seat >= 0 else audience == (1 << self.program.players) - 1

    def among(self, seats: Iterable[int]) -> bool:
        """Whether what is shown to these seats is shown to this one."""
        return self.sees(sum(1 << seat for seat in {*seats}))

    def mask(self, slot: ir.ListSlot, which: str) -> int:
        return sum(face for face, word in FACES.items() if self.sees(slot.see.get(which + word, 0)))

    def card(self, card: int, mask: int) -> dict[str, Any]:
        """A card of which these faces are seen."""
        seen = {word: self.faces[card][word] for face, word in FACES.items() if mask & face and self.faces[card][word]}
        return {"component": self.program.cards[card].component, "tag": None, **seen}

    def full(self, card: int, mask: int) -> bool:
        """Whether all there is to see of a card is seen."""
        there = sum(face for face, word in FACES.items() if self.faces[card][word])
        return mask & there == there != 0


def ordered(cards: Iterable[Any]) -> list[Any]:
    return sorted(cards, key=repr)


@dataclass
class Lying:
    """Where the cards lie, and which are shown; with the names that the sampler asks for."""

    inside: list[list[int]]
    zone: dict[int, int]
    next: int = 1
    shown: set[int] = field(default_factory=set)

    def copy(self) -> Lying:
        return replace(self, inside=[cards[:] for cards in self.inside], zone=dict(self.zone), shown=set(self.shown))

    def move(self, cards: Iterable[int], to: int) -> None:
        for card in cards:
            self.shown.discard(card)
            self.inside[self.zone[card]].remove(card)
            self.inside[to].append(card)
            self.zone[card] = to


class Waiting(NamedTuple):
    """Somebody's choice that is not open yet."""

    seat: int
    fact: Fact


class Witness:
    """The facts that a seat has perceived so far, as `events`, in the shape of State.seen where the sampler reads them.

    `round` are the seats that have chosen in a simultaneous decision that is not over, `waiting` the others' choices in
    it. `tags` are the names that the seat had for cards at the last stop, `fresh` the cards moved since. `run` is the step
    that is moving cards, `tops` what then lies on top of the piles that it has touched.
    """

    def __init__(self, eyes: Eyes, judged: bool = False) -> None:
        self.eyes, self.program, self.judged = eyes, eyes.program, judged
        starts = [slot.start for slot in self.program.lists[: self.program.zones]]
        self.cards = Lying([[*cards] for cards in starts], {c: n for n, cards in enumerate(starts) for c in cards})
        self.events: list[Fact] = []
        self.waiting: list[Waiting] = []
        self.round: set[int] = set()
        self.last: Fact = {}
        self.tags: dict[int, int] = {}
        self.fresh: list[int] = []
        self.run = -1
        self.tops: dict[int, Any] = {}

    def copy(self) -> Witness:
        """An independent copy."""
        other = Witness.__new__(Witness)
        parts = self.__dict__.items()
        other.__dict__ = {
            name: part.copy() if isinstance(part, list | dict | set | Lying) else part for name, part in parts
        }
        return other

    def add(self, kind: str, node: int, **more: Any) -> None:
        self.put({"kind": kind, "node": node, **more})

    def put(self, fact: Fact) -> None:
        self.events.append(fact)
        # cards have no names here: those that will be seen are told apart by when
        self.cards.next = len(self.events) + 1

    def label(self, zone: int) -> str:
        return self.program.lists[zone].name

    def value(self, kind: str, value: Any) -> Any:
        """A value that is announced: of a card only what the seat sees of it."""
        if isinstance(value, list | tuple):
            return [self.value(kind, item) for item in value]
        return self.look_of(value) if kind.startswith("card ") and value in self.cards.zone else value

    # -- cards as they lie

    def seen(self, card: int) -> int:
        """The faces of a card that are seen where it lies."""
        zone = self.cards.zone[card]
        top = self.eyes.top[zone] if self.cards.inside[zone][-1] == card else 0
        return self.eyes.zone[zone] | top | (FRONT if card in self.cards.shown else 0)

    def look_of(self, card: int) -> dict[str, Any]:
        return self.eyes.card(card, self.seen(card))

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

    def placed(self, state: State, zone: int) -> list[tuple[int, int]]:
        """The cards of a zone that are not among several in no order, each with its place from the top."""
        slot, cards = self.program.lists[zone], state.z[zone]
        parts = state.z[slot.segments] if slot.segments >= 0 else []
        loose = {at for start, end in zip(parts[::2], parts[1::2], strict=True) for at in range(start, end)}
        return [(len(cards) - at, card) for at, card in enumerate(cards) if at not in loose]

    def top(self, state: State, zone: int) -> Any:
        """The top card of a pile as it is seen."""
        mask = self.eyes.top[zone]
        return next((self.eyes.card(c, mask) for place, c in self.placed(state, zone) if mask and place == 1), None)

    def touch(self, state: State, node: int, *zones: int) -> None:
        """The tops of piles are seen when a step has moved all its cards; `zones` are those touched now."""
        if node != self.run and self.tops:
            self.add("tops", self.run, tops=sorted(self.tops.items()))
            self.tops = {}
        self.run = node
        self.tops |= {zone: self.top(state, zone) for zone in zones if self.eyes.top[zone]}

    # -- choices

    def choose(self, state: State, event: ev.Choose) -> None:
        """A seat chooses; the state is the one before."""
        self.touch(state, -1)
        site, own = self.program.sites[event.site], event.seat == self.eyes.seat
        if site.group < 0 or own:
            self.cards.shown.clear()
        fact = self.choice(state, site, event, own)
        if site.group >= 0:
            self.round.add(event.seat)
            if not own:
                self.waiting.append(Waiting(event.seat, fact))
                return
        self.put(fact)

    def choice(self, state: State, site: ir.Site, event: ev.Choose, own: bool) -> Fact:
        entry = next(e for e in site.entries if e.base <= event.number < e.base + e.count)
        value = event.number - entry.base + entry.low
        words = fill(self.program, site.words)
        fact: Fact = {"kind": "choose", "node": site.node, "seat": event.seat, "decision": words}
        if site.secret and not own:
            return {**fact, "hidden": True, "option": ""}
        fact |= {"option": fill(self.program, entry.words), "value": self.value(entry.kind, value)}
        if own:
            # it takes the option that stands there before it
            return {**fact, "index": offered(state, event.seat).index(event.number), "options": event.options}
        return {**fact, "which": self.which(value)} if entry.kind.startswith("card ") else fact

    def unseal(self) -> None:
        """All have chosen."""
        if self.round:
            self.cards.shown.clear()
        for one in sorted(self.waiting, key=lambda one: one.seat):
            self.put(one.fact)
        self.waiting, self.round = [], set()

    # -- what happens

    def read(self, state: State, event: ev.Event) -> None:
        """Something happens; the state is the one at that moment."""
        if isinstance(event, ev.Choose):
            self.choose(state, event)
            return
        self.unseal()  # nothing happens while some have still to choose
        if isinstance(event, ev.Step):
            return
        if not isinstance(event, ev.Move):
            self.touch(state, -1)
        match event:
            case ev.Move():
                self.move(state, event)
            case ev.Pour():
                self.pour(event)
            case ev.Shuffle():
                self.cards.shown -= {*self.cards.inside[event.zone]}
                self.add("shuffle", event.node, zone=self.label(event.zone))
            case ev.Reveal(cards=cards) if cards:
                self.reveal(state, event)
            case ev.Set() if self.eyes.sees(self.program.ints[event.slot].see):
                self.add("set", event.node, slot=event.slot, value=event.value)
            # Gain is of a hidden number: whether and by how much it changes must follow from all else
            case ev.Tokens():
                self.tokens(event)
            case ev.Show():
                values = [state.v[slot] for slot in event.slots] if self.eyes.among(event.seats) else []
                self.add("show", event.node, slots=event.slots, values=values, to=event.seats)
            case ev.Turn():
                self.add("turn", event.node, seat=event.seat, round=event.round)
            case ev.Say() | ev.Random():
                kind = self.program.kinds[event.type]
                card = kind.startswith("card ") and event.value in self.cards.zone
                beside = {"which": self.which(event.value)} if card else {}
                self.add(event.kind, event.node, value=self.value(kind, event.value), **beside)

    def move(self, state: State, event: ev.Move) -> None:
        card, source, to = event.card, event.source, event.to
        which = self.which(card)
        mask = self.eyes.zone[source] | self.eyes.top[source] | self.eyes.zone[to]
        seen = self.eyes.card(card, mask | (FRONT if card in self.cards.shown else 0))
        self.touch(state, event.node, source, to)
        self.cards.move([card], to)
        self.fresh = [*(other for other in self.fresh if other != card), card]
        place = {"from": self.label(source), "to": self.label(to), "where": (event.where, event.depth)}
        self.add("move", event.node, card=seen, which=which, **place)

    def pour(self, event: ev.Pour) -> None:
        ends = event.source, event.to
        mask = self.eyes.zone[event.source] | self.eyes.zone[event.to]
        size = any(self.sized(self.program.lists[zone]) for zone in ends)
        if size and not event.cards:
            return
        cards = ordered(self.eyes.card(card, mask) for card in event.cards)
        fact = {"cards": cards if size or mask else [], "which": self.followed(event.cards, mask)}
        self.cards.move(event.cards, event.to)
        count = len(cards) if size else None
        self.add(
            "pour", event.node, **fact, count=count, **dict(zip(("from", "to"), map(self.label, ends), strict=True))
        )

    def reveal(self, state: State, event: ev.Reveal) -> None:
        """Cards show their fronts where they lie: that is seen, and by those to whom they are shown also which they are."""
        which = ordered(map(self.which, event.cards))
        mine = self.eyes.among(event.seats)
        if mine:
            self.cards.shown |= {*event.cards}
        # whoever is shown them sees where each lies
        cards = ordered([self.cards.zone[card] if mine else 0, self.look_of(card)] for card in event.cards)
        which += ordered(self.followed([card], self.seen(card)) for card in event.cards)
        zones = sorted({self.cards.zone[card] for card in event.cards})
        piles = [zone for zone in zones if self.program.lists[zone].kind == "pile"]
        there = [(zone, *at) for zone in piles for at in self.placed(state, zone)]
        lying = [(zone, place, self.look_of(card)) for zone, place, card in there if card in event.cards]
        self.add("reveal", event.node, cards=cards, which=which, zones=zones, lying=lying, to=list(event.seats))

    def tokens(self, event: ev.Tokens) -> None:
        """Tokens change hands: that is seen, and where an end is open also which it is and how many."""
        ints, ends, known = self.program.ints, [], False
        for slot in (event.source, event.to):
            open_ = slot >= 0 and self.eyes.sees(ints[slot].see)
            known = known or open_
            ends.append("box" if slot < 0 else ints[slot].name if open_ else ints[slot].declared)
        self.add("tokens", event.node, ends=ends, amount=event.amount if known else None)

    # -- stops

    def stop(self, state: State) -> None:
        """The step is over: what lies open now, and who decides."""
        self.touch(state, -1)
        self.tags, self.fresh = tags_of(perception_of(state, self.eyes.seat)), []
        if self.round and self.eyes.seat not in dict(state.sites()):
            return  # others are still choosing
        now = self.glance(state)
        if now != self.last or self.events[-1]["kind"] != "glance":
            self.last = now
            self.put({"kind": "glance", **now})

    def glance(self, state: State) -> Fact:
        """What lies open to the seat now."""
        eyes, program = self.eyes, self.program
        zones: list[Any] = []
        for number, slot in enumerate(program.lists[: program.zones]):
            if slot.kind not in ("set", "pile"):
                continue
            cards, mask, sized = state.z[number], eyes.zone[number], self.sized(slot)
            marks = state.z[slot.groups] if slot.groups >= 0 else [0] * len(cards)
            places = [*dict.fromkeys(marks)]
            seen = [eyes.card(c, mask | (FRONT if c in self.cards.shown else 0)) for c in cards]
            looks = ordered(zip(seen, map(places.index, marks), strict=True)) if mask or sized else []
            zones.append((looks, self.top(state, number), len(cards) if sized else None))
        numbers = [state.v[n] for n, slot in enumerate(program.ints) if slot.declared and eyes.sees(slot.see)]
        sites = state.sites()
        own = [site for seat, site in sites if seat == eyes.seat]
        deciding = sorted({seat for seat, _ in sites} | self.round)
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
        return {"options": ordered((o.words, o.kind, self.value(o.kind, o.value)) for o in options)}

    def lying(self) -> list[dict[str, Any]]:
        """The zones with the cards that lie open there."""
        return [
            {"label": slot.name, "cards": [self.look_of(card) for card in cards]}
            for slot, cards in zip(self.program.lists[: self.program.zones], self.cards.inside, strict=True)
            if slot.kind in ("set", "pile")
        ]


def tags_of(perception: Perception) -> dict[int, int]:
    """The names that a seat has for the cards that it follows."""
    return {perception.true[handle]: tag for handle, tag in perception.cards.tags.items()}
