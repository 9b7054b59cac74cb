"""Rules that have changed while a game of them is played: whether they can be played as they are written now."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError
from ..base.errors import UsageError
from ..front.api import Ruleset
from ..front.rehearsal import rehearse
from ..game.game import Game
from ..records.recording_reader import game_of
from .known.analysis import Analysis

MOST_MISTAKES = 20


@dataclass(frozen=True)
class NewRules:
    """Changed rules: the game of the same players and settings, or `mistakes`, a line each."""

    ruleset: Ruleset | None
    game: Game | None
    mistakes: tuple[str, ...] = ()


def check_rules(analysis: Analysis, players: int, options: dict[str, object]) -> NewRules:
    """Try rules as they are written now up to the first decision."""
    mistakes = [one for one in analysis.found if one.severity == "error"]
    game = None
    try:
        if analysis.ruleset is not None:
            game = game_of(analysis.ruleset, players, options)
            tried = rehearse(analysis.ruleset.checked, game.program)
            mistakes = [one for one in tried if one.severity == "error"]
    except RulesetError as error:
        mistakes = [one for one in error.diagnostics if one.severity == "error"]
    except UsageError as error:
        return NewRules(None, None, (str(error),))
    if mistakes:
        return NewRules(None, None, tuple(map(_line, mistakes[:MOST_MISTAKES])))
    return NewRules(analysis.ruleset, game)


def _line(found: Diagnostic) -> str:
    """A mistake as one line."""
    return f"{Path(found.span.file).name}, line {found.span.line}: {found.message}"
