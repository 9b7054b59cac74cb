"""Sample whole histories: replay the game with other chance and choices such that the seat sees the same.

What the seat saw is forced, unseen chance and hidden choices are tried in random order. See docs/solving.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..backend.runtime import draw, draw_bottom
from ..base.errors import GameError
from ..base.streams import GAME, SAMPLING, Stream, seed_stream
from ..game.state import State
from ..program.events import Choose, Event, Move, name_parts
from ..program.wording import fill
from ..seats.perception.events import Perception
from ..seats.percepts import SeatEvent
from ..solving.tree import ChanceNeeded, ScriptedState
from .evidence import CardSet, Evidence, Need
from .watcher import Watcher

EXACT_STEPS = 1_000
STEPS = 20_000
PATIENCE = 300


class Contradiction(BaseException):
    """The seat would see something else. Not an Exception, so that the engine passes it on."""


class WatchedEvents(list[Any]):
    """An event list that shows each new event to the seat at once, except the first ones, seen already."""

    def __init__(self, state: WatchedState, seen: int) -> None:
        super().__init__()
        self.state, self.seen = state, seen

    def append(self, event: tuple[Any, ...]) -> None:
        """Adds an event. Raises Contradiction where the seat would see something else."""
        super().append(event)
        if len(self) > self.seen:
            self.state.show(name_parts(event))


class WatchedState(ScriptedState):
    """A scripted game watched by the seat. `compared`: the number of events of the reader's log already matched."""

    __slots__ = ("evidence", "reader", "compared", "drawable")

    def __init__(self, evidence: Evidence, salt: int) -> None:
        super().__init__(evidence.game, True)
        self.seed = salt
        self.evidence = evidence
        self.reader = Watcher(Perception(self, evidence.seat))
        self.compared = 0
        self.drawable: list[int] = []

    def copy(self, script: tuple[int, ...] = ()) -> WatchedState:
        """An independent copy with another script; the reader is not copied."""
        other = super().copy(script)
        assert isinstance(other, WatchedState)
        other.evidence, other.reader, other.compared, other.drawable = self.evidence, self.reader, self.compared, []
        return other

    def draw(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """Draw the top card; `drawable` are the cards among which chance decides."""
        if parts and zone and parts[-1] == len(zone):
            self.drawable = zone[parts[-2] :]
        return draw(self, zone, parts, message)

    def draw_bottom(self, zone: list[int], parts: list[int] | None, message: str) -> int:
        """Draw the bottom card, likewise."""
        if parts and zone and parts[0] == 0:
            self.drawable = zone[: parts[1]]
        return draw_bottom(self, zone, parts, message)

    def show(self, event: Event) -> None:
        """Show a true event to the seat. Raises Contradiction if it does not see what it saw."""
        reader, own = self.reader, self.evidence.seat
        offered = self.evidence.offered.get(len(reader.events))
        if isinstance(event, Choose) and event.seat == own and event.options != offered:
            raise Contradiction
        reader.read(event)
        if isinstance(event, Move):
            tag = reader.cards.tags.get(event.card, 0)
            if event.card not in self.evidence.behind.get(tag, self.evidence.every):
                raise Contradiction
        self.compare(reader.settled)

    def compare(self, settled: int) -> None:
        """Compare the log so far; events from `settled` on may still be completed."""
        mine, true = self.reader.events, self.evidence.events
        if len(mine) > len(true) or mine[self.compared : settled] != true[self.compared : settled]:
            raise Contradiction
        for event, other in zip(mine[settled:], true[settled:], strict=False):
            if not may_become(event, other):
                raise Contradiction
        self.compared = settled

    def stop(self) -> None:
        """End a step. Raises Contradiction if the seat has not seen what it saw."""
        self.reader.finish(self)
        self.compare(len(self.reader.events))
        for card, tag in self.reader.cards.tags.items():
            if card not in self.evidence.behind.get(tag, self.evidence.every):
                raise Contradiction
        if self.log is not None and self.log.last is not None:
            self.reader.keep(self.log.last)


def may_become(event: SeatEvent, other: SeatEvent) -> bool:
    """Whether an event may become the other one once the seat knows more of the card."""
    if event["kind"] != "move" or other["kind"] != "move":
        return event == other
    if any(event[key] != other[key] for key in ("from", "to", "where", "words")):
        return False
    mine, true = event["card"], other["card"]
    return mine["tag"] in (None, true["tag"]) and all(
        mine[face] == true.get(face) for face in ("front", "back") if face in mine
    )


@dataclass(slots=True, eq=False)
class SearchPoint:
    """A node of the search: `state` at its last stop, the move since (seat, site, number, numbers), chance since.

    `results` says how many results chance has here (0: the game has stopped for a decision or its end). `seen` are the
    events of the step under way that the `reader` has read; `drawable` the cards among which chance decides, if these.
    `likely` is how likely chance and the others' choices are, if they choose at random.
    """

    state: WatchedState
    move: tuple[int, int, int, list[int]] | None
    script: tuple[int, ...]
    results: int
    reader: Watcher
    compared: int
    seen: int
    drawable: list[int]
    likely: float

    def after(
        self, move: tuple[int, int, int, list[int]] | None, script: tuple[int, ...], share: float
    ) -> SearchPoint | None:
        """The node after a move or one more chance result; None if the seat would see something else."""
        running = self.state.copy(script)
        running.reader, running.compared = self.reader.copy(), self.compared
        running.events = feed = WatchedEvents(running, self.seen)
        likely, results = self.likely * share, 0
        try:
            if move is None:
                running._advance(0)
            else:
                seat, site, number, numbers = move
                if not self.results:
                    running.show(Choose("choose", site, seat, number, len(numbers)))
                running.take(seat, site, number, numbers)
            running.stop()
        except (Contradiction, GameError):
            return None
        except ChanceNeeded as needed:
            results = needed.results
            drawable = running.drawable if len(running.drawable) == results else []
            made = self.state, move, script, results, running.reader, running.compared, len(feed), drawable, likely
            return SearchPoint(*made)
        running.script = ()
        return SearchPoint(running, None, (), 0, running.reader, running.compared, 0, [], likely)


class Sampler:
    """Draws states that a seat cannot tell from the true one, which it reads only through that seat's eyes.

    `exact`: all such states were found within EXACT_STEPS steps, so each is drawn as likely as it is if the others
    choose at random. Else one is found by search, and some may be more likely than they should be. `steps` are the
    steps of the game tried for the last draw. `random` is the state of a random stream (default: the state's own
    sampling stream).
    """

    def __init__(self, state: State, seat: int, random: int | None = None) -> None:
        self.evidence = Evidence(state, seat)
        self.stream = Stream(seed_stream(state.seed, SAMPLING) if random is None else random)
        self.found: list[SearchPoint] = []
        self.exact = self.large = False
        self.steps = 0

    def draw(self, budget: int = STEPS) -> State | None:
        """Draw a state, None if none was found in so many steps."""
        self.steps = 0
        while not self.exact and self.steps < budget:
            self.found = []
            self.exact = self.search(min(budget, self.steps + (PATIENCE if self.large else EXACT_STEPS)))
            self.large = not self.exact
            if self.large and self.found:
                return self.make_state(self.found[0])
        return self.make_state(self.draw_weighted()) if self.exact and self.found else None

    def search(self, until: int) -> bool:
        """Search all matching nodes in random order; return whether the search ended before so many steps.

        Stops at the first one that fits if the game is known to be too large.
        """
        state = self.begin()
        root = SearchPoint(state, None, (), 0, state.reader, 0, 0, [], 1.0)
        open_: list[Iterator[SearchPoint | None]] = [iter([root.after(None, (), 1.0)])]
        while open_:
            place = next(open_[-1], self)
            if isinstance(place, Sampler):
                open_.pop()
                continue
            self.steps += 1
            if place is None:
                continue
            if not place.results and len(place.reader.events) == len(self.evidence.events) and self.is_end(place):
                if self.fits(place.state):
                    self.found.append(place)
                    if self.large:
                        return False
                continue
            if self.steps >= until:
                return False
            open_.append(self.children(place))
        return True

    def begin(self) -> WatchedState:
        """Return a game before its first step."""
        return WatchedState(self.evidence, self.salt())

    def fits(self, state: WatchedState) -> bool:
        """Whether the seat sees the same at the end of the search."""
        return state.view(self.evidence.seat) == self.evidence.view

    # -- the choices of the search

    def is_end(self, place: SearchPoint) -> bool:
        """Whether a node, with the whole log seen, is an end of the search.

        Where the seat decides simultaneously with others, those before it have decided first.
        """
        sites = place.state.sites()
        seats = [seat for seat, _ in sites]
        return self.evidence.seat not in seats or seats[0] == self.evidence.seat

    def children(self, place: SearchPoint) -> Iterator[SearchPoint | None]:
        """The possible next nodes, in random order, the likely first; None where the seat would see something else."""
        if place.results:
            share = 1 / place.results
            ranks = self.ranked_draws(place) if place.drawable else [0] * place.results
            for position in self.order_by_rank(ranks):
                yield place.after(place.move, (*place.script, position), share)
            return
        seat, site = self.mover(place)
        if seat < 0:
            return
        numbers = place.state.option_numbers(seat, site)
        share = 1.0 if seat == self.evidence.seat else 1 / len(numbers)
        ranks = [0] * len(numbers) if seat == self.evidence.seat else self.ranked_options(place, seat, site, numbers)
        for position in self.order_by_rank(ranks):
            yield place.after((seat, site, numbers[position], numbers), (), share)

    def mover(self, place: SearchPoint) -> tuple[int, int]:
        """The seat that decides next, and where; of several the seat itself if the log says so. (-1, -1): nobody."""
        sites = place.state.sites()
        own = [(seat, site) for seat, site in sites if seat == self.evidence.seat]
        others = [(seat, site) for seat, site in sites if seat != self.evidence.seat]
        if own:
            seen = len(place.reader.events)
            event = self.evidence.events[seen] if seen < len(self.evidence.events) else None
            if event is not None and event["kind"] == "choose" and event["seat"] == self.evidence.seat:
                return own[0]
            if event is not None:
                return -1, -1
        return others[0] if others else (-1, -1)

    def ranked_draws(self, place: SearchPoint) -> list[int]:
        """A rank for each card that may be drawn, by how well it fits later events: 0 is best."""
        seen = len(place.reader.events)
        event = self.evidence.events[seen] if seen < len(self.evidence.events) else None
        if event is None or event["kind"] != "move":
            return [0] * place.results
        needs = self.evidence.needs[seen + 1]
        cards = place.reader.cards
        # cards that it will follow from here come first, in the order in which it will; then what it will see elsewhere
        followed = self.evidence.followed
        open_ = [known for tag, source, known in followed if tag >= cards.next and source == event["from"]]
        there = range(0)
        for label, found in needs.items():
            missing = unmet(found, cards.inside[self.evidence.zones[label]])
            if label == event["to"]:
                there = range(len(open_), len(open_) + len(missing))
            open_ += missing
        # a card that comes from a shuffled pile unseen is followed from now on, by the next tag
        known = self.evidence.narrowed_cards({**event["card"], "tag": event["card"]["tag"] or cards.next})
        if known is not None:
            kept = assign_cards([known, *open_], self.in_random_order(place.drawable))
            return [9 if c not in known else 0 if kept.get(c) == 0 else 1 + (c in kept) for c in place.drawable]
        kept = assign_cards(open_, self.in_random_order(place.drawable))
        free = len(open_)
        needed = {card: need if need in there else 2 * free - need for card, need in kept.items()}
        return [needed.get(card, free) for card in place.drawable]

    def ranked_options(self, place: SearchPoint, seat: int, site: int, numbers: list[int]) -> list[int]:
        """A rank for each option of another seat, by how well it fits later events: 0 is best."""
        evidence, seen = self.evidence, len(place.reader.events)
        told = sum(choice.seat == seat for choice in place.reader.waiting)
        program = evidence.game.program
        event = evidence.next_choice(seat, fill(program, program.sites[site].words), seen, told)
        ranks = []
        for option in (place.state.option(site, number) for number in numbers):
            rank = 0
            if event is not None and event["option"] != fill(program, option.words):
                rank = 9
            elif option.kind.startswith("card ") and option.value is not None:
                zone = place.reader.cards.zone[option.value]
                label = evidence.game.program.lists[zone].name
                leaving = evidence.next_card_from(label, seen)
                if leaving is not None:
                    rank = 0 if option.value in leaving else 8
                else:
                    rank = 5 if any(option.value in cards for _, cards in evidence.needs[seen].get(label, [])) else 1
            elif event is not None and event["value"] != place.reader.value(option.kind, option.value or 0):
                rank = 7 if option.value is not None else 0
            ranks.append(rank)
        return ranks

    # -- chance

    def order_by_rank(self, ranks: list[int]) -> list[int]:
        """Positions sorted by rank, equal ones in random order."""
        lots = [self.stream.draw(1 << 20) for _ in ranks]
        return sorted(range(len(ranks)), key=lambda position: (ranks[position], lots[position]))

    def in_random_order(self, items: list[int]) -> list[int]:
        """The items shuffled."""
        return [items[position] for position in self.order_by_rank([0] * len(items))]

    def salt(self) -> int:
        """Draw a random seed."""
        return sum(self.stream.draw(1 << 20) << (20 * part) for part in range(3))

    def make_state(self, place: SearchPoint) -> State:
        """The state of a node, with its own chance from now on."""
        state = place.state.clone()
        state.random = seed_stream(self.salt(), GAME)
        return state

    def draw_weighted(self) -> SearchPoint:
        """Draw one of the nodes found, each with its probability."""
        point = (self.stream.draw(1 << 20) + self.stream.draw(1 << 20) / (1 << 20)) / (1 << 20)
        left = point * sum(place.likely for place in self.found)
        for place in self.found:
            left -= place.likely
            if left < 0:
                return place
        return self.found[-1]


def unmet(needs: list[Need], inside: list[int]) -> list[CardSet]:
    """The needs without a tag that no card inside meets, those seen first at the front."""
    left = [cards for tag, cards in reversed(needs) if tag is None]
    for card in inside:
        met = next((position for position, cards in enumerate(left) if card in cards), -1)
        if met >= 0:
            del left[met]
    return left


def assign_cards(needs: list[CardSet], cards: list[int]) -> dict[int, int]:
    """Match as many needs as possible with a card of their own: card -> position of the need."""
    found: dict[int, int] = {}

    def give(need: int, tried: set[int]) -> bool:
        for card in cards:
            if card in needs[need] and card not in tried:
                tried.add(card)
                if card not in found or give(found[card], tried):
                    found[card] = need
                    return True
        return False

    for need in range(len(needs)):
        give(need, set())
    return found


def sample(state: State, seat: int, random: int | None = None, budget: int = STEPS) -> State | None:
    """A state that the seat cannot tell from the true one; None if none was found in `budget` steps. See Sampler."""
    return Sampler(state, seat, random).draw(budget)
