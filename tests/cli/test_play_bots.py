"""Bots that think at the table: seats, resuming, undo and hints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.bots import chosen_so_far, played, searched
from helpers.terminals import GAME, Table, run
from helpers.tiers import full

import stammtisch as st
from stammtisch.backend.native.search_results import OptionResult
from stammtisch.cli.hints import verdict
from stammtisch.cli.seating import known_seats
from stammtisch.cli.terminal import Terminal
from stammtisch.game.game import Game


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched("tictactoe")
    monkeypatch.chdir(tmp_path)


BOTS = ["tictactoe", "--seat", "1=search:50,2=greedy", "--seed", "4"]


@full
def test_bots_that_think_play_the_same_game_each_time() -> None:
    code, shown, _ = run([*BOTS, "--record", "game.jsonl"])
    assert code == 0 and run(BOTS)[1] == shown
    game = st.read_game("game.jsonl")
    own = chosen_so_far(played(searched("tictactoe"), "search:50,greedy", 4))
    assert [(choice.seat, choice.choice) for choice in game.choices] == own


@full
def test_a_game_that_was_left_goes_on_with_the_same_bots_and_choices() -> None:
    whole = run(["munchhausen", "--seat", "1=human,2=search:30,3=greedy", "--seed", "4"], "1\n" * 400)[1]
    begun = ["munchhausen", "--seat", "1=human,2=search:30,3=greedy", "--seed", "4"]
    assert run([*begun, "--record", "game.jsonl"], "1\n1\n1\n")[0] == 2
    code, shown, _ = run(["--resume", "game.jsonl"], "1\n" * 400)
    assert code == 0
    assert shown.splitlines()[-12:] == whole.splitlines()[-12:]


@full
def test_after_undo_the_bots_choose_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, capsys, monkeypatch)
    games = []
    for answers in ("5; wait; 2", "3; wait; undo; undo; 5; undo; 5; wait; 2"):
        state = table.state(GAME)
        session = table.session(state, "hr", answers)
        session.seats[1] = "search:40"
        session.bots = session.seat_bots()
        session.run()
        games.append(chosen_so_far(session.state))
    assert games[0] == games[1] and session.state.over
    assert {seat for seat, _ in games[0]} == {0, 1}


def test_a_hint_names_three_options_with_what_they_are_worth() -> None:
    narrow = ["connect-four", "--set", "width=5", "--seat", "all=human", "--seed", "1"]
    _, shown, _ = run(narrow, "1\n2\n1\n2\n1\n2\nhint\nquit\nno\n")
    lines = shown[shown.index("> hint") :].splitlines()
    assert lines[1] == "400 games were played out from here; what you cannot see was drawn at random in each:"
    assert re.fullmatch(r"  \S.*  wins 100 % \(± 0\) +\(tried \d+ times\)", lines[2]), lines[2]
    assert len([line for line in lines if "tried" in line]) == 3
    assert lines[5] == "The first is clearly better than the next."


def test_a_hint_is_the_same_each_time_and_in_points_where_the_ruleset_pays() -> None:
    _, shown, _ = run(["kuhn", "--players", "3", "--seat", "all=human", "--seed", "1"], "hint\nhint\nquit\nno\n")
    parts = shown.split("> hint\n")
    assert parts[1].split("> ")[0].splitlines()[:4] == parts[2].split("> ")[0].splitlines()[:4]
    assert re.search(r"brings [+-]\d\.\d\d \(± \d\.\d\d\)", parts[1])


def test_hints_come_from_the_strongest_bot() -> None:
    _, shown, _ = run(["kuhn", "--seat", "all=human", "--seed", "1"], "hint\nquit\nno\n")
    assert "player 1" in shown and re.search(
        "> hint\nPerfect play (chooses \\w+.|draws one of these, each so often:)\n", shown
    )
    _, shown, _ = run(["tictactoe", "--seat", "all=human", "--seed", "1"], "1\n4\n2\n5\nhint\nquit\nno\n")
    assert "> hint\nPerfect play chooses cell 1/2.\n" in shown
    _, shown, _ = run(["connect-four", "--seat", "all=human", "--seed", "1"], "hint\nquit\nno\n")
    assert "lines of play were judged by a net that has learned this game;" in shown


def test_without_names_the_strongest_bots_sit_at_the_other_seats() -> None:
    for ruleset, seats, name in (
        ("kuhn", (), "perfect, which has worked out the whole game."),
        ("connect-four", (), "expert, which has learned this game by playing against itself."),
        ("hex", ("--seat", "1=human"), "search, which plays 400 games out in its head for each choice."),
        (
            "hex",
            ("--seat", "2=beginner,1=human"),
            "search:10, which plays 10 games out in its head for each choice.",
        ),
        ("connect-four", ("--seat", "2=strongest,1=human"), "expert, which has learned"),
    ):
        _, shown, _ = run([ruleset, *seats, "--seed", "1"], "quit\nno\n")
        assert shown.splitlines()[1].startswith(f"player 2: {name}"), shown


def test_how_sure_a_hint_is() -> None:
    assert verdict([OptionResult(9, 0.5, 0.1)]) == "There was no other option to try."
    assert (
        verdict([OptionResult(9, 0.9, 0.1), OptionResult(9, 0.1, 0.1)]) == "The first is clearly better than the next."
    )
    assert verdict([OptionResult(9, 0.5, 0.0)] * 3) == "As far as the search can see, all are worth the same."
    assert verdict([OptionResult(9, 0.5, 0.1), OptionResult(9, 0.4, 0.1)]) == "The first two are too close to call."


def test_time_to_think_takes_the_place_of_iterations() -> None:
    code, shown, _ = run(["tictactoe", "--seat", "all=search", "--seed", "1", "--think", "0.02"])
    assert code == 0 and "The game is over" in shown
    assert "is not in the range" in run(["tictactoe", "--think", "0"])[2]


def test_where_nothing_can_be_searched_bots_and_hints_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "searching", None)
    code, _, errors = run(BOTS)
    assert (code, errors) == (2, "search:50 needs native play, and Tic-tac-toe is too large for it\n")
    _, shown, _ = run(["tictactoe", "--seed", "1"], "hint\nquit\nno\n")
    assert "> hint\nA hint needs native play, and Tic-tac-toe is too large for it.\n" in shown


def test_seats_of_a_file_are_only_taken_if_they_are_known() -> None:
    assert known_seats({"seats": ["human", "search:0020"]}, 2) == ["human", "search:20"]
    for seats in (["human"], ["human", "clever"], ["human", 3], "human", None):
        assert known_seats({"seats": seats}, 2) == []


def test_on_a_screen_it_is_told_who_thinks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal([])
    for screen, wanted in ((False, ""), (True, "Ann thinks ...\r              \r")):
        terminal.screen = screen
        with terminal.meanwhile("Ann thinks ..."):
            pass
        assert capsys.readouterr().out == wanted
