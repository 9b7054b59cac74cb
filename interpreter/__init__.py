"""Stammtisch: card and board games from declarative rulesets."""

from __future__ import annotations

from .base.version import __version__
from .game.seat_access import provide_seat_access

# `typing` takes a while to load: not at every start
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .base.diagnostics import Diagnostic, RulesetError
    from .base.errors import ChoiceError, GameError, UsageError
    from .front.api import Ruleset, load_ruleset, validate
    from .game.game import Game
    from .game.state import State
    from .program.options import Decision, Option
    from .records.recording import GameRecorder
    from .records.recording_reader import RecordedGame, read_game
    from .seats.values_by_name import HIDDEN
    from .study.runs.playing import play_shard
    from .study.runs.shards import Plan, Shard, merge_shards


_HOMES = {
    "Ruleset": "front.api",
    "load_ruleset": "front.api",
    "validate": "front.api",
    "Diagnostic": "base.diagnostics",
    "RulesetError": "base.diagnostics",
    "ChoiceError": "base.errors",
    "GameError": "base.errors",
    "UsageError": "base.errors",
    "Decision": "program.options",
    "Game": "game.game",
    "GameRecorder": "records.recording",
    "Option": "program.options",
    "RecordedGame": "records.recording_reader",
    "read_game": "records.recording_reader",
    "State": "game.state",
    "HIDDEN": "seats.values_by_name",
    "Plan": "study.runs.shards",
    "Shard": "study.runs.shards",
    "merge_shards": "study.runs.shards",
    "play_shard": "study.runs.playing",
}
__all__ = [
    "HIDDEN",
    "ChoiceError",
    "Decision",
    "Diagnostic",
    "Game",
    "GameError",
    "GameRecorder",
    "Option",
    "Plan",
    "RecordedGame",
    "Ruleset",
    "RulesetError",
    "Shard",
    "State",
    "UsageError",
    "__version__",
    "load_ruleset",
    "merge_shards",
    "play_shard",
    "read_game",
    "validate",
]


def __getattr__(name: str) -> Any:
    """Loads a part when it is first asked for, so that `stammtisch --help` stays quick."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module("." + _HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _seat_access() -> Any:
    """Return the functions that answer for seats in State: no room below `seats` may import them."""
    from importlib import import_module

    return import_module(".seats.view", __name__)


provide_seat_access(_seat_access)
