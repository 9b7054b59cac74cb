"""Playing at the terminal: answers, why, undo, hand-over and bots. How games are kept: test_autosave.py."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.paths import ROOT
from helpers.processes import heed
from helpers.terminals import FAILS, GAME, Table, finish, read_until, run
from helpers.tiers import full

import stammtisch as st
from stammtisch.cli.answers import labels, match_answer, unknown_answer, which_question
from stammtisch.cli.session import result_lines
from stammtisch.cli.terminal import Terminal
from stammtisch.game.bots import bots_stream, random_bot
from stammtisch.seats.score_text import ranking_texts, standing_texts

TOGETHER = """\
format: 1
game: Sealed bids
players: 2..3
each player:
  bid: {range: 0..9, see: owner}
phases:
  a round:
    repeat: 2
    do:
      everybody bids: {together: p in players, choose: b in 1..3, set: {p.bid: b}}
      all is shown: {reveal: players.bid}
score: player.bid
"""

STALLS = """\
format: 1
game: Stalls
players: 2
things: {stall: 2}
shared:
  steps: {range: 0..9, show as: hidden}
each stall:
  goods: 0..3
  shut: false
each player: {points: 0..9}
phases:
  the shops:
    for each: p in players
    do:
      one more step: {add: {steps: 1}}
      stock a stall: {choose: [stall in stalls, much_more in 1..3], set: {stall.goods: much_more, stall.shut: true}}
score: player.points
"""


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, capsys, monkeypatch)


# -- answers


def test_an_answer_is_a_number_words_or_their_beginning() -> None:
    texts = ["Offer 1", "Offer 10", "Offer 2", "Pass the turn", "red 5"]
    numbers = [1, 2, 3, 4, 5]
    assert match_answer("2", texts, numbers).position == 1
    assert match_answer("offer 1", texts, numbers).position == 0
    assert match_answer("  PASS   the", texts, numbers).position == 3
    assert match_answer("off 10", texts, numbers).position == 1
    assert match_answer("turn", texts, numbers).position == 3
    assert match_answer("offer", texts, numbers).found == [0, 1, 2]
    assert match_answer("6", texts, numbers).found == []
    assert match_answer("5 red", texts, numbers).found == []
    # a beginning comes before a part, and a number is never half a number
    assert match_answer("pass", ["All pass", "Pass the turn"]).position == 1
    assert match_answer("off 1", ["Offer 10", "Pass"]).found == []


def test_an_answer_that_fits_nothing_gets_the_nearest_words() -> None:
    assert unknown_answer("ofer 2", ["Offer 2", "Pass"]) == "'ofer 2' is none of the options; did you mean Offer 2?"
    assert unknown_answer("xyz", ["Offer 2", "Pass"]) == "'xyz' is none of the options. Type ? for help."
    assert which_question(["a b", "a c", "d"], [0, 1], [1, 2, 3]) == "Which one: a b (1), a c (2)?"


def test_options_that_are_numbers_stand_for_themselves() -> None:
    assert labels(["3", "4", "5"], ["int"] * 3) == [3, 4, 5]
    assert labels(["3", "4", "pass"], ["int", "int", "pass"]) == [3, 4, 0]
    assert labels(["0", "1", "done"], ["int", "int", "done"]) == [0, 1, 2]
    assert labels(["Offer 3", "Pass"], ["int", "plain"]) == [1, 2]
    assert labels(["red 3", "red 4"], ["card card"] * 2) == [1, 2]


def test_wrong_answers_are_explained_and_asked_again(table: Table) -> None:
    code, shown = table.play(table.state(GAME), "hr", "7; four; 4; wiat; play; dra a; 1")
    assert code == 0
    assert "> 7\nThere is no option 7.\n" in shown
    assert "> four\n'four' is none of the options. Type ? for help.\n" in shown
    assert "> wiat\n'wiat' is none of the options; did you mean Wait?\n" in shown
    assert "> play\nWhich one: Play a card card 1 (2), Play a card card 2 (3)?\n" in shown
    assert shown.count("player 1: Draw a card") == 1


def test_a_refused_option_says_why(table: Table) -> None:
    _, shown = table.play(table.state(GAME), "hr", "4; steal; why steal; why wait; why; why nonsense; quit; no")
    reason = "nobody may steal from the poor"
    assert f"> steal\nSteal a point is not possible: {reason}.\n" in shown
    assert f"> why steal\nSteal a point: {reason}.\n" in shown
    assert "> why wait\nWait: you may choose this.\n" in shown
    assert f"> why\nSteal a point: {reason}.\n" in shown
    assert "> why nonsense\n'nonsense' is none of the options" in shown


def test_each_of_several_choices_is_named_and_machinery_is_not_told(table: Table) -> None:
    code, shown = table.play(table.state(STALLS), "hh", "1;2;2;1")
    assert code == 0
    assert "player 1, stock a stall (stall):" in shown and "player 1, stock a stall (much more):" in shown
    assert "player 1: stock a stall (much more): 2" in shown
    assert "stall 1 is now shut" in shown
    assert "steps" not in shown


def test_help_log_and_table(table: Table) -> None:
    _, shown = table.play(table.state(GAME), "hr", "5; wait; ?; log; table; quit; no")
    help_, rest = shown.split("> ?\n")[1].split("> log\n")
    log, rest = rest.split("> table\n")
    assert all(word in help_ for word in ("why OPTION", "undo", "save FILE", "quit"))
    assert "player 1: pick a number: 5" in log and "player 1: Wait" in log
    assert "player 1 (you)" in rest.split("> quit")[0]


def test_the_word_score_tells_how_the_scores_stand_and_the_end_where_they_come_from(table: Table) -> None:
    text = FAILS.replace("0..3", "0..9").replace("p.points = 3", "p.points > 2")
    _, shown = table.play(table.state(text), "hr", "2; score; 1")
    assert "> score\n  player 1     2\n          +2  take points\n  player 2  " in shown
    end = shown.partition("The game is over")[2]
    assert ". player 1     3\n          +3  take points (+2, +1)\n" in end


# -- undo


@pytest.mark.parametrize("action", ["wait", "hide a card card 1", "steal"])
def test_undo_takes_back_decisions_one_by_one(table: Table, action: str) -> None:
    state = table.state(GAME)
    before = state.clone()
    session = table.session(state, "hr", f"5; {action}; undo; undo; undo; quit; no")
    assert session.run() == 0
    shown, _ = table.capsys.readouterr()
    assert shown.count("Taken back: ") == 2
    assert shown.count("This cannot be taken back: you have decided nothing yet.") == 1
    assert session.state == before and session.state.to_json() == before.to_json()


BARRIERS = {
    "draw": "chance has decided something since",
    "play a card card 1": "a card has been turned up or changed hands since",
    "show a card card 1": "a card has been shown since",
    "say": "something was announced since",
}


@pytest.mark.parametrize("action", BARRIERS)
def test_undo_stops_at_what_was_learned(table: Table, action: str) -> None:
    code, shown = table.play(table.state(GAME), "hr", f"5; {action}; undo; 1")
    assert code == 0
    assert f"> undo\nThis cannot be taken back: {BARRIERS[action]}.\n" in shown


def test_undo_stops_at_another_seats_decision(table: Table) -> None:
    code, shown = table.play(table.state(GAME), "hh", "5; wait; 1; undo; 3; wait; 2")
    assert code == 0
    assert "> undo\nThis cannot be taken back: you have decided nothing yet.\n" in shown
    code, shown = table.play(table.state(TOGETHER, 2), "hr", "2; undo; 3")
    assert code == 0
    assert "> undo\nThis cannot be taken back: everybody has chosen, and who chose last stays hidden.\n" in shown


def test_undo_and_then_another_choice_makes_the_other_game(table: Table) -> None:
    taken = table.session(table.state(GAME, seed=4), "hr", "3; wait; undo; undo; 5; steal; 2")
    direct = table.session(table.state(GAME, seed=4), "hr", "5; steal; 2")
    assert (taken.run(), direct.run()) == (0, 0)
    assert taken.state == direct.state and taken.state.scores[0] == 8
    shown = table.capsys.readouterr().out.partition("The game is over")[0]
    assert [shown.count(f"player 1: pick a number: {n}\n") for n in (3, 5)] == [1, 1]


# -- several people


def test_people_hand_over_the_terminal_and_see_only_their_own(table: Table) -> None:
    state = table.state(GAME)
    code, shown = table.play(state, "hh", "; 5; hide a card card 2; 1; ; 4; wait; 1")
    assert code == 0
    pages = shown.split("\n" * 50)
    assert len(pages) == 4
    assert pages[1].lstrip().startswith("player 1 is next; the others look away.\nPress Enter, player 1.")
    assert "card 2" in pages[1] and "card 1" in pages[1]
    assert pages[2].lstrip().startswith("player 2 is next; the others look away.\nPress Enter, player 2.")
    second = pages[2].split("player 2 (you)")[0]
    assert "1 card face down" in second and "card 1" not in second and "card 2" not in second
    assert "player 1: Hide a card" in pages[2]
    assert "card 2" not in pages[2].split("player 2 (you)")[0]
    assert "The game is over" in pages[3] and "card 2" not in pages[3]
    # everybody sees what came of the last decision, but not the whole course again
    assert "player 2: pick again: 1" in pages[3] and "player 1: pick" not in pages[3]


def test_simultaneous_choices_are_asked_seat_by_seat(table: Table) -> None:
    code, shown = table.play(table.state(TOGETHER, 3), "hhr", "3; 2; 1; 2")
    assert code == 0
    pages = shown.split("\n" * 50)
    assert [page.lstrip()[:8] for page in pages[1:-1]] == ["player 1", "player 2", "player 1"]
    # what player 1 has chosen is sealed until both have
    before, after = pages[2].split("> 2\n")
    assert "player 1: everybody bids" not in before
    assert "player 1: everybody bids: 3" in after


def test_an_option_without_alternative_is_taken_and_told_to_that_seat_only(table: Table) -> None:
    text = GAME.replace("choose: n in 3..5", "choose: n in 3..3")
    code, shown = table.play(table.state(text), "hh", "wait; 1; wait; 1")
    assert code == 0
    first, second = shown.split("\n" * 50)[1:3]
    assert "There was only one option for player 1:\nplayer 1: pick a number: 3" in first
    assert "only one option for player 1" not in second
    assert "only one option for player 2" in second


def test_that_there_was_no_alternative_is_told_once(table: Table) -> None:
    text = GAME.replace("choose: n in 3..5", "choose: n in 3..3")
    _, shown = table.play(table.state(text), "hr", "wait; 1; wait; 1")
    assert shown.count("only one option for player 1") == shown.count("player 1: pick a number: 3") > 0


# -- bots


def test_bots_play_the_same_game_for_the_same_seed(table: Table) -> None:
    game = st.load_ruleset("munchhausen").game(4)
    plain = game.played(11)
    session = table.session(game.start(11), "rrrr", "", 100_000)
    assert session.run() == 0
    assert session.state.v == plain.v and session.state.z == plain.z
    shown, errors = table.capsys.readouterr()
    assert errors.startswith("Until it is over, this game is kept in munchhausen-11.save.jsonl.\nTo resume it: ")
    assert "The game is over: a player has no card in hand." in shown
    scores = re.findall(r"^  [1-4]\. player [1-4] +(-?\d+)$", shown, re.MULTILINE)
    assert sorted(map(int, scores), reverse=True) == sorted(plain.scores, reverse=True) == [*map(int, scores)]
    winners = [f"Player {seat + 1}" for seat in plain.winners]
    assert shown.splitlines()[-1].startswith(winners[0])


@full
def test_a_game_of_bots_shows_only_what_everybody_sees(table: Table) -> None:
    shown = ""
    for seed in range(12):
        code, more = table.play(table.state(GAME, seed=seed), "rr", "")
        assert code == 0
        shown += more
    hidden = [line for line in shown.splitlines() if "from the deck" in line or "under" in line]
    opened = [line for line in shown.splitlines() if "to the row" in line]
    assert hidden and all(": a card from" in line for line in hidden)
    assert opened and not any(": a card from" in line for line in opened)


def test_bots_draw_once_for_each_decision() -> None:
    stream, other = bots_stream(5), bots_stream(5, 2)
    assert [random_bot(1, stream), random_bot(1, stream)] == [0, 0]
    assert stream == other
    assert {random_bot(3, stream) for _ in range(50)} == {0, 1, 2}


# -- the whole program


def test_piped_answers_play_a_whole_game(tmp_path: Path) -> None:
    code, shown, errors = finish(["ofertu", "--seed", "3"], tmp_path, "1\n" * 500)
    assert (code, errors.count("\n")) == (0, 2)
    assert shown.startswith("Ofertu: 2 players, seed 3\n")
    assert "The game is over" in shown and " wins.\n" in shown
    assert "\x1b" not in shown
    assert list(tmp_path.iterdir()) == []


@full
def test_a_script_gives_the_same_game_as_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.txt").write_text("1\n" * 500)
    scripted = run(["ofertu", "--seed", "3", "--script", "answers.txt"])
    assert scripted[0] == 0
    assert scripted == run(["ofertu", "--seed", "3"], "1\n" * 500)
    Path("answers.txt").write_text("1\n")
    code, _, errors = run(["ofertu", "--seed", "3", "--script", "answers.txt"], "1\n" * 500)
    assert code == 2 and "\nThere are no more answers.\n" in errors


def test_without_a_seed_one_is_drawn_and_told() -> None:
    code, shown, _ = run(["munchhausen", "--seat", "all=random"])
    title = shown.splitlines()[0]
    assert code == 0 and title.startswith("Munchhausen: 3 players, seed ")
    again = run(["munchhausen", "--seat", "all=random", "--seed", title.rpartition(" ")[2]])
    assert again[:2] == (0, shown)


def test_answers_are_typed_only_where_the_question_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert not Terminal().typed
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert Terminal().typed
    assert not Terminal(["1\n"]).typed


@full
def test_at_a_terminal_the_screen_is_cleared_between_players(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    command = [sys.executable, str(ROOT / "cli.py"), "play", "ofertu", "--seat", "all=human", "--seed", "3"]
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "xterm"}
    running = subprocess.Popen(
        command, cwd=tmp_path, stdin=follower, stdout=follower, stderr=follower, env=environment, preexec_fn=heed
    )
    os.close(follower)
    try:
        text = read_until(leader, b"Press Enter, player 2. ")
        os.write(leader, b"\n")
        text += read_until(leader, b"\n> ")
        assert b"\x1b[2J" in text and b"\x1b[1m" not in text
        assert "  hand      ● black 2, ● black 3".encode() in text and b"  hand      5 cards face down" in text
        os.write(leader, b"black 3\n")
        read_until(leader, b"\n> ")
        os.write(leader, b"slot 2\n")
        assert b"\x1b[2J" in read_until(leader, b"Press Enter, player 1. ")
        running.send_signal(signal.SIGINT)
        read_until(leader, b"--resume ofertu-3.save.jsonl", lambda: running.send_signal(signal.SIGINT))
        assert running.wait(60) == 130
    finally:
        running.kill()
        running.wait()
        os.close(leader)
    assert len(st.read_game(tmp_path / "ofertu-3.save.jsonl").choices) == 2


def test_a_game_without_a_score_shows_places_alone() -> None:
    state = st.load_ruleset("tictactoe").game().start(1)
    assert standing_texts(state, 0, ["Ann", "Bob"]) == ["  This game has no score."]
    while not state.over:
        state.choose(0)
    assert ranking_texts(state, ["Ann", "Bob"]) == ["  1. Ann", "  2. Bob"]


def test_a_game_that_nobody_has_won_shows_scores_without_places(tmp_path: Path) -> None:
    (tmp_path / "lost.yaml").write_text(
        "format: 1\ngame: Lost\nplayers: 2\neach player: {points: 0..9}\n"
        "phases: {a turn: {for each: p in players, one of: {Stop: {end: game, winner: none}, Go: nothing}}}\n"
        "score: player.points\n",
        encoding="utf-8",
    )
    state = st.load_ruleset(tmp_path / "lost.yaml").game(2).start(1)
    state.choose(0)
    lines = ["The game is over: Stop.", "  Ann     0", "  Bob     0", "Nobody wins."]
    shown = result_lines(state, ["Ann", "Bob"], ranking_texts(state, ["Ann", "Bob"]))
    assert [line for line in shown if not line.endswith("  points")] == lines
