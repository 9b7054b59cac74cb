"""A position in parts that can be moved and changed on a page: cards in places, values of players and of things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...program import ir
from ...scenarios.terms import Terms
from .positions import seat_labels, terms_of
from .table import Table

# more values than these are written, not chosen from a list
MOST_WORDS = 130
PLAIN = re.compile(r"[A-Za-z0-9À-ÿ][\w .+/()'’-]*")


@dataclass
class Place:
    """A place with its cards from bottom to top, each as it is written; `ordered`: as a pile, whose order counts."""

    label: str
    ordered: bool
    cards: list[str]


@dataclass
class Value:
    """A value by its whole label and its short name: one of `words`, or (none of these) a number from low to high."""

    label: str
    name: str
    now: str
    words: list[str] = field(default_factory=list)
    low: int = 0
    high: int = 0


@dataclass
class PositionParts:
    """What lies where: `places` of cards, values of nobody and of each player by label, and those of things.

    things: by kind, the values of each member; grids: of these kinds the members in rows.
    """

    places: list[Place]
    values: dict[str, list[Value]]
    things: dict[str, dict[str, list[Value]]]
    grids: dict[str, list[list[str]]]


def position_parts(table: Table) -> PositionParts:
    """The position of a table in parts."""
    terms, state = terms_of(table), table.state
    program = terms.program
    places = []
    for number, slot in enumerate(program.lists[1 : program.zones], 1):
        ordered, cards = slot.kind == "pile", state.z[number]
        shown = cards if ordered else sorted(cards, key=lambda card: (program.cards[card].look, card))
        places.append(Place(terms.label(slot), ordered, [card_in_list(terms.card_text(card)) for card in shown]))
    values: dict[str, list[Value]] = {"": [], **{label: [] for label in seat_labels(table)}}
    things: dict[str, dict[str, list[Value]]] = {}
    for variable, value in zip(program.ints, state.v, strict=True):
        if not variable.declared or variable.declared == "box":
            continue
        found = _value(terms, variable, value)
        owner = found.label.partition(".")[0] if "." in found.label else ""
        kind = variable.indexes[0][0] if variable.indexes else ""
        if owner and kind != "player":
            things.setdefault(kind, {}).setdefault(owner, []).append(found)
        else:
            values[owner if owner in values else ""].append(found)
    grids = {kind: rows for kind, members in things.items() if (rows := _rows(program.names.get(kind, ()), [*members]))}
    return PositionParts(places, values, things, grids)


def card_in_list(text: str) -> str:
    """A card as it is written in a list: in quotes where it has signs that mean something there."""
    return text if PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"


def _value(terms: Terms, slot: ir.IntSlot, now: int) -> Value:
    """A value of the position."""
    label, text = terms.label(slot), terms.value_text(slot.kind, now)
    name = label.partition(".")[2] or label
    if slot.kind == "int" or slot.high - slot.low >= MOST_WORDS:
        # `none` is below every number
        return Value(label, name, text, [], 0 if slot.low == ir.NO_NUMBER else slot.low, slot.high)
    return Value(label, name, text, [terms.value_text(slot.kind, one) for one in range(slot.low, slot.high + 1)])


def _rows(names: Sequence[str], members: Sequence[str]) -> list[list[str]]:
    """The members of a grid in rows: those that rules call cell_1_1, cell_1_2 and so on; [] if they are none."""
    rows: dict[str, list[str]] = {}
    if len(names) != len(members):
        return []
    for name, member in zip(names, members, strict=True):
        match = re.fullmatch(r"\w+?_(\d+)_\d+", name)
        if match is None:
            return []
        rows.setdefault(match[1], []).append(member)
    return [*rows.values()]
