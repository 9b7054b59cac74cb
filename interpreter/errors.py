"""Errors of a running game and of the API, and the words of the failures that all games share."""

from __future__ import annotations

UNORDERED_TOP = "the {zone} is shuffled: nobody knows its top card before it is drawn"
UNORDERED_BOTTOM = "the {zone} is shuffled: nobody knows its bottom card"
EMPTY_ZONE = "no card is left to draw from the {zone}"
CARD_NOT_THERE = "the card to be moved is not in the {zone}"


class GameError(Exception):
    """The game cannot go on: `message` says why, for a designer; `node` is the number of the step, -1 if unknown."""

    def __init__(self, message: str, node: int = -1) -> None:
        super().__init__(message, node)
        self.message = message
        self.node = node

    def __str__(self) -> str:
        return self.message


class ChoiceError(ValueError):
    """An option that is not offered, a seat that has nothing to decide, or a game that is over."""


class UsageError(Exception):
    """A wrong player count, setting, seat, file ...: the message says what is known and what to write."""
