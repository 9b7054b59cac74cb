# ruff: noqa: E501 (what each event says is the reference text of docs/ir.md)
"""The true events of a game: what generated code writes as plain tuples, kind first, with names for those who read."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_origin, get_type_hints


class Step(NamedTuple):
    """node: the step begins"""

    kind: str
    node: int


class Move(NamedTuple):
    """node, card, from zone, to zone, where, behind `below` and `random below` also the depth: one card has moved"""

    kind: str
    node: int
    card: int
    source: int
    to: int
    where: str
    depth: int | None = None


class Pour(NamedTuple):
    """node, from zone, to zone, the cards as a list: all cards of a zone have moved"""

    kind: str
    node: int
    source: int
    to: int
    cards: tuple[int, ...]


class Shuffle(NamedTuple):
    """node, zone"""

    kind: str
    node: int
    zone: int


class Set(NamedTuple):
    """node, slot, value: a declared variable has changed"""

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
    """node, list of cards, list of seats"""

    kind: str
    node: int
    cards: tuple[int, ...]
    seats: tuple[int, ...]


class Show(NamedTuple):
    """node, list of slots, list of seats: numbers are shown"""

    kind: str
    node: int
    slots: tuple[int, ...]
    seats: tuple[int, ...]


class Turn(NamedTuple):
    """node, seat, round: an outermost turn begins"""

    kind: str
    node: int
    seat: int
    round: int


class Together(NamedTuple):
    """node: all who decide at the same time have chosen"""

    kind: str
    node: int


class Say(NamedTuple):
    """node, kind index, value"""

    kind: str
    node: int
    type: int
    value: int


class Random(NamedTuple):
    """node, kind index, value, of a group also the list of its cards: what chance chose"""

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
    """Which of the parts behind kind and node are lists."""
    hints = get_type_hints(WRITTEN[kind])
    return [get_origin(hints[name]) is tuple for name in WRITTEN[kind]._fields[2:]]


def name_parts(event: tuple[Any, ...]) -> Event:
    """An event as it was written, with names for its parts."""
    found: Event = KINDS[event[0]](*event)
    return found
