"""Build a seat's current scene, offers and refusals from the state, with everything named as the seat can."""

from __future__ import annotations

from collections.abc import Iterable

from ...game.refusals import candidates, first_refusal
from ...program.options import Option, group_at, option_of
from ..card_memory import Handle
from ..percepts import CardName, Listing
from ..running_game import RunningGame
from ..scene import Asked, InformationState, Offer, Scene
from ..stages import stages_at
from .events import Perception, perception_of, result_of


def information_of(state: RunningGame, seat: int) -> InformationState:
    """Return the information state of a seat now. Raises IndexError if there is no such seat."""
    return InformationState(perception_of(state, seat).log, scene_of(state, seat))


def scene_of(state: RunningGame, seat: int) -> Scene:
    """Return the scene of a seat now."""
    perception = perception_of(state, seat)
    program = state.game.program
    groups: dict[Handle, int] = {}
    for zone, slot in enumerate(program.lists[: program.zones]):
        if slot.groups >= 0:
            groups |= {perception.handles[card]: group for card, group in groups_in(state, zone).items()}
    values = {slot: value_at(state, perception, slot) for slot in perception.sight.numbers.values()}
    sites = state.sites()
    own = dict(sites).get(seat)
    others = sites[0][1] if len(sites) == 1 else -1
    if others >= 0 and (program.sites[others].secret or program.sites[others].group >= 0):
        others = -1
    # those who choose at the same time do so within the same loops
    place = own if own is not None else sites[0][1] if sites and program.sites[sites[0][1]].group >= 0 else others
    return Scene(
        state.over,
        values,
        groups,
        tuple(_pending(state, perception)),
        None if own is None else Asked(own, tuple(offers_at(state, seat, own, offered_numbers(state, seat, own)))),
        others,
        result_of(state) if state.over else None,
        stages_at(state, place) if place >= 0 else (),
    )


def value_at(state: RunningGame, perception: Perception, slot: int) -> Listing:
    """Return the value of a number that the seat may read."""
    return perception.listing(state.game.program.ints[slot].kind, state.v[slot])


def groups_in(state: RunningGame, zone: int) -> dict[int, int]:
    """The number of the group of each card in a zone, from 1 in the order they were laid; {} without groups."""
    slot = state.game.program.lists[zone]
    if slot.groups < 0:
        return {}
    places: dict[int, int] = {}
    return {
        card: places.setdefault(mark, len(places) + 1)
        for card, mark in zip(state.z[zone], state.z[slot.groups], strict=True)
    }


def _pending(state: RunningGame, perception: Perception) -> list[int]:
    """The seats to show as deciding; in a simultaneous decision that hides who has already chosen."""
    sites = state.sites()
    seats = [seat for seat, _ in sites]
    if sites and state.game.program.sites[sites[0][1]].group >= 0:
        others = {*perception.sealed} - {perception.seat}
        seats = sorted({*seats, *others})
    return seats


# -- offers


def offered_numbers(state: RunningGame, seat: int, site: int) -> list[int]:
    """The numbers of a seat's legal options at its decision, in an order that reveals nothing."""
    # a value that is listed twice is one option
    return in_order(state, site, seat, dict.fromkeys(state.option_numbers(seat, site)))


def in_order(state: RunningGame, site: int, seat: int, numbers: Iterable[int]) -> list[int]:
    """Options of a seat, offered or refused, in an order that reveals nothing: cards by what the seat knows."""
    ordered, perception = [*numbers], perception_of(state, seat)
    places, values = [], {}
    for place, number in enumerate(ordered):
        option = state.option(site, number)
        if option.kind.startswith("card ") and option.value is not None:
            places.append(place)
            values[number] = (option.words, option.value)
    if not places:
        return ordered
    order = {card: at for at, card in enumerate(perception.ordered([card for _, card in values.values()]))}
    first = {words: at for at, (words, _) in reversed(list(enumerate(values.values())))}
    by_card = sorted(values, key=lambda number: (first[values[number][0]], order[values[number][1]]))
    for place, number in zip(places, by_card, strict=True):
        ordered[place] = number
    return ordered


def offers_at(state: RunningGame, seat: int, site: int, numbers: Iterable[int]) -> list[Offer]:
    """Return options of a decision, legal or not, as a seat can name them."""
    perception, groups = perception_of(state, seat), dict[int, dict[int, int]]()
    return [_offer(state, perception, state.option(site, number), groups) for number in numbers]


def _offer(state: RunningGame, perception: Perception, option: Option, groups: dict[int, dict[int, int]]) -> Offer:
    """One option as the seat can name it."""
    if option.value is None:
        return Offer(option.words, option.kind, None)
    if option.kind.startswith("group "):
        at = group_at(state.game.program, state.z, option.value)
        return Offer(option.words, option.kind, perception.group(option.value, *at))
    value = perception.value(option.kind, option.value)
    if not isinstance(value, CardName) or state.game.program.lists[value.zone].groups < 0:
        return Offer(option.words, option.kind, value)
    if value.zone not in groups:
        groups[value.zone] = groups_in(state, value.zone)
    return Offer(option.words, option.kind, value, groups[value.zone][option.value])


# -- refusals


def refusals_at(state: RunningGame, seat: int, site: int) -> list[tuple[Offer, str]]:
    """Return the refused options of a seat at its decision, with the words that refuse each, "" if none.

    Copies of a card that is offered once are not refused.
    """
    perception, program, evaluate = perception_of(state, seat), state.game.program, state.evaluator(seat)
    made = program.sites[site]

    def alike(number: int) -> object:
        option = option_of(made, number)
        if option.value is None or not option.kind.startswith("card "):
            return number
        handle = perception.handles[option.value]
        if not perception.cards.full(handle):
            return number  # it would reveal which unknown cards look alike
        return option.words, perception.cards.zone[handle], program.cards[option.value].look

    offers = set(state.option_numbers(seat, site))
    there = {alike(number) for number in offers}
    reasons = {one: first_refusal(made, one, evaluate) for one in candidates(made, evaluate) if one not in offers}
    others = in_order(state, site, seat, [one for one, why in reasons.items() if why or alike(one) not in there])
    return [(offer, reasons[n]) for offer, n in zip(offers_at(state, seat, site, others), others, strict=True)]
