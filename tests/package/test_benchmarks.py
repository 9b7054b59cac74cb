"""The benchmark suite: its references are the rulesets' games, and one command gives all its tables and columns."""

from __future__ import annotations

import ctypes
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import pytest
from helpers.paths import TESTS
from helpers.tiers import full

import stammtisch as st
from stammtisch.base.streams import BOTS, GAME, Stream, game_seed, seed_stream
from stammtisch.game.game import Game
from stammtisch.game.scenario_state import Answer, ScenarioState
from stammtisch.program.options import Option

sys.path.append(str(TESTS / "benchmarks"))

import batches
import handwritten_card_games as cards
import handwritten_games as games
import measures
import report
import run
from contests import CONTESTS

Number = Callable[[ScenarioState, Option], int]
SEEDS = range(24)


def answers(results: Iterable[Callable[[int], bool]]) -> list[tuple[str, Answer]]:
    """Results of chance, each told by what is true of it."""

    def answer(wanted: Callable[[int], bool]) -> Answer:
        return lambda _, items: next((i for i, item in enumerate(items) if wanted(item)), None)

    return [("what the reference drew", answer(wanted)) for wanted in results]


def is_(value: int) -> Callable[[int], bool]:
    return lambda item: item == value


@cache
def game_of(name: str, players: int, dice: int = 0) -> Game:
    return st.load_ruleset(name).game(players, {"dice": dice} if dice else {})


def begun(game: Game, seed: int, results: Iterable[Callable[[int], bool]] = ()) -> ScenarioState:
    """The ruleset's game, its chance told beforehand."""
    random.seed(seed)
    state = ScenarioState(game, seed, game.program.names["player"])
    state.script = answers(results)
    state.begin(())
    return state


def in_lockstep(state: ScenarioState, reference: Any, number: Number, last: Callable[[], Any] = lambda: None) -> None:
    """Both play the same random game: the same seats with the same options, and the same result.

    `number` is the reference's action for an option; `last` is called where the reference has ended.
    """
    bots = Stream(seed_stream(state.seed, BOTS))
    while not state.over:
        assert not reference.is_terminal()
        decision = state.decision
        assert decision.seat == reference.current_player()
        actions = [number(state, option) for option in decision.options]
        assert sorted(actions) == sorted(reference.legal_actions())
        position = bots.draw(len(actions))
        reference.apply(actions[position])
        if reference.is_terminal():
            last()
        state.choose(position)
    assert reference.is_terminal()
    assert state.payoffs == reference.returns()


def card(state: ScenarioState, name: str, number: int) -> int:
    """An attribute of a card."""
    program = state.game.program
    of = program.cards[number]
    return of.values[[attribute for attribute, _, _ in program.attributes[of.component]].index(name)]


def value(option: Option) -> int:
    assert option.value is not None
    return option.value


def is_of_value(wanted: int) -> Callable[[int], bool]:
    """True of a card of that value, where the sets of cards run from 1 to 13."""
    return lambda item: item % 13 + 1 == wanted


def is_of_rank(wanted: int) -> Callable[[int], bool]:
    """True of a card of that rank, where each rank has two."""
    return lambda item: item // 2 == wanted


# -- the games of handwritten_games.py


@pytest.mark.parametrize("seed", SEEDS)
def test_tic_tac_toe(seed: int) -> None:
    state = begun(game_of("tictactoe", 2), seed)
    in_lockstep(state, games.TicTacToe(), lambda _, option: value(option))


@pytest.mark.parametrize("seed", SEEDS)
def test_kuhn(seed: int) -> None:
    random.seed(seed)
    reference = games.KuhnPoker()
    state = begun(game_of("kuhn", 2), seed, map(is_, reference.cards))
    in_lockstep(state, reference, lambda _, option: ["Pass", "Bet"].index(option.words))


@pytest.mark.parametrize("seed", SEEDS)
def test_leduc(seed: int) -> None:
    random.seed(seed)
    reference = games.LeducPoker()
    ranks = [*reference.cards, reference.rest[-1]]
    state = begun(game_of("leduc", 2), seed, map(is_of_rank, ranks))
    in_lockstep(state, reference, lambda _, option: ["Fold", "Call", "Raise"].index(option.words))


@pytest.mark.parametrize("seed", SEEDS)
def test_goofspiel(seed: int) -> None:
    random.seed(seed)
    reference = games.Goofspiel()
    prizes = [reference.prize, *reversed(reference.prizes)]
    state = begun(game_of("goofspiel", 2), seed, map(is_of_value, prizes[:-1]))
    in_lockstep(state, reference, lambda state, option: card(state, "value", value(option)))


@pytest.mark.parametrize("dice", [1, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_liars_dice(dice: int, seed: int) -> None:
    state = begun(game_of("liars-dice", 2, dice), seed)
    reference = games.LiarsDice(dice)
    cups = [slot.indexes[0][1] for slot in state.game.program.ints if slot.declared == "cup"]
    dice_shown = [state.v[i] for i, slot in enumerate(state.game.program.ints) if slot.declared == "cup"]
    reference.dice = [
        [face for face in range(6) for _ in range(dice_shown[cups.index(seat) + face])] for seat in range(2)
    ]
    in_lockstep(state, reference, lambda _, option: reference.liar if option.words == "Liar" else value(option))


# -- the games of handwritten_card_games.py


def munchhausen_action(state: ScenarioState, option: Option) -> int:
    if option.kind.startswith("card"):
        return card(state, "value", value(option))
    if option.value is not None:
        return option.value
    return int(option.words == "Accept")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_munchhausen(players: int, seed: int) -> None:
    starter = seed % players
    reference = cards.Munchhausen(players, starter)
    state = begun(game_of("munchhausen", players), seed, [is_(starter)])
    in_lockstep(state, reference, munchhausen_action)
    assert state.scores == reference.scores()


class Warrender(cards.Warrender):
    """The reference, with the cards that chance takes from hands of several at the end."""

    __slots__ = ("last",)

    def _last_cards(self) -> None:
        hands = [hand[:] for hand in self.hands]
        super()._last_cards()
        lost = [set(before) - set(hand) for before, hand in zip(hands, self.hands, strict=True) if len(before) > 1]
        self.last = [card for found in lost for card in found]


def warrender_action(state: ScenarioState, option: Option) -> int:
    return cards.NO_CARD if option.value is None else option.value


@pytest.mark.parametrize("players", [3, 4, 7])
@pytest.mark.parametrize("seed", SEEDS)
def test_warrender(players: int, seed: int) -> None:
    deck, starter = random.Random(seed).sample(range(72), 72), seed % players
    reference = Warrender(players, deck, starter)
    state = begun(game_of("warrender", players), seed, [*map(is_, deck[:-1]), is_(starter)])

    def lost_at_the_end() -> None:
        if reference.winner < 0:
            state.script = answers(map(is_, reference.last))

    in_lockstep(state, reference, warrender_action, lost_at_the_end)
    assert not state.script
    assert state.scores == [reference.totals(seat)[0] for seat in range(players)]


def test_warrender_has_the_cards_of_the_ruleset() -> None:
    state = begun(game_of("warrender", 4), 1)
    columns = [
        [card(state, name, number) for number in range(72)] for name in ("suit", "value", "contribution", "tipsiness")
    ]
    assert list(zip(*columns, strict=True)) == cards.CARDS


# -- the suite


@full
def test_the_suite_gives_every_table_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tmp_path / "found.json"
    run.main(["--seconds", "0.01", "--rounds", "1", "--games", "kuhn", "--json", str(found)])
    data = json.loads(found.read_text())
    printed = capsys.readouterr().out
    for title in (
        "Native play: nanoseconds a decision",
        "In Python: microseconds a decision",
        "Copies of a state",
        "Peak memory",
        "Limits",
    ):
        assert f"### {title}" in printed
    rows = {row["engine"]: row for row in data["decisions"]}
    assert {"by hand", "native", "native, counted", "API", "API with log"} <= rows.keys()
    assert not shutil.which("cc") or {"C", "C, seeded"} <= rows.keys()
    for name, row in rows.items():
        assert row["us_per_decision"] > 0 < row["playouts_per_s"]
        assert all(to["ratio"] > 0 for to in row["to"].values())
        assert row["to"].keys() >= {*rows, "tic-tac-toe by hand"} - {name}
        assert 2 <= row["decisions_per_playout"] <= 3
    (clone,), (start,), (memory,) = data["clones"], data["start"], data["memory"]
    assert all(clone[key] > 0 for key in ("clone_us", "by_hand_us", "to_reference", "to_list_copy", "logged_us"))
    steps = [start[f"{step}_ms"] for step in ("import", "load", "program", "native", "api")]
    assert min(steps) > 0
    assert start["process_ms"] >= sum(steps) * 0.999
    assert memory["states"] == 100_000
    assert 10 < memory["one_mb"] < memory["all_mb"]
    assert memory["by_hand_bytes_per_state"] > 100
    assert {"stammtisch --help", "import click", "validate kuhn", "validate balvin"} <= {
        row["command"] for row in data["commands"]
    }
    assert {"what", "value", "limit", "kept"} == data["limits"][0].keys()


def row(game: str, engine: str, to: dict[str, float]) -> dict[str, Any]:
    ratios = {other: {"ratio": value, "spread": 0.1} for other, value in to.items()}
    return {"game": game, "engine": engine, "us_per_decision": 1.0, "to": ratios}


def test_limits_are_compared() -> None:
    small = [
        row(game, engine, to)
        for game, factor in (("kuhn", 1.0), ("leduc", 3.0))
        for engine, to in (
            ("API", {"by hand": factor}),
            ("by hand", {"tic-tac-toe by hand": 1.0}),
            ("native", {"C": 5 * factor, "OpenSpiel's rollouts": 0.9}),
            ("native rollouts", {"OpenSpiel's rollouts": 0.2 * factor}),
            ("native, counted", {"native": 1.5}),
        )
    ]
    data = {
        "decisions": [
            *small,
            row("othello", "native", {"tic-tac-toe in C": 99.0}),
            row("balvin", "native, counted", {"native": 1.5}),
        ],
        "clones": [{"game": "kuhn", "to_reference": 1.0}, {"game": "balvin", "to_reference": None}],
        "start": [{"game": game, "native_ms": 200.0} for game in ("kuhn", "leduc", "balvin")],
        "commands": [
            {"command": name, "seconds": seconds}
            for name, seconds in (
                ("import click", 0.1),
                ("stammtisch --help", 0.3),
                ("validate kuhn", 0.4),
                ("validate balvin", 0.8),
            )
        ],
    }
    limits = report.limits(data)
    assert {found["what"]: found["kept"] for found in limits} == {
        "native to C by hand, geometric mean of only 2 games": False,
        "native to C by hand, the slowest: leduc": False,
        "native to OpenSpiel's rollouts, the slowest: leduc": False,
        "native to tic-tac-toe in C: othello": True,
        "counted to native, large games, the slowest: balvin": False,
        "counted to native, small games, the slowest: kuhn": True,
        "from program to first native game, seconds: kuhn": False,
        "from program to first native game, seconds: balvin": True,
        "API to by hand, geometric mean of only 2 games": True,
        "API to by hand, the slowest: leduc": True,
        "clone to by hand, the slowest: kuhn": True,
        "stammtisch --help to import click": False,
        "validate balvin, seconds (1.5 times kuhn and 0.3 s)": True,
    }
    assert limits[0]["value"] == pytest.approx(5 * 3**0.5)


def test_what_is_not_installed_leaves_its_cells_empty() -> None:
    rows = [row("kuhn", "native", {}), row("kuhn", "native, counted", {"native": 1.25})]
    assert report.native_table(rows).splitlines()[2] == "| kuhn | 1,000 | 1,000 | 1.25 x (10%) |  |  |  |  |  |"
    assert report.rollouts_table(rows).count("\n") == 1


# -- many games for one call


@pytest.fixture(scope="module")
def c_library() -> ctypes.CDLL:
    library = batches.c_library()
    if library is None:
        pytest.skip("there is no C compiler")
    return library


@pytest.mark.parametrize("name", batches.IN_C)
def test_games_in_c_come_to_the_same_as_the_ruleset(c_library: ctypes.CDLL, name: str) -> None:
    contest = next(contest for contest in CONTESTS if contest.name == name)
    found = list(measures.game_of(contest).results(1, 2_000))
    lengths, payoffs = [length for _, length in found], [own[0] for own, _ in found]
    for seeded in (False, True):
        decisions = c_library.playouts(batches.IN_C.index(name), 100_000, seeded, 1, 0)
        # goofspiel's payoff is +1, 0, -1 there as here; five times the error that the mean of so many games has
        for in_c, values in ((decisions, lengths), (c_library.results(), payoffs)):
            assert abs(in_c / 100_000 - mean(values)) <= 5 * pstdev(values) / len(values) ** 0.5 + 1e-9


def test_games_in_c_have_the_seeds_of_the_documentation(c_library: ctypes.CDLL) -> None:
    expected = 0
    for number in range(100):
        stream = Stream(seed_stream(game_seed(7, number), GAME))
        drawn = [stream.draw(n) for n in (3, 2, 2, 2)]  # two to shuffle, then the first two choices of Kuhn poker
        expected += 3 if drawn[2:] == [0, 1] else 2
    assert c_library.playouts(batches.IN_C.index("kuhn"), 100, True, 7, 0) == expected


@pytest.mark.parametrize("dealt", [False, True])
def test_native_calls_tell_how_many_decisions_they_make(dealt: bool) -> None:
    game = game_of("kuhn", 2)
    if game.native is None:
        pytest.skip("there is no wasmtime")
    play = batches.native(game.native, dealt)(0)
    for number in range(batches.RUNS):
        decisions, games = play(), game.native.value("played")
        assert dealt or decisions == sum(length for _, length in game.results(number, games))
        assert 2.2 < decisions / games < 2.3
