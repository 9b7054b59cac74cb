"""Games without a log: the same as with one, choice by choice, though blocks stand where they are jumped to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.games import CASES, FEW, Case, each, some
from helpers.small_games import FAILING
from helpers.tiers import full

import stammtisch as st
from stammtisch.base.errors import ENDLESS, ChoiceError, GameError
from stammtisch.game.bots import bots_stream, random_choices
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.program import ir


def data(state: State) -> tuple[object, ...]:
    return state.v, state.z, state.random, state.decisions


@pytest.mark.parametrize("case", each(quick=FEW), ids=str)
def test_choice_by_choice_every_state_is_the_same_without_a_log(case: Case) -> None:
    bots = bots_stream(6)
    without, logged = case.game.start(6, log=False), case.game.start(6)
    for number in range(400):
        if number < 12 or number % 37 == 0 or logged.over:
            assert data(without) == data(logged) and without.over == logged.over
            assert without.pending == logged.pending and without.payoffs == logged.payoffs
            assert chosen(without) == chosen(logged)
        if logged.over:
            break
        if number % 5 == 4:
            without = without.clone()
        position = bots.draw(len(logged.decision))
        without.choose(without.decision[position] if number % 7 == 6 else position, logged.decision.seat)
        logged.choose(position)
    assert logged.decisions


def chosen(state: State) -> list[tuple[int, ...]]:
    return [(link.seat, link.site, link.number, link.position, link.count) for link in state.choices()]


def test_what_is_not_offered_is_refused_and_the_state_stays() -> None:
    game = st.load_ruleset("kuhn").game(2)
    for wrong in (2, -1, True, "Bet", 1.0):
        live = game.start(3, log=False)
        with pytest.raises(ChoiceError, match="there is no option"):
            live.choose(wrong)  # type: ignore[arg-type]
        assert data(live) == data(game.start(3, log=False))
    live = game.start(3, log=False)
    with pytest.raises(ChoiceError, match="player 2 has nothing to decide now"):
        live.choose(0, 1)
    live.choose(0, 0)
    assert live.decisions == 1


def test_seats_that_decide_together_may_do_so_in_any_order() -> None:
    game = st.load_ruleset("goofspiel").game(2)
    one, other = game.start(2, log=False), game.start(2, log=False)
    assert one.decision.seat == 0
    one.choose(4)
    one.choose(7)
    other.choose(7, 1)
    other.choose(4, 0)
    assert (one.v, one.z) == (other.v, other.z)


def test_a_state_that_fails_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "failing.yaml").write_text(FAILING, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "failing.yaml").game()
    live, before = game.start(1, log=False), game.start(1)
    with pytest.raises(GameError, match=r"failing.yaml:\d+: total leaves its range 0..3: 4"):
        for _ in range(50):
            live.choose(0)
            before.choose(0)
    assert data(live) == data(before)
    assert live.decision == before.decision


def test_where_nothing_can_be_chosen_it_is_said(tmp_path: Path) -> None:
    text = FAILING.partition("      say something")[0].replace("total = 3", "bids = 3")
    text = text.replace("total: 0..3", "total: 0..3\n  bids: 0..3")
    text += "      bid more: {choose: more in total + 1..3, set: {total: more}, do: {count it: {add: {bids: 1}}}}\n"
    text += "score: total\n"
    (tmp_path / "stuck.yaml").write_text(text, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "stuck.yaml").game()
    for state in (game.start(1, log=False), game.start(1)):
        state.choose(0)
        state.choose(1)
        with pytest.raises(GameError, match=r"stuck.yaml:\d+ bid more: there is nothing to choose for player 1"):
            _ = state.decision
    with pytest.raises(GameError, match="there is nothing to choose for player"):
        list(game.results(1, 50))


@full
def test_a_long_row_of_decisions_is_one_game(tmp_path: Path) -> None:
    steps = "".join(f"  step {n}: {{by: first(players), choose: n in 1..2, add: {{total: n}}}}\n" for n in range(240))
    head = "format: 1\ngame: Long\nplayers: 2\nshared: {total: 0..999}\nscore: total\nphases:\n"
    (tmp_path / "long.yaml").write_text(head + steps, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "long.yaml").game()
    state, stops = game.start(1, log=False), 0
    while not state.over:
        state.choose(1)
        stops += 1
    assert (stops, state.scores) == (240, [480, 480])


def test_an_interrupted_choice_leaves_the_state_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = st.load_ruleset("tictactoe").game(2)
    state = game.start(1, log=False)
    state.choose(3)

    real = state._code.applies[0]

    def interrupt(state: State, v: list[int], z: list[list[int]], number: int, seat: int) -> object:
        found = real(state, v, z, number, seat)
        if number == 0:
            raise KeyboardInterrupt
        return found

    with monkeypatch.context() as patch:
        patch.setattr(state._code, "applies", [interrupt])
        with pytest.raises(KeyboardInterrupt):
            state.choose(0)
    wanted = game.start(1, log=False)
    wanted.choose(3)
    assert data(state) == data(wanted)


def by_places(state: State) -> list[float]:
    """What the winners share, from the places alone."""
    first = [seat for seat, place in enumerate(state.ranks) if place == 1] if state.over else []
    shares = [1 / len(first) if seat in first else 0.0 for seat in range(state.game.players)]
    return [shares[0] - shares[1], shares[1] - shares[0]] if state.game.players == 2 else shares


@pytest.mark.parametrize("case", each(quick=FEW), ids=str)
def test_payoffs_are_those_of_the_places(case: Case) -> None:
    program = case.game.program
    score = [case.game.played(seed) for seed in range(12)]
    for state in [case.game.start(1, log=False), *score]:
        if program.payoff:
            payoff = state._code.functions[program.payoff]
            assert state.payoffs == [payoff(state.v, state.z, seat) for seat in range(program.players)]
        else:
            assert state.payoffs == by_places(state)


def test_a_copy_and_its_origin_go_on_apart() -> None:
    for case in some((case for case in CASES if case.players == 3), FEW):
        state, bots = case.game.start(2, log=False), bots_stream(2)
        for _ in range(min(6, case.game.played(2).decisions // 2)):
            state.choose(bots.clone().draw(len(state.decision)))
        before, copy = data(state.clone()), state.clone()
        kept = [state.v[:], [items[:] for items in state.z]]
        for decision, position in random_choices(copy, bots, 100_000):
            copy.choose(position, decision.seat)
        other = state.clone()
        other.choose(0)
        assert [state.v, state.z] == kept
        assert data(state) == before
        state.choose(0)
        assert data(state) == data(other) != before


def test_a_game_without_end_or_decision_is_stopped() -> None:
    program = CASES[0].game.program
    body = [["set", 2, 0, ["add", ["var", 2], 1]], ["branch", ["lt", ["var", 2], 0], 1, 0]]
    game = Game(replace(program, blocks=[ir.Block(0, body), ir.Block(1, [["over"]])], sites=[], groups=[]))
    for play in (lambda: list(game.results(1, 1)), lambda: game.start(1, log=False), lambda: game.played(1)):
        with pytest.raises(GameError, match="goes on forever without a decision"):
            play()


def failures_to_begin(game: Game, seed: int = 7) -> list[tuple[str, int]]:
    """Why a game cannot begin and at which step: with a log, without one, many at once."""
    found = []
    for play in (
        lambda: game.start(seed),
        lambda: game.start(seed, log=False),
        lambda: list(game.results(seed, 1)),
    ):
        with pytest.raises(GameError) as caught:
            play()
        found.append((caught.value.message.rpartition(": ")[2], caught.value.node))
    return found


@full
@pytest.mark.parametrize(
    ("name", "options", "step"),
    [
        ("ofertu+no-tie-breakers", {"bids_per_round": 0, "copies_of_each": 2}, "a round"),
        ("ofertu+no-tie-breakers", {"bids_per_round": 0}, "a round"),
        ("ofertu", {"bids_per_round": 0, "copies_of_each": 2}, "a round"),
        ("ofertu+bids-at-once", {"bids_per_round": 0}, "a round"),
    ],
)
def test_an_endless_setup_fails_alike_everywhere(name: str, options: dict[str, int], step: str) -> None:
    game = st.load_ruleset(name).game(2, options)
    [(message, node)] = {*failures_to_begin(game)}
    assert message == ENDLESS
    assert game.program.nodes[node].words == step


def test_truths_in_lists_are_kept_as_numbers(tmp_path: Path) -> None:
    text = LITTLE_TRUTHS
    (tmp_path / "truths.yaml").write_text(text, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "truths.yaml").game(2)
    plain, without = game.start(1), game.start(1, log=False)
    assert [*map(type, without.v)] == [int] * len(without.v)
    assert without.hash == plain.hash


LITTLE_TRUTHS = """\
format: 1
game: Truths
players: 2
each player: {points: 0..9}
phases:
  a turn:
    turns: player in players
    until: {It is over: round > 1}
    do:
      Look:
        remember:
          low: last(b in [1 >= player.points, round != 1] where player.points < 5) or else false
          many: last(p.points < 3 for p in players)
        do:
          Take:
            when: low or many
            choose: n in 0..2
            add: {player.points: n}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""
