"""Evidence for sampling, from a seat's own log and view: which cards must lie where."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from typing import Any

from ..base.errors import UsageError
from ..game.state import State
from ..program.events import Choose
from ..seats.perception.events import Perception
from ..seats.percepts import SeatEvent
from ..seats.view import view
from .watcher import Watcher, watcher_of

Reference = dict[str, Any]
CardSet = frozenset[int]
Need = tuple[int | None, CardSet]


class Evidence:
    """Everything that sampling may use of the true game: the seat's own log and view, never the state.

    Raises UsageError for a game without a log, IndexError where there is no such seat.

    Knowledge of a card is the set of cards that it may be. `behind[tag]` is all that the seat ever learnt of the card
    that it calls by that tag, `begun[tag]` the event with which it began to follow it. `offered[n]` is how many
    options it had for a choice of its own, made after n events. `followed` has (tag, the zone
    that the card left then, the cards that it may be) for those of which it ever saw something. `needs[n]` says, by
    the label of a zone, which cards must lie there when the seat has seen n events, because it sees them leave it or
    lie there later: (tag or None, the cards that it may be).
    """

    def __init__(self, state: State, seat: int) -> None:
        if state.log is None:
            raise UsageError("samples need a log; start the game with one")
        self.game, self.seat = state.game, seat
        self.events: list[SeatEvent] = list(watcher_of(state, seat).events)
        self.view = view(state, seat)
        self.every: CardSet = frozenset(range(len(self.game.program.cards)))
        self.zones = {slot.name: number for number, slot in enumerate(self.game.program.lists)}
        self.faces = watcher_of(state, seat).cards.visibility.faces
        self._like: dict[str, CardSet] = {}
        self.behind: dict[int, CardSet] = {}
        for reference in references([self.events, self.view]):
            if (tag := reference["tag"]) is not None:
                self.behind[tag] = self.behind.get(tag, self.every) & self.like(reference)
        first = Watcher(Perception(state, seat))
        self.begun, self.offered = read_again(state, first)
        self.followed: list[tuple[int, str, CardSet]] = []
        for tag, cards in sorted(self.behind.items()):
            number = self.begun.get(tag, -1)
            if 0 <= number < len(self.events) and self.events[number]["kind"] == "move" and self.is_narrowed(cards):
                self.followed.append((tag, self.events[number]["from"], cards))
        self.needs = self.all_needs()

    def like(self, reference: Reference) -> CardSet:
        """The cards that look as a reference says."""
        key = dumps([reference["component"], reference.get("front"), reference.get("back")])
        if key not in self._like:
            looks = zip(self.game.program.cards, self.faces, strict=True)
            self._like[key] = frozenset(
                number
                for number, (card, own) in enumerate(looks)
                if card.component == reference["component"]
                and all(own[face] == reference[face] for face in own if face in reference)
            )
        return self._like[key]

    def possible_cards(self, reference: Reference) -> CardSet:
        """The cards that a reference may mean, by all that the seat ever learns of it."""
        found = self.behind.get(reference["tag"])
        return self.like(reference) if found is None else found

    def narrowed_cards(self, reference: Reference) -> CardSet | None:
        """The cards that a reference may mean, None if the seat never sees a face of it."""
        found = self.possible_cards(reference)
        return found if self.is_narrowed(found) else None

    def is_narrowed(self, cards: CardSet) -> bool:
        """Whether these are fewer than all cards of a component."""
        component = self.game.program.cards[min(cards)].component
        return cards != self.like({"component": component})

    def all_needs(self) -> list[dict[str, list[Need]]]:
        """The needs at each point of the log, computed from its end."""
        now: dict[str, list[Need]] = {}
        for zone in self.view["zones"]:
            for card in zone["cards"]:
                if (known := self.narrowed_cards(card)) is not None:
                    now.setdefault(zone["label"], []).append((card["tag"], known))
        needs = [now]
        for number, event in reversed(list(enumerate(self.events))):
            if event["kind"] in ("move", "pour"):
                for card in [event["card"]] if event["kind"] == "move" else event["cards"]:
                    if (known := self.narrowed_cards(card)) is not None:
                        now = {**now, event["to"]: remove_need(now.get(event["to"], []), (card["tag"], known))}
                        tag = card["tag"] if self.begun.get(card["tag"], number) < number else None
                        now[event["from"]] = [*now.get(event["from"], []), (tag, known)]
            elif event["kind"] == "shuffle":
                now = {**now, event["zone"]: [(None, cards) for _, cards in now.get(event["zone"], [])]}
            needs.append(now)
        return needs[::-1]

    def next_card_from(self, label: str, since: int) -> CardSet | None:
        """The cards that the next one to leave a zone may be; None if the seat does not see it."""
        for event in self.events[since:]:
            if event["kind"] == "move" and event["from"] == label:
                return self.narrowed_cards(event["card"])
        return None

    def next_choice(self, seat: int, decision: str, since: int, skip: int) -> SeatEvent | None:
        """A seat's next choice at that decision in the log, after `skip` others; None if it reveals nothing."""
        for event in self.events[since:]:
            if event["kind"] == "choose" and event["seat"] == seat and event["decision"] == decision:
                if skip == 0:
                    return None if event.get("hidden") else event
                skip -= 1
        return None


def read_again(state: State, reader: Watcher) -> tuple[dict[int | None, int], dict[int, int]]:
    """Reread the log: where the seat began to follow each card, and its numbers of options.

    By tag, the number of the event of its log with which the seat began to follow that card; and by the number of
    events before each of its own choices how many options it had.
    """
    begun: dict[int | None, int] = dict.fromkeys(range(reader.cards.next), -1)
    offered: dict[int, int] = {}
    for event in state.log.since() if state.log is not None else []:
        known = len(reader.events)
        if isinstance(event, Choose) and event.seat == reader.cards.visibility.seat:
            offered[known] = event.options
        reader.read(event)
        for tag in range(len(begun), reader.cards.next):
            begun[tag] = known
    return begun, offered


def remove_need(needs: list[Need], need: Need) -> list[Need]:
    """Return needs without one: the one with the same tag, else one without a tag that it meets."""
    for position, (tag, cards) in enumerate(needs):
        if (tag is not None and tag == need[0]) or (tag is None and cards == need[1]):
            return needs[:position] + needs[position + 1 :]
    return needs


def references(data: Any) -> Iterator[Reference]:
    """All references to cards in JSON data."""
    if isinstance(data, dict):
        if "component" in data and "tag" in data:
            yield data
        else:
            for value in data.values():
                yield from references(value)
    elif isinstance(data, list):
        for value in data:
            yield from references(value)
