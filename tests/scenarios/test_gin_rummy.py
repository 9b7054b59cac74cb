"""The deadwood of gin rummy, as its ruleset works it out, against all arrangements of melds."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from helpers.games import ruleset
from helpers.tiers import many

from stammtisch.backend.questions import Questions

MELDS = [
    frozenset(melded)
    for size in (3, 4)
    for rank in range(13)
    for melded in combinations([rank * 4 + suit for suit in range(4)], size)
] + [
    frozenset((first + i) * 4 + suit for i in range(size))
    for size in (3, 4, 5)
    for suit in range(4)
    for first in range(14 - size)
]


@cache
def least(hand: frozenset[int]) -> int:
    """The fewest points left over; longer runs are two melds."""
    without = [least(hand - meld) for meld in MELDS if meld <= hand]
    return min([sum(min(10, card // 4 + 1) for card in hand), *without])


def test_the_deadwood_is_the_least_of_all_arrangements() -> None:
    """Cards are drawn from few ranks and suits, so that melds want the same ones."""
    game = ruleset("gin-rummy").game()
    cards = [(card.values[0], card.values[1]) for card in game.program.cards]
    assert cards == [(rank, suit) for rank in range(13) for suit in range(4)]
    hand = next(i for i, zone in enumerate(game.program.lists) if zone.name == "player 1.hand")
    deadwood = Questions(game.program).value(["call", "deadwood", ["cards", hand]])
    state, random, found = game.start(seed=1), Random(5), set()
    for number in range(many(150, 5000)):
        ranks = random.sample(range(13), 13) if number % 3 == 0 else range(random.choice((4, 5, 6)))
        held = random.sample([rank * 4 + suit for rank in ranks for suit in range(4)], random.choice((10, 11)))
        state.z[hand] = held
        found.add(points := deadwood(state.v, state.z, -1, -1))
        assert points == least(frozenset(held)), [cards[card] for card in held]
    assert len(found) > 20
