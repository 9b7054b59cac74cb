"""A seat's options and refused ones, in an order and in words that reveal nothing hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..base.appearance.looks import NO_LOOKS, Looks
from ..base.display_names import Wording
from ..base.languages.catalogues import mark
from ..game.refusals import NOT_AMONG
from ..program import ir
from ..program.wording import fill
from .perception.events import perception_of
from .perception.scenes import offered_numbers, offers_at, refusals_at
from .percepts import CardName
from .phrases.offer_texts import offer_texts
from .phrases.things import value_text
from .question_scope import facts_of_reason
from .running_game import RunningGame, game_wording
from .scene import Offer, distinct_offers

# more options of an action that one reason rules out are not named one by one
MOST_NAMED = 6
NO_CONDITION = mark("nothing could follow it: the rest of this step would be impossible")


def offered(state: RunningGame, seat: int) -> list[int]:
    """Return the numbers of a seat's legal options, in an order that reveals nothing.

    Empty if the seat has nothing to decide. The options of view() stand in this order.
    """
    site = dict(state.sites()).get(seat)
    return [] if site is None else offered_numbers(state, seat, site)


def offered_once(state: RunningGame, seat: int) -> list[int]:
    """Return the seat's legal options, with one of each set of cards that are equal to the seat."""
    numbers = offered(state, seat)
    if not numbers:
        return numbers
    offers = offers_at(state, seat, dict(state.sites())[seat], numbers)
    return [numbers[at] for at in distinct_offers(perception_of(state, seat).sight, tuple(offers))]


def card_reference(state: RunningGame, seat: int, card: int) -> dict[str, Any]:
    """Return the reference of a card by its true number, as a seat may have it: {component, tag, front, back, now}."""
    perception = perception_of(state, seat)
    return perception.cards.described(perception.name(card))


def option_texts(
    state: RunningGame,
    site: int,
    numbers: Sequence[int],
    reader: int,
    names: Sequence[str] | Wording = (),
    looks: Looks = NO_LOOKS,
) -> dict[int, str]:
    """Return the text of each option of a decision as `reader` may know it, with symbols; no two alike.

    See offer_texts.
    """
    offers = offers_at(state, reader, site, numbers)
    texts = offer_texts(perception_of(state, reader).log, offers, game_wording(state.game, names), looks)
    return dict(zip(numbers, texts, strict=True))


def option_text(state: RunningGame, site: int, number: int, reader: int, names: Sequence[str] | Wording = ()) -> str:
    """Return the text of one option: `Offer 3`, `Pass`, `red 5`, `player 2 (Anna)`; unlike the other options' texts."""
    legal = offered(state, reader) if dict(state.sites()).get(reader) == site else []
    numbers = legal if number in legal else [*legal, number]
    return option_texts(state, site, numbers, reader, names)[number]


# -- refusals


def refusal_texts(state: RunningGame, seat: int, names: Sequence[str] | Wording = ()) -> dict[str, str]:
    """Return the refused options of a seat in words, with their reasons; {} if there are none.

    Copies of a card that is offered once are not refused.
    """
    site = dict(state.sites()).get(seat)
    if site is None:
        return {}
    return _texts_with_reasons(state, seat, site, refusals_at(state, seat, site), game_wording(state.game, names))


def _texts_with_reasons(
    state: RunningGame, seat: int, site: int, refusals: Sequence[tuple[Offer, str]], wording: Wording
) -> dict[str, str]:
    """The refused options in words, with their reasons."""
    texts = offer_texts(perception_of(state, seat).log, [offer for offer, _ in refusals], wording)
    said = {reason: _reason_with_facts(state, seat, site, reason, wording) for reason in {why for _, why in refusals}}
    return {text: said[reason] for text, (_, reason) in zip(texts, refusals, strict=True)}


def refusals_by_reason(state: RunningGame, seat: int, names: Sequence[str] | Wording = ()) -> dict[str, list[str]]:
    """Return what a seat cannot choose, by reason; of an action with very many such options its words and how many."""
    site = dict(state.sites()).get(seat)
    wording, program = game_wording(state.game, names), state.game.program
    # a set that is not complete yet says itself how many are missing
    if site is None:
        return {}
    refusals = [(o, reason) for o, reason in refusals_at(state, seat, site) if reason or o.kind != "done"]
    texts = _texts_with_reasons(state, seat, site, refusals, wording)
    # what everybody sees is said after what a rule says
    last = wording.say(NOT_AMONG)
    if len(texts) <= MOST_NAMED:
        return group_by_reason(texts, last)
    actions = [fill(program, wording.step(offer.words), wording) for offer, _ in refusals]
    open_ones = {offer.words for offer in offers_at(state, seat, site, offered(state, seat))}
    may = {fill(program, wording.step(words), wording) for words in open_ones}
    action_of = dict(zip(texts, actions, strict=True))
    found: dict[str, list[str]] = {}
    for reason, several in group_by_reason(texts, last).items():
        times = Counter(action_of[text] for text in several)
        named = [
            text
            if times[action] <= MOST_NAMED or not action
            else (f"{action} ({times[action]})" if action in may else action)
            for text in several
            for action in [action_of[text]]
        ]
        found[reason] = [*dict.fromkeys(named)]
    return found


def refusal_at_place(state: RunningGame, seat: int, place: str, wording: Wording) -> str:
    """Why a seat cannot choose a place of a board now, by an action that it has; "" where no rule says so."""
    names = state.game.program.names

    def is_here(offer: Offer) -> bool:
        kind = offer.kind.removeprefix("thing ")
        return isinstance(offer.value, int) and kind in names and names[kind][offer.value] == place

    return _refusal(state, seat, is_here, wording)


def refusal_of_card(state: RunningGame, seat: int, tag: int, wording: Wording) -> str:
    """Why a seat cannot choose a card now, by its tag for the seat, likewise."""
    return _refusal(state, seat, lambda offer: isinstance(offer.value, CardName) and offer.value.tag == tag, wording)


def _refusal(state: RunningGame, seat: int, is_meant: Callable[[Offer], bool], wording: Wording) -> str:
    """Why a seat cannot choose what is meant, by an action that it has."""
    site = dict(state.sites()).get(seat)
    if site is None:
        return ""
    open_ones = {offer.words for offer in offers_at(state, seat, site, offered(state, seat))}
    for offer, reason in refusals_at(state, seat, site):
        if is_meant(offer) and offer.words in open_ones and reason not in ("", NOT_AMONG):
            return _reason_with_facts(state, seat, site, reason, wording)
    return ""


def _reason_with_facts(state: RunningGame, seat: int, site: int, reason: str, wording: Wording) -> str:
    """The reason of a refusal in the reader's words, and what its condition reads: (suit led: clubs)."""
    text = reason_text(state.game.program, reason, wording)
    facts = [
        (name, value_text(value, kind, wording)) for name, kind, value in facts_of_reason(state, seat, site, reason)
    ]
    told = ", ".join(f"{wording.name(name)}: {value}" for name, value in facts)
    return f"{text} ({told})" if told else text


def reason_text(program: ir.Program, reason: str, wording: Wording) -> str:
    """Return the reason of a refusal in the reader's words; reasons that stand together are said together."""
    if not reason or reason == NOT_AMONG:
        return wording.say(reason or NO_CONDITION)
    parts = reason.split(" and ")
    whole = reason in wording.steps or not all(part in wording.steps for part in parts)
    words = wording.step(reason) if whole else str(wording.join([wording.step(part) for part in parts]))
    return fill(program, words, wording)


def group_by_reason(reasons: Mapping[str, str], last: str = "") -> dict[str, list[str]]:
    """Return the texts of refused options, by reason; `last` is the last of these."""
    found: dict[str, list[str]] = {}
    for text, reason in reasons.items():
        found.setdefault(reason, []).append(text)
    return dict(sorted(found.items(), key=lambda one: one[0] == last))
