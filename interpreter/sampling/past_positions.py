"""Earlier positions as a seat can know them: where others chose, and where unseen numbers were set."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import reduce

from ..backend.native.belief import Choice, RemadeStep, WitnessedChoice
from ..program import ir
from ..program.options import option_of
from .belief_layout import BeliefLayout, rank
from .inference import place_in
from .observed_choices import ChosenCard, ObservedChoice, PlayStep, Snapshot, merge_sets


@dataclass(slots=True)
class PastPosition:
    """The position before a step, the number of each card in it, and the cards that the seat cannot tell apart now."""

    position: Snapshot
    names: list[int]
    mixed: list[set[int]]


def witnessed_choice(laid: BeliefLayout, item: ObservedChoice) -> WitnessedChoice | None:
    """A choice that the seat has seen, as evidence of hidden cards; None if it says nothing of those still hidden."""
    places = sorted(laid.places[card] for card in item.apart if card in laid.places and card not in item.known)
    if not places or item.veiled >= 0:
        return None
    names = named_by_place(laid, item.known | (item.clear & laid.places.keys()), item.before)
    position = laid.position(item.before, {}, item.unseen, names, item.clear | item.apart.keys())
    for _, marks in position.marks:
        marks[:] = [mark if place in places else 0 for place, mark in enumerate(marks)]
    chosen = card_chosen(laid.program, item.site, item.number)
    number = candidate_number(item.meant, chosen, item.number, item.before, laid.names)
    choice = laid.choice(item.site, number, position, item.before, names)
    # the chosen card may have been lost from sight since
    return WitnessedChoice(position, item.seat, choice, places) if choice[1] in {-1, *places} else None


def named_by_place(laid: BeliefLayout, cards: Set[int], before: Snapshot) -> list[int]:
    """The number of each card where the seat knew it; of those that look alike in the order of their places."""
    names, looks = laid.names[:], laid.program.cards
    if not cards:
        return names
    taken = {name for card, name in enumerate(names) if card not in cards}
    free = [number for number in range(len(names)) if number not in taken]
    places = places_in(laid.program, before)
    marked = {card: [before[0][slot + card] for slot in laid.facts.marks] for card in cards}
    for card in sorted(cards, key=lambda card: (places[card], marked[card])):
        names[card] = next(number for number in free if looks[number].look == looks[card].look)
        free.remove(names[card])
    return names


def remade_steps(laid: BeliefLayout) -> list[RemadeStep]:
    """The steps that set numbers unknown to the seat, to be replayed."""
    steps: dict[PlayStep, list[tuple[int, int, bool]]] = {}
    for number, chain in sorted(laid.lost.items()):
        for at, (step, more) in enumerate(chain):
            steps.setdefault(step, []).append((number, more, at > 0))
    return [remade_step(laid, step, numbers) for step, numbers in sorted(steps.items(), key=lambda s: s[0].number)]


def remade_step(laid: BeliefLayout, step: PlayStep, numbers: list[tuple[int, int, bool]]) -> RemadeStep:
    """One step to be replayed. A choice that the seat did not see is drawn."""
    slots, sight = laid.program.ints, laid.cards.visibility
    after = laid.v if step.after is None else step.after
    same = [(n, after[n]) for n, slot in enumerate(slots) if slot.declared and sight.reads(n)]
    told = [(ir.PC, after[ir.PC]), *same]
    if step.before is None:
        return RemadeStep(None, [], numbers, told)
    then = position_before(laid, step, step.before)
    made = laid.position(then.position, {}, step.unseen, then.names)
    choices: list[tuple[int, Choice]] = []
    for seat, site, number, meant in step.choices:
        if laid.program.sites[site].secret and seat != laid.seat:
            choices.append((seat, (0, -2)))
        else:
            names, chosen = laid.names, card_chosen(laid.program, site, number)
            mixed: set[int] = set()
            if not is_followed(laid, meant, chosen, step, step.before):
                names, mixed = then.names, mixed_with(laid, meant, chosen, then)
            number = candidate_number(meant, chosen, number, then.position, names, mixed)
            choices.append((seat, laid.choice(site, number, made, then.position, names)))
    return RemadeStep(made, choices, numbers, told)


def is_followed(
    laid: BeliefLayout, meant: ChosenCard | None, card: list[int], step: PlayStep, before: Snapshot
) -> bool:
    """Whether the seat can still identify the cards chosen in a step; `card` is its own choice.

    It does where one is certain, or where all have lain in one pile since, as far as it could follow them.
    """
    cards = {*card} if meant is None else meant.cards
    if meant is not None and len(cards) == 1 and not any(cards & part for part in laid.loose):
        return True
    places = places_in(laid.program, before)
    stayed = all(places[one][0] == laid.cards.zone[one] for one in cards)
    return stayed and cards.isdisjoint(one for part in step.mixed for one in part)


def position_before(laid: BeliefLayout, step: PlayStep, position: Snapshot) -> PastPosition:
    """The position before a step, as the seat can know it now.

    Of cards that were mixed since, or that lie in a pile where it cannot tell their places, the seat does not know
    which is which: they are called in order of their places then, but for those of which it knows that they are the
    ones that were chosen; nor does it know which of those that lay together had which marks.
    """
    then = PastPosition((position[0][:], position[1]), laid.names[:], mixed_since(laid, step, position))
    loose = {card for part in laid.loose for card in part}
    sure = {meant.card for *_, meant in step.choices if meant is not None and len(meant.cards) == 1} - loose
    chosen = [card for _, site, number, _ in step.choices for card in card_chosen(laid.program, site, number)]
    lists = (number for number in laid.facts.lists if number >= laid.program.zones)
    first = [*chosen, *(card for number in lists for card in position[1][number])]
    places = places_in(laid.program, position)
    for mixed in then.mixed:
        part = (card for card in dict.fromkeys([*first, *sorted(mixed)]) if card in mixed)
        certain = [card for card in chosen if card in sure & mixed]
        renumber_mixed(laid, then.names, sorted(part, key=places.__getitem__), certain, places)
        redistribute_marks(laid, then, mixed, places)
    return then


def mixed_since(laid: BeliefLayout, step: PlayStep, position: Snapshot) -> list[set[int]]:
    """The sets of cards in a position that nobody, or not the seat, can tell apart any more."""
    parts = reduce(merge_sets, laid.loose, step.mixed)
    for zone in laid.facts.fixed_piles:  # a card of another look may be at any of its places
        inside = {*position[1][zone]}
        if any(inside & part for part in parts):
            parts = merge_sets(parts, inside)
    return parts


Places = dict[int, tuple[int, int]]


def renumber_mixed(laid: BeliefLayout, names: list[int], part: list[int], certain: list[int], places: Places) -> None:
    """Renumber mixed cards, given in the order of their places, in that order, except those that are `certain`."""
    for card in certain:
        if card in part:  # it may have been any of those in its pile
            first = next(other for other in part if places[other][0] == places[card][0])
            lay = card if places[first] == places[card] else first
            names[lay], names[card] = names[card], names[lay]
            part.remove(lay)
    one_place = len({places[card] for card in part}) == 1
    alike: dict[object, list[int]] = {}
    for card in part:
        alike.setdefault(laid.key[card][:2] if one_place else None, []).append(card)
    for cards in alike.values():
        for card, name in zip(cards, sorted((names[card] for card in cards), key=rank), strict=True):
            names[card] = name


def redistribute_marks(laid: BeliefLayout, then: PastPosition, mixed: set[int], places: Places) -> None:
    """Redistribute the marks of mixed cards in order among those that lay together."""
    together: dict[tuple[int, int], list[int]] = {}
    for card in sorted(mixed, key=lambda card: rank(then.names[card])):
        zone, place = places[card]
        together.setdefault((zone, -1 if zone in laid.facts.fixed_piles else place), []).append(card)
    v = then.position[0]
    for cards in together.values():
        for slot in laid.facts.marks:
            for card, mark in zip(cards, sorted(v[slot + card] for card in cards), strict=True):
                v[slot + card] = mark


def mixed_with(laid: BeliefLayout, meant: ChosenCard | None, chosen: list[int], then: PastPosition) -> set[int]:
    """The cards mixed with a chosen one since, so that it may have been any of them.

    A card of which the seat knows that it was chosen may have been one that looks like it, where they lay in an order
    that chance had decided.
    """
    mixed = next((part for part in then.mixed if not part.isdisjoint(chosen)), set())
    if meant is not None and len(meant.cards) > 1:
        return mixed
    looks = laid.program.tables["look"]
    inside = {card for zone in laid.facts.fixed_piles for card in then.position[1][zone]}
    return {card for card in mixed & inside if looks[card] == looks[chosen[0]]} if inside.issuperset(chosen) else set()


def candidate_number(
    meant: ChosenCard | None,
    chosen: list[int],
    number: int,
    before: Snapshot,
    names: list[int],
    mixed: Set[int] = frozenset(),
) -> int:
    """The number of a choice, moved to the first of the cards that it may have been of.

    It may have been any of those with which it was `mixed` since.
    """
    cards = {*chosen} if meant is None else meant.cards
    if len(cards | mixed) < 2:
        return number
    listed = meant.listed if meant is not None else set()
    beside = next(inside for inside in before[1] if chosen[0] in inside)
    offered = (cards | mixed) & {*beside, *listed}
    return number + min(offered, key=lambda card: rank(names[card])) - chosen[0]


def card_chosen(program: ir.Program, site: int, number: int) -> list[int]:
    """The card that an option stands for, in a list; [] if it is none."""
    option = option_of(program.sites[site], number)
    return [option.value] if option.value is not None and option.kind.startswith("card ") else []


def places_in(program: ir.Program, position: Snapshot) -> Places:
    """The place of each card in a position: its list, and its position there if that list has an order."""
    found: Places = {}
    for number, slot in enumerate(program.lists):
        if not slot.component:
            continue
        cards = position[1][number]
        parts = position[1][slot.segments] if slot.segments >= 0 else []
        if slot.kind == "set" and slot.groups < 0:
            parts = [0, len(cards)]
        for at, card in enumerate(cards):
            found.setdefault(card, (number, place_in(parts, at)))
    return found
