"""Games as exact trees: the published numbers of histories and information sets, and what a node says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from helpers.examples import run_examples
from helpers.paths import ROOT
from helpers.small_games import FAILING, run, written
from helpers.tiers import full
from helpers.trees import COUNTS, JUDGED

import stammtisch as st
from stammtisch.base.errors import UsageError
from stammtisch.solving.game_table import GameTable, Strategy, backward_induction, best_response, nash_conv
from stammtisch.solving.tabulation import tabulate
from stammtisch.solving.tree import CHANCE, DECISION, TERMINAL, Node, begin, count, paths, walk

# hidden: a card each, drawn; both play a number at once; then a die with one more side than the smaller number
MIXED = """\
format: 1
game: Mixed
players: 2
components:
  card: {front: {value: 1..2}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..2}}
  result: 0..3
each player:
  hand: {holds: card, see: owner}
  number_played: 0..2
setup:
  shuffle the deck: {shuffle: deck}
  deal a card each: {deal: 1, from: deck, to: players.hand}
phases:
  both play a number:
    together: p in players
    choose: n in 1..2
    set: {p.number_played: n}
  a die is thrown: {random: side in 1..min(players.number_played), set: {result: side}}
  the first player guesses: {by: first(players), one of: {High: nothing, Low: nothing}}
score: sum(player.hand.value)
"""


def tree(folder: Path, text: str) -> Node:
    return begin(written(folder, "mixed", text).game())


@pytest.mark.parametrize(("name", "players", "options", "histories", "sets"), COUNTS)
def test_histories_and_information_sets_are_the_published_ones(
    name: str, players: int, options: dict[str, Any], histories: tuple[int, int, int], sets: list[int]
) -> None:
    found = count(begin(st.load_ruleset(name).game(players, options)))
    assert (found.chance, found.decision, found.terminal) == histories
    assert found.information_sets == sets


@pytest.mark.parametrize(("highest", "histories", "sets"), [(2, (12, 10, 14), [2, 2]), (3, (40, 27, 50), [3, 3])])
def test_the_sealed_auction_with_lots_drawn_among_one_counted(
    highest: int, histories: tuple[int, int, int], sets: list[int]
) -> None:
    game = st.load_ruleset("first-price-auction").game(2, {"highest_value": highest})
    found = count(begin(game, singles=True))
    assert (found.chance, found.decision, found.terminal) == histories
    assert found.information_sets == sets
    assert count(begin(game)).chance < found.chance


@full
def test_tic_tac_toe_has_all_its_games_and_is_a_draw() -> None:
    root = begin(st.load_ruleset("tictactoe").game(), log=False)
    found = count(root, sets=False)
    assert (found.chance, found.decision, found.terminal) == (0, 294778, 255168)
    assert found.information_sets is None
    assert backward_induction(root) == [0, 0]


@pytest.mark.parametrize(
    ("name", "options", "exact"),
    [
        ("kuhn", {}, Fraction(11, 12)),
        ("leduc", {}, Fraction("4.747222222")),
        ("liars-dice", {"dice": 1, "sides": 3}, Fraction("1.1111111")),
        ("liars-dice", {"dice": 1, "sides": 4}, Fraction("1.3101190")),
    ],
)
def test_what_random_play_gives_away_is_the_published_figure(
    name: str, options: dict[str, Any], exact: Fraction
) -> None:
    table = tabulate(st.load_ruleset(name).game(2, options))
    assert nash_conv(table, table.uniform()) == pytest.approx(float(exact), abs=5e-8)


def pure(table: GameTable, options: dict[int, int], strategy: Strategy) -> Strategy:
    """The strategy with one option, by position, for certain at these information sets."""
    chosen = {
        place: [float(n == option) for n in range(table.sets[place].options)] for place, option in options.items()
    }
    return [chosen.get(place, played) for place, played in enumerate(strategy)]


def test_a_best_response_is_best_and_worth_what_it_says() -> None:
    table = tabulate(st.load_ruleset("kuhn").game(2))
    uniform = table.uniform()
    for seat in (0, 1):
        worth, options = best_response(table, uniform, seat)
        answer = pure(table, options, uniform)
        assert table.values(answer)[seat] == pytest.approx(worth)
        own = [place for place, found in enumerate(table.sets) if found.seat == seat]
        assert sorted(options) == own
        for place in own:
            other = {**options, place: 1 - options[place]}
            assert table.values(pure(table, other, uniform))[seat] <= worth + 1e-12


def test_simultaneous_choices_and_chance_in_one_tree(tmp_path: Path) -> None:
    root = tree(tmp_path, MIXED)
    # 2 deals (the second card is no chance event), 2 * 2 numbers, a die only if both play 2, then a guess
    found = count(root)
    assert (found.chance, found.decision, found.terminal) == (1 + 2 * 1, 2 + 4 + 2 * 5, 2 * 5 * 2)
    # player 1: a card, later a card, both numbers, the throw; player 2 never sees player 1's number before choosing
    assert found.information_sets == [2 + 2 * 5, 2]
    assert (root.kind, root.results, root.probability) == (CHANCE, 2, 0.5)
    first = root.child(0)
    assert (first.kind, first.seat, first.numbers, first.history()) == (DECISION, 0, [0, 1], [0])
    second = [first.child(0), first.child(1)]
    assert [node.seat for node in second] == [1, 1]
    assert second[0].information() == second[1].information() != root.child(1).child(0).information()
    assert second[0].information(0) != second[1].information(0)
    throw = second[1].child(1)
    assert (throw.kind, throw.results, throw.history()) == (CHANCE, 2, [0, 1, 1])
    assert throw.information(1) == throw.child(0).before.information(1)  # type: ignore[union-attr]
    assert throw.child(0).information(0) != throw.child(1).information(0)
    with pytest.raises(IndexError):
        first.child(2)
    end = throw.child(0).child(1)
    assert (end.kind, end.results, end.payoffs) == (TERMINAL, 0, [-1, 1])


def test_without_a_log_the_tree_is_the_same(tmp_path: Path) -> None:
    for game in (st.load_ruleset("kuhn").game(3), written(tmp_path, "mixed", MIXED).game()):
        with_log, without = (count(begin(game, log=log), sets=False) for log in (True, False))
        assert with_log == without and without.chance > 0


def test_every_draw_counts_if_wanted(tmp_path: Path) -> None:
    root = begin(written(tmp_path, "mixed", MIXED).game(), singles=True)
    # now a die is thrown after every pair of numbers; the last card lies in no shuffled pile any more
    assert (count(root).chance, count(root).decision) == (1 + 2 * 4, 2 + 4 + 2 * 5)


def test_the_tree_is_that_of_the_game_itself() -> None:
    game = st.load_ruleset("leduc").game()
    for seed in range(20):
        state = game.start(seed)
        node = begin(game)
        results = [chance[2] for chance in state.log.chances_since()] if state.log else []
        while not state.over or node.kind == CHANCE:
            if node.kind == CHANCE:
                node = node.child(results.pop(0))
                continue
            assert state.v == node.state.v and state.z == node.state.z
            assert state.seen(node.seat) == node.state.seen(node.seat)
            assert [option.number for option in state.decision.options] == node.numbers
            before = len(state.log.chances_since()) if state.log else 0
            position = (seed + state.decisions) % node.results
            state.choose(position)
            node = node.child(position)
            results = [chance[2] for chance in state.log.chances_since()[before:]] if state.log else []
        assert (node.kind, node.payoffs) == (TERMINAL, state.payoffs)
        assert len(node.state.choices()) == len(state.choices())


def test_a_state_of_the_tree_can_be_played_on() -> None:
    node = begin(st.load_ruleset("leduc").game()).child(0).child(0)
    state = node.state.clone()
    while not state.over:
        state.choose(0)
    assert node.state.clone() == node.state.clone() and not node.state.over


def test_equal_information_means_equal_options_and_equal_views(tmp_path: Path) -> None:
    for root in (tree(tmp_path, MIXED), begin(st.load_ruleset("kuhn").game())):
        known: dict[str, Any] = {}
        for node in walk(root):
            if node.kind == DECISION:
                seen = node.state.view(node.seat), node.state.seen(node.seat)
                assert known.setdefault(node.information(), seen) == seen
        assert len({json.dumps(seen) for seen in known.values()}) == len(known)


def test_options_that_a_judge_allows_are_information(tmp_path: Path) -> None:
    root = tree(tmp_path, JUDGED)
    first, second = root.children()
    assert first.state.seen(0) == second.state.seen(0)
    assert (first.results, second.results) == (1, 2)
    assert first.information() != second.information()
    assert first.information(1) == second.information(1)
    # what was offered is remembered
    assert first.child(0).information() != second.child(0).information()
    assert first.child(0).child(0).information(0) != second.child(0).child(0).information(0)


@full
def test_information_is_the_same_in_every_process() -> None:
    code = (
        "import cli; import stammtisch as st; from stammtisch.solving.tree import begin; "
        "print(begin(st.load_ruleset('leduc').game()).child(2).child(1).child(0).information())"
    )
    told = begin(st.load_ruleset("leduc").game()).child(2).child(1).child(0).information()
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.strip() == told
    assert told.startswith("player 2: ")


def test_a_limit_stops_the_count_and_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.solving.tree.TOLD_EVERY", 20)
    root = begin(st.load_ruleset("kuhn").game())
    told: list[int] = []
    assert count(root, 58, told.append).all == 58
    assert told == [20, 40]
    with pytest.raises(st.UsageError, match=r"more than 57 histories; raise --limit"):
        count(root, 57)


@full
def test_a_terminal_sees_progress_at_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000_000))
    monkeypatch.setattr("stammtisch.cli.console.time.monotonic", lambda: next(clock) / 4)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, _, err = run(capsys, "tree", "leduc", "--limit", 5000)
    assert code == 2
    shown = err.split("\r")
    assert shown[1].startswith("100 histories so far, ")
    assert shown[-1] == "this game has more than 5,000 histories; raise --limit to count further\n"
    assert not shown[-2].strip(), "the line is cleared"


@full
def test_without_a_terminal_progress_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capsys, "tree", "leduc")[2] == ""
    clock = iter(range(1_000_000))
    monkeypatch.setattr("stammtisch.cli.console.time.monotonic", lambda: next(clock))
    lines = run(capsys, "tree", "leduc")[2].splitlines()
    assert 2 < len(lines) < 20 and lines[0].startswith("1,000 histories so far, ")


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (
            "munchhausen",
            "Munchhausen cannot be solved: it is for 3 to 8 players, and only games for two players can be",
        ),
        ("first-price-auction", "what one wins the other must lose"),
    ],
)
def test_what_cannot_be_solved_is_told_before_the_tree_is_walked(
    ruleset: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "solve", ruleset, "--bot", "random", "--limit", 300)
    assert (code, out) == (2, "")
    assert message in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(("method", "package"), [("lp", "scipy"), ("cfr", "wasmtime")])
def test_a_missing_extra_is_told_before_the_tree_is_walked(
    method: str, package: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    code, out, err = run(capsys, "solve", "leduc", "--method", method, "--limit", 1)
    assert (code, out) == (2, "")
    assert err == f"this needs {package}, which is not installed: pip install {package}\n"


def test_a_strategy_that_is_not_there_is_told_before_the_tree_is_walked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", "leduc", "--bot", "nobody.json", "--limit", 1)
    assert (code, out, err) == (2, "", "there is no bot and no file 'nobody.json'; the bot is called random\n")


def test_rules_that_fail_are_told(tmp_path: Path) -> None:
    with pytest.raises(st.GameError, match="total"):
        count(tree(tmp_path, FAILING))


@full
def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "tree", "kuhn", "--players", "3", "--format", "json")
    assert code == 0
    assert json.loads(out) == {"chance": 17, "decision": 288, "terminal": 312, "information_sets": [16, 16, 16]}
    code, out, _ = run(capsys, "tree", "liars-dice", "--set", "dice=1", "--set", "sides=3")
    assert code == 0
    assert "1,147 histories" in out and "information sets of player 2  96" in out
    code, out, err = run(capsys, "tree", "leduc", "--limit", "100")
    assert (code, out) == (2, "")
    assert "more than 100 histories" in err


OTHELLO = [4, 12, 56, 244, 1396, 8200, 55092, 390216]


@full
@pytest.mark.parametrize("depth", [5, pytest.param(7, marks=full)])
def test_othello_is_played_in_as_many_ways_as_is_known(depth: int) -> None:
    assert paths(begin(st.load_ruleset("othello").game(), log=False), depth) == OTHELLO[:depth]


@full
def test_the_second_player_wins_othello_on_a_small_board() -> None:
    assert backward_induction(begin(st.load_ruleset("othello").game(None, {"size": 4}), log=False)) == [-1, 1]


def test_the_first_men_of_nine_mens_morris() -> None:
    """The fifth man is the first that can close a mill, of a row whose other men are the first and third."""
    root = begin(st.load_ruleset("nine-mens-morris").game(), log=False)
    assert paths(root, 2) == [24, 24 * 23]
    mills = 0
    for third in root.child(0).child(0).children():  # from one corner, whose other row the second man stops
        mills += sum(child.seat == 0 for child in third.child(0).children() if child.results == 2)
    assert mills == 2  # the two other men of the row in both orders


@full
def test_ways_to_play_are_counted_below_chance_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "tree", "kuhn", "--depth", "4")
    assert (code, [line.split()[-1] for line in out.splitlines()[1:]]) == (0, ["12", "24", "12", "0"])
    code, out, err = run(capsys, "tree", "othello", "--depth", "6", "--limit", "100", "--format", "json")
    assert (code, out) == (2, "") and "more than 100 histories" in err


def test_the_examples_of_the_page_print_what_is_written() -> None:
    assert run_examples("solving.md") == 3


@full
def test_ways_are_counted_natively_and_in_python_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, depth in (("tictactoe", 5), ("connect-four", 4), ("nine-mens-morris", 3)):
        game = st.load_ruleset(name).game()
        root = begin(game, log=False)
        natively = paths(root, depth)
        with pytest.raises(UsageError, match="more than 3 histories"):
            paths(root, depth, 3)
        monkeypatch.setitem(vars(game), "native", None)
        assert paths(root, depth) == natively
        with pytest.raises(UsageError, match="more than 3 histories"):
            paths(root, depth, 3)
