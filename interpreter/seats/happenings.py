"""What a seat saw happen between two moments: pictures in between, laid one percept after another.

A picture is an information state like that of a page: made of what the seat knew, its own record and the scene before
it now, and nothing else. A picture is cut before something that was to be seen goes away, and where somebody else's
choice is done. How long it stays depends on kinds of percepts alone, never on a value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from . import percepts as pc
from .card_memory import Handle
from .percepts import CardName, GroupName, Percept, SeatEvent, Value
from .scene import InformationState, Scene
from .seat_log import SeatLog
from .visibility import FRONT

# milliseconds that a picture stays: after somebody else's choice, before open cards go away or what was turned up is
# turned back, with a die, and before the cards of all are shuffled together
CHOICE, TRICK, REVEAL, DICE, HAND = 600, 1200, 1500, 1000, 3000
# more cards than one leave together
SEVERAL = 2
# among so many events the last turns are looked for
BACK = 400


@dataclass
class Beginning:
    """What a seat knew at some moment, and its percepts since then; from its own event `number` on there are pictures.

    `numbers`: those that it could read, by slot, as far as its record named them; a card is there by its handle.
    """

    number: int
    log: SeatLog
    numbers: dict[int, int | Handle | None]
    percepts: Sequence[Percept]


class Taking(NamedTuple):
    """Open cards that go to a seat's place together; a trick: they lay before several players."""

    seat: int
    is_trick: bool


class Happening(NamedTuple):
    """A picture in between: up to which of its own events the seat sees the game, and for how many milliseconds.

    `known`: all that it knows then; `way`: where cards have gone since the picture before, as (zone, zone, tag or
    None), in order; `taking`: who takes what lies there next, if somebody does.
    """

    number: int
    hold: int
    known: InformationState
    way: tuple[tuple[int, int, int | None], ...]
    taking: Taking | None = None


def happenings(beginning: Beginning, now: Scene) -> list[Happening]:
    """Return the pictures since an earlier moment, the last of them as the seat sees the game now.

    now: the scene before it. The beginning's log is used up.
    """
    return [*Pictures(beginning, now).cut()]


def look_back(beginning: Beginning, now: Scene) -> InformationState:
    """Return all that a seat knew at an earlier moment, the beginning's number; its log is used up.

    now: the scene before it. A number that its record names only later is nothing; one that it never names is as now.
    """
    unnamed = {slot for slot in now.values if slot not in beginning.numbers}
    pictures = Pictures(beginning, now)
    at = pictures.read_to_beginning()
    parts = beginning.percepts[:at], beginning.percepts[at:]
    before, later = ({one.slot for one in part if isinstance(one, pc.NumberSet)} for part in parts)
    scene = pictures.scene(at, pictures.next_player(at) if parts[1] else now.pending)
    scene.values.update(dict.fromkeys((unnamed & later) - before))
    return InformationState(pictures.log, scene)


class Pictures:
    """Lays percepts on what a seat knew, and cuts pictures.

    `placed`: something lies or reads otherwise than in the picture before; `chose`: somebody else has chosen since, and
    `told`: the choice itself says something; `rolled`: chance has decided a number. Up to `left` the percepts belong to
    a step whose moves were looked at. `way`, `taking`: see Happening.
    """

    def __init__(self, beginning: Beginning, now: Scene) -> None:
        self.log, self.now = beginning.log, now
        self.percepts, self.program = beginning.percepts, beginning.log.program
        self.seat = self.log.visibility.seat
        self.numbers = dict(beginning.numbers)
        self.count_back()
        self.begin, self.left = beginning.number, 0
        self.begin_picture()

    def cut(self) -> Iterator[Happening]:
        """Yield the pictures, the last as things stand now."""
        begun = len(self.log.events) >= self.begin
        for at, percept in enumerate(self.percepts):
            if not begun and len(self.log.events) >= self.begin and not isinstance(percept, pc.Settled):
                self.begin_picture()
                begun = True
            hold = self.hold_before(at) if begun else 0
            if hold:
                yield self.picture(hold, self.scene(at, self.next_player(at)))
            self.read(percept)
        if not begun:
            self.begin_picture()
        yield Happening(len(self.log.events), self.hold_at_end(), InformationState(self.log, self.now), tuple(self.way))

    def read_to_beginning(self) -> int:
        """Lay percepts up to the beginning on what the seat knew before it; return how many."""
        for at, percept in enumerate(self.percepts):
            if len(self.log.events) >= self.begin and not isinstance(percept, pc.Settled):
                return at
            self.read(percept)
        return len(self.percepts)

    def begin_picture(self) -> None:
        """Forget what is in the picture before."""
        self.placed = self.chose = self.told = self.rolled = False
        self.taking: Taking | None = None
        self.way: list[tuple[int, int, int | None]] = []

    def picture(self, hold: int, scene: Scene) -> Happening:
        """The picture as things stand."""
        known = InformationState(self.log.copy(), scene)
        made = Happening(len(self.log.events), hold, known, tuple(self.way), self.taking)
        self.begin_picture()
        return made

    # -- where a picture is cut

    def hold_before(self, at: int) -> int:
        """How long a picture before that percept stays; 0 if there is none."""
        percept = self.percepts[at]
        if isinstance(percept, pc.TurnedBack | pc.Chosen):
            return 0 if self.are_together(at) else self.hold_at_end()
        if self.rolled and not isinstance(percept, pc.NumberSet | pc.Announced):
            return DICE
        if at < self.left or not self.placed or not isinstance(percept, pc.Moved | pc.Poured):
            return 0
        run, self.left = self.moves_of_step(at)
        if self.ends_hand(at):
            return HAND
        if any(card in self.log.cards.shown for cards in run.values() for card in cards):
            return REVEAL
        if sum(self.lie_open(zone, cards) for zone, cards in run.items()) < SEVERAL:
            return 0
        self.taking = self.taken_by(self.percepts[at : self.left])
        return TRICK

    def hold_at_end(self) -> int:
        """How long the picture of a finished choice stays; 0 if nobody else has chosen and nothing was turned up."""
        shown = REVEAL if self.placed and self.log.cards.shown else 0
        chosen = CHOICE if self.told or (self.chose and self.placed) else 0
        return max(shown, DICE if self.rolled else 0, chosen)

    def are_together(self, at: int) -> bool:
        """Whether the choice before and the next one were made at the same time, and are seen at once."""
        before = self.percepts[at - 1] if at else None
        percept = next((one for one in self.percepts[at:] if not isinstance(one, pc.TurnedBack)), None)
        if not isinstance(before, pc.Chosen) or not isinstance(percept, pc.Chosen):
            return False
        return self.program.sites[before.site].group == self.program.sites[percept.site].group >= 0

    def moves_of_step(self, at: int) -> tuple[dict[int, list[Handle]], int]:
        """The cards that leave in a step from there on, as far as the seat can tell, by their zones; where it ends."""
        cards, run, node = self.log.cards, dict[int, list[Handle]](), -1
        for end in range(at, len(self.percepts)):
            percept = self.percepts[end]
            if isinstance(percept, pc.Poured | pc.Moved):
                if percept.node != node >= 0:
                    return run, end
                node = percept.node
                leave = self.card_of(percept) if isinstance(percept, pc.Moved) else cards.inside[percept.source]
                run.setdefault(percept.source, []).extend(leave)
            elif not isinstance(percept, pc.Settled | pc.NumberSet | pc.Gained | pc.TokensMoved):
                return run, end
        return run, len(self.percepts)

    def taken_by(self, step: Sequence[Percept]) -> Taking | None:
        """Who takes the cards that a step moves, if they all go to one player, and not only from its own places."""
        moves = [one for one in step if isinstance(one, pc.Poured | pc.Moved)]
        owners, takers = (
            {self.program.lists[zone].owner for zone in zones}
            for zones in ([one.source for one in moves], [one.to for one in moves])
        )
        seat = takers.pop()
        return Taking(seat, len(owners - {-1}) > 1) if seat >= 0 and not takers and owners != {seat} else None

    def card_of(self, moved: pc.Moved) -> list[Handle]:
        """The card that is going to move, if it lies in its place now and can be told."""
        cards = self.log.cards
        if moved.name is not None:
            card = cards.tagged.get(moved.name.tag or 0)
            return [card] if card is not None and cards.zone[card] == moved.source else []
        order = cards.order.get(moved.source)
        top = order[moved.end] if order and moved.end is not None else None
        return [] if top is None else [top]

    def lie_open(self, zone: int, leaving: list[Handle]) -> int:
        """How many of the cards that leave a zone lie there for all to see; of a pile only the top does."""
        everybody = (1 << self.program.players) - 1
        slot, cards = self.program.lists[zone], self.log.cards
        if slot.kind == "pile":
            return 0
        return sum(bool(cards.visible(card) & FRONT) for card in leaving) if slot.see["front"] == everybody else 0

    def ends_hand(self, at: int) -> bool:
        """Whether the cards of several players are gathered there, to be shuffled."""
        owners, heaps = set[int](), set[int]()
        for percept in self.percepts[at:]:
            if isinstance(percept, pc.Poured | pc.Moved):
                owners.add(self.program.lists[percept.source].owner)
                heaps.add(percept.to)
            elif isinstance(percept, pc.Shuffled):
                return len(owners - {-1}) > 1 and heaps == {percept.zone}
            elif isinstance(percept, pc.Chosen):
                break
        return False

    # -- what happens

    def read(self, percept: Percept) -> None:
        """Lay one percept on what the seat knows."""
        poured = self.log.cards.inside[percept.source][:] if isinstance(percept, pc.Poured) else []
        cards = self.log.read(percept)
        match percept:
            case pc.Chosen():
                self.chose |= percept.seat != self.seat
                self.told |= percept.seat != self.seat and is_told(percept)
            case pc.Moved():
                self.placed = True
                self.way.append((percept.source, percept.to, self.log.cards.tags.get(cards[0])))
            case pc.Poured():
                self.placed = True
                # how many they are is known only to who sees one of the places' sizes
                size = self.log.visibility.size
                told = self.log.cards.sorted(poured) if size[percept.source] or size[percept.to] else ()
                tags = [self.log.cards.tags.get(card) for card in told] or [None]
                self.way += [(percept.source, percept.to, tag) for tag in tags]
            case pc.Shuffled() | pc.Turned():
                self.placed = True
            case pc.Announced(kind="random"):
                self.rolled = True
            case pc.NumberSet():
                self.placed |= percept.changed
                self.numbers[percept.slot] = self.number(percept.value)
            case pc.TokensMoved():
                self.placed |= percept.amount != 0
                self.move_tokens(percept, 1, self.numbers)

    def number(self, value: Value) -> int | Handle | None:
        """A number as it is kept; a card by its handle."""
        if isinstance(value, CardName):
            return self.log.cards.named(value) if value.zone >= 0 else None
        return None if isinstance(value, GroupName) else value

    def count_back(self) -> None:
        """Work out numbers that the record does not name, as they begin with something computed, from those of now."""
        unnamed = {slot for slot in self.now.values if slot not in self.numbers}
        self.numbers |= {slot: value for slot in unnamed if isinstance(value := self.now.values[slot], int)}
        for percept in reversed(self.percepts) if unnamed else ():
            if isinstance(percept, pc.TokensMoved):
                self.move_tokens(percept, -1, unnamed)

    def move_tokens(self, moved: pc.TokensMoved, sign: int, slots: Collection[int]) -> None:
        """Change those of these numbers that the seat reads where tokens leave and arrive; sign: -1 undoes it."""
        for label, by in ((moved.source, -sign), (moved.to, sign)):
            slot = self.log.visibility.numbers.get(label, -1)
            if slot not in slots:
                continue
            before = self.numbers.get(slot)
            if isinstance(before, int) and moved.amount is not None:
                self.numbers[slot] = before + by * moved.amount

    def next_player(self, at: int) -> tuple[int, ...]:
        """Who chooses next; nobody where others do so at the same time, or something else happens before."""
        percept = self.percepts[at]
        if isinstance(percept, pc.TurnedBack) and at + 1 < len(self.percepts):
            percept = self.percepts[at + 1]
        alone = isinstance(percept, pc.Chosen) and self.program.sites[percept.site].group < 0
        return (percept.seat,) if isinstance(percept, pc.Chosen) and alone else ()

    def scene(self, at: int, pending: tuple[int, ...]) -> Scene:
        """The scene of a picture in between, before that percept: nobody is asked anything."""
        cards = self.log.cards
        values = dict(self.now.values)
        for slot in values:
            known = self.numbers.get(slot)
            if isinstance(known, str):
                values[slot] = cards.name(known)
            elif slot in self.numbers:
                values[slot] = known
        groups = {card: self.now.groups.get(card, 0) for card in cards.zone}
        lasts = _is_same_stage(self.log.events[max(0, len(self.log.events) - BACK) :], self.percepts[at:])
        return Scene(False, values, groups, pending, None, -1, None, self.now.stages if lasts else ())


def is_told(choice: pc.Chosen) -> bool:
    """Whether a choice says anything to a seat: an option, a value, or a card of which it knows something."""
    value = choice.value
    if isinstance(value, CardName):
        return bool(value.look.faces) or value.tag is not None
    return bool(choice.option) or value is not None


def _is_same_stage(earlier: Sequence[SeatEvent], later: Sequence[Percept]) -> bool:
    """Whether turns say that the loops around them are in the same pass: rounds go on, no turn comes twice in one.

    earlier: the last events of a seat's log then; later: what it has perceived since.
    """
    known = [(event["seat"], event["round"]) for event in earlier if event["kind"] == "turn"]
    begun = [(one.seat, one.round) for one in later if isinstance(one, pc.TurnBegun)]
    if not known:
        return False
    number = known[-1][1]
    seen = {seat for seat, _ in takewhile(lambda turn: turn[1] == number, reversed(known))}
    for seat, its in begun:
        if its < number or (its == number and seat in seen):
            return False
        seen = {seat} if its > number else seen | {seat}
        number = its
    return True
