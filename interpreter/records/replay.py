"""Replay a trace from its seed and choices; if the ruleset has changed, by handles and arguments."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..base.errors import GameError, UsageError
from ..front.api import Ruleset
from ..game.game import Game
from ..game.log import Log
from ..game.state import State
from ..program.options import Decision, Option
from ..program.wording import fill
from ..reading import handles
from .recording_reader import game_of
from .trace import FAILED, FINISHED, UNFINISHED, Recorder, Trace, failure
from .trace_words import Words

# the part of a decision line that a replay needs
CHOICE = re.compile(rb'\{"number":\d+,"seat":(\d+),"decision":"(?:[^"\\]|\\.)*","site":\d+,"index":(\d+),')
# plays_again reads the state in every so many lines
READ = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between game and recording: line of the file, decision (0: the start), what, both values."""

    line: int
    decision: int
    what: str
    recorded: str
    now: str

    def __str__(self) -> str:
        when = f"decision {self.decision}" if self.decision else "the start"
        return f"line {self.line}, {when}, {self.what}:\n  recorded: {self.recorded}\n  now:      {self.now}"


@dataclass(slots=True)
class Replay:
    """The result of replaying a recording, as far as it goes.

    `state` is None if the game fails before its first decision; `failed` says why the rules failed, `failing` which
    line's choice made them fail (None if none did). `changed`: the hash with which it was recorded, if another; then
    `first` is the first difference, `last` the last, and `stopped` whether it ends early there.
    """

    game: Game
    names: list[str]
    state: State | None = None
    failed: str = ""
    failing: dict[str, Any] | None = None
    changed: str = ""
    first: Difference | None = None
    last: Difference | None = None
    stopped: bool = False


# -- traces


def replay(trace: Trace, ruleset: Ruleset, until: int | None = None) -> Replay:
    """Replay a trace, to its end or until decision number `until` (from 1) is due.

    With the same ruleset hash everything must come as recorded: raises UsageError, naming the line, if it does not.
    With another hash choices are found by handle and argument, as far as that goes. Raises UsageError for players or
    options that the ruleset does not have.
    """
    header = trace.header
    last = len(trace.decisions) + (1 if trace.end is not None else 0)
    if until is not None and not 1 <= until <= max(1, last):
        raise UsageError(f"{trace.path} has {len(trace.decisions)} decisions: --until {until} is not one of them")
    game = game_of(ruleset, header["players"], header["options"])
    return replay_with(trace, game, until, renames(ruleset) if game.hash != header["hash"] else {})


def replay_with(trace: Trace, game: Game, until: int | None = None, old_words: dict[str, str] | None = None) -> Replay:
    """Replay a trace with the game for its players and options, and `renames` of its ruleset."""
    result = Replay(game, trace.header["names"])
    if game.hash != trace.header["hash"]:
        result.changed = trace.header["hash"]
    _Replayer(trace, result, Words(game.program), old_words or {}).run(until)
    return result


def is_reproducible(path: str | Path, game: Game) -> bool:
    """Whether a trace with the usual names, replayed by its seed and choices, is written the same again.

    Lines are compared as text, which is stricter than `replay` and faster, but does not tell what differs. Both are put
    together of the same kept texts, so the first, the last and some between are also read, and their states compared
    with those told anew. Raises OSError where the file cannot be read.
    """
    written = io.BytesIO()

    def is_same(line: bytes, read: bool) -> bool:
        text = written.getvalue()
        written.seek(0)
        written.truncate()
        return line == text and not (read and json.loads(line)["state"] != recorder.texts.words.state(state))

    with open(path, "rb") as file:
        first = file.readline()
        try:
            state = game.start(json.loads(first)["seed"])
            recorder = Recorder(written, state)
            if not is_same(first, True):
                return False
            for number, line in enumerate(file, 1):
                found = CHOICE.match(line)
                if found is None:
                    recorder.end()
                    return is_same(line, True) and not file.read(1)
                seat, index = int(found[1]), int(found[2])
                recorder.before(state, index, seat)
                if not is_same(line, number % READ == 0):
                    return False
                state.choose(index, seat)
        except (GameError, LookupError, TypeError, ValueError):
            return False
    return False


def renames(ruleset: Ruleset) -> dict[str, str]:
    """Old words -> words of the ruleset's steps, actions and options that were reworded (`was:`)."""
    places = handles.handles(ruleset.root)
    return {old: handles.tidy(place.key) for place in places for old in handles.old_words(place.entry.value)}


@dataclass(slots=True)
class _Replayer:
    """One replay: compares every line with what the game offers now."""

    trace: Trace
    result: Replay
    words: Words
    renamed: dict[str, str]
    mark: int = 0

    def run(self, until: int | None) -> None:
        trace, result = self.trace, self.result
        try:
            result.state = state = result.game.start(trace.header["seed"])
        except GameError as error:
            self.compare_failure(error, 1, 0)
            return
        self.compare(1, 0, self.header_differences(state))
        self.mark = len(state.log or ())
        for position, line in enumerate(trace.decisions[: None if until is None else until - 1]):
            try:
                option = self.find(state, line, position + 2)
                if option is None:
                    result.stopped = True
                    return
                self.mark = len(state.log or ()) + 1
                state.choose(option, line["seat"])
            except GameError as error:
                self.compare_failure(error, position + 2, position + 1)
                return
        self.compare_stop(state, until)

    def compare_stop(self, state: State, until: int | None) -> None:
        """Compare the end, or the decision of line `until`, with the recording."""
        trace, done = self.trace, len(self.trace.decisions)
        if until is not None and until <= done:
            try:
                self.find(state, trace.decisions[until - 1], until + 1)
            except GameError as error:
                self.compare_failure(error, until + 1, until)
            return
        if trace.end is None:
            return
        try:
            if trace.end["end"] == FAILED and not state.over:
                # the failure is in the options or scores; choices that fail are recorded as decisions
                state.option_numbers(*state.sites()[0])
            found = self.end_differences(state)
        except GameError as error:
            if state.over and done:
                # the score fails: the last choice made the game fail, so the state before it is shown
                self.result.state = state.replayed(state.decisions - 1)
            self.compare_failure(error, done + 1 if state.over else done + 2, done)
            return
        self.compare(done + 2, done, found)

    # -- differences

    def compare(self, line: int, decision: int, found: list[tuple[str, Any, Any]]) -> None:
        """Note the first of these pairs that differs; with the same ruleset there must be none."""
        for what, recorded, now in found:
            if recorded == now:
                continue
            difference = Difference(line, decision, what, _value_text(recorded), _value_text(now))
            if not self.result.changed:
                raise UsageError(
                    f"{self.trace.path}, line {line}: this is not what the game does; the file was changed after the "
                    f"game, or written by another version of Stammtisch\n{difference}"
                )
            self.result.first, self.result.last = self.result.first or difference, difference
            return

    def compare_failure(self, error: GameError, line: int, decision: int) -> None:
        """Compare a failure of the rules: the recording must fail there, too."""
        message = failure(self.result.game.program, error)
        self.result.failed = message
        if decision and line == decision + 1:
            self.result.failing = self.trace.decisions[decision - 1]
        end, done = self.trace.end, len(self.trace.decisions)
        expected = end is not None and end["end"] == FAILED and decision == done
        if not expected:
            self.compare(line, decision, [("the rules", "the game goes on", message)])
        self.result.stopped = not expected

    def header_differences(self, state: State) -> list[tuple[str, Any, Any]]:
        header, options = self.trace.header, self.result.game.program.options
        found: list[tuple[str, Any, Any]]
        found = [(f"the setting {n}", value, options.get(n, "there is none")) for n, value in header["options"].items()]
        found += self.state_differences(header.get("state"), state)
        if header.get("state") is None and not self.result.changed:
            found.append(("the start", "the rules fail", "the game goes on"))
        return found + self.compare_events(header, state)

    def compare_events(self, line: dict[str, Any], state: State) -> list[tuple[str, Any, Any]]:
        """Compare chance results and events since the line before, if the ruleset is the same."""
        if self.result.changed or self.trace.header.get("short") is True:
            return []
        now = self.words.happenings(state, self.mark)
        for old, new in zip(line.get("chance") or [], now.get("chance", []), strict=False):
            if old == {key: new[key] for key in ("n", "index", "event")} | {"kind": "place"}:
                new.pop("drawn", None)  # once a card's draw was called a place if it did not come to lie on top
                new["kind"] = "place"
        return [(key, line.get(key), now[key]) for key in now]

    def find(self, state: State, line: dict[str, Any], number: int) -> Option | None:
        """The option that was chosen; None (a difference) if it is not offered."""
        decision = state.pending.get(line["seat"])
        at = line["number"]
        self.compare(number, at, self.state_differences(line.get("state"), state))
        if decision is None:
            now = [f"player {seat + 1}: {other.name}" for seat, other in state.pending.items()] or "the game is over"
            self.compare(number, at, [("the decision", f"player {line['seat'] + 1}: {line['decision']}", now)])
            return None
        if not self.result.changed:
            self.compare(number, at, self.compare_same(state, decision, line))
            chosen: Option = decision.options[line["index"]]
            return chosen
        chosen_as = self.meaning(line["choice"])
        found = [option for option in decision.options if self.meaning(self.words.option(option)) == chosen_as]
        self.compare(number, at, self.compare_changed(decision, line))
        if not found or self.renamed.get(line["decision"], line["decision"]) != decision.name:
            offered = [choice_text(self.words.option(option)) for option in decision.options]
            self.compare(number, at, [("the choice", choice_text(line["choice"]), offered)])
            return None
        exact = [option for option in found if option.number == line["choice"]["number"]]
        return (exact or found)[0]

    def compare_same(self, state: State, decision: Decision, line: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        """The differences in a decision of the same ruleset; there must be none."""
        options = [self.words.option(option) for option in decision.options]
        index = line["index"]
        found = [
            ("the decision", line["decision"], decision.name),
            ("the number of options", line.get("count"), len(options)),
        ]
        if self.trace.header.get("short") is not True:
            found += [
                ("the options", _without_text(line.get("options")), options),
                ("pending", line.get("pending"), list(state.pending)),
            ]
        found.append(("the choice", line["choice"], options[index] if 0 <= index < len(options) else None))
        found.append(("whether it is forced", line.get("forced"), decision.forced))
        return found + self.compare_events(line, state)

    def compare_changed(self, decision: Decision, line: dict[str, Any]) -> list[tuple[str, Any, Any]]:
        """The differences in a decision of a changed ruleset, apart from numbers."""
        was = self.renamed.get(line["decision"], line["decision"])
        if was != decision.name:
            return [("the decision", line["decision"], decision.name)]
        if "options" not in line:
            return []
        options = [self.words.option(option) for option in decision.options]
        recorded = sorted(json.dumps(self.meaning(option)) for option in line["options"] if isinstance(option, dict))
        if recorded == sorted(json.dumps(self.meaning(option)) for option in options):
            return []
        return [("the options", [choice_text(o) for o in line["options"]], [choice_text(o) for o in options])]

    def meaning(self, option: dict[str, Any]) -> list[Any]:
        """An option without the numbers that a changed ruleset assigns anew."""
        words = option.get("words")
        return [self.renamed.get(str(words), words), option.get("kind"), _without_numbers(option.get("value"))]

    def state_differences(self, recorded: Any, state: State) -> list[tuple[str, Any, Any]]:
        """Differing zones and variables; with the same ruleset everything else too."""
        if not isinstance(recorded, dict):
            needed = not self.result.changed and self.trace.header.get("short") is not True
            return [("the state", recorded, "a state")] if needed else []
        now = self.words.state(state)
        found: list[tuple[str, Any, Any]] = []
        for part in ("zones", "variables"):
            old, new = recorded.get(part), now[part]
            old = old if isinstance(old, dict) else {}
            for name in [*old, *(name for name in new if name not in old)]:
                a, b = old.get(name, "there is none"), new.get(name, "there is none")
                if (_without_order(a) != _without_order(b)) if self.result.changed else a != b:
                    found.append((name, a, b))
        if not self.result.changed:
            found += [(key, recorded.get(key), now[key]) for key in ("counters", "lists", "position", "random")]
        return found

    def end_differences(self, state: State) -> list[tuple[str, Any, Any]]:
        end = self.trace.end
        assert end is not None
        now, scores = (FINISHED, state.scores) if state.over else (UNFINISHED, None)
        found: list[tuple[str, Any, Any]] = [("the end", end["end"], now)]
        found += self.state_differences(end.get("state"), state)
        if not self.result.changed:
            found.append(("the hash of the state", end.get("hash"), state.hash))
            found += self.compare_events(end, state)
        if end["end"] == FINISHED and state.over:
            was = fill(state.game.program, str(end.get("reason")))  # formerly kept without the values of settings
            found.append(("the reason of the end", was, state.reason))
            for what, key, value in (
                ("the scores", "scores", scores),
                ("the ranking", "ranking", state.ranks),
                ("the winners", "winners", state.winners),
                ("the payoffs", "payoffs", state.payoffs),
            ):
                found.append((what, end.get(key), value))
        return found


def _without_text(options: Any) -> Any:
    """Recorded options without their texts, which may be reworded."""
    if not isinstance(options, list):
        return options
    return [
        {key: value for key, value in option.items() if key != "text"} if isinstance(option, dict) else option
        for option in options
    ]


def _without_numbers(value: Any) -> Any:
    """Data without the numbers of cards."""
    if isinstance(value, dict):
        return {
            key: _without_numbers(item) for key, item in value.items() if not (key == "card" and isinstance(item, int))
        }
    return [_without_numbers(item) for item in value] if isinstance(value, list) else value


def _without_order(value: Any) -> Any:
    """A zone or variable without the numbers of cards, and without the order of cards that have none."""
    found = _without_numbers(value)
    if isinstance(found, dict) and found.get("kind") == "set" and isinstance(found.get("cards"), list):
        return found | {"cards": sorted(json.dumps(card) for card in found["cards"])}
    return found


def choice_text(option: Any) -> str:
    """A recorded option as a line for people."""
    if not isinstance(option, dict):
        return _value_text(option)
    value = option.get("value")
    words = str(option.get("words") or "")
    return words if value is None and words else f"{words} {_value_text(value)}".strip()


def _value_text(value: Any) -> str:
    """A recorded value as a text for people."""
    if isinstance(value, dict) and "words" in value:
        return choice_text(value)
    if isinstance(value, dict) and "attributes" in value:
        attributes = value["attributes"]
        items = attributes.values() if isinstance(attributes, dict) else []
        return " ".join(
            [str(value.get("component", "card")), *(_value_text(item) for item in items if item is not None)]
        )
    if isinstance(value, dict) and "cards" in value:
        parts = f"; unordered {value['unordered']}" if value.get("unordered") else ""
        return (_value_text(value["cards"]) or "nothing") + parts
    if isinstance(value, list):
        return ", ".join(_value_text(item) for item in value) or "nothing"
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# -- seeing everything


def reveal_all(state: State) -> State:
    """A copy of a state in which seat 0 sees everything: every card, number and choice."""
    program = state.game.program
    everyone = (1 << program.players) - 1
    opened = replace(
        program,
        ints=[replace(slot, see=everyone) for slot in program.ints],
        lists=[replace(slot, see=dict.fromkeys(slot.see, everyone)) for slot in program.lists],
        sites=[replace(site, secret=False, group=-1) for site in program.sites],
    )
    copy = state.clone()
    copy.game = Game(opened, state.game.looks)
    # a log of its own, as the true one caches what seats have read
    copy.log = Log()
    if state.log is not None:
        copy.log.starts, copy.log.numbers = state.log.starts, state.log.numbers
        for event in state.log.raw_events():
            copy.log.append(event)
    return copy
