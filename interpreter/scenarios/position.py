"""The table of a scenario: putting given things in place, comparing what lies there, and telling what has changed."""

from __future__ import annotations

from bisect import insort

from ..backend import runtime
from ..game.game import State
from ..seats import offers
from .scenario_file import Claim, Content
from .terms import Cards, Terms


class Unmet(Exception):
    """What a scenario asks for is not so, or not possible; `claim` says where, `lines` tell more."""

    def __init__(self, claim: Claim, message: str, lines: list[str] | None = None) -> None:
        super().__init__(message)
        self.claim, self.message, self.lines = claim, message, lines or []


def lay(state: State, terms: Terms, given: list[Claim]) -> None:
    """Puts cards and values in place.

    Cards come from the places named, then from the others; what was displaced fills the gaps there, and what is left
    over is out of the game. Raises Unmet where there are not enough cards or a value does not fit.
    """
    state.own()
    _Layer(state, terms).cards([claim for claim in given if claim.place and claim.place.zones])
    for claim in given:
        if claim.place and claim.place.slot >= 0:
            _set_value(state, terms, claim)
    _fill_boxes(state, given)


class _Layer:
    """Moves the cards of the `given` part."""

    def __init__(self, state: State, terms: Terms) -> None:
        self.state, self.terms = state, terms
        self.slots = state.game.program.lists
        self.pool: list[tuple[int, int]] = []
        self.gaps: list[int] = []

    def cards(self, given: list[Claim]) -> None:
        wanted: list[tuple[int, Cards]] = []
        groups: dict[int, list[int]] = {}
        for claim in given:
            assert claim.place is not None and claim.content is not None
            for zone in claim.place.zones:
                self.clear(zone)
                groups[zone] = claim.content.groups
                wanted = [w for w in wanted if w[0] != zone] + [(zone, cards) for cards in claim.content.cards]
        candidates = [self.candidates(zone, cards, groups) for zone, cards in wanted]
        for (zone, cards), card in zip(wanted, pairs(candidates), strict=True):
            if card is None:
                label = self.terms.label(self.slots[zone])
                raise Unmet(Claim(cards.node), f"the game has no further card '{cards.text}' for {label}")
            self.take(card)
            self.state.z[zone].append(card)
        for zone, marks in groups.items():
            if self.slots[zone].groups >= 0:
                self.state.z[self.slots[zone].groups] = list(marks)
        for zone in self.gaps:
            self.fill(zone)

    def clear(self, zone: int) -> None:
        state, slot = self.state, self.slots[zone]
        self.pool += [(card, zone) for card in state.z[zone]]
        state.z[zone] = []
        for extra in (slot.segments, slot.groups):
            if extra >= 0:
                state.z[extra] = []

    def candidates(self, zone: int, cards: Cards, named: dict[int, list[int]]) -> list[int]:
        """The cards that fit: first those that lay there, then those from other places named, then all others."""
        near = [card for card, home in self.pool if home == zone] + [card for card, home in self.pool if home != zone]
        others = [number for number in range(self.state.game.program.zones) if number not in named]
        far = [card for number in others for card in self.state.z[number]]
        deck = self.state.game.program.cards
        return [card for card in near + far if deck[card].look in cards.looks]

    def take(self, card: int) -> None:
        """Takes a card from the pool, or from the place where it lies."""
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
        """A displaced card goes where a needed one came from."""
        state, slot = self.state, self.slots[zone]
        deck = state.game.program.cards
        card = next((card for card, _ in self.pool if deck[card].component == slot.component), None)
        if card is None:
            return
        self.pool = [entry for entry in self.pool if entry[0] != card]
        parts = state.z[slot.segments] if slot.segments >= 0 else []
        if parts:
            insort(state.z[zone], card, parts[0], parts[1])
            parts[1:] = [end + 1 for end in parts[1:]]
        else:
            state.z[zone].insert(0, card)
            if slot.groups >= 0:
                marks = state.z[slot.groups]
                marks.insert(0, runtime.new_group(marks))


def _set_value(state: State, terms: Terms, claim: Claim) -> None:
    assert claim.place is not None and claim.content is not None and claim.content.value is not None
    slot = state.game.program.ints[claim.place.slot]
    value = int(claim.content.value.ask(state))
    if not slot.low <= value <= slot.high:
        raise Unmet(claim, f"{terms.label(slot)} goes from {slot.low} to {slot.high}, here it is {value}")
    state.v[claim.place.slot] = value


def _fill_boxes(state: State, given: list[Claim]) -> None:
    """What the players do not have of a supply of tokens lies in the box."""
    state.asked = None
    ints = state.game.program.ints
    for box, slot in enumerate(ints):
        if slot.declared == "box" and slot.token:
            placed = sum(state.v[i] for i, other in enumerate(ints) if other.token == slot.token and i != box)
            if placed > slot.high:
                claim = next(
                    c for c in given if c.place and c.place.slot >= 0 and ints[c.place.slot].token == slot.token
                )
                raise Unmet(claim, f"there are {slot.high} {slot.token} in the game, here {placed} are given out")
            state.v[box] = slot.high - placed


def group_of(state: State, card: int) -> tuple[int, list[int]]:
    """Which group of its place a card lies in, counted from 1 in the order they were laid, and the group's cards.

    Where there are no groups: 0 and no cards.
    """
    program = state.game.program
    zone = runtime.find(state.z, program.zones, card)
    if program.lists[zone].groups < 0:
        return 0, []
    number = offers.group_of(state, zone, card)
    return number, [one for one in state.z[zone] if offers.group_of(state, zone, one) == number]


# -- comparing


def compare(state: State, terms: Terms, claim: Claim) -> None:
    """Raises Unmet if a condition does not hold, or something else lies at a place."""
    if claim.formula is not None:
        for part in claim.formula.parts or [claim.formula]:
            if part.parts:
                compare(state, terms, Claim(claim.node, part))
            elif not part.ask(state):
                lines = [f"{side.text} is {terms.typed_text(side.type, side.ask(state))}" for side in part.sides]
                raise Unmet(claim, f"this is not so: {part.text}", lines)
        return
    assert claim.place is not None and claim.content is not None
    for zone in claim.place.zones:
        compare_cards(state, terms, claim, claim.content, zone)
    if claim.content.value is not None:
        wanted, kind = int(claim.content.value.ask(state)), claim.place.type
        if state.v[claim.place.slot] != wanted:
            is_now = terms.typed_text(kind, state.v[claim.place.slot])
            raise Unmet(claim, f"{claim.place.scalar.text} is {is_now}, not {terms.typed_text(kind, wanted)}")


def compare_cards(state: State, terms: Terms, claim: Claim, content: Content, zone: int) -> None:
    slot, cards = state.game.program.lists[zone], state.z[zone]
    label = terms.label(slot)
    fixed = slot.kind == "pile" and not state.z[slot.segments]
    lacking, extra = difference(terms, content.cards, cards)
    texts = [terms.card_text(card) for card in cards]
    if lacking or extra:
        lines = [f"lacking: {', '.join(lacking)}"] if lacking else []
        lines += [f"not expected: {', '.join(extra)}"] if extra else []
        raise Unmet(claim, f"in {label} lies {listed(texts)}", lines)
    looks = [state.game.program.cards[card].look for card in cards]
    if fixed and any(look not in wanted.looks for look, wanted in zip(looks, content.cards, strict=True)):
        raise Unmet(claim, f"in {label} the cards lie in another order: {listed(texts)} (bottom to top)")
    if slot.groups >= 0 and any(count != 1 for count in _sizes(content.groups)):
        marks = state.z[slot.groups]
        if sorted(_sizes(marks)) != sorted(_sizes(content.groups)):
            raise Unmet(claim, f"in {label} the cards are grouped otherwise: {listed(texts)}")


def _sizes(marks: list[int]) -> list[int]:
    return [marks.count(mark) for mark in dict.fromkeys(marks)]


def difference(terms: Terms, wanted: list[Cards], cards: list[int]) -> tuple[list[str], list[str]]:
    """The texts of what is wanted and not there, and of what is there and not wanted, whatever the order."""
    deck = terms.program.cards
    found = pairs([[card for card in cards if deck[card].look in one.looks] for one in wanted])
    lacking = [one.text for one, card in zip(wanted, found, strict=True) if card is None]
    return lacking, [terms.card_text(card) for card in cards if card not in found]


def pairs(candidates: list[list[int]]) -> list[int | None]:
    """For each list of candidates one of them, each at most once, as many as possible; earlier candidates preferred."""
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

    # what is wished for most exactly comes first
    for wish in sorted(range(len(candidates)), key=lambda wish: len(candidates[wish])):
        place(wish, set())
    found: list[int | None] = [None] * len(candidates)
    for candidate, wish in owner.items():
        found[wish] = candidate
    return found


def listed(texts: list[str]) -> str:
    """Cards in one line; nothing if there are none."""
    return ", ".join(texts) or "nothing"


# -- what has changed


def snapshot(state: State, terms: Terms) -> dict[str, str]:
    """Every place and value of the table in words."""
    program = state.game.program
    found = {}
    for zone in range(1, program.zones):  # 0 are the winners
        slot, cards = program.lists[zone], state.z[zone]
        if slot.segments >= 0 and state.z[slot.segments]:
            found[terms.label(slot)] = f"{len(cards)} cards, shuffled"
        else:
            order = cards if slot.kind == "pile" else sorted(cards, key=lambda card: (program.cards[card].look, card))
            found[terms.label(slot)] = listed([terms.card_text(card) for card in order])
    for number, value in enumerate(program.ints):
        if value.declared:
            found[terms.label(value)] = terms.value_text(value.kind, state.v[number])
    return found


def changes(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """A line for each place or value that has changed."""
    return [f"{label}: {text} -> {now[label]}" for label, text in before.items() if now[label] != text]
