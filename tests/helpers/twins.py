"""Pairs of games that one seat cannot tell apart: the same but for a choice or a chance result hidden from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.base.streams import GAME, seed_stream
from stammtisch.game.game import Game, State
from stammtisch.program import ir
from stammtisch.seats.offers import card_reference, offered


class Told(State):
    """A game in which one result of chance can be changed: `told` = (which draw from the start, result)."""

    __slots__ = ("count", "told")

    def __init__(self, game: Game, seed: int, told: tuple[int, int] | None = None) -> None:
        super().__init__(game, seed, seed_stream(seed, GAME), True)
        self.count, self.told = 0, told
        self._advance(0)

    def chance(self, n: int) -> int:
        found = super().chance(n)
        if n > 1:
            if self.told is not None and self.told[0] == self.count:
                found = (found + 1 + self.told[1] % (n - 1)) % n
            self.count += 1
        return found


@dataclass
class Pair:
    """Two states that the seat cannot tell apart."""

    a: State
    b: State
    seat: int
    hidden: bool


def pairs(game: Game, seed: int, seat: int, at: int, by_chance: bool, most: int = 60) -> Iterator[Pair]:
    """Two games side by side, at every decision until the seat could see a difference.

    With by_chance the result of the draw number `at` differs in the second one, else the first choice of a card by
    another seat from decision `at` on. `hidden` is true once something differs.
    """
    random = Random(seed)
    a, b = Told(game, seed), Told(game, seed, (at, seed) if by_chance else None)
    marks = [0, 0]
    forked = False
    for count in range(most):
        redacted = [public_events(state, seat, mark) for state, mark in zip((a, b), marks, strict=True)]
        if redacted[0] != redacted[1] or a.over or b.over or glance(a, seat) != glance(b, seat):
            return
        marks = [len(state.log or ()) for state in (a, b)]
        differ = (a.v, a.z) != (b.v, b.z)
        yield Pair(a, b, seat, differ)
        if [s for s, _ in a.sites()] != [s for s, _ in b.sites()]:
            return
        decider, site = random.choice(a.sites())
        numbers, others = offered(a, decider), offered(b, decider)
        index = random.randrange(len(numbers))
        number = numbers[index]
        if decider == seat:
            twin: int | None = others[index] if index < len(others) else None
        else:
            kind = a.option(site, number).kind
            cards = [n for n in others if alike(a, site, number, b, n, seat)]
            fork = not by_chance and not forked and count >= at and len(cards) > 1
            if fork:
                cards = [n for n in cards if n != number]
                forked = True
            same = number in cards or not kind.startswith("card ")
            twin = number if number in others and same and not fork else cards[0] if cards else None
        if twin is None:
            return
        try:
            a.choose(a.option(site, number), decider)
            b.choose(b.option(site, twin), decider)
        except Exception:
            return


def alike(a: State, site: int, number: int, b: State, other: int, seat: int) -> bool:
    """Whether two choices of cards look the same to a seat that does not see all of the cards."""
    one, two = a.option(site, number), b.option(site, other)
    if not one.kind.startswith("card ") or (one.kind, one.words) != (two.kind, two.words):
        return False
    assert one.value is not None and two.value is not None
    mask, mask_b = where(a, one.value, seat), where(b, two.value, seat)
    same = mask == mask_b and looks(a, one.value, mask) == looks(b, two.value, mask)
    if looks(a, one.value, mask) != looks(a, one.value, 3):
        return same
    # of open cards that look alike, everybody sees which one is chosen
    return same and card_reference(a, seat, one.value) == card_reference(b, seat, two.value)


def where(state: State, card: int, seat: int) -> int:
    """Which faces of a card the seat sees where it lies."""
    kinds = [slot.kind for slot in state.game.program.lists]
    zone = next(n for n, cards in enumerate(state.z) if kinds[n] in ("set", "pile") and card in cards)
    return masks(state, seat, zone)[0]


def masks(state: State, seat: int, zone: int) -> tuple[int, int]:
    """Which faces the seat sees of the cards of a zone, and of its top card: 1 front, 2 back."""
    see = state.game.program.lists[zone].see
    found = []
    for which in ("", "top."):
        found.append(sum(bit for bit, face in ((1, "front"), (2, "back")) if see.get(which + face, 0) >> seat & 1))
    return found[0], found[1]


def looks(state: State, card: int, mask: int) -> tuple[Any, ...]:
    """The values on these faces of a card."""
    program = state.game.program
    attributes = program.attributes[program.cards[card].component]
    return tuple(
        value
        for value, (_, face, _) in zip(program.cards[card].values, attributes, strict=True)
        if mask & (1 if face == "front" else 2)
    )


def glance(state: State, seat: int) -> Any:
    """What lies open to a seat now, without any memory; written without the module under test."""
    program = state.game.program
    zones: list[Any] = []
    for number, slot in enumerate(program.lists[: program.zones]):
        if slot.kind not in ("set", "pile"):
            continue
        mask, top = masks(state, seat, number)
        seen = sorted(looks(state, card, mask) for card in state.z[number])
        parts = state.z[slot.segments] if slot.segments >= 0 else []
        known_top = bool(state.z[number]) and not (parts and parts[-1] == len(state.z[number]))
        zones.append((seen, looks(state, state.z[number][-1], top) if top and known_top else None))
        zones.append(len(state.z[number]) if slot.see["size"] >> seat & 1 else None)
    numbers = [state.v[n] for n, slot in enumerate(program.ints) if slot.declared and slot.see >> seat & 1]
    return zones, numbers, [site for s, site in state.sites() if s == seat]


def public_events(state: State, seat: int, since: int) -> list[Any]:
    """The true log with everything hidden from the seat left out; written without the module under test."""
    events = state.log.written(since) if state.log else []
    return [found for found in (public_event(state, seat, event) for event in events) if found is not None]


def public_event(state: State, seat: int, event: tuple[Any, ...]) -> Any:
    """What a seat learns by an event, None if nothing."""
    program = state.game.program
    kind, *rest = event
    match kind:
        case "choose":
            return kind, rest[0], rest[1], chosen(program, rest[0], rest[2]) if rest[1] != seat else None
        case "move":
            node, card, source, to, *place = rest
            mask = 0
            for zone in (source, to):
                mask |= masks(state, seat, zone)[0] | masks(state, seat, zone)[1]
            return kind, node, source, to, place, looks(state, card, mask)
        case "reveal" if seat in rest[2]:
            return kind, rest[0], [looks(state, card, 1) for card in rest[1]]
        case "set" | "gain":
            known = program.ints[rest[1]].see >> seat & 1 or (kind == "gain" and rest[3])
            return event if known else None
        case "pour":
            return kind, *rest[:3], len(rest[3])
        case "say" | "random":
            return kind, rest[0], None if program.kinds[rest[1]].startswith("card ") else rest[2]
        case "step":
            return None
        case "shuffle" | "turn":
            return event
    return kind, rest[0]


def chosen(program: ir.Program, site: int, number: int) -> Any:
    """What everybody learns of an option: which card it is only its owner knows."""
    entry = next(e for e in program.sites[site].entries if e.base <= number < e.base + e.count)
    return (entry.words, entry.kind) if entry.kind.startswith("card ") else (entry.words, number)
