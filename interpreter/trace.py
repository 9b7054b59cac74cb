"""Recordings of games: JSON Lines that other programs can check. docs/trace.md describes every key."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from . import ir, library
from .errors import ChoiceError, GameError, UsageError
from .game import Game, State
from .options import Option
from .phrases import card_text, fill, seat_text, value_text

TRACE_FORMAT = "stammtisch-trace-1"
PLACE = re.compile(r"([^:]+):(\d+): (.*)", re.DOTALL)
FINISHED, UNFINISHED, FAILED = "finished", "unfinished", "failed"


class Words:
    """What the numbers of a game stand for, as JSON data: things and players in words, cards with their attributes."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.cards = [self._card(number, card) for number, card in enumerate(program.cards)]
        self.zones = [(number, slot) for number, slot in enumerate(program.lists) if slot.kind in ("set", "pile")]
        parts = {part for _, slot in self.zones for part in (slot.segments, slot.groups)}
        others = [n for n, slot in enumerate(program.lists) if slot.kind == "list" and n not in parts]
        self.lists = list(zip(_distinct([program.lists[n].name for n in others]), others, strict=True))
        counted = [n for n, slot in enumerate(program.ints) if n > ir.REASON and not slot.declared]
        self.counters = list(zip(_distinct([program.ints[n].name for n in counted]), counted, strict=True))
        self.variables = [n for n, slot in enumerate(program.ints) if n > ir.REASON and slot.declared]

    def _card(self, number: int, card: ir.Card) -> dict[str, Any]:
        attributes = self.program.attributes[card.component]
        values = {name: self.value(kind, value) for (name, _, kind), value in zip(attributes, card.values, strict=True)}
        return {"card": number, "component": card.component, "attributes": values}

    def value(self, kind: str, value: Any) -> Any:
        """A value in words: a number, true or false, the word of a thing or player, a card, a zone's label, None."""
        if isinstance(value, list | tuple):
            return [self.value(kind, item) for item in value]
        sort, _, name = kind.partition(" ")
        if sort == "int":
            return None if value == ir.NO_NUMBER else value
        if value == ir.NOTHING:
            return None
        if sort == "bool":
            return bool(value)
        if sort == "group":
            return {"zone": self.program.lists[value // ir.GROUP].name, "group": value % ir.GROUP}
        names: Sequence[Any] = ()
        if sort == "thing":
            names = self.program.names[name]
        elif sort == "card":
            names = self.cards
        elif sort == "zone":
            return self.zone(value)
        return names[value] if 0 <= value < len(names) else value

    def zone(self, number: int) -> str:
        """The label of a zone."""
        return self.program.lists[number].name

    def state(self, state: State) -> dict[str, Any]:
        """The whole true state. Zones with their cards bottom first; positions in `unordered` count from 0 there."""
        ints, v, z = self.program.ints, state.v, state.z
        zones: dict[str, Any] = {}
        for number, slot in self.zones:
            zone: dict[str, Any] = {"kind": slot.kind, "cards": [self.cards[card] for card in z[number]]}
            if slot.segments >= 0:
                parts = z[slot.segments]
                zone["unordered"] = [parts[i : i + 2] for i in range(0, len(parts), 2)]
            if slot.groups >= 0:
                zone["groups"] = z[slot.groups]
            zones[slot.name] = zone
        return {
            "zones": zones,
            "variables": {ints[n].name: self.value(ints[n].kind, v[n]) for n in self.variables},
            "counters": {name: self.value(ints[n].kind, v[n]) for name, n in self.counters},
            "lists": {name: z[n] for name, n in self.lists},
            "position": v[ir.PC],
            "random": str(state.random),
        }

    def option(self, option: Option) -> dict[str, Any]:
        """An option as its number, handle, kind and value."""
        value = None if option.value is None else self.value(option.kind, option.value)
        return {"number": option.number, "words": option.words, "kind": option.kind, "value": value}

    def option_text(self, option: Option, names: Sequence[str]) -> str:
        """An option as people read it, with nothing hidden."""
        words, value = fill(self.program, option.words), option.value
        if value is None:
            return words
        if option.kind == "thing player":
            text = seat_text(value, names)
        elif option.kind.startswith("card "):
            text = card_text(self.reference(value))
        else:
            text = value_text(self.value(option.kind, value), option.kind, names)
        return f"{words} {text}".strip()

    def reference(self, number: int) -> dict[str, Any]:
        """A card with all its faces, as phrases.py reads it."""
        card = self.program.cards[number]
        found: dict[str, Any] = {"component": card.component}
        for (name, face, kind), value in zip(self.program.attributes[card.component], card.values, strict=True):
            found.setdefault(face, {})[name] = self.value(kind, value)
        return found

    def event(self, event: tuple[Any, ...]) -> dict[str, Any]:
        """A true event of the log."""
        kind, node, *args = event
        found: dict[str, Any] = {"kind": kind, "step": self.program.nodes[node].words if node >= 0 else ""}
        if kind == "move":
            card, source, to, where, *depth = args
            found |= {"card": self.cards[card], "from": self.zone(source), "to": self.zone(to), "where": where}
            return found | ({"depth": depth[0]} if depth else {})
        if kind == "pour":
            source, to, cards = args
            return found | {"from": self.zone(source), "to": self.zone(to), "cards": [self.cards[c] for c in cards]}
        if kind == "shuffle":
            return found | {"zone": self.zone(args[0])}
        if kind == "set":
            return found | {"variable": self.slot(args[0]), "value": self.content(*args)}
        if kind == "tokens":
            source, to, amount, public = args
            return found | {"from": self.slot(source), "to": self.slot(to), "amount": amount, "public": public % 2 == 1}
        if kind == "reveal":
            return found | {"cards": [self.cards[card] for card in args[0]], "seats": list(args[1])}
        if kind == "show":
            return found | {"variables": [self.slot(slot) for slot in args[0]], "seats": list(args[1])}
        if kind == "turn":
            return found | {"seat": args[0], "round": args[1]}
        if kind in ("say", "random"):
            return found | {"value": self.value(self.program.kinds[args[0]], args[1])}
        return found if not args else found | {"values": list(args)}

    def slot(self, number: int) -> str:
        """The name of a variable; the box for what lies in none."""
        return self.program.ints[number].name if number >= 0 else "the box"

    def content(self, slot: int, value: int) -> Any:
        """The value of a variable in words."""
        return self.value(self.program.ints[slot].kind, value)

    def chance(self, result: tuple[int, int, int], first: int, events: list[tuple[Any, ...]], alone: bool) -> Any:
        """A chance result: what it decided is told by the event after it. `first` is the number of events[0]."""
        number, n, index = result
        at = number - first
        after = events[at] if at < len(events) else ("",)
        found: dict[str, Any] = {"kind": "other", "n": n, "index": index, "event": at}
        if after[0] == "random":
            found |= {"kind": "random", "drawn": self.value(self.program.kinds[after[2]], after[3])}
        elif after[0] == "move" and alone and after[5] in ("top", "bottom"):
            found |= {"kind": "draw", "drawn": self.cards[after[2]]}
        elif after[0] == "move":
            found["kind"] = "place"
        return found

    def happened(self, state: State, since: int) -> dict[str, Any]:
        """The chance results and events from an event number on, without the choices."""
        if state.log is None:
            return {}
        events, results = state.log.since(since), state.log.chances_since(since)
        counts: dict[int, int] = {}
        for number, _, _ in results:
            counts[number] = counts.get(number, 0) + 1
        return {
            "chance": [self.chance(result, since, events, counts[result[0]] == 1) for result in results],
            "events": [self.event(event) for event in events if event[0] != "choose"],
        }


def _distinct(names: list[str]) -> list[str]:
    """The names, those that come again with (2), (3) ... behind them."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def failure(program: ir.Program, error: GameError) -> str:
    """Why a game could not go on, with the step's file and line."""
    if not 0 <= error.node < len(program.nodes):
        return error.message
    node = program.nodes[error.node]
    return f"{library.shown(node.file)}:{node.line} {node.words}: {reason(node, error)}"


def reason(node: ir.Node, error: GameError) -> str:
    """Why a game could not go on, without the place if that is the step's; another line or file comes last."""
    message = error.message.removeprefix(f"{node.file}:{node.line} {node.words}: ")
    place = PLACE.fullmatch(message)
    if place is None:
        return message
    file, line, text = place.groups()
    if not node.file.endswith(file):
        return f"{text} ({file}:{line})"
    return text if int(line) == node.line else f"{text} (line {line})"


class Recorder:
    """Writes the trace of one game, a line at a time; a context manager that leaves a whole file whatever happens.

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
        self.words = Words(state.game.program)
        self.names = list(names) or list(state.game.program.names["player"])
        self.own = isinstance(target, str | Path)
        self.file: IO[bytes] = open(target, "wb") if isinstance(target, str | Path) else target  # noqa: SIM115
        self.starts: list[int] = []
        choices = state.choices()
        begun = state.game.start(state.seed, not short) if choices else state
        self._write(header(state.game, state.seed, self.names, short, begun))
        self.marks = [len(begun.log) if begun.log is not None else 0]
        self.state = begun
        for link in choices:
            self.choose(begun.option(link.site, link.number), link.seat)
        self.state = state

    def before(self, state: State, option: Option | int, seat: int | None = None) -> None:
        """To be called before state.choose(option, seat): writes the decision's line.

        A state that has fewer decisions behind it than were written (undo) takes back the lines after them.
        Raises ChoiceError for an option or seat that is not there.
        """
        self.state = state
        self._go_back(state.decisions)
        sites = dict(state.sites())
        if not sites:
            raise ChoiceError("the game is over: nothing is left to decide")
        seat = next(iter(sites)) if seat is None else seat
        if seat not in sites:
            raise ChoiceError(f"player {seat + 1} has nothing to decide now")
        site = sites[seat]
        numbers = state.option_numbers(seat, site)
        index = option if isinstance(option, int) else numbers.index(option.number) if option.number in numbers else -1
        if not 0 <= index < len(numbers):
            raise ChoiceError("that option is not offered")
        line: dict[str, Any] = {
            "number": state.decisions + 1,
            "seat": seat,
            "decision": state.game.program.sites[site].words,
            "site": site,
            "index": index,
            "count": len(numbers),
            "choice": self.words.option(state.option(site, numbers[index])),
            "forced": len(numbers) == 1,
        }
        if not self.short:
            line["pending"] = list(sites)
            line["options"] = [self._option(state.option(site, number)) for number in numbers]
            line["state"] = self.words.state(state)
            line |= self.words.happened(state, self.marks[-1])
        self.starts.append(self.file.tell())
        self.marks.append(len(state.log) + 1 if state.log is not None else 0)
        self._write(line)

    def choose(self, option: Option | int, seat: int | None = None) -> None:
        """Writes the decision's line and makes the choice. Raises what State.choose raises."""
        self.before(self.state, option, seat)
        self.state.choose(option, seat)

    def end(self, state: State | None = None, error: GameError | None = None) -> None:
        """Writes the last line: finished, unfinished, or failed if the rules failed with `error`."""
        self.state = state or self.state
        if error is None:
            self._go_back(self.state.decisions)
        line = last(self.state, self.words, len(self.starts), error)
        if not self.short:
            line |= self.words.happened(self.state, self.marks[-1])
        self._write(line)
        self.ended = True

    def close(self) -> None:
        """Writes the last line if there is none yet, and closes a file that this recorder has opened."""
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

    def _option(self, option: Option) -> dict[str, Any]:
        return self.words.option(option) | {"text": self.words.option_text(option, self.names)}

    def _go_back(self, decisions: int) -> None:
        if decisions < len(self.starts):
            self.file.seek(self.starts[decisions])
            self.file.truncate()
            del self.starts[decisions:], self.marks[decisions + 1 :]

    def _write(self, line: dict[str, Any]) -> None:
        self.file.write(to_line(line))
        self.file.flush()


def to_line(data: dict[str, Any]) -> bytes:
    """A line of a trace."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace") + b"\n"


def header(game: Game, seed: int, names: Sequence[str], short: bool, state: State | None) -> dict[str, Any]:
    """The first line; `state` is the game at its first decision, None if it failed before."""
    words = Words(game.program)
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
        "state": None if state is None else words.state(state),
    }
    return line | (words.happened(state, 0) if state is not None and not short else {})


def last(state: State, words: Words, decisions: int, error: GameError | None) -> dict[str, Any]:
    """The last line: how the game ended, after how many decisions, and the result as far as there is one."""
    ended = FAILED if error is not None else FINISHED if state.over else UNFINISHED
    line: dict[str, Any] = {
        "end": ended,
        "reason": failure(state.game.program, error) if error is not None else state.reason,
        "decisions": decisions,
        "state": words.state(state),
        "hash": state.hash,
        "scores": None,
        "ranking": None,
        "winners": [],
        "payoffs": None,
    }
    try:
        line["scores"] = state.scores
        if ended == FINISHED:
            line |= {"ranking": state.ranks, "winners": state.winners, "payoffs": state.payoffs}
    except GameError as wrong:
        # a game whose score cannot be told has failed, even if its rules came to their end
        if ended == FINISHED:
            line |= {"end": FAILED, "reason": failure(state.game.program, wrong)}
    return line


def write_failed_start(path: str | Path, game: Game, seed: int, names: Sequence[str], error: GameError) -> None:
    """The short trace of a game whose rules fail before the first decision."""
    end = {"end": FAILED, "reason": failure(game.program, error), "decisions": 0, "state": None, "hash": None}
    end |= {"scores": None, "ranking": None, "winners": [], "payoffs": None}
    first = header(game, seed, list(names) or game.program.names["player"], True, None)
    Path(path).write_bytes(to_line(first) + to_line(end))


# -- reading


@dataclass(slots=True)
class Trace:
    """A recording that was read: its first line, the lines of its decisions, its last line (None if not read so far).

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
    """A trace file; with `until` only as far as that decision's line (1 is the first), its end then None.

    Raises UsageError, naming file and line, for a file that is no trace, is damaged, or is cut off before its end.
    """
    name = str(path)
    with open(path, "rb") as file:
        first = _parsed(name, 1, file.readline())
        _check_header(name, first)
        trace = Trace(name, first, [], None)
        for number, raw in enumerate(file, 2):
            line = _parsed(name, number, raw)
            if "end" in line:
                _check(name, number, line, END_KEYS)
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


def _parsed(path: str, number: int, raw: bytes) -> dict[str, Any]:
    """A line as JSON data. Raises UsageError if it is none, or has no line end (it was cut off)."""
    before = f"; to see what stands before, add --until {number - 2}" if number > 2 else ""
    try:
        data = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        if number == 1:
            raise UsageError(
                f"{path}, line 1: this is no recorded game (it should begin with a line of JSON)"
            ) from None
        what = "is cut off" if not raw.endswith(b"\n") else "is damaged: it is not a line of JSON"
        raise UsageError(f"{path}, line {number}: the recording {what}{before}") from None
    if not isinstance(data, dict):
        raise UsageError(f"{path}, line {number}: this is no line of a recorded game{before}")
    return data


def _check_header(path: str, first: dict[str, Any]) -> None:
    if first.get("format") != TRACE_FORMAT:
        found = first.get("format")
        other = f"; its format is {found!r}" if isinstance(found, str) else ""
        raise UsageError(f"{path}, line 1: this is no recorded game of the format {TRACE_FORMAT!r}{other}")
    _check(path, 1, first, HEADER_KEYS)
    names, players = first["names"], first["players"]
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{path}, line 1: the recording is damaged: {players} players, but the names {names!r}")
    if not 0 <= first["seed"] < 1 << 63:
        raise UsageError(f"{path}, line 1: the recording is damaged: the seed {first['seed']} is out of range")


def _check_decision(trace: Trace, line: dict[str, Any], number: int) -> None:
    _check(trace.path, number, line, DECISION_KEYS)
    _check(trace.path, number, line["choice"], CHOICE_KEYS)
    expected = len(trace.decisions) + 1
    if line["number"] != expected:
        wrong = f"decision {expected} should stand here, not {line['number']}"
        raise UsageError(f"{trace.path}, line {number}: the recording is damaged: {wrong}")
    if not 0 <= line["seat"] < trace.header["players"]:
        raise UsageError(f"{trace.path}, line {number}: the recording is damaged: there is no seat {line['seat']}")


def _check_end(trace: Trace, line: dict[str, Any], number: int, rest: bytes) -> None:
    if line["end"] not in (FINISHED, UNFINISHED, FAILED):
        raise UsageError(
            f"{trace.path}, line {number}: the recording is damaged: a game does not end as {line['end']!r}"
        )
    if line["decisions"] != len(trace.decisions):
        wrong = f"{line['decisions']} decisions were recorded, {len(trace.decisions)} are there"
        raise UsageError(f"{trace.path}, line {number}: the recording is damaged: {wrong}")
    if rest.strip():
        raise UsageError(f"{trace.path}, line {number + 1}: the recording is damaged: it goes on after its last line")


def _check(path: str, number: int, line: dict[str, Any], keys: dict[str, type]) -> None:
    for key, kind in keys.items():
        value = line.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            what = f"{key!r} is missing" if key not in line else f"{key!r} cannot be {json.dumps(value)[:60]}"
            raise UsageError(f"{path}, line {number}: the recording is damaged: {what}")
