"""Positions in scenarios: put given things in place, and compare places with what is expected or seen."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from itertools import groupby
from typing import Any, TypeVar

from ..backend import runtime
from ..base.english import count_of
from ..game.state import State
from ..reading.nodes import Node
from ..seats.perception.scenes import groups_in
from ..seats.view import seen, view
from .scenario_file import Laid
from .table_text import MOST_LETTERS, brief, card_list, count_cards, difference_lines
from .terms import HIDDEN, Cards, Formula, Terms

MOST_LOOSE = 6
T = TypeVar("T")


class Failed(Exception):
    """An expectation at this node is not met, or not possible; `lines` give details."""

    def __init__(self, node: Node, message: str, lines: list[str] | None = None) -> None:
        super().__init__(message)
        self.node, self.message, self.lines = node, message, lines or []


def lay(state: State, terms: Terms, given: list[Laid]) -> None:
    """Put cards and values in place.

    Cards come from the places named, then from the others; what was displaced fills the gaps there, and what is left
    over is out of the game. Raises Failed where there are not enough cards or a value does not fit.
    """
    state.own()
    _Layer(state, terms).cards([laid for laid in given if laid.place.zones])
    ints = state.game.program.ints
    for laid in given:
        if laid.value is not None:
            slot, value = ints[laid.place.slot], int(laid.value.ask(state))
            if not slot.low <= value <= slot.high:
                message = f"{terms.label(slot)} goes from {slot.low} to {slot.high}, but here it is {value}"
                raise Failed(laid.place.scalar, message)
            state.v[laid.place.slot] = value
    state.asked = None
    # what the players do not have of a supply of tokens lies in the box
    for box, slot in enumerate(ints):
        if slot.declared == "box" and slot.token:
            placed = sum(state.v[i] for i, other in enumerate(ints) if other.token == slot.token and i != box)
            if placed > slot.high:
                token = next(one for one in given if one.place.slot >= 0 and ints[one.place.slot].token == slot.token)
                message = f"the game has {count_of(slot.high, slot.token)}; this needs {placed:,}"
                raise Failed(token.place.scalar, message)
            state.v[box] = slot.high - placed


class _Layer:
    """Moves the cards of the `given` part."""

    def __init__(self, state: State, terms: Terms) -> None:
        self.state, self.terms = state, terms
        self.slots = state.game.program.lists
        self.pool: list[tuple[int, int]] = []
        self.gaps: list[int] = []

    def cards(self, given: list[Laid]) -> None:
        """Put the given cards into their places, in exchange with those that are there."""
        wanted: list[tuple[int, Cards]] = []
        groups: dict[int, list[int]] = {}
        for laid in given:
            for zone in laid.place.zones:
                self.clear(zone)
                groups[zone] = laid.groups
                wanted = [w for w in wanted if w[0] != zone] + [(zone, cards) for cards in laid.cards]
        candidates = [self.candidates(zone, cards, groups) for zone, cards in wanted]
        for (zone, cards), card in zip(wanted, pairs(candidates), strict=True):
            if card is None:
                label = self.terms.label(self.slots[zone])
                many = sum(one.look in cards.looks for one in self.state.game.program.cards)
                has = f"The game has {many} of them; only those not given elsewhere can be here."
                raise Failed(cards.node, f"the game has no card '{cards.text}' left for {label}", [has])
            self.take(card)
            self.state.z[zone].append(card)
        for zone, marks in groups.items():
            if self.slots[zone].groups >= 0:
                self.state.z[self.slots[zone].groups] = list(marks)
        for zone in self.gaps:
            self.fill(zone)

    def clear(self, zone: int) -> None:
        """Empty a zone into the pool."""
        state, slot = self.state, self.slots[zone]
        self.pool += [(card, zone) for card in state.z[zone]]
        for number in (zone, slot.segments, slot.groups):
            if number >= 0:
                state.z[number] = []

    def candidates(self, zone: int, cards: Cards, named: dict[int, list[int]]) -> list[int]:
        """The cards that fit: first those already there, then those from other places named, then all others."""
        near = [card for card, home in self.pool if home == zone] + [card for card, home in self.pool if home != zone]
        others = [number for number in range(self.state.game.program.zones) if number not in named]
        far = [card for number in others for card in self.state.z[number]]
        deck = self.state.game.program.cards
        return [card for card in near + far if deck[card].look in cards.looks]

    def take(self, card: int) -> None:
        """Take a card from the pool, or from its place."""
        pooled = [entry for entry in self.pool if entry[0] != card]
        if len(pooled) < len(self.pool):
            self.pool = pooled
            return
        z = self.state.z
        zone = runtime.find(z, self.state.game.program.zones, card)
        slot = self.slots[zone]
        if slot.groups >= 0:
            runtime.take_marked(z[zone], z[slot.groups], card)
        else:
            runtime.take(z[zone], z[slot.segments] if slot.segments >= 0 else None, card)
        self.gaps.append(zone)

    def fill(self, zone: int) -> None:
        """Move displaced cards to where needed ones came from."""
        z, slot = self.state.z, self.slots[zone]
        deck = self.state.game.program.cards
        at = next((at for at, (card, _) in enumerate(self.pool) if deck[card].component == slot.component), None)
        if at is None:
            return
        card, _ = self.pool.pop(at)
        parts = z[slot.segments] if slot.segments >= 0 else []
        if parts:
            insort(z[zone], card, parts[0], parts[1])
            parts[1:] = [end + 1 for end in parts[1:]]
            return
        z[zone].insert(0, card)
        if slot.groups >= 0:
            z[slot.groups].insert(0, runtime.new_group(z[slot.groups]))


def group_of(state: State, card: int) -> tuple[int, list[int]]:
    """The number of a card's group in its place, from 1 in the order they were laid, and the group's cards.

    Where there are no groups: 0 and no cards.
    """
    program = state.game.program
    zone = runtime.find(state.z, program.zones, card)
    if program.lists[zone].groups < 0:
        return 0, []
    groups = groups_in(state, zone)
    return groups[card], [one for one, number in groups.items() if number == groups[card]]


# -- comparing


def compare(state: State, terms: Terms, claim: Formula | Laid) -> None:
    """Raise Failed if a condition does not hold, or a place holds something else."""
    if isinstance(claim, Formula):
        for part in claim.parts:
            compare(state, terms, part)
        if not claim.parts and not claim.ask(state):
            lines = [f"{side.text} is {terms.typed_text(side.type, side.ask(state))}" for side in claim.sides]
            raise Failed(claim.scalar, f"this is not true: {claim.text}", lines)
        if claim.idle:
            hint = "Compare something that can be different, or delete this."
            raise Failed(claim.scalar, f"this is true whatever happens: {claim.text}", [f"{claim.idle}.", hint])
        return
    for zone in claim.place.zones:
        _compare_cards(state, terms, claim, zone)
    if claim.value is not None:
        wanted, is_now, kind = int(claim.value.ask(state)), state.v[claim.place.slot], claim.place.type
        if is_now != wanted:
            words = f"{terms.typed_text(kind, is_now)}, not {terms.typed_text(kind, wanted)}"
            raise Failed(claim.place.scalar, f"{claim.place.scalar.text} is {words}")


def _compare_cards(state: State, terms: Terms, claim: Laid, zone: int) -> None:
    """Raise Failed if a place holds other cards."""
    slot, cards, deck = state.game.program.lists[zone], state.z[zone], state.game.program.cards
    node, label, texts = claim.place.scalar, terms.label(slot), [terms.card_text(card) for card in cards]
    lines = _difference(claim.cards, cards, lambda one, card: deck[card].look in one.looks, terms.card_text)
    if lines:
        raise Failed(node, f"{label} holds {brief(texts)}", lines)
    fixed = slot.kind == "pile" and not state.z[slot.segments]
    wrong = [
        at for at, (card, one) in enumerate(zip(cards, claim.cards, strict=True)) if deck[card].look not in one.looks
    ]
    if fixed and wrong:
        message = f"in {label} the cards lie in another order: {brief(texts)} (bottom to top)"
        first = f"number {wrong[0] + 1} from the bottom is {texts[wrong[0]]}, not {claim.cards[wrong[0]].text}"
        raise Failed(node, message, [first])
    sizes = _sizes(claim.groups)
    if slot.groups >= 0 and any(size != 1 for size in sizes) and _sizes(state.z[slot.groups]) != sizes:
        raise Failed(
            node,
            f"in {label} the cards are grouped differently: {brief(texts)}",
            _group_lines(texts, state.z[slot.groups]),
        )


def _group_lines(texts: list[str], marks: list[int]) -> list[str]:
    """A line for each group, with its cards."""
    groups = [[text for text, mark in zip(texts, marks, strict=True) if mark == own] for own in dict.fromkeys(marks)]
    return [f"group {number}: {count_cards(group)}" for number, group in enumerate(groups, 1)]


def _sizes(marks: list[int]) -> list[int]:
    """The sizes of groups, smallest first; `marks` has the group of each card."""
    return sorted(marks.count(mark) for mark in set(marks))


def _difference(
    wanted: list[Cards], cards: list[T], fits: Callable[[Cards, T], bool], text: Callable[[T], str]
) -> list[str]:
    """The lines about missing and about unexpected cards, in any order."""
    found = pairs([[at for at, card in enumerate(cards) if fits(one, card)] for one in wanted])
    lacking = [one.text for one, at in zip(wanted, found, strict=True) if at is None]
    return difference_lines(lacking, [text(card) for at, card in enumerate(cards) if at not in found])


def pairs(candidates: list[list[int]]) -> list[int | None]:
    """Choose one candidate from each list, each at most once, for as many lists as possible; earlier ones preferred."""
    owner: dict[int, int] = {}

    def place(wish: int, tried: set[int]) -> bool:
        for candidate in candidates[wish]:
            if candidate not in owner:
                owner[candidate] = wish
                return True
        for candidate in candidates[wish]:
            if candidate not in tried:
                tried.add(candidate)
                if place(owner[candidate], tried):
                    owner[candidate] = wish
                    return True
        return False

    # the most specific cards come first
    for wish in sorted(range(len(candidates)), key=lambda wish: len(candidates[wish])):
        place(wish, set())
    found = {wish: candidate for candidate, wish in owner.items()}
    return [found.get(wish) for wish in range(len(candidates))]


# -- what a seat sees and is shown: reads the view, never the true state


def look_at(state: State, terms: Terms, seat: int, claim: Laid) -> None:
    """Raise Failed unless the seat sees just this at the place: the cards it knows, and the number of others."""
    shown, program = view(state, seat), state.game.program
    if claim.place.slot >= 0:
        label = program.ints[claim.place.slot].name
        item = next(item for item in shown["values"] if item["label"] == label)
        text = "hidden" if item.get("hidden") else _value_seen(terms, item["kind"], item["value"])
        wanted = claim.value
        expected = "hidden" if wanted is None else terms.value_text(item["kind"], int(wanted.ask(state)))
        if text != expected:
            message = f"{claim.place.scalar.text} is seen as {text}, not as {expected}"
            raise Failed(claim.place.scalar, message)
    for zone in claim.place.zones:
        label = program.lists[zone].name
        item = next(item for item in shown["zones"] if item["label"] == label)
        _compare_seen(terms, claim, item, terms.players[seat])


def _compare_seen(terms: Terms, claim: Laid, item: dict[str, Any], who: str) -> None:
    """Raise Failed if a seat sees other cards at a place."""
    if item["size"] is None:
        raise Failed(claim.place.scalar, f"{who} does not see how many cards lie there")
    known = [card for card in item["cards"] if "front" in card or "back" in card]
    # a position counts from the top of a pile; where it is lacking the seat does not know the order
    placed = {item["size"] - card["position"]: card for card in known if "position" in card}
    loose = [card for card in known if "position" not in card]
    hidden = item["size"] - len(known)
    written = dict(zip(claim.below, claim.cards, strict=True))
    sees = _row({at: _card_seen(card) for at, card in placed.items()}, [_card_seen(card) for card in loose], hidden)
    if (lines := _unlike(terms, claim.cards, known)) or hidden != claim.hidden:
        wanted = _row({at: cards.text for at, cards in written.items()}, [], claim.hidden)
        lines += [f"hidden: {hidden}, not {claim.hidden}"] if hidden != claim.hidden else []
        if len(sees) + len(wanted) <= MOST_LETTERS:
            raise Failed(claim.place.scalar, f"{who} sees {sees}, not {wanted}")
        raise Failed(claim.place.scalar, f"{who} sees other cards there", lines)
    misplaced = [at for at, card in placed.items() if at not in written or _unlike(terms, [written[at]], [card])]
    if misplaced or _unlike(terms, [cards for at, cards in written.items() if at not in placed], loose):
        lines = [f"{who} does not know where {_card_seen(card)} lies there." for card in loose[:MOST_LOOSE]]
        if len(sees) <= MOST_LETTERS:
            raise Failed(claim.place.scalar, f"{who} sees another order there: {sees} (bottom to top)", lines)
        lines += [f"number {at + 1} from the bottom is {_card_seen(placed[at])}" for at in sorted(misplaced)[:1]]
        raise Failed(claim.place.scalar, f"{who} sees another order there", lines)


def _row(placed: dict[int, str], loose: list[str], hidden: int) -> str:
    """Cards from bottom to top, as they may be written: those without a known position fill the first gaps."""
    rest = iter(loose + [HIDDEN] * hidden)
    row = [placed[at] if at in placed else next(rest) for at in range(len(placed) + len(loose) + hidden)]
    runs = [(text, len([*group])) for text, group in groupby(row)]
    return card_list([f"{many} {text}" if text == HIDDEN else ", ".join([text] * many) for text, many in runs])


def shown_otherwise(state: State, terms: Terms, seat: int, since: int, wanted: list[Cards]) -> list[str]:
    """The lines about cards wanted but not shown to the seat, and shown but not wanted.

    `since` is how many events the seat had seen before. Only cards turned over or held up count, not what lies open.
    """
    reveals = [event for event in seen(state, seat, since) if event["kind"] == "reveal" and seat in event["to"]]
    shown = [card for event in reveals for card in event["cards"]]
    return _unlike(terms, wanted, [card for card in shown if "front" in card or "back" in card])


def announced_values(state: State, terms: Terms, seat: int, since: int) -> list[str]:
    """The values announced or shown to the seat since its event number `since`, in words."""
    told = []
    for event in seen(state, seat, since):
        if event["kind"] == "say":
            told.append(_value_seen(terms, event["value_kind"], event["value"]))
        elif event["kind"] == "show" and seat in event["to"]:
            told += [_value_seen(terms, item["value_kind"], item["value"]) for item in event["values"]]
    return told


def _unlike(terms: Terms, wanted: list[Cards], cards: list[dict[str, Any]]) -> list[str]:
    """The lines about differences, where unknown parts of a card may be anything."""
    looks = {id(card): _looks(terms, card) for card in cards}

    def fits(one: Cards, card: dict[str, Any]) -> bool:
        return looks[id(card)] <= one.looks and not one.hidden & _known_attributes(card).keys()

    return _difference(wanted, cards, fits, _card_seen)


def _looks(terms: Terms, card: dict[str, Any]) -> set[int]:
    """The looks that a card may have, from what is known of it."""
    names = [name for name, _, _ in terms.program.attributes[card["component"]]]
    known = {names.index(name): _word(name, value) for name, value in _known_attributes(card).items()}
    words = {look: terms.card_words(terms.by_look[look]) for look in terms.component_looks[card["component"]]}
    return {look for look, found in words.items() if all(found[at] == word for at, word in known.items())}


def _known_attributes(card: dict[str, Any]) -> dict[str, Any]:
    """The attributes of a card that are known."""
    return {**card.get("front", {}), **card.get("back", {})}


def _word(name: str, value: Any) -> str:
    """The word for an attribute's value."""
    if isinstance(value, bool):
        return name if value else ""
    return "" if value is None else str(value)


def _card_seen(card: dict[str, Any]) -> str:
    """A card in words, as far as it is known."""
    return (
        " ".join(filter(None, (_word(name, value) for name, value in _known_attributes(card).items())))
        or card["component"]
    )


def _value_seen(terms: Terms, kind: str, value: Any) -> str:
    """A value in words, as far as it is known."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return _card_seen(value)
    if kind == "thing player":
        return terms.players[int(value)]
    return str(value).lower() if isinstance(value, bool) else str(value)
