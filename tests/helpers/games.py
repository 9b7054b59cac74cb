"""All games: every shipped ruleset with every variant and number of players, and testdata/workshop.yaml.

The quick tier plays a few of them with the fewest players; where it plays others, the test says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from helpers import tiers
from helpers.paths import DATA, RULESETS

import stammtisch as st
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.api import Ruleset
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.reading import library
from stammtisch.reading.load import load
from stammtisch.reading.player_counts import counts_of

WORKSHOP = DATA / "workshop.yaml"


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
def ruleset(name: str, variant: str = "") -> Ruleset:
    """A ruleset or, if `variant` is not empty, that variant of it."""
    return st.load_ruleset(WORKSHOP if name == "workshop" else name, [variant] if variant else [])


@cache
def _game(case: Case) -> Game:
    return ruleset(case.ruleset, case.variant).game(case.players)


def _players(name: str, variant: str) -> tuple[int, ...]:
    """The numbers of players that a ruleset or its variant says it is for, read from the files alone."""
    folder = RULESETS / name
    files = [WORKSHOP if name == "workshop" else folder / "ruleset.yaml"]
    files += [folder / "variants" / f"{variant}.yaml"] if variant else []
    return [counts for file in files if (counts := counts_of(load(file).get("players")))][-1]


NAMES = [(name, variant) for name in library.rulesets() for variant in ["", *library.variants(name)]]
# those in which something is hidden from somebody
OPEN = ("chess", "connect-four", "draughts", "hex", "nine-mens-morris", "othello", "tictactoe")
HIDING = [name for name in NAMES if name[0] not in OPEN]
CASES = [Case(*name, players) for name in [*NAMES, ("workshop", "")] for players in _players(*name)]
FEWEST = list({(case.ruleset, case.variant): case for case in reversed(CASES)}.values())[::-1]
# the first of each ruleset: enough where the variants run through the same code
PLAIN = [case for case in FEWEST if not case.variant]
# those that show together what rulesets do: hidden cards, grids, groups, libraries, choices made at once, payoffs, and
# workshop the rest; and a variant. The quick tier plays these, the full run all of them
FEW_NAMES = ("bierfest", "connect-four", "goofspiel", "kuhn", "munchhausen", "ofertu", "warrender", "workshop")
FEW = [case for case in PLAIN if case.ruleset in FEW_NAMES]
QUICK = [*FEW, *(case for case in FEWEST if str(case) == "munchhausen+rising-offers-3")]


def each(cases: Iterable[Case] = CASES, quick: Iterable[Case] = QUICK) -> list[Any]:
    """Cases as parameters of a test; those that are not among the quick ones are marked `full`."""
    return tiers.tiered(cases, frozenset(quick).__contains__)


def some(cases: Iterable[Case] = CASES, quick: Iterable[Case] = QUICK) -> list[Case]:
    """Cases for a loop within a test: all in the full run, the quick ones otherwise."""
    return [case for case in cases if tiers.everything or case in frozenset(quick)]


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


def game_of(state: State) -> Game:
    """Return the game of a state, which knows it as a compiled game alone."""
    assert isinstance(state.game, Game)
    return state.game
