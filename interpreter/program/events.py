# ruff: noqa: E501 (what each event says is the reference text of docs/ir.md)
"""The true events of a game: the plain tuples that generated code writes, and classes that name their parts."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_origin, get_type_hints


class Step(NamedTuple):
    """A step begins. Parts: node."""

    kind: str
    node: int


class Move(NamedTuple):
    """A card has moved. Parts: node, card, from zone, to zone, where, and its depth for `below` and `random below`."""

    kind: str
    node: int
    card: int
    source: int
    to: int
    where: str
    depth: int | None = None


class Pour(NamedTuple):
    """All cards of a zone have moved. Parts: node, from zone, to zone, the cards as a list."""

    kind: str
    node: int
    source: int
    to: int
    cards: tuple[int, ...]


class Shuffle(NamedTuple):
    """A zone is shuffled. Parts: node, zone."""

    kind: str
    node: int
    zone: int


class Set(NamedTuple):
    """A declared variable has changed. Parts: node, slot, value."""

    kind: str
    node: int
    slot: int
    value: int


class Gain(NamedTuple):
    """node, slot, amount, 1 if everybody can work the amount out: a declared variable that not all may see is added to (a `set` follows)"""

    kind: str
    node: int
    slot: int
    amount: int
    public: int


class Tokens(NamedTuple):
    """node, from slot (-1 the box), to slot (-1 the box), amount, 1 if everybody can work the amount out, 2 more if which place it is may be a secret, and 4 more for a further good of the payment before"""

    kind: str
    node: int
    source: int
    to: int
    amount: int
    public: int


class Reveal(NamedTuple):
    """Cards are shown. Parts: node, list of cards, list of seats."""

    kind: str
    node: int
    cards: tuple[int, ...]
    seats: tuple[int, ...]


class Show(NamedTuple):
    """Numbers are shown. Parts: node, list of slots, list of seats."""

    kind: str
    node: int
    slots: tuple[int, ...]
    seats: tuple[int, ...]


class Turn(NamedTuple):
    """An outermost turn begins. Parts: node, seat, round."""

    kind: str
    node: int
    seat: int
    round: int


class Together(NamedTuple):
    """All who decide at the same time have chosen. Parts: node."""

    kind: str
    node: int


class Say(NamedTuple):
    """node, kind index, value"""

    kind: str
    node: int
    type: int
    value: int


class Random(NamedTuple):
    """Chance has chosen. Parts: node, kind index, value, for a group also the list of its cards."""

    kind: str
    node: int
    type: int
    value: int
    cards: tuple[int, ...] = ()


class Choose(NamedTuple):
    """A choice in the log, where State writes it: `number` is the option's, one of so many `options`.

    Of a group of cards also which it was, counted from 1 in the order they were laid, and its cards.
    """

    kind: str
    site: int
    seat: int
    number: int
    options: int
    group: int = 0
    cards: tuple[int, ...] = ()


Event = Step | Move | Pour | Shuffle | Set | Gain | Tokens | Reveal | Show | Turn | Together | Say | Random | Choose
WRITTEN: dict[str, Any] = {
    made.__name__.lower(): made
    for made in (Step, Move, Pour, Shuffle, Set, Gain, Tokens, Reveal, Show, Turn, Together, Say, Random)
}
KINDS: dict[str, Any] = {**WRITTEN, "choose": Choose}


@cache
def lists(kind: str) -> list[bool]:
    """Say which of the parts after kind and node are lists."""
    hints = get_type_hints(WRITTEN[kind])
    return [get_origin(hints[name]) is tuple for name in WRITTEN[kind]._fields[2:]]


def name_parts(event: tuple[Any, ...]) -> Event:
    """Return an event tuple as an object with named parts."""
    found: Event = KINDS[event[0]](*event)
    return found
