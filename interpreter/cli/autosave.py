"""Autosave: the file of a game during play, so that nothing is lost however the program ends."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base import files
from ..base.captions import sentence
from ..base.display_names import PLAIN
from ..base.errors import GameError, UsageError
from ..base.languages.catalogues import mark
from ..game.state import State
from ..program.options import Option
from ..reading.library import rulesets
from ..records.recording import GameRecorder, InUse
from ..records.recording_reader import is_recording
from .console import program

SAVED = ".save.jsonl"


class Keeper:
    """Saves one game in a file, if there is a place where it can be written.

    temporary: the file is taken away when the game is over; program is the command in advice such as how to go on.
    """

    def __init__(self, recorder: GameRecorder | None, temporary: bool, program: str = "stammtisch") -> None:
        self.recorder, self.temporary, self.program = recorder, temporary, program
        # the words of who plays
        self.wording = PLAIN

    def opening_note(self) -> str:
        """The first line: where the game is saved."""
        if self.recorder is None:
            return self.wording.say("This game cannot be saved: there is nowhere to write a file.")
        file = self.recorder.path
        if self.temporary:
            kept = self.wording.say("Until it is over, this game is kept in {file}.", file=file)
        else:
            kept = self.wording.say("This game is kept in {file}.", file=file)
        return f"{kept}\n{self._advice()}"

    def keep(self, state: State) -> str:
        """Update the file to the state; return the message if it can no longer be written, "" if all is well."""
        if self.recorder is None:
            return ""
        try:
            self.recorder.keep(state)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            trouble = self.wording.say("{file} can no longer be written: {why}.", file=self.recorder.path, why=why)
            with suppress(OSError):
                self.recorder.close()
            self.recorder = keep_somewhere([Path(tempfile.gettempdir())], state, self.recorder.copy)
            return f"{trouble}\n{self.where()}"
        return ""

    def fail(self, error: GameError, option: Option | int, seat: int) -> None:
        """Record the choice at which the rules failed, if that can be written; the game is before it."""
        if self.recorder is not None:
            with suppress(OSError):
                self.recorder.fail(error, option, seat)

    def finish(self) -> Path | None:
        """End the file of a finished game; return it if it was wanted and complete."""
        if self.temporary:
            self.discard()
        if self.recorder is None:
            return None
        with suppress(OSError):
            self.recorder.end()
        return self.recorder.path

    def discard(self) -> None:
        """Delete a file that nobody asked for."""
        if self.temporary and self.recorder is not None:
            with suppress(OSError):
                self.recorder.remove()
            self.recorder = None

    def close(self) -> None:
        """Close the file."""
        if self.recorder is not None:
            with suppress(OSError):
                self.recorder.close()

    def where(self, stuck: bool = False) -> str:
        """The lines that say where the game is saved, and how to resume it; stuck: how to see its course instead."""
        if self.recorder is None:
            return self.wording.say("The game is not kept.")
        command = f"{self.program} replay {shlex.quote(str(self.recorder.path))}"
        course = self.wording.say("To see what happened: {command}", command=command) if stuck else self._advice()
        return self.wording.say("The game is kept in {file}", file=self.recorder.path) + f"\n{course}"

    def copy(self, path: Path, seats: list[str]) -> None:
        """Write the game so far to a file; never over one that holds anything but its own beginning.

        Raises UsageError if that file cannot be written.
        """
        if self.recorder is None:
            raise UsageError(sentence(mark("this game cannot be saved")))
        content = self.recorder.content(play_data(seats, False))
        try:
            if path.exists() and not content.startswith(path.read_bytes()):
                raise UsageError(
                    sentence(mark("{file} exists already and is not an earlier point of this game"), file=path)
                )
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise UsageError(sentence(mark("{file} cannot be written: {why}"), file=path, why=why)) from None
        files.write(path, content)

    def resume(self, path: Path | None) -> str:
        """The command that resumes a game."""
        return f"{self.program} play --resume {shlex.quote(str(path))}"

    def _advice(self) -> str:
        assert self.recorder is not None
        return self.wording.say("To resume it: {command}", command=self.resume(self.recorder.path))


def play_data(seats: list[str], temporary: bool) -> dict[str, Any]:
    """The value of a recording's key `play`, about how the game is played."""
    return {"seats": seats, "temporary": temporary}


def keep_somewhere(folders: list[Path], state: State, keep: Callable[[Path], GameRecorder]) -> GameRecorder | None:
    """Save a game in the first of these folders that is writable, under a free name; None if in none."""
    for folder in folders:
        for name in _names(state):
            try:
                return keep(folder / name)
            except FileExistsError:
                continue
            except OSError:
                break
    return None


def _names(state: State) -> Iterator[str]:
    """The file names for a game: its ruleset and seed, then with -2, -3 ... for other games of the same."""
    stem = f"{state.game.program.ruleset}-{state.seed}"
    yield stem + SAVED
    for number in count(2):
        yield f"{stem}-{number}{SAVED}"


def resume_newest(folder: Path) -> GameRecorder:
    """Resume the game in a folder that was played last, of those neither over nor being played.

    Raises UsageError if there is none, or it is damaged.
    """
    found = sorted((_change_time(path), path) for path in folder.glob("*.jsonl"))
    for _, path in reversed(found):
        with suppress(InUse, OSError):
            if is_recording(path) and not _is_over(path):
                return GameRecorder.resumed(path)
    raise UsageError("there is no game to resume in this folder; for a game elsewhere name its file: --resume FILE")


def _change_time(path: Path) -> float:
    """The modification time of a file."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_over(path: Path) -> bool:
    """Whether a game is over, or was ended before its first line was complete."""
    lines = path.read_bytes().splitlines(keepends=True)
    return not lines[0].endswith(b"\n") or lines[-1].startswith(b'{"end":"finished"')


if TYPE_CHECKING:
    from ..front.api import Ruleset


def require_same_rules(path: Path, data: dict[str, Any], ruleset: Ruleset, named: str | None, again: str) -> None:
    """Raise UsageError, with what to do, if a game was saved with other rules than those of the ruleset.

    `named`: the ruleset on the command line, if one is there; `again`: the command for a file with the old rules.
    """
    saved = data.get("ruleset")
    if data.get("hash") == ruleset.hash:
        return
    if named in rulesets() and saved != ruleset.id:
        raise UsageError(
            f"{path} is a game of {saved}, not of {ruleset.id}: leave {named} out, the file names its ruleset"
        )
    raise UsageError(
        f"{path}: the rules of {ruleset.id} have changed since this game was saved. A saved game resumes only "
        "with the rules it began with: restore them, or name a file that still has them: "
        f"{program()} {again}"
    )
