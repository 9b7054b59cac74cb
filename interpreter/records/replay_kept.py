"""Replay recordings and saved games."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from ..base.diagnostics import RulesetError
from ..base.errors import GameError, UsageError
from ..base.files import read_json, refuse_device
from ..front.api import Ruleset, load_ruleset
from ..game.data import SAVE_FORMAT
from ..game.game import Game
from ..game.state import State
from ..reading import library
from .recording_reader import RecordedChoice, RecordedGame, game_of
from .replay import Replay, replay
from .trace import FAILED, failure, read_trace
from .trace_words import Words


def replay_game(kept: RecordedGame, until: int | None = None, ruleset: Ruleset | None = None) -> Replay:
    """Replay a recording as `replay` does a trace: with the rules it was begun with, or with a ruleset.

    With other rules choices are found by handle and argument, and what differs is told. Raises UsageError where the
    game does not go as recorded with the rules it was begun with.
    """
    if ruleset is not None:
        with tempfile.TemporaryDirectory(prefix="stammtisch-") as folder:
            file = Path(folder, "trace.jsonl")
            kept.write_trace(file)
            trace = read_trace(file, until)
        trace.path = kept.path
        return replay(trace, ruleset, until)
    game = kept.game()
    result = Replay(game, kept.names, kept.played(until, game))
    state, end = result.state, kept.end
    assert state is not None
    if end is None or state.decisions < len(kept.choices):
        return result
    if end["end"] == FAILED:
        _fail_again(kept, result, state)
    else:
        kept.check_end(state)
    return result


def _fail_again(kept: RecordedGame, result: Replay, state: State) -> None:
    """Replay the failure of the rules: at a choice, before one, or when the score is computed."""
    assert kept.end is not None
    failing = kept.end.get("failing")
    try:
        if failing is not None:
            result.failing = _line(result.game, state, RecordedChoice(**failing))
            state.choose(failing["index"], failing["seat"])
        elif state.over:
            _ = state.scores
        else:
            state.option_numbers(*state.sites()[0])
    except GameError as error:
        result.failed = failure(result.game.program, error)
    else:
        raise kept.difference_text(len(kept.lines) + 1, f"the rules fail: {kept.end['reason']}", "they do not fail")
    if state.over and kept.choices:
        # the score fails: the last choice made the game fail, so the state before it is shown
        result.state = state.replayed(state.decisions - 1)
        result.failing = _line(result.game, result.state, kept.choices[-1])


def _line(game: Game, state: State, choice: RecordedChoice) -> dict[str, Any]:
    """A choice as a line of a trace."""
    site = game.program.sites[dict(state.sites())[choice.seat]]
    option = Words(game.program).option(state.option(site.number, choice.choice))
    return {"number": state.decisions + 1, "seat": choice.seat, "decision": site.words, "choice": option}


def saved_game(path: str | Path) -> dict[str, Any] | None:
    """The data of State.to_json in a file, None for any other file. Raises OSError."""
    refuse_device(Path(path), "a game")
    with open(path, "rb") as file:
        if f'"{SAVE_FORMAT}"'.encode() not in file.read(4096):
            return None
    return read_json(Path(path), SAVE_FORMAT, "a saved game")


def save_ruleset(path: str | Path, data: dict[str, Any]) -> Ruleset:
    """The ruleset of a saved game: from its file if `play` noted it, else by its id.

    Raises UsageError if it says nothing of the kind, or there is no such ruleset.
    """
    identity, play = data.get("ruleset"), data.get("play")
    if not isinstance(identity, str):
        raise UsageError(f"{path}: the saved game is damaged: it does not name its ruleset")
    if not isinstance(play, dict):
        return ruleset_of(identity)
    base, laid = play.get("ruleset"), play.get("variants")
    if not isinstance(base, str) or not isinstance(laid, list) or not all(isinstance(name, str) for name in laid):
        raise UsageError(f"{path} is damaged: it does not say in full how the game was played")
    return load_ruleset(base, laid)


def replay_save(path: str | Path, data: dict[str, Any], ruleset: Ruleset, until: int | None = None) -> Replay:
    """Replay a saved game from its start. Raises UsageError if it is damaged or of another ruleset."""
    try:
        game = game_of(ruleset, data["players"], data["options"])
        state = game.from_json(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path}: the saved game is damaged: {error}") from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    choices = state.choices()
    if until is not None:
        if not 1 <= until <= len(choices) + 1:
            raise UsageError(f"{path} has {len(choices)} decisions: --until {until} is not one of them")
        state = state.replayed(until - 1)
    return Replay(game, list(game.program.names["player"]), state)


def ruleset_of(identity: str) -> Ruleset:
    """The ruleset of a recording's id, `base+variant`, among the shipped ones or in the working folder.

    Raises UsageError if there is none, RulesetError if it has mistakes.
    """
    base, *variants = identity.split("+")
    if base not in library.rulesets():
        near = next((name for name in (f"{base}.yaml", base) if os.path.exists(name)), None)
        if near is None:
            played = f"the game was played with the ruleset {identity!r}, which was not found"
            raise UsageError(f"{played}; name its file with --ruleset FILE")
        base = near
    path = library.find(base)
    return load_ruleset(path, [_variant_of(path, name) for name in variants])


def _variant_of(ruleset: Path, name: str) -> Path:
    """The file of a variant by its id, which is the stem of its file. Raises RulesetError if there is none."""
    try:
        return library.find_variant(ruleset, name)
    except RulesetError:
        if os.path.isfile(f"{name}.yaml"):
            return Path(f"{name}.yaml")
        raise
