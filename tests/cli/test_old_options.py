"""Options and commands under the names that they had before: they do the same, and help says nothing of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stammtisch.cli.commandline import COMMANDS, group

KUHN = ("kuhn", "--players", "2", "-n", "20", "--jobs", "1")
COINS = """\
format: 1
game: Coins
players: 2
settings: {bonus: 1}
each player: {coins: 0..99}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    one of: {Work: {add: {player.coins: bonus}}, Rest: nothing}
score: player.coins
targets: {decisions: 2..9}
rulings: {equal coins share the victory: {change: score}}
"""


def call(line: Sequence[str]) -> Result:
    return CliRunner().invoke(group, [*line])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game as coins.yaml, and a recording of it that is none of people."""
    monkeypatch.chdir(tmp_path)
    Path("coins.yaml").write_text(COINS)
    assert call(["play", "coins.yaml", "--seat", "all=random", "--record", "games.jsonl"]).exit_code == 0


@pytest.mark.parametrize(
    ("old", "now"),
    [
        (["simulate", *KUHN, "--luck"], ["luck", *KUHN]),
        (["simulate", *KUHN, "--ladder", "random,greedy"], ["ladder", *KUHN, "random,greedy"]),
        (["simulate", *KUHN, "--never", "Bet"], ["without", *KUHN, "Bet"]),
        (["simulate", *KUHN, "--without", "Bet"], ["without", *KUHN, "Bet"]),
        (["simulate", *KUHN, "--use"], ["simulate", *KUHN, "--usage"]),
        (["simulate", *KUHN, "--define"], ["simulate", *KUHN, "--definitions"]),
        (["simulate", "coins.yaml", "-n", "9", "--people", "games.jsonl"],
         ["simulate", "coins.yaml", "-n", "9", "--recordings", "games.jsonl"]),
        (["compare", "coins.yaml", "-n", "20", "--vs", "bonus=2"], ["compare", "coins.yaml", "-n", "20", "--against", "bonus=2"]),
        (["compare", "coins.yaml", "-n", "20", "--same"], ["compare", "coins.yaml", "-n", "20", "--self-check"]),
        (["compare", "coins.yaml", "-n", "20", "--same", "--use", "--define"],
         ["compare", "coins.yaml", "-n", "20", "--self-check", "--usage", "--definitions"]),
        (["compare", "coins.yaml", "-n", "20", "--vs", "bonus=2", "--until", "decided"],
         ["compare", "coins.yaml", "-n", "20", "--against", "bonus=2", "--sequential"]),
    ],
)  # fmt: skip
def test_the_old_name_does_the_same(old: list[str], now: list[str]) -> None:
    before, after = call(old), call(now)
    assert (before.exit_code, before.stdout) == (after.exit_code, after.stdout)
    assert after.exit_code == 0 and after.stdout.count("\n") > 2


def test_a_table_server_knows_the_old_name_of_its_prefix() -> None:
    for name in ("--id-prefix", "--ids"):
        done = call(["serve", "coins.yaml", "--port", "0", name, "Not this"])
        assert done.exit_code == 2 and done.stderr.startswith("--id-prefix Not this: at most twelve")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_nothing_of_old_names(name: str) -> None:
    text = call([name, "--help"]).stdout
    old = {"--luck", "--ladder", "--never", "--vs", "--same", "--people", "--define", "--use", "--ids"}
    assert not set(re.findall(r"--[a-z-]+", text)) & (old - ({"--ladder"} if name == "report" else set()))


def test_simulate_shows_few_options() -> None:
    shown = re.findall(r"^  (?:-\w, )?(--[a-z-]+)(?= .*  )", call(["simulate", "--help"]).stdout, re.M)
    assert len(shown) <= 14 + 1 and shown[-1] == "--help"
