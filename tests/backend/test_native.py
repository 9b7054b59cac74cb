"""Games played natively: the same as block by block, every state, result and count.

With STAMMTISCH_GAMES=1000 that many games of every ruleset, variant and number of players are compared, instead of a few.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.games import CASES, FEW, Case, each
from helpers.paths import VALID
from helpers.small_games import written
from helpers.tiers import full, tiered

import stammtisch as st
from stammtisch.backend.native.module import Module
from stammtisch.backend.native.running_module import Trap
from stammtisch.backend.native.writing.layout import Unfit
from stammtisch.backend.native.writing.numbers import bounds_of
from stammtisch.backend.native.writing.writer import I32
from stammtisch.base.errors import GameError
from stammtisch.base.streams import BOTS, GAME, Stream, game_seed, seed_stream
from stammtisch.game.bots import bots_stream, random_choices
from stammtisch.game.game import Game
from stammtisch.game.state import State

GAMES = int(os.environ.get("STAMMTISCH_GAMES", "5"))


def same(game: Game, number: int, most: int = 100_000) -> bool:
    """Game number `number` of run 1 must come to what it comes to block by block; whether it was played natively."""
    wanted = game.played(game_seed(1, number), most)
    assert list(game.results(1, 1, number, most)) == [(wanted.payoffs, wanted.decisions)]
    machine, seats = game.native, range(game.players)
    assert machine is not None
    found = machine.count_games(1, number, 1, most)
    if not wanted.over:
        assert found.failed and not found.outcomes
        return False
    choices = Counter(link.count * game.players + link.seat for link in wanted.choices())
    real = sum(link.count > 1 for link in wanted.choices())
    won = [int(seat in wanted.winners) for seat in seats]
    row = [*wanted.scores, *won, *wanted.v[1:3], wanted.decisions, real]
    if game.program.payoff:
        row += [int(payoff) for payoff in wanted.payoffs]
    assert found.games == 1 and found.outcomes == [(tuple(row), 1)] and found.choices == choices
    assert machine.state(machine.layout.state) == (wanted.v, wanted.z, wanted.random)
    return True


@pytest.mark.parametrize("case", each(), ids=str)
def test_shipped_games_are_the_same(case: Case) -> None:
    for number in range(GAMES):
        assert same(case.game, number)


@pytest.mark.parametrize("path", tiered(VALID, VALID[::2].__contains__), ids=lambda path: path.stem)
def test_small_games_are_the_same(path: Path) -> None:
    game = st.load_ruleset(path).game()
    for number in range(10):
        try:
            same(game, number, 500)
        except GameError as failure:
            with pytest.raises(GameError) as caught:
                list(game.results(1, 1, number, 500))
            assert str(caught.value) == str(failure)


REMAINDERS = """\
format: 1
game: Remainders
players: 1
shared:
  a: {start: 100000, range: 0..1000000}
  b: {start: 99000, range: 1..1000000}
  small: 0..1000000000
  large: 0..1000000000
phases:
  a turn:
    choose: n in 1..2
    by: first(players)
    do:
      by a number that fits: {set: {small: (a * (b + n)) mod 999983}}
      by one that may not: {set: {large: "min((a * (b + n)) mod (b * 72727 + 1), 900000000 + n)"}}
score: small + large
payoff: small + large
"""


def test_remainders_of_large_numbers_are_the_same(tmp_path: Path) -> None:
    """Where the second does not fit natively, the game is played in Python."""
    game = written(tmp_path, "remainders", REMAINDERS).game()
    for number in range(4):
        wanted = game.played(game_seed(1, number), 10)
        assert list(game.results(1, 1, number, 10)) == [(wanted.payoffs, wanted.decisions)]
        assert wanted.payoffs[0] > 1_000


@pytest.mark.parametrize("case", each((case for case in CASES if case.players in (2, 3)), FEW), ids=str)
@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_game_stops_after_the_decisions_allowed(case: Case, most: int) -> None:
    assert not same(case.game, 4, most) or case.game.played(game_seed(1, 4)).decisions <= most


@full
def test_many_games_for_one_call_are_those_of_one_call_each() -> None:
    game = st.load_ruleset("kuhn").game(2)
    machine = game.native
    assert machine is not None
    together = machine.count_games(3, 10, 500, 100)
    alone = [machine.count_games(3, number, 1, 100) for number in range(10, 510)]
    assert together.games == 500 and not together.failed
    assert dict(together.outcomes) == Counter(row for found in alone for row, _ in found.outcomes)
    assert together.choices == sum((Counter(found.choices) for found in alone), Counter())
    assert [tuple(row or ()) for row in machine.rows(3, 10, 500, 100)] == [found.outcomes[0][0] for found in alone]


@pytest.mark.parametrize("case", each(quick=FEW), ids=str)
def test_step_by_step_every_state_is_the_same(case: Case) -> None:
    game, machine = case.game, case.game.native
    assert machine is not None
    at, bots, state = machine.place(0), bots_stream(9), game.start(9, log=False)
    machine.start(at, seed_stream(9, GAME))
    positions: list[int] = []
    while not state.over and state.decisions < 150:
        assert machine.state(at) == (state.v, state.z, state.random)
        for seat, decision in state.pending.items():
            assert machine.options(at, seat) == list(decision.numbers)
        decision = state.decision
        positions.append(bots.draw(len(decision)))
        machine.choose(at, decision.seat, decision.numbers[positions[-1]])
        state.choose(positions[-1])
    assert machine.state(at) == (state.v, state.z, state.random)
    again, loaded = machine.place(1), machine.place(2)
    machine.start(again, seed_stream(9, GAME))
    assert machine.replay(again, positions) == len(positions)
    machine.load(loaded, state.v, state.z, state.random)
    assert machine.hash(again) == machine.hash(at) == machine.hash(loaded)
    assert machine.state(loaded) == (state.v, state.z, state.random)


def test_playouts_go_on_from_a_state_and_leave_it_alone() -> None:
    for name, players in (("munchhausen", 3), ("goofspiel", 2), ("hearts", 4)):
        game = st.load_ruleset(name).game(players)
        machine, state = game.native, game.start(4, log=False)
        assert machine is not None
        for decision, position in random_choices(state, bots_stream(4), 9):
            state.choose(position, decision.seat)
        at = machine.place(3)
        machine.load(at, state.v, state.z, state.random)
        for number, row in enumerate(machine.rows(8, 0, 5, 10_000, at)):
            seed = game_seed(8, number)
            played = state.clone()
            played.random = seed_stream(seed, GAME)
            begun = played.decisions
            for decision, position in random_choices(played, Stream(seed_stream(seed, BOTS)), 10_000):
                played.choose(position, decision.seat)
            assert row is not None and row[:players] == played.scores
            assert row[2 * players + 2] == played.decisions - begun
        assert machine.state(at) == (state.v, state.z, state.random)


@pytest.mark.parametrize("case", each(quick=FEW), ids=str)
def test_a_new_game_and_a_copy_leave_the_states_beside_them_alone(case: Case) -> None:
    machine = case.game.native
    assert machine is not None
    places = [machine.place(number) for number in range(3)]
    for seed, at in enumerate(places):
        machine.start(at, seed_stream(seed, GAME))
    wanted = [machine.state(at) for at in places]
    machine.start(places[1], seed_stream(1, GAME))
    assert [machine.state(at) for at in places] == wanted
    machine.copy(places[1], places[0])
    assert [machine.state(at) for at in places] == [wanted[0], wanted[0], wanted[2]]


def test_chance_may_be_given() -> None:
    game = st.load_ruleset("blackjack").game()
    machine = game.native
    assert machine is not None
    given, drawn = machine.place(0), machine.place(1)
    for seed in range(20):
        state, bots = game.start(seed), bots_stream(seed)
        machine.start(given, seed_stream(seed, GAME))
        machine.copy(drawn, given)
        before = chance_of(state)
        positions = []
        while not state.over:
            positions.append(bots.draw(len(state.decision)))
            state.choose(positions[-1])
        results = chance_of(state)[len(before) :]
        assert machine.replay(given, positions, results) == machine.replay(drawn, positions) == len(positions)
        assert machine.state(given)[:2] == machine.state(drawn)[:2] == (state.v, state.z)
        assert (machine.state(given)[2] == machine.state(drawn)[2]) == (not results)


def test_a_choice_that_is_not_offered_is_a_trap() -> None:
    machine = st.load_ruleset("kuhn").game(2).native
    assert machine is not None
    machine.start(machine.place(0), seed_stream(1, GAME))
    for chance in (None, [0]):
        with pytest.raises(Trap):
            machine.replay(machine.place(0), [2], chance)


def chance_of(state: State) -> list[int]:
    """What chance gave in a game with a log, draws among one left out."""
    assert state.log is not None
    return [found for _, n, found, _ in state.log.chances_since() if n > 1]


def test_ways_to_go_on_are_counted() -> None:
    game = st.load_ruleset("tictactoe").game(2)
    machine = game.native
    assert machine is not None
    at = machine.place(0)
    machine.start(at, 1)
    assert [machine.ways(at, depth) for depth in range(10)] == [
        1,
        9,
        72,
        504,
        3024,
        15120,
        54720,
        148176,
        200448,
        127872,
    ]


def test_what_is_too_large_natively_is_played_in_python() -> None:
    game = st.load_ruleset("kuhn").game(2)
    huge = replace(game.program, tables={**game.program.tables, "huge": [1 << 40]})
    assert Game(huge).native is None
    assert list(Game(huge).results(1, 3)) == list(game.results(1, 3))
    machine, state = game.native, game.start(1, log=False)
    assert machine is not None
    with pytest.raises(Unfit, match="a number is too large"):
        machine.load(machine.place(0), [1 << 40, *state.v[1:]], state.z, state.random)


HOLES = """\
format: 1
game: Holes
players: 2
tables: {price: {1..2: 1, 4: 1}}
each player: {points: {start: 2, range: 0..9}}
phases:
  a turn:
    turns: player in players
    until: {all have played: round > 1}
    do: {choose: n in 1..2, add: {player.points: n}}
score: SCORE
"""


@pytest.mark.parametrize("score", ["price(player.points)", "price(player.points) + 1", "sum(price(n) for n in 1..4)"])
def test_what_fails_with_a_value_that_is_known_beforehand_fails(score: str, tmp_path: Path) -> None:
    (tmp_path / "holes.yaml").write_text(HOLES.replace("SCORE", score), encoding="utf-8")
    game = st.load_ruleset(tmp_path / "holes.yaml").game()
    assert game.native is not None
    rows = list(game.native.rows(1, 0, 20, 100))
    for number, row in enumerate(rows):
        state = game.played(game_seed(1, number), 100)
        if row is None:
            with pytest.raises(GameError, match="has no row for"):
                _ = state.scores
        else:
            assert row[:2] == state.scores
    assert None in rows


@pytest.mark.parametrize(("limit", "most"), [("module.MOST_TEXT", 1_000), ("writing.writer.MOST_NAMES", 3)])
def test_a_module_that_is_too_large_is_left_to_python(limit: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = st.load_ruleset("kuhn").game(2)
    monkeypatch.setattr(f"stammtisch.backend.native.{limit}", most)
    assert Game(game.program).native is None
    assert list(Game(game.program).results(1, 3)) == list(game.results(1, 3))


def test_an_index_that_is_never_right_has_no_range() -> None:
    program = st.load_ruleset("kuhn").game(2).program
    assert bounds_of(Module(program).writer(), len(program.ints), len(program.ints)) == I32


def test_threads_may_play_one_game_at_once() -> None:
    game = st.load_ruleset("munchhausen").game(3)
    wanted = [list(game.results(seed, 2_000)) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: list(game.results(seed, 2_000)), range(4))) == wanted
