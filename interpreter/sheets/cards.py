"""The cards to print for a game, with the content of their faces."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..base.errors import UsageError
from ..drawing.style import CardStyle, card_style
from ..front.api import Ruleset
from ..program import ir
from ..seats.visibility import faces

Face = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print: its faces as (attribute, value), with None for nothing.

    seat: whose it is at the start, where the players have colours of their own; else -1. values: by them cards are
    sorted.
    """

    component: str
    seat: int
    values: tuple[int, ...]
    front: Face
    back: Face


def ruleset_style(ruleset: Ruleset, options: dict[str, Any] | None = None) -> CardStyle:
    """Return the style of a ruleset's cards."""
    program = ruleset.game(ruleset.players[-1], options or {}).program
    return card_style(ruleset.name, ruleset.looks, program.names, program.attributes)


def has_cards(ruleset: Ruleset, options: dict[str, Any], players: int | None = None) -> bool:
    """Whether a game has cards with so many players, or with any number of them."""
    return any(ruleset.game(n, options).program.cards for n in (ruleset.players if players is None else [players]))


def cards_of(ruleset: Ruleset, options: dict[str, Any], players: int | None = None) -> list[PrintedCard]:
    """All cards, as many of each as needed: for so many players, or enough for any number of them.

    Raises UsageError for a wrong number of players or setting, and where a game has no cards.
    """
    needed: Counter[PrintedCard] = Counter()
    order: list[str] = []
    for count in ruleset.players if players is None else [players]:
        game = ruleset.game(count, options)
        needed |= Counter(_cards(game.program, bool(game.looks.players)))
        order = list(game.program.attributes)
    if not needed:
        raise UsageError(f"{ruleset.name} has no cards")
    found = sorted(needed.elements(), key=lambda card: (order.index(card.component), card.seat, card.values))
    return list(found)


def _cards(program: ir.Program, coloured: bool) -> list[PrintedCard]:
    """The cards of a program."""
    owners = {card: slot.owner for slot in program.lists[: program.zones] for card in slot.start}
    found = []
    for number, card in enumerate(program.cards):
        shown = faces(program, card)
        seat = owners.get(number, -1) if coloured else -1
        front, back = (tuple(shown[face].items()) for face in ("front", "back"))
        found.append(PrintedCard(card.component, seat, tuple(card.values), front, back))
    return found
