"""What a seat may know, as JSON data: the only place where the true state and log become views."""

from __future__ import annotations

from typing import Any

from ..program import ir
from ..program.options import Option, asked_kind, asked_text
from .knowledge import CardKnowledge
from .offers import group_reference, groups_of, offered, option_texts
from .phrases import fill
from .running import Running
from .seat_log import Reader, SeatEvent, reader_of, result_of
from .visibility import FACES

FORMAT = "stammtisch-view-1"


def view(state: Running, seat: int) -> dict[str, Any]:
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
            zone_seen(state, reader.cards, n)
            for n, slot in enumerate(program.lists[: program.zones])
            if slot.kind in ("set", "pile")
        ],
        "values": [value_seen(state, reader, n) for n, slot in enumerate(program.ints) if slot.declared],
        "pending": _pending(state, reader),
        "decision": _decision(state, reader),
    }
    if len(program.teams) > 1:
        made["teams"] = dict(zip(program.names["team"], program.teams, strict=True))
    if state.over:
        made |= result_of(state)
    return made


def seen(state: Running, seat: int, since: int = 0) -> list[SeatEvent]:
    """The log as a seat saw it, from its own event number `since` on, as JSON data. See docs/api.md.

    ONLOOKER in place of a seat is somebody who sees what everybody sees.

    Raises IndexError where there is no such seat.
    """
    return [dict(event) for event in reader_of(state, seat).events[max(0, since) :]]


# -- the parts of a view


def _indexes(program: ir.Program, indexes: list[tuple[str, int]]) -> list[dict[str, Any]]:
    return [
        {"kind": kind, "index": i, "word": program.names[kind][i] if kind in program.names else str(i + 1)}
        for kind, i in indexes
    ]


def zone_seen(state: Running, cards: CardKnowledge, number: int) -> dict[str, Any]:
    slot = state.game.program.lists[number]
    inside = cards.inside[number]
    listed = []
    if slot.kind == "pile":
        order = cards.order[number]
        for depth, card in enumerate(reversed(order)):
            if card is not None and card in cards.tags:
                listed.append({**cards.reference(card), "position": depth + 1})
        placed = {*order}
        rest = [card for card in inside if card not in placed and card in cards.tags]
        listed += [cards.reference(card) for card in cards.sorted(rest)]
    else:
        groups = groups_of(state, number)
        for card in cards.sorted([c for c in inside if c in cards.tags or c in cards.seen]):
            group = {"group": groups[card]} if groups else {}
            listed.append({**cards.reference(card), **group})
    size = len(inside) if cards.visibility.size[number] else None
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


def value_seen(state: Running, reader: Reader, number: int) -> dict[str, Any]:
    slot = state.game.program.ints[number]
    made: dict[str, Any] = {
        "label": slot.name,
        "name": slot.declared,
        "indexes": _indexes(state.game.program, slot.indexes),
        "kind": slot.kind,
        "of": slot.token or None,
        "show": slot.show or None,
        "value": None,
    }
    if reader.cards.visibility.reads(number):
        made["value"] = reader.value(slot.kind, state.v[number])
    else:
        made["hidden"] = True
    return made


def _pending(state: Running, reader: Reader) -> list[int]:
    """Who decides; in a simultaneous decision it does not show who of the others has already chosen."""
    sites = state.sites()
    seats = [seat for seat, _ in sites]
    if sites and state.game.program.sites[sites[0][1]].group >= 0:
        others = {*reader.sealed} - {reader.cards.visibility.seat}
        seats = sorted({*seats, *others})
    return seats


def _decision(state: Running, reader: Reader) -> dict[str, Any] | None:
    seat = reader.cards.visibility.seat
    site = dict(state.sites()).get(seat)
    if site is None:
        return None
    numbers = offered(state, seat)
    texts = option_texts(state, site, numbers, seat)
    options = []
    for index, number in enumerate(numbers):
        option = state.option(site, number)
        value = None if option.value is None else reader.value(option.kind, option.value)
        if option.value is not None and option.kind.startswith("group "):
            value = group_reference(state, seat, option.value)
        options.append(
            {"index": index, "words": option.words, "kind": option.kind, "value": value, "text": texts[number]}
            | _of_card(reader, option)
        )
    asked = state.game.program.sites[site]
    return {
        "seat": seat,
        "name": asked.words,
        "asks": asked.asks,
        "text": fill(state.game.program, asked_text(asked.words, asked.asks)),
        "kind": asked_kind(asked),
        "step": asked.path[:],
        "forced": len(numbers) == 1,
        "options": options,
    }


def _of_card(reader: Reader, option: Option) -> dict[str, Any]:
    """Where a card lies that is an option, and its attributes as far as the seat knows them."""
    if option.value is None or not option.kind.startswith("card "):
        return {}
    known = reader.cards.reference(option.value)
    shown = {name: value for face in FACES.values() for name, value in known.get(face, {}).items()}
    return {"zone": reader.label(reader.cards.zone[option.value]), "attributes": shown}
