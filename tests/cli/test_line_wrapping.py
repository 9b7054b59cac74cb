"""What people read fits their terminal: lines are broken between words, wide tables cut between columns."""

from __future__ import annotations

import io
import os

import pytest
from click.testing import CliRunner

from stammtisch.base.diagnostics import Diagnostic, Span, render
from stammtisch.base.tables import Document, TextTable
from stammtisch.cli import console, line_wrapping
from stammtisch.cli.commandline import group

TABLE = TextTable(
    [
        ["measure", "", "four", "five", "verdict"],
        ["wins", "seat 1", "1 %", "2 %", "the same"],
        ["", "seat 2", "10 %", "20 %", "lower"],
    ],
    words_last=True,
)


def test_a_wide_table_is_cut_between_columns_and_each_part_begins_with_the_names() -> None:
    whole = Document(["Two games, of which much is said", TABLE])
    assert line_wrapping.fit_text(whole, 29).split("\n") == [
        "Two games, of which much is",
        "  said",
        "  measure          four  five",
        "  wins     seat 1   1 %   2 %",
        "           seat 2  10 %  20 %",
        "",
        "  measure          verdict",
        "  wins     seat 1  the same",
        "           seat 2  lower",
    ]
    assert line_wrapping.fit_text(whole, 39) == line_wrapping.fit_text(whole, None) == str(whole)
    assert str(Document([TABLE])).split("\n") == [
        "  measure          four  five  verdict",
        "  wins     seat 1   1 %   2 %  the same",
        "           seat 2  10 %  20 %  lower",
    ]


def test_headings_and_words_over_columns_stand_in_each_part_that_they_are_about() -> None:
    table = TextTable(
        [["option", "offered", "chosen"], ["  Work", "10", "5"], ["  Rest", "10", "1"]],
        headings={1: "  a turn (coins.yaml:8)"},
        above=(2, "of these"),
    )
    assert table.lines() == [
        "                   of these",
        "  option  offered  chosen",
        "  a turn (coins.yaml:8)",
        "    Work       10       5",
        "    Rest       10       1",
    ]
    assert table.lines(24) == [
        "  option  offered",
        "  a turn (coins.yaml:8)",
        "    Work       10",
        "    Rest       10",
        "",
        "          of these",
        "  option  chosen",
        "  a turn (coins.yaml:8)",
        "    Work       5",
        "    Rest       1",
    ]
    assert table.lines(12) == table.lines()  # a column alone is too wide: its lines are broken as others


def test_lines_are_broken_between_words_below_the_first_gap() -> None:
    assert line_wrapping.fit_text("a card goes to the deck", 12) == "a card goes\n  to the\n  deck"
    assert line_wrapping.fit_text("hand  one, two, three, four", 16) == "hand  one, two,\n      three,\n      four"
    assert line_wrapping.fit_text("\x1b[1ma card\x1b[0m goes", 11) == "\x1b[1ma card\x1b[0m goes"


def test_what_is_copied_stays_in_one_piece() -> None:
    assert (
        line_wrapping.fit_text("  hint: `stammtisch show x` tells", 22) == "  hint:\n    `stammtisch show x`\n    tells"
    )
    for line in (
        "  12 | a line of a file that is long",
        "  write: an offer must be higher",
        "To resume it: stammtisch play",
    ):
        assert line_wrapping.fit_text(line, 10) == line


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["simulate", "munchhausen", "--players", "3", "-n", "20", "--definitions"],
        ["compare", "tictactoe", "--self-check", "-n", "20"],
        ["explain"],
        ["diff", "ofertu", "ofertu+bids-at-once"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_line_of_a_command_is_wider_than_the_terminal(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "width_of", lambda stream: 80)
    done = CliRunner().invoke(group, arguments)
    assert done.exit_code == 0
    assert done.stdout
    assert [line for line in done.stdout.split("\n") if len(line) > 80] == []


def test_an_excerpt_fits_and_its_marks_stand_below_what_they_mean() -> None:
    line = "x" * 150 + " wrong " + "y" * 150
    found = Diagnostic("unknown-name", "no", Span("f.yaml", 1, 152, 1, 157))
    shown = render([found], {"f.yaml": line}, width=60).split("\n")
    assert all(len(row) <= 60 for row in shown)
    assert shown[1][shown[2].index("^") : shown[2].index("^") + 5] == "wrong"


def test_a_status_line_is_cut_as_it_could_not_be_written_over_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(console, "width_of", lambda stream: 20)
    monkeypatch.setattr("sys.stderr", shown)
    line = console.StatusLine()
    line.live = True
    line.write("1,000 of 10,000 games, 500 a second")
    assert shown.getvalue() == "\r1,000 of 10,000 ga…"


def test_the_width_is_that_of_the_terminal_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    inner, outer = os.openpty()
    with os.fdopen(outer, "w") as terminal:
        assert line_wrapping.width_of(terminal) == 80  # a terminal that does not know
        monkeypatch.setenv("COLUMNS", "123")
        assert line_wrapping.width_of(terminal) == 123
    os.close(inner)
    assert line_wrapping.width_of(io.StringIO()) is None
