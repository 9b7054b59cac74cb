"""Playing at the terminal: answers, why, undo, hand-over, saving, and leaving at any point."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.paths import ROOT
from helpers.processes import heed

import stammtisch as st
from stammtisch.cli.answers import labels, match, unknown, which
from stammtisch.cli.commandline import group
from stammtisch.cli.console import program
from stammtisch.cli.session import Session
from stammtisch.cli.terminal import Terminal
from stammtisch.game import saves
from stammtisch.game.bots import bots_stream, random_bot

GAME = """\
format: 1
game: Taking back
players: 2
components: {card: {front: {value: 1..4}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..4}}
  row: {holds: card}
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..2}}
  under: {holds: card, see: owner}
  points: 0..99
setup:
  the deck is shuffled: {shuffle: deck}
phases:
  a turn:
    for each: p in players
    do:
      pick a number: {choose: n in 3..5, set: {p.points: n}}
      do something:
        one of:
          Draw a card: {move: 1, from: deck, to: p.hand}
          Play a card: {choose: card in p.hand, move: card, to: row}
          Hide a card: {choose: card in p.hand, move: card, to: p.under}
          Show a card: {choose: card in p.hand, reveal: card}
          Say it: {say: p}
          Steal a point: {when: {nobody may steal from the poor: p.points > 4}, add: {p.points: 1}}
          Wait: nothing
      pick again: {choose: n in 1..2, add: {p.points: n}}
score: player.points
"""

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

FAILS = """\
format: 1
game: Failing
players: 2
each player: {points: 0..3}
phases:
  a turn:
    until: {somebody is rich: any(p in players where p.points = 3)}
    do:
      take points: {for each: p in players, choose: n in 1..2, add: {p.points: n}}
score: player.points
"""


class Table:
    """Plays games in the test's own process: answers in, what was shown and the exit code out."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        self.folder, self.capsys = folder, capsys
        self.errors = ""

    def state(self, text: str, players: int | None = None, seed: int = 1) -> st.State:
        (self.folder / "game.yaml").write_text(text, encoding="utf-8")
        return st.load_ruleset(self.folder / "game.yaml").game(players).start(seed)

    def session(self, state: st.State, seats: str, answers: str, most: int = 1000) -> Session:
        kinds = [{"h": "human", "r": "random"}[letter] for letter in seats]
        told = saves.Table(str(self.folder / "game.yaml"), [], {}, kinds)
        return Session(state, told, Terminal([answer.strip() + "\n" for answer in answers.split(";")]), most)

    def play(self, state: st.State, seats: str, answers: str, most: int = 1000) -> tuple[int, str]:
        code = self.session(state, seats, answers, most).run()
        shown, self.errors = self.capsys.readouterr()
        return code, shown


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, capsys, monkeypatch)


# -- answers


def test_an_answer_is_a_number_words_or_their_beginning() -> None:
    texts = ["Offer 1", "Offer 10", "Offer 2", "Pass the turn", "red 5"]
    numbers = [1, 2, 3, 4, 5]
    assert match("2", texts, numbers).position == 1
    assert match("offer 1", texts, numbers).position == 0
    assert match("  PASS   the", texts, numbers).position == 3
    assert match("off 10", texts, numbers).position == 1
    assert match("turn", texts, numbers).position == 3
    assert match("offer", texts, numbers).found == [0, 1, 2]
    assert match("6", texts, numbers).found == []
    assert match("5 red", texts, numbers).found == []
    # a beginning comes before a part, and a number is never half a number
    assert match("pass", ["All pass", "Pass the turn"]).position == 1
    assert match("off 1", ["Offer 10", "Pass"]).found == []


def test_an_answer_that_fits_nothing_gets_the_nearest_words() -> None:
    assert unknown("ofer 2", ["Offer 2", "Pass"]) == "'ofer 2' is none of the options; did you mean Offer 2?"
    assert unknown("xyz", ["Offer 2", "Pass"]) == "'xyz' is none of the options. Type ? for help."
    assert which(["a b", "a c", "d"], [0, 1], [1, 2, 3]) == "Which one: a b (1), a c (2)?"


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
    assert "> undo\nThis cannot be taken back: player 2 has decided since.\n" in shown


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


# -- bots


def test_bots_play_the_same_game_for_the_same_seed(table: Table) -> None:
    game = st.load_ruleset("munchhausen").game(4)
    plain = game.played(11)
    session = table.session(game.start(11), "rrrr", "", 100_000)
    assert session.run() == 0
    assert session.state.v == plain.v and session.state.z == plain.z
    shown, errors = table.capsys.readouterr()
    assert errors == ""
    assert "The game is over: a player has no card in hand." in shown
    scores = re.findall(r"^  [1-4]\. player [1-4] +(-?\d+)$", shown, re.MULTILINE)
    assert sorted(map(int, scores), reverse=True) == sorted(plain.scores, reverse=True) == [*map(int, scores)]
    winners = [f"player {seat + 1}" for seat in plain.winners]
    assert shown.splitlines()[-1].startswith(winners[0])


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


# -- saving and going on


def resumed(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def test_end_of_input_saves_and_the_game_goes_on_from_there(table: Table) -> None:
    answers = ["5", "steal", "2"]
    whole = table.session(table.state(GAME, seed=9), "hr", ";".join(answers))
    assert whole.run() == 0
    for cut in range(len(answers)):
        part = table.session(table.state(GAME, seed=9), "hr", "")
        part.terminal = Terminal([answer + "\n" for answer in answers[:cut]])
        assert part.run() == 2
        shown, errors = table.capsys.readouterr()
        path = Path("game-9.save.json")
        assert f"The game is saved: {path}\nGo on with: stammtisch play --resume {path}\n" in errors
        data, how = saves.read(path)
        assert how is not None and how.seats == ["human", "random"]
        rest = Session(part.state.game.from_json(data), how, Terminal([a + "\n" for a in answers[cut:]]), 1000)
        assert rest.run() == 0
        assert rest.state.to_json() == whole.state.to_json()
        path.unlink()
    table.capsys.readouterr()


def test_quit_offers_to_save(table: Table) -> None:
    code, _ = table.play(table.state(GAME), "hr", "5; quit; perhaps; yes")
    assert code == 0 and len(resumed(Path("game-1.save.json"))["choices"]) == 1
    assert "Go on with: stammtisch play --resume game-1.save.json" in table.errors
    Path("game-1.save.json").unlink()
    code, shown = table.play(table.state(GAME), "hr", "5; quit; n")
    assert code == 0 and "not saved; its seed is 1" in shown
    assert not Path("game-1.save.json").exists()


def test_save_never_replaces_another_file(table: Table) -> None:
    Path("notes.txt").write_text("dear diary")
    Path("game-1.save.json").write_text("dear diary")
    _, shown = table.play(
        table.state(GAME), "hr", "5; save notes.txt; save nowhere/x; save mine.json; 1; save; quit; n"
    )
    assert "notes.txt exists already and is not a save of this game" in shown
    assert "nowhere/x cannot be written: no such file or directory" in shown
    assert "Saved: mine.json" in shown
    assert Path("notes.txt").read_text() == Path("game-1.save.json").read_text() == "dear diary"
    assert len(resumed(Path("mine.json"))["choices"]) == 2
    code, _ = table.play(table.state(GAME), "hr", "3")
    assert code == 2 and len(resumed(Path("game-1-2.save.json"))["choices"]) == 1
    # an earlier point of the same game may be replaced, but not by a game that went another way
    code, _ = table.play(table.state(GAME), "hr", "3; wait")
    assert code == 2 and len(resumed(Path("game-1-2.save.json"))["choices"]) == 2
    code, _ = table.play(table.state(GAME), "hr", "4; wait")
    assert code == 2 and len(resumed(Path("game-1-3.save.json"))["choices"]) == 2


def test_a_game_that_cannot_be_saved_here_is_saved_elsewhere(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    there = table.folder / "there"
    there.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(there))
    state = table.state(GAME)
    missing = table.folder / "gone" / "x.json"
    session = table.session(state, "hr", "5")
    session.file = missing
    assert session.run() == 2
    assert f"{missing} cannot be written" in table.capsys.readouterr().err
    assert len(resumed(there / "game-1.save.json")["choices"]) == 1


def test_an_endless_game_is_given_up_and_kept(table: Table) -> None:
    text = FAILS.replace("add: {p.points: n}", "set: {p.points: n}")
    code, _ = table.play(table.state(text), "rr", "", most=25)
    assert code == 1
    assert table.errors.startswith("After 25 decisions the game is not over: it counts as endless.\n")
    assert len(resumed(Path("game-1.save.json"))["choices"]) == 25


def test_rules_that_fail_name_the_line_and_keep_the_game(table: Table) -> None:
    code, _ = table.play(table.state(FAILS), "hr", "2; 2; 2; 2")
    assert code == 1
    assert table.errors.count("game.yaml:9") == 1 and "leaves its range 0..3" in table.errors
    assert "Traceback" not in table.errors
    data = resumed(Path("game-1.save.json"))
    state = st.load_ruleset(Path(data["play"]["ruleset"])).game(2).from_json(data)
    assert not state.over


# -- the whole program


def start(arguments: list[str], cwd: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "cli.py"), "play", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=cwd, text=True, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heed)


def interrupt(running: subprocess.Popen[str]) -> str:
    """Presses Ctrl-C until the program ends, as one that comes just before it waits for input has no effect yet."""
    while True:
        running.send_signal(signal.SIGINT)
        try:
            return running.communicate(timeout=2)[1]
        except subprocess.TimeoutExpired:
            continue


def finish(arguments: list[str], cwd: Path, typed: str = "") -> tuple[int, str, str]:
    running = start(arguments, cwd)
    shown, errors = running.communicate(typed, timeout=120)
    return running.returncode, shown, errors


def run(arguments: list[str], typed: str = "") -> tuple[int, str, str]:
    """The same in this process, in the working folder."""
    done = CliRunner().invoke(group, ["play", *arguments], input=typed)
    return done.exit_code, done.stdout, done.stderr


def test_piped_answers_play_a_whole_game(tmp_path: Path) -> None:
    code, shown, errors = finish(["ofertu", "--seed", "3"], tmp_path, "1\n" * 500)
    assert (code, errors) == (0, "")
    assert shown.startswith("Ofertu: 2 players, seed 3\n")
    assert "The game is over" in shown and " wins.\n" in shown
    assert "\x1b" not in shown
    assert list(tmp_path.iterdir()) == []


def test_a_script_gives_the_same_game_as_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.txt").write_text("1\n" * 500)
    scripted = run(["ofertu", "--seed", "3", "--script", "answers.txt"])
    assert scripted[0] == 0
    assert scripted == run(["ofertu", "--seed", "3"], "1\n" * 500)
    Path("answers.txt").write_text("1\n")
    code, _, errors = run(["ofertu", "--seed", "3", "--script", "answers.txt"], "1\n" * 500)
    assert code == 2 and errors.startswith("There are no more answers.\n")


def test_without_a_seed_one_is_drawn_and_told() -> None:
    code, shown, _ = run(["munchhausen", "--seat", "all=random"])
    title = shown.splitlines()[0]
    assert code == 0 and title.startswith("Munchhausen: 3 players, seed ")
    again = run(["munchhausen", "--seat", "all=random", "--seed", title.rpartition(" ")[2]])
    assert again == (0, shown, "")


def test_a_saved_game_goes_on_in_another_process_and_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["munchhausen", "--variant", "two-players", "--set", "highest_offer=5", "--seed", "8"]
    whole = run(options, "1\n" * 999)
    assert whole[0] == 0
    code, _, errors = run(options, "1\n1\n1\n")
    name = "munchhausen+two-players-8.save.json"
    assert code == 2 and f"play --resume {name}" in errors
    away = tmp_path / "away"
    away.mkdir()
    (tmp_path / name).rename(away / "kept.json")
    code, shown, _ = finish(["--resume", "kept.json"], away, "1\n" * 999)
    assert code == 0
    assert shown.splitlines()[-4:] == whole[1].splitlines()[-4:]


def test_damaged_and_foreign_saves_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(group, ["play", "ofertu", "--seed", "1"], input="1\n2\n")
    kept = (tmp_path / "ofertu-1.save.json").read_text()
    data = json.loads(kept)
    damaged = {
        "half": (kept[: len(kept) // 2], "not complete JSON"),
        "empty": ("", "not complete JSON"),
        "other": ("[1]", "is not a saved game"),
        "hash": (json.dumps({**data, "hash": "0"}), "the rules of ofertu have been changed"),
        "state": (json.dumps({**data, "v": [0] * len(data["v"])}), "damaged"),
        "seats": (json.dumps({**data, "play": {"seats": [1]}}), "damaged"),
        "seed": (json.dumps({**data, "seed": -4}), "damaged"),
        "choices": (json.dumps({**data, "choices": [[7, 0]]}), "not possible"),
        "players": (json.dumps({**data, "players": None}), "damaged"),
    }
    for name, (text, words) in damaged.items():
        (tmp_path / name).write_text(text)
        done = CliRunner().invoke(group, ["play", "--resume", name])
        assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), (name, done.output)
        assert words in done.stderr, (name, done.stderr)
    done = CliRunner().invoke(group, ["play", "--resume", "ofertu-1.save.json", "--players", "3"])
    assert done.exit_code == 2 and "is a game for 2 players, not 3" in done.stderr


def test_a_saved_game_of_changed_rules_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME)
    assert "play --resume game-4.save.json" in run(["game.yaml", "--seed", "4"], "3\n")[2]
    Path("old.yaml").write_text(GAME)
    Path("game.yaml").write_text(GAME.replace("3..5", "3..6"))
    code, shown, errors = run(["--resume", "game-4.save.json"])
    assert (code, shown) == (2, "")
    assert errors == (
        f"game-4.save.json: the rules of game have been changed since this game was saved. A saved game goes on only with "
        f"the rules it was begun with: put them back as they were, or name a file that still has them: {program()} play "
        f"OLD.yaml --resume game-4.save.json. What you play with --record can be played again with changed rules, as far as "
        f"it goes: {program()} replay FILE\n"
    )
    done = CliRunner().invoke(group, ["replay", "game-4.save.json"])
    assert done.exit_code == 2 and "replay game-4.save.json --ruleset OLD.yaml" in done.stderr
    assert CliRunner().invoke(group, ["replay", "game-4.save.json", "--ruleset", "old.yaml"]).exit_code == 0
    code, shown, _ = run(["old.yaml", "--resume", "game-4.save.json"])
    assert code == 2 and "Taking back: 2 players, seed 4" in shown


def test_a_saved_game_with_another_ruleset_or_setting_says_which_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(["ofertu", "--variant", "hand-limit", "--seed", "1", "--set", "copies_of_each=4"], "1\n")
    name = "ofertu+hand-limit-1.save.json"
    code, _, errors = run(["balvin", "--resume", name])
    assert code == 2
    assert (
        errors
        == f"{name} is a game of ofertu+hand-limit, not of balvin: leave balvin out, the file names its ruleset\n"
    )
    code, _, errors = run(["--resume", name, "--set", "hand_limit=7", "--set", "copies_of_each=4"])
    assert code == 2
    assert errors == f"{name}: the setting hand_limit is 8 in this game and cannot become 7: leave --set out\n"
    Path(name).write_text(Path(name).read_text().replace('"hash": "', '"hash": "0'))
    assert f"play OLD.yaml --variant hand-limit --resume {name}" in run(["--resume", name])[2]


def test_a_recording_has_the_game_as_it_stands_after_undo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME)
    options = ["game.yaml", "--seed", "4", "--record", "game.jsonl"]
    assert run(options, "3\nwait\nundo\nundo\n5\nsteal\n2\n")[0] == 0
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert (lines[-1]["end"], lines[-1]["decisions"]) == ("finished", len(lines) - 2)
    chosen = [line["choice"] for line in lines if "choice" in line]
    assert len(chosen) == 6 and chosen[0]["value"] == 5
    assert run(options, "3\nwait\nundo\nquit\nno\n")[0] == 0
    lines = [json.loads(line) for line in Path("game.jsonl").read_text().splitlines()]
    assert (lines[-1]["end"], lines[-1]["decisions"], len(lines)) == ("unfinished", 1, 3)
    assert run([*options[:3], "--record", "game.yaml"])[0] == 2
    assert (tmp_path / "game.yaml").read_text() == GAME


def test_a_recording_of_rules_that_fail_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(FAILS)
    assert run(["game.yaml", "--seat", "all=random", "--seed", "1", "--record", "game.jsonl"])[0] == 1
    last = json.loads(Path("game.jsonl").read_text().splitlines()[-1])
    assert last["end"] == "failed" and "leaves its range 0..3" in json.dumps(last)


def test_answers_are_typed_only_where_the_question_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert not Terminal().typed
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert Terminal().typed
    assert not Terminal(["1\n"]).typed


@pytest.mark.parametrize("answers", ["", "1\n", "1\nquit\n"])
def test_ctrl_c_at_a_question_saves_the_game(tmp_path: Path, answers: str) -> None:
    running = start(["ofertu", "--seed", "3"], tmp_path)
    assert running.stdin is not None and running.stdout is not None
    running.stdin.write(answers)
    running.stdin.flush()
    shown = b""
    while shown.count(b"> ") <= answers.count("\n"):
        shown += read_until(running.stdout.fileno(), b"> ")
    errors = interrupt(running)
    assert running.returncode == 130
    assert errors.startswith("Interrupted.\nThe game is saved: ofertu-3.save.json\nGo on with: ")
    assert "Traceback" not in errors
    data = resumed(tmp_path / "ofertu-3.save.json")
    state = st.load_ruleset("ofertu").game().from_json(data)
    assert state.decisions == len(data["choices"]) >= answers.count("1\n")


def test_ctrl_c_in_a_game_of_bots_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "long.yaml").write_text(FAILS.replace("add: {p.points: n}", "set: {p.points: n}"))
    running = start(["long.yaml", "--seat", "all=random", "--seed", "2"], tmp_path)
    assert running.stdout is not None
    for _ in range(20):
        running.stdout.readline()
    errors = interrupt(running)
    assert running.returncode == 130, errors
    data = resumed(tmp_path / "long-2.save.json")
    state = st.load_ruleset(tmp_path / "long.yaml").game(2).from_json(data)
    assert state.decisions == len(data["choices"]) >= 10


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
        assert b"  hand      black 2, black 3" in text and b"  hand      5 cards face down" in text
        os.write(leader, b"black 3\n")
        read_until(leader, b"\n> ")
        os.write(leader, b"slot 2\n")
        assert b"\x1b[2J" in read_until(leader, b"Press Enter, player 1. ")
        running.send_signal(signal.SIGINT)
        read_until(leader, b"--resume ofertu-3.save.json", lambda: running.send_signal(signal.SIGINT))
        assert running.wait(60) == 130
    finally:
        running.kill()
        running.wait()
        os.close(leader)
    assert len(resumed(tmp_path / "ofertu-3.save.json")["choices"]) == 2


def read_until(terminal: int, wanted: bytes, again: Callable[[], None] | None = None) -> bytes:
    """What a program writes to its terminal or pipe, up to those words; `again` is done whenever it pauses."""
    text = b""
    end = time.monotonic() + 120
    while wanted not in text:
        assert time.monotonic() < end, text
        if select.select([terminal], [], [], 2)[0]:
            part = os.read(terminal, 4096)
            assert part, text
            text += part
        elif again is not None:
            again()
    return text
