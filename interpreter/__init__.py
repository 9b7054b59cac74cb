"""Stammtisch: card and board games from declarative rulesets."""

from __future__ import annotations

# `typing` takes a while to load: not at every start
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .api import Ruleset, load_ruleset, validate
    from .diagnostics import Diagnostic, RulesetError
    from .errors import ChoiceError, GameError, UsageError
    from .game import Game, State
    from .options import Decision, Option
    from .shards import Plan, Shard, merge_shards, play_shard

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
    "Decision": "options",
    "Game": "game",
    "Option": "options",
    "State": "game",
    "Plan": "shards",
    "Shard": "shards",
    "merge_shards": "shards",
    "play_shard": "shards",
}
__all__ = [
    "ChoiceError",
    "Decision",
    "Diagnostic",
    "Game",
    "GameError",
    "Option",
    "Plan",
    "Ruleset",
    "RulesetError",
    "Shard",
    "State",
    "UsageError",
    "load_ruleset",
    "merge_shards",
    "play_shard",
    "validate",
]


def __getattr__(name: str) -> Any:
    """Loads a part when it is first asked for, so that `stammtisch --help` stays quick."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module("." + _HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
