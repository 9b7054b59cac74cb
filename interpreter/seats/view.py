"""What a State answers of its seats: the view and the log of one as JSON data, and all that lies on the table by name.

By name it is what one seat sees, or all of it. It is read-only, and plain data at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..program.names import SHARED, Place
from .perception.events import Perception, perception_of
from .perception.scenes import groups_in, information_of, value_at
from .percepts import SeatEvent
from .running_game import RunningGame
from .seat_view import value_data, view_of, zone_data
from .visibility import FACES, faces, shown_value

MOST_LISTED = 30


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


class Hidden:
    """What a seat may not see. It is neither true nor false, and nothing can be worked out with it."""

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:
        return "HIDDEN"

    def __bool__(self) -> NoReturn:
        raise TypeError("this is hidden from the seat: compare it with HIDDEN first")


HIDDEN = Hidden()


@dataclass(frozen=True)
class Card:
    """A card: `card.value` or `card["value"]` is what is printed on it, HIDDEN on a face that the seat has not seen.

    `attributes` is what is known of it. `number` is the card's own, None for a seat, which has a `tag` of its own for a
    card that it can follow. `position`: in a pile, 1 on top, None where shuffled cards have no order yet, or the seat
    does not know it; `group`: where cards lie in groups.
    """

    component: str
    attributes: dict[str, Any]
    number: int | None = None
    tag: int | None = None
    position: int | None = None
    group: int | None = None
    printed: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"Card({self.component!r}, {self.attributes!r})"

    def __getitem__(self, name: str) -> Any:
        if name in self.attributes:
            return self.attributes[name]
        if name in self.printed:
            return HIDDEN
        raise KeyError(f"a {self.component} has no {name}: it has {shorten_list(self.printed)}")

    # names with an underscore before them are Python's own (copying, pickling)
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None


class Zone(tuple[Card, ...]):
    """The cards of a place, a pile from the top down.

    For a seat there is a card without attributes for each of which it knows nothing. `hidden` is true where the seat is
    not told how many there are: then only those that it knows are here.
    """

    hidden: bool = False


class Names:
    """A state by name, for `seat`, or with nothing hidden if that is None. It tells the state as it is when it is read.

    Raises IndexError if there is no such seat.
    """

    def __init__(self, state: RunningGame, seat: int | None) -> None:
        if seat is not None:
            perception_of(state, seat)
        self._state, self._seat = state, seat

    @property
    def shared(self) -> Owner:
        """What is nobody's."""
        return Owner(self._state, self._seat, SHARED)

    def player(self, seat: int) -> Owner:
        """What a player has. Raises IndexError if there is no such seat."""
        if not 0 <= seat < self._state.game.program.players:
            raise IndexError(f"there is no seat {seat}")
        return Owner(self._state, self._seat, self._state.game.program.names["player"][seat])

    def thing(self, word: str) -> Owner:
        """What a thing has, such as `slot_2`, or a card by its number, `card 4`. Raises KeyError if there is none."""
        if word not in self._state.game.names:
            known = [name for name in self._state.game.names if name != SHARED]
            raise KeyError(f"nothing that has places or numbers is called {word!r}: there are {shorten_list(known)}")
        return Owner(self._state, self._seat, word)


# as a State calls it: see game/seat_access.py
by_name = Names


class Owner:
    """What somebody or something has, as attributes or as `owner["name"]`; iterating gives the names.

    A number, true or false, the word of a thing, the seat of a player, a Card, None for none, a Zone, HIDDEN; for names
    with brackets a dict of these by what stands in the brackets: `state.player(0).barrels["Stout"]`.
    """

    __slots__ = ("_state", "_seat", "_whose")

    def __init__(self, state: RunningGame, seat: int | None, whose: str) -> None:
        for name, value in (("_state", state), ("_seat", seat), ("_whose", whose)):
            object.__setattr__(self, name, value)

    def __getitem__(self, name: str) -> Any:
        places = self._state.game.names[self._whose]
        if name not in places:
            who = self._whose or "what is shared"
            raise KeyError(f"{who} has no {name}: it has {shorten_list([*places])}")
        found: dict[Any, Any] = {}
        for brackets, place in places[name].items():
            if not brackets:
                return value_by_name(self._state, self._seat, place)
            inner = found
            for key in brackets[:-1]:
                inner = inner.setdefault(key, {})
            inner[brackets[-1]] = value_by_name(self._state, self._seat, place)
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError("a state is changed by choosing only")

    def __iter__(self) -> Iterator[str]:
        return iter(self._state.game.names[self._whose])

    def __dir__(self) -> list[str]:
        return [*self]

    def __repr__(self) -> str:
        return f"{self._whose or 'shared'}: { ({name: self[name] for name in self})!r}"


def value_by_name(state: RunningGame, seat: int | None, place: Place) -> Any:
    """What lies at a place of the program, for a seat or with nothing hidden."""
    is_number, number = place
    if seat is None:
        return _value(state, number) if is_number else _zone(state, number)
    reader = perception_of(state, seat)
    if not is_number:
        return _zone_seen(state, reader, number)
    if not reader.sight.reads(number):
        return HIDDEN
    seen = value_data(reader.log, number, value_at(state, reader, number))
    return _card_seen(state, seen["value"]) if isinstance(seen["value"], dict) else seen["value"]


def _value(state: RunningGame, number: int) -> Any:
    program = state.game.program
    kind, value = program.ints[number].kind, state.v[number]
    return _card(state, value) if kind.startswith("card ") and value >= 0 else shown_value(program.names, kind, value)


def _card(state: RunningGame, number: int, **where: int | None) -> Card:
    program = state.game.program
    card = program.cards[number]
    shown = {name: value for face in faces(program, card).values() for name, value in face.items()}
    return Card(card.component, shown, number, printed=_printed(state, card.component), **where)


def _zone(state: RunningGame, number: int) -> Zone:
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


def _zone_seen(state: RunningGame, reader: Perception, number: int) -> Zone:
    groups = {reader.handles[card]: group for card, group in groups_in(state, number).items()}
    seen = zone_data(reader.log, groups, number)
    known = [_card_seen(state, card) for card in seen["cards"]]
    blank = Card(seen["component"], {}, printed=_printed(state, seen["component"]))
    placed = {card.position: card for card in known if card.position is not None}
    rest = iter([card for card in known if card.position is None] + [blank] * (seen["unknown"] or 0))
    made = Zone(placed[n] if n in placed else next(rest) for n in range(1, len(known) + (seen["unknown"] or 0) + 1))
    made.hidden = seen["size"] is None
    return made


def _card_seen(state: RunningGame, told: dict[str, Any]) -> Card:
    shown = {name: value for face in FACES.values() for name, value in told.get(face, {}).items()}
    where = {"position": told.get("position"), "group": told.get("group")}
    return Card(told["component"], shown, tag=told["tag"], printed=_printed(state, told["component"]), **where)


def _printed(state: RunningGame, component: str) -> tuple[str, ...]:
    return tuple(name for name, _, _ in state.game.program.attributes[component])


def shorten_list(words: list[str] | tuple[str, ...]) -> str:
    """Names in a message: a, b, c."""
    more = f" and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
    return (", ".join(words[:MOST_LISTED]) or "nothing") + more
