"""Random games in step with OpenSpiel's own games: the same decisions, the same options, the same result.

These games are too large to walk; the small ones are compared node by node beside the adapter.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import stammtisch as st
from stammtisch.game.game import Game
from stammtisch.game.state import State

pyspiel = pytest.importorskip("pyspiel")

SUITS, RANKS = "CDHS", "A23456789TJQK"


def rules(name: str, players: int, **options: Any) -> Game:
    return st.load_ruleset(name).game(players, options)


def face(state: State, card: int) -> list[int]:
    """The numbers on a card."""
    return state.game.program.cards[card].values


def lying(state: State, *labels: str) -> list[int]:
    """The cards in these zones."""
    numbers = {slot.name: number for number, slot in enumerate(state.game.program.lists)}
    return [card for label in labels for card in state.z[numbers[label]]]


def take(state: State, seat: int, wanted: list[int], legal: list[int], action: int) -> None:
    """Takes the option that stands for an action; `wanted` are the actions that the seat's options stand for."""
    assert sorted(wanted) == sorted(legal)
    state.choose(wanted.index(action), seat)


@pytest.mark.parametrize(("name", "theirs"), [("connect-four", "connect_four"), ("tictactoe", "tic_tac_toe")])
def test_games_without_chance(name: str, theirs: str) -> None:
    game, random = rules(name, 2), Random(1)
    for _ in range(60):
        state, other = game.start(log=False), pyspiel.load_game(theirs).new_initial_state()
        while not state.over:
            decision, action = state.decision, random.choice(other.legal_actions())
            assert decision.seat == other.current_player()
            take(
                state, decision.seat, [option.value or 0 for option in decision.options], other.legal_actions(), action
            )
            other.apply_action(action)
        assert other.is_terminal() and other.returns() == state.payoffs


@pytest.mark.parametrize("size", [3, 5, 7])
def test_hex_without_taking_over(size: int) -> None:
    game, random = rules("hex", 2, size=size), Random(1)
    for _ in range(40):
        state, other = game.start(log=False), pyspiel.load_game(f"hex(board_size={size})").new_initial_state()
        while not state.over:
            actions = [option.value or 0 for option in state.decision.options]
            legal = other.legal_actions()
            assert sorted(action for action in actions if action in legal) == sorted(legal)
            action = random.choice(legal)
            assert state.decision.seat == other.current_player()
            state.choose(actions.index(action))
            other.apply_action(action)
        assert other.is_terminal() and other.returns() == state.payoffs


def test_liars_dice_with_five_dice_each() -> None:
    game, random = rules("liars-dice", 2), Random(1)
    slots = {slot.name: number for number, slot in enumerate(game.program.ints)}
    for seed in range(60):
        state, other = game.start(seed, log=False), pyspiel.load_game("liars_dice(numdice=5)").new_initial_state()
        for seat in (1, 2):
            for side in range(6):
                for _ in range(state.v[slots[f"player {seat}.cup(face_{side + 1})"]]):
                    other.apply_action(side)
        while not state.over:
            actions = [60 if option.value is None else option.value for option in state.decision.options]
            action = random.choice(actions[:3] + actions[-1:])
            take(state, other.current_player(), actions, other.legal_actions(), action)
            other.apply_action(action)
        assert other.is_terminal() and other.returns() == state.payoffs


@pytest.mark.parametrize("players", [2, 3])
def test_goofspiel(players: int) -> None:
    game, random = rules("goofspiel", players, cards=6), Random(1)
    theirs = pyspiel.load_game(
        f"goofspiel(num_cards=6,players={players},points_order=random,returns_type=total_points)"
    )
    places = ["middle", *(f"player {seat + 1}.won" for seat in range(players))]
    for seed in range(60):
        state, other, turned = game.start(seed, log=False), theirs.new_initial_state(), set[int]()
        while not other.is_terminal():
            fresh = [card for card in lying(state, *places) if card not in turned]
            turned.add(fresh[-1])
            other.apply_action(face(state, fresh[-1])[0] - 1)
            bids = []
            for seat, decision in state.pending.items():
                values = [face(state, option.value or 0)[0] - 1 for option in decision.options]
                bids.append(random.choice(values))
                take(state, seat, values, other.legal_actions(seat), bids[-1])
            if bids:  # for the last prize nobody decides
                other.apply_actions(bids)
        assert state.over and other.returns() == state.scores


def card_of_hearts(state: State, card: int) -> int:
    """OpenSpiel's number: by rank, in each of them clubs, diamonds, hearts, spades."""
    rank, suit = face(state, card)
    return rank * 4 + (0, 1, 3, 2)[suit]


def test_hearts_with_passing_and_shooting_the_moon() -> None:
    game, random, shot = rules("hearts", 4, game_ends_at=999), Random(1), 0
    theirs = pyspiel.load_game("hearts")
    for seed in range(12):
        state, before = game.start(seed, log=False), [0] * 4
        for hand in range(4):
            other = theirs.new_initial_state()
            other.apply_action((1, 3, 2, 0)[hand])  # left, right, across, no passing
            hands = [lying(state, f"player {seat}.hand") for seat in (1, 2, 3, 4)]
            for number in range(52):
                other.apply_action(card_of_hearts(state, hands[number % 4][number // 4]))
            while not other.is_terminal():
                seat = other.current_player()
                cards = [card_of_hearts(state, option.value or 0) for option in state.pending[seat].options]
                # the first seat gets the high cards and plays them, so that it sometimes takes everything
                high = (seat == 0) != (state.pending[seat].name == "everybody passes cards")
                action = random.choice(cards) if seed % 3 == 0 else max(cards) if high else min(cards)
                take(state, seat, cards, other.legal_actions(), action)
                other.apply_action(action)
            points = [now - old for now, old in zip(state.scores, before, strict=True)]
            before, shot = state.scores, shot + (sum(points) == 78)
            assert [26 - n for n in points] == other.returns()
    assert shot, "nobody has shot the moon"


def test_blackjack() -> None:
    game, random = rules("blackjack", 1, naturals=False, doubling=False, stake=1), Random(1)

    def dealt(card: int) -> int:
        rank, suit = face(state, card)
        return suit * 13 + rank

    for seed in range(200):
        state, other = game.start(seed, log=False), pyspiel.load_game("blackjack").new_initial_state()
        for card in lying(state, "player 1.hand", "dealer", "hole"):
            other.apply_action(dealt(card))
        while not state.over:
            action = random.choice(other.legal_actions())  # 0 is another card, 1 is to stay
            take(state, 0, [1, 0], other.legal_actions(), action)
            other.apply_action(action)
            if action == 0:
                other.apply_action(dealt(lying(state, "player 1.hand")[-1]))
        for card in lying(state, "dealer")[2:]:
            other.apply_action(dealt(card))
        assert other.is_terminal() and other.returns() == state.scores
