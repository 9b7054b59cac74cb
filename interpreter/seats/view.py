"""Answers of a State about its seats: view and log as JSON data, and everything on the table by name.

By name it is what one seat sees, or all of it. It is read-only, and plain data at the end.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..program.names import Place
from .perception.events import perception_of
from .perception.scenes import groups_in, information_of, value_at
from .percepts import SeatEvent
from .running_game import RunningGame
from .seat_view import view_of
from .values_by_name import Card, Names, Zone, attribute_names, number_seen, zone_seen
from .visibility import faces, shown_value


def view(state: RunningGame, seat: int) -> dict[str, Any]:
    """Return what a seat sees and remembers now: zones, values, who decides, its own options. See docs/api.md.

    Raises IndexError where there is no such seat.
    """
    return view_of(information_of(state, seat))


def seen(state: RunningGame, seat: int, since: int = 0) -> list[SeatEvent]:
    """Return the log as a seat saw it, from its own event number `since` on. See docs/api.md.

    ONLOOKER in place of a seat is somebody who sees what everybody sees.

    Raises IndexError where there is no such seat.
    """
    return [dict(event) for event in perception_of(state, seat).log.events[max(0, since) :]]


# -- by the names of the ruleset


def by_name(state: RunningGame, seat: int | None) -> Names:
    """Return a state by name, for `seat`, or with nothing hidden if that is None; it follows the game.

    Raises IndexError if there is no such seat.
    """
    if seat is not None:
        perception_of(state, seat)
    at = partial(_true_value, state) if seat is None else partial(_seen_value, state, seat)
    return Names(state.game.program, state.game.names, at)


def _seen_value(state: RunningGame, seat: int, place: Place) -> Any:
    """The value at a place of the program, as a seat sees it."""
    is_number, number = place
    reader = perception_of(state, seat)
    if is_number:
        value = value_at(state, reader, number) if reader.sight.reads(number) else None
        return number_seen(reader.log, number, value)
    groups = {reader.handles[card]: group for card, group in groups_in(state, number).items()}
    return zone_seen(reader.log, groups, number)


def _true_value(state: RunningGame, place: Place) -> Any:
    """The value at a place of the program."""
    is_number, number = place
    return _value(state, number) if is_number else _zone(state, number)


def _value(state: RunningGame, number: int) -> Any:
    """The value of a number slot."""
    program = state.game.program
    kind, value = program.ints[number].kind, state.v[number]
    return _card(state, value) if kind.startswith("card ") and value >= 0 else shown_value(program.names, kind, value)


def _card(state: RunningGame, number: int, **where: int | None) -> Card:
    """A card of the true state."""
    program = state.game.program
    card = program.cards[number]
    shown = {name: value for face in faces(program, card).values() for name, value in face.items()}
    return Card(card.component, shown, number, printed=attribute_names(program, card.component), **where)


def _zone(state: RunningGame, number: int) -> Zone:
    """A zone of the true state."""
    slot, cards = state.game.program.lists[number], state.z[number]
    if slot.groups >= 0:
        groups = groups_in(state, number)
        return Zone(_card(state, card, group=groups[card]) for card in cards)
    if slot.kind != "pile":
        return Zone(_card(state, card) for card in cards)
    parts = state.z[slot.segments]
    loose = {at for start, end in zip(parts[::2], parts[1::2], strict=True) for at in range(start, end)}
    downwards = reversed([*enumerate(cards)])
    return Zone(_card(state, card, position=None if at in loose else len(cards) - at) for at, card in downwards)
