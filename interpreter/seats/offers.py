"""What is offered to a seat: its options in an order and in words that tell nothing which it may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from ..base.english import plain_words
from ..base.looks import NO_LOOKS, Looks
from ..program import ir
from ..program.options import Option, group_at
from .dressing import dressed
from .phrases import label_text, offer_text
from .running import Running
from .seat_log import reader_of


def offered(state: Running, seat: int) -> list[int]:
    """The numbers of a seat's legal options, in an order that tells nothing: cards by what the seat knows of them.

    Empty if the seat has nothing to decide. The options of view() stand in this order.
    """
    site = dict(state.sites()).get(seat)
    if site is None:
        return []
    numbers = [*dict.fromkeys(state.option_numbers(seat, site))]  # what is in a list twice is one option
    return in_order(state, site, seat, numbers)


def in_order(state: Running, site: int, seat: int, numbers: list[int]) -> list[int]:
    """Options of a seat, offered or refused, in an order that tells nothing: see `offered`."""
    numbers, cards = numbers[:], reader_of(state, seat).cards
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


def offered_once(state: Running, seat: int) -> list[int]:
    """The same, of cards that lie in one place, look alike to the seat in every respect and bear no marks the first."""
    numbers = offered(state, seat)
    if not numbers:
        return numbers
    site, program = dict(state.sites())[seat], state.game.program
    cards = reader_of(state, seat).cards
    marked = {kind for slot in program.ints if slot.declared for kind, _ in slot.indexes}
    found: dict[Any, int] = {}
    groups: dict[int, dict[int, int]] = {}
    for number in numbers:
        option = state.option(site, number)
        same: Any = number
        if option.kind.startswith("card ") and option.value is not None:
            card, zone = option.value, cards.zone[option.value]
            if cards.full(card) and zone not in cards.order and program.cards[card].component not in marked:
                if zone not in groups:
                    groups[zone] = groups_of(state, zone)
                same = option.words, zone, groups[zone].get(card), program.cards[card].look
        found.setdefault(same, number)
    return [*found.values()]


def card_reference(state: Running, seat: int, card: int) -> dict[str, Any]:
    """What a seat may say of a card by its number: {component, tag, front, back, now}."""
    return reader_of(state, seat).cards.reference(card)


def group_reference(state: Running, seat: int, value: int) -> dict[str, Any]:
    """What a seat may say of a group of cards: {zone, group, cards}."""
    return reader_of(state, seat).group(value, *group_at(state.game.program, state.z, value))


def groups_of(state: Running, zone: int) -> dict[int, int]:
    """Which group each card of a zone lies in, counted from 1 in the order they were laid; {} without groups."""
    slot = state.game.program.lists[zone]
    if slot.groups < 0:
        return {}
    places: dict[int, int] = {}
    return {
        card: places.setdefault(mark, len(places) + 1)
        for card, mark in zip(state.z[zone], state.z[slot.groups], strict=True)
    }


def option_texts(
    state: Running, site: int, numbers: Sequence[int], reader: int, names: Sequence[str] = (), looks: Looks = NO_LOOKS
) -> dict[int, str]:
    """The text of each of these options of a decision, as far as `reader` may know, with symbols; no two alike.

    Where two would be, all cards and groups get their places; then those that are still alike their groups, their
    positions in a pile, or else numbers.
    """
    options = {number: state.option(site, number) for number in numbers}
    things = [number for number, option in options.items() if _lies(option)]
    tell = [
        (partial(_place, state, reader, names), things),
        (partial(_group, state, reader), []),
        (partial(_position, state, reader), []),
    ]
    words = {
        number: offer_text(state.game.program, option, partial(_known, state, reader, looks), names, looks)
        for number, option in options.items()
    }
    marks: dict[int, list[str]] = {number: [] for number in options}
    found = dict(words)
    for mark, all_of_them in tell:
        alike = [number for number in _alike(found) if number in things]
        told = {number: mark(options[number]) for number in alike}
        if all_of_them and len(set(told.values())) < 2:
            continue
        for number in all_of_them or alike:
            marks[number].append(told[number] if number in told else mark(options[number]))
        found = {number: _marked(words[number], marks[number]) for number in options}
    counts: Counter[str] = Counter()
    for number in _alike(found):
        counts[found[number]] += 1
        marks[number].append(f"no. {counts[found[number]]}")
    return _distinct({number: _marked(words[number], marks[number]) for number in options})


def option_text(state: Running, site: int, number: int, reader: int, names: Sequence[str] = ()) -> str:
    """The text of one option: `Offer 3`, `Pass`, `red 5`, `player 2 (Anna)`; unlike the other options' texts."""
    legal = offered(state, reader) if dict(state.sites()).get(reader) == site else []
    numbers = legal if number in legal else [*legal, number]
    return option_texts(state, site, numbers, reader, names)[number]


def _lies(option: Option) -> bool:
    """Whether an option is a card or a group of cards."""
    return option.value is not None and option.kind.partition(" ")[0] in ("card", "group")


def _known(state: Running, reader: int, looks: Looks, option: Option) -> dict[str, Any]:
    assert option.value is not None
    tell = group_reference if option.kind.startswith("group ") else card_reference
    known: dict[str, Any] = dressed(tell(state, reader, option.value), looks)
    return known


def _alike(texts: dict[int, str]) -> list[int]:
    """The options that have a text in common with another one."""
    times = Counter(texts.values())
    return [number for number, text in texts.items() if times[text] > 1]


def _marked(words: str, marks: Iterable[str]) -> str:
    told = ", ".join(mark for mark in marks if mark)
    return f"{words} ({told})" if told else words


def _distinct(texts: dict[int, str]) -> dict[int, str]:
    if len(set(texts.values())) < len(texts):
        return {number: f"{text} [{count + 1}]" for count, (number, text) in enumerate(texts.items())}
    return texts


# -- what tells a card or a group from one that reads the same


def _zone(state: Running, reader: int, option: Option) -> int:
    assert option.value is not None
    if option.kind.startswith("group "):
        return option.value // ir.GROUP
    return reader_of(state, reader).cards.zone[option.value]


def _place(state: Running, reader: int, names: Sequence[str], option: Option) -> str:
    """hand, Anna's hand, stack of pile 2."""
    slot = state.game.program.lists[_zone(state, reader, option)]
    if slot.owner == reader and len(slot.indexes) == 1:
        return plain_words(slot.declared)
    return label_text(slot.name, names).removeprefix("the ")


def _group(state: Running, reader: int, option: Option) -> str:
    zone = _zone(state, reader, option)
    if option.kind.startswith("group ") or state.game.program.lists[zone].groups < 0 or option.value is None:
        return ""
    return f"group {groups_of(state, zone)[option.value]}"


def _position(state: Running, reader: int, option: Option) -> str:
    """Where in a pile, as far as the seat knows."""
    order = reader_of(state, reader).cards.order.get(_zone(state, reader, option), [])
    if option.value not in order:
        return ""
    depth = len(order) - order.index(option.value)
    return "top" if depth == 1 else f"place {depth}"
