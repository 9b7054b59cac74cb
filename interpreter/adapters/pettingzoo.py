"""Rulesets as PettingZoo environments for one agent at a time (the extra `pettingzoo`). See docs/adapters.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base.errors import ChoiceError, extra
from ..base.streams import game_seed
from ..bots.bot_seats import choose_option
from ..bots.by_name import bot
from ..front.api import Ruleset
from ..game.game import Game
from ..seats.actions import Actions
from ..seats.observation import Observation
from ..seats.render import table

PACKAGES = "pettingzoo gymnasium numpy"
AECEnv: Any = extra("pettingzoo", PACKAGES).AECEnv
spaces: Any = extra("gymnasium.spaces", PACKAGES)
numpy: Any = extra("numpy", PACKAGES)

LONGEST = 20_000


def env(
    ruleset: Ruleset,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    longest: int = LONGEST,
) -> Any:
    """The environment for a ruleset, with PettingZoo's usual wrappers that check its use.

    A game with more than `longest` decisions is truncated. Raises UsageError as Ruleset.game does.
    """
    wrappers = extra("pettingzoo.utils.wrappers", PACKAGES)
    made = Environment(ruleset.game(players, dict(options or {})), render_mode, longest)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def action_of(environment: Any, name: str = "search") -> int:
    """The action that one of our bots (random, greedy, search, search:N) takes for the selected agent.

    environment: as `env` makes it. Raises UsageError where there is no such bot, or it cannot play the game.
    """
    own: Environment = environment.unwrapped
    player, seat = bot(name), own.possible_agents.index(own.agent_selection)
    player.require(own.game)
    number = choose_option(player, own.running, seat)
    return next(action for action, one in own.actions.legal(own.running, seat).items() if one == number)


class Environment(AECEnv):  # type: ignore[misc]
    """A game as an environment; agents are player_0, player_1 ... Simultaneous decisions are asked in turn.

    An observation is a dict: `observation`, the numbers of observation.py, and `action_mask`, 1 for each legal action
    of actions.py (all 0 for agents that do not decide now). Rewards are the payoffs, at the end of the game.
    """

    def __init__(self, game: Game, render_mode: str | None = None, longest: int = LONGEST) -> None:
        super().__init__()
        self.game, self.render_mode, self.longest = game, render_mode, longest
        self.metadata = {
            "name": f"{game.program.ruleset}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.actions, self.layout = Actions(game), Observation(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self.layout.size,), numpy.float32),
                    "action_mask": spaces.Box(0, 1, (self.actions.size,), numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.seed, self.games = 0, 0
        self.running = game.start(0)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: after `seed` (0..2**63-1) the same games in sequence. `options` are ignored."""
        if seed is not None:
            self.seed, self.games = seed, 0
        self.running = self.game.start(game_seed(self.seed, self.games))
        self.games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[0]
        self.turn()

    def turn(self) -> None:
        """Set the agent whose turn it is, or end the game."""
        sites = self.running.sites()
        if sites and self.running.decisions < self.longest:
            self.agent_selection = self.possible_agents[sites[0][0]]
        elif sites:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, map(float, self.running.payoffs), strict=True))

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's observation and legal actions."""
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(self.actions.size, numpy.int8)
        running = agent in self.agents and not (self.terminations[agent] or self.truncations[agent])
        if running and agent == self.agent_selection:
            mask[list(self.actions.legal(self.running, seat))] = 1
        numbers = self.layout.numbers(self.running.view(seat))
        return {"observation": numpy.array(numbers, numpy.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent. Raises ChoiceError if it is not legal now."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        legal = self.actions.legal(self.running, seat)
        if action is None or int(action) not in legal:
            raise ChoiceError(f"{agent} may not take action {action} now; its action mask says which it may")
        self._cumulative_rewards[agent] = 0.0
        site = dict(self.running.sites())[seat]
        self.running.choose(self.running.option(site, legal[int(action)]), seat)
        self._clear_rewards()
        self.turn()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as the selected agent sees it, where the render mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(table(self.running, self.possible_agents.index(self.agent_selection)))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
