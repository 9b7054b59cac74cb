"""What is not offered to a seat, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..game.refusals import candidates, first_refusal
from .offers import in_order, option_texts
from .phrases import fill
from .running import Running

NO_CONDITION = "what has to follow it could then not be done"


def refused(state: Running, seat: int, names: Sequence[str] = ()) -> dict[str, str]:
    """What a seat cannot choose now, in words, and why; {} where it decides nothing or nothing is refused."""
    number = dict(state.sites()).get(seat)
    if number is None:
        return {}
    site, evaluate = state.game.program.sites[number], state.evaluator(seat)
    offers = set(state.option_numbers(seat, number))
    others = in_order(state, number, seat, [one for one in candidates(site, evaluate) if one not in offers])
    return {
        text: fill(state.game.program, first_refusal(site, one, evaluate)) or NO_CONDITION
        for one, text in option_texts(state, number, others, seat, names).items()
    }


def by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """What is refused for the same reason, by that."""
    found: dict[str, list[str]] = {}
    for text, reason in reasons.items():
        found.setdefault(reason, []).append(text)
    return found
