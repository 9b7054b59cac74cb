"""The plain evaluator on small hand-made programs: chance, piles and groups."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations
from typing import Any

import pytest
from helpers.miniature import (
    DECK,
    DECK_RANGES,
    DISCARD,
    DISCARD_RANGES,
    DOC,
    HAND,
    LIST,
    MARKS,
    MELDS,
    SETS,
    program,
    run,
)
from oracle.evaluate import Machine

from stammtisch.base import errors
from stammtisch.base.errors import GameError
from stammtisch.base.streams import Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.program import ir

# Chance


def stream_giving(*draws: tuple[int, int]) -> tuple[int, int]:
    """A stream (its state, and its state after these draws) whose draws among n give i, for each (n, i)."""
    for seed in range(200_000):
        stream = Stream(start := seed_stream(seed, 0))
        if all(stream.draw(n) == i for n, i in draws):
            return start, stream.state
    raise AssertionError("no such stream found")


def assert_uniform(play: Callable[[int], Hashable], cells: int, games: int) -> None:
    """The results of `games` games fall evenly (chi-square, fixed seeds) into exactly `cells` kinds."""
    counts = Counter(play(seed_stream(seed, 0)) for seed in range(games))
    expected = games / cells
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == cells
    assert square < cells - 1 + 4 * math.sqrt(2 * (cells - 1))


def test_chance_draws_once_and_not_at_all_among_one() -> None:
    start, end = stream_giving((6, 4))
    state = run(["chance", "a", 6], ["set", 2, 0, "a"], random=start)
    assert (state.v[2], state.random) == (4, end)
    state = run(["chance", "a", 1], ["set", 2, 0, "a"], random=start)
    assert (state.v[2], state.random) == (0, start)
    with pytest.raises(ValueError):
        run(["chance", "a", 0])


def test_chance_is_uniform() -> None:
    assert_uniform(lambda random: run(["chance", "a", 6], ["set", 2, 0, "a"], random=random).v[2], 6, 1200)


# Piles: the cards (bottom first) and unordered ranges before, the statement, the draws (n, i), cards and ranges after.
# docs/ir.md shows the same table.

FOUR, WHOLE = [0, 1, 2, 3], [0, 4]
Case = tuple[list[int], list[int], ir.Stmt, list[tuple[int, int]], list[int], list[int]]
PILES: list[Case] = [
    (FOUR, [], ["put", 9, DECK, "top", 0], [], [0, 1, 2, 3, 9], []),
    (FOUR, WHOLE, ["put", 9, DECK, "top", 0], [], [0, 1, 2, 3, 9], [0, 4]),
    (FOUR, WHOLE, ["put", 9, DECK, "bottom", 0], [], [9, 0, 1, 2, 3], [1, 5]),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", 1], [], [3, 1, 2, 9, 0], []),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", 0], [], [3, 1, 2, 0, 9], []),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", 7], [], [9, 3, 1, 2, 0], []),
    ([3, 1, 2, 0], [], ["put", 9, DECK, "below", -2], [], [3, 1, 2, 0, 9], []),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 0], [], [0, 1, 2, 3, 9], [0, 4]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 4], [], [9, 0, 1, 2, 3], [1, 5]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 2], [(4, 3), (3, 0)], [1, 2, 9, 0, 3], [0, 2, 3, 5]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 1], [(4, 1)], [0, 2, 3, 9, 1], [0, 3]),
    (FOUR, WHOLE, ["put", 9, DECK, "below", 3], [(4, 2), (3, 2), (2, 0)], [1, 9, 0, 2, 3], [2, 5]),
    (
        [0, 1, 2, 3, 8, 5, 6],
        [0, 2, 2, 4, 5, 7],
        ["put", 9, DECK, "below", 3],
        [],
        [0, 1, 2, 3, 9, 8, 5, 6],
        [0, 2, 2, 4, 6, 8],
    ),
    (
        [0, 1, 2, 3, 8, 5, 6],
        [0, 2, 2, 4, 5, 7],
        ["put", 9, DECK, "below", 5],
        [],
        [0, 1, 9, 2, 3, 8, 5, 6],
        [0, 2, 3, 5, 6, 8],
    ),
    ([7, 0, 4, 5, 6], [1, 4], ["put", 9, DECK, "below", 2], [(3, 1)], [7, 0, 5, 9, 4, 6], [1, 3]),
    ([], [], ["put", 9, DECK, "random", 0], [], [9], []),
    ([4], [], ["put", 9, DECK, "random", 0], [(2, 0)], [9, 4], []),
    ([4], [], ["put", 9, DECK, "random", 0], [(2, 1)], [4, 9], []),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random", 0], [], [0, 1, 2, 5, 7], [0, 5]),
    ([5, 1, 7], [1, 3], ["put", 9, DECK, "random", 0], [(4, 1)], [5, 9, 1, 7], [2, 4]),
    ([5, 1, 7], [1, 3], ["put", 9, DECK, "random", 0], [(4, 3)], [5, 1, 7, 9], [1, 3]),
    ([5, 1, 7], [1, 3], ["put", 9, DECK, "random", 0], [(4, 2), (2, 0)], [5, 7, 9, 1], []),
    ([0, 1, 2, 3], [0, 2, 2, 4], ["put", 9, DECK, "random", 0], [(5, 2)], [0, 1, 9, 2, 3], [0, 2, 3, 5]),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 0], [], [0, 1, 2, 5, 7], [0, 5]),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 2], [(4, 0), (3, 1)], [1, 5, 7, 2, 0], [0, 3]),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 3], [(4, 0), (3, 1), (2, 1), (2, 1)], [1, 5, 7, 2, 0], []),
    ([0, 1, 2, 7], WHOLE, ["put", 5, DECK, "random below", 4], [(4, 3), (3, 0), (2, 1)], [5, 1, 2, 0, 7], []),
    ([0, 1, 8], [0, 2], ["put", 5, DECK, "random below", 1], [], [0, 1, 5, 8], [0, 3]),
    ([0, 1, 8, 6], [0, 2], ["put", 5, DECK, "random below", 1], [(4, 1), (2, 0)], [1, 5, 0, 8, 6], []),
    ([8, 0, 1, 2], [1, 4], ["put", 5, DECK, "random below", 1], [(3, 1), (4, 3)], [8, 0, 2, 5, 1], [1, 3]),
    ([8, 4], [], ["put", 5, DECK, "random below", 9], [], [5, 8, 4], []),
    ([8, 4], [], ["put", 5, DECK, "random below", 1], [(2, 1)], [8, 5, 4], []),
    ([], [], ["put", 5, DECK, "random below", -1], [], [5], []),
    ([3, 1, 2], [], ["take", 1, DECK], [], [3, 2], []),
    (FOUR, WHOLE, ["take", 1, DECK], [], [0, 2, 3], [0, 3]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["take", 0, DECK], [], [1, 8, 2, 3], [2, 4]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["take", 8, DECK], [], [0, 1, 2, 3], [0, 2, 2, 4]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["take", 3, DECK], [], [0, 1, 8, 2], [0, 2]),
    ([3, 1, 2], [], ["draw", "c", DECK], [], [3, 1], []),
    (FOUR, WHOLE, ["draw", "c", DECK], [(4, 1)], [0, 2, 3], [0, 3]),
    ([0, 1], [0, 2], ["draw", "c", DECK], [(2, 0)], [1], []),
    ([0, 1, 2, 3, 8], WHOLE, ["draw", "c", DECK], [], [0, 1, 2, 3], [0, 4]),
    ([8, 2, 3, 0, 1], [1, 3, 3, 5], ["draw", "c", DECK], [(2, 1)], [8, 2, 3, 0], [1, 3]),
    ([3, 1, 2], [], ["draw bottom", "c", DECK], [], [1, 2], []),
    (FOUR, WHOLE, ["draw bottom", "c", DECK], [(4, 1)], [0, 2, 3], [0, 3]),
    ([0, 1], [0, 2], ["draw bottom", "c", DECK], [(2, 0)], [1], []),
    ([8, 0, 1, 2, 3], [1, 5], ["draw bottom", "c", DECK], [], [0, 1, 2, 3], [0, 4]),
    ([0, 1, 8, 2, 3], [0, 2, 3, 5], ["draw bottom", "c", DECK], [(2, 1)], [0, 8, 2, 3], [2, 4]),
    ([3, 1, 2, 0], [2, 4], ["shuffle", DECK], [], [0, 1, 2, 3], [0, 4]),
    ([3, 1], [], ["shuffle", DECK], [], [1, 3], [0, 2]),
    ([3], [], ["shuffle", DECK], [], [3], []),
    ([], [], ["shuffle", DECK], [], [], []),
    (FOUR, WHOLE, ["pour", DECK, DECK], [], [0, 1, 2, 3], [0, 4]),
]


def natively(game: ir.Program, random: int) -> tuple[list[int], list[list[int]], int]:
    """The state after the program, played as WebAssembly."""
    machine = Game(game).native
    assert machine is not None
    machine.start(machine.place(0), random)
    return machine.state(machine.place(0))


@pytest.mark.parametrize(("cards", "ranges", "statement", "draws", "after", "ranges_after"), PILES, ids=str)
def test_pile(
    cards: list[int],
    ranges: list[int],
    statement: ir.Stmt,
    draws: list[tuple[int, int]],
    after: list[int],
    ranges_after: list[int],
) -> None:
    start, end = stream_giving(*draws)
    before = ["store", DECK_RANGES, ["items", *ranges]]
    state = run(before, statement, random=start, deck=cards)
    assert (state.z[DECK], state.z[DECK_RANGES]) == (after, ranges_after)
    assert state.random == end
    assert natively(program([before, statement, ["over"]], deck=cards), start) == (state.v, state.z, state.random)


def test_the_drawn_card_is_the_one_that_is_gone() -> None:
    start, _ = stream_giving((4, 1))
    state = run(["shuffle", DECK], ["draw", "c", DECK], ["put", "c", HAND, "top", 0], random=start, deck=[7, 5, 3, 1])
    assert (state.z[DECK], state.z[HAND]) == ([1, 5, 7], [3])


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (DECK, DISCARD, {DISCARD: [7, 8, 9, 0, 1, 2], DISCARD_RANGES: [1, 3, 3, 5], DECK: [], DECK_RANGES: []}),
        (DISCARD, DECK, {DECK: [0, 1, 2, 7, 8, 9], DECK_RANGES: [0, 2, 4, 6], DISCARD: [], DISCARD_RANGES: []}),
        (DECK, HAND, {HAND: [6, 5, 0, 1, 2], DECK: [], DECK_RANGES: []}),
        (HAND, DECK, {DECK: [0, 1, 2, 6, 5], DECK_RANGES: [0, 2], HAND: []}),
    ],
)
def test_pour(a: int, b: int, expected: dict[int, list[int]]) -> None:
    state = run(
        *(["put", card, DISCARD, "top", 0] for card in (7, 8, 9)),
        *(["put", card, HAND, "top", 0] for card in (6, 5)),
        ["store", DECK_RANGES, ["items", 0, 2]],
        ["store", DISCARD_RANGES, ["items", 1, 3]],
        ["pour", a, b],
        deck=[0, 1, 2],
    )
    assert {number: state.z[number] for number in expected} == expected


def test_a_set_keeps_its_cards_in_order_of_arrival_and_draws_nothing() -> None:
    places = ["top", "bottom", "below", "random", "random below"]
    put = [["put", 9 - number, HAND, where, 1] for number, where in enumerate(places)]
    assert run(*put).z[HAND] == [9, 8, 7, 6, 5]
    state = run(*put, ["take", 8, HAND], ["draw", "c", HAND], ["store", LIST, ["items", "c"]], ["shuffle", HAND])
    assert (state.z[HAND], state.z[LIST], state.random) == ([6, 7, 9], [5], 1)
    assert state.z[DECK_RANGES] == state.z[DISCARD_RANGES] == []


# Groups: statements on the zone with groups 4+5 and 6, its cards and their group numbers afterwards.

TO_HAND = [["draw", "c", SETS], ["put", "c", HAND, "top", 0]]
GROUPED: list[tuple[list[ir.Stmt], list[int], list[int]]] = [
    ([], [4, 6, 5], [1, 2, 1]),
    ([["take", 4, SETS]], [6, 5], [2, 1]),
    ([["take", 6, SETS], ["put", 8, SETS, "top", 0]], [4, 5, 8], [1, 1, 2]),
    ([["put", 8, SETS, "bottom", 0], ["put", 9, SETS, "random", 0]], [4, 6, 5, 8, 9], [1, 2, 1, 3, 4]),
    ([["new group", "g", SETS], ["put", 8, SETS, "group", "g"], ["put", 9, SETS, "group", "g"]],
     [4, 6, 5, 8, 9], [1, 2, 1, 3, 3]),
    ([["put", 8, SETS, "group", 2]], [4, 6, 5, 8], [1, 2, 1, 2]),
    ([["put", 8, SETS, "group", 7], ["put", 9, SETS, "top", 0]], [4, 6, 5, 8, 9], [1, 2, 1, 7, 3]),
    (TO_HAND, [4, 6], [1, 2]),
    ([["pour", SETS, DISCARD]], [], []),
    ([["pour", DECK, SETS]], [4, 6, 5, 7, 8], [1, 2, 1, 3, 4]),
    ([["pour", SETS, SETS]], [4, 6, 5], [1, 2, 1]),
    ([["shuffle", SETS]], [4, 5, 6], [1, 1, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "cards", "marks"), GROUPED, ids=str)
def test_groups(statements: list[ir.Stmt], cards: list[int], marks: list[int]) -> None:
    state = run(*MELDS, *statements, deck=[7, 8])
    assert (state.z[SETS], state.z[MARKS]) == (cards, marks)
    assert state.random == 1


@pytest.mark.parametrize(("statements", "cards", "marks"), GROUPED, ids=str)
@pytest.mark.parametrize("known", [True, False])
def test_compiled_groups(statements: list[ir.Stmt], cards: list[int], marks: list[int], known: bool) -> None:
    """The compiler does the same, whether it knows the zone or only its number."""
    statements = [*MELDS, *statements]
    if not known:
        zone = {DECK: ["len", ["range", 1, DECK]], SETS: ["len", ["range", 1, SETS]]}
        statements = [["let", f"zone_{number}", found] for number, found in zone.items()] + [
            [part if place == 0 or (op[0] in ("put", "take") and place != 2) or op[0] == "let" else _named(part)
             for place, part in enumerate(op)]
            for op in statements
        ]  # fmt: skip
    game = program([*statements, ["over"]], deck=[7, 8])
    oracle = Machine(game).start(seed_stream(1, 0))
    for state in (Game(game).start(seed=1), Game(game).played(1)):
        assert (state.z[SETS], state.z[MARKS]) == (cards, marks)
        assert (state.v, state.z, state.random) == (oracle.v, oracle.z, oracle.random)
    assert natively(game, seed_stream(1, 0)) == (oracle.v, oracle.z, oracle.random)


def _named(part: Any) -> Any:
    """A zone of which only the number is known when the game runs."""
    return f"zone_{part}" if part in (DECK, SETS) else part


def test_a_new_group_has_the_smallest_free_number() -> None:
    ask = [["new group", "a", SETS], ["take", 4, SETS], ["take", 5, SETS], ["new group", "b", SETS]]
    state = run(["new group", "e", SETS], *MELDS, *ask, ["store", LIST, ["items", "e", "a", "b"]])
    assert state.z[LIST] == [1, 3, 1]


SHUFFLED = [["shuffle", DECK]]


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        ([["draw", "c", DECK]], errors.EMPTY_ZONE),
        ([["take", 5, DECK]], errors.CARD_NOT_THERE),
        ([*SHUFFLED, ["set", 2, 0, ["top", DECK]]], errors.UNORDERED_TOP),
        ([*SHUFFLED, ["set", 2, 0, ["bottom", DECK]]], errors.UNORDERED_BOTTOM),
    ],
)
def test_failing_pile(statements: list[ir.Stmt], words: str) -> None:
    with pytest.raises(GameError) as caught:
        run(*statements, deck=[1, 2] if statements[0] == SHUFFLED[0] else [])
    assert caught.value.message == words


def test_an_ordered_end_of_a_shuffled_pile_can_be_read() -> None:
    put = [["put", 8, DECK, "top", 0], ["put", 9, DECK, "bottom", 0]]
    state = run(*SHUFFLED, *put, ["store", LIST, ["items", ["top", DECK], ["bottom", DECK]]], deck=[1, 2])
    assert state.z[LIST] == [8, 9]
    assert run(*SHUFFLED, ["set", 2, 0, ["top", DECK]], deck=[4]).v[2] == 4


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


def pile_lines() -> list[str]:
    lines = []
    for cards, ranges, statement, draws, after, ranges_after in PILES:
        shown = re.sub("'", "", str(statement))
        chance = " ".join(f"{n}:{i}" for n, i in draws)
        lines.append(f"| {cards} {ranges} | `{shown}` | {chance} | {after} {ranges_after} |")
    return lines


def test_the_reference_shows_cases_that_are_tested_here() -> None:
    shown = [line for line in DOC.splitlines() if line.startswith("| [")]
    assert len(shown) > 10 and set(shown) <= set(pile_lines())
    statements = {line.split("`[")[1].split(",")[0] for line in pile_lines()}
    assert {line.split("`[")[1].split(",")[0] for line in shown} == statements
