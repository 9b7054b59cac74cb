"""The bottom card of a pile is taken by `move: deck.bottom`; where the bottom part is shuffled chance says which it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracle.evaluate import Machine

import stammtisch as st
from stammtisch.base.streams import GAME as GAME_STREAM
from stammtisch.base.streams import game_seed, seed_stream
from stammtisch.scenarios.run import run_file

GAME = """\
format: 1
game: Bottom
players: 2
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..6}}
  open: {pile of: card}
each player:
  hand: {holds: card, see: owner}
setup:
  shuffle the deck: {shuffle: deck}
phases:
  a turn:
    turns: player in players
    until: {three turns are over: open.size >= 3}
    do:
      the top card lies open: {when: deck.top != none, move: deck.top, to: open}
      take the bottom card:
        one of:
          Take it: {when: deck.bottom != none, move: deck.bottom, to: player.hand, as: taken, do: {when: taken.value > 3, say: taken.value}}
          Leave it: nothing
score: sum(player.hand.value)
rulings: {equal points share the victory: {change: score}}
"""
SCENARIO = """\
format: 1
tests: bottom.yaml
players: [Anna, Ben]
scenarios:
  two ends:
    chance: [6, 2, 1, 3]
    when: [{Anna: Take it}, {Ben: Take it}]
    then: [{Anna.hand: [2], Ben.hand: [3]}]
"""


@pytest.fixture
def game(tmp_path: Path) -> st.Game:
    file = tmp_path / "bottom.yaml"
    file.write_text(GAME, encoding="utf-8")
    assert not st.validate(file)
    return st.load_ruleset(file).game(2)


def test_any_card_of_a_shuffled_part_may_be_the_bottom_one(game: st.Game) -> None:
    found = set()
    for seed in range(40):
        state = game.start(seed)
        state.choose(0)
        (card,) = state.z[next(n for n, slot in enumerate(game.program.lists) if slot.name == "player 1.hand")]
        found.add(card)
    assert found == set(range(6))


def test_every_way_to_play_takes_the_same_card(game: st.Game) -> None:
    finished = [game.played(game_seed(1, number)) for number in range(20)]
    assert [shares for shares, _ in game.results(1, 20)] == [state.payoffs for state in finished]
    machine = Machine(game.program)
    for state in finished:
        other = machine.start(seed_stream(state.seed, GAME_STREAM))
        for link in state.choices():
            machine.apply(other, link.seat, link.number)
        assert machine.scores(other) == state.scores and other.z == state.z


def test_who_did_not_see_it_is_not_told(game: st.Game) -> None:
    state = game.start(3)
    state.choose(0)
    (own,), (other,) = ([e for e in state.seen(seat) if e["kind"] == "move"][-2:-1] for seat in (0, 1))
    assert "front" in own["card"] and "front" not in other["card"]


def test_a_scenario_says_which_card_is_at_the_bottom(game: st.Game, tmp_path: Path) -> None:
    (tmp_path / "bottom.scenarios.yaml").write_text(SCENARIO, encoding="utf-8")
    assert [outcome.is_passed for outcome in run_file(tmp_path / "bottom.scenarios.yaml")] == [True]


def test_only_piles_have_a_bottom_to_go_to(tmp_path: Path) -> None:
    text = GAME.replace("open: {pile of: card}", "open: {holds: card}")
    wrong = "{when: deck.top != none, move: 1, from: deck, to: open, at: bottom}"
    text = text.replace("{when: deck.top != none, move: deck.top, to: open}", wrong)
    (tmp_path / "bottom.yaml").write_text(text, encoding="utf-8")
    (found,) = st.validate(tmp_path / "bottom.yaml")
    assert (found.code, found.hint) == ("no-order", "to take the bottom card write move: deck.bottom")
