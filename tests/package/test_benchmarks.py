"""The benchmark suite: its references are the rulesets' games, and one command gives all its tables and columns."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import TESTS
from helpers.tiers import full

import stammtisch as st
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.game.scripted import Answer, Scripted
from stammtisch.program.options import Option

sys.path.append(str(TESTS / "benchmarks"))

import handwritten_card_games as cards
import handwritten_games as games
import report
import run

Number = Callable[[Scripted, Option], int]
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


def begun(game: Game, seed: int, results: Iterable[Callable[[int], bool]] = ()) -> Scripted:
    """The ruleset's game, its chance told beforehand."""
    random.seed(seed)
    state = Scripted(game, seed)
    state.script = answers(results)
    state.begin(())
    return state


def in_lockstep(state: Scripted, reference: Any, number: Number, last: Callable[[], Any] = lambda: None) -> None:
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


def card(state: Scripted, name: str, number: int) -> int:
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


def munchhausen_action(state: Scripted, option: Option) -> int:
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


def warrender_action(state: Scripted, option: Option) -> int:
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
        [card(state, name, number) for number in range(72)] for name in ("suit", "value", "contribution", "tipsy")
    ]
    assert list(zip(*columns, strict=True)) == cards.CARDS


# -- the suite


@full
def test_the_suite_gives_every_table_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tmp_path / "found.json"
    run.main(["--seconds", "0.01", "--rounds", "1", "--games", "kuhn", "--json", str(found)])
    data = json.loads(found.read_text())
    printed = capsys.readouterr().out
    for title in ("Microseconds a decision", "Copies of a state", "Peak memory", "Limits"):
        assert f"### {title}" in printed
    rows = {row["engine"]: row for row in data["decisions"]}
    assert {"by hand", "bulk", "API", "API with log"} <= rows.keys()
    for row in rows.values():
        assert row["us_per_decision"] > 0 < row["playouts_per_s"]
        assert row["to_reference"] > 0 < row["to_tictactoe_by_hand"]
        assert 2 <= row["decisions_per_playout"] <= 3
    (clone,), (start,), (memory,) = data["clones"], data["start"], data["memory"]
    assert all(clone[key] > 0 for key in ("clone_us", "by_hand_us", "to_reference", "to_list_copy", "logged_us"))
    assert start["process_ms"] >= start["import_ms"] + start["load_ms"] + start["compile_ms"] + start["bulk_ms"] > 0
    assert memory["states"] == 100_000
    assert 10 < memory["one_mb"] < memory["all_mb"]
    assert memory["by_hand_bytes_per_state"] > 100
    assert {"stammtisch --help", "import click", "validate kuhn", "validate balvin"} <= {
        row["command"] for row in data["commands"]
    }
    assert {"what", "value", "limit", "kept"} == data["limits"][0].keys()


def test_limits_are_compared() -> None:
    def row(game: str, engine: str, to: float) -> dict[str, Any]:
        return {"game": game, "engine": engine, "to_reference": to, "to_tictactoe_by_hand": to}

    data = {
        "decisions": [row(g, e, to) for g, to in (("kuhn", 0.5), ("leduc", 1.5)) for e in ("by hand", "bulk", "API")]
        + [row("balvin", "bulk", 4.0)],
        "clones": [{"game": "kuhn", "to_reference": 1.0}, {"game": "balvin", "to_reference": None}],
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
    kept = {found["what"].split(":")[0]: found["kept"] for found in report.limits(data)}
    assert kept == {
        "bulk to by hand, geometric mean of only 2 games": True,
        "bulk to by hand, the slowest": False,
        "API to by hand, geometric mean of only 2 games": True,
        "API to by hand, the slowest": True,
        "bulk to tic-tac-toe by hand": True,
        "clone to by hand, the slowest": True,
        "stammtisch --help to import click": False,
        "validate balvin, seconds (1.5 times kuhn and 0.3 s)": True,
    }
