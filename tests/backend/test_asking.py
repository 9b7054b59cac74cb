"""Games from their start, choice by choice: the same games as block by block, whatever is read when.

With STAMMTISCH_GAMES=10000 that many games are played with and without each pass, instead of a few.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.games import CASES, PLAIN, Case, each, some
from helpers.small_games import FAILING

import stammtisch as st
from stammtisch.backend.generator import asking, specialize
from stammtisch.backend.generator.asking import Asking, compile_asking
from stammtisch.backend.generator.control_flow import Flow, ending
from stammtisch.backend.passes import block_passes, improve
from stammtisch.base.errors import ENDLESS, ChoiceError, GameError
from stammtisch.base.streams import Stream, streams_of_run
from stammtisch.game.bots import bots_stream, random_choices
from stammtisch.game.game import Game
from stammtisch.game.live import Ended, Live
from stammtisch.game.state import State
from stammtisch.program import ir
from stammtisch.program.options import Decision

GAMES = int(os.environ.get("STAMMTISCH_GAMES", "5"))


def data(state: State) -> tuple[object, ...]:
    return state.v, state.z, state.random, state.decisions


@pytest.mark.parametrize("case", each(quick=PLAIN), ids=str)
def test_choice_by_choice_every_state_is_the_same(case: Case) -> None:
    seed, bots = 6, bots_stream(6)
    positions: list[int] = []
    plain = case.game.begun(seed)
    for number in range(400):
        live = case.game.start(seed, log=False)
        if number < 12 or number % 37 == 0:  # played anew up to here, then read
            for position in positions:
                live.choose(position)
            assert live.over == plain.over
            assert type(live) is (Ended if plain.over else Live)
            if not plain.over:
                assert live.decision == plain.decision
            else:
                assert live.payoffs == plain.payoffs and type(live) is Ended
            assert data(live) == data(plain)
            assert type(live) is State
            assert live.choices() == plain.choices() or [
                (link.seat, link.site, link.number, link.position, link.count) for link in live.choices()
            ] == [(link.seat, link.site, link.number, link.position, link.count) for link in plain.choices()]
            assert live.to_json() == plain.to_json()
        if plain.over:
            break
        positions.append(bots.draw(len(plain.decision.options)))
        plain.choose(positions[-1])
    assert positions


@pytest.mark.parametrize("case", each(case for case in CASES if case.players == 3), ids=str)
def test_a_state_goes_on_after_it_was_read(case: Case) -> None:
    bots = bots_stream(8)
    live, plain = case.game.start(8, log=False), case.game.begun(8)
    for number in range(60):
        if plain.over:
            break
        if number == 20:
            assert live.clone() == plain
            assert type(live) is State
        position = bots.draw(len(plain.decision.options))
        option = plain.decision.options[position]
        live.choose(option if number % 7 == 6 and number > 20 else position, plain.decision.seat)
        plain.choose(position)
    assert data(live) == data(plain)
    assert live.payoffs == plain.payoffs and live.scores == plain.scores


def test_what_is_not_offered_is_refused_and_the_state_stays() -> None:
    game = st.load_ruleset("kuhn").game(2)
    for wrong in (2, -1, True, "Bet", 1.0):
        live = game.start(3, log=False)
        with pytest.raises(ChoiceError, match="there is no option"):
            live.choose(wrong)  # type: ignore[arg-type]
        assert data(live) == data(game.begun(3))
    live = game.start(3, log=False)
    with pytest.raises(ChoiceError, match="player 2 has nothing to decide now"):
        live.choose(0, 1)
    live.choose(0, 0)
    assert live.decisions == 1
    with pytest.raises(AttributeError, match="a State has no such_thing"):
        _ = game.start(3, log=False).such_thing  # type: ignore[attr-defined]


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
    live, before = game.start(1, log=False), game.begun(1)
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
    for state in (game.start(1, log=False), game.begun(1)):
        state.choose(0)
        state.choose(1)
        with pytest.raises(GameError, match=r"stuck.yaml:\d+ bid more: there is nothing to choose for player 1"):
            _ = state.decision
    with pytest.raises(GameError, match="there is nothing to choose for player"):
        list(game.results(1, 50))


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


def test_an_interrupted_choice_leaves_the_state_as_it_was() -> None:
    game = st.load_ruleset("tictactoe").game(2)
    live = game.start(1, log=False)
    live.choose(3)

    class Interrupting:
        def send(self, position: int) -> None:
            raise KeyboardInterrupt

    live.run = Interrupting()
    with pytest.raises(KeyboardInterrupt):
        live.choose(0)
    wanted = game.begun(1)
    wanted.choose(3)
    assert data(live) == data(wanted)


def by_places(state: State) -> list[float]:
    """What the winners share, from the places alone."""
    first = [seat for seat, place in enumerate(state.ranks) if place == 1] if state.over else []
    shares = [1 / len(first) if seat in first else 0.0 for seat in range(state.game.players)]
    return [shares[0] - shares[1], shares[1] - shares[0]] if state.game.players == 2 else shares


@pytest.mark.parametrize("case", each(quick=PLAIN), ids=str)
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
    for case in some((case for case in CASES if case.players == 3), PLAIN):
        state, bots = case.game.begun(2), bots_stream(2)
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


PASSES = {
    "specialize": (asking, "specialize", lambda flow, program: replace(flow, known=dict.fromkeys(flow.bodies, {}))),
    "small": (specialize, "small", lambda flow, program: set()),
    "improve": (improve, "improve", lambda program: lambda e: e),
    "thread": (
        block_passes,
        "thread",
        lambda program: ({block.number: block.body for block in program.blocks}, {}, block_passes.parts(program)),
    ),
}


def came_to(asked: Asking, random: int, bots: Stream) -> tuple[list[Decision], list[float]]:
    """The decisions and the payoffs of a random game."""
    run, told = asked.ask(random), []
    decision = next(run)
    while decision is not None:
        told.append(decision)
        decision = run.send(bots.draw(len(decision)))
    return told, next(run)


@pytest.mark.parametrize("name", PASSES)
def test_without_a_pass_the_games_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, attribute, nothing = PASSES[name]
    changed = 0
    for case in some((case for case in CASES if case.players in (2, 4)), PLAIN):
        program = case.game.program
        if len(program.ints) >= 100:
            continue
        with monkeypatch.context() as patch:
            patch.setattr(module, attribute, nothing)
            plain = compile_asking(program)
        for random, bots in streams_of_run(1, 0, GAMES):
            assert came_to(plain, random, Stream(bots)) == came_to(case.game.asking, random, Stream(bots))
        changed += plain.source != case.game.asking.source
    assert changed


def test_a_flow_that_never_ends_has_no_end() -> None:
    flow = Flow({0: [["goto", 0]]}, {}, {0: 0})
    ending(flow, [["result", "payoffs", ["items", 1]]])
    assert flow.bodies == {0: [["goto", 0]]}


@pytest.mark.parametrize(("key", "left"), [(["var", 8], ["items", 1]), (["need", ["var", 8], 0, 0], None)])
def test_the_best_of_one_is_known_unless_comparing_may_fail(key: ir.Expr, left: ir.Expr) -> None:
    program = st.load_ruleset("leduc").game(2).program
    best = ["best", "seat", ["filter", "seat", ["range", 0, 1], ["eq", "seat", 1]], key, 1]
    flow = specialize.specialize(Flow({0: [["result", "won", best], ["over"]]}, {}, {0: 0}), program)
    [found] = [stmt for stmt in flow.bodies[0] if stmt[0] == "result"]
    assert (found[2] == left) if left else found[2][0] == "best"


def test_a_game_without_end_or_decision_is_stopped() -> None:
    program = CASES[0].game.program
    body = [["set", 2, 0, ["add", ["var", 2], 1]], ["branch", ["lt", ["var", 2], 0], 1, 0]]
    game = Game(replace(program, blocks=[ir.Block(0, body), ir.Block(1, [["over"]])], sites=[], groups=[]))
    for play in (lambda: list(game.results(1, 1)), lambda: game.start(1, log=False), lambda: game.played(1)):
        with pytest.raises(GameError, match="goes on for ever without a decision"):
            play()


def failures_to_begin(game: Game, seed: int = 7) -> list[tuple[str, int]]:
    """Why a game cannot begin and at which step: with a log, without one, block by block, many at once."""
    found = []
    for play in (
        lambda: game.start(seed),
        lambda: game.start(seed, log=False),
        lambda: game.begun(seed),
        lambda: list(game.results(seed, 1)),
    ):
        with pytest.raises(GameError) as caught:
            play()
        found.append((caught.value.message.rpartition(": ")[2], caught.value.node))
    return found


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


SUMS = """\
define:
  plus(player, int n): player.points + n
  three(player): plus(player, 1) * plus(player, 2) * plus(player, 3)
  nine(player): three(player) + three(player) * three(player)
  many(player): nine(player) + nine(player) * nine(player)
  lots(player): many(player) + many(player) * many(player)
  most_of_all(player): lots(player) + lots(player) * lots(player)
"""
STEPS = "".join(f"  give {n}: {{for each: p in players, add: {{p.points: p.number}}}}\n" for n in range(25))


@pytest.mark.parametrize(
    ("players", "parts", "points"), [(2, SUMS, "1 + most_of_all(player) mod 3"), (4, f"setup:\n{STEPS}", "1")]
)
def test_a_flow_may_grow_where_nothing_is_followed(tmp_path: Path, players: int, parts: str, points: str) -> None:
    text = f"""\
format: 1
game: Growing
players: {players}
each player:
  points: 0..100000
{parts}phases:
  a turn:
    turns: player in players
    until: {{two rounds are over: round > 2}}
    do:
      say something: {{one of: {{Yes: nothing, No: nothing}}}}
      count the points: {{add: {{player.points: {points}}}}}
score: player.points
rulings: {{equal points share the victory: {{change: score}}}}
"""
    (tmp_path / "growing.yaml").write_text(text, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "growing.yaml").game()
    for seed in range(3):
        live, bots = game.start(seed, log=False), bots_stream(seed)
        while not live.over:
            live.choose(bots.draw(len(live.decision)))
        assert data(live) == data(game.played(seed))


def test_truths_in_lists_are_kept_as_numbers(tmp_path: Path) -> None:
    text = LITTLE_TRUTHS
    (tmp_path / "truths.yaml").write_text(text, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "truths.yaml").game(2)
    plain, asking = game.start(1), game.start(1, log=False)
    assert [*map(type, asking.v)] == [int] * len(asking.v)
    assert asking.hash == plain.hash


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
