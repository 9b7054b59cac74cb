"""Write a recording during play: the rules once, then a line for each choice. See docs/trace.md."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any
from zlib import crc32

from ..base import files
from ..base.errors import GameError, UsageError
from ..base.version import __version__
from ..front.api import Ruleset
from ..game.state import State
from ..program.options import History, Option
from ..reading.dump import dump
from .recording_reader import GAME_FORMAT, RecordedChoice, RecordedGame, RecordedLine, read_game
from .trace import FAILED, FINISHED, failure
from .trace_words import json_text


class InUse(UsageError):
    """Another program is writing this recording."""


def to_line(data: dict[str, Any], before: int) -> tuple[bytes, int]:
    """A line with its checksum, computed from it and the checksum `before`; and that checksum."""
    body = json_text(data)[:-1].encode("latin-1")
    found = crc32(body, before)
    return body + b',"sum":"%08x"}\n' % found, found


class GameRecorder:
    """Records one game in a file during play: whatever ends the program, the choices made are in the file.

    `target` is the path of a file that is not there yet, or a binary file open for writing that can seek. `names` are
    the players', one a seat. `play` is what the program that plays wants to find again, as JSON data. A state that is
    under way is kept from its start. A context manager that writes how the game ended, if it did. `state` is the game.
    Raises FileExistsError if there is a file already, OSError where it cannot be written.
    """

    def __init__(
        self,
        target: str | Path | IO[bytes],
        ruleset: Ruleset,
        state: State,
        names: Sequence[str] = (),
        play: dict[str, Any] | None = None,
    ) -> None:
        game = state.game
        first = {
            "format": GAME_FORMAT,
            "ruleset": game.program.ruleset,
            "hash": game.hash,
            "game": game.name,
            "players": game.players,
            "names": list(names) or list(game.program.names["player"]),
            "options": game.program.options,
            "seed": state.seed,
            "version": __version__,
            "files": ruleset.sources,
        }
        self._begin(target, first | ({"play": play} if play is not None else {}) | {"rules": dump(ruleset.root)}, state)

    def _begin(self, target: str | Path | IO[bytes], header: dict[str, Any], state: State) -> None:
        self.path = Path(target) if isinstance(target, str | Path) else None
        self.file: IO[bytes] = open(target, "xb") if isinstance(target, str | Path) else target  # noqa: SIM115
        self.header, self.state = header, state
        self.recorded: RecordedGame | None = None
        self.lines: list[RecordedLine] = []
        self.last: History | None = None
        try:
            if self.path is not None:
                files.lock(self.file)
            self._write(header, None)
            self.keep(state)
        except OSError:
            self.close()
            raise

    @classmethod
    def resumed(cls, path: str | Path) -> GameRecorder:
        """Resume a recording after its last complete choice: `state` is the game there.

        Raises InUse while another program writes it; UsageError if it cannot be read or written, is damaged or over, or
        cannot be played as it was. The file is then as it was.
        """
        recorder = object.__new__(cls)
        recorder.path = Path(path)
        recorder.file = _open_recording(recorder.path)
        try:
            kept = read_game(path)
            if kept.end is not None and kept.end["end"] == FINISHED:
                raise UsageError(f"the game in {path} is over")
            recorder.header, recorder.state = kept.header, kept.played()
            recorder.recorded = kept
        except BaseException:
            recorder.file.close()
            raise
        recorder.lines, recorder.last = kept.lines, recorder.state.history
        return recorder

    def copy(self, target: str | Path | IO[bytes], play: dict[str, Any] | None = None) -> GameRecorder:
        """Write the game so far to another file, with its own `play` if given. Raises as GameRecorder."""
        other = object.__new__(GameRecorder)
        header = self.header if play is None else self.header | {"play": play}
        other._begin(target, header, self.state)
        return other

    def change(self, play: dict[str, Any]) -> None:
        """Rewrite the file with another `play`. Raises UsageError if that fails; the file is then unchanged."""
        assert self.path is not None
        file = io.BytesIO()
        new = self.copy(file, play)
        files.write(self.path, file.getvalue())
        self.file.close()
        self.file, self.header, self.lines = _open_recording(self.path), new.header, new.lines

    def content(self, play: dict[str, Any] | None = None) -> bytes:
        """The bytes that `copy` writes."""
        file = io.BytesIO()
        self.copy(file, play)
        return file.getvalue()

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """Make a choice and record it, even if the rules fail at it. Raises what State.choose raises."""
        try:
            self.state.choose(option, seat)
        except GameError as error:
            self.fail(error, option, seat)
            raise
        self.keep(self.state)

    def keep(self, state: State) -> None:
        """Update the file to the choices of a state of this game: more, or fewer after an undo."""
        self.state = state
        links: list[History] = []
        link = state.history
        while link is not None and link is not self.last:
            links.append(link)
            link = link.before
        new = [RecordedChoice(link.seat, link.position, link.count, link.number) for link in reversed(links)]
        if link is not self.last:
            # the state has other choices than the file: keep their common beginning, and continue from there
            kept = [line.chosen for line in self.lines[1:]]
            same = 0
            while same < min(len(new), len(kept)) and new[same] == kept[same]:
                same += 1
            del self.lines[same + 1 :], new[:same]
            self._cut()
        for choice in new:
            self._write({"number": len(self.lines), **asdict(choice)}, choice)
        self.last = state.history

    def fail(self, error: GameError, option: Option | int | None = None, seat: int | None = None) -> None:
        """Record that the rules fail: at a choice, or without one. Another choice may still be recorded."""
        line: dict[str, Any] = {"end": FAILED, "reason": failure(self.state.game.program, error)}
        if option is not None:
            line["failing"] = asdict(self._choice(option, seat))
        self._end(line)

    def end(self) -> None:
        """Record how the game ended, if it is over."""
        state = self.state
        if not state.over:
            return
        try:
            result = {
                "scores": state.scores,
                "ranking": state.ranks,
                "winners": state.winners,
                "payoffs": state.payoffs,
            }
        except GameError as error:
            # a game whose score fails has failed, even if its rules reached their end
            self.fail(error)
            return
        self._end({"end": FINISHED, "reason": state.reason} | result)

    def close(self) -> None:
        """Close a file that this recorder has opened, after writing it to the disk."""
        if self.path is None or self.file.closed:
            return
        try:
            self.file.flush()
            os.fsync(self.file.fileno())
        finally:
            self.file.close()

    def remove(self) -> None:
        """Close and delete the file. Raises OSError if that is not possible."""
        assert self.path is not None
        self.path.unlink()
        self.file.close()

    def __enter__(self) -> GameRecorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if error is None:
                self.end()
        finally:
            self.close()

    def _choice(self, option: Option | int, seat: int | None) -> RecordedChoice:
        decision = self.state.decision if seat is None else self.state.pending[seat]
        numbers = list(decision.numbers)
        index = option if isinstance(option, int) else numbers.index(option.number)
        return RecordedChoice(decision.seat, index, len(numbers), numbers[index])

    def _end(self, line: dict[str, Any]) -> None:
        self._cut()
        data = line | {"decisions": len(self.lines) - 1}
        self.file.write(to_line(data, self.lines[-1].sum)[0])
        self.file.flush()

    def _cut(self) -> None:
        """Cut off what follows the last recorded line: undone choices, half a line, an end."""
        if self.lines and self.file.seek(0, os.SEEK_END) != self.lines[-1].end:
            self.file.seek(self.lines[-1].end)
            self.file.truncate()

    def _write(self, line: dict[str, Any], chosen: RecordedChoice | None) -> None:
        """Append a line in one piece: a killed program leaves it complete, missing or without its end."""
        self._cut()
        data, total = to_line(line, self.lines[-1].sum if self.lines else 0)
        self.file.write(data)
        self.file.flush()
        self.lines.append(RecordedLine(self.file.tell(), total, chosen))


def header_at(ruleset: Ruleset, state: State, source: str) -> dict[str, Any]:
    """The header of a recording of a game that begins at this state; source: what it was set up from."""
    header = GameRecorder(io.BytesIO(), ruleset, state).header
    return header | {"position": {"of": source, "v": state.v, "z": state.z, "random": state.random}}


def recording_of(header: dict[str, Any], state: State) -> bytes:
    """A game's recording with this header, and how the game ended if it is over."""
    file = io.BytesIO()
    recorder = object.__new__(GameRecorder)
    recorder._begin(file, header, state)
    recorder.end()
    return file.getvalue()


def _open_recording(path: Path) -> IO[bytes]:
    """Open a recording to resume it. Raises InUse, or UsageError if it cannot be written."""
    files.refuse_device(path, "a recording")
    try:
        file = open(path, "r+b")  # noqa: SIM115  # it stays open as long as the game is played
    except OSError as error:
        how = "written" if os.access(path, os.R_OK) else "read"
        raise UsageError(f"{path} cannot be {how}: {(error.strerror or str(error)).lower()}") from None
    if not files.lock(file):
        file.close()
        raise InUse(f"the game in {path} is being played already, at another terminal or by another program")
    return file
