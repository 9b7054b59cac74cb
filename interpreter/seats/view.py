"""What a seat may know, as JSON data: the only place where the true state and log become views. See also seen.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..program import ir
from .knowledge import Cards
from .seat_log import Event, Reader, reader_of, result_of

if TYPE_CHECKING:
    from ..game.state import State

FORMAT = "stammtisch-view-1"


def view(state: State, seat: int) -> dict[str, Any]:
    """What a seat sees and remembers now, as JSON data: zones, values, who decides, its own options. See docs/api.md.

    Raises IndexError where there is no such seat.
    """
    reader = reader_of(state, seat)
    program = state.game.program
    made: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": program.ruleset,
        "seat": seat,
        "players": program.players,
        "over": state.over,
        "zones": [
            _zone(state, reader.cards, n)
            for n, slot in enumerate(program.lists[: program.zones])
            if slot.kind in ("set", "pile")
        ],
        "values": [_value(state, reader, n) for n, slot in enumerate(program.ints) if slot.declared],
        "pending": _pending(state, reader),
        "decision": _decision(state, reader),
    }
    if state.over:
        made |= result_of(state)
    return made


def seen(state: State, seat: int, since: int = 0) -> list[Event]:
    """The log as a seat saw it, from its own event number `since` on, as JSON data. See docs/api.md.

    ONLOOKER in place of a seat is somebody who sees what everybody sees.

    Raises IndexError where there is no such seat.
    """
    return [dict(event) for event in reader_of(state, seat).events[max(0, since) :]]


def offered(state: State, seat: int) -> list[int]:
    """The numbers of a seat's legal options, in an order that tells nothing: cards by what the seat knows of them.

    Empty if the seat has nothing to decide. The options of view() stand in this order.
    """
    site = dict(state.sites()).get(seat)
    if site is None:
        return []
    numbers = state.option_numbers(seat, site)
    cards = reader_of(state, seat).cards
    places, values = [], {}
    for place, number in enumerate(numbers):
        option = state.option(site, number)
        if option.kind.startswith("card ") and option.value is not None:
            places.append(place)
            values[number] = (option.words, option.value)
    order = {card: at for at, card in enumerate(cards.sorted([card for _, card in values.values()]))}
    first = {words: at for at, (words, _) in reversed(list(enumerate(values.values())))}
    ordered = sorted(values, key=lambda number: (first[values[number][0]], order[values[number][1]]))
    for place, number in zip(places, ordered, strict=True):
        numbers[place] = number
    return numbers


def card_reference(state: State, seat: int, card: int) -> dict[str, Any]:
    """What a seat may say of a card by its number: {component, tag, front, back, now}."""
    return reader_of(state, seat).cards.reference(card)


# -- the parts of a view


def _indexes(program: ir.Program, indexes: list[tuple[str, int]]) -> list[dict[str, Any]]:
    return [
        {"kind": kind, "index": i, "word": program.names[kind][i] if kind in program.names else str(i + 1)}
        for kind, i in indexes
    ]


def _zone(state: State, cards: Cards, number: int) -> dict[str, Any]:
    slot = state.game.program.lists[number]
    inside = cards.inside[number]
    listed = []
    if slot.kind == "pile":
        order = cards.order[number]
        for depth, card in enumerate(reversed(order)):
            if card is not None and card in cards.tags:
                listed.append({**cards.reference(card), "position": depth + 1})
        listed += [
            cards.reference(card) for card in cards.sorted([c for c in inside if c not in order and c in cards.tags])
        ]
    else:
        for card in cards.sorted([c for c in inside if c in cards.tags or c in cards.seen]):
            group = {"group": group_of(state, number, card)} if slot.groups >= 0 else {}
            listed.append({**cards.reference(card), **group})
    size = len(inside) if cards.sight.size[number] else None
    return {
        "label": slot.name,
        "name": slot.declared,
        "indexes": _indexes(state.game.program, slot.indexes),
        "owner": slot.owner if slot.owner >= 0 else None,
        "kind": slot.kind,
        "component": slot.component,
        "show": slot.show or None,
        "size": size,
        "cards": listed,
        "unknown": None if size is None else size - len(listed),
    }


def group_of(state: State, zone: int, card: int) -> int:
    """Which group of a zone with groups a card lies in, counted from 1 in the order they were laid."""
    marks = state.z[state.game.program.lists[zone].groups]
    return [*dict.fromkeys(marks)].index(marks[state.z[zone].index(card)]) + 1


def _value(state: State, reader: Reader, number: int) -> dict[str, Any]:
    slot = state.game.program.ints[number]
    made: dict[str, Any] = {
        "label": slot.name,
        "name": slot.declared,
        "indexes": _indexes(state.game.program, slot.indexes),
        "kind": slot.kind,
        "show": slot.show or None,
        "value": None,
    }
    if reader.cards.sight.reads(number):
        made["value"] = reader.value(slot.kind, state.v[number])
    else:
        made["hidden"] = True
    return made


def _pending(state: State, reader: Reader) -> list[int]:
    """Who decides; in a simultaneous decision it does not show who of the others has already chosen."""
    sites = state.sites()
    seats = [seat for seat, _ in sites]
    if sites and state.game.program.sites[sites[0][1]].group >= 0:
        others = {seat for seat, _ in reader.sealed} - {reader.cards.sight.seat}
        seats = sorted({*seats, *others})
    return seats


def _decision(state: State, reader: Reader) -> dict[str, Any] | None:
    from .phrases import option_texts

    seat = reader.cards.sight.seat
    site = dict(state.sites()).get(seat)
    if site is None:
        return None
    numbers = offered(state, seat)
    texts = option_texts(state, site, numbers, seat)
    options = []
    for index, number in enumerate(numbers):
        option = state.option(site, number)
        value = None if option.value is None else reader.value(option.kind, option.value)
        options.append(
            {"index": index, "words": option.words, "kind": option.kind, "value": value, "text": texts[number]}
        )
    asked = state.game.program.sites[site]
    return {"seat": seat, "name": asked.words, "asks": asked.asks, "forced": len(numbers) == 1, "options": options}


__all__ = ["FORMAT", "card_reference", "group_of", "offered", "reader_of", "seen", "view"]
