"""All games: every shipped ruleset with every variant and number of players, and testdata/workshop.yaml."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import stammtisch as st
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.api import Ruleset
from stammtisch.game.game import Game, State
from stammtisch.reading import library

WORKSHOP = Path(__file__).resolve().parents[1] / "testdata" / "workshop.yaml"


@dataclass(frozen=True)
class Case:
    """One game: a ruleset, a variant of it ("" for none) and a number of players."""

    ruleset: str
    variant: str
    players: int

    def __str__(self) -> str:
        return f"{self.ruleset}{'+' + self.variant if self.variant else ''}-{self.players}"

    @property
    def game(self) -> Game:
        """The compiled game."""
        return _game(self)


@cache
def _ruleset(name: str, variant: str) -> Ruleset:
    return st.load_ruleset(WORKSHOP if name == "workshop" else name, [variant] if variant else [])


@cache
def _game(case: Case) -> Game:
    return _ruleset(case.ruleset, case.variant).game(case.players)


def _cases() -> list[Case]:
    found = []
    for name in [*library.rulesets(), "workshop"]:
        for variant in ["", *library.variants(name)]:
            fewest, most = _ruleset(name, variant).players
            found += [Case(name, variant, players) for players in range(fewest, most + 1)]
    return found


CASES = _cases()
MOST_DECISIONS = 5000


def play(game: Game, seed: int, log: bool = True) -> Iterator[State]:
    """One state at every decision of a random game, and at its end. In between it may be copied, not changed."""
    state, bots = game.start(seed, log), Stream(seed_stream(seed, BOTS))
    while not state.over:
        yield state
        choose(state, bots)
        assert state.decisions < MOST_DECISIONS
    yield state


def choose(state: State, bots: Stream) -> None:
    """One choice at random, by any of the seats that decide."""
    sites = state.sites()
    seat, site = sites[bots.draw(len(sites))]
    state.choose(bots.draw(len(state.option_numbers(seat, site))), seat)


def at(case: Case, seed: int, decisions: int, log: bool = True) -> State:
    """The state after so many decisions of a random game, or that at its last decision."""
    states = play(case.game, seed, log)
    state = last = next(states)
    for _ in range(decisions):
        last = state.clone()
        state = next(states)
        if state.over:
            return last
    return state
