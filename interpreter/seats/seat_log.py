"""A seat's log and its knowledge of the cards: a fold over its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..program import ir
from ..program.wording import fill
from . import percepts as pc
from .card_knowledge import CardKnowledge
from .card_memory import Handle
from .percepts import CardName, GroupName, SeatEvent, SharedList
from .visibility import SeatVisibility, shown_value

SeatEvents = SharedList[SeatEvent]


class SeatLog:
    """A seat's log and its knowledge of the cards, read from its record percept by percept.

    `moved` are (event number, card, tag) of the step whose moves are under way, `turned` the cards that were turned up
    for the event to come. `chosen` counts the seat's own choices, `since` is the number of its first event
    behind the last of them; `lines` are kept by phrases/log_lines.py.
    """

    def __init__(self, visibility: SeatVisibility, start: pc.Start) -> None:
        self.visibility, self.program = visibility, visibility.program
        self.cards = CardKnowledge(visibility, start)
        self.events: SeatEvents = SharedList([])
        self.moved: list[tuple[int, Handle, int | None]] = []
        self.turned: list[Handle] = []
        self.chosen = self.since = 0
        self.lines: Any = None

    def copy(self) -> SeatLog:
        """Return an independent copy."""
        other = SeatLog.__new__(SeatLog)
        other.visibility, other.program = self.visibility, self.program
        other.cards, other.events = self.cards.copy(), self.events.copy()
        other.moved, other.turned = self.moved[:], self.turned[:]
        other.chosen, other.since, other.lines = self.chosen, self.since, self.lines
        return other

    def read(self, percept: pc.Percept) -> list[Handle]:
        """Process one percept; return the cards it is about, in its order, as far as it names some."""
        cards: list[Handle] = READ[percept.kind](self, percept)
        return cards

    def add(self, kind: str, node: int, **more: Any) -> None:
        """Add an event to this seat's log."""
        words = fill(self.program, self.program.nodes[node].words) if 0 <= node < len(self.program.nodes) else ""
        self.events.append({"number": len(self.events), "kind": kind, "words": words, **more})

    def value(self, kind: str, value: pc.Listing) -> Any:
        """A value as JSON data."""
        if isinstance(value, CardName):
            return self.cards.described(value)
        if isinstance(value, GroupName):
            cards = [self.cards.described(card) for card in value.cards]
            return {"zone": self.label(value.zone), "group": value.number or None, "cards": cards}
        if isinstance(value, tuple):
            return [self.value(kind, item) for item in value]
        return None if value is None else shown_value(self.program.names, kind, value)

    def label(self, zone: int) -> str:
        """The label of a zone."""
        return self.program.lists[zone].name

    def named(self, slot: int) -> str:
        """The label of a number; for a hidden one on a card without the card."""
        place = self.program.ints[slot]
        of_card = any(kind in self.program.attributes for kind, _ in place.indexes)
        return place.declared if of_card and not self.visibility.reads(slot) else place.name

    def all(self, seats: Sequence[int]) -> bool:
        """Whether these are all the players."""
        return len(set(seats)) == self.program.players

    # -- choices

    def read_turned_back(self, percept: pc.TurnedBack) -> list[Handle]:
        self.cards.turn_back()
        return []

    def read_choose(self, percept: pc.Chosen) -> list[Handle]:
        site = self.program.sites[percept.site]
        hidden = percept.option is None
        made: dict[str, Any] = {
            "seat": percept.seat,
            "decision": fill(self.program, site.words),
            "option": fill(self.program, percept.option or ""),
            "value_kind": "hidden" if hidden else percept.value_kind,
            "value": self.value(percept.value_kind, percept.value),
        }
        if site.asks:
            made["asks"] = site.asks
        if hidden:
            made["hidden"] = True
        self.add("choose", site.node, **made)
        if percept.seat != self.visibility.seat:
            return []
        self.chosen, self.since = self.chosen + 1, len(self.events)
        return [self.cards.named(percept.value)] if isinstance(percept.value, CardName) else []

    def read_all_chose(self, percept: pc.AllChose) -> list[Handle]:
        return []

    # -- cards

    def read_move(self, percept: pc.Moved) -> list[Handle]:
        card, left = self.cards.move(percept)
        after = self.cards.passing_name(card)
        known = self.cards.described(after if left is None or after.look.faces else left)
        self.moved.append((len(self.events), card, self.cards.tags.get(card)))
        ends = {"from": self.label(percept.source), "to": self.label(percept.to)}
        self.add("move", percept.node, **ends, card=known, where=percept.where)
        return [card]

    def read_settled(self, percept: pc.Settled) -> list[Handle]:
        """Process the end of a step's moves: now the tops of the piles are seen."""
        for zone, look in percept.tops:
            self.cards.see_top(zone, look)
        for number, card, tag in self.moved:
            if self.cards.visible(card) and self.cards.tags.get(card) == tag:
                self.events.replace(number, {**self.events.items[number], "card": self.cards.reference(card)})
        self.moved = []
        return []

    def read_pour(self, percept: pc.Poured) -> list[Handle]:
        source, to = percept.source, percept.to
        sees_size = self.visibility.size[source] or self.visibility.size[to]
        poured = self.cards.inside[source][:]
        cards = self.cards.pour(percept)
        listed = [self.cards.reference(card) for card in self.cards.sorted(poured) if card in self.cards.seen]
        ends = {"from": self.label(source), "to": self.label(to)}
        component, count = self.program.lists[source].component, len(poured) if sees_size else None
        self.add("pour", percept.node, **ends, component=component, count=count, cards=listed)
        return cards

    def read_shuffle(self, percept: pc.Shuffled) -> list[Handle]:
        self.cards.shuffle(percept.zone)
        self.add("shuffle", percept.node, zone=self.label(percept.zone))
        return []

    def read_turned(self, percept: pc.Turned) -> list[Handle]:
        card = self.cards.turn(percept)
        self.turned.append(card)
        return [card]

    def read_reveal(self, percept: pc.Revealed) -> list[Handle]:
        to: dict[str, Any] = {"to": list(percept.to), "public": self.all(percept.to)}
        if percept.cards is not None:
            # who gets how many is known only to those who see them
            shown = [self.cards.described(card) for card in percept.cards]
            self.add("reveal", percept.node, cards=shown, zones=[*map(self.label, percept.zones)], **to)
            return []
        turned, self.turned = self.turned, []
        for zone in percept.zones:
            here = self.cards.sorted(card for card in turned if self.cards.zone[card] == zone)
            shown = [self.cards.reference(card) for card in here]
            self.add("reveal", percept.node, cards=shown, zones=[self.label(zone)], **to)
        return []

    # -- numbers and words

    def read_set(self, percept: pc.NumberSet) -> list[Handle]:
        place = self.program.ints[percept.slot]
        value = {"label": place.name, "value_kind": place.kind, "value": self.value(place.kind, percept.value)}
        self.add("set", percept.node, variable=place.declared, **value, changed=percept.changed)
        return []

    def read_gain(self, percept: pc.Gained) -> list[Handle]:
        name = self.program.ints[percept.slot].declared
        self.add("gain", percept.node, variable=name, label=self.named(percept.slot), amount=percept.amount)
        return []

    def read_tokens(self, percept: pc.TokensMoved) -> list[Handle]:
        ends = {"from": percept.source, "to": percept.to}
        further = {"further": True} if percept.further else {}
        self.add("tokens", percept.node, **ends, token=percept.token, amount=percept.amount, **further)
        return []

    def read_show(self, percept: pc.NumbersShown) -> list[Handle]:
        values = percept.values or (None,) * len(percept.slots)
        listed: list[dict[str, Any]] = []
        for slot, value in zip(percept.slots, values, strict=True):
            kind = self.program.ints[slot].kind
            listed.append({"label": self.named(slot), "value_kind": kind, "value": self.value(kind, value)})
        self.add("show", percept.node, values=listed, to=list(percept.to), public=self.all(percept.to))
        return []

    def read_turn(self, percept: pc.TurnBegun) -> list[Handle]:
        self.add("turn", percept.node, seat=percept.seat, round=percept.round)
        return []

    def read_value(self, percept: pc.Announced) -> list[Handle]:
        kind = self.program.kinds[percept.type]
        self.add(percept.kind, percept.node, value_kind=kind, value=self.value(kind, percept.value))
        return []

    def read_end(self, percept: pc.Ended) -> list[Handle]:
        together = {"together": True} if [*percept.winners] in self.program.teams else {}
        self.add("end", -1, **end_data(percept), **together)
        return []


READ: dict[str, Callable[[SeatLog, Any], list[Handle]]] = {
    "settled": SeatLog.read_settled,
    "turned back": SeatLog.read_turned_back,
    "choose": SeatLog.read_choose,
    "together": SeatLog.read_all_chose,
    "move": SeatLog.read_move,
    "pour": SeatLog.read_pour,
    "shuffle": SeatLog.read_shuffle,
    "turned": SeatLog.read_turned,
    "reveal": SeatLog.read_reveal,
    "set": SeatLog.read_set,
    "gain": SeatLog.read_gain,
    "tokens": SeatLog.read_tokens,
    "show": SeatLog.read_show,
    "turn": SeatLog.read_turn,
    "say": SeatLog.read_value,
    "random": SeatLog.read_value,
    "end": SeatLog.read_end,
}


def end_data(end: pc.Ended) -> SeatEvent:
    """The event of the game's end, public to all."""
    return {
        "reason": end.reason,
        "scores": [*end.scores],
        "ranks": [*end.ranks],
        "winners": [*end.winners],
    }


def log_of(visibility: SeatVisibility, record: Sequence[pc.Percept]) -> SeatLog:
    """The log of a whole record."""
    start, *rest = record
    assert isinstance(start, pc.Start)
    log = SeatLog(visibility, start)
    for percept in rest:
        log.read(percept)
    return log


def initial_values(program: ir.Program) -> dict[int, int]:
    """The initial values of the declared variables, as far as they are constants."""
    found = {number: 0 for number, slot in enumerate(program.ints) if slot.declared}
    for statement in program.blocks[0].body:
        if statement[0] == "emit":
            break
        if statement[0] == "set" and isinstance(statement[3], int) and isinstance(statement[2], int):
            found[statement[1] + statement[2]] = statement[3]
        elif statement[0] == "set":
            found.pop(statement[1], None)
    return found
