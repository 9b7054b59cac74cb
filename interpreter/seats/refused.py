"""What is not offered to a seat, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..game.refusals import candidates, first_refusal
from ..program.options import option_of
from .offers import in_order, option_texts
from .phrases import fill
from .running import Running
from .seat_log import reader_of

NO_CONDITION = "what has to follow it could then not be done"


def refused(state: Running, seat: int, names: Sequence[str] = ()) -> dict[str, str]:
    """What a seat cannot choose now, in words, and why; {} where it decides nothing or nothing is refused.

    Copies of a card that is offered once are not refused.
    """
    number = dict(state.sites()).get(seat)
    if number is None:
        return {}
    program, evaluate = state.game.program, state.evaluator(seat)
    site, cards = program.sites[number], reader_of(state, seat).cards

    def alike(one: int) -> object:
        option = option_of(site, one)
        if option.value is None or not option.kind.startswith("card ") or not cards.full(option.value):
            return one  # of cards that are not known it would tell which look alike
        return option.words, cards.zone[option.value], program.cards[option.value].look

    offers = set(state.option_numbers(seat, number))
    there = {alike(one) for one in offers}
    reasons = {one: first_refusal(site, one, evaluate) for one in candidates(site, evaluate) if one not in offers}
    others = in_order(state, number, seat, [one for one, why in reasons.items() if why or alike(one) not in there])
    return {
        text: fill(program, reasons[one]) or NO_CONDITION
        for one, text in option_texts(state, number, others, seat, names).items()
    }


def by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """What is refused for the same reason, by that."""
    found: dict[str, list[str]] = {}
    for text, reason in reasons.items():
        found.setdefault(reason, []).append(text)
    return found
