"""Errors of a running game and of the API, and the words of the failures that all games share."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .limits import CHANGES, STEPS

UNORDERED_TOP = "nobody knows the top card of a shuffled pile"
UNORDERED_BOTTOM = "nobody knows the bottom card of a shuffled pile"
EMPTY_ZONE = "there is no card to draw"
CARD_NOT_THERE = "this moves a card that is not there"
CARD_NOWHERE = "this moves a card that is nowhere"
ENDLESS = "the game goes on forever without a decision"
TOO_MUCH = (
    f"more than {CHANGES:,} cards are moved or shown, or numbers changed, or {STEPS:,} steps worked out, "
    "without a decision"
)
INTERNAL = "internal error in the generated code"


class GameError(Exception):
    """The game cannot go on: `message` says why, for a designer; `node` is the number of the step, -1 if unknown."""

    def __init__(self, message: str, node: int = -1) -> None:
        super().__init__(message, node)
        self.message = message
        self.node = node

    def __str__(self) -> str:
        return self.message


def internal(error: Exception, place: str = "", node: int = -1) -> GameError:
    """What generated code raised that no rule of a game explains, as the GameError to raise from it."""
    return GameError(f"{place and place + ': '}{INTERNAL}: {type(error).__name__}: {error}", node)


class ChoiceError(ValueError):
    """An option that is not offered, a seat that has nothing to decide, or a game that is over."""


class UsageError(Exception):
    """A wrong player count, setting, seat, file ...: the message says what is known and what to write."""


def extra(module: str, packages: str) -> Any:
    """A module that some uses need, from these packages. Raises UsageError where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise UsageError(f"this needs {package}, which is not installed: pip install {packages}") from None
