"""The compiled game and the plain evaluator play the same games, with and without events.

Fast here: a few games of every ruleset and variant, in the full run with every number of players. All the way, 1,000 games of every ruleset:

    STAMMTISCH_GAMES=1000 python -m pytest -m "" tests/oracle/test_oracle.py
"""

from __future__ import annotations

import os

import pytest
from helpers import tiers
from helpers.games import CASES, FEW, QUICK, Case, each, some
from helpers.paths import DATA
from helpers.tiers import many
from oracle.evaluate import Machine
from oracle.evaluate import State as Plain

import stammtisch as st
from stammtisch.base.streams import BOTS, GAME, Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.program.wording import fill

GAMES = int(os.environ.get("STAMMTISCH_GAMES") or many(1, 3))
MOST_DECISIONS = 5000
# the plain evaluator takes half a second for the melds of one hand of gin rummy, and many for a game of chess
SLOW = ("gin-rummy", "othello", "chess")


def seeds(case: Case) -> range:
    """The games of a case: those of one ruleset and variant share GAMES out among its numbers of players; slow ones have a quarter."""
    alike = sum((other.ruleset, other.variant) == (case.ruleset, case.variant) for other in CASES)
    return range(-(-GAMES // (4 if case.ruleset in SLOW else alike)))


def assert_same(machine: Machine, plain: Plain, loud: State, silent: State) -> list[tuple[int, list[int]]]:
    """All three are at the same point of the same game; who decides there, and the options of each."""
    assert (loud.v, loud.z, loud.random) == (plain.v, plain.z, plain.random)
    assert (silent.v, silent.z, silent.random) == (plain.v, plain.z, plain.random)
    sites = machine.pending(plain)
    assert loud.sites() == silent.sites() == sites
    pending = [(seat, machine.options(plain, seat)) for seat, _ in sites]
    assert [(seat, loud.option_numbers(seat, site)) for seat, site in sites] == pending
    assert [(seat, silent.option_numbers(seat, site)) for seat, site in sites] == pending
    assert loud.over is silent.over is machine.over(plain)
    assert loud.scores == silent.scores == machine.scores(plain)
    if loud.over:
        assert loud.winners == silent.winners == machine.winners(plain)
        assert loud.reason == silent.reason == fill(machine.program, machine.program.reasons[plain.v[1]])
    return pending


def assert_same_events(plain: Plain, loud: State, since: int) -> int:
    """The events from number `since` on are the same; how many there are now (choices are only in the log)."""
    assert loud.log is not None and plain.events is not None
    written = [event for event in loud.log.raw_events(since) if event[0] != "choose"]
    assert written == plain.events
    plain.events.clear()
    return len(loud.log)


def play_on(
    machine: Machine, plain: Plain, states: list[State], pending: list[tuple[int, list[int]]], bots: Stream
) -> None:
    """One choice at random, by any of the seats that decide."""
    seat, options = pending[bots.draw(len(pending))]
    position = bots.draw(len(options))
    machine.apply(plain, seat, options[position])
    for state in states:
        state.choose(position, seat)


BRIEF = [case for case in QUICK if case.ruleset not in SLOW]


@pytest.mark.parametrize("case", each(quick=BRIEF), ids=str)
def test_the_compiled_game_is_the_game_of_the_evaluator(case: Case) -> None:
    # a single game may be over with the deal, as blackjack is
    assert sum(decisions_alike(case.game, seed) for seed in seeds(case))


@pytest.mark.parametrize("players", [2, 3])
def test_payments_of_several_goods_are_those_of_the_evaluator(players: int) -> None:
    game = st.load_ruleset(DATA / "ok" / "builders.yaml").game(players)
    assert sum(decisions_alike(game, seed) for seed in range(many(4, 40))) > 40


def decisions_alike(game: Game, seed: int) -> int:
    """How many decisions a random game has, which is the same in all three."""
    machine = Machine(game.program)
    loud, silent = game.start(seed), game.start(seed, log=False)
    plain = machine.start(seed_stream(seed, GAME), log=True)
    bots = Stream(seed_stream(seed, BOTS))
    events = assert_same_events(plain, loud, 0)
    pending = assert_same(machine, plain, loud, silent)
    while pending:
        play_on(machine, plain, [loud, silent], pending, bots)
        pending = assert_same(machine, plain, loud, silent)
        events = assert_same_events(plain, loud, events)
        assert loud.decisions < MOST_DECISIONS
    assert loud.decisions == silent.decisions == len(loud.choices())
    return loud.decisions


def test_refusals_are_those_of_the_evaluator() -> None:
    refused = set()
    for case in some(CASES, FEW):
        machine = Machine(case.game.program)
        plain, state = machine.start(seed_stream(2, GAME)), case.game.start(2, log=False)
        bots = Stream(seed_stream(2, BOTS))
        for _ in range(60):
            if machine.over(plain):
                break
            seat, site = machine.pending(plain)[0]
            options = machine.options(plain, seat)
            entries = case.game.program.sites[site].entries
            entry = entries[bots.draw(len(entries))]
            number = entry.base + bots.draw(max(1, entry.count))
            words, found = machine.refusal(plain, seat, number), state.refusal_at(site, number, seat)
            if number in options:
                assert words == found == ""
            elif words:
                refused.add(case.ruleset)
                assert found == words
            play_on(machine, plain, [state], [(seat, options)], bots)
    assert refused >= {"bierfest", "munchhausen", "warrender"} | ({"balvin"} if tiers.everything else set())
