"""The log as one seat saw it, made from the true log by what the program declares about seeing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..game.log import Link
from ..program import events as ev
from ..program import ir
from ..program.events import named
from .knowledge import CardKnowledge
from .phrases import fill
from .running import Running
from .visibility import FACES, ONLOOKER, shown_value, visibility_of

SeatEvent = dict[str, Any]


KEPT_EVERY = 256  # events; a seat's knowledge is kept so often, and where it was last asked for


class SeatEvents:
    """A seat's log. Copies keep in one list what they have in common, and see as much of it as is theirs.

    `shared`: how many of the first ones a copy may have too, so that they must not be changed in place.
    """

    __slots__ = ("items", "length", "shared")

    def __init__(self, items: list[SeatEvent], shared: int) -> None:
        self.items, self.length, self.shared = items, shared, shared

    def copy(self) -> SeatEvents:
        """An independent copy."""
        self.shared = self.length
        return SeatEvents(self.items, self.length)

    def append(self, event: SeatEvent) -> None:
        if len(self.items) > self.length:  # another copy has gone on
            self.items = self.items[: self.length]
        self.items.append(event)
        self.length += 1

    def replace(self, number: int, event: SeatEvent) -> None:
        if number < self.shared:
            self.items, self.shared = self.items[: self.length], 0
        self.items[number] = event

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[SeatEvent]:
        return iter(self[:])

    def __getitem__(self, part: slice) -> list[SeatEvent]:
        start, stop, _ = part.indices(self.length)
        return self.items[start:stop]


class Reader:
    """One seat reading the log: what it knows of the cards, and its own log.

    `sealed` are the seats that have chosen in a simultaneous decision, `waiting` the others' choices in it, not
    yet shown. `run` is the step whose moves are under way; `moved` its (event number, card, tag), `touched` its zones.
    `chosen` counts the seat's own choices, `since` is the number of its first event behind the last of them; `lines`
    are kept by lines.py. `begun` is the link that it was copied from, to read on; `stays` whether it is kept once
    others have read on.
    """

    def __init__(self, state: Running, seat: int) -> None:
        if not (0 <= seat < state.game.program.players or seat == ONLOOKER):
            raise IndexError(f"there is no seat {seat}")
        self.program = state.game.program
        starts = [slot.start for slot in self.program.lists[: self.program.zones]]
        if state.log is None:
            starts = [
                state.z[n] if slot.kind in ("set", "pile") else []
                for n, slot in enumerate(self.program.lists[: self.program.zones])
            ]
        elif state.log.starts is not None:
            starts = state.log.starts
        self.cards = CardKnowledge(visibility_of(state.game, seat), state.seed, starts)
        self.events = SeatEvents([], 0)
        self.values = initial_values(self.program)
        if state.log is not None and state.log.numbers is not None:
            numbers = state.log.numbers
            self.values = {number: numbers[number] for number, slot in enumerate(self.program.ints) if slot.declared}
        self.sealed: list[int] = []
        self.waiting: list[ev.Choose] = []
        self.run = -1
        self.moved: list[tuple[int, int, int | None]] = []
        self.touched: list[int] = []
        self.chosen = self.since = 0
        self.lines: Any = None
        self.begun: Link | None = None
        self.stays = True
        self.later: Sequence[ev.Event] = ()

    def copy(self) -> Reader:
        """An independent copy."""
        other = Reader.__new__(Reader)
        other.program, other.cards, other.run = self.program, self.cards.copy(), self.run
        other.events, other.values = self.events.copy(), dict(self.values)
        other.sealed, other.waiting = self.sealed[:], self.waiting[:]
        other.moved, other.touched = self.moved[:], self.touched[:]
        other.chosen, other.since = self.chosen, self.since
        other.lines = self.lines
        other.begun, other.stays, other.later = None, True, ()
        return other

    def add(self, kind: str, node: int, **more: Any) -> None:
        """An event of this seat's log."""
        words = fill(self.program, self.program.nodes[node].words) if 0 <= node < len(self.program.nodes) else ""
        self.events.append({"number": len(self.events), "kind": kind, "words": words, **more})

    def value(self, kind: str, value: int | Sequence[int], public: bool = False) -> Any:
        """A value or list as JSON; a card as this seat knows it, or (`public`) as somebody else's mention tells it."""
        if not isinstance(value, int):
            return [self.value(kind, item, public) for item in value]
        if kind.startswith("card ") and value >= 0:
            return self.cards.public(value) if public else self.cards.reference(value)
        return shown_value(self.program.names, kind, value)

    def group(self, value: int, number: int, cards: Sequence[int], public: bool = False) -> dict[str, Any]:
        """A group of cards as JSON: its place, which it is there (0: not told), its cards as the seat knows them."""
        told = [
            self.value(f"card {self.program.cards[card].component}", card, public)
            for card in self.cards.sorted([*cards])
        ]
        return {"zone": self.label(value // ir.GROUP), "group": number or None, "cards": told}

    def label(self, zone: int) -> str:
        """The label of a zone."""
        return self.program.lists[zone].name

    def named(self, slot: int) -> str:
        """The label of a number; of one that is hidden on a card not of which card."""
        place = self.program.ints[slot]
        of_card = any(kind in self.program.attributes for kind, _ in place.indexes)
        return place.declared if of_card and not self.cards.visibility.reads(slot) else place.name

    def read(self, event: ev.Event, later: Sequence[ev.Event] = ()) -> None:
        """Takes in one true event; those that follow, as far as they have happened, are `later`, last first."""
        self.later = later
        self.cards.mixed.clear()
        self.cards.laid.clear()
        if not isinstance(event, ev.Choose):
            self.unseal()
        if not isinstance(event, ev.Step) and (not isinstance(event, ev.Move) or event.node != self.run):
            self.end_run()
        READ[event.kind](self, event)

    def end_run(self) -> None:
        """A step has moved its cards: now the tops of the piles are seen."""
        self.run = -1
        if not self.touched:
            return
        for zone in sorted(set(self.touched)):
            self.cards.look_at_top(zone)
        for number, card, tag in self.moved:
            if self.cards.visible(card) and self.cards.tags.get(card) == tag:
                self.events.replace(number, {**self.events.items[number], "card": self.cards.reference(card)})
        self.moved, self.touched = [], []

    # -- choices

    def unseal(self) -> None:
        """All have chosen: what the others chose is shown in the order of the seats."""
        if not self.sealed:
            return
        self.cards.turn_back()
        waiting, self.waiting, self.sealed = self.waiting, [], []
        for event in sorted(waiting, key=lambda event: event.seat):
            self.show_choice(event)

    def read_choose(self, event: ev.Choose) -> None:
        if self.program.sites[event.site].group >= 0:
            self.sealed.append(event.seat)
            if event.seat != self.cards.visibility.seat:
                # nothing may change for this seat before all have chosen
                self.waiting.append(event)
                return
        self.cards.turn_back()
        self.show_choice(event)

    def show_choice(self, event: ev.Choose) -> None:
        # not its count: how many options somebody had may tell what is hidden
        site_number, seat, number = event.site, event.seat, event.number
        site = self.program.sites[site_number]
        entry = next(entry for entry in site.entries if entry.base <= number < entry.base + entry.count)
        own = seat == self.cards.visibility.seat
        made: dict[str, Any] = {
            "seat": seat,
            "decision": fill(self.program, site.words),
            "option": fill(self.program, entry.words),
            "value_kind": entry.kind,
            "value": None,
        }
        if site.asks:
            made["asks"] = site.asks
        if site.secret and not own:
            made |= {"option": "", "value_kind": "hidden", "hidden": True}
        elif entry.kind.startswith("group "):
            made["value"] = self.group(number - entry.base + entry.low, event.group, event.cards, not own)
        elif entry.kind not in ("plain", "pass", "done"):
            made["value"] = self.value(entry.kind, number - entry.base + entry.low, not own)
        self.add("choose", site.node, **made)
        if own:
            self.chosen, self.since = self.chosen + 1, len(self.events)
        if entry.kind.startswith("card "):
            card = number - entry.base + entry.low
            self.cards.choice(seat, card, self.cards.visibility.ways.fills[site_number])

    # -- cards

    def read_move(self, event: ev.Move) -> None:
        _, node, card, source, to, where, depth = event
        ways = self.cards.visibility.ways.of("move", node)
        left = self.cards.move(card, to, where, depth, ways, self.covered(event))
        after = self.cards.passing(card)
        known = after if left is None or any(word in after for word in FACES.values()) else left
        self.run = node
        self.moved.append((len(self.events), card, self.cards.tags.get(card)))
        self.touched += [source, to]
        self.add("move", node, **{"from": self.label(source), "to": self.label(to)}, card=known, where=where)

    def covered(self, event: ev.Move) -> bool:
        """Whether the step goes on to change what lies on top where this card comes to lie."""
        if not self.cards.visibility.top[event.to]:
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
        sees_size = self.cards.visibility.size[source] or self.cards.visibility.size[to]
        if sees_size and not cards:
            return
        self.cards.pour(source, to)
        listed = [self.cards.reference(card) for card in self.cards.sorted(list(cards)) if card in self.cards.seen]
        count = len(cards) if sees_size else None
        self.touched += [source, to]
        ends = {"from": self.label(source), "to": self.label(to)}
        component = self.program.lists[source].component
        self.add("pour", node, **ends, component=component, count=count, cards=listed)

    def read_shuffle(self, event: ev.Shuffle) -> None:
        _, node, zone = event
        self.cards.shuffle(zone)
        self.add("shuffle", node, zone=self.label(zone))

    def read_reveal(self, event: ev.Reveal) -> None:
        _, node, cards, seats = event
        if not cards:
            return
        zones = sorted({self.cards.zone[card] for card in cards})
        to: dict[str, Any] = {"to": list(seats), "public": self.all(seats)}
        if not self.cards.visibility.among(seats):
            # how many of them are whose is between those who see them
            shown = [self.cards.public(card) for card in self.cards.sorted(list(cards))]
            self.add("reveal", node, cards=shown, zones=[self.label(zone) for zone in zones], **to)
            return
        self.cards.reveal(list(cards), self.cards.visibility.ways.of("reveal", node))
        for zone in zones:
            here = self.cards.sorted([card for card in cards if self.cards.zone[card] == zone])
            shown = [self.cards.reference(card) for card in here]
            self.add("reveal", node, cards=shown, zones=[self.label(zone)], **to)

    # -- numbers and words

    def read_set(self, event: ev.Set) -> None:
        _, node, slot, value = event
        changed = self.values.get(slot) != value
        self.values[slot] = value
        if self.cards.visibility.reads(slot):
            place = self.program.ints[slot]
            told = {"label": place.name, "value_kind": place.kind, "value": self.value(place.kind, value)}
            self.add("set", node, variable=place.declared, **told, changed=changed)

    def read_gain(self, event: ev.Gain) -> None:
        _, node, slot, amount, public = event
        if public and not self.cards.visibility.reads(slot):  # who may read it sees the new value instead
            self.add("gain", node, variable=self.program.ints[slot].declared, label=self.named(slot), amount=amount)

    def read_tokens(self, event: ev.Tokens) -> None:
        _, node, source, to, amount, public = event
        reads = any(slot >= 0 and self.cards.visibility.reads(slot) for slot in (source, to))
        labels = ["box", "box"]
        for side, slot in enumerate((source, to)):
            if slot >= 0:
                place = self.program.ints[slot]
                secret = public & 2 and not self.cards.visibility.reads(slot)
                labels[side] = place.declared if secret else place.name
        token = next((self.program.ints[slot].token for slot in (source, to) if slot >= 0), "")
        known = amount if public & 1 or reads else None
        for slot, change in ((source, -amount), (to, amount)):
            if slot in self.values:
                self.values[slot] += change
        further = {"further": True} if public & 4 else {}
        self.add("tokens", node, **{"from": labels[0], "to": labels[1]}, token=token, amount=known, **further)

    def read_show(self, event: ev.Show) -> None:
        _, node, slots, seats = event
        mine = self.cards.visibility.among(seats)
        listed: list[dict[str, Any]] = []
        for slot in slots:
            place = self.program.ints[slot]
            value = self.value(place.kind, self.values[slot]) if mine and slot in self.values else None
            listed.append({"label": self.named(slot), "value_kind": place.kind, "value": value})
        self.add("show", node, values=listed, to=list(seats), public=self.all(seats))

    def all(self, seats: tuple[int, ...]) -> bool:
        """Whether these are all the players."""
        return len(set(seats)) == self.program.players

    def read_turn(self, event: ev.Turn) -> None:
        self.add("turn", event.node, seat=event.seat, round=event.round)

    def read_value(self, event: ev.Say | ev.Random) -> None:
        kind = self.program.kinds[event.type]
        if isinstance(event, ev.Random) and event.cards:
            value: Any = self.group(event.value, 0, event.cards, True)
        else:
            value = self.value(kind, event.value, True)
        self.add(event.kind, event.node, value_kind=kind, value=value)

    def finish(self, state: Running) -> None:
        """The log has been read to its end."""
        self.end_run()
        if state.over and state.log is not None:
            self.add("end", -1, **result_of(state))


READ: dict[str, Callable[[Reader, Any], None]] = {
    "step": lambda reader, event: None,
    "together": lambda reader, event: None,
    "choose": Reader.read_choose,
    "move": Reader.read_move,
    "pour": Reader.read_pour,
    "shuffle": Reader.read_shuffle,
    "reveal": Reader.read_reveal,
    "set": Reader.read_set,
    "gain": Reader.read_gain,
    "tokens": Reader.read_tokens,
    "show": Reader.read_show,
    "turn": Reader.read_turn,
    "say": Reader.read_value,
    "random": Reader.read_value,
}


def initial_values(program: ir.Program) -> dict[int, int]:
    """The numbers with which the declared variables begin, as far as they are written down."""
    found = {number: 0 for number, slot in enumerate(program.ints) if slot.declared}
    for statement in program.blocks[0].body:
        if statement[0] == "emit":
            break
        if statement[0] == "set" and isinstance(statement[3], int) and isinstance(statement[2], int):
            found[statement[1] + statement[2]] = statement[3]
        elif statement[0] == "set":
            found.pop(statement[1], None)
    return found


def reader_of(state: Running, seat: int) -> Reader:
    """The seat's reading of the log up to now; kept on the log, so that only what is new is read.

    It stays there once in KEPT_EVERY events; the others go when two later ones are there, whoever asks for them again.
    """
    last = state.log.last if state.log is not None else None
    if last is not None and seat in last.known:
        found: Reader = last.known[seat]
        return found
    link: Link | None = last
    new = []
    while link is not None and seat not in link.known:
        new.append(named(link.event))
        link = link.before
    reader = link.known[seat].copy() if link is not None else Reader(state, seat)
    if link is not None and last is not None:
        reader.begun, reader.stays = link, last.number // KEPT_EVERY > link.number // KEPT_EVERY
        earlier = link.known[seat].begun
        kept = earlier.known.get(seat) if earlier is not None else None
        if earlier is not None and kept is not None and not kept.stays:
            earlier.known.pop(seat, None)  # another thread may have done so
    while new:
        reader.read(new.pop(), new)
    reader.finish(state)
    if last is not None:
        last.keep(seat, reader)
    return reader


def result_of(state: Running) -> SeatEvent:
    """The end of a game, public to all."""
    return {"reason": state.reason, "scores": state.scores, "ranks": state.ranks, "winners": state.winners}
