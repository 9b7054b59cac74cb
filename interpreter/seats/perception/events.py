"""Turn true events into one seat's percepts, by what the program declares.

This knows which of the seat's cards is which true one. Wherever the seat cannot tell cards apart, and its knowledge
takes one of them, it follows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...game.log import Link
from ...program import events as ev
from ...program import ir
from .. import percepts as pc
from ..card_knowledge import CardKnowledge
from ..card_memory import Handle, rank_of
from ..percepts import CardName, Look, Record
from ..running_game import RunningGame
from ..seat_log import SeatLog, initial_values
from ..visibility import FRONT, ONLOOKER
from .card_faces import Visibility, Way, visibility_of

KEPT_EVERY = 256  # events; what a seat perceives is kept so often, and where it was last asked for
NOWHERE = -1


class Perception:
    """One seat perceiving a game: `record` holds its percepts, `log` what it derives from them.

    `cards` is what the log knows of the cards, `handles[card]` its name for a true card. `values` are true numbers as
    far as events name them.
    `held[slot]` is the card chosen there, slots in `open` hold one that the seat has not yet been able to tell.
    `sealed` are the seats that have chosen in a simultaneous decision, `waiting` the others' choices in it, not yet
    perceived. `run` is the step whose moves are under way, `touched` its zones. `begun` is the link that it was copied
    from, to read on; `stays` whether it is kept once others have read on.
    """

    def __init__(self, state: RunningGame, seat: int) -> None:
        if not (0 <= seat < state.game.program.players or seat == ONLOOKER):
            raise IndexError(f"there is no seat {seat}")
        self.program = state.game.program
        self.salt = state.seed
        self.sight: Visibility = visibility_of(state.game, seat)
        starts = [slot.start for slot in self.program.lists[: self.program.zones]]
        if state.log is None:
            starts = [
                state.z[n] if slot.kind in ("set", "pile") else []
                for n, slot in enumerate(self.program.lists[: self.program.zones])
            ]
        elif state.log.starts is not None:
            starts = state.log.starts
        begun = [self.lying(zone, cards) for zone, cards in enumerate(starts)]
        start = pc.Start("start", tuple(tuple((self.component(c), look) for c, look in cards) for cards in begun))
        self.record: Record = Record([start])
        self.log = SeatLog(self.sight, start)
        self.cards: CardKnowledge = self.log.cards
        self.handles: dict[int, Handle] = {}
        for cards, inside in zip(begun, self.log.cards.inside, strict=True):
            self.handles |= {card: handle for (card, _), handle in zip(cards, inside, strict=True)}
        self.true = {handle: card for card, handle in self.handles.items()}
        self.values = initial_values(self.program)
        if state.log is not None and state.log.numbers is not None:
            numbers = state.log.numbers
            self.values = {number: numbers[number] for number, slot in enumerate(self.program.ints) if slot.declared}
        self.held: dict[int, int] = {}
        self.open: set[int] = set()
        self.sealed: list[int] = []
        self.waiting: list[ev.Choose] = []
        self.run = -1
        self.touched: set[int] = set()
        self.begun: Link | None = None
        self.stays = True
        self.later: Sequence[ev.Event] = ()

    def lying(self, zone: int, cards: list[int]) -> list[tuple[int, Look]]:
        """The initial cards of a zone, with what is seen of each; those of a set in an order that reveals nothing."""
        looks = [(card, self.look(card, self.sight.zone[zone])) for card in cards]
        if not self.sight.pile(zone):
            return sorted(looks, key=lambda one: (rank_of(one[1].values), one[0]))
        if cards and self.sight.top[zone]:
            looks[-1] = cards[-1], self.look(cards[-1], self.sight.zone[zone] | self.sight.top[zone])
        return looks

    def copy(self) -> Perception:
        """Return an independent copy."""
        other = Perception.__new__(Perception)
        other.program, other.salt, other.sight, other.run = self.program, self.salt, self.sight, self.run
        other.record, other.log = self.record.copy(), self.log.copy()
        other.cards = other.log.cards
        other.handles, other.true = self.handles, self.true
        other.values, other.held, other.open = dict(self.values), dict(self.held), set(self.open)
        other.sealed, other.waiting = self.sealed[:], self.waiting[:]
        other.touched = set(self.touched)
        other.begun, other.stays, other.later = None, True, ()
        return other

    @property
    def seat(self) -> int:
        """The number of the seat."""
        return self.sight.seat

    # -- true cards and what the seat calls them

    def component(self, card: int) -> str:
        """The component of a true card."""
        return self.program.cards[card].component

    def look(self, card: int, faces: int) -> Look:
        """The look of a true card on these faces."""
        return self.sight.card_looks[faces][card]

    def perceive(self, percept: pc.Percept, cards: Sequence[int] = ()) -> None:
        """Add a percept to the record, and apply it; `cards` are the true cards it is about."""
        self.record.append(percept)
        handles = self.log.read(percept)
        for card, handle in zip(cards, handles, strict=True):
            mine = self.handles[card]
            if handle != mine:  # the seat cannot tell the two apart
                # new ones, as copies share them
                other = self.true[handle]
                self.handles = {**self.handles, card: handle, other: mine}
                self.true = {**self.true, handle: card, mine: other}

    def name(self, card: int) -> CardName:
        """The name of a true card for the seat."""
        return self.cards.name(self.handles[card])

    def value(self, kind: str, value: int, public: bool = False) -> pc.Value:
        """A value as the seat may know it; a card by its name for the seat, or (`public`) for everybody."""
        if kind.startswith("card ") and value >= 0:
            if value not in self.handles:
                component = self.component(value)
                return CardName(component, None, self.sight.blank[component], 0)
            handle = self.handles[value]
            return self.cards.public_name(handle) if public else self.cards.name(handle)
        return value

    def listing(self, kind: str, value: Any, public: bool = False) -> pc.Listing:
        """A value, or a list of values, as the seat may know it."""
        if isinstance(value, int):
            return self.value(kind, value, public)
        return tuple(self.listing(kind, item, public) for item in value)

    def group(self, value: int, number: int, cards: Iterable[int], public: bool = False) -> pc.GroupName:
        """A group of cards, as the seat may know it."""
        handles = self.cards.sorted(self.handles[card] for card in cards)
        names = (self.cards.public_name(d) if public else self.cards.name(d) for d in handles)
        return pc.GroupName(value // ir.GROUP, number, tuple(names))

    def ordered(self, cards: Iterable[int]) -> list[int]:
        """True cards in an order that reveals nothing to the seat: by its knowledge, then at random."""
        return sorted(cards, key=lambda card: (self.cards.rank(self.handles[card])[:-1], self.lot(card)))

    def lot(self, card: int) -> bytes:
        """The random key that orders cards alike to the seat."""
        return hashlib.blake2b(f"{self.salt}:{card}".encode(), digest_size=8).digest()

    def settle(self, card: int, ways: set[Way]) -> None:
        """Close the variables that hold this card: the seat has learnt which card was chosen, as the step names it."""
        if self.open:
            self.open -= {slot for way, slot in ways if way == "var" and self.held.get(slot) == card}

    def alone(self, card: int) -> bool:
        """Whether the seat sees all of a card, or it is alone in its zone."""
        handle = self.handles[card]
        zone = self.cards.zone[handle]
        return self.cards.full(handle) or (len(self.cards.inside[zone]) == 1 and self.sight.size[zone])

    def tells(self, card: int, ways: set[Way]) -> bool:
        """Whether the seat can tell which card is meant before its faces are shown."""
        if self.alone(card):
            return True
        if all(way == "var" for way, _ in ways):
            return any(self.held.get(slot) == card and slot not in self.open for _, slot in ways)
        return False

    # -- what happens

    def read(self, event: ev.Event, later: Sequence[ev.Event] = ()) -> None:
        """Process one true event; `later` are the events after it so far, last first."""
        kind, node, self.later = event[0], event[1], later
        self.cards.mixed.clear()
        self.cards.laid.clear()
        if self.sealed and kind != "choose":
            self.unseal()
        if kind == "step":
            return  # nobody perceives it
        if kind != "move" or node != self.run:
            self.end_run()
        READ[kind](self, event)

    def end_run(self) -> None:
        """End a step's run of moves: now the tops of the piles are seen."""
        self.run = -1
        if not self.touched:
            return
        tops = []
        for zone in sorted(self.touched):
            order = self.cards.order.get(zone)
            if order and order[-1] is not None and (faces := self.sight.top[zone]):
                tops.append((zone, self.look(self.true[order[-1]], faces)))
        self.touched = set()
        self.perceive(pc.Settled("settled", tuple(tops)))

    # -- choices

    def unseal(self) -> None:
        """Show the others' simultaneous choices, in the order of the seats."""
        self.turn_back()
        waiting, self.waiting, self.sealed = self.waiting, [], []
        for event in sorted(waiting, key=lambda event: event.seat):
            self.show_choice(event)

    def turn_back(self) -> None:
        if self.cards.shown:
            self.perceive(pc.TurnedBack("turned back"))

    def read_choose(self, event: ev.Choose) -> None:
        if self.program.sites[event.site].group >= 0:
            self.sealed.append(event.seat)
            if event.seat != self.seat:
                # nothing may change for this seat before all have chosen
                self.waiting.append(event)
                return
        self.turn_back()
        self.show_choice(event)

    def show_choice(self, event: ev.Choose) -> None:
        # without the count, as the number of options may reveal something hidden
        site_number, seat, number = event.site, event.seat, event.number
        site = self.program.sites[site_number]
        entry = next(entry for entry in site.entries if entry.base <= number < entry.base + entry.count)
        own, chosen = seat == self.seat, number - entry.base + entry.low
        is_card = entry.kind.startswith("card ")
        if site.secret and not own:
            self.perceive(pc.Chosen("choose", site_number, seat, None, "hidden", None))
        else:
            value: pc.Value = None
            if entry.kind.startswith("group "):
                value = self.group(chosen, event.group, event.cards, not own)
            elif entry.kind not in ("plain", "pass", "done"):
                value = self.value(entry.kind, chosen, not own)
            about = [chosen] if own and isinstance(value, CardName) else []
            forced = own and event.options == 1
            self.perceive(pc.Chosen("choose", site_number, seat, entry.words, entry.kind, value, forced), about)
        if is_card:
            for slot in self.sight.ways.fills[site_number]:
                self.held[slot] = chosen
                if own:
                    self.open.discard(slot)
                else:
                    self.open.add(slot)

    # -- cards

    def read_move(self, event: ev.Move) -> None:
        _, node, card, source, to, where, depth = event
        ways = self.sight.ways.ways_of("move", node)
        handle = self.handles[card]
        end = None
        if source in self.cards.order:
            names = {way for way, _ in ways}
            end = -1 if names <= {"draw", "top"} else 0 if names == {"bottom"} else None
        if end is None:
            name = self.cards.name(handle) if self.tells(card, ways) else None
        else:
            full = self.cards.order[source][end] is None and self.cards.full(handle)
            name = self.cards.name(handle) if full else None
        seen = self.cards.visible(handle)
        if end == -1 and self.cards.order[source][-1] is not None:
            seen |= self.sight.top[source]
        top = self.sight.top[to] if where == "top" and not self.covered(event) else 0
        before, after = self.look(card, seen), self.look(card, self.sight.zone[to] | top)
        self.run = node
        self.touched |= {source, to}
        order = self.cards.order
        drawn = source in order and _leaves_by_chance(order[source], ways)
        drawn = drawn or (to in order and _lands_by_chance(order[to], where, depth))
        self.perceive(pc.Moved("move", node, name, end, before, after, source, to, where, depth, drawn), [card])
        self.settle(card, ways)

    def covered(self, event: ev.Move) -> bool:
        """Whether the step later changes the top of the zone where this card comes to lie."""
        if not self.sight.top[event.to]:
            return False
        for later in reversed(self.later):
            if isinstance(later, ev.Move) and later.node == event.node:
                if event.to in (later.source, later.to):
                    return True
            elif not isinstance(later, ev.Step):
                return False
        return False

    def read_pour(self, event: ev.Pour) -> None:
        _, node, source, to, cards = event
        sees_size = self.sight.size[source] or self.sight.size[to]
        if sees_size and not cards:
            return
        seen: list[tuple[CardName, Look, int]] = []
        looks = {card: self.look(card, self.sight.zone[to]) for card in cards} if source != to else {}
        if (top := self.top_of(source)) in looks and self.sight.pile(to):
            looks[top] = self.look(top, self.sight.zone[to] | self.sight.top[to])
        if any(look.faces for look in looks.values()):
            names = self.cards.names(source)
            seen = [(names[self.handles[card]], look, card) for card, look in looks.items() if look.faces]
            seen.sort(key=lambda one: (self.cards.rank(self.handles[one[2]])[:-1], repr(one[1])))
            seen = as_they_come(seen, cards, self.cards, self.handles)
        self.touched |= {source, to}
        named_so = tuple((name, look) for name, look, _ in seen)
        self.perceive(pc.Poured("pour", node, source, to, named_so), [card for _, _, card in seen])

    def top_of(self, zone: int) -> int:
        """The true top card of a pile, or the only card of a zone, if the seat can tell that it is there."""
        inside = self.cards.inside[zone]
        last = self.cards.order.get(zone, inside if len(inside) == 1 else [])[-1:]
        return self.true[last[0]] if last and last[0] is not None else NOWHERE

    def read_reveal(self, event: ev.Reveal) -> None:
        _, node, cards, seats = event
        if not cards:
            return
        zones = sorted({self.cards.zone[self.handles[card]] for card in cards})
        if not self.sight.among(seats):
            handles = self.cards.sorted(self.handles[card] for card in cards)
            names = tuple(map(self.cards.public_name, handles))
            self.perceive(pc.Revealed("reveal", node, tuple(zones), names, seats))
            return
        ways = self.sight.ways.ways_of("reveal", node)
        by_place = {way for way, _ in ways} <= {"top", "bottom"}
        for card in self.to_turn(cards):
            handle = self.handles[card]
            zone, seen = self.cards.zone[handle], self.cards.visible(handle)
            name = None
            if by_place or self.tells(card, ways) or self.all_of(zone, self.look(card, seen), cards):
                name = self.cards.name(handle)
            before, after = self.look(card, seen), self.look(card, seen | FRONT)
            self.perceive(pc.Turned("turned", zone, name, before, after), [card])
            self.settle(card, ways)
        self.perceive(pc.Revealed("reveal", node, tuple(zones), None, seats))

    def to_turn(self, cards: Iterable[int]) -> list[int]:
        """Cards about to be turned up, in an order that reveals only what the seat then sees."""

        def rank(card: int) -> tuple[Any, ...]:
            handle = self.handles[card]
            look = self.look(card, self.cards.known_look(handle).faces | FRONT)
            return rank_of(look.values), *self.cards.rank(handle)[1:-1], self.lot(card)

        return sorted(cards, key=rank)

    def all_of(self, zone: int, look: Look, cards: Iterable[int]) -> bool:
        """Whether these are all the cards with this look to the seat in a zone."""
        return {self.true[handle] for handle in self.cards.alike(zone, look)} <= {*cards}

    # -- numbers

    def read_set(self, event: ev.Set) -> None:
        _, node, slot, value = event
        changed = self.values.get(slot) != value
        self.values[slot] = value
        if self.sight.reads(slot):
            seen = self.value(self.program.ints[slot].kind, value)
            self.perceive(pc.NumberSet("set", node, slot, seen, changed))

    def read_tokens(self, event: ev.Tokens) -> None:
        _, node, source, to, amount, public = event
        reads = any(slot >= 0 and self.sight.reads(slot) for slot in (source, to))
        labels = ["box", "box"]
        for side, slot in enumerate((source, to)):
            if slot >= 0:
                place = self.program.ints[slot]
                secret = public & 2 and not self.sight.reads(slot)
                labels[side] = place.declared if secret else place.name
        token = next((self.program.ints[slot].token for slot in (source, to) if slot >= 0), "")
        known = amount if public & 1 or reads else None
        for slot, change in ((source, -amount), (to, amount)):
            if slot in self.values:
                self.values[slot] += change
        self.perceive(pc.TokensMoved("tokens", node, labels[0], labels[1], token, known, bool(public & 4)))

    def read_show(self, event: ev.Show) -> None:
        _, node, slots, seats = event
        values = None
        if self.sight.among(seats):
            kinds = [self.program.ints[slot].kind for slot in slots]
            values = tuple(
                self.value(kind, self.values[slot]) if slot in self.values else None
                for kind, slot in zip(kinds, slots, strict=True)
            )
        self.perceive(pc.NumbersShown("show", node, tuple(slots), values, tuple(seats)))

    # -- what is open to all

    def read_together(self, event: ev.Together) -> None:
        self.perceive(pc.AllChose("together", event.node))

    def read_shuffle(self, event: ev.Shuffle) -> None:
        self.perceive(pc.Shuffled("shuffle", event.node, event.zone))

    def read_gain(self, event: ev.Gain) -> None:
        if event.public and not self.sight.reads(event.slot):  # a seat that may read it sees the new value instead
            self.perceive(pc.Gained("gain", event.node, event.slot, event.amount))

    def read_turn(self, event: ev.Turn) -> None:
        self.perceive(pc.TurnBegun("turn", event.node, event.seat, event.round))

    def read_value(self, event: ev.Say | ev.Random) -> None:
        if isinstance(event, ev.Random) and event.cards:
            value: pc.Listing = self.group(event.value, 0, event.cards, True)
        else:
            value = self.listing(self.program.kinds[event.type], event.value, True)
        self.perceive(pc.Announced(event.kind, event.node, event.type, value))

    def finish(self, state: RunningGame) -> None:
        """Note that the true log has been read to its end."""
        self.end_run()
        if state.over and state.log is not None:
            self.perceive(result_of(state))


READ: dict[str, Callable[[Perception, Any], None]] = {
    "together": Perception.read_together,
    "choose": Perception.read_choose,
    "move": Perception.read_move,
    "pour": Perception.read_pour,
    "shuffle": Perception.read_shuffle,
    "reveal": Perception.read_reveal,
    "set": Perception.read_set,
    "gain": Perception.read_gain,
    "tokens": Perception.read_tokens,
    "show": Perception.read_show,
    "turn": Perception.read_turn,
    "say": Perception.read_value,
    "random": Perception.read_value,
}


def _leaves_by_chance(order: list[Handle | None], ways: set[Way]) -> bool:
    """Whether, as far as the seat can tell, chance decides which card a step takes from the end of a pile."""
    ends = [order[-2:] if way == "draw" else order[:2] for way, _ in ways if way in ("draw", "bottom")]
    return [None, None] in ends


def _lands_by_chance(order: list[Handle | None], where: str, depth: int | None) -> bool:
    """Whether, as far as the seat can tell, chance decides the card's place in a pile, or what is around it."""
    if where in ("top", "bottom"):
        return False
    below = len(order) - max(0, depth or 0)
    if where == "below":
        return below > 0 and order[below - 1 : below + 1] == [None, None]
    return below > 0 or None in order


def result_of(state: RunningGame) -> pc.Ended:
    """The percept of the game's end, public to all."""
    return pc.Ended("end", state.reason, tuple(state.scores), tuple(state.ranks), tuple(state.winners))


def perception_of(state: RunningGame, seat: int) -> Perception:
    """What a seat has perceived up to now; cached on the log, so that only new events are read.

    It stays there once in KEPT_EVERY events; the others go when two later ones are there, whoever asks for them again.
    """
    last = state.log.last if state.log is not None else None
    if last is not None and seat in last.known:
        found: Perception = last.known[seat]
        return found
    link: Link | None = last
    new = []
    while link is not None and seat not in link.known:
        new.append(link.named_event())
        link = link.before
    perception = link.known[seat].copy() if link is not None else Perception(state, seat)
    if link is not None and last is not None:
        perception.begun, perception.stays = link, last.number // KEPT_EVERY > link.number // KEPT_EVERY
        earlier = link.known[seat].begun
        kept = earlier.known.get(seat) if earlier is not None else None
        if earlier is not None and kept is not None and not kept.stays:
            earlier.known.pop(seat, None)  # another thread may have done so
    while new:
        perception.read(new.pop(), new)
    perception.finish(state)
    if last is not None:
        last.keep(seat, perception)
    return perception


def as_they_come(
    seen: list[tuple[CardName, Look, int]], cards: tuple[int, ...], memory: CardKnowledge, handles: dict[int, Handle]
) -> list[tuple[CardName, Look, int]]:
    """Poured cards that the seat sees, the first copy that it knows being the first that comes out of the pile."""
    copies: dict[tuple[str, Look], list[int]] = {}
    for at, (name, look, card) in enumerate(seen):
        handle = handles[card]
        if handle not in memory.order.get(memory.zone[handle], (handle,)) and memory.full(handle):
            copies.setdefault((name.component, look), []).append(at)
    for places in copies.values():
        came = sorted((seen[at][2] for at in places), key=cards.index)
        for at, card in zip(places, came, strict=True):
            seen[at] = (*seen[at][:2], card)
    return seen
