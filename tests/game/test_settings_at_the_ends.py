"""Shipped games with settings far from what they are: no counter leaves its range, whatever the settings."""

from __future__ import annotations

import random

import pytest
from helpers.games import ruleset
from helpers.paths import RULESETS
from helpers.tiers import full, many

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import GameError, UsageError
from stammtisch.game.game import Game

FAR = [
    ("kuhn", {"ante": 500, "bet": 700}),
    ("leduc", {"ante": 300, "first_raise": 200, "second_raise": 0, "most_raises": 9}),
    ("leduc", {"most_raises": 0}),
    ("blackjack", {"stake": 5000}),
    ("nine-mens-morris", {"men": 15, "moves_without_mill": 1200}),
    ("hearts", {"game_ends_at": 1, "queen_points": 1500, "cards_passed": 0}),
    ("hearts", {"game_ends_at": 1300, "queen_points": 0}),
    ("bierfest", {"toasts_in_each_half": 16, "toasts_to_end": 40, "toast_needs": 1}),
    ("bierfest", {"toast_needs": 0, "toasts_to_end": 12}),
    ("munchhausen", {"highest_offer": 2000}),
    ("gin-rummy", {"gin_bonus": 20000, "undercut_bonus": 20000, "knock_limit": 100}),
]


def play(game: Game, seed: int, most: int) -> None:
    """A random game, up to so many choices."""
    chance, state = random.Random(seed), game.start(seed, log=False)
    while not state.over and state.decisions < most:
        decision = state.decision
        state.choose(chance.randrange(len(decision)), decision.seat)


@pytest.mark.parametrize(("name", "options"), FAR, ids=str)
def test_ranges_follow_the_settings(name: str, options: dict[str, int]) -> None:
    game = ruleset(name).game(options=options)
    for seed in range(many(4, 40)):
        play(game, seed, many(400, 4000))


@full
@pytest.mark.parametrize("name", sorted(path.parent.name for path in RULESETS.glob("*/ruleset.yaml")))
def test_with_any_settings_no_counter_leaves_its_range(name: str) -> None:
    settings = ruleset(name).game().program.options
    chance = random.Random(name)
    for trial in range(12):
        ends = {
            word: chance.choice([0, 1, 2, 3 * value + 1, 50]) for word, value in settings.items() if type(value) is int
        }
        options = {word: value for word, value in ends.items() if chance.random() < 0.3}
        try:
            game = ruleset(name).game(options=options)
            play(game, trial, 300)
        except (RulesetError, UsageError):
            continue  # refused before the game begins
        except GameError as error:  # such as a deck with too few cards
            assert "leaves its range" not in str(error), options
