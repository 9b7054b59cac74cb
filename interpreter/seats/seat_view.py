"""The view of a seat as JSON data: what it sees and remembers now, from its information state alone."""

from __future__ import annotations

from typing import Any

from ..program.options import asked_kind, asked_text
from ..program.wording import fill
from .percepts import CardName, Listing
from .phrases.offer_texts import offer_texts
from .scene import Asked, InformationState, Offer
from .seat_log import SeatLog, end_data
from .visibility import FACES

FORMAT = "stammtisch-view-1"


def view_of(information: InformationState, whole: bool = True) -> dict[str, Any]:
    """Return zones, values, who decides, the seat's own options. See docs/api.md.

    whole: whether values of single cards that the seat may not read are among them, which are drawn nowhere.
    """
    log, scene = information.log, information.scene
    program = log.program
    made: dict[str, Any] = {
        "format": FORMAT,
        "ruleset": program.ruleset,
        "seat": information.seat,
        "players": program.players,
        "over": scene.over,
        "zones": [
            zone_data(log, scene.groups, number)
            for number, slot in enumerate(program.lists[: program.zones])
            if slot.kind in ("set", "pile")
        ],
        "values": [
            value_data(log, number, scene.values.get(number))
            for number, slot in enumerate(program.ints)
            if slot.declared and (whole or number not in log.visibility.closed)
        ],
        "pending": [*scene.pending],
        "decision": None if scene.asked is None else _decision(log, scene.asked),
    }
    if len(program.teams) > 1:
        made["teams"] = dict(zip(program.names["team"], program.teams, strict=True))
    if scene.end is not None:
        made |= end_data(scene.end)
    return made


def zone_data(log: SeatLog, groups: dict[Any, int], number: int) -> dict[str, Any]:
    """A zone as the seat knows it; `groups`: the group of each card."""
    slot, cards = log.program.lists[number], log.cards
    inside = cards.inside[number]
    listed = []
    if slot.kind == "pile":
        order = cards.order[number]
        for depth, card in enumerate(reversed(order)):
            if card is not None and card in cards.tags:
                listed.append({**cards.reference(card), "position": depth + 1})
        placed = {*order}
        listed += [
            cards.reference(card) for card in cards.sorted([c for c in inside if c in cards.tags and c not in placed])
        ]
    else:
        for card in cards.sorted([c for c in inside if c in cards.tags or c in cards.seen]):
            group = {"group": groups[card]} if slot.groups >= 0 else {}
            listed.append({**cards.reference(card), **group})
    size = len(inside) if log.visibility.size[number] else None
    unknown = None if size is None else size - len(listed)
    return log.visibility.entry(slot, size=size, cards=listed, unknown=unknown)


def value_data(log: SeatLog, number: int, value: Listing) -> dict[str, Any]:
    """A number as the seat knows it; `value` is used if it may read it."""
    slot = log.program.ints[number]
    if log.visibility.reads(number):
        return log.visibility.entry(slot, value=log.value(slot.kind, value))
    return log.visibility.entry(slot, value=None, hidden=True)


def _decision(log: SeatLog, asked: Asked) -> dict[str, Any]:
    """The seat's decision with its options."""
    site = log.program.sites[asked.site]
    texts = offer_texts(log, asked.offers)
    return {
        "seat": log.visibility.seat,
        "name": site.words,
        "asks": site.asks,
        "text": fill(log.program, asked_text(site.words, site.asks)),
        "kind": asked_kind(site),
        "step": site.path[:],
        "forced": len(asked.offers) == 1,
        "options": [_option(log, index, *option) for index, option in enumerate(zip(asked.offers, texts, strict=True))],
    }


def _option(log: SeatLog, index: int, offer: Offer, text: str) -> dict[str, Any]:
    """An option; for a card also its place, and its attributes as far as the seat knows them."""
    value = log.value(offer.kind, offer.value)
    made = {"index": index, "words": offer.words, "kind": offer.kind, "value": value, "text": text}
    if isinstance(offer.value, CardName):
        attributes = {name: on for face in FACES.values() for name, on in value.get(face, {}).items()}
        made |= {"zone": log.label(offer.value.zone), "attributes": attributes}
    return made
