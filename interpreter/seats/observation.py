"""Observations for programs that learn: a view as a list of numbers of fixed length."""

from __future__ import annotations

from json import dumps
from typing import Any

from .running_game import StartedGame
from .visibility import faces

View = dict[str, Any]


class Observation:
    """The layout of observations of a game: `size` numbers from 0 to 1.

    First who looks (one number a seat), who decides (likewise) and whether the game is over. For each declared value
    whether it is seen, whether it is there, and how large it is in its range; a thing has a number for each member
    instead. For each zone whether its size is seen, the size, and for each front and each back that a card can have how
    many cards are known to have it, both as a share of all cards.
    """

    def __init__(self, game: StartedGame) -> None:
        program = game.program
        self.players = program.players
        self.names = program.names
        self.faces: dict[str, dict[str, int]] = {}
        for card in program.cards:
            looks = self.faces.setdefault(card.component, {})
            for face, shown in faces(program, card).items():
                if shown:
                    looks.setdefault(dumps([face, shown]), len(looks))
        self.cards = max(1, len(program.cards))
        slots = [slot for slot in program.ints if slot.declared]
        self.values = [(slot.low, slot.high, self.members(slot.kind)) for slot in slots]
        self.zones = [slot.component for slot in program.lists[: program.zones] if slot.kind in ("set", "pile")]
        self.size = 2 * self.players + 1
        self.size += sum(2 + (members or 1) for _, _, members in self.values)
        self.size += sum(2 + len(self.faces.get(component, ())) for component in self.zones)

    def members(self, kind: str) -> int:
        """The number of members of a thing; 0 for numbers."""
        return len(self.names.get(kind.partition(" ")[2], ())) if kind.startswith("thing ") else 0

    def numbers(self, view: View) -> list[float]:
        """A view as numbers."""
        found = [float(seat == view["seat"]) for seat in range(self.players)]
        found += [float(seat in view["pending"]) for seat in range(self.players)]
        found.append(float(view["over"]))
        for (low, high, members), item in zip(self.values, view["values"], strict=True):
            found += self.value(low, high, members, item)
        for zone in view["zones"]:
            found += self.zone(zone)
        return found

    def value(self, low: int, high: int, members: int, item: dict[str, Any]) -> list[float]:
        """A declared value as numbers."""
        value = item["value"]
        head = [float(not item.get("hidden")), float(value is not None)]
        if members:
            words = self.names[item["kind"].partition(" ")[2]]
            return head + [float(value is not None and value in (word, number)) for number, word in enumerate(words)]
        if value is None or isinstance(value, dict):
            return [*head, 0.0]
        return [*head, min(1.0, max(0.0, (value - low) / max(1, high - low)))]

    def zone(self, zone: dict[str, Any]) -> list[float]:
        """A place for cards as numbers."""
        looks = self.faces.get(zone["component"], {})
        counts = [0.0] * len(looks)
        for card in zone["cards"]:
            for face in ("front", "back"):
                if card.get(face):
                    counts[looks[dumps([face, card[face]])]] += 1 / self.cards
        size = zone["size"]
        return [float(size is not None), (size or 0) / self.cards, *counts]
