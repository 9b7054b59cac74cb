"""Rules that are edited while a game of them is played at a terminal: `reload` carries the game over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.terminals import GAME, Table
from helpers.tiers import full


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, capsys, monkeypatch)


def play(table: Table, *steps: str) -> list[str]:
    """What is shown of a game; a step that begins with `format` is saved as the rules, others are typed."""
    session = table.session(table.state(GAME), "hh", "quit")

    def answers() -> Iterator[str]:
        for step in steps:
            if step.startswith("format"):
                (table.folder / "game.yaml").write_text(step, encoding="utf-8")
            else:
                yield step + "\n"

    session.terminal.answers = answers()
    session.run()
    return table.capsys.readouterr().out.splitlines()


def test_changed_rules_take_a_game_over(table: Table) -> None:
    shown = play(table, "5", GAME.replace("n in 3..5", "n in 3..6"), "wait", "reload", "1", "", "6", "quit", "yes")
    new = "The rules have changed. Type reload to carry this game over, as far as its choices fit."
    assert shown.count(new) == 1
    assert "This game was carried over from other rules: 2 of 2 choices fit." in shown
    assert "  6" in shown
    assert [path.name for path in table.folder.glob("*.jsonl")] == ["game-1-2.save.jsonl"]


@full
def test_a_game_goes_as_far_as_its_choices_fit(table: Table) -> None:
    shown = play(table, "5", GAME.replace("n in 3..5", "n in 3..4"), "wait", "reload", "", "4", "quit", "yes")
    assert "This game was carried over from other rules: 0 of 2 choices fit." in shown
    assert len([*table.folder.glob("*.jsonl")]) == 2  # the game so far is kept


@full
def test_mistakes_in_changed_rules_are_shown_and_the_game_goes_on(table: Table) -> None:
    shown = play(
        table, "5", GAME.replace("score: player.points", "score: player.pointz"), "wait", "reload", "1", "quit"
    )
    assert "The rules have changed. They have mistakes. The game continues under the rules it began with." in shown
    assert any("game.yaml, line" in line and "pointz" in line for line in shown)
    assert "There are no new rules, or they still have mistakes." in shown


def test_what_is_not_changed_is_not_reported(table: Table) -> None:
    shown = play(table, "5", GAME + "# a remark\n", "wait", "reload", "quit")
    assert not any(line.startswith("The rules have changed") for line in shown)
    assert "There are no new rules, or they still have mistakes." in shown
