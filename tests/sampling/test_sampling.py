"""States sampled by what a seat knows: as likely as they should be, and to the seat the same as the true one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers import games
from helpers.small_games import LITTLE, written
from helpers.tiers import full, many, tiered
from helpers.trees import JUDGED

import stammtisch as st
from stammtisch.base.streams import Stream
from stammtisch.reading.library import rulesets
from stammtisch.sampling.evidence import Evidence
from stammtisch.sampling.histories import Sampler, assign_cards, sample
from stammtisch.seats.offers import offered, option_texts
from stammtisch.solving.tree import CHANCE, DECISION, Node, begin, walk

HIDDEN = {"prizes_at_random": False, "bids_are_shown": False}
# ruleset, settings, a history at which a player decides: the positions from the root
EXACT: list[tuple[str, dict[str, Any], list[int]]] = [
    ("kuhn", {}, [0, 1]),
    ("kuhn", {}, [2, 0, 0]),
    ("leduc", {}, [0, 3, 0, 1, 1, 2]),
    ("leduc", {}, [5, 2, 1]),
    ("liars-dice", {"dice": 1, "sides": 4}, [1, 2, 0, 2]),
    ("goofspiel", {"cards": 4, **HIDDEN}, [1, 2, 1, 1]),
    ("goofspiel", {"cards": 4, "bids_are_shown": False}, [2, 1, 0, 1, 0]),
]
DRAWS = many(300, 2000)
LARGE = ("balvin", "bierfest", "gin-rummy", "hearts", "ofertu", "warrender")
UNEVEN = """\
format: 1
game: Uneven
players: 2
components:
  card: {front: {value: 1..3}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..3}}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
  deal a card: {move: 1, from: deck, to: first(players).hand}
phases:
  the first player names a number: {by: first(players), choose: n in 1..sum(first(players).hand.value)}
  the other one guesses: {by: last(players), choose: m in 1..3}
score: 0
"""


def at(root: Node, history: list[int]) -> Node:
    node = root
    for position in history:
        node = node.child(position)
    return node


def posterior(root: Node, text: str, seat: int) -> dict[str, float]:
    """How likely each state of an information set is if the others play at random, from the whole tree."""
    likely: dict[str, float] = {}
    waiting = [(root, 1.0)]
    while waiting:
        node, share = waiting.pop()
        if node.kind == DECISION and node.seat == seat and node.information() == text:
            likely[key(node.state)] = likely.get(key(node.state), 0.0) + share
            continue
        for child in node.children():
            own = node.kind == DECISION and node.seat == seat
            waiting.append((child, share if own else share / node.results))
    total = sum(likely.values())
    return {state: share / total for state, share in likely.items()}


def key(state: st.State) -> str:
    return f"{state.v} {state.z}"


def compared(root: Node, history: list[int]) -> dict[str, float]:
    """Draws many states for who decides there; they must be as likely as the whole tree says, which is returned."""
    node = at(root, history)
    assert node.kind == DECISION
    likely = posterior(root, node.information(), node.seat)
    sampler = Sampler(node.state.clone(), node.seat)
    drawn: Counter[str] = Counter()
    for _ in range(DRAWS):
        state = sampler.draw()
        assert state is not None
        drawn[key(state)] += 1
    assert sampler.exact
    assert set(drawn) <= set(likely)
    # the stream is fixed, so this cannot turn out otherwise another time
    chi_square = sum((drawn[state] - DRAWS * p) ** 2 / (DRAWS * p) for state, p in likely.items())
    freedom = len(likely) - 1
    assert freedom >= 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5 + 6
    return likely


@pytest.mark.parametrize(("name", "options", "history"), tiered(EXACT, lambda case: case != EXACT[-1]))
def test_states_are_as_likely_as_they_are(name: str, options: dict[str, Any], history: list[int]) -> None:
    compared(begin(games.ruleset(name).game(2, options)), history)


def test_states_of_unequal_likelihood(tmp_path: Path) -> None:
    """Who has a high card has more numbers to choose from, so a low number speaks for a low card."""
    likely = compared(begin(written(tmp_path, "uneven", UNEVEN).game()), [2, 0])
    assert sorted(likely.values()) == pytest.approx([2 / 11, 3 / 11, 6 / 11])


def samples(game: st.Game, seed: int, budget: int, every: int, most: int = 1000) -> tuple[int, int]:
    """Plays `most` random decisions; at every so many each seat gets a sample, which must look the same to it.

    How many samples there were, and how many were none.
    """
    state, bots = game.start(seed), Stream(2 * seed + 1)
    tried = none = 0
    while not state.over and state.decisions <= most:
        if state.decisions % every == 0:
            for seat in range(game.players):
                other = sample(state, seat, budget=budget)
                tried += 1
                if other is None:
                    none += 1
                else:
                    same_for(state, other, seat)
        state.choose(bots.draw(len(state.decision.options)))
    return tried, none


def same_for(state: st.State, other: st.State, seat: int) -> None:
    """View, options, their numbers and words, and the log are the same for a seat."""
    assert other.view(seat) == state.view(seat)
    assert other.seen(seat) == state.seen(seat)
    site = dict(state.sites()).get(seat)
    if site is not None:
        assert dict(other.sites())[seat] == site
        mine, theirs = (option_texts(one, site, offered(one, seat), seat) for one in (state, other))
        assert list(mine.values()) == list(theirs.values())
    assert other.random != state.random


@pytest.mark.parametrize("name", tiered(rulesets(), lambda name: name not in LARGE))
def test_a_seat_cannot_tell_a_sample_from_the_truth(name: str) -> None:
    tried, none = samples(games.ruleset(name).game(), 3, 1500, 10, 10)
    assert none < tried


@full
def test_the_rate_of_samples_found_in_small_games(tmp_path: Path) -> None:
    for ruleset in (games.ruleset("kuhn"), games.ruleset("leduc"), written(tmp_path, "little", LITTLE)):
        for seed in range(many(1, 2)):
            tried, none = samples(ruleset.game(), seed, 5000, 1)
            assert tried > 0 and none == 0


@full
def test_other_hidden_states_come_up() -> None:
    state = games.ruleset("munchhausen").game().start(5)
    for number in range(30):
        state.choose(number % len(state.decision.options))
    seat = state.decision.seat
    found = {key(other) for number in range(6) if (other := sample(state, seat, Stream(2 * number + 1).state))}
    assert len(found) >= 2


def test_the_truth_is_not_used() -> None:
    """Two true states that a seat cannot tell apart, with the same random numbers, give the same samples."""
    root = begin(games.ruleset("leduc").game())
    one, two = (at(root, [0, other, 1]).state for other in (1, 3))
    assert one.seen(0) == two.seen(0) and one.v == two.v and one.z != two.z
    first, second = Sampler(one.clone(), 0, 77), Sampler(two.clone(), 0, 77)
    for _ in range(20):
        a, b = first.draw(), second.draw()
        assert a is not None and b is not None and a == b


def test_a_sample_can_be_played_on_and_has_chance_of_its_own() -> None:
    state = games.ruleset("leduc").game().start(11)
    state.choose(0)
    sampler = Sampler(state, state.decision.seat)
    ends = set()
    for _ in range(30):
        other = sampler.draw()
        assert other is not None
        while not other.over:
            other.choose(0)
        ends.add(key(other))
    assert len(ends) > 5


def test_what_a_judge_allowed_is_not_forgotten(tmp_path: Path) -> None:
    for card in (0, 1):
        state = at(begin(written(tmp_path, "judged", JUDGED).game()), [card, 0]).state
        sampler = Sampler(state.clone(), 0)
        assert {str(other.z) for _ in range(20) if (other := sampler.draw())} == {str(state.z)}
        assert len({str(other.z) for _ in range(20) if (other := sample(state.clone(), 1, 2 * _ + 1))}) == 2


def test_none_is_an_honest_answer() -> None:
    state = games.ruleset("munchhausen").game().start(5)
    for _ in range(12):
        state.choose(0)
    sampler = Sampler(state, 0)
    assert sampler.draw(budget=3) is None
    assert sampler.steps <= 4 and not sampler.exact
    with pytest.raises(st.UsageError, match="samples need a log"):
        sample(games.ruleset("kuhn").game().start(1, log=False), 0)


def test_simultaneous_choices_are_open_in_the_order_of_the_seats() -> None:
    state = games.ruleset("goofspiel").game(2, {"cards": 3, **HIDDEN}).start(1)
    for seat, pending in ((0, [0, 1]), (1, [1])):
        other = sample(state, seat)
        assert other is not None
        assert [who for who, _ in other.sites()] == pending
        same_for(state, other, seat)
    state.choose(1, seat=1)
    other = sample(state, 1)
    assert other is not None and [who for who, _ in other.sites()] == [0]
    same_for(state, other, 1)


def test_evidence_is_what_the_seat_learns_of_cards() -> None:
    game = games.ruleset("kuhn").game()
    node = at(begin(game), [0, 1, 1, 1])  # both bet: the hands are shown
    assert node.kind not in (CHANCE, DECISION)
    evidence = Evidence(node.state, 0)
    assert sorted(map(sorted, evidence.behind.values())) == [[0], [2]]
    dealt = [number for number, event in enumerate(evidence.events) if event["kind"] == "move"]
    assert [set(evidence.needs[number + 1]) for number in dealt] == [
        {"player 1.hand", "player 2.hand"},
        {"player 1.hand", "player 2.hand"},
    ]


def test_cards_are_given_to_as_many_needs_as_possible() -> None:
    found = assign_cards([frozenset({1, 2}), frozenset({1}), frozenset({5})], [1, 2, 3])
    assert found == {1: 1, 2: 0}


def test_whole_trees_have_no_state_that_cannot_be_sampled() -> None:
    for node in walk(begin(games.ruleset("kuhn").game())):
        if node.kind == DECISION:
            for seat in (0, 1):
                assert sample(node.state.clone(), seat) is not None
