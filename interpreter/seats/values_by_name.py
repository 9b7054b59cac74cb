"""Values of the table by the names of a ruleset, true or as a seat sees them. Read-only; plain data at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..program import ir
from ..program.names import SHARED, Index, Place
from .card_memory import Handle
from .percepts import Listing
from .seat_log import SeatLog
from .seat_view import value_data, zone_data
from .visibility import FACES

MOST_LISTED = 30


class Hidden:
    """A hidden value. It is neither true nor false, and cannot be used in any operation."""

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:
        return "HIDDEN"

    def __bool__(self) -> NoReturn:
        raise TypeError("this is hidden from the seat: compare it with HIDDEN first")


HIDDEN = Hidden()


def _item_by_attribute(self: Any, name: str) -> Any:
    """What an attribute of Card or Owner gives: the item of that name. Raises AttributeError."""
    # names with a leading underscore are used by Python itself (copying, pickling)
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return self[name]
    except KeyError as error:
        raise AttributeError(error.args[0]) from None


@dataclass(frozen=True)
class Card:
    """A card: `card.value` or `card["value"]` gives an attribute, HIDDEN on a face that the seat has not seen.

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

    def __getattr__(self, name: str) -> Any:
        return _item_by_attribute(self, name)


class Zone(tuple[Card, ...]):
    """The cards of a zone, a pile from the top down.

    For a seat there is a card without attributes for each of which it knows nothing. `hidden` is true where the seat is
    not told how many there are: then only those that it knows are here.
    """

    hidden: bool = False


class Names:
    """The values of the table by owner and name; `at` gives the current value of a place of the program."""

    def __init__(self, program: ir.Program, index: Index, at: Callable[[Place], Any]) -> None:
        self._program, self._index, self._at = program, index, at

    @property
    def shared(self) -> Owner:
        """The values that belong to nobody."""
        return Owner(self._index, self._at, SHARED)

    def player(self, seat: int) -> Owner:
        """The values of a player. Raises IndexError if there is no such seat."""
        if not 0 <= seat < self._program.players:
            raise IndexError(f"there is no seat {seat}")
        return Owner(self._index, self._at, self._program.names["player"][seat])

    def thing(self, word: str) -> Owner:
        """What a thing has, such as `slot_2`, or a card by its number, `card 4`. Raises KeyError if there is none."""
        if word not in self._index:
            known = [name for name in self._index if name != SHARED]
            raise KeyError(f"nothing that has places or numbers is called {word!r}: there are {shorten_list(known)}")
        return Owner(self._index, self._at, word)


class Owner:
    """The values of an owner, as attributes or as `owner["name"]`; iterating gives the names.

    A number, true or false, the word of a thing, the seat of a player, a Card, None for none, a Zone, HIDDEN; for names
    with brackets a dict of these by what stands in the brackets: `state.player(0).barrels["Stout"]`.
    """

    __slots__ = ("_index", "_at", "_whose")

    def __init__(self, index: Index, at: Callable[[Place], Any], whose: str) -> None:
        for name, value in (("_index", index), ("_at", at), ("_whose", whose)):
            object.__setattr__(self, name, value)

    def __getitem__(self, name: str) -> Any:
        places = self._index[self._whose]
        if name not in places:
            who = self._whose or "what is shared"
            raise KeyError(f"{who} has no {name}: it has {shorten_list([*places])}")
        found: dict[Any, Any] = {}
        for brackets, place in places[name].items():
            if not brackets:
                return self._at(place)
            inner = found
            for key in brackets[:-1]:
                inner = inner.setdefault(key, {})
            inner[brackets[-1]] = self._at(place)
        return found

    def __getattr__(self, name: str) -> Any:
        return _item_by_attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError("a state changes only by choosing")

    def __iter__(self) -> Iterator[str]:
        return iter(self._index[self._whose])

    def __dir__(self) -> list[str]:
        return [*self]

    def __repr__(self) -> str:
        return f"{self._whose or 'shared'}: { ({name: self[name] for name in self})!r}"


def number_seen(log: SeatLog, number: int, value: Listing) -> Any:
    """Return a number as a seat sees it; `value` is used if it may read it."""
    if not log.visibility.reads(number):
        return HIDDEN
    seen = value_data(log, number, value)["value"]
    return _card_seen(log.program, seen) if isinstance(seen, dict) else seen


def zone_seen(log: SeatLog, groups: dict[Handle, int], number: int) -> Zone:
    """Return a zone as a seat sees it; `groups`: the group of each card."""
    seen = zone_data(log, groups, number)
    known = [_card_seen(log.program, card) for card in seen["cards"]]
    blank = Card(seen["component"], {}, printed=attribute_names(log.program, seen["component"]))
    placed = {card.position: card for card in known if card.position is not None}
    rest = iter([card for card in known if card.position is None] + [blank] * (seen["unknown"] or 0))
    made = Zone(placed[n] if n in placed else next(rest) for n in range(1, len(known) + (seen["unknown"] or 0) + 1))
    made.hidden = seen["size"] is None
    return made


def _card_seen(program: ir.Program, seen: dict[str, Any]) -> Card:
    """A card as a seat sees it."""
    shown = {name: value for face in FACES.values() for name, value in seen.get(face, {}).items()}
    where = {"position": seen.get("position"), "group": seen.get("group")}
    return Card(seen["component"], shown, tag=seen["tag"], printed=attribute_names(program, seen["component"]), **where)


def attribute_names(program: ir.Program, component: str) -> tuple[str, ...]:
    """Return the names of a component's attributes."""
    return tuple(name for name, _, _ in program.attributes[component])


def shorten_list(words: list[str] | tuple[str, ...]) -> str:
    """Names for a message: a, b, c and 2 more; `nothing` for none."""
    more = f" and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
    return (", ".join(words[:MOST_LISTED]) or "nothing") + more
