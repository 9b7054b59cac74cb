"""Stammtisch: card and board games from declarative rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import Ruleset, load_ruleset, validate
    from .diagnostics import Diagnostic, RulesetError
    from .errors import ChoiceError, GameError, UsageError
    from .game import Decision, Game, Option, State

__version__ = "0.1.0"

_HOMES = {
    "Ruleset": "api",
    "load_ruleset": "api",
    "validate": "api",
    "Diagnostic": "diagnostics",
    "RulesetError": "diagnostics",
    "ChoiceError": "errors",
    "GameError": "errors",
    "UsageError": "errors",
    "Decision": "game",
    "Game": "game",
    "Option": "game",
    "State": "game",
}
__all__ = [
    "ChoiceError",
    "Decision",
    "Diagnostic",
    "Game",
    "GameError",
    "Option",
    "Ruleset",
    "RulesetError",
    "State",
    "UsageError",
    "load_ruleset",
    "validate",
]


def __getattr__(name: str) -> Any:
    """Loads a part when it is first asked for, so that `stammtisch --help` stays quick."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module("." + _HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
