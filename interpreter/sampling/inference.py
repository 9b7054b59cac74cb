"""Infer hidden cards from others' choices: earlier positions in which a choice that the seat saw had to be legal."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.log import Link, Log
from ..game.state import State
from ..program import events as ev
from ..program import ir
from ..program.options import option_of
from ..seats.perception.events import Perception
from .marks import Marks
from .observed_choices import ChosenCard, ObservedChoice, PlayStep, SimultaneousDecision, Snapshot
from .program_analysis import analysis_of
from .retrace import ReplayedGame
from .watcher import Watcher

MOST = 64  # the number of latest choices that are kept
MOST_STEPS = 8  # the number of latest steps that have set a number unseen


class Inference:
    """A seat's inferences along the log of a game.

    `step` is that of which the events are read. `unseen`: of numbers, and of lists that are not declared, that the
    seat cannot work out the steps that set them, each with what was added afterwards; lists are numbered on from the
    numbers. `meant` are the cards that others have chosen, of which the `new` ones have still to be looked at.
    `among`: of each card as bits the cards of which it is one. What the others have chosen in a simultaneous
    decision that is not over is `waiting`. `empty` are the numbers for a chosen card that hold none before it.
    `behind` is the game played again without a log, as far as the trail has come: no log keeps earlier positions.
    """

    def __init__(self, state: State, seat: int, log: Log) -> None:
        self.game, self.seat = state.game, seat
        self.behind = ReplayedGame(state.game, log)
        self.facts = analysis_of(state.game)
        self.reader = Watcher(Perception(state, seat))
        self.reader.perception.cards.asks = True
        self.seen: list[ObservedChoice] = []
        self.together: SimultaneousDecision | None = None
        self.waiting: list[ObservedChoice] = []
        self.step = PlayStep(0, None)
        self.gained = -1  # the number to which something was just added that all can work out
        self.unseen: dict[int, list[tuple[PlayStep, int]]] = {}
        self.among = self.facts.begun[:]
        self.marks = Marks(state.game.program, self.facts.marks, self.reader.cards)
        self.meant: list[ChosenCard] = []
        self.new: list[ChosenCard] = []
        seats, sites = range(state.game.players), range(len(state.game.program.sites))
        self.empty = {slot for site in sites for seat in seats for slot in self.facts.slots_chosen_by(site, seat)}
        self.mark_veiled(-1)

    def read(self, event: ev.Event, later: Sequence[ev.Event]) -> None:
        """Process the next event of the log; `later` as for the reader."""
        if isinstance(event, ev.Choose):
            self.choice(event, self.behind.follow(event.seat, event.site, event.number))
        else:
            self.number(event)
        cards = self.reader.cards
        if isinstance(event, ev.Random) and self.game.program.kinds[event.type].startswith("card "):
            self.note_chosen_card(event.value, cards.visibility.ways.drawn.get(event.node, []))
        known, tags = dict(cards.seen), dict(cards.tags)
        self.reader.read(event, later)
        named = self.named_by(event)
        for item in (*self.seen, *self.waiting):
            if item.veiled >= 0 and item.meant in named and cards.full(item.veiled):
                item.veiled = -1
        for mixed in cards.mixed:
            self.mix(mixed, known, tags)
        self.point(named)
        for mixed in cards.laid:
            self.mix(mixed, known, tags)

    def note_chosen_card(self, card: int, slots: list[int]) -> ChosenCard:
        """Note a card chosen by another seat, or unseen by this one; the slots hold no other any more."""
        for one in self.meant:
            one.slots = [slot for slot in one.slots if slot not in slots]
        made = ChosenCard(card, slots, {card})
        self.meant = [*self.meant, made][-MOST:]
        self.new.append(made)
        return made

    def point(self, named: list[ChosenCard]) -> None:
        """Narrow the cards that a chosen one may be after an event of that choice; those `named` are certain."""
        cards = self.reader.cards
        for one in self.new:
            if not cards.full(one.card):
                look = cards.by_look([one.card, *one.listed, *(cards.alike(one.card) if one.beside else [])])
                one.cards = {*look[0]}
        self.new = []
        for one in named:
            one.cards = {one.card}

    def named_by(self, event: ev.Event) -> list[ChosenCard]:
        """The chosen cards that an event names."""
        if not isinstance(event, ev.Move | ev.Reveal):
            return []
        ways = self.reader.cards.visibility.ways.ways_of(event.kind, event.node)
        slots = {slot for way, slot in ways if way == "var"} if all(way == "var" for way, _ in ways) else set()
        moved = event.cards if isinstance(event, ev.Reveal) else (event.card,)
        return [one for one in self.meant if one.card in moved and slots & {*one.slots}]

    def mix(self, cards: list[int], known: dict[int, int], tags: dict[int, int]) -> None:
        """Note that cards were mixed; `known` are the faces of each that the seat knew before, and still knows.

        `tags` are those before the event.
        """
        now, has, mine = self.reader.cards.seen, self.reader.cards.visibility.card_has, self.reader.cards.tags
        # those that the seat knows wholly and could follow were not mixed up with the others
        whole = (card for card in cards if known.get(card, 0) == now.get(card, 0) == has[card])
        followed = {card for card in whole if card in mine and tags.get(card) == mine[card]}
        lost = [card for card in cards if card not in followed]
        together = 0
        for card in lost:
            together |= self.among[card] & self.facts.alike(card, known.get(card, 0))
        for card in lost:
            self.among[card] = together
        for one in self.meant:
            if not one.cards.isdisjoint(lost):
                one.cards.update(lost)
        alike: dict[int, set[int]] = {}
        for card in cards:
            alike.setdefault(self.game.program.cards[card].look, set()).add(card)
        parts = [part for part in ({*lost}, *(part - {*lost} for part in alike.values())) if len(part) > 1]
        for part in parts:
            self.marks.mix(part)
        for step in {self.step, *(step for steps in self.unseen.values() for step, _ in steps)}:
            for part in parts:
                step.mix(part)
        self.seen = [item for item in self.seen if item.mix(lost, known, has)]
        self.waiting = [item for item in self.waiting if item.mix(lost, known, has)]
        known |= {card: known.get(card, 0) & now.get(card, 0) for card in cards}

    def number(self, event: ev.Event) -> None:
        """Note what an event reveals of numbers that this seat does not see."""
        sight = self.reader.cards.visibility
        gained, self.gained = self.gained, -1
        match event:
            case ev.Gain(slot=slot, node=node, amount=amount, public=public) if public and not sight.reads(slot):
                self.add(slot, amount, node)
                self.gained = slot
            case ev.Set(slot=slot, node=node) if slot != gained and not sight.reads(slot):
                if (node, event.value) not in self.facts.constants:
                    self.hide(slot)
                elif slot not in self.marks.slots:
                    self.unseen.pop(slot, None)
                elif slot in self.unseen or not self.knows_marked_card(slot, node):
                    self.hide(slot)  # it is unknown which of them this one is
                else:
                    self.marks.set_mark(slot, event.value)
            case ev.Tokens(source=source, to=to, amount=amount, public=public):
                reads = any(slot >= 0 and sight.reads(slot) for slot in (source, to))
                for slot, change in ((source, -amount), (to, amount)):
                    if slot < 0 or sight.reads(slot):
                        continue
                    if (public & 1 or reads) and not public & 2:
                        self.add(slot, change)
                    else:
                        self.hide(slot)
            case ev.Show(slots=slots, seats=seats) if sight.among(seats):
                for slot in {*slots} - self.marks.slots.keys():
                    self.unseen.pop(slot, None)

    def hide(self, slot: int) -> None:
        """Note that a number of a family has changed unseen: which one must stay unknown, too."""
        for other in self.facts.hidden_beside(slot, self.seat):
            self.follow(other)

    def follow(self, slot: int) -> None:
        """Note that an unknown number may have changed in this step; the first such step is always kept."""
        steps = self.unseen.setdefault(slot, [])
        if not steps or steps[-1][0] is not self.step:
            self.unseen[slot] = [*steps[:1], *steps[1:][2 - MOST_STEPS :], (self.step, 0)]

    def knows_marked_card(self, slot: int, node: int) -> bool:
        """Whether the seat knows which card a step marks, and it is not one of several possible ones."""
        card = self.marks.slots[slot][1]
        if node not in self.facts.by_choice or self.reader.cards.full(card):
            return True
        return not any(card in one.cards and len(one.cards) > 1 for one in self.meant)

    def mark_secret(self, event: ev.Choose, position: Snapshot) -> None:
        """Mark the memory of a secret choice, and its effects, as unknown."""
        self.forget(position[0][ir.PC])
        kept = [slot for slot in self.unseen if self.facts.temporaries.free[slot]]
        site = self.game.program.sites[event.site]
        if kept or (site.secret and event.seat != self.seat):
            for slot in (*kept, *filter(self.is_untold, self.facts.secret_slots[event.site])):
                self.follow(slot)

    def mark_veiled(self, site: int) -> None:
        """Mark what may be set unseen after a choice (-1: at the beginning) as unknown, even if it is not set."""
        for slot in (*filter(self.is_untold, self.facts.veiled_slots[site]), *self.facts.private[self.seat][site]):
            self.follow(slot)

    def is_untold(self, slot: int) -> bool:
        """Whether no event shows the seat a number when it is set."""
        return self.facts.temporaries.free[slot] or not self.reader.cards.visibility.reads(slot)

    def forget(self, block: int) -> None:
        """Drop what nobody will read any more from this decision on."""
        first, (numbers, lists) = self.facts.temporaries.first, self.facts.dead_slots[block]
        for slot in (*numbers, *(first + number for number in lists)):
            self.unseen.pop(slot, None)

    def recall(self, site: int, seat: int) -> None:
        """Note that the seat knows what its own options depend on."""
        if seat == self.seat:
            for slot in self.facts.slots_read[site] & self.facts.offering:
                self.unseen.pop(slot, None)

    def filled_by(self, seat: int, chosen: list[tuple[int, int]]) -> set[int]:
        """The slots that hold a card by a seat's choices, (site, option number)."""
        return {slot for site, _ in chosen for slot in self.facts.slots_chosen_by(site, seat)}

    def hidden_slots(self) -> frozenset[int]:
        """The slots left out of a position now, except for what is being chosen simultaneously."""
        return frozenset(self.unseen.keys() | self.empty)

    def left_out(self) -> set[int]:
        """The slots left out of the position that `present` gives."""
        own = self.together.chosen.get(self.seat, []) if self.together is not None else []
        return self.lost_numbers().keys() | (self.empty - self.filled_by(self.seat, own))

    def lost_numbers(self) -> dict[int, list[tuple[PlayStep, int]]]:
        """The `unseen` numbers as they were before others' choices in a simultaneous decision that is open."""
        if self.together is None:
            return self.unseen
        earlier = {slot: [item for item in steps if item[0] is not self.step] for slot, steps in self.unseen.items()}
        return {slot: steps for slot, steps in earlier.items() if steps}

    def add(self, slot: int, amount: int, node: int = -1) -> None:
        """Note an addition to a number that the seat can work out."""
        if slot in self.marks.slots:
            if slot in self.unseen or not self.knows_marked_card(slot, node):
                self.hide(slot)
            else:
                self.marks.add(slot, amount)
        elif slot in self.unseen:
            *steps, (step, more) = self.unseen[slot]
            self.unseen[slot] = [*steps, (step, more + amount)]

    def choice(self, event: ev.Choose, position: Snapshot) -> None:
        """Process a choice."""
        self.reader.perception.end_run()  # it sees what lies on top now, whoever chooses first
        position = self.whole(position)
        site = self.game.program.sites[event.site]
        several = any(entry.kind == "done" for entry in site.entries)
        pending = self.pending(site.group, position)
        if (now := self.together) is not None:
            again = not several and event.site in [number for number, _ in now.chosen.get(event.seat, [])]
            if again or now.group != site.group or not pending <= now.pending:
                self.end()
        if self.together is None:
            self.forget(position[0][ir.PC])  # done here, so that the result does not depend on whether `present` did it
            self.recall(event.site, event.seat)
            self.step.after = position[0]
            self.step = PlayStep(self.step.number + 1, position, self.hidden_slots())
            if site.group >= 0:
                self.together = SimultaneousDecision(site.group, position, pending)
        option = option_of(site, event.number)
        card = -1 if option.value is None or not option.kind.startswith("card ") else option.value
        slots = self.reader.cards.visibility.ways.fills[event.site]
        cards = self.reader.cards
        blind = card >= 0 and not cards.alone(card) and len(cards.alike(card)) > 1
        meant = self.note_chosen_card(card, slots) if blind or (card >= 0 and event.seat != self.seat) else None
        if meant is not None:
            meant.own = event.seat == self.seat
            zones, lists = self.facts.offers[event.site]
            meant.listed = {card for number in lists for card in position[1][number]}
            meant.beside = not lists or not zones.isdisjoint({-1, cards.zone[card]})
        if card >= 0 and meant is None:
            for one in self.meant:  # the seat's own card lies there now
                one.slots = [slot for slot in one.slots if slot not in slots]
        self.step.choices.append((event.seat, event.site, event.number, meant))
        if self.together is not None:
            self.together.pending = pending
            position = self.together.seen_by(self.game, event.seat)
            self.together.chosen.setdefault(event.seat, []).append((event.site, event.number))
        else:
            self.empty -= self.facts.slots_chosen_by(event.site, event.seat)
        self.mark_secret(event, position)
        self.mark_veiled(event.site)
        if event.seat == self.seat or site.secret or event.site not in self.facts.telling[self.seat]:
            return
        if self.facts.slots_read[event.site] & self.unseen.keys():
            return
        if apart := self.cards_only_they_see(position, event.seat):
            has = cards.visibility.card_has
            clear = frozenset(card for card, mask in cards.seen.items() if mask == has[card])
            unseen, veiled = self.hidden_slots(), self.veiled_card(card)
            made = position, event.seat, event.site, event.number, apart, clear, unseen, veiled, meant
            self.waiting.append(ObservedChoice(*made))
        if self.together is None:
            self.end()

    def veiled_card(self, card: int) -> int:
        """The chosen card if the seat cannot tell it from others that it knows more, or less, of; else -1."""
        cards = self.reader.cards
        if card < 0 or cards.full(card):
            return -1
        seen, tags = cards.seen, cards.tags
        known = [(seen.get(d, 0), tags.get(d, -1)) for d in [card, *cards.alike(card)]]
        return card if any(one != known[0] for one in known) else -1

    def pending(self, group: int, position: Snapshot) -> set[int]:
        """The seats still to choose in a simultaneous decision."""
        return set(position[1][self.game.program.groups[group].pending]) if group >= 0 else set()

    def end(self) -> None:
        """Process the end of a simultaneous decision, whose order stays unknown."""
        if self.together is not None:
            for seat, chosen in self.together.chosen.items():
                self.empty -= self.filled_by(seat, chosen)
        self.together = None
        self.step.choices.sort(key=lambda choice: choice[0])
        self.seen = [*self.seen, *sorted(self.waiting, key=lambda item: item.seat)][-MOST:]
        self.waiting = []

    def present(self, state: State) -> Snapshot:
        """The current position as the seat sees it."""
        sites = state.sites()
        group = self.game.program.sites[sites[0][1]].group if sites else -1
        now, position = self.together, self.whole((state.v, state.z))
        if now is not None and (now.group != group or not self.pending(group, position) <= now.pending):
            self.end()
        if self.together is not None:
            return self.together.seen_by(self.game, self.seat)
        if sites:
            self.forget(state.v[ir.PC])  # as when somebody chooses, so that it does not show whether somebody has
            for seat, site in sites:
                self.recall(site, seat)
        return position

    def whole(self, position: Snapshot) -> Snapshot:
        """A position in which marks, and cards of unknown places in piles, are as the seat knows them."""
        v, z = self.marks.with_marks(position[0]), position[1]
        cards = self.reader.cards
        if cards.torn:
            z, slots = z[:], self.game.program.lists
            for zone in cards.torn - self.facts.fixed_piles:
                if slots[zone].segments >= 0:
                    z[slots[zone].segments] = unplaced_stretches(cards.order[zone])
        return v, z

    def cards_only_they_see(self, position: Snapshot, seat: int) -> dict[int, tuple[int, ...]]:
        """The cards that only another seat sees: the zone of each, place in a pile, and marks."""
        found: dict[int, tuple[int, ...]] = {}
        v, z = position
        cards, theirs = self.reader.cards, self.facts.sights[seat]
        for zone in range(len(cards.inside)):
            inside = z[zone]
            if mask := theirs.zone[zone]:
                there = inside
            elif (mask := theirs.top[zone]) and inside and zone in cards.order and not self.loose(zone, z):
                there = inside[-1:]
            else:
                continue
            parts = z[number] if (number := self.game.program.lists[zone].segments) >= 0 else []
            ordered = zone in cards.order
            for at, card in enumerate(there):
                if mask & theirs.card_has[card] & ~cards.known(card):
                    place = place_in(parts, at) if ordered else 0
                    found[card] = zone, place, *(v[slot + card] for slot in self.facts.marks)
        return found

    def loose(self, zone: int, z: list[list[int]]) -> bool:
        """Whether the top of a pile is one of several in no order, so that nobody sees it."""
        segments = self.game.program.lists[zone].segments
        return segments >= 0 and z[segments][-1:] == [len(z[zone])]


def place_in(parts: list[int], at: int) -> int:
    """The place of a card in a pile; in an unordered part (start, end, start, end ...) the first place of it."""
    return next((low for low, high in zip(parts[::2], parts[1::2], strict=False) if low <= at < high), at)


def unplaced_stretches(order: list[int | None]) -> list[int]:
    """The stretches of a pile in which no card has a known place: start, end, start, end ..."""
    ends = [at for at in range(len(order) + 1) if (at > 0 and order[at - 1] is None) != (order[at : at + 1] == [None])]
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return [end for low, high in pairs if high - low > 1 for end in (low, high)]


def inference_of(state: State, seat: int) -> Inference:
    """A seat's inferences up to now; cached on the log, and continued from there."""
    assert state.log is not None
    key = "trail", seat
    link: Link | None = state.log.last
    events: list[ev.Event] = []
    while link is not None and key not in link.known:
        events.append(ev.name_parts(link.event))
        link = link.before
    trail: Inference = link.known.pop(key) if link is not None else Inference(state, seat, state.log)
    trail.behind.hear(state.log)
    while events:
        trail.read(events.pop(), events)
    if state.log.last is not None:
        state.log.last.keep(key, trail)
    return trail
