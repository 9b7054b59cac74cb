"""What a seat sees and is shown, compared with what a scenario says: reads the view, never the true state."""

from __future__ import annotations

from .game import State
from .scenario_file import Check
from .scenario_table import Unmet, difference
from .terms import Cards, Terms


def look_at(state: State, terms: Terms, seat: int, check: Check) -> None:
    raise Unmet(check, "no view")


def shown_cards(state: State, terms: Terms, seat: int, since: int, wanted: list[Cards]) -> tuple[list[str], list[str]]:
    """The texts of cards wanted but not shown to the seat since that event, and of those shown but not wanted."""
    events = state.log.since(since) if state.log is not None else []
    cards = [card for event in events if event[0] == "reveal" and seat in event[3] for card in event[2]]
    return difference(terms, wanted, cards)
