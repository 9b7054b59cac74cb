"""Hints at a decision: the best options by a search that knows no more than the seat."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from ..backend.native.search_results import WON, OptionResult
from ..base.captions import sentence
from ..base.display_names import PLAIN, Wording
from ..base.errors import UsageError
from ..base.languages.catalogues import mark
from ..bots.by_name import strongest
from ..bots.knowledge import knowledge, require_machine
from ..bots.search import ITERATIONS, best, search_within
from ..game.state import State
from ..seats.offers import offered

SHOWN = 3
LEAST_SHARE = 0.005  # of an option that perfect play draws so seldom nothing is said
SEARCHED = mark("{games} games were played out from here; what you cannot see was drawn at random in each:")
LEARNED = mark(
    "{games} lines of play were judged by a net that has learned this game; "
    "what you cannot see was drawn at random in each:"
)


def hint_texts(
    state: State, seat: int, texts: Mapping[int, str], seconds: float | None = None, wording: Wording = PLAIN
) -> list[str]:
    """The best options of those whose texts are given by number, with their value and its certainty.

    By the strongest bot that can play the game. seconds: how long it may take; else its usual strength. Raises
    UsageError where the game cannot be searched.
    """
    require_machine(state.game, sentence(mark("A hint")))
    known, numbers = knowledge(state, seat), offered(state, seat)
    name = strongest(state.game)
    if name == "perfect":
        with suppress(UsageError):
            return exact_texts(known.exact_shares(), [texts.get(number, "") for number in numbers], wording)
    learned = name == "expert"
    search = known.search_by_net if learned else known.search
    if seconds is not None:
        found = search_within(search, seconds)
    else:
        found = known.search_by_net() if learned else known.search(ITERATIONS)
    order = [at for at in best(found) if numbers[at] in texts and found[at].visits][:SHOWN]
    games = wording.number(sum(one.visits for one in found))
    lines = [wording.say(LEARNED if learned else SEARCHED, games=games)]
    wide = max((len(texts[numbers[at]]) for at in order), default=0)
    for at in order:
        tried = wording.say("(tried {times} times)", times=wording.number(found[at].visits))
        lines.append(f"  {texts[numbers[at]]:<{wide}}  {worth(state, found[at], wording):<17}  {tried}")
    return [*lines, wording.say(verdict([found[at] for at in order]))]


def exact_texts(shares: list[float], texts: list[str], wording: Wording) -> list[str]:
    """What perfect play chooses, the most likely first."""
    order = sorted((at for at, share in enumerate(shares) if share >= LEAST_SHARE), key=lambda at: -shares[at])
    if len(order) == 1:
        return [wording.say("Perfect play chooses {option}.", option=texts[order[0]])]
    wide = max(len(texts[at]) for at in order)
    lines = [f"  {texts[at]:<{wide}}  {wording.number(100 * shares[at], '.0f')} %" for at in order]
    return [wording.say("Perfect play draws one of these, each so often:"), *lines]


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
    surely = found[0].proven == WON != found[1].proven
    if surely or apart > 1.96 * (found[0].error ** 2 + found[1].error ** 2) ** 0.5:
        return mark("The first is clearly better than the next.")
    if all(one.error == 0 and one.payoff == found[0].payoff for one in found):
        return mark("As far as the search can see, all are worth the same.")
    return mark("The first two are too close to call.")
