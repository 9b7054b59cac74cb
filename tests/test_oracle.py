"""The compiled game and the plain evaluator play the same games, with and without events.

Fast here: a few games of every ruleset, variant and number of players. All the way, 1,000 games of every ruleset:

    STAMMTISCH_GAMES=1000 python -m pytest tests/test_oracle.py
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from games import CASES, Case

from stammtisch.evaluate import Machine
from stammtisch.evaluate import State as Plain
from stammtisch.explain import first_refusal
from stammtisch.game import State
from stammtisch.streams import BOTS, GAME, Stream, seed_stream

GAMES = int(os.environ.get("STAMMTISCH_GAMES", "12"))
MOST_DECISIONS = 5000


def seeds(case: Case) -> range:
    """The games of a case: those of one ruleset and variant share GAMES out among its numbers of players."""
    alike = sum((other.ruleset, other.variant) == (case.ruleset, case.variant) for other in CASES)
    return range(-(-GAMES // alike))


def assert_same(machine: Machine, plain: Plain, loud: State, silent: State) -> None:
    """All three are at the same point of the same game."""
    assert (loud.v, loud.z, loud.random) == (plain.v, plain.z, plain.random)
    assert (silent.v, silent.z, silent.random) == (plain.v, plain.z, plain.random)
    pending = machine.pending(plain)
    assert loud.sites() == silent.sites() == pending
    for seat, site in pending:
        options = machine.options(plain, seat)
        assert loud.option_numbers(seat, site) == silent.option_numbers(seat, site) == options
    assert loud.over is silent.over is machine.over(plain)
    assert loud.scores == silent.scores == machine.scores(plain)
    if loud.over:
        assert loud.winners == silent.winners == machine.winners(plain)
        assert loud.reason == silent.reason == machine.program.reasons[plain.v[1]]


def assert_same_events(plain: Plain, loud: State, since: int) -> int:
    """The events from number `since` on are the same; how many there are now (choices are only in the log)."""
    assert loud.log is not None and plain.events is not None
    written = [event for event in loud.log.since(since) if event[0] != "choose"]
    assert written == plain.events
    plain.events.clear()
    return len(loud.log)


def play_on(machine: Machine, plain: Plain, states: list[State], bots: Stream) -> None:
    """One choice at random, by any of the seats that decide."""
    pending = machine.pending(plain)
    seat, _ = pending[bots.draw(len(pending))]
    options = machine.options(plain, seat)
    position = bots.draw(len(options))
    machine.apply(plain, seat, options[position])
    for state in states:
        state.choose(position, seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_compiled_game_is_the_game_of_the_evaluator(case: Case) -> None:
    game = case.game
    machine = Machine(game.program)
    for seed in seeds(case):
        loud, silent = game.start(seed), game.start(seed, log=False)
        plain = machine.start(seed_stream(seed, GAME), log=True)
        bots = Stream(seed_stream(seed, BOTS))
        events = assert_same_events(plain, loud, 0)
        assert_same(machine, plain, loud, silent)
        while not machine.over(plain):
            play_on(machine, plain, [loud, silent], bots)
            assert_same(machine, plain, loud, silent)
            events = assert_same_events(plain, loud, events)
            assert loud.decisions < MOST_DECISIONS
        assert loud.decisions == silent.decisions == len(loud.choices()) > 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refusals_are_those_of_the_evaluator(case: Case) -> None:
    game, refused = case.game, 0
    machine = Machine(game.program)
    plain, state = machine.start(seed_stream(1, GAME)), game.start(1, log=False)
    bots = Stream(seed_stream(1, BOTS))
    while not machine.over(plain):
        seat, site = machine.pending(plain)[0]
        entries = game.program.sites[site].entries
        entry = entries[bots.draw(len(entries))]
        number = entry.base + bots.draw(max(1, entry.count))
        words: Any = machine.refusal(plain, seat, number)
        found = first_refusal(state, site, number, seat)
        if number in machine.options(plain, seat):
            assert words == found == ""
        elif words:
            refused += 1
            assert found == words
        play_on(machine, plain, [state], bots)
    assert refused > 0 or case.ruleset in ("ofertu",)
