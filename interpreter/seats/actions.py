"""A finite action space for programs that learn: numbers for options with the same meaning all game.

Options of equal words, kind and range share their numbers at all decisions. A card has a number for each way in which a
seat may know it, so that a number never tells what lies behind a card: see docs/adapters.md.
"""

from __future__ import annotations

from typing import Any

from ..program import ir
from .offers import card_reference, offered
from .perception.card_faces import Visibility
from .phrases import value_text
from .running_game import RunningGame, StartedGame
from .visibility import BACK, FRONT, shown_value

PLAIN = ("plain", "pass", "done")
Looks = tuple[Any, ...]


class Actions:
    """The action space of a game: actions are 0..size-1, equal for every game with this ruleset and settings.

    `texts[action]` says what an action is.
    """

    def __init__(self, game: StartedGame) -> None:
        self.game = game
        self.visibility = Visibility(game.program, 0)
        self.texts: list[str] = []
        # entries that share their actions -> the first action; for cards: (that, faces known, values on them) -> action
        self.first: dict[tuple[Any, ...], int] = {}
        self.cards: dict[tuple[int, int, Looks], int] = {}
        for site in game.program.sites:
            for entry in site.entries:
                key = self.key(site, entry)
                if key not in self.first:
                    self.first[key] = len(self.texts)
                    if entry.kind.startswith("card "):
                        self.add_cards(entry)
                    else:
                        self.add_values(entry)

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.texts)

    def key(self, site: ir.Site, entry: ir.Entry) -> tuple[Any, ...]:
        """The key of entries that share their actions; its last number separates equal ones of a site."""
        own = entry.words, entry.kind, entry.low, entry.count
        before = [e for e in site.entries if e.base < entry.base and (e.words, e.kind, e.low, e.count) == own]
        return *own, len(before)

    def add_values(self, entry: ir.Entry) -> None:
        """Add an action for each value."""
        names = self.game.program.names
        for value in range(entry.low, entry.low + entry.count):
            text = "" if entry.kind in PLAIN else value_text(shown_value(names, entry.kind, value), entry.kind)
            self.texts.append(f"{entry.words} {text}".strip())

    def add_cards(self, entry: ir.Entry) -> None:
        """Add actions for each set of known faces and each look of them, as many as there are such cards."""
        first, program = len(self.texts), self.game.program
        # a component without cards has a span, too
        span = range(max(0, entry.low), min(entry.low + entry.count, len(program.cards)))
        cards = [card for card in span if program.cards[card].component == entry.kind[5:]]
        full = 0
        for card in cards:
            full |= self.visibility.card_has[card]
        for mask in sorted({full, full & FRONT, full & BACK, 0}, reverse=True):
            groups: dict[Looks, int] = {}
            for card in cards:
                looks = self.looks(card, mask)
                groups[looks] = groups.get(looks, 0) + 1
            for looks, number in groups.items():
                self.cards[first, mask, looks] = len(self.texts)
                known = " ".join(str(value) for value in looks if value is not None) or "unknown"
                self.texts += [f"{entry.words} {entry.kind[5:]} {known} ({n + 1})".strip() for n in range(number)]

    def looks(self, card: int, mask: int) -> Looks:
        """The texts on these faces of a card."""
        program = self.game.program
        kinds = [kind for _, _, kind in program.attributes[program.cards[card].component]]
        values = self.visibility.looks(card, mask)
        return tuple(
            None if value is None else shown_value(program.names, kind, value)
            for value, kind in zip(values, kinds, strict=True)
        )

    def legal(self, state: RunningGame, seat: int) -> dict[int, int]:
        """The legal actions of a seat that has to decide, ascending, each with its option number at this decision.

        Empty if the seat has nothing to decide.
        """
        site = dict(state.sites()).get(seat)
        if site is None:
            return {}
        made = self.game.program.sites[site]
        found: dict[int, int] = {}
        for number in offered(state, seat):
            entry = next(e for e in made.entries if e.base <= number < e.base + e.count)
            first = self.first[self.key(made, entry)]
            if entry.kind.startswith("card "):
                action = self.card_action(state, seat, first, number - entry.base + entry.low)
                while action in found:
                    action += 1
            else:
                action = first + number - entry.base
            found[action] = number
        return dict(sorted(found.items()))

    def card_action(self, state: RunningGame, seat: int, first: int, card: int) -> int:
        """The first of the actions for cards that the seat knows in the same way as this one."""
        reference = card_reference(state, seat, card)
        mask = (FRONT if "front" in reference else 0) | (BACK if "back" in reference else 0)
        return self.cards[first, mask, self.looks(card, mask)]
