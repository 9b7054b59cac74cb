"""Nothing of a game is lost, whatever ends the program, and it goes on exactly where it stood."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.paths import ROOT
from helpers.processes import heed
from helpers.terminals import FAILS, GAME, Table, choices, chosen, finish, interrupt, read_until, run, start
from helpers.tiers import full, tiered

import stammtisch as st
from stammtisch.cli.autosave import Keeper
from stammtisch.cli.commandline import group
from stammtisch.cli.console import program
from stammtisch.cli.session import Session
from stammtisch.cli.signals import Terminated, hold_signals, raise_on_signals
from stammtisch.cli.terminal import Terminal
from stammtisch.game.bots import bots_stream, random_bot

KEPT = "game-1.save.jsonl"
ENDLESS = FAILS.replace("add: {p.points: n}", "set: {p.points: n}")


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, capsys, monkeypatch)


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def resumed(path: str | Path, answers: list[str]) -> Session:
    """A session that goes on with a game."""
    recorder = st.GameRecorder.resumed(path)
    keeper, terminal = Keeper(recorder, True), Terminal([answer + "\n" for answer in answers])
    return Session(recorder.state, recorder.header["play"]["seats"], terminal, 1000, keeper)


# -- in this process


@full
def test_a_game_goes_on_from_wherever_it_was_left(table: Table) -> None:
    answers = ["5", "steal", "2"]
    whole = table.session(table.state(GAME, seed=9), "hr", ";".join(answers))
    assert whole.run() == 0
    for cut in range(len(answers)):
        part = table.session(table.state(GAME, seed=9), "hr", ";".join(answers[:cut]))
        assert part.run() == 2
        assert (
            "There are no more answers.\nThe game is kept in game-9.save.jsonl\n"
            "To resume it: stammtisch play --resume game-9.save.jsonl\n"
        ) in table.capsys.readouterr().err
        rest = resumed("game-9.save.jsonl", answers[cut:])
        assert rest.run() == 0
        assert rest.state.to_json() == whole.state.to_json()
        assert sorted(path.name for path in table.folder.iterdir()) == ["game.yaml"]
    table.capsys.readouterr()


def test_every_choice_is_in_the_file_before_it_is_shown(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table.session(table.state(GAME), "hr", "5; wait; undo; undo; 4; wait; 1")
    write, seen = Terminal.write, []

    def watched(self: Terminal, text: str = "") -> None:
        if text.startswith(("player", "Taken back")) and Path(KEPT).exists():
            assert choices(KEPT) == chosen(session.state), text
            seen.append(text)
        write(self, text)

    monkeypatch.setattr(Terminal, "write", watched)
    assert session.run() == 0
    assert sum(text.startswith("Taken back") for text in seen) == 2 and len(seen) > 8


def test_what_was_taken_back_stays_taken_back(table: Table) -> None:
    code, _ = table.play(table.state(GAME), "hr", "5; wait; undo")
    assert (code, len(choices(KEPT))) == (2, 1)
    rest = resumed(KEPT, ["undo", "3", "wait", "1"])
    direct = table.session(table.state(GAME), "hr", "3; wait; 1")
    assert (rest.run(), direct.run()) == (0, 0)
    assert rest.state.to_json() == direct.state.to_json()
    assert "Taken back: 5" in table.capsys.readouterr().out


def test_quit_offers_to_keep_the_game(table: Table) -> None:
    code, _ = table.play(table.state(GAME), "hr", "5; quit; perhaps; yes")
    assert code == 0 and len(choices(KEPT)) == 1
    assert f"Goodbye.\nThe game is kept in {KEPT}\nTo resume it: stammtisch play --resume {KEPT}\n" in table.errors
    Path(KEPT).unlink()
    code, shown = table.play(table.state(GAME), "hr", "5; quit; n")
    assert code == 0 and "Goodbye. The game is not kept; its seed is 1." in shown
    assert not Path(KEPT).exists()


def test_copies_of_a_game_never_replace_another_file(table: Table) -> None:
    Path("notes.txt").write_text("dear diary")
    Path(KEPT).write_text("dear diary")
    code, shown = table.play(
        table.state(GAME),
        "hr",
        "5; save notes.txt; save nowhere/x; save mine.jsonl; wait; save mine.jsonl; save; quit; y",
    )
    assert code == 0
    assert "notes.txt exists already and is not an earlier point of this game. The game is not saved there" in shown
    assert "nowhere/x cannot be written: no such file or directory" in shown
    assert (
        "Saved as it stands now: mine.jsonl\nTo come back to this point: stammtisch play --resume mine.jsonl" in shown
    )
    assert "> save\nEvery choice is saved as soon as it is made.\nThe game is kept in game-1-2.save.jsonl\n" in shown
    assert Path("notes.txt").read_text() == Path(KEPT).read_text() == "dear diary"
    assert len(choices("mine.jsonl")) == len(choices("game-1-2.save.jsonl")) == 2
    # a game that went another way does not replace it, and the same seed begins a file of its own
    code, shown = table.play(table.state(GAME), "hr", "4; save mine.jsonl; quit; no")
    assert (code, len(choices("mine.jsonl"))) == (0, 2) and "mine.jsonl exists already" in shown
    # what was asked for stays when the game is over
    assert run(["--resume", "mine.jsonl"], "1\n" * 9)[0] == 0
    assert st.read_game("mine.jsonl").end is not None


def test_a_game_that_cannot_be_kept_here_is_kept_elsewhere(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    there = table.folder / "there"
    there.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(there))
    state = table.state(GAME)
    table.places = [table.folder / "gone", there]
    assert table.play(state, "hr", "5")[0] == 2
    assert table.errors.count(f"is kept in {there / KEPT}") == 2
    assert len(choices(there / KEPT)) == 1
    # the disk is full in the middle of a game
    table.places = [Path()]
    session = table.session(table.state(GAME), "hr", "5; wait")
    recorder = session.keeper.recorder
    assert recorder is not None
    monkeypatch.setattr(recorder, "_write", full_disk)
    assert session.run() == 2
    shown = table.capsys.readouterr().err
    assert f"{KEPT} can no longer be written: no space left on device.\nThe game is kept in {there}/game-1-2" in shown
    assert len(choices(there / "game-1-2.save.jsonl")) == 2
    table.places = []
    assert table.play(table.state(GAME), "hr", "5")[0] == 2
    assert table.errors.startswith("This game cannot be saved: there is nowhere to write a file.\n")


def test_an_endless_game_is_given_up_and_kept(table: Table) -> None:
    code, _ = table.play(table.state(ENDLESS), "rr", "", most=25)
    assert code == 1
    assert "After 25 decisions the game is not over: it counts as endless.\n" in table.errors
    assert len(choices(KEPT)) == 25
    assert run(["--resume", "--max-decisions", "30"])[0] == 1
    assert len(choices(KEPT)) == 30


def test_where_bots_alone_lead_to_a_failure_the_way_there_is_shown_instead_of_going_on(table: Table) -> None:
    again, there = (
        f"To resume it: stammtisch play --resume {KEPT}\n",
        f"To see what happened: stammtisch replay {KEPT}\n",
    )
    assert table.play(table.state(FAILS), "hh", "2; 2; 2; 2; 2; 2; 2; 2")[0] == 1
    assert table.errors.endswith(again) and there not in table.errors
    Path(KEPT).unlink()
    assert table.play(table.state(FAILS), "rr", "")[0] == 1
    assert table.errors.endswith(there) and again not in table.errors.partition("The game cannot go on")[2]


def test_rules_that_fail_name_the_line_and_keep_the_game(table: Table) -> None:
    code, _ = table.play(table.state(FAILS), "hr", "2; 2; 2; 2")
    assert code == 1
    assert table.errors.count("game.yaml:9") == 1 and "leaves its range 0..3" in table.errors
    assert "Traceback" not in table.errors
    kept = st.read_game(KEPT)
    assert kept.end is not None and kept.end["end"] == "failed"
    done = CliRunner().invoke(group, ["replay", KEPT])
    assert done.exit_code == 0 and "Here the rules fail: game.yaml:9 take points: " in done.stdout
    assert f"Decision {len(kept.choices) + 1}: player" in done.stdout
    # it may go on with another choice
    state = kept.played()
    assert not state.over
    session = resumed(KEPT, ["1"])
    session.people = [0, 1]
    session.run()
    again = st.read_game(KEPT)
    assert len(again.choices) > len(kept.choices)


@full
def test_a_finished_game_leaves_nothing_behind_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, shown, errors = run(["ofertu", "--seed", "3"], "1\n" * 500)
    assert code == 0 and list(tmp_path.iterdir()) == []
    assert errors == (
        f"Until it is over, this game is kept in ofertu-3.save.jsonl.\nTo resume it: {program()} play --resume "
        "ofertu-3.save.jsonl\n"
    )
    code, again, errors = run(["ofertu", "--seed", "3", "--record", "game.jsonl"], "1\n" * 500)
    assert (code, again) == (0, shown) and [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]
    assert errors == (
        f"This game is kept in game.jsonl.\nTo resume it: {program()} play --resume game.jsonl\n"
        "The game is kept in game.jsonl; `replay` shows it again.\n"
    )
    code, _, errors = run(["ofertu", "--record", "game.jsonl"])
    assert (code, errors) == (2, "game.jsonl exists already: choose another name for --record, or remove it first\n")
    code, _, errors = run(["--resume", "game.jsonl"])
    assert (code, errors) == (2, "the game in game.jsonl is over\n")
    code, _, errors = run(["--resume"])
    assert code == 2 and errors.startswith("there is no game to resume in this folder")


@full
def test_the_newest_game_that_is_not_over_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for age, (name, seed) in enumerate([("ofertu", 1), ("kuhn", 2), ("ofertu", 3)]):
        assert run([name, "--seed", str(seed)], "1\n" if name == "ofertu" else "")[0] == 2
        os.utime(f"{name}-{seed}.save.jsonl", (10_000 + age, 10_000 + age))
    run(["kuhn", "--seat", "all=random", "--seed", "4", "--record", "over.jsonl"])
    Path("torn.jsonl").write_bytes(Path("over.jsonl").read_bytes()[:200])
    Path("other.jsonl").write_text("{}\n")
    assert run(["--resume"])[1].startswith("Ofertu: 2 players, seed 3\n")
    os.utime("kuhn-2.save.jsonl", (20_000, 20_000))
    os.utime("ofertu-3.save.jsonl", (9_000, 9_000))
    assert run(["--resume"])[1].startswith("Kuhn")


@full
def test_other_seats_and_another_file_for_a_game_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(["ofertu", "--seed", "3"], "1\n1\n")
    name = "ofertu-3.save.jsonl"
    before = Path(name).read_bytes()
    assert run(["--resume", name, "--record", "copy.jsonl"], "1\n")[0] == 2
    assert Path(name).read_bytes() == before and len(choices("copy.jsonl")) > len(choices(name))
    assert run(["--resume", name, "--seat", "all=human"])[0] == 2
    assert st.read_game(name).header["play"] == {"seats": ["human", "human"], "temporary": True}
    assert len(choices(name)) == before.count(b"\n") - 1
    code, _, errors = run(["ofertu", "--resume", name, "--players", "2"])
    assert (code, errors) == (
        2,
        "--resume resumes a game, which has its rules, settings, players and seed already: leave out RULESET and "
        "--players\n",
    )


@full
def test_a_game_goes_on_with_the_rules_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME)
    assert run(["game.yaml", "--seed", "4"], "3\n")[0] == 2
    name = "game-4.save.jsonl"
    Path("game.yaml").write_text(GAME.replace("3..5", "3..6"))
    code, shown, errors = run(["--resume", name])
    assert code == 2 and "Taking back: 2 players, seed 4" in shown
    assert errors.startswith("The rules have changed since this game began; it continues with the rules it began")
    done = CliRunner().invoke(group, ["replay", name])
    assert done.exit_code == 0
    assert done.stderr == (
        "The rules have changed since; this is the game by the rules it began with.\n"
        f"By today's rules: {program()} replay {name} --ruleset {tmp_path / 'game.yaml'}\n"
    )
    done = CliRunner().invoke(group, ["replay", name, "--ruleset", "game.yaml"])
    assert done.exit_code == 1 and f"{name} first differs at line 2, decision 1, the options" in done.stderr
    Path("game.yaml").unlink()
    away = tmp_path / "away"
    away.mkdir()
    Path(name).rename(away / "kept.jsonl")
    monkeypatch.chdir(away)
    code, shown, errors = run(["--resume", "kept.jsonl"], "wait\n1\n")
    assert code == 0 and "changed" not in errors and "The game is over" in shown


def test_what_was_saved_by_earlier_versions_goes_on(table: Table) -> None:
    state = table.state(GAME)
    state.choose(1)
    play = {"ruleset": str(table.folder / "game.yaml"), "variants": [], "set": {}, "seats": ["random", "human"]}
    text = json.dumps({**state.to_json(), "play": play})
    Path("old.save.json").write_text(text)
    code, _, errors = run(["--resume", "old.save.json"], "5\n")
    assert code == 2 and "This game is kept in" in errors.replace("Until it is over, this", "This")
    assert choices(KEPT)[:1] == chosen(state) and Path("old.save.json").read_text() == text
    assert st.read_game(KEPT).header["play"]["seats"] == ["random", "human"]
    Path("game.yaml").write_text(GAME.replace("3..5", "3..6"))
    code, _, errors = run(["--resume", "old.save.json"])
    assert code == 2 and "the rules of game have changed since this game was saved" in errors


# -- damaged files


@full
def test_a_line_that_was_cut_off_is_left_out(table: Table) -> None:
    assert table.play(table.state(GAME), "hr", "5; wait; 1; quit; y") and not Path(KEPT).exists()
    assert table.play(table.state(GAME), "hh", "5; wait; 1; ; 3")[0] == 2
    whole = Path(KEPT).read_bytes()
    lines = whole.splitlines(keepends=True)
    game = st.load_ruleset("game.yaml").game()
    for length in range(len(lines[0]), len(whole), 29):
        Path(KEPT).write_bytes(whole[:length])
        count = whole[:length].count(b"\n") - 1
        recorder = st.GameRecorder.resumed(KEPT)
        assert chosen(recorder.state) == choices(KEPT) and recorder.state.decisions == count
        assert recorder.state.game.hash == game.hash
        recorder.choose(0)
        recorder.close()
        assert choices(KEPT) == chosen(recorder.state) and len(choices(KEPT)) == count + 1
    for length in range(0, len(lines[0]), 500):
        Path(KEPT).write_bytes(whole[:length])
        code, _, errors = run(["--resume", KEPT])
        assert code == 2 and f"{KEPT}, line 1: this is not a recorded game" in errors
        assert Path(KEPT).read_bytes() == whole[:length]


def test_damaged_newer_and_foreign_files_are_refused_and_stay_as_they_are(table: Table) -> None:
    table.play(table.state(GAME), "hr", "5; wait")
    whole = Path(KEPT).read_bytes()
    lines = whole.splitlines(keepends=True)
    damaged = {
        b"x" + whole[1:]: "line 1: this is not a recorded game of the format 'stammtisch-game-1'",
        whole.replace(
            b"game-1", b"game-2", 1
        ): "line 1: the format of this recording is 'stammtisch-game-2', which this",
        whole.replace(b'"seed":1', b'"seed":2'): "line 1: the recording is damaged: this line, or one before it,",
        whole.replace(b'"choice":', b'"choice": '): "line 2: the recording is damaged",
        lines[0] + lines[2]: "line 2: the recording is damaged",
        whole
        + b"{}\n": "line 4: the recording is damaged: this line, or one before it, has changed since it was written; to see",
        whole + lines[-1]: "line 4: the recording is damaged",
        whole[:-1] + b"\0" * 50 + b"\n": "line 3: the recording is damaged",
    }
    assert len(damaged) == 8
    for content, message in damaged.items():
        Path(KEPT).write_bytes(content)
        for command in (["play", "--resume", KEPT], ["replay", KEPT]):
            if command[0] == "replay" and content.startswith(b"x"):
                continue
            done = CliRunner().invoke(group, command)
            assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.output
            assert message in done.stderr
        assert Path(KEPT).read_bytes() == content
    Path("folder").mkdir()
    Path("text").write_text("hello")
    for name, words in (("text", "line 1: this is no"), ("nowhere", "no such file"), ("folder", "is a directory")):
        done = CliRunner().invoke(group, ["play", "--resume", name])
        assert (done.exit_code, done.stdout) == (2, "") and words in done.stderr


# -- processes of their own


def test_two_games_at_once_do_not_touch_each_other(table: Table) -> None:
    first, second = (table.session(table.state(GAME), "hr", "5; wait") for _ in range(2))
    with pytest.raises(st.UsageError, match="is being played already, at another terminal"):
        st.GameRecorder.resumed(KEPT)
    done = CliRunner().invoke(group, ["play", "--resume"])
    assert done.exit_code == 2 and done.stderr.startswith("there is no game to resume")
    assert first.run() == second.run() == 2
    assert choices(KEPT) == choices("game-1-2.save.jsonl") and len(choices(KEPT)) == 2


@full
@pytest.mark.parametrize(
    ("name", "answers"),
    tiered(
        [(name, answers) for name in ("INT", "TERM", "HUP") for answers in ("", "1\n", "1\nquit\n")],
        lambda case: case in {("INT", ""), ("TERM", "1\n"), ("HUP", "1\nquit\n")},
    ),
)
def test_a_signal_at_a_question_loses_nothing(tmp_path: Path, name: str, answers: str) -> None:
    running = start(["ofertu", "--seed", "3"], tmp_path)
    assert running.stdin is not None and running.stdout is not None
    running.stdin.write(answers)
    running.stdin.flush()
    shown = b""
    while shown.count(b"> ") <= answers.count("\n"):
        shown += read_until(running.stdout.fileno(), b"> ")
    number = getattr(signal, f"SIG{name}")
    errors = interrupt(running, number)
    words = "Interrupted." if name == "INT" else "The program was asked to stop."
    assert running.returncode == 128 + number
    kept = "The game is kept in ofertu-3.save.jsonl\nTo resume it: "
    assert f"{words}\n{kept}" in errors and "Traceback" not in errors
    assert len(choices(tmp_path / "ofertu-3.save.jsonl")) >= answers.count("1\n")


def test_a_signal_waits_for_a_choice_to_be_kept_but_not_for_long() -> None:
    begun, done = time.monotonic(), []
    # tests that run in the background of a shell are started with it ignored
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(Terminated), raise_on_signals(), hold_signals(0.1):
        signal.raise_signal(signal.SIGTERM)
        done.append("it waits")
        while time.monotonic() - begun < 9:
            pass
    assert done and time.monotonic() - begun < 8
    with pytest.raises(KeyboardInterrupt), raise_on_signals(), hold_signals(0.1):
        signal.raise_signal(signal.SIGINT)
        done.append("and waits")
    time.sleep(0.15)  # no other one comes
    signal.signal(signal.SIGINT, before)
    assert len(done) == 2


def test_a_game_killed_as_soon_as_a_choice_is_shown_has_it(tmp_path: Path) -> None:
    running = start(["ofertu", "--seed", "3"], tmp_path)
    assert running.stdin is not None and running.stdout is not None
    running.stdin.write("1\n2\n")
    running.stdin.flush()
    if b"player 1: " not in read_until(running.stdout.fileno(), b"> 2\n").partition(b"> 2\n")[2]:
        read_until(running.stdout.fileno(), b"player 1: ")
    running.kill()
    running.wait()
    found = choices(tmp_path / "ofertu-3.save.jsonl")
    assert len(found) >= 2
    code, shown, _ = finish(["--resume"], tmp_path, "1\n")
    assert code == 2 and "player 1: " in shown
    assert choices(tmp_path / "ofertu-3.save.jsonl")[: len(found)] == found


@full
def test_a_game_of_bots_goes_on_with_the_same_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "long.yaml").write_text(ENDLESS)
    running = start(["long.yaml", "--seat", "all=random", "--seed", "2"], tmp_path)
    assert running.stdout is not None
    for _ in range(20):
        running.stdout.readline()
    interrupt(running)
    assert running.returncode == 130
    monkeypatch.chdir(tmp_path)
    found = choices("long-2.save.jsonl")
    assert len(found) >= 10
    assert run(["--resume", "--max-decisions", str(len(found) + 50)])[0] == 1
    state, bots = st.load_ruleset("long.yaml").game().start(2), bots_stream(2)
    for _ in range(len(found) + 50):
        state.choose(random_bot(len(state.decision), bots))
    assert choices("long-2.save.jsonl") == chosen(state)


@full
def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    child, leader = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        heed()
        os.execv(sys.executable, [sys.executable, str(ROOT / "cli.py"), "play", "ofertu", "--seed", "3"])
    read_until(leader, b"> ")
    os.write(leader, b"1\n")
    read_until(leader, b"> ")
    os.close(leader)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (128 + signal.SIGHUP, 2)
    assert len(choices(tmp_path / "ofertu-3.save.jsonl")) >= 1


@full
@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_closed_pipe_loses_nothing(tmp_path: Path, closed: str) -> None:
    running = start(["ofertu", "--seed", "3"], tmp_path)
    assert running.stdin is not None and running.stdout is not None and running.stderr is not None
    running.stdin.write("1\n")
    running.stdin.flush()
    if b"> " not in read_until(running.stdout.fileno(), b"> 1\n").partition(b"> 1\n")[2]:
        read_until(running.stdout.fileno(), b"> ")
    getattr(running, closed).close()
    if closed == "stdout":
        running.stdin.write("1\n")
        running.stdin.close()
    errors = running.stderr.read()
    assert running.wait(60) == 2
    words = "There are no more answers." if closed == "stdin" else "The output has ended: broken pipe."
    assert f"{words}\nThe game is kept in ofertu-3.save.jsonl\nTo resume it: " in errors and "Traceback" not in errors
    assert len(choices(tmp_path / "ofertu-3.save.jsonl")) >= (1 if closed == "stdin" else 2)


def test_a_game_of_bots_that_nobody_reads_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def broken(self: Terminal, text: str = "") -> None:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(Terminal, "write", broken)
    assert run(["ofertu", "--seat", "all=random", "--seed", "1"])[0] == 2
    assert list(tmp_path.iterdir()) == []


@full
@pytest.mark.parametrize("number", range(20))
def test_the_program_killed_at_any_moment_loses_nothing(tmp_path: Path, number: int) -> None:
    with open(tmp_path / "shown.txt", "w", encoding="utf-8") as shown:
        command = [sys.executable, str(ROOT / "cli.py"), "play", "munchhausen", "--seed", "1"]
        running = subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=shown, text=True)
        assert running.stdin is not None
        running.stdin.write("1\n" * 500)
        running.stdin.flush()
        while "> " not in (tmp_path / "shown.txt").read_text(encoding="utf-8"):
            time.sleep(0.005)
        time.sleep(number * 0.007)
        running.kill()
        running.wait()
    told = sum(line.startswith("> ") for line in (tmp_path / "shown.txt").read_text(encoding="utf-8").splitlines()) - 1
    kept = tmp_path / "munchhausen-1.save.jsonl"
    own = [seat for seat, _ in choices(kept) if seat == 0] if kept.exists() else []
    assert not kept.exists() or len(own) >= told
    code, _, _ = finish(["--resume"], tmp_path, "1\n" * 500)
    assert code == (0 if own else 2)
    assert not kept.exists()
