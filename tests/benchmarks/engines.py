"""How a game is played at random, one for each call: by hand, through the API, and with other libraries.

An engine is a function of a seed. What it gives back plays the next random game, reads its result and returns the
number of decisions. Who is not told otherwise picks options with Python's generator, which the seed has set.
"""

from __future__ import annotations

import importlib
import itertools
import os
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from contests import Contest

if TYPE_CHECKING:
    from stammtisch.game.game import Game

Play = Callable[[], int]
Engine = Callable[[int], Play]
SPAN = 1 << 30  # seeds of one window of time


def by_hand(make: Callable[[], Any]) -> Engine:
    """The reference in plain Python."""

    def engine(seed: int) -> Play:
        random.seed(seed)
        draw = random.random

        def play() -> int:
            game, decisions = make(), 0
            while not game.is_terminal():
                actions = game.legal_actions()
                game.apply(actions[int(draw() * len(actions))])
                decisions += 1
            game.returns()
            return decisions

        return play

    return engine


def api(game: Game, log: bool) -> Engine:
    """A ruleset, decision by decision through the public API, without or with its log."""

    def engine(seed: int) -> Play:
        random.seed(seed)
        seeds, draw = itertools.count(seed * SPAN), random.random

        def play() -> int:
            state, decisions = game.start(next(seeds), log=log), 0
            while not state.over:
                state.choose(int(draw() * len(state.decision.options)))
                decisions += 1
            _ = state.payoffs
            return decisions

        return play

    return engine


def open_spiel(name: str) -> Engine:
    """OpenSpiel's own game from Python; its chance is uniform in the games measured here."""
    game = importlib.import_module("pyspiel").load_game(name)

    def engine(seed: int) -> Play:
        random.seed(seed)
        draw = random.random

        def pick(options: list[int]) -> int:
            return options[int(draw() * len(options))]

        def play() -> int:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(pick(state.legal_actions()))
                elif state.is_simultaneous_node():
                    state.apply_actions([pick(state.legal_actions(seat)) for seat in range(2)])
                    decisions += 2
                else:
                    state.apply_action(pick(state.legal_actions()))
                    decisions += 1
            state.returns()
            return decisions

        return play

    return engine


def rlcard(name: str) -> Engine:
    """RLCard's own game."""
    library = importlib.import_module("rlcard")

    def engine(seed: int) -> Play:
        random.seed(seed)
        draw = random.random
        env = library.make(name, config={"seed": seed})

        def play() -> int:
            state, _ = env.reset()
            decisions = 0
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[int(draw() * len(actions))])
                decisions += 1
            env.get_payoffs()
            return decisions

        return play

    return engine


def petting_zoo(name: str) -> Engine:
    """PettingZoo's own game."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def engine(seed: int) -> Play:
        random.seed(seed)
        draw = random.random
        env.reset(seed=seed)

        def play() -> int:
            env.reset()
            decisions = 0
            for _ in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                actions = observation["action_mask"].nonzero()[0]
                env.step(actions[int(draw() * len(actions))])
                decisions += 1
            return decisions

        return play

    return engine


def others(contest: Contest) -> dict[str, Engine]:
    """The engines of the other libraries that are installed and have this game."""
    found: dict[str, Engine] = {}
    for label, make, name in (
        ("OpenSpiel", open_spiel, contest.spiel),
        ("RLCard", rlcard, contest.rlcard),
        ("PettingZoo", petting_zoo, contest.zoo),
    ):
        if name:
            try:
                found[label] = make(name)
            except ImportError:
                continue
    return found


# -- states in the middle of games, for copies


def halfway(start: Callable[[int], Any], step: Callable[[Any], bool], count: int) -> list[Any]:
    """One state of each of `count` random games, at any of its decisions alike."""
    found = []
    for seed in range(count):
        state = start(seed)
        states = []
        while step(state):
            states.append(state.clone())
        found.append(states[int(random.random() * len(states))])
    return found


def step_by_hand(game: Any) -> bool:
    """Takes a random action; False if that ends the game."""
    actions = game.legal_actions()
    game.apply(actions[int(random.random() * len(actions))])
    return not game.is_terminal()


def step_api(state: Any) -> bool:
    """Takes a random option; False if that ends the game."""
    state.choose(int(random.random() * len(state.decision.options)))
    return not state.over
