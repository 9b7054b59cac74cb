"""What is not offered to a seat of a running game, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..program.wording import fill
from .offer_texts import offer_texts
from .perception.events import perception_of
from .perception.present import refusals_at
from .running import Running

NO_CONDITION = "what has to follow it could then not be done"


def refused(state: Running, seat: int, names: Sequence[str] = ()) -> dict[str, str]:
    """What a seat cannot choose now, in words, and why; {} where it decides nothing or nothing is refused.

    Copies of a card that is offered once are not refused.
    """
    site = dict(state.sites()).get(seat)
    if site is None:
        return {}
    refusals = refusals_at(state, seat, site)
    texts = offer_texts(perception_of(state, seat).log, [offer for offer, _ in refusals], names)
    reasons = (fill(state.game.program, reason) or NO_CONDITION for _, reason in refusals)
    return dict(zip(texts, reasons, strict=True))


def by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """What is refused for the same reason, by that."""
    found: dict[str, list[str]] = {}
    for text, reason in reasons.items():
        found.setdefault(reason, []).append(text)
    return found
