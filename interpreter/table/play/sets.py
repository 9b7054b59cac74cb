"""Sets: choices that the rules ask for one by one (`count`), chosen and made as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...base.captions import Caption, sentence
from ...base.display_names import PLAIN, Wording
from ...base.errors import ChoiceError
from ...base.languages.catalogues import mark
from ...game.state import State
from ...program import ir
from ...program.options import option_of
from ...records.recording_reader import RecordedChoice
from ...seats.running_game import RunningGame


class WrongCount(ChoiceError):
    """Too few or too many things are chosen for a set; its text is for the player."""


class SetLimits(NamedTuple):
    """The least and the most that may still be chosen of a set, and how many have been chosen."""

    least: int
    most: int
    chosen: int = 0

    def question(self, offered: int, noun: str, wording: Wording = PLAIN) -> str:
        """What to choose, in a sentence: Choose 2 more cards. offered: how many options there are, each a `noun`."""
        most = min(self.most, offered)
        one, many = wording.noun(noun), wording.plural(noun)
        if self.least >= most == 1:
            words = mark("Choose 1 more {thing}.") if self.chosen else mark("Choose 1 {thing}.")
            return wording.say(words, thing=one)
        if self.least >= most:
            words = mark("Choose {number} more {things}.") if self.chosen else mark("Choose {number} {things}.")
            return wording.say(words, number=most, things=many)
        if most == offered:
            least = self.least
            return (
                wording.say("Choose {number} or more {things}.", number=least, things=many)
                if least
                else wording.say("Choose as many {things} as you like.", things=many)
            )
        if self.least:
            return wording.say("Choose {least} to {most} {things}.", least=self.least, most=most, things=many)
        if most == 1:
            return wording.say("Choose at most 1 {thing}.", thing=one)
        return wording.say("Choose up to {number} {things}.", number=most, things=many)

    def refusal(self, chosen: int) -> str:
        """The sentence that refuses so many chosen things."""
        least, most, _ = self
        if least <= chosen <= most:
            return sentence(mark("That is not a complete choice: choose more."))
        if least == most:
            needed = _number_is(most, mark("exactly {number} is needed"), mark("exactly {number} are needed"))
        elif chosen > most:
            needed = _number_is(most, mark("at most {number} is allowed"), mark("at most {number} are allowed"))
        else:
            needed = _number_is(least, mark("at least {number} is needed"), mark("at least {number} are needed"))
        if chosen:
            return sentence(mark("You chose {chosen}; {needed}."), chosen=chosen, needed=needed)
        return sentence(mark("You chose none; {needed}."), needed=needed)


def _number_is(number: int, one: str, many: str) -> Caption:
    """The sentence part with its verb: 3 are needed, 1 is needed."""
    return sentence(one if number == 1 else many, number=number)


def is_set(site: ir.Site) -> bool:
    """Whether a decision is one step of choosing a set."""
    return bool(site.set_size)


def still_needed(state: RunningGame, seat: int, site: ir.Site) -> SetLimits:
    """How many a seat may still choose of the current set."""
    value = state.evaluator(seat)
    chosen, least, most = (int(value(number, -1)) for number in site.set_size)
    return SetLimits(max(0, least - chosen), max(0, most - chosen), chosen)


def choose_set(state: State, seat: int, numbers: Sequence[int], whole: bool) -> list[RecordedChoice]:
    """Make the choices of one set in a state; return them as they are saved.

    numbers: of the options; whole: they are all of a set, none is to be added. Raises WrongCount,
    ChoiceError where one cannot be made, GameError where the rules fail then.
    """
    site = dict(state.sites()).get(seat)
    if site is None:
        raise ChoiceError("there is nothing to decide")
    of = state.game.program.sites[site]
    needed = still_needed(state, seat, of) if is_set(of) else None
    kept, open_ = [], True
    before = {card: place for place, cards in enumerate(state.z[: state.game.program.zones]) for card in cards}
    for number in _each_its_own(state, seat, site, numbers, before):
        if not open_:
            raise WrongCount(needed.refusal(len(numbers))) if needed else ChoiceError("that is more than one choice")
        kept.append(_choose(state, seat, site, number))
        # where the same can be chosen again that set is done, and another one has begun
        open_ = dict(state.sites()).get(seat) == site and number not in state.option_numbers(seat, site)
    if whole and open_:
        if needed is None:
            raise ChoiceError("nothing is chosen")
        done = next(entry.base for entry in of.entries if entry.kind == "done")
        if done not in state.option_numbers(seat, site):
            raise WrongCount(needed.refusal(len(numbers)))
        kept.append(_choose(state, seat, site, done))
    return kept


def _each_its_own(
    state: State, seat: int, site: int, numbers: Sequence[int], places: Mapping[int, int]
) -> Iterator[int]:
    """The numbers of options; one that comes again is the next card that looks alike and lies in the same place.

    Of cards that are alike only the first is offered, until it is chosen.
    """
    of, looks = state.game.program.sites[site], [card.look for card in state.game.program.cards]
    taken: set[int] = set()
    for number in numbers:
        first, card = number, option_of(of, number)
        if number in taken and card.kind.startswith("card ") and dict(state.sites()).get(seat) == site:
            value = int(card.value or 0)
            for other in state.option_numbers(seat, site):
                found = option_of(of, other)
                at = int(found.value or 0)
                if found.kind == card.kind and looks[at] == looks[value] and places.get(at) == places.get(value):
                    first = other
                    break
        taken.add(first)
        yield first


def _choose(state: State, seat: int, site: int, number: int) -> RecordedChoice:
    """Make one choice in a state; return it as it is saved."""
    state.choose(state.option(site, number), seat)
    last = state.history
    assert last is not None
    return RecordedChoice(last.seat, last.position, last.count, last.number)
