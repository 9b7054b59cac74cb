"""A game whose process is killed again and again is in the end the game that was never killed."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from helpers.terminals import choices, chosen
from helpers.tiers import full, many

import stammtisch as st
from stammtisch.cli.autosave import Keeper
from stammtisch.cli.session import Session
from stammtisch.cli.terminal import Terminal

LONG = """\
format: 1
game: A long game
players: 2
each player: {points: 0..9}
phases:
  a turn:
    repeat: ROUNDS
    do:
      take points: {for each: p in players, do: {The first: {choose: n in 0..1, set: {p.points: n}}, The second: {choose: n in 0..1, set: {p.points: n}}}}
score: player.points
"""


class Changeable(Terminal):
    """A player who now and then chooses wrongly, takes that back, and then goes on as in every other process."""

    session: Session

    def __init__(self) -> None:
        super().__init__([])
        self.tried: set[int] = set()

    def ask(self, prompt: str) -> str:
        done = chosen(self.session.state)
        if done and done[-1][0] == 0 and len(done) % 2 and done[-1][1] != right(len(done) - 1):
            return "undo"
        if len(done) % 6 == 0 and len(done) not in self.tried:
            self.tried.add(len(done))
            return str(1 - right(len(done)))
        return str(right(len(done)))


def right(decision: int) -> int:
    return decision // 3 % 2


def changing(recorder: st.GameRecorder) -> Session:
    terminal = Changeable()
    terminal.session = Session(recorder.state, ["human", "random"], terminal, 100_000, Keeper(recorder, False))
    return terminal.session


def play_on(path: Path, ready: int) -> None:
    """Goes on with a game in a process of its own, up to its end; a byte says when it begins to play."""
    for number in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    sys.stdout, sys.stderr = (open(number, "w", closefd=False) for number in (1, 2))  # noqa: SIM115
    session = changing(st.GameRecorder.resumed(path))
    os.write(ready, b"x")
    session.run()


@full
def test_a_game_that_is_killed_again_and_again_is_the_game_that_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whenever it is killed, also while something is taken back: in the end it is the game that was never killed."""
    path, kills, patience, reached = tmp_path / "game.jsonl", 0, 0.001, 0
    (tmp_path / "long.yaml").write_text(LONG.replace("ROUNDS", str(many(20, 40))))
    rules = st.load_ruleset(tmp_path / "long.yaml")
    monkeypatch.setattr(st.RecordedGame, "ruleset", rules)  # each process would read it anew, which takes a while
    session = changing(st.GameRecorder(tmp_path / "whole.jsonl", rules, rules.game().start(3)))
    assert session.run() == 0
    whole = session.state
    assert capsys.readouterr().out.count("Taken back: ") > 5
    with st.GameRecorder(path, rules, rules.game().start(3)):
        pass
    while st.read_game(path).end is None:
        begun, ready = os.pipe()
        child = os.fork()
        if child == 0:
            play_on(path, ready)
            os._exit(0)
        os.close(ready)
        assert os.read(begun, 1)
        os.close(begun)
        time.sleep((2 + 31 * kills % 29) / 1000 + patience)
        os.kill(child, signal.SIGKILL)
        kills += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        found, wanted = choices(path), chosen(whole)
        assert found == wanted[: len(found)] or found[:-1] == wanted[: len(found) - 1], kills
        if len(found) <= reached:
            patience *= 2  # where a disk is slow, nothing would ever be reached
        reached = max(reached, len(found))
    assert kills > 1
    assert choices(path) == chosen(whole) and st.read_game(path).end["scores"] == whole.scores  # type: ignore[index]
