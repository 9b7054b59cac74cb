"""The record of a table without its game: seats, links, undone choices, notes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from ...records.recording_reader import RecordedGame

SECONDS_TO_SAY_NO = 60.0


@dataclass
class Seat:
    """A seat's record.

    The token of its link ("" as long as there is none), the name that all see, `human` or the name of a bot, how often
    somebody has come to it (0 for a free seat, above 1 for those who came back by a code of the host's), whether it is
    played at the shared device, and how often something was taken back there; the colour that the person has chosen.
    """

    token: str
    name: str
    kind: str
    taken: int = 0
    shared: bool = False
    epoch: int = 0
    colour: str = ""


@dataclass
class Undone:
    """Choices that were undone.

    The number of those that stayed, who wanted it, and how (`own`, `sealed`: nobody was told, `all`); what they were,
    as (seat, option number); and by seat the events of its log that are gone (files of older versions have the lines).
    """

    stayed: int
    seat: int
    way: str
    choices: list[list[int]]
    lines: dict[int, list[dict[str, Any] | str]]

    def to_json(self) -> str:
        """As JSON text."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Undone:
        """Read to_json's text. Raises ValueError, TypeError or KeyError for anything else."""
        data: dict[str, Any] = json.loads(text)
        data["lines"] = {
            int(seat): [event if isinstance(event, dict) else str(event) for event in events]
            for seat, events in dict(data["lines"]).items()
        }
        return cls(**data)


@dataclass
class Vote:
    """A vote.

    The proposal: `back` to a number of choices, or `away` for the number of a seat; who asked, who has agreed, and
    who has not (-1: nobody so far; else it is over); for how many seconds one may say no before it passes.
    """

    what: str
    to: int
    by: int
    yes: list[int]
    no: int = -1
    wait: float = 0.0

    def to_json(self) -> str:
        """As JSON text."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Vote:
        """Read to_json's text. Raises ValueError or TypeError for anything else."""
        data: dict[str, Any] = json.loads(text)
        # votes of earlier versions have the wall-clock time at which they pass, 0 for at once
        if "due" in data:
            data["wait"] = SECONDS_TO_SAY_NO if data.pop("due") else 0.0
        found = cls(**data)
        numbers = (found.to, found.by, found.no, *found.yes)
        if not all(isinstance(number, int) for number in numbers) or not isinstance(found.wait, int | float):
            raise ValueError("a vote cannot be read")
        return found


@dataclass
class SeatNote:
    """A note from a seat (ONLOOKER: the host or a designer), written after so many decisions."""

    seat: int
    decision: int
    text: str


@dataclass(frozen=True)
class Message:
    """What somebody at a seat said to all at the table; numbers count from 1."""

    number: int
    seat: int
    text: str


@dataclass(frozen=True)
class Subscription:
    """Where a browser of a seat gets messages, with the keys that they are encrypted for, and its language."""

    seat: int
    endpoint: str
    p256dh: str
    auth: str
    language: str


@dataclass(frozen=True)
class TableSettings:
    """What the host has set for the people at a table.

    `chat`: whether they can write to each other; `clock`: the name of a rule of `clocks.RULES`, "" for none; `at_zero`:
    what happens when somebody's time is up; `hook`: the address of a chat that hears whose turn it is, "" for none, and
    `hook_language`; `hands`: how many choices later those who look on see all hands, 0 for never.
    """

    chat: bool = True
    clock: str = ""
    at_zero: str = "vote"
    hook: str = ""
    hook_language: str = "en"
    hands: int = 0

    def to_json(self) -> str:
        """As JSON text; what is as usual is left out, so that earlier versions read it."""
        usual = asdict(TableSettings())
        return json.dumps({k: v for k, v in asdict(self).items() if v != usual[k]}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> TableSettings:
        """Read to_json's text, "" for nothing set. Raises ValueError or TypeError for anything else."""
        found = cls(**json.loads(text)) if text else cls()
        words = (found.clock, found.at_zero, found.hook, found.hook_language)
        if not (all(isinstance(word, str) for word in words) and isinstance(found.hands, int)):
            raise ValueError("what the host has set cannot be read")
        return found


@dataclass(kw_only=True)
class TableRecord:
    """A table without its game: its id, its seats, the tokens of its other links, its notes and undone choices.

    `host`, `watch`: of the host and of those who look on; `lobby`: where people take seats; `device`: of the device
    that several share; `designer`: of who sees everything, "" if nobody does. `next`: the id of the table that follows
    this one. `vote`: what is being voted on, `settings`: TableSettings, `clock`: the time of all seats, as JSON
    texts.
    """

    id: str
    host: str
    watch: str
    seats: list[Seat]
    lobby: str = ""
    device: str = ""
    designer: str = ""
    next: str = ""
    vote: str = ""
    settings: str = ""
    clock: str = ""
    undone: list[Undone] = field(default_factory=list)
    notes: list[SeatNote] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    subscriptions: list[Subscription] = field(default_factory=list)

    @property
    def host_settings(self) -> TableSettings:
        """What the host has set for the people."""
        return TableSettings.from_json(self.settings)

    @property
    def names(self) -> list[str]:
        """The players' names, one a seat."""
        return [seat.name for seat in self.seats]


@dataclass(kw_only=True)
class StoredTable(TableRecord):
    """A table as it is stored: its record, and its game as a recording."""

    game: RecordedGame
