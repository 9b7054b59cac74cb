"""Action numbers and observations: finite, stable, and the same wherever a seat cannot tell the difference."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import FEW_NAMES, ruleset
from helpers.small_games import written
from helpers.tiers import tiered

from stammtisch.base.streams import Stream
from stammtisch.reading.library import rulesets
from stammtisch.seats.actions import Actions
from stammtisch.seats.observation import Observation
from stammtisch.solving.tree import DECISION, begin, walk

THEFT = """\
format: 1
game: Theft
players: 2
things:
  colour: [red, blue]
components:
  card: {front: {value: 1..4}, back: {colour: colour}}
shared:
  deck: {pile of: card, see: nobody, starts with: [{value: 1..3, colour: red}, {value: 4, colour: blue}]}
each player:
  hand: {holds: card, see: {front: owner, back: everyone}}
setup:
  shuffle the deck: {shuffle: deck}
  deal two cards: {move: 2, from: deck, to: last(players).hand}
phases:
  a card is stolen: {by: first(players), choose: card in last(players).hand, move: card, to: first(players).hand}
score: 0
"""


@pytest.mark.parametrize("name", tiered(rulesets(), FEW_NAMES.__contains__))
def test_every_option_has_a_number_and_every_view_fits(name: str) -> None:
    game = ruleset(name).game()
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


STONES = """\
format: 1
game: Stones
players: 2
components:
  stone: {front: {weight: 1..3}}
each player:
  bag: {holds: stone}
phases:
  a stone: {by: first(players), choose: s in last(players).bag, if impossible: nothing}
score: 0
"""


def test_a_component_of_which_there_is_no_card_has_no_actions(tmp_path: Path) -> None:
    assert Actions(written(tmp_path, "stones", STONES).game()).size == 0


def test_numbers_are_few_and_say_what_they_are() -> None:
    texts = Actions(ruleset("kuhn").game()).texts
    assert texts == ["Pass", "Bet"]
    assert Actions(ruleset("leduc").game()).texts == ["Fold", "Call", "Raise"]
    assert len(Actions(ruleset("tictactoe").game()).texts) == 9
    offers = Actions(ruleset("munchhausen").game()).texts
    assert offers[:9] == [*(f"Offer {n}" for n in range(1, 9)), "Pass"]


def test_a_card_has_its_number_by_what_is_known_of_it() -> None:
    game = ruleset("goofspiel").game(2, {"cards": 3, "prizes_at_random": False})
    actions = Actions(game)
    state = game.start(1)
    legal = actions.legal(state, 0)
    assert [actions.texts[action] for action in legal] == ["card 1 (1)", "card 2 (1)", "card 3 (1)"]
    assert list(actions.legal(state, 1)) == list(legal)
    # nine cards with one face: known or not
    assert actions.size == 18 and actions.texts[-1] == "card unknown (9)"


def test_the_same_information_means_the_same_actions_and_observation() -> None:
    for name, options in (("kuhn", {}), ("goofspiel", {"cards": 3, "bids_are_shown": False})):
        game = ruleset(name).game(2, options)
        actions, layout = Actions(game), Observation(game)
        known: dict[str, object] = {}
        for node in walk(begin(game)):
            if node.kind == DECISION:
                seen = list(actions.legal(node.state, node.seat)), layout.numbers(node.state.view(node.seat))
                assert known.setdefault(node.information(), seen) == seen


def test_a_hidden_card_does_not_show_in_its_number(tmp_path: Path) -> None:
    """The first player steals a card of which only the back is seen."""
    game = written(tmp_path, "theft", THEFT).game()
    actions = Actions(game)
    known: dict[str, list[str]] = {}
    for node in walk(begin(game)):
        if node.kind == DECISION:
            texts = [actions.texts[action] for action in actions.legal(node.state, node.seat)]
            assert known.setdefault(node.information(), texts) == texts
    two_red, one_blue = ["card red (1)", "card red (2)"], ["card red (1)", "card blue (1)"]
    assert list(known.values()) == [two_red, one_blue, one_blue]  # red then blue, and blue then red
