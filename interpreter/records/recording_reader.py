"""Read a recording, and rebuild its game at any choice."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import IO, Any, NamedTuple
from zlib import crc32

from ..base.diagnostics import RulesetError
from ..base.english import join_words
from ..base.errors import GameError, UsageError
from ..base.files import refuse_device
from ..base.version import __version__
from ..front.api import Ruleset, load_ruleset, ruleset_of_text
from ..front.expressions import setting_type
from ..front.pictures import add_pictures
from ..game.game import Game
from ..game.state import State
from ..reading.picture_files import game_folder
from .trace import FAILED, FINISHED, HEADER_KEYS, Recorder, check_keys, check_names, damage_text, failure

GAME_FORMAT = "stammtisch-game-1"
FORMATS = "stammtisch-game-"
LINE = re.compile(rb'(\{.*),"sum":"([0-9a-f]{8})"\}', re.DOTALL)
GAME_KEYS: dict[str, type] = HEADER_KEYS | {"version": str, "files": list, "rules": str}
CHOICE_KEYS: dict[str, type] = {"number": int, "seat": int, "index": int, "count": int, "choice": int}
GAME_END_KEYS: dict[str, type] = {"end": str, "reason": str, "decisions": int}
RESULT = ("scores", "ranking", "winners")


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """A choice in a recording: position and number of the option, and how many options there were."""

    seat: int
    index: int
    count: int
    choice: int


class RecordedLine(NamedTuple):
    """A line of the file: its end, the checksum so far, and its choice (the first line has none)."""

    end: int
    sum: int
    chosen: RecordedChoice | None


@dataclass
class RecordedGame:
    """A recording that was read: its header, its lines, and how the game ended (None: it has not).

    `torn`: the last line was cut off when the program was killed, and is left out.
    """

    path: str
    header: dict[str, Any]
    lines: list[RecordedLine]
    end: dict[str, Any] | None = None
    torn: bool = False

    @property
    def names(self) -> list[str]:
        """The players' names, one a seat."""
        return [*self.header["names"]]

    @property
    def seats(self) -> list[str]:
        """Who sat at each seat, `human` or a bot; [] if the recording does not say."""
        play = self.header.get("play")
        return [*play.get("seats", ())] if isinstance(play, dict) else []

    @property
    def notes(self) -> list[tuple[int, str, str]]:
        """What people noted: after how many choices, who, and the text."""
        play = self.header.get("play")
        found = play.get("notes", []) if isinstance(play, dict) else []
        return [(note["decision"], ["the host", *self.names][note["seat"] + 1], note["text"]) for note in found]

    @property
    def choices(self) -> list[RecordedChoice]:
        """The choices, in order."""
        return [line.chosen for line in self.lines if line.chosen is not None]

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules that the game was begun with.

        From their files, so that messages name the places there, if they still say the same, else from the recording.

        Raises UsageError if this version of Stammtisch does not understand them.
        """
        try:
            found = load_ruleset(self.header["files"][0], self.header["files"][1:])
        except (RulesetError, IndexError):
            found = None
        return found if found is not None and found.hash == self.header["hash"] else self._saved_ruleset()

    def rules_changed(self) -> bool:
        """Whether the files of the rules still exist and have changed since."""
        files = self.header["files"]
        return bool(files) and os.path.isfile(files[0]) and str(self.ruleset.path) != files[0]

    def settings(self) -> dict[str, Any]:
        """The value of each setting, as it is written. Raises UsageError as `ruleset`."""
        names = self.ruleset.game(self.header["players"]).program.names
        return _settings(self.ruleset, self.header["options"], names)

    def game(self) -> Game:
        """The game with its players and settings. Raises UsageError as `ruleset`."""
        ruleset = self.ruleset
        try:
            return game_of(ruleset, self.header["players"], self.header["options"])
        except UsageError as error:
            raise UsageError(f"{self.path}, line 1: {error}") from None

    @property
    def position_source(self) -> str:
        """The source of the position in which a game was set up; "" for a game from its start."""
        return str(self.header.get("position", {}).get("of", ""))

    def starting_state(self, game: Game) -> State:
        """The game before its first choice. Raises UsageError if it was set up in an impossible position."""
        seed, position = self.header["seed"], self.header.get("position")
        if position is None:
            return game.start(seed)
        try:
            return game.start_placed(seed, (position["v"], position["z"], position["random"]))
        except (KeyError, TypeError) as error:
            raise damage_text(self.path, 1, f"'position' is not a position: {error}") from None

    def played(self, until: int | None = None, game: Game | None = None) -> State:
        """The game after the last choice, or when decision number `until` (from 1) is due.

        Raises UsageError, naming the line, where the game does not go as recorded.
        """
        game = game or self.game()
        choices = self.choices
        if until is not None and not 1 <= until <= len(choices) + 1:
            raise UsageError(f"{self.path} has {len(choices)} decisions: --until {until} is not one of them")
        number = 1
        try:
            state = self.starting_state(game)
            for number, choice in enumerate(choices[: None if until is None else until - 1], 2):
                self._take(state, choice, number)
        except GameError as error:
            raise self.difference_text(number, "the game goes on", failure(game.program, error)) from None
        return state

    def write_trace(self, target: str | Path | IO[bytes]) -> None:
        """Write the whole course of the game for other programs: a trace, see docs/trace.md.

        Raises UsageError as `played`, OSError where the file cannot be written.
        """
        if self.position_source:
            raise UsageError(
                f"{self.path}: a game that was set up at {self.position_source} has no trace from its start"
            )
        state = self.game().start(self.header["seed"])
        failing = (self.end or {}).get("failing")
        recorder = Recorder(target, state, self.names)
        try:
            with recorder:
                for number, choice in enumerate(self.choices, 2):
                    self._check(state, choice, number)
                    recorder.choose(choice.index, choice.seat)
                if failing is not None:
                    recorder.choose(failing["index"], failing["seat"])
                if self.end is not None and self.end["end"] == FAILED and not state.over:
                    state.option_numbers(*state.sites()[0])
        except GameError as error:
            if self.end is None or self.end["end"] != FAILED:
                raise self.difference_text(len(self.lines), "the game goes on", str(error)) from None

    def check_end(self, state: State) -> None:
        """Raise UsageError if the game, played to its end, does not end as recorded."""
        if self.end is None or self.end["end"] != FINISHED:
            return
        line = len(self.lines) + 1
        if not state.over:
            raise self.difference_text(line, f"the game is over: {self.end['reason']}", "the game goes on")
        for key, now in zip(RESULT, (state.scores, state.ranks, state.winners), strict=True):
            if self.end.get(key) != now:
                raise self.difference_text(line, f"{key} {self.end.get(key)}", f"{key} {now}")

    def _take(self, state: State, choice: RecordedChoice, line: int) -> None:
        """Make a recorded choice, after checking that it is offered as it was."""
        self._check(state, choice, line)
        state.choose(choice.index, choice.seat)

    def _check(self, state: State, choice: RecordedChoice, line: int) -> None:
        """Raise UsageError if a choice is not offered as it was."""
        said = f"player {choice.seat + 1} chooses option {choice.choice}, one of {choice.count}"
        decision = None if state.over else state.decision
        if decision is not None and decision.seat != choice.seat:
            decision = state.pending.get(choice.seat)
        if decision is None:
            now = [f"player {seat + 1}" for seat, _ in state.sites()]
            due = f"{join_words(now)} {'has' if len(now) == 1 else 'have'} to decide" if now else "the game is over"
            raise self.difference_text(line, said, due)
        numbers = decision.numbers
        if len(numbers) != choice.count or not 0 <= choice.index < choice.count:
            raise self.difference_text(line, said, f"one of {len(numbers)}")
        if numbers[choice.index] != choice.choice:
            raise self.difference_text(line, said, f"option {numbers[choice.index]}")

    def _saved_ruleset(self) -> Ruleset:
        header = self.header
        try:
            found = ruleset_of_text(header["rules"], header["ruleset"], f"the rules in {self.path}")
        except RulesetError as error:
            first = error.diagnostics[0]
            why = f"{first.message} (line {first.span.line} of the rules)"
        else:
            if found.hash == header["hash"]:
                # what is no longer there is drawn as a symbol or word
                if header["files"]:
                    found.home = Path(header["files"][0])
                    add_pictures(found.checked.ruleset, game_folder(found.home), kept=True)
                return found
            why = f"they have the hash {found.hash}, not {header['hash']}"
        raise UsageError(
            f"{self.path}, line 1: this version, {__version__}, cannot read the rules that Stammtisch "
            f"{header['version']} saved here: {why}"
        )

    def difference_text(self, line: int, recorded: str, now: str) -> UsageError:
        """The error that the game does not go as recorded."""
        versions = f"Stammtisch {self.header['version']}; this is {__version__}"
        return UsageError(
            f"{self.path}, line {line}: this is not what the game does; it was recorded by {versions}\n"
            f"  recorded: {recorded}\n  now:      {now}"
        )


def game_of(ruleset: Ruleset, players: int, options: dict[str, Any]) -> Game:
    """The game for a recording's options ({setting: number or list}). Raises UsageError if they do not fit."""
    game = ruleset.game(players)
    wrong = {name: value for name, value in options.items() if game.program.options.get(name, value) != value}
    if not wrong:
        return game
    return ruleset.game(players, _settings(ruleset, wrong, game.program.names))


def _settings(ruleset: Ruleset, values: dict[str, Any], names: dict[str, list[str]]) -> dict[str, Any]:
    """The values of settings as they are written; `names` are those of things."""
    return {name: _setting_word(names, setting_type(ruleset.checked, name), value) for name, value in values.items()}


def _setting_word(names: dict[str, list[str]], kind: Any, value: Any) -> Any:
    """A setting's number as it is written: the word of a thing, true or false, else the number."""
    if isinstance(value, list):
        return [_setting_word(names, kind.item, item) for item in value]
    if kind.kind == "bool":
        return bool(value)
    members = names.get(kind.name, []) if kind.kind == "thing" else []
    return members[value] if isinstance(value, int) and 0 <= value < len(members) else value


# -- reading the file


def is_recording(path: str | Path) -> bool:
    """Whether a file begins like a recording of any version. Raises OSError."""
    with open(path, "rb") as file:
        return file.read(40).startswith(f'{{"format":"{FORMATS}'.encode())


def read_game(path: str | Path) -> RecordedGame:
    """Read a recording. One that a killed program left with half a line at its end is read up to there.

    Raises UsageError, naming file and line, for a file that is no recording, is damaged, or cannot be read.
    """
    name = str(path)
    refuse_device(Path(path), "a recording")
    try:
        with open(path, "rb") as file:
            return _read(name, file)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}") from None


def _read(name: str, file: IO[bytes]) -> RecordedGame:
    """Read a recording from an open file."""
    parts = _parts(name, file)
    first = next(parts, None)
    if first is None:
        raise UsageError(
            f"{name}, line 1: this is not a recorded game: it is empty, or cut off before the first choice"
        )
    header, at = first
    _check_header(name, header)
    game = RecordedGame(name, header, [at])
    for number, (data, at) in enumerate(parts, 2):
        if game.end is not None:
            raise damage_text(name, number, "it goes on after its last line")
        if "end" in data:
            _check_end(game, data, number)
            game.end = data
        else:
            _check_choice(game, data, number)
            game.lines.append(
                at._replace(chosen=RecordedChoice(*(data[field.name] for field in fields(RecordedChoice))))
            )
    game.torn = game.end is None and file.seek(0, os.SEEK_END) > game.lines[-1].end
    return game


def _parts(name: str, file: IO[bytes]) -> Iterator[tuple[dict[str, Any], RecordedLine]]:
    """Each line's data and end, up to one that is cut off. Raises UsageError for a damaged one."""
    total, end = 0, 0
    for number, raw in enumerate(file, 1):
        if number == 1:
            _check_form(name, raw)
        found = LINE.fullmatch(raw.rstrip(b"\r\n"))
        if found is None and not raw.endswith(b"\n"):
            return
        before = f"; to see what comes before it, `replay` it with --until {number - 1}" if number > 2 else ""
        if found is not None:
            total = crc32(found[1], total)
        if found is None or int(found[2], 16) != total:
            raise damage_text(name, number, f"this line, or one before it, has changed since it was written{before}")
        end += len(raw)
        # a killed program may have omitted only the line end
        if not raw.endswith(b"\n"):
            return
        yield json.loads(found[1].decode("utf-8") + "}"), RecordedLine(end, total, None)


def _check_form(name: str, raw: bytes) -> None:
    """Raise UsageError if the first line does not begin as this version's."""
    start = raw[: len(GAME_FORMAT) + 40].decode("utf-8", "replace")
    form = start.removeprefix('{"format":"').partition('"')[0] if start.startswith('{"format":"') else ""
    if form == GAME_FORMAT:
        return
    if form.startswith(FORMATS):
        raise UsageError(
            f"{name}, line 1: the format of this recording is {form!r}, which this version of Stammtisch "
            f"({__version__}) does not know: it was written by a newer one"
        )
    other = f"; its format is {form!r}" if form else ""
    raise UsageError(f"{name}, line 1: this is not a recorded game of the format {GAME_FORMAT!r}{other}")


def _check_header(name: str, header: dict[str, Any]) -> None:
    """Raise UsageError if the first line is damaged."""
    check_keys(name, 1, header, GAME_KEYS)
    check_names(name, header)
    if not all(isinstance(file, str) for file in header["files"]):
        raise damage_text(name, 1, "'files' are not names")


def _check_choice(game: RecordedGame, data: dict[str, Any], number: int) -> None:
    """Raise UsageError if the line of a choice is damaged."""
    check_keys(game.path, number, data, CHOICE_KEYS)
    if data["number"] != len(game.lines):
        raise damage_text(game.path, number, f"decision {len(game.lines)} should stand here, not {data['number']}")


def _check_end(game: RecordedGame, data: dict[str, Any], number: int) -> None:
    """Raise UsageError if the last line is damaged."""
    check_keys(game.path, number, data, GAME_END_KEYS)
    if data["end"] not in (FINISHED, FAILED):
        raise damage_text(game.path, number, f"a game cannot end as {data['end']!r}")
    failing = data.get("failing")
    if failing is not None:
        if not isinstance(failing, dict):
            raise damage_text(game.path, number, "'failing' is not a choice")
        check_keys(game.path, number, failing, {field.name: int for field in fields(RecordedChoice)})
