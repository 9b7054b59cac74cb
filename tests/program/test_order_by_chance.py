"""A shuffled pile whose order a step reads: chance decides it, unseen, and not the numbers of the cards."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers.plays import play

from stammtisch.game.game import Game
from stammtisch.program.trees import trees

SEEDS = 240
STACK = "{move: deck, to: slot_1.stack}"
READS = (
    "{move: 'first(deck, 2)', to: pool}",
    "{when: deck.item(1) != none, move: deck.item(1), to: pool, do: [{when: last(deck) != none, move: last(deck), to: pool}]}",
    "{move: 'first(reversed(deck), 2)', to: pool}",
    "{for each: 'c in first(deck, 2)', move: c, to: pool}",
    "{for each: c in deck, until: {there are two: pool.size = 2}, move: c, to: pool}",
    "{for each: c in deck, do: [{when: pool.size < 2, move: c, to: pool}]}",
    "{remember: {kept: those(c in deck where c.value > 0)}, do: [{move: 'first(kept, 2)', to: pool}]}",
    "{random: 'c in first(deck, 2)', do: [{move: 'first(deck, 2)', to: pool}]}",
    "{run: Lay, with: {some: 'those(c in deck where c.value > 0)'}}",
    "{move: 'first(first(slots).loose, 2)', to: pool}",
    "{run: Find, gives: {found: these}, do: [{move: 'first(these, 2)', to: pool}]}",
    "[{move: deck, to: slot_1.stack, at: bottom}, {move: 2, from: slot_1.stack, to: pool}]",
    "[{move: 'those(c in deck where c.value > 0)', to: slot_1.stack}, {move: 2, from: slot_1.stack, to: pool}]",
    "[{gather: c in deck, to: slot_1.stack}, {move: 2, from: slot_1.stack, to: pool}]",
    f"[{STACK}, {{move: 'first(slot_1.stack, 2)', to: pool}}]",
    f"[{STACK}, {{move: 'first(slots.stack, 2)', to: pool}}]",
)
MORE = """
define:
  loose(slot): those(c in deck where c.value > 0)
actions:
  Lay: {with: {some: cards}, do: [{move: 'first(some, 2)', to: pool}]}
  Find: {gives: {found: all}, remember: {all: those(c in deck where c.value < 10)}, do: [{say: 1}]}
"""


@pytest.mark.parametrize("read", READS)
def test_the_cards_at_a_place_in_a_shuffled_pile_are_any(read: str) -> None:
    found = Counter[int]()
    played = play("{shuffle: deck}", read, more=MORE)
    game = Game(played.program)
    for seed in range(SEEDS):
        played.state = game.start(seed)
        cards = played.cards("pool")
        assert len(set(cards)) == 2
        found.update(cards)
    # each of nine cards 53 times in the mean, 6.4 the deviation
    assert sorted(found) == list(range(1, 10)) and min(found.values()) > 25 and max(found.values()) < 85


HARMLESS = (
    "{move: 'those(c in deck where c.value > 3)', to: pool}",
    "{for each: c in deck where c.value > 3, move: c, to: pool}",
    "{when: 'any(c in deck where c.value > 3)', say: count(deck)}",
    "{move: deck, to: slot_1.stack}",
    "{move: 'first(slot_1.stack, 2)', to: pool}",
)


@pytest.mark.parametrize("read", HARMLESS)
def test_where_only_the_cards_matter_no_chance_is_drawn_before_they_are(read: str) -> None:
    drawn = [e for e in trees(play("{shuffle: deck}", read).program) if e[0] == "draw"]
    assert not drawn, read
