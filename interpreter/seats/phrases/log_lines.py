"""The lines of a seat's log in words, extended as the log grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from ...base.display_names import Wording
from ...program import ir
from ...program.wording import fill
from ..percepts import SeatEvent
from ..seat_log import SeatEvents, SeatLog
from .event_lines import choices_before, events_to_show, group_lines

# what only adds to the line before it
ADDS = ("set", "gain", "tokens", "shuffle")


class LogLine(str):
    """A line of a log; `number`: of its first event.

    adds: whether it only says what followed from the line before; chosen: whether it says what somebody has chosen;
    counts: whether it says what a player scores.
    """

    number: int
    adds: bool
    chosen: bool
    counts: bool

    def __new__(cls, text: str, event: SeatEvent, counters: Collection[str] = ()) -> Self:
        made = super().__new__(cls, text)
        made.number, made.adds = event.get("number", -1), event["kind"] in ADDS
        made.chosen = event["kind"] == "choose"
        made.counts = event["kind"] in ("set", "gain") and event.get("variable") in counters
        return made

    def extend(self, text: str) -> LogLine:
        """The line with more in it."""
        made = str.__new__(LogLine, f"{self}; {text}")
        made.number, made.adds, made.chosen, made.counts = self.number, self.adds, self.chosen, self.counts
        return made


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How the lines of a log are made: in these words, at least the last `most`, none of what concerns only `hidden`.

    `reasons`: as `step_reasons` returns them; `counters`: as `score_counters`.
    """

    program: ir.Program
    wording: Wording
    most: int
    hidden: Collection[str]
    reasons: Mapping[str, str]
    counters: frozenset[str]


def line_style(program: ir.Program, wording: Wording, most: int, hidden: Collection[str] = ()) -> LineStyle:
    """The style of lines for a program's logs."""
    return LineStyle(program, wording, most, hidden, step_reasons(program), score_counters(program))


@dataclass(frozen=True, slots=True)
class Lines:
    """The last lines for the events of a log from number `begun` up to `read`.

    `done` are those that stay as they are; `rest` the last events, which may still share a line with what follows, and
    `last` their lines. `before` are the events before those that their lines depend on.
    """

    begun: int
    read: int
    done: tuple[LogLine, ...] = ()
    rest: tuple[SeatEvent, ...] = ()
    last: tuple[LogLine, ...] = ()
    before: tuple[SeatEvent, ...] = ()

    def up_to(self, end: int, events: SeatEvents, style: LineStyle) -> Lines:
        """The lines extended up to that event."""
        if end == self.read:
            return self
        shown = [
            event | {"because": style.reasons[event["decision"]]} if event.get("decision") in style.reasons else event
            for event in events_to_show(style.program, events[self.read : end], style.hidden)
        ]
        found = [*self.before, *self.rest, *shown]
        done, open_at = [*self.done], len(found)
        last: list[LogLine] = []
        for line, at, stays in group_lines(found, style.wording, len(self.before)):
            open_at = open_at if stays else min(open_at, at)
            if line:
                (done if at < open_at else last).append(LogLine(line, found[at], style.counters))
        before, rest = found[choices_before(found, open_at) : open_at], found[open_at:]
        return Lines(self.begun, end, (*done[-style.most :],), (*rest,), (*last,), (*before,))


def score_counters(program: ir.Program) -> frozenset[str]:
    """The names of the numbers of players that the score adds up."""

    def bases(parts: Sequence[ir.Part]) -> Iterator[int]:
        for part in parts:
            if part.kind == "counter" and part.expr[:1] == ["var"]:
                yield part.expr[1]
            yield from bases(part.parts)

    return frozenset(program.ints[base].declared for base in bases(program.score_parts))


def step_reasons(program: ir.Program) -> dict[str, str]:
    """The words of steps that only ask one thing, and do so on a condition, by the words of what they ask."""
    conditional = {node.above for node in program.nodes if node.kind == "condition" and not node.words}
    inside = Counter(node.above for node in program.nodes if node.kind != "condition")
    found: dict[str, set[str]] = {}
    for site in program.sites:
        above = program.nodes[site.node].above if site.node >= 0 else -1
        alone = above in conditional and inside[above] == 1
        found.setdefault(fill(program, site.words), set()).add(
            fill(program, program.nodes[above].words) if alone else ""
        )
    return {asked: words for asked, some in found.items() if len(some) == 1 and (words := [*some][0])}


@dataclass(frozen=True, slots=True)
class SeatLines:
    """The cached lines of a reader: up to the seat's last choice and since then."""

    style: LineStyle
    earlier: Lines
    fresh: Lines


def log_lines(
    log: SeatLog, wording: Wording, most: int, hidden: Collection[str] = ()
) -> tuple[list[LogLine], list[LogLine]]:
    """The lines of a seat's log up to its last choice, and those since then; together at least the last `most`.

    A seat that has not chosen has all in the first. The end of the game is not among them, nor what concerns only
    `hidden` places and values, which are the same for all calls with a log.
    """
    events = log.events
    since = log.since if log.chosen else len(events)
    told: SeatLines | None = log.lines
    if told is None or (told.style.wording, told.style.most) != (wording, most):
        told = SeatLines(line_style(log.program, wording, most, hidden), Lines(0, 0), Lines(since, since))
    elif told.earlier.read > since:
        told = SeatLines(told.style, Lines(0, 0), Lines(since, since))
    fresh = told.fresh if told.fresh.begun == since else Lines(since, since)
    earlier = told.earlier.up_to(since, events, told.style)
    fresh = fresh.up_to(len(events), events, told.style)
    # replaced at once, as another thread may read it
    log.lines = SeatLines(told.style, earlier, fresh)
    lines = [[*part.done, *part.last][-most:] for part in (earlier, fresh)]
    return (lines[0] if len(lines[1]) < most else []), lines[1]
