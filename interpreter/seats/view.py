"""What a seat of a running game may know, as JSON data."""

from __future__ import annotations

from typing import Any

from .perception.events import perception_of
from .perception.present import information_of
from .percepts import SeatEvent
from .running import Running
from .seat_view import view_of


def view(state: Running, seat: int) -> dict[str, Any]:
    """Return what a seat sees and remembers now: zones, values, who decides, its own options. See docs/api.md.

    Raises IndexError where there is no such seat.
    """
    return view_of(information_of(state, seat))


def seen(state: Running, seat: int, since: int = 0) -> list[SeatEvent]:
    """Return the log as a seat saw it, from its own event number `since` on. See docs/api.md.

    ONLOOKER in place of a seat is somebody who sees what everybody sees.

    Raises IndexError where there is no such seat.
    """
    return [dict(event) for event in perception_of(state, seat).log.events[max(0, since) :]]
