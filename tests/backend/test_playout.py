"""Whole games as one function: the same games as step by step, wherever they begin, stop or fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.games import CASES, PLAIN, Case, each, some
from helpers.paths import VALID
from helpers.small_games import FAILING

import stammtisch as st
from stammtisch.backend.bulk import local_names
from stammtisch.backend.passes import block_passes, improve
from stammtisch.base.errors import GameError
from stammtisch.game.bots import bots_stream
from stammtisch.game.game import Game, State, random_playout, step_by_step
from stammtisch.program import ir


def same(game: Game, seed: int, most: int = 100_000) -> State:
    """The game played in both ways; they must agree in all they leave."""
    fast, slow = game.unstarted(seed), game.unstarted(seed)
    bots, others = bots_stream(seed), bots_stream(seed)
    random_playout(fast, bots, most)
    step_by_step(slow, others, most)
    assert bots == others
    assert (fast.v, fast.z, fast.random, fast.decisions) == (slow.v, slow.z, slow.random, slow.decisions)
    return fast


@pytest.mark.parametrize("case", each(), ids=str)
def test_shipped_games_are_the_same(case: Case) -> None:
    for seed in range(3):
        assert same(case.game, seed).over


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_small_games_are_the_same(path: Path) -> None:
    for seed in range(20):
        same(st.load_ruleset(path).game(), seed, 500)


@pytest.mark.parametrize("case", each((case for case in CASES if case.players == 3), PLAIN), ids=str)
def test_a_game_can_go_on_from_every_decision_and_stop_at_every_one(case: Case) -> None:
    whole = same(case.game, 5)
    state, bots = case.game.start(5, log=False), bots_stream(5)
    for number in range(min(whole.decisions, 150)):
        stopped, drawn = case.game.unstarted(5), bots_stream(5)
        random_playout(stopped, drawn, number)
        assert drawn == bots
        assert (stopped.v, stopped.z, stopped.random) == (state.v, state.z, state.random)
        rest = state.clone()
        random_playout(rest, bots.clone())
        assert (rest.v, rest.z, rest.random) == (whole.v, whole.z, whole.random)
        (seat, site) = state.sites()[0]
        state.choose(bots.draw(len(state.option_numbers(seat, site))), seat)


@pytest.mark.parametrize("case", each(case for case in CASES if case.players in (2, 4)), ids=str)
def test_the_options_of_each_decision_are_counted(case: Case) -> None:
    choices: list[int] = []
    random_playout(case.game.unstarted(3), bots_stream(3), choices=choices)
    state, bots, wanted = case.game.start(3, log=False), bots_stream(3), []
    while not state.over:
        seat, site = state.sites()[0]
        count = len(state.option_numbers(seat, site))
        wanted.append(count * case.players + seat)
        state.choose(bots.draw(count), seat)
    assert choices == wanted


@pytest.mark.parametrize("name", ["improve", "thread", "REPEATED"])
def test_without_the_passes_the_games_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without = {
        "improve": (improve, lambda program: lambda e: e),
        "thread": (block_passes, lambda program: ({block.number: block.body for block in program.blocks}, {})),
        "REPEATED": (local_names, 0),
    }
    changed = 0
    for case in some((case for case in CASES if case.players in (2, 5)), PLAIN):
        wanted, bots = case.game.unstarted(2), bots_stream(2)
        random_playout(wanted, bots)
        with monkeypatch.context() as patch:
            patch.setattr(without[name][0], name, without[name][1])
            plain = Game(case.game.program)
            state, others = plain.unstarted(2), bots_stream(2)
            random_playout(state, others)
            assert others == bots
            changed += plain.playout(False).source != case.game.playout(False).source
        assert (state.v, state.z, state.random) == (wanted.v, wanted.z, wanted.random)
    assert changed


def test_a_state_that_fails_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "failing.yaml").write_text(FAILING, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "failing.yaml").game()
    state = game.start(1, log=False)
    before = state.clone()
    with pytest.raises(GameError, match=r"failing.yaml:\d+: total leaves its range 0..3: 4"):
        random_playout(state, bots_stream(1))
    with pytest.raises(GameError, match=r"failing.yaml:\d+: total leaves its range 0..3: 4"):
        game.played(1)
    assert state == before


def test_a_game_without_end_or_decision_is_stopped() -> None:
    program = CASES[0].game.program
    body = [["set", 2, 0, ["add", ["var", 2], 1]], ["branch", ["lt", ["var", 2], 0], 1, 0]]
    game = Game(replace(program, blocks=[ir.Block(0, body), ir.Block(1, [["over"]])], sites=[], groups=[]))
    with pytest.raises(GameError, match="goes on for ever without a decision"):
        random_playout(game.unstarted(1), bots_stream(1))
