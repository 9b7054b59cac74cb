"""Games at a terminal: in the test's own process, or in one of their own."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.paths import ROOT
from helpers.processes import heed

import stammtisch as st
from stammtisch.cli.autosave import Keeper, keep_somewhere, play_data
from stammtisch.cli.commandline import group
from stammtisch.cli.session import Session
from stammtisch.cli.terminal import Terminal

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
        self.places = [Path()]
        self.errors = ""

    def state(self, text: str, players: int | None = None, seed: int = 1) -> st.State:
        (self.folder / "game.yaml").write_text(text, encoding="utf-8")
        return st.load_ruleset(self.folder / "game.yaml").game(players).start(seed)

    def session(self, state: st.State, seats: str, answers: str, most: int = 1000) -> Session:
        """`seats` has h for a human and r for a bot; answers are parted by semicolons, none at all is no answer."""
        kinds = [{"h": "human", "r": "random"}[letter] for letter in seats]
        own = self.folder / "game.yaml"
        rules = st.load_ruleset(own if own.exists() else state.game.program.ruleset)

        def keep(path: Path) -> st.GameRecorder:
            return st.GameRecorder(path, rules, state, play=play_data(kinds, True))

        keeper = Keeper(keep_somewhere(self.places, state, keep), True)
        lines = [answer.strip() + "\n" for answer in answers.split(";")] if answers else []
        return Session(state, kinds, Terminal(lines), most, keeper)

    def play(self, state: st.State, seats: str, answers: str, most: int = 1000) -> tuple[int, str]:
        code = self.session(state, seats, answers, most).run()
        shown, self.errors = self.capsys.readouterr()
        return code, shown


def start(arguments: list[str], cwd: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "cli.py"), "play", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=cwd, text=True, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heed)


def interrupt(running: subprocess.Popen[str], number: int = signal.SIGINT) -> str:
    """Sends a signal until the program ends, as one that comes just before it waits for input has no effect yet."""
    while True:
        running.send_signal(number)
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


def choices(path: str | Path) -> list[tuple[int, int]]:
    """What was chosen in a recording: seats and numbers of options."""
    return [(choice.seat, choice.choice) for choice in st.read_game(path).choices]


def chosen(state: st.State) -> list[tuple[int, int]]:
    """What was chosen in a game."""
    return [(link.seat, link.number) for link in state.choices()]
