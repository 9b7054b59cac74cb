"""Numbers of players: how they are written, how they are said, and that no command goes past them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.paths import DATA

import stammtisch as st
from stammtisch.base.errors import UsageError
from stammtisch.cli.commandline import group
from stammtisch.reading.load import load_text
from stammtisch.reading.player_counts import counts_of, numbers, players_text
from stammtisch.table.play.setup import load_form

EVEN = DATA / "ok" / "even-tables.yaml"


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("4", (4,)),
        ("2..5", (2, 3, 4, 5)),
        ("[4, 6, 8]", (4, 6, 8)),
        ("[4]", (4,)),
        ("5..2", ()),
        ("0..2", ()),
        ("3..13", ()),
        ("[4, 4]", ()),
        ("[6, 4]", ()),
        ("[4, many]", ()),
        ("some", ()),
        ("{a: 1}", ()),
    ],
)
def test_how_numbers_of_players_are_written(text: str, counts: tuple[int, ...]) -> None:
    assert counts_of(load_text(f"players: {text}\n", "x.yaml").get("players")) == counts


def test_how_numbers_of_players_are_said() -> None:
    said = {(4,): "4", (2, 3): "2 or 3", (2, 3, 4): "2 to 4", (4, 6): "4 or 6", (4, 6, 8): "4, 6 or 8"}
    assert {counts: numbers(counts) for counts in said} == said


def test_a_game_for_a_list_of_numbers_is_for_these_alone() -> None:
    ruleset = st.load_ruleset(EVEN)
    assert ruleset.players == (4, 6, 8) and ruleset.game().players == 4
    assert load_form([str(EVEN)], 0, [])[0].players == [4, 6, 8]
    for wrong in (3, 5, 7, 9):
        with pytest.raises(UsageError, match=f"is for 4, 6 or 8 players, not {wrong}"):
            ruleset.game(wrong)


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("play FILE --players 5 --seat all=random", "Even tables is for 4, 6 or 8 players, not 5"),
        ("simulate FILE -n 4 --players 4-6", "Even tables is for 4, 6 or 8 players, not 5"),
        ("simulate FILE -n 4 --players some", "for example --players 4,6,8"),
        ("simulate FILE -n 4", "12 games: 12 finished"),
        ("rulebook FILE --players 7", "Even tables is for 4, 6 or 8 players, not 7"),
        ("rulebook FILE", "For 4, 6 or 8 players."),
        ("solve FILE", "it is for 4, 6 or 8 players, and only games for two players can be"),
        ("validate FILE --play 9", "all is well"),
        ("compare FILE --self-check --players all -n 20", "8 players"),
    ],
)
def test_commands_know_for_how_many_a_game_is(command: str, part: str) -> None:
    done = CliRunner().invoke(group, [word.replace("FILE", str(EVEN)) for word in command.split()])
    assert part in done.output, done.output


@pytest.mark.parametrize(
    ("written", "write"),
    [("4, 6, 8", "[4, 6, 8]"), ("4 or 6", "[4, 6]"), ("3, 4 and 6", "[3, 4, 6]"), ("3-5", "3..5")],
)
def test_numbers_written_otherwise_are_proposed_as_they_are_written_here(
    tmp_path: Path, written: str, write: str
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(EVEN.read_text(encoding="utf-8").replace("[4, 6, 8]", written), encoding="utf-8")
    assert [(d.span.line, d.hint) for d in st.validate(path)] == [(3, f"Write `{write}`.")]


@pytest.mark.parametrize(
    ("counts", "text"),
    [([1], "1 player"), ((2,), "2 players"), ((3, 4, 5), "3 to 5 players"), ((1, 2), "1 or 2 players")],
)
def test_one_player_is_not_called_players(counts: Sequence[int], text: str) -> None:
    assert players_text(counts) == text
