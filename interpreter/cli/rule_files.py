"""The rules' files of a game at a terminal: whether somebody has changed them, and the same game by the new rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from ..base.captions import sentence
from ..base.diagnostics import RulesetError
from ..base.errors import UsageError
from ..base.languages.catalogues import mark
from ..editor.known.analysis import Stamps
from ..editor.known.workspace import Workspace
from ..editor.new_rules import NewRules, check_rules
from ..game.state import State
from ..reading.library import VARIANTS
from ..reading.sheets.files import ENDINGS
from ..records.recording import GameRecorder
from ..records.recording_reader import read_game
from ..records.replay_kept import replay_game
from .autosave import Keeper, keep_somewhere, play_data


class RuleFiles:
    """The files of a game's rules, and those beside them. header: the first line of its recording.

    new: what the rules say now, None as long as they are those of the game.
    """

    def __init__(self, header: dict[str, Any]) -> None:
        self.header, self.files = header, Workspace()
        self.paths = [Path(file) for file in header["files"]]
        self.new: NewRules | None = None
        self.stamps = self.current_stamps()

    def current_stamps(self) -> Stamps:
        """All files of which the rules may be made, as they are now."""
        folders = {path.parent for path in self.paths}
        folders |= {folder.parent for folder in folders if folder.name == VARIANTS}
        found = [path for folder in folders for path in folder.glob("*") if path.suffix.lower() in (".yaml", *ENDINGS)]
        return {path: self.files.stamp(path) for path in found}

    def news(self, say: Callable[..., str]) -> list[str]:
        """The lines about rules that have changed since this was asked last; none if they have not."""
        stamps = self.current_stamps()
        if stamps == self.stamps or not self.paths:
            return []
        self.stamps = stamps
        try:
            analysis = self.files.analysis(self.paths[0], self.paths[1:])
            self.new = check_rules(analysis, self.header["players"], self.header["options"])
        except (RulesetError, UsageError) as error:
            self.new = NewRules(None, None, (str(error),))
        if self.new.ruleset is not None and self.new.ruleset.hash == self.header["hash"]:
            self.new = None
            return []
        changed = say("The rules have changed")
        if self.new.mistakes:
            wrong = say("They have mistakes. The game continues under the rules it began with.")
            return [f"{changed}. {wrong}", *self.new.mistakes]
        return [f"{changed}. " + say("Type reload to carry this game over, as far as its choices fit.")]

    def carry_over(self, keeper: Keeper, seats: list[str], say: Callable[..., str]) -> tuple[State, Keeper, list[str]]:
        """Return the same game by the new rules, its file, and lines that say how far its choices fit.

        Raises UsageError where there are no new rules, or not even the beginning fits.
        """
        old = keeper.recorder
        if self.new is None or self.new.ruleset is None or old is None or old.path is None:
            raise UsageError(sentence(mark("There are no new rules, or they still have mistakes.")))
        if "position" in self.header:
            told = mark("A game that was set up cannot be carried over. Set the position up again under the new rules.")
            raise UsageError(sentence(told))
        ruleset = self.new.ruleset
        try:
            result = replay_game(read_game(old.path), None, ruleset)
        except UsageError as error:
            raise UsageError(sentence(mark("The game cannot be carried over: {why}"), why=error.args[0])) from None
        state = result.state
        if state is None or state.over:
            raise UsageError(sentence(mark("This game cannot be resumed under the new rules. Start another one.")))
        fit, of, play = state.decisions, old.state.decisions, play_data(seats, keeper.temporary)
        folders = [old.path.parent, Path(gettempdir())]
        made = keep_somewhere(folders, state, lambda path: GameRecorder(path, ruleset, state, play=play))
        lines = [say("This game was carried over from other rules: {fit} of {all} choices fit.", fit=fit, all=of)]
        if result.stopped:
            lines.append(keeper.where())
        else:
            keeper.discard()
        keeper.close()
        return state, Keeper(made, keeper.temporary, keeper.program), lines
