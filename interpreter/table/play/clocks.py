"""Clocks of the people at a table: how long each may take, and who has run out of time.

A clock belongs to the table, not to its game: neither the engine nor recordings nor bots know of it. Time is counted on
the clock of `time.monotonic` and saved with the table, so a server that was away costs nobody time.

What others see of a clock depends on what all know: who has chosen in secret seems to go on thinking.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...base.languages.catalogues import mark
from ...game.state import State
from ...seats.perception.events import perception_of
from ...seats.perception.scenes import scene_of
from ...seats.visibility import ONLOOKER

MINUTE, DAY = 60, 86_400
# between the time of the day and that of the clock, so that a page can count down by itself
OFFSET = time.time() - time.monotonic()
# what happens at zero
VOTE, BOT = "vote", "bot"
AT_ZERO = ((VOTE, mark("the others may vote to let a bot choose")), (BOT, mark("a bot takes this choice")))


@dataclass(frozen=True)
class ClockRule:
    """So many seconds `each` decision; or a `bank` of seconds for the game, with `more` after each own choice."""

    each: int = 0
    bank: int = 0
    more: int = 0


RULES: Mapping[str, ClockRule] = {
    "minute": ClockRule(each=MINUTE),
    "minutes": ClockRule(each=3 * MINUTE),
    "quick": ClockRule(bank=5 * MINUTE, more=5),
    "calm": ClockRule(bank=15 * MINUTE, more=15),
    "day": ClockRule(each=DAY),
    "days": ClockRule(each=3 * DAY),
    "week": ClockRule(each=7 * DAY),
}


@dataclass(frozen=True)
class Run:
    """A seat that is deciding since then; `key` changes with each of its choices."""

    key: tuple[int, int]
    since: float


@dataclass
class TableClock:
    """The clock of a table.

    `left`: by seat the seconds it had when its present run began, or ended; `runs`: the seats that are deciding;
    `ends`: when the time of seats ends that all know to be deciding; `late`: those of them whose time is up.
    `granted`: seats that go on with the time that was saved. `seen`: how many events all had seen. `changed`: whether
    there is something to save.
    """

    rule: ClockRule
    left: list[float]
    runs: dict[int, Run] = field(default_factory=dict)
    ends: dict[int, float] = field(default_factory=dict)
    late: frozenset[int] = frozenset()
    granted: set[int] = field(default_factory=set)
    seen: int = -1
    changed: bool = True

    def update(self, state: State, epochs: Mapping[int, int], now: float) -> None:
        """Count the time up to now; epochs: of the seats whose clocks may run, how often they took something back."""
        deciding = {seat for seat, _ in state.sites() if seat in epochs}
        for seat, run in [*self.runs.items()]:
            key = choice_key(state, seat, epochs.get(seat, -1))
            if seat not in deciding or key != run.key:
                self._stop(seat, now, key[1] > run.key[1])
        for seat in deciding - self.runs.keys():
            if self.rule.each and seat not in self.granted:
                self.left[seat] = self.rule.each
            self.granted.discard(seat)
            self.runs[seat] = Run(choice_key(state, seat, epochs[seat]), now)
            self.changed = True
        # of several who choose at once nobody learns who has chosen meanwhile: what all know has not changed
        seen = len(perception_of(state, ONLOOKER).log.events)
        known = {seat for seat in scene_of(state, ONLOOKER).pending if seat in epochs}
        if seen != self.seen:
            self.ends.clear()
        self.seen = seen
        self.ends = {seat: end for seat, end in self.ends.items() if seat in known}
        for seat in (known & self.runs.keys()) - self.ends.keys():
            self.ends[seat] = self.runs[seat].since + self.left[seat]
        self.late = frozenset(seat for seat, end in self.ends.items() if end <= now)

    def _stop(self, seat: int, now: float, chose: bool) -> None:
        """End the run of a seat."""
        used = now - self.runs.pop(seat).since
        self.left[seat] = max(0.0, self.left[seat] - used) + (self.rule.more if chose else 0)
        self.changed = True

    def out_of_time(self, now: float) -> frozenset[int]:
        """The seats that are deciding and have no time left."""
        return frozenset(seat for seat, run in self.runs.items() if run.since + self.left[seat] <= now)

    def to_json(self, now: float) -> str:
        """The time of all seats now, as JSON text."""
        left = [
            round(max(0.0, time_left - (now - self.runs[seat].since if seat in self.runs else 0)), 1)
            for seat, time_left in enumerate(self.left)
        ]
        return json.dumps({"left": left, "runs": sorted(self.runs)}, separators=(",", ":"))


def make_clock(rule: str, players: int, saved: str = "") -> TableClock | None:
    """The clock by a rule's name for so many players, with the time that was saved; None if there is none.

    Raises ValueError, KeyError or TypeError for what cannot be read.
    """
    if not rule:
        return None
    found = RULES[rule]
    if not saved:
        return TableClock(found, [float(found.bank or found.each)] * players)
    data: dict[str, Any] = json.loads(saved)
    left, runs = [float(seconds) for seconds in data["left"]], {int(seat) for seat in data["runs"]}
    if len(left) != players:
        raise ValueError("a clock is missing")
    return TableClock(found, left, granted=runs)


def choice_key(state: State, seat: int, epoch: int) -> tuple[int, int]:
    """What changes when a seat chooses or takes something back."""
    return epoch, perception_of(state, seat).log.chosen
