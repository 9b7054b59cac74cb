"""Scenarios written from running games: they pass, and end where the game stands."""

from __future__ import annotations

import pytest
from helpers.tiers import tiered

from stammtisch.base.errors import UsageError
from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.front.starter import NAMES
from stammtisch.game.state import State
from stammtisch.reading import library
from stammtisch.reading.load import load_text
from stammtisch.scenarios.from_game import scenario_of
from stammtisch.scenarios.run import play_through, run
from stammtisch.scenarios.scenario_file import entries, reading

QUICK = ("munchhausen", "kuhn", "tictactoe")


def played(name: str, players: int, decisions: int) -> State:
    """A game after so many random choices."""
    state, stream = load_ruleset(name).ready(players).start(7), Stream(2 * decisions + 1)
    while not state.over and state.decisions < decisions:
        seat, site = state.sites()[0]
        numbers = state.option_numbers(seat, site)
        state.choose(state.option(site, numbers[stream.draw(len(numbers))]), seat)
    return state


@pytest.mark.parametrize("name", tiered(library.rulesets(), lambda name: name in QUICK))
def test_every_moment_of_a_game_can_be_a_scenario(name: str) -> None:
    ruleset = load_ruleset(name)
    for players in {ruleset.players[0], ruleset.players[-1]}:
        for decisions in (0, 3, 14, 400):
            state = played(name, players, decisions)
            names = NAMES[:players]
            lines = scenario_of(ruleset, state, "true", names)
            assert lines[0] == "'true':"
            text = f"format: 1\ntests: x\nplayers: [{', '.join(names)}]\nscenarios:\n  " + "\n  ".join(lines) + "\n"
            scenario = reading(ruleset, root := load_text(text, "test"))(entries(root)[0])
            assert run(scenario).is_passed
            after = play_through(scenario)
            assert after.over == state.over and (not state.over or after.winners == state.winners)
            # choices with one option are made by themselves
            if all(len(state.option_numbers(*one)) > 1 for one in state.sites()):
                assert [seat for seat, _ in after.sites()] == [seat for seat, _ in state.sites()]


def test_a_game_that_was_set_up_somewhere_else_says_why_it_cannot_be_written() -> None:
    other = played("draughts", 2, 14).clone()
    other.history = None
    with pytest.raises(UsageError, match="cannot be written as a test"):
        scenario_of(load_ruleset("draughts"), other, "a test")
