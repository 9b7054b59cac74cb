"""Action numbers and observations: finite, stable, and the same wherever a seat cannot tell the difference."""

from __future__ import annotations

import pytest

import stammtisch as st
from stammtisch.actions import Actions
from stammtisch.library import rulesets
from stammtisch.observation import Observation
from stammtisch.sampling import sample
from stammtisch.streams import Stream
from stammtisch.tree import DECISION, begin, walk


@pytest.mark.parametrize("name", rulesets())
def test_every_option_has_a_number_and_every_view_fits(name: str) -> None:
    game = st.load_ruleset(name).game()
    actions, layout = Actions(game), Observation(game)
    assert actions.size == len(actions.texts) > 0
    for seed in (1, 2):
        state, bots = game.start(seed), Stream(2 * seed + 1)
        while not state.over and state.decisions < 30:
            decision = state.decision
            legal = actions.legal(state, decision.seat)
            assert list(legal) == sorted(legal) and legal
            assert set(legal) <= set(range(actions.size))
            assert sorted(legal.values()) == sorted(option.number for option in decision.options)
            others = set(range(game.players)) - {seat for seat, _ in state.sites()}
            assert all(actions.legal(state, seat) == {} for seat in others)
            numbers = layout.numbers(state.view(decision.seat))
            assert len(numbers) == layout.size and all(0 <= x <= 1 for x in numbers)
            state.choose(bots.draw(len(decision.options)))


def test_numbers_are_few_and_say_what_they_are() -> None:
    texts = Actions(st.load_ruleset("kuhn").game()).texts
    assert texts == ["Pass", "Bet"]
    assert Actions(st.load_ruleset("leduc").game()).texts == ["Fold", "Call", "Raise"]
    assert len(Actions(st.load_ruleset("tictactoe").game()).texts) == 9
    offers = Actions(st.load_ruleset("munchhausen").game()).texts
    assert offers[:9] == [*(f"Offer {n}" for n in range(1, 9)), "Pass"]


def test_a_card_has_its_number_by_what_is_known_of_it() -> None:
    game = st.load_ruleset("goofspiel").game(2, {"cards": 3, "prizes_at_random": False})
    actions = Actions(game)
    state = game.start(1)
    legal = actions.legal(state, 0)
    assert [actions.texts[action] for action in legal] == ["card 1 (1)", "card 2 (1)", "card 3 (1)"]
    assert list(actions.legal(state, 1)) == list(legal)
    # nine cards with one face: known or not
    assert actions.size == 18 and actions.texts[-1] == "card unknown (9)"


def test_the_same_information_means_the_same_actions_and_observation() -> None:
    for name, options in (("kuhn", {}), ("goofspiel", {"cards": 3, "bids_are_shown": False})):
        game = st.load_ruleset(name).game(2, options)
        actions, layout = Actions(game), Observation(game)
        known: dict[str, object] = {}
        for node in walk(begin(game)):
            if node.kind == DECISION:
                seen = list(actions.legal(node.state, node.seat)), layout.numbers(node.state.view(node.seat))
                assert known.setdefault(node.information(), seen) == seen


def test_a_hidden_card_does_not_show_in_its_number() -> None:
    game = st.load_ruleset("warrender").game()
    actions = Actions(game)
    for seed in range(3):
        state, bots = game.start(seed), Stream(2 * seed + 1)
        for _ in range(8):
            state.choose(bots.draw(len(state.decision.options)))
        seat = state.decision.seat
        other = sample(state, seat, budget=3000)
        assert other is not None and other.z != state.z
        assert list(actions.legal(other, seat)) == list(actions.legal(state, seat))
