"""What is offered to a seat: its options in an order and in words that tell nothing which it may not know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from .phrases import offer_text
from .running import Running
from .seat_log import reader_of


def offered(state: Running, seat: int) -> list[int]:
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


def card_reference(state: Running, seat: int, card: int) -> dict[str, Any]:
    """What a seat may say of a card by its number: {component, tag, front, back, now}."""
    return reader_of(state, seat).cards.reference(card)


def group_of(state: Running, zone: int, card: int) -> int:
    """Which group of a zone with groups a card lies in, counted from 1 in the order they were laid."""
    marks = state.z[state.game.program.lists[zone].groups]
    return [*dict.fromkeys(marks)].index(marks[state.z[zone].index(card)]) + 1


def option_texts(
    state: Running, site: int, numbers: Sequence[int], reader: int, names: Sequence[str] = ()
) -> dict[int, str]:
    """The text of each of these options of a decision, as far as `reader` may know; no two alike."""
    found: dict[int, str] = {}
    places: dict[str, list[int]] = {}
    reference = partial(card_reference, state, reader)
    for number in numbers:
        found[number] = offer_text(state.game.program, state.option(site, number), reference, names)
        places.setdefault(found[number], []).append(number)
    for text, several in places.items():
        if len(several) > 1:
            for count, number in enumerate(several):
                found[number] = f"{text} ({_mark(state, site, number, reader) or f'no. {count + 1}'})"
    if len(set(found.values())) < len(found):
        return {number: f"{text} [{count + 1}]" for count, (number, text) in enumerate(found.items())}
    return found


def option_text(state: Running, site: int, number: int, reader: int, names: Sequence[str] = ()) -> str:
    """The text of one option: `Offer 3`, `Pass`, `red 5`, `player 2 (Anna)`; unlike the other options' texts."""
    legal = offered(state, reader) if dict(state.sites()).get(reader) == site else []
    numbers = legal if number in legal else [*legal, number]
    return option_texts(state, site, numbers, reader, names)[number]


def _mark(state: Running, site: int, number: int, reader: int) -> str:
    """What tells a card from one that reads the same: the seat's own tag of it."""
    option = state.option(site, number)
    if not option.kind.startswith("card ") or option.value is None:
        return ""
    tag = card_reference(state, reader, option.value)["tag"]
    program = state.game.program
    zone = reader_of(state, reader).cards.zone[option.value]
    group = f"group {group_of(state, zone, option.value)}, " if program.lists[zone].groups >= 0 else ""
    return f"{group}#{tag}" if tag is not None else ""
