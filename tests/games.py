"""Every shipped ruleset with every variant and number of players, for the tests that hold for all games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import stammtisch as st
from stammtisch import library
from stammtisch.api import Ruleset
from stammtisch.game import Game


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
    return st.load_ruleset(name, [variant] if variant else [])


@cache
def _game(case: Case) -> Game:
    return _ruleset(case.ruleset, case.variant).game(case.players)


def _cases() -> list[Case]:
    found = []
    for name in library.rulesets():
        for variant in ["", *library.variants(name)]:
            fewest, most = _ruleset(name, variant).players
            found += [Case(name, variant, players) for players in range(fewest, most + 1)]
    return found


CASES = _cases()
