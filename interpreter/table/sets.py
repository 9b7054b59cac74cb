"""Sets: what the rules ask for one after another (`count`) can be chosen as a whole, and is then made as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import ChoiceError
from ..game.state import State
from ..program import ir
from ..program.options import chosen_and_least
from ..records.recorded import Chosen


class TooFew(ChoiceError):
    """More has to be chosen for a set than was."""


class TooMany(ChoiceError):
    """Less may be chosen for a set than was."""


def is_set(site: ir.Site) -> bool:
    """Whether a decision is about one of several things that are chosen together."""
    return chosen_and_least(site) is not None


def still_needed(state: State, seat: int, site: ir.Site) -> int:
    """How many more of a set have to be chosen at least before a seat may be done with it; 0 for none."""
    value = state.evaluator(seat)
    chosen, least = (int(value(number, -1)) for number in chosen_and_least(site) or (0, 0))
    return max(0, least - chosen)


def made(state: State, seat: int, numbers: Sequence[int], whole: bool) -> list[Chosen]:
    """Makes choices of one decision in a state, and gives them as they are kept.

    numbers: of the options; whole: they are all of a set, none is to be added. Raises TooFew or TooMany,
    ChoiceError where one cannot be made, GameError where the rules fail then.
    """
    site = dict(state.sites()).get(seat)
    if site is None:
        raise ChoiceError("there is nothing to decide")
    kept, open_ = [], True
    for number in numbers:
        if not open_:
            raise TooMany("that is more than may be chosen")
        kept.append(_choose(state, seat, site, number))
        # where the same can be chosen again that set is done, and another one has begun
        open_ = dict(state.sites()).get(seat) == site and number not in state.option_numbers(seat, site)
    if whole and open_:
        done = next(entry.base for entry in state.game.program.sites[site].entries if entry.kind == "done")
        if done not in state.option_numbers(seat, site):
            raise TooFew("more has to be chosen")
        kept.append(_choose(state, seat, site, done))
    return kept


def _choose(state: State, seat: int, site: int, number: int) -> Chosen:
    state.choose(state.option(site, number), seat)
    last = state.history
    assert last is not None
    return Chosen(last.seat, last.position, last.count, last.number)
