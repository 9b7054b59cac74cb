"""Rulesets as PettingZoo environments: PettingZoo's own conformance tests, and games played through them.

Needs the extra `pettingzoo`.
"""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import stammtisch as st
from stammtisch.reading.library import rulesets

testing = pytest.importorskip("pettingzoo.test")

from stammtisch.adapters.pettingzoo import Environment, action_of, env  # noqa: E402

RULESETS = sorted(rulesets())


@pytest.mark.parametrize("name", RULESETS)
def test_the_interface_is_that_of_pettingzoo(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # observations are dicts, which PettingZoo expects from some environments of its own only
        warnings.filterwarnings("ignore", "Observation is not a NumPy array|Observation space for each agent probably")
        testing.api_test(env(st.load_ruleset(name)), num_cycles=60)


@pytest.mark.parametrize("name", RULESETS)
def test_equal_seeds_give_equal_games(name: str) -> None:
    ruleset = st.load_ruleset(name)
    testing.seed_test(lambda: env(ruleset), num_cycles=15)


def played(made: Any) -> dict[str, float]:
    """Plays on with legal actions; what each agent is rewarded with in all."""
    rewards: dict[str, float] = {}
    for number, agent in enumerate(made.agent_iter()):
        seen, reward, over, cut, _ = made.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        legal = [action for action, allowed in enumerate(seen["action_mask"]) if allowed]
        assert bool(legal) != (over or cut)
        made.step(None if over or cut else legal[number % len(legal)])
    return rewards


@pytest.mark.parametrize("name", ["kuhn", "goofspiel", "munchhausen", "first-price-auction"])
def test_rewards_are_the_payoffs(name: str) -> None:
    made = Environment(st.load_ruleset(name).game())
    for seed in range(5):
        made.reset(seed)
        rewards = played(made)
        assert made.running.over
        assert [rewards[agent] for agent in made.possible_agents] == made.running.payoffs


def test_who_decides_at_once_is_asked_one_after_the_other_and_sees_nothing_of_it() -> None:
    made = Environment(st.load_ruleset("goofspiel").game(3, {"cards": 3, "prizes_at_random": False}))
    made.reset(1)
    before = made.observe("player_1")["observation"]
    assert made.agent_selection == "player_0"
    assert made.observe("player_1")["action_mask"].sum() == 0
    made.step(int(made.observe("player_0")["action_mask"].argmax()))
    assert made.agent_selection == "player_1"
    assert (made.observe("player_1")["observation"] == before).all()
    assert made.observe("player_1")["action_mask"].sum() == 3


def test_an_action_that_is_not_legal_is_refused() -> None:
    made = Environment(st.load_ruleset("leduc").game())
    made.reset(3)
    with pytest.raises(st.ChoiceError, match="player_0 may not take action 0 now"):
        made.step(0)
    assert made.agent_selection == "player_0" and made.running.decisions == 0


def test_a_game_that_is_too_long_is_cut_off() -> None:
    made = Environment(st.load_ruleset("munchhausen").game(), longest=5)
    made.reset(2)
    assert set(played(made).values()) == {0.0}
    assert made.running.decisions == 5 and not made.running.over


def test_games_of_a_run_differ_and_come_again_with_the_seed() -> None:
    made = Environment(st.load_ruleset("munchhausen").game(), render_mode="ansi")
    shown = []
    for seed in (7, None, None, 7, None):
        made.reset(seed)
        shown.append(made.running.seed)
    assert shown[0] == shown[3] and shown[1] == shown[4] and len(set(shown)) == 3
    assert str(made.render()).startswith("player 1\n")
    assert Environment(st.load_ruleset("kuhn").game()).render() is None


def test_our_bots_play_in_an_environment() -> None:
    game = env(st.load_ruleset("tictactoe"))
    for seed in range(3):
        game.reset(seed=seed)
        rewards: dict[str, float] = {}
        for agent in game.agent_iter():
            seen, reward, over, cut, _ = game.last()
            rewards[agent] = reward
            name = "search:100" if agent == "player_0" else "random"
            action = None if over or cut else action_of(game, name)
            assert action is None or seen["action_mask"][action]
            game.step(action)
        assert rewards["player_0"] == 1
    with pytest.raises(st.UsageError, match="there is no bot"):
        action_of(game, "clever")
