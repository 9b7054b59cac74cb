"""One table in memory, and the refusal of a move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from ...base.captions import Caption, caption_in
from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH, mark, say_in
from ...bots.by_name import HUMAN
from ...editor.known.analysis import Stamps
from ...editor.new_rules import NewRules
from ...game.state import State
from ...seats.perception.events import perception_of
from ...seats.seat_log import SeatLog
from ...seats.visibility import ONLOOKER
from ..storage.table_record import TableRecord
from ..storage.tokens import tokens_match
from .background import Repetition
from .clocks import TableClock


@dataclass(frozen=True)
class ReturnCode:
    """A code of six digits for the seat with this token, and when it ends on the clock of `time.monotonic`."""

    code: str
    token: str
    until: float


class Refused(Exception):
    """A move is refused and changes nothing; the text is for its seat.

    sentence: the text, with named holes where `holes` are given.
    """

    def __init__(self, sentence: str, **holes: Any) -> None:
        super().__init__(sentence.format(**holes) if holes else sentence)
        self.sentence, self.holes = sentence, holes

    def in_language(self, language: str) -> str:
        """Return the text in a language."""
        if isinstance(self.sentence, Caption):
            return caption_in(self.sentence, Wording(language=language))
        holes = {name: in_english(value, language) for name, value in self.holes.items()}
        if any(isinstance(value, Markup) for value in holes.values()):
            return escape(say_in(language, self.sentence)).format(**holes)
        return say_in(language, self.sentence, **holes)


def said(error: Exception, language: str) -> str:
    """Return what a refusal says, in a language; what only has English words is marked as English."""
    return error.in_language(language) if isinstance(error, Refused) else in_english(error.args[0], language)


def in_english(text: Any, language: str) -> Any:
    """Return a text that may have no words in a language: then marked as English for a page."""
    if isinstance(text, Caption):
        return caption_in(text, Wording(language=language))
    if isinstance(text, Exception):
        return said(text, language)
    return (
        text if language == ENGLISH or not isinstance(text, str) else Markup('<span lang="en">{}</span>').format(text)
    )


OLD = mark("The game has moved on since that page was made. This is how it stands now.")
WRONG = mark("That is not one of your options. This is how the game stands now.")
UNKEPT = mark(
    "Your choice could not be saved, so it does not count. Try again; the host may have to free space on the disk."
)
UNCHANGED = mark("That could not be saved, so nothing has changed.")
FAILED = mark("The rules of this game fail with that choice, so it does not count. The host sees where they fail.")


def told_choices(state: State) -> int:
    """The number of choices that everybody knows were made: secret ones of a round under way are not among them."""
    return state.decisions - len(perception_of(state, ONLOOKER).waiting)


@dataclass(kw_only=True)
class Table(TableRecord):
    """One table. `state` is replaced by each choice, never changed, so readers may keep reading it.

    `header`: the first line of its recording. `trouble`: where the rules failed, for the host.
    `lock` is held while anything here is replaced or rendered.
    `version` counts what was replaced; after that each of `listeners` is called, in any thread and with the lock held,
    and must return at once. `rules`: what the files of its rules (`stamps`) say now, if that is something else.
    `timer`: its clock, if it has one; `chosen_for`: seats for which a bot chose once, and the key of that choice.
    `codes`: by seat the code that leads back to it.
    `deleted`: its pages lead nowhere any more. `allowed`: how many choices bots may still make, -1 for as many as they
    like. `due`: when a vote passes at the earliest, and `used`: when somebody last asked for the table, on the clock of
    `time.monotonic`.
    """

    state: State
    header: dict[str, Any]
    trouble: str = ""
    lock: threading.RLock = field(default_factory=threading.RLock)
    thinking: Repetition | None = None
    version: int = 0
    listeners: set[Callable[[], None]] = field(default_factory=set)
    rules: NewRules | None = None
    stamps: Stamps = field(default_factory=dict)
    deleted: bool = False
    allowed: int = -1
    due: float = 0.0
    used: float = field(default_factory=time.monotonic)
    timer: TableClock | None = None
    chosen_for: dict[int, tuple[int, int]] = field(default_factory=dict)
    codes: dict[int, ReturnCode] = field(default_factory=dict)

    def notify(self) -> None:
        """Wake the pages after something they show was replaced; the caller holds the lock."""
        self.version += 1
        self.count_time()
        for listener in [*self.listeners]:
            listener()

    def count_time(self) -> None:
        """Let the clock see what has changed: it runs once all sit there, until the game is over."""
        if self.timer is None:
            return
        there = all(seat.kind != HUMAN or seat.taken or seat.shared for seat in self.seats)
        running = there and not self.state.over and not self.next
        people = [number for number, seat in enumerate(self.seats) if seat.kind == HUMAN and running]
        self.timer.update(self.state, {number: self.seats[number].epoch for number in people}, time.monotonic())

    @property
    def late(self) -> frozenset[int]:
        """The seats whose time is up, as all know."""
        return self.timer.late if self.timer is not None else frozenset()

    @property
    def bots(self) -> list[bool]:
        """For each seat whether a bot plays it."""
        return [seat.kind != HUMAN for seat in self.seats]

    def has_token(self, seat: int, token: str) -> bool:
        """Whether this is the token of that seat."""
        return 0 <= seat < len(self.seats) and tokens_match(token, self.seats[seat].token)


def moment(state: State, seat: int, epoch: int = 0) -> str:
    """An identifier of what a seat has seen and chosen: moves carry it, and one with an older one is too late.

    epoch: how often something was taken back that the seat knew of, as then the same may come again. The number tells
    nothing of choices that others have made in secret, and choosing at the same time leaves it as it is.
    """
    return moment_of(perception_of(state, seat).log, epoch)


def moment_of(log: SeatLog, epoch: int = 0) -> str:
    """The moment from a seat's log."""
    return f"{epoch}.{log.chosen}.{len(log.events)}"
