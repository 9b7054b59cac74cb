"""The lines of a seat's log in words, extended as the log grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
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

    def up_to(
        self,
        end: int,
        program: ir.Program,
        events: SeatEvents,
        wording: Wording,
        most: int,
        hidden: Collection[str] = (),
    ) -> Lines:
        """The lines extended up to that event, `most` of them."""
        if end == self.read:
            return self
        reasons, counters = step_reasons(program), score_counters(program)
        shown = events_to_show(program, events[self.read : end], hidden)
        shown = [
            event | {"because": reasons[event["decision"]]} if event.get("decision") in reasons else event
            for event in shown
        ]
        found = [*self.before, *self.rest, *shown]
        done, open_at = [*self.done], len(found)
        last: list[LogLine] = []
        for line, at, stays in group_lines(found, wording, len(self.before)):
            open_at = open_at if stays else min(open_at, at)
            if line:
                (done if at < open_at else last).append(LogLine(line, found[at], counters))
        before, rest = found[choices_before(found, open_at) : open_at], found[open_at:]
        return Lines(self.begun, end, (*done[-most:],), (*rest,), (*last,), (*before,))


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
    """The cached lines of a reader: up to the seat's last choice and since then, in these words."""

    wording: Wording
    most: int
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
    if told is None or (told.wording, told.most) != (wording, most) or told.earlier.read > since:
        told = SeatLines(wording, most, Lines(0, 0), Lines(since, since))
    fresh = told.fresh if told.fresh.begun == since else Lines(since, since)
    earlier = told.earlier.up_to(since, log.program, events, wording, most, hidden)
    fresh = fresh.up_to(len(events), log.program, events, wording, most, hidden)
    # replaced at once, as another thread may read it
    log.lines = SeatLines(told.wording, most, earlier, fresh)
    lines = [[*part.done, *part.last][-most:] for part in (earlier, fresh)]
    return (lines[0] if len(lines[1]) < most else []), lines[1]
