"""Hints at a decision: the best options by a search that knows no more than the seat."""

from __future__ import annotations

from collections.abc import Mapping

from ..backend.native.search_results import OptionResult
from ..bots.knowledge import knowledge, require_machine
from ..bots.search import ITERATIONS, best, search_within
from ..game.state import State
from ..seats.offers import offered

SHOWN = 3


def hint_texts(state: State, seat: int, texts: Mapping[int, str], seconds: float | None = None) -> list[str]:
    """The best options of those whose texts are given by number, with their value and its certainty.

    seconds: how long it may take; else it is a search of the usual strength. Raises UsageError where the game cannot be
    searched.
    """
    require_machine(state.game, "A hint")
    known = knowledge(state, seat)
    found = known.search(ITERATIONS) if seconds is None else search_within(known, seconds)
    numbers = offered(state, seat)
    order = [at for at in best(found) if numbers[at] in texts and found[at].visits][:SHOWN]
    games = sum(one.visits for one in found)
    lines = [f"{games:,} games were played out from here; what you cannot see was drawn at random in each:"]
    wide = max((len(texts[numbers[at]]) for at in order), default=0)
    for at in order:
        lines.append(
            f"  {texts[numbers[at]]:<{wide}}  {worth(state, found[at]):<17}  (tried {found[at].visits:,} times)"
        )
    return [*lines, verdict([found[at] for at in order])]


def worth(state: State, one: OptionResult) -> str:
    """The value of an option, in words."""
    if state.game.program.payoff:
        return f"brings {one.payoff:+.2f} (± {1.96 * one.error:.2f})"
    scale = 0.5 if state.game.players == 2 else 1.0
    share = one.payoff * scale + (1 - scale)
    return f"wins {100 * share:.0f} % (± {100 * 1.96 * one.error * scale:.0f})"


def verdict(found: list[OptionResult]) -> str:
    """How certain it is that the first option is the best one, in words."""
    if len(found) < 2:
        return "There was no other option to try."
    apart = abs(found[0].payoff - found[1].payoff)
    if apart > 1.96 * (found[0].error ** 2 + found[1].error ** 2) ** 0.5:
        return "The first is clearly better than the next."
    if all(one.error == 0 and one.payoff == found[0].payoff for one in found):
        return "As far as the search can see, all are worth the same."
    return "The first two are too close to call."
