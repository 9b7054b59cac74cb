"""Errors of a running game and of the API."""

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
    """The game cannot continue: `message` says why, for a designer; `node` is the number of the step, -1 if unknown."""

    def __init__(self, message: str, node: int = -1) -> None:
        super().__init__(message, node)
        self.message = message
        self.node = node

    def __str__(self) -> str:
        return self.message


def internal(error: Exception, place: str = "", node: int = -1) -> GameError:
    """The GameError for an error of generated code that no rule explains."""
    return GameError(f"{place and place + ': '}{INTERNAL}: {type(error).__name__}: {error}", node)


class ChoiceError(ValueError):
    """A choice is not possible: the option is not offered, the seat has no decision, or the game is over."""


class UsageError(Exception):
    """A wrong player count, setting, seat, file ...: the message says what is known and what to write."""


def extra(module: str, packages: str) -> Any:
    """Import an optional module from these packages. Raises UsageError if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise UsageError(f"this needs {package}, which is not installed: pip install {packages}") from None
