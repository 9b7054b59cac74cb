"""The plain evaluator on small hand-made programs: chance, piles and groups."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations

import pytest
from helpers.miniature import (
    DECK,
    HAND,
    LIST,
    run,
    seed_giving,
)
from helpers.tiers import full

from stammtisch.base.streams import seed_stream
from stammtisch.program import ir

# Chance


def assert_uniform(play: Callable[[int], Hashable], cells: int, games: int) -> None:
    """The results of `games` games fall evenly (chi-square, fixed seeds) into exactly `cells` kinds."""
    counts = Counter(play(seed_stream(seed, 0)) for seed in range(games))
    expected = games / cells
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == cells
    assert square < cells - 1 + 4 * math.sqrt(2 * (cells - 1))


def test_chance_draws_once_and_not_at_all_among_one() -> None:
    seed, end = seed_giving([[6, 4]])
    start = seed_stream(seed, 0)
    state = run(["chance", "a", 6], ["set", 2, 0, "a"], random=start)
    assert (state.v[2], state.random) == (4, end)
    state = run(["chance", "a", 1], ["set", 2, 0, "a"], random=start)
    assert (state.v[2], state.random) == (0, start)
    with pytest.raises(ValueError):
        run(["chance", "a", 0])


@full
def test_chance_is_uniform() -> None:
    assert_uniform(lambda random: run(["chance", "a", 6], ["set", 2, 0, "a"], random=random).v[2], 6, 1200)


def test_the_drawn_card_is_the_one_that_is_gone() -> None:
    start = seed_stream(seed_giving([[4, 1]])[0], 0)
    state = run(["shuffle", DECK], ["draw", "c", DECK], ["put", "c", HAND, "top", 0], random=start, deck=[7, 5, 3, 1])
    assert (state.z[DECK], state.z[HAND]) == ([1, 5, 7], [3])


SHUFFLED = [["shuffle", DECK]]


DRAW_ALL = ["while", ["gt", ["size", DECK], 0], [["draw", "c", DECK], ["append", LIST, "c"]], 4]


def drawn(random: int, *statements: ir.Stmt, deck: list[int]) -> tuple[int, ...]:
    """The cards of the deck in the order in which they are drawn after these statements."""
    return tuple(run(*statements, DRAW_ALL, random=random, deck=deck).z[LIST])


@pytest.mark.parametrize(
    ("statements", "deck", "possible"),
    [
        # a shuffled pile
        (SHUFFLED, [0, 1, 2, 3], set(permutations(range(4)))),
        # a card at a fixed depth of a shuffled pile: the others in any order around it
        (
            [*SHUFFLED, ["put", 9, DECK, "below", 2]],
            [0, 1, 2, 3],
            {(*p[:2], 9, *p[2:]) for p in permutations(range(4))},
        ),
        # anywhere in a shuffled pile
        ([*SHUFFLED, ["put", 3, DECK, "random", 0]], [0, 1, 2], set(permutations(range(4)))),
        # anywhere in an ordered pile
        ([["put", 9, DECK, "random", 0]], [0, 1, 2], {(9, 2, 1, 0), (2, 9, 1, 0), (2, 1, 9, 0), (2, 1, 0, 9)}),
        # anywhere under an ordered top and a shuffled rest
        (
            [*SHUFFLED, ["put", 8, DECK, "top", 0], ["put", 9, DECK, "random below", 1]],
            [0, 1, 2],
            {(8, *p) for p in permutations((0, 1, 2, 9))},
        ),
        # anywhere in a pile that is partly shuffled
        (
            [*SHUFFLED, ["put", 8, DECK, "top", 0], ["put", 9, DECK, "random", 0]],
            [0, 1, 2],
            {p for p in permutations((0, 1, 2, 8, 9)) if p[0] == 8 or p[:2] == (9, 8)},
        ),
        # anywhere under the top two of a shuffled pile: those are fixed first
        (
            [*SHUFFLED, ["put", 9, DECK, "random below", 2]],
            [0, 1, 2, 3],
            {p for p in permutations((0, 1, 2, 3, 9)) if 9 in p[2:]},
        ),
    ],
)
def test_chance_in_piles_is_uniform(statements: list[ir.Stmt], deck: list[int], possible: set[tuple[int, ...]]) -> None:
    results = {drawn(seed_stream(seed, 0), *statements, deck=deck) for seed in range(50)}
    assert results <= possible
    assert_uniform(lambda random: drawn(random, *statements, deck=deck), len(possible), 25 * len(possible))
