"""The file in which a game is kept while it is played, so that nothing is lost whatever ends the program."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from ..base import files
from ..base.errors import GameError, UsageError
from ..game.state import State
from ..program.options import Option
from ..records.recorded import is_recording
from ..records.recording import GameRecorder, InUse

SAVED = ".save.jsonl"


class Keeper:
    """Keeps one game in a file, if there is a place where it can be written.

    temporary: the file is taken away when the game is over; program is the command in advice such as how to go on.
    """

    def __init__(self, recorder: GameRecorder | None, temporary: bool, program: str = "stammtisch") -> None:
        self.recorder, self.temporary, self.program = recorder, temporary, program

    def opening_note(self) -> str:
        """What to say first: where the game is kept."""
        if self.recorder is None:
            return "This game cannot be saved: there is nowhere to write a file."
        until = "Until it is over, this game" if self.temporary else "This game"
        return f"{until} is kept in {self.recorder.path}.\n{self._advice()}"

    def keep(self, state: State) -> str:
        """Brings the file up to the state; what to say if it can no longer be written, "" if all is well."""
        if self.recorder is None:
            return ""
        try:
            self.recorder.keep(state)
        except OSError as error:
            trouble = f"{self.recorder.path} can no longer be written: {(error.strerror or str(error)).lower()}."
            with suppress(OSError):
                self.recorder.close()
            self.recorder = keep_somewhere([Path(tempfile.gettempdir())], state, self.recorder.copy)
            return f"{trouble}\n{self.where()}"
        return ""

    def fail(self, error: GameError, option: Option | int, seat: int) -> None:
        """Notes at which choice the rules failed, if that can be written; the game stands before it."""
        if self.recorder is not None:
            with suppress(OSError):
                self.recorder.fail(error, option, seat)

    def finish(self) -> Path | None:
        """The game is over: its file, if that was wanted and could be written to the end."""
        if self.temporary:
            self.discard()
        if self.recorder is None:
            return None
        with suppress(OSError):
            self.recorder.end()
        return self.recorder.path

    def discard(self) -> None:
        """Takes away a file that nobody has asked for."""
        if self.temporary and self.recorder is not None:
            with suppress(OSError):
                self.recorder.remove()
            self.recorder = None

    def close(self) -> None:
        """Closes the file."""
        if self.recorder is not None:
            with suppress(OSError):
                self.recorder.close()

    def where(self, stuck: bool = False) -> str:
        """Where the game is kept, and how to go on; stuck: how to see its course, since it would end there again."""
        if self.recorder is None:
            return "The game is not kept."
        course = f"How it came to that: {self.program} replay {shlex.quote(str(self.recorder.path))}"
        return f"The game is kept in {self.recorder.path}\n{course if stuck else self._advice()}"

    def copy(self, path: Path, seats: list[str]) -> None:
        """Writes the game as it stands to a file; never over one that holds anything but its own beginning.

        Raises UsageError if that file cannot be written.
        """
        if self.recorder is None:
            raise UsageError("this game cannot be saved")
        content = self.recorder.content(play_data(seats, False))
        try:
            if path.exists() and not content.startswith(path.read_bytes()):
                raise UsageError(f"{path} exists already and is not an earlier point of this game")
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
        files.write(path, content)

    def resume(self, path: Path | None) -> str:
        """The command that goes on with a game."""
        return f"{self.program} play --resume {shlex.quote(str(path))}"

    def _advice(self) -> str:
        assert self.recorder is not None
        return f"Go on with: {self.resume(self.recorder.path)}"


def play_data(seats: list[str], temporary: bool) -> dict[str, Any]:
    """What a recording says of how it was being played: its key `play`."""
    return {"seats": seats, "temporary": temporary}


def keep_somewhere(folders: list[Path], state: State, keep: Callable[[Path], GameRecorder]) -> GameRecorder | None:
    """Keeps a game in the first of these folders where that can be done, under a name that is free; None if in none."""
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
    """Names of the file for a game: its ruleset and seed, then with -2, -3 ... for other games of the same."""
    stem = f"{state.game.program.ruleset}-{state.seed}"
    yield stem + SAVED
    for number in count(2):
        yield f"{stem}-{number}{SAVED}"


def resume_newest(folder: Path) -> GameRecorder:
    """Goes on with the game in a folder that was played last, of those that are neither over nor being played.

    Raises UsageError if there is none, or it is damaged.
    """
    found = sorted((_change_time(path), path) for path in folder.glob("*.jsonl"))
    for _, path in reversed(found):
        with suppress(InUse, OSError):
            if is_recording(path) and not _is_over(path):
                return GameRecorder.resumed(path)
    raise UsageError("there is no game to resume in this folder; for a game elsewhere name its file: --resume FILE")


def _change_time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_over(path: Path) -> bool:
    """Whether a game is over, or was ended before its first line was whole."""
    lines = path.read_bytes().splitlines(keepends=True)
    return not lines[0].endswith(b"\n") or lines[-1].startswith(b'{"end":"finished"')
