"""Hints at a decision: the best options by a search that knows no more than the seat."""

from __future__ import annotations

from collections.abc import Mapping

from ..backend.native.search_results import OptionResult
from ..base.captions import sentence
from ..base.display_names import PLAIN, Wording
from ..base.languages.catalogues import mark
from ..bots.knowledge import knowledge, require_machine
from ..bots.search import ITERATIONS, best, search_within
from ..game.state import State
from ..seats.offers import offered

SHOWN = 3


def hint_texts(
    state: State, seat: int, texts: Mapping[int, str], seconds: float | None = None, wording: Wording = PLAIN
) -> list[str]:
    """The best options of those whose texts are given by number, with their value and its certainty.

    seconds: how long it may take; else it is a search of the usual strength. Raises UsageError where the game cannot be
    searched.
    """
    require_machine(state.game, sentence(mark("A hint")))
    known = knowledge(state, seat)
    found = known.search(ITERATIONS) if seconds is None else search_within(known, seconds)
    numbers = offered(state, seat)
    order = [at for at in best(found) if numbers[at] in texts and found[at].visits][:SHOWN]
    games = wording.number(sum(one.visits for one in found))
    lines = [
        wording.say(
            "{games} games were played out from here; what you cannot see was drawn at random in each:", games=games
        )
    ]
    wide = max((len(texts[numbers[at]]) for at in order), default=0)
    for at in order:
        tried = wording.say("(tried {times} times)", times=wording.number(found[at].visits))
        lines.append(f"  {texts[numbers[at]]:<{wide}}  {worth(state, found[at], wording):<17}  {tried}")
    return [*lines, wording.say(verdict([found[at] for at in order]))]


def worth(state: State, one: OptionResult, wording: Wording = PLAIN) -> str:
    """The value of an option, in words."""
    if state.game.program.payoff:
        value, error = wording.number(one.payoff, "+.2f"), wording.number(1.96 * one.error, ".2f")
        return wording.say("brings {value} (± {error})", value=value, error=error)
    scale = 0.5 if state.game.players == 2 else 1.0
    share = one.payoff * scale + (1 - scale)
    percent, error = f"{100 * share:.0f}", f"{100 * 1.96 * one.error * scale:.0f}"
    return wording.say("wins {percent} % (± {error})", percent=percent, error=error)


def verdict(found: list[OptionResult]) -> str:
    """How certain it is that the first option is the best one, in words."""
    if len(found) < 2:
        return mark("There was no other option to try.")
    apart = abs(found[0].payoff - found[1].payoff)
    if apart > 1.96 * (found[0].error ** 2 + found[1].error ** 2) ** 0.5:
        return mark("The first is clearly better than the next.")
    if all(one.error == 0 and one.payoff == found[0].payoff for one in found):
        return mark("As far as the search can see, all are worth the same.")
    return mark("The first two are too close to call.")
