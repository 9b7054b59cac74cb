"""Traces of games: JSON Lines that other programs can check. docs/trace.md describes every key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ..base.errors import ChoiceError, GameError, UsageError
from ..game.compiled import CompiledGame
from ..game.failures import reason
from ..game.game import Game, starting_game
from ..game.state import State
from ..program import ir
from ..program.options import Option
from ..reading import library
from .trace_words import json_text, numbers_text, texts_of

TRACE_FORMAT = "stammtisch-trace-1"
NO_RESULT: dict[str, Any] = {"scores": None, "ranking": None, "winners": [], "payoffs": None}
FINISHED, UNFINISHED, FAILED = "finished", "unfinished", "failed"


def failure(program: ir.Program, error: GameError) -> str:
    """Why a game could not continue, with the step's file and line."""
    if not 0 <= error.node < len(program.nodes):
        return error.message
    node = program.nodes[error.node]
    return f"{library.display_path(node.file)}:{node.line} {node.words}: {reason(node, error)}"


class Recorder:
    """Writes the trace of one game, line by line; a context manager that always leaves a complete file.

    `target` is a path, or a binary file open for writing that can seek. `names` are the players', one a seat.
    A state that is under way is recorded from its start. short=True leaves out states, options and events; else the
    state needs its log. Raises ValueError if it has none, OSError where the file cannot be written.
    """

    def __init__(
        self, target: str | Path | IO[bytes], state: State, names: Sequence[str] = (), short: bool = False
    ) -> None:
        if state.log is None and not short:
            raise ValueError("a trace needs a state that was started with its log")
        self.state, self.short, self.ended = state, short, False
        self.names = list(names) or list(state.game.program.names["player"])
        self.texts = texts_of(state.game, tuple(self.names))
        self.own = isinstance(target, str | Path)
        self.file: IO[bytes] = open(target, "wb") if isinstance(target, str | Path) else target  # noqa: SIM115
        self.starts: list[int] = []
        self.at = self.file.tell()
        choices = state.choices()
        begun = starting_game(state).start(state.seed, not short) if choices else state
        first = header_line(state.game, state.seed, self.names, short, self.texts.state(begun))
        self._write(first if short else first | self.texts.happenings(begun, 0))
        self.marks = [len(begun.log) if begun.log is not None else 0]
        self.state = begun
        for link in choices:
            self.choose(begun.option(link.site, link.number), link.seat)
        self.state = state

    def before(self, state: State, option: Option | int, seat: int | None = None) -> None:
        """Write the decision's line; call it before state.choose(option, seat).

        A state that has fewer decisions behind it than were written (undo) takes back the lines after them.
        Raises ChoiceError for an option or seat that is not there.
        """
        self.state = state
        self._go_back(state.decisions)
        sites = dict(state.sites())
        if not sites:
            raise ChoiceError("the game is over: nothing is left to decide")
        first = next(iter(sites))
        seat = first if seat is None else seat
        if seat not in sites:
            raise ChoiceError(f"player {seat + 1} has nothing to decide now")
        site = sites[seat]
        # the first decision is kept in the state
        numbers = state.decision.options.numbers if seat == first else state.option_numbers(seat, site)
        index = option if isinstance(option, int) else numbers.index(option.number) if option.number in numbers else -1
        if not 0 <= index < len(numbers):
            raise ChoiceError("that option is not offered")
        texts = self.texts
        line = {
            "number": str(state.decisions + 1),
            "seat": str(seat),
            "decision": texts.steps[site],
            "site": str(site),
            "index": str(index),
            "count": str(len(numbers)),
            "choice": texts.choices[site, numbers[index]],
            "forced": "true" if len(numbers) == 1 else "false",
        }
        if not self.short:
            line |= texts.asked[site]
            line["pending"] = numbers_text(sites)
            line["options"] = texts.offers(state.z, site, numbers)
            line["state"] = self.texts.state(state)
            line |= texts.happenings(state, self.marks[-1])
        self.starts.append(self.at)
        self.marks.append(len(state.log) + 1 if state.log is not None else 0)
        self._write(line)

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """Write the decision's line and make the choice. Raises what State.choose raises."""
        self.before(self.state, option, seat)
        self.state.choose(option, seat)

    def end(self, state: State | None = None, error: GameError | None = None) -> None:
        """Write the last line: finished, unfinished, or failed if the rules failed with `error`."""
        self.state = state or self.state
        if error is None:
            self._go_back(self.state.decisions)
        line = end_line(self.state, self.texts.state(self.state), len(self.starts), error)
        if not self.short:
            line |= self.texts.happenings(self.state, self.marks[-1])
        self._write(line)
        self.ended = True

    def close(self) -> None:
        """Write the last line if there is none yet, and close a file that this recorder has opened."""
        try:
            if not self.ended:
                self.end()
        finally:
            if self.own:
                self.file.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, GameError) and not self.ended:
            self.end(error=error)
        self.close()

    def _go_back(self, decisions: int) -> None:
        if decisions < len(self.starts):
            self.at = self.file.seek(self.starts[decisions])
            self.file.truncate()
            del self.starts[decisions:], self.marks[decisions + 1 :]

    def _write(self, line: dict[str, str]) -> None:
        self.at += self.file.write(to_line(line))
        self.file.flush()


def to_line(line: dict[str, str]) -> bytes:
    """A line of a trace, of keys and their values' json_text."""
    text = ",".join([f'"{key}":{value}' for key, value in line.items()])
    return f"{{{text}}}\n".encode("latin-1")


def header_line(game: CompiledGame, seed: int, names: Sequence[str], short: bool, state: str) -> dict[str, str]:
    """The first line without events; `state` is the text of the game at its first decision."""
    line: dict[str, Any] = {
        "format": TRACE_FORMAT,
        "ruleset": game.program.ruleset,
        "hash": game.hash,
        "game": game.name,
        "players": game.players,
        "names": list(names),
        "options": game.program.options,
        "seed": seed,
        "short": short,
    }
    return as_texts(line) | {"state": state}


def as_texts(line: dict[str, Any]) -> dict[str, str]:
    """The values as JSON texts."""
    return {key: json_text(value) for key, value in line.items()}


def end_line(state: State, text: str, decisions: int, error: GameError | None) -> dict[str, str]:
    """The last line: how the game ended, after how many decisions, and the result as far as there is one."""
    ended = FAILED if error is not None else FINISHED if state.over else UNFINISHED
    line: dict[str, Any] = {
        "end": ended,
        "reason": failure(state.game.program, error) if error is not None else state.reason,
        "decisions": decisions,
        "state": None,
        "hash": state.hash,
    } | NO_RESULT
    try:
        line["scores"] = state.scores
        if ended == FINISHED:
            line |= {"ranking": state.ranks, "winners": state.winners, "payoffs": state.payoffs}
    except GameError as wrong:
        # a game whose score fails has failed, even if its rules reached their end
        if ended == FINISHED:
            line |= {"end": FAILED, "reason": failure(state.game.program, wrong)}
    return as_texts(line) | {"state": text}


def write_failed_start(path: str | Path, game: Game, seed: int, names: Sequence[str], error: GameError) -> None:
    """The short trace of a game whose rules fail before the first decision."""
    end = {"end": FAILED, "reason": failure(game.program, error), "decisions": 0, "state": None, "hash": None}
    first = header_line(game, seed, list(names) or game.program.names["player"], True, "null")
    Path(path).write_bytes(to_line(first) + to_line(as_texts(end | NO_RESULT)))


# -- reading


@dataclass(slots=True)
class Trace:
    """A trace that was read: its first line, the lines of its decisions, its last line (None if not read so far).

    The decision at position i of `decisions` stands in line i + 2 of the file.
    """

    path: str
    header: dict[str, Any]
    decisions: list[dict[str, Any]]
    end: dict[str, Any] | None


HEADER_KEYS: dict[str, type] = {
    "ruleset": str,
    "hash": str,
    "players": int,
    "names": list,
    "options": dict,
    "seed": int,
}
DECISION_KEYS: dict[str, type] = {
    "number": int,
    "seat": int,
    "decision": str,
    "site": int,
    "index": int,
    "choice": dict,
}
CHOICE_KEYS: dict[str, type] = {"number": int, "words": str, "kind": str}
END_KEYS: dict[str, type] = {"end": str, "reason": str, "decisions": int}


def read_trace(path: str | Path, until: int | None = None) -> Trace:
    """Read a trace; with `until` only up to that decision's line (1 is the first), its end then None.

    Raises UsageError, naming file and line, for a file that is no trace, is damaged, or is cut off before its end.
    """
    name = str(path)
    with open(path, "rb") as file:
        first = _parse_line(name, 1, file.readline())
        _check_header(name, first)
        trace = Trace(name, first, [], None)
        for number, raw in enumerate(file, 2):
            line = _parse_line(name, number, raw)
            if "end" in line:
                check_keys(name, number, line, END_KEYS)
                _check_end(trace, line, number, file.readline())
                trace.end = line
                return trace
            _check_decision(trace, line, number)
            trace.decisions.append(line)
            if until is not None and len(trace.decisions) >= until:
                return trace
    missing = len(trace.decisions) + 2
    there = f"; to see what there is, add --until {missing - 2}" if missing > 2 else ""
    raise UsageError(f"{name}, line {missing}: the recording is cut off here, its last line is missing{there}")


def _parse_line(path: str, number: int, raw: bytes) -> dict[str, Any]:
    """Parse a line as JSON. Raises UsageError if it is damaged, or has no line end (it was cut off)."""
    before = f"; to see what comes before it, add --until {number - 2}" if number > 2 else ""
    try:
        data = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        if number == 1:
            raise UsageError(
                f"{path}, line 1: this is not a recorded game (it should begin with a line of JSON)"
            ) from None
        what = "is cut off" if not raw.endswith(b"\n") else "is damaged: it is not a line of JSON"
        raise UsageError(f"{path}, line {number}: the recording {what}{before}") from None
    if not isinstance(data, dict):
        raise UsageError(f"{path}, line {number}: this is not a line of a recorded game{before}")
    return data


def damage_text(path: str, number: int, what: str) -> UsageError:
    """The error of a damaged line."""
    return UsageError(f"{path}, line {number}: the recording is damaged: {what}")


def _check_header(path: str, first: dict[str, Any]) -> None:
    """Raise UsageError if the first line is damaged."""
    if first.get("format") != TRACE_FORMAT:
        found = first.get("format")
        other = f"; its format is {found!r}" if isinstance(found, str) else ""
        raise UsageError(f"{path}, line 1: this is not a recorded game of the format {TRACE_FORMAT!r}{other}")
    check_keys(path, 1, first, HEADER_KEYS)
    check_names(path, first)


def check_names(path: str, first: dict[str, Any]) -> None:
    """Raise UsageError if a first line has not as many names as players, or no seed."""
    names, players = first["names"], first["players"]
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise damage_text(path, 1, f"{players} players, but the names {names!r}")
    if not 0 <= first["seed"] < 1 << 63:
        raise damage_text(path, 1, f"the seed {first['seed']} is out of range")


def _check_decision(trace: Trace, line: dict[str, Any], number: int) -> None:
    """Raise UsageError if the line of a decision is damaged."""
    check_keys(trace.path, number, line, DECISION_KEYS)
    check_keys(trace.path, number, line["choice"], CHOICE_KEYS)
    expected = len(trace.decisions) + 1
    if line["number"] != expected:
        raise damage_text(trace.path, number, f"decision {expected} should stand here, not {line['number']}")
    if not 0 <= line["seat"] < trace.header["players"]:
        raise damage_text(trace.path, number, f"there is no seat {line['seat']}")


def _check_end(trace: Trace, line: dict[str, Any], number: int, rest: bytes) -> None:
    """Raise UsageError if the last line is damaged."""
    if line["end"] not in (FINISHED, UNFINISHED, FAILED):
        raise damage_text(trace.path, number, f"a game cannot end as {line['end']!r}")
    if line["decisions"] != len(trace.decisions):
        wrong = f"{line['decisions']} decisions were recorded, but {len(trace.decisions)} are here"
        raise damage_text(trace.path, number, wrong)
    if rest.strip():
        raise damage_text(trace.path, number + 1, "it goes on after its last line")


def check_keys(path: str, number: int, line: dict[str, Any], keys: dict[str, type]) -> None:
    """Raise UsageError if a line lacks one of these keys, or its value has another type."""
    for key, kind in keys.items():
        value = line.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            what = f"{key!r} is missing" if key not in line else f"{key!r} cannot be {json.dumps(value)[:60]}"
            raise damage_text(path, number, what)
